package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// sessionsCommand lists the stored sessions, as the service has no list of sessions: all, those
// that a search finds, or the tools that they call.
type sessionsCommand struct {
	app    *app
	search string
	tools  bool
}

func newSessions(a *app) *cobra.Command {
	c := &sessionsCommand{app: a}
	cmd := command(a.words, "cli.sessions", "sessions", func(cmd *cobra.Command, _ []string) error {
		if c.tools && c.search != "" {
			return conflictingFlags(a.words, "--tools", "--search")
		}
		return c.run(cmd)
	})
	cmd.Flags().StringVar(&c.search, "search", "", a.words.T("cli.flag.search"))
	cmd.Flags().BoolVar(&c.tools, "tools", false, a.words.T("cli.flag.tools"))
	addListFlags(a, cmd, c.columns)
	return a.readerFlags(cmd, completions{"search": oneOf()})
}

// columns are those of the list that the flags ask for.
func (c *sessionsCommand) columns(v *resource.View) interface{ Names() []string } {
	if c.tools {
		return resource.Tools(v)
	}
	if c.search != "" {
		return resource.Hits(v)
	}
	return resource.Sessions(v)
}

func (c *sessionsCommand) run(cmd *cobra.Command) error {
	if c.tools {
		c.app.emptyText = c.app.words.T("sessions.tools.none")
		return printHistories(c.app, cmd, nil, loadTools)
	}
	if c.search != "" {
		c.app.emptyText = c.app.words.T("sessions.find.none", "Text", text.Line(c.search))
		return printHistories(c.app, cmd, timeOfHit, c.find)
	}
	return printHistories(c.app, cmd, (*resource.Session).SessionEnd, loadSessions)
}

// loadTools reads the tools that the sessions of a site call.
func loadTools(
	ctx context.Context,
	a *app,
	h *history.DB,
) (*resource.Resource[*history.Tool], []*history.Tool, error) {
	tools, err := a.fleetOf(h).StoredSessions().Tools(ctx)
	return resource.Tools(a.view(nil)), tools, err
}

func timeOfHit(h *archive.Hit) time.Time { return h.Time }

// find reads the parts of the sessions of a site that the search finds.
func (c *sessionsCommand) find(
	ctx context.Context,
	a *app,
	h *history.DB,
) (*resource.Resource[*archive.Hit], []*archive.Hit, error) {
	hits, err := a.fleetOf(h).StoredSessions().Search(ctx, c.search)
	return resource.Hits(a.view(nil)), hits, err
}

// loadSessions reads the sessions of a site.
func loadSessions(
	ctx context.Context,
	a *app,
	h *history.DB,
) (*resource.Resource[*resource.Session], []*resource.Session, error) {
	stored, err := a.fleetOf(h).StoredSessions().List(ctx)
	return resource.Sessions(a.view(nil)), resource.SessionRows(stored), err
}
