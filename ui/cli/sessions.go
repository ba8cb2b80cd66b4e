package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api/history"
	"channeldeck/ui/sessions"
)

// newSessions makes the command that lists the stored sessions: the service has no list of
// sessions.
func newSessions(a *app) *cobra.Command {
	cmd := command(a.words, "cli.sessions", "sessions", func(cmd *cobra.Command, _ []string) error {
		return a.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			stored, err := h.Sessions(ctx)
			if err != nil {
				return err
			}
			return printList(ctx, a, sessions.Resource(a.view(nil)), sessions.Rows(stored))
		})
	})
	addListFlags(a, cmd, sessions.Resource)
	return a.serviceFlags(cmd, nil)
}
