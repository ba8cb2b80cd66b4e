package works

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/ui/explain"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/picker"
)

// fields are the fields with the values of a query.
func (s *formScreen) fields(q api.WorkQuery) []form.Field {
	w := s.m.words
	list := s.m.ctx.Key(s.m.stack.Keys.Confirm)
	return []form.Field{
		{
			ID:    fieldWork,
			Label: w.T("works.field.work"),
			Value: q.WorkID,
			Hint:  w.T("works.hint.work"),
			Check: s.checkWork,
		},
		{
			ID:    fieldPlatform,
			Label: w.T("works.field.platform"),
			Value: s.platformLabel(q.Platform),
			Hint:  w.T("works.hint.platform", "Key", list),
			Check: s.checkPlatform,
		},
		{
			ID:    fieldAccount,
			Label: w.T("works.field.account"),
			Value: q.AccountID,
			Hint:  w.T("works.hint.account", "Key", list),
			Check: s.checkAccount,
		},
	}
}

// note shows below each field what is known about its value.
func (s *formScreen) note() {
	w := s.m.words
	m := s.m
	id := s.platform()
	platform := ""
	p := m.store.Platform(id)
	switch {
	case !m.store.Platforms.Loaded():
	case id == "":
		platform = s.overview()
	case p == nil:
		platform = w.T("works.not_listed")
	}
	s.form.SetNote(fieldPlatform, platform)
	link := ""
	l := metrics.ReadLink(s.form.Value(fieldWork))
	if l.Kind == metrics.WorkLink { // typed, and not yet replaced
		link = w.T(
			"works.link_offer",
			"Site", s.websiteName(l.Website),
			"ID", l.ID,
			"Key", m.ctx.Key(m.stack.Keys.Confirm),
		)
	}
	s.form.SetNote(fieldWork, link)
	account := w.T("works.effects", "Key", m.ctx.Key(m.stack.Keys.Confirm))
	if p != nil && p.WorkNeedsAccount() && m.store.Accounts.Loaded() && !s.hasNormal(id) {
		account = text.Sentences(
			w.T("works.no_healthy", "Platform", m.view.PlatformName(id)),
			account,
		)
	}
	a := m.wording.account(s.query().AccountID)
	if a != nil {
		account = w.T(
			"works.account_note",
			"Account", m.view.AccountTitle(a)+" "+m.wording.health(a),
			"Note", account,
		)
	}
	s.form.SetNote(fieldAccount, account)
}

// overview says which platforms have work details and which do not, and that an account is
// required.
func (s *formScreen) overview() string {
	w := s.m.words
	m := s.m
	without := map[api.NoWorks][]string{}
	with := 0
	all := 0
	for i := range m.store.Platforms.Value {
		p := &m.store.Platforms.Value[i]
		if p.Hidden() {
			continue
		}
		all++
		if why := p.NoWorks(); why == "" {
			with++
		} else {
			without[why] = append(without[why], m.view.PlatformName(p.Platform))
		}
	}
	line := w.T("works.overview", "N", w.Int(with), "All", w.Int(all))
	if with == 0 {
		line = w.T("works.overview_none")
	}
	for _, why := range []api.NoWorks{
		api.NoWorksUnsupported,
		api.NoWorksElsewhere,
		api.NoWorksYet,
	} {
		if names := without[why]; len(names) > 0 {
			line = text.Sentences(
				line,
				w.T(
					"works.without."+string(why),
					"Names", w.List(names),
				),
			)
		}
	}
	return line
}

// hasNormal reports whether an account of a platform is normal.
func (s *formScreen) hasNormal(platform string) bool {
	return slices.ContainsFunc(s.m.store.Accounts.List().Rows, func(a *api.Account) bool {
		return a.Type == platform && a.Health() == api.HealthNormal
	})
}

// checkPlatform refuses a platform of which the site has no work details (4.6, rule 1). One that
// is not listed may be tried.
func (s *formScreen) checkPlatform(typed string) string {
	id := s.platformID(typed)
	if id == "" {
		return s.m.words.T("works.platform_wanted")
	}
	return s.noWorks(id)
}

// checkWork refuses links of platforms without work details, and those that do not contain a
// work id.
func (s *formScreen) checkWork(id string) string {
	link := metrics.ReadLink(id)
	why := s.noWorks(s.m.platformOf(link.Website))
	if why != "" {
		return why
	}
	return explain.Link(s.m.words, link, s.websiteName(link.Website))
}

// checkAccount refuses a missing account where the platform requires one, and an account of
// another platform, as the service does.
// wantsAccount reports whether the platform has work details that require an account.
func (s *formScreen) wantsAccount() bool {
	p := s.m.store.Platform(s.platform())
	return p != nil && p.WorkNeedsAccount() && p.NoWorks() == ""
}

func (s *formScreen) checkAccount(id string) string {
	a := s.m.wording.account(text.CleanID(id))
	if a != nil && s.platform() != "" && a.Type != s.platform() {
		return s.m.words.T("works.account_elsewhere", "Platform", s.m.view.PlatformName(a.Type))
	}
	if id != "" || !s.wantsAccount() {
		return ""
	}
	name := s.m.view.PlatformName(s.platform())
	if s.m.store.Accounts.Loaded() && !s.hasNormal(s.platform()) {
		return s.m.words.T("works.no_healthy", "Platform", name)
	}
	return s.m.words.T(
		"works.account_wanted",
		"Platform", name,
		"Key", s.m.ctx.Key(s.m.stack.Keys.Confirm),
	)
}

// pickPlatform offers the platforms. Those without work details are shown with
// the reason and cannot be chosen.
func (s *formScreen) pickPlatform() tea.Cmd {
	w := s.m.words
	m := s.m
	source := func() ([]picker.Item, store.State) {
		var items []picker.Item
		for i := range m.store.Platforms.Value {
			p := &m.store.Platforms.Value[i]
			status := p.Status.Or("")
			if p.Hidden() {
				continue
			}
			item := picker.Item{
				ID:     p.Platform,
				Label:  m.view.PlatformName(p.Platform),
				Chosen: p.Platform == s.platform(),
			}
			if item.Label != p.Platform {
				item.Label += "  " + p.Platform
			}
			known := status == "" || status == api.PlatformAvailable
			if p.NoWorks() != "" {
				item.Off = true
				item.Note = m.withoutWorks(p)
			} else if p.WorkDetail() == api.SupportNotStated {
				item.Note = w.T("works.note.not_stated")
			} else if !known {
				item.Note = cmp.Or(w.Optional("options.status."+status), text.Line(status))
			}
			items = append(items, item)
		}
		return items, m.store.Platforms.State()
	}
	m.stack.Pick(pane.Pick{
		Title:  w.T("works.choose_platform"),
		Source: source,
		Then: func(ids []string) tea.Cmd {
			s.setPlatform(ids[0])
			cmd := s.followPlatform()
			if s.form.SetFocus(fieldAccount); s.form.Value(fieldWork) == "" {
				s.form.SetFocus(fieldWork)
			}
			s.note()
			return cmd
		},
	})
	return m.store.Platforms.Require()
}

// pickAccount offers the accounts of the platform, abnormal ones last, below the choice of no
// account where the platform may require none. It says if no account is normal.
func (s *formScreen) pickAccount() tea.Cmd {
	w := s.m.words
	m := s.m
	platform := s.platform()
	if platform == "" {
		s.form.SetWrong(fieldPlatform, w.T("works.platform_wanted"))
		return nil
	}
	source := func() ([]picker.Item, store.State) {
		chosen := s.form.Value(fieldAccount)
		var items []picker.Item
		p := m.store.Platform(platform)
		required := p != nil && p.WorkNeedsAccount()
		if !required {
			items = append(items, picker.Item{
				Label:  w.T("works.no_account"),
				Note:   w.T("works.no_account_note"),
				Chosen: chosen == "",
			})
		} else if m.store.Accounts.Loaded() && !s.hasNormal(platform) {
			items = append(items, picker.Item{
				Label: w.T("works.no_healthy", "Platform", m.view.PlatformName(platform)),
				Off:   true,
			})
		}
		for _, abnormal := range []bool{false, true} {
			for _, a := range m.store.Accounts.List().Rows {
				if a.Type == platform && (api.HealthOf(a.Status) == api.HealthAbnormal) == abnormal {
					items = append(items, picker.Item{
						ID:     a.ID,
						Label:  m.view.AccountTitle(a),
						Note:   m.wording.health(a) + "  " + a.ID,
						Chosen: a.ID == chosen,
					})
				}
			}
		}
		return items, m.store.Accounts.State()
	}
	title := w.T("works.choose_account", "Platform", m.view.PlatformName(platform))
	missing := m.store.Accounts.List().Missing
	if missing > 0 {
		title += " " + w.N("works.accounts_missing", int(missing))
	}
	m.stack.Pick(pane.Pick{
		Title:  title,
		Source: source,
		Then: func(ids []string) tea.Cmd {
			s.form.SetValue(fieldAccount, ids[0])
			s.of = platform
			s.note()
			return nil
		},
	})
	return m.store.Accounts.Require()
}
