package input

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
)

// Search is the field of a filter or a search, which takes effect with each
// letter. An edit that is cancelled restores the query before it, and what was
// typed is the newest entry of the field's history. Create one with NewSearch.
type Search struct {
	Model
	typing  bool
	before  string   // the query when the edit began
	history []string // earlier queries, the newest first
	recall  []string // before something is typed: the query and the history without it
	at      int      // the entry of recall that is shown
}

// maxHistory is the number of queries that a field remembers.
const maxHistory = 20

// NewSearch returns an empty, closed field.
func NewSearch(t *theme.Theme) Search { return Search{Model: New(t)} }

// Open begins an edit.
func (s *Search) Open() tea.Cmd {
	query := s.Value()
	s.typing, s.before, s.at = true, query, 0
	s.recall = append([]string{query}, slices.DeleteFunc(slices.Clone(s.history), func(q string) bool { return q == query })...)
	s.CursorEnd()
	return s.Focus()
}

// Typing reports whether keys are text.
func (s *Search) Typing() bool { return s.typing }

// Keep ends the edit with the query as typed.
func (s *Search) Keep() {
	s.remember(s.Value())
	s.typing = false
	s.Blur()
}

// Cancel ends the edit and restores the query before it.
func (s *Search) Cancel() {
	typed := s.Value()
	s.SetValue(s.before)
	s.Keep()
	s.remember(typed)
}

// remember makes a query the newest entry of the history.
func (s *Search) remember(query string) {
	if query == "" {
		return
	}
	s.history = slices.DeleteFunc(s.history, func(q string) bool { return q == query })
	s.history = slices.Insert(s.history, 0, query)
	s.history = s.history[:min(len(s.history), maxHistory)]
}

// Update handles a key. Up and down walk through the history until something is
// typed; handled is false where they should move in the list that the field filters.
func (s *Search) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	if press, ok := msg.(tea.KeyMsg); ok && (press.Type == tea.KeyUp || press.Type == tea.KeyDown) {
		if len(s.recall) < 2 || press.Type == tea.KeyDown && s.at == 0 {
			return nil, false
		}
		if press.Type == tea.KeyUp {
			s.at = min(s.at+1, len(s.recall)-1)
		} else {
			s.at--
		}
		s.SetValue(s.recall[s.at])
		s.CursorEnd()
		return nil, true
	}
	before := s.Value()
	if s.Model, cmd = s.Model.Update(msg); s.Value() != before {
		s.recall = nil
	}
	return cmd, true
}
