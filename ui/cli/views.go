package cli

import (
	"context"
	"errors"
	"slices"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
)

// addViewFlag adds --view to a command that prints a list with views.
func addViewFlag(cmd *cobra.Command, a *app, list string) {
	cmd.Flags().StringVar(&a.list.view, "view", "", a.words.T("cli.flag.view"))
	rare(cmd.Flags(), "view")
	a.addCompletions(cmd, completions{
		"view": func(_ context.Context, p partial) []cobra.Completion {
			return viewNames(p, list)
		},
	})
}

// viewNames returns the names of the views of a list, or of all lists for "".
func viewNames(p partial, list string) []string {
	cfg, _ := p.app.load(configFlags(p.cmd.Flags())) // mistakes are not reported
	var names []string
	views, _ := cfg.Views()
	for _, v := range views {
		if list == "" || v.List == list {
			names = append(names, v.Name)
		}
	}
	return names
}

// savedView returns the query of the view that --view names, the zero Query for none, without
// the columns that are not printed.
func savedView(cmd *cobra.Command, a *app, list string) (fleet.Query, error) {
	if a.list.view == "" {
		return fleet.Query{}, nil
	}
	if err := a.loadConfig(cmd); err != nil {
		return fleet.Query{}, err
	}
	v, err := a.cfg.SavedView(list, a.list.view)
	if err == nil {
		err = checkView(a.view(nil), a.cfg, &v)
	}
	if err != nil {
		return fleet.Query{}, err
	}
	q := v.Query
	printed, _ := columnsOf(a.view(nil), list)
	q.Columns = slices.DeleteFunc(slices.Clone(q.Columns), func(id string) bool {
		return !slices.Contains(printed, id)
	})
	by, _ := q.SortColumn()
	if !slices.Contains(printed, by) {
		q.Sort = ""
	}
	return q, nil
}

// columnsOf returns the columns of a list that are printed, and all that it has.
func columnsOf(v *resource.View, list string) (printed, all []string) {
	switch list {
	case "accounts":
		return names(resource.Accounts(v))
	case "groups":
		return names(resource.Groups(v))
	case "overview":
		return names(resource.Findings(v))
	}
	printed, all = names(prices.PriceResource(v))
	_, quoted := names(prices.AnswerResource(v, false))
	return printed, append(all, quoted...)
}

func names[R any](r *resource.Resource[R]) (printed, all []string) {
	return r.Names(), texts(r.Columns, func(c *resource.Column[R]) string {
		return c.ID
	})
}

// checkView reports columns that the list of a view does not have.
func checkView(v *resource.View, cfg *config.Config, view *config.SavedView) error {
	_, all := columnsOf(v, view.List)
	by, _ := view.Query.SortColumn()
	var errs []error
	for _, column := range append(slices.Clone(view.Query.Columns), by) {
		if column != "" && !slices.Contains(all, column) {
			errs = append(
				errs,
				cfg.ErrorAt("views."+view.Name, &config.Error{
					Kind:    config.NoColumn,
					Value:   column,
					Choices: all,
				}),
			)
		}
	}
	return errors.Join(errs...)
}

// viewsOf returns the saved views for the dashboard. They are written only into the user's own
// configuration.
func viewsOf(a *app) (pane.Views, error) {
	all, err := a.cfg.Views()
	for i := range all {
		err = errors.Join(err, checkView(a.view(nil), a.cfg, &all[i]))
	}
	views := pane.Views{All: all}
	if cfg := a.cfg; a.remote == nil && a.demoURL == "" {
		inWords := func(err error) error {
			if err != nil {
				err = errors.New(oneLine(a.words, err))
			}
			return err
		}
		views.Save = func(v config.SavedView) error {
			return inWords(cfg.SaveView(v))
		}
		views.Delete = func(name string) error {
			return inWords(cfg.DeleteView(name))
		}
	}
	return views, err
}
