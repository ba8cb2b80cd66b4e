package cli

import (
	"context"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/options"
	"channeldeck/ui/plain"
)

func (a *app) platformsCommand() *cobra.Command {
	var d demo
	cmd := a.command("cli.platforms", "platforms", a.none, func(cmd *cobra.Command, _ []string) error {
		return a.ask(cmd, &d, keyIfAny, a.platforms)
	})
	d.orDemo(a, cmd)
	return cmd
}

func (a *app) platforms(ctx context.Context, s *service, f plain.Format) error {
	list, err := s.client.Platforms(ctx)
	if err != nil {
		return err
	}
	checkRows(a, s, list)
	sheet := options.PlatformSheet(a.words.Lang().Tag(), pointers(list))
	for i := range sheet.Columns {
		if c := &sheet.Columns[i]; c.Name == "status" || c.Name == "work.getDetail" {
			value := c.Value
			c.Show = func(p **api.Platform) string { return a.wordOf("options", value(p)) }
		}
	}
	return output(ctx, a, s, "platforms", f, sheet)
}

// wordOf is the word for a value that the interface lists, else the value.
func (a *app) wordOf(area, value string) string {
	for _, id := range []string{area + "." + value, area + ".status." + value} {
		if a.words.Has(id) {
			return a.words.T(id)
		}
	}
	return value
}

// pointers are to the elements of a list.
func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}
