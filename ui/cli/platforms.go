package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/options"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// platformsCommand lists platforms, or their verdicts on files and texts to publish.
type platformsCommand struct {
	*app
	publish publishFlags
}

func newPlatforms(a *app) *cobra.Command {
	c := &platformsCommand{app: a}
	cmd := command(a.words, "cli.platforms", "platforms", func(cmd *cobra.Command, _ []string) error {
		if err := notBlank(a.words, "--file", c.publish.files); err != nil {
			return err
		}
		return a.withService(cmd, optionalKey, c.run)
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

func (c *platformsCommand) run(ctx context.Context) error {
	items, list, err := c.publish.load(ctx, c.app)
	if err != nil {
		return err
	}
	if len(items) > 0 {
		return printList(ctx, c.app, options.MatrixResource(c.view(nil), items), options.CheckPlatforms(list, func(p *api.Platform) options.PlatformVerdict { return options.CheckItems(p, items) }))
	}
	return printList(ctx, c.app, options.PlatformResource(c.view(store.Of(c.Now(), nil, list, nil))), options.Rows(list))
}
