package transcript

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf16"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// Part is one part of a message. Kind decides which fields are set.
//
// A session has tens of thousands of parts, so small fields stand together, where they take little room, and what few
// parts have is behind methods.
type Part struct {
	Kind       Kind
	InCall     bool              // is within the output of a call, or of a sub-agent
	Agent      bool              // InCall: is of a message of a sub-agent, which no output repeats
	Unfinished bool              // was stored before it was complete
	Joined     bool              // is the result of a call, which shows it
	Level      int16             // of nesting, 0 outside other parts; the parts within a part follow it
	Type       string            // as sent
	Text       string            // KindText, KindReasoning: Markdown, inline data replaced as by [Elide]
	Tool       *Tool             // KindTool
	rare       any               // a *File, *Card, *Source, *data or []Citation
	Extra      jsonobject.Object // other fields, which are not shown elsewhere
	Raw        jsontext.Value    // as sent
}

// data is the value of a part of KindData or KindCustom.
type data struct {
	name  string
	value jsontext.Value
}

// File returns the file of a part of KindFile or KindReasoningFile, nil for another one.
func (p *Part) File() *File {
	f, _ := p.rare.(*File)
	return f
}

// Card returns the card of a part of KindCard, nil for another one.
func (p *Part) Card() *Card {
	c, _ := p.rare.(*Card)
	return c
}

// Source returns the source of a part of KindSource, nil for another one.
func (p *Part) Source() *Source {
	s, _ := p.rare.(*Source)
	return s
}

// citations returns the citations in a part of KindText.
func (p *Part) citations() []Citation {
	c, _ := p.rare.([]Citation)
	return c
}

// Name returns NAME of data-NAME, or the kind of a part of KindCustom; "" for another one.
func (p *Part) Name() string {
	d, ok := p.rare.(*data)
	if !ok {
		return ""
	}
	return d.name
}

// Value returns what is shown as JSON: the data of KindData, the text of KindFile, and the whole part of KindCard and
// KindUnknown. It returns nil for another part.
func (p *Part) Value() jsontext.Value {
	switch p.Kind {
	case KindData:
		return p.rare.(*data).value
	case KindFile:
		return p.File().text
	case KindCard, KindUnknown:
		return p.Raw
	}
	return nil
}

// parsed is a part with the parts within it, until Message.add makes them follow it.
type parsed struct {
	Part
	children []parsed
}

// Kind is the kind of a part, in all versions of the SDK.
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
	KindCard
)

// Source is a page or a document that a text refers to.
type Source struct {
	Number    int    // of a part, from 1 in each message
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

// Repeated reports whether another part shows the part: the call whose result or output it is.
func (p *Part) Repeated() bool {
	return p.Joined || p.InCall && !p.Agent
}

// builder reads parts; its buffers are reused from one to the next.
type builder struct {
	reader  jsonobject.Reader
	members jsonobject.Object
	nesting int               // how many messages of sub-agents contain the parts
	texts   map[string]string // of types, states and names of tools
}

// common returns a text that many parts have.
func (b *builder) common(text []byte) string {
	s, known := b.texts[string(text)]
	if known {
		return s
	}
	if b.texts == nil {
		b.texts = map[string]string{}
	}
	s = string(text)
	b.texts[s] = s
	return s
}

// part reads a part. One without the members of its type becomes an unknown part.
func (b *builder) part(raw jsontext.Value) parsed {
	p := parsed{Part: Part{Raw: raw}}
	o, ok := b.reader.Object(raw, b.members[:0])
	b.members = o
	p.Type = b.common(jsonobject.Text(o.Take(jsonobject.IsString, "type")))
	if !ok || !b.read(&p, &o) {
		return parsed{Part: Part{Type: p.Type, Raw: raw}}
	}
	p.Extra = append(slices.Clone(o), p.Extra...)
	return p
}

// read reads the members of a part by its type. Unused members of nested objects go to
// Extra; unused members of the part stay in o. It reports false for an unknown part.
func (b *builder) read(p *parsed, o *jsonobject.Object) bool {
	switch t := p.Type; {
	case t == "text":
		return p.readText(KindText, o)
	case t == "reasoning", t == "thinking":
		return p.readText(KindReasoning, o)
	case t == "redacted_thinking":
		p.Kind = KindHiddenReasoning
	case t == "step-start":
		p.Kind = KindStepStart
	case t == "custom":
		p.Kind = KindCustom
		p.rare = &data{name: o.TakeString("kind")}
	case isFile(t):
		p.Kind = KindFile
		p.rare = readFile(o)
	case isCard(t):
		p.Kind = KindCard
		p.rare = readCard(t, *o)
		*o = nil
	case strings.HasPrefix(t, "tool-approval-") &&
		o.Find(jsonobject.IsString, "approvalId") != nil:
		return false // joinCalls reads it
	case t == "reasoning-file":
		p.Kind = KindReasoningFile
		p.rare = readFile(o)
	case t == "source-url", t == "source-document":
		p.Kind = KindSource
		p.rare = readSource(o)
	case t == "source" && o.Find(jsonobject.IsObject, "source") != nil: // version 4
		inner := jsonobject.Of(o.Take(jsonobject.IsObject, "source"))
		p.Kind = KindSource
		p.rare = readSource(&inner)
		p.Extra.Add("source.", inner)
	case t == "steering-message":
		p.Kind = KindSteering
		p.children = b.children(jsonobject.Elements(o.Take(jsonobject.IsArray, "parts")))
	case t == "tool-invocation" && o.Find(
		jsonobject.IsObject,
		"toolInvocation",
	) != nil: // version 4; before the other types that begin with "tool-"
		inner := jsonobject.Of(o.Take(jsonobject.IsObject, "toolInvocation"))
		b.tool(p, "", &inner)
		p.Extra.Add("toolInvocation.", inner)
	case strings.HasSuffix(t, "tool_result"), (t == "tool-result" || t == "tool-error") &&
		o.Find(jsonobject.IsString, "toolName") != nil:
		p.readResult(o)
	case t == "dynamic-tool", strings.HasSuffix(t, "tool_use"), strings.HasPrefix(t, "tool-") &&
		o.Find(jsonobject.IsString, "toolName") != nil:
		b.tool(p, "", o)
	case strings.HasPrefix(t, "tool-") && t != "tool-":
		b.tool(p, t[len("tool-"):], o)
	case strings.HasPrefix(t, "data-") && t != "data-":
		p.Kind = KindData
		p.rare = &data{name: t[len("data-"):], value: o.Take(jsonobject.Any, "data")}
	}
	return p.Kind != KindUnknown
}

// readText reads text, and reasoning of version 5 and later (text), of version 4
// (reasoning, whose details repeat it) and of the Claude SDK (thinking).
func (p *Part) readText(k Kind, o *jsonobject.Object) bool {
	text := o.Take(jsonobject.IsString, "text", "reasoning", "thinking")
	p.Kind = k
	p.Text = Elide(jsonobject.String(text))
	if state := string(o.Find(
		jsonobject.IsString,
		"state",
	)); state == `"streaming"` || state == `"done"` {
		p.Unfinished = o.TakeString("state") == "streaming"
	}
	p.readCitations(o.Find(jsonobject.IsArray, "citations"))
	return text != nil
}

// readCitations reads the citations of version 7, which [Message.cite] numbers later.
func (p *Part) readCitations(v jsontext.Value) {
	var all []Citation
	for _, item := range jsonobject.Elements(v) {
		o := jsonobject.Of(item)
		inner := jsonobject.Of(o.Take(jsonobject.IsObject, "source"))
		c := Citation{source: *readSource(&inner), End: -1, raw: item}
		c.source.Quote = o.TakeString("citedText")
		if end, err := strconv.Atoi(string(o.Take(jsonobject.IsNumber, "endIndex"))); err == nil {
			c.End = end
		}
		if c.source.URL != "" || c.source.Title != "" {
			all = append(all, c)
		}
	}
	if all != nil {
		p.rare = all
	}
}

func readSource(o *jsonobject.Object) *Source {
	return &Source{
		URL:       o.TakeString("url"),
		Title:     o.TakeString("title"),
		MediaType: o.TakeString("mediaType"),
		Filename:  o.TakeString("filename"),
	}
}

func (b *builder) children(parts []jsontext.Value) []parsed {
	inner := builder{nesting: b.nesting + 1, texts: b.texts}
	children := make([]parsed, len(parts))
	for i, raw := range parts {
		children[i] = inner.part(raw)
	}
	return children
}

// add appends a part and all parts within it to a message.
func (m *Message) add(p parsed) {
	m.Parts = append(m.Parts, p.Part)
	for _, c := range p.children {
		c.Level = p.Level + 1
		c.InCall = p.InCall || p.Tool != nil
		m.add(c)
	}
}

// Nested returns the parts nested in a part.
func (t *Transcript) Nested(r Ref) []Part {
	parts := t.Messages[r.Message].Parts[r.Part:]
	n := 1
	for n < len(parts) && parts[n].Level > parts[0].Level {
		n++
	}
	return parts[1:n]
}

// parent returns the place of the part around the part at r, if any.
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
		s := p.Source()
		s.Number = n
		key := s.URL + "\x00" + s.Title
		if known[key] == 0 {
			known[key] = n
		}
	}
	for i := range m.Parts {
		if m.Parts[i].Source() != nil {
			add(&m.Parts[i])
		}
	}
	for i := range len(m.Parts) {
		text := &m.Parts[i]
		citations := text.citations()
		for j := range citations {
			c := &citations[j]
			if known[c.source.URL+"\x00"+c.source.Title] == 0 {
				p := Part{
					Kind: KindSource,
					Type: "citation",
					rare: &c.source,
					Raw:  c.raw,
				}
				add(&p)
				m.Parts = append(m.Parts, p)
				text = &m.Parts[i]
			}
			c.Number = known[c.source.URL+"\x00"+c.source.Title]
			c.End = byteOffset(text.Text, c.End)
		}
	}
}

// byteOffset returns where the UTF-16 code unit n of s begins, or else the end of s.
func byteOffset(s string, n int) int {
	for i, r := range s {
		if n == 0 {
			return i
		}
		n -= utf16.RuneLen(r)
	}
	return len(s)
}

// Markdown returns the text with the numbers of its sources.
func (p *Part) Markdown() string {
	if len(p.citations()) == 0 {
		return p.Text
	}
	marks := slices.Clone(p.citations())
	slices.SortStableFunc(marks, func(a, b Citation) int {
		return cmp.Compare(a.End, b.End)
	})
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
