package fuzzy

import (
	"cmp"
	"context"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"channeldeck/api/fold"
	"channeldeck/ui/text"
)

func lines(texts []string) *Index {
	return NewIndex(context.Background(), len(texts), Field{Name, func(row int) string { return texts[row] }})
}

// find returns the rows that a query finds, the best first.
func find(t interface{ Fatal(...any) }, x *Index, query string) []int32 {
	r, err := x.Search(context.Background(), query)
	if err != nil {
		t.Fatal(err)
	}
	return r.Rows(nil, true)
}

// A word of a few, such as a status, matches as a whole, beside words that other texts match.
func TestWordMatchesAsAWhole(t *testing.T) {
	names := []string{"Tea", "Tea", "Normal tea", "Coffee"}
	statuses := []string{"abnormal", "normal", "abnormal", "异常"}
	x := NewIndex(
		context.Background(),
		len(names),
		Field{Name, func(row int) string { return names[row] }},
		Field{Word, func(row int) string { return statuses[row] }},
	)
	for query, want := range map[string]string{
		"tea abnormal":  "[0 2]",
		"tea normal":    "[2 1]",
		"tea !abnormal": "[1]",
		"norm":          "[2]",
		"异常":            "[3]",
		"异":             "[]",
	} {
		if got := fmt.Sprint(find(t, x, query)); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
}

// rows is an index of a name, a text and an ID for each row.
func rows(all [][3]string) *Index {
	of := func(i int) func(row int) string { return func(row int) string { return all[row][i] } }
	return NewIndex(context.Background(), len(all), Field{Name, of(0)}, Field{Text, of(1)}, Field{ID, of(2)})
}

// Names come first whatever matches; a text matches only with adjacent letters, an ID only
// words of three and more.
func TestKindsOfTexts(t *testing.T) {
	x := rows([][3]string{
		{"Zoe", "Dad and sons", "x1"},
		{"Granddad", "", "x2"},
		{"Daily Ads", "", "x3"},
		{"Ada", "", "a1dad9"},
		{"Mia", "draw a day", "da_d"},
		{"Dad", "", "x4"},
	})
	for query, want := range map[string]string{
		"dad": "[5 1 2 0 3]", "'dad": "[5 1 0 3]", "'dad !x": "[3]", "!a": "[]", "!dad": "[2 4]",
		"x": "[]", "x4": "[]", "'x4": "[5]", "x4 !": "[]", "1dad": "[3]", "'": "[0 1 2 3 4 5]",
	} {
		if got := fmt.Sprint(find(t, x, query)); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	if got := find(t, x, "da"); slices.Contains(got, 3) != true || slices.Index(got, 3) > slices.Index(got, 0) {
		t.Errorf("da finds %v", got) // Ada by its name
	}
}

// A match ranks by where in a text it is, and a word that is scattered begins where a word does.
func TestRanksOfMatches(t *testing.T) {
	for _, test := range []struct {
		query string
		rows  [][3]string
		want  string
	}{
		{"lab", [][3]string{{"a lab"}, {"lab a"}, {"slab"}, {"lxaxb"}}, "[1 0 2 3]"},
		{"lab x", [][3]string{{"laboratory", "x a b c d"}, {"lab", "a x"}}, "[1 0]"}, // a whole text
		{"ac", [][3]string{{"xabc"}, {"abc"}}, "[1]"},
		{"xc", [][3]string{{"xabc"}, {"abc"}}, "[0]"},
		{"zhangsan", [][3]string{{"a", "", "张三"}, {"b", "张三", ""}}, "[1]"}, // no pinyin in an ID
		{strings.Repeat("z", maxPinyin), [][3]string{{strings.Repeat("张", maxPinyin)}}, "[0]"},
		{strings.Repeat("z", maxPinyin+1), [][3]string{{strings.Repeat("张", maxPinyin+1)}}, "[]"},
	} {
		if got := fmt.Sprint(find(t, rows(test.rows), test.query)); got != test.want {
			t.Errorf("%s finds %s, want %s", test.query, got, test.want)
		}
	}
	if got := explain("gra !hop", []Kind{Name}, []string{"Grace Hopper"}); !slices.Equal(got[0], []int{0, 1, 2}) {
		t.Errorf("an excluded word is marked: %v", got)
	}
}

// A search finds the rows that contain every word, and others only by pinyin or in names.
func TestAdjacentLettersAreAlwaysFound(t *testing.T) {
	letters := rapid.SampledFrom([]string{
		"a", "b", "A", "k", "\u212a", "é", "ß", "1", "１", "-", " ", "你", "好", "重", "م", "🙂",
	})
	words := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(letters, 0, 8).Draw(t, "letters"), "")
	})
	rapid.Check(t, func(t *rapid.T) {
		texts := rapid.SliceOfN(words, 1, 20).Draw(t, "texts")
		x := NewIndex(context.Background(), len(texts), Field{Text, func(row int) string { return texts[row] }})
		query := words.Draw(t, "query")
		got := find(t, x, query)
		for row, s := range texts {
			all := true
			for w := range strings.FieldsSeq(Normal(query)) {
				all = all && strings.Contains(fold.String(text.Line(s)), w)
			}
			if found := slices.Contains(got, int32(row)); all && !found ||
				found && !all && !strings.ContainsAny(s, "你好重") {
				t.Fatalf("%q in %q: %v", query, s, found)
			}
		}
	})
}

func TestRowsKeepAnOrder(t *testing.T) {
	texts := make([]string, 3*blockRows+7)
	for i := range texts {
		texts[i] = fmt.Sprintf("%s account %d %x", []string{"Ada", "云端 Lab", "قناة"}[i%3], i, i*7919)
	}
	r, err := lines(texts).Search(context.Background(), "lab 7a")
	if err != nil {
		t.Fatal(err)
	}
	upward := r.Rows(nil, false)
	if !slices.IsSorted(upward) || len(upward) == 0 {
		t.Error("unranked rows are not in the order of the index")
	}
	backward := make([]int32, len(texts))
	for i := range backward {
		backward[i] = int32(len(texts) - 1 - i)
	}
	want := slices.Clone(upward)
	slices.Reverse(want)
	if !slices.Equal(r.Rows(backward, false), want) {
		t.Error("unranked rows are not in the order given")
	}
	slices.SortStableFunc(want, func(a, b int32) int { return cmp.Compare(r.scores[b], r.scores[a]) })
	if !slices.Equal(r.Rows(backward, true), want) {
		t.Error("ranked rows of equal score are not in the order given")
	}
}

func TestSearchReturnsTheContextError(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if r, err := lines([]string{"a"}).Search(ctx, "a"); err != context.Canceled {
		t.Errorf("got %v, %v", r, err)
	}
}

func TestExplainJoinsWords(t *testing.T) {
	name := "Grace Hopper"
	platform := "tiktok"
	kinds := []Kind{Name, Text}
	texts := []string{name, platform}
	got := explain("gra hop ktok !x", kinds, texts)
	want := [][]int{{0, 1, 2, 6, 7, 8}, {2, 3, 4, 5}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if got := explain("gr ra", kinds, texts); !slices.Equal(got[0], []int{0, 1, 2}) {
		t.Errorf("a letter that two words match: got %v", got[0])
	}
}

// The matched part of each text is in brackets.
func TestMatchesFoldedTextAndPinyin(t *testing.T) {
	for _, test := range []struct{ query, marked string }{
		{"zs", "[张三]"},
		{"zhangsan", "[张三]"},
		{"zhangs", "[张三]"},
		{"san", "张[三]"},
		{"张", "[张]三"},
		{"an", ""},
		{"sz", ""},
		{"zhangx", ""},
		{"cq", "[重庆]"},
		{"zq", "[重庆]"},
		{"chongq", "[重庆]"},
		{"zhongqing", "[重庆]"},
		{"cqhg", "[重庆火锅]"},
		{"cqhg", "[重庆]·[火锅]"},
		{"zl", ""},
		{"lx", "张三[旅行]"},
		{"zs2", "[张三2]店"},
		{"zs2", "[张三] [2]"},
		{"ZS", "[张三]"},
		{"ｚｓ", "[张三]"},
		{"lv", "[绿]"},
		{"viet", "[Việt] Nam"},
		{"vn", "[V]iệt [N]am"},
		{"1号", "[１号]店"},
		{"１号", "[1号]店"},
		{"cafe", "[café]"},
		{"CAFÉ", "[cafe]"},
		{"strasse", "[Straße]"},
		{"lukasz", "[Łukasz]"}, {"duc", "[Đức]"}, {"ii", "[Ⅷ]"}, {"e", "caf[e\u0301]"},
		{"میخواهم", "[می\u200cخواهم]"},
		{"می\u200cخواهم", "[میخواهم]"},
		{"👧", "a[👩\u200d👧]b"},
		{"👩👧", "[👩\u200d👧]"},
		{"❤", "I [❤\ufe0f] it"},
		{"👍", "[👍🏽]!"},
		{"ष", "[क\u094d\u200dष]"},
	} {
		s := strings.NewReplacer("[", "", "]", "").Replace(test.marked)
		if test.marked == "" {
			s = "张三"
		}
		if got := len(find(t, lines([]string{s}), test.query)) > 0; got != (test.marked != "") {
			t.Errorf("%s finds %s: %v", test.query, s, got)
		}
		got := ""
		for part, matches := range text.Parts(s, explain(test.query, []Kind{Name}, []string{s})[0]) {
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
	if got := find(t, lines(names), "cafe"); names[got[0]] != "café" {
		t.Errorf("%q is first", names[got[0]])
	}
}

// 的 may be left out. A name with other characters in between does not match.
func TestPinyinWithoutDe(t *testing.T) {
	x := lines([]string{"小林的厨房", "小林厨房", "小林的窗", "厨房小林", "小林爱吃饭"})
	for query, want := range map[string]string{
		"xlcf":     "[1 0]",
		"xldcf":    "[0]",
		"xlc":      "[1 2 0]",
		"xlinchuf": "[1 0]",
		"xlfc":     "[]",
		"cfx":      "[3]",
	} {
		if got := fmt.Sprint(find(t, x, query)); got != want {
			t.Errorf("%s finds %s, want %s", query, got, want)
		}
	}
	if got := fmt.Sprint(explain("xlcf", []Kind{Name}, []string{"小林的厨房"})); got != "[[0 3 9 12]]" {
		t.Errorf("xlcf matches %s", got)
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

// explain returns the places in texts that a query matches.
func explain(query string, kinds []Kind, texts []string) [][]int {
	r, _ := NewIndex(context.Background(), 0).Search(context.Background(), query)
	return r.Explain(kinds, texts)
}
