package works

import (
	"errors"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/api/fold"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/words"
)

// The fields of the form, named as api.ArgumentError names them.
const (
	fieldPlatform = "platform"
	fieldWork     = "platformWorkId"
	fieldAccount  = "accountId"
)

// formScreen is the form that opens a work with a request.
type formScreen struct {
	m             *site
	form          *form.Form
	initial       api.WorkQuery // the content when the form was opened, later when it was submitted
	website       string        // of the link that was entered last, or ""
	of            string        // the platform of the account in the form
	recent        pane.Target   // whose platform and account were filled in
	outside       bool          // opened by another pane, to which esc returns
	width, height int
}

// suggestion is the initial content of the form: the text of a form that was left, a work
// that failed to load, or the platform and account of the visible work.
func (m *site) suggestion() api.WorkQuery {
	w := m.visible()
	if w == nil || w.of != m || m.draft != (api.WorkQuery{}) {
		return m.draft
	}
	q := w.query
	if !w.failed() {
		q.WorkID = ""
	}
	return q
}

// askForm opens the form for a site that the user picks where several are shown.
func (m *site) askForm() tea.Cmd {
	return m.stack.PickSite(m.start.here().own.Name, func(site string) tea.Cmd {
		m := m.pane.siteNamed(site)
		return m.openForm(m.suggestion(), "", false)
	})
}

// openForm pushes the form with the focus on a field. If focus is "", that is the field of
// the work, unless its ID is known: then it is the first empty field, or else the account.
func (m *site) openForm(q api.WorkQuery, focus string, outside bool) tea.Cmd {
	s := &formScreen{m: m, outside: outside}
	keys := form.KeyMap{
		Next:     m.stack.Keys.Next,
		Previous: m.keys.PreviousField,
		Submit:   m.stack.Keys.Confirm,
		Cancel:   m.stack.Keys.Back,
	}
	s.form = form.New(m.theme, keys, s.fields(q))
	switch top := m.visible(); {
	case focus != "":
	case q.WorkID == "", top != nil && top.failed() && top.query == q:
		focus = fieldWork
	case q.Platform == "":
		focus = fieldPlatform
	default:
		focus = fieldAccount
	}
	s.form.SetFocus(focus)
	s.initial = s.query()
	s.of = s.initial.Platform
	s.refuse()
	s.note()
	m.stack.Push(s)
	return tea.Batch(m.store.Platforms.Require(), m.store.Accounts.Require())
}

// refuse shows at the field of the platform why it has no work details.
func (s *formScreen) refuse() {
	why := s.noWorks(s.platform())
	if why != "" {
		s.form.SetWrong(fieldPlatform, why)
	}
}

// noWorks is why a platform of the list has no work details, and what can be done instead; "" if
// it may have them.
func (s *formScreen) noWorks(platform string) string {
	return explain.NoWorks(
		s.m.words,
		s.m.store.Platform(platform),
		s.m.view.PlatformName(platform),
	)
}

// query is the content of the form, with IDs as the service wrote them.
func (s *formScreen) query() api.WorkQuery {
	return api.WorkQuery{
		Platform:  s.platform(),
		WorkID:    text.CleanID(s.form.Value(fieldWork)),
		AccountID: text.CleanID(s.form.Value(fieldAccount)),
	}
}

func (s *formScreen) platform() string {
	return s.platformID(s.form.Value(fieldPlatform))
}

// platformID returns the identifier of the platform that has an identifier or a
// display name, in any case and language; for an unknown or ambiguous one the text itself.
func (s *formScreen) platformID(typed string) string {
	var found []string
	for _, p := range s.m.store.Platforms.Value {
		names := []string{p.Platform, s.m.view.PlatformName(p.Platform)}
		for _, lang := range words.Langs() {
			names = append(names, text.Line(p.Name(lang.Tag())))
		}
		if slices.ContainsFunc(names, func(name string) bool { return fold.String(name) == fold.String(typed) }) {
			found = append(found, p.Platform)
		}
	}
	if len(found) != 1 || s.m.store.Platform(typed) != nil {
		return typed
	}
	return found[0]
}

// platformLabel is the display name of a platform if it is unambiguous, otherwise its
// identifier.
func (s *formScreen) platformLabel(id string) string {
	name := s.m.view.PlatformName(id)
	if s.platformID(name) == id {
		return name
	}
	return id
}

func (s *formScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return s.onKey(msg)
	case pane.SettingsChanged:
		s.form.Reword(s.fields(api.WorkQuery{}))
		s.note()
	case store.Changed: // may bring the platforms' names
		if id := s.m.platformOf(s.website); id != "" && s.platform() == "" {
			s.setPlatform(id)
		}
		if msg.Kind == store.KindPlatforms {
			s.refuse()
		}
		if id := s.platform(); id == s.form.Value(fieldPlatform) &&
			s.form.Focus() != fieldPlatform {
			s.form.SetValue(fieldPlatform, s.platformLabel(id))
		}
		s.note()
	}
	return nil
}

func (s *formScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	k := &s.m.stack.Keys
	field := s.form.Focus()
	fromList := key.Matches(msg, s.m.keys.FromList)
	if field == fieldAccount && fromList {
		return s.pickAccount()
	}
	if fromList || field == fieldPlatform && s.form.Value(fieldPlatform) == "" &&
		key.Matches(msg, k.Confirm) {
		return s.pickPlatform()
	}
	if field == fieldAccount && s.form.Value(fieldAccount) == "" && s.wantsAccount() &&
		key.Matches(msg, k.Confirm) {
		return s.pickAccount()
	}
	before := s.query()
	result, cmd := s.form.Update(msg)
	if s.platform() != before.Platform {
		s.form.ClearProblem(fieldAccount) // it may have been one of the platform
	}
	if s.query().AccountID != before.AccountID {
		s.of = before.Platform
	}
	if msg.Paste || s.form.Focus() != field {
		cmd = tea.Batch(cmd, s.tidy(field))
	}
	if field == fieldWork && s.form.Focus() == fieldPlatform && s.platform() != "" &&
		key.Matches(msg, k.Confirm) {
		s.form.SetFocus(fieldAccount) // enter leads to what is missing
	}
	s.note()
	switch result {
	case form.Submitted:
		return tea.Batch(cmd, s.tidy(fieldWork), s.submit())
	case form.Cancelled:
		return tea.Batch(cmd, s.m.stack.Pop())
	}
	return cmd
}

// submit requests the work. What the client refuses to send is shown at its field.
func (s *formScreen) submit() tea.Cmd {
	m := s.m
	q := s.query()
	refused, ok := errors.AsType[*api.ArgumentError](m.store.Fleet.Client.CheckWork(q))
	if ok {
		field := refused.Field
		if field != fieldPlatform && field != fieldWork {
			field = fieldAccount // a site can rename it
		}
		s.form.SetWrong(field, m.words.T("works.refused."+string(refused.Reason)))
		return nil
	}
	s.initial = q
	m.draft = api.WorkQuery{}
	return m.request(q, s.outside)
}

// Close keeps what was typed for the next form.
func (s *formScreen) Close() tea.Cmd {
	if typed := s.query(); typed != s.initial {
		s.m.draft = typed
	}
	return nil
}

// tidy replaces text that was typed or pasted into a field: the identifier of a platform
// by its display name, and a link by the work ID in it. A link in another field moves to
// the field of the work. The focus goes to what is still missing, or else to the account.
func (s *formScreen) tidy(field string) tea.Cmd {
	link := metrics.ReadLink(s.form.Value(field))
	if field != fieldWork && link.Kind != metrics.NoLink {
		s.form.SetValue(fieldWork, s.form.Value(field))
		s.form.SetValue(field, "")
		s.form.SetFocus(fieldWork)
		field = fieldWork
	}
	switch field {
	case fieldPlatform:
		label := s.platformLabel(s.platform())
		if label != s.form.Value(field) {
			s.form.SetValue(field, label)
			s.form.Check(field)
		}
		return s.followPlatform()
	case fieldWork:
		return s.tidyWork(link)
	default:
		return nil
	}
}

// tidyWork fills in what a link in the field of the work names, or says what is wrong with it.
func (s *formScreen) tidyWork(link metrics.Link) tea.Cmd {
	if link.Kind == metrics.WorkLink {
		s.form.SetValue(fieldWork, link.ID)
		s.website = link.Website
		cmd := tea.Batch(s.takePlatform(link.Website), s.takeRecent())
		s.form.SetFocus(fieldAccount)
		if s.platform() == "" {
			s.form.SetFocus(fieldPlatform)
		}
		s.refuse()
		return cmd
	}
	if link.Kind != metrics.NoLink && s.form.Focus() == fieldWork {
		s.form.SetWrong(fieldWork, s.checkWork(s.form.Value(fieldWork)))
		return nil
	}
	return s.takeRecent()
}

// takeRecent fills in the platform and the account of a recent work, if its ID was entered
// and it is the only one. They replace those of the recent work before, but not what was typed.
func (s *formScreen) takeRecent() tea.Cmd {
	q := s.query()
	if q.AccountID == s.recent.AccountID {
		q.AccountID = ""
		if q.Platform == s.recent.Platform && q.WorkID != s.recent.WorkID {
			q.Platform = ""
		}
	}
	recents := slices.DeleteFunc(s.m.own.Recents(
		pane.KindWork,
		s.m.things(),
	), func(r pane.Recent) bool {
		return r.Target.WorkID != q.WorkID || q.Platform != "" && r.Target.Platform != q.Platform
	})
	if len(recents) != 1 || q.AccountID != "" ||
		recents[0].Target.AccountID == "" && q.Platform != "" {
		return nil
	}
	found := recents[0].Target
	s.setPlatform(found.Platform)
	s.form.SetValue(fieldAccount, found.AccountID)
	s.recent = pane.Target{WorkID: found.WorkID, AccountID: found.AccountID}
	if q.Platform == "" {
		s.recent.Platform = found.Platform
	}
	return s.m.store.Accounts.Require()
}

// takePlatform sets the platform of a link, if a platform of the list has the name of the
// website.
func (s *formScreen) takePlatform(website string) tea.Cmd {
	m := s.m
	platform := s.platform()
	id := s.m.platformOf(website)
	if metrics.SamePlatform(platform, website) || platform == "" && id == "" {
		return nil
	}
	if id == "" {
		return pane.Notify(
			pane.Warning,
			m.words.T(
				"works.other_platform",
				"Site", s.websiteName(website),
				"Platform", m.view.PlatformName(platform),
			),
		)
	}
	s.setPlatform(id)
	return pane.Notify(
		pane.Info,
		m.words.T("works.platform_of_link", "Platform", m.view.PlatformName(id)),
	)
}

func (s *formScreen) websiteName(website string) string {
	return s.m.view.WebsiteName(s.m.store.Platforms.Value, website)
}

func (s *formScreen) setPlatform(id string) {
	s.form.SetValue(fieldPlatform, s.platformLabel(id))
	s.dropAccount()
}

// dropAccount removes the account of the platform before. One that was typed before any platform
// stays, and one that is known to be of the new platform.
func (s *formScreen) dropAccount() {
	id := s.platform()
	before := s.platformID(s.of)
	if id == "" || id == before {
		return
	}
	s.of = id
	s.form.ClearProblem(fieldAccount)
	a := s.m.wording.account(s.query().AccountID)
	if before != "" && (a == nil || a.Type != id) {
		s.form.SetValue(fieldAccount, "")
	}
}

// followPlatform removes the account of the platform before, and fills in that of a recent work.
func (s *formScreen) followPlatform() tea.Cmd {
	s.dropAccount()
	if s.of == "" {
		return nil
	}
	return s.takeRecent()
}

func (s *formScreen) SetSize(width, height int) {
	s.width = width
	s.height = height
	if s.isBeside() {
		list, form := s.split()
		s.m.start.SetSize(list, height)
		width = form
		height -= s.m.start.Above()
	}
	inner, rows := s.frame().Inner(width, height)
	s.form.SetSize(inner, max(rows, 1))
	s.note()
}

func (s *formScreen) isBeside() bool {
	return !s.outside && s.width >= pane.FrameWidth
}

// maxForm is the width of the form at most: on a wide terminal, the titles of the list beside it need the rest.
const maxForm = 50

// split divides the width into that of the list and that of the form.
func (s *formScreen) split() (list, form int) {
	_, form = pane.Split(s.width)
	form = min(form, maxForm)
	return s.width - form, form
}

func (s *formScreen) frame() pane.Frame {
	return pane.Frame{
		Title:   s.m.words.T("works.open"),
		Right:   s.m.own.Label(),
		Focused: true,
		Bare:    s.width < pane.FrameWidth,
		Scroll:  pane.ScrollOf(s.form.Visible()),
	}
}

func (s *formScreen) Capturing() bool { return true }

func (s *formScreen) View() string {
	if !s.isBeside() {
		return s.m.ctx.Frame(
			s.frame(),
			s.form.View(),
			s.width,
			s.height,
		)
	}
	left, right := s.split()
	lines := strings.Split(s.m.start.View(), "\n")
	for i, l := range lines {
		lines[i] = s.m.theme.Tone(theme.Faint).Render(ansi.Strip(l))
	}
	above := s.m.start.Above()
	form := s.m.ctx.Frame(
		s.frame(),
		s.form.View(),
		right,
		s.height-above,
	)
	view := pane.SideBySide(strings.Join(lines, "\n"), strings.Repeat("\n", above)+form, left)
	return text.Fit(view, s.width, s.height)
}

func (s *formScreen) ShortHelp() []key.Binding {
	return []key.Binding{
		s.m.stack.Keys.Next,
		s.m.stack.Keys.Confirm,
		s.m.stack.Keys.Back,
	}
}

// FullHelp also has what only the palette runs.
func (s *formScreen) FullHelp() [][]key.Binding {
	return [][]key.Binding{append(s.ShortHelp(), s.m.keys.FromList)}
}
