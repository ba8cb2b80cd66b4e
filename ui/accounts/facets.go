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

// facets are the values by which the list can be filtered, with the pickers that offer them.
type facets struct {
	m       *Model
	filter  *fleet.Query  // of the list
	numbers *fleet.Counts // of the accounts that the filters keep, whatever their status
	set     func(fleet.Query) tea.Cmd
}

func (l *listScreen) facets() facets {
	return facets{m: l.m, filter: &l.filter, numbers: l.numbers, set: l.setFilter}
}

// choose calls the method of a picker, with the values of the list as they are then.
func (l *listScreen) choose(pick func(facets)) func() tea.Cmd {
	return func() tea.Cmd {
		pick(l.facets())
		return nil
	}
}

// pickFilter offers all filters: those that have a box of their own, then each status, platform and group.
// One that is on is ticked, and choosing it takes it away.
func (f facets) pickFilter() {
	w := f.m.words
	k := &f.m.keys
	var items []picker.Item
	for _, b := range []key.Binding{k.Platforms, k.ByGroup, k.IDs, k.Changed} {
		action := pane.ActionOf(b)
		items = append(items, picker.Item{
			ID:    action,
			Label: f.m.ctx.Help(b).Desc,
			Note:  w.T("key.desc." + action),
			Words: w.Optional("palette.words." + action),
			Key:   f.m.ctx.Help(b).Key,
			Value: pane.Press(action),
		})
	}
	add := func(section string, values []picker.Item, change func(*fleet.Query, string)) {
		for _, item := range values {
			item.Section = w.T(section)
			if item.Chosen {
				item.Chosen = false // the cursor begins at the top
				item.Note = f.m.theme.Glyphs.Selected + " " + w.T("overview.baseline_shown")
			}
			id := item.ID
			item.ID = section + " " + id
			item.Value = func(q *fleet.Query) { change(q, id) }
			items = append(items, item)
		}
	}
	add("accounts.column.status", f.statuses(), toggleStatus)
	add("accounts.column.type", f.platforms(), func(q *fleet.Query, id string) {
		q.Platforms = pane.Toggled(q.Platforms, id)
	})
	add("accounts.column.groupId", f.groups(), func(q *fleet.Query, id string) {
		q.Groups = pane.Toggled(q.Groups, id)
	})
	f.m.stack.PickOne(w.T("menu.filter_by"), items, func(id string) tea.Cmd {
		i := slices.IndexFunc(items, func(item picker.Item) bool {
			return item.ID == id
		})
		switch value := items[i].Value.(type) {
		case tea.KeyMsg:
			return f.m.stack.Update(value)
		case func(*fleet.Query):
			q := *f.filter
			value(&q)
			return f.set(q)
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

// statuses are the statuses of accounts, with the number of those that the other filters keep.
func (f facets) statuses() (items []picker.Item) {
	w := f.m.words
	for _, one := range []struct {
		status fleet.Status
		health api.Health
		n      int
	}{
		{fleet.Abnormal, api.HealthAbnormal, f.numbers.Abnormal},
		{fleet.Normal, api.HealthNormal, f.numbers.Normal},
		{fleet.Unknown, api.HealthUnknown, f.numbers.Unknown},
		{fleet.Outage, api.HealthOutage, f.numbers.Outage},
	} {
		items = append(items, picker.Item{
			ID:     string(one.status),
			Label:  f.m.view.HealthWord(one.health),
			Counts: []picker.Count{{Text: w.Int(one.n)}, {}},
			Chosen: f.filter.Status == one.status,
		})
	}
	return items
}

// platforms are the platforms with accounts, those of the filter, and those that the sites
// serve: only they can get accounts.
func (f facets) platforms() (items []picker.Item) {
	platforms := slices.Clone(f.m.ctx.Stores().AccountList().Platforms) // the most used first
	listed := map[string]bool{}
	for _, p := range platforms {
		listed[p.ID] = true
	}
	known := map[string]bool{}
	for _, site := range f.m.ctx.Sites {
		for i := range site.Store.Platforms.Value {
			p := &site.Store.Platforms.Value[i]
			known[p.Platform] = true
			isOffered := p.Served() || slices.Contains(f.filter.Platforms, p.Platform)
			if isOffered && !listed[p.Platform] {
				listed[p.Platform] = true
				platforms = append(platforms, &fleet.Tally{ID: p.Platform})
			}
		}
	}
	for _, p := range platforms {
		item := f.m.counted(p.ID, f.m.view.PlatformName(p.ID), p)
		item.Chosen = slices.Contains(f.filter.Platforms, p.ID)
		if len(known) > 0 && !known[p.ID] {
			item.Note = f.m.words.T("accounts.unlisted")
		}
		items = append(items, item)
	}
	return items
}

// groups are the groups with accounts.
func (f facets) groups() (items []picker.Item) {
	for _, site := range f.m.ctx.Sites {
		for _, g := range site.Store.Accounts.List().Groups {
			if g.ID == "" {
				continue
			}
			item := f.m.counted(g.ID, site.View.GroupTitle(g.ID), g)
			item.Note = f.m.shownSite(site.Name)
			item.Chosen = slices.Contains(f.filter.Groups, g.ID)
			items = append(items, item)
		}
	}
	return items
}

// pickPlatforms offers the platforms, of which several can be chosen.
func (f facets) pickPlatforms() {
	f.m.stack.Pick(pane.Pick{
		Title: f.m.words.T("accounts.choose_platforms"),
		Items: f.platforms(),
		Multi: true,
		Then: func(ids []string) tea.Cmd {
			q := *f.filter
			q.Platforms = ids
			return f.set(q)
		},
	})
}

// pickGroups offers the groups, of which several can be chosen.
func (f facets) pickGroups() {
	f.m.stack.Pick(pane.Pick{
		Title: f.m.words.T("accounts.choose_groups"),
		Items: f.groups(),
		Multi: true,
		Then: func(ids []string) tea.Cmd {
			q := *f.filter
			q.Groups = ids
			return f.set(q)
		},
	})
}

// pickStatus offers the statuses, and all.
func (f facets) pickStatus() {
	w := f.m.words
	all := picker.Item{
		ID:     string(fleet.Any),
		Label:  w.T("accounts.any_status"),
		Chosen: f.filter.Status == fleet.Any,
	}
	f.m.stack.PickOne(w.T("accounts.column.status"), append(f.statuses(), all), func(id string) tea.Cmd {
		q := *f.filter
		q.Status = fleet.Status(id)
		return f.set(q)
	})
}
