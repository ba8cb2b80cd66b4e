package groups

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/picker"
)

// nameField is the only field of the form.
const nameField = "name"

// newForm is an empty form. There is one at a time, and it lives on while one is
// elsewhere: what was typed is gone only when the group is there.
func (m *Model) newForm() *form.Form {
	w := m.ctx.Words
	return form.New(m.ctx.Theme, form.KeyMap{Submit: m.keys.Send, Cancel: m.keys.Back}, []form.Field{{
		ID: nameField, Label: w.T("groups.field.name"), Note: w.T("groups.field.name_note"),
		Check: func(name string) string {
			if name == "" {
				return w.T("groups.blank")
			}
			return ""
		},
	}})
}

func (m *Model) beginCreate() tea.Cmd {
	if m.ctx.ReadOnly {
		return pane.Notify(pane.Warning, m.ctx.Words.T("groups.read_only"))
	}
	m.mode = creating
	m.resize()
	return nil
}

func (m *Model) onFormKey(msg tea.KeyMsg) tea.Cmd {
	if m.creating.Running() && !key.Matches(msg, m.keys.Back) {
		return nil // one at a time, and the text stays what was sent
	}
	result, cmd := m.form.Update(msg)
	switch result {
	case form.Submitted:
		cmd = m.submit()
	case form.Cancelled:
		m.browse()
	}
	m.resize()
	return cmd
}

// submit sends the name. Of one whose outcome is unknown it asks first: the
// group may be there.
func (m *Model) submit() tea.Cmd {
	name := m.form.Value(nameField)
	if name != m.unknown {
		return m.send(name)
	}
	m.form.SetFailure(m.doubt) // it stands until something is done about it
	w := m.ctx.Words
	items := []picker.Item{
		{ID: "keep", Label: w.T("groups.unknown.keep")},
		{ID: "again", Label: w.T("groups.unknown.again")},
		{ID: "drop", Label: w.T("groups.unknown.drop")},
	}
	m.Choice.One(w.T("groups.unknown.title", "Name", text.Clean(name)), items, func(id string) tea.Cmd {
		switch id {
		case "again":
			m.form.SetFailure("")
			cmd := m.send(name)
			m.resize()
			return cmd
		case "drop":
			m.form, m.unknown = m.newForm(), ""
			m.browse()
		}
		return nil
	})
	return nil
}

// onCreated takes over what became of a create.
func (m *Model) onCreated() tea.Cmd {
	w := m.ctx.Words
	if err := m.creating.Err; err != nil {
		x := pane.Explain(w, err)
		why := x.Line()
		if api.OutcomeUnknown(err) {
			m.unknown = m.sent
			why = w.T("groups.unknown.say", "Key", m.keys.Send.Help().Key) + " " + x.Reason
		}
		if x.RequestID != "" {
			why += " " + w.T("error.request", "ID", x.RequestID)
		}
		if m.form.SetFailure(why); api.OutcomeUnknown(err) {
			m.doubt = why
		}
		if m.mode != creating {
			return pane.Notify(pane.Failure, w.T("groups.not_created", "Name", text.Clean(m.sent), "Reason", x.Line()))
		}
		m.resize()
		return nil
	}
	g := m.creating.Value
	m.created = append(m.created, g)
	m.form, m.unknown = m.newForm(), ""
	m.resize()
	cmd := m.show()
	if m.mode == creating {
		m.browse()
		cmd = tea.Batch(cmd, m.query.Set("")) // or the new group might not be among the rows
		m.table.MoveTo(g.ID)
		m.openDetail()
	}
	return tea.Batch(cmd, pane.Notify(pane.Done, w.T("groups.created", "Name", text.Clean(g.Name))))
}

// viewCreate is the form, and below it what there is to say before sending.
func (m *Model) viewCreate() string {
	w, t := m.ctx.Words, m.ctx.Theme
	lines := []string{" " + t.Title.Render(text.Cut(w.T("groups.create_title"), m.Width-1))}
	if m.titleLines() > 1 {
		lines = append(lines, "")
	}
	lines = append(lines, m.form.View())
	return strings.Join(append(lines, m.remarks()...), "\n")
}

// titleLines are those above the form: a blank one where there is room.
func (m *Model) titleLines() int {
	if m.Height > 8 {
		return 2
	}
	return 1
}

// remarks are the lines below the form.
func (m *Model) remarks() []string {
	w, t := m.ctx.Words, m.ctx.Theme
	if m.creating.Running() {
		return []string{"", " " + t.Tone(theme.Accent).Render(text.Cut(t.Glyphs.Pending+" "+w.T("groups.sending"), m.Width-1))}
	}
	same := namesakes(m.created, m.form.Value(nameField))
	if len(same) == 0 {
		return nil
	}
	lines := []string{""}
	for _, line := range text.Wrap(t.Glyphs.Stale+" "+w.N("groups.namesake", len(same), "ID", text.Clean(same[0].ID)), max(m.Width-2, 1)) {
		lines = append(lines, text.Cut("  "+t.Tone(theme.Warn).Render(line), m.Width))
	}
	return lines
}
