package ui

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/bubbles/textinput"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/fuzzy"
)

// lister is a pane that knows things one can go to.
type lister interface{ Things() []pane.Thing }

// namer is a pane that can go to what a text names, known so far or not.
type namer interface {
	Named(text string) []pane.Thing
}

// entry is a line of the palette: a thing to go to, or a key to press.
type entry struct {
	kind, label, note string
	do                tea.Cmd
}

// palette finds everything one can do or go to by a part of its name.
type palette struct {
	ctx     *pane.Context
	keys    pane.Keys
	input   textinput.Model
	named   func(text string) []entry
	entries []entry // those of the index; behind them what the text names
	index   *fuzzy.Index
	found   *fuzzy.Result
	order   []int32 // the entries shown; nil for all
	cursor  int
	rows    int
}

// pressed is a key that the palette presses.
type pressed struct{ key tea.KeyMsg }

func (m *Model) openPalette() {
	w := m.ctx.Words
	p := &palette{ctx: m.ctx, keys: pane.NewKeys(m.ctx), input: m.ctx.Theme.TextInput()}
	p.input.Focus()
	for _, b := range flatten(append(m.tabs[m.front].pane.FullHelp(), m.keys.FullHelp()...)) {
		press, ok := pane.KeyMsg(b.Keys()[0])
		if !ok {
			continue
		}
		p.entries = append(p.entries, entry{kind: w.T("palette.action"), label: b.Help().Desc, note: b.Help().Key, do: func() tea.Msg { return pressed{press} }})
	}
	for _, t := range m.tabs {
		p.entries = append(p.entries, entry{kind: w.T("palette.pane"), label: w.T("tab." + t.name), do: pane.Goto(pane.Target{Pane: t.name})})
	}
	p.named = m.named
	for _, thing := range m.things() {
		p.entries = append(p.entries, m.entry(thing))
	}
	p.index = fuzzy.NewIndex(context.Background(), len(p.entries), 3, func(row, field int) string {
		e := &p.entries[row]
		return [...]string{e.label, e.kind, e.note}[field]
	})
	m.overlays = append(m.overlays, p)
}

func (m *Model) entry(thing pane.Thing) entry {
	return entry{kind: m.ctx.Words.T("palette." + string(thing.Kind)), label: thing.Label, note: thing.Note, do: pane.Goto(thing.Target)}
}

// named are the ways to what a text names.
func (m *Model) named(text string) []entry {
	var list []entry
	for _, t := range m.tabs {
		if n, ok := t.pane.(namer); ok {
			for _, thing := range n.Named(text) {
				list = append(list, m.entry(thing))
			}
		}
	}
	return list
}

// things are what the panes know, and in the demo what there is to try.
func (m *Model) things() []pane.Thing {
	var things []pane.Thing
	for _, t := range m.tabs {
		if l, ok := t.pane.(lister); ok && t.started {
			things = append(things, l.Things()...)
		}
	}
	return append(things, m.ctx.Examples...)
}

func (p *palette) len() int {
	if p.order == nil && p.found == nil {
		return len(p.entries)
	}
	return len(p.order)
}

func (p *palette) at(i int) int {
	if p.order == nil {
		return i
	}
	return int(p.order[i])
}

func (p *palette) Update(msg tea.Msg) (bool, tea.Cmd) {
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		p.move(wheel(msg))
		return true, nil
	}
	switch {
	case key.Matches(press, p.keys.Back):
		return false, nil
	case key.Matches(press, p.keys.Confirm):
		if p.cursor < p.len() {
			return false, p.entries[p.at(p.cursor)].do
		}
		return true, nil
	case press.Type == tea.KeyUp, press.Type == tea.KeyCtrlP:
		p.move(-1)
	case press.Type == tea.KeyDown, press.Type == tea.KeyCtrlN:
		p.move(1)
	case press.Type == tea.KeyPgUp:
		p.move(-p.rows)
	case press.Type == tea.KeyPgDown:
		p.move(p.rows)
	default:
		var cmd tea.Cmd
		p.input, cmd = p.input.Update(msg)
		p.narrow()
		return true, cmd
	}
	return true, nil
}

func (p *palette) move(by int) { p.cursor = max(min(p.cursor+by, p.len()-1), 0) }

// narrow finds what matches, the best first, and behind it what the text names.
func (p *palette) narrow() {
	query := fuzzy.Normal(p.input.Value())
	if p.found != nil && p.found.Query == query {
		return
	}
	p.cursor = 0
	p.entries = p.entries[:p.index.Len()]
	if query == "" {
		p.found, p.order = nil, nil
		return
	}
	found, err := p.index.Search(query, p.found).Find(context.Background())
	if err != nil {
		return // only a context that ends makes one
	}
	p.found, p.order = found, found.RowsIn(nil, true)
	if named := p.named(p.input.Value()); len(named) > 0 {
		p.order = slices.Clone(p.order) // the index keeps its own
		for _, e := range named {
			if slices.ContainsFunc(p.entries, func(k entry) bool { return k.label == e.label && k.kind == e.kind }) {
				continue
			}
			p.order = append(p.order, int32(len(p.entries)))
			p.entries = append(p.entries, e)
		}
	}
}

func (p *palette) View(width, height int) string {
	t, w := p.ctx.Theme, p.ctx.Words
	head := " " + t.Title.Render(w.T("palette.title")) + "  "
	p.input.Width = max(width-text.Width(head)-2, 4)
	lines := []string{head + p.input.View(), ""}
	p.rows = max(height-len(lines), 1)
	top := max(0, min(p.cursor-p.rows/2, p.len()-p.rows))
	if p.len() == 0 {
		lines = append(lines, " "+t.Tone(theme.Muted).Render(w.T("picker.nothing")))
	}
	for i := top; i < min(top+p.rows, p.len()); i++ {
		lines = append(lines, p.line(i, width))
	}
	return strings.Join(lines, "\n")
}

// kindWidth is how many cells the kind of an entry takes.
const kindWidth = 10

func (p *palette) line(i, width int) string {
	t := p.ctx.Theme
	at := p.at(i)
	e := &p.entries[at]
	mark := " "
	if i == p.cursor {
		mark = t.Glyphs.Cursor
	}
	label := text.Clean(e.label)
	if p.found != nil && at < p.index.Len() {
		label = p.index.Text(at, 0)
		for _, hit := range p.index.Explain(p.found.Query, at) {
			if hit.Field == 0 {
				label = marked(t.Table.Match, label, hit.At)
			}
		}
	}
	line := mark + " " + t.Tone(theme.Muted).Render(text.Left(e.kind, kindWidth)) + " " + label
	if e.note != "" {
		line += "  " + t.Tone(theme.Accent).Render(text.Clean(e.note))
	}
	if line = text.Cut(line, width); i == p.cursor {
		line = t.Table.Cursor.Over(text.Left(line, width))
	}
	return line
}

func (p *palette) ShortHelp() []key.Binding {
	return []key.Binding{p.ctx.WhileTyping(p.keys.Up), p.ctx.WhileTyping(p.keys.Down), p.keys.Confirm, p.keys.Back}
}

func (p *palette) FullHelp() [][]key.Binding { return [][]key.Binding{p.ShortHelp()} }

// marked paints the letters of s that begin at some of its bytes, ascending.
func marked(style theme.Style, s string, at []int) string {
	var b strings.Builder
	for i, r := range s {
		if len(at) > 0 && at[0] == i {
			b.WriteString(style.Render(string(r)))
			at = at[1:]
			continue
		}
		b.WriteRune(r)
	}
	return b.String()
}
