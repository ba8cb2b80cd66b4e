package accounts

import (
	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/table"
)

// top is the topmost list of the pane.
func top(m *Model) *listScreen { return pane.Topmost[*listScreen](m.stack) }

func rowsOf(m *Model) *table.Table[row] { return top(m).Table }

func loaded(m *Model) *fleet.List { return m.store.Accounts.List() }
