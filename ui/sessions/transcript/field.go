package transcript

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Field is a text of a part that is shown and searched by itself.
type Field uint8

// The fields, in the order in which they are shown and searched.
const (
	FieldText          Field = iota // text, reasoning
	FieldName                       // tool, data part, custom kind, unknown type; file or source in one line
	FieldInput                      // of a tool
	FieldRawInput                   // of a tool, if the input is another
	FieldRequestReason              // why approval was requested
	FieldDescriptor                 // of a request for approval
	FieldReason                     // of a response to it
	FieldOutput                     // of a tool
	FieldError                      // of a tool
	FieldValue                      // JSON of a data or unknown part
	FieldExtra                      // other fields
	FieldRaw                        // the part as sent
	fields
)

// Fields are the fields that a view shows below the line of a part, those with
// content only.
func (p *Part) Fields(v View) []Field {
	var all []Field
	if v == ViewRaw {
		return append(all, FieldRaw)
	}
	if t := p.Tool; t != nil && v >= ViewOpen {
		a := t.Approval
		if a == nil {
			a = &Approval{}
		}
		for _, f := range []struct {
			Field
			is bool
		}{
			{FieldInput, t.Given() != nil}, {FieldRawInput, t.Input != nil && t.RawInput != nil},
			{FieldRequestReason, a.RequestReason != ""}, {FieldDescriptor, a.Descriptor != nil}, {FieldReason, a.Reason != ""},
			{FieldOutput, t.Output != nil && !t.Nested}, {FieldError, t.ErrorText != ""},
		} {
			if f.is {
				all = append(all, f.Field)
			}
		}
	}
	if p.Value != nil && v >= ViewOpen {
		all = append(all, FieldValue)
	}
	if len(p.Extra) > 0 && v == ViewFull {
		all = append(all, FieldExtra)
	}
	return all
}

// FieldText returns the text of a field, before it is cleaned and styled; "" if there
// is nothing at r.
func (t *Transcript) FieldText(r Ref, f Field) string {
	var w writer
	if p := t.Part(r); p != nil {
		p.write(&w, f)
	} else if r.Part < 0 && r.Message >= 0 && r.Message < len(t.Messages) {
		switch f {
		case FieldExtra:
			writeMembers(&w, append(t.ids(r.Message), t.Messages[r.Message].Extra...))
		case FieldRaw:
			record, _ := json.Marshal(t.Records[r.Message])
			w.value(record, 0, 0)
		}
	}
	return string(w.out)
}

// Language is the language that a field is in, "" for text.
func (t *Transcript) Language(r Ref, f Field) string {
	p := t.Part(r)
	switch {
	case f == FieldInput && p.Tool != nil:
		return shapeOf(p.Tool.Given()).language
	case f == FieldOutput && p.Tool != nil:
		return shapeOf(p.Tool.Output).language
	case f == FieldExtra, f == FieldRaw, f == FieldValue, f == FieldDescriptor:
		return "json"
	}
	return ""
}

// ids are what support asks for: the ids of a message, and its time as sent.
func (t *Transcript) ids(message int) []Member {
	rec := &t.Records[message]
	var all []Member
	for _, id := range []struct{ name, value string }{
		{"id", rec.ID}, {"message.id", rec.Message.ID}, {"runId", rec.RunID.Or("")}, {"createdAt", rec.CreatedAt},
	} {
		if id.value != "" {
			value, _ := jsontext.AppendQuote(nil, id.value)
			all = append(all, Member{id.name, value})
		}
	}
	return all
}

func (p *Part) write(w *writer, f Field) {
	switch {
	case f == FieldText:
		w.text(p.Text)
	case f == FieldExtra:
		writeMembers(w, p.Extra)
	case f == FieldRaw:
		w.value(p.Raw, 0, 0)
	case f == FieldValue && p.Value != nil:
		w.value(p.Value, 0, 0)
	case f == FieldName:
		w.text(p.label())
	case p.Tool != nil:
		p.Tool.write(w, f)
	}
}

// label is what identifies a part in one line.
func (p *Part) label() string {
	switch {
	case p.Tool != nil:
		return p.Tool.Label()
	case p.File != nil:
		return p.File.String()
	case p.Source != nil:
		return p.Source.String()
	case p.Kind == KindUnknown:
		return p.Type
	}
	return p.Name
}

func (t *Tool) write(w *writer, f Field) {
	a := t.Approval
	if a == nil {
		a = &Approval{}
	}
	switch f {
	case FieldInput:
		writeShape(w, t.Given())
	case FieldRawInput:
		writeShape(w, t.RawInput)
	case FieldOutput:
		writeShape(w, t.Output)
	case FieldError:
		w.text(t.ErrorText)
	case FieldRequestReason:
		w.text(a.RequestReason)
	case FieldReason:
		w.text(a.Reason)
	case FieldDescriptor:
		writeShape(w, a.Descriptor)
	}
}

func writeShape(w *writer, v jsontext.Value) {
	if v != nil {
		s := shapeOf(v)
		s.write(w)
	}
}

// joined joins the texts that are not empty with blanks.
func joined(texts ...string) string {
	return strings.Join(compact(texts), " ")
}

// String is a file in one line: name, type, and its URL or its decoded size.
func (f *File) String() string {
	if f.Inline {
		return joined(f.Name, f.MediaType, Size(f.Size))
	}
	return joined(f.Name, f.MediaType, f.URL)
}

// String is a source in one line.
func (s *Source) String() string {
	line := joined(s.Title, s.Filename, s.MediaType, s.URL)
	if s.Quote != "" {
		line = joined(line, "“"+s.Quote+"”")
	}
	return line
}

func writeMembers(w *writer, ms []Member) {
	for _, m := range ms {
		w.member(m.Name, m.Value, 0)
	}
}
