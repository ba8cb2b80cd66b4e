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
	Accounts, Options, PreviousView                          key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Open:           c.Bind("works.open"),
		Show:           c.Bind("works.show"),
		Account:        c.Bind("works.account"),
		Watch:          c.Bind("works.watch"),
		Works:          c.Bind("works.works"),
		Accounts:       c.Bind("works.accounts"),
		Options:        c.Bind("works.options"),
		PreviousView:   c.Bind("works.previous_view"),
		Facts:          c.Bind("works.facts"),
		Metrics:        c.Bind("works.metrics"),
		Chart:          c.Bind("works.chart"),
		Snapshots:      c.Bind("works.snapshots"),
		Compare:        c.Bind("works.compare"),
		NextView:       c.Bind("works.next_view"),
		Earlier:        c.Bind("works.earlier"),
		Later:          c.Bind("works.later"),
		PreviousMetric: c.Bind("works.previous_metric"),
		NextMetric:     c.Bind("works.next_metric"),
		Base:           c.Bind("works.base"),
		Metric:         c.Bind("works.metric"),
		ByAge:          c.Bind("works.by_age"),
		FromList:       c.Bind("works.from_list"),
		PreviousField:  c.Bind("works.previous_field"),
		Link:           c.Bind("works.link"),
		Report:         c.Bind("works.report"),
	}
	k.Watch.SetEnabled(c.Moment.IsZero())
	return k
}
