package overview

import (
	"context"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

const (
	wallDays = 90
	pageTime = 20 * time.Second // for which a page is shown
	recently = time.Hour
)

// wall is a screen to leave open, without a cursor and a footer: the incidents, what was seen in
// the last hour, and each platform with its last 90 days. What does not fit is shown page by page.
type wall struct {
	m             *Model
	days          store.Loader[wallHistory]
	page          int
	width, height int
}

// wallHistory are the totals of the days of each platform, by date.
type wallHistory map[string]map[string]history.Day

// pageOver is the message that the next page of a wall is due.
type pageOver struct{ wall *wall }

// openWall shows the wall.
func (m *Model) openWall() tea.Cmd {
	w := &wall{m: m}
	m.Push(w)
	return tea.Batch(w.recall(), m.After(pageTime, pageOver{w}))
}

// Quiet reports whether the wall is shown, which has no footer.
func (m *Model) Quiet() bool {
	_, ok := m.Top().(*wall)
	return ok
}

// recall reads the days of the platforms.
func (w *wall) recall() tea.Cmd {
	h, since := w.m.History, w.m.Now().AddDate(0, 0, -wallDays)
	if h == nil {
		return nil
	}
	return w.days.Start(w.m.Base, w.m.Now, func(ctx context.Context, _ func(any)) (wallHistory, error) {
		days, err := h.Past().Days(ctx, since)
		all := wallHistory{}
		for _, d := range days {
			if d.Platform == "" || d.Group != "" {
				continue
			}
			if all[d.Platform] == nil {
				all[d.Platform] = map[string]history.Day{}
			}
			all[d.Platform][d.Date] = d
		}
		return all, err
	})
}

// Update handles a message.
func (w *wall) Update(msg tea.Msg) tea.Cmd {
	m := w.m
	switch msg := msg.(type) {
	case pageOver:
		if msg.wall != w || pane.Topmost[*wall](m.Stack) != w { // it was left
			return nil
		}
		w.page++
		return m.After(pageTime, pageOver{w})
	case store.Changed:
		if msg.Kind == store.KindPast {
			return w.recall()
		}
	case tea.KeyMsg:
		switch {
		case key.Matches(msg, m.keys.Wall):
			return m.Pop()
		case key.Matches(msg, m.Keys.Refresh):
			return m.screen.refresh()
		}
	}
	_, cmd := w.days.Take(msg)
	return cmd
}

// SetSize sets the size in cells.
func (w *wall) SetSize(width, height int) { w.width, w.height = width, height }

// Capturing reports whether keys are text.
func (w *wall) Capturing() bool { return false }

// ShortHelp returns the keys of the footer, none.
func (w *wall) ShortHelp() []key.Binding { return nil }

// FullHelp returns all keys that work now.
func (w *wall) FullHelp() [][]key.Binding {
	return [][]key.Binding{{w.m.keys.Wall, w.m.Keys.Refresh, w.m.Keys.Back}}
}

// View draws the wall.
func (w *wall) View() string {
	lines, _ := w.paged(slices.Concat(w.incidents(), w.recent()), max(w.height/8*4, 4)) // whole frames
	rows, pages := w.paged(w.platforms(), max(w.height-len(lines)-2, 1))
	if len(rows) > 0 {
		lines = append(lines, "", w.head(pages))
		lines = append(lines, rows...)
	}
	if room := w.height - len(lines) - 1; w.m.History != nil && room >= chartHeight {
		lines = append(lines, "", w.m.screen.drawCharts(w.width, room))
	}
	return text.Fit(strings.Join(lines, "\n"), w.width, w.height)
}

// paged returns the lines of the page that is due, and "1/2" where there are several.
func (w *wall) paged(lines []string, room int) (shown []string, pages string) {
	n := (len(lines) + room - 1) / room
	if n < 2 {
		return lines, ""
	}
	page := w.page % n
	return lines[page*room : min((page+1)*room, len(lines))], strconv.Itoa(page+1) + "/" + strconv.Itoa(n)
}

// open are the findings that are not expected, those of a kind or all others.
func (w *wall) open(incidents bool) (list []*findings.Finding) {
	for _, f := range w.m.found.Value.all {
		if f.Section != findings.Expected && (f.Kind == findings.Incident) == incidents {
			list = append(list, f)
		}
	}
	return list
}

// incidents are the incidents, each in a frame: how many accounts it hit, when, and the
// followers of those that it still holds for.
func (w *wall) incidents() (lines []string) {
	m := w.m
	for _, f := range w.open(true) {
		title := text.Join(" "+m.Theme.Glyphs.Between+" ", m.FindingTitle(f), m.FindingPlace(f))
		frame := pane.Frame{Title: m.Theme.Glyphs.Abnormal + " " + title, Right: m.IntervalAge(f.At), Focused: true}
		var followers api.Sum
		known := false
		for _, a := range f.Accounts {
			if n, ok := a.Statistic(a.FansCount); ok && n.IsSet() {
				followers.Add(n)
				known = true
			}
		}
		behind := strings.TrimSpace(m.Interval(f.At))
		if known {
			behind = text.Join(" "+m.Theme.Glyphs.Between+" ", behind, m.Words.T("wall.followers", "N", m.Short(followers.Number())))
		}
		body := " " + m.Theme.Tone(theme.Bad).Render(m.FindingDetail(f)) + "\n " + text.Cut(behind, w.width-4)
		lines = append(lines, strings.Split(m.Frame(frame, body, w.width, 4), "\n")...)
	}
	return lines
}

// recent are the findings that were first seen in the last hour, or since the baseline if that
// is later: what was before is not known to have changed.
func (w *wall) recent() []string {
	m := w.m
	if !m.found.Loaded() || m.found.Value.Point.Accounts.IsZero() {
		return []string{" " + m.Theme.Tone(theme.Muted).Render(m.nothingRecent())}
	}
	from, title := m.Now().Add(-recently), m.Words.T("wall.last_hour")
	if since := m.found.Value.Point.Accounts; since.After(from) {
		from, title = since, m.Words.T("wall.since", "Time", m.Words.Clock(since, m.Now()))
	}
	var lines []string
	for _, f := range w.open(false) {
		if f.At.Before.Before(from) {
			continue
		}
		sign := resource.FindingSign(m.Theme, resource.FindingRow{Finding: f})
		const name, place = 28, 14
		line := " " + m.Theme.Tone(sign.Tone).Render(sign.Text) + " " + text.Left(text.Cut(m.FindingTitle(f), name), name) + "  " +
			text.Left(text.Cut(resource.Abbreviated(m.FindingPlace(f), place), place), place) + "  " + m.FindingDetail(f)
		when := "  " + m.IntervalAge(f.At) + " "
		lines = append(lines, text.Left(text.Cut(line, w.width-text.Width(when)), w.width-text.Width(when))+m.Theme.Tone(theme.Muted).Render(when))
	}
	head := " " + m.Theme.Tone(theme.Strong).Render(title) + "  " + m.Words.Int(len(lines))
	if len(lines) == 0 {
		head = " " + m.Theme.Tone(theme.Good).Render(m.Theme.Glyphs.Normal) + " " + m.Words.T("wall.nothing", "Since", title)
	}
	checked := m.Words.T("wall.checked", "Ago", m.Words.Ago(m.Store.Accounts.At, m.Now())) + " "
	if room := w.width - text.Width(head) - text.Width(checked); room >= 2 {
		head += text.Blank(room) + m.Theme.Tone(theme.Muted).Render(checked)
	}
	return append([]string{head}, lines...)
}

// nothingRecent says why it is not known what changed.
func (m *Model) nothingRecent() string {
	switch {
	case m.History == nil:
		return m.Words.T("overview.no_history")
	case !m.found.Loaded() || m.Store.ReadsPast():
		return m.Words.T("overview.checking")
	}
	return m.Words.T("overview.first_visit")
}

// The widths of the columns of the platforms, apart from the strip of days.
const (
	wallName, wallShortName, wallNumber = 20, 12, 10
)

// columns are the width of a platform's name and the days for which there is room.
func (w *wall) columns() (name, days int) {
	if name = wallName; w.width < wholePart {
		name = wallShortName
	}
	return name, min(max(w.width-name-4*wallNumber-4, 0), wallDays)
}

// head is the titles above the platforms, with the meaning of the strip.
func (w *wall) head(pages string) string {
	m := w.m
	name, days := w.columns()
	spark := &m.Theme.Glyphs.Spark
	strip := m.Words.T("wall.days", "N", days)
	if legend := m.Words.T("wall.legend", "Days", strip, "Low", spark[0], "High", spark[len(spark)-1]); text.Width(legend) <= days {
		strip = legend
	}
	line := " " + text.Left(text.Join(" ", m.Words.T("overview.platforms"), pages), name) + text.Right(m.Words.T("overview.platforms.column.accounts"), wallNumber) + "  " + text.Left(text.Cut(strip, days), days)
	for _, title := range []string{m.Words.T("wall.normal"), m.Words.T("overview.platforms.column.fansCount"), m.Words.T("overview.platforms.column.change")} {
		line += text.Right(title, wallNumber)
	}
	return m.Theme.Tone(theme.Muted).Render(text.Cut(line, w.width))
}

// platforms are a line for each platform: its accounts, the strip of its days, the share of
// normal accounts, its followers, and their change.
func (w *wall) platforms() (lines []string) {
	m := w.m
	name, days := w.columns()
	parts, _ := m.parts()
	for i, p := range m.Store.Accounts.List().Platforms {
		share := m.Words.T("accounts.percent", "N", m.Words.Exact(api.Share(int64(p.Normal), int64(p.Accounts), 1).String()))
		change := resource.PercentCell(m.Context.View, parts[i].Change.Followers().Percent())
		line := " " + text.Left(text.Cut(resource.Abbreviated(parts[i].Name, name), name), name) + text.Right(m.Words.Int(p.Accounts), wallNumber) + "  " +
			text.Left(w.strip(p, days), days) + text.Right(share, wallNumber) + text.Right(m.Short(p.Followers()), wallNumber) +
			m.Theme.Tone(change.Tone).Render(text.Right(change.Text, wallNumber))
		lines = append(lines, text.Cut(line, w.width))
	}
	return lines
}

// strip is a cell for each day, the last one now: the share of abnormal accounts, full at
// resource.FullShare as the bars are, and a blank for a day without a recording.
func (w *wall) strip(p *fleet.Tally, days int) string {
	m := w.m
	var b strings.Builder
	for n := days - 1; n >= 0; n-- {
		accounts, abnormal, known := float64(p.Accounts), float64(p.Abnormal), true
		if n > 0 {
			var of, bad bool
			day := w.days.Value[p.ID][m.Now().AddDate(0, 0, -n).Format(time.DateOnly)]
			accounts, of = day.Accounts.Float64()
			abnormal, bad = day.Abnormal.Float64()
			known = of && bad && accounts > 0
		}
		if !known {
			b.WriteByte(' ')
			continue
		}
		level, tone := 0, theme.Good
		if share := abnormal / max(accounts, 1); share > 0 {
			top := len(m.Theme.Glyphs.Spark) - 1
			level, tone = max(int(math.Round(min(share/resource.FullShare, 1)*float64(top))), 1), theme.Bad
		}
		b.WriteString(m.Theme.Tone(tone).Render(m.Theme.Glyphs.Spark[level]))
	}
	return b.String()
}
