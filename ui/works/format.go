package works

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/words"
)

// wording is the pane's stack with the words for figures, times and fields of works,
// which all screens use.
type wording struct {
	ctx   *pane.Context
	words *words.Words
	theme *theme.Theme
	view  *resource.View
	store *store.Store

	metricResource *resource.Resource[*metrics.Reading]
	momentResource *resource.Resource[*momentRow]
	base           string // of the engagement rate, that the user chose; "" for the basis of each work
	stored         store.Loader[stored]
}

func newWording(c *pane.Context, own *pane.Site) *wording {
	m := &wording{
		ctx:   c,
		words: c.Words,
		theme: c.Theme,
		view:  own.View,
		store: own.Store,
	}
	m.metricResource, m.momentResource = m.newMetricResource(), m.newMomentResource()
	return m
}

// baseOf is the metric on which the engagement rate of a work is based: the one that the user
// chose, if the work has it, else its basis.
func (m *wording) baseOf(entries []*metrics.Entry) string {
	if m.base != "" && slices.Contains(bases(entries), m.base) {
		return m.base
	}
	return cmp.Or(metrics.Basis(entries), metrics.Bases()[0])
}

// bases are the metrics that an engagement rate of a work can be based on.
func bases(entries []*metrics.Entry) []string {
	return slices.DeleteFunc(metrics.Bases(), func(name string) bool {
		return !slices.ContainsFunc(entries, func(e *metrics.Entry) bool {
			return metrics.Read(&e.Snapshot, name).Why == metrics.Known
		})
	})
}

// metricName is the label of a metric, or of the engagement rate.
func (m *wording) metricName(name string) string { return m.view.MetricName(name) }

// exact writes a number in full, "" where it is missing.
func (m *wording) exact(n api.Number) string {
	return m.words.Exact(n.String())
}

func (m *wording) percent(n api.Number) string {
	return plus(n) + m.share(n)
}

// plus returns "+" for a positive number, otherwise "".
func plus(n api.Number) string {
	if n.Sign() > 0 {
		return "+"
	}
	return ""
}

// share writes a percentage, "" where it is missing.
func (m *wording) share(n api.Number) string {
	f, _ := n.Float64()
	size := math.Abs(f)
	if !n.IsSet() {
		return ""
	}
	if size >= 0.01 && size < 1000 {
		return strconv.FormatFloat(f, 'f', 2, 64) + "%"
	}
	return m.view.Short(n) + "%"
}

// ratio writes a ratio as a percentage, "" where it is missing.
func (m *wording) ratio(n api.Number) string {
	return m.share(n.Mul(api.Int(100)))
}

// rate writes the change of a metric per hour where a label names the unit, "" where it is missing.
func (m *wording) rate(n api.Number) string {
	if !n.IsSet() {
		return ""
	}
	return plus(n) + m.view.Rate(n)
}

// perHour writes the change of a metric per hour with its unit, "" where it is missing.
func (m *wording) perHour(n api.Number) string {
	if !n.IsSet() {
		return ""
	}
	return m.words.T("works.per_hour", "N", m.rate(n))
}

// why explains why a figure is missing, or returns "".
func (m *wording) why(r metrics.Reason) string {
	return m.words.Optional("works.why." + string(r))
}

// numberWidth is the maximum width of a number in full.
const numberWidth = 26

// changeColumn is a column of changes.
func changeColumn[R any](
	m *wording,
	id string,
	priority int,
	of func(R) api.Number,
) resource.Column[R] {
	c := resource.Number(id, priority, numberWidth, m.exact, of)
	c.Cell = func(r R) resource.Cell {
		change, tone := m.view.Change(of(r), m.exact)
		return resource.Cell{Text: change, Tone: tone}
	}
	return c
}

// readingColumn is a column of a metric. A value that is not a number is shown as it was received.
func readingColumn[R any](
	m *wording,
	id string,
	priority int,
	of func(R) metrics.Reading,
) resource.Column[R] {
	c := resource.Number[R](id, priority, numberWidth, m.exact, nil)
	c.Of = func(r R) resource.Value { return readingValue(of(r)) }
	c.Write = m.readingText
	return c
}

// readingValue is the value of a metric, or what was received in place of a number.
func readingValue(r metrics.Reading) resource.Value {
	if len(r.Raw) > 0 {
		return resource.TextValue(r.Received()).Toned(theme.Warn)
	}
	return resource.NumberValue(r.Value)
}

// readingText writes the value of a metric, "" for an unknown one.
func (m *wording) readingText(v resource.Value) string {
	n := v.Number()
	if !v.IsKnown() {
		return ""
	}
	if n.IsSet() {
		return m.exact(n)
	}
	return m.theme.Glyphs.Unknown + " " + v.Text()
}
