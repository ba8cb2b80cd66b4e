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

// pageScreen is a text to read: one model, several side by side, or, without
// models, what changed.
type pageScreen struct {
	m             *Model
	name          string   // of a model that is opened once the catalog is loaded
	keys          []string // of the models
	news          bool
	pager         facts.Pager
	width, height int
}

func (m *Model) push(p *pageScreen) tea.Cmd {
	p.m = m
	p.pager.Keys = m.Keys.Pager()
	m.Push(p)
	return nil
}

// openModels shows one model, or several side by side.
func (m *Model) openModels(models ...*quote.Model) tea.Cmd {
	p := &pageScreen{}
	for _, model := range models {
		p.keys = append(p.keys, model.Key)
	}
	return m.push(p)
}

// resolve finds the model that was opened by its name.
func (p *pageScreen) resolve() tea.Cmd {
	if p.name == "" || !p.m.snapshots.Loaded() {
		return nil
	}
	name := p.name
	p.name = ""
	i := slices.IndexFunc(p.m.catalog().Models, func(m *quote.Model) bool { return m.Name == name })
	if i < 0 {
		return tea.Batch(p.m.Pop(), pane.Notify(pane.Warning, p.m.Words.T("prices.no_such_model", "Name", clean(name))))
	}
	p.keys = []string{p.m.catalog().Models[i].Key}
	p.arrange()
	return nil
}

// models are those of the page that the catalog still has.
func (p *pageScreen) models() []*quote.Model {
	var models []*quote.Model
	for _, key := range p.keys {
		if model := p.m.snapshots.Value.byKey[key]; model != nil {
			models = append(models, model)
		}
	}
	return models
}

// Update is one step.
func (p *pageScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case refill:
		cmd := p.resolve()
		p.arrange()
		return cmd
	case tea.MouseMsg:
		p.pager.Update(msg)
	case tea.KeyMsg:
		k := &p.m.Keys
		switch {
		case key.Matches(msg, k.Detail):
			return p.m.Pop()
		case key.Matches(msg, k.Refresh):
			return p.m.refresh()
		case key.Matches(msg, k.Copy):
			return p.m.CopyText(clean(p.title()), ansi.Strip(strings.Join(p.lines(200), "\n")))
		case key.Matches(msg, k.CopyJSON) && p.hasContent():
			return p.copyJSON()
		case key.Matches(msg, k.Export) && p.hasContent():
			p.m.pickExport(p.export())
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

// hasContent reports whether there is something to copy and export.
func (p *pageScreen) hasContent() bool {
	if p.news {
		return len(p.m.snapshots.Value.changes) > 0
	}
	return len(p.models()) > 0
}

// copyJSON copies models as sent, or what changed.
func (p *pageScreen) copyJSON() tea.Cmd {
	var value any
	switch models := p.models(); {
	case p.news:
		value = changeRecords(p.m.snapshots.Value.changes)
	case len(models) == 1:
		value = models[0].VideoModel
	default:
		var list []any
		for _, model := range models {
			list = append(list, model.VideoModel)
		}
		value = list
	}
	return p.m.CopyJSON(p.m.Words.T("prices.copied_page", "Name", text.Cut(clean(p.title()), 40)), value)
}

// SetSize sets the room in cells.
func (p *pageScreen) SetSize(width, height int) {
	p.width, p.height = width, height
	p.arrange()
}

func (p *pageScreen) arrange() {
	p.pager.SetLines(p.lines(p.width))
	p.pager.SetHeight(p.height - 1)
}

func (p *pageScreen) title() string {
	w, models := p.m.Words, p.models()
	switch {
	case p.news:
		return w.N("prices.news_title", len(p.m.snapshots.Value.changes))
	case len(models) == 1:
		return modelTitle(models[0])
	}
	return w.N("prices.compare_title", len(models))
}

func (p *pageScreen) lines(width int) []string {
	switch models := p.models(); {
	case p.news:
		return p.m.newsLines(width)
	case len(models) == 0:
		return p.m.wrapped(p.m.Words.T("prices.model_gone"), width, theme.Plain)
	case len(models) == 1:
		return p.m.modelLines(models[0], width)
	default:
		return p.m.compareLines(models, width)
	}
}

// View draws the page.
func (p *pageScreen) View() string {
	if view, missing := p.m.ViewMissing(p.m.State(), p.m.Keys.Refresh, p.width, p.height); missing {
		return view
	}
	title := p.m.Title(" "+p.m.Theme.Title.Render(clean(p.title())), &p.pager, p.width)
	return text.Fit(title+"\n"+p.pager.View(), p.width, p.height)
}

// Capturing is always false.
func (p *pageScreen) Capturing() bool { return false }

// ShortHelp is the footer.
func (p *pageScreen) ShortHelp() []key.Binding {
	k := &p.m.Keys
	short := []key.Binding{k.Back, k.Up, k.Down, k.Copy}
	if p.hasContent() {
		short = append(short, k.CopyJSON)
	}
	return short
}

// FullHelp is all keys that work now.
func (p *pageScreen) FullHelp() [][]key.Binding {
	k := &p.m.Keys
	more := append(k.Bindings(), k.Refresh)
	if p.hasContent() {
		more = append(more, k.Export)
	}
	return [][]key.Binding{p.ShortHelp(), more}
}

// wrapped breaks a sentence into lines.
func (m *Model) wrapped(s string, width int, tone theme.Tone) []string {
	var lines []string
	for _, line := range text.Wrap(clean(s), max(width-2, 4)) {
		lines = append(lines, text.Cut(" "+m.Theme.Tone(tone).Render(line), width))
	}
	return lines
}

// heading begins a part of a page.
func (m *Model) heading(s string, width int) []string {
	return []string{"", " " + m.Theme.Title.Render(text.Cut(clean(s), max(width-1, 0)))}
}
