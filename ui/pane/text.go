package pane

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/pager"
	"channeldeck/ui/widget/scroll"
)

// TextConfig configures a Text. All but Title and Lines may be left out.
type TextConfig struct {
	Title func() string // in the border
	Aside func() string // at the right of Title
	// the newest text, styled; lines of at most width cells unless Draw wraps them
	Lines func(width int) []string
	// the rows of a line; called for visible lines only, so that a text can have any length
	Draw    func(line string, width int) []string
	State   func() store.State // of the data, which Refresh loads again
	Refresh func() tea.Cmd     // r
	Copy    func() tea.Cmd     // y; nil copies the text
	Keys    []Shortcut         // its other keys
	Close   key.Binding        // closes the screen, as esc does
	Links   func() []string    // the pages that the text is about
}

// Shortcut is a key and what it does.
type Shortcut struct {
	key.Binding
	Do func() tea.Cmd

	// Listed reports whether the footer and the help have the key, nil for always. One that
	// they do not have may say why it does nothing.
	Listed func() bool
}

// Text is a text that scrolls and can be searched and copied: a screen, or a region of one.
type Text struct {
	ctx           *Context
	stack         *Stack
	c             TextConfig
	page          pager.Pager // of lines
	lines         []string
	blurred       bool
	width, height int

	field input.Search
	query string      // "" for none
	index pager.Index // of lines, made by the first search
	hits  []pager.Hit
	hit   int // the current one of hits
}

// NewText returns a text for the stack.
func NewText(s *Stack, c TextConfig) *Text {
	t := &Text{
		ctx:   s.ctx,
		stack: s,
		c:     c,
		field: s.ctx.Search("text"),
	}
	t.page.Draw = func(i int) []string {
		if c.Draw == nil {
			return t.lines[i : i+1]
		}
		width, _ := t.inner()
		return c.Draw(t.lines[i], width)
	}
	return t
}

// Fill shows the newest text. The scroll position stays. Call it after a change; the text
// calls it itself after every message but a key.
func (t *Text) Fill() {
	width, _ := t.inner()
	t.lines = t.c.Lines(width)
	t.index = nil
	t.page.Reset(len(t.lines))
	if t.query != "" {
		t.find()
	}
	t.arrange()
}

// Top scrolls to the first line.
func (t *Text) Top() {
	t.page.Jump(pager.Spot{})
}

// arrange gives the page the room that the search leaves.
func (t *Text) arrange() {
	_, t.page.Height = t.inner()
	if t.searching() {
		t.page.Height--
	}
	t.page.Show()
}

// SetSize sets the size in cells.
func (t *Text) SetSize(width, height int) {
	t.width = width
	t.height = height
	t.Fill()
}

// SetFocus says whether the text has the focus, where it shares the screen with others.
func (t *Text) SetFocus(focused bool) { t.blurred = !focused }

// searching reports whether the line of the search is shown.
func (t *Text) searching() bool {
	return t.field.Typing() || t.query != ""
}

// Capturing reports whether a search is being typed.
func (t *Text) Capturing() bool { return t.field.Typing() }

// Update handles a message.
func (t *Text) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if t.field.Typing() {
			return t.onSearchKey(msg)
		}
		return t.onKey(msg)
	case tea.MouseMsg:
		t.page.Scroll(scroll.Wheel(msg))
	default:
		t.Fill()
	}
	return nil
}

func (t *Text) onKey(msg tea.KeyMsg) tea.Cmd {
	s := t.stack
	k := &t.stack.Keys
	if t.Scroll(msg) {
		return nil
	}
	for _, own := range t.c.Keys {
		if matches(msg, own.Binding) {
			return own.Do()
		}
	}
	switch {
	case key.Matches(msg, t.c.Close):
		return s.Pop()
	case t.c.Refresh != nil && key.Matches(msg, k.Refresh):
		return t.c.Refresh()
	case key.Matches(msg, k.Copy) && t.c.Copy != nil:
		return t.c.Copy()
	case key.Matches(msg, k.Copy):
		return s.Output.CopyText(text.Cut(text.Line(t.c.Title()), nameCells), t.plain())
	case key.Matches(msg, k.Search):
		cmd := t.field.Open()
		t.arrange()
		return cmd
	case key.Matches(msg, k.NextHit, k.PreviousHit) && t.query == "":
		return t.ctx.Inform("notice.nothing_searched", "Key", t.ctx.Key(k.Search))
	case key.Matches(msg, k.NextHit):
		t.goTo(t.hit + 1)
	case key.Matches(msg, k.PreviousHit):
		t.goTo(t.hit - 1)
	}
	return nil
}

// Scroll handles the keys that scroll.
func (t *Text) Scroll(msg tea.KeyMsg) (handled bool) {
	by, handled := t.stack.Keys.Move(msg, t.page.Height)
	if by < -t.page.Height {
		t.page.Jump(pager.Spot{})
	} else if by > t.page.Height {
		t.page.End()
	} else {
		t.page.Scroll(by)
	}
	return handled
}

// plain returns the text without styles, as wide as for a wide terminal.
func (t *Text) plain() string {
	const wide = 200
	lines := strings.Split(ansi.Strip(strings.Join(t.c.Lines(wide), "\n")), "\n")
	for i, line := range lines {
		lines[i] = strings.TrimRight(line, " ")
	}
	return strings.Join(lines, "\n")
}

// onSearchKey handles a key while a search is typed. Each letter searches.
func (t *Text) onSearchKey(msg tea.KeyMsg) (cmd tea.Cmd) {
	if key.Matches(msg, t.stack.Keys.Confirm) {
		t.field.Keep()
	} else if key.Matches(msg, t.stack.Keys.Back) {
		t.field.Cancel()
	} else {
		cmd, _ = t.field.Update(msg)
	}
	if t.field.Value() != t.query {
		t.search(t.field.Value())
	}
	t.arrange()
	return cmd
}

// search goes to the first match of a query at or below the top line.
func (t *Text) search(query string) {
	t.query = query
	t.find()
	t.arrange()
	at, _ := slices.BinarySearchFunc(
		t.hits,
		t.page.Top.Item,
		func(h pager.Hit, item int) int { return int(h.Item) - item },
	)
	t.goTo(at)
}

// find finds the matches of the query.
func (t *Text) find() {
	if t.index == nil && t.query != "" {
		for _, line := range t.lines {
			t.index = append(t.index, pager.Fold(ansi.Strip(line)))
		}
	}
	t.hits = t.index.Search(t.query)
	t.hit = min(t.hit, max(len(t.hits)-1, 0))
}

// goTo goes to a match. The first one follows the last one, and the reverse.
func (t *Text) goTo(hit int) {
	n := len(t.hits)
	if n == 0 {
		return
	}
	t.hit = (hit + n) % n
	at := pager.Spot{Item: int(t.hits[t.hit].Item)}
	for _, s := range t.marks().Find(t.page.Lines(at.Item)) {
		at.Line = s.Line
		if s.N == int(t.hits[t.hit].N) {
			break
		}
	}
	t.page.Jump(at)
}

func (t *Text) marks() pager.Query {
	return pager.Query{
		Text:    t.query,
		Style:   t.ctx.Theme.Search,
		Current: t.ctx.Theme.Hit,
	}
}

// Back ends the search.
func (t *Text) Back() (tea.Cmd, bool) {
	if t.query == "" {
		return nil, false
	}
	t.field.SetValue("")
	t.search("")
	return nil, true
}

// Links returns what finds the pages that the text is about, nil for none.
func (t *Text) Links() func() []string { return t.c.Links }

// State returns the state of the data.
func (t *Text) State() store.State {
	if t.c.State == nil {
		return store.State{}
	}
	return t.c.State()
}

// inner is the size of the text, including the line of the search below it.
func (t *Text) inner() (width, height int) {
	return Frame{Bare: t.stack.Bare()}.Inner(t.width, t.height)
}

func (t *Text) frame() Frame {
	f := Frame{
		Title:   text.Line(t.c.Title()),
		Focused: !t.blurred,
		Bare:    t.stack.Bare(),
	}
	if t.c.Aside != nil {
		f.Right = text.Line(t.c.Aside())
	}
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = t.page.Items()
	return f
}

// View draws the text.
func (t *Text) View() string {
	f := t.frame()
	width, height := t.inner()
	if t.c.State != nil {
		if view, missing := t.stack.ViewMissing(
			t.c.State(),
			t.stack.Keys.Refresh,
			width,
			height,
		); missing {
			return t.ctx.Frame(f, view, t.width, t.height)
		}
	}
	lines := t.page.View(t.marks())
	if t.searching() {
		lines = append(lines, make([]string, max(t.page.Height-len(lines), 0))...)
		lines = append(lines, t.searchLine(width))
	}
	return t.ctx.Frame(f, strings.Join(lines, "\n"), t.width, t.height)
}

func (t *Text) searchLine(width int) string {
	s := t.stack
	note := ""
	if t.query != "" && len(t.hits) == 0 {
		note = "  " + s.ctx.Theme.Paint(theme.Warn, s.ctx.Words.T("picker.nothing"))
	}
	slash := s.ctx.Key(s.Keys.Search)
	if t.field.Typing() {
		return s.ctx.Field(slash, &t.field.Model, width-text.Width(note)) + note
	}
	return text.Cut(
		" "+s.ctx.Theme.Paint(theme.Muted, slash)+" "+text.Clean(t.query)+note,
		width,
	)
}

// keys returns all keys but those that move and search.
func (t *Text) keys() []key.Binding {
	k := &t.stack.Keys
	all := []key.Binding{k.Back}
	for _, own := range t.c.Keys {
		if own.Listed == nil || own.Listed() {
			all = append(all, own.Binding)
		}
	}
	all = append(all, k.Copy)
	if t.c.Refresh != nil {
		all = append(all, k.Refresh)
	}
	return all
}

// ShortHelp returns the keys of the footer.
func (t *Text) ShortHelp() []key.Binding {
	k := &t.stack.Keys
	if t.field.Typing() {
		return t.ctx.FieldKeys(*k)
	}
	if t.query != "" {
		return append([]key.Binding{k.NextHit, k.PreviousHit}, t.keys()...)
	}
	return append(t.keys(), k.Search)
}

// FullHelp returns all keys that work now.
func (t *Text) FullHelp() [][]key.Binding {
	if t.field.Typing() {
		return [][]key.Binding{t.ShortHelp()}
	}
	k := &t.stack.Keys
	return [][]key.Binding{t.keys(), {k.Search, k.NextHit, k.PreviousHit, t.c.Close}, k.Bindings()}
}
