package cli

import (
	"context"
	"strconv"

	"github.com/spf13/cobra"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/api/typed"
	"channeldeck/ui/resource"
)

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
			return resource.Forecasts(a.view(nil)), rows, err
		})
	})
	cmd.Flags().Func("within", a.words.T("cli.flag.within"), func(value string) error {
		age, ok := typed.Age(value)
		if typed.IsTooLong(value) {
			return errTooLong
		}
		if !ok || age <= 0 {
			return strconv.ErrSyntax
		}
		within = age
		return nil
	})
	addListFlags(a, cmd, resource.Forecasts)
	return a.readerFlags(cmd, completions{"within": oneOf("24h", "3d", "7d")})
}
