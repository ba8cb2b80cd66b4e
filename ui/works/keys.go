package works

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Open, Show, Account, Watch, Works                        key.Binding
	Facts, Metrics, Chart, Snapshots, Compare, NextView      key.Binding
	Earlier, Later, PreviousMetric, NextMetric, Base, Metric key.Binding
	ByAge, FromList, PreviousField, Link, Report             key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Open:           c.Bind("works.open", "o"),
		Show:           c.Bind("works.show", "enter"),
		Account:        c.Bind("works.account", "a"),
		Watch:          c.Bind("works.watch", "w"),
		Works:          c.Bind("works.works", ">"),
		Facts:          c.Bind("works.facts"),
		Metrics:        c.Bind("works.metrics"),
		Chart:          c.Bind("works.chart"),
		Snapshots:      c.Bind("works.snapshots", "H"),
		Compare:        c.Bind("works.compare", "m"),
		NextView:       c.Bind("works.next_view", "v"),
		Earlier:        c.Bind("works.earlier", "["),
		Later:          c.Bind("works.later", "]"),
		PreviousMetric: c.Bind("works.previous_metric", "left", "h"),
		NextMetric:     c.Bind("works.next_metric", "right", "l"),
		Base:           c.Bind("works.base", "%"),
		Metric:         c.Bind("works.metric", "M"),
		ByAge:          c.Bind("works.by_age", "Z"),
		FromList:       c.Bind("works.from_list", "ctrl+o"),
		PreviousField:  c.Bind("works.previous_field", "shift+tab"),
		Link:           c.Bind("works.link", "U"),
		Report:         c.Bind("works.report", "P"),
	}
	k.Watch.SetEnabled(c.Past.IsZero())
	return k
}
