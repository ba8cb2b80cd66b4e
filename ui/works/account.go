package works

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// accountList is the accounts of one platform.
type accountList struct {
	platform string
	api.AccountList
}

// chooseAccount offers the accounts of the platform that was entered, and none.
func (m *Model) chooseAccount() tea.Cmd {
	platform := m.form.Value(fieldPlatform)
	if platform == "" {
		m.form.SetWrong(fieldPlatform, m.ctx.Words.T("works.platform_wanted"))
		return nil
	}
	if m.accounts.Have() && m.accounts.Value.platform == platform {
		m.offerAccounts()
		return nil
	}
	m.Choice.Wait(fieldAccount)
	client := m.ctx.Client
	return m.accounts.Start(m.ctx, func(ctx context.Context, _ func(any)) (accountList, error) {
		list, err := client.Accounts(ctx, api.AccountQuery{Types: []string{platform}})
		return accountList{platform, list}, err
	})
}

func (m *Model) onAccounts() tea.Cmd {
	switch {
	case m.accounts.Running() || !m.Choice.Waiting(fieldAccount):
		return nil
	case m.accounts.Err != nil:
		m.Choice.Close()
		return pane.Notify(pane.Failure, m.ctx.Words.T("works.no_accounts", "Reason", pane.Explain(m.ctx.Words, m.accounts.Err).Line()))
	}
	for _, a := range m.accounts.Value.List {
		delete(m.learned, a.ID)
	}
	m.offerAccounts()
	return nil
}

func (m *Model) offerAccounts() {
	w := m.ctx.Words
	list := &m.accounts.Value
	now := m.form.Value(fieldAccount)
	items := []picker.Item{{ID: "", Label: w.T("works.no_account"), Note: w.T("works.no_account_note"), Chosen: now == ""}}
	for _, abnormal := range []bool{false, true} { // those that can be used first
		for i := range list.List {
			a := &list.List[i]
			if (a.Health() == api.HealthAbnormal) != abnormal {
				continue
			}
			items = append(items, picker.Item{ID: a.ID, Label: text.Clean(a.Nickname) + "  " + a.ID, Note: m.health(a), Chosen: a.ID == now})
		}
	}
	title := w.T("works.choose_account", "Platform", text.Clean(list.platform))
	if missing := list.Missing(); missing > 0 {
		title += " " + w.N("works.accounts_missing", int(missing))
	}
	m.Choice.One(title, items, func(id string) tea.Cmd {
		m.form.SetValue(fieldAccount, id)
		m.note()
		return nil
	})
}

// health is an account's status as a sign and a word.
func (m *Model) health(a *api.Account) string {
	g, w := m.ctx.Theme.Glyphs, m.ctx.Words
	switch a.Health() {
	case api.HealthNormal:
		return g.Normal + " " + w.T("works.account.normal")
	case api.HealthAbnormal:
		return g.Abnormal + " " + w.T("works.account.abnormal")
	}
	return g.Unknown + " " + text.Clean(a.Status.String())
}

func (m *Model) accountLabel(a *api.Account) string {
	return text.Clean(a.Nickname) + " " + m.health(a)
}

// account finds an account among those that were loaded, nil where it is not.
func (m *Model) account(id string) *api.Account {
	if a, ok := m.learned[id]; ok {
		return &a
	}
	list := m.accounts.Value.List
	for i := range list { // by its place: this is asked for with every letter of the form
		if id != "" && list[i].ID == id {
			return &list[i]
		}
	}
	return nil
}

// learn asks the service for an account of which only the id is known, or for
// what has become of it.
func (m *Model) learn(id string) tea.Cmd {
	client := m.ctx.Client
	return m.named.Start(m.ctx, func(ctx context.Context, _ func(any)) (api.AccountList, error) {
		return client.Accounts(ctx, api.AccountQuery{IDs: []string{id}})
	})
}

func (m *Model) onNamed() {
	if m.named.Running() || m.named.Err != nil {
		return // the id alone has to do
	}
	for _, a := range m.named.Value.List {
		m.learned[a.ID] = a
	}
	if m.form != nil {
		m.note()
	}
}

// accountName is the name of an account, "" where it is not known.
func (m *Model) accountName(id string) string {
	if a := m.account(id); a != nil {
		return text.Clean(a.Nickname)
	}
	return ""
}
