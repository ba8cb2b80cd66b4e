package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/ui/config"
	"channeldeck/ui/text"
)

// completionTimeout is how long the tab key waits for names from the service.
const completionTimeout = time.Second

// partial is a command line that is being completed.
type partial struct {
	*app
	cmd  *cobra.Command
	word string // the last word, as far as it was typed
}

// candidates returns the words that complete a partial command line. It is silent
// if the service fails or does not respond in time.
type candidates func(ctx context.Context, p partial) []cobra.Completion

// completions are the candidates of flags, by name, and of the first argument, with
// the name "".
type completions map[string]candidates

// addCompletions makes a command complete its flags and its first argument.
func (a *app) addCompletions(cmd *cobra.Command, by completions) {
	for name, of := range by {
		complete := func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if name == "" && len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), completionTimeout)
			defer cancel()
			all := of(ctx, partial{a, cmd, word})
			return slices.DeleteFunc(slices.Clone(all), func(c cobra.Completion) bool { return !strings.HasPrefix(c, word) }), cobra.ShellCompDirectiveNoFileComp
		}
		if name == "" {
			cmd.ValidArgsFunction = complete
		} else if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(err) // there is no such flag
		}
	}
}

// oneOf completes to a fixed list.
func oneOf(list ...string) candidates {
	return func(context.Context, partial) []cobra.Completion { return list }
}

// inList completes the last entry of a comma-separated list.
func inList(word string, names []string) []cobra.Completion {
	before := word[:strings.LastIndexByte(word, ',')+1]
	var out []cobra.Completion
	for _, name := range names {
		out = append(out, before+name)
	}
	return out
}

// fromService completes to what the service lists, with descriptions.
func fromService[T any](list func(ctx context.Context, p partial, c *api.Client) ([]T, error), describe func(p partial, of *T) (name, description string)) candidates {
	return func(ctx context.Context, p partial) []cobra.Completion {
		defer p.disconnect()
		if err := p.connect(p.cmd, p.silentKey()); err != nil {
			return nil
		}
		found, err := list(ctx, p, p.client)
		if err != nil {
			return nil
		}
		var out []cobra.Completion
		for i := range found {
			if name, description := describe(p, &found[i]); isSafeWord(name) {
				out = append(out, cobra.CompletionWithDesc(name, text.Clean(description)))
			}
		}
		return out
	}
}

// silentKey avoids programs and the keyring, which may ask for a password.
func (p partial) silentKey() keyNeed {
	cfg, _ := config.Load(p.Config, configFlags(p.cmd)) // connect reports mistakes
	site, err := cfg.Site()
	if err == nil && (site.Key.Kind == config.KeyEnv || site.Key.Kind == config.KeyFile) {
		return optionalKey
	}
	return noKey
}

// isSafeWord reports whether shells read a word literally: it comes from the
// service, and the tab key puts it into the command line.
func isSafeWord(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:@+/") == "" && s[0] != '-'
}

func platformNames() candidates {
	return fromService(func(ctx context.Context, _ partial, c *api.Client) ([]api.Platform, error) { return c.Platforms(ctx) },
		func(p partial, of *api.Platform) (string, string) { return of.Platform, of.Name(p.words.Lang().Tag()) })
}

func modelNames() candidates {
	return fromService(func(ctx context.Context, _ partial, c *api.Client) ([]api.VideoModel, error) {
		return c.VideoModels(ctx)
	},
		func(_ partial, m *api.VideoModel) (string, string) { return m.Name, m.Label.Or("") })
}

// optionNames completes to the fields of the platform in the first argument.
func optionNames() candidates {
	return fromService(func(ctx context.Context, p partial, c *api.Client) ([]api.PublishOption, error) {
		return c.PublishOptions(ctx, p.cmd.Flags().Arg(0))
	}, func(_ partial, o *api.PublishOption) (string, string) { return o.Field, o.Label.Or("") })
}

// siteNames completes to the sites of the configuration.
func siteNames(_ context.Context, p partial) []cobra.Completion {
	cfg, _ := config.Load(p.Config, configFlags(p.cmd))
	return cfg.SiteNames()
}

// completionCommand prints the script with which a shell completes commands.
func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := a.command("cli.completion", "completion SHELL", a.exactArguments, func(cmd *cobra.Command, args []string) error {
		root := cmd.Root()
		switch args[0] {
		case "bash":
			return root.GenBashCompletionV2(a.Out, true)
		case "zsh":
			return root.GenZshCompletion(a.Out)
		case "fish":
			return root.GenFishCompletion(a.Out, true)
		case "powershell":
			return root.GenPowerShellCompletionWithDesc(a.Out)
		}
		return a.invalidChoice("SHELL", args[0], shells)
	})
	cmd.ValidArgs = shells
	return cmd
}
