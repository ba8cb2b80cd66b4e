package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/sessions"
)

// sessionsCommand lists the stored sessions, as the service has no list of sessions: all, those
// that a search finds, or the tools that they call.
type sessionsCommand struct {
	*app
	search string
	tools  bool
}

func newSessions(a *app) *cobra.Command {
	c := &sessionsCommand{app: a}
	cmd := command(a.words, "cli.sessions", "sessions", func(cmd *cobra.Command, _ []string) error {
		if c.tools && c.search != "" {
			return together(a.words, "--tools", "--search")
		}
		return a.withHistory(cmd, optionalKey, c.run)
	})
	cmd.Flags().StringVar(&c.search, "search", "", a.words.T("cli.flag.search"))
	cmd.Flags().BoolVar(&c.tools, "tools", false, a.words.T("cli.flag.tools"))
	addListFlags(a, cmd, c.columns)
	return a.serviceFlags(cmd, completions{"search": oneOf()})
}

// columns are those of the list that the flags ask for.
func (c *sessionsCommand) columns(v *resource.View) interface{ Names() []string } {
	switch {
	case c.tools:
		return sessions.ToolResource(v)
	case c.search != "":
		return sessions.HitResource(v)
	}
	return sessions.Resource(v)
}

func (c *sessionsCommand) run(ctx context.Context, h *history.DB) error {
	v := c.view(nil)
	switch {
	case c.tools:
		tools, err := h.Sessions().Tools(ctx)
		if err != nil {
			return err
		}
		return printList(ctx, c.app, sessions.ToolResource(v), tools)
	case c.search != "":
		hits, err := archive.Search(ctx, h, c.search)
		if err != nil {
			return err
		}
		return printList(ctx, c.app, sessions.HitResource(v), hits)
	}
	stored, err := h.Sessions().List(ctx)
	if err != nil {
		return err
	}
	return printList(ctx, c.app, sessions.Resource(v), sessions.Rows(stored))
}
