package works

import (
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource/works"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/chart"
	"channeldeck/ui/widget/picker"
)

// compareView compares the work, A, with others, B to E.
type compareView struct {
	*pane.List[*works.Comparison]
	s             *subject
	others        []*work // none until they are chosen
	metric        string  // one that all works have, "" if there is none
	byAge         bool
	series        []metrics.Series // of the work and the others
	why           metrics.Reason   // why there are no series
	above         []string         // the lines above the table: legend and chart
	width, height int
}

func newCompare(s *subject) *compareView {
	m := s.m
	v := &compareView{s: s}
	toggleAge := func() tea.Cmd {
		v.byAge = !v.byAge
		return v.refill()
	}
	v.List = pane.NewList(m.stack, pane.ListConfig[*works.Comparison]{
		Resource: works.Comparisons(m.view),
		Heading:  "works.view.compare",
		State:    s.load.State,
		Refresh:  s.confirm,
		Summary:  func(int) []string { return v.above },
		CopyAs:   []key.Binding{m.keys.Link},
		Empty:    v.empty,
		Actions: []pane.Action[*works.Comparison]{
			{Key: m.keys.ByAge, Do: toggleAge},
			{Key: m.keys.Metric, Do: v.pickMetric},
		},
		Footer: func() []key.Binding {
			if len(v.others) == 0 {
				return []key.Binding{m.keys.Open}
			}
			return []key.Binding{m.keys.Compare}
		},
	})
	return v
}

// empty is why there are no rows.
func (v *compareView) empty(bool) string {
	m := v.s.m
	if v.metric != "" || len(v.others) == 0 {
		return m.wording.figures.Why(v.why)
	}
	var all []string
	for i, w := range v.works() {
		all = append(
			all,
			text.Join(
				" ",
				works.Sign(i),
				strings.ToLower(m.wording.metricName(metrics.Main(w.history.Entries()))),
			),
		)
	}
	return m.words.T(
		"works.nothing_common",
		"Metrics", m.words.List(all),
	)
}

// common are the metrics that all works have, by which they can be compared.
func (v *compareView) common() []string {
	var all [][]*metrics.Entry
	for _, w := range v.works() {
		all = append(all, w.history.Entries())
	}
	return metrics.Common(all...)
}

// compareWith compares the work with others.
func (s *workScreen) compareWith(others []*work) tea.Cmd {
	for _, o := range others {
		if o.of.find(o.query) == nil { // from the history
			o.of.works = append(o.of.works, o)
		}
	}
	if !slices.Equal(others, s.compare.others) {
		s.compare.others = others
		s.compare.byAge = s.compare.agesOverlap()
	}
	cmd := s.compare.fill()
	s.showTab(compareTab)
	return cmd
}

// pickOthers compares the work with others of this run or of the history: the only other
// one, or those that the user picks. Works of the same account come first.
func (s *workScreen) pickOthers() tea.Cmd {
	m := s.m
	others := slices.DeleteFunc(slices.Clone(m.works), func(w *work) bool {
		return w == s.work || !w.load.Loaded()
	})
	for _, key := range slices.Sorted(maps.Keys(m.wording.stored.Value.works)) {
		stored := m.wording.stored.Value.works[key]
		if m.find(stored.query) == nil {
			others = append(others, m.newEarlierWork(stored.query, stored.history))
		}
	}
	// the picker lists the last one first
	slices.SortStableFunc(others, func(a, b *work) int {
		return s.distance(b) - s.distance(a)
	})
	if len(others) == 0 {
		return pane.Notify(
			pane.Info,
			m.words.T("works.need_second", "Key", m.ctx.Key(m.keys.Open)),
		)
	}
	if s.tab != compareTab && len(s.compare.others) > 0 {
		return s.compareWith(s.compare.others)
	}
	if len(others) == 1 {
		return s.compareWith(others)
	}
	m.stack.Pick(pane.Pick{
		Title: m.words.T("works.choose_others", "Max", m.words.Int(works.MaxCompared-1)),
		Items: m.workItems(others),
		Multi: true,
		Then: func(ids []string) tea.Cmd {
			var chosen []*work
			for _, id := range ids {
				i, _ := strconv.Atoi(id)
				chosen = append(chosen, others[i])
			}
			if len(chosen) == 0 {
				return nil
			}
			if len(chosen) >= works.MaxCompared {
				return m.wording.tooMany(len(chosen) + 1)
			}
			return s.compareWith(chosen)
		},
	})
	return nil
}

// tooMany says that so many works are not compared.
func (m *wording) tooMany(n int) tea.Cmd {
	return pane.Notify(
		pane.Info,
		m.words.T("works.too_many", "N", m.words.Int(n), "Max", m.words.Int(works.MaxCompared)),
	)
}

// agesOverlap reports whether it is known when all works were published, and another one has snapshots of the
// same ages as the first.
func (v *compareView) agesOverlap() bool {
	var first [2]time.Duration // the ages of its first and last snapshots
	overlap := false
	for i, w := range v.works() {
		born, ok := w.history.Published()
		entries := w.history.Entries()
		if !ok || len(entries) == 0 {
			return false
		}
		own := [2]time.Duration{entries[0].At.Sub(born), entries[len(entries)-1].At.Sub(born)}
		if i == 0 {
			first = own
		} else if own[0] <= first[1] && first[0] <= own[1] {
			overlap = true
		}
	}
	return overlap
}

// distance is 0 for a work of the same account and platform, 1 for one of the same platform,
// and 2 for the others.
func (s *workScreen) distance(w *work) int {
	if w.query.Platform != s.query.Platform {
		return 2
	}
	if w.query.AccountID != s.query.AccountID {
		return 1
	}
	return 0
}

func (v *compareView) pickMetric() tea.Cmd {
	m := v.s.m
	common := v.common()
	if len(common) == 0 {
		return pane.Notify(pane.Info, v.empty(false))
	}
	var items []picker.Item
	for _, name := range common {
		items = append(items, picker.Item{
			ID:     name,
			Label:  m.wording.metricName(name),
			Note:   name,
			Chosen: name == v.metric,
		})
	}
	m.stack.PickOne(m.words.T("works.choose_metric"), items, func(name string) tea.Cmd {
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

// works are the works that are compared.
func (v *compareView) works() []*work {
	return append([]*work{v.s.work}, v.others...)
}

// last is the time or age of the newest snapshot of a work.
func (v *compareView) last(i int) time.Time {
	return v.series[i][len(v.series[i])-1].At
}

// fill compares the works by the chosen metric and axis. Moments at which the most works can be compared with A
// come first, each the newest first.
func (v *compareView) fill() tea.Cmd {
	if len(v.others) == 0 {
		return nil
	}
	m := v.s.m
	v.series = nil
	v.why = metrics.Known
	common := v.common()
	if !slices.Contains(common, v.metric) {
		v.metric = strings.Join(common[:min(len(common), 1)], "")
	}
	if v.metric == "" {
		return v.SetRows(nil)
	}
	for _, w := range v.works() {
		points := series(w.history.Entries(), v.metric, "")
		if v.byAge {
			published, ok := w.history.Published()
			if points = points.ByAge(published); !ok {
				v.why = metrics.NotPublished
			}
		}
		v.series = append(v.series, points)
	}
	if v.why != metrics.Known {
		v.series = nil
	}
	title := "works.compare.column.at"
	if v.byAge {
		title = "works.compare.column.age"
	}
	v.Table.SetTitle("at", m.words.T(title))
	var rows []*works.Comparison
	for _, moment := range metrics.Compare(v.series...) {
		r := &works.Comparison{At: moment.At}
		if v.byAge {
			r.Age = m.words.ExactAge(moment.At.Sub(metrics.Birth()))
		}
		r.Values = make([]api.Number, len(moment.Points))
		r.Lags = make([]time.Duration, len(moment.Points))
		for i, p := range moment.Points {
			// at that age it is not known yet
			if p != nil && !(v.byAge && p.At.Before(moment.At) && p.At.Equal(v.last(i))) {
				r.Values[i] = p.Value
				r.Lags[i] = moment.At.Sub(p.At)
			}
		}
		rows = append(rows, r)
	}
	slices.Reverse(rows)
	slices.SortStableFunc(rows, func(a, b *works.Comparison) int {
		return b.Differences() - a.Differences()
	})
	return v.SetRows(rows)
}

func (v *compareView) SetSize(width, height int) {
	v.width = width
	v.height = height
	v.above = v.legend(width, height)
	rest := height - len(v.above)
	if rest >= 16 && len(v.others) > 0 {
		rows, _ := v.Table.Counts()
		framed := v.framed(width, rest-min(rows+3, rest/2))
		if framed != "" {
			v.above = append(v.above[1:], strings.Split(framed, "\n")...)
		}
	}
	v.List.SetSize(width, height)
}

// axis says how the works are aligned.
func (v *compareView) axis() string {
	if v.byAge {
		return v.s.m.words.T("works.by_age")
	}
	return v.s.m.words.T("works.by_time")
}

// legend is the metric, the axis, and which works are A, B and so on, with how much older or
// newer than A they are.
func (v *compareView) legend(width, height int) []string {
	t := v.s.m.theme
	m := v.s.m
	head := t.Tone(theme.Muted).Render(v.axis())
	if v.metric != "" {
		head = t.Tone(theme.Strong).Render(m.wording.metricName(v.metric)) + "  " + head
	}
	lines := []string{" " + text.Cut(head, width-1)}
	if height < 6 || len(v.others) == 0 {
		return lines
	}
	born, known := v.s.history.Published()
	for i, w := range v.works() {
		name := text.Join(
			" ",
			w.of.view.PlatformName(w.query.Platform),
			w.of.own.Label(),
		)
		if at, ok := w.history.Published(); ok && known {
			older := born.Sub(at)
			if older > 0 {
				name += " " + t.Glyphs.Between + " " + m.words.T(
					"works.older",
					"Span", m.words.Duration(older),
				)
			} else if older < 0 {
				name += " " + t.Glyphs.Between + " " + m.words.T(
					"works.newer",
					"Span", m.words.Duration(-older),
				)
			}
		}
		name += " " + t.Glyphs.Between + " " + text.Line(w.query.WorkID)
		lines = append(
			lines,
			" "+text.Cut(
				t.Tone(lineTone(i)).Render(works.Sign(i))+"  "+w.title()+"  "+
					t.Tone(theme.Muted).Render(name),
				width-1,
			),
		)
	}
	return lines
}

// lineTone is the tone of the line of a work in the chart. Its letter tells the lines apart
// without colours.
func lineTone(i int) theme.Tone {
	tones := [works.MaxCompared]theme.Tone{theme.Accent, theme.Code, theme.Good, theme.Warn, theme.Bad}
	return tones[i]
}

// framed draws the works on one scale in a frame; it returns "" without values or room.
func (v *compareView) framed(width, height int) string {
	m := v.s.m
	if len(slices.Concat(v.series...)) == 0 {
		return ""
	}
	f := pane.Frame{
		Title: m.wording.metricName(v.metric),
		Right: v.axis(),
		Bare:  width < pane.FrameWidth,
	}
	inner, rows := f.Inner(width, height)
	lines := make([]chart.Line, len(v.series))
	for i := range lines {
		lines[i] = chart.Line{Tone: lineTone(i), Dashed: i > 0, Sign: works.Sign(i)}
	}
	c, _ := m.wording.plot(inner-1, rows, v.byAge, "", lines, v.series...)
	drawn := c.View(m.theme, inner-1, rows)
	if drawn == "" {
		return ""
	}
	return m.ctx.Frame(f, " "+strings.ReplaceAll(drawn, "\n", "\n "), width, height)
}

func (v *compareView) View() string {
	if len(v.others) == 0 {
		m := v.s.m
		return m.ctx.ViewNothing(
			m.words.T("works.need_second", "Key", m.ctx.Key(m.keys.Open)),
			v.width,
			v.height,
		)
	}
	return v.List.View()
}
