package transcript

import (
	"bytes"
	"iter"
	"regexp"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
)

// Field is a text of a part that is shown and searched by itself.
type Field uint8

// The fields, in the order in which they are shown and searched.
const (
	FieldText          Field = iota // text, reasoning
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

// Fields returns the fields with content that a view shows below the line of a part.
func (p *Part) Fields(v Extent) []Field {
	var all []Field
	if v == AsSent {
		return append(all, FieldRaw)
	}
	for f := FieldInput; f < FieldRaw && v >= Open; f++ {
		text, value := p.content(f)
		if f == FieldExtra && v != Full || f == FieldRawInput && p.Tool != nil &&
			p.Tool.Input == nil || f == FieldOutput && p.Tool != nil && p.Tool.Nested {
			continue
		}
		if text != "" || value != nil || f == FieldExtra && len(p.Extra) > 0 {
			all = append(all, f)
		}
	}
	return all
}

// FieldText returns the text of a field, not yet cleaned, or "" for an invalid r.
func (t *Transcript) FieldText(r Ref, f Field) string {
	text, _ := t.Code(r, f)
	return text
}

// Code returns the text of a field as FieldText does, and its language for highlighting, "" for text.
func (t *Transcript) Code(r Ref, f Field) (text, language string) {
	const short = 64 << 10 // a longer value makes its own room
	var w writer
	if f == FieldExtra || f == FieldRaw || f == FieldDescriptor {
		language = "json"
	}
	if p := t.Part(r); p != nil {
		text, value := p.content(f)
		switch {
		case f == FieldExtra:
			w.members(p.Extra, 0)
		case value == nil:
			return text, language
		case f == FieldValue && p.Kind != KindFile || f == FieldRaw:
			language = "json"
			w.Grow(min(len(value)+len(value)/4, short))
			w.value(value, 0)
		default:
			s := p.shape(f)
			if f == FieldInput || f == FieldOutput || f == FieldValue {
				language = s.language
			}
			if s.json == nil && len(s.rest) == 0 {
				return s.text, language
			}
			if s.json == nil {
				w.Grow(len(s.text) + len(s.text)/8)
			} else {
				w.Grow(min(len(value)+len(value)/4, short))
			}
			s.write(&w)
		}
	} else if r.Part < 0 && r.Message >= 0 && r.Message < len(t.Messages) {
		switch f {
		case FieldExtra:
			w.members(append(t.ids(r.Message), t.Messages[r.Message].Extra...), 0)
		case FieldRaw:
			record, _ := api.Marshal(t.Records[r.Message])
			w.value(record, 0)
		}
	}
	return w.String(), language
}

// Pieces yields the text of a field for an index of its words. White space may differ from that on the screen.
// A long value comes as it was stored, in pieces that end between words, with blanks in place of escapes.
func (t *Transcript) Pieces(r Ref, f Field) iter.Seq[string] {
	const long, size = 1 << 20, 64 << 10
	return func(yield func(string) bool) {
		_, value := t.Part(r).content(f)
		if len(value) < long {
			flat, ok := t.AppendFlat(
				make([]byte, 0, len(value)+len(value)/4),
				r,
				f,
			)
			if ok { // of most fields, in a fraction of the time and memory
				yield(string(flat))
			} else {
				yield(t.FieldText(r, f))
			}
			return
		}
		for rest := []byte(openString(value)); len(rest) > 0; {
			end := len(rest)
			if end > size {
				i := bytes.LastIndexAny(rest[:size], " ,")
				if i >= 0 {
					end = i + 1
				} else if i := bytes.IndexAny(rest[size:], " ,"); i >= 0 {
					end = size + i + 1
				}
			}
			if !yield(escapes().ReplaceAllStringFunc(string(rest[:end]), unescape)) {
				return
			}
			rest = rest[end:]
		}
	}
}

// escapes matches the escape sequences of JSON strings.
var escapes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\\(?:u[0-9a-fA-F]{4}|.)`)
})

// unescape is the character of an escape sequence that can be part of a word, else a blank.
func unescape(sequence string) string {
	if n, err := strconv.ParseUint(sequence[2:], 16, 16); err == nil {
		return string(rune(n))
	}
	return " "
}

// shape is the shape of a field with a value.
func (p *Part) shape(f Field) shape {
	if f == FieldOutput {
		return p.Tool.outputShape()
	}
	_, value := p.content(f)
	return shapeOf(value)
}

// ids returns the members that support asks for.
func (t *Transcript) ids(message int) []jsonobject.Member {
	all := make([]jsonobject.Member, 0, 4+len(t.Messages[message].Extra))
	for name, id := range t.idsOf(message) {
		value, _ := jsontext.AppendQuote(nil, id)
		all = append(all, jsonobject.Member{Name: []byte(name), Value: value})
	}
	return all
}

// idsOf yields the names and texts of what support asks for: the IDs of a message and its run, and the time.
func (t *Transcript) idsOf(message int) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		rec := &t.Records[message]
		for _, id := range [][2]string{
			{"id", rec.ID},
			{"message.id", rec.Message.ID},
			{"runId", rec.RunID.Or("")},
			{"createdAt", rec.CreatedAt},
		} {
			if id[1] != "" && !yield(id[0], id[1]) {
				return
			}
		}
	}
}

// content is the content of a field: a text or a JSON value.
func (p *Part) content(f Field) (text string, value jsontext.Value) {
	switch f {
	case FieldText:
		return p.Text, nil
	case FieldValue:
		return "", p.Value()
	case FieldRaw:
		return "", p.Raw
	}
	if p.Tool == nil {
		return "", nil
	}
	return p.Tool.content(f)
}

// content is the content of a field of a call.
func (t *Tool) content(f Field) (text string, value jsontext.Value) {
	switch f {
	case FieldInput:
		return "", t.Given()
	case FieldRawInput:
		return "", t.RawInput()
	case FieldOutput:
		return "", t.Output
	case FieldError:
		return t.ErrorText(), nil
	}
	if t.Approval == nil {
		return "", nil
	}
	switch f {
	case FieldRequestReason:
		return t.Approval.RequestReason, nil
	case FieldDescriptor:
		return "", t.Approval.Descriptor
	case FieldReason:
		return t.Approval.Reason, nil
	}
	return "", nil
}

// Label identifies a part in one line: a call, file or source, or the name or type of
// another part.
func (p *Part) Label() string {
	if p.Tool != nil {
		return p.Tool.Label()
	}
	if p.File() != nil {
		return p.File().String()
	}
	if p.Source() != nil {
		return p.Source().String()
	}
	if p.Kind == KindUnknown || p.Kind == KindCard {
		return p.Type
	}
	return p.Name()
}

// String is a file in one line: name, type, and its URL or its decoded size ("? B" if that is
// unknown, as its data was removed).
func (f *File) String() string {
	size := ""
	if f.Emptied {
		size = "? B"
	} else if f.Inline || f.text != nil {
		size = Size(f.Size)
	}
	return join(" ", f.Name, f.MediaType, f.URL, size)
}

// String is a source in one line.
func (s *Source) String() string {
	line := join(" ", s.Title, s.Filename, s.MediaType, s.URL)
	if s.Quote != "" {
		line = join(" ", line, "“"+s.Quote+"”")
	}
	return line
}
