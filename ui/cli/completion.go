package cli

import (
	"cmp"
	"context"
	_ "embed"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/ui/config"
	"channeldeck/ui/text"
)

// completionTimeout is how long the tab key waits for the history. Tests of what is
// completed wait longer, because they may run on a busy machine.
var completionTimeout = 300 * time.Millisecond

// partial is a command line that is being completed.
type partial struct {
	app  *app
	cmd  *cobra.Command
	args []string // the arguments before the last word
	word string   // the last word, as far as it was typed
}

// candidates returns the words that complete a partial command line. Nothing is sent
// to the service, and mistakes are not reported.
type candidates func(ctx context.Context, p partial) []cobra.Completion

// completions are the candidates of flags, by name, of the first argument, with the
// name "", or of every argument.
type completions map[string]candidates

// everyArgument is the name of every argument.
const everyArgument = "..."

// addCompletions adds candidates to a command; to its flags only if this run completes a command
// line. Cobra keeps those of flags until the process ends, with all that the run refers to, and a
// server for agents or for ssh has many runs.
func (a *app) addCompletions(cmd *cobra.Command, by completions) {
	completing := slices.Contains(a.Args, cobra.ShellCompRequestCmd) ||
		slices.Contains(a.Args, cobra.ShellCompNoDescRequestCmd)
	for name, of := range by {
		complete := func(
			cmd *cobra.Command, args []string, word string,
		) ([]cobra.Completion, cobra.ShellCompDirective) {
			if name == "" && len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			ctx, cancel := context.WithTimeout(cmd.Context(), completionTimeout)
			defer cancel()
			all := of(ctx, partial{
				app:  a,
				cmd:  cmd,
				args: args,
				word: word,
			})
			return slices.DeleteFunc(slices.Clone(all), func(c cobra.Completion) bool {
				return !strings.HasPrefix(c, word)
			}), cobra.ShellCompDirectiveNoFileComp
		}
		if name == "" || name == everyArgument {
			cmd.ValidArgsFunction = complete
		} else if completing {
			if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
				panic(err) // the flag does not exist
			}
		}
	}
}

func oneOf(list ...string) candidates {
	return func(context.Context, partial) []cobra.Completion { return list }
}

// inList completes the last entry of a comma-separated list.
func inList(word string, names []string) []cobra.Completion {
	before := word[:strings.LastIndexByte(word, ',')+1]
	return texts(names, func(name *string) string { return before + *name })
}

// fromKnown completes to names with descriptions, which list takes from the history
// or, in the demo, from the sandbox that p is connected to. h is nil for no history.
func fromKnown[T any](
	list func(ctx context.Context, p partial, h *history.DB) ([]T, error),
	describe func(p partial, of *T) (name, description string),
) candidates {
	return func(ctx context.Context, p partial) []cobra.Completion {
		defer p.app.disconnect()
		h, err := p.known(ctx)
		if err != nil {
			return nil
		}
		found, err := list(ctx, p, h)
		if err != nil {
			return nil
		}
		var out []cobra.Completion
		seen := map[string]bool{}
		for i := range found {
			name, description := describe(p, &found[i])
			if isSafeWord(name) && !seen[name] {
				seen[name] = true
				out = append(out, cobra.CompletionWithDesc(name, text.Clean(description)))
			}
		}
		return out
	}
}

// known opens the history of the site, unless that would create it or send a request,
// or connects to the sandbox of the demo. A key is read only from a variable or a file:
// a program or the keyring may ask for a password.
func (p partial) known(ctx context.Context) (*history.DB, error) {
	_ = p.app.loadConfig(p.cmd) // the command reports mistakes
	p.app.log = slog.New(slog.DiscardHandler)
	if p.app.demo.on {
		return nil, p.app.connectDemo()
	}
	site, err := p.app.cfg.Site()
	if err != nil || p.app.cfg.History.V != "true" {
		return nil, nil
	}
	p.app.baseURL = site.BaseURL.V
	if site.Key.Kind == config.KeyEnv || site.Key.Kind == config.KeyFile {
		_, _ = p.app.apiKey(ctx, site) // without it models are known
	}
	if _, err := os.Stat(p.app.historyPath()); err != nil {
		return nil, nil
	}
	return p.app.openHistory(false)
}

// isSafeWord reports whether shells read a word literally: it comes from the
// service, and the tab key puts it into the command line.
func isSafeWord(s string) bool {
	return s != "" && strings.Trim(
		s,
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-.:@+/",
	) == "" &&
		s[0] != '-'
}

// isListed reports whether a platform is one of those that the platform list shows users.
func isListed(p *api.Platform) bool { return !p.Hidden() }

// mayHaveWorks reports whether work details of a platform may succeed.
func mayHaveWorks(p *api.Platform) bool {
	return isListed(p) && p.NoWorks() == ""
}

// platformNames completes to the platforms that are offered, without a history to those of the
// sandbox, which are the 14 of the interface.
func platformNames(isOffered func(*api.Platform) bool) candidates {
	return fromKnown(func(ctx context.Context, p partial, h *history.DB) ([]api.Platform, error) {
		list, err := p.knownPlatforms(ctx, h)
		return slices.DeleteFunc(list, func(of api.Platform) bool {
			return !isOffered(&of)
		}), err
	}, func(p partial, of *api.Platform) (string, string) {
		return of.Platform, of.Name(p.app.words.Lang().Tag())
	})
}

// knownPlatforms returns the platforms of the history, or those of the sandbox.
func (p partial) knownPlatforms(ctx context.Context, h *history.DB) ([]api.Platform, error) {
	if list, _, err := h.Platforms(ctx); err == nil && len(list) > 0 {
		return list, nil
	}
	if p.app.client == nil {
		if err := p.app.connectDemo(); err != nil {
			return nil, err
		}
	}
	return p.app.fleetOf(nil).Platforms(context.WithoutCancel(ctx)) // the sandbox is in this process
}

func (p partial) models(ctx context.Context, h *history.DB) ([]api.VideoModel, error) {
	if p.app.demo.on {
		return p.app.fleetOf(nil).Prices(ctx)
	}
	list, _, err := h.Catalog(ctx)
	return list, err
}

func modelNames() candidates {
	return fromKnown(func(ctx context.Context, p partial, h *history.DB) ([]api.VideoModel, error) {
		return p.models(ctx, h)
	},
		func(_ partial, m *api.VideoModel) (string, string) {
			return m.Name, m.Label.Or("")
		})
}

// catalogValues completes to the values of a column of the catalog, modes without a
// history to those of the interface (2.6).
func catalogValues(c quote.Column) candidates {
	return fromKnown(func(ctx context.Context, p partial, h *history.DB) ([]string, error) {
		models, err := p.models(ctx, h)
		if len(models) == 0 && c == quote.ByMode {
			return []string{
				"text2video",
				"image2video",
				"flf2video",
				"multi-image2video",
				"multi-ref",
				"video2video",
			}, nil
		}
		return quote.NewValues(models).List(c), err
	}, func(_ partial, name *string) (string, string) { return *name, "" })
}

// optionNames completes to the fields of the platform in the first argument.
func optionNames() candidates {
	return fromKnown(func(ctx context.Context, p partial, h *history.DB) ([]api.PublishOption, error) {
		platform := p.cmd.Flags().Arg(0)
		if p.app.demo.on {
			return p.app.fleetOf(nil).Options(ctx, platform)
		}
		list, _, err := h.Options(ctx, platform)
		return list, err
	}, func(_ partial, o *api.PublishOption) (string, string) {
		return o.Field, o.Label.Or("")
	})
}

// groupIDs completes to the groups that accounts name.
func groupIDs() candidates {
	const most = 3000 // accounts; reading more takes longer than a user of the tab key waits
	type group struct {
		id   string
		name history.GroupName
	}
	return fromKnown(func(ctx context.Context, p partial, h *history.DB) (groups []group, err error) {
		var rows []*api.Account
		var names map[string]history.GroupName
		if p.app.demo.on {
			found, err := p.app.fleetOf(nil).Accounts(ctx, fleet.Query{}, nil)
			if err != nil {
				return nil, err
			}
			rows = found.Sent
			names = found.List.Names // without names the IDs are offered
		} else {
			if rows, _, _, err = h.Accounts(ctx, most); err != nil {
				return nil, err
			}
			names, _ = h.GroupNames(ctx)
		}
		seen := map[string]bool{}
		for _, a := range rows {
			if !seen[a.GroupID] {
				seen[a.GroupID] = true
				groups = append(groups, group{a.GroupID, names[a.GroupID]})
			}
		}
		return groups, nil
	}, func(_ partial, g *group) (string, string) {
		return g.id, cmp.Or(g.name.Local, g.name.Sent())
	})
}

// recentSessions completes to the sessions that are stored or were opened.
func recentSessions() candidates {
	const most = 50
	return fromKnown(func(ctx context.Context, _ partial, h *history.DB) ([]history.Session, error) {
		all, err := h.Sessions().List(ctx)
		all = all[:min(len(all), most)]
		if err != nil {
			return nil, err
		}
		opened, err := h.Entries().Recent(ctx, history.KindSession, most)
		for _, e := range opened {
			all = append(all, history.Session{
				ID:    e.ID,
				Title: e.Title(),
				At:    e.At,
			})
		}
		return all, err
	}, func(p partial, s *history.Session) (string, string) {
		return s.ID, text.Join(
			" · ",
			text.Line(s.Title),
			p.app.words.Ago(s.SessionEnd(), p.app.Now()),
		)
	})
}

// siteNames completes to the sites, for commands that work with several also behind a comma.
func siteNames(_ context.Context, p partial) []cobra.Completion {
	cfg, _ := config.Load(p.app.Config, configFlags(p.cmd.Flags()))
	names := cfg.SiteNames()
	needsOne := slices.Contains([]string{"create", "prune", "clear", "serve"}, p.cmd.Name())
	if len(names) < 2 || needsOne {
		return names
	}
	chosen := strings.Split(p.word, ",")
	if len(chosen) == 1 {
		names = append(slices.Clone(names), config.AllSites)
	}
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool {
		return slices.Contains(chosen[:len(chosen)-1], name)
	})
	return inList(p.word, names)
}

// bashWithoutPackage replaces what cobra's script needs of the package
// bash-completion where that is not installed.
//
//go:embed completion.bash
var bashWithoutPackage string

func newCompletion(a *app) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	cmd := command(a.words, "cli.completion", "completion SHELL", func(cmd *cobra.Command, args []string) error {
		root := cmd.Root()
		switch args[0] {
		case "bash":
			if _, err := io.WriteString(a.Out, bashWithoutPackage); err != nil {
				return err
			}
			return root.GenBashCompletionV2(a.Out, true)
		case "zsh":
			return root.GenZshCompletion(a.Out)
		case "fish":
			return root.GenFishCompletion(a.Out, true)
		case "powershell":
			return root.GenPowerShellCompletionWithDesc(a.Out)
		}
		return choiceError(a.words, "SHELL", args[0], shells)
	})
	cmd.ValidArgs = shells
	return cmd
}
