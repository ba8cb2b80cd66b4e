package pane

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/explain"
	"channeldeck/ui/text"
)

// The four texts in place of data: loading, failed, empty, and no match.

// SpinnerTime is the time between two pictures of the spinner.
const SpinnerTime = 250 * time.Millisecond

// ViewLoading fills a body while the first load runs: what is loading, after a
// second for how long, and that esc cancels it.
func (s *Stack) ViewLoading(state State, width, height int) string {
	cancel := s.ctx.keyHint(s.ctx.Named(s.Keys.Back, "key.cancel"))
	return centre(width, height, s.LineLoading(state), "", cancel)
}

// LineLoading says what is loading, and after a second for how long.
func (s *Stack) LineLoading(state State) string {
	w := s.ctx.Words
	t := s.ctx.Theme
	what := cmp.Or(w.Optional("loading."+state.Name), w.T("loading.data"))
	elapsed := time.Duration(0)
	if !state.Since.IsZero() {
		elapsed = max(s.view.Now().Sub(state.Since), 0)
	}
	pictures := t.Glyphs.Spinner
	picture := pictures[int(elapsed/SpinnerTime)%len(pictures)]
	line := t.Paint(theme.Accent, picture) + " " + what
	seconds := int(elapsed / time.Second)
	if seconds > 0 {
		duration := w.T("loading.elapsed", "Seconds", seconds)
		line += t.Paint(theme.Muted, duration)
	}
	return line
}

// keyHint is a key with what it does, for a text.
func (c *Context) keyHint(k key.Binding) string {
	h := c.Help(k)
	name := c.Theme.Footer.Key.Render("[" + h.Key + "]")
	return c.Zones.Key(name+" "+h.Desc, k)
}

// ViewMissing fills a body while data is missing: it is loading, or failed to load and
// retry loads it again. missing is false if there is data or no load was started.
func (s *Stack) ViewMissing(
	state State,
	retry key.Binding,
	width, height int,
) (view string, missing bool) {
	if !state.At.IsZero() {
		return "", false
	}
	if state.Since.IsZero() && state.Err != nil { // whatever else is loading
		return s.ctx.ViewExplained(
			s.ctx.Words.T("error.failed"),
			s.view.Explain(state.Err),
			s.ctx.keyHint(s.ctx.Named(retry, "key.retry")),
			width,
			height,
		), true
	}
	if state.InFlight > 0 {
		return s.ViewLoading(state, width, height), true
	}
	return "", false
}

// ViewExplained fills a body with an error, in a box where there is room: a title,
// its explanation, and which key helps ("" for none).
func (c *Context) ViewExplained(
	title string,
	x explain.Explanation,
	keyHelp string,
	width, height int,
) string {
	title = c.Theme.Paint(theme.Bad, c.Theme.Glyphs.Abnormal+" "+title)
	room := min(max(width-8, 10), 72)
	reason := text.Wrap(x.Reason, room)
	help := helpLines(keyHelp, room)
	last := c.belowReason(x, help, room, height-len(reason))
	const border = 4 // with a blank line inside
	boxed := width >= 50 && len(reason)+len(last)+border <= height
	if boxed {
		box := c.boxed(title, slices.Concat([]string{""}, reason, last, []string{""}))
		return centre(width, height, box...)
	}
	last = slices.DeleteFunc(last, func(line string) bool { return line == "" })
	most := max(height-1-len(last), 1)
	if len(reason) > most {
		cut := reason[most-1] + " " + c.Theme.Glyphs.Ellipsis
		reason = append(reason[:most-1], text.Cut(cut, room))
	}
	lines := slices.Concat([]string{title}, reason, last)
	if len(lines) > height && height > 0 && len(help) > 0 { // the key stays
		above := max(height-len(help), min(1, height-1))
		lines = append(lines[:above], help...)
	}
	return centre(width, height, lines...)
}

// helpLines breaks the text that names a key, which loses its style where it takes several lines.
func helpLines(keyHelp string, room int) []string {
	if keyHelp == "" {
		return nil
	}
	if text.Width(keyHelp) <= room {
		return []string{keyHelp}
	}
	return text.Wrap(ansi.Strip(keyHelp), room)
}

// belowReason returns the lines below the reason of an error, each part behind a blank one: the hint, the
// request where height has room for it, the request ID, and the lines that say which key helps.
func (c *Context) belowReason(
	x explain.Explanation,
	help []string,
	room, height int,
) (lines []string) {
	muted := c.Theme.Tone(theme.Muted)
	if x.Hint != "" {
		lines = append(lines, "")
		lines = append(lines, text.Wrap(x.Hint, room)...)
	}
	request := text.Wrap(x.Request, room)
	besides := minBesides + max(len(help)-1, 0)
	fits := len(lines)+len(request)+besides <= height
	if x.Request != "" && fits {
		lines = append(lines, "")
		for _, line := range request {
			lines = append(lines, muted.Render(line))
		}
	}
	if x.RequestID != "" {
		id := c.Words.T("error.request", "ID", x.RequestID)
		lines = append(lines, "", muted.Render(text.Cut(id, room)))
	}
	if len(help) > 0 {
		lines = append(lines, "")
		lines = append(lines, help...)
	}
	return lines
}

// boxed returns the lines of a box with a title around lines.
func (c *Context) boxed(title string, lines []string) []string {
	for i, line := range lines {
		lines[i] = "  " + line
	}
	widest := max(text.Width(title)+4, text.Widest(lines))
	box := c.Frame(
		Frame{Title: title},
		strings.Join(lines, "\n"),
		widest+4,
		len(lines)+2,
	)
	return strings.Split(box, "\n")
}

// minBesides is the height of what else is in the box of an error: its border, blank lines,
// the request id and the key.
const minBesides = 10

// ViewNothing fills a body with a sentence.
func (c *Context) ViewNothing(sentence string, width, height int) string {
	lines := text.Wrap(sentence, min(max(width-4, 10), 76))
	for i, line := range lines {
		lines[i] = c.Theme.Paint(theme.Muted, line)
	}
	return centre(width, height, lines...)
}

// LineFailed is a line above data of a time that explains why it could not be refreshed, or, without
// a time, why a part of the data is missing.
func (s *Site) LineFailed(err error, at time.Time, retry key.Binding, width int) string {
	c := s.session
	since := ""
	next := c.Words.T("error.retry", "Key", c.Key(retry))
	if !at.IsZero() {
		since = c.Words.T(
			"error.shown_since",
			"Time",
			c.Words.Clock(at, s.View.Now()),
		)
	}
	e := s.View.Explain(err)
	line := ""
	for _, sentences := range [][]string{ // the header has the time too
		{since, e.Reason, e.Hint},
		{since, e.Reason},
		{e.Reason},
	} {
		line = " " + c.Theme.Glyphs.Abnormal + " " + text.Sentences(sentences...)
		if text.Width(line) <= roomBeside(next, width) {
			break
		}
	}
	line = KeepNext(line, next, width)
	return c.Zones.Key(c.Theme.Paint(theme.Bad, line), retry)
}

// roomBeside returns the room of a text in a line with the sentence that names the next key.
func roomBeside(next string, width int) int { return width - 1 - text.Width(next) }

// KeepNext joins a text and the sentence that names the next key, and cuts only the text.
func KeepNext(s, next string, width int) string {
	sentences := text.Sentences(text.Cut(s, roomBeside(next, width)), next)
	return text.Cut(sentences, width)
}

// centre places lines, cut to width, a third down a body.
func centre(width, height int, lines ...string) string {
	widest := min(text.Widest(lines), width)
	indent := text.Blank((width - widest) / 2)
	above := max((height-len(lines))/3, 0)
	body := make([]string, above, above+len(lines))
	for _, line := range lines {
		body = append(body, indent+text.Cut(line, width))
	}
	return text.Fit(strings.Join(body, "\n"), width, height)
}
