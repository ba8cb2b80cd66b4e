package sessions

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/widget/input"
)

// search is what the person looks for in the session.
type search struct {
	field input.Model
	index pane.Loader[*transcript.Index]
	of    *document // that index is of
	query string    // in force, "" for none
	hits  transcript.Hits
	at    int             // number of the hit one is at, -1 for none yet
	was   *transcript.Hit // the hit one was at in the state before, while this one is indexed
}

func (s *search) clear() {
	s.query, s.hits, s.at, s.was = "", transcript.Hits{}, -1, nil
	s.field.SetValue("")
}

// leave drops the hits of a state that is shown no more; the one that one is at
// is looked for in the next.
func (s *search) leave() {
	if s.at >= 0 {
		h := s.hits.At(s.at)
		s.was = &h
	}
	s.hits, s.at = transcript.Hits{}, -1
}

// beginSearch opens the field. The index is made the first time, while the
// person types.
func (m *Model) beginSearch() tea.Cmd {
	if m.doc == nil {
		return nil
	}
	m.mode = searching
	m.resize()
	m.search.field.CursorEnd()
	return tea.Batch(m.search.field.Focus(), m.loadIndex())
}

func (m *Model) loadIndex() tea.Cmd {
	if m.search.of == m.doc {
		return nil
	}
	m.search.of = m.doc
	th, t := m.ctx.Theme, m.doc.t
	return m.search.index.Start(m.ctx, func(context.Context, func(any)) (*transcript.Index, error) {
		return newIndex(th, t), nil
	})
}

// onIndex looks again for what is in force, in the text as it is now.
func (m *Model) onIndex() {
	s := &m.search
	if s.query == "" || s.of != m.doc {
		return
	}
	was := s.was
	if m.look(s.query); was == nil {
		return
	}
	for i := s.hits.From(transcript.Ref{Message: was.Message}); i < s.hits.Len() && s.hits.At(i).Message == was.Message; i++ {
		if s.hits.At(i) == *was {
			s.at = i
			return
		}
	}
}

// look finds a query. Nothing moves yet: enter goes to the first hit.
func (m *Model) look(query string) {
	s := &m.search
	s.query, s.at, s.was = query, -1, nil
	if s.index.Value == nil || s.index.Running() || s.of != m.doc {
		s.hits = transcript.Hits{}
		return
	}
	s.hits = s.index.Value.Search(query)
}

func (m *Model) onSearchKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Confirm):
		m.browse()
		if m.search.query == "" {
			return nil
		}
		return m.nextHit(0)
	case key.Matches(msg, m.keys.Back): // what was typed stays: it is the next esc that drops it
		m.browse()
		return nil
	}
	var cmd tea.Cmd
	m.search.field, cmd = m.search.field.Update(msg)
	if q := m.search.field.Value(); q != m.search.query {
		m.look(q)
	}
	return cmd
}

// nextHit goes to the next hit, the one before where by is negative, and with 0
// to the first from the cursor on. Behind the last comes the first.
func (m *Model) nextHit(by int) tea.Cmd {
	s, w := &m.search, m.ctx.Words
	n := s.hits.Len()
	switch {
	case s.query == "":
		return pane.Notify(pane.Info, w.T("sessions.search_first", "Key", m.keys.Search.Help().Key))
	case n == 0:
		return nil // the line of the search says so
	case s.at < 0 && by >= 0:
		s.at = s.hits.From(m.here()) % n
	case s.at < 0:
		s.at = (s.hits.From(m.here()) + n - 1) % n
	default:
		s.at = (s.at + by + n) % n
	}
	m.goToHit(s.hits.At(s.at))
	return nil
}

// goToHit unfolds what holds a hit and moves the cursor to its line.
func (m *Model) goToHit(h transcript.Hit) {
	if m.depth == transcript.DepthStory { // which has no parts to unfold
		m.depth = transcript.DepthTools
	}
	m.folds.Reveal(m.doc.t, m.depth, h.Ref, h.Field)
	m.relist()
	want := item{kind: itemField, ref: h.Ref, field: h.Field, from: h.Piece}
	switch h.Field {
	case transcript.FieldText:
		want.kind = itemText
	case transcript.FieldName:
		want.kind, want.field = itemHead, 0
	}
	i := m.page.find(want)
	line := 0
	for _, f := range matches(m.draw.draw(m.page.items[i]), m.search.query, m.bar(m.page.items[i])) {
		if line = f.line; f.number == h.N {
			break
		}
	}
	m.page.jump(spot{i, line})
}

// bar is the bar that [matches] takes for the edge of a column: text has some, and
// parts within parts.
func (m *Model) bar(it item) string {
	if p := m.doc.t.Part(it.ref); it.kind == itemText || p != nil && p.Level > 0 {
		return m.ctx.Theme.Glyphs.Border.Left
	}
	return ""
}
