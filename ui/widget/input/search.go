package input

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
)

// Search is the text field of a filter or a search, which takes effect with each
// letter. Cancelling an edit restores the previous query and adds the typed text to the
// field's Queries as the newest. Create one with NewSearch.
type Search struct {
	Model
	typing  bool
	before  string // the query when the edit began
	queries *Queries
	recall  []string // before something is typed: the query and the earlier ones without it
	at      int      // the entry of recall that is shown
}

// Queries are earlier queries of a field, the newest first. Fields can share them.
type Queries struct {
	list []string
	Keep func(query string) // called with each new query; may be nil
}

// maxQueries is the number of queries that a field remembers.
const maxQueries = 20

// Restore adds a query that is older than the others.
func (q *Queries) Restore(query string) {
	if query != "" && !slices.Contains(q.list, query) && len(q.list) < maxQueries {
		q.list = append(q.list, query)
	}
}

// add makes a query the newest one.
func (q *Queries) add(query string) {
	if query == "" {
		return
	}
	q.list = slices.DeleteFunc(q.list, func(old string) bool {
		return old == query
	})
	q.list = slices.Insert(q.list, 0, query)
	q.list = q.list[:min(len(q.list), maxQueries)]
	if q.Keep != nil {
		q.Keep(query)
	}
}

// NewSearch returns an empty, closed field with earlier queries.
func NewSearch(t *theme.Theme, q *Queries) Search {
	return Search{Model: New(t), queries: q}
}

// Open begins an edit.
func (s *Search) Open() tea.Cmd {
	query := s.Value()
	s.typing = true
	s.before = query
	s.at = 0
	s.recall = append(
		[]string{query},
		slices.DeleteFunc(slices.Clone(s.queries.list), func(q string) bool {
			return q == query
		})...,
	)
	s.CursorEnd()
	return s.Focus()
}

// Typing reports whether keys are text.
func (s *Search) Typing() bool { return s.typing }

// Keep ends the edit with the query as typed.
func (s *Search) Keep() {
	s.queries.add(s.Value())
	s.typing = false
	s.Blur()
}

// Cancel ends the edit and restores the query before it.
func (s *Search) Cancel() {
	typed := s.Value()
	s.SetValue(s.before)
	s.Keep()
	s.queries.add(typed)
}

// Recalls reports whether a key shows an earlier or later query.
func (s *Search) Recalls(msg tea.KeyMsg) bool {
	return len(s.recall) > 1 && (msg.Type == tea.KeyUp || msg.Type == tea.KeyDown && s.at > 0)
}

// Update handles a key. Up and down walk through the earlier queries until something is
// typed; handled is false where they should move in the list that the field filters.
func (s *Search) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	press, ok := msg.(tea.KeyMsg)
	if ok && (press.Type == tea.KeyUp || press.Type == tea.KeyDown) {
		if !s.Recalls(press) {
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
	s.Model, cmd = s.Model.Update(msg)
	if s.Value() != before {
		s.recall = nil
	}
	return cmd, true
}
