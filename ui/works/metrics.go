package works

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/works/metrics"
)

// metricRow is a metric of the selected snapshot.
type metricRow struct {
	metrics.Reading
	label string
}

func (m *wording) newMetricResource() *resource.Resource[metricRow] {
	name := resource.Text("name", 110, 8, 24, theme.Plain, func(r metricRow) string { return r.label })
	name.Pinned = true
	value := readingColumn(m, "value", "", 90, func(r metricRow) metrics.Reading { return r.Reading })
	field := resource.Text("field", 30, 8, 24, theme.Muted, func(r metricRow) string { return r.Name })
	field.Hidden, field.CutMiddle = true, true
	return &resource.Resource[metricRow]{
		Name: "works.metrics", ID: value.Exact, Key: func(r metricRow) string { return r.Name },
		Record: func(r metricRow) any { return api.Metrics{{Name: r.Name, Value: r.Value, Raw: r.Raw}} },
		Columns: []resource.Column[metricRow]{
			name, value,
			numberColumn("change", "", 75, func(r metricRow) api.Number { return r.Change.Absolute.Value }, m.changeCell),
			numberColumn("percent", "", 70, func(r metricRow) api.Number { return r.Change.Percent.Value }, plainCell(m.percent)),
			numberColumn("perHour", "", 65, func(r metricRow) api.Number { return r.Change.PerHour.Value }, plainCell(m.perHour)),
			field,
		},
	}
}

// metricView lists the metrics of the selected snapshot.
type metricView struct {
	*pane.List[metricRow]
	*subject
	height int
}

func (s *workScreen) newMetricView() *metricView {
	m, v := s.m, &metricView{subject: s.subject}
	v.List = pane.NewList(m.Stack, pane.ListConfig[metricRow]{
		Resource: m.metricResource, Heading: m.Words.T("works.view.metrics"), State: s.load.State, Refresh: s.confirm, Counter: v.reason,
		Title:   func(r metricRow) string { return r.label },
		Blocks:  func(r metricRow) []resource.Block { return []resource.Block{{Facts: m.metricFacts(r)}} },
		Summary: v.summary,
		Empty:   m.Empty("works.no_match", m.Words.T("works.no_snapshots")),
		Actions: []pane.Action[metricRow]{{Key: m.keys.Base, Do: s.nextBase}},
		Open: pane.Action[metricRow]{Key: m.keys.Show, Row: func(r metricRow) tea.Cmd {
			s.metric = r.Name
			s.showTab(overviewTab)
			return nil
		}},
		Footer: func() []key.Binding { return []key.Binding{m.keys.Show, m.keys.Base, m.keys.Earlier, m.keys.Later} },
	})
	return v
}

func (s *metricView) SetSize(width, height int) {
	s.height = height
	s.List.SetSize(width, height)
}

// fill shows the metrics of the selected snapshot. There are few, so the table sorts
// them without a command.
func (s *metricView) fill() {
	var rows []metricRow
	if i := s.selected(); i >= 0 {
		for _, r := range s.history.Read(i, s.names) {
			rows = append(rows, metricRow{r, s.m.metricName(r.Name)})
		}
	}
	s.SetRows(rows)
}

// metricFacts is the inspector of a metric, with notes why figures are missing.
func (m *wording) metricFacts(r metricRow) []resource.Fact {
	list := cells(m, m.metricResource, r, 1)
	list[0].Note = m.why(r.Why)
	if r.Why == metrics.Known {
		list[1].Note = m.missing("works.no_change", r.Change.Absolute.Why)
		list[2].Note = m.missing("works.no_percent", r.Change.Percent.Why)
		list[3].Note = m.missing("works.no_per_hour", r.Change.PerHour.Why)
	}
	return list
}

func (m *wording) missing(id string, why metrics.Reason) string {
	if why == metrics.Known {
		return ""
	}
	return m.Words.T(id, "Why", m.why(why))
}

// summary is the engagement rate, if it fits.
func (s *metricView) summary(width int) []string {
	i := s.selected()
	if i < 0 || s.height < 6 {
		return nil
	}
	lines := s.engagement(width)
	if s.height < 12 {
		lines = lines[:1] // without the formula
	}
	if len(s.history.Entries()[i].Snapshot.Metrics) == 0 {
		t := s.m.Theme
		lines = append(lines, " "+t.Tone(theme.Warn).Render(text.Cut(t.Glyphs.Stale+" "+s.m.Words.T("works.no_metrics"), width-1)))
	}
	return lines
}

// engagement is the engagement rate of the selected snapshot with its formula, or the
// reason why it is missing.
func (s *subject) engagement(width int) []string {
	m, t := s.m, s.m.Theme
	r := metrics.Engagement(&s.history.Entries()[s.selected()].Snapshot, metrics.Bases()[m.base])
	base := m.metricName(r.Base.Name)
	head := " " + m.Words.T("works.engagement", "Base", strings.ToLower(base)) + "  "
	if r.Rate.Why != metrics.Known {
		return []string{text.Cut(head+t.Glyphs.Dash+"  "+t.Tone(theme.Muted).Render(m.why(r.Rate.Why)), width)}
	}
	terms := make([]string, len(r.Terms))
	for i, term := range r.Terms {
		terms[i] = m.metricName(term.Name) + " " + m.exact(term.Value)
	}
	formula := strings.Join(terms, " + ")
	if len(terms) > 1 {
		formula = "(" + formula + ")"
	}
	lines := []string{text.Cut(head+t.Tone(theme.Strong).Render(m.ratio(r.Rate.Value)), width)}
	for _, l := range text.Wrap("= "+formula+" / "+base+" "+m.exact(r.Base.Value), max(width-3, 4)) {
		lines = append(lines, "   "+t.Tone(theme.Muted).Render(l))
	}
	return lines
}

// reason explains, behind the counter, why a figure of the metric under the cursor
// is missing.
func (s *metricView) reason() string {
	r, ok := s.Table.Current()
	if !ok {
		return ""
	}
	for _, f := range s.m.metricFacts(r) {
		if f.Note != "" {
			return s.m.Theme.Tone(theme.Muted).Render(s.m.Words.T("works.metric_why", "Metric", r.label, "Why", f.Note))
		}
	}
	return ""
}
