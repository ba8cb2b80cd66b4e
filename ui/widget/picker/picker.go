// Package picker is a list from which the user chooses one or several items, and
// which typing narrows.
package picker

import (
	"context"
	"slices"
	"strings"
	"sync"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fold"
	"channeldeck/theme"
	"channeldeck/ui/widget/fuzzy"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/scroll"
)

// Item is one line of a picker. Label and Note are searched, and ID and Words, which are not
// shown.
type Item struct {
	ID      string
	Words   string // other names of what the item does
	Section string // the heading above the item and those of the same section that follow it
	Label   string
	Counts  []Count // columns after the label, aligned right
	Note    string  // a column after those: a status, why the item is off
	Key     string  // at the right end: the key that does the same
	Off     bool    // shown, but cannot be chosen
	Chosen  bool
	Value   any // for the caller
}

// Count is a number beside a label; its text is clean.
type Count struct {
	Text string
	Tone theme.Tone
}

// KeyMap holds the keys of a picker. All others are text for its filter.
type KeyMap struct {
	scroll.KeyMap
	Toggle          key.Binding // with Multi
	Confirm, Cancel key.Binding
}

// Config configures a picker.
type Config struct {
	Theme   *theme.Theme
	Keys    KeyMap
	Filter  string // shown in the filter while it is empty
	Nothing string // shown when no item matches
	Multi   bool   // several items can be chosen
	Single  bool   // with Multi: a click chooses one item as without
	// InOrder keeps the order of the items whose labels or first other names begin with the query, also by pinyin,
	// which come first: the best match is not the shortest one
	InOrder bool
	// More returns further items for a query, for example by their IDs. found are the
	// matches so far. A query with more than 500 matches is not an ID, and More is not
	// called. More may be nil.
	More func(query string, found []Item) []Item
	// First returns items for a query that is understood as a whole, which come before the
	// matches. It may be nil.
	First func(query string) []Item
}

// Picker is a list to choose from. Create one with New.
type Picker struct {
	Config
	items         []Item              // those of the index, followed by those of More and First
	index         func() *fuzzy.Index // waits for it
	found         *fuzzy.Result       // nil without a query
	order         []int32             // the items shown; only with a query
	matched       map[*Item][]int     // what the query matches in the labels that were shown
	rows          []row
	input         input.Model
	cursor        int
	toggled       bool // the user ticked an item, or took a tick away
	marked        bool // one of the items is chosen at first
	width, height int
}

// New returns a picker with the cursor on the first chosen item.
func New(c Config, items []Item) *Picker {
	p := &Picker{Config: c, input: input.New(c.Theme)}
	p.input.Focus()
	p.set(slices.Clone(items))
	return p
}

func (p *Picker) set(items []Item) {
	p.items = items
	p.found = nil
	p.order = nil
	p.toggled = false
	chosen := slices.IndexFunc(items, func(item Item) bool {
		return item.Chosen
	})
	p.marked = chosen >= 0
	p.cursor = max(0, chosen)
	p.index = sync.OnceValue(func() *fuzzy.Index {
		return fuzzy.NewIndex(context.Background(), len(items),
			fuzzy.Field{
				Kind: fuzzy.Name,
				Of: func(i int) string {
					return items[i].Label
				},
			},
			fuzzy.Field{
				Kind: fuzzy.Text,
				Of: func(i int) string {
					return items[i].Note
				},
			},
			fuzzy.Field{
				Kind: fuzzy.ID,
				Of: func(i int) string {
					return items[i].ID
				},
			},
			fuzzy.Field{
				Kind: fuzzy.Text,
				Of: func(i int) string {
					return items[i].Words
				},
			})
	})
	if len(items) > manyItems {
		go p.index()
	}
	p.arrange()
}

// manyItems are so many that their index takes longer than a frame. It is then built
// while the user looks at the picker and begins to type.
const manyItems = 10_000

// SetItems replaces the items, which become its own. The query stays, and so does a
// cursor that was moved, on an item of the same section, label and note.
func (p *Picker) SetItems(items []Item) {
	at := p.cursor
	before := p.Current()
	p.set(items)
	p.narrow()
	if at == 0 || before == nil {
		return
	}
	p.move(at - p.cursor)
	for i := range p.Len() {
		item := p.at(i)
		if item.Section == before.Section && item.Label == before.Label &&
			item.Note == before.Note {
			p.cursor = i
			return
		}
	}
}

// SetSize sets the size in cells.
func (p *Picker) SetSize(width, height int) {
	p.width = width
	p.height = height
}

// Result is the state of a picker after a message.
type Result uint8

// The results.
const (
	Open      Result = iota
	Confirmed        // Chosen returns the choice
	Cancelled
)

// Update handles a key or a mouse event.
func (p *Picker) Update(msg tea.Msg) (Result, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return p.onMouse(msg), nil
	case tea.KeyMsg:
		return p.onKey(msg)
	}
	return Open, nil
}

func (p *Picker) onKey(msg tea.KeyMsg) (Result, tea.Cmd) {
	k := &p.Keys
	by, ok := k.Move(msg, p.page())
	if ok {
		p.move(by)
		return Open, nil
	}
	switch {
	case key.Matches(msg, k.Cancel):
		return Cancelled, nil
	case key.Matches(msg, k.Confirm):
		return p.confirm(), nil
	case p.Multi && key.Matches(msg, k.Toggle):
		if p.toggle() {
			p.move(1)
		}
	default:
		var cmd tea.Cmd
		p.input, cmd = p.input.Update(msg)
		p.narrow()
		return Open, cmd
	}
	return Open, nil
}

// toggle reports false for an item that is off.
func (p *Picker) toggle() bool {
	item := p.Current()
	if item == nil || item.Off {
		return false
	}
	item.Chosen = !item.Chosen
	p.toggled = true
	return true
}

// onMouse moves the cursor. A click on the item under the cursor chooses it.
func (p *Picker) onMouse(msg tea.MouseMsg) Result {
	row := msg.Y - p.head()
	line := p.top() + row
	switch by := scroll.Wheel(msg); {
	case by != 0 && len(p.rows) > 0:
		p.cursor = p.rows[max(min(p.line()+by, len(p.rows)-1), 0)].item
	case msg.Action != tea.MouseActionPress, msg.Button != tea.MouseButtonLeft,
		row < 0, row >= p.page(), line >= len(p.rows), p.rows[line].heading != nil:
	case p.Multi && !p.Single:
		p.cursor = p.rows[line].item
		p.toggle()
	case p.rows[line].item == p.cursor:
		return p.confirm()
	default:
		p.cursor = p.rows[line].item
	}
	return Open
}

// Changed reports whether the user ticked an item, or took a tick away.
func (p *Picker) Changed() bool { return p.toggled }

// confirm ends the choice: the item under the cursor and, with Multi, those that are ticked.
// Where the user changed the ticks, these are the choice, which can be empty.
func (p *Picker) confirm() Result {
	if p.toggled {
		return Confirmed
	}
	current := p.Current()
	if current == nil || current.Off {
		return Open
	}
	for i := range p.items {
		p.items[i].Chosen = &p.items[i] == current || p.Multi && p.items[i].Chosen
	}
	return Confirmed
}

// Chosen returns the ids of the chosen items, in the order of the items.
func (p *Picker) Chosen() []string {
	var ids []string
	for _, item := range p.items {
		if item.Chosen {
			ids = append(ids, item.ID)
		}
	}
	return ids
}

// Len returns the number of items that match the query.
func (p *Picker) Len() int {
	if p.found == nil {
		return len(p.items)
	}
	return len(p.order)
}

func (p *Picker) at(i int) *Item {
	if p.found != nil {
		i = int(p.order[i])
	}
	return &p.items[i]
}

// Current returns the item under the cursor, nil if no item matches.
func (p *Picker) Current() *Item {
	if p.cursor >= p.Len() {
		return nil
	}
	return p.at(p.cursor)
}

// Type makes a text the query, as if the user had typed it.
func (p *Picker) Type(query string) {
	p.input.SetValue(query)
	p.input.CursorEnd()
	p.narrow()
}

func (p *Picker) move(by int) {
	p.cursor = max(min(p.cursor+by, p.Len()-1), 0)
}

// maxBeforeMore is the number of matches up to which More is called.
const maxBeforeMore = 500

// narrow finds the items that match the query, the best first.
func (p *Picker) narrow() {
	query := fuzzy.Normal(p.input.Value())
	if p.found == nil && query == "" || p.found != nil && p.found.Query == query {
		return
	}
	p.items = p.items[:p.index().Len()]
	p.matched = map[*Item][]int{}
	p.cursor = 0
	defer p.arrange()
	if query == "" {
		p.found = nil
		p.order = nil
		return
	}
	// the searches fail only for a context that ended
	p.found, _ = p.index().Search(context.Background(), query)
	p.order = p.found.Rows(nil, true)
	if p.exact(query) >= 0 { // the other items that have its letters somewhere are not meant
		p.found, _ = p.index().SearchAdjacent(context.Background(), query)
		p.order = p.found.Rows(nil, true)
	}
	if p.InOrder {
		p.orderPrefixes()
	}
	exact := p.exact(query)
	if exact > 0 { // such as a number, whatever matches better elsewhere
		best := p.order[exact]
		copy(p.order[1:], p.order[:exact])
		p.order[0] = best
	}
	p.addMore()
	p.addFirst()
}

// exact returns which of the matches a query names: by the first word of its label or else by one of its other
// names. It is -1 for none.
func (p *Picker) exact(query string) int {
	exact := slices.IndexFunc(p.order, func(i int32) bool {
		first, _, _ := strings.Cut(p.items[i].Label, " ")
		return len(first) == len(query) && fold.String(first) == query
	})
	if exact >= 0 {
		return exact
	}
	return slices.IndexFunc(p.order, func(i int32) bool {
		words := p.items[i].Words
		return words != "" && slices.Contains(strings.Fields(fold.String(words)), query)
	})
}

// orderPrefixes moves the items whose labels begin with the query to the front, in their own order.
func (p *Picker) orderPrefixes() {
	begins := func(i int32) bool {
		name, _, _ := strings.Cut(p.items[i].Words, " ")
		return fuzzy.Begins(p.items[i].Label, p.found.Query) || name != "" && fuzzy.Begins(name, p.found.Query)
	}
	slices.SortStableFunc(p.order, func(a, b int32) int {
		switch {
		case begins(a) && begins(b):
			return int(a - b)
		case begins(a):
			return -1
		case begins(b):
			return 1
		}
		return 0
	})
}

// addMore adds the items of More behind the matches.
func (p *Picker) addMore() {
	if p.More == nil || len(p.order) > maxBeforeMore {
		return
	}
	matches := make([]Item, len(p.order))
	for i := range matches {
		matches[i] = *p.at(i)
	}
	for _, item := range p.More(p.input.Value(), matches) {
		p.order = append(p.order, int32(len(p.items)))
		p.items = append(p.items, item)
	}
}

// addFirst adds the items of First before the matches.
func (p *Picker) addFirst() {
	if p.First == nil {
		return
	}
	for i, item := range p.First(p.input.Value()) {
		p.order = slices.Insert(p.order, i, int32(len(p.items)))
		p.items = append(p.items, item)
	}
}

// ShortHelp returns the keys of the footer.
func (p *Picker) ShortHelp() []key.Binding {
	k := &p.Keys
	if p.Multi {
		return []key.Binding{k.Toggle, k.Confirm, k.Cancel}
	}
	return []key.Binding{k.Up, k.Down, k.Confirm, k.Cancel}
}
