package groups

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/picker"
)

// The fields of the form, the second one where several sites are shown.
const (
	nameField = "name"
	siteField = "site"
)

// label is what the user calls the group of a request.
func (m *Model) label(r request) string {
	return m.SiteText(text.Line(r.name), r.site)
}

// newForm returns an empty form. The pane has one form at a time; it keeps what
// was typed until the group is created, also while another screen is shown.
func (m *Model) newForm() *form.Form {
	return form.New(m.Theme, form.KeyMap{Next: m.Keys.Next, Previous: m.Keys.PreviousRegion, Submit: m.keys.Send, Cancel: m.Keys.Back}, m.fields())
}

func (m *Model) fields() []form.Field {
	w := m.Words
	fields := []form.Field{{
		ID: nameField, Label: w.T("groups.field.name"), Note: w.T("groups.field.name_note"),
		Check: func(name string) string {
			if name == "" {
				return w.T("groups.blank")
			}
			return ""
		},
	}}
	if len(m.sites) > 1 {
		choices := []form.Choice{{Label: m.Theme.Glyphs.Dash}} // until the user chooses
		for _, name := range m.SiteNames() {
			choices = append(choices, form.Choice{ID: name, Label: name})
		}
		fields = append(fields, form.Field{ID: siteField, Label: w.T("field.site"), Choices: choices, Check: func(name string) string {
			if name == "" {
				return w.T("groups.no_site")
			}
			return ""
		}})
	}
	return fields
}

// createScreen is the form on the stack.
type createScreen struct {
	m             *Model
	width, height int
}

func (m *Model) openForm() tea.Cmd {
	if m.ReadOnly {
		return pane.Notify(pane.Warning, m.Words.T("groups.read_only"))
	}
	m.Push(&createScreen{m: m})
	return nil
}

// Update handles a message.
func (s *createScreen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok || s.m.creating.Running() && !key.Matches(press, s.m.Keys.Back) {
		return nil // while a request runs, the text stays the one that was sent
	}
	result, cmd := s.m.form.Update(press)
	switch result {
	case form.Submitted:
		cmd = s.m.submit()
	case form.Cancelled:
		return s.m.Pop()
	}
	s.m.Refit()
	return cmd
}

// submit sends the name. Where an earlier request with the same name has an
// unknown outcome, it first offers what can be done.
func (m *Model) submit() tea.Cmd {
	r := request{m.form.Value(nameField), m.form.Value(siteField)}
	if r != m.unknown {
		return m.send(r)
	}
	m.form.SetFailure(m.doubt)
	w := m.Words
	items := []picker.Item{
		{ID: "keep", Label: w.T("groups.unknown.keep")},
		{ID: "again", Label: w.T("groups.unknown.again")},
		{ID: "drop", Label: w.T("groups.unknown.drop")},
	}
	m.PickOne(w.T("groups.unknown.title", "Name", m.label(r)), items, func(id string) tea.Cmd {
		switch id {
		case "again":
			m.form.SetFailure("")
			return m.send(r)
		case "drop":
			m.form, m.unknown = m.newForm(), request{}
			return m.Pop()
		}
		return nil
	})
	return nil
}

// send creates a group, once.
func (m *Model) send(r request) tea.Cmd {
	s := m.sites[m.SiteIndex(r.site)]
	client, h, now := s.Client, s.History, s.Now
	m.sent = r
	return m.creating.Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) (*api.AccountGroup, error) {
		g, err := fleet.CreateGroup(ctx, client, h, now(), r.name)
		return &g, err
	})
}

// onCreated handles the outcome of a request.
func (m *Model) onCreated() tea.Cmd {
	if m.creating.Err != nil {
		return m.onCreateFailed(m.creating.Err)
	}
	g, s := m.creating.Value, m.sites[m.SiteIndex(m.sent.site)]
	s.created = append(s.created, g)
	m.form, m.unknown = m.newForm(), request{}
	cmd := tea.Batch(m.Stack.Update(store.Changed{Kind: store.KindAccounts}), s.Store.GroupCreated(g.ID, g.Name))
	if m.formShown() {
		cmd = tea.Batch(cmd, m.Pop(), m.show(m.RowKey(s.Site, g.ID)))
	}
	return tea.Batch(cmd, pane.Notify(pane.Done, m.Words.T("groups.created", "Name", m.label(request{g.Name, m.sent.site}))))
}

func (m *Model) onCreateFailed(err error) tea.Cmd {
	w := m.Words
	x := m.Explain(err)
	why := x.Line()
	if api.OutcomeUnknown(err) {
		m.unknown = m.sent
		why = w.T("groups.unknown.say", "Key", m.Key(m.keys.Send)) + " " + x.Reason
	}
	if x.RequestID != "" {
		why += " " + w.T("error.request", "ID", x.RequestID)
	}
	m.doubt = why
	m.form.SetFailure(why)
	if !m.formShown() {
		return pane.Notify(pane.Failure, w.T("groups.not_created", "Name", m.label(m.sent), "Reason", x.Line()))
	}
	return nil
}

// Unfinished reports a group that may exist although its creation got no response.
func (m *Model) Unfinished() string {
	if !m.creating.Running() {
		return ""
	}
	return m.Words.T("groups.unfinished", "Name", m.label(m.sent))
}

func (m *Model) formShown() bool {
	_, ok := m.Top().(*createScreen)
	return ok
}

// show moves to a group that was just created and inspects it, on the list below
// the form.
func (m *Model) show(key string) tea.Cmd {
	l, ok := m.Top().(*listScreen)
	for ; !ok && m.Depth() > 1; l, ok = m.Top().(*listScreen) {
		m.Pop()
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
	return pane.Frame{Title: s.m.Words.T("groups.create_title")}
}

// SetSize sets the room in cells.
func (s *createScreen) SetSize(width, height int) {
	s.width, s.height = width, height
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
	return text.Fit(" "+strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n "), s.width, s.height)
}

// remarks are the lines below the form.
func (s *createScreen) remarks(width int) []string {
	w, t := s.m.Words, s.m.Theme
	if s.m.creating.Running() {
		return []string{"", "  " + t.Tone(theme.Accent).Render(text.Cut(t.Glyphs.Pending+" "+w.T("groups.sending"), width-2))}
	}
	same, id := 0, ""
	for _, g := range slices.Backward(s.m.sites[s.m.SiteIndex(s.m.form.Value(siteField))].created) {
		if g.Name == s.m.form.Value(nameField) {
			same, id = same+1, g.ID
		}
	}
	if same == 0 {
		return nil
	}
	lines := []string{""}
	for _, line := range text.Wrap(t.Glyphs.Stale+" "+w.N("groups.namesake", same, "ID", text.Line(id)), max(width-2, 1)) {
		lines = append(lines, text.Cut("  "+t.Tone(theme.Warn).Render(line), width))
	}
	return lines
}

// ShortHelp is the footer.
func (s *createScreen) ShortHelp() []key.Binding {
	if s.m.creating.Running() {
		return []key.Binding{s.m.Keys.Back}
	}
	short := []key.Binding{s.m.keys.Send, s.m.Keys.Back}
	if len(s.m.sites) > 1 {
		short = append([]key.Binding{s.m.Keys.Next}, short...)
	}
	return short
}
