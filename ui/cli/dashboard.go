package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/notify"
	"channeldeck/ui/overview"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/setup"
	"channeldeck/ui/store"
	"channeldeck/ui/terminal"
)

func paneNames() []string {
	return texts(ui.Makers(), func(m *ui.Maker) string { return m.Name })
}

// dashboardCommand shows the panes until the user quits.
type dashboardCommand struct {
	app   *app
	first string // pane, "" for the first one
	saved string // view to begin with, "" for none
	wall  bool   // --wall: begins with the wall of Overview

	version bool // --version: prints it instead
}

func newDashboard(a *app) *cobra.Command {
	c := &dashboardCommand{app: a}
	cmd := command(a.words, "cli", "channeldeck", c.start)
	fs := cmd.Flags()
	fs.StringVar(
		&c.first,
		"pane",
		"",
		a.words.T("cli.flag.pane", "Panes", strings.Join(paneNames(), ", ")),
	)
	fs.StringVar(&c.saved, "view", "", a.words.T("cli.flag.start_view"))
	fs.BoolVar(&c.wall, "wall", false, a.words.T("cli.flag.wall"))
	fs.Bool("plain", false, a.words.T("cli.flag.plain"))
	fs.Bool("mouse", true, a.words.T("cli.flag.mouse"))
	fs.String("refresh", "", a.words.T("cli.flag.refresh"))
	fs.String("notify", "", a.words.T("cli.flag.notify"))
	fs.BoolVarP(&c.version, "version", "v", false, a.words.T("cli.flag.version"))
	return a.readerFlags(cmd, completions{
		"view": func(_ context.Context, p partial) []cobra.Completion {
			return viewNames(p, "")
		},
	})
}

func (a *dashboardCommand) start(cmd *cobra.Command, _ []string) error {
	if a.version {
		return printVersion(cmd, a.app)
	}
	if a.wall {
		if a.first != "" {
			return conflictingFlags(a.app.words, "--wall", "--pane")
		}
		if a.saved != "" {
			return conflictingFlags(a.app.words, "--wall", "--view")
		}
		a.first = overview.Name
	}
	if a.first != "" && !slices.Contains(paneNames(), a.first) {
		return choiceError(a.app.words, "--pane", a.first, paneNames())
	}
	_, in := terminalWidth(a.app.In)
	_, out := terminalWidth(a.app.Out)
	problem := ""
	if (!in || !out) && a.app.remote.sizes() == nil {
		problem = "cli.error.no_terminal"
	} else if slices.Contains(a.app.Environ, "TERM=dumb") {
		problem = "cli.error.dumb_terminal"
	}
	if problem != "" {
		return &commandError{
			exit: ExitUsage,
			text: a.app.words.T(problem),
			hint: a.app.words.T("cli.hint.no_terminal"),
		}
	}
	go a.app.words.Has("") // parses the texts of the dashboard meanwhile
	sites, err := a.app.connectSites(cmd, optionalKey)
	defer disconnect(sites)
	if isFirstStart(err) && a.app.remote == nil {
		err = a.firstStart(cmd)
	}
	if err != nil || a.app.client == nil { // the user quit the set-up screen
		return err
	}
	if err := goBack(cmd, sites...); err != nil {
		return err
	}
	if sites, err = withRecording(sites); err != nil {
		return err
	}
	if a.saved != "" {
		if err := a.beginWith(a.saved); err != nil {
			return err
		}
	}
	switch {
	case a.first != "":
	case sites[0].client.HasKey():
		a.first = a.app.cfg.Start.V
	default:
		a.first = "prices" // the only pane that needs no key
	}
	return a.run(cmd.Context(), cmd, sites)
}

// withRecording returns the sites that have a recording at the moment of --at, and says why others have
// none. It fails if no site has one.
func withRecording(sites []*app) ([]*app, error) {
	var all []*app
	missing := &siteErrors{}
	for _, site := range sites {
		if site.missing == nil {
			all = append(all, site)
			continue
		}
		missing.of = append(missing.of, siteError{site.site, site.origin, site.missing})
	}
	if len(all) == 0 {
		return nil, missing
	}
	for _, one := range missing.of {
		w := all[0].words
		all[0].say(aboutSite(w, one.site, oneLine(w, one.err)))
	}
	return all, nil
}

// beginWith chooses the pane of a view.
func (a *dashboardCommand) beginWith(view string) error {
	views, err := viewsOf(a.app)
	if err != nil {
		return err
	}
	v, ok := views.Named(view)
	if len(views.All) == 0 {
		return &config.Error{
			Kind: config.NoViews,
			From: config.Origin{Layer: config.Flag, Name: "view"},
		}
	}
	if !ok {
		return choiceError(
			a.app.words,
			"--view",
			view,
			texts(views.All, func(v *config.SavedView) string {
				return v.Name
			}),
		)
	}
	if a.first != "" && a.first != v.List {
		return conflictingFlags(a.app.words, "--pane", "--view")
	}
	a.first = v.List
	return nil
}

// run shows the dashboard of the sites, and of others that the user switches to.
func (a *dashboardCommand) run(ctx context.Context, cmd *cobra.Command, sites []*app) error {
	if len(a.app.cfg.Colours) > 0 {
		if err := sayColours(a.app, a.app.view(nil).Theme.Palette.Name); err != nil {
			return err
		}
	}
	ctx, cancel := context.WithCancel(ctx)
	d := &dashboard{
		first:  a.app,
		out:    newTerminal(a.app),
		hidden: a.app.cfg.HideInspector.V,
		wall:   a.wall,
	}
	end := func() {
		cancel()
		d.end()
	}
	defer end()
	first, err := d.begin(ctx, sites, ui.NewLoading, a.first, a.saved)
	if err != nil {
		return err
	}
	flags := configFlags(cmd.Flags())
	root := ui.NewSites(first, func(site, front string) (ui.Opened, error) {
		return d.openSite(ctx, front, func() ([]*app, error) {
			return connectOther(ctx, sites, flags, site)
		})
	})
	err = terminal.Run(ctx, root, onTerminal(a.app, d.out, usesMouse(a.app)))
	root.Close()
	end()
	if key := d.key.Load(); key != nil {
		a.app.key = *key
	}
	for _, line := range append(d.problems, root.Unfinished()...) {
		a.app.say(line)
	}
	return err
}

// newTerminal returns the terminal of a run, which prints its views for a screen reader if the
// user wants that.
func newTerminal(a *app) *terminal.Terminal {
	out := terminal.New(a.Out, a.Environ)
	if a.cfg.Plain.V {
		out.ForReader(a.view(nil).Theme.Glyphs)
	}
	return out
}

// onTerminal returns how a program runs on the terminal of the user.
func onTerminal(a *app, out *terminal.Terminal, mouse bool) terminal.Options {
	o := terminal.Options{
		In:     a.In,
		Out:    out,
		Mouse:  mouse,
		Escape: a.cfg.EscapeTime.V,
		Sizes:  a.remote.sizes(),
	}
	if a.cfg.EscapeTime.From.Layer == config.Default && overSSH(a) {
		o.Escape *= 2 // keys come in pieces
	}
	return o
}

// usesMouse reports whether the terminal sends mouse events. A screen reader needs none.
func usesMouse(a *app) bool {
	return a.cfg.Mouse.V && !a.cfg.Plain.V
}

// overSSH reports whether the terminal is on another machine.
func overSSH(a *app) bool {
	return a.remote != nil || a.Config.Getenv("SSH_CONNECTION") != ""
}

// announcer returns what announces new findings; out may be nil. The program of on_finding runs
// for sessions of a server too, whose log has its failures, but not for the demo.
func announcer(a *app, out notify.Terminal) (n *notify.Announcer, err error) {
	n = &notify.Announcer{How: notify.None, Terminal: out, Words: a.words}
	if out != nil {
		n.How = a.cfg.Notify.V
	}
	if a.demoURL == "" {
		n.Hook, err = a.cfg.OnFinding()
	}
	if a.remote == nil {
		return n, err
	}
	n.Failed = func(err error) {
		a.remote.host.log.Error("on_finding failed", "reason", err.Error())
	}
	if err != nil {
		n.Failed(err)
	}
	return n, nil
}

// paneContext returns what panes need of the sites of a run, each with its history or nil. It says no
// more than the configuration where they are not connected.
func paneContext(
	ctx context.Context,
	sites []*app,
	out *terminal.Terminal,
	histories []*history.DB,
) *pane.Context {
	a := sites[0]
	c := &pane.Context{
		Words:      a.words,
		Theme:      a.look(a.cfg, a.cfg.Theme.V),
		Base:       ctx,
		After:      pane.After(ctx),
		Moment:     a.at,
		Configured: sitesToSwitch(a, a.cfg),
		Demo:       a.demoURL != "",
		Machine: pane.Machine{
			Copy:       out.Copy,
			Save:       saveNew(a.Config),
			CanSuspend: terminal.CanSuspend,
			LocalFiles: true,
			OverSSH:    overSSH(a),
		},
		Zones: &pane.Zones{},
		Preferences: pane.Preferences{
			ReadOnly:       a.cfg.ReadOnly.V,
			Mouse:          usesMouse(a),
			NoHistoryPlace: a.lacksHistoryPlace(),
			HideInspector:  a.cfg.HideInspector.V,
			Refresh:        refreshOf(a, a.cfg),
			SilentAfter:    a.cfg.SilentAfter.V,
			Columns:        map[string][]string{"accounts": a.cfg.AccountColumns.V},
		},
	}
	c.Browse = browse(a.Config, c.OverSSH, a.cfg.KeyVariables())
	if a.remote != nil { // the files and the shell of this machine are not theirs
		c.Save = nil
		c.CanSuspend = nil
		c.LocalFiles = false
	}
	if !theme.ShowsUnicode(a.Environ) {
		c.OnlyASCII, _ = theme.Locale(a.Environ)
	}
	if !c.Moment.IsZero() {
		c.ReadOnly = true
		c.Configured = nil
	}
	var shown []*pane.Site
	for i, site := range sites {
		shown = append(shown, paneSite(c, site, histories[i]))
	}
	c.Show(shown...)
	return c
}

// paneSite returns what the panes of a context show of a site.
func paneSite(c *pane.Context, a *app, h *history.DB) *pane.Site {
	after := func(ctx context.Context, d time.Duration, msg tea.Msg) tea.Cmd {
		return pane.After(ctx)(d, msg)
	}
	data := store.New(store.Config{
		Base:    c.Base,
		Client:  a.client,
		Site:    a.site,
		Rules:   a.rules(),
		Now:     a.clock(),
		After:   after,
		Refresh: refreshOf(a, a.cfg),
		Shared: a.remote.shared(listsKey{
			cmp.Or(a.baseURL, a.demoURL),
			a.key.Reveal(),
			a.cfg.Lang.V,
		}),
		History: h,
	})
	view := resource.NewView(
		c.Words,
		c.Theme,
		a.clock(),
		a.cfg.StaleAfter.V,
		data,
	)
	view.Origin = a.origin
	return &pane.Site{
		Name:     a.site,
		Store:    data,
		View:     view,
		Examples: Examples(a.server, c.Words.Lang()),
	}
}

// emptyContext returns the context of a configuration, of which nothing is shown.
func emptyContext(ctx context.Context, a *app) *pane.Context {
	return paneContext(
		ctx,
		[]*app{a},
		terminal.New(io.Discard, a.Environ),
		[]*history.DB{nil},
	)
}

// saveNew returns a function that writes a file, into the working directory unless its name is a
// path, under another name if the name is taken. The file appears when it is complete; a failure
// leaves nothing behind.
func saveNew(source config.Source) func(name string, content []byte) (string, error) {
	return func(name string, content []byte) (string, error) {
		name = source.Expand(name, "")
		ext := filepath.Ext(name)
		stem := strings.TrimSuffix(name, ext)
		for n := 1; ; n++ {
			if n > 1 {
				name = fmt.Sprintf("%s-%d%s", stem, n, ext)
			}
			path, err := filepath.Abs(name)
			if err == nil {
				err = source.Create(path, content)
			}
			if err == nil {
				return path, nil
			}
			if !errors.Is(err, fs.ErrExist) {
				return "", err
			}
		}
	}
}

// isFirstStart reports whether the set-up screen can repair the configuration: it
// has no site, or one without an address. Any other mistake is reported instead.
func isFirstStart(err error) bool {
	wrong := config.Errors(err)
	return len(wrong) == 1 && (wrong[0].Kind == config.NotConfigured ||
		wrong[0].Kind == config.NoBaseURL)
}

// firstStart shows the set-up screen and connects to the new site or to the demo.
// The client stays nil if the user quits.
func (a *dashboardCommand) firstStart(cmd *cobra.Command) error {
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	out := newTerminal(a.app)
	screen := setup.New(paneContext(ctx, []*app{a.app}, out, []*history.DB{nil}), setup.Service{
		Try: func(ctx context.Context, site config.NewSite) error {
			return try(ctx, site, a.app.clientSettings())
		},
		Save:    a.app.cfg.Save,
		Explain: func(err error) string { return oneLine(a.app.words, err) },
	})
	if err := terminal.Run(ctx, screen, onTerminal(a.app, out, false)); err != nil {
		return err
	}
	switch site := screen.Outcome(); site {
	case "":
		return nil
	case setup.Demo:
		a.app.demo.on = true
	default: // use it even if the environment names another
		if err := cmd.Flags().Set("site", site); err != nil {
			return err
		}
	}
	a.app.disconnect()
	return a.app.connect(cmd, optionalKey)
}

// try makes a request that fails if the key is wrong or may not be sent, and without
// a key one that needs none.
func try(ctx context.Context, site config.NewSite, s api.Settings) error {
	base, err := config.CleanURL(site.BaseURL)
	if err != nil {
		return err
	}
	s.APIKey = site.Key.Reveal()
	f, err := fleet.Open(fleet.Settings{BaseURL: base, API: s})
	if err != nil {
		return err
	}
	defer f.Client.CloseIdleConnections()
	if site.Key.IsZero() {
		_, err = f.Prices(ctx)
	} else {
		_, err = f.Platforms(ctx)
	}
	return err
}
