package options

import (
	"github.com/charmbracelet/bubbles/key"

	"channeldeck/ui/pane"
)

// keyMap are the keys of the pane beyond those that all panes share.
type keyMap struct {
	Open, Accounts, Works, Matrix, Raw          key.Binding
	CopyQuery, CopyBody, CheckBody, CheckFilter key.Binding
	Example, Files, FromList                    key.Binding
}

func newKeyMap(c *pane.Context) keyMap {
	return keyMap{
		Open:        c.Bind("options.open"),
		Accounts:    c.Bind("options.accounts"),
		Works:       c.Bind("options.works"),
		Matrix:      c.Bind("options.matrix"),
		Raw:         c.Bind("options.raw"),
		CopyQuery:   c.Bind("options.copy_query"),
		CopyBody:    c.Bind("options.copy_body"),
		CheckBody:   c.Bind("options.check_body"),
		CheckFilter: c.Bind("options.check_filter"),
		Files:       c.Bind("options.files"),
		FromList:    c.Bind("options.from_list"),
		Example:     c.Bind("options.example"),
	}
}
