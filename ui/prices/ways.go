package prices

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
)

// Open shows one model, or as soon as the catalog is there.
func (m *Model) Open(t pane.Target) tea.Cmd {
	if t.Model == "" {
		return nil
	}
	m.Choice.Close()
	m.browse()
	m.wanted = t.Model
	return m.openWanted()
}

func (m *Model) openWanted() tea.Cmd {
	if m.wanted == "" || !m.list.Have() {
		return nil
	}
	name := m.wanted
	m.wanted = ""
	catalog := m.list.Value.catalog
	for place := range catalog.Len() {
		model, _ := catalog.Model(place)
		if model.Name == name {
			m.readModels(place)
			m.page.opened = true
			return nil
		}
	}
	return pane.Notify(pane.Warning, m.ctx.Words.T("prices.no_such_model", "Name", clean(name)))
}

// browse goes back to the table. News that were read are none at the next look.
func (m *Model) browse() {
	if m.mode == reading && m.page.news {
		m.seen = m.list.Value.catalog
	}
	m.mode = browsing
	m.ask.Blur()
	m.describe.Blur()
}

// Remember returns what brings the pane back to how it is now.
func (m *Model) Remember() func() tea.Cmd {
	wanted, view, back, p, read := m.wanted, m.view, m.back, m.page, m.mode == reading
	ask, files, query, ranked := m.ask.Value(), m.describe.Value(), m.query.Value(), m.ranked
	place := m.table().SavePosition()
	scroll := m.pager.SavePosition()
	return func() tea.Cmd {
		m.Choice.Close()
		m.wanted = wanted
		m.browse()
		m.view, m.back, m.ranked = view, back, ranked
		m.ask.SetValue(ask)
		m.describe.SetValue(files)
		m.understand()
		cmd := tea.Batch(m.fill(), m.query.Set(query), place())
		if read {
			p.refresh(m.list.Value.keys)
			m.read(p)
			scroll()
		}
		m.resize()
		m.fillPanel()
		return tea.Batch(cmd, m.openWanted())
	}
}

// understand reads question and files anew, by the words of the catalog.
func (m *Model) understand() {
	m.question, m.unclear = quote.Parse(m.ask.Value(), m.words)
	m.files, m.unread = quote.ParseFiles(m.describe.Value(), m.words)
}

// AtRest reports whether esc has nothing to close here: nothing is open, or only
// what another pane asked for.
func (m *Model) AtRest() bool {
	return !m.Capturing() && (m.mode == reading && m.page.opened || m.mode == browsing && m.view == m.back && !m.isFiltered())
}

// Things are the models one can go to.
func (m *Model) Things() []pane.Thing {
	if !m.list.Have() {
		return nil
	}
	catalog := m.list.Value.catalog
	things := make([]pane.Thing, catalog.Len())
	for place := range things {
		model, _ := catalog.Model(place)
		things[place] = pane.Thing{
			Kind: pane.KindModel, Label: modelTitle(model), Note: scopeWord(m.ctx, quote.ScopeOf(model)), Target: pane.Target{Pane: Name, Model: model.Name},
		}
	}
	return things
}
