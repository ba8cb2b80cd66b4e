package works

import (
	"math"
	"strconv"
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
	if id := "works.metric." + name; m.Words.Has(id) {
		return m.Words.T(id)
	}
	return text.Clean(name)
}

// exact writes a number in full, "" where it is missing.
func (m *Model) exact(n api.Number) string { return m.Words.Exact(n.String()) }

// changeCell is a change with its direction as a sign and a colour.
func (m *Model) changeCell(change api.Number) table.Cell {
	g := m.Theme.Glyphs
	switch c := change.Cmp(api.Int(0)); {
	case !change.IsSet():
		return table.Cell{}
	case c > 0:
		return table.Cell{Text: g.Up + " +" + m.exact(change), Tone: theme.Good}
	case c < 0:
		return table.Cell{Text: g.Down + " " + m.exact(change), Tone: theme.Bad}
	}
	return table.Cell{Text: "0", Tone: theme.Muted}
}

// show formats a figure, "" where it is missing.
func show(f metrics.Figure[float64], format func(float64) string) string {
	if !f.OK() {
		return ""
	}
	return format(f.Value)
}

// digits writes all digits of a figure.
func digits(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// percent writes a change in percent.
func (m *Model) percent(v float64) string { return plus(v) + m.share(v) }

// plus is the sign of an increase.
func plus(v float64) string {
	if v > 0 {
		return "+"
	}
	return ""
}

// share writes a percentage.
func (m *Model) share(v float64) string {
	if size := math.Abs(v); size >= 0.01 && size < 1000 {
		return strconv.FormatFloat(v, 'f', 2, 64) + "%"
	}
	return m.Words.Short(digits(v)) + "%"
}

// ratio writes a ratio as a percentage.
func (m *Model) ratio(v float64) string { return m.share(100 * v) }

// perHour writes the change of a metric per hour.
func (m *Model) perHour(v float64) string {
	return m.Words.T("works.per_hour", "N", plus(v)+m.Words.Short(digits(v)))
}

// why explains why a figure is missing, "" where it is not.
func (m *Model) why(r metrics.Reason) string {
	if r == metrics.Known {
		return ""
	}
	return m.Words.T("works.why." + string(r))
}

// age writes a duration in two units: 3h30m, 2d4h.
func (m *Model) age(d time.Duration) string {
	const day = 24 * time.Hour
	age := m.Words.Age(d)
	for _, unit := range []time.Duration{day, time.Hour, time.Minute} {
		if rest := d % unit; d >= unit && d < 60*day {
			if rest >= unit/60 {
				age += m.Words.Age(rest)
			}
			break
		}
	}
	return age
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
