package transcript

import (
	"slices"
	"strings"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// openMembers reads the members of a UI message other than its parts. What version 4 and
// messages of a model store there becomes parts after the stored ones, in the order in
// which version 4 shows them. All other members go to Extra.
func (b *builder) openMembers(m *Message, rec *api.MessageRecord) {
	open := objectOf(rec.Message.Unknown)
	show := func(name string, shows func(jsontext.Value) bool) { // shows reports whether a part shows the value
		if v := open.find(anyKind, name); v != nil && shows(v) {
			open.take(anyKind, name)
		}
	}
	show("content", func(v jsontext.Value) bool { return len(m.Parts) == 0 && b.list(m, "", v) })
	show("toolInvocations", func(v jsontext.Value) bool { return b.list(m, "tool-invocation", v) })
	show("reasoning", func(v jsontext.Value) bool { return m.addText(KindReasoning, "reasoning", v) })
	show("content", func(v jsontext.Value) bool { return m.addText(KindText, "text", v) })
	show("experimental_attachments", func(v jsontext.Value) bool { return b.list(m, "experimental_attachments", v) })
	if v := open.find(anyKind, "data"); v != nil && m.Role == RoleData {
		m.add(Part{Kind: KindData, Type: "data", Name: "data", Value: open.take(anyKind, "data"), Raw: v})
	}
	m.Extra = append(open, objectOf(rec.Unknown)...)
}

// addText adds a text as a part if no part has its kind, and reports whether one shows it.
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

// list adds the elements of a member of the message as parts. kind is the type of calls
// and attachments, which store none; it is "" for a list of parts. A call that a part
// shows already is skipped. list reports false for a value that is not an array.
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
