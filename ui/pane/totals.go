package pane

import (
	"context"
	"math"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/words"
)

// totalsDays is how far back the totals in an inspector go.
const totalsDays = 30

// Totals are the stored daily totals of the platform or group that an inspector shows.
type Totals struct {
	InspectorData[totalsOf, []history.Day]
}

// totalsOf identifies totals: what they are of, and when the accounts were loaded.
type totalsOf struct {
	site, platform, group string
	at                    time.Time
}

// Show reads the totals of a platform or a group, as [InspectorData.Show].
func (t *Totals) Show(site *Site, msg tea.Msg, platform, group string) tea.Cmd {
	now := site.View.Now
	return t.InspectorData.Show(site, msg, totalsOf{
		site:     site.Name,
		platform: platform,
		group:    group,
		at:       site.Store.Accounts.At,
	}, func(ctx context.Context, f *fleet.Fleet) ([]history.Day, error) {
		return f.Totals(ctx, platform, group, now().AddDate(0, 0, -totalsDays))
	})
}

// Blocks are charts of the followers and of the abnormal accounts of a platform or group.
func (t *Totals) Blocks(site *Site, platform, group string) []resource.Block {
	stored := t.Of(totalsOf{
		site:     site.Name,
		platform: platform,
		group:    group,
		at:       site.Store.Accounts.At,
	})
	if len(stored) < 2 {
		return nil
	}
	_, accounts := dayValues(
		stored,
		site.View.Now().Location(),
		func(d *history.Day) api.Number { return d.Accounts },
	)
	of := func(
		title string,
		tone theme.Tone,
		number func(*history.Day) api.Number,
		steps ...string,
	) resource.Block {
		days, values := dayValues(stored, site.View.Now().Location(), number)
		return CurveBlock(
			site.View,
			site.session.Words.N(title, DaysIn(days)),
			days,
			values,
			tone,
			steps...,
		)
	}
	return []resource.Block{
		of(
			"totals.followers",
			theme.Accent,
			(*history.Day).Followers,
			accountSteps(site.session.Words, accounts)...,
		),
		of("totals.abnormal", theme.Bad, func(d *history.Day) api.Number {
			return d.Abnormal
		}),
	}
}

// accountSteps say by how many accounts there are more or fewer than before, "" where there are as many, and for
// less than 1% of them, which no chart of their followers shows.
func accountSteps(w *words.Words, accounts []float64) []string {
	steps := make([]string, len(accounts))
	last := accounts[0]
	for i, n := range accounts {
		by := int(n - last)
		if math.IsNaN(n) || by == 0 {
			continue
		}
		if 100*math.Abs(n-last) >= last {
			change := resource.Signed(api.Int(int64(by)), api.Number.String)
			steps[i] = w.N("totals.step", max(by, -by), "By", change)
		}
		last = n
	}
	return steps
}

// dayValues are the values of a number of all days from the first to the last one, NaN for
// those without a recording.
func dayValues(
	stored []history.Day,
	zone *time.Location,
	number func(*history.Day) api.Number,
) (days []time.Time, values []float64) {
	first, err := time.ParseInLocation(time.DateOnly, stored[0].Date, zone)
	next := 0
	for day := first; err == nil && next < len(stored); day = day.AddDate(0, 0, 1) {
		value := math.NaN()
		if stored[next].Date <= day.Format(time.DateOnly) {
			v, ok := number(&stored[next]).Float64()
			if ok && math.Abs(v) < 1e100 {
				value = v
			}
			next++
		}
		days = append(days, day)
		values = append(values, value)
	}
	return days, values
}
