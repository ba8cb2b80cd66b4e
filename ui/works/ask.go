package works

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/works/metrics"
)

// The fields of the form.
const (
	fieldPlatform = "platform"
	fieldWork     = "work"
	fieldAccount  = "account"
)

// suggestion is what the form begins with: what was typed before esc left it,
// what could not be had, or the platform and account of the work that is shown.
func (m *Model) suggestion() api.WorkQuery {
	switch {
	case m.draft != nil:
		return *m.draft
	case m.current == nil:
		return api.WorkQuery{}
	case m.current.failed():
		return m.current.query
	}
	return api.WorkQuery{Platform: m.current.query.Platform, AccountID: m.current.query.AccountID}
}

// entered is what stands in the form.
func (m *Model) entered() api.WorkQuery {
	return api.WorkQuery{Platform: m.form.Value(fieldPlatform), WorkID: m.form.Value(fieldWork), AccountID: m.form.Value(fieldAccount)}
}

// openForm asks for a work. Of the fields the one named comes into focus, else
// the first that is empty; of a work that could not be had its id.
func (m *Model) openForm(q api.WorkQuery, focus string) tea.Cmd {
	w := m.ctx.Words
	list := m.keys.FromList.Help().Key
	m.form = form.New(m.ctx.Theme, m.keys.form(), []form.Field{
		{ID: fieldPlatform, Label: w.T("works.field.platform"), Value: q.Platform, Hint: w.T("works.hint.platform", "Key", list), Check: m.checkPlatform},
		{ID: fieldWork, Label: w.T("works.field.work"), Value: q.WorkID, Hint: w.T("works.hint.work"), Check: m.checkWork},
		{ID: fieldAccount, Label: w.T("works.field.account"), Value: q.AccountID, Hint: w.T("works.hint.account", "Key", list)},
	})
	switch {
	case focus != "":
	case m.current != nil && m.current.failed() && m.current.query == q:
		focus = fieldWork // most often it is the id that is to be mended
	default:
		focus = fieldAccount
		for _, f := range []struct{ id, value string }{{fieldPlatform, q.Platform}, {fieldWork, q.WorkID}} {
			if f.value == "" {
				focus = f.id
				break
			}
		}
	}
	m.focus(focus)
	m.form.SetSize(m.Width, max(m.Height-1, 1))
	m.mode = asking
	m.began = m.entered()
	m.note()
	var cmds []tea.Cmd
	if !m.platforms.Have() && !m.platforms.Running() {
		cmds = append(cmds, m.loadPlatforms())
	}
	if q.AccountID != "" && m.account(q.AccountID) == nil {
		cmds = append(cmds, m.learn(q.AccountID))
	}
	return tea.Batch(cmds...)
}

// focus goes to a field of the form.
func (m *Model) focus(id string) {
	for range 3 {
		if m.form.Focus() == id {
			return
		}
		m.form.Update(tea.KeyMsg{Type: tea.KeyDown})
	}
}

func (m *Model) onFormKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	field := m.form.Focus()
	wantsList := key.Matches(msg, k.FromList) || field == fieldPlatform && m.form.Value(fieldPlatform) == "" && key.Matches(msg, k.Confirm)
	switch {
	case msg.Paste && field != fieldWork && metrics.ReadLink(string(msg.Runes)).Kind != metrics.NoLink:
		m.focus(fieldWork)
		m.form.SetValue(fieldWork, "") // the link is pasted below
	case wantsList && field == fieldPlatform:
		return m.choosePlatform()
	case wantsList && field == fieldAccount:
		return m.chooseAccount()
	}
	result, cmd := m.form.Update(msg)
	if m.form.Focus() != fieldWork {
		cmd = tea.Batch(cmd, m.takeLink())
	}
	if m.form.Focus() != fieldPlatform {
		m.takeName()
	}
	m.note()
	switch result {
	case form.Submitted:
		m.draft = nil
		return tea.Batch(cmd, m.ask(m.entered()))
	case form.Cancelled:
		if typed := m.entered(); typed != m.began {
			m.draft = &typed
		}
		m.mode = browsing
		m.arrange()
	}
	return cmd
}

// takeLink replaces a link to a work by its id, and takes over its platform
// where the list has one that goes by the name of the site.
func (m *Model) takeLink() tea.Cmd {
	link := metrics.ReadLink(m.form.Value(fieldWork))
	if link.Kind != metrics.WorkLink {
		return nil
	}
	m.form.SetValue(fieldWork, link.ID)
	platform := m.form.Value(fieldPlatform)
	if metrics.SamePlatform(platform, link.Family) {
		return nil
	}
	for _, p := range m.platforms.Value {
		if metrics.SamePlatform(p.Platform, link.Family) {
			m.setPlatform(p.Platform)
			return pane.Notify(pane.Info, m.ctx.Words.T("works.platform_of_link", "Platform", text.Clean(p.Platform)))
		}
	}
	if platform == "" {
		return nil
	}
	return pane.Notify(pane.Warning, m.ctx.Words.T("works.other_platform", "Site", link.Family, "Platform", text.Clean(platform)))
}

// setPlatform takes a platform. An account that was entered for another goes with
// that.
func (m *Model) setPlatform(id string) {
	if before := m.form.Value(fieldPlatform); before != "" && before != id {
		m.form.SetValue(fieldAccount, "")
	}
	m.form.SetValue(fieldPlatform, id)
}

// takeName replaces the name of a platform, as people know it, by its id.
func (m *Model) takeName() {
	v := m.form.Value(fieldPlatform)
	if v == "" || m.platform(v) != nil {
		return
	}
	for i := range m.platforms.Value {
		if p := &m.platforms.Value[i]; strings.EqualFold(v, m.platformName(p)) || strings.EqualFold(v, p.Platform) {
			m.form.SetValue(fieldPlatform, p.Platform)
			return
		}
	}
}

// note says below the fields what is known of what was entered.
func (m *Model) note() {
	w := m.ctx.Words
	platform := ""
	if v := m.form.Value(fieldPlatform); v != "" && m.platforms.Have() {
		switch p := m.platform(v); {
		case p == nil:
			platform = w.T("works.not_listed")
		case p.WorkDetail() == api.Unsupported:
			platform = w.T("works.note.unsupported")
		}
	}
	m.form.SetNote(fieldPlatform, platform)
	link := ""
	if l := metrics.ReadLink(m.form.Value(fieldWork)); l.Kind == metrics.WorkLink {
		link = w.T("works.link_offer", "Site", l.Family, "ID", l.ID, "Key", m.keys.Confirm.Help().Key)
	}
	m.form.SetNote(fieldWork, link)
	account := w.T("works.what_asking_does", "Key", m.keys.Confirm.Help().Key)
	if a := m.account(m.form.Value(fieldAccount)); a != nil {
		account = w.T("works.account_note", "Account", m.accountLabel(a), "Note", account)
	}
	m.form.SetNote(fieldAccount, account)
}

// checkPlatform refuses a platform of which the list says that it has no work
// details, as rule 1 of 4.6 wants. One that the list does not know may be tried.
func (m *Model) checkPlatform(id string) string {
	if id == "" {
		return m.ctx.Words.T("works.platform_wanted")
	}
	if p := m.platform(id); p != nil && p.WorkDetail() == api.Unsupported {
		return m.ctx.Words.T("works.unsupported", "Platform", m.platformName(p))
	}
	return ""
}

// checkWork refuses links that do not name a work. What the service cannot take
// in an id is refused by the client.
func (m *Model) checkWork(id string) string {
	w := m.ctx.Words
	switch l := metrics.ReadLink(id); l.Kind {
	case metrics.ShortLink:
		return w.T("works.link.short", "Site", l.Family)
	case metrics.OtherLink:
		return w.T("works.link.other", "Site", l.Family)
	case metrics.UnknownSite:
		return w.T("works.link.unknown", "Host", text.Clean(l.Host))
	}
	return ""
}

func (m *Model) platform(id string) *api.Platform {
	i := slices.IndexFunc(m.platforms.Value, func(p api.Platform) bool { return p.Platform == id })
	if i < 0 {
		return nil
	}
	return &m.platforms.Value[i]
}

func (m *Model) platformName(p *api.Platform) string {
	return text.Clean(p.Name(m.ctx.Words.Lang().Tag()))
}

func (m *Model) loadPlatforms() tea.Cmd {
	client := m.ctx.Client
	return m.platforms.Start(m.ctx, func(ctx context.Context, _ func(any)) ([]api.Platform, error) {
		return client.Platforms(ctx)
	})
}

func (m *Model) onPlatforms() tea.Cmd {
	if m.platforms.Running() {
		return nil
	}
	if m.Choice.Waiting(fieldPlatform) && m.platforms.Err == nil {
		return m.choosePlatform()
	}
	if m.form != nil {
		m.note()
	}
	if m.platforms.Err == nil {
		return nil
	}
	if m.Choice.Waiting(fieldPlatform) {
		m.Choice.Close()
	}
	return pane.Notify(pane.Failure, m.ctx.Words.T("works.no_platforms", "Reason", pane.Explain(m.ctx.Words, m.platforms.Err).Line()))
}

// choosePlatform offers the platforms; those without work details are there,
// not to be chosen, with the reason.
func (m *Model) choosePlatform() tea.Cmd {
	w := m.ctx.Words
	if !m.platforms.Have() {
		m.Choice.Wait(fieldPlatform)
		if m.platforms.Running() {
			return nil
		}
		return m.loadPlatforms()
	}
	var items []picker.Item
	for i := range m.platforms.Value {
		p := &m.platforms.Value[i]
		item := picker.Item{ID: p.Platform, Label: p.Platform, Chosen: p.Platform == m.form.Value(fieldPlatform)}
		if name := m.platformName(p); name != p.Platform {
			item.Label += "  " + name
		}
		switch p.WorkDetail() {
		case api.Unsupported:
			item.Off, item.Note = true, w.T("works.note.unsupported")
		case api.SupportNotStated:
			item.Note = w.T("works.note.not_stated")
		}
		if s := p.Status.Or(""); s != "" && s != "available" {
			item.Note += " (" + s + ")"
		}
		items = append(items, item)
	}
	m.Choice.One(w.T("works.choose_platform"), items, func(id string) tea.Cmd {
		m.setPlatform(id)
		m.focus(fieldWork)
		m.note()
		return nil
	})
	return nil
}
