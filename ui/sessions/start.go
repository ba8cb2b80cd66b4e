package sessions

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// startScreen is the first screen: sessions to choose from, and beside them, where
// there is room, the field for an id.
type startScreen struct {
	*pane.List[pane.Recent]
	m             *Model
	form          *formScreen // nil if it is closed
	width, height int
}

// asideWidth is the width of the region of the field.
const asideWidth = 46

func (m *Model) newStart() *startScreen {
	w, k := m.Words, &m.keys
	s := &startScreen{m: m}
	s.List = pane.NewRecents(m.Stack, pane.KindSession, "sessions.recent", pane.ListConfig[pane.Recent]{
		Heading: w.T("sessions.recent.heading"),
		Summary: func(width int) []string {
			if s.aside() > 0 || s.form != nil {
				return nil
			}
			return []string{text.Cut(" "+m.Theme.Tone(theme.Muted).Render(w.T("sessions.none", "Key", k.OpenID.Help().Key)), width)}
		},
		Empty:   m.Empty("sessions.recent.no_match", w.T("sessions.none", "Key", k.OpenID.Help().Key)),
		Nothing: m.openForm,
		Open:    pane.Action[pane.Recent]{Key: k.OpenRow, Row: func(r pane.Recent) tea.Cmd { return m.Open(r.Target) }},
		Actions: []pane.Action[pane.Recent]{{Key: k.OpenID, Do: m.openForm}},
		Footer:  func() []key.Binding { return []key.Binding{k.OpenRow, k.OpenID, m.Keys.Filter} },
	})
	return s
}

func (s *startScreen) Update(msg tea.Msg) tea.Cmd {
	if _, ok := msg.(pane.Recalled); ok {
		return s.fill()
	}
	return s.List.Update(msg)
}

// fill shows the sessions known now, the newest first.
func (s *startScreen) fill() tea.Cmd { return s.SetRows(s.m.Recents(pane.KindSession, s.m.opened)) }

// opening is a session that was opened. Its title is the first turn of a user.
func (m *Model) opening(d *document) pane.Thing {
	t := thing(d.id)
	if i := slices.IndexFunc(d.turns, func(turn transcript.Turn) bool { return turn.User }); i >= 0 {
		t.Label, t.Note = cmp.Or(ansi.Strip(m.markdown.Line(d.turns[i].Headline, theme.Plain)), t.Label), t.Label
	}
	return t
}

// aside is the width of the region of the field, or 0 without one.
func (s *startScreen) aside() int {
	if s.width < pane.FrameWidth {
		return 0
	}
	return asideWidth
}

func (s *startScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	s.List.SetSize(width-s.aside(), height)
}

func (s *startScreen) View() string {
	list := s.List.View()
	if s.aside() == 0 {
		return list
	}
	c, k := s.m.Context, &s.m.Keys
	frame := pane.Frame{Title: c.Words.T("sessions.open_title"), Focused: s.form != nil}
	width, _ := frame.Inner(s.aside(), s.height)
	var lines []string
	hint := c.Words.T("sessions.none", "Key", s.m.keys.OpenID.Help().Key)
	if s.form != nil {
		lines = s.form.lines(width)
		hint = c.Words.T("sessions.id_hint", "Key", k.Confirm.Help().Key, "Back", k.Back.Help().Key)
	}
	lines = append(lines, c.Note(hint, width)...)
	return pane.SideBySide(list, c.Frame(frame, strings.Join(lines, "\n"), s.aside(), s.height), s.width-s.aside())
}

// formScreen is the field for the ID of a session, above the screen that it was opened
// from. It stays until the session is loaded, so a rejected ID can be corrected.
type formScreen struct {
	m             *Model
	below         pane.Screen
	field         input.Model
	load          store.Loader[*document]
	width, height int
}

func (m *Model) newForm(id string) *formScreen {
	f := &formScreen{m: m, below: m.Top(), field: input.NewID(m.Theme)}
	f.load.Name = "session"
	f.field.SetValue(id)
	f.field.CursorEnd()
	if f.start() {
		m.start.form = f
	}
	return f
}

// start reports whether the field is on the first screen.
func (f *formScreen) start() bool { return f.below == pane.Screen(f.m.start) }

// beside reports whether the field is in the region beside the sessions to choose
// from, and not above the screen below.
func (f *formScreen) beside() bool { return f.start() && f.width >= pane.FrameWidth }

// openForm pushes the form with the text of the last one.
func (m *Model) openForm() tea.Cmd {
	f := m.newForm(m.typed)
	m.Push(f)
	return f.field.Focus()
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
	switch {
	case key.Matches(press, f.m.Keys.Confirm):
		cmd = f.submit()
	case key.Matches(press, f.m.Keys.Back):
		return f.m.Pop()
	default:
		f.field, cmd = f.field.Update(msg)
	}
	f.m.Refit()
	return cmd
}

func (f *formScreen) submit() tea.Cmd {
	id := sessionID(f.field.Value())
	if id == "" {
		return nil
	}
	f.field.SetValue(id)
	return f.load.Start(f.m.Base, f.m.Now, f.m.fetch(id, false))
}

func (m *Model) fetch(id string, running bool) func(context.Context, func(any)) (*document, error) {
	client, now := m.Client, m.Now
	return func(ctx context.Context, _ func(any)) (*document, error) {
		records, err := client.Messages(ctx, id)
		if err != nil {
			return nil, err
		}
		return newDocument(id, now(), transcript.New(records, running || transcript.IsRecent(records, now()))), nil
	}
}

func (f *formScreen) onLoaded() tea.Cmd {
	m := f.m
	if f.load.Err != nil || f.load.Value == nil {
		m.Refit()
		return nil
	}
	d := f.load.Value
	opened := m.opening(d)
	m.History.Remember(history.SessionEntry(d.id, opened.Label, m.Now()))
	m.opened = append([]pane.Thing{opened}, slices.DeleteFunc(m.opened, func(o pane.Thing) bool { return o.Target == opened.Target })...)
	r := m.newReader(d)
	return tea.Batch(m.Replace(r), m.start.fill(), r.refresher.Next(m.Context))
}

// Close keeps what was typed for the next form.
func (f *formScreen) Close() tea.Cmd {
	f.load.Cancel()
	f.m.start.form = nil
	f.m.typed = f.field.Value()
	return nil
}

func (f *formScreen) State() store.State { return f.load.State() }

func (f *formScreen) SetSize(width, height int) {
	f.width, f.height = width, height
	if !f.beside() {
		height = max(height-len(f.lines(width)), 1)
	}
	f.below.SetSize(width, height)
}

func (f *formScreen) View() string {
	if f.beside() {
		return f.below.View()
	}
	return text.Fit(strings.Join(append(f.lines(f.width), f.below.View()), "\n"), f.width, f.height)
}

// lines are the field and, if the session was refused, why.
func (f *formScreen) lines(width int) []string {
	w := f.m.Words
	lines := []string{f.m.Field(w.T("sessions.id_field"), &f.field, width)}
	switch err := f.load.Err; {
	case f.load.Running():
		lines = append(lines, " "+f.m.LineLoading(f.load.State()))
	case err != nil:
		x := f.m.Explain(err)
		lines = append(lines, f.m.Paragraph(f.m.Theme.Glyphs.Abnormal+" "+x.Reason, width, theme.Bad)...)
		var argument *api.ArgumentError
		switch {
		case api.IsCode(err, api.CodeSessionNotFound):
			x.Hint = w.T("sessions.no_such")
		case api.IsCode(err, api.CodeValidationFailed), api.IsCode(err, api.CodeBadRequest), errors.As(err, &argument):
			x.Hint = w.T("sessions.bad_form")
		}
		if x.Hint != "" {
			lines = append(lines, f.m.Note(x.Hint, width)...)
		}
		if x.RequestID != "" {
			lines = append(lines, f.m.Note(w.T("error.request", "ID", x.RequestID), width)...)
		}
	}
	return lines
}

func (f *formScreen) Capturing() bool { return true }

func (f *formScreen) ShortHelp() []key.Binding {
	back := f.m.Keys.Back
	if f.load.Running() {
		back = f.m.Named(back, "key.cancel")
	}
	return []key.Binding{f.m.Keys.Confirm, back}
}
