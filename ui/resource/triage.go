package resource

import (
	"slices"
	"strings"
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

// FindingSection is the title of the findings of a section, or of those of a kind in it.
type FindingSection struct {
	Of     findings.Section
	Kind   findings.Kind // "" for all of the section
	Count  int           // of the findings; of a kind, of the accounts that they are about
	Folded bool
	Checks bool // the accounts are compared with the history: Count of them are abnormal
	Reads  bool // the history is still read: which findings are new is not known
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

// Findings returns the resource of findings, by which they are shown, copied, printed and exported.
func Findings(v *View) *Resource[*FindingRow] {
	return &Resource[*FindingRow]{
		Name: "triage",
		ID: func(r *FindingRow) string {
			if r.Finding == nil {
				return ""
			}
			return r.Finding.ID
		},
		IDs: func(r *FindingRow) []string {
			if r.Finding == nil {
				return nil
			}
			return findingIDs(r.Finding)
		},
		Key: func(r *FindingRow) string {
			if r.Section != nil {
				return "section " + string(r.Section.Of) + string(r.Section.Kind)
			}
			return r.Finding.Key()
		},
		Fields: findingFields(),
		ColumnsAt: func(int) []string {
			return []string{"sign", "name", "platform", "detail", "at"}
		},
		Brief:   []string{"section", "finding", "name", "platform", "detail", "at"},
		Columns: slices.Concat(findingNames(v), findingTimes(v), findingFacts(v)),
	}
}

// ofFinding returns a function of rows: the title of a section has no value.
func ofFinding(of func(*findings.Finding) Value) func(*FindingRow) Value {
	return func(r *FindingRow) Value {
		if r.Finding == nil {
			return Value{}
		}
		return of(r.Finding)
	}
}

// findingNames say what a finding is, and what it is about.
func findingNames(v *View) []Column[*FindingRow] {
	sign := Column[*FindingRow]{
		ID:        "sign",
		TableOnly: true,
		Max:       2,
		Priority:  99,
		Pinned:    true,
		Sign:      true,
		Cell:      func(r *FindingRow) Cell { return FindingSign(v.Theme, r) },
	}
	section := findingColumn("section", 20, 8, 20, func(f *findings.Finding) Value {
		return WordValue(
			string(f.Section),
			v.Words.T("overview.section."+string(f.Section)),
		).Toned(theme.Muted)
	})
	section.Hidden = true
	kind := findingColumn("finding", 30, 8, 24, func(f *findings.Finding) Value {
		return WordValue(string(f.Kind), v.KindTitle(f.Kind))
	})
	kind.Hidden = true
	platform := findingColumn("platform", 95, 0, 18, func(f *findings.Finding) Value {
		return WordValue(f.Platform, v.Of(f.Site).Finding(f).Place()).Toned(theme.Muted)
	})
	platform.Short = Abbreviated
	detail := findingColumn("detail", 93, 18, 60, func(f *findings.Finding) Value {
		return TextValue(v.Finding(f).Detail())
	})
	detail.Short = shortenSentence
	detail.Brief = func(r *FindingRow, width int) string {
		return v.Finding(r.Finding).DetailIn(width)
	}
	return []Column[*FindingRow]{sign, section, kind, findingName(v), platform, detail}
}

// findingColumn is a column that the filter searches.
func findingColumn(
	id string,
	priority, least, most int,
	of func(*findings.Finding) Value,
) Column[*FindingRow] {
	c := Text[*FindingRow](id, priority, least, most, theme.Plain, nil)
	c.Of = ofFinding(of)
	return c
}

// findingName returns the column of the titles of findings. Files have no local names of groups.
func findingName(v *View) Column[*FindingRow] {
	c := findingColumn("name", 100, 14, 60, func(f *findings.Finding) Value {
		title := v.Finding(f).Title()
		if f.GroupID != "" {
			return WordValue(v.Words.T("finding.group", "ID", text.Line(f.GroupID)), title)
		}
		return TextValue(title)
	})
	c.Pinned = true
	c.Grow = true
	c.Cell = func(r *FindingRow) Cell {
		if r.Section != nil {
			return Cell{Text: r.Section.Title(v), Tone: theme.Strong}
		}
		if r.Finding != nil {
			return Cell{Text: v.Finding(r.Finding).Title()}
		}
		return Cell{}
	}
	return c
}

// findingTimes say when it happened, and identify the finding.
func findingTimes(v *View) []Column[*FindingRow] {
	at := Column[*FindingRow]{
		ID:       "at",
		Right:    true,
		Max:      16,
		Priority: 92,
		Of: ofFinding(func(f *findings.Finding) Value {
			return IntervalValue(f.At).Toned(theme.Muted)
		}),
		Cell: func(r *FindingRow) Cell {
			if r.Finding == nil {
				return Cell{}
			}
			return Cell{Text: v.Of(r.Site()).IntervalAge(r.Finding.At), Tone: theme.Muted}
		},
		Print: func(i Value) string { return v.IntervalAge(i.at) },
	}
	return []Column[*FindingRow]{
		at,
		exported(
			"after",
			ofFinding(func(f *findings.Finding) Value {
				return TimeValue(f.At.After)
			}),
		),
		exported(
			"before",
			ofFinding(func(f *findings.Finding) Value {
				return TimeValue(f.At.Before)
			}),
		),
		findingColumn("id", 50, 8, 36, func(f *findings.Finding) Value {
			return TextValue(f.ID).Toned(theme.Muted)
		}),
	}
}

// shortenSentence leaves out what a sentence adds behind a comma or in parentheses at its end, until the
// rest fits a width.
func shortenSentence(what string, width int) string {
	for text.Width(what) > width {
		at := max(
			strings.LastIndex(what, ", "),
			strings.LastIndex(what, "，"),
			strings.LastIndex(what, " ("),
			strings.LastIndex(what, "（"),
		)
		if at <= 0 {
			break
		}
		what = what[:at]
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
	narrow := strings.ReplaceAll(strings.ReplaceAll(name, "（", "("), "）", ")")
	before, rest, ok := strings.Cut(narrow, "(")
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

// FindingSign is the sign of a finding, or whether a section is folded.
func FindingSign(t *theme.Theme, r *FindingRow) Cell {
	g := t.Glyphs
	if r.Section != nil {
		if r.Section.Folded {
			return Cell{Text: g.Folded}
		}
		return Cell{Text: g.Open}
	}
	if sign := entryOf(r.Kind).sign; sign != nil {
		return sign(t, r.Finding)
	}
	return staleSign(t, r.Finding)
}

// Title is the title of a section.
func (s *FindingSection) Title(v *View) string {
	if s.Checks {
		return v.Words.T("accounts.n_abnormal", "N", v.Words.Int(s.Count))
	}
	if s.Kind != "" {
		return v.KindTitle(s.Kind)
	}
	if s.Reads {
		return v.Words.T("overview.reading")
	}
	return v.Words.T("overview.section." + string(s.Of))
}
