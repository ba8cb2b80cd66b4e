package prices

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// pageScreen is a page: a text about models.
type pageScreen struct {
	filled
	*pane.Text
}

// page is the content of a page. json and export are both nil for one that has no data.
type page struct {
	title  string
	lines  func(width int) []string
	json   func() any
	export func() tea.Cmd
}

// newPage returns a page whose content comes from the newest snapshot.
func (m *Model) newPage(content func() page) *pageScreen {
	c := pane.TextConfig{
		Title:   func() string { return content().title },
		Lines:   func(width int) []string { return content().lines(width) },
		State:   m.State,
		Refresh: m.refresh,
		Close:   m.stack.Keys.Detail,
	}
	hasData := func() bool { return content().json != nil }
	withData := func(do func(page) tea.Cmd) func() tea.Cmd {
		return func() tea.Cmd {
			if p := content(); p.json != nil {
				return do(p)
			}
			return nil
		}
	}
	c.Keys = []pane.Shortcut{
		{
			Binding: m.stack.Keys.CopyAs,
			Listed:  hasData,
			Do: func() tea.Cmd {
				return m.stack.Menu("menu.copy_as", m.stack.Keys.CopyJSON)
			},
		},
		{
			Binding: m.stack.Keys.CopyJSON,
			Listed:  hasData,
			Do: withData(func(p page) tea.Cmd {
				return m.stack.Output.CopyJSON(
					m.words.T("prices.copied_page", "Name", text.Cut(text.Clean(p.title), 40)),
					p.json(),
				)
			}),
		},
		{
			Binding: m.stack.Keys.Export,
			Listed:  hasData,
			Do:      withData(func(p page) tea.Cmd { return p.export() }),
		},
	}
	return &pageScreen{Text: pane.NewText(m.stack, c)}
}

// gonePage is the page of models that the catalog no longer has.
func (m *Model) gonePage() page {
	return page{
		title: m.words.N("prices.compare_title", 0),
		lines: func(width int) []string {
			return m.view.Paragraph(m.words.T("prices.model_gone"), width, theme.Plain)
		},
	}
}

// fill shows the current data.
func (p *pageScreen) fill() tea.Cmd {
	p.Fill()
	return nil
}
