package text

import (
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"
)

// besideWords are words with characters that stand beside the letter before them, by their script.
var besideWords = []string{
	"ทำงาน", "คำนำ", "น้ำ", "กำ", // Thai
	"ນ້ຳ", "ຄຳ", // Lao
	"हिन्दी", "क्षमा", "की", "समाचार", // Devanagari
	"বাংলা", "ক্ষমতা", "হ্যাঁ", // Bengali
	"ខ្មែរ", "ដំណឹង", "ស្រី", // Khmer
	"தமிழ்", "செய்தி", "తెలుగు", "ಕನ್ನಡ", "മലയാളം", "ଓଡ଼ିଆ", "ગુજરાતી", "ਪੰਜਾਬੀ", "ප්රවෘත්ති", "မြန်မာ",
	"ᬩᬮᬶ", "ꦗꦮ", "𑄌𑄋𑄴𑄟𑄳𑄦", // Balinese, Javanese, Chakma
}

// columnsOf returns the columns of a word by the rules of wcwidth: one for each character but marks without a
// width and format characters.
func columnsOf(word string) (columns int) {
	for _, r := range word {
		if !unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf) {
			columns++
		}
	}
	return columns
}

func TestWidthOfWordsByCharacters(t *testing.T) {
	for _, word := range besideWords {
		for _, s := range []string{word, "a " + word, word + "…", "\x1b[1m" + word + "\x1b[m"} {
			want := columnsOf(ansi.Strip(s))
			if got := Width(s); got != want {
				t.Errorf("%+q has %d cells, want %d", s, got, want)
			}
		}
	}
	for s, want := range map[string]int{
		"👨\u200d👩\u200d👧\u200d👦": 2,
		"❤\ufe0f":                2,
		"e\u0301":                1,
		"한":                      2,
		"か\u3099":                2,
		"ᄒᆞᆫ":                    2,
	} {
		if got := Width(s); got != want {
			t.Errorf("%+q has %d cells, want %d", s, got, want)
		}
	}
}

// What a line is cut into fits, has whole letters, and together is the line.
func TestCutsOfWordsByCharacters(t *testing.T) {
	pieces := append([]string{"a", " ", "账", "\x1b[1m", "\x1b[m", "👩", "e\u0301"}, besideWords...)
	rapid.Check(t, func(t *rapid.T) {
		s := strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 8).Draw(t, "pieces"), "")
		column := rapid.IntRange(0, Width(s)).Draw(t, "column")
		before := Before(s, column)
		after := After(s, column)
		if Width(before) > column {
			t.Fatalf("%+q: %+q is wider than %d", s, before, column)
		}
		if Width(Cut(s, column)) > column {
			t.Fatalf("%+q: cut to %d is %+q", s, column, Cut(s, column))
		}
		plain := ansi.Strip(s)
		bounds := []int{0}
		for _, to := range Letters(plain) {
			bounds = append(bounds, to)
		}
		first := ansi.Strip(before)
		last := ansi.Strip(after)
		if first+last != plain || !slices.Contains(bounds, len(first)) {
			t.Fatalf("%+q at %d: %+q and %+q", s, column, first, last)
		}
		for _, line := range Wrap(plain, max(column, 8)) {
			if Width(line) > max(column, 8) {
				t.Fatalf("%+q: %+q is wider than %d", plain, line, max(column, 8))
			}
		}
	})
}
