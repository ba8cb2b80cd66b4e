package overview

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// parts returns the platforms and groups of the accounts, the largest first.
func (m *Model) parts() (platforms, groups []resource.Part) {
	list, changes := m.Store.Accounts.List(), m.Store.Past.Value.Changes(history.SpanMonth)
	for _, p := range list.Platforms {
		platforms = append(platforms, resource.Part{
			ID: p.ID, Name: m.PlatformName(p.ID), Accounts: p.Accounts, Abnormal: p.Abnormal, Followers: p.Followers(),
			Change: changes.Platform(p.ID),
		})
	}
	for _, g := range list.Groups {
		if g.ID == "" {
			continue
		}
		groups = append(groups, resource.Part{
			ID: g.ID, Name: m.GroupTitle(g.ID), Local: m.Lists.GroupName(g.ID).Local, Accounts: g.Accounts, Abnormal: g.Abnormal, Followers: g.Followers(),
			Change: changes.Group(g.ID),
		})
	}
	return platforms, groups
}

// newParts returns the list of platforms or of groups. enter opens the accounts of one.
func (m *Model) newParts(s *screen, name string, accounts func(id string) pane.Target) *pane.List[resource.Part] {
	return pane.NewList(m.Stack, pane.ListConfig[resource.Part]{
		Resource: resource.Parts(m.Context.View, name), Heading: m.Words.T(name), State: m.State, Refresh: s.refresh,
		Empty:  m.Empty("accounts.no_match", m.Words.T("accounts.none", "Key", m.Keys.Refresh.Help().Key)),
		Open:   pane.Action[resource.Part]{Key: m.keys.Open, Row: func(p resource.Part) tea.Cmd { return m.Goto(accounts(p.ID)) }},
		Footer: s.footer,
	})
}

func (m *Model) newWorks(s *screen) *pane.List[resource.MovingWork] {
	return pane.NewList(m.Stack, pane.ListConfig[resource.MovingWork]{
		Resource: resource.MovingWorks(m.Context.View), Heading: m.Words.T("overview.works"), State: func() store.State { return store.State{At: m.fleet.At} }, Refresh: s.refresh,
		Empty: func(filtered bool) string {
			message := "overview.no_works"
			if !m.fleet.Loaded() {
				message = "overview.reading"
			}
			return m.Empty("triage.no_match", m.Words.T(message))(filtered)
		},
		Open: pane.Action[resource.MovingWork]{Key: m.keys.Open, Row: func(w resource.MovingWork) tea.Cmd {
			q := w.Query
			return m.Goto(pane.Target{Pane: "works", Platform: q.Platform, WorkID: q.WorkID, AccountID: q.AccountID})
		}},
		Link: func(w resource.MovingWork) string {
			work, _ := w.Snapshots[len(w.Snapshots)-1].Work.Get()
			return work.URL.Or("")
		},
		Footer: s.footer,
	})
}
