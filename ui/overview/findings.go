package overview

import (
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/table"
)

// aboveSite is the priority of what happened where rows name their site: the site goes first where it is narrow.
const aboveSite = 97

// newFindings returns the list of findings.
func (m *Model) newFindings(s *screen) *pane.List[*resource.FindingRow] {
	k := &m.keys
	r := resource.Findings(m.view)
	columns := r.ColumnsAt
	r.ColumnsAt = func(width int) []string {
		ids := columns(width)
		if !m.compares() {
			ids = slices.DeleteFunc(ids, func(id string) bool {
				return id == "at"
			})
		}
		return r.WithValues(ids, resource.FindingRows(m.all))
	}
	at := slices.IndexFunc(r.Columns, func(c resource.Column[*resource.FindingRow]) bool {
		return c.ID == "detail"
	})
	detail := &r.Columns[at]
	if len(m.sites) > 1 {
		detail.Priority = aboveSite
	}
	whole := *detail
	detail.Cell = func(row *resource.FindingRow) resource.Cell {
		if row.Finding == nil || !m.compares() {
			return whole.CellOf(row)
		}
		return resource.Cell{Text: m.view.Finding(row.Finding).DetailBeside()}
	}
	return pane.NewList(m.stack, pane.ListConfig[*resource.FindingRow]{
		Resource: r,
		Site:     (*resource.FindingRow).Site,
		Heading:  "overview.attention",
		State:    m.State,
		Select:   true,
		Counter:  s.counter,
		Refresh:  s.refresh,
		Views:    pane.Viewable{List: Name, Since: true},
		Kind: func(r *resource.FindingRow) table.Kind {
			if r.Section != nil {
				return table.Section
			}
			return table.Item
		},
		Free: func(r *resource.FindingRow) (string, resource.Cell, bool) {
			if r.Section == nil {
				return "", resource.Cell{}, false
			}
			count := m.words.Int(r.Section.Count)
			if r.Section.Checks {
				count = m.words.T("overview.being_checked")
			}
			if r.Section.Kind != "" {
				count = m.words.N("accounts.total", r.Section.Count)
				return "platform", resource.Cell{Text: count, Tone: theme.Muted}, true
			}
			means := "overview.expected_means"
			if s.width < minSince {
				means = "overview.expected_means_brief"
			}
			if r.Section.Of == findings.Expected {
				count += "  " + m.words.T(means)
			}
			return "platform", resource.Cell{Text: count, Tone: theme.Muted}, true
		},
		Empty: func(filtered bool) string {
			return m.stack.Empty(
				"triage.no_match", m.emptyText(),
				"Key", m.ctx.Key(m.stack.Keys.Refresh),
			)(filtered)
		},
		Open: pane.Action[*resource.FindingRow]{
			Key: k.Open,
			Row: func(r *resource.FindingRow) tea.Cmd {
				return m.open(r.Finding)
			},
		},
		Actions: []pane.Action[*resource.FindingRow]{
			{Key: k.Known, Row: s.markKnown},
			{Key: k.Problems, Do: s.toggleProblems, OfRows: true},
			{
				Key: k.Accounts,
				Row: func(r *resource.FindingRow) tea.Cmd {
					return m.goTo(accountsOf(r.Finding))
				},
			},
			{
				Key: k.Works,
				Row: func(r *resource.FindingRow) tea.Cmd {
					return m.goTo(worksOf(r.Finding))
				},
			},
			{
				Key: k.Options,
				Row: func(r *resource.FindingRow) tea.Cmd {
					return m.goTo(optionsOf(r.Finding))
				},
			},
			{
				Key: k.Group,
				Row: func(r *resource.FindingRow) tea.Cmd {
					return m.goTo(groupOf(r.Finding))
				},
			},
			{Key: k.Baseline, Do: m.stack.PickBaseline, Inspector: true, OfRows: true},
			{Key: k.LoadAll, Do: m.ctx.LoadAllAccounts},
			{
				Key: k.Report,
				Do:  func() tea.Cmd { return m.stack.WriteReport(pane.ReportOf{}) },
			},
		},
		GoTo:   []key.Binding{k.Accounts, k.Works, k.Options, k.Group},
		Facets: s.facets,
		Reset:  s.reset,
		Chips:  s.chips,
		Footer: s.footer,
	})
}

// emptyText is the message in place of the findings where there are none.
func (m *Model) emptyText() string {
	accounts := 0
	for _, s := range m.sites {
		if s.checks() {
			return "overview.checking"
		}
		accounts += len(s.store.Accounts.List().Rows)
	}
	if accounts == 0 {
		return "accounts.none"
	}
	return "triage.nothing"
}

// checks reports whether the accounts of the site are known, and not checked yet.
func (s *site) checks() bool {
	return len(s.store.Accounts.List().Rows) > 0 && !s.found.Loaded()
}

// compares reports whether the findings of a site were compared with an earlier time: else it is not known
// of almost any when it happened.
func (m *Model) compares() bool {
	return slices.ContainsFunc(m.sites, func(s *site) bool {
		return s.found.Loaded() && !s.found.Value.Point.Accounts.IsZero()
	})
}

// readsPast reports whether the findings were checked without the history, which is still read or
// is checked now.
func (s *site) readsPast() bool {
	return s.found.Loaded() && (s.store.ReadsPast() ||
		s.found.Value.Point.Accounts.IsZero() && !s.store.Past.Value.Since().IsZero())
}

// rows returns the findings below the titles of their sections. A folded section has no
// rows.
func (s *screen) rows() []*resource.FindingRow {
	var rows, folds []*resource.FindingRow
	var title *resource.FindingSection
	kinds := foldedKinds(s.m.all)
	if len(s.filter.kinds) > 0 { // which the user asked for
		kinds = nil
	}
	for _, f := range s.m.all {
		if !s.filter.keeps(f) {
			continue
		}
		if title == nil || title.Of != f.Section {
			rows = append(rows, folds...)
			folds = nil
			title = &resource.FindingSection{
				Of:     f.Section,
				Folded: s.folded[f.Section],
				Checks: f.Section == findings.Open &&
					slices.ContainsFunc(s.m.sites, (*site).checks),
				Reads: slices.ContainsFunc(s.m.sites, (*site).readsPast),
			}
			rows = append(rows, &resource.FindingRow{Section: title})
		}
		title.Count++
		of := kindIn{f.Section, f.Kind}
		kind := kinds[of]
		if title.Folded {
			continue
		}
		if kind == nil {
			rows = append(rows, &resource.FindingRow{Finding: f})
		} else {
			if kind.Count == 0 {
				kind.Folded = !s.unfolded[of]
				folds = append(folds, &resource.FindingRow{Section: kind})
			}
			kind.Count += max(len(f.Accounts), 1)
			if !kind.Folded {
				folds = append(folds, &resource.FindingRow{Finding: f})
			}
		}
	}
	return append(rows, folds...)
}

// kindIn is a kind of finding in a section.
type kindIn struct {
	section findings.Section
	kind    findings.Kind
}

// manyAlike is the number of findings of some kinds in a section up to which each has its row.
const manyAlike = 3

// foldedKinds returns the titles of the kinds whose findings are folded as they are many: those about what may
// come, and about accounts that need no help.
func foldedKinds(all []*findings.Finding) map[kindIn]*resource.FindingSection {
	counts := map[kindIn]int{}
	for _, f := range all {
		if resource.Folds(f.Kind) {
			counts[kindIn{f.Section, f.Kind}]++
		}
	}
	titles := map[kindIn]*resource.FindingSection{}
	for of, n := range counts {
		if n > manyAlike {
			titles[of] = &resource.FindingSection{Of: of.section, Kind: of.kind}
		}
	}
	return titles
}

// markKnown asks for a note and marks a finding as known, or forgets that it was.
func (s *screen) markKnown(r *resource.FindingRow) tea.Cmd {
	if past := s.m.ctx.ReadsPast(); past != nil {
		return past
	}
	key := r.Finding.Key()
	title := s.m.view.Finding(r.Finding).Title()
	m := s.m
	of := m.sites[m.ctx.Sites.Index(r.Finding.Site)]
	if of.own.History() == nil {
		return m.ctx.Inform("overview.no_history")
	}
	if !of.found.Loaded() { // which marks there are is not known yet
		return m.ctx.Inform("overview.checking")
	}
	change := history.Change{
		At:   m.view.Now(),
		What: history.UnmarkedOne,
		ID:   key,
		Name: text.Join(
			m.words.T("prices.comma"),
			title,
			m.view.Finding(r.Finding).Place(),
		),
	}
	mark := of.found.Value.Known[key]
	lasts := mark.Until.IsZero() || mark.Until.After(m.view.Now())
	if r.Finding.Known && lasts { // a mark of another state or time is replaced
		u := history.Update{
			Put:    []history.Entry{change.Entry()},
			Forget: []history.Entry{{Kind: history.KindKnown, ID: key}},
		}
		return of.own.Keep(u, marked{of, m.words.T("overview.not_known", "Name", title)})
	}
	s.note = input.New(m.theme)
	return m.stack.Ask(pane.Question{
		Title: m.words.T("overview.note"),
		Text:  m.words.T("overview.note_hint"),
		Input: &s.note,
		Then: func() tea.Cmd {
			k := findings.NewKnown(r.Finding, s.note.Value(), m.view.Now())
			said := m.words.T("overview.is_known", "Name", title)
			body, err := api.Marshal(k)
			if err != nil {
				return pane.Notify(pane.Failure, err.Error())
			}
			change.What = history.MarkedKnown
			change.Note = k.Note
			if !k.Until.IsZero() {
				said = m.words.T(
					"overview.is_known_until",
					"Name", title,
					"Time", m.view.Time(k.Until),
				)
				change.Note = text.Join(
					m.words.T("prices.comma"),
					k.Note,
					m.words.T("log.until", "Time", m.view.Time(k.Until)),
				)
			}
			e := history.Entry{
				Kind: history.KindKnown,
				ID:   key,
				At:   m.view.Now(),
				Body: body,
			}
			notice := text.Sentences(
				said,
				m.words.T("overview.undo", "Key", m.ctx.Key(m.keys.Known)),
			)
			return of.own.Keep(
				history.Update{Put: []history.Entry{e, change.Entry()}},
				marked{of, notice},
			)
		},
	})
}

// marked is the message that a mark of a finding was stored.
type marked struct {
	site   *site
	notice string
}
