package cli

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"channeldeck/ui/config"
	"channeldeck/ui/plain"
)

func (a *app) configCommand() *cobra.Command {
	cmd := a.command("cli.config", "config", a.none, func(cmd *cobra.Command, _ []string) error { a.help(cmd, nil); return nil })
	cmd.AddCommand(a.configShowCommand(), a.configKeysCommand(), a.configPathCommand(), a.configInitCommand())
	return cmd
}

func (a *app) configPathCommand() *cobra.Command {
	return a.command("cli.config.path", "path", a.none, func(cmd *cobra.Command, _ []string) error {
		cfg, _ := config.Load(a.Config, configFlags(cmd)) // where it is does not depend on what is in it
		_, err := fmt.Fprintln(a.Out, cfg.Path)
		return err
	})
}

func (a *app) configInitCommand() *cobra.Command {
	return a.command("cli.config.init", "init", a.none, func(cmd *cobra.Command, _ []string) error {
		flags := configFlags(cmd)
		path := flags["config"]
		delete(flags, "config") // a file that is named must be there, but for this
		cfg, _ := config.Load(a.Config, flags)
		if path != "" {
			cfg.Path = path
		}
		if err := cfg.WriteNew(a.words.T("cli.config.template")); err != nil {
			return err
		}
		_, err := fmt.Fprintln(a.Out, cfg.Path)
		return err
	})
}

func (a *app) configShowCommand() *cobra.Command {
	return a.command("cli.config.show", "show", a.none, func(cmd *cobra.Command, _ []string) error {
		format, err := a.outputFormat()
		if err != nil {
			return err
		}
		cfg, wrong := config.Load(a.Config, configFlags(cmd))
		rows, err := a.settings(cmd.Context(), cfg)
		if wrong == nil {
			wrong = err
		}
		sheet := &plain.Sheet[setting]{Columns: a.settingColumns(), Rows: rows}
		if err := sheet.Write(cmd.Context(), a.Out, format, a.screen(&service{config: cfg})); err != nil {
			return err
		}
		return wrong
	})
}

// setting is a row of config show.
type setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"`
}

func (a *app) settingColumns() []plain.Column[setting] {
	return []plain.Column[setting]{
		{Name: "key", Title: a.words.T("cli.config.column.key"), Value: func(s *setting) string { return s.Key }},
		{Name: "value", Title: a.words.T("cli.config.column.value"), Value: func(s *setting) string { return s.Value }},
		{Name: "from", Title: a.words.T("cli.config.column.from"), Value: func(s *setting) string { return s.From }},
	}
}

// settings lists all that is in force. Mistakes in a site leave out that site.
func (a *app) settings(ctx context.Context, cfg *config.Config) ([]setting, error) {
	var rows []setting
	add := func(s config.Setting) {
		rows = append(rows, setting{s.Key, s.Text, a.from(s.From)})
	}
	current, err := cfg.Site()
	for _, s := range cfg.Settings() {
		add(s)
		if s.Key == "site" && s.Text == "" && current != nil {
			rows[len(rows)-1].Value = current.Name
			rows[len(rows)-1].From = a.words.T("cli.config.from_only_site")
		}
	}
	names := cfg.SiteNames()
	if current != nil && !slices.Contains(names, current.Name) {
		names = append(names, current.Name)
	}
	for _, name := range names {
		site, siteErr := cfg.SiteNamed(name)
		if siteErr != nil {
			continue
		}
		for _, s := range site.Settings() {
			add(s)
		}
		key, keyErr := a.keySetting(ctx, site)
		rows = append(rows, key)
		if current != nil && name == current.Name && err == nil {
			err = keyErr
		}
	}
	if config.IsKind(err, config.NotConfigured) || config.IsKind(err, config.SiteNotChosen) || config.IsKind(err, config.NoKey) {
		err = nil // that much is shown already
	}
	return rows, err
}

func (a *app) from(o config.Origin) string {
	if o.Layer == config.Default {
		return a.words.T("cli.config.from_default")
	}
	return o.String()
}

// keySetting says where a key is kept and whether it is there. It runs no program
// and does not open the keyring, which may ask for a password. A file or variable
// that does not exist is not named: its name may be the key, entered in the wrong
// place.
func (a *app) keySetting(ctx context.Context, site *config.Site) (setting, error) {
	row := setting{Key: "sites." + site.Name + ".api_key"}
	place := site.Key
	if place.Kind == config.KeyNone {
		return row, nil
	}
	row.From = place.From.String()
	switch place.Kind {
	case config.KeyCommand:
		row.Value = a.words.T("cli.config.key_command")
		return row, nil
	case config.KeyKeyring:
		row.Value = a.words.T("cli.config.key_keyring")
		return row, nil
	}
	key, err := site.APIKey(ctx)
	if err != nil {
		row.Value = a.words.T("cli.config.key_unusable")
		return row, err
	}
	if row.Value = key.String(); place.Name != place.From.Name {
		row.From += " → " + place.Name
	}
	return row, nil
}
