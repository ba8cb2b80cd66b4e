package works

import (
	"strings"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
	"channeldeck/ui/widget/chart"
)

// blocks are the stored numbers of a work, their chart, the work among the others of its
// account, and its facts; without snapshots, what opening it does.
func (s *startScreen) blocks(r *recentRow) []resource.Block {
	if r.shown.Section != nil {
		return s.sectionBlocks(r.shown.Section)
	}
	m := s.m.pane.siteNamed(r.Target.Site)
	w := r.storedWork
	facts := []resource.Fact{
		{Name: m.wording.factName("platform"), Value: m.view.PlatformName(r.Target.Platform)},
		{Name: m.wording.factName("id"), Value: r.Target.WorkID},
		m.wording.accountFact(r.Target.AccountID),
	}
	if w == nil {
		note := m.words.T("works.opens_form", "Key", m.ctx.Key(m.keys.Show))
		if m.find(queryOf(r.Target)) != nil {
			note = m.words.T("works.opens_work", "Key", m.ctx.Key(m.keys.Show))
		} else if s.reading() {
			note = m.words.T("works.reading")
		}
		return append(
			[]resource.Block{
				{Facts: facts},
				{Lines: func(width int) []string {
					return m.view.Note(note, width)
				}},
			},
			s.accountBlocks(r)...,
		)
	}
	if at, ok := w.history.Published(); ok {
		facts = append(facts, resource.Fact{
			Name:  m.wording.factName("publishedAt"),
			Value: m.view.Time(at),
			Note:  m.words.Ago(at, m.view.Now()),
		})
	}
	newest := resource.Fact{
		Name:  m.words.T("works.newest_snapshot"),
		Value: m.words.Ago(w.newest().At, m.view.Now()),
	}
	if r.shown.Watched {
		newest.Note = m.theme.Glyphs.Bullet + " " + m.words.T("works.watched")
	}
	n := len(w.history.Entries())
	return append([]resource.Block{
		{Lines: func(width int) []string { return m.briefNumbers(w, width) }},
		{
			Title: m.wording.metricName(w.metric) + " " + m.theme.Glyphs.Between + " " +
				m.words.N("works.n_snapshots", n),
			Lines: func(width int) []string { return m.briefChart(w, width) },
		},
		{
			Title: m.words.T("works.against", "Name", m.ownerOf(w)),
			Lines: func(width int) []string { return m.against(w, width) },
		},
		{Facts: append(facts, newest)},
	}, s.accountBlocks(r)...)
}

// accountBlocks are the account of a work, its followers, and its other works.
func (s *startScreen) accountBlocks(r *recentRow) []resource.Block {
	m := s.m.pane.siteNamed(r.Target.Site)
	a := m.wording.account(r.Target.AccountID)
	if a == nil {
		return nil
	}
	facts := []resource.Fact{
		{Name: m.words.T("accounts.column.status"), Value: m.wording.health(a)},
	}
	for _, c := range api.SummedCounts() {
		if n, known := a.Statistic(c); known {
			facts = append(facts, resource.Fact{
				Name:  m.words.T("accounts.column." + c.String()),
				Value: m.wording.figures.Exact(n),
				Right: true,
			})
		}
	}
	if a.GroupID != "" {
		facts = append(facts, resource.Fact{
			Name:  m.words.T("accounts.column.groupId"),
			Value: m.view.GroupTitle(a.GroupID),
		})
	}
	blocks := []resource.Block{{
		Title: m.view.AccountTitle(a),
		Facts: facts,
		Wide:  true,
	}}
	end := m.store.Accounts.At
	states, from := pane.FollowersSince(s.trend.Of(m.own, a), end)
	if states != nil {
		const points = 90
		times, values := pane.FollowersAt(states, a, from, end, points)
		blocks = append(
			blocks,
			pane.CurveBlock(
				m.view,
				m.words.T("accounts.block_trend", "Time", m.words.LongDuration(end.Sub(from))),
				times,
				values,
				theme.Accent,
			),
		)
	}
	return append(blocks, resource.Block{
		Title: m.words.T("works.others", "Name", m.view.AccountTitle(a)),
		Wide:  true,
		Longer: func(width, more int) (lines []string) {
			const most = 8
			for _, other := range s.all {
				if other.Target.Site == r.Target.Site && other.Target.AccountID == a.ID &&
					other.Target.WorkID != r.Target.WorkID &&
					len(lines) < most+more {
					lines = append(lines, " "+text.Cut(text.Line(other.Label), width-1))
				}
			}
			if len(lines) == 0 {
				lines = m.view.Note(m.words.T("works.no_others"), width)
			}
			return lines
		},
	})
}

// ownerOf is the account of a work, or else its platform.
func (m *site) ownerOf(w *storedWork) string {
	name := m.wording.accountName(w.query.AccountID)
	if name != "" {
		return name
	}
	if w.query.AccountID != "" {
		return text.CutMiddle(text.Line(w.query.AccountID), 20)
	}
	return m.view.PlatformName(w.query.Platform)
}

// maxBrief is the number of metrics in the inspector of the first screen.
const maxBrief = 5

// briefNumbers are the metrics of the newest snapshot with their change in a day, and the
// engagement rate.
func (m *site) briefNumbers(w *storedWork, width int) []string {
	newest := w.newest()
	before := w.dayBefore()
	const valueCells, labelCells = 12, 12
	var lines []string
	add := func(value, label, change string) {
		line := " " + text.Left(m.theme.Tone(theme.Strong).Render(value), valueCells) +
			" " + text.Left(m.theme.Tone(theme.Muted).Render(label), labelCells)
		rest := width - text.Width(line) - text.Width(change) - 2
		if change != "" && rest >= 0 {
			line += " " + change
		}
		lines = append(lines, text.Cut(line, width))
	}
	names := metrics.Names(w.history.Entries())
	for _, name := range names {
		r := metrics.Read(&newest.Snapshot, name)
		if r.Why != metrics.Known || len(lines) >= maxBrief {
			continue
		}
		change := ""
		if before != nil {
			change = m.wording.arrow(
				metrics.Since(before, newest, name).Absolute.Value,
				m.wording.figures.Exact,
			)
		}
		add(
			m.wording.figures.Exact(r.Value),
			strings.ToLower(m.wording.metricName(name)),
			change,
		)
	}
	base := m.wording.baseOf(w.history.Entries())
	rate := value(&newest.Snapshot, engagementRate, base)
	if rate.IsSet() {
		add(
			m.wording.figures.Share(rate),
			strings.ToLower(m.wording.metricName(engagementRate)),
			m.theme.Tone(theme.Muted).Render(m.wording.byBase(base)),
		)
	}
	if before != nil {
		lines = append(
			lines,
			m.view.Note(
				m.words.T("works.changes_since", "Time", m.view.DayTime(before.At)),
				width,
			)...,
		)
	}
	return lines
}

const briefRows = 12 // of the chart in the inspector of the first screen

// briefChart is the chart of the metric that stands for the work.
func (m *site) briefChart(w *storedWork, width int) []string {
	if len(w.views) < 2 {
		return m.view.Note(
			m.words.T(
				"works.one_stored",
				"Key", m.ctx.Key(m.keys.Show),
				"Refresh", m.ctx.Key(m.stack.Keys.Refresh),
			),
			width,
		)
	}
	lines := []chart.Line{{Tone: theme.Accent}}
	c, _ := m.wording.plot(width-2, briefRows, false, "", lines, w.views)
	m.wording.labelEnds(&c.Lines[0], w.views, "")
	view := c.View(m.theme, width-2, briefRows)
	if view == "" {
		return nil
	}
	return strings.Split(" "+strings.ReplaceAll(view, "\n", "\n "), "\n")
}

// against are bars of the metric of a work, and of the best and the median of the others of
// its account at the same age.
func (m *site) against(w *storedWork, width int) []string {
	age, peers := m.known.peers(w)
	if len(peers) == 0 || !w.value().IsSet() {
		return m.view.Note(m.words.T("works.no_peers"), width)
	}
	most, _ := peers[len(peers)-1].Float64()
	own, _ := w.value().Float64()
	most = max(most, own)
	rows := []struct {
		label string
		value api.Number
		tone  theme.Tone
	}{
		{
			m.words.T(
				"works.after",
				"Metric", m.wording.metricName(w.metric),
				"Age", m.words.ExactAge(age),
			),
			w.value(),
			theme.Accent,
		},
		{m.words.N("works.best_of", len(peers)), peers[len(peers)-1], theme.Muted},
		{m.words.T("works.median"), peers[len(peers)/2], theme.Muted},
	}
	if len(peers) < 3 {
		rows = rows[:2]
	}
	label := 0
	for _, r := range rows {
		label = max(label, text.Width(r.label))
	}
	var lines []string
	for _, r := range rows {
		n := m.view.Short(r.value)
		f, _ := r.value.Float64()
		room := width - label - 5 - text.Width(n)
		line := " " + text.Left(r.label, label) + "  " + text.Left(
			m.theme.Tone(r.tone).Render(bar.Of(&m.theme.Glyphs, f, most, room)),
			max(room, 0),
		) + " " + n
		lines = append(lines, text.Cut(line, width))
	}
	return lines
}
