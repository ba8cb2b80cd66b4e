package groups

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/picker"
)

// The fields of the form: the site where several are shown, the IDs for accounts that were selected.
const (
	nameField = "name"
	siteField = "site"
	idsField  = "ids"

	copyIDs = "copy" // the choice of idsField to copy them
)

// label returns the name of the group of a request, with the site if the request has one.
func (m *Model) label(r request) string {
	return m.view.SiteText(text.Line(r.name), r.site)
}

// newForm returns an empty form. The pane has one form at a time. It keeps what was typed while
// another pane is shown, and after a request until the group is created.
func (m *Model) newForm() *form.Form {
	f := form.New(m.theme, form.KeyMap{
		Next:     m.stack.Keys.Next,
		Previous: m.stack.Keys.PreviousRegion,
		Submit:   m.keys.Send,
		Cancel:   m.stack.Keys.Back,
	}, m.fields())
	f.Unlisted = m.words.T("form.unlisted")
	return f
}

func (m *Model) fields() []form.Field {
	w := m.words
	fields := []form.Field{{
		ID:    nameField,
		Label: w.T("groups.field.name"),
		Note:  w.T("groups.web_console"),
		Check: func(name string) string {
			if name == "" {
				return w.T("groups.blank")
			}
			return ""
		},
	}}
	if len(m.sites) > 1 {
		choices := []form.Choice{{Label: m.theme.Glyphs.Dash}} // until the user chooses
		for _, name := range m.ctx.Sites.Names() {
			choices = append(choices, form.Choice{ID: name, Label: name})
		}
		fields = append(fields, form.Field{
			ID:      siteField,
			Label:   w.T("field.site"),
			Choices: choices,
			Check: func(name string) string {
				if name == "" {
					return w.T("groups.no_site")
				}
				return ""
			},
		})
	}
	if slices.ContainsFunc(m.sites, func(s *site) bool { return len(s.taken) > 0 }) {
		fields = append(fields, form.Field{
			ID:    idsField,
			Label: w.T("groups.field.ids"),
			Choices: []form.Choice{
				{ID: copyIDs, Label: w.T("groups.copy_ids")},
				{ID: "nothing", Label: w.T("groups.copy_nothing")},
			},
			Value: copyIDs,
		})
	}
	return fields
}

// createScreen is the form on the stack.
type createScreen struct {
	m             *Model
	width, height int
}

// openForm opens the form, for the accounts that are selected in their list.
func (m *Model) openForm() tea.Cmd {
	ids := make([][]string, len(m.sites))
	if selected := m.store.Selected; selected != nil {
		for _, a := range selected() {
			i := m.ctx.Sites.Index(a.Site)
			ids[i] = append(ids[i], a.ID)
		}
	}
	return m.openFormFor(ids)
}

// openFormFor opens the form for accounts, whose IDs it has by site. After a request it shows what
// was sent.
func (m *Model) openFormFor(ids [][]string) tea.Cmd {
	if m.ctx.ReadOnly {
		return pane.Notify(pane.Warning, m.words.T("groups.read_only"))
	}
	if !m.isSent() {
		for i, s := range m.sites {
			s.taken = ids[i]
		}
		m.form = m.newForm()
		i := slices.IndexFunc(m.sites, func(s *site) bool {
			return len(s.taken) > 0
		})
		if i >= 0 {
			m.form.SetValue(siteField, m.sites[i].own.Name)
		}
	}
	if !m.formShown() {
		m.stack.Push(&createScreen{m: m})
	}
	return nil
}

// isSent reports whether the form holds a request that is under way or has failed.
func (m *Model) isSent() bool {
	return m.creating.Running() || m.creating.Err != nil && m.request() == m.sent
}

// request is the request in the form.
func (m *Model) request() request {
	return request{m.form.Value(nameField), m.form.Value(siteField)}
}

// site is the site in the form.
func (m *Model) site(r request) *site {
	return m.sites[m.ctx.Sites.Index(r.site)]
}

// Update handles a message.
func (s *createScreen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok || s.m.creating.Running() && !key.Matches(press, s.m.stack.Keys.Back) {
		return nil // while a request runs, the text stays the one that was sent
	}
	result, cmd := s.m.form.Update(press)
	switch result {
	case form.Submitted:
		cmd = s.m.submit()
	case form.Cancelled:
		if !s.m.isSent() {
			s.m.form = s.m.newForm()
		}
		return s.m.stack.Pop()
	}
	s.m.stack.Refit()
	return cmd
}

// submit sends the name. Where a group has it already, or an earlier request with the same name has
// an unknown outcome, it first offers what can be done.
func (m *Model) submit() tea.Cmd {
	r := m.request()
	if r != m.unknown {
		return m.sendNew(r)
	}
	m.form.SetFailure(m.doubt)
	w := m.words
	items := []picker.Item{
		{ID: "keep", Label: w.T("groups.unknown.keep")},
		{ID: "again", Label: w.T("groups.unknown.again")},
		{ID: "drop", Label: w.T("groups.unknown.drop")},
	}
	m.stack.PickOne(w.T(
		"groups.unknown.title",
		"Name", m.label(r),
	), items, func(id string) tea.Cmd {
		switch id {
		case "again":
			m.form.SetFailure("")
			return m.send(r)
		case "drop":
			m.form = m.newForm()
			m.unknown = request{}
			return m.stack.Pop()
		}
		return nil
	})
	return nil
}

// sendNew creates a group. Where one has the name already, it asks first.
func (m *Model) sendNew(r request) tea.Cmd {
	same := m.site(r).named(r.name)
	if len(same) == 0 {
		return m.send(r)
	}
	w := m.words
	items := []picker.Item{
		{ID: "rename", Label: w.T("groups.same.rename")},
		{ID: "show", Label: w.T("groups.same.show"), Note: same[0].ID},
		{ID: "create", Label: w.T("groups.same.create")},
	}
	m.stack.PickOne(w.N(
		"groups.same.title", len(same),
		"Name", m.label(r),
	), items, func(id string) tea.Cmd {
		switch id {
		case "create":
			return m.send(r)
		case "show":
			m.form = m.newForm()
			return tea.Batch(m.stack.Pop(), m.show(m.ctx.Sites.RowKey(same[0].Site, same[0].ID)))
		}
		return nil
	})
	return nil
}

// send creates a group, once.
func (m *Model) send(r request) tea.Cmd {
	f := m.site(r).own.Store.Fleet
	m.sent = r
	return m.creating.Start(m.ctx.Base, m.view.Now, func(ctx context.Context, _ func(any)) (*api.AccountGroup, error) {
		g, err := f.Groups().Create(ctx, r.name)
		return &g, err
	})
}

// onCreated handles the outcome of a request.
func (m *Model) onCreated() tea.Cmd {
	if m.creating.Err != nil {
		return m.onCreateFailed(m.creating.Err)
	}
	g := m.creating.Value
	s := m.site(m.sent)
	s.created = append(s.created, g)
	var copying tea.Cmd
	if m.form.Value(idsField) == copyIDs && len(s.taken) > 0 {
		copying = m.stack.Output.CopyText(
			m.words.N("groups.taken_ids", len(s.taken)),
			strings.Join(s.taken, "\n"),
		)
	}
	m.form = m.newForm()
	m.unknown = request{}
	cmd := tea.Batch(
		m.stack.Update(store.Changed{Kind: store.KindAccounts}),
		s.store.GroupCreated(g.ID, g.Name),
	)
	if m.formShown() {
		cmd = tea.Batch(
			cmd,
			m.stack.Pop(),
			m.show(m.ctx.Sites.RowKey(s.own.Name, g.ID)),
		)
	}
	return tea.Batch(
		cmd,
		pane.Notify(
			pane.Done,
			m.words.T(
				"groups.created",
				"Name",
				m.label(request{g.Name, m.sent.site}),
			),
		),
		copying,
	)
}

func (m *Model) onCreateFailed(err error) tea.Cmd {
	w := m.words
	x := m.view.Explain(err)
	why := x.Line()
	if api.OutcomeUnknown(err) {
		m.unknown = m.sent
		why = w.T("groups.unknown.say", "Key", m.ctx.Key(m.keys.Send)) + " " + x.Reason
	}
	if x.RequestID != "" {
		why += " " + w.T("error.request", "ID", x.RequestID)
	}
	m.doubt = why
	m.form.SetFailure(why)
	if !m.formShown() {
		return pane.Notify(
			pane.Failure,
			w.T("groups.not_created", "Name", m.label(m.sent), "Reason", x.Line()),
		)
	}
	return nil
}

// Unfinished reports a group that may exist although its creation got no response.
func (m *Model) Unfinished() string {
	if !m.creating.Running() {
		return ""
	}
	return m.words.T("groups.unfinished", "Name", m.label(m.sent))
}

func (m *Model) formShown() bool {
	_, ok := m.stack.Top().(*createScreen)
	return ok
}

// show moves to a group that was just created and inspects it, on the list below
// the form.
func (m *Model) show(key string) tea.Cmd {
	l, ok := m.stack.Top().(*listScreen)
	for ; !ok && m.stack.Depth() > 1; l, ok = m.stack.Top().(*listScreen) {
		m.stack.Pop()
	}
	cmd := l.Query.Set("") // the filter could hide the new group
	l.Table.MoveTo(key)
	l.Inspect()
	return cmd
}

// Want returns the size of the form with what is below it.
func (s *createScreen) Want(width, _ int) (int, int) {
	width = min(64, width-6)
	form := *s.m.form
	form.SetSize(width-formMargin, 0)
	return width, 2 + form.Height() + len(s.remarks(width-formMargin))
}

// formMargin is the width of the blanks at both sides of the form.
const formMargin = 2

// Frame returns the frame of the box.
func (s *createScreen) Frame() pane.Frame {
	return pane.Frame{
		Title:  s.m.words.T("groups.create_title"),
		Scroll: pane.ScrollOf(s.m.form.Visible()),
	}
}

// SetSize sets the room in cells.
func (s *createScreen) SetSize(width, height int) {
	s.width = width
	s.height = height
	s.m.form.SetSize(width-formMargin, max(height-len(s.remarks(width-formMargin)), 2))
}

// Capturing is always true: letters are text.
func (s *createScreen) Capturing() bool { return true }

// View draws the form and, below it, what to know before sending.
func (s *createScreen) View() string {
	lines := append([]string{s.m.form.View()}, s.remarks(s.width-formMargin)...)
	if s.m.form.Height()+len(lines) <= s.height {
		lines = slices.Insert(lines, 0, "") // a margin
	}
	return text.Fit(
		" "+strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n "),
		s.width,
		s.height,
	)
}

// remarks are the lines below the form.
func (s *createScreen) remarks(width int) []string {
	w := s.m.words
	t := s.m.theme
	if s.m.creating.Running() {
		return []string{
			"",
			"  " + t.Paint(theme.Accent, text.Cut(
				t.Glyphs.Pending+" "+w.T("groups.sending"),
				width-2,
			)),
		}
	}
	r := s.m.request()
	same := s.m.site(r).named(r.name)
	if len(same) == 0 {
		return nil
	}
	lines := []string{""}
	for _, line := range text.Wrap(
		t.Glyphs.Stale+" "+w.N("groups.namesake", len(same), "ID", text.Line(same[0].ID)),
		max(width-2, 1),
	) {
		lines = append(lines, text.Cut("  "+t.Paint(theme.Warn, line), width))
	}
	return lines
}

// ShortHelp is the footer.
func (s *createScreen) ShortHelp() []key.Binding {
	if s.m.creating.Running() {
		return []key.Binding{s.m.stack.Keys.Back}
	}
	short := []key.Binding{s.m.keys.Send, s.m.stack.Keys.Back}
	if len(s.m.sites) > 1 {
		short = append([]key.Binding{s.m.stack.Keys.Next}, short...)
	}
	return short
}
