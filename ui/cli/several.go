package cli

import (
	"bytes"
	"cmp"
	"context"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"channeldeck/ui/config"
	"channeldeck/ui/explain"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

// siteError is a failure of one of several sites.
type siteError struct {
	site string
	from explain.Origin
	err  error
}

// siteErrors are the failures of some of several sites: of all that were asked, unless answered.
type siteErrors struct {
	of       []siteError
	answered bool
}

func (e *siteErrors) Error() string { return e.of[0].site + ": " + e.of[0].err.Error() }

// exit is the exit code of the first failure, or of an incomplete result where others have rows.
func (e *siteErrors) exit() int {
	if e.answered {
		return ExitIncomplete
	}
	return exitCode(e.of[0].err)
}

// reports describes each failure, behind the name of its site.
func (e *siteErrors) reports(w *words.Words) (all []report) {
	for _, one := range e.of {
		for _, r := range reports(w, one.err, one.from) {
			r.Message = aboutSite(w, one.site, r.Message)
			all = append(all, r)
		}
	}
	return all
}

// aboutSite is a text about a site.
func aboutSite(w *words.Words, site, text string) string {
	return w.T("cli.site.about", "Site", site, "Text", text)
}

// withSites is withService for a command that works with several sites. run gets what is connected
// to each, which is a itself where the user chose one.
func (a *app) withSites(cmd *cobra.Command, key keyNeed, run func(ctx context.Context, sites []*app) error) error {
	names, err := a.chosen(cmd)
	if err != nil {
		return err
	}
	if len(names) < 2 {
		return a.withService(cmd, key, func(ctx context.Context) error { return run(ctx, []*app{a}) })
	}
	defer a.disconnect()
	if err := a.openLog(cmd); err != nil {
		return err
	}
	sites := make([]*app, len(names))
	for i, name := range names {
		sites[i] = a.another()
		defer sites[i].disconnect()
		if err := sites[i].connectTo(cmd.Context(), name, uint64(i), key); err != nil {
			return err
		}
	}
	return run(cmd.Context(), sites)
}

// chosen loads the configuration and returns the chosen sites, none for the only one. Of several,
// no flag can describe one.
func (a *app) chosen(cmd *cobra.Command) ([]string, error) {
	if err := a.loadConfig(cmd); err != nil {
		return nil, err
	}
	names := a.cfg.Sites()
	for _, flag := range []string{atFlag, "base-url", "api-key-file"} {
		if len(names) > 1 && cmd.Flags().Changed(flag) {
			return nil, together(a.words, "--"+flag, "--site "+strings.Join(names, ","))
		}
	}
	return names, nil
}

// another returns a run like a for another site.
func (a *app) another() *app {
	s := &app{Env: a.Env, output: a.output, words: a.words, list: a.list, demo: a.demo}
	s.cfg, s.log, s.onlyReads, s.transport = a.cfg, a.log, a.onlyReads, a.transport
	return s
}

// connectSites is connect for the dashboard, which shows the accounts of several sites.
func (a *app) connectSites(cmd *cobra.Command) error {
	names, err := a.chosen(cmd)
	if err != nil {
		return err
	}
	if len(names) < 2 || a.remote != nil {
		return a.connect(cmd, optionalKey)
	}
	if err := a.openLog(cmd); err != nil {
		return err
	}
	if err := a.connectTo(cmd.Context(), names[0], 0, optionalKey); err != nil {
		return err
	}
	return a.connectOthers(cmd.Context(), names[1:])
}

// connectOthers connects to the sites that are shown beside that of a.
func (a *app) connectOthers(ctx context.Context, names []string) error {
	for i, name := range names {
		o := a.another()
		a.others = append(a.others, o)
		if err := o.connectTo(ctx, name, uint64(i+1), optionalKey); err != nil {
			return err
		}
	}
	return nil
}

// connectTo connects to a site, in the demo to a sandbox of its own.
func (a *app) connectTo(ctx context.Context, name string, number uint64, key keyNeed) error {
	if a.demo.on {
		a.demo.seed += number
		err := a.connectDemo()
		a.site = name
		return err
	}
	site, err := a.cfg.SiteNamed(name)
	if err != nil {
		return err
	}
	secret, err := a.apiKey(ctx, site)
	if err != nil && !(key == optionalKey && config.IsKind(err, config.NoKey)) {
		return err
	}
	return a.dial(site, secret)
}

// ofSites loads from all sites at the same time, and returns the results of those that answered, in
// the order of the sites. A result may come with an error that says what it lacks. failed is to be
// returned after they are printed; err is that there are none.
func ofSites[T any](ctx context.Context, sites []*app, load func(context.Context, *app) (result T, incomplete, err error)) (results []T, answered []*app, failed, err error) {
	if len(sites) == 1 {
		result, incomplete, err := load(ctx, sites[0])
		return []T{result}, sites, incomplete, err
	}
	type outcome struct {
		result          T
		incomplete, err error
	}
	outcomes, said, to := make([]outcome, len(sites)), make([]bytes.Buffer, len(sites)), sites[0].Err
	var wait sync.WaitGroup
	for i, s := range sites {
		s.Err = &said[i]
		wait.Go(func() {
			o := &outcomes[i]
			o.result, o.incomplete, o.err = load(ctx, s)
			s.closeHistory()
		})
	}
	wait.Wait()
	errs := &siteErrors{}
	for i, s := range sites {
		o := &outcomes[i]
		s.Err = to
		for line := range strings.Lines(said[i].String()) {
			s.say(aboutSite(s.words, s.site, strings.TrimPrefix(line, "channeldeck: ")))
		}
		if o.err == nil {
			results, answered = append(results, o.result), append(answered, s)
		}
		if one := cmp.Or(o.err, o.incomplete, s.malformed); one != nil {
			errs.of = append(errs.of, siteError{s.site, s.origin, one})
		}
	}
	switch errs.answered = len(answered) > 0; {
	case len(errs.of) == 0:
		return results, answered, nil, nil
	case !errs.answered:
		return nil, nil, nil, errs
	}
	return results, answered, errs, nil
}

// listOf is a resource of rows of the sites that answered, of which each knows its lists. Where
// several were asked, rows have their site; else it is printed if the user names its column.
func listOf[R any](of func(*resource.View) *resource.Resource[R], answered []*app, lists []resource.Lists, sites []*app, site func(R) string) *resource.Resource[R] {
	if len(sites) == 1 {
		return resource.OfSite(of(sites[0].view(lists[0])), sites[0].site)
	}
	names, views := make([]string, len(answered)), make([]*resource.View, len(answered))
	for i, a := range answered {
		names[i], views[i] = a.site, a.view(lists[i])
	}
	return resource.BySite(of(resource.OfSites(names, views)), site)
}
