package chart

import (
	"strings"

	"github.com/NimbleMarkets/ntcharts/canvas"
	"github.com/NimbleMarkets/ntcharts/canvas/graph"
	"github.com/NimbleMarkets/ntcharts/canvas/runes"

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
	sign  string // "" is blank
	style theme.Style
}

// panel draws the rows of a panel with labels and axis. The rows between any two
// ticks are the same number; what is left over stays blank at the top.
func (d *drawing) panel(p Panel, rows int) []string {
	border := d.theme.Glyphs.Border
	cells := make([][]cell, rows)
	for y := range cells {
		cells[y] = make([]cell, d.plot)
		if d.marker >= 0 {
			cells[y][d.marker] = cell{sign: border.Left, style: d.theme.Tone(theme.Strong)}
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
	faint := d.theme.Tone(theme.Faint)
	lines := make([]string, rows)
	for y := range cells {
		edge := border.Left
		if labels[y] != "" {
			edge = border.MiddleRight
		}
		var b strings.Builder
		b.WriteString(faint.Render(text.Right(labels[y], d.label) + edge))
		if empty && y == rows/2 {
			note := text.Cut(p.Empty, d.plot)
			b.WriteString(text.Blank((d.plot-text.Width(note))/2) + d.theme.Tone(theme.Muted).Render(note))
		} else {
			paint(&b, cells[y])
		}
		lines[y] = b.String()
	}
	return lines
}

// line draws a line into the cells and reports whether it has no value. Where its
// values are few each has a bullet, and the line runs through the bullets' cells
// at half their height; values without neighbours always have one.
func (d *drawing) line(cells [][]cell, line Line, row func(float64) int) (empty bool) {
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
	grid := graph.NewBrailleGrid(d.plot, len(cells), 0, 1, 0, 1)
	style := d.theme.Tone(line.Tone)
	step := 0
	for i, p := range line.Points {
		if i == 0 || p.Gap || line.Points[i-1].Gap {
			continue
		}
		for _, dot := range graph.GetLinePoints(at(line.Points[i-1]), at(p)) {
			if step++; line.Dashed && step%6 >= 3 {
				continue
			}
			if grid.Set(dot); !d.theme.Glyphs.Unicode {
				cells[dot.Y/4][dot.X/2] = cell{sign: ".", style: style}
			}
		}
	}
	if d.theme.Glyphs.Unicode {
		for y, patterns := range grid.BraillePatterns() {
			for x, r := range patterns {
				if r == runes.BrailleBlockOffset {
					continue
				}
				if old := []rune(cells[y][x].sign); len(old) == 1 {
					r = runes.CombineBraillePatterns(old[0], r)
				}
				cells[y][x] = cell{sign: string(r), style: style}
			}
		}
	}
	for i, p := range line.Points {
		alone := (i == 0 || line.Points[i-1].Gap) && (i == len(line.Points)-1 || line.Points[i+1].Gap)
		if !p.Gap && (few || alone) {
			dot := at(p)
			cells[dot.Y/4][dot.X/2] = cell{sign: d.theme.Glyphs.Bullet, style: style}
		}
	}
	if line.Sign != "" && last >= 0 {
		dot := at(line.Points[last])
		cells[dot.Y/4][dot.X/2] = cell{sign: line.Sign, style: style}
	}
	return values == 0
}

// axis is the line under the plot and the labels below it. A tick whose label
// would touch the previous one is left out.
func (d *drawing) axis() (marks, labels string) {
	border := d.theme.Glyphs.Border
	signs := strings.Split(strings.Repeat(border.Bottom, d.plot), "")
	var b strings.Builder
	width := d.label + 1 + d.plot
	end := 0
	for _, t := range d.chart.Times {
		size := text.Width(t.Label)
		at := d.column(t.At) / 2
		from := max(0, min(d.label+1+at-size/2, width-size))
		if size > width || b.Len() > 0 && from <= end {
			continue
		}
		signs[at] = border.MiddleTop
		b.WriteString(text.Blank(from - end))
		b.WriteString(t.Label)
		end = from + size
	}
	faint, corner := d.theme.Tone(theme.Faint), text.Blank(d.label)+border.BottomLeft
	labels = faint.Render(b.String())
	if d.marker < 0 {
		return faint.Render(corner + strings.Join(signs, "")), labels
	}
	return faint.Render(corner+strings.Join(signs[:d.marker], "")) + d.theme.Tone(theme.Strong).Render(border.MiddleBottom) +
		faint.Render(strings.Join(signs[d.marker+1:], "")), labels
}

// paint writes a row, one escape sequence for each run of a style.
func paint(b *strings.Builder, row []cell) {
	var run strings.Builder
	var style theme.Style
	flush := func() {
		b.WriteString(style.Render(run.String()))
		run.Reset()
	}
	for _, c := range row {
		if c.sign == "" {
			c.sign = " "
			if !style.ShowsOnBlanks() {
				c.style = style // a blank continues the run before it
			}
		}
		if c.style != style {
			flush()
			style = c.style
		}
		run.WriteString(c.sign)
	}
	flush()
}
