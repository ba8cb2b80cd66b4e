// Package triage is the pane of what needs attention: abnormal accounts, old
// statistics and, with a history, what happened since the previous visit. Each row
// opens in its own pane.
package triage

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = "triage"

// Model is the pane.
type Model struct {
	*pane.Stack
	list  *pane.List[row]
	found store.Loader[found]
}

// row is a finding, or the heading of those of a kind.
type row struct {
	*Finding
	heading string
}

// found is what a check found. It never changes.
type found struct {
	Input
	findings []Finding
}

// New returns the pane.
func New(c *pane.Context) *Model {
	m := &Model{Stack: pane.NewStack(c)}
	loadAll, open := c.Bind("triage.load_all", "L"), c.Bind("triage.open", "enter")
	m.list = pane.NewList(m.Stack, pane.ListConfig[row]{
		Resource: Resource(c.View), Heading: c.Words.T("tab.triage"), State: m.State, Blocks: m.blocks,
		Title: func(r row) string { return r.Name }, Aside: func(r row) string { return c.PlatformName(r.Platform) },
		Summary: func(width int) []string {
			return append([]string{" " + text.Cut(m.checked(), width-1)}, m.AccountsAlert("accounts.part", m.Keys.Refresh, loadAll, width)...)
		},
		Empty: m.empty,
		Kind: func(r row) table.Kind {
			if r.Finding == nil {
				return table.Heading
			}
			return table.Item
		},
		Free: func(r row) (string, resource.Cell, bool) {
			return "sign", resource.Cell{Text: r.heading, Tone: theme.Strong}, r.Finding == nil
		},
		Refresh: func() tea.Cmd { return tea.Batch(m.Store.Accounts.Refresh(), m.Store.Catalog.Refresh()) },
		Open:    pane.Action[row]{Key: open, Row: func(r row) tea.Cmd { return pane.Goto(r.Target) }},
		Actions: []pane.Action[row]{{Key: loadAll, Do: m.LoadAllAccounts}},
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
		return tea.Batch(cmd, m.fill())
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

func (m *Model) fill() tea.Cmd {
	list := m.found.Value.findings
	counts := map[Kind]int{}
	for i := range list {
		counts[list[i].Kind]++
	}
	var rows []row
	for i := range list {
		if kind := list[i].Kind; i == 0 || kind != list[i-1].Kind {
			rows = append(rows, row{heading: m.Words.T("triage.kind."+string(kind)) + "  " + m.Words.Int(counts[kind])})
		}
		rows = append(rows, row{Finding: &list[i]})
	}
	return m.list.SetRows(rows)
}

// checked is the line above the list: what was checked, and since when.
func (m *Model) checked() string { return Checked(m.Words, &m.found.Value.Input) }

// Checked says what was checked, and with which time it was compared.
func Checked(w *words.Words, in *Input) string {
	accounts, models := w.N("accounts.total", len(in.Accounts)), w.N("prices.models", len(in.Models))
	if in.Past == nil || in.Past.Since.IsZero() {
		return w.T("triage.checked_now", "Accounts", accounts, "Models", models)
	}
	return w.T("triage.checked_since", "Accounts", accounts, "Models", models, "Time", w.Time(in.Past.Since.In(in.Now.Location())))
}

func (m *Model) empty(filtered bool) string {
	if filtered {
		return m.Words.T("triage.no_match", "Key", m.Keys.Back.Help().Key)
	}
	return m.Words.T("triage.nothing") + " " + m.checked()
}

// Resource is what is shown, copied, printed and exported of a finding.
func Resource(v *resource.View) *resource.Resource[row] {
	column := func(id string, priority, most int, tone theme.Tone, value func(row) string) resource.Column[row] {
		show := func(r row) string {
			if r.Finding == nil {
				return "" // a heading
			}
			return value(r)
		}
		return resource.Column[row]{
			ID: id, Priority: priority, Min: min(most, 8), Max: most, Search: show, Cell: func(r row) resource.Cell { return resource.Cell{Text: show(r), Tone: tone} },
			Value: value}
	}
	name := column("name", 100, 60, theme.Plain, func(r row) string { return r.Name })
	name.Pinned, name.Grow, name.Min = true, true, 16
	platform := column("platform", 80, 18, theme.Plain, func(r row) string { return v.PlatformName(r.Platform) })
	platform.Value = func(r row) string { return r.Platform }
	when := func(r row) string {
		if r.At.IsZero() {
			return ""
		}
		return v.Words.Time(r.At.In(v.Now().Location()))
	}
	id := column("id", 50, 36, theme.Muted, func(r row) string { return r.ID })
	return &resource.Resource[row]{
		Name: Name,
		ID:   func(r row) string { return r.ID },
		Key: func(r row) string {
			if r.Finding == nil {
				return r.heading
			}
			return string(r.Kind) + " " + r.Platform + " " + r.ID
		},
		Record: func(r row) any { return newRecord(r.Finding) },
		Shown:  func(int) []string { return []string{"sign", "name", "platform", "detail", "at"} },
		Columns: []resource.Column[row]{
			{TableOnly: true, ID: "sign", Max: 2, Priority: 99, Pinned: true, Sign: true, Cell: func(r row) resource.Cell { return sign(v, r.Finding) }},
			{ExportOnly: true, Value: func(r row) string { return string(r.Kind) }, Show: func(r row) string { return v.Words.T("triage.kind." + string(r.Kind)) }, ID: "finding"},
			name, platform, column("detail", 90, 50, theme.Plain, func(r row) string { return r.Detail(v.Words) }),
			{Value: func(r row) string { return r.time() }, Show: when,
				ID: "at", Right: true, Max: 8, Priority: 70, Exact: func(r row) string { return r.time() },
				Cell: func(r row) resource.Cell {
					if r.Finding == nil || r.At.IsZero() {
						return resource.Cell{}
					}
					return resource.Cell{Text: v.Words.Age(v.Now().Sub(r.At)), Tone: map[Kind]theme.Tone{Stale: theme.Warn}[r.Kind]}
				},
			},
			id,
		},
	}
}

// sign is the sign of a finding, as the panes of accounts and prices have it.
func sign(v *resource.View, f *Finding) resource.Cell {
	if f == nil {
		return resource.Cell{}
	}
	g := v.Theme.Glyphs
	return map[Kind]resource.Cell{
		TurnedAbnormal: {Text: g.Abnormal + g.Down, Tone: theme.Bad}, Abnormal: {Text: g.Abnormal, Tone: theme.Bad},
		Disappeared: {Text: g.Dash, Tone: theme.Warn}, Stale: {Text: g.Stale, Tone: theme.Warn},
		WorkMoved: {Text: g.Bullet, Tone: theme.Accent}, PriceChanged: {Text: g.Bullet, Tone: theme.Accent},
	}[f.Kind]
}

func (m *Model) blocks(r row) []resource.Block {
	w := m.Words
	about := resource.Block{Title: w.T("triage.kind." + string(r.Kind))}
	fact := func(name, value, note string) {
		if value != "" {
			about.Facts = append(about.Facts, resource.Fact{Name: name, Value: value, Note: note})
		}
	}
	switch {
	case r.Account != nil:
		if r.Kind == Abnormal || r.Kind == TurnedAbnormal {
			about.Lines = func(width int) []string { return m.Note(w.T("accounts.abnormal_hint"), width) }
		}
		n, _ := r.Account.Statistic(r.Account.FansCount)
		fact(w.T("accounts.column.fansCount"), w.Exact(n.String()), "")
		if at := r.At; !at.IsZero() {
			fact(w.T("accounts.column.lastStatsTime"), w.Time(at.In(m.Now().Location())), w.Ago(at, m.Now()))
		}
		fact(w.T("accounts.column.groupId"), r.Account.GroupID, "")
	case r.Work != nil:
		for _, name := range moved(r.Work) {
			fact("", metricChange(w, r.Work, name), "")
		}
		fact(w.T("triage.column.at"), w.Time(r.At.In(m.Now().Location())), w.Ago(r.At, m.Now()))
	default:
		for _, c := range r.Changes {
			fact(w.T("prices.short."+string(c.Kind)), changeValue(w, c), "")
		}
	}
	return []resource.Block{about, {Facts: []resource.Fact{{Name: w.T("triage.column.id"), Value: r.ID, Tone: theme.Muted}}}}
}

// changeValue is what changed: of a price its row with the old and the new price.
func changeValue(w *words.Words, c *quote.Change) string {
	p := c.Row()
	if p == nil {
		return text.Clean(c.After.Path)
	}
	value := w.Exact(p.Price.String())
	switch {
	case c.New == nil:
		value = w.T("prices.change.was", "Was", value)
	case c.Old != nil:
		value = w.T("prices.change.price", "Was", w.Exact(c.Old.Price.String()), "Is", value)
	}
	for _, part := range []string{p.Mode, p.Resolution, p.AspectRatio} {
		if part != "" {
			value += w.T("prices.comma") + text.Clean(part)
		}
	}
	return value
}

// Rows returns the rows of findings, without headings.
func Rows(findings []Finding) []row {
	rows := make([]row, len(findings))
	for i := range findings {
		rows[i].Finding = &findings[i]
	}
	return rows
}
