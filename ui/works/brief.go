package works

import (
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
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
	m := s.m.at(r.Target.Site)
	w := r.storedWork
	facts := []resource.Fact{{Name: m.factName("platform"), Value: m.PlatformName(r.Target.Platform)}, {Name: m.factName("id"), Value: r.Target.WorkID}, m.accountFact(r.Target.AccountID)}
	if w == nil {
		note := m.Words.T("works.opens_form", "Key", m.Key(m.keys.Show))
		if m.find(queryOf(r.Target)) != nil {
			note = m.Words.T("works.opens_work", "Key", m.Key(m.keys.Show))
		}
		return append([]resource.Block{{Facts: facts}, {Lines: func(width int) []string { return m.Note(note, width) }}}, s.accountBlocks(r)...)
	}
	if at, ok := w.history.Published(); ok {
		facts = append(facts, resource.Fact{Name: m.factName("publishedAt"), Value: m.Time(at), Note: m.Words.Ago(at, m.Now())})
	}
	newest := resource.Fact{Name: m.Words.T("works.newest_snapshot"), Value: m.Words.Ago(w.newest().At, m.Now())}
	if r.watched {
		newest.Note = m.Theme.Glyphs.Bullet + " " + m.Words.T("works.watched")
	}
	n := len(w.history.Entries())
	return append([]resource.Block{
		{Lines: func(width int) []string { return m.briefNumbers(w, width) }},
		{Title: m.metricName(w.metric) + " " + m.Theme.Glyphs.Between + " " + m.Words.N("works.n_snapshots", n), Lines: func(width int) []string { return m.briefChart(w, width) }},
		{Title: m.Words.T("works.against", "Name", m.ownerOf(w)), Lines: func(width int) []string { return m.against(w, width) }},
		{Facts: append(facts, newest)},
	}, s.accountBlocks(r)...)
}

// accountBlocks are the account of a work, its followers, and its other works.
func (s *startScreen) accountBlocks(r *recentRow) []resource.Block {
	m := s.m.at(r.Target.Site)
	a := m.account(r.Target.AccountID)
	if a == nil {
		return nil
	}
	facts := []resource.Fact{{Name: m.factName("account"), Value: m.AccountTitle(a)}, {Name: m.Words.T("accounts.column.status"), Value: m.health(a)}}
	for _, c := range fleet.SummedCounts() {
		if n, known := a.Statistic(c); known {
			facts = append(facts, resource.Fact{Name: m.Words.T("accounts.column." + c.String()), Value: m.exact(n), Right: true})
		}
	}
	if a.GroupID != "" {
		facts = append(facts, resource.Fact{Name: m.Words.T("accounts.column.groupId"), Value: m.GroupTitle(a.GroupID)})
	}
	blocks := []resource.Block{{Facts: facts, Wide: true}}
	end := m.Store.Accounts.At
	if states, from := pane.FollowersSince(s.trend.Of(m.Context, a), end); states != nil {
		const points = 90
		times, values := pane.FollowersAt(states, a, from, end, points)
		blocks = append(blocks, pane.CurveBlock(m.Context.View, m.Words.N("accounts.block_trend", pane.DaysIn(times)), times, values, theme.Accent))
	}
	return append(blocks, resource.Block{Title: m.Words.T("works.others", "Name", m.AccountTitle(a)), Wide: true, Lines: func(width int) (lines []string) {
		const most = 8
		for _, other := range s.all {
			if other.Target.Site == r.Target.Site && other.Target.AccountID == a.ID && other.Target.WorkID != r.Target.WorkID && len(lines) < most {
				lines = append(lines, " "+text.Cut(text.Line(other.Label), width-1))
			}
		}
		if len(lines) == 0 {
			lines = m.Note(m.Words.T("works.no_others"), width)
		}
		return lines
	}})
}

// ownerOf is the account of a work, or else its platform.
func (m *Model) ownerOf(w *storedWork) string {
	switch name := m.accountName(w.query.AccountID); {
	case name != "":
		return name
	case w.query.AccountID != "":
		return text.CutMiddle(text.Line(w.query.AccountID), 20)
	}
	return m.PlatformName(w.query.Platform)
}

// maxBrief is the number of metrics in the inspector of the first screen.
const maxBrief = 5

// briefNumbers are the metrics of the newest snapshot with their change in a day, and the
// engagement rate.
func (m *Model) briefNumbers(w *storedWork, width int) []string {
	newest, before := w.newest(), w.dayBefore()
	const valueCells, labelCells = 12, 12
	var lines []string
	add := func(value, label, change string) {
		line := " " + text.Left(m.Theme.Tone(theme.Strong).Render(value), valueCells) + " " + text.Left(m.Theme.Tone(theme.Muted).Render(label), labelCells)
		if rest := width - text.Width(line) - text.Width(change) - 2; change != "" && rest >= 0 {
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
			change = m.arrow(metrics.Since(before, newest, name).Absolute.Value, m.exact)
		}
		add(m.exact(r.Value), strings.ToLower(m.metricName(name)), change)
	}
	base := m.baseOf(w.history.Entries())
	if rate := value(&newest.Snapshot, engagementRate, base); rate.IsSet() {
		add(m.share(rate), strings.ToLower(m.metricName(engagementRate)), m.Theme.Tone(theme.Muted).Render(m.byBase(base)))
	}
	if before != nil {
		lines = append(lines, m.Note(m.Words.T("works.changes_since", "Time", m.DayTime(before.At)), width)...)
	}
	return lines
}

const briefRows = 12 // of the chart in the inspector of the first screen

// briefChart is the chart of the metric that stands for the work.
func (m *Model) briefChart(w *storedWork, width int) []string {
	if len(w.views) < 2 {
		return m.Note(m.Words.T("works.one_stored", "Key", m.Key(m.keys.Show), "Refresh", m.Key(m.Keys.Refresh)), width)
	}
	lines := []chart.Line{{Tone: theme.Accent}}
	c, _ := m.plot(width-2, briefRows, false, lines, w.views)
	m.labelEnds(&c.Lines[0], w.views)
	view := c.View(m.Theme, width-2, briefRows)
	if view == "" {
		return nil
	}
	return strings.Split(" "+strings.ReplaceAll(view, "\n", "\n "), "\n")
}

// against are bars of the metric of a work, and of the best and the median of the others of
// its account at the same age.
func (m *Model) against(w *storedWork, width int) []string {
	age, peers := m.known.peers(w)
	if len(peers) == 0 || !w.value().IsSet() {
		return m.Note(m.Words.T("works.no_peers"), width)
	}
	most, _ := peers[len(peers)-1].Float64()
	own, _ := w.value().Float64()
	most = max(most, own)
	rows := []struct {
		label string
		value api.Number
		tone  theme.Tone
	}{
		{m.Words.T("works.after", "Metric", m.metricName(w.metric), "Age", m.age(age)), w.value(), theme.Accent},
		{m.Words.N("works.best_of", len(peers)), peers[len(peers)-1], theme.Muted},
		{m.Words.T("works.median"), peers[len(peers)/2], theme.Muted},
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
		n := m.Short(r.value)
		f, _ := r.value.Float64()
		room := width - label - 5 - text.Width(n)
		line := " " + text.Left(r.label, label) + "  " + text.Left(m.Theme.Tone(r.tone).Render(bar.Of(&m.Theme.Glyphs, f, most, room)), max(room, 0)) + " " + n
		lines = append(lines, text.Cut(line, width))
	}
	return lines
}
