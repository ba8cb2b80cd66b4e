package text

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// joinedTexts are clean.
var joinedTexts = []string{
	"می\u200cخواهم", "کتاب\u200cهای\u200cشان", // Persian
	"क\u094d\u200dष", "क\u094d\u200cष", "र\u094d\u200dत\u094d\u200dस\u094d\u200dन\u094d\u200dय", // Hindi
	"র\u200d\u09cdয", "ක\u0dca\u200dෂ", "ഉത്\u200cസവം", "ᠨᠢᠭᠡᠨ", // Bengali, Sinhala, Malayalam, Mongolian
	"👨\u200d👩\u200d👧\u200d👦",
	"❤\ufe0f",
	"👍🏽",
	"🏳\ufe0f\u200d🌈",
	"⌚\ufe0e",
	"👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏽",
	"👨🏽\u200d👩🏽\u200d👧🏽\u200d👦🏽",
}

func TestJoinersAreKept(t *testing.T) {
	for _, s := range joinedTexts {
		if got := Clean(s); got != s {
			t.Errorf("%+q becomes %+q", s, got)
		}
	}
}

func TestUselessJoinersAreDropped(t *testing.T) {
	for in, want := range map[string]string{
		// its width is disputed within the program too
		"pay\u200cpal":   "paypal",
		"pay\u200dpal":   "paypal",
		"a\ufe0f":        "a",
		"账\u200d号\ufe0f": "账号",
		"1\ufe0f\u20e3":  "1\u20e3",
		"\u200cم\u200c":  "م",
		"م\u200c\u200cم": "م\u200cم",
		"م\u200c م":      "م م",
		"م\u200cक":       "مक",
		"م\u200da":       "مa",
		"م\u200d\u061cم": "مم",
		"\u200d👩\u200d":  "👩",
		"👩\u200d\u200d👧": "👩\u200d👧",
		"👩\u200c👧":       "👩👧",
		"👩\u200da":       "👩a",
		"👩\u200d\u202e👧": "👩👧",
		"🇩🇪\u200d🌈":      "🇩🇪🌈",
		"❤\ufe0f\ufe0f":  "❤\ufe0f", "❤\ufe01": "❤", "👍🏽🏽": "👍🏽", "a🏽": "a", "🏽": "", "\ufe0f": "", "👩\t\u200d👧": "👩 👧",
	} {
		if got := Clean(in); got != want {
			t.Errorf("%+q becomes %+q, want %+q", in, got, want)
		}
	}
}

func TestClustersAreBounded(t *testing.T) {
	for _, unit := range []string{
		"👩\u200d", "👩🏽\u200d", "❤\ufe0f\u200d", "क\u094d\u200d", "क\u094d", "म\u200c", "م\u200c",
		"\u200d", "\ufe0f", "🏽", "\u0301", "ि", "ം",
	} {
		s := Clean("क" + strings.Repeat(unit, 10_000))
		for from, to := range Letters(s) {
			if to-from > 120 {
				t.Errorf("%+q: a cluster of %d bytes", unit, to-from)
				break
			}
		}
		if Clean(s) != s {
			t.Errorf("%+q: not stable", unit)
		}
	}
}

func anyText(t *rapid.T, pieces ...string) string {
	pieces = append(pieces, joinedTexts...)
	return strings.Join(rapid.SliceOfN(rapid.SampledFrom(pieces), 0, 30).Draw(t, "pieces"), "")
}

func TestCleanIsStable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Clean(anyText(
			t, "a", " ", "م", "क", "ර", "❤", "👩", "\u200c", "\u200d", "\ufe0f", "🏽", "\u0301",
			"\u094d", "\u0dca", "ि", "\u202e", "\t", "\n", "🇩", "\u061c",
		))
		if again := Clean(s); again != s {
			t.Fatalf("%+q becomes %+q", s, again)
		}
		if strings.ContainsAny(s, "\u202e\u061c\n\t") {
			t.Fatalf("%+q is not clean", s)
		}
	})
}

// A cut never splits a letter, and what is left fits.
func TestCutsKeepLetters(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := Clean(anyText(t, "a", " ", "账", "م", "कि", "e\u0301", "🙂", "👩", "🇩🇪", "한"))
		bounds := []int{0}
		for _, to := range Letters(s) {
			bounds = append(bounds, to)
		}
		whole := func(what, part string, at int) {
			if !slices.Contains(bounds, at) {
				t.Fatalf("%+q: %s splits a letter: %+q", s, what, part)
			}
		}
		width := rapid.IntRange(1, 20).Draw(t, "width")
		if cut := Cut(s, width); cut != s {
			begin := strings.TrimSuffix(cut, Ellipsis)
			whole("Cut", begin, len(begin))
		}
		if Width(s) > width {
			first, last := Ends(s, width, true)
			whole("Ends", first, len(first))
			whole("Ends", last, len(s)-len(last))
		}
		for _, at := range append(Break(s, width, width), BreakWords(s, width)...) {
			whole("Break", s[at:], at)
		}
		sum := 0
		for from, to := range Letters(s) {
			sum += Width(s[from:to])
		}
		if sum != Width(s) {
			t.Fatalf("%+q has %d cells, its letters %d", s, Width(s), sum)
		}
	})
}
