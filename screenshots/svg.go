package main

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// The size of a cell, and the room round the screen.
const (
	cellWidth  = 8.4
	cellHeight = 18
	margin     = 10
	fontSize   = 14
)

// style is what the escape sequences so far come to. A colour is "" for the
// terminal's own.
type style struct {
	fg, bg                            string
	bold, faint, italic, line, invert bool
}

// run is neighbouring cells of one style.
type run struct {
	style
	x, y, cells int
	text        string
	wide        bool // its letters take two cells each
}

// svg writes a screen as a picture in which every cell has its place, whatever
// the fonts of the one who looks at it.
func svg(screen string, p picture) []byte {
	fg, bg := "#d7dae0", "#101216"
	if p.palette == "light" {
		fg, bg = "#1f2328", "#ffffff"
	}
	var b bytes.Buffer
	width, height := float64(p.width)*cellWidth+2*margin, p.height*cellHeight+2*margin
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %.1f %d" width="%.0f" height="%d" font-family="ui-monospace,'DejaVu Sans Mono',Menlo,Consolas,'Noto Sans Mono CJK SC','PingFang SC','Microsoft YaHei',monospace" font-size="%d">`+"\n", width, height, width, height, fontSize)
	fmt.Fprintf(&b, `<rect width="100%%" height="100%%" rx="6" fill="%s"/>`+"\n", bg)
	for y, line := range strings.Split(screen, "\n") {
		for _, r := range runs(line, y) {
			r.write(&b, fg, bg)
		}
	}
	b.WriteString("</svg>\n")
	return b.Bytes()
}

func (r *run) write(b *bytes.Buffer, fg, bg string) {
	ink, paper := r.fg, r.bg
	if ink == "" {
		ink = fg
	}
	if r.invert {
		if paper == "" {
			paper = bg
		}
		ink, paper = paper, ink
	}
	x, width := margin+float64(r.x)*cellWidth, float64(r.cells)*cellWidth
	if paper != "" {
		fmt.Fprintf(b, `<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>`+"\n", x, margin+r.y*cellHeight, width, cellHeight, paper)
	}
	if strings.TrimSpace(r.text) == "" {
		return
	}
	fmt.Fprintf(b, `<text x="%.1f" y="%d" textLength="%.1f" lengthAdjust="spacingAndGlyphs" xml:space="preserve" fill="%s"`, x, margin+r.y*cellHeight+fontSize, width, ink)
	if r.bold {
		b.WriteString(` font-weight="bold"`)
	}
	if r.faint {
		b.WriteString(` opacity="0.7"`)
	}
	if r.italic {
		b.WriteString(` font-style="italic"`)
	}
	if r.line {
		b.WriteString(` text-decoration="underline"`)
	}
	b.WriteByte('>')
	_ = xml.EscapeText(b, []byte(r.text)) // a buffer takes everything
	b.WriteString("</text>\n")
}

// runs takes a line apart. Letters of two cells stand by themselves, for fonts
// disagree on how wide they are.
func runs(line string, y int) []run {
	var list []run
	var now style
	x := 0
	var state byte
	parser := ansi.NewParser()
	for len(line) > 0 {
		seq, width, n, next := ansi.DecodeSequence(line, state, parser)
		state, line = next, line[n:]
		if width == 0 {
			if strings.HasPrefix(seq, "\x1b[") && strings.HasSuffix(seq, "m") {
				now.apply(strings.Split(seq[2:len(seq)-1], ";"))
			} else if len(list) > 0 && seq[0] >= 0x20 && seq[0] != 0x7f {
				list[len(list)-1].text += seq
			}
			continue
		}
		last := len(list) - 1
		if width == 1 && last >= 0 && list[last].style == now && !list[last].wide {
			list[last].text += seq
			list[last].cells++
		} else {
			list = append(list, run{style: now, x: x, y: y, cells: width, text: seq, wide: width > 1})
		}
		x += width
	}
	return list
}

// apply takes the parameters of a sequence that sets the style.
func (s *style) apply(params []string) {
	for i := 0; i < len(params); i++ {
		n, _ := strconv.Atoi(params[i]) // "" is 0
		switch {
		case n == 0:
			*s = style{}
		case n == 1:
			s.bold = true
		case n == 2:
			s.faint = true
		case n == 3:
			s.italic = true
		case n == 4:
			s.line = true
		case n == 7:
			s.invert = true
		case n >= 30 && n <= 37:
			s.fg = colour(n - 30)
		case n >= 90 && n <= 97:
			s.fg = colour(n - 90 + 8)
		case n >= 40 && n <= 47:
			s.bg = colour(n - 40)
		case n >= 100 && n <= 107:
			s.bg = colour(n - 100 + 8)
		case n == 39:
			s.fg = ""
		case n == 49:
			s.bg = ""
		case (n == 38 || n == 48) && i+2 < len(params) && params[i+1] == "5":
			index, _ := strconv.Atoi(params[i+2])
			if n == 38 {
				s.fg = colour(index)
			} else {
				s.bg = colour(index)
			}
			i += 2
		}
	}
}

// colour is one of the 256 colours of a terminal, the first sixteen in a common
// choice of shades.
func colour(n int) string {
	first := [...]string{
		"#1d1f21", "#c5221f", "#1a7f37", "#9a6700", "#0550ae", "#8250df", "#1b7c83", "#c5c8c6",
		"#7d858f", "#ff6b64", "#7ec77b", "#e6c84f", "#6cb6ff", "#d2a8ff", "#56d4dd", "#ffffff",
	}
	switch {
	case n < 0 || n > 255:
		return ""
	case n < 16:
		return first[n]
	case n < 232:
		n -= 16
		level := func(v int) int {
			if v == 0 {
				return 0
			}
			return 55 + 40*v
		}
		return fmt.Sprintf("#%02x%02x%02x", level(n/36), level(n/6%6), level(n%6))
	}
	grey := 8 + 10*(n-232)
	return fmt.Sprintf("#%02x%02x%02x", grey, grey, grey)
}
