package chart

import (
	"strings"

	"github.com/NimbleMarkets/ntcharts/canvas"
	"github.com/NimbleMarkets/ntcharts/canvas/graph"
	"github.com/NimbleMarkets/ntcharts/canvas/runes"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// drawing is what the parts of one chart have in common.
type drawing struct {
	theme  *theme.Theme
	chart  Chart
	label  int // cells of the labels at the left
	plot   int // cells across the plot
	marker int // its cell, -1 for none
}

type cell struct {
	sign  string // "" is blank
	style theme.Style
}

// panel draws the rows of a panel, labels and axis included.
func (d drawing) panel(p Panel, rows int) []string {
	cells := make([][]cell, rows)
	for y := range cells {
		cells[y] = make([]cell, d.plot)
		if d.marker >= 0 {
			cells[y][d.marker] = cell{sign: "│", style: d.theme.Tone(theme.Strong)}
		}
	}
	empty := true
	for _, line := range p.Lines {
		empty = d.line(cells, line) && empty
	}
	labels := make([]string, rows)
	if empty {
		write(cells[rows/2], p.Empty, d.theme.Tone(theme.Muted))
	} else {
		for _, t := range p.Ticks {
			labels[rows-1-place(t.At, 4*rows)/4] = t.Label
		}
	}
	faint := d.theme.Tone(theme.Faint)
	lines := make([]string, rows)
	for y := range cells {
		edge := "│"
		if labels[y] != "" {
			edge = "┤"
		}
		var b strings.Builder
		b.WriteString(faint.Render(text.Right(labels[y], d.label) + edge))
		paint(&b, cells[y])
		lines[y] = b.String()
	}
	return lines
}

// line draws a line into the cells and tells whether there was nothing to draw.
func (d drawing) line(cells [][]cell, line Line) (empty bool) {
	rows := len(cells)
	grid := graph.NewBrailleGrid(d.plot, rows, 0, 1, 0, 1)
	at := func(p Point) canvas.Point {
		return canvas.Point{X: place(p.X, 2*d.plot), Y: 4*rows - 1 - place(p.Y, 4*rows)}
	}
	step, last, values := 0, -1, 0
	for i, p := range line.Points {
		if p.Gap {
			continue
		}
		values++
		last = i
		from := p
		if i > 0 && !line.Points[i-1].Gap {
			from = line.Points[i-1]
		}
		for _, dot := range graph.GetLinePoints(at(from), at(p)) {
			if step++; !line.Dashed || step%6 < 3 {
				grid.Set(dot)
			}
		}
	}
	style := d.theme.Tone(line.Tone)
	for y, row := range grid.BraillePatterns() {
		for x, r := range row {
			if r == runes.BrailleBlockOffset {
				continue
			}
			old := []rune(cells[y][x].sign)
			if len(old) == 1 {
				r = runes.CombineBraillePatterns(old[0], r)
			}
			cells[y][x] = cell{sign: string(r), style: style}
		}
	}
	d.marks(cells, line, at, values)
	if line.Sign != "" && last >= 0 {
		p := at(line.Points[last])
		cells[p.Y/4][p.X/2] = cell{sign: line.Sign, style: style}
	}
	return values == 0
}

// marks puts a bullet at each value where these are few, so that one sees where
// there was one, and at values that stand alone and would be a dot that nobody sees.
func (d drawing) marks(cells [][]cell, line Line, at func(Point) canvas.Point, values int) {
	few := values*6 <= d.plot
	for i, p := range line.Points {
		alone := (i == 0 || line.Points[i-1].Gap) && (i == len(line.Points)-1 || line.Points[i+1].Gap)
		if p.Gap || !few && !alone {
			continue
		}
		c := at(p)
		cells[c.Y/4][c.X/2] = cell{sign: d.theme.Glyphs.Bullet, style: d.theme.Tone(line.Tone)}
	}
}

// axis is the line under the plot and the labels below it, each as near to its
// mark as the edges allow. A mark whose label would touch the one before is left out.
func (d drawing) axis() (marks, labels string) {
	signs := strings.Split(strings.Repeat("─", d.plot), "")
	var b strings.Builder
	width := d.label + 1 + d.plot
	end := 0
	for _, t := range d.chart.Times {
		size := text.Width(t.Label)
		at := place(t.At, 2*d.plot) / 2
		from := max(0, min(d.label+1+at-size/2, width-size))
		if size > width || b.Len() > 0 && from <= end {
			continue
		}
		signs[at] = "┬"
		b.WriteString(text.Blank(from - end))
		b.WriteString(t.Label)
		end = from + size
	}
	faint := d.theme.Tone(theme.Faint)
	labels = faint.Render(b.String())
	marks = faint.Render(text.Blank(d.label) + "└" + strings.Join(signs, ""))
	if d.marker >= 0 {
		marks = faint.Render(text.Blank(d.label)+"└"+strings.Join(signs[:d.marker], "")) +
			d.theme.Tone(theme.Strong).Render("┴") + faint.Render(strings.Join(signs[d.marker+1:], ""))
	}
	return marks, labels
}

// write puts text into the middle of a row, a cell of the terminal in each cell.
func write(row []cell, s string, style theme.Style) {
	s = text.Cut(s, len(row))
	x := (len(row) - text.Width(s)) / 2
	for _, r := range s {
		size := text.Width(string(r))
		if size == 0 {
			row[max(x-1, 0)].sign += string(r)
			continue
		}
		row[x] = cell{sign: string(r), style: style}
		for i := 1; i < size; i++ {
			row[x+i] = cell{sign: covered}
		}
		x += size
	}
}

// covered is the sign of a cell that a wide one before it takes up.
const covered = "\x00"

// paint writes a row, one escape sequence for each run of one style.
func paint(b *strings.Builder, row []cell) {
	var run strings.Builder
	var style theme.Style
	flush := func() {
		b.WriteString(style.Render(run.String()))
		run.Reset()
	}
	for _, c := range row {
		switch {
		case c.sign == covered:
			continue
		case c.sign == "":
			c.sign = " "
			if !style.ShowsOnBlanks() {
				c.style = style // a blank goes with what is before it
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
