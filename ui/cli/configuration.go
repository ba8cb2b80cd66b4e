package cli

import (
	"cmp"
	"context"
	"errors"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/words"
)

func newConfig(a *app) *cobra.Command {
	path := command(a.words, "cli.config.path", "path", func(cmd *cobra.Command, _ []string) error {
		_ = a.loadConfig(cmd) // mistakes in the file do not change its path
		if err := a.cfg.HasPlace(); err != nil {
			return err
		}
		return printPath(cmd, a, a.cfg.Path)
	})
	return group(
		a.words, "cli.config", "config", newConfigShow(a), newConfigKeys(a), newConfigCheck(a),
		path, newConfigUse(a), newConfigInit(a), newConfigEdit(a),
	)
}

// newConfigUse makes the command that chooses the default site.
func newConfigUse(a *app) *cobra.Command {
	cmd := command(a.words, "cli.config.use", "use SITE", func(cmd *cobra.Command, args []string) error {
		if strings.TrimSpace(args[0]) == "" {
			return badValue(a.words, "SITE", "")
		}
		_ = a.loadConfig(cmd) // UseSite reports mistakes in the file
		if err := a.cfg.UseSite(args[0]); err != nil {
			return err
		}
		return printPath(cmd, a, a.cfg.Path)
	})
	a.addCompletions(cmd, completions{"": siteNames})
	return cmd
}

// newConfigInit makes the command that writes a configuration without questions: the
// template, or with a base URL a site and its key, which comes from standard input, a
// file or a variable.
func newConfigInit(a *app) *cobra.Command {
	var force, standard bool
	cmd := command(a.words, "cli.config.init", "init", func(cmd *cobra.Command, _ []string) error {
		return initConfig(cmd, a, force, standard)
	})
	cmd.Flags().BoolVar(&force, "force", false, a.words.T("cli.flag.force"))
	cmd.Flags().BoolVar(&standard, "default", false, a.words.T("cli.flag.default"))
	return cmd
}

func initConfig(cmd *cobra.Command, a *app, force, standard bool) error {
	flags := configFlags(cmd.Flags())
	var key io.Reader // nil for the key of the flags and the environment
	if flags["api-key-file"] == "-" {
		key = a.In
		delete(flags, "api-key-file")
	}
	cfg, _ := config.Load(a.Config, flags)
	if !force {
		if err := cfg.CheckNew(); err != nil {
			return err
		}
	}
	var err error
	switch {
	case flags["base-url"] != "" || a.Config.Getenv("CHANNELDECK_BASE_URL") != "":
		err = saveSite(cmd.Context(), cfg, key, !standard)
	case standard:
		err = notAlone(a.words, "--default", "--base-url")
	case key != nil || flags["api-key-file"] != "":
		err = notAlone(a.words, "--api-key-file", "--base-url")
	default:
		err = cfg.Write(a.words.T("cli.config.template"))
	}
	if err != nil {
		return err
	}
	a.cfg = cfg
	return printPath(cmd, a, cfg.Path)
}

// saveSite saves the site of the flags and the environment, by default with the name
// main. Its key comes from key, unless that is nil.
func saveSite(ctx context.Context, cfg *config.Config, key io.Reader, keepDefault bool) error {
	site, err := cfg.SiteNamed(cmp.Or(cfg.SiteName.V, "main"))
	if err != nil {
		return err
	}
	entered := config.NewSite{Name: site.Name, BaseURL: site.BaseURL.V, KeepDefault: keepDefault}
	if key != nil {
		const most = 64 << 10
		text, readErr := io.ReadAll(io.LimitReader(key, most))
		entered.Key = config.NewSecret(config.CleanKey(string(text)))
		err = readErr
	} else {
		entered.Key, err = site.APIKey(ctx, nil)
	}
	if err != nil && !config.IsKind(err, config.NoKey) { // prices need none
		return err
	}
	return cfg.Save(entered)
}

func newConfigShow(a *app) *cobra.Command {
	cmd := command(a.words, "cli.config.show", "show", func(cmd *cobra.Command, _ []string) error {
		configErr := a.loadConfig(cmd)
		a.sayIgnored()
		rows, err := settings(cmd.Context(), a.words, a.cfg)
		return cmp.Or(printList(cmd.Context(), a, local.Settings(nil), rows), configErr, err)
	})
	addListFlags(a, cmd, local.Settings)
	return cmd
}

// settings lists the settings in force. It leaves out a site with mistakes.
func settings(ctx context.Context, w *words.Words, cfg *config.Config) ([]*local.Setting, error) {
	var rows []*local.Setting
	add := func(all []config.Setting) {
		for _, s := range all {
			from := s.From.String()
			if s.From.Layer == config.Default {
				from = w.T("cli.config.from_default")
			}
			rows = append(rows, &local.Setting{Key: s.Key, Value: s.Text, From: from})
		}
	}
	current, err := cfg.Site()
	add(cfg.Settings())
	names := slices.Clone(cfg.SiteNames())
	if current != nil {
		first := rows[0]
		if first.Key == "site" && first.Value == "" {
			first.Value = current.Name
			first.From = w.T("cli.config.from_only_site")
		}
		if !slices.Contains(names, current.Name) {
			names = append(names, current.Name)
		}
	}
	for _, name := range names {
		site, siteErr := cfg.SiteNamed(name)
		if siteErr != nil {
			continue
		}
		add(site.Settings())
		key, keyErr := keySetting(ctx, w, site)
		rows = append(rows, key)
		if current != nil && name == current.Name {
			err = keyErr
		}
	}
	if config.IsKind(err, config.NotConfigured) || config.IsKind(err, config.SiteNotChosen) ||
		config.IsKind(err, config.NoKey) {
		err = nil // the rows show it
	}
	return rows, err
}

// keySetting returns where a key is kept and whether it can be read. It runs no program
// and does not open the keyring, which may ask for a password. A file or variable
// that does not exist is not named: its name may be the key, entered in the wrong
// place.
func keySetting(ctx context.Context, w *words.Words, site *config.Site) (*local.Setting, error) {
	place := site.Key
	row := &local.Setting{Key: "sites." + site.Name + ".api_key", From: place.From.String()}
	switch place.Kind {
	case config.KeyNone:
		row.From = ""
	case config.KeyCommand:
		row.Value = w.T("cli.config.key_command")
	case config.KeyKeyring:
		row.Value = w.T("cli.config.key_keyring")
	default:
		key, err := site.APIKey(ctx, nil)
		if err != nil {
			row.Value = w.T("cli.config.key_unusable")
			return row, err
		}
		row.Value = key.String()
		if place.Name != place.From.Name {
			row.From += " → " + place.Name
		}
	}
	return row, nil
}

// rebind applies the keys and the own commands of the configuration to the dashboard. The
// programs of own commands run on the user's own machine only. Actions that this version does not
// have, unless they are misspelt, are ignored.
func rebind(c *pane.Context, cfg *config.Config, own bool) (ignored []*config.Error, err error) {
	kinds := map[pane.KeyFault]config.Kind{
		pane.NoSuchAction: config.UnknownAction,
		pane.NoSuchKey:    config.UnknownKeystroke,
		pane.KeyTaken:     config.KeysCollide,
	}
	var errs []error
	binders := ui.Binders(ui.Makers())
	for _, p := range pane.Rebind(c, binders, cfg.Keys) {
		e := cfg.ErrorAt("keys."+p.Action, &config.Error{
			Kind:    kinds[p.Fault],
			Value:   p.Key,
			Choices: p.Others,
		})
		if p.Fault == pane.NoSuchAction {
			e.Value = p.Action
			e.Choices = config.Near(
				p.Action,
				slices.Collect(maps.Keys(pane.Bindings(c, binders))),
			)
			if len(e.Choices) == 0 {
				e.Kind = config.IgnoredKey
				ignored = append(ignored, e)
				continue
			}
		}
		errs = append(errs, e)
	}
	commands, _ := cfg.Commands() // Load reported the mistakes
	if own {
		c.Commands = commands
	}
	problems, of := pane.CommandProblems(c, paneNames(), binders, commands)
	for i, p := range problems {
		key := commands[of[i]].Key
		errs = append(errs, &config.Error{
			Kind:    kinds[p.Fault],
			Key:     p.Action,
			From:    key.From,
			Value:   p.Key,
			Choices: p.Others,
		})
	}
	return ignored, errors.Join(errs...)
}

// newConfigCheck makes the command that reports all mistakes in the configuration.
func newConfigCheck(a *app) *cobra.Command {
	return command(a.words, "cli.config.check", "check", func(cmd *cobra.Command, _ []string) error {
		if err := checkConfig(cmd, a); err != nil {
			return err
		}
		id := "cli.config.check.valid"
		if !a.cfg.Found {
			id = "cli.config.check.missing"
		}
		a.say(a.words.T(id, "Path", a.cfg.Path))
		return nil
	})
}

// checkConfig loads the configuration and returns all mistakes in it.
func checkConfig(cmd *cobra.Command, a *app) error {
	err := a.loadConfig(cmd)
	a.sayIgnored()
	c := emptyContext(cmd.Context(), a)
	ignored, keysErr := rebind(c, a.cfg, false)
	for _, e := range ignored {
		a.say(oneLine(a.words, e))
	}
	errs := []error{
		err,
		keysErr,
		checkColumns(a.view(nil), a.cfg),
		sayColours(a, c.Theme.Palette.Name),
		a.cfg.CheckFields(a.rowFields),
	}
	if _, err := a.cfg.Site(); config.IsKind(err, config.NoSuchSite) {
		errs = append(errs, err)
	}
	for _, name := range a.cfg.SiteNames() {
		_, err := a.cfg.SiteNamed(name)
		if config.IsKind(err, config.NoBaseURL) {
			err = a.cfg.ErrorAt("sites."+name+".base_url", config.Errors(err)[0])
		}
		errs = append(errs, err)
	}
	_, err = a.cfg.HistoryPassword()
	return distinct(errors.Join(append(errs, err)...))
}

// distinct returns the mistakes in an error, each once, in the order of their lines.
func distinct(err error) error {
	found := map[string]bool{}
	mistakes := slices.DeleteFunc(config.Errors(err), func(e *config.Error) bool {
		known := found[e.Error()]
		found[e.Error()] = true
		return known
	})
	slices.SortStableFunc(mistakes, func(a, b *config.Error) int {
		return cmp.Compare(a.From.Line, b.From.Line)
	})
	errs := make([]error, len(mistakes))
	for i, e := range mistakes {
		errs[i] = e
	}
	return errors.Join(errs...)
}

// newConfigKeys makes the command that lists all actions, also if some of their keys are
// invalid.
func newConfigKeys(a *app) *cobra.Command {
	cmd := command(a.words, "cli.config.keys", "keys", func(cmd *cobra.Command, _ []string) error {
		if err := a.loadConfig(cmd); err != nil {
			return err
		}
		c := emptyContext(cmd.Context(), a)
		_, invalid := rebind(c, a.cfg, true)
		all := pane.Bindings(c, ui.Binders(ui.Makers()))
		var rows []*local.Key
		for _, action := range slices.Sorted(maps.Keys(all)) {
			row := &local.Key{
				Action: action,
				Keys:   slices.Clone(all[action].Keys),
				Does:   a.words.T("key." + action),
			}
			for i, k := range row.Keys {
				row.Keys[i] = pane.ConfigKey(k)
			}
			rows = append(rows, row)
		}
		for _, own := range c.Commands {
			rows = append(rows, &local.Key{
				Action: "commands",
				Keys:   []string{own.Key.V},
				Does:   own.Name.V,
			})
		}
		return cmp.Or(printList(cmd.Context(), a, local.Keys(nil), rows), invalid)
	})
	addListFlags(a, cmd, local.Keys)
	return cmd
}
