package cli

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
	"channeldeck/ui/explain"
	"channeldeck/ui/notify"
	"channeldeck/ui/pane"
	"channeldeck/ui/terminal"
)

// dashboard is what the sites that one run shows have in common.
type dashboard struct {
	first  *app
	out    *terminal.Terminal
	key    atomic.Pointer[config.Secret] // of the site opened last; nil for the first one
	now    atomic.Pointer[app]           // the run whose site is shown
	ending sync.WaitGroup                // of the histories of sites that were left

	mu       sync.Mutex
	uses     map[*history.DB]int // the dashboards that use a history
	close    []func()            // what ends with the run
	problems []string            // to report at the end

	hidden bool // the configuration hides inspectors
	wall   bool // begins with the wall
}

// begin makes the dashboard of the site that a is connected to. Closing it ends its loads at
// once, and its history in the background.
func (d *dashboard) begin(ctx context.Context, a *app, create func(*pane.Context, []ui.Maker, string) *ui.Model, first, view string) (ui.Opened, error) {
	if err := checkColumns(a.view(nil), a.cfg); err != nil {
		return ui.Opened{}, err
	}
	var used []*history.DB
	for _, one := range append([]*app{a}, a.others...) {
		h, err := d.historyOf(one)
		if err != nil {
			return ui.Opened{}, err
		}
		d.use(h, 1)
		used = append(used, h)
	}
	if a != d.first { // which is disconnected by its command
		d.mu.Lock()
		d.close = append(d.close, a.close...)
		for _, o := range a.others {
			if o != d.first && !slices.Contains(d.first.others, o) {
				d.close = append(d.close, o.close...)
			}
		}
		d.mu.Unlock()
	}
	run := ctx
	ctx, cancel := context.WithCancel(ctx)
	client, keeps := a.client, a.demoURL == "" // a may be disconnected when the histories end
	end := func() {
		cancel() // the running loads
		unused := slices.DeleteFunc(slices.Clone(used), func(h *history.DB) bool { return d.use(h, -1) > 0 || h == nil })
		for _, h := range unused {
			d.ending.Go(func() {
				ctx, cancel := closing(h)
				defer cancel()
				h.Close(ctx)
				if p := h.Problem(ctx); p != nil && keeps { // the demo keeps nothing
					d.sayAtEnd(explain.History(a.words, p))
				}
			})
		}
		client.CloseIdleConnections()
	}
	c := paneContext(ctx, a, d.out, used[0])
	beside := make([]*pane.Context, len(a.others))
	for i, o := range a.others {
		beside[i] = paneContext(ctx, o, d.out, used[i+1])
	}
	c.Join(beside...)
	if a.remote == nil {
		c.RunProgram = func(p program.Program, done func(error) tea.Msg) tea.Cmd {
			return d.out.RunProgram(ctx, p, c.Mouse, done)
		}
	}
	ignored, err := rebind(c, a.cfg, a.remote == nil)
	if a == d.first && a.remote == nil { // before the terminal is used
		for _, e := range ignored {
			a.say(oneLine(a.words, e))
		}
	}
	if err == nil {
		c.Views, err = viewsOf(a)
	}
	if err == nil && c.Past.IsZero() {
		c.Announcer, err = announcer(a, d.out)
	}
	if err != nil {
		end()
		return ui.Opened{}, err
	}
	c.StartView, c.StartWall = view, d.wall
	if c.Settings = settingsOf(ctx, a); c.Settings != nil {
		c.Settings.Apply = func(cfg *config.Config) tea.Cmd { return follow(c, a, cfg) }
	}
	again := func(front string) (ui.Opened, error) {
		cfg, err := a.cfg.Reload()
		if err != nil {
			return ui.Opened{}, errors.New(oneLine(a.words, err))
		}
		return d.open(run, front, func() (*app, error) { return connectWith(run, a, cfg) })
	}
	return ui.Opened{Again: again, Root: create(c, ui.Makers(), first), Close: func() {
		if c.HideInspector != d.hidden && a.remote == nil && !a.demo.on {
			d.hidden = c.HideInspector
			if err := a.cfg.Set("hide_inspector", strconv.FormatBool(c.HideInspector)); err != nil {
				d.sayAtEnd(oneLine(a.words, err))
			}
		}
		end()
	}}, nil
}

// sayAtEnd keeps a remark until the terminal is released.
func (d *dashboard) sayAtEnd(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains(d.problems, line) { // the sites share a database
		d.problems = append(d.problems, line)
	}
}

// historyOf opens the history of a site. The one that the site had is closed if its last dashboard
// has ended.
func (d *dashboard) historyOf(a *app) (*history.DB, error) {
	d.mu.Lock()
	if n, known := d.uses[a.history]; known && n == 0 {
		a.history = nil
	}
	d.mu.Unlock()
	return a.openHistory(true)
}

// use counts the dashboards that use a history, and returns how many there are then.
func (d *dashboard) use(h *history.DB, by int) int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.uses == nil {
		d.uses = map[*history.DB]int{}
	}
	d.uses[h] += by
	return d.uses[h]
}

// open makes the dashboard of the site that connect connects to. Its error is in words.
func (d *dashboard) open(ctx context.Context, front string, connect func() (*app, error)) (ui.Opened, error) {
	next, err := connect()
	if err == nil {
		d.key.Store(&next.key)
		var opened ui.Opened
		if opened, err = d.begin(ctx, next, ui.New, front, ""); err == nil {
			d.now.Store(next)
			return opened, nil
		}
	}
	return ui.Opened{}, errors.New(oneLine(newWords(d.first.Env), err))
}

// sitesToSwitch returns the sites that the user can switch to: none in the demo and in sessions of a
// server.
func sitesToSwitch(a *app, cfg *config.Config) (sites []pane.Site) {
	if a.remote != nil || a.demoURL != "" || cfg == nil {
		return nil
	}
	for _, name := range cfg.SiteNames() {
		sites = append(sites, pane.Site{Name: name, Host: cfg.Host(name)})
	}
	return sites
}

// follow makes a running dashboard follow a configuration. The screen of the settings changes
// nothing else; what was changed in the file by other means applies from the next start on.
func follow(c *pane.Context, a *app, cfg *config.Config) tea.Cmd {
	var cmds []tea.Cmd
	refresh := c.Refresh // which the sites share
	for i, one := range append([]*pane.Context{c}, c.Others...) {
		of := append([]*app{a}, a.others...)[i]
		lang := langOf(a.Env, cfg)
		if err := of.words.SetLang(lang); err != nil {
			panic(err) // the catalogs are part of the program
		}
		one.Theme.SetColours(of.look(cfg, cfg.Theme.V))
		one.SetStaleAfter(cfg.StaleAfter.V)
		one.Examples = Examples(of.server, lang)
		if every := refreshOf(of, cfg); every != refresh {
			one.Refresh = every
			cmds = append(cmds, one.Store.SetRefresh(every))
		}
	}
	if c.Past.IsZero() {
		c.Sites = sitesToSwitch(a, cfg)
	}
	if old := c.Announcer; old != nil {
		c.Announcer = &notify.Announcer{How: cfg.Notify.V, Terminal: old.Terminal, Words: old.Words, Hook: old.Hook}
	}
	c.Commands, _ = cfg.Commands() // a change that makes a mistake is refused
	if mouse := cfg.Mouse.V && !cfg.Plain.V; mouse != c.Mouse {
		c.Mouse = mouse
		cmds = append(cmds, map[bool]tea.Cmd{true: tea.EnableMouseCellMotion, false: tea.DisableMouse}[mouse])
	}
	return tea.Batch(cmds...)
}

// refreshOf is the interval of automatic refreshes of a site: none for the lists of the demo, which do not
// change, unless the user wants one, and for the past.
func refreshOf(a *app, cfg *config.Config) time.Duration {
	if a.demoURL != "" && cfg.Refresh.From.Layer == config.Default || !a.at.IsZero() {
		return 0
	}
	return cfg.Refresh.V
}

// connectOther connects to another site of the configuration. The flags are those of this run;
// those that describe its site do not apply.
func connectOther(ctx context.Context, a *app, flags config.Flags, site string) (*app, error) {
	flags = maps.Clone(flags)
	delete(flags, "base-url")
	delete(flags, "api-key-file")
	flags["site"] = site
	cfg, err := a.load(flags)
	if err != nil {
		return nil, err
	}
	return connectWith(ctx, a, cfg)
}

// connectWith connects to the site of a configuration, or to the same demo. A site with the same
// address, key and language keeps its history, and thus the visit.
func connectWith(ctx context.Context, a *app, cfg *config.Config) (*app, error) {
	next := &app{Env: a.Env, output: a.output, words: newWords(a.Env), demo: a.demo}
	next.cfg, next.log, next.transport = cfg, a.log, a.transport
	if a.demoURL != "" {
		all := append([]*app{a}, a.others...)
		if names := cfg.Sites(); len(names) == len(all) { // which one is first may have changed
			slices.SortFunc(all, func(a, b *app) int { return slices.Index(names, a.site) - slices.Index(names, b.site) })
		}
		first := all[0]
		next.server, next.demoPath, next.others = first.server, first.demoPath, all[1:]
		shareHistory(next, first)
		err := next.dialDemo(first.demoURL, first.demoKey)
		next.site = first.site
		return next, err
	}
	names := cfg.Sites()
	place, err := next.cfg.Site()
	if len(names) > 1 {
		place, err = next.cfg.SiteNamed(names[0])
	}
	if err != nil {
		return nil, err
	}
	if next.key, err = place.APIKey(ctx, nil); err != nil && !config.IsKind(err, config.NoKey) {
		return nil, err
	}
	if err := next.dial(place, next.key); err != nil {
		return nil, err
	}
	if len(names) > 1 {
		if err := next.connectOthers(ctx, names[1:], optionalKey); err != nil {
			return nil, err
		}
	}
	for _, n := range append([]*app{next}, next.others...) {
		for _, old := range append([]*app{a}, a.others...) {
			shareHistory(n, old)
		}
	}
	return next, nil
}

// shareHistory lets an app use the history of an earlier one if it would be the same one.
func shareHistory(a, of *app) {
	type place struct{ site, key, lang, place string }
	placeOf := func(a *app) place { return place{a.baseURL, a.key.Reveal(), a.cfg.Lang.V, a.cfg.History.V} }
	if placeOf(a) == placeOf(of) {
		a.history = of.history
	}
}

// settingsOf returns what the screen of the settings needs; nil for users of a server.
func settingsOf(ctx context.Context, a *app) *pane.Settings {
	if a.remote != nil {
		return nil
	}
	return &pane.Settings{
		Load: func() (*config.Config, error) {
			cfg, err := a.cfg.Reload()
			cfg.Check = func(edited *config.Config) error {
				c := paneContext(ctx, a, terminal.New(io.Discard, a.Environ), nil)
				_, err := rebind(c, edited, false)
				return errors.Join(err, edited.CheckFields(rowFields))
			}
			return cfg, err
		},
		Try: func(ctx context.Context, site config.NewSite) error {
			s := a.clientSettings()
			if site.Key.IsZero() { // the key that the site has
				cfg, _ := a.cfg.Reload()
				if old, err := cfg.SiteNamed(site.Name); err == nil && config.SameOrigin(old.BaseURL.V, site.BaseURL) {
					if site.Key, err = old.APIKey(ctx, nil); err != nil && !config.IsKind(err, config.NoKey) {
						return err
					}
					s.InsecureKey = old.AllowPlainHTTP.V
				}
			}
			return try(ctx, site, s)
		},
		Test: func(ctx context.Context, site string) error {
			cfg, err := a.cfg.Reload()
			if err != nil {
				return err
			}
			place, err := cfg.SiteNamed(site)
			if err != nil {
				return err
			}
			key, err := place.APIKey(ctx, nil)
			if err != nil && !config.IsKind(err, config.NoKey) {
				return err
			}
			s := a.clientSettings()
			s.InsecureKey = place.AllowPlainHTTP.V
			return try(ctx, config.NewSite{Name: site, BaseURL: place.BaseURL.V, Key: key}, s)
		},
		Look:    func(name string) *theme.Theme { return a.look(a.cfg, name) },
		Explain: func(err error) string { return oneLine(a.words, err) },
	}
}
