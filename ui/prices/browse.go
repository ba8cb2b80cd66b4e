package prices

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/picker"
)

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	switch {
	case m.query.Typing():
		return m.query.Update(msg)
	case m.mode == asking:
		return m.onFieldKey(msg, &m.ask, answers)
	case m.mode == describing && key.Matches(msg, m.keys.Confirm) && len(m.unread) > 0:
		return pane.Notify(pane.Warning, m.problemWords(m.unread)) // and it stays to be mended
	case m.mode == describing:
		return m.onFieldKey(msg, &m.describe, checks)
	case m.mode == reading:
		return m.onPageKey(msg)
	}
	return m.onBrowseKey(msg)
}

func (m *Model) onBrowseKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Ask):
		return m.enter(asking, &m.ask)
	case key.Matches(msg, k.Files):
		return m.enter(describing, &m.describe)
	case key.Matches(msg, k.Filter):
		return m.query.Begin()
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
		return m.reload()
	case key.Matches(msg, k.Columns):
		v := m.view
		m.Choice.Columns(m.table(), func() { m.chose[v] = true })
	case key.Matches(msg, k.Export):
		m.chooseExport(m.listExport())
	case key.Matches(msg, k.Copy), key.Matches(msg, k.CopyCell), key.Matches(msg, k.CopyJSON):
		return m.copy(msg)
	case key.Matches(msg, k.Sort) && m.view == answers:
		return m.rankBy(m.table().Column())
	default:
		return m.table().Update(msg)
	}
	return nil
}

// enter opens a field.
func (m *Model) enter(to mode, in *input.Model) tea.Cmd {
	m.mode = to
	in.CursorEnd()
	return in.Focus()
}

// onFieldKey reads the question, or the description of reference files, with
// every letter; the view that answers it stands below. Enter and esc both leave
// the field, and what was typed stays in it.
func (m *Model) onFieldKey(msg tea.KeyMsg, in *input.Model, answer view) tea.Cmd {
	switch {
	case key.Matches(msg, m.keys.Confirm), key.Matches(msg, m.keys.Back):
		m.browse()
		return nil
	case pane.MovesRows(msg):
		return m.table().Update(msg)
	}
	var cmd tea.Cmd
	*in, cmd = in.Update(msg)
	m.understand()
	if m.view = m.back; m.hasRows(answer) {
		m.view = answer
	}
	cmds := tea.Batch(cmd, m.fill())
	m.toTop()
	return cmds
}

// hasRows reports whether a view has something to say.
func (m *Model) hasRows(v view) bool {
	switch v {
	case answers:
		return m.asked()
	case checks:
		return len(m.files) > 0
	}
	return true
}

// toTop puts the cursor on the best answer.
func (m *Model) toTop() {
	shown, _ := m.table().Counts()
	m.table().MoveBy(-shown)
}

// views are the tables of all views, which the filter narrows together.
type views struct{ m *Model }

// SetFilter narrows the rows of every view.
func (v views) SetFilter(query string) tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range v.m.tables {
		cmds = append(cmds, t.SetFilter(query))
	}
	return tea.Batch(cmds...)
}

// Update moves in the one in front.
func (v views) Update(msg tea.Msg) tea.Cmd { return v.m.table().Update(msg) }

// asked reports whether there is a question.
func (m *Model) asked() bool { return !m.question.IsZero() || m.question.Count > 0 }

func (m *Model) isFiltered() bool { return m.ask.Value() != "" || m.query.Value() != "" }

// clear takes question and filter back. The files stay: they narrow nothing.
func (m *Model) clear() tea.Cmd {
	m.ask.SetValue("")
	m.question, m.unclear = quote.Question{}, nil
	if m.view == answers {
		m.view = m.back
	}
	return tea.Batch(m.query.Set(""), m.fill())
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
		if m.hasRows(m.view) {
			return
		}
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
	m.Choice.One(w.T("prices.choose_facet"), items, func(id string) tea.Cmd {
		i := slices.IndexFunc(items, func(item picker.Item) bool { return item.ID == id })
		set[i](&m.question)
		m.ask.SetValue(m.question.Text(m.words))
		m.unclear = nil
		if !m.asked() && m.view == answers {
			m.view = m.back
		}
		return m.fill()
	})
}
