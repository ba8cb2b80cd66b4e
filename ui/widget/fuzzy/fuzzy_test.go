package fuzzy

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sahilm/fuzzy"
	"pgregory.net/rapid"

	"channeldeck/ui/text"
)

// alphabet is small, so that words do match, and has what is special: case in
// several scripts, letters of other length in the other case, letters that fold
// to ASCII, separators, wide and invalid characters.
var alphabet = []string{"a", "b", "A", "B", "k", "\u212a", "s", "ſ", "K", "é", "É", "ß", "Σ", "ς", "σ", "İ", "Ⱥ", "ⱥ", "1", "2", "-", "_", ".", "/", " ", "你", "好", "ん", "م", "🙂", "\xff", "\x00", "ǅ", "ǆ"}

func anyText(most int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, most).Draw(t, "letters"), "")
	})
}

func lines(texts []string) *Index {
	return newIndex(context.Background(), len(texts), 1, 0, func(row, _ int) string { return texts[row] })
}

// sharing is how many texts may differ for a field to be shared, so that both
// kinds of field occur.
var sharing = rapid.SampledFrom([]int{0, 20, maxShared})

func find(t interface{ Fatal(...any) }, x *Index, query string, after *Result) *Result {
	r, err := x.Search(query, after).Find(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// One word over one field is one plain call of the library: rows, order and
// letters, whole or narrowed letter by letter.
func TestEqualsOnePlainCall(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(anyText(12), 0, 60).Draw(t, "texts")
		query := strings.Join(strings.Fields(anyText(4).Draw(t, "query")), "")
		x := newIndex(context.Background(), len(texts), 1, sharing.Draw(t, "sharing"), func(row, _ int) string { return texts[row] })
		clean := make([]string, len(texts))
		for i, s := range texts {
			clean[i] = text.Clean(s)
		}
		var typed *Result
		for i := range query {
			typed = find(t, x, query[:i], typed)
		}
		typed = find(t, x, query, typed)
		want := fuzzy.Find(Normal(query), clean)
		for name, got := range map[string]*Result{"whole": find(t, x, query, nil), "typed": typed} {
			if got.Len() != len(want) {
				t.Fatalf("%s: %d rows, want %d", name, got.Len(), len(want))
			}
			for i, row := range got.Rows() {
				if int(row) != want[i].Index {
					t.Fatalf("%s: place %d has row %d, want %d", name, i, row, want[i].Index)
				}
				if at := x.Explain(query, int(row)); len(at) != 1 || !slices.Equal(at[0].At, want[i].MatchedIndexes) {
					t.Fatalf("%s: row %d: letters %v, want %v", name, row, at, want[i].MatchedIndexes)
				}
			}
		}
	})
}

// Several words over several fields are one plain call a word, over all the
// fields in a row: a row takes part with the field that comes first.
func TestEqualsOnePlainCallAWord(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const fields = 3
		rows := rapid.SliceOfN(rapid.SliceOfN(anyText(8), fields, fields), 0, 30).Draw(t, "rows")
		query := anyText(6).Draw(t, "query")
		x := newIndex(context.Background(), len(rows), fields, sharing.Draw(t, "sharing"), func(row, f int) string { return rows[row][f] })
		var flat []string
		for row := range rows {
			for f := range fields {
				flat = append(flat, x.Text(row, f))
			}
		}
		words := strings.Fields(Normal(query))
		slices.Sort(words)
		words = slices.Compact(words)
		hit, score := map[int]int{}, map[int]int{}
		for _, w := range words {
			seen := map[int]bool{}
			for _, m := range fuzzy.Find(w, flat) {
				if row := m.Index / fields; !seen[row] {
					seen[row] = true
					hit[row]++
					score[row] += m.Score
				}
			}
		}
		var want []int32
		for row := range rows {
			if len(words) > 0 && hit[row] == len(words) {
				want = append(want, int32(row))
			}
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(score[int(b)], score[int(a)]) })
		if got := find(t, x, query, nil).Rows(); !slices.Equal(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// A query that goes on from another finds the same as one that starts anew, at
// whatever pace.
func TestNarrowingAndStepsChangeNothing(t *testing.T) {
	texts := make([]string, 3*blockRows+7)
	for i := range texts {
		texts[i] = fmt.Sprintf("%s account %d %x", []string{"Ada", "云端 Lab", "قناة"}[i%3], i, i*7919)
	}
	x := lines(texts)
	typed := &Result{}
	query := "lab 7a 1"
	for i := range query {
		typed = find(t, x, query[:i+1], typed)
	}
	steps := x.Search(query, nil)
	var stepped *Result
	for n := 0; stepped == nil || !stepped.Done; n++ {
		before := stepped
		var held []int32
		if before != nil {
			held = slices.Clone(before.rows)
		}
		var err error
		if stepped, err = steps.Next(context.Background(), 1000); err != nil {
			t.Fatal(err)
		}
		if before != nil && !slices.Equal(held, before.rows) {
			t.Fatal("a step changed the result of the one before")
		}
	}
	whole := find(t, x, query, nil)
	if whole.Len() == 0 || !whole.Done {
		t.Fatalf("found %d rows, done %v", whole.Len(), whole.Done)
	}
	for name, got := range map[string]*Result{"typed": typed, "stepped": stepped} {
		if !slices.Equal(got.Rows(), whole.Rows()) {
			t.Errorf("%s found other rows", name)
		}
	}
	upward := whole.RowsIn(nil, false)
	if !slices.IsSorted(upward) || len(upward) != whole.Len() {
		t.Error("unranked rows are not in the order of the index")
	}
	backward := make([]int32, len(texts))
	for i := range backward {
		backward[i] = int32(len(texts) - 1 - i)
	}
	want := slices.Clone(upward)
	slices.Reverse(want)
	if !slices.Equal(whole.RowsIn(backward, false), want) {
		t.Error("unranked rows are not in the order given")
	}
	scoreOf := map[int32]int{}
	for i, row := range whole.rows {
		scoreOf[row] = whole.scores[i]
	}
	slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(scoreOf[b], scoreOf[a]) })
	if !slices.Equal(whole.RowsIn(backward, true), want) {
		t.Error("ranked rows of equal score are not in the order given")
	}
}

func TestLongRunsOfLettersStillSort(t *testing.T) {
	long := strings.Repeat("a", 60) // the library's bonus overflows here
	texts := []string{long, "b" + long, long[:40], "x" + long[:50]}
	for _, n := range []int{10, 30, 40, 50, 60} {
		want := fuzzy.Find(long[:n], texts)
		got := find(t, lines(texts), long[:n], nil).Rows()
		for i, m := range want {
			if m.Index != int(got[i]) {
				t.Errorf("%d letters: got %v, want %v", n, got, want)
				break
			}
		}
	}
}

func TestACancelledSearchSaysSo(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := lines([]string{"a"}).Search("a", nil).Find(ctx); r != nil || err != context.Canceled {
		t.Errorf("got %v, %v", r, err)
	}
	if x := NewIndex(ctx, 1, 1, func(int, int) string { return "" }); x != nil {
		t.Error("an index was built all the same")
	}
}

func TestExplainPutsTheWordsTogether(t *testing.T) {
	x := NewIndex(context.Background(), 1, 2, func(_, f int) string { return []string{"Grace Hopper", "tiktok"}[f] })
	got := x.Explain("gra hop ktok", 0)
	want := []Field{{0, []int{0, 1, 2, 6, 7, 8}}, {1, []int{2, 3, 4, 5}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if hits := x.Explain("gra zzz", 0); hits != nil {
		t.Errorf("a row that is not found has hits %v", hits)
	}
	if got := x.Explain("gr ra", 0); !slices.Equal(got[0].At, []int{0, 1, 2}) {
		t.Errorf("a letter that two words hit: got %v", got[0].At)
	}
}

func TestPartsCutBetweenLetters(t *testing.T) {
	for _, c := range []struct {
		s    string
		at   []int
		want string
	}{
		{"", nil, ""}, {"plain", nil, "plain"}, {"plain", []int{0}, "[p]lain"}, {"plain", []int{0, 1, 4}, "[pl]ai[n]"},
		{"e\u0301a🇨🇳b", []int{0, 8}, "[e\u0301]a[🇨🇳]b"}, {"你好", []int{0, 3}, "[你好]"}, {"ab", []int{1, 7}, "a[b]"},
	} {
		got := ""
		for part, hit := range Parts(c.s, c.at) {
			if hit {
				part = "[" + part + "]"
			}
			got += part
		}
		if got != c.want {
			t.Errorf("%q at %v: got %s, want %s", c.s, c.at, got, c.want)
		}
	}
	for range Parts("abc", []int{1}) {
		break
	}
}

func TestQueryHasFewWords(t *testing.T) {
	if n := len(parse(strings.Repeat("a b a ", 1000))); n != 2 {
		t.Errorf("%d words, want 2", n)
	}
	var many strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&many, "%d ", i)
	}
	if n := len(parse(many.String())); n != maxWords {
		t.Errorf("%d words, want %d", n, maxWords)
	}
}
