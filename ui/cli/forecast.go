package cli

import (
	"context"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/api/typed"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

func forecastResource(v *resource.View) *resource.Resource[*findings.Forecast] {
	r := members[*findings.Forecast](
		"forecast",
		"platform",
		"medianHours",
		"lowHours",
		"highHours",
		"spells",
		"ended",
		"accounts",
		"older",
		"withinHours", "likely",
	)
	r.Brief = []string{"platform", "medianHours", "lowHours", "highHours", "ended", "accounts", "likely"}
	r.Columns[0].Of = func(f *findings.Forecast) resource.Value {
		return resource.WordValue(f.Platform, v.PlatformName(f.Platform))
	}
	for i := 1; i <= 8; i++ {
		r.Columns[i].Right = true
	}
	for i, read := range []func(*findings.Forecast) string{
		func(f *findings.Forecast) string { return v.Words.Duration(f.Median) },
		func(f *findings.Forecast) string {
			low, _ := v.Words.DurationBounds(f.Low, f.High)
			return low
		},
		func(f *findings.Forecast) string {
			_, high := v.Words.DurationBounds(f.Low, f.High)
			return high
		},
	} {
		hours := r.Columns[1+i].Of
		r.Columns[1+i].Of = func(f *findings.Forecast) resource.Value {
			return hours(f).Reads(read(f))
		}
	}
	within := r.Columns[8].Of
	r.Columns[8].Of = func(f *findings.Forecast) resource.Value {
		return within(f).Reads(v.Words.Duration(f.Within))
	}
	r.Columns[9].Of = func(f *findings.Forecast) resource.Value {
		ids := strings.Join(texts(f.Likely, func(a **api.Account) string {
			return (*a).ID
		}), ", ")
		names := strings.Join(
			texts(f.Likely, func(a **api.Account) string {
				return (*a).Nickname
			}),
			", ",
		)
		return resource.WordValue(text.Clean(ids), text.Clean(names))
	}
	return r
}

// newForecast makes the command that says how long logins last. Nothing is requested.
func newForecast(a *app) *cobra.Command {
	within := findings.ForecastSpan
	cmd := command(a.words, "cli.forecast", "forecast", func(cmd *cobra.Command, _ []string) error {
		a.emptyText = a.words.T("cli.forecast.nothing")
		return printHistories(a, cmd, nil, func(
			ctx context.Context, a *app, h *history.DB,
		) (r *resource.Resource[*findings.Forecast], rows []*findings.Forecast, err error) {
			seen, err := a.fleetOf(h).Seen(ctx)
			if err != nil {
				return nil, nil, err
			}
			likely := 0
			rows = seen.Forecasts(within)
			for _, f := range rows {
				likely += len(f.Likely)
			}
			if likely > 0 {
				err = &commandError{
					exit: ExitChanged,
					text: a.words.N(
						"cli.forecast.likely", likely,
						"Time", a.words.LongDuration(within),
					),
				}
			}
			a.loadNames(ctx, h)
			return forecastResource(a.view(nil)), rows, err
		})
	})
	cmd.Flags().Func("within", a.words.T("cli.flag.within"), func(value string) error {
		age, ok := typed.Age(value)
		if !ok || age <= 0 {
			return strconv.ErrSyntax
		}
		within = age
		return nil
	})
	addListFlags(a, cmd, forecastResource)
	return a.readerFlags(cmd, completions{"within": oneOf("24h", "3d", "7d")})
}
