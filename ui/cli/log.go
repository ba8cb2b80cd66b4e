package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// maxChanges bounds the changes that the log lists.
const maxChanges = 10_000

// newLog makes the command that lists what was changed here.
func newLog(a *app) *cobra.Command {
	cmd := command(a.words, "cli.log", "log", func(cmd *cobra.Command, _ []string) error {
		return a.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			changes, err := h.Changes(ctx, maxChanges)
			if err != nil {
				return err
			}
			return printList(ctx, a, resource.Changes(a.view(nil)), changes)
		})
	})
	addListFlags(a, cmd, resource.Changes)
	return a.readerFlags(cmd, nil)
}
