package overview

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/ui/pane"
)

// target returns the target that enter opens for a finding.
func target(f *findings.Finding) pane.Target {
	switch f.Kind.About() {
	case findings.AWork:
		return pane.Target{
			Pane:      "works",
			Site:      f.Site,
			Platform:  f.Platform,
			WorkID:    f.ID,
			AccountID: f.Work.Query.AccountID,
		}
	case findings.AModel:
		return pane.Target{Pane: "prices", Site: f.Site, Model: f.ID}
	case findings.AnOption:
		return optionsOf(f)
	}
	return accountsOf(f)
}

// goTo opens a target, and does nothing for one without a pane.
func (m *Model) goTo(t pane.Target) tea.Cmd {
	if t.Pane == "" {
		return nil
	}
	return m.stack.Goto(t)
}

// pickGoTo offers what belongs to the finding under the cursor.
func (s *screen) pickGoTo() tea.Cmd {
	r, ok := s.findings.Table.Current()
	if !ok {
		return s.findings.NoRow()
	}
	k := s.m.keys
	k.Accounts.SetEnabled(accountsOf(r.Finding).Pane != "")
	k.Works.SetEnabled(worksOf(r.Finding).Pane != "")
	k.Options.SetEnabled(optionsOf(r.Finding).Pane != "")
	k.Group.SetEnabled(groupOf(r.Finding).Pane != "")
	return s.m.stack.Menu("menu.go_to", k.Accounts, k.Works, k.Options, k.Group)
}

// accountsOf returns the accounts that a finding is about: one or several, that of a work, or those of the
// platform of an option. It has no pane for a model.
func accountsOf(f *findings.Finding) pane.Target {
	t := pane.Target{Pane: "accounts", Site: f.Site}
	switch f.Kind.About() {
	case findings.AModel:
		return pane.Target{}
	case findings.AnOption:
		t.Platform = f.Platform
		return t
	case findings.AWork:
		t.AccountID = f.Work.Query.AccountID
		return t
	}
	if len(f.Accounts) > 0 {
		t.AccountIDs = pane.JoinIDs(f.Accounts)
	} else if f.Rule == nil { // else it cannot be checked
		t.AccountID = f.ID
	}
	return t
}

// worksOf returns the works of the account of a finding. It has no pane where there is not one account.
func worksOf(f *findings.Finding) pane.Target {
	if f.Account == nil {
		return pane.Target{}
	}
	return pane.Target{
		Pane:      "works",
		Site:      f.Site,
		Platform:  f.Account.Type,
		AccountID: f.Account.ID,
	}
}

// optionsOf returns the publish options of the platform of a finding. It has no pane without one.
func optionsOf(f *findings.Finding) pane.Target {
	if f.Platform == "" {
		return pane.Target{}
	}
	return pane.Target{Pane: "options", Site: f.Site, Platform: f.Platform}
}

// groupOf returns the group that a finding is about, or that of its account. It has no pane without one.
func groupOf(f *findings.Finding) pane.Target {
	id := f.GroupID
	if f.Account != nil {
		id = f.Account.GroupID
	}
	if id == "" {
		return pane.Target{}
	}
	return pane.Target{Pane: "groups", Site: f.Site, GroupID: id}
}
