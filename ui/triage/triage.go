// Package triage is the pane of what needs attention: abnormal accounts, old
// statistics and, with a history, what happened since the previous visit. Each row
// opens in its own pane.
package triage

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = "triage"

// Model is the pane.
type Model struct {
	*pane.Stack
	list  *pane.List[*Finding]
	found store.Loader[found]
}

// found is what a check found. It never changes.
type found struct {
	Input
	findings []*Finding
}

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c)}
	loadAll, open := c.Bind("triage.load_all", "L"), c.Bind("triage.open", "enter")
	m.list = pane.NewList(m.Stack, pane.ListConfig[*Finding]{
		Resource: Resource(c.View), Heading: c.Words.T("tab.triage"), State: m.State, Blocks: m.blocks,
		Title: func(f *Finding) string { return f.Name }, Aside: func(f *Finding) string { return c.PlatformName(f.Platform) },
		Summary: func(width int) []string {
			checked := " " + text.Cut(Checked(c.Words, &m.found.Value.Input), width-1)
			return append([]string{checked}, m.AccountsAlert("accounts.part", m.Keys.Refresh, loadAll, width)...)
		},
		Empty: func(filtered bool) string {
			nothing := c.Words.T("triage.nothing") + " " + Checked(c.Words, &m.found.Value.Input)
			return m.Empty("triage.no_match", nothing)(filtered)
		},
		Refresh: func() tea.Cmd { return tea.Batch(m.Store.Accounts.Refresh(), m.Store.Catalog.Refresh()) },
		Open:    pane.Action[*Finding]{Key: open, Row: func(f *Finding) tea.Cmd { return pane.Goto(f.Target) }},
		Actions: []pane.Action[*Finding]{{Key: loadAll, Do: m.LoadAllAccounts}},
		Footer: func() []key.Binding {
			return []key.Binding{open, m.Keys.Filter, m.Keys.Copy, m.Keys.Export, m.Keys.Refresh}
		},
	})
	m.list.Table.StayOnTop() // until the cursor is moved: the history arrives later
	m.Push(m.list)
	return m
}

// Init loads what is checked.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(m.Store.Accounts.Require(), m.Store.Platforms.Require(), m.Store.Catalog.Require(), m.check())
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(store.Changed); ok {
		m.list.Table.ResetWidths() // platforms got their names
		return tea.Batch(m.Stack.Update(msg), m.check())
	}
	if mine, cmd := m.found.Take(msg); mine {
		return tea.Batch(cmd, m.list.SetRows(m.found.Value.findings))
	}
	return m.Stack.Update(msg)
}

// State is the state of the accounts, not loaded before the first check.
func (m *Model) State() store.State {
	s := m.Store.Accounts.State()
	s.InFlight += m.Store.Catalog.State().InFlight
	if !m.found.Loaded() {
		s.At = m.found.At
	}
	return s
}

// check checks the accounts that are loaded, and reads the history.
func (m *Model) check() tea.Cmd {
	if !m.Store.Accounts.Loaded() {
		return nil
	}
	in := Input{Now: m.Now(), StaleAfter: m.StaleAfter, Accounts: m.Store.Accounts.List().Rows, Past: m.Store.Past.Value, Models: m.Store.Catalog.Value}
	h := m.History
	return m.found.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (found, error) {
		_ = in.ReadHistory(ctx, h) // the history reports its problems itself
		return found{in, in.Find()}, ctx.Err()
	})
}

// Checked says what was checked, and with which time it was compared.
func Checked(w *words.Words, in *Input) string {
	accounts, models := w.N("accounts.total", len(in.Accounts)), w.N("prices.models", len(in.Models))
	if in.Past == nil || in.Past.Since.IsZero() {
		return w.T("triage.checked_now", "Accounts", accounts, "Models", models)
	}
	return w.T("triage.checked_since", "Accounts", accounts, "Models", models, "Time", w.Time(in.Past.Since.In(in.Now.Location())))
}

// Resource is what is shown, copied, printed and exported of a finding.
func Resource(v *resource.View) *resource.Resource[*Finding] {
	kind := resource.Text("finding", 85, 8, 20, theme.Plain, func(f *Finding) string { return v.Words.T("triage.kind." + string(f.Kind)) })
	kind.Show, kind.Value = kind.Search, func(f *Finding) string { return string(f.Kind) }
	name := resource.Text("name", 100, 16, 60, theme.Plain, func(f *Finding) string { return f.Name })
	name.Pinned, name.Grow = true, true
	platform := resource.Text("platform", 80, 8, 18, theme.Plain, func(f *Finding) string { return v.PlatformName(f.Platform) })
	platform.Value = func(f *Finding) string { return f.Platform }
	return &resource.Resource[*Finding]{
		Name:   Name,
		ID:     func(f *Finding) string { return f.ID },
		Key:    func(f *Finding) string { return string(f.Kind) + " " + f.Platform + " " + f.ID },
		Record: func(f *Finding) any { return newRecord(f) },
		Shown:  func(int) []string { return []string{"sign", "name", "finding", "platform", "detail", "at"} },
		Columns: []resource.Column[*Finding]{
			{TableOnly: true, ID: "sign", Max: 2, Priority: 99, Pinned: true, Sign: true, Cell: func(f *Finding) resource.Cell { return sign(v, f) }},
			kind, name, platform,
			resource.Text("detail", 90, 8, 50, theme.Plain, func(f *Finding) string { return f.Detail(v.Words) }),
			{
				ID: "at", Right: true, Max: 8, Priority: 70, Exact: (*Finding).time,
				Cell: func(f *Finding) resource.Cell {
					if f.At.IsZero() {
						return resource.Cell{}
					}
					return resource.Cell{Text: v.Words.Age(v.Now().Sub(f.At)), Tone: map[Kind]theme.Tone{Stale: theme.Warn}[f.Kind]}
				},
				Show:  func(f *Finding) string { return v.Moment(f.time()) },
				Order: resource.ByFunc(func(f *Finding) (time.Time, bool) { return f.At, !f.At.IsZero() }, time.Time.Compare),
			},
			resource.Text("id", 50, 8, 36, theme.Muted, func(f *Finding) string { return f.ID }),
		},
	}
}

// sign is the sign of a finding, as the panes of accounts and prices have it.
func sign(v *resource.View, f *Finding) resource.Cell {
	g := v.Theme.Glyphs
	return map[Kind]resource.Cell{
		TurnedAbnormal: {Text: g.Abnormal + g.Down, Tone: theme.Bad}, Abnormal: {Text: g.Abnormal, Tone: theme.Bad},
		Disappeared: {Text: g.Dash, Tone: theme.Warn}, Stale: {Text: g.Stale, Tone: theme.Warn},
		WorkMoved: {Text: g.Bullet, Tone: theme.Accent}, PriceChanged: {Text: g.Bullet, Tone: theme.Accent},
	}[f.Kind]
}

// blocks are the inspector of a finding: what was found, and its identifier.
func (m *Model) blocks(f *Finding) []resource.Block {
	w := m.Words
	about := resource.Block{Title: w.T("triage.kind." + string(f.Kind))}
	fact := func(name, value string) {
		if value != "" {
			about.Facts = append(about.Facts, resource.Fact{Name: name, Value: value})
		}
	}
	if f.Account != nil {
		if f.Kind == Abnormal || f.Kind == TurnedAbnormal {
			about.Lines = func(width int) []string { return m.Note(m.AbnormalHint(f.Account), width) }
		}
		n, _ := f.Account.Statistic(f.Account.FansCount)
		fact(w.T("accounts.column.fansCount"), w.Exact(n.String()))
		fact(w.T("accounts.column.groupId"), f.Account.GroupID)
	}
	if f.Work != nil {
		for _, name := range moved(f.Work) {
			fact("", metricChange(w, f.Work, name))
		}
	}
	for _, c := range f.Changes {
		fact(w.T("prices.short."+string(c.Kind)), changeValue(w, c))
	}
	fact(w.T("triage.column.at"), m.When(f.time()))
	return []resource.Block{about, {Facts: []resource.Fact{{Name: w.T("triage.column.id"), Value: f.ID, Tone: theme.Muted}}}}
}

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
