// Package setup is the set-up screen, which opens if there is no configuration. The
// user enters a site, its base URL and an API key, which are tried and saved, or
// opens the demo.
package setup

import (
	"context"
	"errors"
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

// Service is what the screen needs.
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
	form    *form.Form
	trial   store.Loader[struct{}] // tries and saves
	outcome string
	width   int
	height  int
}

type keyMap struct {
	pane.Keys
	Previous, Quit, SaveAnyway key.Binding
}

// New makes the screen.
func New(c *pane.Context, s Service) *Model {
	m := &Model{ctx: c, service: s, keys: keyMap{
		Keys: pane.NewKeys(c), Previous: c.Bind("previous_field", "shift+tab"),
		Quit: c.Bind("force_quit", "ctrl+c"), SaveAnyway: c.Bind("setup.save_anyway", "ctrl+s"),
	}}
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

// Update is one step.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		m.resize()
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
	switch {
	case m.site == "":
		return m.onSiteKey(msg)
	case m.trial.Running():
		if key.Matches(msg, m.keys.Back) {
			m.trial.Cancel()
		}
		return nil
	case key.Matches(msg, m.keys.SaveAnyway) && m.form.Value("base_url") != "":
		return m.submit(false)
	}
	result, cmd := m.form.Update(msg)
	switch result {
	case form.Cancelled:
		m.site = ""
	case form.Submitted:
		return tea.Batch(cmd, m.submit(true))
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
		w := m.ctx.Words
		keys := form.KeyMap{Next: m.keys.Next, Previous: m.keys.Previous, Submit: m.keys.Confirm, Cancel: m.keys.Back}
		m.form = form.New(m.ctx.Theme, keys, []form.Field{
			{ID: "base_url", Label: w.T("setup.base_url"), Hint: "https://", Note: w.T("setup.base_url_note"), Check: m.checkURL},
			{ID: "api_key", Label: w.T("setup.api_key"), Note: w.T("setup.api_key_note"), Masked: true},
		})
		m.resize()
	}
	return cmd
}

func (m *Model) checkURL(s string) string {
	if s == "" {
		return m.ctx.Words.T("setup.base_url_blank")
	}
	if _, err := config.CleanURL(s); err != nil {
		return m.service.Explain(err)
	}
	return ""
}

func (m *Model) entered() config.NewSite {
	return config.NewSite{Name: m.site, BaseURL: m.form.Value("base_url"), Key: config.NewSecret(strings.TrimSpace(m.form.Value("api_key")))}
}

// submit saves the input, after a test if try is set.
func (m *Model) submit(try bool) tea.Cmd {
	if wrong := m.checkURL(m.form.Value("base_url")); wrong != "" {
		m.form.SetWrong("base_url", wrong)
		return nil
	}
	site, service := m.entered(), m.service
	return m.trial.Start(m.ctx.Base, m.ctx.Now, func(ctx context.Context, _ func(any)) (struct{}, error) {
		if try {
			if err := service.Try(ctx, site); err != nil {
				return struct{}{}, &tryError{err}
			}
		}
		return struct{}{}, service.Save(site)
	})
}

// tryError is the error of the test. The user may save anyway.
type tryError struct{ error }

func (e *tryError) Unwrap() error { return e.error }

func (m *Model) onTried() tea.Cmd {
	err := m.trial.Err
	if err == nil {
		m.outcome = m.site
		return tea.Quit
	}
	why := m.service.Explain(err)
	if _, tried := errors.AsType[*tryError](err); tried {
		why += " " + m.ctx.Words.T("setup.anyway", "Key", m.keys.SaveAnyway.Help().Key)
	}
	m.form.SetFailure(why)
	return nil
}

func (m *Model) resize() {
	if m.form != nil {
		m.form.SetSize(min(m.width-2, 78), max(m.height-4, 1))
	}
}

// View draws the screen.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	w, t := m.ctx.Words, m.ctx.Theme
	lines := []string{"", " " + t.Title.Render(w.T("setup.title"))}
	footer := []key.Binding{m.keys.Next, m.keys.Confirm, m.keys.Back}
	body := ""
	switch {
	case m.site == "":
		for _, line := range text.Wrap(w.T("setup.welcome"), min(m.width-2, 78)) {
			lines = append(lines, " "+t.Tone(theme.Muted).Render(line))
		}
		lines = append(lines, "")
		m.sites.SetSize(m.width, max(m.height-len(lines)-1, 1))
		body, footer = m.sites.View(), m.sites.ShortHelp()
	case m.trial.Running():
		body, footer = " "+w.T("setup.trying", "URL", text.Clean(m.form.Value("base_url"))), footer[2:]
	default:
		lines = append(lines, " "+t.Tone(theme.Muted).Render(w.T("setup."+m.site)), "")
		body = m.form.View()
	}
	content := text.Fit(strings.Join(lines, "\n")+"\n"+body, m.width, m.height-1)
	return t.Glyphs.Plain(content + "\n" + text.Cut(pane.Footer(t, m.width, footer, []key.Binding{m.keys.Quit}), m.width))
}
