// Package markdown draws Markdown, as models write it, for a terminal: text that
// is wrapped by cells, with headings, lists, quotes, tables, links with their
// addresses, and code in colours. Nothing that was written is left out.
//
// It parses with goldmark and draws itself: the ready-made renderer for terminals
// costs 15 ms at every start and wraps without regard to wide letters. Code is
// coloured by a scanner that reads each byte once, because the grammars of the
// libraries for it backtrack: 4 kB of hostile text kept them busy for seconds.
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

// Renderer draws Markdown with one session's theme. It is not for several
// goroutines at once.
type Renderer struct {
	theme  *theme.Theme
	parser parser.Parser
}

// New makes a renderer.
func New(t *theme.Theme) *Renderer {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Linkify))
	return &Renderer{theme: t, parser: md.Parser()}
}

// Render draws source, which need not be clean, in lines of at most width cells.
// base is the tone of plain text. Long sources are cut into pieces by [Split]
// first: the parser's time grows with the square of some texts.
func (r *Renderer) Render(source string, width int, base theme.Tone) []string {
	if width <= 0 {
		return nil
	}
	w := &writer{r: r, width: width, base: r.theme.Tone(base), src: []byte(text.CleanLines(source))}
	w.blocks(r.parser.Parse(gtext.NewReader(w.src)), 0)
	return w.lines
}

// writer draws one source.
type writer struct {
	r     *Renderer
	src   []byte
	width int
	base  theme.Style
	lines []string
	marks []mark // of the blocks around, the outermost first
	inset int    // cells of them
}

// mark stands before the lines of a block: first before its first, rest before
// all others.
type mark struct {
	first, rest string
	used        bool
}

// deepest is how many blocks within blocks are drawn as such.
const deepest = 40

// blocks draws the children of a block, with empty lines between those that are
// not in a tight list.
func (w *writer) blocks(parent ast.Node, depth int) {
	list, inList := parent.Parent().(*ast.List)
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		if n.PreviousSibling() != nil && !(inList && list.IsTight) {
			w.line("")
		}
		w.block(n, depth)
	}
}

func (w *writer) block(n ast.Node, depth int) {
	t := w.r.theme
	switch n := n.(type) {
	case *ast.Heading:
		w.paragraph(append([]span{{strings.Repeat("#", n.Level) + " ", t.Title}}, w.spans(n, t.Title)...))
	case *ast.Paragraph, *ast.TextBlock:
		w.paragraph(w.spans(n, w.base))
	case *ast.ThematicBreak:
		w.line(w.faint().Render(strings.Repeat(t.Glyphs.Rule, min(w.room(), 40))))
	case *ast.FencedCodeBlock:
		w.code(n.Lines(), string(n.Language(w.src)))
	case *ast.CodeBlock:
		w.code(n.Lines(), "")
	case *ast.HTMLBlock:
		w.html(n)
	case *ast.Blockquote:
		if depth >= deepest {
			w.raw(n)
			return
		}
		bar := w.faint().Render(t.Glyphs.Border.Left) + " "
		w.within(bar, bar, func() { w.blocks(n, depth+1) })
	case *ast.List:
		if depth >= deepest {
			w.raw(n)
			return
		}
		w.list(n, depth)
	case *extast.Table:
		w.table(n)
	default:
		w.raw(n)
	}
}

func (w *writer) list(n *ast.List, depth int) {
	number := n.Start
	for item := n.FirstChild(); item != nil; item = item.NextSibling() {
		if item.PreviousSibling() != nil && !n.IsTight {
			w.line("")
		}
		label := w.r.theme.Glyphs.Bullet + " "
		if n.IsOrdered() {
			label = strconv.Itoa(number) + string(n.Marker) + " "
			number++
		}
		w.within(w.r.theme.Tone(theme.Accent).Render(label), text.Blank(text.Width(label)), func() { w.blocks(item, depth+1) })
	}
}

// raw draws the lines of a block and of all within it as they were written.
func (w *writer) raw(n ast.Node) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			w.code(n.Lines(), "")
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
}

func (w *writer) html(n *ast.HTMLBlock) {
	w.code(n.Lines(), "html")
	if n.HasClosure() {
		w.codeText(string(n.ClosureLine.Value(w.src)), "html")
	}
}

func (w *writer) faint() theme.Style { return w.r.theme.Tone(theme.Faint) }

// room is the width that is left for text.
func (w *writer) room() int { return max(w.width-w.inset, 1) }

// line writes one line that fits into the room.
func (w *writer) line(s string) {
	var b strings.Builder
	for i := range w.marks {
		m := &w.marks[i]
		if m.used {
			b.WriteString(m.rest)
		} else {
			b.WriteString(m.first)
			m.used = true
		}
	}
	b.WriteString(s)
	w.lines = append(w.lines, strings.TrimRight(b.String(), " "))
}

// within draws something behind a mark. Where too little room would be left, the
// mark goes, not the text.
func (w *writer) within(first, rest string, draw func()) {
	cells := text.Width(first)
	if w.room()-cells < max(min(w.width/2, 12), 2) {
		draw()
		return
	}
	w.marks = append(w.marks, mark{first: first, rest: rest})
	w.inset += cells
	draw()
	if last := len(w.marks) - 1; !w.marks[last].used { // an empty item
		w.line("")
	}
	w.marks = w.marks[:len(w.marks)-1]
	w.inset -= cells
}
