package pane_test

import (
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

func TestFrame(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	f := pane.Frame{Title: "Accounts", Right: "5/45", Scroll: pane.Scroll{From: 1, To: 2, Of: 4}}
	got := c.Frame(f, "one\ntwo, which is long and is cut here\nthree", 28, 4)
	want := strings.Join([]string{
		"╭─ Accounts ──────── 5/45 ─╮",
		"│one                       ▐",
		"│two, which is long and is…│",
		"╰──────────────────────────╯",
	}, "\n")
	if got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
	f.Bare = true
	want = strings.Join([]string{
		"── Accounts ──────── 5/45 ──",
		"one                        ▐",
		"two, which is long and is …",
		"three",
	}, "\n")
	if got := c.Frame(f, "one\ntwo, which is long and is cut here\nthree", 28, 4); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}

func TestFrameIsExact(t *testing.T) {
	c := panetest.New(t, panetest.Options{Palette: "dark"}).Context
	for width := range 40 {
		for height := 1; height < 6; height++ {
			for _, bare := range []bool{false, true} {
				f := pane.Frame{
					Title:  "小林的厨房 · 深夜食堂",
					Right:  "1,234/5,678",
					Bare:   bare,
					Scroll: pane.Scroll{From: 3, To: 4, Of: 9},
				}
				view := c.Frame(f, strings.Repeat("小林的厨房 ", 20)+"\n", width, height)
				panetest.Exact(t, view, width, height)
				if inner, rows := f.Inner(width, height); inner < 6 || rows == 0 || bare {
					continue
				}
				for line := range strings.SplitSeq(view, "\n") {
					if text.Width(line) != width {
						t.Fatalf("%dx%d: %d cells: %q", width, height, text.Width(line), line)
					}
				}
			}
		}
	}
}

// Where a border has no room for both texts, only the last part of the right one is left beside the title.
func TestTitleBesideTheLastPart(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	f := pane.Frame{Title: "Accounts", Right: "by status ▲ · 1/2,500", Bare: true}
	for width, want := range map[int]string{
		40: "── Accounts ─── by status ▲ · 1/2,500 ──",
		34: "── Accounts ─────────── 1/2,500 ──",
	} {
		line, _, _ := strings.Cut(c.Frame(f, "", width, 3), "\n")
		if line != want {
			t.Errorf("in %d cells %q, want %q", width, line, want)
		}
	}
}

// In the border of an inspector, the name has the room: what is beside it is in the facts too.
func TestTitleInPlaceOfWhatIsBesideIt(t *testing.T) {
	c := panetest.New(t, panetest.Options{}).Context
	f := pane.Frame{Title: "Aurora 1.0 Lite", Right: "general credits", Bare: true, Yields: true}
	for width, want := range map[int]string{
		39: "── Aurora 1.0 Lite ─ general credits ──",
		38: "── Aurora 1.0 Lite ───────────────────",
		20: "─ Aurora 1.0 Lite ──",
		18: "─ Aurora 1.0 Li… ─",
	} {
		line, _, _ := strings.Cut(c.Frame(f, "", width, 3), "\n")
		if line != want {
			t.Errorf("in %d cells %q, want %q", width, line, want)
		}
	}
}

// A key whose name is also what it does is named once, where a terminal has no arrows.
func TestFooterNamesAKeyOnce(t *testing.T) {
	for ascii, want := range map[bool]string{false: " ↑ up  ↓ down ", true: " up  down "} {
		c := panetest.New(t, panetest.Options{ASCII: ascii}).Context
		k := pane.NewKeys(c).WhileTyping(c)
		got := ansi.Strip(c.Footer(40, []key.Binding{k.Up, k.Down}, nil))
		if strings.TrimRight(got, " ") != strings.TrimRight(want, " ") {
			t.Errorf("ASCII %v: %q", ascii, got)
		}
	}
}
