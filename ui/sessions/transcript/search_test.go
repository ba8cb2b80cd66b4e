package transcript

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// indexOf indexes texts as the first parts of a message.
func indexOf(texts ...string) *Index {
	x := &Index{}
	for i, text := range texts {
		x.Add(Place{Ref: Ref{0, i}}, text)
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
		if n := indexOf(c.text).Search(c.query).Len(); n != c.want {
			t.Errorf("%q in %q: found %d times, want %d", c.query, c.text, n, c.want)
		}
	}
}

// TestSearchAgreesWithPlainScan compares the index with a scan that compares letters
// by unicode's own folding.
func TestSearchAgreesWithPlainScan(t *testing.T) {
	letters := rapid.SampledFrom([]rune("aAbBkK\u212AsSſéÉⱥȺ猫🙂"))
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
		if got := indexOf(text).Search(query).Len(); got != n {
			rt.Fatalf("%q in %q: %d hits, want %d", query, text, got, n)
		}
	})
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

func TestCaselessRangesHaveNoCase(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if caseless(r) && unicode.SimpleFold(r) != r {
			t.Errorf("%U has another case", r)
		}
	}
}

func TestHits(t *testing.T) {
	hits := indexOf("aXa", "b", "", "a").Search("A")
	if hits.Len() != 3 {
		t.Fatalf("%d hits, want 3", hits.Len())
	}
	for i, want := range []Hit{{Place{Ref: Ref{0, 0}}, 0}, {Place{Ref: Ref{0, 0}}, 1}, {Place{Ref: Ref{0, 3}}, 0}} {
		if got := hits.At(i); got != want {
			t.Errorf("hit %d is %+v, want %+v", i, got, want)
		}
	}
	for r, want := range map[Ref]int{{0, 0}: 0, {0, 1}: 2, {0, 2}: 2, {1, 0}: 3} {
		if first := hits.From(r); first != want {
			t.Errorf("from %v: %d, want %d", r, first, want)
		}
	}
}
