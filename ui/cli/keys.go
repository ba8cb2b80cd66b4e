package cli

import (
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
)

// rebind puts the keys of the configuration into what panes are given.
func rebind(c *pane.Context, cfg *config.Config) error {
	faults := map[ui.KeyFault]config.Kind{
		ui.NoSuchAction: config.UnknownAction, ui.NoSuchKey: config.UnknownKeystroke, ui.KeyTaken: config.KeysCollide,
	}
	var wrong []error
	for _, p := range ui.Rebind(c, ui.Makers(), cfg.Keys) {
		wrong = append(wrong, cfg.ErrorAt("keys."+p.Action, &config.Error{Kind: faults[p.Fault], Value: p.Key, Choices: p.Others}))
	}
	return errors.Join(wrong...)
}

// keyRow is a row of config keys.
type keyRow struct {
	Action string   `json:"action"`
	Keys   []string `json:"keys"`
	Does   string   `json:"does"`
}

func (a *app) configKeysCommand() *cobra.Command {
	return a.command("cli.config.keys", "keys", a.none, func(cmd *cobra.Command, _ []string) error {
		s, format, err := a.local(cmd)
		if err != nil {
			return err
		}
		return a.keys(cmd.Context(), s, format)
	})
}

// keys lists all actions, also where some of their keys are wrong.
func (a *app) keys(ctx context.Context, s *service, format plain.Format) error {
	c := a.paneContext(ctx, s, ui.NewTerminal(io.Discard, a.Environ))
	wrong := rebind(c, s.config)
	all := ui.Bindings(c, ui.Makers())
	sheet := &plain.Sheet[keyRow]{Columns: []plain.Column[keyRow]{
		{Name: "action", Title: a.words.T("cli.config.column.action"), Value: func(r *keyRow) string { return r.Action }},
		{Name: "keys", Title: a.words.T("cli.config.column.keys"), Value: func(r *keyRow) string { return strings.Join(r.Keys, " ") }},
		{Name: "does", Title: a.words.T("cli.config.column.does"), Value: func(r *keyRow) string { return r.Does }},
	}}
	for _, action := range slices.Sorted(maps.Keys(all)) {
		row := keyRow{Action: action, Keys: slices.Clone(all[action].Keys), Does: a.words.T("key." + action)}
		for i, k := range row.Keys {
			row.Keys[i] = strings.Replace(k, " ", "space", 1)
		}
		sheet.Rows = append(sheet.Rows, row)
	}
	if err := sheet.Write(ctx, a.Out, format, a.screen(s)); err != nil {
		return err
	}
	return wrong
}
