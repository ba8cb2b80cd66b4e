package ui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
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
	keys    keyMap
	moves   []key.Binding // that move the cursor
	tabs    *tabs
	recent  *recent
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
		keys:   keys,
		moves:  append(k.Bindings(), k.Left, k.Right),
		tabs:   tabs,
		recent: recent,
	}
	p.More = p.more
	p.First = p.understood
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
	p.SetItems(p.collect())
}

// collect returns everything that can be done or opened now.
func (p *paletteBox) collect() []picker.Item {
	// What the panes have loaded, what earlier visits opened, and the examples of the demo.
	things := append(p.tabs.things(), p.ctx.Remembered())
	recent, shown := p.recentItems(things)
	first := p.commands()
	second := p.panes()
	if p.tabs.typing() { // the confirm and cancel keys of the field do not come first
		first, second = second, first
	}
	return p.appendThings(
		slices.Concat(
			recent,
			first,
			second,
			p.questions(),
			p.views(),
			p.sites(),
			p.log(),
			p.settings(),
			p.actions(),
			p.inside(),
		),
		things,
		shown,
	)
}

// kinds are the sections of things, in their order.
var kinds = [...]pane.Kind{
	pane.KindWork,
	pane.KindSession,
	pane.KindAccount,
	pane.KindGroup,
	pane.KindPlatform,
	pane.KindModel,
}

// appendThings appends each thing once, without those of shown.
func (p *paletteBox) appendThings(
	items []picker.Item,
	things [][]pane.Thing,
	shown []*pane.Thing,
) []picker.Item {
	seen := map[pane.Target]bool{}
	for _, t := range shown {
		seen[t.Target.Identity()] = true
	}
	var all [len(kinds)][]*pane.Thing
	size := len(items)
	for _, list := range things {
		for i := range list {
			t := &list[i]
			if t.Kind == pane.KindAccount { // one of many, which come from one list
				if slices.Contains(shown, t) {
					continue
				}
			} else if id := t.Target.Identity(); seen[id] {
				continue
			} else {
				seen[id] = true
			}
			kind := slices.Index(kinds[:], t.Kind)
			if kind >= 0 {
				all[kind] = append(all[kind], t)
				size++
			}
		}
	}
	items = slices.Grow(items, size-len(items))
	for kind, list := range all {
		section := p.section(kinds[kind])
		for _, t := range list {
			items = append(items, thingItem(section, t))
		}
	}
	return items
}

func (p *paletteBox) section(k pane.Kind) string {
	return p.ctx.Words.T("palette.section." + string(k))
}

func thingItem(section string, t *pane.Thing) picker.Item {
	return picker.Item{
		Section: section,
		Label:   t.Label,
		Note:    t.Note,
		Value:   &t.Target,
	}
}

// recentItems returns the recent things.
func (p *paletteBox) recentItems(things [][]pane.Thing) (items []picker.Item, shown []*pane.Thing) {
	w := p.ctx.Words
	for _, r := range p.recent.targets {
		for _, list := range things {
			i := slices.IndexFunc(list, func(t pane.Thing) bool {
				return t.Target.Identity() == r.Identity()
			})
			if i < 0 {
				continue
			}
			item := thingItem(w.T("palette.recent"), &list[i])
			item.Note = w.T("palette." + string(list[i].Kind))
			if list[i].Note != "" {
				item.Note += " " + p.ctx.Theme.Glyphs.Between + " " + list[i].Note
			}
			items = append(items, item)
			shown = append(shown, &list[i])
			break
		}
	}
	return items, shown
}

func (p *paletteBox) panes() []picker.Item {
	w := p.ctx.Words
	items := make([]picker.Item, len(p.tabs.all))
	for i, t := range p.tabs.all {
		items[i] = picker.Item{
			Section: w.T("palette.panes"),
			Words:   w.Optional("palette.words.tab." + t.name),
			Label:   w.T("tab." + t.name),
			Key:     tabKey(i),
			Value:   &pane.Target{Pane: t.name},
		}
	}
	return items
}

// views returns the saved views of the lists.
func (p *paletteBox) views() []picker.Item {
	w := p.ctx.Words
	var items []picker.Item
	for _, v := range p.ctx.Views.All {
		items = append(items, picker.Item{
			Section: w.T("palette.section.view"),
			Label:   v.Name,
			Note:    p.ctx.ViewNote(&v),
			Value:   &pane.Target{Pane: v.List, View: v.Name},
		})
	}
	return items
}

// sites returns the other configured sites.
func (p *paletteBox) sites() []picker.Item {
	var items []picker.Item
	for _, site := range p.ctx.Configured {
		if site.Name != p.ctx.Sites.First().Name {
			items = append(items, picker.Item{
				Section: p.ctx.Words.T("palette.section.site"),
				Label:   site.Name,
				Note:    p.ctx.Words.T("sites.switch"),
				Value:   switchTo{site.Name},
			})
		}
	}
	return items
}

// showLog is the message that shows the changes that were made here in the front pane.
type showLog struct{}

// log offers the changes that were made here.
func (p *paletteBox) log() []picker.Item {
	if !p.ctx.HasHistory() || p.tabs.typing() || p.tabs.stack().Asking() {
		return nil
	}
	w := p.ctx.Words
	return []picker.Item{{
		Section: w.T("palette.commands"),
		Words:   w.T("palette.words.log"),
		Label:   w.T("log.title"),
		Note:    w.T("log.about"),
		Value:   showLog{},
	}}
}

// commands returns the keys that work now. Where letters are text, most global keys do
// not work.
func (p *paletteBox) commands() []picker.Item {
	w := p.ctx.Words
	typing := p.tabs.typing()
	global := [][]key.Binding{
		{
			p.keys.GoBack,
			p.keys.Moment,
			p.keys.Sites,
			p.keys.NextSite,
			p.keys.Settings,
			p.keys.Mouse,
			p.keys.Help,
			p.keys.Quit,
			p.keys.ForceQuit,
			p.keys.Suspend,
		},
	}
	if typing {
		global = [][]key.Binding{{p.keys.ForceQuit, p.keys.Suspend}}
	}
	name := p.tabs.all[p.tabs.front].name
	return p.keysOf(append(
		p.tabs.stack().FullHelp(),
		global...,
	), typing, func(b key.Binding, press string) picker.Item {
		return picker.Item{
			Section: w.T("palette.commands"),
			ID:      w.T("tab." + name),
			Words:   p.wordsOf(b),
			Note:    p.describe(b),
			Value:   press,
		}
	})
}

// actions returns the keys of the panes that are not in front.
func (p *paletteBox) actions() []picker.Item {
	w := p.ctx.Words
	var items []picker.Item
	for i, t := range p.tabs.all {
		if i == p.tabs.front || t.pane.Stack().Asking() {
			continue
		}
		stack := t.pane.Stack()
		own := actionsOf(stack.FullHelp())
		own = slices.DeleteFunc(own, func(b key.Binding) bool { // those of all panes are named once
			return b.Help().Key == "" && !strings.Contains(pane.ActionOf(b), ".")
		})
		items = append(items, p.keysOf([][]key.Binding{own}, stack.Capturing(), func(
			b key.Binding, press string,
		) picker.Item {
			note := w.T("tab."+t.name) + " " + p.ctx.Theme.Glyphs.Between + " " +
				p.describe(b)
			return picker.Item{
				Section: w.T("palette.actions"),
				Words:   p.wordsOf(b),
				Note:    note,
				Value:   action{t.name, press},
			}
		})...)
	}
	return items
}

// describe returns what a key does.
func (p *paletteBox) describe(b key.Binding) string {
	w := p.ctx.Words
	return cmp.Or(
		w.Optional("key.desc."+strings.TrimPrefix(b.Help().Desc, "key.")),
		w.Optional("key.desc."+pane.ActionOf(b)),
		w.T("palette.own_command"),
	)
}

// wordsOf returns other names of what a key does.
func (p *paletteBox) wordsOf(b key.Binding) string {
	return p.ctx.Words.Optional("palette.words." + pane.ActionOf(b))
}

// keysOf returns items for bindings, except those that move the cursor, the one of the
// palette, and those of the tabs, which the palette lists as panes. make gets a key that
// can be pressed for each.
func (p *paletteBox) keysOf(
	groups [][]key.Binding,
	typing bool,
	make func(b key.Binding, name string) picker.Item,
) []picker.Item {
	var items []picker.Item
	for _, b := range actionsOf(groups) {
		if slices.ContainsFunc(p.moves, func(e key.Binding) bool { return e.Help() == b.Help() }) {
			continue
		}
		names := pane.KeysOf(b)
		if len(names) == 0 {
			names = b.Keys() // the one of the action
		}
		i := slices.IndexFunc(names, func(name string) bool {
			return pressable(name, typing)
		})
		if i >= 0 {
			item := make(b, names[i])
			item.Label = p.ctx.Help(b).Desc
			item.Key = p.ctx.Help(b).Key
			items = append(items, item)
		}
	}
	return items
}

// pressable reports whether a key can be pressed for the user; with typing, only
// one that is not text.
func pressable(name string, typing bool) bool {
	press, ok := pane.KeyMsg(name)
	return ok && (!typing || press.Type != tea.KeyRunes || press.Alt)
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
				items = append(items, thingItem(p.section(t.Kind), &t))
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
		return fold.String(name) == t.name || fold.String(name) == fold.String(w.T("tab."+t.name))
	})
	rest = strings.TrimSpace(rest)
	if i < 0 || rest == "" {
		return item, false, false
	}
	list := p.tabs.all[i].name
	if list == sessions.Name {
		return p.searchSessions(rest), false, true
	}
	v, ok := config.ParseSavedView(p.tabs.all[i].settings, rest)
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
		Section: p.section(pane.KindSession),
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
	q := fleet.Query{Match: query}
	return []picker.Item{p.searchSessions(query), {
		Section: p.section(pane.KindAccount),
		Label:   p.ctx.Words.T("palette.filter_accounts", "Text", text.Line(query)),
		Value:   config.SavedView{List: accounts.Name, Query: q},
	}}
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
			*list = append(*list, thingItem(p.section(t.Kind), &t))
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
