package pane

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/report"
	reporting "channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/form"
)

// ReportOf has the scopes that a report can be about, at the sites that are shown.
type ReportOf struct {
	Scopes func(*Site) []report.Scope // at a site, besides all of its accounts; nil for none
	Site   string                     // the site that is chosen at first; "" for all
}

// scopes returns the scopes to choose from, each kind once. All accounts are the last one.
func (of ReportOf) scopes(sites Sites) (all []report.Scope) {
	for _, site := range sites {
		isMeant := of.Site == "" || of.Site == site.Name
		if of.Scopes == nil || !isMeant {
			continue
		}
		for _, scope := range of.Scopes(site) {
			hasKind := func(s report.Scope) bool {
				return scopeKind(s) == scopeKind(scope)
			}
			if !slices.ContainsFunc(all, hasKind) {
				all = append(all, scope)
			}
		}
	}
	return append(all, report.Scope{})
}

// scopeAt returns the scope of a kind at a site; ok is false where the site has none.
func (of ReportOf) scopeAt(site *Site, kind string) (scope report.Scope, ok bool) {
	if kind == scopeKind(scope) { // all accounts
		return scope, true
	}
	for _, scope := range of.Scopes(site) {
		if scopeKind(scope) == kind {
			return scope, true
		}
	}
	return scope, false
}

// shown is the number of accounts that are shown of some sites.
func (of ReportOf) shown(sites Sites) (n int) {
	for _, site := range sites {
		scope, _ := of.scopeAt(site, "shown")
		n += len(scope.Chosen)
	}
	return n
}

// siteFlag is the value of the flag --site of the command that writes the report, "" for none.
func (of ReportOf) siteFlag(sites Sites) string {
	if !sites.Several() {
		return ""
	}
	if of.Site != "" {
		return of.Site
	}
	return strings.Join(sites.Names(), ",")
}

// sitesField is the field that chooses the sites.
func (r *reportScreen) sitesField() form.Field {
	w := r.ctx.Words
	choices := []form.Choice{{Label: w.T("report.all_sites")}}
	for _, name := range r.ctx.Sites.Names() {
		choices = append(choices, form.Choice{ID: name, Label: name})
	}
	return form.Field{
		ID:      fieldSites,
		Label:   w.T("report.sites"),
		Choices: choices,
		Value:   r.of.Site,
	}
}

// sites are those that are chosen.
func (r *reportScreen) sites() Sites {
	all := r.ctx.Sites
	if !all.Several() {
		return all
	}
	name := r.of.Site
	if r.form != nil {
		name = r.form.Value(fieldSites)
	}
	if name == "" {
		return all
	}
	return Sites{all.Named(name)}
}

// chosen are the choices from which title and path follow.
func (r *reportScreen) chosen() []string {
	values := []string{
		r.form.Value(fieldWhat),
		r.form.Value(fieldLang),
		r.form.Value(fieldFormat),
	}
	if r.ctx.Sites.Several() {
		values = append(values, r.form.Value(fieldSites))
	}
	return values
}

// namesScope is the title that names what the report covers.
func (r *reportScreen) namesScope(v *resource.View) string {
	scope, _ := r.scope()
	if scopeKind(scope) == "shown" {
		return v.Words.N("accounts.total", r.of.shown(r.sites()))
	}
	return reporting.Title(&scope, v)
}

// reportPart has the data for the report of a site. Outside Update, the form and what is loaded now must not be
// read.
type reportPart struct {
	site      string
	fleet     *fleet.Fleet
	request   report.Request
	view      *resource.View
	now       time.Time
	platforms []api.Platform
}

// parts are the parts of the report, one for each of the chosen sites that have what it is about.
func (r *reportScreen) parts(title string, since time.Time) (parts []reportPart) {
	kind := r.form.Value(fieldWhat)
	for _, site := range r.sites() {
		scope, ok := r.of.scopeAt(site, kind)
		if !ok {
			continue
		}
		parts = append(parts, reportPart{
			site:      site.Name,
			fleet:     site.Store.Fleet,
			request:   report.Request{Scope: scope, Since: since, Title: title},
			view:      r.view(nil),
			now:       site.View.Now(),
			platforms: site.Store.Platforms.Value,
		})
	}
	return parts
}

// read reads the report of a site.
func (p *reportPart) read(ctx context.Context) (part reporting.Part, err error) {
	p.fleet.History.Wait(ctx) // for the list that is shown
	found, err := report.Read(ctx, p.fleet, p.request)
	if err != nil {
		return part, err
	}
	p.view.Lists = store.Of(p.now, found.List, p.platforms, &fleet.Past{GroupNames: found.GroupNames})
	part.Site = p.site
	part.Report = found
	part.View = p.view
	return part, nil
}

// writeParts writes the report of one site, or that of several as one document. It returns the sites that have no
// recordings yet and are left out.
func writeParts(
	ctx context.Context, parts []reportPart, f reporting.Format, to io.Writer,
) (lacking []string, err error) {
	var found []reporting.Part
	for i := range parts {
		part, err := parts[i].read(ctx)
		if errors.Is(err, report.ErrNoAccounts) {
			lacking = append(lacking, parts[i].site)
			continue
		}
		if err != nil {
			return nil, err
		}
		found = append(found, part)
	}
	if len(found) == 0 {
		return nil, report.ErrNoAccounts
	}
	if len(parts) == 1 {
		return nil, reporting.Write(ctx, found[0].Report, found[0].View, f, to)
	}
	return lacking, reporting.WriteSites(ctx, found, f, to)
}
