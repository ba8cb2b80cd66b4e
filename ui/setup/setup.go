// Package setup is the set-up screen, which opens if the configuration is missing. The
// user enters a site, its base URL and an API key, which are tried and saved, or
// opens the demo.
package setup

import (
	"context"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/form"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/picker"
)

// Service holds the functions that the screen calls.
type Service struct {
	Try     func(ctx context.Context, site config.NewSite) error // makes a request with the key
	Save    func(site config.NewSite) error                      // writes the configuration
	Explain func(err error) string                               // words an error in the user's language
}

// The choices.
const (
	china         = "china"
	international = "international"
	Demo          = "demo" // the embedded sandbox
)

// Model is the screen.
type Model struct {
	ctx     *pane.Context
	service Service
	keys    keyMap

	sites   *picker.Picker // of the first step
	site    string         // chosen; "" in the first step
	form    *Form
	trial   store.Loader[struct{}] // tries and saves
	outcome string
	width   int
	height  int

	innerWidth, innerHeight int // of the content of the box
}

type keyMap struct {
	pane.Keys
	Previous, Quit key.Binding
}

// New makes the screen.
func New(c *pane.Context, s Service) *Model {
	m := &Model{
		ctx:     c,
		service: s,
		keys: keyMap{
			Keys:     pane.NewKeys(c),
			Previous: c.Bind("previous_field"),
			Quit:     c.Bind("force_quit"),
		},
	}
	w := c.Words
	m.sites = c.Picker(m.keys.Keys, []picker.Item{
		{ID: china, Label: w.T("setup.china")},
		{ID: international, Label: w.T("setup.international")},
		{ID: Demo, Label: w.T("setup.demo"), Note: w.T("setup.demo_note")},
	}, false)
	return m
}

// Outcome returns the site that was saved, Demo, or "" if the user quit.
func (m *Model) Outcome() string { return m.outcome }

// Init does nothing.
func (m *Model) Init() tea.Cmd { return nil }

// Update handles a message.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer m.resize()
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width = msg.Width
		m.height = msg.Height
		return m, nil
	case tea.KeyMsg:
		if key.Matches(msg, m.keys.Quit) {
			m.trial.Cancel()
			return m, tea.Quit
		}
		return m, m.onKey(msg)
	case input.Changed:
		if m.form != nil {
			m.form.SetFailure(m.ctx.FieldNotice(msg).Text)
		}
		return m, nil
	}
	if mine, cmd := m.trial.Take(msg); mine {
		return m, tea.Batch(cmd, m.onTried())
	}
	return m, nil
}

func (m *Model) onKey(msg tea.KeyMsg) tea.Cmd {
	if m.site == "" {
		return m.onSiteKey(msg)
	}
	if m.trial.Running() {
		if key.Matches(msg, m.keys.Back) {
			m.trial.Cancel()
		}
		return nil
	}
	if key.Matches(msg, m.keys.Confirm, m.keys.Next, m.keys.Previous) {
		m.form.Complete()
	}
	result, cmd := m.form.Update(msg)
	switch result {
	case form.Cancelled:
		m.site = ""
	case form.Submitted:
		return tea.Batch(cmd, m.save(!m.form.Anyway()))
	}
	return cmd
}

// onSiteKey opens the form once a site is chosen, with what was entered before.
func (m *Model) onSiteKey(msg tea.KeyMsg) tea.Cmd {
	result, cmd := m.sites.Update(msg)
	switch result {
	case picker.Cancelled:
		return tea.Quit
	case picker.Confirmed:
		if m.sites.Chosen()[0] == Demo {
			m.outcome = Demo
			return tea.Quit
		}
		m.site = m.sites.Chosen()[0]
	}
	if m.site != "" && m.form == nil {
		m.form = NewForm(m.ctx, form.KeyMap{
			Next:     m.keys.Next,
			Previous: m.keys.Previous,
			Submit:   m.keys.Confirm,
			Cancel:   m.keys.Back,
		}, m.service.Explain)
	}
	return cmd
}

// save saves the input, after a test if try is set.
func (m *Model) save(try bool) tea.Cmd {
	site := m.form.Site(m.site)
	service := m.service
	return m.trial.Start(m.ctx.Base, m.ctx.View.Now, func(ctx context.Context, _ func(any)) (struct{}, error) {
		if try {
			if err := service.Try(ctx, site); err != nil {
				return struct{}{}, Untested(err)
			}
		}
		return struct{}{}, service.Save(site)
	})
}

func (m *Model) onTried() tea.Cmd {
	err := m.trial.Err
	if err == nil {
		m.outcome = m.site
		return tea.Quit
	}
	m.form.ShowFailure(err, m.keys.Confirm)
	return nil
}

func (m *Model) resize() {
	if m.width > 0 && m.height > 0 {
		pane.SizeBox(box{m}, m.width, m.height-2)
	}
}

// View draws the screen.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	t := m.ctx.Theme
	brand := text.Cut(" channeldeck ", m.width)
	header := t.Header.Brand.Render(brand) + t.Header.Bar.Render(text.Blank(m.width-text.Width(brand)))
	w := m.ctx.Words
	k := m.keys
	var footer []key.Binding
	if m.site == "" {
		k.Back.SetHelp(k.Back.Help().Key, w.T("key.quit"))
		footer = append(m.sites.ShortHelp()[:3], k.Back)
	} else if m.trial.Running() {
		k.Back.SetHelp(k.Back.Help().Key, w.T("key.cancel"))
		footer = []key.Binding{k.Back}
	} else {
		if m.form.Focus() == "api_key" {
			k.Confirm.SetHelp(k.Confirm.Help().Key, w.T("setup.connect"))
			if m.form.Anyway() {
				k.Confirm.SetHelp(k.Confirm.Help().Key, w.T("setup.save_anyway"))
			}
		}
		footer = []key.Binding{k.Confirm, k.Next, k.Back}
	}
	body := text.Fit(
		m.ctx.ViewBox(box{m}, "", m.width, m.height-2),
		m.width,
		m.height-2,
	)
	return t.Glyphs.Plain(header + "\n" + body + "\n" + text.Cut(
		m.ctx.Footer(m.width, footer, []key.Binding{m.keys.Quit}),
		m.width,
	))
}

// box is the content of the screen.
type box struct{ *Model }

// Frame returns the frame with the title and the step.
func (b box) Frame() pane.Frame {
	if b.site == "" {
		return pane.Frame{
			Title:  b.ctx.Words.T("setup.title"),
			Right:  "1/2",
			Scroll: pane.ScrollOf(b.sites.Visible()),
		}
	}
	return pane.Frame{
		Title:  b.ctx.Words.T("setup." + b.site),
		Right:  "2/2",
		Scroll: pane.ScrollOf(b.form.Visible()),
	}
}

// head returns the lines above the list of sites: what the program does, why the screen is
// there, and the question. Where there is no room for all the question comes first.
func (b box) head(width, height int) []string {
	w := b.ctx.Words
	t := b.ctx.Theme
	which := "  " + t.Paint(theme.Strong, w.T("setup.which"))
	_, rows := b.sites.Size()
	for _, sentences := range [][]string{
		{w.T("setup.what"), w.T("setup.welcome")},
		{w.T("setup.what")},
	} {
		var lines []string
		for _, sentence := range sentences {
			lines = append(lines, "")
			for _, line := range text.Wrap(sentence, width-4) {
				lines = append(lines, "  "+t.Paint(theme.Muted, line))
			}
		}
		if len(lines)+2+rows <= height {
			return append(lines, "", which)
		}
	}
	return []string{which}
}

// Want returns the size of the list or of the form.
func (b box) Want(width, height int) (int, int) {
	width = min(width-6, 72)
	if b.site == "" {
		_, rows := b.sites.Size()
		return width, len(b.head(width, height)) + rows
	}
	return width, b.form.Height() + 4
}

// SetSize sets the size of the list or of the form.
func (b box) SetSize(width, height int) {
	b.innerWidth = width
	b.innerHeight = height
	b.sites.SetSize(width, max(height-len(b.head(width, height)), 3))
	if b.form != nil {
		b.form.SetSize(width-4, max(height-4, 1))
	}
}

// View draws the list, or the form with the state of the test.
func (b box) View() string {
	w := b.ctx.Words
	t := b.ctx.Theme
	if b.site == "" {
		return strings.Join(b.head(b.innerWidth, b.innerHeight), "\n") + "\n" + b.sites.View()
	}
	state := ""
	if b.trial.Running() {
		state = t.Paint(theme.Accent, t.Glyphs.Pending) + " " +
			w.T("setup.trying", "URL", text.Clean(b.form.Value("base_url")))
	}
	return "\n  " + strings.ReplaceAll(b.form.View(), "\n", "\n  ") + "\n\n  " + state
}
