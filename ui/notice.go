package ui

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// notice is a text that stands above the footer for a while. Its number keeps the
// timer of an older notice from ending it.
type notice struct {
	ctx    *pane.Context
	shown  pane.Notice // without a text: none
	number int
	rows   int // that the body leaves to it, 0 where it stands over blank lines or in a border
	placed int // the number of the notice that has them
}

// noticeOver is the message of the timer of a notice.
type noticeOver struct{ number int }

// A failure stays until the next key press; the others also expire.
const (
	noticeTime  = 5 * time.Second
	warningTime = 15 * time.Second
)

// show replaces the notice.
func (n *notice) show(shown pane.Notice) tea.Cmd {
	n.shown = shown
	n.number++
	after := noticeTime
	switch shown.Level {
	case pane.Failure:
		return nil
	case pane.Warning:
		after = warningTime
	}
	return n.ctx.After(after, noticeOver{number: n.number})
}

func (n *notice) clear() { n.shown.Text = "" }

// rejectPaste reports that no field can take pasted text, and the key that opens
// one, of those that work now.
func rejectPaste(ctx *pane.Context, keys []key.Binding) tea.Cmd {
	w := ctx.Words
	for _, opens := range []string{
		"key.works.open",
		"key.sessions.open",
		"key.filter",
		"key.search",
	} {
		for _, b := range keys {
			h := ctx.Help(b)
			if b.Help().Desc == opens {
				return pane.Notify(
					pane.Info,
					w.T("root.paste_elsewhere", "Key", h.Key, "Does", h.Desc),
				)
			}
		}
	}
	return pane.Notify(pane.Info, w.T("root.paste_nowhere"))
}

// place returns the number of rows that a body must leave to the notice, so that it covers nothing but blank lines
// and the bottom border. One that is half as high as the body covers its end.
func (n *notice) place(body []string, width int) int {
	rows := len(n.lines(width, len(body)))
	if n.shown.Text == "" || 2*rows > len(body) {
		return 0
	}
	covered := slices.Clone(body)
	n.draw(covered, width)
	border := n.ctx.Theme.Glyphs.Border
	frame := strings.NewReplacer(n.ctx.Theme.Glyphs.Thumb, "")
	if n.isFramed(body) {
		frame = strings.NewReplacer(
			border.Left, "",
			border.Right, "",
			border.Bottom, "",
			border.BottomLeft, "",
			border.BottomRight, "",
			n.ctx.Theme.Glyphs.Thumb, "",
		)
	}
	for i, line := range body {
		if line != covered[i] && strings.TrimSpace(frame.Replace(ansi.Strip(line))) != "" {
			return rows
		}
	}
	return 0
}

// below draws the notice in the rows that the body leaves to it.
func (n *notice) below(width int) []string { return n.lines(width, n.rows) }

// isFramed reports whether the body ends in a border that the notice can stand in. One that begins further right
// is that of an inspector beside a list without a border.
func (n *notice) isFramed(body []string) bool {
	last := ansi.Strip(body[len(body)-1])
	return strings.HasPrefix(last, n.ctx.Theme.Glyphs.Border.BottomLeft)
}

// draw writes the notice over the last lines of the body. Where these have a border,
// it stays: the last line of the notice is then in the bottom border.
func (n *notice) draw(body []string, width int) {
	const left, right = 2, 3 // the cells beside a notice in a border
	if n.shown.Text == "" || len(body) == 0 {
		return
	}
	border := n.ctx.Theme.Glyphs.Border
	if !n.isFramed(body) {
		lines := n.lines(width, len(body))
		copy(body[len(body)-len(lines):], lines)
		return
	}
	lines := n.lines(width-left-right, len(body))
	for i, s := range lines {
		line := &body[len(body)-len(lines)+i]
		if i < len(lines)-1 {
			*line = text.Before(*line, 1) + text.Blank(left-1) +
				text.Left(s, width-left-1) + text.After(*line, width-1)
		} else {
			// What the notice covers of keys in the border, it covers whole.
			rest := text.After(*line, left+text.Width(s))
			covered, _, _ := strings.Cut(ansi.Strip(rest), border.Bottom)
			cells := max(text.Width(covered), 1)
			*line = text.Before(*line, left) + s + " " +
				n.ctx.Theme.Line.Render(strings.Repeat(border.Bottom, cells-1)) + text.After(rest, cells)
		}
	}
}

// lines wraps the notice.
func (n *notice) lines(width, height int) []string {
	g := n.ctx.Theme.Glyphs
	glyph := g.Bullet
	tone := theme.Accent
	switch n.shown.Level {
	case pane.Done:
		glyph = g.Selected
		tone = theme.Good
	case pane.Warning:
		glyph = g.Stale
		tone = theme.Warn
	case pane.Failure:
		glyph = g.Abnormal
		tone = theme.Bad
	}
	lines := text.Wrap(text.Line(n.shown.Text), width-4)
	lines = lines[:min(len(lines), height)]
	for i, line := range lines {
		before := "   "
		if i == 0 {
			before = " " + glyph + " "
		}
		lines[i] = n.ctx.Theme.Paint(tone, before+line)
	}
	return lines
}
