package overview

import (
	"math"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// series is a number of the fleet on each day of the period, the last one now.
type series struct {
	title  string
	days   []time.Time
	values []api.Number // unset for a day without a recording
	worse  bool         // a rise is bad
	last   api.Total    // the last value
}

// series returns the followers and the abnormal accounts of all days: of the sites together whose
// accounts are known, as far as all of these were recorded.
func (m *Model) series() [2]series {
	var titles []string
	var all [2]series
	for _, s := range m.sites {
		if len(m.sites) > 1 && !s.store.Accounts.Loaded() {
			continue
		}
		one := s.series()
		for i := range all {
			if titles == nil {
				all[i] = one[i]
				continue
			}
			for day := range all[i].values {
				all[i].values[day] = all[i].values[day].Add(one[i].values[day])
			}
			all[i].last = all[i].last.Plus(one[i].last)
		}
		titles = append(titles, s.own.Name)
	}
	if titles == nil {
		all = m.sites[0].series()
	} else if len(m.sites) > 1 {
		for i := range all {
			all[i].title += " " + m.theme.Glyphs.Between + " " + strings.Join(titles, "+")
		}
	}
	return all
}

// series returns the numbers of a site.
func (s *site) series() [2]series {
	list := s.store.Accounts.List()
	now := s.own.View.Now()
	var followers, abnormal api.Total
	for _, p := range list.Platforms {
		followers = followers.Plus(p.Followers())
	}
	if s.store.Accounts.Loaded() {
		abnormal.Sum = api.Int(int64(list.Abnormal))
	}
	stored := map[string]history.Day{}
	for _, d := range s.fleet.Value.days {
		stored[d.Date] = d
	}
	all := [2]series{
		{title: s.ctx.Words.T("overview.followers")},
		{title: s.ctx.Words.T("overview.abnormal"), worse: true},
	}
	for n := int(period / (24 * time.Hour)); n > 0; n-- {
		day := now.AddDate(0, 0, -n)
		d := stored[day.Format(time.DateOnly)]
		all[0].add(day, d.Followers())
		all[1].add(day, d.Abnormal)
	}
	for i, last := range []api.Total{followers, abnormal} {
		all[i].add(now, last.Sum)
		all[i].last = last
	}
	return all
}

func (s *series) add(at time.Time, n api.Number) {
	s.days = append(s.days, at)
	s.values = append(s.values, n)
}

// known returns the number of days with a value, and the first of these.
func (s *series) known() (n, first int) {
	for i, v := range slices.Backward(s.values) {
		if v.IsSet() {
			n++
			first = i
		}
	}
	return n, first
}

// leastMove is the change, as a part of the greatest value, from which a series is drawn as a chart.
const leastMove = 0.01

// moves reports whether the values of at least two days are known and differ by leastMove.
func (s *series) moves() bool {
	n, first := s.known()
	if n < 2 {
		return false
	}
	low := math.Inf(1)
	high := math.Inf(-1)
	for _, v := range s.floats(first) {
		if !math.IsNaN(v) {
			low = min(low, v)
			high = max(high, v)
		}
	}
	return high > low && high-low >= leastMove*high
}

// floats are the values from a day on, NaN for unknown ones and those beyond any scale.
func (s *series) floats(first int) []float64 {
	values := make([]float64, 0, len(s.values)-first)
	for _, n := range s.values[first:] {
		v, ok := n.Float64()
		if !ok || math.Abs(v) > 1e100 {
			v = math.NaN()
		}
		values = append(values, v)
	}
	return values
}

// aside is the change over the period or, where the history is shorter, since
// it begins; and what that change does not include. The change of the followers compares the
// same accounts. If it is known for some of the sites only, these are named.
func (m *Model) aside(s *series) (change, beside string) {
	var sites []*fleet.Comparisons
	for _, site := range m.sites {
		sites = append(sites, site.store.Past.Value.Changes(history.SpanMonth))
	}
	compared, of := fleet.SumOfSites(sites, func(c *fleet.Comparison) bool {
		return s.worse || c.Followers().By().IsSet()
	})
	if !compared.From.Before(compared.To) {
		return "", ""
	}
	followers := compared.Followers()
	change = resource.PercentCell(m.view, followers.Percent()).Text
	beside = m.view.NotCompared(followers, m.view.Short)
	if s.worse {
		change, _ = m.view.Change(
			api.Int(int64(compared.IsAbnormal-compared.WasAbnormal)),
			m.view.Short,
		)
		beside = ""
	}
	if change == "" {
		return "", beside
	}
	period := m.words.LongDuration(compared.To.Sub(compared.From))
	change = m.words.T("overview.in_days", "Change", change, "Time", period)
	if len(of) < len(m.sites) {
		names := make([]string, len(of))
		for i, n := range of {
			names[i] = m.sites[n].own.Name
		}
		change = m.words.T("field.labelled", "Name", strings.Join(names, "+"), "Text", change)
	}
	return change, beside
}

// steps are how many accounts joined and left on some days, "2 joined · 1 left", "" for none and for
// less than 1% of the accounts, which no chart shows.
func (m *Model) steps(days []time.Time) []string {
	steps := make([]string, len(days))
	accounts := 0
	for _, s := range m.sites {
		accounts += len(s.store.Accounts.List().Rows)
	}
	for i, day := range days {
		var of fleet.Step
		for _, s := range m.sites {
			if past := s.store.Past.Value; past != nil {
				step := past.Steps[day.Format(time.DateOnly)]
				of.Joined += step.Joined
				of.Left += step.Left
			}
		}
		if 100*(of.Joined+of.Left) < accounts {
			continue
		}
		joined := ""
		if of.Joined > 0 {
			joined = m.words.N("compared.joined", of.Joined)
		}
		left := ""
		if of.Left > 0 {
			left = m.words.N("compared.left", of.Left)
		}
		steps[i] = text.Join(" "+m.theme.Glyphs.Between+" ", joined, left)
	}
	return steps
}

// drawChart draws a series as a chart in a frame. Its change, and the accounts that joined and left, are told
// beside the value, or else above the chart.
func (m *Model) drawChart(s series, tone theme.Tone, width, height int) string {
	const frame = 10 // cells for its corners and blanks
	f := pane.Frame{Title: s.title, Right: m.view.Total(s.last, m.view.Short)}
	change, beside := m.aside(&s)
	var above []string
	for _, fact := range []struct{ before, text string }{{"  ", change}, {" · ", beside}} {
		right := f.Right + fact.before + fact.text
		if fact.text == "" {
			continue
		} else if len(above) == 0 && text.Width(s.title+right) <= width-frame {
			f.Right = right
		} else {
			above = append(above, fact.text)
		}
	}
	inner, rows := f.Inner(width, height)
	n, first := s.known()
	if n < 2 {
		return m.ctx.Frame(
			f,
			m.ctx.ViewNothing(m.noCurve(n), inner, rows),
			width,
			height,
		)
	}
	told := ""
	for _, line := range text.Wrap(strings.Join(above, " · "), inner-2) {
		if line != "" {
			told += " " + m.theme.Tone(theme.Muted).Render(line) + "\n"
			rows--
		}
	}
	body := pane.Curve(
		m.view,
		s.days[first:],
		s.floats(first),
		tone,
		inner-1,
		rows,
		m.steps(s.days[first:])...,
	)
	return m.ctx.Frame(f, told+" "+strings.ReplaceAll(body, "\n", "\n "), width, height)
}

// noCurve says why there is no curve of fewer than two known values.
func (m *Model) noCurve(known int) string {
	isListed := slices.ContainsFunc(m.sites, func(s *site) bool { return s.store.Accounts.Loaded() })
	switch {
	case !m.recalled():
		return m.words.T("overview.reading")
	case known > 0 || isListed:
		return m.words.T("overview.one_day")
	case slices.ContainsFunc(m.sites, func(s *site) bool { return s.store.Accounts.Err == nil }):
		return m.words.T("overview.checking")
	default: // what failed is said above
		return ""
	}
}
