// Package markdown draws Markdown, as models write it, for a terminal: text that
// is wrapped by cells, with headings, lists, quotes, tables, links with their
// addresses, and code in colours. Nothing that was written is left out.
//
// goldmark parses, glamour draws each paragraph, heading, rule and table in the
// styles of the theme, and chroma tells what is what in code. What they leave to
// do is done here. Blocks in lists and quotes are drawn one by one and set in
// behind their marks: glamour glues the paragraphs of an item together and
// forgets the indent of all other blocks in it. Lines are broken here, because
// glamour breaks none without blanks, Chinese ones least of all. And texts are
// handed to glamour in a form in which it leaves nothing out, see draft.
package markdown

import (
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
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
	inline map[theme.Tone]*glamour // by the tone of plain text, made when needed

	colours    map[Code][]run
	coloured   int // bytes of code in colours
	uncoloured []Code
}

// New makes a renderer.
func New(t *theme.Theme) *Renderer {
	md := goldmark.New(goldmark.WithExtensions(extension.Table, extension.Strikethrough, extension.TaskList, extension.Linkify))
	return &Renderer{theme: t, parser: md.Parser(), inline: map[theme.Tone]*glamour{}, colours: map[Code][]run{}}
}

// Render draws source, which need not be clean, in lines of at most width cells.
// base is the tone of plain text. Long sources are cut into pieces by [Split]
// first: the parser's time grows with the square of some texts.
func (r *Renderer) Render(source string, width int, base theme.Tone) []string {
	if width <= 0 {
		return nil
	}
	w := &writer{r: r, width: width, base: base, draft: draft{theme: r.theme, used: map[string]bool{}}}
	w.src = []byte(text.CleanLines(source))
	w.end = len(w.src)
	context := parser.NewContext()
	w.blocks(r.parser.Parse(gtext.NewReader(w.src), parser.WithContext(context)), 0)
	w.references(context.References())
	if !w.isDrawn() {
		w.lines = nil
		w.code(Code{Text: strings.TrimSuffix(string(w.src[:w.end]), "\n")})
	}
	return w.lines
}

// writer draws one source.
type writer struct {
	draft
	r     *Renderer
	width int
	base  theme.Tone
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

// longSource is from where on a source is shown as it was written where drawing
// leaves next to nothing of it, such as quotes of nothing within each other. Such
// text takes the parser the longest, and drawn in a line each, a screen of pieces
// of it would take half a second.
const longSource = 1 << 10

// isDrawn reports whether there is something to see of the source.
func (w *writer) isDrawn() bool {
	return w.end < longSource || signs(ansi.Strip(strings.Join(w.lines, "\n")))*4 >= signs(string(w.src[:w.end]))
}

// signs counts the bytes of s that are no blanks.
func signs(s string) int {
	return len(s) - strings.Count(s, " ") - strings.Count(s, "\n")
}

// blocks draws the children of a block, with empty lines between those that are
// not in a tight list.
func (w *writer) blocks(parent ast.Node, depth int) {
	list, inList := parent.Parent().(*ast.List)
	first := true
	for _, n := range children(parent) {
		if n.Kind() == ast.KindTextBlock && !n.HasChildren() {
			continue // there were only references
		}
		if !first && !(inList && list.IsTight) {
			w.line("")
		}
		first = false
		w.block(n, depth)
	}
}

// children are listed before they are drawn, for drawing moves them.
func children(parent ast.Node) []ast.Node {
	var all []ast.Node
	for n := parent.FirstChild(); n != nil; n = n.NextSibling() {
		all = append(all, n)
	}
	return all
}

func (w *writer) block(n ast.Node, depth int) {
	switch n := n.(type) {
	case *ast.Heading, *ast.Paragraph, *ast.TextBlock:
		w.inlines(n, 0)
		w.wrapped(w.glamour(n, 0))
	case *ast.ThematicBreak:
		w.line(w.glamour(n, 0).wrap(w.room())[0])
	case *ast.FencedCodeBlock:
		w.codeIn(n.Lines(), string(n.Language(w.src)))
	case *ast.HTMLBlock:
		if n.HasClosure() {
			n.Lines().Append(n.ClosureLine)
		}
		w.codeIn(n.Lines(), "html")
	case *extast.Table:
		w.table(n)
	case *ast.Blockquote, *ast.List:
		if depth < deepest {
			w.container(n, depth)
			return
		}
		w.raw(n)
	default:
		w.raw(n)
	}
}

func (w *writer) container(n ast.Node, depth int) {
	list, ok := n.(*ast.List)
	if !ok {
		bar := w.faint().Render(w.theme.Glyphs.Border.Left) + " "
		w.within(bar, bar, func() { w.blocks(n, depth+1) })
		return
	}
	for i, item := range children(list) {
		if i > 0 && !list.IsTight {
			w.line("")
		}
		label := w.theme.Glyphs.Bullet + " "
		if list.IsOrdered() {
			label = strconv.Itoa(list.Start+i) + string(list.Marker) + " "
		}
		w.within(w.theme.Tone(theme.Accent).Render(label), text.Blank(text.Width(label)), func() { w.blocks(item, depth+1) })
	}
}

// raw draws the lines of a block and of all within it as they were written.
func (w *writer) raw(n ast.Node) {
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if entering && n.Type() == ast.TypeBlock && n.Lines().Len() > 0 {
			w.codeIn(n.Lines(), "")
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
}

// references lists the addresses that the source names and no link of it uses.
func (w *writer) references(all []parser.Reference) {
	var unused []string
	for _, ref := range all {
		if address := addressOf(ref.Destination(), ref.Title()); !w.used[address] {
			unused = append(unused, "["+text.Clean(string(ref.Label()))+"]: "+address)
		}
	}
	slices.Sort(unused)
	if len(unused) > 0 && len(w.lines) > 0 {
		w.line("")
	}
	for _, line := range unused {
		w.wrapped(styled{text: line})
	}
}

func (w *writer) faint() theme.Style { return w.theme.Tone(theme.Faint) }

// room is the width that is left for text.
func (w *writer) room() int { return max(w.width-w.inset, 1) }

func (w *writer) wrapped(s styled) {
	for _, line := range s.wrap(w.room()) {
		w.line(line)
	}
}

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
