package transcript

import (
	"slices"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// invocationV4 reads a tool-invocation part. It reports false for a call of version
// 5 of a tool named "invocation".
func (b *builder) invocationV4(p *Part, ms []member) bool {
	i := slices.IndexFunc(ms, func(m member) bool { return string(m.name) == "toolInvocation" && m.kind() == '{' })
	if i < 0 {
		return false
	}
	p.fields("", slices.Delete(slices.Clone(ms), i, i+1), nil)
	inner, _ := b.inner.object(ms[i].value, nil)
	b.tool(p, "", "toolInvocation.", inner)
	return true
}

// sourceV4 reads {source: {sourceType, id, url, title}}; without that member the
// part stays unknown.
func (b *builder) sourceV4(p *Part, ms []member) {
	s := new(Source)
	p.read(KindSource, ms, func(m member) bool {
		if string(m.name) == "source" && b.object(p, "source.", m.value, s.member) {
			p.Source = s
			return true
		}
		return false
	})
	if p.Source == nil {
		p.Kind, p.Extra = KindUnknown, nil
	}
}

// openMembers reads what a UI message holds besides its parts. In version 4 that is
// the message itself, and a model's own message holds its parts in content; the
// parts made of it follow the stored ones, in the order of that SDK. All else goes
// to Extra.
func (b *builder) openMembers(m *Message, rec *api.MessageRecord) {
	if len(rec.Message.Unknown) == 0 && len(rec.Unknown) == 0 {
		return // the usual case
	}
	open, _ := b.inner.object(rec.Message.Unknown, nil)
	value := func(name string) jsontext.Value {
		for _, o := range open {
			if string(o.name) == name {
				return o.value
			}
		}
		return nil
	}
	content := value("content")
	if items, ok := b.inner.array(content, nil); ok && len(m.Parts) == 0 {
		for _, raw := range items {
			m.add(b.part(raw))
		}
		content = nil
	}
	shown := map[string]bool{
		"toolInvocations":          b.invocationsV4(m, value("toolInvocations")),
		"reasoning":                m.addText(KindReasoning, "reasoning", value("reasoning")),
		"content":                  content == nil || m.addText(KindText, "text", content),
		"experimental_attachments": b.attachmentsV4(m, value("experimental_attachments")),
	}
	if m.Role == RoleData && value("data") != nil {
		m.add(Part{Kind: KindData, Type: "data", Name: "data", Value: value("data"), Raw: value("data")})
		shown["data"] = true
	}
	if at := timeOf(string(unquote(value("createdAt")))); !at.IsZero() && (m.Time.IsZero() || m.Time.Equal(at)) {
		m.Time = at
	}
	outer, _ := b.inner.object(rec.Unknown, nil)
	for _, o := range append(open, outer...) {
		if !shown[string(o.name)] {
			m.Extra = append(m.Extra, Member{string(o.name), o.value})
		}
	}
}

// addText adds a text of the message as a part, unless the parts of that kind hold
// it. It reports whether the text is shown.
func (m *Message) addText(k Kind, name string, v jsontext.Value) bool {
	if v.Kind() != '"' {
		return false
	}
	text := Elide(string(unquote(v)))
	joined, stored := "", false
	for i := range m.Parts {
		if p := &m.Parts[i]; p.Kind == k {
			if p.Text == text {
				return true
			}
			joined += p.Text
			stored = true
		}
	}
	if stored {
		return joined == text
	}
	if text != "" {
		m.add(Part{Kind: k, Type: name, Text: text, Raw: v})
	}
	return true
}

// invocationsV4 adds the calls of the message that are not among its parts.
func (b *builder) invocationsV4(m *Message, v jsontext.Value) bool {
	stored := map[string]bool{"": false}
	for i := range m.Parts {
		if t := m.Parts[i].Tool; t != nil && t.CallID != "" {
			stored[t.CallID] = true
		}
	}
	return b.list(m, "tool-invocation", v, func(p *Part, ms []member) bool {
		b.tool(p, "", "", ms)
		return !stored[p.Tool.CallID]
	})
}

func (b *builder) attachmentsV4(m *Message, v jsontext.Value) bool {
	return b.list(m, "experimental_attachments", v, func(p *Part, ms []member) bool {
		b.file(p, KindFile, ms)
		return true
	})
}

// list adds the elements of a member of the message as parts, those that read wants.
func (b *builder) list(m *Message, kind string, v jsontext.Value, read func(*Part, []member) bool) bool {
	items, ok := b.inner.array(v, nil)
	for _, raw := range items {
		p := Part{Type: kind, Value: raw, Raw: raw}
		ms, isObject := b.r.object(raw, nil)
		if isObject {
			p.Value = nil
		}
		if !isObject || read(&p, ms) {
			m.add(p)
		}
	}
	return ok
}
