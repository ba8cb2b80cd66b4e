package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/store"
)

// platformsCommand lists platforms, or their verdicts on a post.
type platformsCommand struct {
	app     *app
	publish publishFlags
}

func newPlatforms(a *app) *cobra.Command {
	c := &platformsCommand{app: a}
	cmd := command(a.words, "cli.platforms", "platforms", func(cmd *cobra.Command, _ []string) error {
		if err := c.publish.notBlank(a.words); err != nil {
			return err
		}
		return a.withSites(cmd, optionalKey, c.run)
	})
	c.publish.add(a, cmd)
	addListFlags(a, cmd, c.columns)
	return a.readerFlags(cmd, nil)
}

// columns are those of the list that the flags ask for.
func (c *platformsCommand) columns(v *resource.View) interface{ Names() []string } {
	if c.publish.isSet() {
		return options.MatrixResource(v, nil)
	}
	return options.PlatformResource(v)
}

// run reads the files before anything is sent.
func (c *platformsCommand) run(ctx context.Context, sites []*app) error {
	if !c.publish.isSet() {
		return printPlatforms(ctx, sites, options.PlatformResource, options.Rows)
	}
	it, err := c.publish.post(ctx, c.app)
	if err != nil {
		return err
	}
	matrix := func(v *resource.View) *resource.Resource[*options.PlatformVerdict] {
		return options.MatrixResource(v, it.Items())
	}
	return printPlatforms(ctx, sites, matrix, func(list []api.Platform) []*options.PlatformVerdict {
		known := fleet.Known{Platforms: list}
		return options.JudgeAll(known.Preflights(fleet.PreflightRequest{Post: it}))
	})
}

// printPlatforms prints the rows of the platforms of each site.
func printPlatforms[R any](
	ctx context.Context,
	sites []*app,
	of func(*resource.View) *resource.Resource[R],
	rows func([]api.Platform) []R,
) error {
	return printSites(ctx, sites, nil, func(ctx context.Context, a *app) (*resource.Resource[R], []R, error) {
		list, err := checkedPlatforms(ctx, a)
		return of(a.view(store.Of(a.Now(), nil, list, nil))), rows(list), err
	})
}
