package transcript

import (
	"bufio"
	"io"
	"strings"
	"time"

	"channeldeck/api"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Words are the labels of an export, in the language of the person. All of
// them must be set.
type Words struct {
	Title                                   string // before the session's id
	Role                                    func(Role, string) string
	Run, Step                               string
	Outcome                                 func(Outcome) string
	Note                                    func(Note) string
	Problem                                 func(Problem) string
	Input, Output, Error, Reason            string
	Reasoning, CutOff, NoContent            string
	Files, Sources, Data, Unknown, Metadata string
	Called, Meant, Result                   string // lines of the story
}

// MarkdownOptions say what [Transcript.Markdown] writes.
type MarkdownOptions struct {
	Depth Depth
	Words Words
	Clean func(string) string // rids text of what a terminal would obey; nil leaves it
}

// JSON writes the records as the service sent them: the array of 4.1, with
// every member, number and string as it was written, laid out in lines.
func JSON(w io.Writer, records []api.MessageRecord) error {
	if records == nil {
		records = []api.MessageRecord{}
	}
	err := json.MarshalWrite(w, records, jsontext.WithIndent("  "), jsontext.PreserveRawStrings(true),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, "\n")
	return err
}

// Markdown writes the transcript at a depth. Code fences are longer than any
// within what they hold, and each call stands with its result.
func (t *Transcript) Markdown(w io.Writer, o MarkdownOptions) error {
	if o.Clean == nil {
		o.Clean = func(s string) string { return s }
	}
	e := exporter{out: bufio.NewWriter(w), MarkdownOptions: o}
	e.line("# ", o.Words.Title, " ", inline(t.SessionID))
	if o.Depth == DepthStory {
		for _, s := range t.Story() {
			e.step(s)
		}
		return e.out.Flush()
	}
	for i := range t.Messages {
		e.message(&t.Messages[i])
	}
	return e.out.Flush()
}

// exporter writes Markdown. The writer keeps the first error, which Flush returns.
type exporter struct {
	out *bufio.Writer
	MarkdownOptions
}

// line writes a paragraph of one line.
func (e *exporter) line(parts ...string) {
	e.out.WriteString(e.flat(strings.Join(parts, "")))
	e.out.WriteString("\n\n")
}

// item writes a line of a list.
func (e *exporter) item(parts ...string) {
	e.out.WriteString("- ")
	e.out.WriteString(e.flat(strings.Join(parts, "")))
	e.out.WriteString("\n")
}

// flat is text in one line: what a service sent must not start another.
func (e *exporter) flat(text string) string {
	return strings.Join(strings.FieldsFunc(e.Clean(text), func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}

// block writes Markdown of several lines. Where it leaves a fence open, as text
// that was cut off does, it is closed: else it would swallow what follows.
func (e *exporter) block(text string) {
	text = strings.TrimRight(e.Clean(text), "\n")
	e.out.WriteString(text)
	if fence := openFence(text); fence != "" {
		e.out.WriteString("\n" + fence)
	}
	e.out.WriteString("\n\n")
}

// openFence returns the fence that text opens and does not close.
func openFence(text string) string {
	fence := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] != '`' && line[0] != '~' {
			continue
		}
		rest := strings.TrimLeft(line, line[:1])
		run := line[:len(line)-len(rest)]
		switch {
		case fence == "" && len(run) >= 3 && (run[0] == '~' || !strings.Contains(rest, "`")):
			fence = run
		case fence != "" && rest == "" && strings.HasPrefix(run, fence):
			fence = ""
		}
	}
	return fence
}

// fenced writes text as code.
func (e *exporter) fenced(language, text string) {
	text = e.Clean(text)
	fence := strings.Repeat("`", max(3, longestRun(text)+1))
	e.out.WriteString(fence + language + "\n")
	e.out.WriteString(strings.TrimRight(text, "\n"))
	e.out.WriteString("\n" + fence + "\n\n")
}

// longestRun is the length of the longest run of backquotes in text.
func longestRun(text string) int {
	longest, run := 0, 0
	for i := range len(text) {
		if text[i] != '`' {
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
	}
	return longest
}

// inline writes text as code within a line.
func inline(text string) string {
	if text == "" {
		return ""
	}
	ticks := strings.Repeat("`", longestRun(text)+1)
	if len(ticks) > 1 || text[0] == '`' {
		return ticks + " " + text + " " + ticks
	}
	return ticks + text + ticks
}

func (e *exporter) heading(role, run string, step api.Number, at time.Time) string {
	parts := []string{role}
	if run != "" {
		parts = append(parts, e.Words.Run+" "+inline(run))
	}
	if step.IsSet() {
		parts = append(parts, e.Words.Step+" "+step.String())
	}
	if !at.IsZero() {
		parts = append(parts, at.UTC().Format(time.RFC3339))
	}
	return strings.Join(parts, " · ")
}

func (e *exporter) step(s Step) {
	e.line("## ", e.heading(e.Words.Role(s.Role, s.RoleText), s.Run, s.Number, s.Time))
	item := func(label, text string) {
		if text != "" {
			e.item(label, ": ", text)
		}
	}
	item(e.Words.Meant, s.Meant)
	var calls []string
	for _, c := range s.Calls {
		label := inline(c.Label)
		if c.Count > 1 {
			label += " ×" + api.Int(int64(c.Count)).String()
		}
		calls = append(calls, label)
	}
	item(e.Words.Called, strings.Join(calls, ", "))
	item(e.Words.Result, s.Result)
	for _, p := range s.Problems {
		item(e.Words.Error, e.Words.Problem(p))
	}
	e.out.WriteString("\n")
}
