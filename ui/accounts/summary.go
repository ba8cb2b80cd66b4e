package accounts

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// shareWidth is the maximum width of the bar of normal and abnormal accounts.
const shareWidth = 24

// narrowSummary is the width of the summary from which it has how many accounts turned abnormal.
const narrowSummary = 60

func (l *listScreen) summary(width int) []string {
	return append(
		[]string{l.counts(width)},
		l.m.ctx.AccountsAlert(
			"accounts.part",
			l.m.stack.Keys.Refresh,
			l.m.keys.LoadAll,
			l.KeepSite,
			width,
		)...,
	)
}

// aroundSince is the width that the border needs beside what [listScreen.since] returns and the digits of the
// counter: for the title and the column that the rows are sorted by.
const aroundSince = 34

// since says in the border since when accounts are new and their numbers changed. It is "" where that has no room or
// differs between sites.
func (l *listScreen) since() string {
	since := ""
	for _, s := range l.m.ctx.Sites {
		past := s.Store.Past.Value
		if past == nil || past.Point.Accounts.IsZero() {
			return ""
		}
		of := l.m.words.T("overview.since_visit", "Time", s.View.DayTime(past.Point.Accounts))
		if since != "" && of != since {
			return ""
		}
		since = of
	}
	shown, _ := l.Table.Counts()
	digits := 2 * text.Width(l.m.words.Int(shown)) // those of the position are as many at the end of the list
	if text.Width(since) > l.Width()-aroundSince-digits {
		return ""
	}
	return since
}

// counts is the line of the summary: the accounts by health, and the share of normal
// ones or, at its right half, the sums of the selection. Parts that do not fit whole
// are left out.
func (l *listScreen) counts(width int) string {
	parts := l.countParts(width)
	if len(l.sums.short) > 0 {
		return fitParts(
			slices.Concat([]string{strings.TrimPrefix(fitParts(parts, width/2), " ")}, l.sums.short),
			width,
		)
	}
	line := fitParts(parts, width)
	return line + l.m.normalShare(l.numbers, width-text.Width(line))
}

// countParts returns the number of accounts, and how many of them have each status, change or problem, those that
// can be filtered with a click.
func (l *listScreen) countParts(width int) []string {
	w := l.m.words
	t := l.m.theme
	n := l.numbers
	parts := []string{
		l.m.ctx.Zones.Mark(
			t.Tone(theme.Strong).Render(w.N("accounts.total", n.Accounts)),
			l.clearFilters,
		),
	}
	newly := n.NewlyAbnormal
	if width < narrowSummary || len(l.sums.short) > 0 { // which take half of the width
		newly = 0
	}
	for _, c := range l.counted(newly) {
		if c.n > 0 || c.tone == theme.Good {
			shown := t.Tone(c.tone).Render(c.sign + " " + c.label)
			if c.click != nil {
				shown = l.m.ctx.Zones.Mark(shown, c.click)
			}
			parts = append(parts, shown)
		}
	}
	return parts
}

// count is a number of accounts in the summary.
type count struct {
	n           int
	sign, label string
	tone        theme.Tone
	click       func() tea.Cmd // nil where no filter shows these
}

// counted are the accounts by status, change and problem, of which some are newly abnormal.
func (l *listScreen) counted(newly int) []count {
	w := l.m.words
	t := l.m.theme
	n := l.numbers
	label := func(message string, n int) string {
		return w.T(message, "N", w.Int(n))
	}
	return []count{
		{
			n.Abnormal,
			t.Glyphs.Abnormal,
			resource.AbnormalCount(l.m.view, n.Abnormal, newly),
			theme.Bad,
			l.only(fleet.Abnormal),
		},
		{
			n.Normal,
			t.Glyphs.Normal,
			label("accounts.n_normal", n.Normal),
			theme.Good,
			l.only(fleet.Normal),
		},
		{
			n.Unknown,
			t.Glyphs.Unknown,
			label("accounts.n_unknown", n.Unknown),
			theme.Warn,
			l.only(fleet.Unknown),
		},
		{
			n.Outage,
			t.Glyphs.Stale,
			label("accounts.n_outage", n.Outage),
			theme.Warn,
			l.only(fleet.Outage),
		},
		{n.Stale, t.Glyphs.Stale, label("accounts.n_stale", n.Stale), theme.Warn, nil},
		{
			n.Marked[history.Appeared],
			t.Glyphs.New,
			label("accounts.n_appeared", n.Marked[history.Appeared]),
			theme.Accent,
			l.toggleChanged,
		},
		{
			n.Marked[history.Disappeared],
			t.Glyphs.Dash,
			label("accounts.n_gone", n.Marked[history.Disappeared]),
			theme.Warn,
			l.toggleChanged,
		},
	}
}

// normalShare returns the share of normal accounts among those that are normal or abnormal, as a bar and in percent;
// "" where no account is either, or the room is too small.
func (m *Model) normalShare(n *fleet.Counts, room int) string {
	t := m.theme
	rated := n.Normal + n.Abnormal
	if rated == 0 {
		return ""
	}
	percent := " " + m.words.T(
		"accounts.n_normal",
		"N",
		m.view.Percent(n.Normal, rated, 0),
	)
	width := min(room-4-text.Width(percent), shareWidth)
	if width < 8 {
		return ""
	}
	share := float64(n.Normal) / float64(rated)
	drawn := bar.Share(t, share, width, t.Tone(theme.Good), t.Tone(theme.Bad))
	return "   " + drawn + t.Tone(theme.Muted).Render(percent)
}

// fitParts joins the parts that fit whole into width, the first in any case.
func fitParts(parts []string, width int) string {
	line := ""
	gap := "   "
	if width < narrowSummary {
		gap = "  "
	}
	for i, part := range parts {
		if i == 0 {
			line = text.Cut(" "+part, width)
		} else if text.Width(line+gap+part) < width {
			line += gap + part
		}
	}
	return line
}

// blocks are the exact sums of the selected accounts, followed by the account.
func (l *listScreen) blocks(a row) []resource.Block {
	l.sums.renew(l)
	const state = 1 // the number of blocks before the days
	blocks := slices.Insert(
		l.addTrend(l.m.blocks(a), a),
		state,
		l.m.daysBlock(a),
	)
	blocks = append(blocks, l.failedBlock(a))
	if n := l.Table.SelectedCount(); n > 0 {
		title := l.m.words.T("accounts.selection") + " " + l.m.theme.Glyphs.Between +
			" " + l.m.words.N("accounts.total", n)
		blocks = append([]resource.Block{{Title: title, Facts: l.sums.exact}}, blocks...)
	}
	return blocks
}
