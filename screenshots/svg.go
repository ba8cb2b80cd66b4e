package main

import (
	"encoding/xml"
	"fmt"
	"image/color"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
)

// The measures of a cell and of the edge round the screen, in pixels. The
// letters have the width that a monospace font of this size has.
const (
	cellWidth  = 9
	cellHeight = 18
	fontSize   = 15
	baseline   = 14 // of the letters, below the top of their cell
	edge       = 12
)

const fonts = `ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',` +
	`'Noto Sans Mono CJK SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',monospace`

// scheme is what a terminal brings: the colours of what has none of its own, and
// the sixteen that are named by number.
type scheme struct {
	background, text string
	sixteen          [16]string
}

// scheme16 is the scheme of a dark or a light terminal.
func scheme16(dark bool) scheme {
	if dark {
		return scheme{"#16181d", "#d8dbe2", [16]string{
			"#2b2f38", "#e06c6c", "#8cc265", "#d9a657", "#5fa8e6", "#c688dd", "#4fb5b0", "#c9ccd3",
			"#5f6673", "#ff7b72", "#a5d67f", "#e8c268", "#86c1f5", "#dba6ee", "#74d0cb", "#ffffff",
		}}
	}
	return scheme{"#fbfbfa", "#24292f", [16]string{
		"#24292f", "#c4232b", "#1a7f37", "#8a5a00", "#0a58c4", "#8250df", "#147a80", "#6e7781",
		"#57606a", "#d1242f", "#2da44e", "#9a6700", "#218bff", "#a475f9", "#3192aa", "#8c959f",
	}}
}

// hex writes a colour; what has none takes the terminal's own.
func (s scheme) hex(c color.Color, none string) string {
	switch c := c.(type) {
	case nil:
		return none
	case ansi.BasicColor:
		return s.sixteen[c]
	case ansi.IndexedColor:
		if c < 16 {
			return s.sixteen[c]
		}
	}
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

// look is how a cell is drawn: its text as the declarations of a CSS rule.
type look struct{ ink, ground string }

func (s scheme) look(style cellbuf.Style) look {
	ink, ground := s.hex(style.Fg, s.text), s.hex(style.Bg, s.background)
	if style.Attrs.Contains(cellbuf.ReverseAttr) {
		ink, ground = ground, ink
	}
	rule := "fill:" + ink
	if style.Attrs.Contains(cellbuf.BoldAttr) {
		rule += ";font-weight:700"
	}
	if style.Attrs.Contains(cellbuf.FaintAttr) {
		rule += ";opacity:.6"
	}
	if style.Attrs.Contains(cellbuf.ItalicAttr) {
		rule += ";font-style:italic"
	}
	var lines []string
	if style.UlStyle != cellbuf.NoUnderline {
		lines = append(lines, "underline")
	}
	if style.Attrs.Contains(cellbuf.StrikethroughAttr) {
		lines = append(lines, "line-through")
	}
	if lines != nil {
		rule += ";text-decoration:" + strings.Join(lines, " ")
	}
	return look{rule, ground}
}

// drawing is a picture while it is written.
type drawing struct {
	scheme
	cells *cellbuf.Buffer
	rules []string // classes a, b, … in order
	body  strings.Builder
}

// svg draws a screen, a line for each row, with its escape sequences. Every
// letter stands in its cell, whatever the font: text is set in pieces of one
// style and one width of letters, with their places.
func svg(view string, width, height int, s scheme, title string) string {
	d := &drawing{scheme: s, cells: cellbuf.NewBuffer(width, height)}
	cellbuf.SetContent(d.cells, view)
	for y := range height {
		d.grounds(y)
	}
	for y := range height {
		d.letters(y)
	}
	w, h := float64(width)*cellWidth+2*edge, float64(height)*cellHeight+2*edge
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s" width="%[1]s" height="%[2]s">`+"\n", number(w), number(h))
	fmt.Fprintf(&b, "<title>%s</title>\n<style>text{font:%dpx %s;white-space:pre}", escape(title), fontSize, fonts)
	for i, rule := range d.rules {
		fmt.Fprintf(&b, ".%s{%s}", class(i), rule)
	}
	fmt.Fprintf(&b, "</style>\n"+`<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n", s.background)
	b.WriteString(d.body.String())
	b.WriteString("</svg>\n")
	return b.String()
}

// at is the cell at a place; those that a wide letter covers are nil.
func (d *drawing) at(x, y int) *cellbuf.Cell {
	c := d.cells.Cell(x, y)
	if c == nil || c.Width == 0 {
		return nil
	}
	return c
}

// grounds draws the backgrounds of a row, in as few pieces as there are colours.
func (d *drawing) grounds(y int) {
	from, colour := 0, d.background
	flush := func(to int) {
		if colour != d.background && to > from {
			fmt.Fprintf(&d.body, `<rect x="%s" y="%d" width="%s" height="%d" fill="%s"/>`+"\n",
				number(left(from)), top(y), number(float64(to-from)*cellWidth), cellHeight, colour)
		}
		from = to
	}
	for x := range d.cells.Width() {
		c := d.at(x, y)
		if c == nil {
			continue
		}
		if ground := d.look(c.Style).ground; ground != colour {
			flush(x)
			colour = ground
		}
	}
	flush(d.cells.Width())
}

// letters draws the text of a row.
func (d *drawing) letters(y int) {
	for x := 0; x < d.cells.Width(); {
		c := d.at(x, y)
		if c == nil || c.Rune == ' ' || c.Rune == 0 {
			x++
			continue
		}
		text, xs, next := d.piece(x, y, c)
		place := `x="` + strings.Join(xs, " ") + `"`
		if len(xs) == 1 && next-x > 1 && c.Width == 1 {
			place += fmt.Sprintf(` textLength="%s"`, number(float64(next-x)*cellWidth))
		}
		fmt.Fprintf(&d.body, `<text class="%s" %s y="%s">%s</text>`+"\n", d.class(d.look(c.Style).ink), place, number(float64(top(y))+baseline), escape(text))
		x = next
	}
}

// piece is the text that begins with a cell and can be set as one: letters of
// ASCII with one place and their length together, others each with its place.
func (d *drawing) piece(x, y int, first *cellbuf.Cell) (text string, xs []string, next int) {
	xs = []string{number(left(x))}
	text, next = first.String(), x+first.Width
	if len(first.Comb) > 0 {
		return text, xs, next
	}
	ink := d.look(first.Style).ink
	for next < d.cells.Width() {
		c := d.at(next, y)
		if c == nil || d.look(c.Style).ink != ink || len(c.Comb) > 0 || c.Rune == 0 || isPlain(c) != isPlain(first) || c.Width != first.Width {
			break
		}
		if c.Rune == ' ' && d.blank(next, y, ink) {
			break
		}
		if !isPlain(c) {
			xs = append(xs, number(left(next)))
		}
		text += c.String()
		next += c.Width
	}
	return text, xs, next
}

func isPlain(c *cellbuf.Cell) bool { return c.Rune <= '~' && c.Width == 1 }

// blank reports whether two cells or more are empty from a place on, or all that
// follow in a style: a piece ends before them.
func (d *drawing) blank(x, y int, ink string) bool {
	next := d.at(x+1, y)
	return next == nil || next.Rune == ' ' || !isPlain(next) || d.look(next.Style).ink != ink
}

// class is the name of a rule.
func (d *drawing) class(rule string) string {
	for i, r := range d.rules {
		if r == rule {
			return class(i)
		}
	}
	d.rules = append(d.rules, rule)
	return class(len(d.rules) - 1)
}

func class(i int) string { return "s" + strconv.Itoa(i) }

func left(x int) float64 { return edge + float64(x)*cellWidth }

func top(y int) int { return edge + y*cellHeight }

func number(f float64) string { return strconv.FormatFloat(f, 'f', -1, 32) }

func escape(s string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(s)) // a builder takes everything
	return b.String()
}
