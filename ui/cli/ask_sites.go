package cli

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/text"
)

// ofSites loads from all sites at the same time, and returns the results of those that answered, in
// the order of the sites. A result may come with an error that says what it lacks. failed is to be
// returned after they are printed; err is that there are none.
func ofSites[T any](
	ctx context.Context,
	sites []*app,
	load func(context.Context, *app) (result T, incomplete, err error),
) (results []T, answered []*app, failed, err error) {
	if len(sites) == 1 {
		result, incomplete, err := load(ctx, sites[0])
		return []T{result}, sites, incomplete, err
	}
	type outcome struct {
		result     T
		incomplete error
		remarks    string
	}
	replies := fleet.Ask(ctx, sites, func(ctx context.Context, site *app) (o outcome, err error) {
		defer crash.Recover(func(p *crash.Panic) {
			panic(p)
		}) // with the stack of this goroutine
		if site.missing != nil {
			return o, site.missing
		}
		var remarks bytes.Buffer
		site.remarks = &remarks
		o.result, o.incomplete, err = load(ctx, site)
		site.sayRepaired()
		site.closeHistory()
		site.remarks = nil
		o.remarks = remarks.String()
		return o, err
	})
	errs := &siteErrors{asked: len(sites)}
	for _, reply := range replies {
		site := reply.Site
		for line := range strings.Lines(reply.Value.remarks) {
			site.say(aboutSite(site.words, site.site, strings.TrimPrefix(line, "channeldeck: ")))
		}
		if reply.Err == nil {
			results = append(results, reply.Value.result)
			answered = append(answered, site)
		}
		problem := cmp.Or(reply.Err, reply.Value.incomplete, site.malformed)
		if problem != nil {
			errs.of = append(errs.of, siteError{site.site, site.origin, problem})
		}
	}
	errs.answered = len(answered) > 0
	if len(errs.of) == 0 {
		return results, answered, nil, nil
	}
	if !errs.answered {
		return nil, nil, nil, errs
	}

	return results, answered, errs, nil
}

// holdings has the results of the sites that have a requested thing, such as an account or a platform.
type holdings[T any] struct {
	results []T
	sites   []*app      // that have them
	lacking []siteError // the other ones that answered, with the error that says so
	failed  error       // of the sites that did not answer or lack a part; to be returned in the end
}

// holders is ofSites for what only some of the sites may have. It is an error if none has it.
func holders[T any](
	ctx context.Context,
	sites []*app,
	load func(context.Context, *app) (result T, incomplete, err error),
) (h holdings[T], err error) {
	if len(sites) == 1 {
		h.results, h.sites, h.failed, err = ofSites(ctx, sites, load)
		return h, err
	}
	type outcome struct {
		result T
		absent error
	}
	found, answered, failed, err := ofSites(ctx, sites, func(
		ctx context.Context, site *app,
	) (o outcome, incomplete, err error) {
		o.result, incomplete, err = load(ctx, site)
		if isAbsent(err) {
			return outcome{absent: err}, incomplete, nil
		}
		return o, incomplete, err
	})
	if err != nil {
		return h, err
	}
	h.failed = failed
	for i, site := range answered {
		if absent := found[i].absent; absent != nil {
			h.lacking = append(h.lacking, siteError{site.site, site.origin, absent})
			continue
		}
		h.results = append(h.results, found[i].result)
		h.sites = append(h.sites, site)
	}
	if len(h.sites) > 0 {
		return h, nil
	}
	errs := &siteErrors{asked: len(sites)}
	if others, ok := failed.(*siteErrors); ok { // one of these may have it
		errs.of = others.of
	}
	errs.of = append(errs.of, h.lacking...)
	return h, errs
}

// sayLacking says which sites do not have what was asked for.
func (h *holdings[T]) sayLacking() {
	for _, one := range h.lacking {
		a := h.sites[0]
		for _, r := range failuresOf(a.words, one.err, one.from) {
			a.say(aboutSite(a.words, one.site, text.Sentences(r.Message, r.Hint)))
		}
	}
}

// that returns what those of the sites have that are wanted.
func (h *holdings[T]) that(wanted func(T) bool) (some holdings[T]) {
	for i, result := range h.results {
		if wanted(result) {
			some.results = append(some.results, result)
			some.sites = append(some.sites, h.sites[i])
		}
	}
	return some
}

// only returns the one site that has what was asked for, and what it has. If several have it, the user must
// name one.
func (h *holdings[T]) only() (site *app, result T, err error) {
	if len(h.sites) == 1 {
		return h.sites[0], h.results[0], nil
	}
	names := texts(h.sites, func(a **app) string { return (*a).site })
	return nil, result, &config.Error{
		Kind:    config.SeveralSites,
		Site:    names[0],
		Choices: names,
	}
}

// isAbsent reports whether an error says that a site does not have what was asked for, which another
// one may have.
func isAbsent(err error) bool {
	e, ok := err.(*commandError)
	if ok && e.absent {
		return true
	}
	code := exitCode(err)
	return code == ExitNotFound || code == ExitUnsupported
}

// sayAbout says something about one of the sites that were asked, with its name if there are several.
func sayAbout(sites []*app, site *app, line string) {
	if len(sites) > 1 {
		line = aboutSite(site.words, site.site, line)
	}
	site.say(line)
}
