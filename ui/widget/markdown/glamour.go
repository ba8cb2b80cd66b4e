package markdown

import (
	"bufio"
	"bytes"
	"strings"

	"github.com/charmbracelet/glamour/ansi"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/renderer"
	"github.com/yuin/goldmark/util"

	"channeldeck/theme"
)

// glamour draws blocks with plain text of one tone.
type glamour struct {
	renderer.Renderer
	out bytes.Buffer
	buf *bufio.Writer
}

// newGlamour makes a renderer. It breaks no lines but those of tables, where
// width is not 0, and it is told the colours, so that it never asks a terminal.
func newGlamour(t *theme.Theme, base theme.Tone, width int) *glamour {
	r := ansi.NewRenderer(ansi.Options{
		WordWrap: width, InlineTableLinks: true, ColorProfile: t.Renderer.ColorProfile(), Styles: styles(t, base),
	})
	g := &glamour{Renderer: renderer.NewRenderer(renderer.WithNodeRenderers(util.Prioritized(r, 1000)))}
	g.buf = bufio.NewWriter(&g.out)
	return g
}

func (g *glamour) draw(src []byte, n ast.Node) styled {
	doc := ast.NewDocument()
	doc.AppendChild(doc, n)
	g.out.Reset()
	// Its only errors are those of writing and of templates, which the styles
	// do not have.
	_ = g.Render(g.buf, src, doc)
	_ = g.buf.Flush()
	return parse(strings.Trim(g.out.String(), "\n"))
}

// glamour draws a block that is ready. A table has width cells at most, or as
// many as it needs where width is 0.
func (w *writer) glamour(n ast.Node, width int) styled {
	if width > 0 {
		return newGlamour(w.theme, w.base, width).draw(w.src, n)
	}
	g, ok := w.r.inline[w.base]
	if !ok {
		g = newGlamour(w.theme, w.base, 0)
		w.r.inline[w.base] = g
	}
	return g.draw(w.src, n)
}

// styles are the theme's in the form that glamour takes.
func styles(t *theme.Theme, base theme.Tone) ansi.StyleConfig {
	block := func(ink theme.Ink) ansi.StyleBlock { return ansi.StyleBlock{StylePrimitive: primitive(ink)} }
	heading := t.Ink(theme.Accent)
	heading.Bold = t.Title.Open() != ""
	sharp := func(n int) ansi.StyleBlock {
		return ansi.StyleBlock{StylePrimitive: ansi.StylePrimitive{Prefix: strings.Repeat("#", n) + " "}}
	}
	rule := t.Glyphs.Rule
	faint := t.Tone(theme.Faint)
	row, column, centre := paint(faint, rule), paint(faint, t.Glyphs.Border.Left), paint(faint, t.Glyphs.Border.Middle)
	s := ansi.StyleConfig{
		Document: block(t.Ink(base)),
		Heading:  block(heading), H1: sharp(1), H2: sharp(2), H3: sharp(3), H4: sharp(4), H5: sharp(5), H6: sharp(6),
		Emph: primitive(theme.Ink{Italic: t.Ink(theme.Emphasis).Italic}), Strong: primitive(theme.Ink{Bold: t.Ink(theme.Strong).Bold}),
		LinkText: primitive(t.Ink(theme.Link)), Code: block(t.Ink(theme.Code)),
		HorizontalRule: ansi.StylePrimitive{BlockPrefix: paint(faint, strings.Repeat(rule, 40))},
		Table:          ansi.StyleTable{RowSeparator: &row, ColumnSeparator: &column, CenterSeparator: &centre},
	}
	if t.Tone(theme.Code).Open() == "" { // there is no colour to tell it by
		s.Code.Prefix, s.Code.Suffix = "`", "`"
	}
	return s
}

func primitive(ink theme.Ink) ansi.StylePrimitive {
	var p ansi.StylePrimitive
	if ink.Color != "" {
		p.Color = &ink.Color
	}
	if ink.Bold {
		p.Bold = &ink.Bold
	}
	if ink.Italic {
		p.Italic = &ink.Italic
	}
	if ink.Underline {
		p.Underline = &ink.Underline
	}
	return p
}
