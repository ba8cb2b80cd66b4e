package cli

import (
	"bytes"
	"cmp"
	"context"
	"strings"

	"channeldeck/api/fleet"
	"channeldeck/ui/crash"
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
