package report

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"strings"

	"channeldeck/api/fleet"
	"channeldeck/api/fold"
	"channeldeck/api/report"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
)

// maxDays is how many days a strip has.
const maxDays = 90

// strips have a cell for each day of each platform, compared with its own normal level.
type strips struct {
	Title    string // what the cells are
	From, To string // the first and the last day
	Levels   []levelWord
	Rows     []strip
}

// levelWord explains the cells of a level.
type levelWord struct {
	Level fleet.DayLevel
	Word  string
}

// strip are the days of a platform.
type strip struct {
	Name  string
	Said  string // the number of days of each level
	Cells []cell
}

// cell is a day.
type cell struct {
	Level fleet.DayLevel
	Title string // the day and its level
}

// strips are the last days of the platforms; nil for fewer than two days.
func (r written) strips(v *resource.View) *strips {
	w := v.Words
	skipped := max(len(r.Days)-maxDays, 0)
	days := r.Days[skipped:]
	if len(days) < 2 {
		return nil
	}
	s := &strips{
		Title: w.T("report.levels"),
		From:  day(v, days[0].Date),
		To:    day(v, days[len(days)-1].Date),
	}
	counts := map[fleet.DayLevel]int{}
	for _, p := range r.platformsBySize(v) {
		levels := p.Levels[skipped:]
		row := strip{Name: v.PlatformName(p.Platform)}
		own := map[fleet.DayLevel]int{}
		for i, level := range levels {
			own[level]++
			counts[level]++
			row.Cells = append(row.Cells, cell{
				Level: level,
				Title: w.T(
					"report.level_of_day",
					"Day", day(v, days[i].Date),
					"Level", levelName(v, level),
				),
			})
		}
		var said []string
		for _, level := range allLevels() {
			if own[level] > 0 {
				said = append(said, w.T(
					"report.days_of_level",
					"Days", w.N("report.days", own[level]),
					"Level", levelName(v, level),
				))
			}
		}
		row.Said = w.List(said)
		s.Rows = append(s.Rows, row)
	}
	for _, level := range allLevels() {
		if counts[level] > 0 {
			s.Levels = append(s.Levels, levelWord{level, levelName(v, level)})
		}
	}
	return s
}

// allLevels are the levels in the order of their explanations.
func allLevels() []fleet.DayLevel {
	return []fleet.DayLevel{fleet.LevelNormal, fleet.LevelHigh, fleet.LevelIncident, fleet.LevelUnknown}
}

func levelName(v *resource.View, level fleet.DayLevel) string {
	return v.Words.T("report.level." + level.String())
}

// sign is the sign of a level, that of the wall.
func sign(v *resource.View, level fleet.DayLevel) string {
	g := &v.Theme.Glyphs
	switch level {
	case fleet.LevelNormal:
		return g.Normal
	case fleet.LevelHigh:
		return g.Raised
	case fleet.LevelIncident:
		return g.Abnormal
	default:
		return g.Gap
	}
}

// markdown writes the strips as a table of signs, with what these mean.
func (s *strips) markdown(ctx context.Context, v *resource.View, to *bytes.Buffer) error {
	w := v.Words
	t := &table{Head: []head{
		{Title: w.T("report.platform")},
		{Title: w.T("report.period", "From", s.From, "To", s.To)},
	}}
	for _, row := range s.Rows {
		var signs strings.Builder
		for _, c := range row.Cells {
			signs.WriteString(sign(v, c.Level))
		}
		t.Rows = append(t.Rows, []string{row.Name, signs.String()})
	}
	if err := t.sheet().Write(ctx, to, plain.Markdown, plain.Screen{Dash: v.Theme.Glyphs.Dash}); err != nil {
		return err
	}
	var explained []string
	for _, level := range s.Levels {
		explained = append(explained, sign(v, level.Level)+" "+level.Word)
	}
	to.WriteString("\n" + escape(s.Title+" "+w.List(explained)) + "\n\n")
	return nil
}

// platformsBySize are the platforms, those with the most accounts first.
func (r written) platformsBySize(v *resource.View) []report.Platform {
	platforms := slices.Clone(r.Platforms)
	letters := fold.Collation()
	slices.SortStableFunc(platforms, func(a, b report.Platform) int {
		return cmp.Or(
			cmp.Compare(b.Accounts, a.Accounts),
			cmp.Compare(letters(v.PlatformName(a.Platform)), letters(v.PlatformName(b.Platform))),
		)
	})
	return platforms
}
