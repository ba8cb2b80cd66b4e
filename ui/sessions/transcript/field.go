package transcript

import (
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Field is one text of a part that can be searched.
type Field uint8

// The fields of a part, in the order in which they are shown and searched.
const (
	FieldText   Field = iota // text, reasoning
	FieldName                // tool, data part, custom kind, unknown type
	FieldTitle               // of a tool or a source
	FieldFile                // file name and media type
	FieldURL                 // of a file or a source
	FieldInput               // of a tool, laid out
	FieldOutput              // of a tool, laid out
	FieldError               // of a tool
	FieldReason              // of an approval
	FieldValue               // JSON of a data or unknown part, laid out
	FieldID                  // of a tool call or a source
	FieldExtra               // members without a place of their own, laid out
	fields
)

// FieldText returns the text that a search looked at: what is shown of it,
// before it is cleaned and styled. It is "" where there is nothing at r.
func (t *Transcript) FieldText(r Ref, f Field) string {
	var out textSink
	t.write(&out, r, f)
	return string(out.out)
}

// FieldLines is FieldText in lines, with what each piece of them is. An indent
// is two blanks of the text, for 64 levels at most.
func (t *Transcript) FieldLines(r Ref, f Field) []Line {
	out := lineSink{lines: []Line{{}}}
	t.write(&out, r, f)
	return out.lines
}

func (t *Transcript) write(out sink, r Ref, f Field) {
	if p := t.Part(r); p != nil {
		p.write(out, f)
	} else if r.Part < 0 && f == FieldExtra && r.Message >= 0 && r.Message < len(t.Messages) {
		writeMembers(out, t.Messages[r.Message].Extra)
	}
}

func (p *Part) write(out sink, f Field) {
	switch {
	case f == FieldText:
		out.text(p.Text)
	case f == FieldExtra:
		writeMembers(out, p.Extra)
	case f == FieldValue:
		if p.Value != nil {
			layout(out, p.Value, 0, 0)
		}
	case p.Tool != nil:
		p.Tool.write(out, f)
	case p.File != nil:
		p.File.write(out, f)
	case p.Source != nil:
		p.Source.write(out, f)
	case f == FieldName && p.Name != "":
		out.text(p.Name)
	case f == FieldName && p.Kind == KindUnknown:
		out.text(p.Type)
	}
}

func (t *Tool) write(out sink, f Field) {
	switch f {
	case FieldName:
		out.text(t.Name)
	case FieldTitle:
		out.text(t.Title)
	case FieldInput:
		writeBlocks(out, t.Given())
	case FieldOutput:
		writeBlocks(out, t.Output)
	case FieldError:
		out.text(t.ErrorText)
	case FieldReason:
		if t.Approval != nil {
			out.text(t.Approval.Reason)
		}
	case FieldID:
		out.text(t.CallID)
	}
}

func (f *File) write(out sink, field Field) {
	switch field {
	case FieldFile:
		out.text(joined(f.Name, f.MediaType))
	case FieldURL:
		out.text(f.URL)
	}
}

func (s *Source) write(out sink, f Field) {
	switch f {
	case FieldTitle:
		out.text(s.Title)
	case FieldFile:
		out.text(joined(s.Filename, s.MediaType))
	case FieldURL:
		out.text(s.URL)
	case FieldID:
		out.text(s.ID)
	}
}

// joined is those of the texts that are not empty, with blanks between.
func joined(texts ...string) string {
	return strings.Join(slices.DeleteFunc(texts, func(s string) bool { return s == "" }), " ")
}

// writeBlocks writes a tool's input or output, a block after the other.
func writeBlocks(out sink, v jsontext.Value) {
	for i, b := range Blocks(v) {
		if i > 0 {
			out.newLine(0)
		}
		b.write(out)
	}
}

func (b Block) write(out sink) {
	if b.Label != "" {
		out.token(TokenName, []byte(b.Label))
		out.token(TokenPunct, colon)
	}
	switch {
	case b.File != nil:
		out.text(b.File.String())
	case b.JSON != nil:
		layout(out, b.JSON, 0, 0)
	default:
		out.text(b.Text)
	}
}

// text is a block as plain text.
func (b Block) text() string {
	var out textSink
	b.write(&out)
	return string(out.out)
}

// String is a file in one line: name, type, and its URL or its decoded size.
func (f *File) String() string {
	if f.Inline {
		return joined(f.Name, f.MediaType, Size(f.Size))
	}
	return joined(f.Name, f.MediaType, f.URL)
}

func writeMembers(out sink, ms []Member) {
	for i, m := range ms {
		if i > 0 {
			out.newLine(0)
		}
		out.token(TokenName, []byte(m.Name))
		out.token(TokenPunct, colon)
		layout(out, m.Value, 0, 0)
	}
}
