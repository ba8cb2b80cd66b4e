package cli

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/demo"
	"channeldeck/ui/explain"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// historyPath is the SQLite file of the history, "" without a home directory.
func (a *app) historyPath() string {
	dir := a.Config.StateDir()
	if filepath.IsAbs(dir) {
		return filepath.Join(dir, "channeldeck.db")
	}
	return ""
}

// lacksHistoryPlace reports whether no variable says where the history is.
func (a *app) lacksHistoryPlace() bool {
	return a.cfg.History.V == "true" && a.server == nil && a.demoURL == "" &&
		a.historyPath() == ""
}

// openHistory opens the history of the site and the key that the command is
// connected to, until it disconnects. It is nil if it is turned off. The demo has its own. The
// users of the SSH server share it, but for their visits and recent items. The database
// opens in the background.
func (a *app) openHistory(visit bool) (*history.DB, error) {
	if a.history != nil {
		return a.history, nil
	}
	c := history.Config{
		Path:     a.historyPath(),
		Visit:    visit,
		Later:    visit && a.server == nil && a.moment.IsZero(),
		Site:     a.baseURL,
		Key:      a.key.Reveal(),
		Language: words.Lang(a.cfg.Lang.V).Tag(),
		User:     a.remote.fingerprint(),
		Now:      a.Env.Now,
		Log:      a.remote.historyLog(),
	}
	if a.cfg.History.V == "false" || a.server == nil && a.baseURL == "" ||
		a.demo.accounts > demo.MaxAccounts {
		return nil, nil
	}
	c.At = a.moment
	c.ReadOnly = a.onlyReads
	c.StaleAfter = a.cfg.StaleAfter.V
	c.NoSessions = !a.cfg.StoreSessions.V
	if a.demoPath != "" {
		c.Path = a.demoPath
		c.Site = demoSite
		c.Key = demoSiteKey
	} else if a.server != nil {
		if err := a.prepareDemo(&c); err != nil {
			return nil, systemError(a.words, "cli.error.sandbox", err)
		}
	} else if place := a.cfg.History.V; place != "true" {
		var err error
		if c.Password, err = a.cfg.HistoryPassword(); err != nil {
			return nil, err
		}
		c.Postgres = place
		c.Later = false // a server takes its time to respond
		if !visit && !a.needsHistory {
			c.ReadWait = readWait
		}
	} else if c.Path == "" {
		return nil, nil
	}
	h := history.Open(c)
	a.history = h
	a.close = append(a.close, func() {
		ctx, cancel := closing(h)
		defer cancel()
		h.Close(ctx)
	})
	return h, nil
}

// The site and the key of the demo in its history. Its address and its real key differ at each start, and so would
// the file, which no other site uses.
const (
	demoSite    = "channeldeck-demo"
	demoSiteKey = "channeldeck-demo-key"
)

// fillDelay leaves the processor to the first screen of the demo.
const fillDelay = 300 * time.Millisecond

// prepareDemo makes c the history of the demo, in a directory that is removed at the end. It
// is filled in the background; what reads it waits.
func (a *app) prepareDemo(c *history.Config) error {
	dir, err := os.MkdirTemp("", "channeldeck-demo-")
	if err != nil {
		return err
	}
	// the next start does not look there
	a.close = append(a.close, func() {
		_ = os.RemoveAll(dir)
	})
	a.demoPath = filepath.Join(dir, "channeldeck.db")
	c.Path = a.demoPath
	c.Site = demoSite
	c.Key = demoSiteKey
	into := *c
	into.ReadOnly = false // also for a command that only reads the history
	fill := demo.Fill
	if a.fillDemo != nil {
		fill = a.fillDemo(a.demo)
	}
	source := demo.Source{
		Client:  a.client,
		Sandbox: a.server,
		Chinese: sandbox.IsChinese(a.words.Lang().Tag()),
		Now:     a.demo.now,
	}
	c.Prepare = func(ctx context.Context) {
		if c.Visit {
			select {
			case <-time.After(fillDelay):
			case <-ctx.Done():
			}
		}
		_ = fill(ctx, source, into) // the demo goes on without its past
	}
	return nil
}

// ownHistory is openHistory for what the user did. It is nil in the demo, whose thirty days
// take a second to make, unless these are there already.
func (a *app) ownHistory() (*history.DB, error) {
	if a.server != nil && a.history == nil {
		return nil, nil
	}
	return a.openHistory(false)
}

// closeHistory writes what is waiting and reports the first problem.
func (a *app) closeHistory() {
	if a.history == nil {
		return
	}
	ctx, cancel := closing(a.history)
	defer cancel()
	a.history.Close(ctx)
	if p := a.history.Problem(ctx); p != nil {
		a.say(explain.History(a.words, p))
	}
}

// readWait is how long a command that can do without the history waits for a server.
const readWait = time.Second

// How long the end of the program may wait for the history, and for a server that has not
// let it in until then.
const (
	closeTime  = 3 * time.Second
	serverTime = 800 * time.Millisecond
)

// closing returns the context in which a history is closed.
func closing(h *history.DB) (context.Context, context.CancelFunc) {
	limit := closeTime
	if h.OnServer() && !h.Ready() {
		limit = serverTime
	}
	return context.WithTimeout(context.Background(), limit)
}

// withHistory runs a command that needs the history and a connection. It returns an error
// if anything could not be stored.
func (a *app) withHistory(
	cmd *cobra.Command,
	key keyNeed,
	run func(context.Context, *history.DB) error,
) error {
	return a.withService(cmd, key, func(ctx context.Context) error {
		h, err := requireHistory(a)
		if err != nil {
			return err
		}
		err = run(ctx, h)
		if ctx.Err() == nil { // else closeHistory does it, in a limited time
			h.Close(ctx) // also after a failure: what was recorded before is kept
		}
		if err == nil {
			if p := h.Problem(ctx); p != nil {
				err = p
			}
		}
		return a.historyError(err)
	})
}

// requireHistory opens the history, which may take a while.
func requireHistory(a *app) (*history.DB, error) {
	a.needsHistory = true
	h, err := a.openHistory(false)
	if h == nil && err == nil {
		err = historyOff(a)
	}
	return h, err
}

// historyOff is the error of a command that needs the history where there is none.
func historyOff(a *app) error {
	w := a.words
	if a.lacksHistoryPlace() {
		return &commandError{
			exit: ExitUsage,
			text: w.T("cli.history.no_place"),
			hint: w.T("cli.history.no_place_hint"),
		}
	}
	return &commandError{
		exit: ExitUsage,
		text: w.T("cli.history.off"),
		hint: w.T(a.advice("cli.history.off_hint")),
	}
}

// historyError words a problem of the history, which is then reported, and returns other
// errors as they are.
func (a *app) historyError(err error) error {
	if p, ok := err.(*history.Problem); ok {
		a.history = nil
		return &commandError{exit: ExitFailed, text: explain.History(a.words, p)}
	}
	return err
}

// prunedAt are the values of the sentence that says before which time a history was deleted for its size.
func (a *app) prunedAt(h *history.DB, pruned time.Time) []any {
	return []any{
		"Time", a.words.Time(pruned.In(a.Now().Location())),
		"Limit", strconv.FormatInt(h.Limit()/1e6, 10),
	}
}

func newHistory(a *app) *cobra.Command {
	show := command(a.words, "cli.history.show", "show", func(cmd *cobra.Command, _ []string) error {
		return printHistories(a, cmd, nil, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*history.Summary], []*history.Summary, error) {
			rows, bytes, err := h.Content().Summaries(ctx)
			if err != nil {
				return nil, nil, err
			}
			pruned, err := h.Points().Pruned(ctx)
			if err == nil && a.isForReading() {
				a.say(a.words.T(
					"cli.history.size",
					"Size", strconv.FormatFloat(float64(bytes)/1e6, 'f', 1, 64),
				))
				if !pruned.IsZero() {
					a.say(a.words.T("cli.doctor.history_pruned", a.prunedAt(h, pruned)...))
				}
			}
			return local.Summaries(a.view(nil)), pointers(rows), err
		})
	})
	addListFlags(a, show, local.Summaries)
	export := newExport(a)
	path := command(a.words, "cli.history.path", "path", func(cmd *cobra.Command, _ []string) error {
		if err := a.loadConfig(cmd); err != nil {
			return err
		}
		place := a.cfg.History.V
		switch place {
		case "true":
			if place = a.historyPath(); place == "" {
				return historyOff(a)
			}
		case "false":
			return fail(a.words, ExitUsage, "cli.history.off")
		}
		return printPath(cmd, a, text.Clean(place))
	})
	return group(
		a.words, "cli.history", "history", show, newAccountHistory(a), newWorkHistory(a), export,
		newPrune(a), newClear(a), path,
	)
}

// newExport makes the command that prints all records.
func newExport(a *app) *cobra.Command {
	cmd := command(a.words, "cli.history.export", "export", func(cmd *cobra.Command, _ []string) error {
		return printHistories(a, cmd, nil, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*history.Record], []*history.Record, error) {
			rows, err := h.Content().Records(ctx)
			return local.Records(a.view(nil)), pointers(rows), err
		})
	})
	addListFlags(a, cmd, local.Records)
	return cmd
}

// clearCommand deletes what is stored for a site and key.
type clearCommand struct {
	app *app
	yes bool // also what others share
}

func newClear(a *app) *cobra.Command {
	c := &clearCommand{app: a}
	cmd := command(
		a.words,
		"cli.history.clear",
		"clear",
		func(cmd *cobra.Command, _ []string) error {
			return a.withHistory(cmd, optionalKey, c.run)
		},
	)
	cmd.Flags().BoolVar(&c.yes, "yes", false, a.words.T("cli.flag.yes"))
	return cmd
}

// run asks before it deletes what others use too: in PostgreSQL and on the SSH server
// everyone with the key, and without a key everyone with this site.
func (c *clearCommand) run(ctx context.Context, h *history.DB) error {
	would, err := h.Content().Clearing(ctx)
	if err != nil {
		return err
	}
	isOfAllKeys := c.app.key.IsZero() && would.Others > 0
	shared := c.app.cfg.History.V != "true" || c.app.remote != nil || isOfAllKeys
	if shared && would.Own > 0 && !c.yes {
		if err := c.confirm(ctx, int(would.Own)); err != nil {
			return err
		}
	}
	done, err := c.app.fleetOf(h).Memory().Clear(ctx)
	if err != nil {
		return err
	}
	if done.KeepsModels() {
		c.app.say(c.app.words.N("cli.history.models_kept", int(done.Models), "Site", c.app.site))
	} else {
		done.Own += done.Models
	}
	c.app.say(c.app.words.N("cli.history.cleared", int(done.Own), "Site", c.app.site))
	return nil
}

// confirm asks on a terminal; elsewhere the answer is no.
func (c *clearCommand) confirm(ctx context.Context, n int) error {
	refused := &commandError{
		exit: ExitUsage,
		text: c.app.words.N("cli.history.shared", n, "Site", c.app.site),
		hint: c.app.words.T("cli.history.shared_hint"),
	}
	if _, ok := terminalWidth(c.app.In); !ok {
		return refused
	}
	c.app.say(refused.text)
	fmt.Fprint(c.app.Err, c.app.words.T("cli.history.confirm")+" ")
	typed := make(chan string, 1)
	go func() {
		line, _ := bufio.NewReader(c.app.In).ReadString('\n') // nothing typed means no
		typed <- line
	}()
	select {
	case line := <-typed:
		answer := strings.ToLower(strings.TrimSpace(line))
		if answer == "y" || answer == "yes" {
			return nil
		}
		return fail(c.app.words, ExitUsage, "cli.history.not_cleared")
	case <-ctx.Done():
		return ctx.Err()
	}
}

func newPrune(a *app) *cobra.Command {
	age := 90 * 24 * time.Hour
	cmd := command(a.words, "cli.history.prune", "prune", func(cmd *cobra.Command, _ []string) error {
		return a.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			n, err := a.fleetOf(h).Memory().Prune(ctx, a.Now().Add(-age))
			if err == nil {
				a.say(a.words.N("cli.history.pruned", int(n)))
			}
			return err
		})
	})
	ageFlag(a, cmd.Flags(), &age, "older-than", a.words.T("cli.flag.older_than"))
	cmd.Flags().Lookup("older-than").DefValue = "90d"
	return cmd
}
