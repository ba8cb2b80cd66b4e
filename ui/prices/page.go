package prices

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
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
		m.browse()
	case key.Matches(msg, k.Refresh):
		return m.reload()
	case key.Matches(msg, k.Copy):
		return m.ctx.CopyText(clean(m.pageTitle()), ansi.Strip(strings.Join(m.pageLines(200), "\n")))
	case key.Matches(msg, k.CopyJSON) && m.pageHolds():
		return m.copyPage()
	case key.Matches(msg, k.Export) && m.pageHolds():
		m.chooseExport(m.pageExport())
	default:
		m.pager.Update(msg)
	}
	return nil
}

// pageHolds reports whether there is more on the page than that there is nothing.
func (m *Model) pageHolds() bool {
	if m.page.news {
		return len(m.list.Value.changes) > 0
	}
	return len(m.page.places) > 0
}

// copyPage copies what the page shows as JSON: models as the service sent them,
// or what changed.
func (m *Model) copyPage() tea.Cmd {
	var value any
	switch models := m.pageModels(); {
	case m.page.news:
		value = changeRecords(m.list.Value.changes)
	case len(models) == 1:
		value = models[0]
	default:
		value = models
	}
	return m.ctx.CopyJSON(m.ctx.Words.T("prices.copied_json", "Name", text.Cut(clean(m.pageTitle()), 40)), value)
}

func (m *Model) pageModels() []*api.VideoModel {
	var models []*api.VideoModel
	for _, place := range m.page.places {
		model, _ := m.list.Value.catalog.Model(place)
		models = append(models, model)
	}
	return models
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
