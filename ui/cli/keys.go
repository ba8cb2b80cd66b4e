package cli

import (
	"cmp"
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
)

// rebind applies the keys of the configuration to the dashboard.
func rebind(c *pane.Context, cfg *config.Config) error {
	kinds := map[ui.KeyFault]config.Kind{ui.NoSuchAction: config.UnknownAction, ui.NoSuchKey: config.UnknownKeystroke, ui.KeyTaken: config.KeysCollide}
	var errs []error
	for _, p := range ui.Rebind(c, ui.Makers(), cfg.Keys) {
		errs = append(errs, cfg.ErrorAt("keys."+p.Action, &config.Error{Kind: kinds[p.Fault], Value: p.Key, Choices: p.Others}))
	}
	return errors.Join(errs...)
}

// keyRow is a row of config keys.
type keyRow struct {
	Action string   `json:"action"`
	Keys   []string `json:"keys"`
	Does   string   `json:"does"`
}

// configKeysCommand lists all actions, also if some of their keys are invalid.
func (a *app) configKeysCommand() *cobra.Command {
	return a.command("cli.config.keys", "keys", a.noArguments, func(cmd *cobra.Command, _ []string) error {
		s, format, err := a.withoutService(cmd)
		if err != nil {
			return err
		}
		c := a.paneContext(cmd.Context(), s, ui.NewTerminal(io.Discard, a.Environ))
		invalid := rebind(c, s.config)
		all := ui.Bindings(c, ui.Makers())
		sheet := &plain.Sheet[keyRow]{Columns: memberColumns[keyRow]("action", "keys", "does")}
		sheet.Columns[1].Value = func(r *keyRow) string { return strings.Join(r.Keys, " ") }
		for _, action := range slices.Sorted(maps.Keys(all)) {
			row := keyRow{Action: action, Keys: slices.Clone(all[action].Keys), Does: a.words.T("key." + action)}
			for i, k := range row.Keys {
				row.Keys[i] = strings.Replace(k, " ", "space", 1)
			}
			sheet.Rows = append(sheet.Rows, row)
		}
		return cmp.Or(output(cmd.Context(), a, s, "config", format, sheet), invalid)
	})
}
