package cli

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"os"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/config"
	"channeldeck/ui/words"
)

// service is the deployment that a command talks to.
type service struct {
	client *api.Client
	config *config.Config
	site   string          // its name; "demo" for the embedded sandbox
	demo   *sandbox.Server // nil for a deployment
	log    *slog.Logger
	close  []func()

	malformed error // describes the malformed rows that came, nil for none

	transport http.RoundTripper // of the client; nil for its own
}

// Close ends what the service needed. It is called once.
func (s *service) Close() {
	if s.client != nil {
		s.client.CloseIdleConnections()
	}
	for i := len(s.close) - 1; i >= 0; i-- {
		s.close[i]()
	}
}

// connect reads the configuration and makes the client. Nothing is sent, but
// the key is fetched where one is needed.
func (a *app) connect(ctx context.Context, cmd *cobra.Command, demo *demo, key keyNeed) (*service, error) {
	cfg, err := config.Load(a.Config, configFlags(cmd))
	if err != nil {
		return nil, err
	}
	s := &service{config: cfg}
	err = a.openLog(cmd, s)
	switch {
	case err != nil:
	case demo != nil && demo.on:
		err = s.connectDemo(a, demo)
	default:
		err = s.connectSite(ctx, a, key)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// keyNeed tells whether a command sends the key.
type keyNeed uint8

const (
	noKey     keyNeed = iota // it sends none: none is fetched
	keyIfAny                 // without one it asks the service all the same
	keyNeeded                // without one there is nothing to ask
)

func (s *service) connectSite(ctx context.Context, a *app, key keyNeed) error {
	site, err := s.config.Site()
	if err != nil {
		return err
	}
	var secret config.Secret
	if key != noKey {
		secret, err = a.apiKey(ctx, site)
		if err != nil && !(key == keyIfAny && config.IsKind(err, config.NoKey)) {
			return err
		}
	}
	return s.dial(a, site, secret)
}

// apiKey fetches the key of a site. A program or the keyring may take a while, for
// instance to ask for a password, and may be interrupted while the terminal hides
// what is typed.
func (a *app) apiKey(ctx context.Context, site *config.Site) (config.Secret, error) {
	if kind := site.Key.Kind; kind == config.KeyCommand || kind == config.KeyKeyring {
		bar := a.progress()
		bar.show(a.words.T("cli.key.waiting", "From", site.Key.From))
		defer bar.end()
	}
	if in, ok := a.In.(*os.File); ok {
		if state, err := term.GetState(int(in.Fd())); err == nil {
			defer func() {
				if ctx.Err() != nil {
					_ = term.Restore(int(in.Fd()), state) // it may be closed by now
				}
			}()
		}
	}
	key, err := site.APIKey(ctx)
	a.key = key
	return key, err
}

// dial makes the client of a site. Nothing is sent.
func (s *service) dial(a *app, site *config.Site, key config.Secret) error {
	s.site = site.Name
	p := site.Params
	opts := append(s.options(a), api.WithAPIKey(key.Reveal()), api.WithParams(api.Params{
		IDs: p.IDs.V, Types: p.Types.V, Status: p.Status.V, AccountID: p.AccountID.V, Arrays: api.ArrayForm(p.Array.V),
	}))
	if site.AllowPlainHTTP.V {
		opts = append(opts, api.WithInsecureKey())
	}
	var err error
	s.client, err = api.New(site.BaseURL.V, opts...)
	return err
}

// options are those of every client.
func (s *service) options(a *app) []api.Option {
	c := s.config
	opts := []api.Option{
		api.WithTimeout(c.Timeout.V), api.WithConnectTimeout(c.ConnectTimeout.V),
		api.WithMaxDepth(c.MaxDepth.V),
		api.WithLanguage(words.Lang(c.Lang.V).Tag()), api.WithUserAgent("channeldeck/" + version()), api.WithLogger(s.log),
	}
	if c.MaxBody.From.Layer != config.Default { // else each call has its own limit
		opts = append(opts, api.WithMaxBody(c.MaxBody.V))
	}
	if c.ReadOnly.V {
		opts = append(opts, api.WithReadOnly())
	}
	if s.transport != nil {
		opts = append(opts, api.WithTransport(s.transport))
	}
	return opts
}

// openLog opens the file of --debug-log, which only its owner can read: it
// tells who was talked to, when and about what.
func (a *app) openLog(cmd *cobra.Command, s *service) error {
	s.log = slog.New(slog.DiscardHandler)
	path, err := cmd.Flags().GetString("debug-log")
	if err != nil || path == "" {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err == nil {
		err = f.Chmod(0o600) // it may have been there before
	}
	if err != nil {
		return a.unexplained("cli.error.debug_log", err)
	}
	s.log = newLog(f)
	s.close = append(s.close, func() { _ = f.Close() }) // nothing is told by a log that cannot be closed
	return nil
}

func newLog(w io.Writer) *slog.Logger {
	return slog.New(slog.NewTextHandler(w, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
