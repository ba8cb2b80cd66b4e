// Package works has the rows of Works: works, snapshots, metrics and comparisons.
package works

import (
	"math"
	"strconv"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// Figures writes the numbers of works.
type Figures struct{ View *resource.View }

// Exact writes a number in full, "" where it is missing.
func (f Figures) Exact(n api.Number) string {
	return f.View.Words.Exact(n.String())
}

// Percent writes a change in percent with its sign, "" where it is missing.
func (f Figures) Percent(n api.Number) string { return Plus(n) + f.Share(n) }

// Plus returns "+" for a positive number, otherwise "".
func Plus(n api.Number) string {
	if n.Sign() > 0 {
		return "+"
	}
	return ""
}

// Share writes a percentage, "" where it is missing.
func (f Figures) Share(n api.Number) string {
	share, _ := n.Float64()
	size := math.Abs(share)
	if !n.IsSet() {
		return ""
	}
	if size >= 0.01 && size < 1000 {
		return strconv.FormatFloat(share, 'f', 2, 64) + "%"
	}
	return f.View.Short(n) + "%"
}

// Ratio writes a ratio as a percentage, "" where it is missing.
func (f Figures) Ratio(n api.Number) string { return f.Share(n.Mul(api.Int(100))) }

// Rate writes the change of a metric per hour where a label names the unit, "" where it is missing.
func (f Figures) Rate(n api.Number) string {
	if !n.IsSet() {
		return ""
	}
	return Plus(n) + f.View.Rate(n)
}

// PerHour writes the change of a metric per hour with its unit, "" where it is missing.
func (f Figures) PerHour(n api.Number) string {
	if !n.IsSet() {
		return ""
	}
	return f.View.Words.T("works.per_hour", "N", f.Rate(n))
}

// Why explains why a figure is missing, or returns "".
func (f Figures) Why(r metrics.Reason) string {
	return f.View.Words.Optional("works.why." + string(r))
}

// numberWidth is the maximum width of a number in full.
const numberWidth = 26

// changeColumn is a column of changes.
func changeColumn[R any](f Figures, id string, priority int, of func(R) api.Number) resource.Column[R] {
	c := resource.Number(id, priority, numberWidth, f.Exact, of)
	c.Cell = func(r R) resource.Cell {
		change, tone := f.View.Change(of(r), f.Exact)
		return resource.Cell{Text: change, Tone: tone}
	}
	return c
}

// readingColumn is a column of a metric. A value that is not a number is shown as it was received.
func readingColumn[R any](
	f Figures,
	id string,
	priority int,
	of func(R) metrics.Reading,
) resource.Column[R] {
	c := resource.Number[R](id, priority, numberWidth, f.Exact, nil)
	c.Of = func(r R) resource.Value { return ReadingValue(of(r)) }
	c.Write = f.ReadingText
	return c
}

// ReadingValue is the value of a metric, or what was received in place of a number.
func ReadingValue(r metrics.Reading) resource.Value {
	if len(r.Raw) > 0 {
		return resource.TextValue(r.Received()).Toned(theme.Warn)
	}
	return resource.NumberValue(r.Value)
}

// ReadingText writes the value of a metric, "" for an unknown one.
func (f Figures) ReadingText(v resource.Value) string {
	n := v.Number()
	if !v.IsKnown() {
		return ""
	}
	if n.IsSet() {
		return f.Exact(n)
	}
	return f.View.Theme.Glyphs.Unknown + " " + v.Text()
}
