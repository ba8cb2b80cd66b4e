package cli

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/history"
	"channeldeck/ui/resource"
)

// maxChanges bounds the changes that the log lists.
const maxChanges = 10_000

// newLog makes the command that lists what was changed here.
func newLog(a *app) *cobra.Command {
	cmd := command(a.words, "cli.log", "log", func(cmd *cobra.Command, _ []string) error {
		at := func(c *history.Change) time.Time { return c.At }
		return printHistories(a, cmd, at, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*history.Change], []*history.Change, error) {
			changes, err := h.Entries().Changes(ctx, maxChanges)
			return resource.Changes(a.view(nil)), changes, err
		})
	})
	addListFlags(a, cmd, resource.Changes)
	return a.readerFlags(cmd, nil)
}
