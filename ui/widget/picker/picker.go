// Package picker chooses one or several things from a list by typing a part of
// their names.
package picker

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/sahilm/fuzzy"

	"channeldeck/theme"
	"channeldeck/ui/text"
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
	input  textinput.Model
	shown  []shown
	cursor int
	top    int
	rows   int
}

// shown is an item that matches, and the bytes of its label that do.
type shown struct {
	item    int
	matched []int
}

// labels are what the filter searches.
type labels []Item

func (l labels) String(i int) string { return text.Clean(l[i].Label + " " + l[i].ID) }
func (l labels) Len() int            { return len(l) }

// New makes a picker. The cursor starts on the first chosen item.
func New(c Config) *Picker {
	p := &Picker{c: c, input: c.Theme.TextInput(), rows: 1}
	p.c.Items = append([]Item(nil), c.Items...)
	p.input.Focus()
	p.narrow()
	for i, item := range p.c.Items {
		if item.Chosen {
			p.cursor = i
			break
		}
	}
	return p
}

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
	case press.Type == tea.KeyUp, press.Type == tea.KeyCtrlP:
		p.move(-1)
	case press.Type == tea.KeyDown, press.Type == tea.KeyCtrlN:
		p.move(1)
	case key.Matches(press, k.PageUp):
		p.move(-p.rows)
	case key.Matches(press, k.PageDown):
		p.move(p.rows)
	case p.c.Multi && key.Matches(press, k.Toggle):
		if item := p.current(); item != nil && !item.Off {
			item.Chosen = !item.Chosen
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

func (p *Picker) current() *Item {
	if p.cursor >= len(p.shown) {
		return nil
	}
	return &p.c.Items[p.shown[p.cursor].item]
}

func (p *Picker) move(by int) {
	p.cursor = max(min(p.cursor+by, len(p.shown)-1), 0)
}

// narrow finds the items that match what is typed, the best first.
func (p *Picker) narrow() {
	p.cursor, p.top, p.shown = 0, 0, p.shown[:0]
	query := strings.TrimSpace(p.input.Value())
	if query == "" {
		for i := range p.c.Items {
			p.shown = append(p.shown, shown{item: i})
		}
		return
	}
	for _, m := range fuzzy.FindFrom(query, labels(p.c.Items)) {
		p.shown = append(p.shown, shown{item: m.Index, matched: m.MatchedIndexes})
	}
}

// View draws the picker within width and height.
func (p *Picker) View(width, height int) string {
	t := p.c.Theme
	lines := []string{" " + t.Title.Render(text.Cut(p.c.Words.Title, width-2))}
	p.input.Width = max(width-text.Width(p.c.Words.Filter)-4, 4)
	lines = append(lines, " "+t.Tone(theme.Muted).Render(p.c.Words.Filter)+" "+p.input.View())
	p.rows = max(height-len(lines), 1)
	if p.cursor < p.top {
		p.top = p.cursor
	}
	if p.cursor >= p.top+p.rows {
		p.top = p.cursor - p.rows + 1
	}
	if len(p.shown) == 0 {
		lines = append(lines, " "+t.Tone(theme.Muted).Render(text.Cut(p.c.Words.Nothing, width-2)))
	}
	for i := p.top; i < min(p.top+p.rows, len(p.shown)); i++ {
		lines = append(lines, p.line(i, width))
	}
	return text.Fit(strings.Join(lines, "\n"), width, height)
}

func (p *Picker) line(i, width int) string {
	t := p.c.Theme
	item := &p.c.Items[p.shown[i].item]
	mark := " "
	if i == p.cursor {
		mark = t.Glyphs.Cursor
	}
	box := ""
	if p.c.Multi {
		box = "[" + t.Glyphs.Empty + "] "
		if item.Chosen {
			box = "[" + t.Glyphs.Selected + "] "
		}
	}
	label := p.label(item, p.shown[i].matched)
	if item.Off {
		label = t.Tone(theme.Faint).Render(text.Clean(item.Label))
	}
	note := text.Clean(item.Note)
	if note != "" {
		note = "  " + t.Tone(theme.Muted).Render(note)
	}
	line := text.Cut(mark+" "+box+label+note, width)
	if i == p.cursor {
		line = t.Table.Cursor.Over(line)
	}
	return line
}

// label paints the letters that match. The positions are bytes of the cleaned
// label, an id behind it.
func (p *Picker) label(item *Item, matched []int) string {
	label := text.Clean(item.Label)
	if len(matched) == 0 {
		return label
	}
	hit := make(map[int]bool, len(matched))
	for _, m := range matched {
		hit[m] = true
	}
	var b strings.Builder
	for i, r := range label {
		if hit[i] {
			b.WriteString(p.c.Theme.Table.Match.Render(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

// ShortHelp are the keys of the footer.
func (p *Picker) ShortHelp() []key.Binding {
	k := p.c.Keys
	if p.c.Multi {
		return []key.Binding{k.Toggle, k.Confirm, k.Cancel}
	}
	return []key.Binding{k.Up, k.Down, k.Confirm, k.Cancel}
}
