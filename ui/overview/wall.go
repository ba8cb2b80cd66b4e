package overview

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
)

const (
	wallDays  = 90
	pageTime  = 20 * time.Second // for which a page is shown
	recently  = time.Hour
	wallChart = 8 // least height
)

// wall is a screen to leave open, without a cursor and a footer: the incidents, what was seen in
// the last hour, and each platform with its days since the first recording, at most 90. What does not fit is
// shown page by page.
type wall struct {
	m             *Model
	levels        store.Loader[wallLevels]
	page          int
	width, height int
}

// wallLevels are the levels of the days of platforms, the oldest first. The first ones may be older than the states
// that are kept: see [fleet.Levels].
type wallLevels struct {
	of    wallStrips
	older int
}

type wallStrips map[wallPart][]fleet.DayLevel

type wallPart struct{ site, platform string }

// pageOver is the message that the next page of a wall is due.
type pageOver struct{ wall *wall }

// openWall shows the wall.
func (m *Model) openWall() tea.Cmd {
	w := &wall{m: m}
	m.stack.Push(w)
	return tea.Batch(w.recall(), m.ctx.After(pageTime, pageOver{w}))
}

// Quiet reports whether the wall is shown, which has no footer.
func (m *Model) Quiet() bool {
	_, ok := m.stack.Top().(*wall)
	return ok
}

// recall reads the levels of the days.
func (w *wall) recall() tea.Cmd {
	sites := w.m.sites
	return w.levels.Start(w.m.ctx.Base, w.m.view.Now, func(ctx context.Context, _ func(any)) (wallLevels, error) {
		all := wallLevels{of: wallStrips{}}
		for _, s := range sites {
			if s.own.History() == nil {
				continue
			}
			s.own.History().Wait(ctx)                            // for the list that is shown
			levels, _ := s.own.Store.Fleet.Levels(ctx, wallDays) // the history reports its problems itself
			all.older = max(all.older, levels.Older)
			for platform, days := range levels.Of {
				all.of[wallPart{s.own.Name, platform}] = days
			}
		}
		return all, ctx.Err()
	})
}

// Update handles a message.
func (w *wall) Update(msg tea.Msg) tea.Cmd {
	m := w.m
	switch msg := msg.(type) {
	case pageOver:
		if msg.wall != w || pane.Topmost[*wall](m.stack) != w { // it was left
			return nil
		}
		w.page++
		return m.ctx.After(pageTime, pageOver{w})
	case store.Changed:
		isWhole := msg.Kind == store.KindAccounts && m.State().InFlight == 0
		if msg.Kind == store.KindPast || isWhole {
			return w.recall()
		}
	case tea.KeyMsg:
		if key.Matches(msg, m.keys.Wall) {
			return m.stack.Pop()
		}
		if key.Matches(msg, m.stack.Keys.Refresh) {
			return m.screen.refresh()
		}
	}
	_, cmd := w.levels.Take(msg)
	return cmd
}

// SetSize sets the size in cells.
func (w *wall) SetSize(width, height int) {
	w.width = width
	w.height = height
}

// Capturing reports whether keys are text.
func (w *wall) Capturing() bool { return false }

// ShortHelp returns the keys of the footer, none.
func (w *wall) ShortHelp() []key.Binding { return nil }

// FullHelp returns all keys that work now.
func (w *wall) FullHelp() [][]key.Binding {
	return [][]key.Binding{{w.m.keys.Wall, w.m.stack.Keys.Refresh, w.m.stack.Keys.Back}}
}

// View draws the wall.
func (w *wall) View() string {
	lines := w.rows(1)
	if spare := w.height - len(lines); spare > 0 {
		lines = w.rows(1 + spare)
	}
	room := w.height - len(lines) - 1
	if w.m.ctx.HasHistory() && room >= wallChart {
		lines = append(lines, "", w.m.screen.drawCharts(w.width, room))
	}
	return text.Fit(strings.Join(lines, "\n"), w.width, w.height)
}

// rows are the incidents, what was seen in the last hour in at most some rows of a site, and the platforms.
func (w *wall) rows(most int) []string {
	lines := slices.Concat(w.incidents(), w.recent(most))
	if m := w.m; len(m.sites) > 1 { // one may be down
		lines = append(
			m.ctx.AccountsAlert(
				"accounts.part",
				m.stack.Keys.Refresh,
				m.keys.LoadAll,
				m.screen.findings.KeepSite,
				w.width,
			),
			lines...,
		)
	}
	from, to, _ := w.due(len(lines), max(w.height/8*4, 4)) // whole frames
	lines = lines[from:to]
	rows := w.platforms(max(w.height-len(lines)-2, 1))
	if len(rows) > 0 {
		lines = append(append(lines, ""), rows...)
	}
	return lines
}

// due is the page of n lines that is due, and "1/2" where there are several.
func (w *wall) due(n, room int) (from, to int, pages string) {
	of := (n + room - 1) / room
	if of < 2 {
		return 0, n, ""
	}
	page := w.page % of
	return page * room, min((page+1)*room, n), strconv.Itoa(page+1) + "/" + strconv.Itoa(of)
}

// open are the findings that are not expected, those of a kind or all others.
func (w *wall) open(incidents bool) (list []*findings.Finding) {
	for _, f := range w.m.all {
		if f.Section != findings.Expected && f.IsIncident() == incidents {
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
		title := text.Join(
			" "+m.theme.Glyphs.Between+" ",
			m.view.Finding(f).Title(),
			m.view.Finding(f).Place(),
		)
		frame := pane.Frame{
			Title:   m.theme.Glyphs.Abnormal + " " + title,
			Right:   m.view.IntervalAge(f.At),
			Focused: true,
		}
		var hit fleet.Tally
		for _, a := range f.Accounts {
			hit.Count(a)
		}
		behind := ""
		if followers := m.view.Total(hit.Followers(), m.view.Short); followers != "" {
			behind = " " + m.theme.Glyphs.Between + " " + m.words.T("wall.followers", "N", followers)
		}
		room := w.width - 4
		detail := m.view.Finding(f).DetailIn(room - text.Width(behind))
		detail = m.theme.Tone(theme.Bad).Render(detail) + behind
		body := " " + text.Cut(detail, room) + "\n " + text.Cut(
			strings.TrimSpace(m.view.Interval(f.At)),
			room,
		)
		lines = append(lines, strings.Split(m.ctx.Frame(frame, body, w.width, 4), "\n")...)
	}
	return lines
}

// recent is at most some rows with what was first seen in the last hour, or after the baseline if that is later: what
// it shows is not known to have changed. A site without a baseline says why.
func (w *wall) recent(most int) []string {
	m := w.m
	hour := m.view.Now().Add(-recently)
	from := hour
	title := m.words.T("wall.last_hour")
	var notes []string
	compared := map[string]*findings.Input{}
	for _, s := range m.sites {
		if !s.found.Loaded() || s.found.Value.Point.Accounts.IsZero() {
			line := s.nothingRecent()
			if len(m.sites) > 1 {
				line = m.words.T("field.labelled", "Name", s.own.Name, "Text", line)
			}
			notes = append(notes, " "+m.theme.Tone(theme.Muted).Render(line))
			continue
		}
		compared[s.own.Name] = s.found.Value.Input
		since := s.found.Value.Point.Accounts
		if since.After(from) {
			from = since
			title = m.words.T(
				"wall.since",
				"Time",
				m.words.Clock(since, m.view.Now()),
			)
		}
	}
	if len(compared) == 0 {
		return notes
	}
	var list []*findings.Finding
	for _, f := range w.open(false) {
		in := compared[f.Site]
		if in != nil && in.SeenAfter(f, hour) {
			list = append(list, f)
		}
	}
	return append(w.summary(title, list, most), notes...)
}

// summary is a title with the kinds of some findings, each with its number of accounts or other things, as
// far as they have room in some rows, and when that was checked.
func (w *wall) summary(title string, list []*findings.Finding, most int) []string {
	m := w.m
	line := " " + m.theme.Tone(theme.Strong).Render(title)
	if len(list) == 0 {
		line = " " + m.theme.Tone(theme.Good).Render(m.theme.Glyphs.Normal) + " " +
			m.words.T("wall.nothing", "Since", title)
	}
	checked := "  " + m.words.T(
		"wall.checked",
		"Ago", m.words.Ago(m.ctx.Stores().AccountsState().At, m.view.Now()),
	) + " "
	if w.width < narrowWall {
		checked = ""
	}
	room := w.width - text.Width(checked)
	lines, isWhole := w.flow(line, w.kinds(list), text.Width(" "+title), room, most)
	below, _ := w.flow(line, w.kinds(list), 0, room, most)
	if !isWhole || len(below) < len(lines) { // further lines begin below the title
		lines = below
	}
	lines[0] = text.Left(lines[0], room) + m.theme.Tone(theme.Muted).Render(checked)
	return lines
}

// flow appends as many parts to a line, and to further ones with an indent, as have room in some rows, and reports
// whether these are all.
func (w *wall) flow(line string, parts []string, indent, room, most int) (lines []string, isWhole bool) {
	const gap = "   "
	lines = []string{line}
	isWhole = true
	for _, part := range parts {
		last := &lines[len(lines)-1]
		if text.Width(*last+gap+part)+2 <= room {
			*last += gap + part
			continue
		}
		if len(lines) == most {
			*last += " " + w.m.theme.Glyphs.Ellipsis
			return lines, false
		}
		further := text.Blank(indent) + gap + part
		isWhole = isWhole && text.Width(further) < w.width
		lines = append(lines, further)
	}
	return lines, isWhole
}

// kinds are the kinds of some findings, each with its sign and the number of accounts or other things.
func (w *wall) kinds(list []*findings.Finding) (lines []string) {
	m := w.m
	counts := map[string]int{}
	for _, f := range list {
		sign := resource.FindingSign(m.theme, &resource.FindingRow{Finding: f})
		kind := m.theme.Tone(sign.Tone).Render(sign.Text) + " " + m.view.KindTitle(f.Kind)
		if counts[kind] == 0 {
			lines = append(lines, kind)
		}
		counts[kind] += max(len(f.Accounts), 1)
	}
	for i, kind := range lines {
		lines[i] = kind + " " + m.words.Int(counts[kind])
	}
	return lines
}

// nothingRecent says why it is not known what changed.
func (s *site) nothingRecent() string {
	if s.own.History() == nil {
		return s.ctx.Words.T("overview.no_history")
	}
	if s.store.Accounts.Err != nil && !s.store.Accounts.Loaded() {
		return s.ctx.Words.T("root.no_data")
	}
	if !s.found.Loaded() || s.readsPast() {
		return s.ctx.Words.T("overview.checking")
	}
	return s.ctx.Words.T("overview.first_visit")
}

// The largest widths of names on the wall.
const (
	wallName, wallShortName = 20, 13
)

// narrowWall is the least width for when the accounts were checked.
const narrowWall = 80

// minDays is the room for a strip, in days, from which it is drawn.
const minDays = 7

// The largest numbers of cells for a day, and of blanks between columns.
const (
	maxDayCells = 4
	maxGap      = 8
)

// columnWidths are the widths of the columns of rows of cells.
func columnWidths(rows [][]string) []int {
	var widths []int
	for _, row := range rows {
		widths = append(widths, make([]int, len(row)-min(len(row), len(widths)))...)
		for i, cell := range row {
			widths[i] = max(widths[i], text.Width(cell))
		}
	}
	return widths
}

// platforms are the titles and a line for each platform of the page that is due: its accounts,
// the strip of its days, the share of normal accounts, its followers, and their change. Where it
// is narrow the strip goes first, then the last numbers.
func (w *wall) platforms(room int) (lines []string) {
	m := w.m
	parts, _ := m.parts()
	if len(parts) == 0 {
		return nil
	}
	if w.older() != "" { // it may take a line
		room--
	}
	from, to, pages := w.due(len(parts), max(room-1, 1))
	rows := w.platformRows(parts[from:to], pages)
	widths := columnWidths(rows)
	used := 1 + widths[0] + 1 // with the margins
	shown := 1
	for shown < len(widths) && used+2+widths[shown] <= w.width {
		used += 2 + widths[shown]
		shown++
	}
	room = w.width - used - 2
	days := min(room, wallDays, w.compared())
	hasStrip := days > 0 && room >= minDays
	heading := w.title(days, room)
	step := min(room/max(days, 1), maxDayCells)
	stripWidth := max(days*step, text.Width(heading))
	gap := 2
	if hasStrip {
		gap = min(gap+max(room-stripWidth, 0)/shown, maxGap)
	}
	for i, row := range rows {
		line := " " + text.Left(row[0], widths[0])
		for column := 1; column < shown; column++ {
			line += text.Blank(gap) + text.Right(row[column], widths[column])
			if column > 1 || !hasStrip {
				continue
			}
			strip := heading
			if i > 0 {
				strip = w.strip(parts[from+i-1], days, step)
			}
			line += text.Blank(gap) + text.Left(strip, stripWidth)
		}
		if i == 0 {
			line = m.theme.Tone(theme.Muted).Render(line)
		}
		lines = append(lines, line)
	}
	if shown > 1 && hasStrip {
		for _, line := range w.legend(days) {
			lines = append(lines, m.theme.Tone(theme.Muted).Render(text.Cut(" "+line, w.width)))
		}
	}
	return lines
}

// platformRows are the titles and the cells of platforms, without a column of changes if none is known.
func (w *wall) platformRows(parts []*resource.Part, pages string) [][]string {
	m := w.m
	t := m.words.T
	name := min(max(w.width/5, wallShortName), wallName)
	rows := [][]string{{
		text.Join(" ", t("overview.platforms"), pages),
		t("overview.platforms.column.accounts"),
		t("wall.normal"),
		t("overview.platforms.column.fansCount"),
	}}
	percent := func(p *resource.Part) api.Number {
		return p.Change.Followers().Percent()
	}
	hasChange := slices.ContainsFunc(parts, func(p *resource.Part) bool {
		return percent(p).IsSet()
	})
	if hasChange {
		rows[0] = append(rows[0], m.changeTitle())
	}
	for _, p := range parts {
		title := text.Cut(resource.Abbreviated(p.Name, name), name)
		if len(m.sites) > 1 {
			title += " " + m.theme.Tone(theme.Muted).Render(p.Site)
		}
		row := []string{
			title,
			m.words.Int(p.Accounts),
			m.view.Percent(p.Normal, p.Accounts, 1),
			cmp.Or(m.view.Total(p.Followers(), m.view.Short), m.theme.Glyphs.Dash),
		}
		if hasChange {
			change := resource.PercentCell(m.view, percent(p))
			row = append(row, m.theme.Tone(change.Tone).Render(cmp.Or(change.Text, m.theme.Glyphs.Dash)))
		}
		rows = append(rows, row)
	}
	return rows
}

// compared is the number of days from the first one that is compared with a day before it, at most wallDays; 0 on the
// first day of the history.
func (w *wall) compared() (days int) {
	for _, levels := range w.levels.Value.of {
		first := slices.IndexFunc(levels, func(level fleet.DayLevel) bool {
			return level != fleet.LevelUnknown
		})
		if first >= 0 {
			days = max(days, len(levels)-first)
		}
	}
	return days
}

// title is the title of the strip of some days, in a room that may be greater.
func (w *wall) title(days, room int) string {
	title := w.m.words.N("wall.days", days)
	if text.Width(title) > room {
		title = w.m.words.N("wall.days_short", days)
	}
	return text.Cut(title, room)
}

// legend explains the cells of strips of some days, and says which of these are days of another time zone if the
// history was recorded there. That has a line of its own where it has no room beside the rest.
func (w *wall) legend(days int) []string {
	g := &w.m.theme.Glyphs
	legend := w.m.words.T(
		"wall.legend",
		"Normal", g.Normal,
		"Raised", g.Raised,
		"Incident", g.Abnormal,
		"Gap", g.Gap,
	)
	older := w.older()
	if older == "" || w.kept() >= days {
		return []string{legend}
	}
	line := legend + "  " + older
	if text.Width(line)+1 > w.width {
		return []string{legend, older}
	}
	return []string{line}
}

// kept is the number of the last days of which states are kept.
func (w *wall) kept() int { return wallDays - w.levels.Value.older }

// older says before which day the days are those of another time zone, "" if none are.
func (w *wall) older() string {
	if w.kept() >= w.compared() {
		return ""
	}
	now := w.m.view.Now()
	first := now.AddDate(0, 0, 1-w.kept())
	return w.m.words.T("wall.older", "Day", w.m.words.Day(first, now))
}

// strip has a sign for each of the last days of a platform in so many cells, today last.
func (w *wall) strip(p *resource.Part, days, step int) string {
	g := &w.m.theme.Glyphs
	t := w.m.theme
	levels := w.levels.Value.of[wallPart{p.Site, p.ID}]
	var b strings.Builder
	write := func(tone theme.Tone, sign string) {
		b.WriteString(t.Tone(tone).Render(sign) + text.Blank(step-text.Width(sign)))
	}
	for range days - len(levels) {
		write(theme.Faint, g.Gap)
	}
	for _, level := range levels[max(len(levels)-days, 0):] {
		switch level {
		case fleet.LevelNormal:
			write(theme.Good, g.Normal)
		case fleet.LevelHigh:
			write(theme.Warn, g.Raised)
		case fleet.LevelIncident:
			write(theme.Bad, g.Abnormal)
		default:
			write(theme.Faint, g.Gap)
		}
	}
	return b.String()
}
