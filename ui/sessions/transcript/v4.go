package transcript

import (
	"slices"
	"strings"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// openMembers reads what a UI message holds besides its parts. In version 4 that is
// the message itself, and a model's own message holds its parts in content; the
// parts made of it follow the stored ones, in the order of that SDK. All else goes
// to Extra.
func (b *builder) openMembers(m *Message, rec *api.MessageRecord) {
	open := objectOf(rec.Message.Unknown)
	for _, known := range []struct {
		name string
		show func(jsontext.Value) bool // reports false if the value is not shown by a part
	}{
		{"content", func(v jsontext.Value) bool { return len(m.Parts) == 0 && b.list(m, "", v) }},
		{"toolInvocations", func(v jsontext.Value) bool { return b.list(m, "tool-invocation", v) }},
		{"reasoning", func(v jsontext.Value) bool { return m.addText(KindReasoning, "reasoning", v) }},
		{"content", func(v jsontext.Value) bool { return m.addText(KindText, "text", v) }},
		{"experimental_attachments", func(v jsontext.Value) bool { return b.list(m, "experimental_attachments", v) }},
		{"data", func(v jsontext.Value) bool {
			if m.Role == RoleData {
				m.add(Part{Kind: KindData, Type: "data", Name: "data", Value: v, Raw: v})
			}
			return m.Role == RoleData
		}},
	} {
		if v := open.find(anyKind, known.name); v != nil && known.show(v) {
			open.take(anyKind, known.name)
		}
	}
	if at := timeOf(string(unquote(open.find(isString, "createdAt")))); !at.IsZero() && (m.Time.IsZero() || m.Time.Equal(at)) {
		m.Time = at
	}
	m.Extra = append(open, objectOf(rec.Unknown)...)
}

// addText adds a text of the message as a part, unless the parts of that kind hold
// it. It reports whether the text is shown.
func (m *Message) addText(k Kind, name string, v jsontext.Value) bool {
	if v.Kind() != '"' {
		return false
	}
	text := Elide(string(unquote(v)))
	var stored []string
	for i := range m.Parts {
		if m.Parts[i].Kind == k {
			stored = append(stored, m.Parts[i].Text)
		}
	}
	if stored == nil && text != "" {
		m.add(Part{Kind: k, Type: name, Text: text, Raw: v})
	}
	return stored == nil || slices.Contains(stored, text) || strings.Join(stored, "") == text
}

// list adds the elements of a member of the message as parts: calls and attachments,
// which have no type of their own, or parts. Calls that are among the parts already
// are not added again. It reports false for a member that is not a list.
func (b *builder) list(m *Message, kind string, v jsontext.Value) bool {
	for _, raw := range arrayOf(v) {
		o := objectOf(raw)
		p := Part{Type: kind, Raw: raw}
		switch {
		case kind == "" || o == nil:
			p = b.part(raw)
		case kind == "tool-invocation":
			if b.tool(&p, "", &o); p.Tool.CallID != "" && slices.ContainsFunc(m.Parts, func(s Part) bool { return s.Tool != nil && s.Tool.CallID == p.Tool.CallID }) {
				continue
			}
			p.Extra = append(o, p.Extra...)
		default:
			p.Kind, p.File = KindFile, readFile(&o)
			p.Extra = o
		}
		m.add(p)
	}
	return v.Kind() == '['
}
