package accounts

import (
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// openGroup opens the group of an account. With a selection it offers the groups of the selected
// accounts, and a new group for them.
func (l *listScreen) openGroup(a row) tea.Cmd {
	if l.Table.SelectedCount() > 0 {
		return l.WithSelected(l.pickGroup)
	}
	if text.Clean(a.GroupID) == "" {
		return l.m.ctx.Inform("accounts.no_group")
	}
	return l.m.stack.Goto(pane.Target{Pane: "groups", Site: a.Site, GroupID: a.GroupID})
}

// pickGroup offers the groups of some accounts, the largest first, and a new group at each of their
// sites.
func (l *listScreen) pickGroup(rows []row) tea.Cmd {
	w := l.m.words
	groups, bySite := l.m.grouped(rows)
	var items []picker.Item
	var targets []pane.Target
	for _, g := range groups {
		items = append(items, picker.Item{
			ID:     strconv.Itoa(len(targets)),
			Label:  l.m.ctx.Sites.Named(g.site).View.GroupTitle(g.id),
			Counts: []picker.Count{{Text: w.Int(g.accounts)}},
			Note:   l.m.shownSite(g.site),
		})
		targets = append(targets, pane.Target{Pane: "groups", Site: g.site, GroupID: g.id})
	}
	for _, site := range l.m.ctx.Sites {
		of := bySite[l.m.ctx.Sites.Index(site.Name)]
		if len(of) == 0 || l.m.ctx.ReadOnly {
			continue
		}
		items = append(items, picker.Item{
			ID:     strconv.Itoa(len(targets)),
			Label:  w.T("accounts.new_group"),
			Counts: []picker.Count{{Text: w.Int(len(of))}},
			Note:   l.m.shownSite(site.Name),
		})
		targets = append(targets, pane.Target{
			Pane:       "groups",
			Site:       site.Name,
			AccountIDs: pane.JoinIDs(of),
		})
	}
	if len(items) == 0 {
		return pane.Notify(pane.Info, w.T("accounts.no_group"))
	}
	l.m.stack.PickOne(w.N("accounts.choose_group", len(rows)), items, func(id string) tea.Cmd {
		i, _ := strconv.Atoi(id)
		return l.m.stack.Goto(targets[i])
	})
	return nil
}

// shownSite is a site where several are shown.
func (m *Model) shownSite(site string) string {
	return m.ctx.Sites.Named(site).Label()
}

// groupOf is a group of some accounts.
type groupOf struct {
	site, id string
	accounts int // of those
}

// grouped returns the groups of accounts, those with the most accounts first, and the accounts by
// the index of their site.
func (m *Model) grouped(rows []row) (groups []*groupOf, bySite map[int][]row) {
	bySite = map[int][]row{}
	for _, a := range rows {
		site := m.ctx.Sites.Index(a.Site)
		bySite[site] = append(bySite[site], a)
		if text.Clean(a.GroupID) == "" {
			continue
		}
		i := slices.IndexFunc(groups, func(g *groupOf) bool {
			return g.site == a.Site && g.id == a.GroupID
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, &groupOf{site: a.Site, id: a.GroupID})
		}
		groups[i].accounts++
	}
	slices.SortStableFunc(groups, func(a, b *groupOf) int {
		return b.accounts - a.accounts
	})
	return groups, bySite
}
