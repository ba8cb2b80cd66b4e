package cli

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"slices"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/explain"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// service is the site or the sandbox that a command talks to.
type service struct {
	client           *api.Client
	cfg              *config.Config
	site             string          // its name; "demo" for the sandbox
	baseURL          string          // of the site; "" for the sandbox
	server           *sandbox.Server // nil for a site
	demoURL, demoKey string          // of the sandbox
	demoPath         string          // of its history
	log              *slog.Logger
	close            []func()

	history *history.DB    // opened by the first use; nil for none
	named   []api.Platform // whose names are known

	at           time.Time         // of the recording that is shown; zero for now
	moment       time.Time         // as of which it is shown: at, or later
	clock        func() time.Time  // while one is shown; nil else
	missing      error             // why the site has no recording to show beside other sites; nil where it has
	needsHistory bool              // the command waits for a history that opens slowly
	onlyReads    bool              // the command writes nothing to the history
	malformed    error             // describes the malformed rows that came, nil for none
	transport    http.RoundTripper // of the client; nil for its own
}

func (s *service) disconnect() {
	if s.client != nil {
		s.client.CloseIdleConnections()
	}
	for _, f := range slices.Backward(s.close) {
		f()
	}
	*s = service{}
}

func (a *app) loadConfig(cmd *cobra.Command) (err error) {
	a.cfg, err = a.load(configFlags(cmd.Flags()))
	return err
}

// sayIgnored says which keys of the configuration this version does not know. The user of a server
// and the commands of an agent are not told: the server and the parent were.
func (a *app) sayIgnored() {
	if a.remote != nil || a.parent != nil {
		return
	}
	for _, e := range a.cfg.Ignored() {
		a.say(oneLine(a.words, e))
	}
}

// sayZone says that TZ names no time zone, if it does not.
func (a *app) sayZone() {
	if a.zoneless {
		a.say(a.words.T("cli.zoneless", "Value", text.Line(a.Config.Getenv("TZ"))))
	}
}

// connect loads the configuration and makes the client. It fetches the key if the
// command needs it, and sends nothing. The caller must disconnect, also after an
// error.
func (a *app) connect(cmd *cobra.Command, key keyNeed) error {
	if err := a.loadConfig(cmd); err != nil {
		return err
	}
	if len(a.cfg.Sites()) > 1 {
		_, err := a.cfg.Site()
		return err
	}
	a.sayIgnored()
	if err := a.openLog(cmd); err != nil {
		return err
	}
	a.sayZone()
	if a.remote != nil && a.remote.host.a.demoURL != "" {
		return a.dialHosted(a.cfg.SiteName.V)
	}
	if joined, err := a.join(a.cfg.SiteName.V); joined {
		return err
	}
	if a.demo.on {
		site := cmd.Flags().Lookup("site")
		if site != nil && site.Changed {
			a.demo.setSite(site.Value.String())
		}
		return a.connectDemo()
	}
	site, err := a.cfg.Site()
	var secret config.Secret
	if err == nil && key != noKey {
		secret, err = a.apiKey(cmd.Context(), site)
	}
	if err != nil && !(key == optionalKey && config.IsKind(err, config.NoKey)) {
		return err
	}
	return a.dial(site, secret)
}

// sayRepaired says that the service sent texts that were cut within a character.
func (a *app) sayRepaired() {
	if a.client == nil {
		return
	}
	select {
	case r := <-a.client.Repairs():
		a.say(a.words.N("error.repaired", r.Places))
	default:
	}
}

// withService runs a command that talks to the service. Its arguments were checked:
// nothing is sent for a mistake.
func (a *app) withService(
	cmd *cobra.Command,
	key keyNeed,
	run func(ctx context.Context) error,
) error {
	defer a.disconnect()
	err := a.connect(cmd, key)
	if err == nil {
		err = goBack(cmd, a)
	}
	if err != nil {
		return err
	}
	err = run(cmd.Context())
	a.sayRepaired()
	a.closeHistory()
	return cmp.Or(err, a.malformed)
}

// keyNeed is whether a command needs the API key.
type keyNeed uint8

const (
	noKey       keyNeed = iota // it is never sent, so it is not fetched
	optionalKey                // it is sent if the site has one
	requiredKey
)

// apiKey fetches the key of a site. A program or the keyring may take a while, for
// instance to ask for a password, and may be interrupted while the terminal hides
// what is typed.
func (a *app) apiKey(ctx context.Context, site *config.Site) (key config.Secret, err error) {
	if key, known := a.parent.keyOf(site.Name); known {
		a.key = key
		return a.key, nil
	}
	in, ok := a.In.(*os.File)
	if ok {
		state, stateErr := term.GetState(int(in.Fd()))
		if stateErr == nil {
			defer func() {
				if errors.Is(err, context.Canceled) {
					_ = term.Restore(int(in.Fd()), state) // it may be closed by now
				}
			}()
		}
	}
	waited := false
	waiting := func() {
		waited = true
		a.progress(a.words.T("cli.key.waiting", "From", site.Key.From))
	}
	if a.remote != nil {
		key, err = a.remote.host.key(ctx, site, waiting)
	} else {
		key, err = site.APIKey(ctx, waiting)
	}
	if waited {
		a.progress("")
	}
	a.key = key
	return key, err
}

// dial makes the client of a site. Nothing is sent.
func (a *app) dial(site *config.Site, key config.Secret) error {
	if err := checkProxy(a, site.BaseURL.V); err != nil {
		return err
	}
	a.site = site.Name
	a.baseURL = site.BaseURL.V
	a.origin = explain.Origin{Site: site.Name, Address: site.BaseURL.V}
	if a.remote == nil && !key.IsZero() { // users of a server cannot change its key
		a.origin.Key = site.Key.String()
	}
	p := site.Params
	s := a.clientSettings()
	s.APIKey = key.Reveal()
	s.InsecureKey = site.AllowPlainHTTP.V
	s.Params = api.Params{
		IDs:       p.IDs.V,
		Types:     p.Types.V,
		Status:    p.Status.V,
		AccountID: p.AccountID.V,
		Repeat:    p.Array.V == "repeat",
	}
	var err error
	a.client, err = api.New(site.BaseURL.V, s)
	return err
}

// clientSettings are those of the clients of all sites, without a key.
func (a *app) clientSettings() api.Settings {
	c := a.cfg
	s := api.Settings{
		Timeout:   cmp.Or(c.Timeout.V, -1),
		ReadOnly:  c.ReadOnly.V,
		Language:  words.Lang(c.Lang.V).Tag(),
		UserAgent: "channeldeck/" + version(),
		CertFile:  a.Config.Getenv("SSL_CERT_FILE"),
		Logger:    a.log,
	}
	if c.MaxBody.From.Layer != config.Default { // else each call has its own limit
		s.MaxBody = c.MaxBody.V
	}
	if a.remote != nil {
		a.remote.configure(&s)
	}
	if a.transport != nil {
		s.Transport = a.transport
	}
	return s
}

// openLog opens the file of --debug-log. Only its owner can read it, since it
// records every request.
func (a *app) openLog(cmd *cobra.Command) error {
	a.log = slog.New(slog.DiscardHandler)
	path, err := cmd.Flags().GetString("debug-log")
	if err != nil || path == "" {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		err = f.Chmod(0o600) // it may have existed before
	}
	if err != nil {
		return systemError(a.words, "cli.error.debug_log", err)
	}
	a.log = slog.New(slog.NewTextHandler(f, &slog.HandlerOptions{Level: slog.LevelDebug}))
	// a log that cannot be closed changes nothing
	a.close = append(a.close, func() {
		_ = f.Close()
	})
	return nil
}
