package ui

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// paletteItems collects the items of the palette: the keys that work, the panes, views and sites, and the things
// that panes have loaded.
type paletteItems struct {
	ctx    *pane.Context
	keys   keyMap
	moves  []key.Binding // that move the cursor of the palette
	tabs   *tabs
	recent *recent
}

// collect returns everything that can be done or opened now.
func (p *paletteItems) collect() []picker.Item {
	// What the panes have loaded, what earlier visits opened, and the examples of the demo.
	things := append(p.tabs.things(), p.ctx.Remembered())
	recent, shown := p.recentItems(things)
	first := slices.Concat(p.commands(), p.log(), p.inside(true))
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
			p.settings(),
			p.actions(),
			p.inside(false),
			p.elsewhere(),
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
func (p *paletteItems) appendThings(
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

func (p *paletteItems) section(k pane.Kind) string {
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
func (p *paletteItems) recentItems(things [][]pane.Thing) (items []picker.Item, shown []*pane.Thing) {
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
			note := list[i].Note
			if id := text.Line(r.WorkID); id != "" && list[i].Label != id { // the title names it in a narrow column
				note = p.ctx.View.Of(r.Site).PlatformName(r.Platform)
				item.Words = id
			}
			if note != "" {
				item.Note += " " + p.ctx.Theme.Glyphs.Between + " " + note
			}
			items = append(items, item)
			shown = append(shown, &list[i])
			break
		}
	}
	return items, shown
}

func (p *paletteItems) panes() []picker.Item {
	w := p.ctx.Words
	items := make([]picker.Item, len(p.tabs.all))
	for i, t := range p.tabs.all {
		items[i] = picker.Item{
			Section: w.T("palette.panes"),
			Words:   w.Optional("palette.words.tab." + t.Name),
			Label:   w.T("tab." + t.Name),
			Key:     tabKey(i),
			Value:   &pane.Target{Pane: t.Name},
		}
	}
	return items
}

// views returns the saved views of the lists.
func (p *paletteItems) views() []picker.Item {
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
func (p *paletteItems) sites() []picker.Item {
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
func (p *paletteItems) log() []picker.Item {
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
func (p *paletteItems) commands() []picker.Item {
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
	name := p.tabs.all[p.tabs.front].Name
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
func (p *paletteItems) actions() []picker.Item {
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
			note := w.T("tab."+t.Name) + " " + p.ctx.Theme.Glyphs.Between + " " +
				p.describe(b)
			return picker.Item{
				Section: w.T("palette.actions"),
				Words:   p.wordsOf(b),
				Note:    note,
				Value:   action{t.Name, press},
			}
		})...)
	}
	return items
}

// describe returns what a key does.
func (p *paletteItems) describe(b key.Binding) string {
	w := p.ctx.Words
	return cmp.Or(
		w.Optional("key.desc."+strings.TrimPrefix(b.Help().Desc, "key.")),
		w.Optional("key.desc."+pane.ActionOf(b)),
		w.T("palette.own_command"),
	)
}

// wordsOf returns other names of what a key does.
func (p *paletteItems) wordsOf(b key.Binding) string {
	return p.ctx.Words.Optional("palette.words." + pane.ActionOf(b))
}

// keysOf returns items for bindings, except those that move the cursor, the one of the
// palette, and those of the tabs, which the palette lists as panes. make gets a key that
// can be pressed for each.
func (p *paletteItems) keysOf(
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
