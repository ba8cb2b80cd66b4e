package cli

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
	"channeldeck/ui/explain"
	"channeldeck/ui/notify"
	"channeldeck/ui/pane"
	"channeldeck/ui/terminal"
	"channeldeck/ui/words"
)

// dashboard is the state that the sites shown by one run share. It owns what is opened for them: a
// history is closed when the last site that uses it is left, and all that is left over at the end.
type dashboard struct {
	first   *app
	out     *terminal.Terminal
	key     atomic.Pointer[config.Secret] // of the site opened last; nil for the first one
	opening sync.WaitGroup                // of sites and moments
	ending  sync.WaitGroup                // of histories

	mu       sync.Mutex
	ended    bool                      // nothing more is opened
	uses     map[*history.DB]*sharedDB // the histories that are open
	closing  map[place]chan struct{}   // those that are written to their end; each channel is closed then
	open     map[*ui.Model]func()      // ends what a site that was opened uses
	problems []string                  // to report at the end

	hidden bool // the configuration hides inspectors
	wall   bool // begins with the wall
}

// sharedDB is a history that sites use.
type sharedDB struct {
	place place
	sites int
}

// place identifies the contents of a history, and the time as of which it is read.
type place struct {
	site, key, database string
	at                  time.Time
}

func placeOf(a *app) place {
	return place{
		site:     cmp.Or(a.baseURL, a.demoURL),
		key:      a.key.Reveal(),
		database: a.cfg.History.V,
		at:       a.moment,
	}
}

// begin makes the dashboard of sites. Closing it ends its loads at once, and its histories in the
// background. After an error the caller disconnects the sites.
func (d *dashboard) begin(
	ctx context.Context,
	sites []*app,
	create func(*pane.Context, []ui.Maker, string) *ui.Model,
	first, view string,
) (ui.Opened, error) {
	a := sites[0]
	if len(a.cfg.AccountColumns.V) > 0 {
		if err := checkColumns(a.view(nil), a.cfg); err != nil {
			return ui.Opened{}, err
		}
	}
	used, err := d.useHistories(sites)
	if err != nil {
		return ui.Opened{}, err
	}
	run := ctx
	ctx, cancel := context.WithCancel(ctx)
	left := d.leaving(sites, used)
	end := func() {
		cancel() // the running loads
		left()
	}
	c := paneContext(ctx, sites, d.out, used)
	c.StartView = view
	c.StartWall = d.wall
	if err := d.configure(c, sites); err != nil {
		end()
		return ui.Opened{}, err
	}
	root := create(c, ui.Makers(), first)
	d.keep(root, end)
	return ui.Opened{
		Root:  root,
		Close: func() { d.leave(root, c, a) },
		Again: func(front string) (ui.Opened, error) {
			cfg, err := a.cfg.Reload()
			if err != nil {
				return ui.Opened{}, errors.New(oneLine(a.words, err))
			}
			return d.openSite(run, front, func() ([]*app, error) {
				return connectWith(run, sites, cfg)
			})
		},
		OpenMoment: func(to ui.Moment, shown time.Time, front string) (ui.Opened, error) {
			return d.travel(run, sites, to, shown, front)
		},
	}, nil
}

// configure gives a context what it has of the configuration and of the machine of the user.
func (d *dashboard) configure(c *pane.Context, sites []*app) error {
	a := sites[0]
	if a.remote == nil {
		c.RunProgram = func(p program.Program, done func(error) tea.Msg) tea.Cmd {
			return d.out.RunProgram(c.Base, p, c.Mouse, done)
		}
	}
	ignored, err := rebind(c, a.cfg, a.remote == nil)
	if a == d.first && a.remote == nil { // before the terminal is used
		for _, e := range ignored {
			a.say(oneLine(a.words, e))
		}
	}
	if err != nil {
		return err
	}
	c.Views, err = viewsOf(a)
	if err == nil && c.Moment.IsZero() {
		c.Announcer, err = announcer(a, d.out)
	}
	c.Settings = settingsOf(c.Base, a)
	if c.Settings != nil {
		c.Settings.Apply = func(cfg *config.Config) tea.Cmd {
			return follow(c, sites, cfg)
		}
	}
	return err
}

// keep keeps what ends a site that was opened.
func (d *dashboard) keep(root *ui.Model, end func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open == nil {
		d.open = map[*ui.Model]func(){}
	}
	d.open[root] = end
}

// leave saves what the user toggled at a site, and ends what it uses.
func (d *dashboard) leave(root *ui.Model, c *pane.Context, a *app) {
	if c.HideInspector != d.hidden && a.remote == nil && !a.demo.on {
		d.hidden = c.HideInspector
		if err := a.cfg.Set("hide_inspector", strconv.FormatBool(c.HideInspector)); err != nil {
			d.sayAtEnd(oneLine(a.words, err))
		}
	}
	d.mu.Lock()
	end := d.open[root]
	delete(d.open, root)
	d.mu.Unlock()
	if end != nil {
		end()
	}
}

// end ends all that is still open or being opened, and waits for it. ctx of the sites must have ended.
func (d *dashboard) end() {
	d.mu.Lock()
	d.ended = true
	d.mu.Unlock()
	d.opening.Wait()
	d.mu.Lock()
	open := d.open
	d.open = nil
	d.mu.Unlock()
	for _, end := range open {
		end()
	}
	d.ending.Wait()
}

// sayAtEnd keeps a remark until the terminal is released.
func (d *dashboard) sayAtEnd(line string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !slices.Contains(d.problems, line) { // the sites share a database
		d.problems = append(d.problems, line)
	}
}

// useHistories opens the histories of sites, nil for none. A site with the same address and key as one
// that is open shares its history, and thus the visit. Its texts are those of the new language.
func (d *dashboard) useHistories(sites []*app) ([]*history.DB, error) {
	var used []*history.DB
	for _, one := range sites {
		h, err := d.useHistory(one)
		if err != nil {
			d.leaving(sites, used)()
			return nil, err
		}
		used = append(used, h)
	}
	return used, nil
}

func (d *dashboard) useHistory(a *app) (*history.DB, error) {
	here := placeOf(a)
	d.awaitClosed(here)
	d.mu.Lock()
	defer d.mu.Unlock()
	for h, shared := range d.uses {
		if a.history == nil && shared.place == here {
			a.history = h
		}
	}
	h, err := a.openHistory(true)
	if h == nil || err != nil {
		return nil, err
	}
	h.SetLanguage(words.Lang(a.cfg.Lang.V).Tag())
	if d.uses == nil {
		d.uses = map[*history.DB]*sharedDB{}
	}
	if d.uses[h] == nil {
		d.uses[h] = &sharedDB{place: here}
	}
	d.uses[h].sites++
	return h, nil
}

// leaving returns a function that ends the use of histories by sites, which may be disconnected by
// then, and their idle connections. A history that no other site uses is closed in the background.
func (d *dashboard) leaving(sites []*app, used []*history.DB) func() {
	a := sites[0]
	keeps := a.demoURL == "" // the demo keeps nothing
	var clients []*api.Client
	for _, one := range sites {
		clients = append(clients, one.client)
	}
	return func() {
		for _, h := range used {
			here, isLast := d.isLastUse(h)
			if !isLast {
				continue
			}
			written := d.closes(here)
			d.ending.Go(func() {
				defer written()
				ctx, cancel := closing(h)
				defer cancel()
				h.Close(ctx)
				if p := h.Problem(ctx); p != nil && keeps {
					d.sayAtEnd(explain.History(a.words, p))
				}
			})
		}
		for _, client := range clients {
			client.CloseIdleConnections()
		}
	}
}

// closes notes that a history is being closed. What opens it again waits until written is called.
func (d *dashboard) closes(here place) (written func()) {
	d.mu.Lock()
	defer d.mu.Unlock()
	done := make(chan struct{})
	if d.closing == nil {
		d.closing = map[place]chan struct{}{}
	}
	d.closing[here] = done
	return func() {
		d.mu.Lock()
		defer d.mu.Unlock()
		if d.closing[here] == done {
			delete(d.closing, here)
		}
		close(done)
	}
}

// awaitClosed waits until a history that was left is written, whose last recording the next visit is
// compared with.
func (d *dashboard) awaitClosed(here place) {
	d.mu.Lock()
	done := d.closing[here]
	d.mu.Unlock()
	if done != nil {
		<-done
	}
}

// isLastUse ends the use of a history by a site. It reports whether no other site uses it, and where it is.
func (d *dashboard) isLastUse(h *history.DB) (here place, isLast bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	shared := d.uses[h]
	if shared == nil { // there is no history
		return place{}, false
	}
	shared.sites--
	if shared.sites > 0 {
		return place{}, false
	}
	delete(d.uses, h)
	return shared.place, true
}

// opened calls open unless the run has ended. Its error is in words.
func (d *dashboard) opened(open func() (ui.Opened, error)) (ui.Opened, error) {
	d.mu.Lock()
	if d.ended {
		d.mu.Unlock()
		return ui.Opened{}, context.Canceled
	}
	d.opening.Add(1)
	d.mu.Unlock()
	defer d.opening.Done()
	return open()
}

// openSite makes the dashboard of the sites that connect connects to.
func (d *dashboard) openSite(
	ctx context.Context,
	front string,
	connect func() ([]*app, error),
) (ui.Opened, error) {
	return d.opened(func() (ui.Opened, error) {
		sites, err := connect()
		if err != nil {
			return ui.Opened{}, errors.New(oneLine(newWords(d.first.Env), err))
		}
		d.key.Store(&sites[0].key)
		opened, err := d.begin(ctx, sites, ui.New, front, "")
		if err != nil {
			disconnect(sites)
			return ui.Opened{}, errors.New(oneLine(newWords(d.first.Env), err))
		}
		return opened, nil
	})
}

// sitesToSwitch returns the sites that the user can switch to: none in the demo and in sessions of a
// server.
func sitesToSwitch(a *app, cfg *config.Config) (sites []pane.Configured) {
	if a.remote != nil || a.demoURL != "" || cfg == nil {
		return nil
	}
	for _, name := range cfg.SiteNames() {
		sites = append(sites, pane.Configured{Name: name, Host: cfg.Host(name)})
	}
	return sites
}

// follow makes a running dashboard follow a configuration. The screen of the settings changes
// nothing else; what was changed in the file by other means applies from the next start on.
func follow(c *pane.Context, sites []*app, cfg *config.Config) tea.Cmd {
	a := sites[0]
	var cmds []tea.Cmd
	lang := langOf(a.Env, cfg)
	if err := c.Words.SetLang(lang); err != nil {
		panic(err) // the catalogs are part of the program
	}
	c.Theme.SetColours(a.look(cfg, cfg.Theme.V))
	refresh := refreshOf(a, cfg) // which the sites share
	c.SilentAfter = cfg.SilentAfter.V
	for i, site := range c.Sites {
		site.View.SetStaleAfter(cfg.StaleAfter.V)
		site.Examples = Examples(sites[i].server, lang)
		if refresh != c.Refresh {
			cmds = append(cmds, site.Store.SetRefresh(refresh))
		}
	}
	c.Refresh = refresh
	if c.Moment.IsZero() {
		c.Configured = sitesToSwitch(a, cfg)
	}
	if old := c.Announcer; old != nil {
		c.Announcer = &notify.Announcer{
			How:      cfg.Notify.V,
			Terminal: old.Terminal,
			Words:    old.Words,
			Hook:     old.Hook,
			Failed:   old.Failed,
		}
	}
	c.Commands, _ = cfg.Commands() // a change that makes a mistake is refused
	mouse := cfg.Mouse.V && !cfg.Plain.V
	if mouse != c.Mouse {
		c.Mouse = mouse
		if mouse {
			cmds = append(cmds, tea.EnableMouseCellMotion)
		} else {
			cmds = append(cmds, tea.DisableMouse)
		}
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
func connectOther(
	ctx context.Context, from []*app, flags config.Flags, site string,
) ([]*app, error) {
	flags = maps.Clone(flags)
	delete(flags, "base-url")
	delete(flags, "api-key-file")
	flags["site"] = site
	cfg, err := from[0].load(flags)
	if err != nil {
		return nil, err
	}
	return connectWith(ctx, from, cfg)
}

// connectWith connects to the sites of a configuration, or to the same demo, for runs like from.
func connectWith(ctx context.Context, from []*app, cfg *config.Config) ([]*app, error) {
	a := from[0]
	next := newApp(a.Env, newWords(a.Env))
	next.demo = a.demo
	next.cfg = cfg
	next.log = a.log
	next.transport = a.transport
	if a.demoURL != "" {
		return connectToDemos(from, next)
	}
	names := cfg.Sites()
	place, err := next.cfg.Site()
	if len(names) > 1 {
		place, err = next.cfg.SiteNamed(names[0])
	}
	if err != nil {
		return nil, err
	}
	next.key, err = keyOrNone(ctx, place)
	if err != nil {
		return nil, err
	}
	if err := next.dial(place, next.key); err != nil {
		return nil, err
	}
	if len(names) < 2 {
		return []*app{next}, nil
	}
	return next.connectOthers(ctx, names[1:], optionalKey)
}

// keyOrNone returns the key of a site, which may have none.
func keyOrNone(ctx context.Context, site *config.Site) (config.Secret, error) {
	key, err := site.APIKey(ctx, nil)
	if config.IsKind(err, config.NoKey) {
		err = nil
	}
	return key, err
}

// connectToDemos returns runs like next that are connected to the sandboxes of other runs, whose histories
// they use. Which one is first may have changed.
func connectToDemos(of []*app, next *app) (sites []*app, err error) {
	all := slices.Clone(of)
	names := next.cfg.Sites()
	if len(names) == len(all) {
		slices.SortFunc(all, func(a, b *app) int {
			return slices.Index(names, a.site) - slices.Index(names, b.site)
		})
	}
	for i, one := range all {
		to := next
		if i > 0 {
			to = next.atOther()
		}
		sites = append(sites, to)
		to.server = one.server
		to.demoPath = one.demoPath
		to.history = one.history
		if err := to.dialDemo(one.demoURL, one.demoKey); err != nil {
			return sites, err
		}
		to.site = one.site
	}
	return sites, nil
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
				c := emptyContext(ctx, a)
				_, err := rebind(c, edited, false)
				return errors.Join(err, edited.CheckFields(a.rowFields))
			}
			return cfg, err
		},
		Try: func(ctx context.Context, site config.NewSite) error {
			s := a.clientSettings()
			if site.Key.IsZero() { // the key that the site has
				cfg, _ := a.cfg.Reload()
				old, err := cfg.SiteNamed(site.Name)
				if err == nil && config.SameOrigin(old.BaseURL.V, site.BaseURL) {
					site.Key, err = keyOrNone(ctx, old)
					if err != nil {
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
			key, err := keyOrNone(ctx, place)
			if err != nil {
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
