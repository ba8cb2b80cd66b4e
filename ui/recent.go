package ui

import (
	"cmp"
	"context"
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

// recent lists the targets that were opened across panes, from the palette and in earlier visits.
type recent struct {
	ctx     *pane.Context
	targets []pane.Target // the newest first
}

// add makes a target the most recent one, unless it is only a pane, a question, a status, or
// a work whose platform is not known yet.
func (r *recent) add(t pane.Target) {
	if t == (pane.Target{Pane: t.Pane}) || t.Question != "" || t.Search != "" || t.Status != "" ||
		t.WorkID != "" && t.Platform == "" {
		return
	}
	r.targets = slices.DeleteFunc(r.targets, func(o pane.Target) bool {
		return o.Identity() == t.Identity()
	})
	r.targets = slices.Insert(r.targets, 0, t)
	r.targets = r.targets[:min(len(r.targets), maxRecent)]
}

// recalled are the recent items of earlier visits to a site, the newest first.
type recalled struct {
	site                     *pane.Site
	items, searches, reports []history.Entry
}

// recall is a command that reads what earlier visits opened, created and searched at a site; nil without
// a history.
func recall(ctx context.Context, site *pane.Site) tea.Cmd {
	const maxSearches, maxReports = 200, 100
	if site.History() == nil {
		return nil
	}
	read := func(kind string, most int) []history.Entry {
		entries, _ := site.Store.Fleet.Memory().Recent(ctx, kind, most) // the history reports its errors itself
		return entries
	}
	return func() tea.Msg {
		items := slices.Concat(
			read(history.KindWork, maxRecent),
			read(history.KindSession, maxRecent),
			read(history.KindGroup, maxRecent),
		)
		slices.SortStableFunc(items, func(a, b history.Entry) int {
			return b.At.Compare(a.At)
		})
		return recalled{
			site:     site,
			items:    items,
			searches: read(history.KindSearch, maxSearches),
			reports:  read(history.KindReport, maxReports),
		}
	}
}

// restore adds what earlier visits opened behind what this one opened meanwhile, and
// shares it with the panes.
func (r *recent) restore(earlier recalled) {
	site := earlier.site
	r.ctx.RestoreQueries(earlier.searches)
	site.Reports = append(site.Reports, earlier.reports...)
	for _, e := range earlier.items {
		thing := earlierThing(site, e)
		site.Earlier = append(site.Earlier, thing)
		if len(r.targets) < maxRecent && !slices.ContainsFunc(
			r.targets,
			func(t pane.Target) bool {
				return t.Identity() == thing.Target.Identity()
			},
		) {
			r.targets = append(r.targets, thing.Target)
		}
	}
}

// earlierThing returns an item of an earlier visit as something that the palette can open.
func earlierThing(site *pane.Site, e history.Entry) pane.Thing {
	id := text.Line(e.ID)
	t := pane.Thing{Note: id}
	switch e.Kind {
	case history.KindWork:
		q, _ := e.Work()
		id = text.Line(q.WorkID)
		t.Kind = pane.KindWork
		t.Note = site.View.PlatformName(q.Platform) + " " + id
		t.Target = pane.Target{
			Pane:      works.Name,
			Platform:  q.Platform,
			WorkID:    q.WorkID,
			AccountID: q.AccountID,
		}
	case history.KindSession:
		t.Kind = pane.KindSession
		t.Target = pane.Target{Pane: sessions.Name, SessionID: e.ID}
	case history.KindGroup:
		t.Kind = pane.KindGroup
		t.Target = pane.Target{Pane: groups.Name, GroupID: e.ID}
	}
	t.Label = cmp.Or(text.Line(e.Title()), id)
	t.Target.Site = site.Label()
	return t
}
