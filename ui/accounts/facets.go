package accounts

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/picker"
)

// pickFilter offers all filters: those that have a box of their own, then each status, platform and group.
// One that is on is ticked, and choosing it takes it away.
func (l *listScreen) pickFilter() {
	w := l.m.words
	k := &l.m.keys
	var items []picker.Item
	for _, b := range []key.Binding{k.Platforms, k.ByGroup, k.IDs, k.Changed} {
		action := pane.ActionOf(b)
		items = append(items, picker.Item{
			ID:    action,
			Label: l.m.ctx.Help(b).Desc,
			Note:  w.T("key.desc." + action),
			Words: w.Optional("palette.words." + action),
			Key:   l.m.ctx.Help(b).Key,
			Value: pane.Press(action),
		})
	}
	add := func(section string, facets []picker.Item, change func(*fleet.Query, string)) {
		for _, item := range facets {
			item.Section = w.T(section)
			if item.Chosen {
				item.Chosen = false // the cursor begins at the top
				item.Note = l.m.theme.Glyphs.Selected + " " + w.T("overview.baseline_shown")
			}
			id := item.ID
			item.ID = section + " " + id
			item.Value = func(f *fleet.Query) { change(f, id) }
			items = append(items, item)
		}
	}
	add("accounts.column.status", l.statusFacets(), toggleStatus)
	add("accounts.column.type", l.platformFacets(), func(f *fleet.Query, id string) {
		f.Platforms = pane.Toggled(f.Platforms, id)
	})
	add("accounts.column.groupId", l.groupFacets(), func(f *fleet.Query, id string) {
		f.Groups = pane.Toggled(f.Groups, id)
	})
	l.m.stack.PickOne(w.T("menu.filter_by"), items, func(id string) tea.Cmd {
		i := slices.IndexFunc(items, func(item picker.Item) bool { return item.ID == id })
		switch value := items[i].Value.(type) {
		case tea.KeyMsg:
			return l.m.stack.Update(value)
		case func(*fleet.Query):
			f := l.filter
			value(&f)
			return l.setFilter(f)
		}
		return nil
	})
}

// toggleStatus sets the filter by a status, or none where it is in force.
func toggleStatus(f *fleet.Query, status string) {
	if string(f.Status) == status {
		status = string(fleet.Any)
	}
	f.Status = fleet.Status(status)
}

// counted returns a value of a filter with the numbers of its accounts.
func (m *Model) counted(id, label string, t *fleet.Tally) picker.Item {
	w := m.words
	item := picker.Item{
		ID:     id,
		Label:  label,
		Counts: []picker.Count{{Text: w.Int(t.Accounts)}, {}},
	}
	if t.Abnormal > 0 {
		item.Counts[1] = picker.Count{
			Text: m.theme.Glyphs.Abnormal + " " + w.Int(t.Abnormal),
			Tone: theme.Bad,
		}
	}
	return item
}

// statusFacets are the statuses of accounts, with the number of those that the other filters keep.
func (l *listScreen) statusFacets() (items []picker.Item) {
	w := l.m.words
	for _, one := range []struct {
		status fleet.Status
		health api.Health
		n      int
	}{
		{fleet.Abnormal, api.HealthAbnormal, l.numbers.Abnormal},
		{fleet.Normal, api.HealthNormal, l.numbers.Normal},
		{fleet.Unknown, api.HealthUnknown, l.numbers.Unknown},
		{fleet.Outage, api.HealthOutage, l.numbers.Outage},
	} {
		items = append(items, picker.Item{
			ID:     string(one.status),
			Label:  l.m.view.HealthWord(one.health),
			Counts: []picker.Count{{Text: w.Int(one.n)}, {}},
			Chosen: l.filter.Status == one.status,
		})
	}
	return items
}

// platformFacets are the platforms with accounts, those of the filter, and those that the sites
// serve: only they can get accounts.
func (l *listScreen) platformFacets() (items []picker.Item) {
	platforms := slices.Clone(l.m.ctx.Stores().AccountList().Platforms) // the most used first
	listed := map[string]bool{}
	for _, p := range platforms {
		listed[p.ID] = true
	}
	known := map[string]bool{}
	for _, site := range l.m.ctx.Sites {
		for i := range site.Store.Platforms.Value {
			p := &site.Store.Platforms.Value[i]
			known[p.Platform] = true
			isOffered := p.Served() || slices.Contains(l.filter.Platforms, p.Platform)
			if isOffered && !listed[p.Platform] {
				listed[p.Platform] = true
				platforms = append(platforms, &fleet.Tally{ID: p.Platform})
			}
		}
	}
	for _, p := range platforms {
		item := l.m.counted(p.ID, l.m.view.PlatformName(p.ID), p)
		item.Chosen = slices.Contains(l.filter.Platforms, p.ID)
		if len(known) > 0 && !known[p.ID] {
			item.Note = l.m.words.T("accounts.unlisted")
		}
		items = append(items, item)
	}
	return items
}

// groupFacets are the groups with accounts.
func (l *listScreen) groupFacets() (items []picker.Item) {
	for _, site := range l.m.ctx.Sites {
		for _, g := range site.Store.Accounts.List().Groups {
			if g.ID == "" {
				continue
			}
			item := l.m.counted(g.ID, site.View.GroupTitle(g.ID), g)
			item.Note = l.m.shownSite(site.Name)
			item.Chosen = slices.Contains(l.filter.Groups, g.ID)
			items = append(items, item)
		}
	}
	return items
}

// pickPlatforms offers the platforms, of which several can be chosen.
func (l *listScreen) pickPlatforms() tea.Cmd {
	l.m.stack.Pick(pane.Pick{
		Title: l.m.words.T("accounts.choose_platforms"),
		Items: l.platformFacets(),
		Multi: true,
		Then: func(ids []string) tea.Cmd {
			f := l.filter
			f.Platforms = ids
			return l.setFilter(f)
		},
	})
	return nil
}

// pickGroups offers the groups, of which several can be chosen.
func (l *listScreen) pickGroups() tea.Cmd {
	l.m.stack.Pick(pane.Pick{
		Title: l.m.words.T("accounts.choose_groups"),
		Items: l.groupFacets(),
		Multi: true,
		Then: func(ids []string) tea.Cmd {
			f := l.filter
			f.Groups = ids
			return l.setFilter(f)
		},
	})
	return nil
}

// pickStatus offers the statuses, and all.
func (l *listScreen) pickStatus() tea.Cmd {
	w := l.m.words
	all := picker.Item{
		ID:     string(fleet.Any),
		Label:  w.T("accounts.any_status"),
		Chosen: l.filter.Status == fleet.Any,
	}
	l.m.stack.PickOne(w.T("accounts.column.status"), append(l.statusFacets(), all), func(id string) tea.Cmd {
		return l.setStatus(fleet.Status(id))
	})
	return nil
}
