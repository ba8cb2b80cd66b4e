package works

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
	"channeldeck/ui/widget/form"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	pane.Keys
	Ask, Account, Again, Watch, Works                       key.Binding
	Facts, Metrics, Chart, Snapshots, Compare, NextView     key.Binding
	Earlier, Later, MarkLeft, MarkRight, Plot, Base, Metric key.Binding
	ByAge, Slower, Faster, FromList, PreviousField, Link    key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		Keys: pane.NewKeys(c),
		Ask:  c.Bind("works.ask", "o"), Account: c.Bind("works.account", "a"), Again: c.Bind("works.again", "r"),
		Watch: c.Bind("works.watch", "w"), Works: c.Bind("works.works", "p"),
		Facts: c.Bind("works.facts", "f"), Metrics: c.Bind("works.metrics", "m"), Chart: c.Bind("works.chart", "d"),
		Snapshots: c.Bind("works.snapshots", "n"), Compare: c.Bind("works.compare", "x"), NextView: c.Bind("works.next_view", "v"),
		Earlier: c.Bind("works.earlier", "["), Later: c.Bind("works.later", "]"),
		MarkLeft: c.Bind("works.mark_left", "left", "h"), MarkRight: c.Bind("works.mark_right", "right", "l"),
		Plot: c.Bind("works.plot", " "), Base: c.Bind("works.base", "b"), Metric: c.Bind("works.metric", "M"), ByAge: c.Bind("works.by_age", "t"),
		Slower: c.Bind("works.slower", "right", "l", "up"), Faster: c.Bind("works.faster", "left", "h", "down"),
		FromList: c.Bind("works.from_list", "ctrl+o"), PreviousField: c.Bind("works.previous_field", "shift+tab"), Link: c.Bind("works.link", "u"),
	}
}

func (k *keyMap) form() form.KeyMap {
	return form.KeyMap{Next: k.Next, Previous: k.PreviousField, Submit: k.Confirm, Cancel: k.Back}
}

// ShortHelp is the footer: what one most likely wants next.
func (m *Model) ShortHelp() []key.Binding {
	k := &m.keys
	switch {
	case m.Choice.IsOpen():
		return m.Choice.ShortHelp()
	case m.mode == asking:
		return []key.Binding{k.Next, k.FromList, k.Confirm, k.Back}
	case m.mode == confirming:
		return []key.Binding{k.Confirm, k.Back}
	case m.mode == settingWatch:
		return []key.Binding{k.Faster, k.Slower, k.Confirm, k.Back}
	}
	if m.current == nil {
		return []key.Binding{k.Ask}
	}
	if !m.current.load.Have() {
		return []key.Binding{k.Again, k.Ask, k.Account, k.Works}
	}
	short := []key.Binding{k.NextView, k.Again, k.Ask}
	switch m.view {
	case factsView:
		short = append(short, k.Earlier, k.Later, k.Copy)
	case metricsView:
		short = append(short, k.Plot, k.Base, k.Earlier, k.Later)
	case chartView:
		short = append(short, k.MarkLeft, k.MarkRight, k.Down)
	case compareView:
		short = append(short, k.ByAge, k.Metric)
	case snapshotsView:
		short = append(short, k.Sort, k.Columns, k.Export)
	}
	return append(short, k.Watch, k.Compare)
}

// FullHelp is all keys that work now. Before the first work it is all keys of the
// pane: so one can read what it is good for.
func (m *Model) FullHelp() [][]key.Binding {
	k := &m.keys
	if m.Choice.IsOpen() || m.mode != browsing || m.current != nil && !m.current.load.Have() {
		return [][]key.Binding{m.ShortHelp()}
	}
	here := []key.Binding{k.Earlier, k.Later}
	leave := []key.Binding{k.Copy, k.CopyJSON, k.Link, k.Export}
	move := []key.Binding{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End}
	marker, cells := []key.Binding{k.MarkLeft, k.MarkRight}, []key.Binding{k.Left, k.Right, k.Sort, k.Reverse, k.Columns}
	switch {
	case m.current == nil:
		here = append(here, k.Plot, k.Base, k.Metric, k.ByAge)
		leave = append(leave, k.CopyCell)
		move = append(append(move, marker...), cells[2:]...)
	case m.view == factsView:
		move = append(move, marker...)
	case m.view == chartView && m.canDraw():
		move = append([]key.Binding{k.Up, k.Down, k.Home, k.End}, marker...)
	default:
		switch m.view {
		case metricsView:
			here = append(here, k.Plot, k.Base)
		case compareView:
			here = append(here, k.Metric, k.ByAge)
		}
		leave = append(leave, k.CopyCell)
		move = append(move, cells...)
	}
	return [][]key.Binding{
		{k.Ask, k.Account, k.Again, k.Watch, k.Works},
		{k.Facts, k.Metrics, k.Chart, k.Snapshots, k.Compare, k.NextView, k.Back},
		here, leave, move,
	}
}
