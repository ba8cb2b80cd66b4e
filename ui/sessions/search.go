package sessions

import (
	"context"
	"math"
	"strings"

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
	t := m.doc.t
	return m.search.index.Start(m.ctx, func(context.Context, func(any)) (*transcript.Index, error) {
		return transcript.NewIndex(t), nil
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
	for i := s.hits.From(was.Ref); i < s.hits.Len() && s.hits.At(i).Ref == was.Ref; i++ {
		if h := s.hits.At(i); h.Field == was.Field && h.Start == was.Start {
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

// goToHit unfolds what holds a hit and puts the cursor on its line.
func (m *Model) goToHit(h transcript.Hit) {
	d := m.doc
	if m.depth == transcript.DepthStory { // which has no parts to unfold
		m.depth = transcript.DepthTools
	}
	m.folds.Reveal(m.depth, d.t.Key(h.Ref), d.t.Part(h.Ref), h.Field)
	m.relist()
	i := m.page.find(d, h.Ref, h.Field, h.Start)
	m.page.jump(spot{i, m.lineOfHit(i, h)})
}

// lineOfHit is the line within item i that shows a hit: as many matches are
// before it there as hits are before it in what the item shows.
func (m *Model) lineOfHit(i int, h transcript.Hit) int {
	it := m.page.items[i]
	if it.ref != h.Ref {
		return 0
	}
	lines := m.draw.draw(it)
	found := matches(lines, m.search.query, m.bar(it))
	if it.kind == itemText {
		return m.lineOfText(it, h, found, len(lines))
	}
	before, _ := m.search.hits.Around(m.search.at, m.doc.startOf(it), math.MaxInt)
	at := 0
	for _, f := range found {
		if f.number > before {
			break
		}
		at = f.line
	}
	return at
}

// lineOfText is lineOfHit in Markdown, which draws some texts in another form:
// marks not at all, references resolved. Where that makes other matches than
// there are hits, it is the one nearest to where the hit should be.
func (m *Model) lineOfText(it item, h transcript.Hit, found []match, lines int) int {
	piece := m.doc.piecesOf(it.ref, m.doc.t.Part(it.ref))[it.from]
	before, all := m.search.hits.Around(m.search.at, piece.Start, piece.End)
	if names, _, table := strings.Cut(piece.Context, "\n"); table { // which are drawn again
		again := count(matches([]string{names}, m.search.query, "|"))
		before, all = before+again, all+again
	}
	n := count(found)
	about := lines * (h.Start - piece.Start) / max(piece.End-piece.Start, 1)
	best := about
	for i, f := range found {
		distance := func(line int) int { return max(line-about, about-line) }
		if n == all && f.number == before {
			return f.line
		}
		if n != all && (i == 0 || distance(f.line) < distance(best)) {
			best = f.line
		}
	}
	return best
}

// bar is what [matches] has to know of an item: only Markdown is drawn with bars.
func (m *Model) bar(it item) string {
	if it.kind == itemText {
		return m.ctx.Theme.Glyphs.Border.Left
	}
	return ""
}
