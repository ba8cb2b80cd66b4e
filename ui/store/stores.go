package store

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// Stores are the stores of the sites that are shown together, at least one.
type Stores []*Store

// Each returns the commands that run returns for the stores.
func (s Stores) Each(run func(*Store) tea.Cmd) tea.Cmd {
	var all []tea.Cmd
	for _, one := range s {
		all = append(all, run(one))
	}
	return tea.Batch(all...)
}

// SetBaseline compares all sites with another point in their history.
func (s Stores) SetBaseline(b history.Baseline) tea.Cmd {
	return s.Each(func(one *Store) tea.Cmd { return one.SetBaseline(b) })
}

// RefreshAccounts loads the accounts of all sites again.
func (s Stores) RefreshAccounts() tea.Cmd {
	return s.Each(func(one *Store) tea.Cmd { return one.Accounts.Refresh() })
}

// AccountsPartial reports whether a service sent only a part of the accounts.
func (s Stores) AccountsPartial() bool {
	return slices.ContainsFunc(s, func(one *Store) bool {
		return one.Accounts.List().Partial()
	})
}

// LoadAllAccounts loads the accounts that one request to each site does not return.
func (s Stores) LoadAllAccounts() tea.Cmd {
	return s.Each(func(one *Store) tea.Cmd {
		if !one.Accounts.List().Partial() {
			return nil
		}
		return one.Accounts.LoadAll()
	})
}

// AccountList is the list of the accounts of all sites.
func (s Stores) AccountList() *fleet.List {
	if len(s) == 1 {
		return s[0].Accounts.List()
	}
	var rows []*api.Account
	for _, one := range s {
		rows = append(rows, one.Accounts.List().Rows...)
	}
	return fleet.NewList(rows, api.Number{})
}

// State is the state of a list of all sites: it is as old as the oldest.
func (s Stores) State(of func(*Store) State) State {
	state := of(s[0])
	if len(s) == 1 {
		return state
	}
	names := []string{s[0].Fleet.Site}
	for _, other := range s[1:] {
		names = append(names, other.Fleet.Site)
		own := of(other)
		isOlder := !own.At.IsZero() && own.At.Before(state.At)
		if state.At.IsZero() || isOlder {
			state.At = own.At
		}
		state.InFlight += own.InFlight
		if state.Since.IsZero() {
			state.Since = own.Since
		}
		state.Err = cmp.Or(state.Err, own.Err)
	}
	state.Site = strings.Join(names, "+")
	return state
}

// AccountsState is the state of the accounts of all sites.
func (s Stores) AccountsState() State {
	return s.State(func(one *Store) State { return one.Accounts.State() })
}

// PlatformsState is the state of the platforms of all sites.
func (s Stores) PlatformsState() State {
	return s.State(func(one *Store) State { return one.Platforms.State() })
}

// CatalogState is the state of the catalogs of all sites.
func (s Stores) CatalogState() State {
	return s.State(func(one *Store) State { return one.Catalog.State() })
}
