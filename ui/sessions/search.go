package sessions

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/pager"
)

// search is the search in a session.
type search struct {
	field input.Search
	index store.Loader[*index]
	of    *document // whose index it is
	query string    // "" for none
	hits  []pager.Hit
	at    int  // the current hit, -1 for none
	was   *hit // the current hit in the state before, while this one is indexed
}

// hit is the nth match of the query in an item.
type hit struct {
	item
	n int
}

func (s *search) hit(i int) hit { return hit{s.index.Value.items[s.hits[i].Item], s.hits[i].N} }

// from returns the number of the first hit at r or after it, 0 after the last. The
// items of a message are in the order of the screen: its own fields and its sources
// come last.
func (s *search) from(r transcript.Ref) int {
	for i := range s.hits {
		if at := s.hit(i).Ref; at.Message > r.Message || at.Message == r.Message && (at.Part < 0 || at.Part >= r.Part) {
			return i
		}
	}
	return 0
}

// look searches but does not move the cursor: enter goes to the first hit.
func (s *search) look(query string, d *document) {
	s.query, s.at, s.was, s.hits = query, -1, nil, nil
	if s.index.Value != nil && !s.index.Running() && s.of == d {
		s.hits = s.index.Value.text.Search(query)
	}
}

// loadIndex indexes the session, while the user types a query.
func (r *readScreen) loadIndex() tea.Cmd {
	if r.search.of == r.doc {
		return nil
	}
	r.search.of = r.doc
	th, t := r.m.Theme, r.doc.t
	return r.search.index.Start(r.m.Base, r.m.Now, func(context.Context, func(any)) (*index, error) {
		return newIndex(th, t), nil
	})
}

// onIndex searches again, in the text as it is now.
func (r *readScreen) onIndex() {
	s := &r.search
	if s.query == "" || s.of != r.doc {
		return
	}
	was := s.was
	if s.look(s.query, r.doc); was == nil {
		return
	}
	s.at = slices.IndexFunc(s.hits, func(h pager.Hit) bool {
		it := s.index.Value.items[h.Item]
		return h.N == was.n && it.Shows(was.item)
	})
}

func (r *readScreen) onSearchKey(msg tea.KeyMsg) tea.Cmd {
	s := &r.search
	var cmd tea.Cmd
	switch {
	case key.Matches(msg, r.m.Keys.Confirm):
		s.field.Keep()
		if s.query != "" {
			return r.nextHit(0)
		}
	case key.Matches(msg, r.m.Keys.Back):
		s.field.Cancel()
	default:
		cmd, _ = s.field.Update(msg)
	}
	if q := s.field.Value(); q != s.query {
		s.look(q, r.doc)
	}
	return cmd
}

// nextHit goes to the next hit, to the previous one if by is negative, and with 0 to
// the first from the cursor on. After the last comes the first.
func (r *readScreen) nextHit(by int) tea.Cmd {
	s, n := &r.search, len(r.search.hits)
	switch {
	case s.query == "":
		return pane.Notify(pane.Info, r.m.Words.T("sessions.search_first", "Key", r.m.keys.Search.Help().Key))
	case n == 0:
		return nil // the search line reports it
	case s.at < 0:
		s.at = (s.from(r.here()) + min(by, 0) + n) % n
	default:
		s.at = (s.at + by + n) % n
	}
	r.goToHit(s.hit(s.at))
	return nil
}

// goToHit unfolds what contains a hit and moves the cursor to its line.
func (r *readScreen) goToHit(h hit) {
	if r.depth == transcript.DepthSummary { // has no parts to unfold
		r.depth = transcript.DepthTools
	}
	r.folds.Reveal(r.doc.t, r.depth, h.Ref, h.Field)
	r.relist()
	at := pager.Spot{Item: find(r.items, h.item)}
	for _, s := range r.query().Find(r.page.Lines(at.Item)) {
		if at.Line = s.Line; s.N == h.n {
			break
		}
	}
	r.page.Jump(at)
}
