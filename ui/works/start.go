package works

import (
	"cmp"
	"maps"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/api/report"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/works"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// recentRow is a work of the first screen, with its stored snapshots or nil.
type recentRow struct {
	pane.Recent
	*storedWork
	shown works.Recent
}

// newRow returns the row of a work.
func newRow(r pane.Recent, stored *storedWork, watched bool) *recentRow {
	row := &recentRow{Recent: r, storedWork: stored, shown: works.Recent{
		Site:      r.Target.Site,
		Platform:  r.Target.Platform,
		AccountID: r.Target.AccountID,
		ID:        r.Target.WorkID,
		Label:     r.Label,
		Source:    r.Source,
		Watched:   watched,
	}}
	if stored != nil {
		row.shown.Metric = stored.metric
		row.shown.Count = stored.value()
		row.shown.PerHour = stored.rate
		row.shown.Published, _ = stored.history.Published()
	}
	return row
}

// rowsOf returns the resource of the rows.
func (m *site) rowsOf() *resource.Resource[*recentRow] {
	return works.Recents(m.view, func(r *recentRow) *works.Recent { return &r.shown })
}

// startScreen is the first screen: the works opened in this run and earlier ones, those
// with stored snapshots, and the examples of the demo.
type startScreen struct {
	*pane.List[*recentRow]
	m        *site
	all      []*recentRow // the works, also those that are folded away
	unfolded bool         // the works that were never measured are shown
	whole    bool         // they are, without a heading: a filter or an order applies to all works
	trend    pane.Trend   // of the account in the inspector
}

func (m *site) newStart() *startScreen {
	k := &m.keys
	s := &startScreen{m: m}
	s.List = pane.NewList(m.stack, pane.ListConfig[*recentRow]{
		Resource: m.rowsOf(),
		Heading:  "works.choose_work",
		Site:     func(r *recentRow) string { return r.Target.Site },
		Title: func(r *recentRow) string {
			if r.shown.Section != nil {
				return m.words.T("works.never_measured")
			}
			return r.Label
		},
		Aside: func(r *recentRow) string {
			if r.shown.Section != nil {
				return ""
			}
			return text.Join(" ", m.platformName(r), r.Target.Site)
		},
		Blocks:   s.blocks,
		Headings: true,
		Counter:  s.order,
		Summary:  s.summary,
		Empty:    m.stack.Empty("works.no_match", "works.none", "Key", m.ctx.Key(k.Open)),
		Nothing:  m.askForm,
		State:    func() store.State { return store.State{} },
		Refresh: func() tea.Cmd {
			load := pane.Each(m.pane.sites, func(m *site) tea.Cmd {
				return tea.Batch(m.store.Platforms.Refresh(), m.loadStored())
			})
			return tea.Batch(load, m.ctx.Inform("works.read_again"))
		},
		Select: true,
		Kind: func(r *recentRow) table.Kind {
			if r.shown.Section != nil {
				return table.Section
			}
			return table.Item
		},
		Free: func(r *recentRow) (string, resource.Cell, bool) {
			if r.shown.Section == nil {
				return "", resource.Cell{}, false
			}
			return "platform", resource.Cell{
				Text: m.words.N("works.n_works", r.shown.Section.Count),
				Tone: theme.Muted,
			}, true
		},
		Open: pane.Action[*recentRow]{Key: k.Show, Row: s.open},
		Actions: []pane.Action[*recentRow]{
			{Key: k.Open, Do: m.askForm},
			{
				Key: k.Compare,
				Do: func() tea.Cmd {
					return s.WithSelected(s.compare)
				},
			},
			{
				Key: k.Watch,
				Row: s.at(func(w *workScreen) tea.Cmd {
					return w.m.watch.toggle(w.work)
				}),
			},
			{
				Key: k.Snapshots,
				Row: s.at(func(w *workScreen) tea.Cmd {
					w.showTab(snapshotsTab)
					return nil
				}),
			},
			{
				Key: k.Accounts,
				Row: func(r *recentRow) tea.Cmd {
					return m.pane.siteNamed(r.Target.Site).showAccount(queryOf(r.Target))
				},
			},
			{
				Key: k.Options,
				Row: func(r *recentRow) tea.Cmd {
					return m.pane.siteNamed(r.Target.Site).showOptions(queryOf(r.Target))
				},
			},
			{
				Key: k.Link,
				Row: func(r *recentRow) tea.Cmd { return m.copyLink(r.link()) },
			},
			{
				Key: k.Report,
				Row: func(r *recentRow) tea.Cmd {
					return m.pane.siteNamed(r.Target.Site).writeReport(r.Target.Platform)
				},
			},
		},
		CopyAs: []key.Binding{k.Link},
		GoTo:   []key.Binding{k.Options},
		Link:   (*recentRow).link,
		Reset:  func() tea.Cmd { return s.setUnfolded(false) },
		Footer: s.footer,
	})
	s.Table.StayOnTop() // until the user moves the cursor: works that move come later
	return s
}

// here is the model of the site of the work at the cursor, or of the first site.
func (s *startScreen) here() *site {
	if r, ok := s.Table.Current(); ok {
		return s.m.pane.siteNamed(r.Target.Site)
	}
	return s.m
}

func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	if mine, cmd := s.trend.Take(msg); mine {
		s.Arrange()
		return cmd
	}
	var cmd tea.Cmd
	if press, ok := msg.(tea.KeyMsg); ok {
		if cmd, handled := s.fold(press); handled {
			return cmd
		}
	}
	switch msg := msg.(type) {
	case worksChanged:
		cmd = s.fill()
		s.Table.MoveTo(s.m.ctx.Sites.RowKey(msg.work.of.own.Name, workKey(msg.work.query)))
		s.Arrange()
	case pane.Recalled, store.Changed: // which may bring the platforms' names
		s.Table.RenewWidths()
		cmd = s.fill()
	default:
		cmd = s.List.Update(msg)
	}
	if r, ok := s.Table.Current(); ok {
		m := s.here()
		a := m.wording.account(r.Target.AccountID)
		if a != nil {
			cmd = tea.Batch(cmd, s.trend.Show(m.own, msg, a))
		}
	}
	return cmd
}

// platformName is the name of the platform of a work at its site.
func (m *site) platformName(r *recentRow) string {
	return m.view.Of(r.Target.Site).PlatformName(r.Target.Platform)
}

// writeReport opens the form of a report on the accounts of a platform, if there is one.
func (m *site) writeReport(platform string) tea.Cmd {
	of := pane.ReportOf{Site: m.own.Label()}
	if platform != "" {
		of.Scopes = func(*pane.Site) []report.Scope {
			return []report.Scope{{Platform: platform}}
		}
	}
	return m.stack.WriteReport(of)
}

func queryOf(t pane.Target) api.WorkQuery {
	return api.WorkQuery{Platform: t.Platform, WorkID: t.WorkID, AccountID: t.AccountID}
}

// summary is the number of works, of those with snapshots and of those that are watched.
func (s *startScreen) summary(width int) []string {
	m := s.m
	w := m.words
	t := m.theme
	all := 0
	known := 0
	watched := 0
	for _, r := range s.all {
		all++
		if r.storedWork != nil {
			known++
		}
		if r.shown.Watched {
			watched++
		}
	}
	if all == 0 {
		return nil
	}
	measured := w.T("works.n_known", "N", w.Int(known))
	if s.reading() {
		measured = w.T("works.reading")
	}
	line := " " + t.Tone(theme.Strong).Render(w.N("works.n_works", all)) + "   " +
		t.Tone(theme.Muted).Render(measured)
	if watched > 0 {
		line += "   " + t.Tone(theme.Accent).Render(t.Glyphs.Bullet+" "+
			w.T("works.n_watched", "N", w.Int(watched)))
	}
	note := t.Tone(theme.Muted).Render(w.T("works.no_request")) + " "
	room := width - text.Width(line) - text.Width(note)
	if room > 2 && !s.reading() {
		line += text.Blank(room) + note
	}
	return []string{text.Cut(line, width)}
}

// reading reports whether the stored snapshots of a site are being read for the first time.
func (s *startScreen) reading() bool {
	return slices.ContainsFunc(s.m.pane.sites, func(m *site) bool {
		return m.wording.stored.Running() && !m.wording.stored.Loaded()
	})
}

// link is the page of a stored work, "" if it is unknown.
func (r *recentRow) link() string {
	if r.storedWork == nil {
		return ""
	}
	found, _ := r.history.Work()
	return found.URL.Or("")
}

// FullHelp returns all keys that work now.
func (s *startScreen) FullHelp() [][]key.Binding {
	groups := s.List.FullHelp()
	if !s.Capturing() {
		groups = append(groups, []key.Binding{s.m.stack.Keys.FoldAll, s.m.stack.Keys.UnfoldAll})
	}
	return groups
}

// order says that works of different metrics are not compared; "" if the user sorted them, or all have one metric.
func (s *startScreen) order() string {
	sorted, _ := s.Table.Sort()
	moving := map[string]bool{}
	for _, r := range s.all {
		if r.storedWork != nil && r.rate.IsSet() {
			moving[r.metric] = true
		}
	}
	if sorted != "" || len(moving) < 2 {
		return ""
	}
	return s.m.words.T("works.by_metric")
}

// fill shows the works known now: those that move fastest first, of each metric, then the others
// with snapshots, then those of this run without, then those that were never measured.
func (s *startScreen) fill() tea.Cmd {
	var rows []*recentRow
	for _, m := range s.m.pane.sites {
		m.known = m.allKnown()
		opened := m.things()
		slices.Reverse(opened)
		seen := map[string]bool{}
		add := func(r pane.Recent) {
			key := workKey(queryOf(r.Target))
			if !seen[key] {
				seen[key] = true
				rows = append(rows, newRow(r, m.known.works[key], m.known.watched[key]))
			}
		}
		for _, r := range m.own.Recents(pane.KindWork, opened) {
			add(r)
		}
		for _, w := range m.known.works {
			target := pane.Target{
				Pane:      Name,
				Site:      m.own.Label(),
				Platform:  w.query.Platform,
				WorkID:    w.query.WorkID,
				AccountID: w.query.AccountID,
			}
			add(pane.Recent{
				Thing:  pane.Thing{Kind: pane.KindWork, Label: w.title, Target: target},
				Source: "earlier",
			})
		}
	}
	class := func(r *recentRow) int {
		if s.neverMeasured(r) {
			return 3
		}
		if r.storedWork == nil {
			return 2
		}
		if r.rate.IsSet() {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(rows, func(a, b *recentRow) int {
		c := class(a) - class(b)
		if c == 0 && a.storedWork != nil && b.storedWork != nil {
			c = cmp.Or(metrics.CompareNames(a.metric, b.metric), b.rate.Cmp(a.rate))
		}
		if c == 0 && class(a) < 2 {
			return cmp.Or(
				cmp.Compare(workKey(queryOf(a.Target)), workKey(queryOf(b.Target))),
				cmp.Compare(a.Target.Site, b.Target.Site),
			)
		}
		return c
	})
	s.all = rows
	return s.SetRows(s.rows())
}

// allKnown returns the works in the history, updated with those that this run has loaded.
func (m *site) allKnown() stored {
	all := stored{works: map[string]*storedWork{}, watched: m.wording.stored.Value.watched}
	maps.Copy(all.works, m.wording.stored.Value.works)
	for _, w := range m.works {
		found := newStoredWork(w.query, w.title(), w.history)
		if found != nil {
			all.works[workKey(w.query)] = found
		}
	}
	return all
}

// open shows a work of this run or of the history, or the form with an example.
func (s *startScreen) open(r *recentRow) tea.Cmd {
	m := s.m.pane.siteNamed(r.Target.Site)
	q := queryOf(r.Target)
	if w := m.find(q); w != nil {
		return m.show(w)
	}
	return m.openEarlier(q, false)
}

// at returns an action that shows a work and does something there, or opens the form with a
// work without snapshots.
func (s *startScreen) at(do func(*workScreen) tea.Cmd) func(*recentRow) tea.Cmd {
	return func(r *recentRow) tea.Cmd {
		if r.storedWork == nil {
			return s.open(r)
		}
		m := s.m.pane.siteNamed(r.Target.Site)
		cmd := m.show(m.restored(r.storedWork))
		screen := pane.Topmost[*workScreen](s.m.stack)
		cmd = tea.Batch(cmd, do(screen))
		screen.home = screen.tab
		return cmd
	}
}

// restored returns a work with stored snapshots as one of this run.
func (m *site) restored(stored *storedWork) *work {
	if w := m.find(stored.query); w != nil && w.load.Loaded() {
		return w
	}
	w := m.newEarlierWork(stored.query, stored.history)
	if m.find(stored.query) == nil {
		m.works = append(m.works, w)
	}
	return w
}

// compare compares the works of rows, or the only one with others that the user picks.
func (s *startScreen) compare(rows []*recentRow) tea.Cmd {
	m := s.m
	if s.reading() {
		return m.ctx.Inform("works.reading")
	}
	for _, r := range rows {
		if r.storedWork == nil {
			return pane.Notify(
				pane.Info,
				m.words.T("works.not_measured", "Name", text.Line(r.Label)),
			)
		}
	}
	if len(rows) == 0 {
		return nil
	}
	if len(rows) > works.MaxCompared {
		return m.wording.tooMany(len(rows))
	}
	if len(rows) == 1 && len(m.pane.siteNamed(rows[0].Target.Site).known.works) == 1 {
		return pane.Notify(
			pane.Info,
			m.words.T("works.need_second", "Key", m.ctx.Key(m.keys.Open)),
		)
	}
	var others []*work
	for _, r := range rows[1:] {
		others = append(others, m.pane.siteNamed(r.Target.Site).restored(r.storedWork))
	}
	return s.at(func(w *workScreen) tea.Cmd {
		if len(others) == 0 {
			return w.pickOthers()
		}
		return w.compareWith(others)
	})(rows[0])
}
