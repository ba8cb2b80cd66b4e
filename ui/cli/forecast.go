package cli

import (
	"context"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// forecastRecord is the JSON of a forecast, with durations in hours.
type forecastRecord struct {
	Platform string     `json:"platform"`
	Median   api.Number `json:"medianHours"`
	Low      api.Number `json:"lowHours"`
	High     api.Number `json:"highHours"`
	Spells   int        `json:"spells"`
	Ended    int        `json:"ended"`
	Older    int        `json:"older"`
	Likely   []string   `json:"likely"`
}

func forecastResource(v *resource.View) *resource.Resource[fleet.Forecast] {
	w := v.Words
	names := func(f fleet.Forecast, of func(*api.Account) string) string {
		var list []string
		for _, a := range f.Likely {
			list = append(list, text.Clean(of(a)))
		}
		return strings.Join(list, ", ")
	}
	length := func(id string, of func(fleet.Forecast) time.Duration) resource.Column[fleet.Forecast] {
		return resource.Column[fleet.Forecast]{
			ID: id, Right: true, Value: func(f fleet.Forecast) string { return history.Hours(of(f)).String() }, Show: func(f fleet.Forecast) string { return w.Duration(of(f)) },
		}
	}
	count := func(id string, of func(fleet.Forecast) int) resource.Column[fleet.Forecast] {
		return resource.Column[fleet.Forecast]{ID: id, Right: true, Value: func(f fleet.Forecast) string { return strconv.Itoa(of(f)) }}
	}
	return &resource.Resource[fleet.Forecast]{
		Name: "forecast",
		Record: func(f fleet.Forecast) any {
			r := forecastRecord{Platform: f.Platform, Median: history.Hours(f.Median), Low: history.Hours(f.Low), High: history.Hours(f.High), Spells: f.Spells, Ended: f.Ended, Older: f.Older, Likely: []string{}}
			for _, a := range f.Likely {
				r.Likely = append(r.Likely, a.ID)
			}
			return r
		},
		Columns: []resource.Column[fleet.Forecast]{
			{ID: "platform", Value: func(f fleet.Forecast) string { return f.Platform }, Show: func(f fleet.Forecast) string { return v.PlatformName(f.Platform) }},
			length("medianHours", func(f fleet.Forecast) time.Duration { return f.Median }),
			length("lowHours", func(f fleet.Forecast) time.Duration { return f.Low }),
			length("highHours", func(f fleet.Forecast) time.Duration { return f.High }),
			count("spells", func(f fleet.Forecast) int { return f.Spells }),
			count("ended", func(f fleet.Forecast) int { return f.Ended }),
			count("older", func(f fleet.Forecast) int { return f.Older }),
			{
				ID:    "likely",
				Value: func(f fleet.Forecast) string { return names(f, func(a *api.Account) string { return a.ID }) },
				Show:  func(f fleet.Forecast) string { return names(f, func(a *api.Account) string { return a.Nickname }) },
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
	return a.serviceFlags(cmd, nil)
}
