package options

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/picker"
)

// postScreen is the form of a post on the stack.
type postScreen struct {
	m             *site
	width, height int
}

// askPost opens the form of a post at its files or, unless the platform is "", of a post for it at its
// account. What was typed before is still there.
func (m *site) askPost(platform string) tea.Cmd {
	m.makeForm()
	m.stack.Push(&postScreen{m: m})
	var cmd tea.Cmd
	focus := filesField
	if platform != "" {
		cmd = m.setPlatform(platform)
		focus = accountField
	}
	m.files.form.SetFocus(focus)
	return tea.Batch(cmd, m.store.Platforms.Require(), m.store.Accounts.Require())
}

// makeForm makes the form of the fields that the platform in it has now, with what was typed.
func (m *site) makeForm() {
	focus := ""
	if m.files.form != nil {
		focus = m.files.form.Focus()
	}
	m.files.fields = m.postFields()
	m.files.form = form.New(m.theme, form.KeyMap{
		Next:     m.stack.Keys.Next,
		Previous: m.stack.Keys.PreviousRegion,
		Submit:   m.stack.Keys.Confirm,
		Cancel:   m.stack.Keys.Back,
	}, m.files.fields)
	m.files.form.Unlisted = m.words.T("form.unlisted")
	m.files.form.SetFocus(focus)
	m.notePost()
}

// keepTyped keeps what is in the form, which may be made again.
func (m *site) keepTyped() {
	for _, f := range m.files.fields {
		m.files.values[f.ID] = m.files.form.Value(f.ID)
	}
}

// setField sets a field of the form.
func (m *site) setField(id, value string) {
	m.files.form.SetValue(id, value)
	m.keepTyped()
}

// setPlatform sets the platform of the post, and loads the options that it lists. An account of
// another platform goes.
func (m *site) setPlatform(id string) tea.Cmd {
	m.setField(platformField, id)
	named := m.accountsNamed()
	isElsewhere := id != "" && len(named) > 0 &&
		!slices.ContainsFunc(named, func(a *api.Account) bool {
			return a.Type == id
		})
	if isElsewhere {
		m.setField(accountField, "")
	}
	m.makeForm()
	m.stack.Refit()
	if id == "" || m.load(id).Started() {
		return nil
	}
	return m.loadOptions(id)
}

// accountsNamed are the accounts with the name in the form: those of the platform in it, if any of them has it.
func (m *site) accountsNamed() []*api.Account {
	name := m.files.values[accountField]
	if name == "" {
		return nil
	}
	rows := m.store.Accounts.List().Rows
	own := fleet.AccountsNamed(rows, m.files.values[platformField], name)
	if len(own) > 0 {
		return own
	}
	return fleet.AccountsNamed(rows, "", name)
}

// notePost shows below the account which one is meant, and its state.
func (m *site) notePost() {
	note := ""
	named := m.accountsNamed()
	if len(named) > 1 {
		note = m.words.T("check.several.unknown")
	} else if len(named) == 1 {
		note = m.accountState(named[0])
		name := resource.AccountName(m.view, named[0])
		if name != m.files.values[accountField] {
			note = name + " " + m.theme.Glyphs.Between + " " + note
		}
		if m.files.values[platformField] == "" {
			note = m.view.PlatformName(named[0].Type) + " " + m.theme.Glyphs.Between + " " + note
		}
	}
	m.files.form.SetNote(accountField, note)
}

// accountState is the state of an account as its sign and a word.
func (m *site) accountState(a *api.Account) string {
	sign, _ := m.view.HealthSign(a.Health())
	return sign + " " + m.view.HealthWord(a.Health())
}

// Update handles a message.
func (s *postScreen) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		cmd = s.onKey(msg)
	case store.Changed, pane.SettingsChanged: // may bring platforms, options and their names
		s.m.makeForm()
	}
	s.m.stack.Refit()
	return cmd
}

func (s *postScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	m := s.m
	f := m.files.form
	if m.files.reading.Running() && !key.Matches(msg, m.stack.Keys.Back) {
		return nil // the form stays the one that is read
	}
	isText := msg.Paste
	switch {
	case isText && m.describesFiles(string(msg.Runes)):
		m.pasteFiles(string(msg.Runes))
		return nil
	case isText:
	case s.lists() && key.Matches(msg, m.keys.FromList, m.stack.Keys.Select):
		return s.pick()
	case key.Matches(msg, m.stack.Keys.Confirm):
		return s.submit()
	}
	platform := f.Value(platformField)
	result, cmd := f.Update(msg)
	m.keepTyped()
	if isText {
		m.spread()
	}
	if to := f.Value(platformField); to != platform {
		cmd = tea.Batch(cmd, m.setPlatform(to))
	}
	m.notePost()
	if result == form.Cancelled {
		m.files.reading.Cancel()
		return tea.Batch(cmd, m.stack.Pop())
	}
	return cmd
}

// lists reports whether a key lists the values of the field with the focus: of the platform, and of the
// account until a name is typed.
func (s *postScreen) lists() bool {
	f := s.m.files.form
	return f.Focus() == platformField || f.Focus() == accountField && f.Value(accountField) == ""
}

// pick lists the values of the field with the focus.
func (s *postScreen) pick() tea.Cmd {
	if s.m.files.form.Focus() == platformField {
		return s.pickPlatform()
	}
	return s.pickAccount()
}

// submit reads the files of a valid form. One account says which platform is meant.
func (s *postScreen) submit() tea.Cmd {
	m := s.m
	m.spread()
	var cmd tea.Cmd
	named := m.accountsNamed()
	isOneAccount := m.files.values[platformField] == "" && len(named) == 1
	if isOneAccount {
		cmd = m.setPlatform(named[0].Type)
	}
	if m.files.form.Submit() != form.Submitted {
		return cmd
	}
	if !m.hasTyped() {
		m.files.form.SetWrong(filesField, m.words.T("options.form.nothing"))
		return cmd
	}
	return tea.Batch(cmd, m.readFiles())
}

// pickPlatform offers all platforms, and each of them.
func (s *postScreen) pickPlatform() tea.Cmd {
	m := s.m
	var items []picker.Item
	for _, choice := range m.platformChoices() {
		items = append(items, picker.Item{
			ID:     choice.ID,
			Label:  choice.Label,
			Chosen: choice.ID == m.files.values[platformField],
		})
	}
	m.stack.PickOne(m.words.T("options.form.platform"), items, m.setPlatform)
	return nil
}

// pickAccount offers the accounts of the platform with their states, abnormal ones last.
func (s *postScreen) pickAccount() tea.Cmd {
	m := s.m
	m.stack.Pick(pane.Pick{
		Title:  m.words.T("options.form.choose_account"),
		Source: s.accountItems,
		Then: func(ids []string) tea.Cmd {
			var cmd tea.Cmd
			name := ids[0]
			rows := m.store.Accounts.List().Rows
			chosen := fleet.AccountsNamed(rows, "", name)
			if len(chosen) == 1 {
				nickname := chosen[0].Nickname
				if len(fleet.AccountsNamed(rows, chosen[0].Type, nickname)) == 1 {
					name = text.Line(nickname)
				}
				cmd = m.setPlatform(chosen[0].Type)
			}
			m.setField(accountField, name)
			m.notePost()
			m.stack.Refit()
			return cmd
		},
	})
	return m.store.Accounts.Require()
}

// accountItems are the accounts of the platform, or of all.
func (s *postScreen) accountItems() ([]picker.Item, store.State) {
	m := s.m
	platform := m.files.values[platformField]
	chosen := m.accountsNamed()
	var items []picker.Item
	var platforms []string
	for _, abnormal := range []bool{false, true} {
		for _, a := range m.store.Accounts.List().Rows {
			isAbnormal := a.Health() == api.HealthAbnormal
			isOther := platform != "" && a.Type != platform
			if isOther || isAbnormal != abnormal {
				continue
			}
			item := picker.Item{
				ID:     a.ID,
				Label:  resource.AccountName(m.view, a),
				Note:   m.accountState(a),
				Chosen: len(chosen) == 1 && chosen[0].ID == a.ID,
			}
			platforms = append(platforms, m.view.PlatformName(a.Type))
			items = append(items, item)
		}
	}
	if platform == "" {
		besideNames(items, platforms)
	}
	return items, m.store.Accounts.State()
}

// besideNames adds the platforms of accounts in a column beside their names, which are searched together.
func besideNames(items []picker.Item, platforms []string) {
	const widest = 24
	column := 0
	for _, item := range items {
		column = max(column, min(text.Width(item.Label), widest))
	}
	for i, platform := range platforms {
		label := items[i].Label
		items[i].Label = label + text.Blank(column-text.Width(label)) + "  " + platform
	}
}

// remarks are the lines below the form.
func (s *postScreen) remarks(width int) []string {
	m := s.m
	if !m.files.reading.Running() {
		return nil
	}
	return []string{"", "  " + m.theme.Paint(theme.Accent, text.Cut(
		m.theme.Glyphs.Pending+" "+m.words.T("options.form.reading"),
		width-2,
	))}
}

// postMargin is the width of the blanks at both sides of the form.
const postMargin = 2

// Want returns the size of the form with what is below it.
func (s *postScreen) Want(width, _ int) (int, int) {
	width = min(76, width-6)
	form := *s.m.files.form
	form.SetSize(width-postMargin, 0)
	return width, form.Height() + len(s.remarks(width-postMargin))
}

// Frame returns the frame of the box.
func (s *postScreen) Frame() pane.Frame {
	return pane.Frame{
		Title:  s.m.words.T("options.form.title"),
		Right:  s.m.own.Label(),
		Scroll: pane.ScrollOf(s.m.files.form.Visible()),
	}
}

// SetSize sets the room in cells.
func (s *postScreen) SetSize(width, height int) {
	s.width = width
	s.height = height
	rest := height - len(s.remarks(width-postMargin))
	s.m.files.form.SetSize(width-postMargin, max(rest, 1))
}

// Capturing is always true: letters are text.
func (s *postScreen) Capturing() bool { return true }

// View draws the form and, below it, that its files are read.
func (s *postScreen) View() string {
	lines := append([]string{s.m.files.form.View()}, s.remarks(s.width-postMargin)...)
	return text.Fit(
		" "+strings.ReplaceAll(strings.Join(lines, "\n"), "\n", "\n "),
		s.width,
		s.height,
	)
}

// ShortHelp is the footer.
func (s *postScreen) ShortHelp() []key.Binding {
	k := &s.m.stack.Keys
	if s.m.files.reading.Running() {
		return []key.Binding{k.Back}
	}
	short := []key.Binding{s.m.ctx.Named(k.Confirm, "key.options.check"), k.Next, k.Back}
	if s.lists() {
		short = slices.Insert(short, 1, s.fromList())
	}
	return short
}

// fromList is the key that lists the values of a field.
func (s *postScreen) fromList() key.Binding {
	return s.m.ctx.Named(s.m.stack.Keys.Select, "key.options.from_list")
}

// FullHelp returns all keys that work now.
func (s *postScreen) FullHelp() [][]key.Binding {
	return [][]key.Binding{s.ShortHelp(), {s.m.keys.FromList}}
}
