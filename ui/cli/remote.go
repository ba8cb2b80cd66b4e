package cli

import (
	"cmp"
	"context"
	"io"
	"maps"
	"regexp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/config"
	"channeldeck/ui/serve"
	"channeldeck/ui/store"
	"channeldeck/ui/words"
)

// remote is the session of a user on another machine: it restricts access to this machine
// and holds what sessions share. It is nil for a run on the user's own machine.
type remote struct {
	host    *host
	session *serve.Session
	person  config.Person
	cfg     *config.Config // of the server when the session began
}

// run runs the dashboard or a command for a session.
func (h *host) run(ctx context.Context, s *serve.Session) int {
	cfg := h.config()
	r := &remote{
		host:    h,
		session: s,
		person:  personOf(cfg, s.Fingerprint),
		cfg:     cfg,
	}
	source := h.a.Config
	source.Getenv = r.getenv
	env := Env{
		Args:    s.Args,
		In:      s.In,
		Out:     s.Out,
		Err:     s.Err,
		Environ: s.Environ,
		Config:  source,
		Now:     h.a.clock(),
		remote:  r,

		firstPause: h.a.firstPause,
	}
	exit := Run(ctx, env)
	if reason := serve.EndReason(ctx); reason != "" {
		// the client may have gone
		_, _ = io.WriteString(
			s.Err,
			"channeldeck: "+newWords(env).T("cli.serve.ended."+reason)+"\n",
		)
	}
	return exit
}

// getenv returns a variable of the client if it describes its terminal or its language,
// else one of the server.
func (r *remote) getenv(name string) string {
	if !serve.IsTerminalVariable(name) && name != "SSH_CONNECTION" && name != "TMUX" {
		return r.host.a.Config.Getenv(name)
	}
	for _, e := range slices.Backward(r.session.Environ) {
		value, ok := strings.CutPrefix(e, name+"=")
		if ok {
			return value
		}
	}
	return ""
}

// load loads the configuration of a run: for a session, that which the server loaded.
func (env *Env) load(given config.Flags) (*config.Config, error) {
	if env.remote == nil {
		return config.Load(env.Config, env.parent.withFlags(given))
	}
	return env.remote.cfg.With(env.Config, env.remote.flags(given))
}

// flags are the given flags and those that the server sets, with the language of the
// client.
func (r *remote) flags(given config.Flags) config.Flags {
	flags := maps.Clone(r.host.flags)
	for name, value := range given {
		if !slices.Contains(serverFlags(), name) || r.allows(name, value) {
			flags[name] = value
		}
	}
	if r.person.Site.V != "" && !r.allows("site", given["site"]) {
		flags["site"] = r.person.Site.V
	}
	if r.person.ReadOnly.V {
		flags["read-only"] = "true"
	}
	if _, ok := flags["lang"]; !ok {
		lang, _ := (config.Source{Getenv: r.getenv}).Locale()
		if lang != "" {
			flags["lang"] = lang
		}
	}
	return flags
}

// allows reports whether a flag of the server chooses among the several sites of the user.
func (r *remote) allows(flag, value string) bool {
	own := r.sites()
	chosen := r.cfg.SitesIn(value)
	return flag == "site" && len(own) > 1 && len(chosen) > 0 &&
		!slices.ContainsFunc(chosen, func(site string) bool {
			return !slices.Contains(own, site)
		})
}

// sites are the names of the sites of the user.
func (r *remote) sites() []string {
	return r.cfg.SitesIn(cmp.Or(r.person.Site.V, r.cfg.SiteName.V))
}

// remoteCommands are the commands that users on other machines can run.
func remoteCommands() []string {
	return []string{
		"channeldeck",
		"channeldeck accounts",
		"channeldeck groups",
		"channeldeck groups create",
		"channeldeck platforms",
		"channeldeck options",
		"channeldeck work",
		"channeldeck session",
		"channeldeck sessions",
		"channeldeck prices",
		"channeldeck triage",
		"channeldeck status",
		"channeldeck forecast",
		"channeldeck incidents",
		"channeldeck rules",
		"channeldeck rules test",
		"channeldeck check",
		"channeldeck report",
		"channeldeck log",
		"channeldeck history",
		"channeldeck history account",
		"channeldeck history work",
		"channeldeck history show",
		"channeldeck schema",
		"channeldeck skill",
		"channeldeck completion",
		"channeldeck version",
		"channeldeck help",
	}
}

// serverFlags are the flags that choose files, keys, services and permissions of the
// server, or that can fill its memory, as a query can.
func serverFlags() []string {
	return []string{
		"config",
		"debug-log",
		"api-key-file",
		"base-url",
		"site",
		"read-only",
		"max-body",
		"demo",
		"history", "no-history", "accounts", "seed", "jq", "to",
	}
}

// check refuses commands and flags that are not available over SSH.
func (r *remote) check(w *words.Words, cmd *cobra.Command) error {
	if r == nil {
		return nil
	}
	if !slices.Contains(remoteCommands(), cmd.CommandPath()) {
		return fail(w, ExitUsage, "cli.serve.command", "Command", cmd.CommandPath())
	}
	var err error
	cmd.Flags().Visit(func(f *pflag.Flag) {
		if slices.Contains(serverFlags(), f.Name) && !r.allows(f.Name, f.Value.String()) {
			err = fail(w, ExitUsage, "cli.serve.flag", "Flag", "--"+f.Name)
		}
	})
	return err
}

// hide hides from the help of a command, and of those below it, what is not available over SSH: commands, flags,
// and the examples that have one of them.
func (r *remote) hide(cmd *cobra.Command) {
	if r == nil {
		return
	}
	cmd.Hidden = !slices.Contains(remoteCommands(), cmd.CommandPath())
	hideFlag := func(f *pflag.Flag) {
		f.Hidden = f.Hidden || r.keepsFlag(f.Name)
	}
	cmd.Flags().VisitAll(hideFlag)
	cmd.PersistentFlags().VisitAll(hideFlag)
	examples := strings.Split(cmd.Example, "\n")
	cmd.Example = strings.Join(slices.DeleteFunc(examples, func(line string) bool {
		return !r.runs(cmd.Root(), line)
	}), "\n")
	for _, sub := range cmd.Commands() {
		r.hide(sub)
	}
}

// keepsFlag reports whether only the server sets a flag.
func (r *remote) keepsFlag(name string) bool {
	several := name == "site" && len(r.sites()) > 1
	return slices.Contains(serverFlags(), name) && !several
}

// namedInHelp finds the commands and the flags in a text.
var namedInHelp = regexp.MustCompile(`(?:^|[^/])channeldeck((?: [a-z]+)*)|--([a-z-]+)`)

// runs reports whether the commands and the flags in a text are available.
func (r *remote) runs(root *cobra.Command, text string) bool {
	for _, m := range namedInHelp.FindAllStringSubmatch(text, -1) {
		cmd, _, err := root.Find(strings.Fields(m[1]))
		isRefused := err == nil && !slices.Contains(remoteCommands(), cmd.CommandPath())
		if isRefused || r.keepsFlag(m[2]) {
			return false
		}
	}
	return true
}

// shared returns the lists that the sessions of the server share, nil without a server.
func (r *remote) shared(of listsKey) *store.Shared {
	if r == nil {
		return nil
	}
	return r.host.shared(of)
}

// dialHosted dials the sandbox that the server has for a site, or else its first one.
func (a *app) dialHosted(site string) error {
	all := a.remote.host.demos
	of := all[max(slices.IndexFunc(all, func(s *app) bool {
		return s.site == site
	}), 0)]
	err := a.dialDemo(of.demoURL, of.demoKey)
	a.site = of.site
	return err
}

// fingerprint identifies the user's key; it is "" without a session.
func (r *remote) fingerprint() string {
	if r == nil {
		return ""
	}
	return r.session.Fingerprint
}

// historyLog returns a function that logs the problems of the history, which are the server's.
func (r *remote) historyLog() func(*history.Problem) {
	if r == nil {
		return nil
	}
	return func(p *history.Problem) {
		if p.Kind == history.Lost {
			r.host.losses.add(r.host.log, p.Lost)
		} else {
			r.host.log.Error(
				"history "+string(p.Kind),
				"reason",
				p.Err.Error(),
				"moved",
				p.MovedTo,
			)
		}
	}
}

// sizes are those of the session's terminal, nil without one or without a session.
func (r *remote) sizes() <-chan tea.WindowSizeMsg {
	if r == nil {
		return nil
	}
	return r.session.Sizes
}

// configure shares the requests of all sessions and records the groups that this one
// creates.
func (r *remote) configure(s *api.Settings) {
	log := r.host.log.With(
		"person",
		r.session.Person,
		"key",
		r.session.Fingerprint,
		"address",
		r.session.Address,
	)
	s.Transport = r.host.share
	s.Once = r.host.once
	s.GroupCreated = func(group api.NewAccountGroup, created api.AccountGroup, err error) {
		if err == nil {
			log.Info("group created", "name", group.Name, "id", created.ID)
		} else if api.OutcomeUnknown(err) {
			log.Warn("group: outcome unknown", "name", group.Name)
		} else {
			log.Warn("group refused", "name", group.Name, "reason", err.Error())
		}
	}
}
