package pane

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/markdown"
)

// WideInspector is the width from which an inspector shows wide blocks, and blocks in two
// columns.
const WideInspector = 80

// maxPiece is the size in bytes of the pieces in which Markdown is rendered.
const maxPiece = 8 << 10

// markdownLines renders Markdown of any size.
func markdownLines(v *resource.View, source string, width int) (lines []string) {
	r := markdown.New(v.Theme)
	for _, piece := range markdown.Split(source, maxPiece) {
		rendered := r.Render(piece.Source(source), max(width-2, 4), theme.Plain)
		for _, line := range rendered {
			lines = append(lines, text.Cut(" "+line, width))
		}
	}
	return lines
}

func blockLines(v *resource.View, b resource.Block, width, more int) []string {
	var lines []string
	if b.Title != "" {
		title := text.Cut(b.Title, width-1)
		lines = append(lines, " "+v.Theme.Paint(theme.Strong, title))
	}
	if b.Lines != nil {
		lines = append(lines, b.Lines(width)...)
	}
	if b.Longer != nil {
		lines = append(lines, b.Longer(width, more)...)
	}
	if b.Markdown != "" {
		lines = append(lines, markdownLines(v, b.Markdown, width)...)
	}
	return append(lines, factLines(v, b.Facts, width)...)
}

// factLines are the facts of a block, and in one note the names of those that were not sent.
func factLines(v *resource.View, all []resource.Fact, width int) []string {
	var sent []resource.Fact
	var missing []string
	for _, f := range all {
		if f.Missing {
			missing = append(missing, f.Name)
		} else {
			sent = append(sent, f)
		}
	}
	lines := facts.Lines(v.Theme, sent, width)
	if len(missing) == 0 {
		return lines
	}
	names := v.Words.List(missing)
	note := v.Words.T("field.not_sent_list", "Names", names)
	return append(lines, v.Note(note, width)...)
}

// inspector is the inspector of a list. With the focus it is a screen that scrolls.
type inspector[R any] struct{ *List[R] }

func (i *inspector[R]) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		frameOf(i.List).settle()
		k := &i.stack.Keys
		if key.Matches(msg, k.Detail, k.Inspector, k.NextRegion, k.PreviousRegion) {
			return i.stack.Pop()
		}
		if i.pager.Update(msg) {
			return nil
		}
		cmd, _ = keysOf(i.List).onRowKey(msg)
	case tea.MouseMsg:
		if !i.isAt(msg.X, msg.Y) && msg.Action == tea.MouseActionPress {
			return tea.Batch(i.stack.Pop(), i.List.Update(msg))
		}
		i.pager.Update(msg)
		return nil
	}
	i.Arrange()
	return cmd
}

// frame returns the region of the inspector.
func (i *inspector[R]) frame() Frame {
	f := Frame{Focused: i.inspecting, Bare: i.isBare(), Yields: true}
	f.Scroll.From, f.Scroll.To, f.Scroll.Of = i.pager.Position()
	return f
}

// draw draws the inspector in a region of a size, also while the list has the focus.
func (i *inspector[R]) draw(width, height int) string {
	f := i.frame()
	shown, _ := i.Table.Counts()
	if shown == 0 { // what it showed last is gone, with its place
		f.Title = i.ctx.Words.T("inspector.none")
		f.Scroll = Frame{}.Scroll
		return i.ctx.Frame(f, "", width, height)
	}
	f.Title = text.Line(i.c.Title(i.inspected))
	if i.c.Aside != nil {
		f.Right = text.Line(i.c.Aside(i.inspected))
	}
	return i.ctx.Frame(f, i.pager.View(), width, height)
}

// drawsBelow marks a screen whose view includes the list below it, which may have a
// SetSize of its own.
func (i *inspector[R]) drawsBelow() {}

func (i *inspector[R]) Back() (tea.Cmd, bool) { return nil, false }

func (i *inspector[R]) Close() tea.Cmd {
	i.inspecting = false
	i.pager.Top()
	if i.c.Single {
		return i.stack.Pop()
	}
	return nil
}

func (i *inspector[R]) ShortHelp() []key.Binding {
	k := &i.stack.Keys
	short := []key.Binding{k.Back}
	for _, a := range i.c.Actions {
		if a.Row != nil {
			short = append(short, a.Key)
		}
	}
	copies := k.Copy
	if selected := keysOf(i.List).selectionKeys(); len(selected) > 0 {
		copies = selected[0]
	}
	short = append(short, i.stack.CommandKeys()...)
	return append(short, copies, k.CopyJSON)
}

func (i *inspector[R]) FullHelp() [][]key.Binding {
	k := &i.stack.Keys
	more := []key.Binding{k.CopyAs, k.CopyCell, k.Raw, k.NextRegion, k.Refresh}
	if len(i.c.GoTo) > 0 {
		more = append(more, k.GoTo)
	}
	more = append(more, k.Detail, k.Inspector)
	for _, a := range i.c.Actions {
		if a.Inspector && a.Row == nil {
			more = append(more, a.Key)
		}
	}
	return [][]key.Binding{i.ShortHelp(), append(k.Bindings(), more...)}
}

// toggle shows or hides the inspector beside the list. Where there is no room beside it, it opens.
func (i *inspector[R]) toggle() tea.Cmd {
	if i.stack.width < FrameWidth {
		i.Inspect()
		return i.NoRow()
	}
	i.ctx.HideInspector = !i.ctx.HideInspector
	frameOf(i.List).showColumns()
	return nil
}

// isBelow reports whether the inspector stands below the list.
func (i *inspector[R]) isBelow() bool {
	isNarrow := i.width >= overlayWidth && i.width < FrameWidth
	return i.c.Below && i.inspecting && isNarrow && i.height >= lowHeight
}

// isBare reports whether the inspector has no border.
func (i *inspector[R]) isBare() bool {
	return i.width < overlayWidth || i.isBelow()
}

// heights returns the heights of the list and of its inspector, with some lines above them.
func (i *inspector[R]) heights(above int) (list, inspector int) {
	list, _ = frameOf(i.List).split()
	if list == 0 {
		return 0, i.height
	}
	height := i.height - above
	if i.isBelow() {
		return height - height/2, height / 2
	}
	return height, height
}

// isAt reports whether a cell of the screen is one of the inspector.
func (i *inspector[R]) isAt(x, y int) bool {
	if i.isBelow() {
		above := len(frameOf(i.List).above())
		height, _ := i.heights(above)
		return y >= above+height
	}
	list, _ := frameOf(i.List).split()
	return x >= list
}
