package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/sessions"
	"channeldeck/ui/words"
	"channeldeck/ui/works"
)

// demo is the flags of the embedded sandbox.
type demo struct {
	on       bool
	accounts int
	seed     uint64
}

// sandboxFlags adds the flags of the sandbox to a command.
func (a *app) sandboxFlags(fs *pflag.FlagSet) {
	d := &a.demo
	fs.BoolVar(&d.on, "demo", false, a.words.T("cli.flag.demo"))
	fs.IntVar(&d.accounts, "accounts", 0, a.words.T("cli.flag.accounts"))
	fs.Uint64Var(&d.seed, "seed", 0, a.words.T("cli.flag.seed"))
}

// serviceFlags adds the flags of the sandbox and the completions to a command
// that talks to the service.
func (a *app) serviceFlags(cmd *cobra.Command, by completions) *cobra.Command {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	a.sandboxFlags(fs)
	fs.VisitAll(func(f *pflag.Flag) { f.Annotations = map[string][]string{sandboxFlag: {}} })
	cmd.Flags().AddFlagSet(fs)
	a.addCompletions(cmd, by)
	return cmd
}

// sandboxFlag annotates the flags that the help shows in a section of their own.
const sandboxFlag = "sandbox"

// sandbox makes the sandbox of the flags.
func (a *app) sandbox(key string, log *slog.Logger) (*sandbox.Server, error) {
	d := a.demo
	opts := sandbox.Options{APIKey: key, Accounts: d.accounts, Seed: d.seed, Logger: log}
	server, err := sandbox.New(opts)
	if err != nil {
		err = a.systemError("cli.error.sandbox", err)
	}
	return server, err
}

// connectDemo starts the sandbox on a free loopback port, with a random key.
func (a *app) connectDemo() error {
	key := rand.Text()
	handler, err := a.sandbox(key, a.log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return a.systemError("cli.error.listen", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a.close = append(a.close, cancel)
	go func(log *slog.Logger) {
		if err := serveHTTP(ctx, handler, listener, log); ctx.Err() == nil {
			log.Error("sandbox ended", "err", err)
		}
	}(a.log)
	a.server = handler
	return a.dialDemo("http://"+listener.Addr().String(), key)
}

// dialDemo makes the client of a sandbox.
func (a *app) dialDemo(url, key string) (err error) {
	a.site, a.demoURL, a.demoKey = "demo", url, key
	a.client, err = api.New(url, append([]api.Option{api.WithAPIKey(key)}, a.clientOptions()...)...)
	return err
}

// serveHTTP serves until ctx ends.
func serveHTTP(ctx context.Context, handler http.Handler, listener net.Listener, log *slog.Logger) error {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	defer context.AfterFunc(ctx, func() { _ = server.Close() })()
	err := server.Serve(listener)
	return cmp.Or(ctx.Err(), err)
}

// Examples returns the sessions and works of a sandbox, for the palette and the
// landing screens: no call of the service lists them. A nil server has none.
func Examples(server *sandbox.Server, lang words.Lang) []pane.Thing {
	if server == nil {
		return nil
	}
	var things []pane.Thing
	for _, e := range server.Examples(lang == words.Chinese) {
		t := pane.Thing{Kind: pane.KindSession, Label: e.ID, Note: e.Shows, Target: pane.Target{Pane: sessions.Name, SessionID: e.ID}}
		if e.Call == sandbox.CallWorks {
			t.Kind, t.Label = pane.KindWork, e.Platform+" "+e.ID
			t.Target = pane.Target{Pane: works.Name, Platform: e.Platform, AccountID: e.AccountID, WorkID: e.ID}
		}
		things = append(things, t)
	}
	return things
}

// sandboxCommand serves the sandbox over HTTP, for tests of other programs.
func (a *app) sandboxCommand() *cobra.Command {
	var listen, key string
	var examples bool
	cmd := a.command("cli.sandbox", "sandbox", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		defer a.disconnect()
		if err := a.openLog(cmd); err != nil {
			return err
		}
		handler, err := a.sandbox(key, a.log)
		if err != nil {
			return err
		}
		if examples {
			return a.examples(cmd, handler)
		}
		listener, err := net.Listen("tcp", listen)
		if err != nil {
			return a.systemError("cli.error.listen", err)
		}
		if _, err := fmt.Fprintln(a.Out, "http://"+listener.Addr().String()); err != nil {
			return err
		}
		a.say(a.words.T("cli.sandbox.serving"))
		return serveHTTP(cmd.Context(), handler, listener, a.log)
	})
	cmd.Flags().StringVar(&listen, "listen", "127.0.0.1:8787", a.words.T("cli.flag.listen"))
	cmd.Flags().Lookup("listen").DefValue = "" // the text names it
	cmd.Flags().StringVar(&key, "api-key", "", a.words.T("cli.flag.sandbox_key", "Default", sandbox.DefaultAPIKey))
	cmd.Flags().BoolVar(&examples, "examples", false, a.words.T("cli.flag.examples"))
	a.sandboxFlags(cmd.Flags())
	a.addListFlags(cmd, exampleColumns)
	return cmd
}

func exampleColumns() []string { return []string{"call", "name", "platform", "id", "account", "shows"} }

func (a *app) examples(cmd *cobra.Command, of *sandbox.Server) error {
	if err := a.loadConfig(cmd); err != nil {
		return err
	}
	return output(cmd.Context(), a, "sandbox", &plain.Sheet[sandbox.Example]{
		Rows: of.Examples(a.words.Lang() == words.Chinese), Columns: memberColumns[sandbox.Example](exampleColumns()...),
	})
}
