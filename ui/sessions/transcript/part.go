package transcript

import (
	"hash/maphash"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Part is one part of a message. Which members are set depends on Kind.
type Part struct {
	Kind        Kind
	Type        string // as sent
	Text        string // KindText, KindReasoning: markdown, inline data replaced as [Elide] does
	Interrupted bool   // stored while it was still being written
	Name        string // KindData: NAME of data-NAME; KindCustom: its kind
	Tool        *Tool  // KindTool
	File        *File  // KindFile, KindReasoningFile
	Source      *Source
	Value       jsontext.Value // KindData: its data; KindUnknown: the whole part
	Extra       []Member       // members that the type does not define, and those of another JSON type
	Raw         jsontext.Value // as sent
	Version     uint64         // equal within one process where Raw is equal
}

// Kind is what a part is, over all versions.
type Kind uint8

// The kinds of parts.
const (
	KindUnknown Kind = iota
	KindText
	KindReasoning
	KindTool
	KindSource
	KindFile
	KindReasoningFile
	KindCustom
	KindStepStart
	KindData
)

// Source is what a text was drawn from: a page or a document.
type Source struct {
	ID        string
	URL       string // "" for a document
	Title     string
	MediaType string
	Filename  string
}

// Blank reports whether a text or reasoning part has nothing to show.
func (p *Part) Blank() bool {
	return (p.Kind == KindText || p.Kind == KindReasoning) && strings.TrimSpace(p.Text) == ""
}

// builder reads parts; its scratch space is reused from one to the next.
type builder struct {
	r, inner reader // of a part, and of what is inside it
	ms       []member
	nesting  int // how many messages of sub-agents are around
}

func (b *builder) part(raw jsontext.Value) Part {
	p := Part{Kind: KindUnknown, Value: raw, Raw: raw, Version: maphash.Bytes(seed, raw)}
	ms, ok := b.r.object(raw, b.ms[:0])
	b.ms = ms
	if !ok {
		return p
	}
	for _, m := range ms {
		if string(m.name) == "type" {
			m.set(&p.Type)
		}
	}
	b.classify(&p, ms)
	return p
}

func (b *builder) classify(p *Part, ms []member) {
	switch {
	case p.Type == "text":
		p.readText(KindText, ms, p.textMember)
	case p.Type == "reasoning":
		p.readText(KindReasoning, ms, p.reasoningMember)
	case p.Type == "step-start":
		p.read(KindStepStart, ms, nil)
	case p.Type == "custom":
		p.read(KindCustom, ms, func(m member) bool { return string(m.name) == "kind" && m.set(&p.Name) })
	case p.Type == "file":
		b.file(p, KindFile, ms)
	case p.Type == "reasoning-file":
		b.file(p, KindReasoningFile, ms)
	case p.Type == "source-url", p.Type == "source-document":
		p.Source = new(Source)
		p.read(KindSource, ms, p.Source.member)
	case p.Type == "source":
		b.sourceV4(p, ms)
	case p.Type == "tool-invocation" && b.invocationV4(p, ms):
		// It begins with "tool-" too, so it is asked for before those.
	case p.Type == "dynamic-tool", strings.HasPrefix(p.Type, "tool-") && p.Type != "tool-":
		b.tool(p, ms)
	case strings.HasPrefix(p.Type, "data-") && p.Type != "data-":
		p.Name = p.Type[len("data-"):]
		p.Value = nil
		p.read(KindData, ms, p.dataMember)
	}
}

// read gives each member to take; what take does not want is kept in Extra.
func (p *Part) read(k Kind, ms []member, take func(member) bool) {
	p.Kind = k
	if k != KindData {
		p.Value = nil
	}
	for _, m := range ms {
		if string(m.name) == "type" || take != nil && take(m) {
			continue
		}
		p.Extra = append(p.Extra, Member{string(m.name), m.value})
	}
}

// readText is read for parts that are nothing without their text: one that has
// none stays unknown, so that what it has instead is shown.
func (p *Part) readText(k Kind, ms []member, take func(member) bool) {
	whole := p.Value
	found := false
	p.read(k, ms, func(m member) bool {
		took := take(m)
		found = found || took && string(m.name) != "state"
		return took
	})
	if !found {
		p.Kind, p.Value, p.Extra = KindUnknown, whole, nil
	}
}

func (p *Part) textMember(m member) bool {
	switch string(m.name) {
	case "text":
		return p.setText(m)
	case "state":
		return p.streamState(m)
	}
	return false
}

// reasoningMember reads reasoning of version 5 and later (text, id) and of 4
// (reasoning, whose details repeat it piece by piece).
func (p *Part) reasoningMember(m member) bool {
	switch string(m.name) {
	case "text", "reasoning":
		return p.setText(m)
	case "state":
		return p.streamState(m)
	}
	return false
}

func (p *Part) setText(m member) bool {
	if p.Text != "" || !m.set(&p.Text) {
		return false
	}
	p.Text = Elide(p.Text)
	return true
}

// streamState reads the state of text and reasoning. Any state but the two
// that are known stays in Extra.
func (p *Part) streamState(m member) bool {
	switch string(unquote(m.value)) {
	case "streaming":
		p.Interrupted = true
		return true
	case "done":
		return true
	}
	return false
}

func (p *Part) dataMember(m member) bool {
	if string(m.name) != "data" {
		return false
	}
	p.Value = m.value
	return true
}

func (s *Source) member(m member) bool {
	switch string(m.name) {
	case "sourceId", "id":
		return m.set(&s.ID)
	case "url":
		return m.set(&s.URL)
	case "title":
		return m.set(&s.Title)
	case "mediaType":
		return m.set(&s.MediaType)
	case "filename":
		return m.set(&s.Filename)
	}
	return false
}
