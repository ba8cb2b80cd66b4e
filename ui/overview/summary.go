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

// summary is the lines above the regions: the accounts, those that are abnormal, and their followers. What
// else there is to count is among the findings.
func (s *screen) summary(width int) string {
	s.width = width
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
	line := m.counts(&is, counts, width)
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

// counts are the numbers of accounts, each with what it counts: those that need something first, as many
// as have room.
func (m *Model) counts(is *fleet.Tally, counts *fleet.Counts, width int) string {
	w := m.words
	t := m.theme
	open := func(part, status string) string {
		return m.ctx.Zones.Mark(part, func() tea.Cmd {
			return m.stack.Goto(pane.Target{Pane: "accounts", Status: status})
		})
	}
	line := " " + open(t.Tone(theme.Strong).Render(w.N("accounts.total", is.Accounts)), "")
	add := func(part, status string) {
		if status != "" {
			part = open(part, status)
		}
		if text.Width(line)+3+text.Width(part) < width {
			line += "   " + part
		}
	}
	warn := func(sign, message string, n int, status string) {
		if n > 0 {
			add(t.Tone(theme.Warn).Render(sign+" "+w.T(message, "N", w.Int(n))), status)
		}
	}
	abnormal := resource.AbnormalCount(m.view, is.Abnormal, counts.NewlyAbnormal)
	add(t.Tone(theme.Bad).Render(t.Glyphs.Abnormal+" "+abnormal), "abnormal")
	warn(t.Glyphs.Unknown, "accounts.n_unknown", is.Unknown, "unknown")
	warn(t.Glyphs.Stale, "accounts.n_outage", is.Outage, "outage")
	followers := m.series()[0]
	isWide := width >= wideScreen
	if !followers.last.Sum.IsSet() || isWide && followers.moves() { // then there is a chart
		return line
	}
	add(w.T("overview.n_followers", "N", m.view.Total(followers.last, m.view.Short)), "")
	if !isWide {
		return line
	}
	change, beside := m.aside(&followers)
	if change != "" {
		change = "  " + change
	}
	if beside != "" {
		beside = t.Glyphs.Plain(" " + t.Glyphs.Between + " " + beside)
	}
	for _, more := range []string{change, beside} {
		if text.Width(line)+text.Width(more)+1 < width {
			line += more
		}
	}
	return line
}

// counter is the text in front of the counter of the findings: with what they were compared.
func (s *screen) counter() string {
	since := s.m.sinceOf((*site).sinceBrief)
	if s.width >= minSince || since == "" { // the history is not read yet, or there is none
		return since
	}
	isFirst := func(s *site) bool {
		return s.store.Past.Value != nil && s.point().Accounts.IsZero()
	}
	if slices.ContainsFunc(s.m.sites, isFirst) && !s.m.compares() {
		return s.m.words.T("overview.first_visit_brief")
	}
	return s.m.baseline()
}

// minSince is the width of a screen from which the time of the baseline is shown.
const minSince = 80

// since returns the text of [site.since] if it is the same for all sites, otherwise the name of the
// baseline.
func (m *Model) since() string { return m.sinceOf((*site).since) }

func (m *Model) sinceOf(of func(*site) string) string {
	since := of(m.sites[0])
	if slices.ContainsFunc(m.sites, func(s *site) bool { return of(s) != since }) {
		return m.baseline()
	}
	return since
}

// sinceBrief is since without the name of the last visit, with which the present is compared unless the user chooses.
func (s *site) sinceBrief() string {
	if s.store.Past.Value == nil {
		return ""
	}
	point := s.point()
	baseline := cmp.Or(point.Baseline, s.store.Baseline())
	isLastVisit := baseline == history.SinceVisit && s.ctx.Moment.IsZero() &&
		!point.Accounts.IsZero() && !point.Late() && !point.Pruned()
	if !isLastVisit {
		return s.since()
	}
	return s.ctx.Words.T("overview.since_visit", "Time", s.own.View.DayTime(point.Accounts))
}

// since says with which point in the history the present is compared: "since 2026-11-22
// 08:31, 24 hours".
func (s *site) since() string {
	past := s.store.Past.Value
	w := s.ctx.Words
	if past == nil {
		return ""
	}
	point := s.point()
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
		"Baseline", s.ctx.BaselineName(cmp.Or(point.Baseline, s.store.Baseline())),
	)
}

// point is the point in the history with which the present is compared, where the history was read.
func (s *site) point() history.Point {
	checked := s.found.Value.Input
	if checked != nil && !checked.Point.Accounts.IsZero() {
		return checked.Point // with which the numbers beside it were compared: a check may be under way
	}
	return s.store.Past.Value.Point
}

// baseline is the name of the baseline. Without an earlier visit the first recording is in its place.
func (m *Model) baseline() string {
	hasBaseline := func(s *site) bool {
		return s.store.Past.Value == nil || !s.point().Late()
	}
	if !slices.ContainsFunc(m.sites, hasBaseline) {
		return m.words.T("overview.baseline.first")
	}
	return m.ctx.BaselineName(m.store.Baseline())
}
