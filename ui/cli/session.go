package cli

import (
	"bytes"
	"context"
	"io"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/api/mask"
	"channeldeck/api/transcript"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
)

// sessionCommand prints a transcript, or with -o its messages as a list.
type sessionCommand struct {
	app   *app
	name  string // of the depth
	depth transcript.Depth
	id    string

	stored bool // print the stored transcript; nothing is requested
	redact bool // mask what must not be handed on
}

func newSession(a *app) *cobra.Command {
	c := &sessionCommand{app: a, name: transcript.DepthTools.String()}
	cmd := command(a.words, "cli.session", "session SESSION_ID", c.start)
	cmd.Flags().StringVar(&c.name, "depth", c.name, a.words.T("cli.flag.depth"))
	cmd.Flags().BoolVar(&c.stored, "stored", false, a.words.T("cli.flag.stored"))
	cmd.Flags().BoolVar(&c.redact, "redact", false, a.words.T("cli.flag.redact"))
	addListFlags(a, cmd, resource.SessionMessages)
	return a.readerFlags(cmd, completions{"": recentSessions(), "depth": oneOf(depths()...)})
}

func depths() []string {
	return []string{"summary", "conversation", "tools", "all"}
}

func (c *sessionCommand) start(cmd *cobra.Command, args []string) (err error) {
	var ok bool
	c.depth, ok = transcript.ParseDepth(c.name)
	if !ok {
		return choiceError(c.app.words, "--depth", c.name, depths())
	}
	if c.id, err = cleanID(
		c.app.words,
		"SESSION_ID", transcript.ReadID(text.Clean(args[0])),
	); err != nil {
		return err
	}
	if c.stored {
		return c.app.withSites(cmd, optionalKey, c.run)
	}
	return c.app.withSites(cmd, requiredKey, c.run)
}

// run prints the transcript of the site that has the session.
func (c *sessionCommand) run(ctx context.Context, sites []*app) error {
	load := c.load
	if c.stored {
		load = c.loadStored
	}
	h, err := holders(ctx, sites, func(
		ctx context.Context, a *app,
	) (t *transcript.Transcript, incomplete, err error) {
		t, err = load(ctx, a)
		if err == nil && len(sites) > 1 && len(t.Records) == 0 { // it may be unknown there
			err = fail(a.words, ExitNotFound, "cli.session.empty")
		}
		return t, nil, err
	})
	if err != nil {
		return err
	}
	a, t, err := h.only()
	if err != nil {
		return err
	}
	return c.print(ctx, a, t)
}

// load requests the transcript of a site and stores it. Where the site cannot be reached it is the stored one.
func (c *sessionCommand) load(ctx context.Context, a *app) (*transcript.Transcript, error) {
	f := a.ownFleet()
	s, err := f.Session(ctx, c.id, false)
	if err == nil {
		return s.Transcript, nil
	}
	if exitCode(err) != ExitUnreachable || ctx.Err() != nil {
		return nil, err
	}
	stored, failed := f.StoredSession(ctx, c.id)
	if failed != nil || stored == nil {
		return nil, err
	}
	a.say(oneLine(a.words, err))
	sayStored(a, stored)
	return stored.Transcript, nil
}

// loadStored reads the stored transcript of a site.
func (c *sessionCommand) loadStored(ctx context.Context, a *app) (*transcript.Transcript, error) {
	h, err := requireHistory(a)
	if err != nil {
		return nil, err
	}
	s, err := a.fleetOf(h).StoredSession(ctx, c.id)
	if err != nil {
		return nil, a.historyError(err)
	}
	if s == nil {
		return nil, fail(a.words, ExitNotFound, "cli.session.not_stored", "ID", text.Clean(c.id))
	}
	sayStored(a, s)
	return s.Transcript, nil
}

// sayStored says how old a stored transcript is.
func sayStored(a *app, s *fleet.Session) {
	a.say(a.words.T("cli.session.stored", "Age", a.words.Ago(s.At, a.Now())))
}

// print prints a transcript of a site.
func (c *sessionCommand) print(ctx context.Context, a *app, t *transcript.Transcript) error {
	checkRows(a, pointers(t.Records))
	if c.redact {
		masked, n, err := mask.Records(t.Records)
		if err != nil {
			return err
		}
		t = transcript.New(masked, transcript.IsRecent(masked, a.Now()))
		c.app.say(c.app.words.N("sessions.masked", n))
	}
	if c.app.list.isSet() || c.app.format != "" && c.app.outputFormat() != plain.Markdown {
		return printList(ctx, a, resource.SessionMessages(a.view(nil)), resource.SessionMessageRows(t))
	}
	if len(t.Records) == 0 {
		c.app.say(c.app.words.T("cli.session.empty"))
	}
	if t.SessionID == "" {
		t.SessionID = c.id // of a session without messages
	}
	var whole bytes.Buffer
	if err := wording.Markdown(&whole, c.app.words, t, c.depth); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.app.page(func(out io.Writer) error {
		_, err := whole.WriteTo(out)
		return err
	})
}
