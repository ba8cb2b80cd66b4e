package bar

import (
	"math"
	"testing"

	"github.com/muesli/termenv"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

func TestOf(t *testing.T) {
	unicode := theme.Unicode()
	ascii := theme.ASCII()
	for _, test := range []struct {
		value, most    float64
		unicode, ascii string
	}{
		{0, 10, "", ""}, {math.NaN(), 10, "", ""}, {-1, 10, "", ""}, {1, 0, "", ""}, {1, math.NaN(), "", ""},
		{10, 10, "████", "####"},
		{20, 10, "████", "####"},
		{5, 10, "██", "##"},
		{0.001, 10, "▏", ":"},
		{9.5, 10, "███▊", "###="},
		{math.Inf(1), 10, "████", "####"},
	} {
		if got := Of(&unicode, test.value, test.most, 4); got != test.unicode {
			t.Errorf("%v of %v: %q, want %q", test.value, test.most, got, test.unicode)
		}
		if got := Of(&ascii, test.value, test.most, 4); got != test.ascii {
			t.Errorf("%v of %v: %q, want %q", test.value, test.most, got, test.ascii)
		}
	}
}

func TestShareIsExactAndShowsBothParts(t *testing.T) {
	ascii := theme.New(theme.NewRenderer(nil, termenv.Ascii, true), theme.Palette{}, theme.ASCII())
	for share, want := range map[float64]string{
		0:          "........",
		0.001:      "#.......",
		0.5:        "####....",
		0.999:      "#######.",
		1:          "########",
		7:          "########",
		math.NaN(): "",
	} {
		if got := Share(ascii, share, 8, theme.Style{}, theme.Style{}); got != want {
			t.Errorf("%v: %q, want %q", share, got, want)
		}
	}
	dark, _ := theme.ByName("dark")
	ansi, _ := theme.ByName("ansi")
	for name, test := range map[string]struct {
		palette theme.Palette
		profile termenv.Profile
		want    string
	}{"colours": {
		dark,
		termenv.ANSI256,
		"████",
	}, "line without colour": {
		ansi,
		termenv.ANSI,
		"██░░",
	}, "none": {theme.Palette{}, termenv.Ascii, "██░░"}} {
		th := theme.New(theme.NewRenderer(nil, test.profile, true), test.palette, theme.Unicode())
		got := Share(th, 0.5, 4, th.Tone(theme.Bad), th.Line)
		if text.Clean(got) != test.want {
			t.Errorf("%s: %q, want %q", name, got, test.want)
		}
	}
}

func TestSpark(t *testing.T) {
	g := theme.Unicode()
	ascii := theme.ASCII()
	for _, test := range []struct {
		values []float64
		want   string
	}{
		{nil, ""}, {[]float64{3, 3}, "▅▅"}, {[]float64{0, 7, math.NaN(), 3.5}, "▁█ ▅"},
		{
			[]float64{9, 0, 1, 2, 3, 4, 5, 6, 7},
			"▁▂▃▄▅▆▇█",
		}, {[]float64{-math.MaxFloat64, math.MaxFloat64}, "▁█"},
	} {
		if got := Spark(&g, test.values, 8); got != test.want {
			t.Errorf("%v: %q, want %q", test.values, got, test.want)
		}
	}
	if got := Spark(&ascii, []float64{0, 1, 2, 3, 4, 5, 6, 7}, 8); text.Width(got) != 8 || got[0] == got[7] {
		t.Errorf("%q", got)
	}
}
