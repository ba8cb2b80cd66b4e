package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api/history"
	"channeldeck/ui/sessions"
	"channeldeck/ui/sessions/archive"
)

// newSessions makes the command that lists the stored sessions: the service has no list of
// sessions.
func newSessions(a *app) *cobra.Command {
	search := ""
	cmd := command(a.words, "cli.sessions", "sessions", func(cmd *cobra.Command, _ []string) error {
		return a.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			if search != "" {
				hits, err := archive.Search(ctx, h, search)
				if err != nil {
					return err
				}
				return printList(ctx, a, sessions.HitResource(a.view(nil)), hits)
			}
			stored, err := h.Sessions().List(ctx)
			if err != nil {
				return err
			}
			return printList(ctx, a, sessions.Resource(a.view(nil)), sessions.Rows(stored))
		})
	})
	cmd.Flags().StringVar(&search, "search", "", a.words.T("cli.flag.search"))
	addListFlags(a, cmd, sessions.Resource)
	return a.serviceFlags(cmd, completions{"search": oneOf()})
}
