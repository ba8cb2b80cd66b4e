package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/fold"
	"channeldeck/ui/accounts"
	"channeldeck/ui/config"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// paletteBox finds commands, panes and things to open by a part of their name, and
// understands links, questions and ids. The Value of an item is a *pane.Target, the name
// of the key of a command, or a message for the root.
type paletteBox struct {
	*picker.Picker
	ctx     *pane.Context
	tabs    *tabs
	items   paletteItems
	loading bool // a pane has not loaded yet

	query string        // that panes were asked about last
	known []picker.Item // what they understood
}

// newPalette returns the palette over the front pane.
func newPalette(ctx *pane.Context, keys keyMap, tabs *tabs, recent *recent) *paletteBox {
	k := pane.NewKeys(ctx)
	p := &paletteBox{
		Picker: ctx.Picker(k, nil, false),
		ctx:    ctx,
		tabs:   tabs,
		items: paletteItems{
			ctx:    ctx,
			keys:   keys,
			moves:  append(k.Bindings(), k.Left, k.Right),
			tabs:   tabs,
			recent: recent,
		},
	}
	p.More = p.more
	p.First = p.understood
	tabs.makeAll()
	p.Refresh()
	return p
}

// Want returns the same size for all items, so that the box stays where it is.
func (p *paletteBox) Want(width, height int) (int, int) {
	return min(100, width-6), min(24, height-2)
}

func (p *paletteBox) Frame() pane.Frame {
	from, to, of := p.Visible()
	return pane.Frame{
		Title:  p.ctx.Words.T("palette.title"),
		Scroll: pane.Scroll{From: from, To: to, Of: of},
	}
}

// pressed is a key press that the palette sends.
type pressed struct{ key tea.KeyMsg }

// action is a command of a pane that is not in front.
type action struct{ pane, key string }

// run shows the pane of an action and presses its key there.
func (m *Model) run(a action) tea.Cmd {
	shown := m.tabs.show(m.tabs.index(a.pane))
	press, _ := pane.KeyMsg(a.key)
	return tea.Batch(shown, m.onKey(press))
}

func (p *paletteBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	p.query = "" // what panes know may have changed
	result, cmd := p.Picker.Update(msg)
	if result != picker.Confirmed {
		return result == picker.Open, cmd
	}
	return false, p.choose(p.Current().Value)
}

// choose does what an item with a value stands for.
func (p *paletteBox) choose(value any) tea.Cmd {
	switch value := value.(type) {
	case *pane.Target:
		return p.tabs.stack().Goto(*value)
	case switchTo:
		return switchFrom(p.ctx, p.ctx.Sites.First().Name, value.site)
	case string:
		press, _ := pane.KeyMsg(value)
		return p.ctx.ToRoot(pressed{press})
	default:
		return p.ctx.ToRoot(value)
	}
}

// Refresh lists what panes have loaded since.
func (p *paletteBox) Refresh() {
	p.query = ""
	p.Nothing = p.ctx.Words.T("picker.nothing")
	p.loading = false
	for _, t := range p.tabs.all {
		if !t.started {
			continue
		}
		s := t.pane.State()
		if s.InFlight > 0 && s.At.IsZero() {
			p.Nothing = p.ctx.Words.T("palette.loading")
			p.loading = true
		}
	}
	p.SetItems(p.items.collect())
}

const (
	maxMatches   = 20
	minPrefixLen = 4 // a shorter beginning of an id matches too much
)

// understood is read, which asks the panes once for each key.
func (p *paletteBox) understood(query string) []picker.Item {
	if query == "" || query != p.query {
		p.query = query
		p.known = p.read(query)
	}
	return p.known
}

// read returns what panes understand a query as: a link to a work, a question about prices.
func (p *paletteBox) read(query string) []picker.Item {
	var items []picker.Item
	if query = strings.TrimSpace(query); len(query) > maxRead {
		return nil
	}
	if item, filters, ok := p.readPane(query); ok && filters {
		items = append(items, item)
	}
	for _, tab := range p.tabs.all {
		if r, ok := tab.pane.(reader); ok {
			for _, t := range r.Read(query) {
				items = append(items, thingItem(p.items.section(t.Kind), &t))
			}
		}
	}
	return items
}

// readPane understands the name of a pane and what to show there: "accounts bilibili abnormal".
// filters is false for mere text, which may be meant for anything.
func (p *paletteBox) readPane(query string) (item picker.Item, filters, ok bool) {
	w := p.ctx.Words
	name, rest, _ := strings.Cut(strings.ReplaceAll(query, "\u3000", " "), " ")
	i := slices.IndexFunc(p.tabs.all, func(t tab) bool {
		return fold.String(name) == t.Name || fold.String(name) == fold.String(w.T("tab."+t.Name))
	})
	rest = strings.TrimSpace(rest)
	if i < 0 || rest == "" {
		return item, false, false
	}
	list := p.tabs.all[i].Name
	if list == sessions.Name {
		return p.searchSessions(rest), false, true
	}
	v, ok := config.ParseSavedView(p.tabs.all[i].settings(), rest)
	if list == accounts.Name {
		v.Query.Interpret(p.ctx.Sites.First().Store.Platforms.Value)
	}
	item = picker.Item{
		Section: w.T("palette.panes"),
		Label:   w.T("tab." + list),
		Note:    text.Line(v.Query.String()),
		Value:   v,
	}
	return item, v.Query.Filters(), ok
}

// searchSessions offers to search all stored sessions.
func (p *paletteBox) searchSessions(query string) picker.Item {
	return picker.Item{
		Section: p.items.section(pane.KindSession),
		Label:   p.ctx.Words.T("palette.search_sessions", "Text", text.Line(query)),
		Value:   &pane.Target{Pane: sessions.Name, Search: query},
	}
}

// more returns the things that match by their IDs. A text that nothing matches can be searched
// in the sessions and filter the accounts.
func (p *paletteBox) more(typed string, found []picker.Item) []picker.Item {
	items := p.matches(typed, found)
	query := strings.TrimSpace(typed)
	if query == "" || p.loading ||
		len(items)+len(found)+len(p.understood(typed)) > 0 {
		return items
	}
	if item, _, ok := p.readPane(query); ok {
		return []picker.Item{item}
	}
	filter := picker.Item{
		Section: p.items.section(pane.KindAccount),
		Label:   p.ctx.Words.T("palette.filter_accounts", "Text", text.Line(query)),
		Value:   config.SavedView{List: accounts.Name, Query: fleet.Query{Match: query}},
	}
	view, filters, ok := p.readPane(accounts.Name + " " + query)
	if ok && filters {
		filter.Value = view.Value
		return []picker.Item{filter, p.searchSessions(query)}
	}
	return []picker.Item{p.searchSessions(query), filter}
}

// maxRead is the maximum length in bytes of a text that is read: a link with what an app
// writes around it.
const maxRead = 2000

// matches returns the things whose id is the query or starts with it, exact matches first, except
// those found already. If no known thing has the id, it adds the things that the id may name,
// judging by its form.
func (p *paletteBox) matches(query string, found []picker.Item) []picker.Item {
	query = strings.TrimSpace(query)
	if query == "" {
		return nil
	}
	var exact, prefixed []picker.Item
	add := func(list *[]picker.Item, t pane.Thing) {
		known := func(item picker.Item) bool {
			target, ok := item.Value.(*pane.Target)
			return ok && *target == t.Target
		}
		if !slices.ContainsFunc(found, known) && !slices.ContainsFunc(*list, known) {
			*list = append(*list, thingItem(p.items.section(t.Kind), &t))
		}
	}
	named := false // something known has the id
	for _, list := range append(p.tabs.things(), p.ctx.Remembered()) {
		for i := range list {
			id := idOf(&list[i])
			if id == "" {
				continue
			}
			if id == query {
				named = true
				add(&exact, byID(list[i], id))
			} else if len(query) >= minPrefixLen && len(prefixed) < maxMatches &&
				strings.HasPrefix(id, query) {
				add(&prefixed, byID(list[i], id))
			}
		}
	}
	for _, tab := range slices.Backward(p.tabs.all) { // ids of sessions have a form, those of works almost any
		m, ok := tab.pane.(matcher)
		if ok && !named {
			for _, t := range m.MatchID(query) {
				add(&exact, t)
			}
		}
	}
	items := append(exact, prefixed...)
	return items[:min(len(items), maxMatches)]
}
