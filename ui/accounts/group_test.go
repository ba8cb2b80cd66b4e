package accounts

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// opened returns the target of the last request to the root.
func opened(up []tea.Msg) pane.Target {
	for _, msg := range up {
		if o, ok := msg.(pane.Open); ok {
			return o.Target
		}
	}
	return pane.Target{}
}

// With a selection, u offers the groups of the selected accounts, not that of the account under the
// cursor, and a new group for them.
func TestGroupOfSelection(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, twenty()), 100, 30)
	first, _ := top(m).Table.Current()
	if to := opened(panetest.Press(t, m, "do:accounts.group")); to.GroupID != first.GroupID {
		t.Errorf("without a selection: %+v, not %s", to, first.GroupID)
	}
	panetest.Press(t, m, " ", "down", " ", "down", " ", "end")
	rows := m.store.Selected()
	panetest.Press(t, m, "do:accounts.group")
	panetest.Shows(t, m.stack.View(), "Groups of 3 selected accounts", "New group for these accounts…")
	for _, a := range rows {
		panetest.Shows(t, m.stack.View(), m.view.GroupTitle(a.GroupID))
	}
	to := opened(panetest.Press(t, m, "enter"))
	if len(rows) != 3 || !strings.Contains(pane.JoinIDs(rows), rows[0].ID) || to.GroupID == "" {
		t.Errorf("%d selected, the first group is %+v", len(rows), to)
	}
	to = opened(panetest.Press(t, m, "do:accounts.group", "text:new group", "enter"))
	if to.Pane != "groups" || to.AccountIDs != pane.JoinIDs(rows) {
		t.Errorf("a new group for %q, not %q", to.AccountIDs, pane.JoinIDs(rows))
	}
}

// Nobody is offered a group that cannot be created, and of several sites each has its own.
func TestGroupOfSelectionAtSites(t *testing.T) {
	w := panetest.New(t, twenty())
	w.Context.ReadOnly = true
	m := panetest.Begin(t, New, w, 100, 30)
	panetest.Press(t, m, " ", "do:accounts.group")
	if view := m.stack.View(); strings.Contains(view, "New group") {
		t.Errorf("read-only mode offers a new group:\n%s", view)
	}
	m, _ = withSites(t, twenty(), twenty())
	panetest.Press(t, m, "*", "do:accounts.group")
	if n := strings.Count(m.stack.View(), "New group for these accounts…"); n != 2 {
		t.Errorf("%d new groups at two sites:\n%s", n, m.stack.View())
	}
	to := opened(panetest.Press(t, m, "text:new group", "down", "enter"))
	if to.Site != "b" || strings.Count(to.AccountIDs, "\n") != 19 {
		t.Errorf("%s for %d accounts", to.Site, strings.Count(to.AccountIDs, "\n")+1)
	}
}
