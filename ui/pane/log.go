package pane

import (
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// maxLogged bounds the changes that a screen lists.
const maxLogged = 1000

// logRead is the message that the changes made here were read for a stack.
type logRead struct {
	stack   *Stack
	changes []history.Change
	err     error
}

// ShowLog reads the changes that were made here and then shows them on a screen.
func (s *Stack) ShowLog() tea.Cmd {
	return func() tea.Msg {
		changes, err := s.History.Changes(s.Base, maxLogged)
		return logRead{s, changes, err}
	}
}

func (s *Stack) onLogRead(r logRead) tea.Cmd {
	switch {
	case r.err != nil:
		return Notify(Failure, s.Explain(r.err).Line())
	case len(r.changes) == 0:
		return Notify(Info, s.Words.T("log.empty"))
	case s.Capturing(), s.Asking():
		return nil
	}
	columns := resource.Changes(s.Context.View).Columns
	s.Push(NewText(s, TextConfig{
		Title: func() string { return s.Words.T("log.title") },
		Lines: func(width int) (lines []string) {
			for _, c := range r.changes {
				said := make([]string, 4)
				for i := range said {
					said[i] = columns[i].DisplayOf(c)
				}
				lines = append(lines, s.Context.View.Paragraph(strings.TrimSpace(strings.Join(said, "  ")), width, theme.Plain)...)
			}
			return lines
		},
	}))
	return nil
}
