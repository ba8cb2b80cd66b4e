package prices

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/picker"
)

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	switch m.mode {
	case asking:
		return m.onAskKey(msg)
	case describing:
		return m.onFilesKey(msg)
	case filtering:
		return m.onFilterKey(msg)
	case choosing:
		return m.onChoiceKey(msg)
	case reading:
		return m.onPageKey(msg)
	}
	return m.onBrowseKey(msg)
}

func (m *Model) onBrowseKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Ask):
		m.mode = asking
		m.ask.CursorEnd()
		return m.ask.Focus()
	case key.Matches(msg, k.Files):
		m.mode = describing
		m.describe.CursorEnd()
		return m.describe.Focus()
	case key.Matches(msg, k.Filter):
		m.mode = filtering
		m.query.CursorEnd()
		return m.query.Focus()
	case key.Matches(msg, k.Facets):
		m.chooseFacet()
	case key.Matches(msg, k.View):
		m.nextView()
	case key.Matches(msg, k.Back) && m.view != m.back:
		m.view = m.back
	case key.Matches(msg, k.Clear), key.Matches(msg, k.Back) && m.isFiltered():
		return m.clear()
	case key.Matches(msg, k.Unfold) && m.view == byModel:
		return m.unfoldCurrent()
	case key.Matches(msg, k.UnfoldAll) && m.view == byModel:
		return m.unfoldAll()
	case key.Matches(msg, k.Detail):
		if r, ok := m.table().Current(); ok {
			m.readModels(r.place)
		}
	case key.Matches(msg, k.Compare):
		return m.compare()
	case key.Matches(msg, k.News):
		return m.readNews()
	case key.Matches(msg, k.Refresh):
		return m.load()
	case key.Matches(msg, k.Columns):
		m.chooseColumns()
	case key.Matches(msg, k.Export):
		m.chooseExport()
	case key.Matches(msg, k.Copy), key.Matches(msg, k.CopyCell), key.Matches(msg, k.CopyJSON):
		return m.copy(msg)
	case key.Matches(msg, k.Sort) && m.view == answers:
		return m.rankBy(m.table().Column())
	default:
		return m.table().Update(msg)
	}
	return nil
}

// onAskKey reads the question with every letter; the answer stands below. Enter
// and esc both leave the field, and what was typed stays in it.
func (m *Model) onAskKey(msg tea.KeyMsg) tea.Cmd {
	if m.leaves(msg) {
		m.ask.Blur()
		return nil
	}
	if movesRows(msg) {
		return m.table().Update(msg)
	}
	var cmd tea.Cmd
	m.ask, cmd = m.ask.Update(msg)
	m.understand()
	if m.asked() {
		m.show(answers)
	} else {
		m.view = m.back
	}
	cmds := tea.Batch(cmd, m.fill())
	m.toTop()
	return cmds
}

// onFilesKey reads the description of reference files likewise.
func (m *Model) onFilesKey(msg tea.KeyMsg) tea.Cmd {
	if m.leaves(msg) {
		m.describe.Blur()
		return nil
	}
	if movesRows(msg) {
		return m.table().Update(msg)
	}
	var cmd tea.Cmd
	m.describe, cmd = m.describe.Update(msg)
	m.understand()
	if len(m.files) > 0 {
		m.show(checks)
	} else {
		m.view = m.back
	}
	cmds := tea.Batch(cmd, m.fill())
	m.toTop()
	return cmds
}

// toTop puts the cursor on the best answer.
func (m *Model) toTop() {
	shown, _ := m.table().Counts()
	m.table().MoveBy(-shown)
}

// onFilterKey narrows with every letter. Enter keeps the filter, esc drops it.
func (m *Model) onFilterKey(msg tea.KeyMsg) tea.Cmd {
	drop := key.Matches(msg, m.keys.Back)
	if m.leaves(msg) {
		m.query.Blur()
		if drop {
			m.query.SetValue("")
		}
		return m.setFilter()
	}
	if movesRows(msg) {
		return m.table().Update(msg)
	}
	var cmd tea.Cmd
	m.query, cmd = m.query.Update(msg)
	return tea.Batch(cmd, m.setFilter())
}

func (m *Model) setFilter() tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range m.tables {
		cmds = append(cmds, t.SetFilter(m.query.Value()))
	}
	return tea.Batch(cmds...)
}

// leaves reports whether the key ends the field, and goes back to the table.
func (m *Model) leaves(msg tea.KeyMsg) bool {
	if key.Matches(msg, m.keys.Confirm) || key.Matches(msg, m.keys.Back) {
		m.mode = browsing
		return true
	}
	return false
}

// movesRows tells the keys that move in the table while a field has the others.
func movesRows(msg tea.KeyMsg) bool {
	return msg.Type == tea.KeyUp || msg.Type == tea.KeyDown || msg.Type == tea.KeyPgUp || msg.Type == tea.KeyPgDown
}

// asked reports whether there is a question.
func (m *Model) asked() bool { return !m.question.IsZero() || m.question.Count > 0 }

func (m *Model) isFiltered() bool { return m.ask.Value() != "" || m.query.Value() != "" }

// clear takes question and filter back. The files stay: they narrow nothing.
func (m *Model) clear() tea.Cmd {
	m.ask.SetValue("")
	m.query.SetValue("")
	m.question, m.unclear = quote.Question{}, nil
	if m.view == answers {
		m.view = m.back
	}
	return tea.Batch(m.setFilter(), m.fill())
}

// show puts a view in front; esc leads back from an answer to what was there.
func (m *Model) show(v view) {
	m.view = v
	if v == byModel || v == byPrice {
		m.back = v
	}
}

// nextView goes round the views that have something to say.
func (m *Model) nextView() {
	for range viewCount {
		m.show((m.view + 1) % viewCount)
		if m.view == answers && !m.asked() || m.view == checks && len(m.files) == 0 {
			continue
		}
		return
	}
}

// rankBy asks for another ranking of the quote.
func (m *Model) rankBy(column string) tea.Cmd {
	by, ok := rankings(column)
	if !ok {
		return pane.Notify(pane.Info, m.ctx.Words.T("prices.no_ranking"))
	}
	m.ranked = by
	return m.fill()
}

// chooseFacet offers every value of the catalog to filter by. To choose what is
// chosen takes it back; the question is written anew to say the same.
func (m *Model) chooseFacet() {
	w, q, v := m.ctx.Words, m.question, m.words
	var items []picker.Item
	var set []func(q *quote.Question)
	add := func(facet, label string, chosen bool, choose, drop func(q *quote.Question)) {
		items = append(items, picker.Item{ID: facet + ":" + label, Label: clean(label), Note: w.T("prices.facet." + facet), Chosen: chosen})
		if chosen {
			choose = drop
		}
		set = append(set, choose)
	}
	names := func(facet string, list []string, field func(q *quote.Question) *string) {
		for _, name := range list {
			add(facet, name, *field(&q) == name, func(q *quote.Question) { *field(q) = name }, func(q *quote.Question) { *field(q) = "" })
		}
	}
	names("mode", v.Modes, func(q *quote.Question) *string { return &q.Mode })
	names("resolution", v.Resolutions, func(q *quote.Question) *string { return &q.Resolution })
	for _, d := range v.Durations {
		add("duration", seconds(m.ctx, d), q.Duration.Equal(d), func(q *quote.Question) { q.Duration = d }, func(q *quote.Question) { q.Duration = quote.Amount{} })
	}
	names("aspect", v.AspectRatios, func(q *quote.Question) *string { return &q.AspectRatio })
	names("tag", v.Tags, func(q *quote.Question) *string { return &q.Tag })
	for _, s := range v.Scopes {
		current, ok := q.Scope.Get()
		add("scope", scopeWord(m.ctx, s), ok && current == s, func(q *quote.Question) { q.Scope = api.Some(s) }, func(q *quote.Question) { q.Scope = api.Opt[quote.Scope]{} })
	}
	add("accepts", w.T("prices.said.video"), q.AcceptsVideo, func(q *quote.Question) { q.AcceptsVideo = true }, func(q *quote.Question) { q.AcceptsVideo = false })
	add("accepts", w.T("prices.said.audio"), q.AcceptsAudio, func(q *quote.Question) { q.AcceptsAudio = true }, func(q *quote.Question) { q.AcceptsAudio = false })
	m.choose(w.T("prices.choose_facet"), items, false, func(ids []string) tea.Cmd {
		i := slices.IndexFunc(items, func(item picker.Item) bool { return item.ID == ids[0] })
		set[i](&m.question)
		m.ask.SetValue(m.question.Text(m.words))
		m.unclear = nil
		if !m.asked() && m.view == answers {
			m.view = m.back
		}
		return m.fill()
	})
}
