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

// completionPatience is how long a person waits for names after the tab key.
const completionPatience = time.Second

// typing is a command line that is being completed.
type typing struct {
	*app
	cmd  *cobra.Command
	demo *demo
	word string // as far as it was typed
}

// candidates are what a word may be completed to. Those that ask the service
// are silent where it does not answer in time.
type candidates func(ctx context.Context, t typing) []cobra.Completion

// completions are the candidates of flags, by name; those of arguments have the
// name "".
type completions map[string]candidates

// completes makes a command complete its flags, and its first argument.
func (a *app) completes(cmd *cobra.Command, d *demo, by completions) {
	for name, of := range by {
		complete := func(cmd *cobra.Command, args []string, word string) ([]cobra.Completion, cobra.ShellCompDirective) {
			if name == "" && len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), completionPatience)
			defer cancel()
			fits := slices.DeleteFunc(slices.Clone(of(ctx, typing{a, cmd, d, word})), func(c cobra.Completion) bool { return !strings.HasPrefix(c, word) })
			return fits, cobra.ShellCompDirectiveNoFileComp
		}
		if name == "" {
			cmd.ValidArgsFunction = complete
			continue
		}
		if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
			panic(err) // there is no such flag
		}
	}
}

// oneOf are candidates that are always the same.
func oneOf(list ...string) candidates {
	return func(context.Context, typing) []cobra.Completion { return list }
}

// someOf are candidates for each entry of a list with commas.
func someOf(list ...string) candidates {
	return func(_ context.Context, t typing) []cobra.Completion {
		before := t.word[:strings.LastIndexByte(t.word, ',')+1]
		out := make([]cobra.Completion, len(list))
		for i, name := range list {
			out[i] = before + name
		}
		return out
	}
}

// named are the names of what the service lists.
func named[T any](list func(ctx context.Context, t typing, c *api.Client) ([]T, error), name func(t typing, of *T) (name, says string)) candidates {
	return func(ctx context.Context, t typing) []cobra.Completion {
		s, err := t.connect(ctx, t.cmd, t.demo, t.cheapKey())
		if err != nil {
			return nil
		}
		defer s.Close()
		found, err := list(ctx, t, s.client)
		if err != nil {
			return nil
		}
		var out []cobra.Completion
		for i := range found {
			if name, says := name(t, &found[i]); isSafeWord(name) {
				out = append(out, cobra.CompletionWithDesc(name, text.Clean(says)))
			}
		}
		return out
	}
}

// cheapKey leaves a key where it is that a program or the keyring would have to
// give: they may ask for a password.
func (t typing) cheapKey() keyNeed {
	cfg, _ := config.Load(t.Config, configFlags(t.cmd)) // connect tells what is wrong
	site, err := cfg.Site()
	if err == nil && (site.Key.Kind == config.KeyEnv || site.Key.Kind == config.KeyFile) {
		return keyIfAny
	}
	return noKey
}

// isSafeWord tells a word that no shell takes for anything but itself: it comes
// from the service, and a person only presses a key to have it in the line.
func isSafeWord(s string) bool {
	return s != "" && strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:@+/") == "" && s[0] != '-'
}

func platformNames() candidates {
	return named(func(ctx context.Context, _ typing, c *api.Client) ([]api.Platform, error) { return c.Platforms(ctx) },
		func(t typing, p *api.Platform) (string, string) { return p.Platform, p.Name(t.words.Lang().Tag()) })
}

func modelNames() candidates {
	return named(func(ctx context.Context, _ typing, c *api.Client) ([]api.VideoModel, error) {
		return c.VideoModels(ctx)
	},
		func(_ typing, m *api.VideoModel) (string, string) { return m.Name, m.Label.Or("") })
}

// optionNames are the fields of the platform that stands before them.
func optionNames() candidates {
	return named(func(ctx context.Context, t typing, c *api.Client) ([]api.PublishOption, error) {
		return c.PublishOptions(ctx, t.cmd.Flags().Arg(0))
	}, func(_ typing, o *api.PublishOption) (string, string) { return o.Field, o.Label.Or("") })
}

// siteNames are those of the configuration.
func siteNames() candidates {
	return func(_ context.Context, t typing) []cobra.Completion {
		cfg, _ := config.Load(t.Config, configFlags(t.cmd))
		return cfg.SiteNames()
	}
}

// completionCommand writes the script that a shell reads.
func (a *app) completionCommand() *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := a.command("cli.completion", "completion SHELL", a.arguments(1), func(cmd *cobra.Command, args []string) error {
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
