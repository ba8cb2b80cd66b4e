package ui

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/groups"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/works"
)

// recalled are the recent items of earlier visits, the newest first.
type recalled struct{ items, searches []history.Entry }

// recall is a command that reads what earlier visits opened, created and searched.
func (m *Model) recall() tea.Msg {
	const maxSearches = 200
	read := func(kind string, most int) []history.Entry {
		entries, _ := m.ctx.History.Recent(m.ctx.Base, kind, most) // the history reports its errors itself
		return entries
	}
	items := slices.Concat(read(history.KindWork, maxRecent), read(history.KindSession, maxRecent), read(history.KindGroup, maxRecent))
	slices.SortStableFunc(items, func(a, b history.Entry) int { return b.At.Compare(a.At) })
	return recalled{items, read(history.KindSearch, maxSearches)}
}

func (m *Model) onRecalled(r recalled) tea.Cmd {
	m.ctx.RestoreQueries(r.searches)
	for _, e := range r.items {
		thing := m.thingOf(e)
		m.ctx.Earlier = append(m.ctx.Earlier, thing)
		if len(m.recent) < maxRecent && !slices.ContainsFunc(m.recent, func(t pane.Target) bool { return t.Identity() == thing.Target.Identity() }) {
			m.recent = append(m.recent, thing.Target)
		}
	}
	m.refreshPalette(true)
	return m.broadcast(pane.Recalled{})
}

// thingOf returns a recent item as something that the palette can open.
func (m *Model) thingOf(e history.Entry) pane.Thing {
	id := text.Clean(e.ID)
	t := pane.Thing{Note: id}
	switch e.Kind {
	case history.KindWork:
		q, _ := e.Work()
		id = text.Clean(q.WorkID)
		t.Kind, t.Note = pane.KindWork, m.ctx.PlatformName(q.Platform)+" "+id
		t.Target = pane.Target{Pane: works.Name, Platform: q.Platform, WorkID: q.WorkID, AccountID: q.AccountID}
	case history.KindSession:
		t.Kind, t.Target = pane.KindSession, pane.Target{Pane: sessions.Name, SessionID: e.ID}
	case history.KindGroup:
		t.Kind, t.Target = pane.KindGroup, pane.Target{Pane: groups.Name, GroupID: e.ID}
	}
	t.Label = cmp.Or(text.Clean(e.Title()), id)
	return t
}

// maxRecent is the number of targets that the palette lists as recent.
const maxRecent = 10

// remember makes a target the most recent one, unless it is only a pane.
func (m *Model) remember(t pane.Target) {
	if t == (pane.Target{Pane: t.Pane}) {
		return
	}
	m.recent = slices.DeleteFunc(m.recent, func(r pane.Target) bool { return r.Identity() == t.Identity() })
	m.recent = slices.Insert(m.recent, 0, t)
	m.recent = m.recent[:min(len(m.recent), maxRecent)]
}

// recentItems returns the recent things, and their identities.
func (m *Model) recentItems(things [][]pane.Thing) (items []picker.Item, shown []pane.Target) {
	w := m.ctx.Words
	for _, r := range m.recent {
		for _, list := range things {
			i := slices.IndexFunc(list, func(t pane.Thing) bool { return t.Target.Identity() == r.Identity() })
			if i < 0 {
				continue
			}
			item := m.paletteItem(&list[i])
			item.Section, item.Note = w.T("palette.recent"), w.T("palette."+string(list[i].Kind))
			if list[i].Note != "" {
				item.Note += " " + m.ctx.Theme.Glyphs.Between + " " + list[i].Note
			}
			items, shown = append(items, item), append(shown, r.Identity())
			break
		}
	}
	return items, shown
}

// things returns what the panes have loaded, the recent items of earlier visits, and
// the examples of the demo.
func (m *Model) things() [][]pane.Thing {
	var things [][]pane.Thing
	for _, t := range m.tabs {
		if l, ok := t.pane.(lister); ok && t.started {
			things = append(things, l.Things())
		}
	}
	return append(things, m.ctx.Earlier, m.ctx.Examples)
}
