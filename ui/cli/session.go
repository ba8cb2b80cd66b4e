package cli

import (
	"bytes"
	"context"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/text"
)

func (a *app) sessionCommand() *cobra.Command {
	name := transcript.DepthTools.String()
	depths := []string{"summary", "conversation", "tools", "all"}
	cmd := a.command("cli.session", "session SESSION_ID", a.exactArguments, func(cmd *cobra.Command, args []string) error {
		depth, ok := transcript.ParseDepth(name)
		if !ok {
			return a.invalidChoice("--depth", name, depths)
		}
		return a.withService(cmd, requiredKey, func(ctx context.Context) error {
			return a.session(ctx, text.CleanID(args[0]), depth)
		})
	})
	cmd.Flags().StringVar(&name, "depth", name, a.words.T("cli.flag.depth"))
	a.addListFlags(cmd, func() []string { return columnNames(a.messageSheet(&transcript.Transcript{}).Columns) })
	return a.serviceFlags(cmd, completions{"": recentSessions(), "depth": oneOf(depths...)})
}

func (a *app) session(ctx context.Context, id string, depth transcript.Depth) error {
	records, err := a.client.Messages(ctx, id)
	if err != nil {
		return err
	}
	checkRows(a, records)
	t := transcript.New(records, transcript.IsRecent(records, a.Now()))
	if a.list.isSet() || a.format != "" && a.outputFormat() != plain.Markdown {
		return output(ctx, a, "session", a.messageSheet(t))
	}
	if len(records) == 0 {
		a.say(a.words.T("cli.session.empty"))
	}
	if t.SessionID == "" {
		t.SessionID = id // of a session without messages
	}
	var whole bytes.Buffer
	if err := t.Markdown(&whole, a.words, depth); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	_, err = a.Out.Write(whole.Bytes())
	return err
}

// messageRow is a message of a transcript with its record, which is its JSON.
type messageRow struct {
	*transcript.Message
	record *api.MessageRecord
}

// messageSheet has a row for each message.
func (a *app) messageSheet(t *transcript.Transcript) *plain.Sheet[messageRow] {
	rows := make([]messageRow, len(t.Messages))
	for i := range rows {
		rows[i] = messageRow{&t.Messages[i], &t.Records[i]}
	}
	at := func(t time.Time, layout string) string {
		if t.IsZero() {
			return ""
		}
		return t.Format(layout)
	}
	return &plain.Sheet[messageRow]{Rows: rows, Record: func(m messageRow) any { return m.record }, Columns: []resource.Column[messageRow]{
		{
			ID:    "createdAt",
			Value: func(m messageRow) string { return at(m.Time, time.RFC3339Nano) },
			Show:  func(m messageRow) string { return at(m.Time.In(a.Now().Location()), time.DateTime) },
		},
		{ID: "role", Value: func(m messageRow) string { return m.RoleText }, Show: func(m messageRow) string { return transcript.RoleText(a.words, m.Role, m.RoleText) }},
		{ID: "runId", Value: func(m messageRow) string { return m.Run }},
		{ID: "stepNumber", Right: true, Value: func(m messageRow) string { return m.Step.String() }},
		{ID: "parts", Right: true, Value: func(m messageRow) string { return strconv.Itoa(len(m.Parts)) }},
		{ID: "id", Value: func(m messageRow) string { return m.ID }},
		{ID: "headline", Value: func(m messageRow) string { return m.Headline() }},
	}}
}
