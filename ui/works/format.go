package works

import (
	"math"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/works/metrics"
)

// metricName is the label of a metric; one without a label is shown by its field
// name.
func (m *Model) metricName(name string) string {
	letters := !strings.ContainsFunc(name, func(r rune) bool { return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') })
	if id := "works.metric." + name; len(name) < 32 && letters && m.Words.Has(id) {
		return m.Words.T(id)
	}
	return text.Clean(name)
}

// exact writes a number in full, "" where it is missing.
func (m *Model) exact(n api.Number) string { return m.Words.Exact(n.String()) }

// changeCell is a change with its direction as a sign and a colour.
func (m *Model) changeCell(d metrics.Figure[api.Number]) table.Cell {
	g := m.Theme.Glyphs
	switch c := d.Value.Cmp(api.Int(0)); {
	case !d.OK():
		return table.Cell{}
	case c > 0:
		return table.Cell{Text: g.Up + " +" + m.exact(d.Value), Tone: theme.Good}
	case c < 0:
		return table.Cell{Text: g.Down + " " + m.exact(d.Value), Tone: theme.Bad}
	}
	return table.Cell{Text: "0", Tone: theme.Muted}
}

// percent writes a change in percent.
func (m *Model) percent(f metrics.Figure[float64]) string {
	switch {
	case !f.OK():
		return ""
	case f.Value > 0:
		return "+" + m.share(f.Value)
	}
	return m.share(f.Value)
}

// share writes a percentage; one that is not 0 is never written as 0.
func (m *Model) share(v float64) string {
	switch a := math.Abs(v); {
	case v == 0:
		return "0%"
	case a < 0.01 && v < 0:
		return "-<0.01%"
	case a < 0.01:
		return "<0.01%"
	case a < 1000:
		return strconv.FormatFloat(v, 'f', 2, 64) + "%"
	}
	return m.Words.Short(strconv.FormatFloat(v, 'f', 0, 64)) + "%"
}

// perHour writes the change of a metric per hour.
func (m *Model) perHour(f metrics.Figure[float64]) string {
	if !f.OK() {
		return ""
	}
	s := m.Words.Short(strconv.FormatFloat(f.Value, 'f', -1, 64))
	if f.Value != 0 && math.Abs(f.Value) < 0.01 {
		s = "<0.01"
	}
	if f.Value > 0 {
		s = "+" + s
	}
	return m.Words.T("works.per_hour", "N", s)
}

// exactFigure is a figure with all its digits, "" where it is missing.
func exactFigure(f metrics.Figure[float64]) string {
	if !f.OK() {
		return ""
	}
	return strconv.FormatFloat(f.Value, 'f', -1, 64)
}

// why explains why a figure is missing, "" where it is not.
func (m *Model) why(r metrics.Reason) string {
	if r == metrics.Known {
		return ""
	}
	return m.Words.T("works.why." + string(r))
}

// age writes a duration in its two largest units: 3h30m, 2d4h.
func (m *Model) age(d time.Duration) string {
	w := m.Words
	const day = 24 * time.Hour
	for _, unit := range []struct{ size, next time.Duration }{{day, time.Hour}, {time.Hour, time.Minute}, {time.Minute, time.Second}} {
		if d < unit.size || d >= 60*day {
			continue
		}
		s := w.Age(d.Truncate(unit.size))
		if rest := d % unit.size; rest >= unit.next {
			s += w.Age(rest.Truncate(unit.next))
		}
		return s
	}
	return w.Age(d)
}

// empty is the sentence for a list without rows: without a match of the filter, or
// the message id.
func (m *Model) empty(id string) func(filtered bool) string {
	return func(filtered bool) string {
		if filtered {
			return m.Words.T("works.no_match")
		}
		return m.Words.T(id)
	}
}
