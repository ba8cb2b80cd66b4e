package chart

import (
	"math"
	"slices"
	"strings"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// drawing is a chart at a size.
type drawing struct {
	theme  *theme.Theme
	chart  Chart
	label  int      // cells of the labels at the left
	across float64  // see across
	used   int      // rows from the highest tick to the lowest; those above it are blank
	cells  [][]cell // of the plot
}

type cell struct {
	sign  rune // 0 is blank, covered the second half of a wide letter
	style theme.Style
	fixed bool // a marker or a label, which labels do not cover
}

// covered stands in a cell that the wide letter before it covers too.
const covered = -1

// noDots is the braille character without dots; each dot sets a bit of it.
const noDots = '\u2800'

func dotBits() [4][2]rune {
	return [4][2]rune{{1, 8}, {2, 16}, {4, 32}, {64, 128}}
}

// View draws the chart, exactly height lines of at most width cells, or returns "" if
// it does not fit.
func (c Chart) View(t *theme.Theme, width, height int) string {
	plot := PlotWidth(c.Values, width)
	rows := height - foot
	if c.Zero != "" {
		rows-- // for the break
	}
	if plot < minPlot || rows < minRows {
		return ""
	}
	d := newDrawing(t, c, plot, rows)
	d.grid()
	marker := -1
	if c.Marked {
		marker = d.column(c.Marker) / 2
		for y := range d.cells {
			d.cells[y][marker] = cell{
				sign:  first(t.Glyphs.Border.Left),
				style: t.Tone(theme.Strong),
			}
		}
	}
	for _, l := range c.Lines {
		d.line(l)
	}
	for _, l := range c.Lines {
		d.markers(l)
	}
	for _, l := range c.Lines {
		d.labels(l)
	}
	lines := d.view()
	if c.Zero != "" {
		lines = append(lines, text.Blank(d.label)+t.Paint(theme.Muted, t.Glyphs.Break))
	}
	marks, labels := d.axis(marker)
	return strings.Join(append(lines, marks, labels), "\n")
}

func newDrawing(t *theme.Theme, c Chart, plot, rows int) *drawing {
	d := &drawing{
		theme:  t,
		chart:  c,
		label:  labelWidth(c.Values),
		across: across(c.Times, plot),
		used:   rows,
		cells:  make([][]cell, rows),
	}
	for y := range d.cells {
		d.cells[y] = make([]cell, plot)
	}
	n := len(c.Values) - 1
	if n > 0 && rows > n {
		d.used = (rows-1)/n*n + 1
	}
	return d
}

// dot is a place in the dots of the plot, from the top left.
type dot struct{ x, y int }

// between returns the dots of a straight line: one for each step along its longer axis.
func between(a, b dot) []dot {
	dx := b.x - a.x
	dy := b.y - a.y
	n := max(dx, -dx, dy, -dy)
	dots := []dot{a}
	for i := range n {
		part := float64(i+1) / float64(n)
		dots = append(dots, dot{
			a.x + int(math.Round(part*float64(dx))),
			a.y + int(math.Round(part*float64(dy))),
		})
	}
	return dots
}

// column is the column of dots of a place. What ends halfway between two cells is
// rounded up, whatever the last bits of the float64 are.
func (d *drawing) column(x float64) int {
	return int(2*x*d.across + 1 + 1e-6)
}

// row is the row of dots of a place, from the top.
func (d *drawing) row(y float64) int {
	return 4*(len(d.cells)-d.used) + int(4*(1-y)*float64(d.used-1)+2+1e-6)
}

func first(s string) rune { return []rune(s)[0] }

func (l Line) values() (n int) {
	for _, p := range l.Points {
		if !p.Gap {
			n++
		}
	}
	return n
}

// isFew reports whether a line has so few values that each has a marker. Their line
// runs through the markers' cells at half their height.
func (d *drawing) isFew(l Line) bool {
	return l.values()*6 <= len(d.cells[0])
}

func (d *drawing) dot(p Point, few bool) dot {
	at := dot{d.column(p.X), d.row(p.Y)}
	if few {
		at.y = at.y/4*4 + 2
	}
	return at
}

// grid draws a dotted line at each tick of the values.
func (d *drawing) grid() {
	sign := '·'
	style := d.theme.Line
	if !d.theme.Glyphs.Unicode {
		sign = '-'
	}
	for _, t := range d.chart.Values {
		y := d.row(t.At) / 4
		for x := 1; x < len(d.cells[y]); x += 4 {
			d.cells[y][x] = cell{sign: sign, style: style}
		}
	}
}

// line draws the dots between the points of a line, and one dot for a value without
// neighbours.
func (d *drawing) line(l Line) {
	style := d.theme.Tone(l.Tone)
	few := d.isFew(l)
	step := 0
	for i, p := range l.Points {
		if p.Gap {
			continue
		}
		dots := []dot{d.dot(p, few)}
		if i > 0 && !l.Points[i-1].Gap {
			dots = between(d.dot(l.Points[i-1], few), dots[0])
		}
		for _, dot := range dots {
			if step++; l.Dashed && step%6 >= 3 {
				continue
			}
			c := &d.cells[dot.y/4][dot.x/2]
			bit := dotBits()[dot.y%4][dot.x%2]
			isBraille := c.sign&^0xff == noDots
			if !d.theme.Glyphs.Unicode {
				c.sign = '.'
			} else if isBraille {
				c.sign |= bit
			} else {
				c.sign = noDots | bit
			}
			c.style = style
		}
	}
}

// markers draws the markers of a line: of each value where they are few, and always
// of values with a label or without neighbours. The last value has the line's sign.
func (d *drawing) markers(l Line) {
	few := d.isFew(l)
	last := -1
	isGap := func(i int) bool {
		return i < 0 || i == len(l.Points) || l.Points[i].Gap
	}
	mark := func(i int, sign string) {
		dot := d.dot(l.Points[i], few)
		d.cells[dot.y/4][dot.x/2] = cell{first(sign), d.theme.Tone(theme.Strong), true}
		if sign == l.Sign {
			d.cells[dot.y/4][dot.x/2].style = d.theme.Tone(l.Tone)
		}
	}
	for i, p := range l.Points {
		if p.Gap {
			continue
		}
		last = i
		if few || p.Label != "" || isGap(i-1) && isGap(i+1) {
			mark(i, d.theme.Glyphs.Normal)
		}
	}
	if l.Sign != "" && last >= 0 {
		mark(last, l.Sign)
	}
}

// farthest is the number of rows between a label and its marker at most.
const farthest = 4

// labels draws the labels of a line, the last one first: above or below its marker or beside it, where it
// covers neither a marker nor a line nor another label, as near as possible. A label without room is left out.
func (d *drawing) labels(l Line) {
	few := d.isFew(l)
	for _, p := range slices.Backward(l.Points) {
		if p.Label == "" || p.Gap {
			continue
		}
		dot := d.dot(p, few)
		size := text.Width(p.Label)
		for _, at := range d.places(dot.x/2, dot.y/4, size) {
			if d.isFree(at.x, at.y, size) {
				d.write(p.Label, at.x, at.y)
				break
			}
		}
	}
}

// place is the cell of the plot in which a label begins.
type place struct{ x, y int }

// places are where a label of a size can stand beside the marker in a cell, the best place first.
func (d *drawing) places(x, y, size int) []place {
	middle := max(0, min(x-size/2, len(d.cells[0])-size))
	list := []place{
		{middle, y - 1},
		{middle, y + 1},
		{x - size - 1, y},
		{x + 2, y},
		{x - size, y - 1},
		{x + 1, y + 1},
		{x + 1, y - 1},
		{x - size, y + 1},
	}
	for rows := 2; rows <= farthest; rows++ {
		list = append(
			list,
			place{middle, y - rows},
			place{middle, y + rows},
			place{x - size, y - rows},
			place{x + 1, y + rows},
			place{x + 1, y - rows},
			place{x - size, y + rows},
		)
	}
	return list
}

// write puts a label into the cells of a row.
func (d *drawing) write(label string, x, y int) {
	for _, r := range label {
		width := text.Width(string(r))
		for i := range width {
			c := cell{
				sign:  covered,
				style: d.theme.Tone(theme.Strong),
				fixed: true,
			}
			if i == 0 {
				c.sign = r
			}
			d.cells[y][x+i] = c
		}
		x += width
	}
}

// isFree reports whether a label fits in a place, with a blank at its ends.
func (d *drawing) isFree(x, y, size int) bool {
	if y < 0 || y >= len(d.cells) || x < 0 || x+size > len(d.cells[y]) {
		return false
	}
	for i := max(x-1, 0); i < min(x+size+1, len(d.cells[y])); i++ {
		c := d.cells[y][i]
		isLine := c.sign&^0xff == noDots || c.sign == '.'
		if c.fixed || isLine && i >= x && i < x+size {
			return false
		}
	}
	return true
}

// view is the rows of the plot with the axis of values.
func (d *drawing) view() []string {
	border := d.theme.Glyphs.Border
	faint := d.theme.Tone(theme.Muted)
	values := 0
	for _, l := range d.chart.Lines {
		values += l.values()
	}
	labels := make([]string, len(d.cells))
	for _, t := range d.chart.Values {
		labels[d.row(t.At)/4] = t.Label
	}
	lines := make([]string, len(d.cells))
	for y, cells := range d.cells {
		edge := border.Left
		if labels[y] != "" {
			edge = border.MiddleRight
		}
		lines[y] = faint.Render(text.Right(labels[y], d.label)) +
			d.theme.Line.Render(edge) + paint(cells)
	}
	if values <= 1 && d.chart.Note != "" {
		room := len(d.cells[0])
		from := len(lines)/2 + values // below the point, which is in the middle
		for i, note := range text.Wrap(d.chart.Note, max(room-2, 1)) {
			if y := from + i; y < len(lines) {
				lines[y] = faint.Render(text.Right(labels[y], d.label)) +
					d.theme.Line.Render(border.Left) +
					text.Blank((room-text.Width(note))/2) + faint.Render(note)
			}
		}
	}
	return lines
}

// axis is the line under the plot and the labels below it. A tick whose label
// would touch the previous one is left out.
func (d *drawing) axis(marker int) (marks, labels string) {
	border := d.theme.Glyphs.Border
	line := d.theme.Line
	left := d.label + 1
	cells := make([]cell, left+len(d.cells[0]))
	for i := range cells[d.label:] {
		cells[d.label+i] = cell{sign: first(border.Bottom), style: line}
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
	if marker >= 0 {
		cells[left+marker] = cell{
			sign:  first(border.MiddleBottom),
			style: d.theme.Tone(theme.Strong),
		}
	}
	muted := d.theme.Tone(theme.Muted)
	marks = paint(cells)
	if d.chart.Zero != "" {
		marks = muted.Render(text.Right(d.chart.Zero, d.label)) + paint(cells[d.label:])
	}
	return marks, muted.Render(labels)
}

// paint draws a row, with one escape sequence for each run of a style.
func paint(row []cell) string {
	var b, run strings.Builder
	var style theme.Style
	for _, c := range row {
		if c.sign == covered {
			continue
		}
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
