package transcript

import (
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/api/jsonobject"
)

// openMembers reads the members of a UI message other than its parts. What version 4 and
// messages of a model store there becomes parts after the stored ones, in the order in
// which version 4 shows them. All other members go to Extra.
func (b *builder) openMembers(m *Message, rec *api.MessageRecord) {
	open := jsonobject.Of(rec.Message.Unknown)
	m.parent = parentOf(&open)
	if len(m.Parts) == 0 {
		for _, raw := range jsonobject.Elements(open.Take(jsonobject.IsArray, "content")) {
			m.add(b.part(raw))
		}
	}
	for _, raw := range jsonobject.Elements(open.Take(jsonobject.IsArray, "toolInvocations")) {
		p := b.part([]byte(`{"type":"tool-invocation","toolInvocation":` + string(raw) + `}`))
		same := func(stored Part) bool {
			return stored.Tool != nil && stored.Tool.CallID == p.Tool.CallID
		}
		if p.Tool == nil || p.Tool.CallID == "" || !slices.ContainsFunc(m.Parts, same) {
			m.add(p)
		}
	}
	m.addText(KindReasoning, &open, "reasoning")
	m.addText(KindText, &open, "content")
	for _, raw := range jsonobject.Elements(open.Take(
		jsonobject.IsArray,
		"experimental_attachments",
	)) {
		p := b.part(raw)
		if o := jsonobject.Of(raw); o != nil {
			p.Part = Part{
				Kind: KindFile,
				Type: "file",
				rare: readFile(&o),
				Raw:  raw,
			}
			p.Extra = o
		}
		m.add(p)
	}
	if v := open.Find(jsonobject.Any, "data"); v != nil && m.Role == RoleData {
		m.Parts = append(m.Parts, Part{
			Kind: KindData,
			Type: "data",
			rare: &data{name: "data", value: open.Take(jsonobject.Any, "data")},
			Raw:  v,
		})
	}
	if v := open.Find(jsonobject.Any, "error"); errorText(v) != "" && m.Role == RoleAssistant {
		m.Parts = append(m.Parts, Part{
			Kind: KindCard,
			Type: "error",
			rare: readCard("error", jsonobject.Object{{Name: []byte("error"), Value: v}}),
			Raw:  v,
		})
	}
	m.Extra = append(open, jsonobject.Of(rec.Unknown)...)
}

// addText takes a text. It becomes a part if no part has its kind, and another field if no
// part shows it.
func (m *Message) addText(k Kind, open *jsonobject.Object, name string) {
	v := open.Find(jsonobject.IsString, name)
	text := Elide(string(jsonobject.Text(v)))
	var stored []string
	for i := range m.Parts {
		if m.Parts[i].Kind == k {
			stored = append(stored, m.Parts[i].Text)
		}
	}
	if stored == nil && text != "" {
		m.Parts = append(m.Parts, Part{
			Kind: k,
			Type: name,
			Text: text,
			Raw:  v,
		})
	}
	if stored == nil || slices.Contains(stored, text) || strings.Join(stored, "") == text {
		open.Take(jsonobject.IsString, name)
	}
}
