package options

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Open, Accounts, Works, Matrix, Raw          key.Binding
	CopyQuery, CopyBody, CheckBody, CheckFilter key.Binding
	Example, Files                              key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		Open:        c.Bind("options.open", "enter"),
		Accounts:    c.Bind("options.accounts", "a"),
		Works:       c.Bind("options.works", ">"),
		Matrix:      c.Bind("options.matrix", "m"),
		Raw:         c.Bind("options.raw", "v"),
		CopyQuery:   c.Bind("options.copy_query", "U"),
		CopyBody:    c.Bind("options.copy_body", "ctrl+y"),
		CheckBody:   c.Bind("options.check_body", "K"),
		CheckFilter: c.Bind("options.check_filter", "F"),
		Files:       c.Bind("options.files", "i"),
		Example:     c.Bind("options.example", "ctrl+e"),
	}
}
