package transcript

import "github.com/go-json-experiment/json/jsontext"

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
// before it is cleaned and styled.
func (t *Transcript) FieldText(r Ref, f Field) string {
	if r.Message < 0 || r.Message >= len(t.Messages) {
		return ""
	}
	if r.Part < 0 {
		return string(t.Messages[r.Message].appendField(nil, f))
	}
	if p := t.Part(r); p != nil {
		return string(p.appendField(nil, f))
	}
	return ""
}

// appendField appends a text of the message as a whole.
func (m *Message) appendField(dst []byte, f Field) []byte {
	if f == FieldExtra {
		return appendMembers(dst, m.Extra)
	}
	return dst
}

func (p *Part) appendField(dst []byte, f Field) []byte {
	switch f {
	case FieldText:
		return append(dst, p.Text...)
	case FieldExtra:
		return appendMembers(dst, p.Extra)
	case FieldValue:
		if p.Value != nil {
			return appendLayout(dst, p.Value)
		}
		return dst
	}
	switch {
	case p.Tool != nil:
		return p.Tool.appendField(dst, f)
	case p.File != nil:
		return p.File.appendField(dst, f)
	case p.Source != nil:
		return p.Source.appendField(dst, f)
	case f == FieldName && p.Name != "":
		return append(dst, p.Name...)
	case f == FieldName && p.Kind == KindUnknown:
		return append(dst, p.Type...)
	}
	return dst
}

func (t *Tool) appendField(dst []byte, f Field) []byte {
	switch f {
	case FieldName:
		return append(dst, t.Name...)
	case FieldTitle:
		return append(dst, t.Title...)
	case FieldInput:
		return appendBlocks(dst, t.Given())
	case FieldOutput:
		return appendBlocks(dst, t.Output)
	case FieldError:
		return append(dst, t.ErrorText...)
	case FieldReason:
		if t.Approval != nil {
			return append(dst, t.Approval.Reason...)
		}
	case FieldID:
		return append(dst, t.CallID...)
	}
	return dst
}

func (f *File) appendField(dst []byte, field Field) []byte {
	switch field {
	case FieldFile:
		return appendJoined(dst, f.Name, f.MediaType)
	case FieldURL:
		return append(dst, f.URL...)
	}
	return dst
}

func (s *Source) appendField(dst []byte, f Field) []byte {
	switch f {
	case FieldTitle:
		return append(dst, s.Title...)
	case FieldFile:
		return appendJoined(dst, s.Filename, s.MediaType)
	case FieldURL:
		return append(dst, s.URL...)
	case FieldID:
		return append(dst, s.ID...)
	}
	return dst
}

func appendJoined(dst []byte, a, b string) []byte {
	dst = append(dst, a...)
	if a != "" && b != "" {
		dst = append(dst, ' ')
	}
	return append(dst, b...)
}

// appendBlocks appends the text of a tool's input or output, a block after the
// other as they are shown.
func appendBlocks(dst []byte, v jsontext.Value) []byte {
	for i, b := range Blocks(v) {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = b.AppendText(dst)
	}
	return dst
}

// AppendText appends the plain text of a block to dst.
func (b Block) AppendText(dst []byte) []byte {
	if b.Label != "" {
		dst = append(append(dst, b.Label...), ": "...)
	}
	switch {
	case b.File != nil:
		dst = appendJoined(dst, b.File.Name, b.File.MediaType)
		return appendJoined(append(dst, ' '), b.File.URL, b.File.sizeText())
	case b.JSON != nil:
		return appendLayout(dst, b.JSON)
	}
	return append(dst, b.Text...)
}

func (f *File) sizeText() string {
	if !f.Inline {
		return ""
	}
	return Size(f.Size)
}

func appendMembers(dst []byte, ms []Member) []byte {
	for i, m := range ms {
		if i > 0 {
			dst = append(dst, '\n')
		}
		dst = append(append(dst, m.Name...), ": "...)
		dst = appendLayout(dst, m.Value)
	}
	return dst
}
