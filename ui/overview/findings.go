package overview

import (
	"context"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/words"
)

// Row is a finding, or the title of a section without one.
type Row struct {
	*findings.Finding
	section *section
}

// section is the title of the findings of a section.
type section struct {
	of     findings.Section
	count  int
	folded bool
	since  time.Time // the baseline; zero without one
}

// Rows are findings without titles.
func Rows(all []*findings.Finding) []Row {
	rows := make([]Row, len(all))
	for i, f := range all {
		rows[i].Finding = f
	}
	return rows
}

// Resource is what is shown, copied, printed and exported of a finding.
func Resource(v *resource.View) *resource.Resource[Row] {
	of := func(value func(f *findings.Finding) string) func(Row) string {
		return func(r Row) string {
			if r.Finding == nil {
				return ""
			}
			return value(r.Finding)
		}
	}
	section := resource.Text("section", 20, 8, 20, theme.Muted, of(func(f *findings.Finding) string { return v.Words.T("overview.section." + string(f.Section)) }))
	section.Show, section.Value, section.Hidden = section.Search, of(func(f *findings.Finding) string { return string(f.Section) }), true
	kind := resource.Text("finding", 30, 8, 24, theme.Plain, of(func(f *findings.Finding) string { return v.Words.T("overview.kind." + string(f.Kind)) }))
	kind.Show, kind.Value, kind.Hidden = kind.Search, of(func(f *findings.Finding) string { return string(f.Kind) }), true
	name := resource.Text("name", 100, 14, 60, theme.Plain, of(v.FindingTitle))
	name.Pinned, name.Grow, name.Show = true, true, name.Search
	name.Value = of(func(f *findings.Finding) string { // local names of groups are not those of the service
		if f.GroupID != "" {
			return v.Words.T("finding.group", "ID", text.Line(f.GroupID))
		}
		return v.FindingTitle(f)
	})
	plain := name.Cell
	name.Cell = func(r Row) resource.Cell {
		if r.section != nil {
			return resource.Cell{Text: r.section.title(v), Tone: theme.Strong}
		}
		return plain(r)
	}
	platform := resource.Text("platform", 95, 6, 12, theme.Muted, of(v.FindingPlace))
	platform.Value = of(func(f *findings.Finding) string { return f.Platform })
	platform.Cell = func(r Row) resource.Cell {
		if r.Finding == nil {
			return resource.Cell{}
		}
		return resource.Cell{Text: abbreviated(v.FindingPlace(r.Finding), platform.Max), Tone: theme.Muted}
	}
	detail := resource.Text("detail", 90, 12, 60, theme.Plain, of(v.FindingDetail))
	edge := func(id string, at func(f *findings.Finding) time.Time) resource.Column[Row] {
		return resource.Column[Row]{ExportOnly: true, ID: id, Exact: of(func(f *findings.Finding) string { return rfc3339(at(f)) })}
	}
	return &resource.Resource[Row]{
		Name: "triage",
		ID:   of(func(f *findings.Finding) string { return f.ID }),
		Key: func(r Row) string {
			if r.section != nil {
				return "section " + string(r.section.of)
			}
			return r.Finding.Key()
		},
		Record: func(r Row) any { return r.Record() },
		Shown:  func(int) []string { return []string{"sign", "name", "platform", "detail", "at"} },
		Brief:  []string{"section", "finding", "name", "platform", "detail", "at"},
		Columns: []resource.Column[Row]{
			{TableOnly: true, ID: "sign", Max: 2, Priority: 99, Pinned: true, Sign: true, Cell: func(r Row) resource.Cell { return sign(v.Theme, r) }},
			section, kind, name, platform, detail,
			{
				ID: "at", Right: true, Max: 8, Priority: 92, Exact: of(func(f *findings.Finding) string { return rfc3339(f.At.Before) }),
				Cell: func(r Row) resource.Cell {
					if r.Finding == nil {
						return resource.Cell{}
					}
					return resource.Cell{Text: v.IntervalAge(r.At), Tone: theme.Muted}
				},
				Show: of(func(f *findings.Finding) string { return strings.TrimSpace(v.Interval(f.At)) }),
				Order: resource.ByFunc(func(r Row) (at time.Time, known bool) {
					if r.Finding != nil {
						at = r.At.Before
					}
					return at, !at.IsZero()
				}, time.Time.Compare),
			},
			edge("after", func(f *findings.Finding) time.Time { return f.At.After }), edge("before", func(f *findings.Finding) time.Time { return f.At.Before }),
			resource.Text("id", 50, 8, 36, theme.Muted, of(func(f *findings.Finding) string { return f.ID })),
		},
	}
}

// abbreviated is the name of a platform or, where it is wider than a width, its short name in
// parentheses (RED), or its words after the first in two letters (WeChat Ch.).
func abbreviated(name string, width int) string {
	words := strings.Fields(name)
	if text.Width(name) <= width || len(words) < 2 {
		return name
	}
	if _, short, ok := strings.Cut(name, "("); ok && strings.HasSuffix(short, ")") {
		return strings.TrimSuffix(short, ")")
	}
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

// sign is the sign of a finding, or whether a section is folded.
func sign(t *theme.Theme, r Row) resource.Cell {
	g := t.Glyphs
	if r.section != nil {
		if r.section.folded {
			return resource.Cell{Text: g.Folded}
		}
		return resource.Cell{Text: g.Open}
	}
	bad, good, warn := theme.Bad, theme.Good, theme.Warn
	switch r.Kind {
	case findings.TurnedAbnormal, findings.Abnormal, findings.Incident:
		return resource.Cell{Text: g.Abnormal, Tone: bad}
	case findings.Recovered:
		return resource.Cell{Text: g.Normal, Tone: good}
	case findings.Disappeared, findings.ModelGone, findings.RelayMissing:
		return resource.Cell{Text: g.Dash, Tone: warn}
	case findings.Appeared, findings.ModelNew:
		return resource.Cell{Text: g.New, Tone: theme.Accent}
	case findings.FollowersFell, findings.FollowersRose, findings.WorkMoved:
		if r.Is.Sub(r.Was).Sign() < 0 {
			return resource.Cell{Text: g.Down, Tone: bad}
		}
		return resource.Cell{Text: g.Up, Tone: good}
	case findings.PriceChanged:
		return resource.Cell{Text: "$", Tone: warn}
	}
	return resource.Cell{Text: g.Stale, Tone: warn} // also of a relay that is down
}

func (s *section) title(v *resource.View) string {
	if s.of == findings.New && !s.since.IsZero() {
		return v.Words.T("overview.new_since", "Time", v.Time(s.since))
	}
	return v.Words.T("overview.section." + string(s.of))
}

// newFindings returns the list of findings.
func (m *Model) newFindings(s *screen) *pane.List[Row] {
	k := &m.keys
	return pane.NewList(m.Stack, pane.ListConfig[Row]{
		Resource: Resource(m.Context.View), Heading: m.Words.T("overview.attention"), State: m.State, Select: true, Refresh: s.refresh, Views: pane.Viewable{List: Name, Since: true},
		Kind: func(r Row) table.Kind {
			if r.section != nil {
				return table.Section
			}
			return table.Item
		},
		Free: func(r Row) (string, resource.Cell, bool) {
			if r.section == nil {
				return "", resource.Cell{}, false
			}
			count := m.Words.Int(r.section.count)
			if r.section.of == findings.Expected {
				count += "  " + m.Words.T("overview.expected_means")
			}
			return "platform", resource.Cell{Text: count, Tone: theme.Muted}, true
		},
		Empty: func(filtered bool) string { return m.Empty("triage.no_match", m.nothing())(filtered) },
		Open:  pane.Action[Row]{Key: k.Open, Row: func(r Row) tea.Cmd { return m.Goto(target(r.Finding)) }},
		Actions: []pane.Action[Row]{
			{Key: k.Known, Row: s.markKnown}, {Key: k.Baseline, Do: m.nextBaseline, Inspector: true}, {Key: k.LoadAll, Do: m.LoadAllAccounts},
			{Key: k.Report, Do: func() tea.Cmd { return m.WriteReport(report.Scope{}) }},
		},
		Footer: s.footer,
	})
}

// nothing is the sentence in place of the findings where there are none.
func (m *Model) nothing() string {
	if !m.found.Loaded() {
		return m.Words.T("overview.checking")
	}
	return m.Words.T("triage.nothing")
}

// rows returns the findings below the titles of their sections. A folded section has no
// rows.
func (s *screen) rows() []Row {
	var rows []Row
	var title *section
	for _, f := range s.m.found.Value.all {
		if title == nil || title.of != f.Section {
			title = &section{of: f.Section, folded: s.folded[f.Section], since: s.m.found.Value.Point.Accounts}
			rows = append(rows, Row{section: title})
		}
		if title.count++; !title.folded {
			rows = append(rows, Row{Finding: f})
		}
	}
	return rows
}

// fold folds or unfolds the section under the cursor. It reports whether there is one.
func (s *screen) fold(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	r, ok := s.findings.Table.CurrentSection()
	if !ok || s.findings.Capturing() || !key.Matches(msg, s.m.keys.Open, s.m.Keys.Select) {
		return nil, false
	}
	s.folded[r.section.of] = !s.folded[r.section.of]
	return s.findings.SetRows(s.rows()), true
}

// markKnown asks for a note and marks a finding as known, or forgets that it was.
func (s *screen) markKnown(r Row) tea.Cmd {
	m, key, title := s.m, r.Finding.Key(), s.m.FindingTitle(r.Finding)
	if m.History == nil {
		return pane.Notify(pane.Info, m.Words.T("overview.no_history"))
	}
	if _, known := m.found.Value.Known[key]; known {
		return m.mark(m.Words.T("overview.not_known", "Name", title), func() { m.History.Forget(history.KindKnown, key) })
	}
	s.note = input.New(m.Theme)
	return m.Ask(pane.Question{Title: m.Words.T("overview.note"), Input: &s.note, Then: func() tea.Cmd {
		body, err := api.Marshal(findings.Known{State: r.Finding.Fingerprint(), Note: s.note.Value()})
		if err != nil {
			return pane.Notify(pane.Failure, err.Error())
		}
		e := history.Entry{Kind: history.KindKnown, ID: key, At: m.Now(), Body: body}
		return m.mark(m.Words.T("overview.is_known", "Name", title), func() { m.History.Remember(e) })
	}})
}

// marked is the message that a mark of a finding was stored.
type marked struct{ notice string }

// mark stores a mark of a finding, so that the next check sees it.
func (m *Model) mark(notice string, store func()) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(m.Base, markTime)
		defer cancel()
		store()
		m.History.Wait(ctx)
		return marked{notice}
	}
}

// markTime is how long a mark may wait for a slow database.
const markTime = 2 * time.Second

// target is what enter opens.
func target(f *findings.Finding) pane.Target {
	switch f.Kind {
	case findings.WorkMoved:
		return pane.Target{Pane: "works", Platform: f.Platform, WorkID: f.ID, AccountID: f.Work.Query.AccountID}
	case findings.PriceChanged, findings.ModelNew, findings.ModelGone:
		return pane.Target{Pane: "prices", Model: f.ID}
	case findings.OptionsChanged:
		return pane.Target{Pane: "options", Platform: f.Platform}
	}
	if len(f.Accounts) > 0 {
		return pane.Target{Pane: "accounts", AccountIDs: pane.JoinIDs(f.Accounts)}
	}
	return pane.Target{Pane: "accounts", AccountID: f.ID}
}

// blocks are the inspector of a finding.
func (m *Model) blocks(f *findings.Finding) []resource.Block {
	w, v := m.Words, m.Context.View
	about := resource.Block{Title: w.T("overview.kind." + string(f.Kind))}
	about.Lines = func(width int) []string {
		lines := m.Note(v.FindingSentence(f), width)
		if f.Account != nil && f.Account.Health() == api.HealthAbnormal {
			lines = append(lines, m.Note(m.AbnormalHint(f.Account), width)...)
		}
		if f.Note != "" {
			lines = append(lines, m.Note(w.T("overview.known_note", "Note", f.Note), width)...)
		}
		return lines
	}
	blocks := []resource.Block{about}
	if len(f.Accounts) > 0 {
		of := resource.Block{Title: w.N("accounts.total", len(f.Accounts))}
		for _, a := range f.Accounts[:min(len(f.Accounts), maxListed)] {
			followers, _ := a.Statistic(a.FansCount)
			of.Facts = append(of.Facts, resource.Fact{Name: v.AccountTitle(a, a.Nickname), Value: m.Short(followers), Note: m.PlatformName(a.Type), Right: true})
		}
		blocks = append(blocks, of)
	}
	for _, c := range f.Changes {
		about.Facts = append(about.Facts, resource.Fact{Name: w.T("prices.short." + string(c.Kind)), Value: changeValue(w, c)})
	}
	blocks[0] = about
	ids := resource.Block{Facts: []resource.Fact{{Name: w.T("triage.column.id"), Value: text.Line(f.ID), Tone: theme.Muted}}}
	if a := f.Account; a != nil {
		tally := fleet.Tally{}
		tally.Count(a)
		ids.Facts = append(v.SumFacts(&tally), ids.Facts...)
		if a.GroupID != "" {
			ids.Facts = append(ids.Facts, resource.Fact{Name: w.T("accounts.column.groupId"), Value: m.GroupTitle(a.GroupID), Tone: theme.Muted})
		}
	}
	if at := v.Interval(f.At); at != "" {
		ids.Facts = append(ids.Facts, resource.Fact{Name: w.T("triage.column.at"), Value: strings.TrimSpace(at)})
	}
	return append(blocks, ids)
}

// maxListed is the number of accounts of an incident that the inspector lists.
const maxListed = 20

// changeValue is what changed: of a price its row with the old and the new price.
func changeValue(w *words.Words, c *quote.Change) string {
	p := c.Row()
	if p == nil {
		return text.Clean(c.After.Path)
	}
	value := w.Exact(p.Price.String())
	if c.Old != nil && c.New != nil {
		value = w.T("prices.change.price", "Was", w.Exact(c.Old.Price.String()), "Is", value)
	}
	return text.Join(w.T("prices.comma"), value, text.Clean(p.Mode), text.Clean(p.Resolution), text.Clean(p.AspectRatio))
}
