// Package markdown renders Markdown, as language models write it, as terminal
// lines: wrapped text with headings, lists, quotes, tables, links with their
// addresses, and highlighted code. It leaves nothing out that the source says.
//
// goldmark parses; the syntax tree is rendered in one pass in the theme's styles.
package markdown

import (
	"strconv"
	"strings"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gtext "github.com/yuin/goldmark/text"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Renderer renders Markdown in one theme. It is not safe for concurrent use.
type Renderer struct {
	theme  *theme.Theme
	parser parser.Parser
}

// New returns a renderer for a theme.
func New(t *theme.Theme) *Renderer {
	md := goldmark.New(goldmark.WithExtensions(
		extension.Table,
		extension.Strikethrough,
		extension.TaskList,
		extension.Linkify,
	))
	return &Renderer{theme: t, parser: md.Parser()}
}

// Render returns source, which need not be clean, as lines of at most width cells. base is the
// tone of plain text. Cut a long source with [Split] first: goldmark can take quadratic time.
func (r *Renderer) Render(source string, width int, base theme.Tone) []string {
	if width <= 0 {
		return nil
	}
	w := &writer{
		theme: r.theme,
		src:   []byte(text.CleanLines(source)),
		width: width,
		base:  r.theme.Tone(base),
	}
	w.blocks(r.parser.Parse(gtext.NewReader(w.src)))
	return w.lines
}

// Line returns the first block of source with text in it on one line: its inline
// styles, links without their addresses, and no mark of a heading, list or quote.
func (r *Renderer) Line(source string, base theme.Tone) string {
	const whole = 1 << 20
	return strings.Join(r.Lines(source, whole, base), " ")
}

// Lines returns what Line does, as lines of at most width cells.
func (r *Renderer) Lines(source string, width int, base theme.Tone) []string {
	w := &writer{
		theme:  r.theme,
		src:    []byte(text.CleanLines(source)),
		base:   r.theme.Tone(base),
		labels: true,
	}
	n := r.parser.Parse(gtext.NewReader(w.src))
	for n != nil && n.Kind() != ast.KindHeading && n.Kind() != ast.KindParagraph &&
		n.Kind() != ast.KindTextBlock {
		n = skipReferences(n.FirstChild())
	}
	if n == nil {
		clean := styled{
			text:  text.Clean(source),
			turns: addTurn(nil, 0, w.base),
		}
		return clean.wrap(width)
	}
	return w.inline(n, w.base).wrap(width)
}

// writer renders one source.
type writer struct {
	theme  *theme.Theme
	src    []byte
	width  int
	base   theme.Style
	lines  []string
	marks  []mark // of the enclosing blocks, outermost first
	inset  int    // their width in cells
	labels bool   // links are shown without their addresses
}

// mark precedes the lines of a block: next the next one, rest those after it.
type mark struct {
	next, rest string
	used       bool
}

// blocks renders the children of a block, separated by empty lines except in a tight list.
func (w *writer) blocks(parent ast.Node) {
	list, inList := parent.Parent().(*ast.List)
	first := true
	for n := skipReferences(parent.FirstChild()); n != nil; n = skipReferences(n.NextSibling()) {
		if !first && !(inList && list.IsTight) {
			w.line("")
		}
		first = false
		w.block(n)
	}
}

// skipReferences returns n or the first block after it that is shown: the addresses of link references, and a text
// that held only these, are not.
func skipReferences(n ast.Node) ast.Node {
	for n != nil {
		isEmpty := n.Kind() == ast.KindTextBlock && !n.HasChildren()
		if !isEmpty && n.Kind() != ast.KindLinkReferenceDefinition {
			break
		}
		n = n.NextSibling()
	}
	return n
}

func (w *writer) block(n ast.Node) {
	switch n := n.(type) {
	case *ast.Heading:
		style := w.theme.Title
		if n.Level > 2 {
			style = w.theme.Tone(theme.Strong)
		}
		w.wrapped(w.inline(n, style))
	case *ast.Paragraph, *ast.TextBlock:
		w.wrapped(w.inline(n, w.base))
	case *ast.ThematicBreak:
		w.line(w.faint().Render(strings.Repeat(w.theme.Glyphs.Rule, min(w.room(), 40))))
	case *ast.FencedCodeBlock:
		w.codeLines(n.Lines(), string(n.Language(w.src)))
	case *ast.HTMLBlock:
		if n.HasClosure() {
			n.Lines().Append(n.ClosureLine)
		}
		w.codeLines(n.Lines(), "html")
	case *extast.Table:
		w.table(n)
	case *ast.Blockquote:
		w.behindBar(func() { w.blocks(n) })
	case *ast.List:
		w.list(n)
	default: // indented code
		w.codeLines(n.Lines(), "")
	}
}

func (w *writer) list(list *ast.List) {
	number := list.Start
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		if item.PreviousSibling() != nil && !list.IsTight {
			w.line("")
		}
		label := w.theme.Glyphs.Bullet + " "
		if list.IsOrdered() {
			label = strconv.Itoa(number) + string(list.Marker) + " "
			number++
		}
		w.within(
			w.theme.Paint(theme.Accent, label),
			text.Blank(text.Width(label)),
			func() { w.blocks(item) },
		)
	}
}

func (w *writer) faint() theme.Style { return w.theme.Tone(theme.Faint) }

func (w *writer) room() int {
	return max(w.width-w.inset, 1)
}

func (w *writer) wrapped(s styled) {
	for _, line := range s.wrap(w.room()) {
		w.line(line)
	}
}

// line adds one line, which fits into the room.
func (w *writer) line(s string) {
	var b strings.Builder
	for i := range w.marks {
		m := &w.marks[i]
		b.WriteString(m.next)
		m.next = m.rest
		m.used = true
	}
	b.WriteString(s)
	w.lines = append(w.lines, strings.TrimRight(b.String(), " "))
}

// behindBar renders a block behind a bar.
func (w *writer) behindBar(render func()) {
	bar := w.faint().Render(w.theme.Glyphs.Border.Left) + " "
	w.within(bar, bar, render)
}

// within renders a block behind a mark, or without it where too little room would be left.
func (w *writer) within(first, rest string, render func()) {
	cells := text.Width(first)
	if w.room()-cells < max(min(w.width/2, 12), 2) {
		render()
		return
	}
	w.marks = append(w.marks, mark{next: first, rest: rest})
	w.inset += cells
	render()
	last := len(w.marks) - 1
	if !w.marks[last].used { // an empty item
		w.line("")
	}
	w.marks = w.marks[:len(w.marks)-1]
	w.inset -= cells
}
