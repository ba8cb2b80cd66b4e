package accounts

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// addTrend adds the history of an account to the blocks of its inspector: the changes
// of its numbers since the baseline, and its followers as a sparkline.
func (l *listScreen) addTrend(blocks []resource.Block, a row) []resource.Block {
	site := l.m.ctx.Sites.Named(a.Site)
	states := l.trend.Of(site, a)
	if len(states) == 0 {
		return blocks
	}
	const numbers = 1 // the block of the numbers
	if past := site.Store.Past.Value; past != nil {
		last := slices.IndexFunc(states, func(n history.Counts) bool {
			return n.At.After(past.Since())
		})
		if last < 0 {
			last = len(states)
		}
		facts := blocks[numbers].Facts
		for count := range api.NumCounts {
			i := slices.IndexFunc(facts, func(f resource.Fact) bool {
				return f.ID == count.String()
			})
			now, known := a.Statistic(count)
			if known && last > 0 && i >= 0 && facts[i].Note == "" {
				facts[i].Note = changeSince(site, now.Sub(states[last-1].Values[count]))
			}
		}
	}
	end := lastListed(site, a)
	states, from := pane.FollowersSince(states, end)
	if states == nil {
		return blocks
	}
	block := resource.Block{
		Title: site.View.Words.T(
			"accounts.block_trend",
			"Time", site.View.Words.LongDuration(end.Sub(from)),
		),
		Lines: func(width int) []string {
			if width >= pane.WideInspector {
				times, values := pane.FollowersAt(states, a, from, end, width)
				if curve := pane.CurveBlock(
					site.View,
					"",
					times,
					values,
					theme.Accent,
				); curve.Lines != nil {
					return curve.Lines(width)
				}
			}
			return trendLines(site, states, a, from, end, width)
		},
	}
	return slices.Insert(blocks, numbers+1, block)
}

// changeSince is a change of a number since the baseline, with since when.
func changeSince(site *pane.Site, by api.Number) string {
	w := site.View.Words
	change, _ := site.View.Change(by, func(n api.Number) string {
		return w.Exact(n.String())
	})
	if by.IsSet() && by.Sign() == 0 {
		return w.T("accounts.unchanged")
	}
	return change
}

// lastListed is when the list was loaded or, for an account that is no longer listed, the last
// recording that has it.
func lastListed(site *pane.Site, a row) time.Time {
	went := site.View.Lists.Spell(a).At
	if site.View.IsGone(a) && !went.After.IsZero() {
		return went.After
	}
	return site.Store.Accounts.At
}

// trendLines are the followers from a time to another one as a sparkline, with the first and the last
// value.
func trendLines(
	site *pane.Site,
	states []history.Counts,
	a row,
	from, end time.Time,
	width int,
) []string {
	t := site.View.Theme
	w := site.View.Words
	now := site.View.Now()
	_, values := pane.FollowersAt(
		states,
		a,
		from,
		end,
		max(min(width-2, 60), 1),
	)
	label := func(n api.Number, at time.Time) string {
		day, _, _ := strings.Cut(w.Clock(at.In(now.Location()), now), " ")
		return w.Short(n.String()) + " " + t.Glyphs.Between + " " + day
	}
	last, known := a.Statistic(api.CountFans)
	for i := len(states) - 1; i >= 0 && !(known && last.IsSet()); i-- {
		last = states[i].Followers()
		known = true
	}
	reads := func(f float64) string {
		return w.Short(strconv.FormatFloat(f, 'f', -1, 64))
	}
	if !slices.ContainsFunc(values, func(f float64) bool {
		return !math.IsNaN(f) && reads(f) != w.Short(last.String())
	}) {
		for i := range values { // a slope would contradict the numbers below it, which read the same
			values[i] *= 0
		}
	}
	left := label(states[0].Followers(), from)
	right := label(last, end)
	spark := t.Tone(theme.Accent).Render(bar.Spark(&t.Glyphs, values, len(values)))
	blanks := len(values) - text.Width(left) - text.Width(right)
	line := left + text.Blank(max(blanks, 2)) + right
	return []string{" " + spark, " " + t.Tone(theme.Muted).Render(text.Cut(line, width-1))}
}

// mostDays are the days of the strip of a status.
const mostDays = 90

// daysBlock shows by day whether an account was normal, with blanks where nothing is known.
func (m *Model) daysBlock(a row) resource.Block {
	days := m.ctx.Sites.Named(a.Site).Store.Past.Value.Days(a, mostDays)
	if len(days) < 2 {
		return resource.Block{}
	}
	return resource.Block{
		Title: m.words.T("accounts.block_days", "N", len(days)),
		Lines: func(width int) []string {
			signs := map[fleet.Day]string{
				fleet.DayUnknown:  " ",
				fleet.DayNormal:   m.theme.Tone(theme.Muted).Render(m.theme.Glyphs.Spark[0]),
				fleet.DayAbnormal: m.theme.Tone(theme.Bad).Render(m.theme.Glyphs.Spark[7]),
			}
			var strip strings.Builder
			counts := map[fleet.Day]int{}
			for _, day := range days {
				counts[day]++
			}
			for _, day := range days[max(len(days)-width+2, 0):] {
				strip.WriteString(signs[day])
			}
			note := m.words.T(
				"accounts.abnormal_days",
				"N", counts[fleet.DayAbnormal],
				"Total", len(days)-counts[fleet.DayUnknown],
			)
			return append([]string{" " + strip.String()}, m.view.Note(note, width)...)
		},
	}
}
