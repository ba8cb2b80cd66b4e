package groups

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
)

// load asks for the accounts and counts them as they come: none is kept. A list
// that the person completed before is completed again.
func (m *Model) load() tea.Cmd {
	if m.complete {
		return m.completeList()
	}
	client := m.ctx.Client
	return m.list.Start(m.ctx, func(ctx context.Context, _ func(any)) (*tally, error) {
		t := newTally()
		total, err := client.StreamAccounts(ctx, api.AccountQuery{}, func(batch api.AccountList) error {
			t.add(batch.List)
			return nil
		})
		t.total = total
		return t, err
	})
}

// loadAll fetches the accounts that the service does not send in one answer.
func (m *Model) loadAll() tea.Cmd {
	if !m.part() {
		return pane.Notify(pane.Info, m.ctx.Words.T("groups.whole"))
	}
	m.complete = true
	return m.completeList()
}

func (m *Model) completeList() tea.Cmd {
	client := m.ctx.Client
	return m.list.Start(m.ctx, func(ctx context.Context, report func(any)) (*tally, error) {
		list, err := client.AllAccounts(ctx, api.AccountQuery{}, func(p api.Progress) { report(p) })
		t := newTally()
		t.add(list.List)
		t.total = list.Total
		return t, err
	})
}

// send creates a group, once.
func (m *Model) send(name string) tea.Cmd {
	client := m.ctx.Client
	m.sent = name
	return m.creating.Start(m.ctx, func(ctx context.Context, _ func(any)) (*api.AccountGroup, error) {
		g, err := client.CreateAccountGroup(ctx, api.NewAccountGroup{Name: name})
		return &g, err
	})
}

// onList takes over what a load gave.
func (m *Model) onList() tea.Cmd {
	if m.list.Running() {
		return nil
	}
	m.resize()
	cmd := tea.Batch(m.again.Next(m.ctx), m.show())
	if m.list.Have() {
		return tea.Batch(cmd, m.findWanted())
	}
	return cmd
}

// show puts what is known into the table.
func (m *Model) show() tea.Cmd {
	return m.table.SetRows(all(m.list.Value, m.created))
}

// part reports whether the numbers are of a part of the accounts.
func (m *Model) part() bool { return m.list.Have() && m.list.Value.missing() > 0 }
