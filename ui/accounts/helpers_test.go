package accounts

import (
	"slices"

	"channeldeck/ui/store"
	"channeldeck/ui/widget/table"
)

// top is the topmost list of the pane.
func top(m *Model) *listScreen {
	for _, s := range slices.Backward(m.Screens()) {
		if l, ok := s.(*listScreen); ok {
			return l
		}
	}
	return nil
}

func rowsOf(m *Model) *table.Table[row] { return top(m).Table }

func loaded(m *Model) *store.AccountList { return m.Store.Accounts.List() }
