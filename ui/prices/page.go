package prices

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// pageScreen is what all pages have in common: a text that scrolls and can be copied
// and exported. A screen embeds it.
type pageScreen struct {
	filled
	m             *Model
	content       func() page // from the newest snapshot
	pager         facts.Pager
	width, height int
}

// page is the content of a page. json and export are nil without content.
type page struct {
	title  string
	lines  func(width int) []string
	json   func() any
	export func() tea.Cmd
}

func (m *Model) newPage(content func() page) *pageScreen {
	return &pageScreen{m: m, content: content, pager: facts.Pager{Keys: m.Keys.Pager()}}
}

// gonePage is the page of models that the catalog no longer has.
func (m *Model) gonePage() page {
	return page{
		title: m.Words.N("prices.compare_title", 0),
		lines: func(width int) []string { return m.Paragraph(m.Words.T("prices.model_gone"), width, theme.Plain) },
	}
}

func (p *pageScreen) Update(msg tea.Msg) tea.Cmd {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		p.pager.Update(msg)
		return nil
	}
	m, k, page := p.m, &p.m.Keys, p.content()
	switch {
	case key.Matches(press, k.Detail):
		return m.Pop()
	case key.Matches(press, k.Refresh):
		return m.Store.Catalog.Refresh()
	case key.Matches(press, k.Copy):
		return m.CopyText(clean(page.title), ansi.Strip(strings.Join(page.lines(200), "\n")))
	case key.Matches(press, k.CopyJSON) && page.json != nil:
		return m.CopyJSON(m.Words.T("prices.copied_page", "Name", text.Cut(clean(page.title), 40)), page.json())
	case key.Matches(press, k.Export) && page.export != nil:
		return page.export()
	}
	p.pager.Update(msg)
	return nil
}

// fill shows the current data.
func (p *pageScreen) fill() tea.Cmd {
	p.arrange()
	return nil
}

func (p *pageScreen) arrange() {
	width, height := p.frame().Inner(p.width, p.height)
	p.pager.SetLines(p.content().lines(width))
	p.pager.SetHeight(height)
}

func (p *pageScreen) frame() pane.Frame {
	f := pane.Frame{Title: clean(p.content().title), Focused: true, Bare: p.width < pane.FrameWidth}
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = p.pager.Position()
	return f
}

func (p *pageScreen) SetSize(width, height int) {
	p.width, p.height = width, height
	p.arrange()
}

func (p *pageScreen) View() string {
	if view, missing := p.m.ViewMissing(p.m.State(), p.m.Keys.Refresh, p.width, p.height); missing {
		return view
	}
	return p.m.Frame(p.frame(), p.pager.View(), p.width, p.height)
}

func (p *pageScreen) Capturing() bool { return false }

func (p *pageScreen) ShortHelp() []key.Binding {
	k := &p.m.Keys
	short := []key.Binding{k.Back, k.Up, k.Down, k.Copy}
	if p.content().export != nil {
		short = append(short, k.CopyJSON, k.Export)
	}
	return short
}

func (p *pageScreen) FullHelp() [][]key.Binding {
	k := &p.m.Keys
	return [][]key.Binding{p.ShortHelp(), append(k.Bindings(), k.Refresh)}
}
