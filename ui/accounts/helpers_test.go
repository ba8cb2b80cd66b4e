package accounts

import (
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/table"
)

// top is the topmost list of the pane.
func top(m *Model) *listScreen { return pane.Topmost[*listScreen](m.Stack) }

func rowsOf(m *Model) *table.Table[row] { return top(m).Table }

func loaded(m *Model) *store.AccountList { return m.Store.Accounts.List() }
