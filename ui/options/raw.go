package options

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/jsonview"
)

// rawScreen is the screen of a platform or an option as JSON.
type rawScreen struct {
	m             *Model
	title, json   string
	view          *jsonview.Model
	width, height int
}

func (m *Model) openRaw(title string, v any) tea.Cmd {
	content, err := pane.JSON(v)
	if err != nil {
		return pane.Notify(pane.Failure, text.Clean(err.Error()))
	}
	s := &rawScreen{m: m, title: title, json: string(content)}
	k := &m.Keys
	s.view = jsonview.New(m.Theme, jsonview.KeyMap{
		KeyMap: k.Pager(), Search: m.keys.Search, Next: m.keys.NextHit, Previous: m.keys.PreviousHit, Confirm: k.Confirm, Cancel: k.Back,
	}, jsonview.Words{Search: m.keys.Search.Help().Key, Nothing: m.Words.T("picker.nothing")}, m.Search("json"))
	s.view.SetJSON(content)
	m.Push(s)
	return nil
}

func (s *rawScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		switch {
		case s.view.Capturing():
		case key.Matches(msg, s.m.keys.Raw):
			return s.m.Pop()
		case key.Matches(msg, s.m.Keys.CopyJSON):
			return s.m.CopyText(s.m.Words.T("options.copied_raw", "Name", text.Cut(s.title, 30)), s.json)
		}
		return s.view.Update(msg)
	case tea.MouseMsg:
		msg.Y--
		s.view.Mouse(msg)
	}
	return nil
}

// Back ends the search.
func (s *rawScreen) Back() (tea.Cmd, bool) {
	if s.view.Query() == "" {
		return nil, false
	}
	s.view.Clear()
	return nil, true
}

func (s *rawScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	inner, rows := s.frame().Inner(width, height)
	s.view.SetSize(inner-1, max(rows, 1))
}

func (s *rawScreen) Capturing() bool { return s.view.Capturing() }

func (s *rawScreen) View() string {
	f := s.frame()
	f.Right = "JSON"
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = s.view.Position()
	return s.m.Frame(f, " "+strings.ReplaceAll(s.view.View(), "\n", "\n "), s.width, s.height)
}

func (s *rawScreen) frame() pane.Frame { return s.m.frame(s.title, s.width) }

func (s *rawScreen) ShortHelp() []key.Binding {
	k, own := &s.m.Keys, &s.m.keys
	if s.view.Capturing() {
		return []key.Binding{k.Confirm, k.Back}
	}
	return []key.Binding{k.Back, own.Search, own.NextHit, own.PreviousHit, k.CopyJSON}
}

func (s *rawScreen) FullHelp() [][]key.Binding { return [][]key.Binding{s.ShortHelp()} }
