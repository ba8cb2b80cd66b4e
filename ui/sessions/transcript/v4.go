package transcript

import (
	"hash/maphash"
	"slices"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// invocationV4 reads a tool-invocation part, and reports false where it is none:
// a tool of version 5 may be called "invocation".
func (b *builder) invocationV4(p *Part, ms []member) bool {
	i := slices.IndexFunc(ms, func(m member) bool { return string(m.name) == "toolInvocation" && m.kind() == '{' })
	if i < 0 {
		return false
	}
	value := ms[i].value
	p.read(KindTool, ms, func(m member) bool { return string(m.name) == "toolInvocation" })
	b.toolV4(p, value)
	return true
}

// toolV4 reads a tool invocation of version 4.
func (b *builder) toolV4(p *Part, raw jsontext.Value) {
	t := &Tool{}
	p.Tool = t
	inner, _ := b.inner.object(raw, nil)
	p.read(KindTool, inner, func(m member) bool {
		switch string(m.name) {
		case "toolCallId":
			return m.set(&t.CallID)
		case "toolName":
			return m.set(&t.Name)
		case "state":
			return m.set(&t.StateText)
		case "args":
			t.Input = m.value
		case "result":
			t.Output = m.value
		default:
			return false
		}
		return true
	})
	b.judge(t, false)
}

// sourceV4 reads {source: {sourceType, id, url, title}}; without that member
// the part stays unknown.
func (b *builder) sourceV4(p *Part, ms []member) {
	for _, m := range ms {
		if string(m.name) == "source" && m.kind() == '{' {
			inner, _ := b.inner.object(m.value, nil)
			p.Source = new(Source)
			p.read(KindSource, ms, func(m member) bool { return string(m.name) == "source" })
			p.read(KindSource, inner, func(m member) bool {
				return string(m.name) == "sourceType" || p.Source.member(m)
			})
			return
		}
	}
}

// openMembers reads what a UI message holds besides its parts. In version 4
// that is the message itself; the parts made of it follow those that were
// stored, in the order in which that SDK showed them. All else goes to Extra.
func (b *builder) openMembers(m *Message, rec *api.MessageRecord) {
	if len(rec.Message.Unknown) == 0 && len(rec.Unknown) == 0 {
		return // as nearly all are
	}
	open, _ := b.inner.object(rec.Message.Unknown, nil)
	values := make(map[string]jsontext.Value, len(open))
	for _, o := range open {
		values[string(o.name)] = o.value
	}
	taken := map[string]bool{
		"toolInvocations":          b.invocationsV4(m, values["toolInvocations"]),
		"reasoning":                b.plainV4(m, values["reasoning"], KindReasoning, "reasoning"),
		"content":                  b.plainV4(m, values["content"], KindText, "text"),
		"experimental_attachments": b.attachmentsV4(m, values["experimental_attachments"]),
		"data":                     m.Role == RoleData && b.valueV4(m, KindData, "data", values["data"]),
	}
	if !taken["content"] { // messages of the model's own form hold a list
		taken["content"] = len(m.Parts) == 0 && b.valueV4(m, KindUnknown, "content", values["content"])
	}
	if at := timeOf(string(unquote(values["createdAt"]))); !at.IsZero() && (m.Time.IsZero() || m.Time.Equal(at)) {
		m.Time = at
		taken["createdAt"] = true
	}
	outer, _ := b.inner.object(rec.Unknown, nil)
	for _, o := range append(open, outer...) {
		if !taken[string(o.name)] {
			m.Extra = append(m.Extra, Member{string(o.name), o.value})
		}
	}
}

// plainV4 adds a string of the message as a part, unless parts of that kind say
// it already. It reports whether the string is shown.
func (b *builder) plainV4(m *Message, v jsontext.Value, k Kind, name string) bool {
	if v.Kind() != '"' {
		return false
	}
	text := Elide(string(unquote(v)))
	var joined string
	stored := false
	for i := range m.Parts {
		if m.Parts[i].Kind == k {
			joined += m.Parts[i].Text
			stored = true
			if m.Parts[i].Text == text {
				return true
			}
		}
	}
	if stored {
		return joined == text
	}
	if text != "" {
		m.Parts = append(m.Parts, Part{Kind: k, Type: name, Text: text, Raw: v, Version: maphash.Bytes(seed, v)})
	}
	return true
}

// valueV4 adds a member of the message as a part of JSON, where it says anything.
func (b *builder) valueV4(m *Message, k Kind, name string, v jsontext.Value) bool {
	if v == nil || v.Kind() == 'n' {
		return false
	}
	m.Parts = append(m.Parts, Part{Kind: k, Type: name, Name: name, Value: v, Raw: v, Version: maphash.Bytes(seed, v)})
	return true
}

func (b *builder) invocationsV4(m *Message, v jsontext.Value) bool {
	calls, ok := b.inner.array(v, nil)
	stored := len(m.Parts)
	known := make(map[string]bool, stored)
	for i := range m.Parts {
		if t := m.Parts[i].Tool; t != nil && t.CallID != "" {
			known[t.CallID] = true
		}
	}
	for _, raw := range calls {
		p := Part{Kind: KindUnknown, Type: "tool-invocation", Value: raw, Raw: raw, Version: maphash.Bytes(seed, raw)}
		if raw.Kind() == '{' {
			b.toolV4(&p, raw)
			if known[p.Tool.CallID] {
				continue
			}
		}
		m.Parts = append(m.Parts, p)
	}
	return ok
}

func (b *builder) attachmentsV4(m *Message, v jsontext.Value) bool {
	files, ok := b.inner.array(v, nil)
	for _, raw := range files {
		p := Part{Kind: KindUnknown, Type: "experimental_attachments", Value: raw, Raw: raw, Version: maphash.Bytes(seed, raw)}
		if ms, ok := b.inner.object(raw, nil); ok {
			b.file(&p, KindFile, ms)
		}
		m.Parts = append(m.Parts, p)
	}
	return ok
}
