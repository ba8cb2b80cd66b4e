package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
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
	"channeldeck/ui/words"
)

// service is the site or the sandbox that a command talks to.
type service struct {
	client           *api.Client
	site             string          // its name; "demo" for the sandbox
	baseURL          string          // of the site; "" for the sandbox
	server           *sandbox.Server // nil for a site
	demoURL, demoKey string          // of the sandbox
	demoPath         string          // of its history
	close            []func()
	remarks          io.Writer // of what is said about the site; nil for standard error

	history *history.DB    // opened by the first use; nil for none
	named   []api.Platform // whose names are known

	at           time.Time         // of the recording that is shown; zero for now
	moment       time.Time         // as of which it is shown: at, or later
	missing      error             // why the site has no recording to show beside other sites; nil where it has
	needsHistory bool              // the command waits for a history that opens slowly
	onlyReads    bool              // the command writes nothing to the history
	transport    http.RoundTripper // of the client; nil for its own
	malformed    error             // describes the malformed rows that came, nil for none
}

// Now is the time, or the moment of the past that is shown.
func (a *app) Now() time.Time {
	if !a.moment.IsZero() {
		return a.moment
	}
	return a.Env.Now()
}

// clock is Now of the site as it is connected, for what goes on while another one is connected.
func (a *app) clock() func() time.Time {
	if moment := a.moment; !moment.IsZero() {
		return func() time.Time { return moment }
	}
	return a.Env.Now
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
	a.origin = explain.Origin{
		Site:    site.Name,
		Address: site.BaseURL.V,
		Hosted:  a.remote != nil,
	}
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

		FirstPause: a.firstPause,
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
