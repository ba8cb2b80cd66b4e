// Package picker chooses one or several things from a list by typing a part of
// their names.
package picker

import (
	"context"
	"slices"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/widget/fuzzy"
	"channeldeck/ui/widget/input"
)

// Item is one thing to choose.
type Item struct {
	ID     string
	Label  string
	Note   string // beside the label: a count, a status, why it is disabled
	Off    bool   // shown and not to be chosen
	Chosen bool   // at the start
}

// KeyMap are the keys of a picker. All others are text for its filter.
type KeyMap struct {
	Up, Down, PageUp, PageDown key.Binding
	Toggle                     key.Binding // where several can be chosen
	Confirm, Cancel            key.Binding
}

// Words are what a picker says.
type Words struct {
	Title   string
	Filter  string // before what is typed
	Nothing string // where nothing matches
}

// Config is what a picker is made of.
type Config struct {
	Theme *theme.Theme
	Keys  KeyMap
	Words Words
	Items []Item
	Multi bool // several can be chosen
}

// Picker is a list to choose from.
type Picker struct {
	c      Config
	index  *fuzzy.Index
	found  *fuzzy.Result // nil where nothing is typed
	order  []int32       // of found
	input  input.Model
	cursor int
}

// New makes a picker. The cursor starts on the first chosen item.
func New(c Config) *Picker {
	p := &Picker{c: c, input: input.New(c.Theme)}
	p.c.Items = slices.Clone(c.Items)
	p.input.Focus()
	p.cursor = max(0, slices.IndexFunc(p.c.Items, func(item Item) bool { return item.Chosen }))
	p.index = fuzzy.NewIndex(context.Background(), len(p.c.Items), 2, func(row, field int) string {
		if field == 0 {
			return p.c.Items[row].Label
		}
		return p.c.Items[row].ID
	})
	return p
}

// page is how many items the keys for pages go.
const page = 10

// Result is what became of a picker.
type Result uint8

// The results.
const (
	Open      Result = iota // still choosing
	Confirmed               // Chosen holds the choice
	Cancelled
)

// Update is one step.
func (p *Picker) Update(msg tea.Msg) (Result, tea.Cmd) {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		return Open, nil
	}
	k := &p.c.Keys
	switch {
	case key.Matches(press, k.Cancel):
		return Cancelled, nil
	case key.Matches(press, k.Confirm):
		return p.confirm()
	case key.Matches(press, k.Up), press.Type == tea.KeyUp, press.Type == tea.KeyCtrlP:
		p.move(-1)
	case key.Matches(press, k.Down), press.Type == tea.KeyDown, press.Type == tea.KeyCtrlN:
		p.move(1)
	case key.Matches(press, k.PageUp):
		p.move(-page)
	case key.Matches(press, k.PageDown):
		p.move(page)
	case p.c.Multi && key.Matches(press, k.Toggle):
		if p.toggle() {
			p.move(1)
		}
	default:
		var cmd tea.Cmd
		before := p.input.Value()
		if p.input, cmd = p.input.Update(msg); p.input.Value() != before {
			p.narrow()
		}
		return Open, cmd
	}
	return Open, nil
}

func (p *Picker) toggle() bool {
	item := p.current()
	if item == nil || item.Off {
		return false
	}
	item.Chosen = !item.Chosen
	return true
}

// Mouse takes an event in a view of that height. The wheel moves the cursor, and
// a click puts it on an item; one on the item under it chooses that.
func (p *Picker) Mouse(msg tea.MouseMsg, height int) Result {
	switch {
	case msg.Action != tea.MouseActionPress:
	case msg.Button == tea.MouseButtonWheelUp:
		p.move(-3)
	case msg.Button == tea.MouseButtonWheelDown:
		p.move(3)
	case msg.Button == tea.MouseButtonLeft && msg.Y >= head:
		at := p.top(height) + msg.Y - head
		switch {
		case at >= p.shown():
		case at != p.cursor && !p.c.Multi:
			p.cursor = at
		case p.c.Multi:
			p.cursor = at
			p.toggle()
		default:
			result, _ := p.confirm()
			return result
		}
	}
	return Open
}

// confirm ends the choice. Where several can be chosen and none was, the one
// under the cursor is not taken for chosen: none means none.
func (p *Picker) confirm() (Result, tea.Cmd) {
	if p.c.Multi {
		return Confirmed, nil
	}
	item := p.current()
	if item == nil || item.Off {
		return Open, nil
	}
	for i := range p.c.Items {
		p.c.Items[i].Chosen = &p.c.Items[i] == item
	}
	return Confirmed, nil
}

// Chosen are the ids of what is chosen, in the order of the items.
func (p *Picker) Chosen() []string {
	var ids []string
	for _, item := range p.c.Items {
		if item.Chosen {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

// shown is the number of items that match.
func (p *Picker) shown() int {
	if p.found == nil {
		return len(p.c.Items)
	}
	return len(p.order)
}

// at is the item at a place of the list.
func (p *Picker) at(place int) int {
	if p.found == nil {
		return place
	}
	return int(p.order[place])
}

func (p *Picker) current() *Item {
	if p.cursor >= p.shown() {
		return nil
	}
	return &p.c.Items[p.at(p.cursor)]
}

func (p *Picker) move(by int) {
	p.cursor = max(min(p.cursor+by, p.shown()-1), 0)
}

// hidden are the fields of the index that are not shown: the ids.
const hidden fuzzy.Fields = 1 << 1

// narrow finds the items that match what is typed, the best first.
func (p *Picker) narrow() {
	p.cursor = 0
	query := fuzzy.Normal(p.input.Value())
	if query == "" {
		p.found, p.order = nil, nil
		return
	}
	found, err := p.index.Search(query, p.found, hidden).Find(context.Background())
	if err != nil {
		return
	}
	p.found, p.order = found, found.Rows()
}

// ShortHelp are the keys of the footer.
func (p *Picker) ShortHelp() []key.Binding {
	k := p.c.Keys
	if p.c.Multi {
		return []key.Binding{k.Toggle, k.Confirm, k.Cancel}
	}
	return []key.Binding{k.Up, k.Down, k.Confirm, k.Cancel}
}
