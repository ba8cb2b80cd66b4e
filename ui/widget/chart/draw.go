package chart

import (
	"strings"

	"github.com/NimbleMarkets/ntcharts/canvas"
	"github.com/NimbleMarkets/ntcharts/canvas/graph"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// drawing is what the parts of one chart share.
type drawing struct {
	theme  *theme.Theme
	chart  Chart
	label  int     // cells of the labels at the left
	plot   int     // cells across the plot
	across float64 // see across
	marker int     // its cell, -1 for none
}

type cell struct {
	sign  rune // 0 is blank
	style theme.Style
}

// noDots is the braille character without dots; each dot sets a bit of it.
const noDots = '\u2800'

func dotBits() [4][2]rune { return [4][2]rune{{1, 8}, {2, 16}, {4, 32}, {64, 128}} }

// panel draws the rows of a panel with labels and axis. The rows between any two
// ticks are the same number; what is left over stays blank at the top.
func (d *drawing) panel(p Panel, rows int) []string {
	border := d.theme.Glyphs.Border
	cells := make([][]cell, rows)
	for y := range cells {
		cells[y] = make([]cell, d.plot)
		if d.marker >= 0 {
			cells[y][d.marker] = cell{first(border.Left), d.theme.Tone(theme.Strong)}
		}
	}
	used := rows
	if n := len(p.Ticks) - 1; n > 0 && rows > n {
		used = (rows-1)/n*n + 1
	}
	row := func(y float64) int { return 4*(rows-used) + int(4*(1-clamp(y))*float64(used-1)+2+1e-6) } // of dots, from the top
	empty := true
	for _, line := range p.Lines {
		empty = d.line(cells, line, row) && empty
	}
	labels := make([]string, rows)
	for _, t := range p.Ticks {
		if !empty {
			labels[row(t.At)/4] = t.Label
		}
	}
	lines := make([]string, rows)
	for y := range cells {
		edge := border.Left
		if labels[y] != "" {
			edge = border.MiddleRight
		}
		lines[y] = d.theme.Tone(theme.Faint).Render(text.Right(labels[y], d.label)+edge) + paint(cells[y])
	}
	if empty {
		note := text.Cut(p.Empty, d.plot)
		lines[rows/2] = d.theme.Tone(theme.Faint).Render(text.Blank(d.label)+border.Left) +
			text.Blank((d.plot-text.Width(note))/2) + d.theme.Tone(theme.Muted).Render(note)
	}
	return lines
}

func first(s string) rune { return []rune(s)[0] }

// line draws a line into the cells and reports whether it has no value. Where its
// values are few each has a bullet, and the line runs through the bullets' cells
// at half their height; values without neighbours always have one.
func (d *drawing) line(cells [][]cell, line Line, row func(float64) int) (empty bool) {
	style := d.theme.Tone(line.Tone)
	values, last := 0, -1
	for i, p := range line.Points {
		if !p.Gap {
			values, last = values+1, i
		}
	}
	few := values*6 <= d.plot
	at := func(p Point) canvas.Point {
		dot := canvas.Point{X: d.column(p.X), Y: row(p.Y)}
		if few {
			dot.Y = dot.Y/4*4 + 2
		}
		return dot
	}
	sign := func(p Point, sign rune) {
		dot := at(p)
		cells[dot.Y/4][dot.X/2] = cell{sign, style}
	}
	gap := func(i int) bool { return i < 0 || i == len(line.Points) || line.Points[i].Gap }
	step := 0
	for i, p := range line.Points {
		if gap(i) || gap(i-1) {
			continue
		}
		for _, dot := range graph.GetLinePoints(at(line.Points[i-1]), at(p)) {
			if step++; line.Dashed && step%6 >= 3 {
				continue
			}
			c := &cells[dot.Y/4][dot.X/2]
			bit := dotBits()[dot.Y%4][dot.X%2]
			switch isBraille := c.sign&^0xff == noDots; {
			case !d.theme.Glyphs.Unicode:
				c.sign = '.'
			case isBraille:
				c.sign |= bit
			default:
				c.sign = noDots | bit
			}
			c.style = style
		}
	}
	for i, p := range line.Points {
		if !p.Gap && (few || gap(i-1) && gap(i+1)) {
			sign(p, first(d.theme.Glyphs.Bullet))
		}
	}
	if line.Sign != "" && last >= 0 {
		sign(line.Points[last], first(line.Sign))
	}
	return values == 0
}

// axis is the line under the plot and the labels below it. A tick whose label
// would touch the previous one is left out.
func (d *drawing) axis() (marks, labels string) {
	border, faint := d.theme.Glyphs.Border, d.theme.Tone(theme.Faint)
	left := d.label + 1
	cells := make([]cell, left+d.plot)
	for i := range cells[d.label:] {
		cells[d.label+i] = cell{first(border.Bottom), faint}
	}
	cells[d.label].sign = first(border.BottomLeft)
	for _, t := range d.chart.Times {
		size := text.Width(t.Label)
		at := left + d.column(t.At)/2
		from := max(0, min(at-size/2, len(cells)-size))
		if size > len(cells) || labels != "" && from <= text.Width(labels) {
			continue
		}
		cells[at].sign = first(border.MiddleTop)
		labels = text.Left(labels, from) + t.Label
	}
	if d.marker >= 0 {
		cells[left+d.marker] = cell{first(border.MiddleBottom), d.theme.Tone(theme.Strong)}
	}
	return paint(cells), faint.Render(labels)
}

// paint draws a row, with one escape sequence for each run of a style.
func paint(row []cell) string {
	var b, run strings.Builder
	var style theme.Style
	for _, c := range row {
		if c.sign == 0 {
			c.sign = ' '
			if !style.ShowsOnBlanks() {
				c.style = style // a blank continues the run before it
			}
		}
		if c.style != style {
			b.WriteString(style.Render(run.String()))
			run.Reset()
			style = c.style
		}
		run.WriteRune(c.sign)
	}
	b.WriteString(style.Render(run.String()))
	return b.String()
}
