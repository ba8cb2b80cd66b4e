package prices

import (
	"context"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/prices/quote"
)

// look is one look at the catalog, with what is new in it. It is made off the
// update loop and never changes.
type look struct {
	catalog *quote.Catalog
	keys    []string // of the models by their place; the same at the next look

	since   *quote.Catalog // with which it is compared, nil at the first look
	asked   bool           // by the person, who so has seen what was there
	changes []quote.Change
	models  map[*api.VideoModel][]*quote.Change // of those that are there
	rows    map[*quote.Row]*quote.Change
}

// reload is a look that the person asks for. What was there is then known, and
// only what comes is new.
func (m *Model) reload() tea.Cmd { return m.load(m.list.Value.catalog, true) }

// load looks at the catalog anew: it is live at each look (2.6).
func (m *Model) load(since *quote.Catalog, asked bool) tea.Cmd {
	client := m.ctx.Client
	return m.list.Start(m.ctx, func(ctx context.Context, _ func(any)) (look, error) {
		models, err := client.VideoModels(ctx)
		if err != nil {
			return look{}, err
		}
		l := newLook(since, quote.New(models))
		l.asked = asked
		return l, nil
	})
}

// compareAnew compares what is there with what the person has seen meanwhile.
func (m *Model) compareAnew() tea.Cmd {
	since, now := m.seen, m.list.Value.catalog
	return m.list.Start(m.ctx, func(context.Context, func(any)) (look, error) { return newLook(since, now), nil })
}

func newLook(since, now *quote.Catalog) look {
	l := look{catalog: now, since: since, models: map[*api.VideoModel][]*quote.Change{}, rows: map[*quote.Row]*quote.Change{}}
	names := map[string]int{}
	for place := range now.Len() {
		model, _ := now.Model(place)
		l.keys = append(l.keys, modelKey(names, model.Name))
	}
	if since == nil {
		return l
	}
	l.changes = quote.Changes(since, now)
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
	if names[name]++; names[name] > 1 {
		name += "\x00" + strconv.Itoa(names[name])
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
	cmd = tea.Batch(cmd, m.openWanted())
	switch l := &m.list.Value; {
	case l.since == nil:
		m.seen = l.catalog
	case l.asked:
		m.seen = l.since
	case l.since != m.seen: // the news were read while it loaded
		return tea.Batch(cmd, m.compareAnew())
	}
	return cmd
}
