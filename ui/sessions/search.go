package sessions

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/input"
)

// search is the search in a session.
type search struct {
	field  input.Model
	typing bool
	index  store.Loader[*transcript.Index]
	of     *document // whose index it is
	query  string    // "" for none
	hits   transcript.Hits
	at     int             // the current hit, -1 for none
	was    *transcript.Hit // the current hit in the state before, while this one is indexed
}

func (s *search) clear() {
	s.query, s.hits, s.at, s.was = "", transcript.Hits{}, -1, nil
	s.field.SetValue("")
}

// leave drops the hits of a state that is no longer shown. The current one is looked
// for in the next.
func (s *search) leave() {
	if s.at >= 0 {
		h := s.hits.At(s.at)
		s.was = &h
	}
	s.hits, s.at = transcript.Hits{}, -1
}

// look searches. Nothing moves yet: enter goes to the first hit.
func (s *search) look(query string, d *document) {
	s.query, s.at, s.was, s.hits = query, -1, nil, transcript.Hits{}
	if s.index.Value != nil && !s.index.Running() && s.of == d {
		s.hits = s.index.Value.Search(query)
	}
}

// beginSearch opens the field. The session is indexed while the user types.
func (r *readScreen) beginSearch() tea.Cmd {
	r.search.typing = true
	r.search.field.CursorEnd()
	return tea.Batch(r.search.field.Focus(), r.loadIndex())
}

func (r *readScreen) loadIndex() tea.Cmd {
	if r.search.of == r.doc {
		return nil
	}
	r.search.of = r.doc
	th, t := r.m.Theme, r.doc.t
	return r.search.index.Start(r.m.Base, r.m.Now, func(context.Context, func(any)) (*transcript.Index, error) {
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
	for i := s.hits.From(transcript.Ref{Message: was.Message}); i < s.hits.Len() && s.hits.At(i).Message == was.Message; i++ {
		if s.hits.At(i) == *was {
			s.at = i
			return
		}
	}
}

func (r *readScreen) onSearchKey(msg tea.KeyMsg) tea.Cmd {
	s := &r.search
	switch confirm := key.Matches(msg, r.m.Keys.Confirm); {
	case confirm || key.Matches(msg, r.m.Keys.Back): // esc keeps the query; the next one clears it
		s.typing = false
		s.field.Blur()
		if confirm && s.query != "" {
			return r.nextHit(0)
		}
		return nil
	}
	var cmd tea.Cmd
	s.field, cmd = s.field.Update(msg)
	if q := s.field.Value(); q != s.query {
		s.look(q, r.doc)
	}
	return cmd
}

// nextHit goes to the next hit, to the previous one if by is negative, and with 0 to
// the first from the cursor on. After the last comes the first.
func (r *readScreen) nextHit(by int) tea.Cmd {
	s, n := &r.search, r.search.hits.Len()
	switch {
	case s.query == "":
		return pane.Notify(pane.Info, r.m.Words.T("sessions.search_first", "Key", r.m.keys.Search.Help().Key))
	case n == 0:
		return nil // the line of the search says so
	case s.at < 0 && by >= 0:
		s.at = s.hits.From(r.here()) % n
	case s.at < 0:
		s.at = (s.hits.From(r.here()) + n - 1) % n
	default:
		s.at = (s.at + by + n) % n
	}
	r.goToHit(s.hits.At(s.at))
	return nil
}

// goToHit unfolds what contains a hit and moves the cursor to its line.
func (r *readScreen) goToHit(h transcript.Hit) {
	if r.depth == transcript.DepthSummary { // which has no parts to unfold
		r.depth = transcript.DepthTools
	}
	r.folds.Reveal(r.doc.t, r.depth, h.Ref, h.Field)
	r.relist()
	want := item{kind: itemField, ref: h.Ref, field: h.Field, from: h.Piece}
	switch h.Field {
	case transcript.FieldText:
		want.kind = itemText
	case transcript.FieldName:
		want.kind, want.field = itemHead, 0
	}
	at := spot{item: r.page.find(want)}
	it := r.page.items[at.item]
	for _, m := range matches(r.draw.draw(it), r.search.query, r.bar(it)) {
		if at.line = m.line; m.number == h.N {
			break
		}
	}
	r.page.jump(at)
}

// bar is what [matches] takes for the edge of a column: text has some, and parts
// within parts.
func (r *readScreen) bar(it item) string {
	if p := r.doc.t.Part(it.ref); it.kind == itemText || p != nil && p.Level > 0 {
		return r.m.Theme.Glyphs.Border.Left
	}
	return ""
}
