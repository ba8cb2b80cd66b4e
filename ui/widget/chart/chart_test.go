package chart

import (
	"io"
	"math"
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

func TestGolden(t *testing.T) {
	times := []Tick{{0, "10:00"}, {0.25, "11:00"}, {0.5, "12:00"}, {0.52, "12:05"}, {1, "14:00"}}
	gap := wave(60)
	for i := 20; i < 30; i++ {
		gap[i].Gap = true
	}
	for name, c := range map[string]Chart{
		"one":    {Panels: []Panel{{Title: "views", Lines: []Line{{Points: []Point{{X: 0.5, Y: 0.5}}}}, Ticks: []Tick{{0.5, "7"}}}}, Times: []Tick{{0.5, "10:00"}}},
		"two":    {Panels: []Panel{{Title: "views", Lines: []Line{{Points: []Point{{X: 0, Y: 0}, {X: 1, Y: 1}}}}, Ticks: axes}}, Times: times},
		"gap":    {Panels: []Panel{{Title: "views", Lines: []Line{{Points: gap}}, Ticks: axes}}, Times: times, Marked: true, Marker: 0.3},
		"alone":  {Panels: []Panel{{Title: "views", Lines: []Line{{Points: []Point{{X: 0}, {X: 0.2, Gap: true}, {X: 0.4, Y: 1}, {X: 0.6, Gap: true}, {X: 1, Y: 0.5}}}}, Ticks: axes}}, Times: times},
		"empty":  {Panels: []Panel{{Title: "views", Empty: "还没有数值 yet", Lines: []Line{{Points: []Point{{X: 0.5, Gap: true}}}}}}, Times: times},
		"panels": {Panels: []Panel{{Title: "views", Lines: []Line{{Points: wave(40)}}, Ticks: axes}, {Title: "likes", Lines: []Line{{Points: wave(3)}}, Ticks: []Tick{{0, "3"}, {1, "4"}}}}, Times: times, Marked: true, Marker: 1},
		"works":  {Panels: []Panel{{Title: "views", Lines: []Line{{Points: wave(40), Sign: "A"}, {Points: []Point{{X: 0, Y: 1}, {X: 0.8, Y: 0.1}}, Dashed: true, Sign: "B"}}, Ticks: axes}}, Times: times},
	} {
		t.Run(name, func(t *testing.T) { golden.Equal(t, name+".golden", c.View(plain(), 60, 14)+"\n") })
	}
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
		c := Chart{Panels: []Panel{{Ticks: axis, Lines: []Line{{Points: wave(50)}}}}, Times: times}
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

// A line between two bullets at the same height is drawn at half the height of
// their cells.
func TestBulletsAreOnTheLine(t *testing.T) {
	for y := 0.0; y <= 1; y += 0.07 {
		c := Chart{Panels: []Panel{{Lines: []Line{{Points: []Point{{X: 0, Y: y}, {X: 1, Y: y}}}}, Ticks: axes}}}
		view := c.View(plain(), 40, 14)
		row := strings.Split(view, "\n")[rowsOf(view, "•")[0]]
		if between := strings.Trim(row[strings.Index(row, "•")+3:strings.LastIndex(row, "•")], "⠠⠄"); strings.Trim(between, "⠤") != "" || len(between) < 60 {
			t.Errorf("%.2f: %q", y, row)
		}
	}
}

func TestASCII(t *testing.T) {
	p, _ := theme.ByName("mono")
	th := theme.New(theme.NewRenderer(io.Discard, termenv.Ascii, true), p, theme.ASCII())
	c := Chart{
		Panels: []Panel{{Title: "views", Ticks: []Tick{{0, "0"}, {1, "1M"}}, Lines: []Line{{Points: wave(40)}, {Points: []Point{{X: 0, Y: 1}, {X: 0.8, Y: 0.1}}, Dashed: true, Sign: "B"}}}},
		Times:  []Tick{{0, "10:00"}, {1, "14:00"}}, Marked: true, Marker: 0.3,
	}
	view := c.View(th, 60, 14)
	golden.Equal(t, "ascii.golden", view+"\n")
	for _, r := range view {
		if r > '~' {
			t.Errorf("%q is not ASCII", r)
		}
	}
}

func TestColour(t *testing.T) {
	p, _ := theme.ByName("dark")
	th := theme.New(theme.NewRenderer(io.Discard, termenv.TrueColor, true), p, theme.Unicode())
	c := Chart{Panels: []Panel{{Lines: []Line{{Points: wave(40), Tone: theme.Accent}}, Ticks: axes}}, Marked: true, Marker: 0.5}
	golden.Equal(t, "colour.golden", c.View(th, 40, 8)+"\n")
}

func TestTooSmall(t *testing.T) {
	c := Chart{Panels: []Panel{{Ticks: axes}, {Ticks: axes}}}
	for _, size := range [][2]int{{0, 0}, {-1, -1}, {60, 5}, {17, 20}, {1, 1}} {
		if got := c.View(plain(), size[0], size[1]); got != "" {
			t.Errorf("at %v a chart is drawn:\n%s", size, got)
		}
	}
	if (Chart{}).View(plain(), 80, 24) != "" {
		t.Error("a chart without panels is drawn")
	}
	for height, want := range map[int]int{100: 2, 10: 2, 9: 1, 6: 1} {
		c := Chart{Panels: []Panel{{Title: "panel", Ticks: axes}, {Title: "panel", Ticks: axes}}}
		if got := strings.Count(c.View(plain(), 60, height), "panel"); got != want {
			t.Errorf("%d panels in %d lines, want %d", got, height, want)
		}
	}
}

// Any chart fits its size, also one with places that are not finite.
func TestFits(t *testing.T) {
	number := rapid.OneOf(rapid.Float64(), rapid.Float64Range(-0.1, 1.1), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), 0, 1}))
	label := rapid.SampledFrom([]string{"", "0", "12.3k", "1.2万", "9,007,199,254,740,993", "昨天"})
	ticks := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Tick { return Tick{number.Draw(t, "at"), label.Draw(t, "label")} }), 0, 6)
	points := rapid.SliceOfN(rapid.Custom(func(t *rapid.T) Point {
		return Point{number.Draw(t, "x"), number.Draw(t, "y"), rapid.Bool().Draw(t, "gap")}
	}), 0, 30)
	panel := rapid.Custom(func(t *rapid.T) Panel {
		return Panel{Title: label.Draw(t, "title"), Ticks: ticks.Draw(t, "ticks"), Empty: label.Draw(t, "empty"),
			Lines: []Line{{Points: points.Draw(t, "a"), Sign: "A"}, {Points: points.Draw(t, "b"), Dashed: true}}}
	})
	th := plain()
	rapid.Check(t, func(t *rapid.T) {
		c := Chart{Panels: rapid.SliceOfN(panel, 1, 4).Draw(t, "panels"), Times: ticks.Draw(t, "times"), Marked: rapid.Bool().Draw(t, "marked"), Marker: number.Draw(t, "marker")}
		width, height := rapid.IntRange(0, 210).Draw(t, "width"), rapid.IntRange(0, 60).Draw(t, "height")
		got := c.View(th, width, height)
		if got == "" {
			if PlotWidth(c.Panels, width) >= minPlot && height >= minPanel+foot {
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
	c := Chart{Times: axes, Marked: true, Marker: 0.5}
	for range 3 {
		c.Panels = append(c.Panels, Panel{Title: "views", Lines: []Line{{Points: points, Tone: theme.Accent}}, Ticks: axes})
	}
	b.ReportAllocs()
	for b.Loop() {
		if c.View(th, 200, 58) == "" {
			b.Fatal("nothing is drawn")
		}
	}
	b.ReportMetric(float64(len(c.View(th, 200, 58))), "bytes")
}
