package ui

import (
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// notice is a text that stands above the footer for a while. Its number keeps the
// timer of an older notice from ending it.
type notice struct {
	pane.Notice
	number int
}

type noticeOver struct{ number int }

// A failure stays until the next key press; the others also expire.
const (
	noticeTime  = 5 * time.Second
	warningTime = 15 * time.Second
)

func (m *Model) onNotice(n pane.Notice) tea.Cmd {
	m.notice = notice{Notice: n, number: m.notice.number + 1}
	after := noticeTime
	switch n.Level {
	case pane.Failure:
		return nil
	case pane.Warning:
		after = warningTime
	}
	return m.ctx.After(after, noticeOver{number: m.notice.number})
}

// rejectPaste reports that no field can take pasted text, and the key that opens
// one in the front pane.
func (m *Model) rejectPaste() tea.Cmd {
	w := m.ctx.Words
	here := flatten(m.tabs[m.front].pane.FullHelp())
	for _, opens := range []string{"key.works.open", "key.sessions.open", "key.filter", "key.sessions.search"} {
		for _, b := range here {
			if h := b.Help(); h.Desc == w.T(opens) {
				return pane.Notify(pane.Info, w.T("root.paste_elsewhere", "Key", h.Key, "Does", h.Desc))
			}
		}
	}
	return pane.Notify(pane.Info, w.T("root.paste_nowhere"))
}

// addNotice writes the notice over the last lines of the body. Where these have a
// border, it stays: the last line of the notice is then in the bottom border.
func (m *Model) addNotice(body []string) {
	const left, right = 2, 3 // the cells beside a notice in a border
	if m.notice.Text == "" || len(body) == 0 {
		return
	}
	last := len(body) - 1
	if !strings.HasPrefix(ansi.Strip(body[last]), m.ctx.Theme.Glyphs.Border.BottomLeft) {
		notice := m.viewNotice(m.width)
		copy(body[len(body)-len(notice):], notice)
		return
	}
	notice := m.viewNotice(m.width - left - right)
	for i, s := range notice {
		line := &body[len(body)-len(notice)+i]
		if i < len(notice)-1 {
			*line = ansi.Truncate(*line, 1, "") + text.Blank(left-1) + text.Left(s, m.width-left-1) + ansi.TruncateLeft(*line, m.width-1, "")
		} else {
			// What the notice covers of keys in the border, it covers whole.
			rule, rest := m.ctx.Theme.Glyphs.Border.Bottom, ansi.TruncateLeft(*line, left+text.Width(s), "")
			covered, _, _ := strings.Cut(ansi.Strip(rest), rule)
			n := max(text.Width(covered), 1)
			*line = ansi.Truncate(*line, left, "") + s + " " + m.ctx.Theme.Line.Render(strings.Repeat(rule, n-1)) + ansi.TruncateLeft(rest, n, "")
		}
	}
}

// viewNotice returns the lines of the notice.
func (m *Model) viewNotice(width int) []string {
	g := m.ctx.Theme.Glyphs
	glyph, tone := g.Bullet, theme.Accent
	switch m.notice.Level {
	case pane.Done:
		glyph, tone = g.Selected, theme.Good
	case pane.Warning:
		glyph, tone = g.Stale, theme.Warn
	case pane.Failure:
		glyph, tone = g.Abnormal, theme.Bad
	}
	lines := text.Wrap(text.Clean(m.notice.Text), width-4)
	lines = lines[:min(len(lines), m.bodyHeight())]
	for i, line := range lines {
		before := "   "
		if i == 0 {
			before = " " + glyph + " "
		}
		lines[i] = m.ctx.Theme.Tone(tone).Render(before + line)
	}
	return lines
}
