package cli

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

func forecastResource(v *resource.View) *resource.Resource[*findings.Forecast] {
	w := v.Words
	names := func(f *findings.Forecast, of func(*api.Account) string) string {
		var list []string
		for _, a := range f.Likely {
			list = append(list, text.Clean(of(a)))
		}
		return strings.Join(list, ", ")
	}
	length := func(id string, of func(*findings.Forecast) time.Duration) resource.Column[*findings.Forecast] {
		return resource.Column[*findings.Forecast]{
			ID: id, Right: true, Value: func(f *findings.Forecast) string { return history.Hours(of(f)).String() }, Show: func(f *findings.Forecast) string { return w.Duration(of(f)) },
		}
	}
	count := func(id string, of func(*findings.Forecast) int) resource.Column[*findings.Forecast] {
		return resource.Column[*findings.Forecast]{ID: id, Right: true, Value: func(f *findings.Forecast) string { return strconv.Itoa(of(f)) }}
	}
	return &resource.Resource[*findings.Forecast]{
		Name:   "forecast",
		Record: func(f *findings.Forecast) any { return f.Record() },
		Columns: []resource.Column[*findings.Forecast]{
			{ID: "platform", Value: func(f *findings.Forecast) string { return f.Platform }, Show: func(f *findings.Forecast) string { return v.PlatformName(f.Platform) }},
			length("medianHours", func(f *findings.Forecast) time.Duration { return f.Median }),
			length("lowHours", func(f *findings.Forecast) time.Duration { return f.Low }),
			length("highHours", func(f *findings.Forecast) time.Duration { return f.High }),
			count("spells", func(f *findings.Forecast) int { return f.Spells }),
			count("ended", func(f *findings.Forecast) int { return f.Ended }),
			count("older", func(f *findings.Forecast) int { return f.Older }),
			{
				ID:    "likely",
				Value: func(f *findings.Forecast) string { return names(f, func(a *api.Account) string { return a.ID }) },
				Show:  func(f *findings.Forecast) string { return names(f, func(a *api.Account) string { return a.Nickname }) },
			},
		},
	}
}

// newForecast makes the command that says how long logins last. Nothing is requested.
func newForecast(a *app) *cobra.Command {
	cmd := command(a.words, "cli.forecast", "forecast", func(cmd *cobra.Command, _ []string) error {
		return a.withHistory(cmd, optionalKey, func(ctx context.Context, h *history.DB) error {
			seen, err := a.fleetOf(h).Seen(ctx)
			if err != nil {
				return err
			}
			all := seen.Forecasts()
			a.loadNames(ctx, h)
			a.nothing = a.words.T("cli.forecast.nothing")
			if err := printList(ctx, a, forecastResource(a.view(nil)), all); err != nil {
				return err
			}
			likely := 0
			for _, f := range all {
				likely += len(f.Likely)
			}
			if likely > 0 {
				return &commandError{exit: ExitChanged, text: a.words.N("cli.forecast.likely", likely)}
			}
			return nil
		})
	})
	addListFlags(a, cmd, forecastResource)
	return a.readerFlags(cmd, nil)
}
