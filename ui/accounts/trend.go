package accounts

import (
	"context"
	"math"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// trendTime is how far back the trend of an account goes.
const trendTime = 30 * 24 * time.Hour

// trendOf identifies a trend: the account, and when the list was loaded.
type trendOf struct {
	key history.AccountKey
	at  time.Time
}

// loadTrend reads the trend of the account that the inspector shows. A key press reads
// nothing: the inspector follows the cursor later.
func (l *listScreen) loadTrend(msg tea.Msg) tea.Cmd {
	h, now := l.m.History, l.m.Now
	a, ok := l.Table.Current()
	if _, key := msg.(tea.KeyMsg); key || h == nil || !ok {
		return nil
	}
	of := trendOf{history.KeyOf(a), l.m.Store.Accounts.At}
	if l.about == of {
		return nil
	}
	l.about, l.trend.Value = of, nil
	return l.trend.Start(l.m.Base, now, func(ctx context.Context, _ func(any)) ([]history.Counts, error) {
		return h.Past().Trend(ctx, of.key, now().Add(-trendTime))
	})
}

// addTrend adds the history of an account to the blocks of its inspector: the changes
// of its numbers since the baseline, and its followers as a sparkline.
func (l *listScreen) addTrend(blocks []resource.Block, a row) []resource.Block {
	states := l.trend.Value
	if l.about.key != history.KeyOf(a) || len(states) == 0 {
		return blocks
	}
	const numbers = 1 // the block of the numbers
	if past := l.m.Store.Past.Value; past != nil {
		last := slices.IndexFunc(states, func(c history.Counts) bool { return c.At.After(past.Since()) })
		if last < 0 {
			last = len(states)
		}
		for _, n := range counts() {
			facts := blocks[numbers].Facts
			i, field := slices.IndexFunc(facts, func(f resource.Fact) bool { return f.ID == n.id }), slices.Index(history.CountFields(), n.id)
			if now, known := n.known(a); known && last > 0 && i >= 0 && field >= 0 && facts[i].Note == "" {
				facts[i].Note, _ = l.m.Change(now.Sub(states[last-1].Values[field]), func(n api.Number) string { return l.m.Words.Exact(n.String()) })
			}
		}
	}
	first := slices.IndexFunc(states, func(c history.Counts) bool { return c.Followers().IsSet() })
	if first < 0 {
		return blocks
	}
	states = states[first:]
	end, from := l.m.Store.Accounts.At, states[0].At
	if from.Before(end.Add(-trendTime)) {
		from = end.Add(-trendTime)
	}
	if end.Sub(from) < time.Hour {
		return blocks
	}
	block := resource.Block{Title: l.m.Words.T("accounts.block_trend"), Lines: func(width int) []string {
		if width >= pane.WideInspector {
			times, values, _ := l.followersAt(states, a, from, width)
			if curve := l.m.CurveBlock("", times, values, theme.Accent); curve.Lines != nil {
				return curve.Lines(width)
			}
		}
		return l.trendLines(states, a, from, width)
	}}
	return slices.Insert(blocks, numbers+1, block)
}

// followersAt returns n times from one to that of the list, and the followers at each: NaN
// while the account was not listed, or its followers were not known.
func (l *listScreen) followersAt(states []history.Counts, a row, from time.Time, n int) (times []time.Time, values []float64, last api.Number) {
	end, next := l.m.Store.Accounts.At, 0
	values = make([]float64, n)
	for i := range values {
		at := from.Add(end.Sub(from) * time.Duration(i+1) / time.Duration(len(values)))
		for next < len(states) && !states[next].At.After(at) {
			next++
		}
		values[i] = math.NaN()
		if n := states[max(next-1, 0)].Followers(); n.IsSet() {
			values[i], _ = n.Float64()
			last = n
		}
		times = append(times, at)
	}
	if n, known := a.Statistic(a.FansCount); known && n.IsSet() {
		last = n
		values[len(values)-1], _ = n.Float64()
	}
	return times, values, last
}

// trendLines are the followers from a time to that of the list as a sparkline, with the
// first and the last value.
func (l *listScreen) trendLines(states []history.Counts, a row, from time.Time, width int) []string {
	t, w, now, end := l.m.Theme, l.m.Words, l.m.Now(), l.m.Store.Accounts.At
	_, values, last := l.followersAt(states, a, from, max(min(width-2, 60), 1))
	label := func(n api.Number, at time.Time) string {
		day, _, _ := strings.Cut(w.Clock(at.In(now.Location()), now), " ")
		return w.Short(n.String()) + " " + t.Glyphs.Between + " " + day
	}
	left, right := label(states[0].Followers(), from), label(last, end)
	spark := t.Tone(theme.Accent).Render(bar.Spark(&t.Glyphs, values, len(values)))
	line := left + text.Blank(max(len(values)-text.Width(left)-text.Width(right), 2)) + right
	return []string{" " + spark, " " + t.Tone(theme.Muted).Render(text.Cut(line, width-1))}
}
