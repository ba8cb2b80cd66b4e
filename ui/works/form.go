package works

import (
	"cmp"
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
	"channeldeck/ui/widget/picker"
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
	m             *Model
	form          *form.Form
	initial       api.WorkQuery // the content when the form was opened, later when it was submitted
	site          string        // of the link that was entered last, or ""
	of            string        // the platform of the account in the form
	recent        pane.Target   // whose platform and account were filled in
	outside       bool          // opened by another pane, to which esc returns
	width, height int
}

// suggestion is the initial content of the form: the text of a form that was left, a work
// that failed to load, or the platform and account of the visible work.
func (m *Model) suggestion() api.WorkQuery {
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
func (m *Model) askForm() tea.Cmd {
	return m.AtSite(m.start.here().Site, func(site string) tea.Cmd {
		m := m.at(site)
		return m.openForm(m.suggestion(), "", false)
	})
}

// openForm pushes the form with the focus on a field. If focus is "", that is the field of
// the work, unless its ID is known: then it is the first empty field, or else the account.
func (m *Model) openForm(q api.WorkQuery, focus string, outside bool) tea.Cmd {
	s := &formScreen{m: m, outside: outside}
	keys := form.KeyMap{Next: m.Keys.Next, Previous: m.keys.PreviousField, Submit: m.Keys.Confirm, Cancel: m.Keys.Back}
	s.form = form.New(m.Theme, keys, s.fields(q))
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
	m.Push(s)
	return tea.Batch(m.Store.Platforms.Require(), m.Store.Accounts.Require())
}

// refuse shows at the field of the platform why it has no work details.
func (s *formScreen) refuse() {
	if why := s.noWorks(s.platform()); why != "" {
		s.form.SetWrong(fieldPlatform, why)
	}
}

// noWorks is why a platform of the list has no work details, and what can be done instead; "" if
// it may have them.
func (s *formScreen) noWorks(platform string) string {
	return explain.NoWorks(s.m.Words, s.m.Platform(platform), s.m.PlatformName(platform))
}

// fields are the fields with the values of a query.
func (s *formScreen) fields(q api.WorkQuery) []form.Field {
	w, list := s.m.Words, s.m.Key(s.m.keys.FromList)
	return []form.Field{
		{ID: fieldWork, Label: w.T("works.field.work"), Value: q.WorkID, Hint: w.T("works.hint.work"), Check: s.checkWork},
		{ID: fieldPlatform, Label: w.T("works.field.platform"), Value: s.platformLabel(q.Platform), Hint: w.T("works.hint.platform", "Key", list), Check: s.checkPlatform},
		{ID: fieldAccount, Label: w.T("works.field.account"), Value: q.AccountID, Hint: w.T("works.hint.account", "Key", list), Check: s.checkAccount},
	}
}

// query is the content of the form, with IDs as the service wrote them.
func (s *formScreen) query() api.WorkQuery {
	return api.WorkQuery{
		Platform:  s.platform(),
		WorkID:    text.CleanID(s.form.Value(fieldWork)),
		AccountID: text.CleanID(s.form.Value(fieldAccount)),
	}
}

func (s *formScreen) platform() string { return s.platformID(s.form.Value(fieldPlatform)) }

// platformID returns the identifier of the platform that has an identifier or a
// display name, in any case and language; for an unknown or ambiguous one the text itself.
func (s *formScreen) platformID(typed string) string {
	var found []string
	for _, p := range s.m.Store.Platforms.Value {
		names := []string{p.Platform, s.m.PlatformName(p.Platform)}
		for _, lang := range words.Langs() {
			names = append(names, text.Line(p.Name(lang.Tag())))
		}
		if slices.ContainsFunc(names, func(name string) bool { return fold.String(name) == fold.String(typed) }) {
			found = append(found, p.Platform)
		}
	}
	if len(found) != 1 || s.m.Platform(typed) != nil {
		return typed
	}
	return found[0]
}

// platformLabel is the display name of a platform if it is unambiguous, otherwise its
// identifier.
func (s *formScreen) platformLabel(id string) string {
	if name := s.m.PlatformName(id); s.platformID(name) == id {
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
		if id := s.m.platformOf(s.site); id != "" && s.platform() == "" {
			s.setPlatform(id)
		}
		if msg.Kind == store.KindPlatforms {
			s.refuse()
		}
		if id := s.platform(); id == s.form.Value(fieldPlatform) && s.form.Focus() != fieldPlatform {
			s.form.SetValue(fieldPlatform, s.platformLabel(id))
		}
		s.note()
	}
	return nil
}

func (s *formScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	k, field := &s.m.Keys, s.form.Focus()
	fromList := key.Matches(msg, s.m.keys.FromList)
	switch {
	case field == fieldAccount && fromList:
		return s.pickAccount()
	case fromList, field == fieldPlatform && s.form.Value(fieldPlatform) == "" && key.Matches(msg, k.Confirm):
		return s.pickPlatform()
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
	if field == fieldWork && s.form.Focus() == fieldPlatform && s.platform() != "" && key.Matches(msg, k.Confirm) {
		s.form.SetFocus(fieldAccount) // enter leads to what is missing
	}
	s.note()
	switch result {
	case form.Submitted:
		return tea.Batch(cmd, s.tidy(fieldWork), s.submit())
	case form.Cancelled:
		return tea.Batch(cmd, s.m.Pop())
	}
	return cmd
}

// submit requests the work. What the client refuses to send is shown at its field.
func (s *formScreen) submit() tea.Cmd {
	m, q := s.m, s.query()
	if refused, ok := errors.AsType[*api.ArgumentError](m.Client.CheckWork(q)); ok {
		field := refused.Field
		if field != fieldPlatform && field != fieldWork {
			field = fieldAccount // a site can rename it
		}
		s.form.SetWrong(field, m.Words.T("works.refused."+string(refused.Reason)))
		return nil
	}
	s.initial, m.draft = q, api.WorkQuery{}
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
	switch {
	case field == fieldPlatform:
		if label := s.platformLabel(s.platform()); label != s.form.Value(field) {
			s.form.SetValue(field, label)
			s.form.Check(field)
		}
		return s.followPlatform()
	case field == fieldWork && link.Kind == metrics.WorkLink:
		s.form.SetValue(fieldWork, link.ID)
		s.site = link.Site
		cmd := tea.Batch(s.takePlatform(link.Site), s.takeRecent())
		if s.form.SetFocus(fieldAccount); s.platform() == "" {
			s.form.SetFocus(fieldPlatform)
		}
		s.refuse()
		return cmd
	case field == fieldWork && link.Kind != metrics.NoLink && s.form.Focus() == fieldWork:
		s.form.SetWrong(fieldWork, s.checkWork(s.form.Value(fieldWork)))
	case field == fieldWork:
		return s.takeRecent()
	}
	return nil
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
	recents := slices.DeleteFunc(s.m.Recents(pane.KindWork, s.m.things()), func(r pane.Recent) bool {
		return r.Target.WorkID != q.WorkID || q.Platform != "" && r.Target.Platform != q.Platform
	})
	if len(recents) != 1 || q.AccountID != "" || recents[0].Target.AccountID == "" && q.Platform != "" {
		return nil
	}
	found := recents[0].Target
	s.setPlatform(found.Platform)
	s.form.SetValue(fieldAccount, found.AccountID)
	s.recent = pane.Target{WorkID: found.WorkID, AccountID: found.AccountID}
	if q.Platform == "" {
		s.recent.Platform = found.Platform
	}
	return s.m.Store.Accounts.Require()
}

// takePlatform sets the platform of a link, if a platform of the list has the name of the
// site.
func (s *formScreen) takePlatform(site string) tea.Cmd {
	m, platform := s.m, s.platform()
	id := s.m.platformOf(site)
	switch {
	case metrics.SamePlatform(platform, site) || platform == "" && id == "":
		return nil
	case id == "":
		return pane.Notify(pane.Warning, m.Words.T("works.other_platform", "Site", s.siteName(site), "Platform", m.PlatformName(platform)))
	}
	s.setPlatform(id)
	return pane.Notify(pane.Info, m.Words.T("works.platform_of_link", "Platform", m.PlatformName(id)))
}

func (s *formScreen) siteName(site string) string {
	return s.m.SiteName(s.m.Store.Platforms.Value, site)
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
	a := s.m.account(s.query().AccountID)
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

// note shows below each field what is known about its value.
func (s *formScreen) note() {
	m, w := s.m, s.m.Words
	platform, id := "", s.platform()
	p := m.Platform(id)
	switch {
	case !m.Store.Platforms.Loaded():
	case id == "":
		platform = s.overview()
	case p == nil:
		platform = w.T("works.not_listed")
	}
	s.form.SetNote(fieldPlatform, platform)
	link := ""
	if l := metrics.ReadLink(s.form.Value(fieldWork)); l.Kind == metrics.WorkLink { // typed, and not yet replaced
		link = w.T("works.link_offer", "Site", s.siteName(l.Site), "ID", l.ID, "Key", m.Key(m.Keys.Confirm))
	}
	s.form.SetNote(fieldWork, link)
	account := w.T("works.effects", "Key", m.Key(m.Keys.Confirm))
	if p != nil && p.WorkNeedsAccount() && m.Store.Accounts.Loaded() && !s.hasNormal(id) {
		account = text.Sentences(w.T("works.no_healthy", "Platform", m.PlatformName(id)), account)
	}
	if a := m.account(s.query().AccountID); a != nil {
		account = w.T("works.account_note", "Account", m.AccountTitle(a)+" "+m.health(a), "Note", account)
	}
	s.form.SetNote(fieldAccount, account)
}

// overview says which platforms have work details and which do not, and that an account is
// required.
func (s *formScreen) overview() string {
	m, w := s.m, s.m.Words
	without := map[api.NoWorks][]string{}
	with, all := 0, 0
	for i := range m.Store.Platforms.Value {
		p := &m.Store.Platforms.Value[i]
		if p.Hidden() {
			continue
		}
		all++
		if why := p.NoWorks(); why == "" {
			with++
		} else {
			without[why] = append(without[why], m.PlatformName(p.Platform))
		}
	}
	line := w.T("works.overview", "N", w.Int(with), "All", w.Int(all))
	if with == 0 {
		line = w.T("works.overview_none")
	}
	for _, why := range []api.NoWorks{api.NoWorksUnsupported, api.NoWorksElsewhere, api.NoWorksYet} {
		if names := without[why]; len(names) > 0 {
			line = text.Sentences(line, w.T("works.without."+string(why), "Names", strings.Join(names, w.T("field.comma"))))
		}
	}
	return line
}

// hasNormal reports whether an account of a platform is normal.
func (s *formScreen) hasNormal(platform string) bool {
	return slices.ContainsFunc(s.m.Store.Accounts.List().Rows, func(a *api.Account) bool {
		return a.Type == platform && a.Health() == api.HealthNormal
	})
}

// checkPlatform refuses a platform of which the site has no work details (4.6, rule 1). One that
// is not listed may be tried.
func (s *formScreen) checkPlatform(typed string) string {
	id := s.platformID(typed)
	if id == "" {
		return s.m.Words.T("works.platform_wanted")
	}
	return s.noWorks(id)
}

// checkWork refuses links of platforms without work details, and those that do not contain a
// work id.
func (s *formScreen) checkWork(id string) string {
	link := metrics.ReadLink(id)
	if why := s.noWorks(s.m.platformOf(link.Site)); why != "" {
		return why
	}
	return explain.Link(s.m.Words, link, s.siteName(link.Site))
}

// checkAccount refuses a missing account where the platform requires one, and an account of
// another platform, as the service does.
func (s *formScreen) checkAccount(id string) string {
	a := s.m.account(text.CleanID(id))
	if a != nil && s.platform() != "" && a.Type != s.platform() {
		return s.m.Words.T("works.account_elsewhere", "Platform", s.m.PlatformName(a.Type))
	}
	p := s.m.Platform(s.platform())
	if id != "" || p == nil || !p.WorkNeedsAccount() {
		return ""
	}
	name := s.m.PlatformName(p.Platform)
	if s.m.Store.Accounts.Loaded() && !s.hasNormal(p.Platform) {
		return s.m.Words.T("works.no_healthy", "Platform", name)
	}
	return s.m.Words.T("works.account_wanted", "Platform", name, "Key", s.m.Key(s.m.keys.FromList))
}

// pickPlatform offers the platforms. Those without work details are shown with
// the reason and cannot be chosen.
func (s *formScreen) pickPlatform() tea.Cmd {
	m, w := s.m, s.m.Words
	source := func() ([]picker.Item, store.State) {
		var items []picker.Item
		for i := range m.Store.Platforms.Value {
			p := &m.Store.Platforms.Value[i]
			status := p.Status.Or("")
			if p.Hidden() {
				continue
			}
			item := picker.Item{ID: p.Platform, Label: m.PlatformName(p.Platform), Chosen: p.Platform == s.platform()}
			if item.Label != p.Platform {
				item.Label += "  " + p.Platform
			}
			known := status == "" || status == api.PlatformAvailable
			switch {
			case p.NoWorks() != "":
				item.Off, item.Note = true, m.withoutWorks(p)
			case p.WorkDetail() == api.SupportNotStated:
				item.Note = w.T("works.note.not_stated")
			case !known:
				item.Note = cmp.Or(w.Optional("options.status."+status), text.Line(status))
			}
			items = append(items, item)
		}
		return items, m.Store.Platforms.State()
	}
	m.Pick(pane.Pick{Title: w.T("works.choose_platform"), Source: source, Then: func(ids []string) tea.Cmd {
		s.setPlatform(ids[0])
		cmd := s.followPlatform()
		if s.form.SetFocus(fieldAccount); s.form.Value(fieldWork) == "" {
			s.form.SetFocus(fieldWork)
		}
		s.note()
		return cmd
	}})
	return m.Store.Platforms.Require()
}

// pickAccount offers the accounts of the platform, abnormal ones last, below the choice of no
// account where the platform may require none. It says if no account is normal.
func (s *formScreen) pickAccount() tea.Cmd {
	m, w := s.m, s.m.Words
	platform := s.platform()
	if platform == "" {
		s.form.SetWrong(fieldPlatform, w.T("works.platform_wanted"))
		return nil
	}
	source := func() ([]picker.Item, store.State) {
		chosen := s.form.Value(fieldAccount)
		var items []picker.Item
		p := m.Platform(platform)
		switch required := p != nil && p.WorkNeedsAccount(); {
		case !required:
			items = append(items, picker.Item{Label: w.T("works.no_account"), Note: w.T("works.no_account_note"), Chosen: chosen == ""})
		case m.Store.Accounts.Loaded() && !s.hasNormal(platform):
			items = append(items, picker.Item{Label: w.T("works.no_healthy", "Platform", m.PlatformName(platform)), Off: true})
		}
		for _, abnormal := range []bool{false, true} {
			for _, a := range m.Store.Accounts.List().Rows {
				if a.Type == platform && (api.HealthOf(a.Status) == api.HealthAbnormal) == abnormal {
					items = append(items, picker.Item{ID: a.ID, Label: m.AccountTitle(a) + "  " + a.ID, Note: m.health(a), Chosen: a.ID == chosen})
				}
			}
		}
		return items, m.Store.Accounts.State()
	}
	title := w.T("works.choose_account", "Platform", m.PlatformName(platform))
	if missing := m.Store.Accounts.List().Missing; missing > 0 {
		title += " " + w.N("works.accounts_missing", int(missing))
	}
	m.Pick(pane.Pick{Title: title, Source: source, Then: func(ids []string) tea.Cmd {
		s.form.SetValue(fieldAccount, ids[0])
		s.of = platform
		s.note()
		return nil
	}})
	return m.Store.Accounts.Require()
}

func (s *formScreen) SetSize(width, height int) {
	s.width, s.height = width, height
	if s.isBeside() {
		s.m.start.SetSize(width, height)
		_, width = pane.Split(width)
	}
	inner, rows := s.frame().Inner(width, height)
	s.form.SetSize(inner, max(rows, 1))
	s.note()
}

func (s *formScreen) isBeside() bool { return !s.outside && s.width >= pane.FrameWidth }

func (s *formScreen) frame() pane.Frame {
	return pane.Frame{Title: s.m.Words.T("works.open"), Right: s.m.ShownSite(), Focused: true, Bare: s.width < pane.FrameWidth}
}

func (s *formScreen) Capturing() bool { return true }

func (s *formScreen) View() string {
	if !s.isBeside() {
		return s.m.Frame(s.frame(), s.form.View(), s.width, s.height)
	}
	left, right := pane.Split(s.width)
	lines := strings.Split(s.m.start.View(), "\n")
	for i, l := range lines {
		lines[i] = s.m.Theme.Tone(theme.Faint).Render(text.Left(ansi.Truncate(ansi.Strip(l), left, ""), left))
	}
	return pane.SideBySide(strings.Join(lines, "\n"), s.m.Frame(s.frame(), s.form.View(), right, s.height), left)
}

func (s *formScreen) ShortHelp() []key.Binding {
	return []key.Binding{s.m.Keys.Next, s.m.keys.FromList, s.m.Keys.Confirm, s.m.Keys.Back}
}
