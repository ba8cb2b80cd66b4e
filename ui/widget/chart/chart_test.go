package chart

import (
	"cmp"
	"io"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/muesli/termenv"
	"pgregory.net/rapid"

	"channeldeck/theme"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/text"
)

func plain() *theme.Theme {
	p, _ := theme.ByName("mono")
	return theme.New(theme.NewRenderer(io.Discard, termenv.Ascii, true), p, theme.Unicode())
}

func wave(n int) []Point {
	out := make([]Point, n)
	for i := range out {
		x := float64(i) / float64(n-1)
		out[i] = Point{X: x, Y: 0.5 + 0.5*math.Sin(9*x)}
	}
	return out
}

var axes = []Tick{{0, "0"}, {0.5, "50万"}, {1, "100万"}}

// A line goes from end to end, its dots touch, and each is the nearest one.
func TestBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		place := rapid.IntRange(-60, 60)
		a := dot{place.Draw(t, "x1"), place.Draw(t, "y1")}
		b := dot{place.Draw(t, "x2"), place.Draw(t, "y2")}
		dots := between(a, b)
		n := max(b.x-a.x, a.x-b.x, b.y-a.y, a.y-b.y)
		first := dots[0]
		last := dots[len(dots)-1]
		if len(dots) != n+1 || (first != a || last != b) && (first != b || last != a) {
			t.Fatalf("%v to %v: %v", a, b, dots)
		}
		for i, d := range dots {
			if i > 0 && max(d.x-dots[i-1].x, dots[i-1].x-d.x, d.y-dots[i-1].y, dots[i-1].y-d.y) != 1 {
				t.Errorf("%v to %v: a step from %v to %v", a, b, dots[i-1], d)
			}
			off := math.Abs(float64((d.x-a.x)*(b.y-a.y) - (d.y-a.y)*(b.x-a.x)))
			if off > float64(n)/2 {
				t.Errorf("%v to %v: %v is not the nearest", a, b, d)
			}
		}
	})
}

func TestGolden(t *testing.T) {
	times := []Tick{{0, "10:00"}, {0.25, "11:00"}, {0.5, "12:00"}, {0.52, "12:05"}, {1, "14:00"}}
	gap := wave(60)
	for i := 20; i < 30; i++ {
		gap[i].Gap = true
	}
	many := wave(60)
	many[0].Label, many[10].Label, many[31].Label, many[59].Label = "500,000", "1,000,000", "12", "706,059"
	var sheet golden.Sheet
	for _, c := range []struct {
		name string
		Chart
	}{
		{
			"one",
			Chart{
				Lines:  []Line{{Points: []Point{{X: 0.5, Y: 0.5, Label: "7"}}}},
				Values: []Tick{{0.5, "7"}},
				Times:  []Tick{{0.5, "10:00"}},
				Note:   "Press r to refresh.",
			},
		},
		{
			"two",
			Chart{
				Lines:  []Line{{Points: []Point{{X: 0, Y: 0, Label: "0"}, {X: 1, Y: 1, Label: "1,000,000"}}}},
				Values: axes,
				Times:  times,
			},
		},
		{"gap", Chart{Lines: []Line{{Points: gap}}, Values: axes, Times: times, Marked: true, Marker: 0.3}},
		{
			"alone",
			Chart{
				Lines: []Line{{
					Points: []Point{{X: 0}, {X: 0.2, Gap: true}, {X: 0.4, Y: 1}, {X: 0.6, Gap: true}, {X: 1, Y: 0.5}},
				}},
				Values: axes,
				Times:  times,
			},
		},
		{"empty", Chart{Note: "还没有数值 yet", Lines: []Line{{Points: []Point{{X: 0.5, Gap: true}}}}}},
		{"labels", Chart{Lines: []Line{{Points: many}}, Values: axes, Times: times}},
		{
			"works",
			Chart{
				Lines: []Line{
					{Points: wave(40), Sign: "A"},
					{Points: []Point{{X: 0, Y: 1}, {X: 0.8, Y: 0.1}}, Dashed: true, Sign: "B"},
				},
				Values: axes,
				Times:  times,
			},
		},
		{
			"broken",
			Chart{
				Lines:  []Line{{Points: []Point{{X: 0, Y: 0, Label: "5.92"}, {X: 1, Y: 1, Label: "6.01"}}}},
				Values: []Tick{{0, "5.92"}, {0.5, "5.97"}, {1, "6.02"}},
				Zero:   "0",
				Times:  times,
			},
		},
	} {
		sheet.Add(c.name, c.View(plain(), 60, 14))
		ascii := c.View(asciiTheme(), 60, 14)
		if c.name == "works" {
			sheet.Add(c.name+" in ASCII", ascii)
		}
		for _, r := range strings.NewReplacer("万", "", "还没有数值", "").Replace(ascii) {
			if r > '~' {
				t.Errorf("%s: %q is not ASCII", c.name, r)
			}
		}
	}
	sheet.Golden(t, "charts")
}

func asciiTheme() *theme.Theme {
	p, _ := theme.ByName("mono")
	return theme.New(theme.NewRenderer(io.Discard, termenv.Ascii, true), p, theme.ASCII())
}

// Every marker covers a cell that the line runs through, and covers all of a value
// with a label, of a value alone, and of few values.
func TestMarkersAreOnTheLine(t *testing.T) {
	number := rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 1}))
	point := rapid.Custom(func(t *rapid.T) Point {
		return Point{
			X:     number.Draw(t, "x"),
			Y:     number.Draw(t, "y"),
			Gap:   rapid.IntRange(0, 4).Draw(t, "gap") == 0,
			Label: rapid.SampledFrom([]string{"", "12"}).Draw(t, "label"),
		}
	})
	for _, th := range []*theme.Theme{plain(), asciiTheme()} {
		rapid.Check(t, func(t *rapid.T) {
			l := Line{Points: rapid.SliceOfN(point, 0, 60).Draw(t, "points")}
			plot := rapid.IntRange(minPlot, 150).Draw(t, "plot")
			rows := rapid.IntRange(minRows, 50).Draw(t, "rows")
			c := Chart{Lines: []Line{l}, Values: axes}
			lines := newDrawing(th, c, plot, rows)
			markers := newDrawing(th, c, plot, rows)
			lines.line(l)
			markers.markers(l)
			n := 0
			for y := range markers.cells {
				for x, m := range markers.cells[y] {
					if m.sign == 0 {
						continue
					}
					if n++; lines.cells[y][x].sign == 0 {
						t.Fatalf("a marker at %d, %d is not on the line", x, y)
					}
				}
			}
			if hasLabel := slices.ContainsFunc(l.Points, func(p Point) bool {
				return !p.Gap && p.Label != ""
			}); hasLabel && n == 0 {
				t.Fatal("a value with a label has no marker")
			}
		})
	}
}

// The labels that have room are complete, and none takes the room of the last one.
func TestLabelsDoNotOverlap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var points []Point
		labels := []string{"<1111>", "<22222222>", "<3>", "<4444>"}
		from := rapid.Float64Range(0, 0.9).Draw(t, "from") // the nearer, the less room
		for range labels {
			points = append(points, Point{
				X: rapid.Float64Range(from, 1).Draw(t, "x"),
				Y: rapid.Float64Range(0, 1).Draw(t, "y"),
			})
		}
		slices.SortFunc(points, func(a, b Point) int { return cmp.Compare(a.X, b.X) })
		for i := range points {
			points[i].Label = labels[i]
		}
		view := Chart{Lines: []Line{{Points: points}}, Values: axes}.View(plain(), 70, 20)
		opened := strings.Count(view, "<")
		complete := regexp.MustCompile(`<(1111|22222222|3|4444)>`).FindAllString(view, -1)
		for i := range labels[:3] {
			points[i].Label = ""
		}
		alone := Chart{Lines: []Line{{Points: points}}, Values: axes}.View(plain(), 70, 20)
		isLost := strings.Contains(alone, labels[3]) && !strings.Contains(view, labels[3])
		if opened != len(complete) || isLost {
			t.Fatalf("%q are complete:\n%s", complete, view)
		}
	})
}

// rowsOf and columnsOf return the places of a sign in a drawn chart.
func rowsOf(view, sign string) (rows []int) {
	for y, line := range strings.Split(view, "\n") {
		if strings.Contains(line, sign) {
			rows = append(rows, y)
		}
	}
	return rows
}

func columnsOf(line, sign string) (columns []int) {
	for x, r := range []rune(line) {
		if string(r) == sign {
			columns = append(columns, x)
		}
	}
	return columns
}

func isEven(places []int) bool {
	for i := 2; i < len(places); i++ {
		if places[i]-places[i-1] != places[1]-places[0] {
			return false
		}
	}
	return true
}

func TestTicksAreEven(t *testing.T) {
	for n := 1; n <= 5; n++ {
		var axis, times []Tick
		for i := range n + 1 {
			axis = append(axis, Tick{float64(i) / float64(n), "0"})
			times = append(times, Tick{0.03 + 0.9*float64(i)/float64(n), "0"})
		}
		c := Chart{Values: axis, Lines: []Line{{Points: wave(50)}}, Times: times}
		for size := 20; size < 60; size++ {
			view := c.View(plain(), size, size/2)
			if rows := rowsOf(view, "┤"); len(rows) != n+1 || !isEven(rows) {
				t.Fatalf("%d ticks at rows %v:\n%s", n+1, rows, view)
			}
			lines := strings.Split(view, "\n")
			if columns := columnsOf(lines[len(lines)-2], "┬"); len(columns) != n+1 || !isEven(columns) {
				t.Fatalf("%d ticks at columns %v:\n%s", n+1, columns, view)
			}
		}
	}
}

func TestColour(t *testing.T) {
	p, _ := theme.ByName("dark")
	th := theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, true), p, theme.Unicode())
	c := Chart{Lines: []Line{{Points: wave(40), Tone: theme.Accent}}, Values: axes, Marked: true, Marker: 0.5}
	golden.Equal(t, "colour.golden", c.View(th, 40, 8)+"\n")
}

func TestTooSmall(t *testing.T) {
	c := Chart{Values: axes}
	for _, size := range [][2]int{{0, 0}, {-1, -1}, {60, 4}, {17, 20}, {1, 1}} {
		if got := c.View(plain(), size[0], size[1]); got != "" {
			t.Errorf("at %v a chart is drawn:\n%s", size, got)
		}
	}
}

// Any chart fits its size.
func TestFits(t *testing.T) {
	number := rapid.OneOf(rapid.Float64Range(0, 1), rapid.SampledFrom([]float64{0, 1}))
	label := rapid.SampledFrom([]string{"", "0", "12.3k", "1.2万", "9,007,199,254,740,993", "昨天"})
	ticks := rapid.SliceOfN(
		rapid.Custom(func(t *rapid.T) Tick { return Tick{number.Draw(t, "at"), label.Draw(t, "label")} }),
		0,
		6,
	)
	points := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
		return Point{number.Draw(t, "x"), number.Draw(t, "y"), rapid.Bool().Draw(t, "gap"), label.Draw(t, "label")}
	}), 0, 30)
	th := plain()
	rapid.Check(t, func(t *rapid.T) {
		c := Chart{
			Lines:  []Line{{Points: points.Draw(t, "a"), Sign: "A"}, {Points: points.Draw(t, "b"), Dashed: true}},
			Values: ticks.Draw(t, "values"), Times: ticks.Draw(t, "times"), Note: label.Draw(t, "note"),
			Zero:   rapid.SampledFrom([]string{"", "0"}).Draw(t, "zero"),
			Marked: rapid.Bool().Draw(t, "marked"), Marker: number.Draw(t, "marker"),
		}
		width := rapid.IntRange(0, 310).Draw(t, "width")
		height := rapid.IntRange(0, 100).Draw(t, "height")
		got := c.View(th, width, height)
		if got == "" {
			least := minRows + foot
			if c.Zero != "" {
				least++
			}
			if PlotWidth(c.Values, width) >= minPlot && height >= least {
				t.Fatalf("no chart is drawn in %dx%d", width, height)
			}
			return
		}
		lines := strings.Split(got, "\n")
		if len(lines) != height {
			t.Fatalf("%d lines, want %d", len(lines), height)
		}
		for _, l := range lines {
			if text.Width(l) > width {
				t.Fatalf("%d cells, want at most %d: %q", text.Width(l), width, l)
			}
		}
	})
}

func BenchmarkView(b *testing.B) {
	p, _ := theme.ByName("dark")
	th := theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, true), p, theme.Unicode())
	points := wave(380 * 4)
	c := Chart{
		Lines:  []Line{{Points: points, Tone: theme.Accent}},
		Values: axes,
		Times:  axes,
		Marked: true,
		Marker: 0.5,
	}
	b.ReportAllocs()
	for b.Loop() {
		if c.View(th, 200, 58) == "" {
			b.Fatal("nothing is drawn")
		}
	}
	b.ReportMetric(float64(len(c.View(th, 200, 58))), "bytes")
}

// Labels cover no line and no marker, and letters of two cells are drawn like others.
func TestLabelsCoverNothing(t *testing.T) {
	for _, n := range []int{2, 5, 9} {
		for _, label := range []string{"1 joined", "新增 1 个账号", "12"} {
			for _, height := range []int{8, 12, 20} {
				bare := Chart{Lines: []Line{{Points: wave(40)}}, Values: axes}
				c := Chart{Lines: []Line{{Points: wave(40)}}, Values: axes}
				for i := range n {
					at := (i + 1) * 39 / (n + 1)
					bare.Lines[0].Points[at].Label = " "
					c.Lines[0].Points[at].Label = label
				}
				view := c.View(plain(), 90, height)
				if !strings.Contains(view, label) {
					t.Errorf("%d labels %q in %d rows: none is drawn:\n%s", n, label, height, view)
				}
				lines := strings.Split(view, "\n")
				for y, line := range strings.Split(bare.View(plain(), 90, height), "\n") {
					if text.Width(lines[y]) > 90 || inkOf(lines[y]) != inkOf(line) {
						t.Errorf("%d labels %q in %d rows cover the line:\n%s", n, label, height, view)
						break
					}
				}
			}
		}
	}
}

// inkOf counts the braille signs and markers of a line.
func inkOf(line string) (n int) {
	for _, r := range line {
		if r > noDots && r <= noDots+0xff || r == '●' {
			n++
		}
	}
	return n
}

// The break of an axis is a sign to be read: it has the colour of the labels, not that of the lines.
func TestBreakHasTheColourOfLabels(t *testing.T) {
	for _, name := range []string{"dark", "light"} {
		p, _ := theme.ByName(name)
		th := theme.New(theme.NewRenderer(io.Discard, termenv.ANSI256, name == "dark"), p, theme.Unicode())
		c := Chart{
			Lines:  []Line{{Points: wave(40)}},
			Values: axes,
			Zero:   "0",
		}
		want := th.Tone(theme.Muted).Render(th.Glyphs.Break)
		if view := c.View(th, 40, 12); !strings.Contains(view, want) {
			t.Errorf("%s: no break in the colour of labels:\n%s", name, view)
		}
	}
}
