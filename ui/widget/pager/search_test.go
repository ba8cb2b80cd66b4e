package pager

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"channeldeck/api/fold"
)

// indexOf indexes texts.
func indexOf(texts ...string) (x Index) {
	for _, text := range texts {
		x = append(x, Fold(text))
	}
	return x
}

func TestSearchIgnoresCaseAndWhiteSpace(t *testing.T) {
	for _, c := range []struct {
		text, query string
		want        int
	}{
		{"ÉCOLE straße", "école", 1},
		{"Σίσυφος", "ΣΊΣΥΦΟΣ", 1},
		{"ⱥ Ⱥbc", "ⱥBC", 1},
		{"5 \u212Am away", "5 km", 1}, // the Kelvin sign is a k
		{"ПРИВЕТ мир", "привет МИР", 1},
		{"ＡＢＣ", "ａｂｃ", 1},
		{"two\n\t words", "two words", 1},
		{"two words", " two\twords ", 1},
		{"aaaa", "aa", 2},
		{"a", " ", 0},
		{"a", "", 0},
		{"a\xff\xffb needle", "needle", 1},
	} {
		if n := len(indexOf(c.text).Search(c.query)); n != c.want {
			t.Errorf("%q in %q: found %d times, want %d", c.query, c.text, n, c.want)
		}
	}
}

// TestFold compares Fold with what it stands for. Text on the screen is valid UTF-8.
func TestFold(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		s := string(rapid.SliceOfN(
			rapid.SampledFrom([]rune("aZ \t\n\u3000\u00a0é猫龍，Ａ\u0301\ufffd\x00")),
			0,
			60,
		).Draw(rt, "s")) + rapid.String().Draw(rt, "text")
		got := Fold(s)
		want := strings.Join(strings.Fields(fold.String(s)), " ")
		if got != want {
			rt.Fatalf("%q becomes %q, want %q", s, got, want)
		}
	})
}

// TestSearchAgreesWithPlainScan compares the index with a scan that compares letters
// by unicode's own folding.
func TestSearchAgreesWithPlainScan(t *testing.T) {
	letters := rapid.SampledFrom([]rune("aAbBkK\u212AsSſéÉɐⱯ猫🙂"))
	rapid.Check(t, func(rt *rapid.T) {
		text := string(rapid.SliceOfN(letters, 0, 60).Draw(rt, "text"))
		query := string(rapid.SliceOfN(letters, 1, 4).Draw(rt, "query"))
		n := 0
		for i := 0; i < len(text); {
			if size := matchAt(text[i:], query); size > 0 {
				n++
				i += size
				continue
			}
			_, size := utf8.DecodeRuneInString(text[i:])
			i += size
		}
		if got := len(indexOf(text).Search(query)); got != n {
			rt.Fatalf("%q in %q: %d hits, want %d", query, text, got, n)
		}
	})
}

// A text that is searched as it is has the matches of the folded one.
func TestCountASCII(t *testing.T) {
	letters := rapid.SampledFrom([]rune("aAbBzZ19{_[ \n"))
	rapid.Check(t, func(rt *rapid.T) {
		text := string(rapid.SliceOfN(letters, 0, 60).Draw(rt, "text"))
		query := Fold(string(rapid.SliceOfN(letters, 1, 5).Draw(rt, "query")))
		if query == "" {
			return
		}
		if got, want := CountASCII(text, query), strings.Count(Fold(text), query); got != want || !IsASCII(text) {
			rt.Fatalf("%q in %q: %d hits, want %d", query, text, got, want)
		}
	})
	for _, text := range []string{"é", "猫", "a\tb", "\x1b", "\x7f", "a\xff"} {
		if IsASCII(text) {
			t.Errorf("%q is ASCII", text)
		}
	}
}

// matchAt is the length of query at the start of text, 0 if it is not there.
func matchAt(text, query string) int {
	at := 0
	for _, q := range query {
		if at == len(text) {
			return 0
		}
		r, size := utf8.DecodeRuneInString(text[at:])
		if !strings.EqualFold(string(r), string(q)) {
			return 0
		}
		at += size
	}
	return at
}

func TestHits(t *testing.T) {
	got := indexOf("aXa", "b", "", "a").Search("A")
	want := []Hit{{0, 0}, {0, 1}, {3, 0}}
	if !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

// Wrapping breaks words anywhere, and the next line has an indent and bars. Blanks of
// the query match white space only.
func TestFindInWrappedLines(t *testing.T) {
	for _, c := range []struct {
		lines []string
		query string
		want  []Stretch
	}{
		{[]string{"one needle", "Needle"}, "needle", []Stretch{{0, 0, 4, 10}, {1, 1, 0, 6}}},
		{[]string{"a nee", "  │ dle"}, "needle", []Stretch{{0, 0, 2, 5}, {0, 1, 4, 7}}},
		{[]string{"a nee", "", "dle"}, "needle", nil},
		{[]string{"nee dle"}, "needle", nil},
		{[]string{"two", "│ words"}, "two words", []Stretch{{0, 0, 0, 3}, {0, 1, 2, 7}}},
		{[]string{"twowords"}, "two words", nil},
		{[]string{"aa aaa"}, "aaa", []Stretch{{0, 0, 3, 6}}},
		{[]string{"词 1号"}, "1 号", nil},
		{[]string{"می\u200cخواهم x"}, "میخواهم", []Stretch{{0, 0, 0, 7}}},
		{[]string{"می\u200cخواهم x"}, "x", []Stretch{{0, 0, 8, 9}}},
		{[]string{"a👨\u200d👩\u200d👧 👩"}, "👩", []Stretch{{0, 0, 1, 3}, {1, 0, 4, 6}}},
		{[]string{"❤\ufe0f 👍🏽"}, "❤ 👍", []Stretch{{0, 0, 0, 5}}},
		{[]string{"aक\u094d\u200dषb"}, "ष", []Stretch{{0, 0, 1, 3}}},
	} {
		if got := (Query{Text: c.query, Bar: "│"}).Find(c.lines); !slices.Equal(got, c.want) {
			t.Errorf("%q in %q: %v, want %v", c.query, c.lines, got, c.want)
		}
	}
}
