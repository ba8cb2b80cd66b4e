package cli

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
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

// siteErrors are the failures of some of several sites, of which some may have answered.
type siteErrors struct {
	of       []siteError
	asked    int // sites
	answered bool
}

func (e *siteErrors) Error() string {
	return e.of[0].site + ": " + e.of[0].err.Error()
}

// exit is the exit code of the first failure. Where others have rows it is that of an incomplete
// result, unless all have rows and only say what changed, or name the same mistake of the user.
func (e *siteErrors) exit() int {
	failed := slices.IndexFunc(e.of, func(one siteError) bool {
		return exitCode(one.err) != ExitChanged
	})
	if failed < 0 {
		return ExitChanged
	}
	if e.answered && !e.isMistake() {
		return ExitIncomplete
	}
	return exitCode(e.of[failed].err)
}

// isMistake reports whether all sites refuse what the user asked for.
func (e *siteErrors) isMistake() bool {
	return len(e.of) == e.asked && !slices.ContainsFunc(e.of, func(one siteError) bool {
		return exitCode(one.err) != ExitUsage
	})
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
// to each, first a itself.
func (a *app) withSites(
	cmd *cobra.Command,
	key keyNeed,
	run func(ctx context.Context, sites []*app) error,
) error {
	sites, err := a.connectSites(cmd, key)
	defer disconnect(sites)
	if err == nil {
		err = goBack(cmd, sites...)
	}
	if err != nil {
		return err
	}
	err = run(cmd.Context(), sites)
	a.sayRepaired()
	if len(sites) == 1 { // else each was closed after its rows were read
		a.closeHistory()
	}
	return cmp.Or(err, a.malformed)
}

// disconnect disconnects from sites.
func disconnect(sites []*app) {
	for _, s := range sites {
		s.disconnect()
	}
}

// chosen loads the configuration and returns the chosen sites, none for the only one. Of several,
// no flag can describe one.
func (a *app) chosen(cmd *cobra.Command) ([]string, error) {
	if err := a.loadConfig(cmd); err != nil {
		return nil, err
	}
	names := a.cfg.Sites()
	for _, flag := range []string{"base-url", "api-key-file"} {
		if len(names) > 1 && cmd.Flags().Changed(flag) {
			return nil, together(a.words, "--"+flag, "--site "+strings.Join(names, ","))
		}
	}
	return names, nil
}

// another returns a run like a for another site.
func (a *app) another() *app {
	s := &app{
		Env:    a.Env,
		output: a.output,
		words:  a.words,
		list:   a.list,
		demo:   a.demo,
	}
	s.cfg = a.cfg
	s.log = a.log
	s.onlyReads = a.onlyReads
	s.transport = a.transport
	return s
}

// connectSites is connect for what works with several sites: it returns a itself, connected to the
// first one, and a run for each of the others. They are to be disconnected also after an error.
func (a *app) connectSites(cmd *cobra.Command, key keyNeed) (sites []*app, err error) {
	sites = []*app{a}
	names, err := a.chosen(cmd)
	if err != nil {
		return sites, err
	}
	if len(names) < 2 {
		return sites, a.connect(cmd, key)
	}
	a.sayIgnored()
	if err := a.openLog(cmd); err != nil {
		return sites, err
	}
	a.sayZone()
	if err := a.connectTo(cmd.Context(), names[0], 0, key); err != nil {
		return sites, err
	}
	return a.beside(cmd.Context(), names[1:], key)
}

// beside returns a and runs that it connects to other sites.
func (a *app) beside(ctx context.Context, names []string, key keyNeed) (sites []*app, err error) {
	sites = []*app{a}
	for i, name := range names {
		o := a.another()
		sites = append(sites, o)
		if err := o.connectTo(ctx, name, i+1, key); err != nil {
			return sites, err
		}
	}
	return sites, nil
}

// connectTo connects to a site, in the demo to a sandbox of its own.
func (a *app) connectTo(ctx context.Context, name string, number int, key keyNeed) error {
	if a.remote != nil && a.remote.host.a.demoURL != "" {
		return a.dialHosted(name)
	}
	if joined, err := a.join(name); joined {
		return err
	}
	if a.demo.on {
		a.demo.seed += uint64(number)
		a.demo.setSite(name)
		err := a.connectDemo()
		a.site = name
		return err
	}
	site, err := a.cfg.SiteNamed(name)
	var secret config.Secret
	if err == nil && key != noKey {
		secret, err = a.apiKey(ctx, site)
	}
	if err != nil && !(key == optionalKey && config.IsKind(err, config.NoKey)) {
		return err
	}
	return a.dial(site, secret)
}

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
	}
	said := make([]bytes.Buffer, len(sites))
	to := sites[0].Err
	for i, s := range sites {
		s.Err = &said[i]
	}
	replies := fleet.Ask(ctx, sites, func(ctx context.Context, s *app) (o outcome, err error) {
		defer crash.Recover(func(p *crash.Panic) {
			panic(p)
		}) // with the stack of this goroutine
		if s.missing != nil {
			return o, s.missing
		}
		o.result, o.incomplete, err = load(ctx, s)
		s.sayRepaired()
		s.closeHistory()
		return o, err
	})
	errs := &siteErrors{asked: len(sites)}
	for i, reply := range replies {
		s := reply.Site
		s.Err = to
		for line := range strings.Lines(said[i].String()) {
			s.say(aboutSite(s.words, s.site, strings.TrimPrefix(line, "channeldeck: ")))
		}
		if reply.Err == nil {
			results = append(results, reply.Value.result)
			answered = append(answered, s)
		}
		one := cmp.Or(reply.Err, reply.Value.incomplete, s.malformed)
		if one != nil {
			errs.of = append(errs.of, siteError{s.site, s.origin, one})
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

// printSites prints the rows that load returns for each site, with the resource that has them there;
// rows with an error that says what they lack too. Those of several sites have their site, and are in
// the order of the sites or, with a time, the newest first.
func printSites[R any](
	ctx context.Context,
	sites []*app,
	at func(R) time.Time,
	load func(context.Context, *app) (*resource.Resource[R], []R, error),
) error {
	type list struct {
		of   *resource.Resource[R]
		rows []R
	}
	lists, answered, failed, err := ofSites(ctx, sites, func(
		ctx context.Context, a *app,
	) (l list, incomplete, err error) {
		l.of, l.rows, err = load(ctx, a)
		err = a.historyError(err)
		if len(l.rows) > 0 {
			return l, err, nil
		}
		return l, nil, err
	})
	if err != nil {
		return err
	}
	if len(sites) == 1 {
		return cmp.Or(
			printList(ctx, sites[0], resource.OfSite(lists[0].of, sites[0].site), lists[0].rows),
			failed,
		)
	}
	var names []string
	var each []*resource.Resource[R]
	var rows []*resource.SiteRow[R]
	for i, l := range lists {
		names = append(names, answered[i].site)
		each = append(each, l.of)
		for _, row := range l.rows {
			rows = append(rows, &resource.SiteRow[R]{Site: i, Row: row})
		}
	}
	if at != nil {
		slices.SortStableFunc(rows, func(x, y *resource.SiteRow[R]) int {
			return at(y.Row).Compare(at(x.Row))
		})
	}
	return cmp.Or(printList(ctx, sites[0], resource.Merge(names, each), rows), failed)
}

// printHistories is printSites for a command that reads the histories of the sites.
func printHistories[R any](
	a *app,
	cmd *cobra.Command,
	at func(R) time.Time,
	load func(context.Context, *app, *history.DB) (*resource.Resource[R], []R, error),
) error {
	return a.withSites(cmd, optionalKey, func(ctx context.Context, sites []*app) error {
		return printSites(ctx, sites, at, func(ctx context.Context, a *app) (*resource.Resource[R], []R, error) {
			h, err := requireHistory(a)
			if err != nil {
				return nil, nil, err
			}
			r, rows, err := load(ctx, a, h)
			if err == nil {
				h.Close(ctx)
				if p := h.Problem(ctx); p != nil {
					err = p
				}
			}
			return r, rows, err
		})
	})
}

// listOf is a resource of rows of the sites that answered, of which each knows its lists. Where
// several were asked, rows have their site; else it is printed if the user names its column.
func listOf[R any](
	of func(*resource.View) *resource.Resource[R],
	answered []*app,
	lists []resource.Lists,
	sites []*app,
	site func(R) string,
) *resource.Resource[R] {
	if len(sites) == 1 {
		return resource.OfSite(of(sites[0].view(lists[0])), sites[0].site)
	}
	names := make([]string, len(answered))
	views := make([]*resource.View, len(answered))
	for i, a := range answered {
		names[i] = a.site
		views[i] = a.view(lists[i])
	}
	return resource.BySite(of(resource.OfSites(names, views)), site)
}
