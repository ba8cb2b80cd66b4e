package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/ui/options"
	"channeldeck/ui/store"
)

func newPlatforms(a *app) *cobra.Command {
	cmd := command(a.words, "cli.platforms", "platforms", func(cmd *cobra.Command, _ []string) error {
		return a.withService(cmd, optionalKey, func(ctx context.Context) error {
			list, err := a.platforms(ctx)
			if err != nil {
				return err
			}
			checkRows(a, pointers(list))
			return printList(ctx, a, options.PlatformResource(a.view(store.Of(a.Now(), nil, list, nil))), options.Rows(list))
		})
	})
	addListFlags(a, cmd, options.PlatformResource)
	return a.serviceFlags(cmd, nil)
}
