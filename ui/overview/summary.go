package overview

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

func lines(s string) int { return strings.Count(s, "\n") + 1 }

// summary is the lines above the regions: the accounts by health, and at the right the
// time with which they are compared.
func (s *screen) summary(width int) string {
	m := s.m
	var is fleet.Tally
	counts := &fleet.Counts{Marked: map[history.Mark]int{}}
	for _, s := range m.sites {
		list := s.store.Accounts.List()
		is.Accounts += len(list.Rows)
		is.Abnormal += list.Abnormal
		is.Unknown += list.Unknown
		is.Outage += list.Outage
		if checked := s.found.Value.counts; checked != nil {
			counts.Add(checked)
		}
	}
	if is.Accounts == 0 && len(m.sites) == 1 {
		return ""
	}
	w := m.words
	t := m.theme
	wide := width >= 100
	label := func(message string, n int) string {
		if wide {
			return w.T(message, "N", w.Int(n))
		}
		return w.Int(n)
	}
	total := w.Int(is.Accounts)
	if wide {
		total = w.N("accounts.total", is.Accounts)
	}
	open := func(part, status string) string {
		return m.ctx.Zones.Mark(part, func() tea.Cmd {
			return m.stack.Goto(pane.Target{Pane: "accounts", Status: status})
		})
	}
	parts := []string{" " + open(t.Tone(theme.Strong).Render(total), "")}
	add := func(tone theme.Tone, sign, text, status string) {
		part := t.Tone(tone).Render(sign + " " + text)
		if status != "" {
			part = open(part, status)
		}
		parts = append(parts, part)
	}
	add(
		theme.Bad,
		t.Glyphs.Abnormal,
		resource.AbnormalCount(m.view, is.Abnormal, counts.Marked[history.TurnedAbnormal], wide),
		"abnormal",
	)
	add(
		theme.Good,
		t.Glyphs.Normal,
		label("accounts.n_normal", is.Accounts-is.Abnormal-is.Unknown-is.Outage),
		"normal",
	)
	if is.Unknown > 0 {
		add(theme.Warn, t.Glyphs.Unknown, label("accounts.n_unknown", is.Unknown), "unknown")
	}
	if is.Outage > 0 {
		add(theme.Warn, t.Glyphs.Stale, label("accounts.n_outage", is.Outage), "outage")
	}
	if n := counts.Stale; n > 0 {
		add(theme.Warn, t.Glyphs.Stale, label("accounts.n_stale", n), "")
	}
	if n := counts.Marked[history.Disappeared]; n > 0 {
		add(theme.Warn, t.Glyphs.Dash, label("accounts.n_gone", n), "")
	}
	line := parts[0]
	for _, part := range parts[1:] {
		if text.Width(line)+3+text.Width(part) < width {
			line += "   " + part
		}
	}
	room := width - 1 - text.Width(line)
	if !wide {
		all := m.series()
		followers := "   " + m.view.Short(all[0].now()) + " "
		cells := room - text.Width(followers) - text.Width(m.baseline()) - 2
		if cells >= 8 {
			line += followers + m.sparkline(all[0], min(cells, 20))
			room = width - 1 - text.Width(line)
		}
	}
	help := m.ctx.Help(m.keys.Baseline)
	key := "  " + m.ctx.Zones.Key(
		t.Footer.Key.Render(help.Key)+" "+t.Footer.Word.Render(help.Desc),
		m.keys.Baseline,
	)
	whole := m.since()
	for _, since := range []string{whole + key, whole, m.baseline() + key, m.baseline()} {
		blanks := room - text.Width(since)
		if whole != "" && blanks >= 2 {
			line += text.Blank(blanks) + t.Tone(theme.Muted).Over(since)
			break
		}
	}
	return strings.Join(
		append(
			[]string{line},
			m.ctx.AccountsAlert(
				"accounts.part",
				m.stack.Keys.Refresh,
				m.keys.LoadAll,
				s.findings.KeepSite,
				width,
			)...,
		),
		"\n",
	)
}

// since returns the text of [site.since] if it is the same for all sites, otherwise the name of the
// baseline.
func (m *Model) since() string {
	since := m.sites[0].since()
	if slices.ContainsFunc(m.sites, func(s *site) bool { return s.since() != since }) {
		return m.baseline()
	}
	return since
}

// since says with which point in the history the present is compared: "since 2026-11-22
// 08:31, 24 hours".
func (s *site) since() string {
	past := s.store.Past.Value
	w := s.ctx.Words
	if past == nil {
		return ""
	}
	point := past.Point
	checked := s.found.Value.Input
	if checked != nil && !checked.Point.Accounts.IsZero() {
		point = checked.Point // with which the numbers beside it were compared: a check may be under way
	}
	if point.Accounts.IsZero() {
		return w.T("overview.first_visit")
	}
	if point.Late() {
		return w.T("overview.since_first", "Time", s.own.View.DayTime(point.Accounts))
	}
	if point.Pruned() {
		return w.T("overview.since_kept", "Time", s.own.View.DayTime(point.Accounts))
	}
	return w.T(
		"overview.since",
		"Time", s.own.View.DayTime(point.Accounts),
		"Baseline", baselineName(s.ctx, cmp.Or(point.Baseline, s.store.Baseline())),
	)
}

// baseline is the name of the baseline.
func (m *Model) baseline() string {
	return baselineName(m.ctx, m.store.Baseline())
}

// baselineName is the name of a baseline. Of a moment in the past, the last visit is that before it.
func baselineName(c *pane.Context, b history.Baseline) string {
	if b == history.SinceVisit && !c.Past.IsZero() {
		return c.Words.T("overview.baseline.visit_then")
	}
	return c.Words.T("overview.baseline." + string(b))
}
