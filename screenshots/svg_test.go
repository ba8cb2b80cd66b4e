package screenshots

import (
	"cmp"
	"encoding/xml"
	"fmt"
	"image/color"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/cellbuf"
)

// The sizes of a cell and of the margin around the screen, in pixels. A
// monospace font of this size has letters of this width.
const (
	cellWidth  = 9
	cellHeight = 18
	fontSize   = 15
	baseline   = 14 // of the letters, below the top of their cell
	edge       = 12
)

const fonts = `ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',` +
	`'Noto Sans Mono CJK SC','Noto Sans CJK SC','PingFang SC','Microsoft YaHei',monospace`

// scheme has the colours of a terminal: the default ones, and the sixteen that
// are named by number.
type scheme struct {
	background, text string
	sixteen          [16]string
}

// scheme16 returns the scheme of a dark or a light terminal.
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

// hex formats a colour, none for nil.
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

// look is how a cell is drawn: ink has the declarations of a CSS rule, ground the
// background.
type look struct{ ink, ground string }

func (s scheme) look(style cellbuf.Style) look {
	ink := s.hex(style.Fg, s.text)
	ground := s.hex(style.Bg, s.background)
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
	rules []string // of the classes s0, s1, … in order
}

// frame is a screen, given as lines with escape sequences, and the time at which it
// begins.
type frame struct {
	view  string
	begin time.Duration
}

// place is where a part of a line begins, interval a time in which it is there.
type (
	place    struct{ x, y int }
	interval struct{ from, to time.Duration }
)

// part is a part of a line, as if it were on the first line.
type part struct {
	drawn string
	end   int // the column after it
	from  time.Duration
}

// svg draws screens one after the other, in a loop that takes until end. Every letter is
// in its cell, whatever the font: text is set in pieces of one style with their
// positions. A part of a line that does not move is drawn in its place. Others are drawn
// once, however often and on whichever line they appear, and shown by reference while
// they are on the screen.
func svg(frames []frame, end time.Duration, width, height int, s scheme, title string) string {
	d := &drawing{scheme: s}
	shown := map[interval]string{}
	var defs, still strings.Builder
	ids := map[string]string{} // of parts
	first := draw(frames[0].view, width, height)
	screen := map[place]part{}
	for i, f := range append(frames, frame{begin: end}) {
		parts := d.parts(f, width, height, len(frames) == 1)
		for _, at := range slices.SortedFunc(maps.Keys(screen), byPlace) {
			old := screen[at]
			switch {
			case i == len(frames) && old.from == 0:
				still.WriteString(d.part(first, at.x, old.end, at.y, top(at.y)))
			case parts[at].drawn == old.drawn:
				parts[at] = old
			default:
				if ids[old.drawn] == "" {
					ids[old.drawn] = fmt.Sprintf("l%d", len(ids))
					fmt.Fprintf(&defs, "<g id=%q>%s</g>\n", ids[old.drawn], strings.ReplaceAll(old.drawn, "\n", ""))
				}
				shown[interval{old.from, f.begin}] += fmt.Sprintf(
					"<use href=\"#%s\" y=\"%d\"/>",
					ids[old.drawn],
					top(at.y),
				)
			}
		}
		screen = parts
	}
	if len(shown) == 0 {
		return d.document(still.String(), "", width, height, title)
	}
	groups, rules := animate(shown, end)
	return d.document("<defs>\n"+defs.String()+"</defs>\n"+still.String()+groups, rules, width, height, title)
}

func byPlace(a, b place) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(a.x, b.x)) }

// parts draws the lines of a screen, whole or in the parts that the borders of regions
// separate: these change at different times.
func (d *drawing) parts(f frame, width, height int, whole bool) map[place]part {
	cells := draw(f.view, width, height)
	parts := map[place]part{}
	for y := range height {
		from := 0
		for x := range width {
			if c := at(cells, x, y); x == width-1 || !whole && c != nil && c.Rune == '│' {
				if drawn := d.part(cells, from, x+1, y, 0); drawn != "" {
					parts[place{from, y}] = part{drawn, x + 1, f.begin}
				}
				from = x + 1
			}
		}
	}
	return parts
}

// animate returns groups of references that are visible in their intervals, and their
// rules.
func animate(shown map[interval]string, end time.Duration) (groups, rules string) {
	var g, r strings.Builder
	percent := func(t time.Duration) string { return number(100 * float64(t) / float64(end)) }
	r.WriteString(".t{visibility:hidden;animation:" + number(end.Seconds()) + "s step-end infinite}")
	spans := slices.SortedFunc(maps.Keys(shown), func(a, b interval) int {
		return cmp.Or(cmp.Compare(a.from, b.from), cmp.Compare(a.to, b.to))
	})
	for i, span := range spans {
		fmt.Fprintf(&g, "<g class=\"t t%d\">%s</g>\n", i, shown[span])
		fmt.Fprintf(&r, ".t%d{animation-name:k%d}@keyframes k%d{", i, i, i)
		if span.from > 0 {
			r.WriteString("0%{visibility:hidden}")
		}
		fmt.Fprintf(&r, "%s%%{visibility:visible}", percent(span.from))
		if span.to < end {
			fmt.Fprintf(&r, "%s%%,to{visibility:hidden}", percent(span.to))
		}
		r.WriteString("}")
	}
	return g.String(), r.String()
}

// document wraps a body with the styles that it uses and other rules.
func (d *drawing) document(body, rules string, width, height int, title string) string {
	w := number(float64(width)*cellWidth + 2*edge)
	h := number(float64(height)*cellHeight + 2*edge)
	var b strings.Builder
	fmt.Fprintf(
		&b,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %[1]s %[2]s" width="%[1]s" height="%[2]s"`,
		w,
		h,
	)
	b.WriteString(` xml:space="preserve">` + "\n") // as white-space below, for viewers other than browsers
	fmt.Fprintf(&b, "<title>%s</title>\n<style>text{font:%dpx %s;white-space:pre}", escape(title), fontSize, fonts)
	for i, rule := range d.rules {
		fmt.Fprintf(&b, ".%s{%s}", class(i), rule)
	}
	fmt.Fprintf(
		&b,
		"%s</style>\n"+`<rect width="100%%" height="100%%" rx="8" fill="%s"/>`+"\n%s</svg>\n",
		rules,
		d.background,
		body,
	)
	return b.String()
}

// draw puts a screen into cells.
func draw(view string, width, height int) *cellbuf.Buffer {
	cells := cellbuf.NewBuffer(width, height)
	cellbuf.SetContent(cells, view)
	return cells
}

// part draws the cells of a line from one column to before another.
func (d *drawing) part(cells *cellbuf.Buffer, from, to, y, top int) string {
	return d.grounds(cells, from, to, y, top) + d.letters(cells, from, to, y, top)
}

// at returns a cell, nil if a wide letter covers it.
func at(cells *cellbuf.Buffer, x, y int) *cellbuf.Cell {
	c := cells.Cell(x, y)
	if c == nil || c.Width == 0 {
		return nil
	}
	return c
}

// grounds draws the backgrounds of a part, one rectangle for each colour.
func (d *drawing) grounds(cells *cellbuf.Buffer, from, to, y, top int) string {
	var b strings.Builder
	colour := d.background
	flush := func(to int) {
		if colour != d.background && to > from {
			fmt.Fprintf(&b, `<rect x="%s" y="%d" width="%s" height="%d" fill="%s"/>`+"\n",
				number(left(from)), top, number(float64(to-from)*cellWidth), cellHeight, colour)
		}
		from = to
	}
	for x := from; x < to; x++ {
		c := at(cells, x, y)
		if c == nil {
			continue
		}
		if ground := d.look(c.Style).ground; ground != colour {
			flush(x)
			colour = ground
		}
	}
	flush(to)
	return b.String()
}

// letters draws the text of a part in pieces of one style and kind: letters of one
// width as one text with its length, others each at its own place.
func (d *drawing) letters(cells *cellbuf.Buffer, from, to, y, top int) string {
	var b strings.Builder
	for x := from; x < to; {
		first := at(cells, x, y)
		if first == nil || first.Rune == ' ' || first.Rune == 0 {
			x++
			continue
		}
		ink := d.look(first.Style).ink
		var text string
		var places []string
		next := x
		for next < to {
			c := at(cells, next, y)
			if c == nil || c.Rune == 0 || d.look(c.Style).ink != ink || kind(c) != kind(first) {
				break
			}
			text += c.String()
			places = append(places, number(left(next)))
			next += c.Width
			if len(c.Comb) > 0 {
				break // a combined letter has several places
			}
		}
		place := strings.Join(places, " ")
		if kind(first) != other {
			text = strings.TrimRight(text, " ")
			place = fmt.Sprintf(`%s" textLength="%d`, places[0], utf8.RuneCountInString(text)*cellWidth)
		}
		fmt.Fprintf(
			&b,
			`<text class="%s" x="%s" y="%d">%s</text>`+"\n",
			d.class(ink),
			place,
			top+baseline,
			escape(text),
		)
		x = next
	}
	return b.String()
}

// The kinds of letters: those of ascii and lines have the same width in a font.
const (
	ascii = iota
	lines // box drawing and blocks
	other
)

func kind(c *cellbuf.Cell) int {
	switch {
	case c.Rune <= '~' && len(c.Comb) == 0:
		return ascii
	case c.Rune >= 0x2500 && c.Rune <= 0x259f:
		return lines
	}
	return other
}

// class returns the name of a rule.
func (d *drawing) class(rule string) string {
	i := slices.Index(d.rules, rule)
	if i < 0 {
		i = len(d.rules)
		d.rules = append(d.rules, rule)
	}
	return class(i)
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
