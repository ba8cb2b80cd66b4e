package fuzzy

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/sahilm/fuzzy"
	"pgregory.net/rapid"

	"channeldeck/api/fold"
	"channeldeck/ui/text"
	"channeldeck/ui/text/pinyin"
)

// alphabet is small, so that words do match, and has what is special: case in
// several scripts, letters of other length in the other case, letters that fold
// to ASCII, separators, wide, Han and invalid characters.
var alphabet = []string{"a", "b", "A", "B", "k", "\u212a", "s", "ſ", "K", "é", "É", "ß", "Σ", "ς", "σ", "İ", "Ⱥ", "ⱥ", "1", "１", "2", "-", "_", ".", "/", " ", "　", "你", "好", "重", "阿", "ん", "م", "🙂", "\xff", "\x00", "ǅ", "ǆ"}

func anyText(most int) *rapid.Generator[string] {
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(alphabet), 0, most).Draw(t, "letters"), "")
	})
}

// anyQuery also draws beginnings of the readings of the alphabet.
func anyQuery(most int) *rapid.Generator[string] {
	parts := append([]string{"n", "ni", "h", "hao", "z", "zh", "chong", "c", "a", "e", "ab"}, alphabet...)
	return rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(rapid.SampledFrom(parts), 0, most).Draw(t, "query"), "")
	})
}

func lines(texts []string) *Index {
	return NewIndex(context.Background(), len(texts), 1, func(row, _ int) string { return texts[row] })
}

func find(t interface{ Fatal(...any) }, x *Index, query string, after *Result) *Result {
	return findHidden(t, x, query, after, 0)
}

func findHidden(t interface{ Fatal(...any) }, x *Index, query string, after *Result, hidden Fields) *Result {
	r, err := x.Search(context.Background(), query, after, hidden)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// plainScore returns what a word scores in a text, the better of one call of the
// library and all ways to spell it, and the bytes of the folded text that each of
// the best ways matches. In a hidden text the library counts only where it has the word.
func plainScore(word, s string, hidden bool) (score int, best [][]int) {
	folded := fold.String(text.Clean(s))
	score = noMatch
	for _, m := range fuzzy.Find(word, []string{folded}) {
		if hidden && !strings.Contains(folded, word) {
			break
		}
		score, best = m.Score, [][]int{m.MatchedIndexes}
	}
	if strings.ContainsFunc(folded, isHan) && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz0123456789") == "" && strings.Trim(word, "0123456789") != "" {
		characters := []rune(folded)
		for _, spelling := range spellings(word, characters, 0, true) {
			n := len(spelling.at) - len(characters)
			for i, c := range spelling.at {
				switch {
				case i == 0 && c == 0:
					n += pinyinFirst
				case i == 0:
					n += max(c*pinyinSkipped, 3*pinyinSkipped)
				case isHan(characters[c]):
					n += pinyinNext
				}
			}
			n += pinyinRare*spelling.rare + pinyinLetter*(len(word)-len(spelling.at))
			if n > score {
				score, best = n, nil
			}
			if n == score {
				var at []int
				for _, c := range spelling.at {
					at = append(at, len(string(characters[:c])))
				}
				best = append(best, at)
			}
		}
		if at := initials(word, folded); at != nil && len(word) > 1 && !hidden {
			if n := len(word)*(pinyinRare+1) - len(characters); n > score {
				score, best = n, [][]int{at}
			}
		}
	}
	return score, best
}

// initials returns the first characters of a text whose initials are a word, nil without.
func initials(word, s string) (at []int) {
	for i, r := range s {
		if len(at) < len(word) && strings.Contains(" "+strings.Join(pinyin.Load().Readings(r), " "), " "+word[len(at):len(at)+1]) {
			at = append(at, i)
		}
	}
	if len(at) < len(word) {
		return nil
	}
	return at
}

// spelling is a way to spell a word with some characters of a text.
type spelling struct {
	at   []int // characters
	rare int   // of them by another than the first reading
}

// spellings returns all ways to spell a word with consecutive characters, the
// first of which is from, or anywhere behind.
func spellings(word string, characters []rune, from int, anywhere bool) (all []spelling) {
	if word == "" {
		return []spelling{{}}
	}
	for c := from; c < len(characters); c++ {
		if !unicode.IsLetter(characters[c]) && !unicode.IsDigit(characters[c]) {
			continue
		}
		for i, reading := range append([]string{string(characters[c])}, pinyin.Load().Readings(characters[c])...) {
			for n := 1; n <= len(reading); n++ {
				rest, ok := strings.CutPrefix(word, reading[:n])
				if !ok || i == 0 && n < len(reading) {
					continue
				}
				for _, s := range spellings(rest, characters, c+1, false) {
					all = append(all, spelling{append([]int{c}, s.at...), s.rare + min(max(i-1, 0), 1)})
				}
			}
		}
		if !anywhere {
			break
		}
	}
	return all
}

// A search finds the same rows, with the same scores and in the same order, as
// plainScore on each word, row and field.
func TestEqualsPlainImplementation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const fields = 3
		rows := rapid.SliceOfN(rapid.SliceOfN(anyText(8), fields, fields), 0, 30).Draw(t, "rows")
		query := anyQuery(5).Draw(t, "query")
		hidden := Fields(rapid.Uint64Range(0, 7).Draw(t, "hidden"))
		x := NewIndex(context.Background(), len(rows), fields, func(row, f int) string { return rows[row][f] })
		words := strings.Fields(Normal(query))
		slices.Sort(words)
		words = slices.Compact(words)
		score := map[int32]int{}
		var want []int32
		for row := range rows {
			total, all := 0, len(words) > 0
			for _, w := range words {
				best := noMatch
				for f, s := range rows[row] {
					if n, _ := plainScore(w, s, hidden.Has(f)); n != noMatch {
						best = max(best, n-hidden.penalty(f))
					}
				}
				all = all && best != noMatch
				total += best
			}
			if all {
				want = append(want, int32(row))
				score[int32(row)] = total
			}
		}
		slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(score[b], score[a]) })
		var typed *Result
		for i := range query {
			typed = findHidden(t, x, query[:i], typed, hidden)
		}
		typed = findHidden(t, x, query, typed, hidden)
		for name, got := range map[string]*Result{"whole": findHidden(t, x, query, nil, hidden), "typed": typed} {
			if !slices.Equal(got.Rows(nil, true), want) {
				t.Fatalf("%s: got %v, want %v", name, got.Rows(nil, true), want)
			}
			for i, row := range got.rows {
				if got.scores[i] != score[row] {
					t.Fatalf("%s: row %d scores %d, want %d", name, row, got.scores[i], score[row])
				}
			}
		}
	})
}

// The characters marked in a clean text are those that match in the folded one.
func TestExplainEqualsPlainImplementation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := text.Clean(anyText(10).Draw(t, "text"))
		words := strings.Fields(Normal(anyQuery(3).Draw(t, "query")))
		if len(words) != 1 {
			return
		}
		_, ways := plainScore(words[0], s, false)
		_, from := fold.At(s)
		for _, way := range ways {
			for i := range way {
				way[i] = from[way[i]]
			}
		}
		got := Explain(words[0], s)[0]
		if ways == nil && got == nil {
			return
		}
		if !slices.ContainsFunc(ways, func(way []int) bool { return slices.Equal(slices.Compact(way), got) }) {
			t.Fatalf("got %v, want one of %v", got, ways)
		}
	})
}

// A query that continues another finds the same rows as a new one.
func TestNarrowedSearchFindsTheSameRows(t *testing.T) {
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
	whole := find(t, x, query, nil)
	if len(whole.rows) == 0 || !slices.Equal(typed.Rows(nil, true), whole.Rows(nil, true)) {
		t.Errorf("letter by letter %d rows are found, at once %d", len(typed.rows), len(whole.rows))
	}
	upward := whole.Rows(nil, false)
	if !slices.IsSorted(upward) || len(upward) != len(whole.rows) {
		t.Error("unranked rows are not in the order of the index")
	}
	backward := make([]int32, len(texts))
	for i := range backward {
		backward[i] = int32(len(texts) - 1 - i)
	}
	want := slices.Clone(upward)
	slices.Reverse(want)
	if !slices.Equal(whole.Rows(backward, false), want) {
		t.Error("unranked rows are not in the order given")
	}
	scoreOf := map[int32]int{}
	for i, row := range whole.rows {
		scoreOf[row] = whole.scores[i]
	}
	slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(scoreOf[b], scoreOf[a]) })
	if !slices.Equal(whole.Rows(backward, true), want) {
		t.Error("ranked rows of equal score are not in the order given")
	}
}

func TestSortOfExtremeScores(t *testing.T) {
	long := strings.Repeat("a", 60) // the library's bonus overflows here
	texts := []string{long, "b" + long, long[:40], "x" + long[:50]}
	for _, n := range []int{10, 30, 40, 50, 60} {
		want := fuzzy.Find(long[:n], texts)
		got := find(t, lines(texts), long[:n], nil).Rows(nil, true)
		for i, m := range want {
			if m.Index != int(got[i]) {
				t.Errorf("%d letters: got %v, want %v", n, got, want)
				break
			}
		}
	}
}

func TestSearchReturnsTheContextError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := lines([]string{"a"}).Search(ctx, "a", nil, 0); err != context.Canceled {
		t.Errorf("got %v, %v", r, err)
	}
	if x := NewIndex(ctx, 1, 1, func(int, int) string { return "" }); x != nil {
		t.Error("an index was built all the same")
	}
}

func TestExplainJoinsWords(t *testing.T) {
	name, platform := "Grace Hopper", "tiktok"
	got := Explain("gra hop ktok", name, platform)
	want := [][]int{{0, 1, 2, 6, 7, 8}, {2, 3, 4, 5}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := Explain("gr ra", name, platform); !slices.Equal(got[0], []int{0, 1, 2}) {
		t.Errorf("a letter that two words match: got %v", got[0])
	}
}

// The matched part of each text is in brackets.
func TestMatchesFoldedTextAndPinyin(t *testing.T) {
	for _, test := range []struct{ query, marked string }{
		{"zs", "[张三]"}, {"zhangsan", "[张三]"}, {"zhangs", "[张三]"}, {"san", "张[三]"}, {"张", "[张]三"}, {"an", ""}, {"sz", ""}, {"zhangx", ""},
		{"cq", "[重庆]"}, {"zq", "[重庆]"}, {"chongq", "[重庆]"}, {"zhongqing", "[重庆]"}, {"cqhg", "[重庆火锅]"}, {"cqhg", "[重庆]·[火锅]"}, {"zl", ""}, {"lx", "张三[旅行]"}, {"zs2", "[张三2]店"}, {"zs2", "[张三] [2]"}, {"ZS", "[张三]"}, {"ｚｓ", "[张三]"},
		{"lv", "[绿]"}, {"viet", "[Việt] Nam"}, {"vn", "[V]iệt [N]am"}, {"1号", "[１号]店"}, {"１号", "[1号]店"}, {"cafe", "[café]"}, {"CAFÉ", "[cafe]"}, {"strasse", "[Straße]"},
		{"lukasz", "[Łukasz]"}, {"duc", "[Đức]"}, {"ii", "[Ⅷ]"}, {"e", "caf[e\u0301]"},
		{"میخواهم", "[می\u200cخواهم]"}, {"می\u200cخواهم", "[میخواهم]"}, {"👧", "a[👩\u200d👧]b"}, {"👩👧", "[👩\u200d👧]"}, {"❤", "I [❤\ufe0f] it"}, {"👍", "[👍🏽]!"}, {"ष", "[क\u094d\u200dष]"},
	} {
		s := strings.NewReplacer("[", "", "]", "").Replace(test.marked)
		if test.marked == "" {
			s = "张三"
		}
		if got := len(find(t, lines([]string{s}), test.query, nil).rows) > 0; got != (test.marked != "") {
			t.Errorf("%s finds %s: %v", test.query, s, got)
		}
		got := ""
		for part, matches := range Parts(s, Explain(test.query, s)[0]) {
			if matches {
				part = "[" + part + "]"
			}
			got += part
		}
		if test.marked == "" {
			test.marked = s
		}
		if got != test.marked {
			t.Errorf("%s marks %s, want %s", test.query, got, test.marked)
		}
	}
	names := []string{"Scaffold e", "Cabo Fe", "the cafe", "café", "cafeteria"}
	if got := find(t, lines(names), "cafe", nil).Rows(nil, true); names[got[0]] != "café" {
		t.Errorf("%q is first", names[got[0]])
	}
}

func TestVisibleMatchesComeFirst(t *testing.T) {
	rows := [][]string{{"Zoe", "ma_1"}, {"a map", "x"}, {"Maria", "ma_2"}, {"Ola", "ima"}, {"Ida", "m_a"}}
	x := NewIndex(context.Background(), len(rows), 2, func(row, f int) string { return rows[row][f] })
	if got := findHidden(t, x, "ma", nil, 1<<1).Rows(nil, true); !slices.Equal(got, []int32{1, 2, 0, 3}) {
		t.Errorf("got %v", got)
	}
}

func TestPartsSplitBetweenLetters(t *testing.T) {
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

// Initials may be chosen with gaps, which rank behind those without.
func TestInitialsWithGaps(t *testing.T) {
	x := lines([]string{"小林的厨房", "小林厨房", "小林的窗", "厨房小林", "想念老朋友的厨房"})
	for query, want := range map[string]string{"xlcf": "[1 0 4]", "xlc": "[1 2 0 4]", "xdcf": "[0 4]", "xl": "[1 2 0 3 4]", "xlfc": "[]", "xiaochu": "[]"} {
		if got := fmt.Sprint(find(t, x, query, nil).Rows(nil, true)); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	if got := fmt.Sprint(Explain("xlcf", "小林的厨房")); got != "[[0 3 9 12]]" {
		t.Errorf("xlcf matches %s", got)
	}
	if got := findHidden(t, x, "xlcf", nil, 1).Rows(nil, true); fmt.Sprint(got) != "[1]" {
		t.Errorf("in a hidden field: %v", got)
	}
}

func TestQueryHasAtMostMaxWords(t *testing.T) {
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
