package prices

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

// page is what is read instead of the table: one model, several side by side, or
// what changed, which is no model at all.
type page struct {
	keys   []string // of the models, which a refresh may move
	places []int
	news   bool
	opened bool // by another pane: esc leads back there
}

// most is how many models stand side by side.
const most = 4

// readModels opens a page on models.
func (m *Model) readModels(places ...int) {
	p := page{places: places}
	for _, place := range places {
		p.keys = append(p.keys, m.list.Value.keys[place])
	}
	m.read(p)
}

func (m *Model) read(p page) {
	m.page, m.mode = p, reading
	m.pager.Top()
	m.turnPage()
}

// compare opens the selected models side by side.
func (m *Model) compare() tea.Cmd {
	var places []int
	seen := map[int]bool{}
	for r := range m.table().Selected() {
		if !seen[r.place] {
			seen[r.place] = true
			places = append(places, r.place)
		}
	}
	if len(places) < 2 || len(places) > most {
		return pane.Notify(pane.Info, m.ctx.Words.T("prices.select_to_compare", "Most", most, "Key", m.keys.Select.Help().Key))
	}
	m.readModels(places...)
	return nil
}

// readNews opens what changed since the last look in this run.
func (m *Model) readNews() tea.Cmd {
	l := &m.list.Value
	switch {
	case !m.list.Have():
		return nil
	case !l.again:
		return pane.Notify(pane.Info, m.ctx.Words.T("prices.first_look", "Key", m.keys.Refresh.Help().Key))
	case len(l.changes) == 0:
		return pane.Notify(pane.Info, m.ctx.Words.T("prices.nothing_new"))
	}
	m.read(page{news: true})
	return nil
}

// refresh finds the models of the page in another look; those that are gone
// leave it.
func (p *page) refresh(keys []string) {
	at := map[string]int{}
	for place, key := range keys {
		at[key] = place
	}
	var still page
	still.news, still.opened = p.news, p.opened
	for _, key := range p.keys {
		if place, ok := at[key]; ok {
			still.keys, still.places = append(still.keys, key), append(still.places, place)
		}
	}
	*p = still
}

func (m *Model) onPageKey(msg tea.KeyMsg) tea.Cmd {
	k := &m.keys
	switch {
	case key.Matches(msg, k.Back), key.Matches(msg, k.Detail):
		m.mode = browsing
	case key.Matches(msg, k.Refresh):
		return m.load()
	case key.Matches(msg, k.Copy):
		return m.ctx.CopyText(clean(m.pageTitle()), strings.Join(m.pageLines(200), "\n"))
	case key.Matches(msg, k.CopyJSON):
		return m.copyModels()
	case key.Matches(msg, k.Export) && !m.page.news && len(m.page.places) == 1:
		model, _ := m.list.Value.catalog.Model(m.page.places[0])
		line := m.commandLine()
		line.add("model", model.Name)
		return m.ctx.CopyText(m.ctx.Words.T("prices.export.command"), line.String())
	default:
		m.pager.Update(msg)
	}
	return nil
}

// copyModels copies the models of the page as the service sent them.
func (m *Model) copyModels() tea.Cmd {
	var models []*api.VideoModel
	for _, place := range m.page.places {
		model, _ := m.list.Value.catalog.Model(place)
		models = append(models, model)
	}
	var value any = models
	if len(models) == 1 {
		value = models[0]
	}
	return m.ctx.CopyJSON(m.ctx.Words.T("prices.copied_json", "Name", text.Cut(clean(m.pageTitle()), 40)), value)
}

// turnPage writes the page for the room there is.
func (m *Model) turnPage() {
	if m.mode != reading {
		return
	}
	m.pager.SetLines(m.pageLines(m.Width))
	m.pager.SetHeight(m.Height - 1)
}

// pageTitle is what stands above the page.
func (m *Model) pageTitle() string {
	w := m.ctx.Words
	switch {
	case m.page.news:
		return w.N("prices.news_title", len(m.list.Value.changes))
	case len(m.page.places) == 1:
		model, _ := m.list.Value.catalog.Model(m.page.places[0])
		return modelTitle(model)
	}
	return w.N("prices.compare_title", len(m.page.places))
}

func (m *Model) pageLines(width int) []string {
	switch n := len(m.page.places); {
	case m.page.news:
		return m.newsLines(width)
	case n == 0:
		return text.Wrap(m.ctx.Words.T("prices.model_gone"), max(width-2, 4))
	case n == 1:
		return m.modelLines(m.page.places[0], width)
	}
	return m.compareLines(m.page.places, width)
}

// newsLines are all changes, one a line, broken where they must.
func (m *Model) newsLines(width int) []string {
	var list []facts.Fact
	for i := range m.list.Value.changes {
		c := &m.list.Value.changes[i]
		value := m.change(c)
		if p := c.New; p != nil {
			value = m.whatIs(p) + " " + value
		} else if p := c.Old; p != nil {
			value = m.whatIs(p) + " " + value
		}
		list = append(list, facts.Fact{Name: modelTitle(c.Model), Value: value, Tone: changeTone(c)})
	}
	return facts.Lines(m.ctx.Theme, list, width)
}

func changeTone(c *quote.Change) theme.Tone {
	switch c.Kind {
	case quote.Dearer, quote.GoneModel, quote.GonePrice:
		return theme.Warn
	case quote.Cheaper, quote.NewModel, quote.NewPrice:
		return theme.Good
	}
	return theme.Plain
}

// whatIs names what a price is for: "image2video 1080p 5 s".
func (m *Model) whatIs(p *quote.Row) string {
	var parts []string
	for _, s := range []string{p.Mode, p.Resolution, p.AspectRatio} {
		if s != "" {
			parts = append(parts, clean(s))
		}
	}
	if p.Duration.Known() {
		parts = append(parts, seconds(m.ctx, p.Duration))
	}
	if len(parts) == 0 {
		return m.ctx.Words.T("prices.all")
	}
	return strings.Join(parts, " ")
}
