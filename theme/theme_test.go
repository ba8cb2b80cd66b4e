package theme

import (
	"io"
	"strings"
	"testing"

	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"
)

func TestForReadsTheEnvironment(t *testing.T) {
	for _, c := range []struct {
		name    string
		env     []string
		choice  Choice
		palette string
		profile termenv.Profile
		ascii   bool
	}{
		{
			"true colour",
			[]string{"TERM=xterm-256color", "COLORTERM=truecolor"},
			Choice{Name: "auto"},
			"dark",
			termenv.TrueColor,
			false,
		},
		{"256 colours", []string{"TERM=xterm-256color"}, Choice{}, "dark", termenv.ANSI256, false},
		{
			"light terminal",
			[]string{"TERM=xterm-256color", "COLORFGBG=0;15"},
			Choice{Name: "auto"},
			"light",
			termenv.ANSI256,
			false,
		},
		{
			"named",
			[]string{"TERM=xterm-256color", "COLORFGBG=0;15"},
			Choice{Name: "dark"},
			"dark",
			termenv.ANSI256,
			false,
		},
		{"linux console", []string{"TERM=linux"}, Choice{Name: "auto"}, "ansi", termenv.ANSI, false},
		{
			"no colour",
			[]string{"TERM=xterm-256color", "NO_COLOR=1"},
			Choice{Name: "light"},
			"mono",
			termenv.ANSI,
			false,
		},
		{
			"no colour, the older variable",
			[]string{"TERM=xterm-256color", "CLICOLOR=0"},
			Choice{Name: "light"},
			"mono",
			termenv.ANSI,
			false,
		},
		{
			"forced",
			[]string{"TERM=xterm-256color", "CLICOLOR=0", "CLICOLOR_FORCE=1"},
			Choice{Name: "light"},
			"light",
			termenv.ANSI256,
			false,
		},
		{
			"forced and none",
			[]string{"TERM=xterm-256color", "NO_COLOR=1", "CLICOLOR_FORCE=1"},
			Choice{Name: "light"},
			"mono",
			termenv.ANSI,
			false,
		},
		{"dumb", []string{"TERM=dumb"}, Choice{Name: "mono"}, "mono", termenv.Ascii, true},
		{"ascii", []string{"TERM=xterm"}, Choice{ASCII: true}, "ansi", termenv.ANSI, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			th := For(io.Discard, c.env, c.choice)
			if th.Palette.Name != c.palette || th.Renderer.ColorProfile() != c.profile ||
				(th.Glyphs.Cursor == ">") != c.ascii {
				t.Errorf(
					"got palette %s, profile %v, cursor %s",
					th.Palette.Name,
					th.Renderer.ColorProfile(),
					th.Glyphs.Cursor,
				)
			}
		})
	}
}

func TestMonoUsesAttributesOnly(t *testing.T) {
	th := For(io.Discard, []string{"TERM=xterm-256color", "NO_COLOR=1"}, Choice{})
	styles := map[string]Style{
		"cursor":     th.Table.Cursor,
		"match":      th.Table.Match,
		"active tab": th.Header.TabActive,
		"bad":        th.Tone(Bad),
	}
	for name, s := range styles {
		got := s.Render("x")
		if got == "x" {
			t.Errorf("%s is not told apart", name)
		}
		params, _, _ := strings.Cut(strings.TrimPrefix(got, "\x1b["), "m")
		for _, p := range strings.Split(params, ";") {
			if !strings.Contains(" 1 2 4 7 ", " "+p+" ") {
				t.Errorf("%s has a colour: %q", name, got)
			}
		}
	}
}

func TestOverContinuesAfterStyledParts(t *testing.T) {
	th := For(io.Discard, []string{"TERM=xterm"}, Choice{Name: "ansi"})
	bad := th.Tone(Bad)
	row := th.Table.Cursor
	got := row.Over("a" + bad.Render("b") + "c")
	want := row.Open() + "a" + bad.Open() + "b" + Reset() + row.Open() + "c" + Reset()
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestRenderStylesEachLine(t *testing.T) {
	s := For(io.Discard, []string{"TERM=xterm"}, Choice{Name: "ansi"}).Tone(Good)
	got := s.Render("a\n\nb")
	want := s.Render("a") + "\n\n" + s.Render("b")
	if got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestPlainKeepsTheWidth(t *testing.T) {
	const signs = "8 × 2 s · ≤ 5–10 … → “a” ‘b’ • ≥ — −"
	if got := Unicode().Plain(signs); got != signs {
		t.Errorf("a terminal that has them gets %q", got)
	}
	got := ASCII().Plain(signs)
	if want := "8 x 2 s | <=5-10 ~ > \"a\" 'b' * >=- -"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	a := lipgloss.Width(signs)
	b := lipgloss.Width(got)
	if a != b {
		t.Errorf("%d cells became %d", a, b)
	}
}

func TestStyleWith(t *testing.T) {
	th := For(io.Discard, []string{"TERM=xterm-256color"}, Choice{Name: "dark"})
	title := th.Title
	strong := th.Tone(Strong)
	for _, c := range []struct{ got, want Style }{
		{Style{}.With(strong), strong},
		{strong.With(Style{}), strong},
		{title.With(strong), title},
		{strong.With(th.Tone(Link)).With(strong), Style{open: "\x1b[1;" + th.Tone(Link).open[2:], shows: true}},
	} {
		if c.got != c.want {
			t.Errorf("got %+v, want %+v", c.got, c.want)
		}
	}
}
