package wording

import (
	"bufio"
	"io"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/transcript"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Markdown writes the transcript at a depth, unfolded: what the screen shows, with
// calls and reasoning as code. Fences are longer than any in what they hold.
func Markdown(out io.Writer, w *words.Words, t *transcript.Transcript, d transcript.Depth) error {
	e := exporter{t: t, out: bufio.NewWriter(out), w: w}
	e.line("# ", w.T("sessions.export.title"), " ", inline(t.SessionID))
	steps := t.Summary()
	folds := transcript.FoldAll(transcript.Open)
	for it := range t.Items(d, &folds) {
		if it.Kind == transcript.ItemStep {
			e.step(steps[it.N])
		} else {
			e.show(it)
		}
	}
	return e.out.Flush()
}

// exporter writes Markdown. The writer keeps the first error, which Flush returns.
type exporter struct {
	t       *transcript.Transcript
	out     *bufio.Writer
	w       *words.Words
	quote   string // before each line, for parts within parts
	sources int    // of the message so far
}

// block writes Markdown of several lines and closes the fence of an interrupted text.
func (e *exporter) block(markdown string) {
	markdown = strings.TrimRight(text.CleanLines(markdown), "\n")
	fence := ""
	for line := range strings.Lines(markdown) {
		fence = text.FenceAfter(fence, line)
	}
	if fence != "" {
		info := strings.TrimLeft(fence, fence[:1])
		markdown += "\n" + strings.TrimSuffix(fence, info)
	}
	for line := range strings.Lines(markdown) {
		e.out.WriteString(e.quote + line)
	}
	e.out.WriteString("\n" + strings.TrimRight(e.quote, " ") + "\n")
}

// line writes a paragraph of one line.
func (e *exporter) line(parts ...string) {
	e.block(oneParagraph(strings.Join(parts, "")))
}

func oneParagraph(s string) string {
	return strings.Join(strings.Fields(text.Clean(s)), " ")
}

// item writes an item of a list, unless there is nothing to say.
func (e *exporter) item(id, s string) {
	if s != "" {
		e.out.WriteString("- " + oneParagraph(e.w.T(id)+": "+s) + "\n")
	}
}

func (e *exporter) fenced(language, code string) {
	code = strings.TrimRight(text.CleanLines(code), "\n")
	fence := strings.Repeat("`", max(3, longestRun(code)+1))
	e.block(fence + language + "\n" + code + "\n" + fence)
}

// longestRun is the length of the longest run of backquotes in a text.
func longestRun(s string) int {
	n := 0
	for _, run := range strings.FieldsFunc(s, func(r rune) bool { return r != '`' }) {
		n = max(n, len(run))
	}
	return n
}

func inline(s string) string {
	if s == "" {
		return ""
	}
	ticks := strings.Repeat("`", longestRun(s)+1)
	if len(ticks) > 1 {
		s = " " + s + " "
	}
	return ticks + s + ticks
}

func (e *exporter) heading(role transcript.Role, m *transcript.Message) {
	parts := []string{resource.Role(e.w, role)}
	if m.Run != "" {
		parts = append(parts, e.w.T("sessions.export.run")+" "+inline(m.Run))
	}
	if m.Step.IsSet() {
		parts = append(parts, e.w.T("sessions.export.step")+" "+m.Step.Add(api.Int(1)).String())
	}
	if !m.Time.IsZero() {
		parts = append(parts, m.Time.UTC().Format(time.RFC3339))
	}
	e.line("## ", strings.Join(parts, " · "))
}

func (e *exporter) step(s transcript.Step) {
	e.heading(s.Role, &e.t.Messages[s.Message])
	e.item("sessions.export.meant", s.Meant)
	e.item("sessions.export.called", Calls(e.w, s.Calls, inline))
	e.item("sessions.export.result", s.Result)
	for _, f := range e.t.Files(&s) {
		e.item("sessions.export.files", e.file(&f))
	}
	for _, at := range s.Waiting {
		e.item("sessions.export.waiting", Why(e.w, e.t.Part(at).Tool))
	}
	for _, at := range s.Problems {
		e.item("sessions.field.error", Problem(e.w, e.t, at))
	}
	e.out.WriteString("\n")
}

func (e *exporter) show(it transcript.Item) {
	m := &e.t.Messages[it.Message]
	p := e.t.Part(it.Ref)
	if e.quote = ""; p != nil {
		e.quote = strings.Repeat("> ", int(p.Level))
	}
	switch it.Kind {
	case transcript.ItemMessage:
		e.sources = 0
		e.heading(m.Role, m)
	case transcript.ItemHead:
		e.head(it.Ref, p)
	case transcript.ItemText:
		if p.Kind == transcript.KindText {
			e.block(p.Markdown())
			return
		}
		e.line("### ", Part(e.w, p))
		e.fenced("markdown", p.Text)
	case transcript.ItemUnfinished:
		e.line("*", Unfinished(e.w, e.t, it.Ref), "*")
	case transcript.ItemField:
		e.field(it.Ref, it.Field)
	}
}

// head writes the line of a part. That of a text is its text.
func (e *exporter) head(r transcript.Ref, p *transcript.Part) {
	switch p.Kind {
	case transcript.KindText, transcript.KindReasoning:
	case transcript.KindTool:
		e.line("### ", call(e.w, e.t, r))
		why := Why(e.w, p.Tool)
		if why != "" {
			e.line("*", why, "*")
		}
	case transcript.KindFile, transcript.KindReasoningFile:
		e.line("- ", Part(e.w, p), " ", e.file(p.File()))
	case transcript.KindCard:
		line, below := Card(e.w, p.Card())
		e.line("### ", line)
		for _, s := range below {
			e.line("- ", s)
		}
	case transcript.KindSource:
		if e.sources++; e.sources == 1 {
			e.line("**", e.w.T("sessions.export.sources"), "**")
		}
		linked := *p.Source()
		if linked.URL != "" {
			linked.URL = "<" + linked.URL + ">"
		}
		e.line(
			"\\[",
			e.w.Int(p.Source().Number),
			"\\] ",
			linked.String(),
		)
	case transcript.KindStepStart:
		e.line("---")
	default:
		e.line("### ", Part(e.w, p))
	}
}

// field writes a field as code, in the language that it is in.
func (e *exporter) field(r transcript.Ref, f transcript.Field) {
	code, language := e.t.Code(r, f)
	if label := Field(e.w, f); label != "" {
		e.line(label)
	}
	if language == "json" && (strings.TrimLeft(code, "{[") == code ||
		!jsontext.Value(code).IsValid(
			jsontext.AllowDuplicateNames(true),
			jsontext.AllowInvalidUTF8(true),
		)) {
		language = ""
	}
	e.fenced(language, code)
}

func (e *exporter) file(f *transcript.File) string {
	linked := *f
	if f.URL != "" {
		linked.URL = "<" + f.URL + ">"
	}
	return File(e.w, &linked)
}
