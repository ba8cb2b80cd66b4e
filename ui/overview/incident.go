package overview

import (
	"cmp"
	"slices"
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
	"channeldeck/ui/widget/bar"
)

// incidentScreen is the list of the accounts of an incident, with its story in the inspector.
type incidentScreen struct {
	*pane.List[*resource.TurnedAccount]
	m    *Model
	site *pane.Site // of the incident
	of   *findings.Finding
	file *fleet.IncidentFile
	low  bool // the story has no room above the list
}

// incidentRead is the message with the incident that a finding tells, nil if the history does
// not have it.
type incidentRead struct {
	of   *findings.Finding
	into *incidentScreen // that shows it; nil for a new one
	file *fleet.IncidentFile
	err  error
}

// open opens what a finding is about: an incident as the list of its accounts.
func (m *Model) open(f *findings.Finding) tea.Cmd {
	if m.ctx.Sites.Named(f.Site).History() == nil || len(f.Accounts) == 0 ||
		f.Turn == findings.NoTurn {
		return m.stack.Goto(target(f))
	}
	return m.readIncident(f, nil)
}

// readIncident reads the incident that a finding tells.
func (m *Model) readIncident(f *findings.Finding, into *incidentScreen) tea.Cmd {
	s := m.ctx.Sites.Named(f.Site)
	return func() tea.Msg {
		seen, err := s.Store.Fleet.Seen(m.ctx.Base)
		if err != nil {
			return incidentRead{of: f, into: into, err: err}
		}
		all, err := seen.Incidents(m.ctx.Base, time.Time{})
		for _, i := range all {
			if tells(f, i) {
				return incidentRead{of: f, into: into, file: i}
			}
		}
		return incidentRead{of: f, into: into, err: err}
	}
}

// tells reports whether a finding is about an incident or its end. Of an incident of a group or an
// owner, the accounts of the finding may be of one platform.
func tells(f *findings.Finding, i *fleet.IncidentFile) bool {
	if i.GroupID != f.GroupID || i.Owner != f.Owner ||
		i.Platform != "" && i.Platform != f.Platform {
		return false
	}
	if f.Turn != findings.ToNormal {
		return i.Began.Before.Equal(f.At.Before)
	}
	for _, t := range i.Turned {
		if t.Ended.Before.Equal(f.At.Before) && t.Account.ID == f.Accounts[0].ID {
			return true
		}
	}
	return false
}

// showIncident shows the accounts of an incident with its story. Without it, the accounts pane shows
// those of the finding.
func (m *Model) showIncident(msg incidentRead) tea.Cmd {
	if msg.into != nil {
		return msg.into.show(msg.file)
	}
	if msg.file == nil {
		return m.stack.Goto(target(msg.of))
	}
	return m.pushIncident(msg.of, msg.file)
}

// pushIncident pushes the list of the accounts of an incident.
func (m *Model) pushIncident(of *findings.Finding, file *fleet.IncidentFile) tea.Cmd {
	site := m.ctx.Sites.Named(of.Site)
	stack := m.stack.OfSite(site)
	s := &incidentScreen{
		m:    m,
		site: site,
		of:   of,
		file: file,
	}
	r := resource.TurnedAccounts(site.View)
	r.ColumnsAt = func(int) []string { return s.columns(r) }
	s.List = pane.NewList(stack, pane.ListConfig[*resource.TurnedAccount]{
		Resource: r,
		Heading:  "incident.together",
		Title: func(*resource.TurnedAccount) string {
			return m.words.T("incident.happened")
		},
		Aside: func(*resource.TurnedAccount) string {
			return site.View.IntervalAge(s.file.Began)
		},
		Blocks:  s.blocks,
		Summary: s.summary,
		Counter: func() string {
			return resource.Incident{IncidentFile: s.file, View: site.View}.Subject()
		},
		State:   m.State,
		Select:  true,
		Refresh: m.screen.refresh,
		Empty: stack.Empty(
			"accounts.no_match", "accounts.none",
			"Key", m.ctx.Key(m.stack.Keys.Refresh),
		),
		Open: pane.Action[*resource.TurnedAccount]{
			Key: m.keys.Open,
			Row: func(t *resource.TurnedAccount) tea.Cmd {
				return m.stack.Goto(pane.Target{
					Pane:      "accounts",
					Site:      of.Site,
					AccountID: t.Account.ID,
				})
			},
		},
		Actions: []pane.Action[*resource.TurnedAccount]{
			{
				Key: m.keys.Accounts,
				Do: func() tea.Cmd {
					return m.goTo(accountsOf(of))
				},
			},
			{
				Key: m.keys.Works,
				Row: func(t *resource.TurnedAccount) tea.Cmd {
					return m.goTo(worksOf(s.ofAccount(t)))
				},
			},
			{
				Key: m.keys.Options,
				Row: func(t *resource.TurnedAccount) tea.Cmd {
					return m.goTo(optionsOf(s.ofAccount(t)))
				},
			},
			{
				Key: m.keys.Group,
				Row: func(t *resource.TurnedAccount) tea.Cmd {
					return m.goTo(groupOf(s.ofAccount(t)))
				},
			},
		},
		GoTo: []key.Binding{m.keys.Accounts, m.keys.Works, m.keys.Options, m.keys.Group},
		Footer: func() []key.Binding {
			k := &m.stack.Keys
			return []key.Binding{m.keys.Open, k.Filter, k.Copy, k.SelectAll, m.keys.Accounts, k.Export}
		},
	})
	stack.Push(s)
	return s.show(file)
}

// show shows an incident, or goes on showing the last one if the history no longer has it.
func (s *incidentScreen) show(file *fleet.IncidentFile) tea.Cmd {
	if file == nil {
		return nil
	}
	s.file = file
	cmd := s.SetRows(s.rows())
	s.m.stack.Refit() // other columns may have values
	return cmd
}

// rows are the accounts: those that still are abnormal first, then those with the most followers.
func (s *incidentScreen) rows() []*resource.TurnedAccount {
	rows := make([]*resource.TurnedAccount, len(s.file.Turned))
	for i := range s.file.Turned {
		rows[i] = &resource.TurnedAccount{Turned: &s.file.Turned[i], Of: s.file}
	}
	slices.SortStableFunc(rows, func(a, b *resource.TurnedAccount) int {
		still := a.Ended.Before.IsZero()
		if still != b.Ended.Before.IsZero() && still {
			return -1
		}
		if still != b.Ended.Before.IsZero() {
			return 1
		}
		return cmp.Compare(followers(b), followers(a))
	})
	return rows
}

// followers are the followers of an account, below 0 if they are unknown.
func followers(t *resource.TurnedAccount) float64 {
	n, _ := t.Account.Statistic(api.CountFans)
	if followers, known := n.Float64(); known {
		return followers
	}
	return -1
}

// columns are the columns with a value; the platform only where the accounts are of several, and the state
// only where an account is no longer abnormal.
func (s *incidentScreen) columns(r *resource.Resource[*resource.TurnedAccount]) []string {
	ids := []string{"sign", "name"}
	if s.file.Platform == "" {
		ids = append(ids, "platform")
	}
	if s.file.Still() < len(s.file.Turned) {
		ids = append(ids, "state")
	}
	return r.WithValues(append(ids, "since", "fansCount", "groupId"), s.rows())
}

// ofAccount is the incident as a finding of one of its accounts, by which other panes are opened.
func (s *incidentScreen) ofAccount(t *resource.TurnedAccount) *findings.Finding {
	return &findings.Finding{
		Kind:     s.of.Kind,
		Site:     s.of.Site,
		Platform: t.Account.Type,
		ID:       t.Account.ID,
		Account:  t.Account,
	}
}

// pickGoTo offers what belongs to the account under the cursor, and the accounts of the whole incident.
func (s *incidentScreen) pickGoTo() tea.Cmd {
	t, ok := s.Table.Current()
	if !ok {
		return nil
	}
	k := s.m.keys
	k.Options.SetEnabled(t.Account.Type != "")
	k.Group.SetEnabled(t.Account.GroupID != "")
	return s.m.stack.Menu("menu.go_to", k.Accounts, k.Works, k.Options, k.Group)
}

// Update handles a message. The incident is read again once the accounts were compared with the history.
func (s *incidentScreen) Update(msg tea.Msg) tea.Cmd {
	press, isKey := msg.(tea.KeyMsg)
	if isKey && !s.Capturing() && key.Matches(press, s.m.stack.Keys.GoTo) {
		return s.pickGoTo()
	}
	cmd := s.List.Update(msg)
	changed, ok := msg.(store.Changed)
	if ok && changed.Kind == store.KindPast {
		cmd = tea.Batch(cmd, s.m.readIncident(s.of, s))
	}
	return cmd
}

// SetSize sets the size in cells.
func (s *incidentScreen) SetSize(width, height int) {
	s.low = height < lowIncident
	s.List.SetSize(width, height)
}

// lowIncident is the height from which the story is above the list.
const lowIncident = 18

// summary is the story on a screen that has no room for the inspector, in few words on a low one.
func (s *incidentScreen) summary(width int) (lines []string) {
	v := s.site.View
	if width >= pane.FrameWidth {
		return nil
	}
	if s.low {
		return []string{" " + v.Finding(s.of).DetailIn(width)}
	}
	for _, sentence := range (resource.Incident{
		IncidentFile: s.file,
		View:         v,
	}).Story()[:maxStory] {
		lines = append(lines, v.Paragraph(sentence, width, theme.Plain)...)
	}
	return lines
}

// maxStory is the number of sentences above the list: on the others, the accounts that turned, and whether
// it is over.
const maxStory = 3

// blocks are the story of the incident, and which account is under the cursor.
func (s *incidentScreen) blocks(t *resource.TurnedAccount) []resource.Block {
	v := s.site.View
	w := s.m.words
	story := resource.Block{Lines: func(width int) (lines []string) {
		for _, sentence := range (resource.Incident{IncidentFile: s.file, View: v}).Story() {
			lines = append(lines, v.Paragraph(sentence, width, theme.Plain)...)
		}
		return lines
	}}
	groups := resource.Block{Title: w.T("incident.by_group")}
	for _, g := range s.file.Groups {
		groups.Facts = append(groups.Facts, resource.Fact{
			Name:  v.GroupTitle(g.GroupID),
			Value: w.T("incident.of_group", "N", w.Int(g.Turned), "Of", w.Int(g.Normal)),
		})
	}
	account := resource.Block{
		Title: v.AccountTitle(t.Account),
		Facts: []resource.Fact{
			{Name: w.T("turned.column.platform"), Value: v.PlatformName(t.Account.Type)},
			{Name: w.T("turned.column.id"), Value: text.Line(t.Account.ID), Tone: theme.Muted},
		},
	}
	return []resource.Block{story, s.recoveryBlock(), groups, s.meanwhileBlock(), account}
}

// recoveryBlock is how many accounts no longer are abnormal, and how that came about.
func (s *incidentScreen) recoveryBlock() resource.Block {
	v := s.site.View
	w := s.m.words
	curve := s.file.Curve()
	return resource.Block{
		Title: w.T("incident.recovery"),
		Lines: func(width int) []string {
			over := len(s.file.Turned) - s.file.Still()
			line := w.T("incident.recovered", "N", w.Int(over), "Of", w.Int(len(s.file.Turned)))
			lines := v.Paragraph(line, width, theme.Plain)
			if len(curve) < 2 {
				return lines
			}
			const widest = 30
			spark := bar.Spark(
				&v.Theme.Glyphs,
				s.abnormal(curve, widest),
				min(width-2, widest),
			)
			return append(lines, " "+v.Theme.Tone(theme.Bad).Render(spark))
		},
	}
}

// abnormal are the abnormal accounts at n times from the beginning until now, or until a while after the
// end.
func (s *incidentScreen) abnormal(curve []findings.AbnormalCount, n int) []float64 {
	from := s.file.Began.Before
	until := s.site.View.Now()
	end := s.file.Ended.Before
	if !end.IsZero() {
		until = end.Add(end.Sub(from) / 10)
	}
	values := make([]float64, n)
	for i := range values {
		at := from.Add(until.Sub(from) * time.Duration(i) / time.Duration(n-1))
		for _, m := range curve {
			if !m.At.After(at) {
				values[i] = float64(m.Abnormal)
			}
		}
	}
	return values
}

// meanwhileBlock lists the other changes in the time of the incident.
func (s *incidentScreen) meanwhileBlock() resource.Block {
	v := s.site.View
	w := s.m.words
	block := resource.Block{Title: w.T("incident.meanwhile")}
	block.Lines = func(width int) (lines []string) {
		for _, c := range slices.Concat(s.file.Options, s.file.Prices) {
			what, platform := v.ChangeMeanwhile(&c)
			at := v.DayTime(c.Times[len(c.Times)-1])
			line := text.Join(
				w.T("prices.comma"),
				what,
				s.pricesOf(&c),
				platform,
				strings.TrimSpace(at),
			)
			lines = append(lines, v.Paragraph(line, width, theme.Plain)...)
		}
		if len(lines) == 0 {
			return v.Note(w.T("incident.nothing"), width)
		}
		return lines
	}
	return block
}

// pricesOf says how the prices of a model changed, where that is still among the findings.
func (s *incidentScreen) pricesOf(c *fleet.Changed) string {
	i := slices.IndexFunc(s.m.all, func(f *findings.Finding) bool {
		isThis := f.Site == s.of.Site && f.ID == c.Name
		return isThis && f.Kind.IsChange() && f.Platform == "" && c.Platform == ""
	})
	if i < 0 {
		return ""
	}
	return s.site.View.Finding(s.m.all[i]).Detail()
}
