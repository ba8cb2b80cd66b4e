package cli

import (
	"bytes"
	"context"
	"io"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/api/mask"
	"channeldeck/api/transcript"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions"
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
	addListFlags(a, cmd, messageResource)
	return a.readerFlags(cmd, completions{"": recentSessions(), "depth": oneOf(depths()...)})
}

func depths() []string { return []string{"summary", "conversation", "tools", "all"} }

func (c *sessionCommand) start(cmd *cobra.Command, args []string) (err error) {
	var ok bool
	if c.depth, ok = transcript.ParseDepth(c.name); !ok {
		return choiceError(c.words, "--depth", c.name, depths())
	}
	if c.id, err = cleanID(c.words, "SESSION_ID", sessions.ID(args[0])); err != nil {
		return err
	}
	if c.stored {
		return c.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			return c.printStored(ctx, h, "", fail(c.words, ExitNotFound, "cli.session.not_stored", "ID", text.Clean(c.id)))
		})
	}
	return c.withService(cmd, requiredKey, c.run)
}

// run prints the transcript as the service sends it, and stores it.
func (c *sessionCommand) run(ctx context.Context) error {
	records, err := c.client.Messages(ctx, c.id)
	if err != nil && exitCode(err) == ExitUnreachable && ctx.Err() == nil {
		if h, failed := c.ownHistory(); h != nil && failed == nil {
			return c.printStored(ctx, h, oneLine(c.words, err), err)
		}
	}
	if err != nil {
		return err
	}
	c.record(func(h *history.DB) {
		t, at := transcript.New(records, transcript.IsRecent(records, c.Now())), c.Now()
		h.Sessions().Record(archive.Loaded(archive.Summary(c.id, at, t, t.Turns()), t))
	})
	return c.print(ctx, records)
}

// printStored prints the stored transcript after a notice, or else fails as if it were missing.
func (c *sessionCommand) printStored(ctx context.Context, h *history.DB, notice string, missing error) error {
	s, found, err := h.Sessions().Transcript(ctx, c.id)
	switch {
	case err != nil && c.stored:
		return err
	case err != nil || !found:
		return missing
	case notice != "":
		c.say(notice)
	}
	c.say(c.words.T("cli.session.stored", "Age", c.words.Ago(s.At, c.Now())))
	return c.print(ctx, s.Records)
}

func (c *sessionCommand) print(ctx context.Context, records []api.MessageRecord) error {
	checkRows(c.app, pointers(records))
	if c.redact {
		masked, n, err := mask.Records(records)
		if err != nil {
			return err
		}
		records = masked
		c.say(c.words.N("sessions.masked", n))
	}
	t := transcript.New(records, transcript.IsRecent(records, c.Now()))
	if c.list.isSet() || c.format != "" && c.outputFormat() != plain.Markdown {
		rows := make([]*messageRow, len(t.Messages))
		for i := range rows {
			rows[i] = &messageRow{&t.Messages[i], &t.Records[i]}
		}
		return printList(ctx, c.app, messageResource(c.view(nil)), rows)
	}
	if len(records) == 0 {
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

// messageRow is a message of a transcript with its record, which is its JSON.
type messageRow struct {
	*transcript.Message
	record *api.MessageRecord
}

func messageResource(v *resource.View) *resource.Resource[*messageRow] {
	at := func(t time.Time, layout string) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(layout)
	}
	return &resource.Resource[*messageRow]{Name: "session", Record: func(m *messageRow) any { return m.record }, Columns: []resource.Column[*messageRow]{
		{
			ID:    "createdAt",
			Value: func(m *messageRow) string { return at(m.Time, time.RFC3339Nano) },
			Show:  func(m *messageRow) string { return at(m.Time.In(v.Now().Location()), time.DateTime) },
		},
		{ID: "role", Value: func(m *messageRow) string { return m.record.Message.Role }, Show: func(m *messageRow) string { return wording.Role(v.Words, m.Role) }},
		{ID: "runId", Value: func(m *messageRow) string { return m.Run }},
		{ID: "stepNumber", Right: true, Value: func(m *messageRow) string { return m.Step.String() }},
		{ID: "parts", Right: true, Value: func(m *messageRow) string { return strconv.Itoa(len(m.Parts)) }},
		{ID: "id", Value: func(m *messageRow) string { return m.ID }},
		{ID: "headline", Value: func(m *messageRow) string { return m.Headline() }},
	}}
}
