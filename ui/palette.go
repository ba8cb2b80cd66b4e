package ui

import (
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/fuzzy"
	"channeldeck/ui/widget/input"
)

// entry is a line of the palette: something to open, or a key to press.
type entry struct {
	kind, label, note string
	to                pane.Target
	press             tea.KeyMsg // if to names no pane
}

// pressed is a key press that the palette sends.
type pressed struct{ key tea.KeyMsg }

func (e *entry) do() tea.Msg {
	if e.to.Pane == "" {
		return pressed{e.press}
	}
	return pane.Open{Target: e.to}
}

// same reports whether two entries do the same, under whatever label.
func (e *entry) same(o *entry) bool {
	return e.kind == o.kind && e.to == o.to && (e.to.Pane != "" || e.label == o.label)
}

// palette finds actions and things to open by a part of their name.
type palette struct {
	ctx     *pane.Context
	keys    pane.Keys
	input   input.Model
	match   func(text string) []entry
	entries []entry // those of the index, followed by matches by id
	index   *fuzzy.Index
	found   *fuzzy.Result
	order   []int32 // the entries shown; nil for all of the index
	cursor  int
	rows    int
	seen    []pane.State // of the panes when the entries were collected
	loading bool         // more entries may follow
}

// newPalette returns a palette over entries. match finds more by id.
func newPalette(c *pane.Context, entries []entry, match func(text string) []entry) *palette {
	p := &palette{ctx: c, keys: pane.NewKeys(c).WhileTyping(c), input: input.New(c.Theme), match: match}
	p.input.Focus()
	p.set(entries)
	return p
}

func (p *palette) set(entries []entry) {
	p.entries, p.found, p.order = entries, nil, nil
	p.index = fuzzy.NewIndex(context.Background(), len(entries), 3, func(row, field int) string {
		e := &entries[row]
		return [...]string{e.label, e.kind, e.note}[field]
	})
}

// renew replaces the entries. The typed text stays, and the cursor stays on its
// entry if that still exists; a cursor that was not moved stays at the top.
func (p *palette) renew(entries []entry) {
	at, on := p.cursor, entry{}
	if at < p.len() {
		on = p.entries[p.at(at)]
	}
	p.set(entries)
	p.narrow()
	if at == 0 {
		return
	}
	for i := range p.len() {
		if p.entries[p.at(i)].same(&on) {
			p.cursor = i
			return
		}
	}
	p.move(at - p.cursor)
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
			chosen := p.entries[p.at(p.cursor)]
			return false, chosen.do
		}
		return true, nil
	case key.Matches(press, p.keys.Up), press.Type == tea.KeyUp, press.Type == tea.KeyCtrlP:
		p.move(-1)
	case key.Matches(press, p.keys.Down), press.Type == tea.KeyDown, press.Type == tea.KeyCtrlN:
		p.move(1)
	case key.Matches(press, p.keys.PageUp), press.Type == tea.KeyPgUp:
		p.move(-p.rows)
	case key.Matches(press, p.keys.PageDown), press.Type == tea.KeyPgDown:
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

// narrow finds the matching entries, best first, followed by matches by id.
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
	found, err := p.index.Search(query, p.found, 0).Find(context.Background())
	if err != nil {
		return // only for a context that ended
	}
	p.found, p.order = found, found.RowsIn(nil, true)
	if len(p.order) > maxBeforeIDs {
		return
	}
	p.order = slices.Clone(p.order) // the index keeps its own
	for _, e := range p.match(p.input.Value()) {
		if slices.ContainsFunc(p.order, func(row int32) bool { return p.entries[row].same(&e) }) {
			continue
		}
		p.order = append(p.order, int32(len(p.entries)))
		p.entries = append(p.entries, e)
	}
}

// maxBeforeIDs is the number of matches from which ids are not searched: the text
// is not an id then, and searching for one would take longer than the filter.
const maxBeforeIDs = 500

func (p *palette) View(width, height int) string {
	t, w := p.ctx.Theme, p.ctx.Words
	head := " " + t.Title.Render(w.T("palette.title")) + "  "
	p.input.SetWidth(width - text.Width(head))
	lines := []string{head + p.input.View(), ""}
	p.rows = max(height-len(lines), 1)
	top := max(0, min(p.cursor-p.rows/2, p.len()-p.rows))
	if p.len() == 0 {
		nothing := w.T("picker.nothing")
		if p.loading {
			nothing = w.T("palette.loading")
		}
		lines = append(lines, " "+t.Tone(theme.Muted).Render(text.Cut(nothing, width-1)))
	}
	for i := top; i < min(top+p.rows, p.len()); i++ {
		lines = append(lines, p.line(i, width))
	}
	return strings.Join(lines, "\n")
}

// kindWidth is the width of the column of kinds, in cells.
const kindWidth = 10

func (p *palette) line(i, width int) string {
	t := p.ctx.Theme
	at := p.at(i)
	e := &p.entries[at]
	mark := " "
	if i == p.cursor {
		mark = t.Glyphs.Cursor
	}
	line := mark + " " + t.Tone(theme.Muted).Render(text.Left(e.kind, kindWidth)) + " " + p.label(at)
	if e.note != "" {
		line += "  " + t.Tone(theme.Accent).Render(text.Clean(e.note))
	}
	if line = text.Cut(line, width); i == p.cursor {
		line = t.Table.Cursor.Over(text.Left(line, width))
	}
	return line
}

// label is the label of an entry, with matching letters highlighted.
func (p *palette) label(at int) string {
	e := &p.entries[at]
	if p.found == nil || at >= p.index.Len() {
		return text.Clean(e.label)
	}
	return fuzzy.Highlight(p.found.Query, 0, p.ctx.Theme.Table.Match.Render, e.label, e.kind, e.note)
}

func (p *palette) ShortHelp() []key.Binding {
	return []key.Binding{p.keys.Up, p.keys.Down, p.keys.Confirm, p.keys.Back}
}

func (p *palette) FullHelp() [][]key.Binding { return [][]key.Binding{p.ShortHelp()} }
