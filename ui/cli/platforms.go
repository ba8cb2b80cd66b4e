package cli

import (
	"context"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/options"
	"channeldeck/ui/plain"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

func (a *app) platformsCommand() *cobra.Command {
	cmd := a.command("cli.platforms", "platforms", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		return a.withService(cmd, optionalKey, a.platforms)
	})
	a.addListFlags(cmd, func() []string { return options.PlatformResource(a.view(nil)).Names() })
	return a.serviceFlags(cmd, nil)
}

func (a *app) platforms(ctx context.Context) error {
	list, err := a.client.Platforms(ctx)
	if err != nil {
		return err
	}
	checkRows(a, list)
	return output(ctx, a, "platforms", plain.Of(options.PlatformResource(a.view(store.Of(a.Now(), nil, list, nil))), options.Rows(list)))
}

// pointers returns pointers to the elements of a list.
func pointers[T any](list []T) []*T {
	out := make([]*T, len(list))
	for i := range list {
		out[i] = &list[i]
	}
	return out
}

// platformNamed returns the identifier of the platform that the user means: its
// identifier or one of its display names, in any case.
func (a *app) platformNamed(list []api.Platform, name string) (string, error) {
	i := slices.IndexFunc(list, func(p api.Platform) bool { return p.Platform == name })
	if i < 0 {
		i = slices.IndexFunc(list, func(p api.Platform) bool {
			return slices.ContainsFunc([]string{p.Platform, p.Name("en-US"), p.Name("zh-CN")}, func(s string) bool { return text.Fold(s) == text.Fold(name) })
		})
	}
	if i >= 0 {
		return list[i].Platform, nil
	}
	var names []string
	for i := range list {
		if id := text.Clean(list[i].Platform); !slices.Contains(names, id) {
			names = append(names, id)
		}
	}
	e := a.fail(ExitUsage, "cli.error.platform", "Name", text.Clean(name))
	if e.hint = a.nearest(name, names); e.hint == "" && len(names) > 0 {
		e.hint = a.words.T("cli.hint.platforms", "Names", strings.Join(names, ", "))
	}
	return "", e
}

// publishOptions requests the options of a platform. If the service refuses the
// name, it is looked up in the platform list, and replaced by the identifier.
func (a *app) publishOptions(ctx context.Context, platform *string) ([]api.PublishOption, error) {
	list, err := a.client.PublishOptions(ctx, *platform)
	if class := api.ClassOf(err); class != api.ClassInvalid && class != api.ClassUnsupported {
		return list, err
	}
	platforms, listErr := a.client.Platforms(ctx)
	if listErr != nil {
		return nil, err
	}
	id, nameErr := a.platformNamed(platforms, *platform)
	if nameErr != nil {
		return nil, nameErr
	}
	if id == *platform {
		return nil, err
	}
	*platform = id
	return a.client.PublishOptions(ctx, id)
}

// nearest is like didYouMean for other names than those of commands.
func (a *app) nearest(typed string, names []string) string {
	parent := &cobra.Command{}
	for _, name := range names {
		if !strings.ContainsAny(name, " \t\n") { // it ends a command's name
			parent.AddCommand(&cobra.Command{Use: name, Run: func(*cobra.Command, []string) {}})
		}
	}
	return a.didYouMean(parent, typed)
}
