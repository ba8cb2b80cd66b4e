package prices

import (
	"context"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/prices/quote"
)

// look is one look at the catalog, with what is new in it. It is made off the
// update loop and never changes.
type look struct {
	catalog *quote.Catalog
	keys    []string // of the models by their place; the same at the next look

	again   bool // there was a look before this one
	changes []quote.Change
	models  map[*api.VideoModel][]*quote.Change // of those that are there
	rows    map[*quote.Row]*quote.Change
}

// load looks at the catalog anew: it is live at each look (2.6).
func (m *Model) load() tea.Cmd {
	client, before := m.ctx.Client, m.list.Value.catalog
	return m.list.Start(m.ctx, func(ctx context.Context, _ func(any)) (look, error) {
		models, err := client.VideoModels(ctx)
		if err != nil {
			return look{}, err
		}
		return newLook(before, quote.New(models)), nil
	})
}

func newLook(before, now *quote.Catalog) look {
	l := look{catalog: now, again: before != nil, models: map[*api.VideoModel][]*quote.Change{}, rows: map[*quote.Row]*quote.Change{}}
	names := map[string]int{}
	for place := range now.Len() {
		model, _ := now.Model(place)
		l.keys = append(l.keys, modelKey(names, model.Name))
	}
	if !l.again {
		return l
	}
	l.changes = quote.Changes(before, now)
	for i := range l.changes {
		c := &l.changes[i]
		if c.Kind != quote.GoneModel {
			l.models[c.Model] = append(l.models[c.Model], c)
		}
		if c.New != nil {
			l.rows[c.New] = c
		}
	}
	return l
}

// modelKey tells models of one name apart by their order.
func modelKey(names map[string]int, name string) string {
	names[name]++
	for range names[name] - 1 {
		name += "\x00"
	}
	return name
}

// onLook takes over what a load gave.
func (m *Model) onLook() tea.Cmd {
	if m.list.Running() {
		return nil
	}
	again := m.again.Next(m.ctx)
	if m.list.Err != nil || !m.list.Have() {
		return again
	}
	m.words = m.list.Value.catalog.Vocabulary()
	m.understand()
	cmd := tea.Batch(again, m.fill())
	if m.mode == reading {
		m.page.refresh(m.list.Value.keys)
		m.turnPage()
	}
	return tea.Batch(cmd, m.openWanted())
}
