package works

import (
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// engagementRate stands for the engagement rate where a metric is named. The names of
// metrics have no underscore.
const engagementRate = "engagement_rate"

// A card has a border, or only a rule above two lines of text. These are the minimum
// widths and the heights.
const (
	framedWidth  = 24
	bareWidth    = 20
	framedHeight = 5
	bareHeight   = 3
)

// cards is the strip of cards above the chart: the metrics that have a value in some
// snapshot, and the engagement rate where it can be computed.
type cards struct {
	*subject
	names         []string
	width, height int
	focused       func() bool
}

// fill lists the cards. The selected one stays.
func (s *cards) fill() {
	base := s.base()
	s.names = slices.DeleteFunc(append(
		slices.Clone(s.work.names),
		engagementRate,
	), func(name string) bool {
		return !slices.ContainsFunc(s.history.Entries(), func(e *metrics.Entry) bool {
			return value(&e.Snapshot, name, base).IsSet()
		})
	})
	if !slices.Contains(s.names, s.metric) {
		s.metric = ""
		if len(s.names) > 0 {
			s.metric = s.names[0]
		}
	}
}

// move selects the card a number of cards further, and returns false if there is none.
func (s *cards) move(by int) bool {
	i := s.at() + by
	if i < 0 || i >= len(s.names) {
		return false
	}
	s.metric = s.names[i]
	return true
}

// want is the height of the strip in an overview of a size.
func (s *cards) want(width, height int) int {
	if width >= pane.FrameWidth && height >= 20 {
		return framedHeight
	}
	return bareHeight
}

func (s *cards) SetSize(width, height int) {
	s.width = width
	s.height = height
}

// shown are the cards that fit, the selected one among them.
func (s *cards) shown() []string {
	n := s.width / bareWidth
	if s.height == framedHeight {
		n = s.width / framedWidth
	}
	n = min(len(s.names), max(n, 1))
	from := max(0, min(s.at()-n/2, len(s.names)-n))
	return s.names[from : from+n]
}

// at is the number of the selected card, from 0.
func (s *cards) at() int { return slices.Index(s.names, s.metric) }

// position says which of the metrics is shown, "" where all have cards in view.
func (s *cards) position() string {
	w := s.m.words
	if len(s.shown()) == len(s.names) {
		return ""
	}
	return w.T("works.metric_of", "N", w.Int(s.at()+1), "Total", w.Int(len(s.names)))
}

// View draws the cards that fit.
func (s *cards) View() string {
	shown := s.shown()
	n := len(shown)
	view := ""
	for i, name := range shown {
		width := s.width*(i+1)/n - s.width*i/n
		f := pane.Frame{
			Title:   s.m.wording.metricName(name),
			Focused: s.focused() && name == s.metric,
			Bare:    s.height < framedHeight,
		}
		inner, _ := f.Inner(width, s.height)
		card := s.m.ctx.Frame(f, s.card(name, inner), width, s.height)
		if i > 0 {
			card = pane.SideBySide(view, card, s.width*i/n)
		}
		view = card
	}
	return view
}

// card is the body of a card: the value and its change, a sparkline, and the time of
// the previous snapshot.
func (s *cards) card(name string, width int) string {
	t := s.m.theme
	tone := theme.Muted
	if name == s.metric {
		tone = theme.Accent
	}
	room := max(width-2, 1)
	entries := s.history.Entries()
	values := make([]float64, 0, room)
	for _, p := range series(entries[max(0, len(entries)-room):], name, s.base()) {
		values = append(values, p.Float())
	}
	lines := []string{
		s.cardValue(name, room),
		t.Tone(tone).Render(bar.Spark(&t.Glyphs, values, room)),
		s.since(name, room),
	}
	for i, l := range lines {
		lines[i] = " " + text.Cut(l, room)
	}
	return strings.Join(lines, "\n")
}

// cardValue is a value and its change since the previous snapshot, shortened if the
// digits do not fit.
func (s *cards) cardValue(name string, room int) string {
	t := s.m.theme
	m := s.m
	points := series(
		s.history.Entries()[max(0, s.selected()-1):s.selected()+1],
		name,
		s.base(),
	)
	value := points[len(points)-1].Value
	if !value.IsSet() {
		return t.Tone(theme.Muted).Render(t.Glyphs.Dash)
	}
	if name == engagementRate {
		return spread(
			t.Tone(theme.Strong).Render(m.wording.figures.Share(value)),
			t.Tone(theme.Muted).Render(m.wording.byBase(s.base())),
			room,
		)
	}
	var change api.Number
	if len(points) > 1 {
		change = value.Sub(points[0].Value)
	}
	for _, format := range [][2]func(api.Number) string{
		{m.wording.figures.Exact, m.wording.figures.Exact},
		{m.wording.figures.Exact, m.view.Short},
		{m.view.Short, m.view.Short},
	} {
		v := t.Tone(theme.Strong).Render(format[0](value))
		line := spread(v, m.wording.arrow(change, format[1]), room)
		if text.Width(line) <= room {
			return line
		}
	}
	return t.Tone(theme.Strong).Render(m.view.Short(value))
}

// byBase names the metric on which an engagement rate is based.
func (m *wording) byBase(base string) string {
	return m.words.T("works.by_base", "Base", strings.ToLower(m.metricName(base)))
}

// arrow is a change as a direction and a size, "" for an unknown one.
func (m *wording) arrow(change api.Number, format func(api.Number) string) string {
	s, tone := m.view.Change(change, format)
	return m.theme.Tone(tone).Render(s)
}

// spread puts two texts at the ends of a line of at least width cells.
func spread(left, right string, width int) string {
	return left + text.Blank(max(width-text.Width(left)-text.Width(right), 1)) + right
}

// since is the time of the previous snapshot and, if it fits, the rate since then, which
// is missing for an interval under a minute.
func (s *cards) since(name string, room int) string {
	m := s.m
	entries := s.history.Entries()
	i := s.selected()
	muted := m.theme.Tone(theme.Muted)
	if i == 0 {
		return muted.Render(m.words.T("works.first_snapshot"))
	}
	before := entries[i-1]
	now := m.view.Now()
	at := m.wording.shortTime(before)
	if now.Sub(before.At) < 24*time.Hour { // the clock says which day, in all cards alike
		at = before.At.In(now.Location()).Format("15:04")
	}
	line := m.words.T("works.since", "Time", at)
	perHour := m.wording.figures.PerHour(metrics.Since(before, entries[i], name).PerHour.Value)
	if perHour == "" {
		return muted.Render(line)
	}
	rate := " " + m.theme.Glyphs.Between + " " + perHour
	if text.Width(line+rate) <= room {
		line += rate
	}
	return muted.Render(line)
}

// shortTime is the time of a snapshot: of day for one of today, else the date.
func (m *wording) shortTime(e *metrics.Entry) string {
	now := m.view.Now()
	at := e.At.In(now.Location())
	if at.YearDay() == now.YearDay() && at.Year() == now.Year() {
		return at.Format("15:04")
	}
	if at.Year() == now.Year() {
		return at.Format("01-02 15:04")
	}
	return at.Format("2006-01-02")
}
