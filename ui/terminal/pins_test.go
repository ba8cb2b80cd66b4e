package terminal

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	"channeldeck/ui/testkit/emulator"
	"channeldeck/ui/text"
)

// disputed are texts whose widths terminals dispute.
var disputed = []string{
	"❤\ufe0f",
	"👨\u200d👩\u200d👧\u200d👦",
	"👍🏽",
	"می\u200cخواهم",
	"क\u094d\u200dष",
	"ක\u0dca\u200dෂ",
	"👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏽",
	"ทำ",
	"ນ້ຳ",
	"की",
	"হ্যাঁ",
	"ক্ষা",
	"ខ្មែរ",
	"ᄒᆞᆫ",
}

// After a disputed text, all terminals show the same in the same columns, in the first frame
// and after changes.
func TestColumnsAfterDisputedTexts(t *testing.T) {
	const name, width, height = 9, 20, 4
	rapid.Check(t, func(t *rapid.T) {
		var s Screen
		s.Resize(width, height)
		shown := emulator.Disputing(width, height)
		for _, e := range shown {
			fmt.Fprint(e, strings.Repeat("old", width*height/3))
		}
		var rows [height]string
		for range 5 {
			for i := range rows {
				if rapid.Bool().Draw(t, "same") {
					continue
				}
				names := rapid.SliceOfN(
					rapid.SampledFrom(append([]string{"a", "名", "Ada ", "\x1b[1m", "م"}, disputed...)),
					0,
					5,
				).Draw(t, "name")
				rows[i] = text.Left(strings.Join(names, "")+"\x1b[m", name) +
					rapid.SampledFrom([]string{"│17", "│小红书│ 4", "│\x1b[7m  4 \x1b[m", ""}).Draw(t, "rest")
				if rapid.Bool().Draw(t, "at the right") {
					rows[i] = "│17│" + text.Blank(width-name-4) + text.Left(strings.Join(names, "")+"\x1b[m", name)
				}
			}
			changes := s.Draw(strings.Join(rows[:], "\n"))
			for i, e := range shown {
				e.Write(changes)
				for y, row := range rows {
					cells, _ := parse(nil, row)
					want := columnsOf(cells, width)
					from := name
					to := width
					if strings.HasPrefix(row, "│17│") {
						from = 0
						to = width - name
					}
					if got := e.Row(y)[from:to]; !slices.Equal(got, want[from:to]) {
						t.Fatalf(
							"terminal %d, row %d of %+q: %q, want %q\nwritten: %q",
							i,
							y,
							row,
							got,
							want[from:to],
							changes,
						)
					}
				}
			}
		}
	})
}

// A terminal that gives each character its own cells, such as tmux 3.3, shows all letters of a word in the cells
// that the program counts, beside what follows it.
func TestAllLettersOfAWordHaveRoom(t *testing.T) {
	words := []string{
		"ทำงาน", "กำไร", "ນ້ຳ", "हिन्दी", "क्षमा", "বাংলা", "ខ្មែរ", "தமிழ்", "മലയാളം", "မြန်မာ",
	}
	for _, word := range words {
		for _, view := range []string{word + "│17", "\x1b[1m" + word + "\x1b[m│17", "17│" + word + "│"} {
			const width = 20
			e := emulator.New(width, 1)
			e.Runes = true
			var s Screen
			s.Resize(width, 1)
			e.Write(s.Draw(view))
			marks := func(r rune) rune {
				if unicode.Is(unicode.Mn, r) {
					return -1
				}
				return r
			}
			want := strings.Map(marks, ansi.Strip(view))
			got := strings.TrimRight(strings.Join(e.Row(0), ""), " ")
			if got != want {
				t.Errorf("%q is shown for %q", got, want)
			}
		}
	}
}

// columnsOf returns the characters of cells as [emulator.Terminal.Row] does.
func columnsOf(cells []cell, width int) []string {
	row := make([]string, width)
	for i := range row {
		if row[i] = " "; i >= len(cells) {
			continue
		} else if row[i] = cells[i].text; cells[i].second {
			row[i] = ""
		}
	}
	return row
}

// What a narrower terminal does not cover of a cluster is blank, in the style of the cluster.
func TestDisputedCellsAreBlank(t *testing.T) {
	for _, e := range emulator.Disputing(6, 1)[:2] {
		var s Screen
		s.Resize(6, 1)
		e.Write(s.Draw("abcdef"))
		e.Write(s.Draw("\x1b[7m❤\ufe0f\x1b[mef"))
		if got := strings.Join(e.Row(0)[2:], "|"); got != "e|f| | " {
			t.Errorf("%q after the heart", got)
		}
		if got := strings.Join(e.Row(0)[:2], ""); got != "❤\ufe0f" && got != "❤ " {
			t.Errorf("the heart is %q", got)
		}
	}
}

// Lines around a disputed text are not written whole.
func TestOnlyDisputedLinesAreWrittenWhole(t *testing.T) {
	var s Screen
	s.Resize(20, 3)
	s.Draw("one\nمی\u200cخ 1\ntwo 1")
	got := string(s.Draw("one\nمی\u200cخ 2\ntwo 2"))
	want := "\x1b[2;1Hم   \x1b[2Gی\u200cخ\x1b[5G2\x1b[K\x1b[3;5H2"
	if got != want {
		t.Errorf("%q was written, want %q", got, want)
	}
}

func TestPositionsAfterDisputedTexts(t *testing.T) {
	for _, c := range []struct{ view, want string }{
		{"می\u200cخ│", "\x1b[m\x1b[Hم  \x1b[2Gی\u200cخ\x1b[4G│\x1b[K"},
		{"a\u200d│", "\x1b[m\x1b[Ha\x1b[2G│\x1b[K"}, // tmux 3.3 would join the border with the letter
		{"ක\u0dca\u200dෂ│", "\x1b[m\x1b[H  \x1b[1Gක\u0dca\u200dෂ\x1b[3G│\x1b[K"},
		// a cursor in a field takes it apart
		{"❤\x1b[7m\ufe0f\x1b[m│", "\x1b[m\x1b[H❤\x1b[7m\ufe0f\x1b[2G\x1b[m│\x1b[K"},
		{"1234567❤\ufe0f", "\x1b[m\x1b[H1234567  \x1b[8G\x1b[?7l❤\ufe0f\x1b[?7h\x1b[10G\x1b[K"},
		{"12345678❤\ufe0f", "\x1b[m\x1b[H12345678  \x1b[9G\x1b[?7l❤\ufe0f\x1b[?7h"},
		{"e\u0301 x", "\x1b[m\x1b[He\u0301 x\x1b[K"}, // one cell on all terminals
		// a wider name goes on in the blanks after it
		{"कि कि   │", "\x1b[m\x1b[H        \x1b[1Gकि कि\x1b[9G│\x1b[K"},
		{"ทำ 4", "\x1b[m\x1b[H   \x1b[1Gทำ\x1b[4G4\x1b[K"},
	} {
		var s Screen
		s.Resize(10, 1)
		if got := string(s.Draw(c.view)); got != c.want {
			t.Errorf("%+q is written as %+q, want %+q", c.view, got, c.want)
		}
	}
}
