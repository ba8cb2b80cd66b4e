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

// percent writes a change in percent.
func (m *Model) percent(n api.Number) string { return plus(n) + m.share(n) }

// plus is the sign of an increase.
func plus(n api.Number) string {
	if n.Sign() > 0 {
		return "+"
	}
	return ""
}

// share writes a percentage, "" where it is missing.
func (m *Model) share(n api.Number) string {
	f, _ := n.Float64()
	switch size := math.Abs(f); {
	case !n.IsSet():
		return ""
	case size >= 0.01 && size < 1000:
		return strconv.FormatFloat(f, 'f', 2, 64) + "%"
	}
	return m.Words.Short(n.String()) + "%"
}

// ratio writes a ratio as a percentage, "" where it is missing.
func (m *Model) ratio(n api.Number) string { return m.share(n.Mul(api.Int(100))) }

// perHour writes the change of a metric per hour, "" where it is missing.
func (m *Model) perHour(n api.Number) string {
	if !n.IsSet() {
		return ""
	}
	return m.Words.T("works.per_hour", "N", plus(n)+m.Words.Short(n.String()))
}

// why explains why a figure is missing, or returns "".
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

// empty returns the sentence for a list without rows: without a match of the
// filter, or a given one.
func (m *Model) empty(sentence string) func(filtered bool) string {
	return func(filtered bool) string {
		if filtered {
			return m.Words.T("works.no_match", "Key", m.Keys.Back.Help().Key)
		}
		return sentence
	}
}
