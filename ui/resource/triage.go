package resource

import (
	"strings"
	"time"
	"unicode/utf8"

	"channeldeck/api/findings"
	"channeldeck/theme"
	"channeldeck/ui/text"
)

// FindingRow is a finding, or the title of a section without one.
type FindingRow struct {
	*findings.Finding
	Section *FindingSection
}

// Section is the title of the findings of a section.
type FindingSection struct {
	Of     findings.Section
	Count  int
	Folded bool
	Reads  bool      // the history is still read: which findings are new is not known
	Since  time.Time // the baseline; zero without one
}

// Site returns the site of the finding. A title has none, and neither has a nil row.
func (r *FindingRow) Site() string {
	if r == nil || r.Finding == nil {
		return ""
	}
	return r.Finding.Site
}

// FindingRows are findings without titles.
func FindingRows(all []*findings.Finding) []*FindingRow {
	rows := make([]*FindingRow, len(all))
	for i, f := range all {
		rows[i] = &FindingRow{Finding: f}
	}
	return rows
}

// Findings is what is shown, copied, printed and exported of a finding.
func Findings(v *View) *Resource[*FindingRow] {
	of := func(value func(f *findings.Finding) string) func(*FindingRow) string {
		return func(r *FindingRow) string {
			if r.Finding == nil {
				return ""
			}
			return value(r.Finding)
		}
	}
	section := Text("section", 20, 8, 20, theme.Muted, of(func(f *findings.Finding) string { return v.Words.T("overview.section." + string(f.Section)) }))
	section.Show, section.Value, section.Hidden = section.Search, of(func(f *findings.Finding) string { return string(f.Section) }), true
	kind := Text("finding", 30, 8, 24, theme.Plain, of(func(f *findings.Finding) string { return v.Words.T("overview.kind." + string(f.Kind)) }))
	kind.Show, kind.Value, kind.Hidden = kind.Search, of(func(f *findings.Finding) string { return string(f.Kind) }), true
	name := Text("name", 100, 14, 60, theme.Plain, of(v.FindingTitle))
	name.Pinned, name.Grow, name.Show = true, true, name.Search
	name.Value = of(func(f *findings.Finding) string { // local names of groups are not those of the service
		if f.GroupID != "" {
			return v.Words.T("finding.group", "ID", text.Line(f.GroupID))
		}
		return v.FindingTitle(f)
	})
	plain := name.Cell
	name.Cell = func(r *FindingRow) Cell {
		if r.Section != nil {
			return Cell{Text: r.Section.title(v), Tone: theme.Strong}
		}
		return plain(r)
	}
	platform := Text("platform", 95, 0, 18, theme.Muted, of(func(f *findings.Finding) string { return v.Of(f.Site).FindingPlace(f) }))
	platform.Value, platform.Show = of(func(f *findings.Finding) string { return f.Platform }), platform.Search
	platform.Short = Abbreviated
	detail := Text("detail", 90, 12, 60, theme.Plain, of(v.FindingDetail))
	detail.Short = briefer
	edge := func(id string, at func(f *findings.Finding) time.Time) Column[*FindingRow] {
		return Column[*FindingRow]{ExportOnly: true, ID: id, Exact: of(func(f *findings.Finding) string { return rfc3339(at(f)) })}
	}
	return &Resource[*FindingRow]{
		Name: "triage",
		ID:   of(func(f *findings.Finding) string { return f.ID }),
		Key: func(r *FindingRow) string {
			if r.Section != nil {
				return "section " + string(r.Section.Of)
			}
			return r.Finding.Key()
		},
		Record: func(r *FindingRow) any { return r.Record() },
		Shown:  func(int) []string { return []string{"sign", "name", "platform", "detail", "at"} },
		Brief:  []string{"section", "finding", "name", "platform", "detail", "at"},
		Columns: []Column[*FindingRow]{
			{TableOnly: true, ID: "sign", Max: 2, Priority: 99, Pinned: true, Sign: true, Cell: func(r *FindingRow) Cell { return FindingSign(v.Theme, r) }},
			section, kind, name, platform, detail,
			{
				ID: "at", Right: true, Max: 8, Priority: 92, Exact: of(func(f *findings.Finding) string { return intervalText(f.At) }),
				Cell: func(r *FindingRow) Cell {
					if r.Finding == nil {
						return Cell{}
					}
					return Cell{Text: v.IntervalAge(r.At), Tone: theme.Muted}
				},
				Show: of(func(f *findings.Finding) string { return strings.TrimSpace(v.Interval(f.At)) }),
				Order: ByFunc(func(r *FindingRow) (at time.Time, known bool) {
					if r.Finding != nil {
						at = r.At.Before
					}
					return at, !at.IsZero()
				}, time.Time.Compare),
			},
			edge("after", func(f *findings.Finding) time.Time { return f.At.After }), edge("before", func(f *findings.Finding) time.Time { return f.At.Before }),
			Text("id", 50, 8, 36, theme.Muted, of(func(f *findings.Finding) string { return f.ID })),
		},
	}
}

// briefer leaves out what a sentence adds behind a comma or in parentheses at its end, and then
// the name of a field before a colon, until the rest fits a width.
func briefer(what string, width int) string {
	for text.Width(what) > width {
		at := max(strings.LastIndex(what, ", "), strings.LastIndex(what, "，"), strings.LastIndex(what, " ("), strings.LastIndex(what, "（"))
		if at <= 0 {
			break
		}
		what = what[:at]
	}
	if _, rest, ok := strings.Cut(strings.ReplaceAll(what, "：", ": "), ": "); ok && text.Width(what) > width {
		return rest
	}
	return what
}

// Abbreviated is the name of a platform or, where it is wider than a width, a shorter one: that
// before parentheses or, where a name in Latin letters is too wide, that in them (RED), else its
// words after the first in two letters (WeChat Ch.). A number of platforms stays whole.
func Abbreviated(name string, width int) string {
	if text.Width(name) <= width || '0' <= name[0] && name[0] <= '9' {
		return name
	}
	before, rest, ok := strings.Cut(strings.NewReplacer("（", "(", "）", ")").Replace(name), "(")
	before = strings.TrimSpace(before)
	inside, closed := strings.CutSuffix(rest, ")")
	if ok && closed && before != "" && inside != "" {
		isLatin := before[0] < utf8.RuneSelf
		if isLatin && text.Width(before) > width {
			return inside
		}
		return before
	}
	words := strings.Fields(name)
	for i, word := range words[1:] {
		if r := []rune(word); len(r) > 3 {
			words[i+1] = string(r[:2]) + "."
		}
	}
	return strings.Join(words, " ")
}

func rfc3339(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}

// FindingSign is the sign of a finding, or whether a section is folded.
func FindingSign(t *theme.Theme, r *FindingRow) Cell {
	g := t.Glyphs
	if r.Section != nil {
		if r.Section.Folded {
			return Cell{Text: g.Folded}
		}
		return Cell{Text: g.Open}
	}
	bad, good, warn := theme.Bad, theme.Good, theme.Warn
	if r.Rule != nil && r.Rule.Level == findings.Note {
		warn = theme.Muted
	}
	switch r.Kind {
	case findings.TurnedAbnormal, findings.Abnormal, findings.Incident:
		return Cell{Text: g.Abnormal, Tone: bad}
	case findings.Recovered:
		return Cell{Text: g.Normal, Tone: good}
	case findings.Disappeared, findings.ModelGone, findings.RelayMissing:
		return Cell{Text: g.Dash, Tone: warn}
	case findings.Appeared, findings.ModelNew:
		return Cell{Text: g.New, Tone: theme.Accent}
	case findings.FollowersFell, findings.FollowersRose, findings.WorkMoved:
		if r.Is.Sub(r.Was).Sign() < 0 {
			return Cell{Text: g.Down, Tone: bad}
		}
		return Cell{Text: g.Up, Tone: good}
	case findings.PriceChanged:
		return Cell{Text: "$", Tone: warn}
	}
	return Cell{Text: g.Stale, Tone: warn} // also of a relay that is down
}

func (s *FindingSection) title(v *View) string {
	if s.Reads {
		return v.Words.T("overview.reading")
	}
	if s.Of == findings.New && !s.Since.IsZero() {
		return v.Words.T("overview.new_since", "Time", v.DayTime(s.Since))
	}
	return v.Words.T("overview.section." + string(s.Of))
}
