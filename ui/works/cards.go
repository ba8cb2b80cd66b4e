package works

import (
	"math"
	"slices"
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
	"channeldeck/ui/works/metrics"
)

// engagementRate is the name of the engagement rate among those of the metrics, which
// have no underscore.
const engagementRate = "engagement_rate"

// The minimum widths of cards, and the height of the strip of cards: with borders,
// as rules above two lines, or as one line of text.
const (
	framedWidth  = 24
	bareWidth    = 20
	framedHeight = 5
	bareHeight   = 3
	lineHeight   = 1
)

// fillCards lists the cards: the metrics that have a value in some snapshot, and the
// engagement rate where it can be computed. The visible metric stays.
func (s *workScreen) fillCards() {
	entries := s.history.Entries()
	isKnown := func(name string) bool {
		return slices.ContainsFunc(entries, func(e *metrics.Entry) bool {
			return s.m.value(&e.Snapshot, name).IsSet()
		})
	}
	s.cards = nil
	for _, name := range append(slices.Clone(s.names), engagementRate) {
		if isKnown(name) {
			s.cards = append(s.cards, name)
		}
	}
	if !slices.Contains(s.cards, s.metric) {
		s.metric = ""
		if len(s.cards) > 0 {
			s.metric = s.cards[0]
		}
	}
}

// selectCard moves by a number of cards and shows the metric of that card.
func (s *workScreen) selectCard(by int) {
	if i := slices.Index(s.cards, s.metric) + by; i >= 0 && i < len(s.cards) {
		s.metric = s.cards[i]
		s.arrange()
	}
}

// stripHeight is the height of the cards above the chart, 0 without any.
func (s *workScreen) stripHeight() int {
	switch height := s.bodyHeight(); {
	case len(s.cards) == 0:
		return 0
	case s.width >= pane.FrameWidth && height >= 20:
		return framedHeight
	case height >= 12:
		return bareHeight
	}
	return lineHeight
}

// viewCards draws as many cards as fit, the visible metric's one among them.
func (s *workScreen) viewCards() string {
	height := s.stripHeight()
	selected := slices.Index(s.cards, s.metric)
	if height == lineHeight {
		count := " " + s.m.Words.Int(selected+1) + "/" + s.m.Words.Int(len(s.cards))
		return " " + text.Left(s.reading(s.width-1-len(count)), s.width-1-len(count)) + s.m.Theme.Tone(theme.Muted).Render(count)
	}
	n := s.width / bareWidth
	if height == framedHeight {
		n = s.width / framedWidth
	}
	n = min(len(s.cards), max(n, 1))
	from := max(0, min(selected-n/2, len(s.cards)-n))
	view := ""
	for i, name := range s.cards[from : from+n] {
		width := s.width*(i+1)/n - s.width*i/n
		f := pane.Frame{Title: s.m.metricName(name), Focused: name == s.metric && s.tab == overviewTab, Bare: height < framedHeight}
		if hidden := len(s.cards) - from - n; i == n-1 && hidden > 0 {
			f.Right = "+" + s.m.Words.Int(hidden)
		}
		inner, _ := f.Inner(width, height)
		card := s.m.Frame(f, s.card(name, inner), width, height)
		if i > 0 {
			card = pane.SideBySide(view, card, s.width*i/n)
		}
		view = card
	}
	return view
}

// card is the body of a card: the value and its change, a sparkline, and the time of
// the previous snapshot.
func (s *workScreen) card(name string, width int) string {
	m, t, i := s.m, s.m.Theme, s.selected()
	tone := theme.Muted
	if name == s.metric {
		tone = theme.Accent
	}
	room := max(width-2, 1)
	entries := s.history.Entries()
	values := make([]float64, 0, room)
	for _, p := range m.series(entries[max(0, len(entries)-room):], name) {
		v, _ := p.Value.Float64()
		if !p.Value.IsSet() {
			v = math.NaN()
		}
		values = append(values, v)
	}
	lines := []string{s.cardValue(name, room), t.Tone(tone).Render(bar.Spark(&t.Glyphs, values, room)), m.since(entries, i, name, room)}
	for i, l := range lines {
		lines[i] = " " + text.Cut(l, room)
	}
	return strings.Join(lines, "\n")
}

// cardValue is a value and its change since the previous snapshot, shortened if the
// digits do not fit.
func (s *workScreen) cardValue(name string, room int) string {
	m, t := s.m, s.m.Theme
	series := m.series(s.history.Entries()[max(0, s.selected()-1):s.selected()+1], name)
	value := series[len(series)-1].Value
	if !value.IsSet() {
		return t.Tone(theme.Muted).Render(t.Glyphs.Dash)
	}
	if name == engagementRate {
		by := m.Words.T("works.by_base", "Base", strings.ToLower(m.metricName(metrics.Bases()[m.base])))
		return spread(t.Tone(theme.Strong).Render(m.share(value)), t.Tone(theme.Muted).Render(by), room)
	}
	var change api.Number
	if len(series) > 1 {
		change = value.Sub(series[0].Value)
	}
	short := func(n api.Number) string { return m.Words.Short(n.String()) }
	for _, format := range [][2]func(api.Number) string{{m.exact, m.exact}, {m.exact, short}, {short, short}} {
		v := t.Tone(theme.Strong).Render(format[0](value))
		if line := spread(v, m.arrow(change, format[1]), room); text.Width(line) <= room {
			return line
		}
	}
	return t.Tone(theme.Strong).Render(short(value))
}

// arrow is a change as a direction and a size, "" for an unknown one.
func (m *Model) arrow(change api.Number, format func(api.Number) string) string {
	s, tone := m.Change(change, format)
	return m.Theme.Tone(tone).Render(s)
}

// spread puts two texts at the ends of a line of at least width cells.
func spread(left, right string, width int) string {
	return left + text.Blank(max(width-text.Width(left)-text.Width(right), 1)) + right
}

// since is the time of the previous snapshot and, if it fits, the rate since then, which
// is missing for an interval under a minute.
func (m *Model) since(entries []*metrics.Entry, i int, name string, room int) string {
	muted := m.Theme.Tone(theme.Muted)
	if i == 0 {
		return muted.Render(m.Words.T("works.first_snapshot"))
	}
	line := m.Words.T("works.since", "Time", m.shortTime(entries[i-1]))
	rate := " " + m.Theme.Glyphs.Between + " " + m.perHour(metrics.Since(entries[i-1], entries[i], name).PerHour.Value)
	if text.Width(rate) > 3 && text.Width(line+rate) <= room {
		line += rate
	}
	return muted.Render(line)
}

// shortTime is the time of a snapshot: of day for one of today, else the date.
func (m *Model) shortTime(e *metrics.Entry) string {
	now := m.Now()
	at := e.At.In(now.Location())
	switch {
	case at.YearDay() == now.YearDay() && at.Year() == now.Year():
		return at.Format("15:04")
	case at.Year() == now.Year():
		return at.Format("01-02 15:04")
	}
	return at.Format("2006-01-02")
}

// reading is the visible metric of the selected snapshot in one line: its value, its
// change, and the rate.
func (s *workScreen) reading(width int) string {
	m, t := s.m, s.m.Theme
	line := t.Tone(theme.Strong).Render(m.metricName(s.metric)) + "  "
	if s.metric == engagementRate {
		return text.Cut(line+s.cardValue(s.metric, 0), width)
	}
	r := s.history.Read(s.selected(), []string{s.metric})[0]
	if r.Why != metrics.Known {
		return text.Cut(line+t.Glyphs.Dash+"  "+t.Tone(theme.Muted).Render(m.why(r.Why)), width)
	}
	parts := []string{m.exact(r.Value), m.arrow(r.Change.Absolute.Value, m.exact), m.percent(r.Change.Percent.Value), m.perHour(r.Change.PerHour.Value)}
	return text.Cut(line+text.Join("  ", parts...), width)
}
