package options

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// optionScreen is the screen of one option in full.
type optionScreen struct {
	m             *Model
	platform      string
	option        offer
	reading       store.Loader[*reading]
	doc           facts.Pager
	width, height int
}

func (m *Model) openOption(platform string, o offer) tea.Cmd {
	s := &optionScreen{m: m, platform: platform, option: o}
	s.doc.Keys = m.Keys.Pager()
	s.reading.Value = &reading{}
	m.Push(s)
	cmd := s.reading.Start(m.Base, m.Now, func(context.Context, func(any)) (*reading, error) { return read(o), nil })
	s.arrange()
	return cmd
}

func (s *optionScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.onKey(msg)
	case tea.MouseMsg:
		s.doc.Update(msg)
	default:
		if mine, cmd := s.reading.Take(msg); mine {
			s.arrange()
			return cmd
		}
	}
	return nil
}

func (s *optionScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m, r := s.m, s.reading.Value
	w, k, own := m.Words, &m.Keys, &m.keys
	switch {
	case key.Matches(msg, own.Raw):
		return m.openRaw(s.title(), s.option)
	case key.Matches(msg, own.CheckBody, own.CheckFilter):
		return s.openCheck(key.Matches(msg, own.CheckFilter))
	case key.Matches(msg, k.Copy):
		return m.CopyShort(s.option.Field)
	case key.Matches(msg, k.CopyJSON):
		return m.CopyJSON(w.N("options.copied_json", 1), s.option)
	case key.Matches(msg, own.CopyQuery):
		return m.CopyText(w.T("options.copied_query"), r.query.String())
	case key.Matches(msg, own.CopyBody):
		return m.CopyText(w.T("options.copied_body"), r.create.body)
	}
	s.doc.Update(msg)
	return nil
}

func (s *optionScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.arrange()
}

func (s *optionScreen) arrange() {
	width, height := s.frame().Inner(s.width, s.height)
	s.doc.SetHeight(height)
	r := s.reading.Value
	if !s.reading.Loaded() {
		r = nil
	}
	s.doc.SetLines(optionLines(s.m.Context.View, &s.m.keys, s.option, s.m.load(s.platform).Value.changes.of(s.option.Field), r, width))
}

func (s *optionScreen) frame() pane.Frame { return s.m.frame(s.title(), s.width) }

func (s *optionScreen) title() string {
	name := s.m.PlatformName(s.platform) + " " + s.m.Theme.Glyphs.Between + " "
	label, id := text.Clean(s.option.Label.Or("")), text.Clean(s.option.Field)
	if label == "" || label == id {
		return name + id
	}
	return name + label + " (" + id + ")"
}

func (s *optionScreen) Capturing() bool { return false }

func (s *optionScreen) View() string {
	f := s.frame()
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = s.doc.Position()
	return s.m.Frame(f, s.doc.View(), s.width, s.height)
}

// ShortHelp returns the keys that do something for this option.
func (s *optionScreen) ShortHelp() []key.Binding {
	k, own := &s.m.Keys, &s.m.keys
	list := []key.Binding{k.Back}
	r := s.reading.Value
	if r.filter.schema != nil && r.filter.problem == nil {
		list = append(list, own.CopyQuery)
	}
	if r.create.body != "" {
		list = append(list, own.CopyBody)
	}
	if r.create.schema != nil {
		list = append(list, own.CheckBody)
	}
	if r.filter.schema != nil {
		list = append(list, own.CheckFilter)
	}
	return append(list, own.Raw, k.Copy, k.CopyJSON)
}

func (s *optionScreen) FullHelp() [][]key.Binding {
	k := &s.m.Keys
	return [][]key.Binding{s.ShortHelp(), k.Bindings()}
}
