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
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/demo"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/words"
)

// demoFlags are the flags of the embedded sandbox.
type demoFlags struct {
	on       bool
	accounts int
	seed     uint64
	site     sandbox.Site // "" for the platforms of both sites
	now      time.Time    // the end of the past of all sandboxes, once one has been started
}

// demoFill fills the history of a demo.
type demoFill func(context.Context, demo.Source, history.Config) error

// setSite limits the sandbox to the platforms of a site, if it has the name of a deployment.
func (d *demoFlags) setSite(name string) {
	switch site := sandbox.Site(name); site {
	case sandbox.China, sandbox.International:
		d.site = site
	}
}

func (d *demoFlags) addFlags(w *words.Words, fs *pflag.FlagSet) {
	fs.BoolVar(&d.on, "demo", false, w.T("cli.flag.demo"))
	fs.IntVar(&d.accounts, "accounts", 0, w.T("cli.flag.accounts"))
	fs.Uint64Var(&d.seed, "seed", 0, w.T("cli.flag.seed"))
}

func (d *demoFlags) sandbox(
	w *words.Words,
	key string,
	now func() time.Time,
	log *slog.Logger,
) (*sandbox.Server, error) {
	server, err := sandbox.New(sandbox.Options{
		APIKey:   key,
		Accounts: d.accounts,
		Seed:     d.seed,
		Site:     d.site,
		Now:      now,
		Logger:   log,
	})
	if err != nil {
		err = systemError(w, "cli.error.sandbox", err)
	}
	return server, err
}

// serviceFlags adds the flags of the sandbox and the completions to a command
// that talks to the service.
func (a *app) serviceFlags(cmd *cobra.Command, by completions) *cobra.Command {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	a.demo.addFlags(a.words, fs)
	fs.VisitAll(func(f *pflag.Flag) {
		f.Annotations = map[string][]string{sandboxFlag: {}}
	})
	cmd.Flags().AddFlagSet(fs)
	a.addCompletions(cmd, by)
	return cmd
}

// readerFlags are serviceFlags for a command that can show a moment in the past.
func (a *app) readerFlags(cmd *cobra.Command, by completions) *cobra.Command {
	cmd.Flags().String(atFlag, "", a.words.T("cli.flag.at"))
	rare(cmd.Flags(), atFlag)
	if by == nil {
		by = completions{}
	}
	by[atFlag] = oneOf()
	return a.serviceFlags(cmd, by)
}

// sandboxFlag annotates the flags that the help shows in a section of their own.
const sandboxFlag = "sandbox"

// connectDemo starts the sandbox on a free loopback port, with a random key.
func (a *app) connectDemo() error {
	if a.demo.now.IsZero() {
		a.demo.now = a.Now()
	}
	key := rand.Text()
	handler, err := a.demo.sandbox(a.words, key, a.clock(), a.log)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return systemError(a.words, "cli.error.listen", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	a.close = append(a.close, cancel)
	go func(log *slog.Logger) {
		err := serveHTTP(ctx, handler, listener, log)
		if ctx.Err() == nil {
			log.Error("sandbox ended", "err", err)
		}
	}(a.log)
	a.server = handler
	return a.dialDemo("http://"+listener.Addr().String(), key)
}

func (a *app) dialDemo(url, key string) (err error) {
	a.site = "demo"
	a.demoURL = url
	a.demoKey = key
	s := a.clientSettings()
	s.APIKey = key
	a.client, err = api.New(url, s)
	return err
}

// serveHTTP serves until ctx ends.
func serveHTTP(
	ctx context.Context,
	handler http.Handler,
	listener net.Listener,
	log *slog.Logger,
) error {
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
	for _, e := range server.Examples(sandbox.IsChinese(lang.Tag())) {
		t := pane.Thing{
			Kind:   pane.KindSession,
			Label:  e.ID,
			Note:   e.Shows,
			Target: pane.Target{Pane: "sessions", SessionID: e.ID},
		}
		if e.Call == sandbox.CallWorks {
			t.Kind = pane.KindWork
			t.Label = e.Platform + " " + e.ID
			t.Target = pane.Target{
				Pane:      "works",
				Platform:  e.Platform,
				AccountID: e.AccountID,
				WorkID:    e.ID,
			}
		}
		things = append(things, t)
	}
	return things
}

// sandboxCommand serves the sandbox over HTTP, for tests of other programs.
type sandboxCommand struct {
	app         *app
	listen, key string
	examples    bool
}

func newSandbox(a *app) *cobra.Command {
	c := &sandboxCommand{app: a}
	cmd := command(
		a.words,
		"cli.sandbox",
		"sandbox",
		func(cmd *cobra.Command, _ []string) error { return c.run(cmd) },
	)
	cmd.Flags().StringVar(&c.listen, "listen", "127.0.0.1:8787", a.words.T("cli.flag.listen"))
	cmd.Flags().Lookup("listen").DefValue = "" // the text names it
	cmd.Flags().StringVar(
		&c.key,
		"api-key",
		"",
		a.words.T("cli.flag.sandbox_key", "Default", sandbox.DefaultAPIKey),
	)
	cmd.Flags().BoolVar(&c.examples, "examples", false, a.words.T("cli.flag.examples"))
	a.demo.addFlags(a.words, cmd.Flags())
	addListFlags(a, cmd, local.Examples)
	return cmd
}

func (c *sandboxCommand) run(cmd *cobra.Command) error {
	defer c.app.disconnect()
	if err := c.app.openLog(cmd); err != nil {
		return err
	}
	handler, err := c.app.demo.sandbox(c.app.words, c.key, c.app.clock(), c.app.log)
	if err != nil {
		return err
	}
	if c.examples {
		if err := c.app.loadConfig(cmd); err != nil {
			return err
		}
		return printList(
			cmd.Context(),
			c.app,
			local.Examples(nil),
			pointers(handler.Examples(sandbox.IsChinese(c.app.words.Lang().Tag()))),
		)
	}
	listener, err := net.Listen("tcp", c.listen)
	if err != nil {
		return systemError(c.app.words, "cli.error.listen", err)
	}
	if _, err := fmt.Fprintln(c.app.Out, "http://"+listener.Addr().String()); err != nil {
		return err
	}
	c.app.say(c.app.words.T("cli.sandbox.serving"))
	return serveHTTP(cmd.Context(), handler, listener, c.app.log)
}
