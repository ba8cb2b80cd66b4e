package pane

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/theme"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/picker"
)

// Boxed is drawn in a box over a dimmed view: a picker, a question, the palette.
type Boxed interface {
	View() string
	SetSize(width, height int)
	Want(width, height int) (int, int) // the size that shows everything, within a maximum
	Frame() Frame                      // of the box; its Bare is ignored
}

// A body below this size is filled by a box.
const (
	minBoxedWidth  = 80
	minBoxedHeight = 14
)

// box is the place of a box in a body, in cells.
type box struct {
	x, y, width, height int
	fills               bool
}

// place returns the place of a box in a body.
func place(b Boxed, width, height int) box {
	if width < minBoxedWidth || height < minBoxedHeight {
		return box{width: width, height: height, fills: true}
	}
	w, h := b.Want(width-2, height-2)
	w = min(w+2, width)
	h = min(h+2, height)
	return box{
		x:      (width - w) / 2,
		y:      (height - h) / 3,
		width:  w,
		height: h,
	}
}

// SizeBox sets the size of b for a body. Call it also when the size that b wants
// has changed.
func SizeBox(b Boxed, width, height int) {
	at := place(b, width, height)
	b.SetSize(Frame{Bare: at.fills}.Inner(at.width, at.height))
}

// ViewBox draws b in the middle of a body over a view, of which only the text
// remains, in faint letters.
func (c *Context) ViewBox(b Boxed, below string, width, height int) string {
	at := place(b, width, height)
	f := b.Frame()
	f.Focused = true
	f.Bare = at.fills
	view := c.Frame(f, b.View(), at.width, at.height)
	if at.fills {
		return view
	}
	lines := strings.Split(text.Fit(below, width, height), "\n")
	faint := c.Theme.Tone(theme.Faint)
	for i, line := range lines {
		lines[i] = faint.Render(ansi.Strip(line))
	}
	for i, line := range strings.Split(view, "\n") {
		under := ansi.Strip(lines[at.y+i])
		left := text.Before(under, at.x)
		lines[at.y+i] = faint.Render(left) + text.Blank(at.x-text.Width(left)) + line +
			faint.Render(from(under, at.x+at.width))
	}
	return strings.Join(lines, "\n")
}

// from returns the part of a plain line from a column on, with a blank in place of
// the second half of a wide character.
func from(line string, column int) string {
	room := text.Width(line) - column
	if room <= 0 {
		return ""
	}
	for cut := column; ; cut++ {
		rest := text.After(line, cut)
		if n := text.Width(rest); n <= room {
			return text.Blank(room-n) + rest
		}
	}
}

// InBox returns a mouse event of the body relative to the content of b; ok is false outside of
// the box.
func InBox(b Boxed, msg tea.MouseMsg, width, height int) (tea.MouseMsg, bool) {
	at := place(b, width, height)
	inner, rows := Frame{Bare: at.fills}.Inner(at.width, at.height)
	msg.X -= at.x + (at.width-inner)/2
	msg.Y -= at.y + 1
	return msg, msg.X >= 0 && msg.X < inner && msg.Y >= 0 && msg.Y < rows
}

// Pick is a picker screen. Source, where the items depend on data that may still
// be loading, returns them with the state of that data.
type Pick struct {
	Title  string
	Items  []picker.Item
	Source func() ([]picker.Item, store.State)
	Multi  bool
	Then   func(ids []string) tea.Cmd // runs after the picker was popped
	Moved  func(id string)            // previews the item under the cursor; may be nil
	Cancel func()                     // ends the preview without a choice; may be nil

	InOrder bool // as in picker.Config
}

// pickScreen is a Pick on the stack.
type pickScreen struct {
	Pick
	*picker.Picker
	ctx           *Context
	stack         *Stack
	loaded        bool
	wantWidth     int // that shows all items, as wantHeight does
	wantHeight    int
	width, height int
}

// Pick pushes a picker.
func (s *Stack) Pick(p Pick) {
	screen := &pickScreen{
		Pick:   p,
		Picker: s.ctx.Picker(s.Keys, p.Items, p.Multi),
		ctx:    s.ctx,
		stack:  s,
	}
	screen.Picker.InOrder = p.InOrder
	screen.poll()
	s.Push(screen)
}

// PickOne pushes a picker for one item.
func (s *Stack) PickOne(title string, items []picker.Item, then func(id string) tea.Cmd) {
	s.Pick(Pick{
		Title: title,
		Items: items,
		Then:  func(ids []string) tea.Cmd { return then(ids[0]) },
	})
}

// PickSite calls then with the name of a site: of several that are shown the one that the user picks,
// beginning at site.
func (s *Stack) PickSite(site string, then func(site string) tea.Cmd) tea.Cmd {
	names := s.ctx.Sites.Names()
	if len(names) == 1 {
		return then(names[0])
	}
	var items []picker.Item
	for _, name := range names {
		items = append(items, picker.Item{
			ID:     name,
			Label:  name,
			Chosen: name == site,
		})
	}
	s.PickOne(s.ctx.Words.T("sites.choose"), items, then)
	return nil
}

// poll sets the items once the source is loaded.
func (p *pickScreen) poll() {
	if p.loaded {
		return
	}
	if p.loaded = p.Source == nil; !p.loaded {
		items, state := p.Source()
		if state.At.IsZero() {
			return
		}
		p.loaded = true
		p.SetItems(items) // keeps what was typed meanwhile
	}
	width, height := p.Size()
	p.wantWidth = max(width, text.Width(p.Title)+6)
	p.wantHeight = height
}

func (p *pickScreen) Update(msg tea.Msg) tea.Cmd {
	if loaded := p.loaded; !loaded {
		if p.poll(); p.loaded {
			p.stack.Refit()
		}
	}
	result, cmd := p.Picker.Update(msg)
	item := p.Current()
	if item != nil && p.Moved != nil {
		p.Moved(item.ID)
	}
	switch result {
	case picker.Confirmed:
		return tea.Batch(cmd, p.stack.Pop(), p.Then(p.Chosen()))
	case picker.Cancelled:
		if p.Cancel != nil {
			p.Cancel()
		}
		if !p.loaded {
			_, state := p.Source()
			state.Stop()
		}
		return tea.Batch(cmd, p.stack.Pop())
	}
	return cmd
}

func (p *pickScreen) View() string {
	if !p.loaded {
		_, state := p.Source()
		if view, missing := p.stack.ViewMissing(
			state,
			p.stack.Keys.Back,
			p.width,
			p.height,
		); missing {
			return view
		}
	}
	return p.Picker.View()
}

// Want returns the size of the picker, or that of the states before its items are
// loaded.
func (p *pickScreen) Want(width, height int) (int, int) {
	if !p.loaded {
		return 60, 8
	}
	return min(p.wantWidth, width-6), min(p.wantHeight, height-2)
}

func (p *pickScreen) Frame() Frame {
	return Frame{
		Title:  text.Line(p.Title),
		Scroll: ScrollOf(p.Visible()),
	}
}

func (p *pickScreen) SetSize(width, height int) {
	p.width = width
	p.height = height
	p.Picker.SetSize(width, height)
}

func (p *pickScreen) Capturing() bool { return true }

// Picker returns a picker with the session's theme, keys and words.
func (c *Context) Picker(k Keys, items []picker.Item, multi bool) *picker.Picker {
	k = k.WhileTyping(c)
	confirm := "key.choose"
	if multi {
		confirm = "key.apply"
	}
	k.Confirm = c.Named(k.Confirm, confirm)
	k.Back = c.Named(k.Back, "key.cancel")
	none := "picker.nothing"
	if len(items) == 0 {
		none = "picker.empty"
	}
	return picker.New(picker.Config{
		Theme:   c.Theme,
		Multi:   multi,
		Filter:  c.Words.T("picker.filter"),
		Nothing: c.Words.T(none),
		Keys: picker.KeyMap{
			KeyMap:  k.Pager(),
			Toggle:  k.Select,
			Confirm: k.Confirm,
			Cancel:  k.Back,
		},
	}, items)
}

// Question asks for a yes, or for a text, in a box over the screen.
type Question struct {
	Title  string
	Text   string         // what yes does and costs, or what can be typed
	Yes    string         // one word or two: what yes does
	Input  *input.Model   // asks for a text instead; it keeps what is typed when esc closes the box
	Refuse func() string  // why the text stays in the field, "" if it can be taken; nil takes all
	Then   func() tea.Cmd // runs after yes, when the question was popped
}

// questionScreen is a Question on the stack.
type questionScreen struct {
	Question
	ctx           *Context
	stack         *Stack
	yes, no       key.Binding
	refused       string // why the text in the field was not taken
	width, height int
}

// Ask pushes a question.
func (s *Stack) Ask(q Question) tea.Cmd {
	screen := &questionScreen{
		Question: q,
		ctx:      s.ctx,
		stack:    s,
		yes:      s.Keys.Yes,
		no:       s.ctx.Named(s.Keys.No, "key.cancel"),
	}
	screen.yes.SetHelp(screen.yes.Help().Key, q.Yes)
	if q.Input != nil {
		keys := s.ctx.FieldKeys(s.Keys)
		screen.yes = keys[0]
		screen.no = keys[1]
	}
	s.Push(screen)
	if q.Input != nil {
		return q.Input.Focus()
	}
	return nil
}

func (q *questionScreen) Update(msg tea.Msg) (cmd tea.Cmd) {
	press, ok := msg.(tea.KeyMsg)
	switch {
	case !ok:
	case key.Matches(press, q.yes):
		if q.Refuse != nil {
			q.refuse(q.Refuse())
		}
		if q.refused != "" {
			return nil
		}
		return tea.Batch(q.stack.Pop(), q.Then())
	case key.Matches(press, q.no):
		return q.stack.Pop()
	case q.Input != nil:
		q.refuse("")
		*q.Input, cmd = q.Input.Update(msg)
	}
	return cmd
}

// refuse shows why the text in the field is not taken, or takes that away.
func (q *questionScreen) refuse(why string) {
	if why != q.refused {
		q.refused = why
		q.stack.Refit()
	}
}

// lines returns the field, or the text and the keys, in a width with a margin.
func (q *questionScreen) lines(width int) []string {
	lines := []string{""}
	yes := q.ctx.keyHint(q.yes)
	no := q.ctx.keyHint(q.no)
	keys := yes + "   " + no
	lines = append(lines, text.Wrap(text.Line(q.Text), width-4)...)
	if q.Input != nil {
		prompt := q.ctx.Theme.Tone(theme.Accent).Render(q.ctx.Theme.Glyphs.User) + " "
		q.Input.SetWidth(width - 4 - text.Width(prompt))
		lines = []string{"", prompt + q.Input.View(), ""}
		if q.Text != "" {
			lines = append(append(lines, q.ctx.View.Note(q.Text, width-4)...), "")
		}
		if q.refused != "" {
			lines = append(lines, q.ctx.View.Paragraph(q.refused, width-4, theme.Bad)...)
			lines = append(lines, "")
		}
	} else if text.Width(keys) > width-4 {
		lines = append(lines, "", yes, no, "")
	} else {
		lines = append(lines, "", keys, "")
	}
	for i, line := range lines {
		lines[i] = "  " + line
	}
	return lines
}

func (q *questionScreen) Want(width, _ int) (int, int) {
	const most = 64
	width = min(width-6, most)
	lines := q.lines(width)
	if q.Input != nil {
		return width, len(lines)
	}
	return max(text.Width(q.Title)+6, text.Widest(lines)+2), len(lines)
}

func (q *questionScreen) Frame() Frame {
	return Frame{Title: text.Line(q.Title)}
}

func (q *questionScreen) SetSize(width, height int) {
	q.width = width
	q.height = height
}

func (q *questionScreen) View() string {
	return text.Fit(
		strings.Join(q.lines(q.width), "\n"),
		q.width,
		q.height,
	)
}

func (q *questionScreen) Close() tea.Cmd {
	if q.Input != nil {
		q.Input.Blur()
	}
	return nil
}

// Asking reports that all keys go to the question.
func (q *questionScreen) Asking() bool { return q.Input == nil }

func (q *questionScreen) Capturing() bool { return q.Input != nil }

func (q *questionScreen) ShortHelp() []key.Binding {
	return []key.Binding{q.yes, q.no}
}
