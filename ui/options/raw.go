package options

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/widget/pager"
	"channeldeck/ui/widget/scroll"
)

// rawScreen shows a platform or an option as JSON of any size: indented, in document
// order, with every digit, long lines broken, and with a search.
type rawScreen struct {
	m             *Model
	title, json   string
	lines         []string
	page          pager.Pager // of the lines
	width, height int

	field input.Search
	index pager.Index // of the lines, made by the first search
	query string      // "" for none
	hits  []int       // lines
	hit   int         // the current one of hits
}

// maxLine is the number of bytes of a line that are shown: enough for a text, but not for
// a picture in a data URL.
const maxLine = 16 << 10

func (m *Model) openRaw(title string, v any) tea.Cmd {
	content, err := pane.JSON(v)
	if err != nil {
		return pane.Notify(pane.Failure, text.Clean(err.Error()))
	}
	shown := jsontext.Value(slices.Clone(content)) // with the characters that escapes stand for
	_ = shown.Format(jsontext.Multiline(true), jsontext.WithIndent("  "), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	s := &rawScreen{m: m, title: title, json: string(content), lines: strings.Split(string(shown), "\n"), field: m.Search("json")}
	s.page.Draw = s.draw
	m.Push(s)
	return nil
}

// draw returns the rows of a line.
func (s *rawScreen) draw(i int) []string {
	line, t := s.lines[i], s.m.Theme
	if len(line) > maxLine {
		line = line[:maxLine] + t.Glyphs.Ellipsis
	}
	width, _ := s.room()
	rows := markdown.Code(t, text.Clean(line), "json", max(width, 1))
	for i, row := range rows {
		rows[i] = text.Cut(row, width) // a wide letter does not fit in one cell
	}
	return rows
}

func (s *rawScreen) frame() pane.Frame { return s.m.frame(s.title, s.width) }

// room is the size of the text, including the line of the search below it.
func (s *rawScreen) room() (width, height int) {
	width, height = s.frame().Inner(s.width, s.height)
	return width - 1, max(height, 1)
}

func (s *rawScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.page.Reset(len(s.lines))
	s.arrange()
}

// arrange gives the page the room that the search leaves.
func (s *rawScreen) arrange() {
	_, s.page.Height = s.room()
	if s.searching() {
		s.page.Height--
	}
	s.page.Show()
}

// searching reports whether the line of the search is shown.
func (s *rawScreen) searching() bool { return s.field.Typing() || s.query != "" }

func (s *rawScreen) Capturing() bool { return s.field.Typing() }

func (s *rawScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if s.field.Typing() {
			return s.onSearchKey(msg)
		}
		return s.onKey(msg)
	case tea.MouseMsg:
		s.page.Scroll(scroll.Wheel(msg))
	}
	return nil
}

func (s *rawScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m, k, own := s.m, &s.m.Keys, &s.m.keys
	by, moves := k.Move(msg, s.page.Height)
	switch {
	case key.Matches(msg, k.Home):
		s.page.Jump(pager.Spot{})
	case key.Matches(msg, k.End):
		s.page.End()
	case moves:
		s.page.Scroll(by)
	case key.Matches(msg, own.Raw):
		return m.Pop()
	case key.Matches(msg, k.CopyJSON):
		return m.CopyText(m.Words.T("options.copied_raw", "Name", text.Cut(s.title, 30)), s.json)
	case key.Matches(msg, own.Search):
		cmd := s.field.Open()
		s.arrange()
		return cmd
	case key.Matches(msg, own.NextHit):
		s.goTo(s.hit + 1)
	case key.Matches(msg, own.PreviousHit):
		s.goTo(s.hit - 1)
	}
	return nil
}

func (s *rawScreen) onSearchKey(msg tea.KeyMsg) tea.Cmd {
	var cmd tea.Cmd
	switch {
	case key.Matches(msg, s.m.Keys.Confirm):
		s.field.Keep()
	case key.Matches(msg, s.m.Keys.Back):
		s.field.Cancel()
	default:
		cmd, _ = s.field.Update(msg)
	}
	if s.arrange(); s.field.Value() != s.query {
		s.search(s.field.Value())
	}
	return cmd
}

// search finds the lines with a hit and goes to the first one at or below the top line.
func (s *rawScreen) search(query string) {
	s.query, s.hits = query, nil
	if s.index == nil && query != "" {
		for _, line := range s.lines {
			s.index = append(s.index, pager.Fold(line))
		}
	}
	for _, h := range s.index.Search(query) {
		s.hits = append(s.hits, int(h.Item))
	}
	s.hits = slices.Compact(s.hits)
	s.arrange()
	at, _ := slices.BinarySearch(s.hits, s.page.Top.Item)
	s.goTo(at)
}

// goTo goes to a hit. After the last hit comes the first, and the reverse.
func (s *rawScreen) goTo(hit int) {
	if n := len(s.hits); n > 0 {
		s.hit = (hit + n) % n
		s.page.Jump(pager.Spot{Item: s.hits[s.hit]})
	}
}

// Back ends the search.
func (s *rawScreen) Back() (tea.Cmd, bool) {
	if s.query == "" {
		return nil, false
	}
	s.field.SetValue("")
	s.search("")
	return nil, true
}

func (s *rawScreen) View() string {
	f := s.frame()
	f.Right = "JSON"
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = s.page.Position()
	return s.m.Frame(f, " "+strings.Join(s.viewLines(), "\n "), s.width, s.height)
}

// viewLines are the visible lines, and the search below them.
func (s *rawScreen) viewLines() []string {
	lines := s.page.View(pager.Query{Text: s.query, Style: s.m.Theme.Search, Current: s.m.Theme.Hit})
	if s.searching() {
		lines = append(lines, make([]string, s.page.Height-len(lines))...)
		lines = append(lines, s.viewSearch())
	}
	return lines
}

func (s *rawScreen) viewSearch() string {
	t, nothing := s.m.Theme, s.m.Words.T("picker.nothing")
	width, _ := s.room()
	line := t.Tone(theme.Muted).Render(s.m.keys.Search.Help().Key) + " "
	if s.field.Typing() {
		s.field.SetWidth(width - text.Width(line+"  "+nothing))
		line += s.field.View()
	} else {
		line += text.Clean(s.query)
	}
	if s.query != "" && len(s.hits) == 0 {
		line += "  " + t.Tone(theme.Warn).Render(nothing)
	}
	return text.Cut(line, width)
}

func (s *rawScreen) ShortHelp() []key.Binding {
	k, own := &s.m.Keys, &s.m.keys
	if s.field.Typing() {
		return []key.Binding{k.Confirm, k.Back}
	}
	return []key.Binding{k.Back, own.Search, own.NextHit, own.PreviousHit, k.CopyJSON}
}
