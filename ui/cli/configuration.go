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
	"channeldeck/ui/plain"
	"channeldeck/ui/terminal"
)

func (a *app) configPathCommand() *cobra.Command {
	return a.command("cli.config.path", "path", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		_ = a.loadConfig(cmd) // mistakes in the file do not change its path
		return a.printPath(cmd, a.cfg.Path)
	})
}

// printPath prints the path of a file, or with -o a record with the path.
func (a *app) printPath(cmd *cobra.Command, path string) error {
	type place struct {
		Path string `json:"path"`
	}
	return printOne(cmd, a, path, "config", place{path}, "path")
}

// configInitCommand writes a configuration without questions: the template, or with
// a base URL a site and its key, which comes from standard input, a file or a
// variable.
func (a *app) configInitCommand() *cobra.Command {
	var force bool
	cmd := a.command("cli.config.init", "init", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		flags := configFlags(cmd.Flags())
		fromStdin := flags["api-key-file"] == "-"
		if fromStdin {
			delete(flags, "api-key-file")
		}
		cfg, _ := config.Load(a.Config, flags)
		if path := flags["config"]; path != "" && !cfg.Found { // it will be created
			delete(flags, "config")
			cfg, _ = config.Load(a.Config, flags)
			cfg.Path = path
		}
		if !force {
			if err := cfg.CheckNew(); err != nil {
				return err
			}
		}
		write := func() error { return cfg.Write(a.words.T("cli.config.template")) }
		if flags["base-url"] != "" || a.Config.Getenv("CHANNELDECK_BASE_URL") != "" {
			site, err := a.newSite(cmd.Context(), cfg, fromStdin)
			if err != nil {
				return err
			}
			write = func() error { return cfg.Save(site) }
		} else if fromStdin || flags["api-key-file"] != "" {
			return a.fail(ExitUsage, "cli.error.not_alone", "First", "--api-key-file", "Second", "--base-url")
		}
		if err := write(); err != nil {
			return err
		}
		a.cfg = cfg
		return a.printPath(cmd, cfg.Path)
	})
	cmd.Flags().BoolVar(&force, "force", false, a.words.T("cli.flag.force"))
	return cmd
}

// newSite is the site of the flags and the environment, by default with the name
// main.
func (a *app) newSite(ctx context.Context, cfg *config.Config, keyFromStdin bool) (config.NewSite, error) {
	site, err := cfg.SiteNamed(cmp.Or(cfg.SiteName.V, "main"))
	if err != nil {
		return config.NewSite{}, err
	}
	out := config.NewSite{Name: site.Name, BaseURL: site.BaseURL.V}
	if keyFromStdin {
		const most = 64 << 10
		text, err := io.ReadAll(io.LimitReader(a.In, most))
		out.Key = config.NewSecret(config.CleanKey(string(text)))
		return out, err
	}
	out.Key, err = site.APIKey(ctx, nil)
	if config.IsKind(err, config.NoKey) {
		err = nil // prices need none
	}
	return out, err
}

type setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"`
}

func (a *app) configShowCommand() *cobra.Command {
	names := []string{"key", "value", "from"}
	cmd := a.command("cli.config.show", "show", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		configErr := a.loadConfig(cmd)
		rows, err := a.settings(cmd.Context(), a.cfg)
		if configErr != nil {
			err = configErr
		}
		return cmp.Or(output(cmd.Context(), a, "config", &plain.Sheet[setting]{Rows: rows, Columns: memberColumns[setting](names...)}), err)
	})
	a.addListFlags(cmd, func() []string { return names })
	return cmd
}

// settings lists the settings in force. It leaves out a site with mistakes.
func (a *app) settings(ctx context.Context, cfg *config.Config) ([]setting, error) {
	var rows []setting
	add := func(all []config.Setting) {
		for _, s := range all {
			from := s.From.String()
			if s.From.Layer == config.Default {
				from = a.words.T("cli.config.from_default")
			}
			rows = append(rows, setting{s.Key, s.Text, from})
		}
	}
	current, err := cfg.Site()
	add(cfg.Settings())
	names := slices.Clone(cfg.SiteNames())
	if current != nil {
		if first := &rows[0]; first.Key == "site" && first.Value == "" {
			first.Value, first.From = current.Name, a.words.T("cli.config.from_only_site")
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
		key, keyErr := a.keySetting(ctx, site)
		rows = append(rows, key)
		if current != nil && name == current.Name {
			err = keyErr
		}
	}
	if config.IsKind(err, config.NotConfigured) || config.IsKind(err, config.SiteNotChosen) || config.IsKind(err, config.NoKey) {
		err = nil // the rows show it
	}
	return rows, err
}

// keySetting returns where a key is kept and whether it can be read. It runs no program
// and does not open the keyring, which may ask for a password. A file or variable
// that does not exist is not named: its name may be the key, entered in the wrong
// place.
func (a *app) keySetting(ctx context.Context, site *config.Site) (setting, error) {
	place := site.Key
	row := setting{Key: "sites." + site.Name + ".api_key", From: place.From.String()}
	switch place.Kind {
	case config.KeyNone:
		row.From = ""
	case config.KeyCommand:
		row.Value = a.words.T("cli.config.key_command")
	case config.KeyKeyring:
		row.Value = a.words.T("cli.config.key_keyring")
	default:
		key, err := site.APIKey(ctx, nil)
		if err != nil {
			row.Value = a.words.T("cli.config.key_unusable")
			return row, err
		}
		if row.Value = key.String(); place.Name != place.From.Name {
			row.From += " → " + place.Name
		}
	}
	return row, nil
}

// rebind applies the keys of the configuration to the dashboard.
func rebind(c *pane.Context, cfg *config.Config) error {
	kinds := map[pane.KeyFault]config.Kind{pane.NoSuchAction: config.UnknownAction, pane.NoSuchKey: config.UnknownKeystroke, pane.KeyTaken: config.KeysCollide}
	var errs []error
	for _, p := range pane.Rebind(c, ui.Binders(ui.Makers()), cfg.Keys) {
		errs = append(errs, cfg.ErrorAt("keys."+p.Action, &config.Error{Kind: kinds[p.Fault], Value: p.Key, Choices: p.Others}))
	}
	return errors.Join(errs...)
}

type keyRow struct {
	Action string   `json:"action"`
	Keys   []string `json:"keys"`
	Does   string   `json:"does"`
}

// configKeysCommand lists all actions, also if some of their keys are invalid.
func (a *app) configKeysCommand() *cobra.Command {
	names := []string{"action", "keys", "does"}
	cmd := a.command("cli.config.keys", "keys", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		if err := a.loadConfig(cmd); err != nil {
			return err
		}
		c := a.paneContext(cmd.Context(), terminal.New(io.Discard, a.Environ), nil)
		invalid := rebind(c, a.cfg)
		all := pane.Bindings(c, ui.Binders(ui.Makers()))
		sheet := &plain.Sheet[keyRow]{Columns: memberColumns[keyRow](names...)}
		sheet.Columns[1].Value = func(r keyRow) string { return strings.Join(r.Keys, " ") }
		for _, action := range slices.Sorted(maps.Keys(all)) {
			row := keyRow{Action: action, Keys: slices.Clone(all[action].Keys), Does: a.words.T("key." + action)}
			for i, k := range row.Keys {
				row.Keys[i] = strings.Replace(k, " ", "space", 1)
			}
			sheet.Rows = append(sheet.Rows, row)
		}
		return cmp.Or(output(cmd.Context(), a, "config", sheet), invalid)
	})
	a.addListFlags(cmd, func() []string { return names })
	return cmd
}
