package cli

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/muesli/termenv"
	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/terminal"
	"channeldeck/ui/text"
)

// doctorCommand checks everything and prints the report. The error is that of the
// first failed check.
type doctorCommand struct{ examination }

// examination holds the checks of the configuration and the terminal, or of a site.
type examination struct {
	app    *app
	checks []*local.Check
}

func newDoctor(a *app) *cobra.Command {
	x := &doctorCommand{examination{app: a}}
	cmd := command(
		a.words,
		"cli.doctor",
		"doctor",
		func(cmd *cobra.Command, _ []string) error { return x.run(cmd) },
	)
	addListFlags(a, cmd, local.Checks)
	return a.serviceFlags(cmd, nil)
}

// add adds a check. Its texts are cli.doctor.ID and cli.doctor.ID_hint.
func (x *examination) add(name string, s local.Status, id string, pairs ...any) {
	c := &local.Check{
		Check:  name,
		Status: s,
		Detail: x.app.words.T("cli.doctor."+id, pairs...),
		Exit:   ExitFailed,
	}
	if s != local.Passed {
		c.Hint = x.app.words.Optional("cli.doctor."+id+"_hint", pairs...)
	}
	x.checks = append(x.checks, c)
}

func (x *examination) fail(name string, err error) {
	for _, r := range failuresOf(x.app.words, err, x.app.origin) {
		if r.RequestID != "" {
			r.Message += x.app.words.T("error.request_beside", "ID", r.RequestID)
		}
		x.checks = append(x.checks, &local.Check{
			Check:  name,
			Status: local.Failed,
			Detail: text.Clean(r.Message),
			Hint:   r.Hint,
			Exit:   exitCode(err),
		})
	}
}

// warn adds the keys of the configuration that are ignored.
func (x *examination) warn(name string, ignored []*config.Error) {
	for _, e := range ignored {
		r := explainConfig(x.app.words, e)
		x.checks = append(x.checks, &local.Check{
			Check:  name,
			Status: local.Warning,
			Detail: text.Clean(r.Message),
			Hint:   r.Hint,
		})
	}
}

func (x *doctorCommand) run(cmd *cobra.Command) error {
	ctx := cmd.Context()
	configErr := x.app.loadConfig(cmd)
	defer x.app.disconnect()
	if err := x.app.openLog(cmd); err != nil {
		return err
	}
	x.checkConfig(ctx, configErr)
	x.checkTerminal()
	x.app.progress(x.app.words.T("cli.doctor.asking"))
	sites := x.app.cfg.Sites()
	var err error
	if len(sites) > 1 {
		err = x.checkSites(ctx, sites)
	} else {
		err = x.checkSite(ctx)
	}
	x.app.progress("")
	if err != nil {
		return err
	}
	if err := x.print(ctx, len(sites) > 1); err != nil {
		return err
	}
	bad := slices.DeleteFunc(slices.Clone(x.checks), func(c *local.Check) bool {
		return c.Status != local.Failed
	})
	if len(bad) == 0 {
		return nil
	}
	return &commandError{
		exit: bad[0].Exit,
		text: x.app.words.N("cli.doctor.failed", len(bad), "Of", len(x.checks)),
	}
}

// checkSite checks the site that is chosen, and its history. It fails if it is interrupted.
func (x *examination) checkSite(ctx context.Context) error {
	if err := x.checkService(ctx); err != nil {
		return err
	}
	x.checkHistory(ctx)
	return nil
}

// checkSites checks several sites at the same time, and adds what it found at each in their order.
func (x *doctorCommand) checkSites(ctx context.Context, names []string) error {
	var runs []*app
	for i, name := range names {
		run := x.app.atOther()
		run.site = name
		run.demo.seed += uint64(i)
		run.demo.setSite(name)
		runs = append(runs, run)
	}
	defer disconnect(runs)
	found, answered, _, err := ofSites(ctx, runs, func(
		ctx context.Context, run *app,
	) (checks []*local.Check, incomplete, err error) {
		of := &examination{app: run}
		err = of.checkSite(ctx)
		return of.checks, nil, err
	})
	if err = cmp.Or(ctx.Err(), err); err != nil {
		return err
	}
	for i, checks := range found {
		for _, c := range checks {
			c.Site = answered[i].site
		}
		x.checks = append(x.checks, checks...)
	}
	return nil
}

// print prints the report. On a terminal it wraps lines instead of cutting cells:
// each word may be the one that helps.
func (x *doctorCommand) print(ctx context.Context, several bool) error {
	width, ok := terminalWidth(x.app.Out)
	if ok && x.app.outputFormat() == plain.Table {
		return x.app.page(func(out io.Writer) error {
			_, err := io.WriteString(out, x.checklist(max(width, 40)))
			return err
		})
	}
	r := local.Checks(x.app.view(nil))
	if several {
		r = resource.BySite(r, func(c *local.Check) string { return c.Site })
	}
	return printList(ctx, x.app, r, x.checks)
}

// checklist returns the checks with their signs, details and hints, within a width.
func (x *doctorCommand) checklist(width int) string {
	look := x.app.view(nil).Theme
	paint := func(tone theme.Tone, s string) string {
		if !theme.Colours(x.app.Config.Getenv, true) {
			return s
		}
		return look.Paint(tone, s)
	}
	signs := map[local.Status]string{
		local.Passed:  paint(theme.Good, look.Glyphs.Normal),
		local.Warning: paint(theme.Warn, look.Glyphs.Stale),
		local.Failed:  paint(theme.Bad, look.Glyphs.Abnormal),
		local.Skipped: paint(theme.Muted, look.Glyphs.Dash),
	}
	names := 0
	for _, c := range x.checks {
		names = max(names, text.Width(c.Title()))
	}
	room := max(width-names-4, 20)
	var b strings.Builder
	for _, c := range x.checks {
		lines := text.Wrap(c.Detail, room)
		if c.Hint != "" {
			for _, line := range text.Wrap(text.CleanLines(c.Hint), room) {
				lines = append(lines, paint(theme.Muted, line))
			}
		}
		b.WriteString(signs[c.Status] + " " + text.Left(c.Title(), names) + "  " +
			strings.Join(lines, "\n"+text.Blank(names+4)) + "\n")
	}
	return b.String()
}

// checkConfig checks the file and lists the settings that are not the default.
func (x *doctorCommand) checkConfig(ctx context.Context, err error) {
	cfg := x.app.cfg
	if err != nil {
		x.fail("config", err)
	}
	x.warn("config", cfg.Ignored())
	if info, err := os.Stat(cfg.Path); cfg.HasPlace() != nil {
		x.add("config.file", local.Passed, "no_place")
	} else if !cfg.Found {
		x.add("config.file", local.Passed, "no_file", "Path", cfg.Path)
	} else if err == nil {
		s := local.Passed
		id := "file"
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0 {
			s = local.Warning
			id = "file_open"
		}
		x.add("config.file", s, id, "Path", cfg.Path, "Mode", info.Mode().Perm())
	}
	for _, s := range cfg.Settings() {
		if s.From.Layer != config.Default {
			x.add("config."+s.Key, local.Passed, "setting", "Value", s.Text, "From", s.From)
		}
	}
	hard, err := checkColours(x.app.words, cfg, x.app.view(nil).Theme.Palette.Name)
	if err != nil {
		x.fail("config.colours", err)
	}
	if len(hard) > 0 {
		x.checks = append(x.checks, &local.Check{
			Check:  "config.colours",
			Status: local.Warning,
			Detail: strings.Join(hard, " "),
		})
	}
	if err := checkColumns(x.app.view(nil), cfg); err != nil {
		x.fail("config.accounts.columns", err)
	}
	ignored, err := rebind(emptyContext(ctx, x.app), cfg, false)
	if err != nil {
		x.fail("config.keys", err)
	}
	x.warn("config.keys", ignored)
}

// The smallest window that the dashboard supports.
const minWidth, minHeight = 40, 12

func (x *doctorCommand) checkTerminal() {
	if x.app.badZone {
		x.checks = append(x.checks, &local.Check{
			Check:  "time.zone",
			Status: local.Warning,
			Detail: x.app.words.T("cli.bad_zone", "Value", text.Line(x.app.Config.Getenv("TZ"))),
		})
	}
	if _, ok := terminalWidth(x.app.Out); !ok {
		x.add("terminal", local.Skipped, "no_terminal")
		return
	}
	name := x.app.Config.Getenv("TERM")
	if name == "" || name == "dumb" {
		x.add("terminal", local.Warning, "dumb", "Term", name)
	} else {
		x.add("terminal", local.Passed, "term", "Term", name)
	}
	x.checkSize(int(x.app.Out.(*os.File).Fd()))
	x.checkColours()
	x.checkClipboard(name)
}

// checkSize checks whether the terminal, a file, is large enough for the dashboard.
func (x *doctorCommand) checkSize(terminal int) {
	width, height, err := term.GetSize(terminal)
	s := local.Passed
	id := "size"
	if err != nil || width == 0 {
		s = local.Warning
		id = "size_unknown"
	} else if width < minWidth || height < minHeight {
		s = local.Failed
		id = "size_small"
	}
	x.add(
		"terminal.size", s, id,
		"Width", width,
		"Height", height,
		"MinWidth", minWidth,
		"MinHeight", minHeight,
	)
}

// checkColours says which colours the terminal shows.
func (x *doctorCommand) checkColours() {
	look := x.app.view(nil).Theme
	ids := map[termenv.Profile]string{
		termenv.TrueColor: "colours_true",
		termenv.ANSI256:   "colours_256",
		termenv.ANSI:      "colours_16",
		termenv.Ascii:     "colours_none",
	}
	id := ids[look.Renderer.ColorProfile()]
	if !theme.Colours(x.app.Config.Getenv, true) {
		id = "colours_off"
	}
	x.add("terminal.colours", local.Passed, id, "Palette", look.Palette.Name)
}

// checkClipboard checks whether the terminal with a name passes on what is copied.
func (x *doctorCommand) checkClipboard(name string) {
	s := local.Passed
	id := "clipboard_plain"
	var blocked terminal.BlockedError
	switch where, err := terminal.New(io.Discard, x.app.Environ).Clipboard(); {
	case err != nil:
		s = local.Warning
		id = "clipboard_blocked"
		blocked = *err.(*terminal.BlockedError)
	case where == terminal.TmuxUnknown:
		s = local.Warning
		id = "clipboard_unknown"
	case where == terminal.InTmux:
		id = "clipboard_tmux"
	case x.app.Config.Getenv("TMUX") != "":
		id = "clipboard_through"
	case strings.HasPrefix(name, "screen"):
		id = "clipboard_screen"
	}
	x.add(
		"terminal.clipboard", s, id,
		"Clipboard", blocked.SetClipboard,
		"Passthrough", blocked.AllowPassthrough,
	)
}

// checkService makes one request that has no effects: for the platforms or, without a key, for the
// catalog, which needs none. It fails if it is interrupted; all else is reported.
func (x *examination) checkService(ctx context.Context) error {
	observed := &observer{Transport: api.NewTransport()}
	x.app.transport = observed
	if err := x.open(ctx); err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		x.fail("site", err)
		return nil
	}
	if proxy := x.app.client.Proxy(); proxy != "" {
		x.add("site.proxy", local.Passed, "proxy", "Proxy", text.Clean(proxy))
	}
	op := api.OpPlatforms
	var err error
	if x.app.client.HasKey() {
		_, err = x.app.fleetOf(nil).Platforms(ctx)
	} else {
		op = api.OpVideoModels
		_, err = x.app.fleetOf(nil).Prices(ctx)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	switch {
	case !x.checkConnection(observed, err):
	case api.IsCode(err, api.CodeUnauthorized):
		x.fail("api.key", err)
	case err != nil:
		x.fail("api."+string(op), err)
	case x.app.client.HasKey():
		x.add("api.key", local.Passed, "key_accepted")
	}
	return nil
}

// observer is a transport that keeps the last response and how long it took.
type observer struct {
	*http.Transport
	response *http.Response // nil without one
	took     time.Duration  // from the request to the head of the response
}

// RoundTrip sends a request.
func (o *observer) RoundTrip(req *http.Request) (*http.Response, error) {
	begun := time.Now()
	response, err := o.Transport.RoundTrip(req)
	o.response = response
	o.took = time.Since(begun)
	return response, err
}

// checkHistory opens the history, which is neither created nor set aside: a file takes permissions
// and may be damaged, and PostgreSQL takes a connection, rights and a server that can be written.
func (x *examination) checkHistory(ctx context.Context) {
	if x.app.server != nil { // the demo makes its own
		return
	}
	place := x.app.cfg.History.V
	passedID := "history"
	switch place {
	case "false":
		return
	case "true":
		place = x.app.historyPath()
		passedID = "history_file"
	}
	if x.app.lacksHistoryPlace() {
		x.fail("history", historyOff(x.app))
		return
	}
	if _, err := os.Stat(place); passedID == "history_file" && errors.Is(err, fs.ErrNotExist) {
		if target, err := os.Readlink(place); err == nil {
			x.checkLink(place, target)
			return
		}
		x.checkNewHistory(place)
		return
	}
	x.app.onlyReads = true
	h, err := x.app.openHistory(false)
	if err == nil && h == nil { // no site
		return
	}
	if err == nil {
		err = x.app.historyError(h.Check(ctx))
	}
	if err != nil {
		x.fail("history", err)
		return
	}
	x.add("history", local.Passed, passedID, "Place", text.Clean(place))
	if pruned, err := h.Points().Pruned(ctx); err == nil && !pruned.IsZero() {
		x.add("history_kept", local.Warning, "history_pruned", x.app.prunedAt(h, pruned)...)
	}
}

// checkLink reports whether the file of a history can be created to which a link leads, whose directory is never
// created.
func (x *examination) checkLink(link, target string) {
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(link), target)
	}
	if _, err := os.Stat(filepath.Dir(target)); err != nil {
		x.fail("history", x.app.historyError(&history.Problem{
			Kind: history.Unavailable,
			Err:  &fs.PathError{Op: "open", Path: target, Err: err},
		}))
		return
	}
	x.checkNewHistory(target)
}

// checkNewHistory reports whether the file of a history can be created, which it leaves to a
// command that has something to store.
func (x *examination) checkNewHistory(path string) {
	dir := filepath.Dir(path)
	for {
		_, err := os.Stat(dir)
		if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
			break
		}
		dir = filepath.Dir(dir)
	}
	f, err := os.CreateTemp(dir, ".channeldeck-*")
	if err == nil {
		err = errors.Join(f.Close(), os.Remove(f.Name()))
	}
	if err != nil {
		problem := &history.Problem{
			Kind: history.Unavailable,
			Err:  &fs.PathError{Op: "open", Path: dir, Err: err},
		}
		x.fail("history", x.app.historyError(problem))
		return
	}
	x.add("history", local.Passed, "history_new", "Place", text.Clean(path))
}

// open makes the client of the site or of the demo. Without a usable key, which it
// reports, the other checks still run.
func (x *examination) open(ctx context.Context) error {
	if x.app.demo.on {
		x.add("site", local.Passed, "demo")
		name := x.app.site
		err := x.app.connectDemo()
		x.app.site = cmp.Or(name, x.app.site)
		return err
	}
	site, err := x.chosenSite()
	if err != nil {
		return err
	}
	x.add(
		"site", local.Passed, "site",
		"Name", site.Name,
		"URL", site.BaseURL.V,
		"From", site.BaseURL.From,
	)
	key, err := x.app.apiKey(ctx, site)
	switch {
	case errors.Is(err, context.Canceled):
		return err
	case config.IsKind(err, config.NoKey):
		x.add("site.key", local.Warning, "no_key")
	case err != nil:
		x.fail("site.key", err)
	default:
		x.add("site.key", local.Passed, "key", "From", site.Key.From)
	}
	return x.app.dial(site, key)
}

// chosenSite is the site of several that is checked, or the only one.
func (x *examination) chosenSite() (*config.Site, error) {
	if x.app.site != "" {
		return x.app.cfg.SiteNamed(x.app.site)
	}
	return x.app.cfg.Site()
}

// checkConnection reports on the connection of a request that returned err, and whether there was
// one.
func (x *examination) checkConnection(observed *observer, err error) bool {
	response := observed.response
	if response == nil || api.IsKind(err, api.KindProxy) {
		x.fail("site.reach", err)
		return false
	}
	const step = 100 * time.Microsecond
	base, invalid := url.Parse(x.app.client.BaseURL())
	x.add(
		"site.reach", local.Passed, "reach",
		"Took", max(observed.took.Round(step), step),
		"Protocol", response.Proto,
	)
	if response.TLS != nil {
		x.checkCertificate(response.TLS)
	} else if invalid == nil && api.IsLoopback(base.Hostname()) {
		x.add("site.tls", local.Passed, "tls_none_here")
	} else {
		x.add("site.tls", local.Warning, "tls_none")
	}
	return true
}

// expiresSoon is how long before its end a certificate is reported.
const expiresSoon = 14 * 24 * time.Hour

func (x *examination) checkCertificate(state *tls.ConnectionState) {
	s := local.Passed
	id := "tls"
	end := state.PeerCertificates[0].NotAfter // a client always has one
	if end.Sub(x.app.Now()) < expiresSoon {
		s = local.Warning
		id = "tls_soon"
	}
	x.add(
		"site.tls", s, id,
		"Version", tls.VersionName(state.Version),
		"Until", x.app.words.Time(end.In(x.app.Now().Location())),
	)
}
