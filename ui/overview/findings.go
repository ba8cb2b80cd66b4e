package overview

import (
	"slices"
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
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/table"
)

// newFindings returns the list of findings.
func (m *Model) newFindings(s *screen) *pane.List[*resource.FindingRow] {
	k := &m.keys
	return pane.NewList(m.stack, pane.ListConfig[*resource.FindingRow]{
		Resource: resource.Findings(m.view),
		Site:     (*resource.FindingRow).Site,
		Heading:  "overview.attention",
		State:    m.State,
		Select:   true,
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
			if r.Section.Kind != "" {
				count = m.words.N("accounts.total", r.Section.Count)
				return "platform", resource.Cell{Text: count, Tone: theme.Muted}, true
			}
			if r.Section.Of == findings.Expected {
				count += "  " + m.words.T("overview.expected_means")
			}
			return "platform", resource.Cell{Text: count, Tone: theme.Muted}, true
		},
		Empty: func(filtered bool) string {
			return m.stack.Empty(
				"triage.no_match", m.nothing(),
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
			{Key: k.Baseline, Do: m.pickBaseline, Inspector: true},
			{Key: k.LoadAll, Do: m.ctx.Sites.LoadAllAccounts},
			{
				Key: k.Report,
				Do: func() tea.Cmd {
					r, _ := s.findings.Table.Current() // a report is of one site
					return m.stack.OfSite(m.ctx.Sites.Of(r.Site())).WriteReport()
				},
			},
		},
		Footer: s.footer,
	})
}

// nothing is the message in place of the findings where there are none.
func (m *Model) nothing() string {
	accounts := 0
	for _, s := range m.sites {
		if s.store.Accounts.Loaded() && !s.found.Loaded() {
			return "overview.checking"
		}
		accounts += len(s.store.Accounts.List().Rows)
	}
	if accounts == 0 {
		return "accounts.none"
	}
	return "triage.nothing"
}

// readsPast reports whether the findings were checked without the history, which is still read or
// is checked now.
func (s *site) readsPast() bool {
	return s.found.Loaded() && (s.store.ReadsPast() ||
		s.found.Value.Point.Accounts.IsZero() && !s.store.Past.Value.Since().IsZero())
}

// newSince is the baseline of the findings, zero where sites have different ones.
func (m *Model) newSince() (since time.Time) {
	for _, s := range m.sites {
		in := s.found.Value.Input
		if in == nil {
			continue
		}
		if since.IsZero() {
			since = in.Point.Accounts
		} else if m.view.DayTime(since) != m.view.DayTime(in.Point.Accounts) {
			return time.Time{}
		}
	}
	return since
}

// rows returns the findings below the titles of their sections. A folded section has no
// rows.
func (s *screen) rows() []*resource.FindingRow {
	var rows, folds []*resource.FindingRow
	var title *resource.FindingSection
	kinds := foldedKinds(s.m.all)
	for _, f := range s.m.all {
		if title == nil || title.Of != f.Section {
			rows = append(rows, folds...)
			folds = nil
			title = &resource.FindingSection{
				Of:     f.Section,
				Folded: s.folded[f.Section],
				Since:  s.m.newSince(),
				Reads:  slices.ContainsFunc(s.m.sites, (*site).readsPast),
			}
			rows = append(rows, &resource.FindingRow{Section: title})
		}
		title.Count++
		of := kindIn{f.Section, f.Kind}
		kind := kinds[of]
		switch {
		case title.Folded:
		case kind == nil:
			rows = append(rows, &resource.FindingRow{Finding: f})
		default:
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
		if f.Kind == findings.LikelyToTurn || f.Kind == findings.Silent {
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

// fold folds or unfolds the section under the cursor. It reports whether there is one.
func (s *screen) fold(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	r, ok := s.findings.Table.CurrentSection()
	if !ok || s.findings.Capturing() || !key.Matches(msg, s.m.keys.Open, s.m.stack.Keys.Select) {
		return nil, false
	}
	if r.Section.Kind != "" {
		of := kindIn{r.Section.Of, r.Section.Kind}
		s.unfolded[of] = !s.unfolded[of]
	} else {
		s.folded[r.Section.Of] = !s.folded[r.Section.Of]
	}
	return s.findings.SetRows(s.rows()), true
}

// markKnown asks for a note and marks a finding as known, or forgets that it was.
func (s *screen) markKnown(r *resource.FindingRow) tea.Cmd {
	if past := s.m.ctx.ReadsPast(); past != nil {
		return past
	}
	key := r.Finding.Key()
	title := s.m.view.FindingTitle(r.Finding)
	m := s.m
	of := m.sites[m.ctx.Sites.Index(r.Finding.Site)]
	if of.ctx.History == nil {
		return pane.Notify(pane.Info, m.words.T("overview.no_history"))
	}
	change := history.Change{
		At:   m.view.Now(),
		What: history.UnmarkedOne,
		ID:   key,
		Name: text.Join(m.words.T("prices.comma"), title, m.view.FindingPlace(r.Finding)),
	}
	if k, known := of.found.Value.Known[key]; known &&
		(k.Until.IsZero() || k.Until.After(m.view.Now())) {
		u := history.Update{
			Put:    []history.Entry{change.Entry()},
			Forget: []history.Entry{{Kind: history.KindKnown, ID: key}},
		}
		return of.ctx.Keep(u, marked{of, m.words.T("overview.not_known", "Name", title)})
	}
	s.note = input.New(m.theme)
	return m.stack.Ask(pane.Question{
		Title: m.words.T("overview.note"),
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
			return of.ctx.Keep(
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

// target returns the target that enter opens for a finding.
func target(f *findings.Finding) pane.Target {
	switch f.Kind.About() {
	case findings.AWork:
		return pane.Target{
			Pane:      "works",
			Site:      f.Site,
			Platform:  f.Platform,
			WorkID:    f.ID,
			AccountID: f.Work.Query.AccountID,
		}
	case findings.AModel:
		return pane.Target{Pane: "prices", Site: f.Site, Model: f.ID}
	case findings.AnOption:
		return pane.Target{Pane: "options", Site: f.Site, Platform: f.Platform}
	}
	if len(f.Accounts) > 0 {
		return pane.Target{Pane: "accounts", Site: f.Site, AccountIDs: pane.JoinIDs(f.Accounts)}
	}
	if f.Rule != nil { // it cannot be checked
		return pane.Target{Pane: "accounts", Site: f.Site}
	}
	return pane.Target{Pane: "accounts", Site: f.Site, AccountID: f.ID}
}

// blocks are the inspector of a finding.
func (m *Model) blocks(f *findings.Finding) []resource.Block {
	w := m.words
	v := m.view.Of(f.Site)
	about := resource.Block{Title: v.KindTitle(f.Kind)}
	about.Lines = func(width int) []string {
		lines := m.view.Note(v.FindingSentence(f), width)
		if f.Account != nil {
			hint := m.view.HealthHint(f.Account)
			if hint != "" {
				lines = append(lines, m.view.Note(hint, width)...)
			}
		}
		if f.Note != "" {
			lines = append(lines, m.view.Note(w.T("overview.known_note", "Note", f.Note), width)...)
		}
		return lines
	}
	blocks := []resource.Block{about}
	if len(f.Accounts) > 0 {
		of := resource.Block{Title: w.N("accounts.total", len(f.Accounts))}
		for _, a := range f.Accounts[:min(len(f.Accounts), maxListed)] {
			followers, _ := a.Statistic(api.CountFans)
			of.Facts = append(of.Facts, resource.Fact{
				Name:  v.AccountTitle(a),
				Value: m.view.Short(followers),
				Note:  v.PlatformName(a.Type),
				Right: true,
			})
		}
		blocks = append(blocks, of)
	}
	for _, c := range f.Changes {
		about.Facts = append(about.Facts, resource.Fact{
			Name:  w.T("prices.short." + string(c.Kind)),
			Value: v.PriceChange(c),
		})
	}
	blocks[0] = about
	ids := resource.Block{
		Facts: []resource.Fact{
			{Name: w.T("triage.column.id"), Value: text.Line(f.ID), Tone: theme.Muted},
		},
	}
	if a := f.Account; a != nil {
		tally := fleet.Tally{}
		tally.Count(a)
		ids.Facts = append(v.SumFacts(&tally), ids.Facts...)
		if a.GroupID != "" {
			ids.Facts = append(ids.Facts, resource.Fact{
				Name:  w.T("accounts.column.groupId"),
				Value: v.GroupTitle(a.GroupID),
				Tone:  theme.Muted,
			})
		}
	}
	if at := v.Interval(f.At); at != "" {
		ids.Facts = append(ids.Facts, resource.Fact{
			Name:  w.T("triage.column.at"),
			Value: strings.TrimSpace(at),
		})
	}
	return append(blocks, ids)
}

// maxListed is the number of accounts of an incident that the inspector lists.
const maxListed = 20
