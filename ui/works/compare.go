package works

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/widget/picker"
)

// momentRow is one metric of two works at one time or age.
type momentRow struct {
	At         time.Time  `json:"at"`
	A          api.Number `json:"a,omitzero"`
	B          api.Number `json:"b,omitzero"`
	Difference api.Number `json:"difference,omitzero"`

	when       string     // the time or age
	ratio      api.Number // A/B
	lagA, lagB string     // the age of the snapshots compared, or ""
}

// compareView compares the work, A, with another one, B.
type compareView struct {
	*pane.List[momentRow]
	s             *subject
	other         *work // nil until one is chosen
	metric        string
	byAge         bool
	a, b          metrics.Series
	why           metrics.Reason // why there are no series
	above         []string       // the lines above the table: legend and chart
	width, height int
}

func newCompare(s *subject) *compareView {
	m := s.m
	v := &compareView{s: s, metric: metrics.Listed()[0]}
	toggleAge := func() tea.Cmd {
		v.byAge = !v.byAge
		return v.refill()
	}
	v.List = pane.NewList(m.Stack, pane.ListConfig[momentRow]{
		Resource: m.momentResource, Heading: m.Words.T("works.view.compare"), State: s.load.State, Refresh: s.confirm,
		Summary: func(int) []string { return v.above },
		Empty:   func(bool) string { return m.why(v.why) },
		Actions: []pane.Action[momentRow]{{Key: m.keys.ByAge, Do: toggleAge}, {Key: m.keys.Metric, Do: v.pickMetric}},
		Footer: func() []key.Binding {
			if v.other == nil {
				return []key.Binding{m.keys.Open}
			}
			return []key.Binding{m.keys.ByAge, m.keys.Metric}
		},
	})
	v.Table.SortBy("at", true)
	return v
}

// pickOther compares the work with another one of this run or of the history: the only
// other one, or one that the user picks. Works of the same account come first.
func (s *workScreen) pickOther() tea.Cmd {
	m := s.m
	with := func(other *work) tea.Cmd {
		if m.find(other.query) == nil { // from the history
			m.works = append(m.works, other)
		}
		if other != s.compare.other {
			s.compare.byAge = agesOverlap(&s.history, &other.history)
		}
		s.compare.other = other
		cmd := s.compare.fill()
		s.showTab(compareTab)
		return cmd
	}
	others := slices.DeleteFunc(slices.Clone(m.works), func(w *work) bool { return w == s.work || !w.load.Loaded() })
	for _, key := range slices.Sorted(maps.Keys(m.stored.Value.works)) {
		if stored := m.stored.Value.works[key]; m.find(stored.query) == nil {
			others = append(others, newEarlierWork(stored.query, stored.history))
		}
	}
	slices.SortStableFunc(others, func(a, b *work) int { return s.distance(b) - s.distance(a) }) // the picker lists the last one first
	switch {
	case len(others) == 0:
		return pane.Notify(pane.Info, m.Words.T("works.need_second", "Key", m.keys.Open.Help().Key))
	case s.tab != compareTab && s.compare.other != nil:
		return with(s.compare.other)
	case len(others) == 1:
		return with(others[0])
	}
	return m.pickWork(m.Words.T("works.choose_other"), others, with)
}

// agesOverlap reports whether two works have snapshots of the same ages.
func agesOverlap(a, b *metrics.History) bool {
	ages := func(h *metrics.History) (first, last time.Duration, ok bool) {
		born, ok := h.Published()
		entries := h.Entries()
		if !ok || len(entries) == 0 {
			return 0, 0, false
		}
		return entries[0].At.Sub(born), entries[len(entries)-1].At.Sub(born), true
	}
	firstA, lastA, okA := ages(a)
	firstB, lastB, okB := ages(b)
	return okA && okB && firstA <= lastB && firstB <= lastA
}

// distance is 0 for a work of the same account and platform, 1 for one of the same platform,
// and 2 for the others.
func (s *workScreen) distance(w *work) int {
	switch {
	case w.query.Platform != s.query.Platform:
		return 2
	case w.query.AccountID != s.query.AccountID:
		return 1
	}
	return 0
}

func (m *wording) newMomentResource() *resource.Resource[momentRow] {
	lag := func(id string, priority int, of func(momentRow) string) resource.Column[momentRow] {
		c := resource.Text(id, priority, 0, 10, theme.Muted, of)
		c.Right, c.Order, c.Search = true, nil, nil
		return c
	}
	when := resource.Text("at", 110, 0, 19, theme.Plain, func(r momentRow) string { return r.when })
	when.Pinned = true
	when.Order = resource.ByFunc(func(r momentRow) (time.Time, bool) { return r.At, true }, time.Time.Compare)
	return &resource.Resource[momentRow]{
		Name: "works.compare", ID: func(r momentRow) string { return r.when }, Key: func(r momentRow) string { return r.At.String() },
		Record: func(r momentRow) any { return r },
		Columns: []resource.Column[momentRow]{
			when,
			resource.Number("a", 100, numberWidth, m.exact, func(r momentRow) api.Number { return r.A }),
			resource.Number("b", 99, numberWidth, m.exact, func(r momentRow) api.Number { return r.B }),
			changeColumn(m, "difference", 90, func(r momentRow) api.Number { return r.Difference }),
			resource.Number("ratio", 85, numberWidth, m.ratio, func(r momentRow) api.Number { return r.ratio }),
			lag("lagA", 60, func(r momentRow) string { return r.lagA }),
			lag("lagB", 59, func(r momentRow) string { return r.lagB }),
		},
	}
}

func (v *compareView) pickMetric() tea.Cmd {
	m := v.s.m
	var items []picker.Item
	for _, name := range v.s.names {
		items = append(items, picker.Item{ID: name, Label: m.metricName(name), Note: name, Chosen: name == v.metric})
	}
	m.PickOne(m.Words.T("works.choose_metric"), items, func(name string) tea.Cmd {
		v.metric = name
		return v.refill()
	})
	return nil
}

func (v *compareView) refill() tea.Cmd {
	cmd := v.fill()
	v.SetSize(v.width, v.height)
	return cmd
}

// fill compares the works by the chosen metric and axis.
func (v *compareView) fill() tea.Cmd {
	if v.other == nil {
		return nil
	}
	m, a, b := v.s.m, &v.s.history, &v.other.history
	v.a, v.b, v.why = m.series(a.Entries(), v.metric), m.series(b.Entries(), v.metric), metrics.Known
	if v.byAge {
		publishedA, okA := a.Published()
		publishedB, okB := b.Published()
		if v.a, v.b = v.a.ByAge(publishedA), v.b.ByAge(publishedB); !okA || !okB {
			v.a, v.b, v.why = nil, nil, metrics.NotPublished
		}
	}
	var rows []momentRow
	for _, at := range metrics.Compare(v.a, v.b) {
		r := momentRow{At: at.At, when: m.Time(at.At)}
		if v.byAge {
			r.when = m.age(at.At.Sub(metrics.Birth()))
		}
		if at.A != nil {
			r.A, r.lagA = at.A.Value, m.age(at.At.Sub(at.A.At))
		}
		if at.B != nil {
			r.B, r.lagB = at.B.Value, m.age(at.At.Sub(at.B.At))
		}
		r.Difference, r.ratio = r.A.Sub(r.B), r.A.Quo(r.B)
		rows = append(rows, r)
	}
	return v.SetRows(rows)
}

func (v *compareView) SetSize(width, height int) {
	v.width, v.height = width, height
	v.above = v.legend(width, height)
	if rest := height - len(v.above); rest >= 16 && v.other != nil {
		rows, _ := v.Table.Counts()
		if framed := v.framed(width, rest-min(rows+3, rest/2)); framed != "" {
			v.above = append(v.above[1:], strings.Split(framed, "\n")...)
		}
	}
	v.List.SetSize(width, height)
}

// axis says how the works are aligned.
func (v *compareView) axis() string {
	if v.byAge {
		return v.s.m.Words.T("works.by_age")
	}
	return v.s.m.Words.T("works.by_time")
}

// legend is the metric, the axis, and which work is A and B.
func (v *compareView) legend(width, height int) []string {
	m, t := v.s.m, v.s.m.Theme
	lines := []string{" " + text.Cut(t.Tone(theme.Strong).Render(m.metricName(v.metric))+"  "+t.Tone(theme.Muted).Render(v.axis()), width-1)}
	if height < 6 || v.other == nil {
		return lines
	}
	for _, side := range []struct {
		sign string
		*work
		tone theme.Tone
	}{{"A", v.s.work, theme.Accent}, {"B", v.other, theme.Code}} {
		name := m.PlatformName(side.query.Platform) + " " + text.Line(side.query.WorkID)
		lines = append(lines, " "+text.Cut(t.Tone(side.tone).Render(side.sign)+"  "+side.title()+"  "+t.Tone(theme.Muted).Render(name), width-1))
	}
	return lines
}

// framed draws both works on one scale in a frame; it returns "" without values or room.
func (v *compareView) framed(width, height int) string {
	m := v.s.m
	if len(v.a)+len(v.b) == 0 {
		return ""
	}
	f := pane.Frame{Title: m.metricName(v.metric), Right: v.axis(), Bare: width < pane.FrameWidth, Keys: []key.Binding{m.keys.ByAge, m.keys.Metric}}
	inner, rows := f.Inner(width, height)
	lines := []chart.Line{{Tone: theme.Accent, Sign: "A"}, {Tone: theme.Code, Dashed: true, Sign: "B"}}
	c, _ := m.plot(inner-1, rows, v.byAge, lines, v.a, v.b)
	drawn := c.View(m.Theme, inner-1, rows)
	if drawn == "" {
		return ""
	}
	return m.Frame(f, " "+strings.ReplaceAll(drawn, "\n", "\n "), width, height)
}

func (v *compareView) View() string {
	if v.other == nil {
		m := v.s.m
		return m.ViewNothing(m.Words.T("works.need_second", "Key", m.keys.Open.Help().Key), v.width, v.height)
	}
	return v.List.View()
}
