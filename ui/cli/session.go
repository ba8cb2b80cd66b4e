package cli

import (
	"bytes"
	"context"
	"io"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/mask"
	"channeldeck/api/transcript"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
)

// sessionCommand prints a transcript, or with -o its messages as a list.
type sessionCommand struct {
	*app
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
		return choiceError(c.words, "--depth", c.name, depths())
	}
	if c.id, err = cleanID(
		c.words,
		"SESSION_ID", transcript.ReadID(text.Clean(args[0])),
	); err != nil {
		return err
	}
	if c.stored {
		return c.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			return c.printStored(
				ctx,
				c.fleetOf(h),
				"",
				fail(c.words, ExitNotFound, "cli.session.not_stored", "ID", text.Clean(c.id)),
			)
		})
	}
	return c.withService(cmd, requiredKey, c.run)
}

// run prints the transcript as the service sends it, and stores it.
func (c *sessionCommand) run(ctx context.Context) error {
	f := c.ownFleet()
	s, err := f.Session(ctx, c.id, false)
	if err != nil && exitCode(err) == ExitUnreachable && ctx.Err() == nil {
		return c.printStored(ctx, f, oneLine(c.words, err), err)
	}
	if err != nil {
		return err
	}
	return c.print(ctx, s.Transcript)
}

// printStored prints the stored transcript after a notice, or else fails as if it were missing.
func (c *sessionCommand) printStored(
	ctx context.Context,
	f *fleet.Fleet,
	notice string,
	missing error,
) error {
	s, err := f.StoredSession(ctx, c.id)
	if err != nil && c.stored {
		return err
	}
	if err != nil || s == nil {
		return missing
	}
	if notice != "" {
		c.say(notice)
	}
	c.say(c.words.T("cli.session.stored", "Age", c.words.Ago(s.At, c.Now())))
	return c.print(ctx, s.Transcript)
}

func (c *sessionCommand) print(ctx context.Context, t *transcript.Transcript) error {
	checkRows(c.app, pointers(t.Records))
	if c.redact {
		masked, n, err := mask.Records(t.Records)
		if err != nil {
			return err
		}
		t = transcript.New(masked, transcript.IsRecent(masked, c.Now()))
		c.say(c.words.N("sessions.masked", n))
	}
	if c.list.isSet() || c.format != "" && c.outputFormat() != plain.Markdown {
		return printList(ctx, c.app, resource.SessionMessages(c.view(nil)), resource.SessionMessageRows(t))
	}
	if len(t.Records) == 0 {
		c.say(c.words.T("cli.session.empty"))
	}
	if t.SessionID == "" {
		t.SessionID = c.id // of a session without messages
	}
	var whole bytes.Buffer
	if err := wording.Markdown(&whole, c.words, t, c.depth); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return c.page(func(out io.Writer) error {
		_, err := whole.WriteTo(out)
		return err
	})
}
