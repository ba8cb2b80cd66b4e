package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/ui/options"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
)

func (a *app) platformsCommand() *cobra.Command {
	return a.serviceFlags(a.command("cli.platforms", "platforms", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		return a.withService(cmd, optionalKey, a.platforms)
	}), nil)
}

func (a *app) platforms(ctx context.Context, s *service, f plain.Format) error {
	list, err := s.client.Platforms(ctx)
	if err != nil {
		return err
	}
	checkRows(a, s, list)
	return output(ctx, a, s, "platforms", f, options.PlatformSheet(&pane.Context{Words: a.words}, list))
}

// pointers returns pointers to the elements of a list.
func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}
