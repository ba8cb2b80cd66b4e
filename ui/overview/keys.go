package overview

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Baseline, Known, LoadAll, Open, Report, Wall key.Binding
	Problems, Accounts, Works, Options, Group    key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	k := keyMap{
		Baseline: c.Bind("overview.baseline"),
		Known:    c.Bind("overview.known"),
		LoadAll:  c.Bind("overview.load_all"),
		Report:   c.Bind("overview.report"),
		Wall:     c.Bind("overview.wall"),
		Open:     c.Bind("overview.open"),
		Problems: c.Bind("overview.abnormal"),
		Accounts: c.Bind("overview.accounts"),
		Works:    c.Bind("overview.works"),
		Options:  c.Bind("overview.options"),
		Group:    c.Bind("overview.group"),
	}
	k.Known.SetEnabled(c.Moment.IsZero())
	return k
}
