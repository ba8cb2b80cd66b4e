package sessions

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// formScreen is the field for the ID of a session, in a box over the screen that it was
// opened from. It stays until the session is loaded, so a rejected ID can be corrected.
type formScreen struct {
	m             *site
	field         input.Model
	load          store.Loader[*document]
	at            transcript.Ref // where to begin, with query
	query         string         // to search in the session, "" for none
	call          string         // the call at which to begin, "" for none
	failed        string         // the tool at whose first failure to begin, "" for none
	problem       bool           // begin at the last failed call
	message       int            // the number of the message at which to begin, 0 for none
	width, height int
}

func (m *site) pushForm(id string) *formScreen {
	f := &formScreen{m: m, field: input.New(m.theme)}
	f.load.Name = "session"
	f.field.SetValue(id)
	f.field.CursorEnd()
	m.stack.Push(f)
	return f
}

// openForm opens the form with the text of the last one that opened no session, for a site that the user picks where
// several are shown.
func (m *site) openForm() tea.Cmd {
	return m.stack.PickSite(m.start.here().own.Name, func(site string) tea.Cmd {
		m := m.pane.siteNamed(site)
		return m.pushForm(m.typed).field.Focus()
	})
}

func (f *formScreen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		mine, cmd := f.load.Take(msg)
		if mine && !f.load.Running() {
			return f.onLoaded()
		}
		return cmd
	}
	var cmd tea.Cmd
	if key.Matches(press, f.m.stack.Keys.Confirm) {
		cmd = f.submit()
	} else if key.Matches(press, f.m.stack.Keys.Back) {
		return f.m.stack.Pop()
	} else {
		f.field, cmd = f.field.Update(msg)
	}
	f.m.stack.Refit()
	return cmd
}

func (f *formScreen) submit() tea.Cmd {
	id := ID(f.field.Value())
	if id == "" {
		return nil
	}
	f.field.SetValue(id)
	return f.load.Start(
		f.m.ctx.Base,
		f.m.view.Now,
		f.m.fetchFirst(id),
	)
}

func (f *formScreen) onLoaded() tea.Cmd {
	m := f.m
	if f.load.Err != nil {
		m.stack.Refit()
		return nil
	}
	d := f.load.Value
	m.own.Store.Fleet.Memory().Remember(history.SessionEntry(
		d.id,
		(&resource.Session{Session: d.facts}).Label(),
		m.view.Now(),
	))
	r := m.newReader(d)
	f.field.SetValue("") // another ID is pasted into an empty field
	cmd := tea.Batch(m.stack.Replace(r), m.remember(d.facts))
	if f.query != "" {
		cmd = tea.Batch(cmd, r.goToFound(f.at, f.query))
	} else if f.call != "" {
		r.page.goToCall(f.call)
	} else if f.failed != "" {
		r.page.goToFailure(f.failed)
	} else if f.problem {
		cmd = tea.Batch(cmd, r.goToFailedCall())
	} else if f.message > 0 {
		r.goToMessage(f.message)
	}
	if d.stored {
		cmd = tea.Batch(cmd, r.updates.refresh())
	}
	return cmd
}

// Close keeps what was typed and did not open a session for the next form.
func (f *formScreen) Close() tea.Cmd {
	f.load.Cancel()
	f.m.typed = f.field.Value()
	return nil
}

// State is that of the load while it runs: the form shows why one failed, and the data below it is unchanged.
func (f *formScreen) State() store.State {
	if f.load.Running() {
		return f.load.State()
	}
	return store.State{}
}

func (f *formScreen) SetSize(width, height int) {
	f.width = width
	f.height = height
}

// Want returns the size of the lines.
func (f *formScreen) Want(width, _ int) (int, int) {
	width = min(72, width-6)
	return width, len(f.lines(width))
}

// Frame returns the frame of the box.
func (f *formScreen) Frame() pane.Frame {
	return pane.Frame{Title: f.m.words.T("sessions.open_title"), Right: f.m.own.Label()}
}

func (f *formScreen) View() string {
	return text.Fit(
		strings.Join(f.lines(f.width), "\n"),
		f.width,
		f.height,
	)
}

// lines are the field and what its keys do or, if the session was refused, why.
func (f *formScreen) lines(width int) []string {
	w := f.m.words
	lines := []string{f.m.ctx.Field(w.T("sessions.id_field"), &f.field, width)}
	err := f.load.Err
	if f.load.Running() {
		lines = append(lines, " "+f.m.stack.LineLoading(f.load.State()))
	} else if err == nil {
		lines = append(
			lines,
			f.m.view.Note(
				w.T(
					"sessions.id_hint",
					"Key", f.m.ctx.Key(f.m.stack.Keys.Confirm),
					"Back", f.m.ctx.Key(f.m.stack.Keys.Back),
				),
				width,
			)...,
		)
	} else {
		x := f.m.view.Explain(err)
		lines = append(
			lines,
			f.m.view.Paragraph(
				f.m.theme.Glyphs.Abnormal+" "+x.Reason,
				width,
				theme.Bad,
			)...,
		)
		if api.IsCode(err, api.CodeSessionNotFound) {
			x.Hint = w.T("sessions.no_such")
		} else if api.IsCode(err, api.CodeValidationFailed) ||
			api.IsCode(err, api.CodeBadRequest) {
			x.Hint = w.T("sessions.bad_form")
		}
		if x.Hint != "" {
			lines = append(lines, f.m.view.Note(x.Hint, width)...)
		}
		if x.RequestID != "" {
			lines = append(
				lines,
				f.m.view.Note(w.T("error.request", "ID", x.RequestID), width)...,
			)
		}
	}
	return lines
}

func (f *formScreen) Capturing() bool { return true }

func (f *formScreen) ShortHelp() []key.Binding {
	back := f.m.stack.Keys.Back
	if f.load.Running() {
		return []key.Binding{f.m.ctx.Named(back, "key.cancel")}
	}
	return []key.Binding{f.m.stack.Keys.Confirm, back}
}
