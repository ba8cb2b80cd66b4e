package cli

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"path/filepath"
	"slices"
	"sync"
	"weak"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/serve"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// serveCommand runs the SSH server until the context ends.
type serveCommand struct {
	app             *app
	listen, metrics string
	check           bool
	server          serve.Config
}

func newServe(a *app) *cobra.Command {
	c := &serveCommand{app: a, server: serve.Config{Limits: serve.DefaultLimits()}}
	cmd := command(a.words, "cli.serve", "serve", func(cmd *cobra.Command, _ []string) error {
		defer a.disconnect()
		return c.run(cmd)
	})
	fs := cmd.Flags()
	w := a.words
	limits := &c.server.Limits
	fs.StringVar(&c.listen, "listen", "127.0.0.1:2222", w.T("cli.flag.serve_listen"))
	fs.StringVar(
		&c.server.HostKey,
		"host-key",
		filepath.Join(a.Config.StateDir(), "host_key"),
		w.T("cli.flag.host_key"),
	)
	fs.StringVar(&c.server.AuthorizedKeys, "authorized-keys", "", w.T("cli.flag.authorized_keys"))
	fs.StringVar(&c.metrics, "metrics", "", w.T("cli.flag.metrics"))
	fs.BoolVar(&c.check, "check", false, w.T("cli.flag.serve_check"))
	fs.IntVar(&limits.Sessions, "max-sessions", limits.Sessions, w.T("cli.flag.max_sessions"))
	fs.IntVar(
		&limits.PerKey,
		"max-sessions-per-key",
		limits.PerKey,
		w.T("cli.flag.max_sessions_per_key"),
	)
	fs.DurationVar(&limits.Idle, "idle-timeout", limits.Idle, w.T("cli.flag.idle_timeout"))
	fs.DurationVar(
		&limits.Length,
		"max-session-time",
		limits.Length,
		w.T("cli.flag.max_session_time"),
	)
	fs.IntVar(
		&limits.Handshakes,
		"max-connections",
		limits.Handshakes,
		w.T("cli.flag.max_connections"),
	)
	fs.IntVar(&limits.Failures, "max-failures", limits.Failures, w.T("cli.flag.max_failures"))
	rare(
		fs,
		"host-key",
		"idle-timeout",
		"max-session-time",
		"max-sessions",
		"max-sessions-per-key",
		"max-connections",
		"max-failures",
	)
	return a.serviceFlags(cmd, nil)
}

// host is the state that the sessions of a server share.
type host struct {
	a           *app         // of the serve command
	demos       []*app       // the sandboxes of the demo
	flags       config.Flags // of the serve command
	log         *slog.Logger
	share, once *serve.Transport // of all calls, and of those with effects
	server      *serve.Server
	losses      losses // of the histories of sessions

	mu    sync.Mutex
	cfg   *config.Config
	keys  map[string]config.Secret                // by site
	lists map[listsKey]weak.Pointer[store.Shared] // which live as long as a session uses them
}

// listsKey identifies the sessions that share their lists.
type listsKey struct{ baseURL, key, lang string }

// shared returns the lists that a session shares with others.
func (h *host) shared(of listsKey) *store.Shared {
	h.mu.Lock()
	defer h.mu.Unlock()
	s := h.lists[of].Value()
	if s == nil {
		s = &store.Shared{}
		h.lists[of] = weak.Make(s)
	}
	return s
}

// checkFlags reports a missing list of keys, and limits that admit nobody.
func (c *serveCommand) checkFlags() error {
	if c.server.AuthorizedKeys == "" {
		return fail(c.app.words, ExitUsage, "cli.serve.no_keys")
	}
	l := &c.server.Limits
	counts := min(l.Sessions, l.PerKey, l.Handshakes, l.Failures)
	times := min(l.Idle, l.Length)
	if counts < 1 || times <= 0 {
		return fail(c.app.words, ExitUsage, "cli.serve.limits")
	}
	return nil
}

func (c *serveCommand) run(cmd *cobra.Command) error {
	if err := c.checkFlags(); err != nil {
		return err
	}
	h := &host{
		a:     c.app,
		flags: configFlags(cmd.Flags()),
		log:   slog.New(slog.NewJSONHandler(c.app.Err, nil)),
	}
	_, err := c.app.chosen(cmd)
	if err != nil {
		return err
	}
	if c.app.demo.on {
		h.demos, err = c.app.connectSites(cmd, noKey) // starts the sandboxes
		defer disconnect(h.demos)
		if err != nil {
			return err
		}
	} else if _, err := c.app.cfg.ChosenSites(); err != nil {
		return err
	}
	transport := api.NewTransport()
	defer transport.CloseIdleConnections()
	h.share = &serve.Transport{Next: transport}
	h.once = &serve.Transport{Next: api.NewOnceTransport()}
	h.configure(c.app.cfg)
	c.server.Log = h.log
	c.server.Name = h.name
	c.server.Run = h.run
	server, err := serve.New(c.server, c.check)
	if err != nil {
		return serveError(c.app.words, err)
	}
	l, err := net.Listen("tcp", c.listen)
	if err != nil {
		return systemError(c.app.words, "cli.serve.cannot_listen", err)
	}
	defer l.Close()
	log := h.log.With("address", l.Addr().String())
	if c.metrics != "" {
		metrics, err := h.metrics(cmd.Context(), server, c.metrics)
		if err != nil {
			return err
		}
		defer metrics.Close()
		log = log.With("metrics", metrics.Addr().String())
	}
	if c.check {
		c.app.sayIgnored()
		c.app.say(c.app.words.T("cli.serve.would_start", "Address", l.Addr().String()))
		return nil
	}
	h.server = server
	return h.serve(cmd.Context(), l, log)
}

// serve runs the server until the context ends.
func (h *host) serve(ctx context.Context, l net.Listener, log *slog.Logger) error {
	h.logIgnored()
	defer h.losses.log(h.log)
	reload := h.reload
	h.a.hangup.Store(&reload)
	h.checkHistory()
	log.Info("listening")
	watched, cancel := context.WithCancel(ctx)
	var watching sync.WaitGroup
	watching.Go(func() { h.watch(watched) })
	defer watching.Wait()
	defer cancel()
	return h.server.Serve(ctx, l)
}

// configure replaces the configuration, forgets the keys of the sites and the lists that
// sessions share, and returns the configuration so far.
func (h *host) configure(cfg *config.Config) (old *config.Config) {
	h.mu.Lock()
	defer h.mu.Unlock()
	old = h.cfg
	h.cfg = cfg
	h.keys = map[string]config.Secret{}
	h.lists = map[listsKey]weak.Pointer[store.Shared]{}
	return old
}

// reload reads the configuration and the allow list again. Sessions keep the
// configuration that they began with; those of removed keys end, and those of users
// whose site or access changed. After an error nothing changes.
func (h *host) reload() {
	defer crash.Recover(func(p *crash.Panic) {
		r := crashed(h.a, p)
		h.log.Error("reload failed", "reason", text.Sentences(r.Message, r.Hint))
	})
	cfg, err := config.Load(h.a.Config, h.flags)
	if err == nil {
		old := h.configure(cfg)
		err = h.server.Reload(func(key string) bool {
			site, readOnly := access(old, key)
			newSite, newReadOnly := access(cfg, key)
			return site != newSite || readOnly != newReadOnly
		})
		if err != nil {
			h.configure(old)
		}
	}
	if err != nil {
		h.log.Error("reload failed", "reason", err.Error())
		return
	}
	h.checkHistory()
	h.logIgnored()
	h.log.Info("reloaded")
}

// logIgnored logs the keys of the configuration that this version does not know.
func (h *host) logIgnored() {
	for _, e := range h.config().Ignored() {
		h.log.Warn("configuration", "reason", oneLine(h.a.words, e))
	}
}

// checkHistory logs a setting or a missing directory that leaves all sessions without a
// history.
func (h *host) checkHistory() {
	cfg := h.config()
	switch place := cfg.History.V; {
	case place == "false" || h.a.demo.on:
	case place != "true":
		if _, err := cfg.HistoryPassword(); err != nil {
			h.log.Error("history unavailable", "reason", err.Error())
		}
	case h.a.historyPath() == "":
		h.log.Error(
			"history unavailable",
			"reason",
			"STATE_DIRECTORY, XDG_STATE_HOME and HOME are not set",
		)
	}
}

func (h *host) config() *config.Config {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.cfg
}

// personOf returns the user of a key, by its fingerprint; without a name if the
// configuration names none.
func personOf(cfg *config.Config, key string) config.Person {
	people, _ := cfg.People() // Load has checked them
	for _, p := range people {
		if slices.Contains(p.Keys.V, key) {
			return p
		}
	}
	return config.Person{}
}

// access returns the sites of the user of a key, and whether they are read-only.
func access(cfg *config.Config, key string) (site string, readOnly bool) {
	p := personOf(cfg, key)
	return cmp.Or(p.Site.V, cfg.SiteName.V), p.ReadOnly.V || cfg.ReadOnly.V
}

func (h *host) name(key string) string {
	return personOf(h.config(), key).Name
}

// key returns the key of a site. The first session that needs it fetches it.
func (h *host) key(
	ctx context.Context,
	site *config.Site,
	waiting func(),
) (config.Secret, error) {
	h.mu.Lock()
	key, known := h.keys[site.Name]
	h.mu.Unlock()
	if known {
		return key, nil
	}
	key, err := site.APIKey(ctx, waiting)
	if err == nil {
		h.mu.Lock()
		defer h.mu.Unlock()
		h.keys[site.Name] = key
	}
	return key, err
}

// metrics serves the figures for Prometheus at a loopback address.
func (h *host) metrics(
	ctx context.Context,
	server *serve.Server,
	address string,
) (net.Listener, error) {
	name, _, err := net.SplitHostPort(address)
	if err != nil || !api.IsLoopback(name) {
		return nil, fail(h.a.words, ExitUsage, "cli.serve.metrics_loopback", "Address", address)
	}
	l, err := net.Listen("tcp", address)
	if err != nil {
		return nil, systemError(h.a.words, "cli.serve.cannot_listen", err)
	}
	h.share.Observe, h.once.Observe = server.Observe, server.Observe
	go func() {
		err := serveHTTP(ctx, server.Metrics(h.writeGauges), l, h.log)
		if ctx.Err() == nil {
			h.log.Error("metrics ended", "reason", err.Error())
		}
	}()
	return l, nil
}

func serveError(w *words.Words, err error) error {
	keys, ok := errors.AsType[*serve.KeysError](err)
	if !ok {
		return systemError(w, "cli.serve.cannot_start", err)
	}
	e := fail(w, ExitUsage, "cli.serve.keys."+string(keys.Reason), "Place", keys.Place())
	if keys.Err != nil {
		e.hint = keys.Err.Error()
	}
	return e
}
