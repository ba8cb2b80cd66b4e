package works

import (
	"cmp"
	"slices"

	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/works"
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

	figures works.Figures
	base    string // of the engagement rate, that the user chose; "" for the basis of each work
	stored  store.Loader[stored]
}

func newWording(c *pane.Context, own *pane.Site) *wording {
	return &wording{
		ctx:     c,
		words:   c.Words,
		theme:   c.Theme,
		view:    own.View,
		store:   own.Store,
		figures: works.Figures{View: own.View},
	}
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
