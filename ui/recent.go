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
	"channeldeck/ui/works"
)

// maxRecent is the number of targets that the palette lists as recent.
const maxRecent = 10

// recent is what was opened across panes, from the palette and in earlier visits.
type recent struct {
	ctx     *pane.Context
	targets []pane.Target // the newest first
}

// add makes a target the most recent one, unless it is only a pane, a question, a status, or
// a work whose platform is not known yet.
func (r *recent) add(t pane.Target) {
	if t == (pane.Target{Pane: t.Pane}) || t.Question != "" || t.Search != "" || t.Status != "" || t.WorkID != "" && t.Platform == "" {
		return
	}
	r.targets = slices.DeleteFunc(r.targets, func(o pane.Target) bool { return o.Identity() == t.Identity() })
	r.targets = slices.Insert(r.targets, 0, t)
	r.targets = r.targets[:min(len(r.targets), maxRecent)]
}

// recalled are the recent items of earlier visits, the newest first.
type recalled struct {
	items             []recalledItem
	searches, reports []history.Entry
}

// recalledItem is an item of a site.
type recalledItem struct {
	history.Entry
	site *pane.Context
}

// recall is a command that reads what earlier visits opened, created and searched.
func (r *recent) recall() tea.Msg {
	const maxSearches, maxReports = 200, 100
	read := func(c *pane.Context, kind string, most int) []history.Entry {
		entries, _ := c.History.Recent(c.Base, kind, most) // the history reports its errors itself
		return entries
	}
	var items []recalledItem
	for _, site := range r.ctx.Shown() {
		for _, kind := range []string{history.KindWork, history.KindSession, history.KindGroup} {
			for _, e := range read(site, kind, maxRecent) {
				items = append(items, recalledItem{e, site})
			}
		}
	}
	slices.SortStableFunc(items, func(a, b recalledItem) int { return b.At.Compare(a.At) })
	return recalled{items, read(r.ctx, history.KindSearch, maxSearches), read(r.ctx, history.KindReport, maxReports)}
}

// restore adds what earlier visits opened behind what this one opened meanwhile, and
// shares it with the panes.
func (r *recent) restore(earlier recalled) {
	r.ctx.RestoreQueries(earlier.searches)
	r.ctx.Reports = append(r.ctx.Reports, earlier.reports...)
	for _, e := range earlier.items {
		thing := e.thing()
		e.site.Earlier = append(e.site.Earlier, thing)
		if len(r.targets) < maxRecent && !slices.ContainsFunc(r.targets, func(t pane.Target) bool { return t.Identity() == thing.Target.Identity() }) {
			r.targets = append(r.targets, thing.Target)
		}
	}
}

// thing returns an item of an earlier visit as something that the palette can open.
func (e recalledItem) thing() pane.Thing {
	id := text.Line(e.ID)
	t := pane.Thing{Note: id}
	switch e.Kind {
	case history.KindWork:
		q, _ := e.Work()
		id = text.Line(q.WorkID)
		t.Kind, t.Note = pane.KindWork, e.site.PlatformName(q.Platform)+" "+id
		t.Target = pane.Target{Pane: works.Name, Platform: q.Platform, WorkID: q.WorkID, AccountID: q.AccountID}
	case history.KindSession:
		t.Kind, t.Target = pane.KindSession, pane.Target{Pane: sessions.Name, SessionID: e.ID}
	case history.KindGroup:
		t.Kind, t.Target = pane.KindGroup, pane.Target{Pane: groups.Name, GroupID: e.ID}
	}
	t.Label, t.Target.Site = cmp.Or(text.Line(e.Title()), id), e.site.ShownSite()
	return t
}
