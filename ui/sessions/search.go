package sessions

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"sort"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/pager"
)

// search is the search in a page.
type search struct {
	m     *site
	page  *page
	field input.Search
	index store.Loader[*index]
	of    *document // whose index it is
	query string    // "" for none
	hits  []pager.Hit
	at    int // the current hit, -1 for none

	// Until the session is indexed:
	early   int // the item whose first hit is the current one, -1 for none
	waiting bool
	by      int // the move that waits
}

// hit is the nth match of the query in an item.
type hit struct {
	item
	n int
}

func (s *search) hit(i int) hit {
	return hit{s.index.Value.places[s.hits[i].Item].item(), int(s.hits[i].N)}
}

// from returns the number of the first hit at r or after it, 0 after the last.
func (s *search) from(r transcript.Ref) int {
	for i := range s.hits {
		if follows(s.hit(i).Ref, r) {
			return i
		}
	}
	return 0
}

// goToFound shows the place of a hit, and searches on from there once the session is indexed.
func (r *readScreen) goToFound(at transcript.Ref, query string) tea.Cmd {
	r.page.goTo(at)
	r.search.field.SetValue(query)
	r.search.field.Keep()
	r.search.look(query)
	return tea.Batch(r.search.load(), r.search.next(0))
}

// open begins to edit the query, and to index the session meanwhile. The index takes as much memory
// as the text, so that it is not made before.
func (s *search) open() tea.Cmd {
	return tea.Batch(s.field.Open(), s.load())
}

// end ends the search. It reports false if there is none.
func (s *search) end() bool {
	if s.query == "" {
		return false
	}
	s.look("")
	s.field.SetValue("")
	return true
}

// look searches but does not move the cursor: enter goes to the first hit.
func (s *search) look(query string) {
	s.query = query
	s.hits = nil
	s.at = -1
	s.early = -1
	s.waiting = false
	x := s.index.Value
	if x != nil && !s.index.Running() && s.of == s.page.doc {
		// a line that names a tool twice is one hit
		s.hits = slices.DeleteFunc(x.search(query), func(h pager.Hit) bool {
			return h.N > 0 && x.places[h.Item].kind == transcript.ItemHead
		})
	}
}

// load indexes the document unless that was done.
func (s *search) load() tea.Cmd {
	if s.of == s.page.doc {
		return nil
	}
	s.of = s.page.doc
	look := *s.m.theme
	doc := copyOf(s.of)
	message := s.page.here().Message // the settings may change its colours meanwhile
	return s.index.Start(s.m.ctx.Base, s.m.view.Now, func(ctx context.Context, report func(any)) (*index, error) {
		return newIndex(ctx, &look, doc, message, runtime.GOMAXPROCS(0), report), ctx.Err()
	})
}

// reload indexes a newer state if the user is searching: hits are places in the state before.
func (s *search) reload() tea.Cmd {
	if s.query == "" && !s.field.Typing() {
		return nil
	}
	s.look(s.query)
	return s.load()
}

// Update takes an index, or a part of it. With the whole one it searches again, in the text
// as it is now.
func (s *search) Update(msg tea.Msg) tea.Cmd {
	mine, cmd := s.index.Take(msg)
	switch {
	case !mine || s.query == "" || s.of != s.page.doc:
	case s.index.Running():
		s.goEarly()
	case s.index.Err == nil:
		maps.Copy(s.of.long, s.index.Value.doc.long) // what was cut is not cut again
		early := s.early
		waiting := s.waiting
		if s.look(s.query); early >= 0 {
			s.at = sort.Search(len(s.hits), func(i int) bool {
				return int(s.hits[i].Item) >= early
			})
		}
		if waiting {
			cmd = tea.Batch(cmd, s.next(s.by))
		}
	}
	return cmd
}

// goEarly goes to the first hit from the cursor on, if the user waits for it and it is
// indexed.
func (s *search) goEarly() {
	x, ok := s.index.Report.(*index)
	if !ok || !s.waiting || s.by != 0 || s.early >= 0 ||
		x.from != x.startOf(s.page.here().Message) {
		return
	}
	if i, ok := x.first(s.query, s.page.here()); ok {
		s.early = i
		s.waiting = false
		s.page.goToHit(hit{x.places[i].item(), 0}, s.marks())
	}
}

// onKey handles the keys of the field.
func (s *search) onKey(msg tea.KeyMsg) tea.Cmd {
	var cmd tea.Cmd
	if key.Matches(msg, s.m.stack.Keys.Confirm) {
		s.field.Keep()
		if s.query != "" {
			return s.next(0)
		}
	} else if key.Matches(msg, s.m.stack.Keys.Back) {
		s.field.Cancel()
	} else {
		cmd, _ = s.field.Update(msg)
	}
	if q := s.field.Value(); q != s.query {
		s.look(q)
	}
	return cmd
}

// next goes to the next hit, to the previous one if by is negative, and with 0 to
// the first from the cursor on. After the last comes the first.
func (s *search) next(by int) tea.Cmd {
	n := len(s.hits)
	switch {
	case s.query == "":
		return pane.Notify(
			pane.Info,
			s.m.words.T(
				"sessions.search_first",
				"Key",
				s.m.ctx.Key(s.m.stack.Keys.Search),
			),
		)
	case s.index.Running():
		s.waiting = true
		s.by = by
		s.goEarly()
		return nil
	case n == 0:
		return nil // the search line reports it
	case s.at < 0:
		s.at = (s.from(s.page.here()) + min(by, 0) + n) % n
	default:
		s.at = (s.at + by + n) % n
	}
	s.page.goToHit(s.hit(s.at), s.marks())
	return nil
}

// marks returns the query that the page highlights, also before the session is indexed.
func (s *search) marks() pager.Query {
	t := s.m.theme
	if len(s.hits) == 0 && !s.index.Running() {
		return pager.Query{}
	}
	q := pager.Query{
		Text:    s.query,
		Bar:     t.Glyphs.Border.Left,
		Style:   t.Search,
		Current: t.Hit,
	}
	if s.at < 0 && s.early < 0 {
		q.Current = q.Style
	}
	return q
}

func (s *search) viewField(width int) string {
	label := " " + s.m.theme.Paint(theme.Accent, s.m.ctx.Key(s.m.stack.Keys.Search))
	tail := "  " + s.viewHits()
	s.field.SetWidth(max(width-text.Width(label)-text.Width(tail)-1, 5))
	return text.Cut(label+s.field.View()+tail, width)
}

// viewHits is the query and the number of its hits, "" without a query.
func (s *search) viewHits() string {
	w := s.m.words
	t := s.m.theme
	if s.query == "" {
		return ""
	}
	query := ""
	if !s.field.Typing() {
		query = t.Paint(theme.Muted, s.m.ctx.Key(s.m.stack.Keys.Search)) +
			t.Table.Match.Render(text.Cut(text.Clean(s.query), 30)) + " "
	}
	n := len(s.hits)
	if s.index.Running() {
		return query + t.Glyphs.Ellipsis
	}
	if n == 0 {
		return query + t.Paint(theme.Warn, w.T("sessions.no_hit"))
	}
	if s.at < 0 {
		return query + w.N("sessions.hits", n)
	}
	return query + w.T(
		"sessions.hit_of",
		"N", w.Int(s.at+1),
		"Total", w.Int(n),
	)
}
