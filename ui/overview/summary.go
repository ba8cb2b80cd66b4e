package overview

import (
	"cmp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

func lines(s string) int { return strings.Count(s, "\n") + 1 }

// summary is the lines above the regions: the accounts by health, and at the right the
// time with which they are compared.
func (s *screen) summary(width int) string {
	m := s.m
	list := m.Store.Accounts.List()
	if len(list.Rows) == 0 {
		return ""
	}
	w, t, wide := m.Words, m.Theme, width >= 100
	label := func(message string, n int) string {
		if wide {
			return w.T(message, "N", w.Int(n))
		}
		return w.Int(n)
	}
	total := w.Int(len(list.Rows))
	if wide {
		total = w.N("accounts.total", len(list.Rows))
	}
	open := func(part, status string) string {
		return m.Zones.Mark(part, func() tea.Cmd { return m.Goto(pane.Target{Pane: "accounts", Status: status}) })
	}
	parts := []string{" " + open(t.Tone(theme.Strong).Render(total), "")}
	add := func(tone theme.Tone, sign, text, status string) {
		part := t.Tone(tone).Render(sign + " " + text)
		if status != "" {
			part = open(part, status)
		}
		parts = append(parts, part)
	}
	counts := m.found.Value.counts
	if counts == nil { // not checked yet
		counts = &fleet.Counts{}
	}
	abnormal := label("accounts.n_abnormal", list.Abnormal)
	if n := counts.Marked[history.TurnedAbnormal]; n > 0 {
		abnormal += " " + t.Glyphs.Up + w.Int(n)
	}
	add(theme.Bad, t.Glyphs.Abnormal, abnormal, "abnormal")
	add(theme.Good, t.Glyphs.Normal, label("accounts.n_normal", len(list.Rows)-list.Abnormal-list.Unknown-list.Outage), "normal")
	if list.Unknown > 0 {
		add(theme.Warn, t.Glyphs.Unknown, label("accounts.n_unknown", list.Unknown), "unknown")
	}
	if list.Outage > 0 {
		add(theme.Warn, t.Glyphs.Stale, label("accounts.n_outage", list.Outage), "outage")
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
		followers := "   " + m.Short(all[0].now()) + " "
		if cells := room - text.Width(followers) - text.Width(m.baseline()) - 2; cells >= 8 {
			line += followers + m.sparkline(all[0], min(cells, 20))
			room = width - 1 - text.Width(line)
		}
	}
	help := m.keys.Baseline.Help()
	key := "  " + m.Zones.Key(t.Footer.Key.Render(help.Key)+" "+t.Footer.Word.Render(help.Desc), m.keys.Baseline)
	for _, since := range []string{m.since() + key, m.since(), m.baseline() + key, m.baseline()} {
		if blanks := room - text.Width(since); m.Store.Past.Value != nil && blanks >= 2 {
			line += text.Blank(blanks) + t.Tone(theme.Muted).Over(since)
			break
		}
	}
	return strings.Join(append([]string{line}, m.AccountsAlert("accounts.part", m.Keys.Refresh, m.keys.LoadAll, s.findings.KeepSite, width)...), "\n")
}

// since says with which point in the history the present is compared: "since 2026-11-22
// 08:31, 24 hours".
func (m *Model) since() string {
	past, w := m.Store.Past.Value, m.Words
	if past == nil {
		return ""
	}
	point := past.Point
	if checked := m.found.Value.Input; checked != nil && !checked.Point.Accounts.IsZero() {
		point = checked.Point // with which the numbers beside it were compared: a check may be under way
	}
	switch {
	case point.Accounts.IsZero():
		return w.T("overview.first_visit")
	case point.Late():
		return w.T("overview.since_first", "Time", m.DayTime(point.Accounts))
	}
	return w.T("overview.since", "Time", m.DayTime(point.Accounts), "Baseline", w.T("overview.baseline."+string(cmp.Or(point.Baseline, m.Store.Baseline()))))
}

// baseline is the name of the baseline.
func (m *Model) baseline() string {
	return m.Words.T("overview.baseline." + string(m.Store.Baseline()))
}
