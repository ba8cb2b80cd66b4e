package prices

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// maxCompared is the number of models that can be compared.
const maxCompared = 4

// pageScreen is a text to read: one model, several side by side, or what changed.
type pageScreen struct {
	filled
	m             *Model
	name          string   // of a model that is opened once the catalog is loaded
	keys          []string // of the models
	news          bool
	since         map[string]applied // of the prices of the model; nil for its page
	pager         facts.Pager
	width, height int
}

// page is the content of a pageScreen. json and export are nil without content.
type page struct {
	title  string
	lines  func(width int) []string
	json   func() any
	export func() export
}

func (m *Model) push(p *pageScreen) tea.Cmd {
	p.m = m
	p.pager.Keys = m.Keys.Pager()
	m.Push(p)
	return nil
}

func (p *pageScreen) page() page {
	m, w := p.m, p.m.Words
	if p.news {
		return m.newsPage()
	}
	var models []*quote.Model // that the catalog still has
	var records []any
	var prices []*quote.Row
	for _, key := range p.keys {
		if model := m.snapshots.Value.byKey[key]; model != nil {
			models, records, prices = append(models, model), append(records, model.VideoModel), append(prices, model.Rows...)
		}
	}
	out := page{
		title: w.N("prices.compare_title", len(models)), lines: func(width int) []string { return m.compareLines(models, width) },
		json: func() any { return records },
		export: func() export {
			return export{title: w.N("prices.choose_export", len(prices)), name: Name, rows: len(prices), sheet: PriceSheet(m.Context, prices)}
		},
	}
	switch len(models) {
	case 0:
		return page{title: out.title, lines: func(width int) []string { return m.Paragraph(w.T("prices.model_gone"), width, theme.Plain) }}
	case 1:
		if p.since != nil {
			return page{title: w.T("prices.since_title", "Model", modelTitle(models[0])), lines: func(width int) []string { return m.sinceLines(models[0], p.since, width) }}
		}
		row := &Row{Model: models[0], prices: models[0].Rows, head: true}
		out.title, out.lines = modelTitle(models[0]), func(width int) []string { return m.BlockLines(m.blocks(row), width) }
		out.json = func() any { return records[0] }
		out.export = func() export { return m.exportModel(models[0]) }
	}
	return out
}

func (p *pageScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		p.pager.Update(msg)
	case tea.KeyMsg:
		k, page := &p.m.Keys, p.page()
		switch {
		case key.Matches(msg, k.Detail):
			return p.m.Pop()
		case key.Matches(msg, k.Refresh):
			return p.m.refresh()
		case key.Matches(msg, k.Copy):
			return p.m.CopyText(clean(page.title), ansi.Strip(strings.Join(page.lines(200), "\n")))
		case key.Matches(msg, k.CopyJSON) && page.export != nil:
			return p.m.CopyJSON(p.m.Words.T("prices.copied_page", "Name", text.Cut(clean(page.title), 40)), page.json())
		case key.Matches(msg, k.Export) && page.export != nil:
			p.m.pickExport(page.export())
		default:
			p.pager.Update(msg)
		}
	}
	return nil
}

// Close marks the news as seen.
func (p *pageScreen) Close() tea.Cmd {
	if p.news {
		p.m.seen = p.m.catalog()
	}
	return nil
}

// fill shows the current data. It finds a model that was opened by its name.
func (p *pageScreen) fill() tea.Cmd {
	if name := p.name; name != "" && p.m.snapshots.Loaded() {
		p.name = ""
		i := slices.IndexFunc(p.m.catalog().Models, func(m *quote.Model) bool { return m.Name == name })
		if i < 0 {
			return tea.Batch(p.m.Pop(), pane.Notify(pane.Warning, p.m.Words.T("prices.no_such_model", "Name", clean(name))))
		}
		p.keys = []string{p.m.catalog().Models[i].Key}
	}
	p.arrange()
	return nil
}

func (p *pageScreen) arrange() {
	width, height := p.frame().Inner(p.width, p.height)
	p.pager.SetLines(p.page().lines(width))
	p.pager.SetHeight(height)
}

func (p *pageScreen) frame() pane.Frame {
	f := pane.Frame{Title: clean(p.page().title), Focused: true, Bare: p.width < pane.FrameWidth}
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
	if p.page().export != nil {
		short = append(short, k.CopyJSON, k.Export)
	}
	return short
}

func (p *pageScreen) FullHelp() [][]key.Binding {
	k := &p.m.Keys
	return [][]key.Binding{p.ShortHelp(), append(k.Bindings(), k.Refresh)}
}
