package transcript

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"
)

// Part is one part of a message. Kind decides which fields are set.
type Part struct {
	Kind        Kind
	Type        string         // as sent
	Level       int            // parts of level n+1 belong to the part of level n before them
	InCall      bool           // is in the output of the call that it belongs to
	Text        string         // KindText, KindReasoning: Markdown, inline data replaced as by [Elide]
	Interrupted bool           // stored while it was being written
	Writing     bool           // the same, in a run that still goes on
	Joined      bool           // a result that is shown with its call
	Name        string         // KindData: NAME of data-NAME; KindCustom: its kind
	Tool        *Tool          // KindTool
	File        *File          // KindFile, KindReasoningFile
	Source      *Source        // KindSource
	Number      int            // KindSource: from 1 in each message
	Citations   []Citation     // KindText
	Value       jsontext.Value // KindData: its data; KindUnknown: the whole part
	Extra       []Member       // other fields: all that is shown in no other place
	Raw         jsontext.Value // as sent

	children   []Part // while reading: its parts, before they follow it in the message
	index, sub int    // its place in the stored message, and among the parts within that one
}

// Kind is what a part is, over all versions of the SDK.
type Kind uint8

// The kinds of parts.
const (
	KindUnknown Kind = iota
	KindText
	KindReasoning
	KindHiddenReasoning // encrypted by the provider
	KindTool
	KindSource
	KindFile
	KindReasoningFile
	KindCustom
	KindStepStart
	KindSteering // what a user wrote while the run went on
	KindData
)

// Source is a page or a document that a text refers to.
type Source struct {
	URL       string // "" for a document
	Title     string
	MediaType string
	Filename  string
	Quote     string // the cited text, of a source that only a citation names
}

// Citation marks the end of a stretch of text that a source supports.
type Citation struct {
	End    int // byte in the text
	Number int // of the source
	source Source
	raw    jsontext.Value
}

// Blank reports whether a text or reasoning part has nothing to show.
func (p *Part) Blank() bool {
	return (p.Kind == KindText || p.Kind == KindReasoning) && strings.TrimSpace(p.Text) == ""
}

// builder reads parts; its buffers are reused from one to the next.
type builder struct {
	r, inner reader // of a part, and of a value in it
	ms       []member
	nesting  int // how many messages of sub-agents are around
}

func (b *builder) part(raw jsontext.Value) Part {
	p := Part{Value: raw, Raw: raw}
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
	if p.Kind != KindUnknown && p.Kind != KindData {
		p.Value = nil
	}
	return p
}

// classify reads a part by its type. A part that lacks what its type promises
// stays unknown, so that what it has instead is shown.
func (b *builder) classify(p *Part, ms []member) {
	switch t := p.Type; {
	case t == "text":
		p.readText(KindText, ms)
	case t == "reasoning", t == "thinking":
		p.readText(KindReasoning, ms)
	case t == "redacted_thinking":
		p.read(KindHiddenReasoning, ms, nil)
	case t == "step-start":
		p.read(KindStepStart, ms, nil)
	case t == "custom":
		p.read(KindCustom, ms, func(m member) bool { return string(m.name) == "kind" && m.set(&p.Name) })
	case t == "file", t == "image", t == "document":
		b.file(p, KindFile, ms)
	case t == "reasoning-file":
		b.file(p, KindReasoningFile, ms)
	case t == "source-url", t == "source-document":
		p.Source = new(Source)
		p.read(KindSource, ms, p.Source.member)
	case t == "source":
		b.sourceV4(p, ms)
	case t == "steering-message":
		b.steering(p, ms)
	case t == "tool-invocation" && b.invocationV4(p, ms):
		// It begins with "tool-" too, so it is tried first.
	case t == "dynamic-tool", t == "tool_use", t == "server_tool_use", t == "mcp_tool_use":
		b.tool(p, "", "", ms)
	case strings.HasSuffix(t, "tool_result"):
		b.result(p, ms)
	case strings.HasPrefix(t, "tool-") && t != "tool-":
		b.tool(p, t[len("tool-"):], "", ms)
	case strings.HasPrefix(t, "data-") && t != "data-":
		p.Name, p.Value = t[len("data-"):], nil
		p.read(KindData, ms, func(m member) bool { return string(m.name) == "data" && keep(&p.Value, m) })
	}
}

// keep stores a value, unless there is one already.
func keep(v *jsontext.Value, m member) bool {
	if *v != nil {
		return false
	}
	*v = m.value
	return true
}

// read hands each member of the part to take.
func (p *Part) read(k Kind, ms []member, take func(member) bool) {
	p.Kind = k
	p.fields("", ms, take)
}

// fields hands the members of a known object to take. The members that take
// refuses become other fields under their path: this is the only way a member
// can go, so none gets lost.
func (p *Part) fields(path string, ms []member, take func(member) bool) {
	for _, m := range ms {
		if path == "" && string(m.name) == "type" || take != nil && take(m) {
			continue
		}
		p.Extra = append(p.Extra, Member{path + string(m.name), m.value})
	}
}

// object is fields for an object in the part; it reports false for other values.
func (b *builder) object(p *Part, path string, v jsontext.Value, take func(member) bool) bool {
	ms, ok := b.inner.object(v, nil)
	if ok {
		p.fields(path, ms, take)
	}
	return ok
}

// readText reads text, and reasoning of version 5 and later (text), of version 4
// (reasoning, whose details repeat it) and of the Claude SDK (thinking).
func (p *Part) readText(k Kind, ms []member) {
	found := false
	p.read(k, ms, func(m member) bool {
		switch string(m.name) {
		case "text", "reasoning", "thinking":
			if found || !m.set(&p.Text) {
				return false
			}
			p.Text, found = Elide(p.Text), true
			return true
		case "state":
			return p.streamState(m)
		case "citations":
			p.readCitations(m.value)
		}
		return false
	})
	if !found {
		p.Kind, p.Extra, p.Citations = KindUnknown, nil, nil
	}
}

// streamState reads the state of text and reasoning. Another state than the two
// known ones is an other field.
func (p *Part) streamState(m member) bool {
	switch m.string() {
	case "streaming":
		p.Interrupted = true
		return true
	case "done":
		return true
	}
	return false
}

// readCitations reads the citations of version 7. Their source list and the marks
// in the text are made once all parts of the message are known.
func (p *Part) readCitations(v jsontext.Value) {
	items, _ := new(reader).array(v, nil)
	for _, item := range items {
		c := Citation{End: -1, raw: item}
		ms, _ := new(reader).object(item, nil)
		for _, m := range ms {
			switch string(m.name) {
			case "source":
				source, _ := new(reader).object(m.value, nil)
				for _, s := range source {
					c.source.member(s)
				}
			case "citedText":
				m.set(&c.source.Quote)
			case "endIndex":
				c.End = m.int()
			}
		}
		if c.source.URL != "" || c.source.Title != "" {
			p.Citations = append(p.Citations, c)
		}
	}
}

func (s *Source) member(m member) bool {
	switch string(m.name) {
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

func (b *builder) steering(p *Part, ms []member) {
	p.read(KindSteering, ms, func(m member) bool {
		parts, ok := []jsontext.Value(nil), false
		if string(m.name) == "parts" {
			parts, ok = new(reader).array(m.value, nil)
			p.children = b.children(parts)
		}
		return ok
	})
}

// children reads the parts within a part.
func (b *builder) children(parts []jsontext.Value) []Part {
	inner := builder{nesting: b.nesting + 1}
	children := make([]Part, len(parts))
	for i, raw := range parts {
		children[i] = inner.part(raw)
	}
	return children
}

// add appends a stored part and all parts within it to a message.
func (m *Message) add(p Part) {
	index := 0
	if last := len(m.Parts) - 1; last >= 0 {
		index = m.Parts[last].index + 1
	}
	m.addNested(p, index, len(m.Parts))
}

func (m *Message) addNested(p Part, index, first int) {
	children := p.children
	p.children, p.index, p.sub = nil, index, len(m.Parts)-first
	m.Parts = append(m.Parts, p)
	for _, c := range children {
		c.Level, c.InCall = p.Level+1, p.InCall || p.Tool != nil
		m.addNested(c, index, first)
	}
}

// Nested are the parts that belong to a part.
func (t *Transcript) Nested(r Ref) []Part {
	parts := t.Messages[r.Message].Parts[r.Part:]
	n := 1
	for n < len(parts) && parts[n].Level > parts[0].Level {
		n++
	}
	return parts[1:n]
}

// parent is the place of the part that the part at r belongs to, if any.
func (t *Transcript) parent(r Ref) (Ref, bool) {
	parts := t.Messages[r.Message].Parts
	if r.Part < 0 || parts[r.Part].Level == 0 {
		return r, false
	}
	at := r.Part
	for parts[at].Level >= parts[r.Part].Level {
		at--
	}
	return Ref{r.Message, at}, true
}

// cite numbers the sources of a message and adds those that only a citation names.
func (m *Message) cite() {
	known := map[string]int{}
	n := 0
	add := func(p *Part) {
		n++
		p.Number = n
		if key := p.Source.URL + "\x00" + p.Source.Title; known[key] == 0 {
			known[key] = n
		}
	}
	for i := range m.Parts {
		if m.Parts[i].Source != nil {
			add(&m.Parts[i])
		}
	}
	for i := range len(m.Parts) {
		text := &m.Parts[i]
		for j := range text.Citations {
			c := &text.Citations[j]
			if known[c.source.URL+"\x00"+c.source.Title] == 0 {
				p := Part{Kind: KindSource, Type: "citation", Source: &c.source, Raw: c.raw}
				add(&p)
				m.add(p)
				text = &m.Parts[i]
			}
			c.Number = known[c.source.URL+"\x00"+c.source.Title]
			c.End = byteOffset(text.Text, c.End)
		}
	}
}

// byteOffset returns where the UTF-16 code unit n of s begins; the end of s for a
// negative n or one beyond it.
func byteOffset(s string, n int) int {
	for i, r := range s {
		if n == 0 {
			return i
		}
		n -= utf16.RuneLen(r)
	}
	return len(s)
}

// Markdown is the text with the numbers of its sources.
func (p *Part) Markdown() string {
	if len(p.Citations) == 0 {
		return p.Text
	}
	marks := slices.Clone(p.Citations)
	slices.SortStableFunc(marks, func(a, b Citation) int { return cmp.Compare(a.End, b.End) })
	var out strings.Builder
	from := 0
	for _, c := range marks {
		out.WriteString(p.Text[from:c.End])
		out.WriteString("\\[" + strconv.Itoa(c.Number) + "\\]")
		from = c.End
	}
	out.WriteString(p.Text[from:])
	return out.String()
}
