package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions"
	"channeldeck/ui/sessions/wording"
	"channeldeck/ui/text"
)

// sessionsCommand lists the stored sessions, as the service has no list of sessions: all, those
// that a search finds, or the tools that they call.
type sessionsCommand struct {
	*app
	search string
	tools  bool
	diff   []string // the two sessions to compare
}

func newSessions(a *app) *cobra.Command {
	c := &sessionsCommand{app: a}
	cmd := command(a.words, "cli.sessions", "sessions", func(cmd *cobra.Command, _ []string) error {
		if c.tools && c.search != "" {
			return together(a.words, "--tools", "--search")
		}
		if c.diff != nil && (c.tools || c.search != "") {
			return together(a.words, "--diff", "--tools, --search")
		}
		return c.run(cmd)
	})
	cmd.Flags().StringArrayVar(&c.diff, "diff", nil, a.words.T("cli.flag.diff"))
	arguments := cmd.Args
	cmd.Args = func(cmd *cobra.Command, args []string) error { // --diff A B
		if len(c.diff) > 0 {
			c.diff = append(c.diff, args...)
			args = nil
		}
		if len(c.diff) == 1 || len(c.diff) > 2 {
			return fail(a.words, ExitUsage, "cli.error.two_sessions")
		}
		return arguments(cmd, args)
	}
	cmd.Flags().StringVar(&c.search, "search", "", a.words.T("cli.flag.search"))
	cmd.Flags().BoolVar(&c.tools, "tools", false, a.words.T("cli.flag.tools"))
	addListFlags(a, cmd, c.columns)
	return a.readerFlags(cmd, completions{"search": oneOf(), "diff": recentSessions()})
}

// columns are those of the list that the flags ask for.
func (c *sessionsCommand) columns(v *resource.View) interface{ Names() []string } {
	switch {
	case c.tools:
		return resource.Tools(v)
	case c.diff != nil:
		return wording.Comparison(v)
	case c.search != "":
		return resource.Hits(v)
	}
	return resource.Sessions(v)
}

func (c *sessionsCommand) run(cmd *cobra.Command) error {
	switch {
	case c.diff != nil:
		return c.withHistory(cmd, optionalKey, c.compare)
	case c.tools:
		c.nothing = c.words.T("sessions.tools.none")
		return printHistories(c.app, cmd, nil, func(ctx context.Context, a *app, h *history.DB) (*resource.Resource[*history.Tool], []*history.Tool, error) {
			tools, err := h.Sessions().Tools(ctx)
			return resource.Tools(a.view(nil)), tools, err
		})
	case c.search != "":
		c.nothing = c.words.T("sessions.find.none", "Text", text.Line(c.search))
		at := func(h *archive.Hit) time.Time { return h.Time }
		return printHistories(c.app, cmd, at, func(ctx context.Context, a *app, h *history.DB) (*resource.Resource[*archive.Hit], []*archive.Hit, error) {
			hits, err := archive.Search(ctx, h, c.search)
			return resource.Hits(a.view(nil)), hits, err
		})
	}
	at := func(s *resource.Session) time.Time { return s.SessionEnd() }
	return printHistories(c.app, cmd, at, func(ctx context.Context, a *app, h *history.DB) (*resource.Resource[*resource.Session], []*resource.Session, error) {
		stored, err := h.Sessions().List(ctx)
		return resource.Sessions(a.view(nil)), resource.SessionRows(stored), err
	})
}

// compare prints how two stored sessions differ.
func (c *sessionsCommand) compare(ctx context.Context, h *history.DB) error {
	v := c.view(nil)
	var both [2]*transcript.Transcript
	for i, id := range c.diff {
		id = sessions.ID(id)
		s, found, err := h.Sessions().Transcript(ctx, id)
		if err == nil && !found {
			err = fail(c.words, ExitNotFound, "cli.session.not_stored", "ID", id)
		}
		if err != nil {
			return err
		}
		both[i] = transcript.New(s.Records, s.Running)
	}
	c.nothing = c.words.T("sessions.compare.none")
	return printList(ctx, c.app, wording.Comparison(v), wording.Differences(v, both[0], both[1]))
}
