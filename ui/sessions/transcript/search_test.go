package transcript

import (
	"bytes"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func oneMessage(parts ...string) *Transcript {
	rec := api.MessageRecord{ID: "r", SessionID: "s", Message: api.UIMessage{ID: "m", Role: "assistant"}}
	for _, p := range parts {
		rec.Message.Parts = append(rec.Message.Parts, jsontext.Value(p))
	}
	return New([]api.MessageRecord{rec})
}

func TestSearchFindsWhatIsFolded(t *testing.T) {
	tr := New(load(t, "v5.json"))
	x := NewIndex(tr)
	for _, c := range []struct {
		query string
		ref   Ref
		field Field
		found string
	}{
		{"猫视频", Ref{0, 0}, FieldText, "猫视频"},
		{"مرحبا", Ref{0, 0}, FieldText, "مرحبا"},
		{"👩‍👩‍👧‍👦", Ref{0, 0}, FieldText, "👩‍👩‍👧‍👦"},
		{"CAT.MP4", Ref{0, 1}, FieldFile, "cat.mp4"},
		{"cdn.Example", Ref{0, 1}, FieldURL, "cdn.example"},
		{"look AT trends", Ref{1, 1}, FieldText, "Look at trends"},
		{"WEB-SEARCH", Ref{1, 5}, FieldName, "web-search"},
		{"web search", Ref{1, 5}, FieldTitle, "Web search"},
		{`"limit": 5`, Ref{1, 5}, FieldInput, `"limit": 5`},
		{"imageurl", Ref{1, 5}, FieldOutput, "imageUrl"},
		{`"x": [`, Ref{1, 11}, FieldInput, `"x": [`},
		{"permission DENIED", Ref{1, 12}, FieldOutput, "permission denied"},
		{"limits calls", Ref{1, 13}, FieldError, "limits calls"},
		{"itemid", Ref{1, 1}, FieldExtra, "itemId"},
		{"report.pdf", Ref{1, 18}, FieldFile, "report.pdf"},
		{`"done": 3`, Ref{1, 19}, FieldValue, `"done": 3`},
		{`"lang"`, Ref{0, -1}, FieldExtra, `"lang"`},
	} {
		hits := x.Search(c.query)
		if hits.Len() == 0 {
			t.Errorf("%q: not found", c.query)
			continue
		}
		h := hits.At(0)
		if h.Ref != c.ref || h.Field != c.field {
			t.Errorf("%q: found at %v field %d, want %v field %d", c.query, h.Ref, h.Field, c.ref, c.field)
			continue
		}
		if got := tr.FieldText(h.Ref, h.Field)[h.Start:h.End]; got != c.found {
			t.Errorf("%q: the hit covers %q, want %q", c.query, got, c.found)
		}
	}
	for _, query := range []string{"", "iVBORw0KGgo", "no such words", "trends first.web-search"} {
		if n := x.Search(query).Len(); n != 0 {
			t.Errorf("%q: found %d times, want none", query, n)
		}
	}
}

func TestSearchCase(t *testing.T) {
	for _, c := range []struct{ text, query, found string }{
		{"ÉCOLE straße", "école", "ÉCOLE"},
		{"Σίσυφος", "ΣΊΣΥΦΟΣ", "Σίσυφος"},
		{"ⱥ Ⱥbc", "ⱥBC", "Ⱥbc"},                 // two bytes in upper case, three in lower
		{"5 \u212Am away", "5 km", "5 \u212Am"}, // the Kelvin sign is a k
		{"ПРИВЕТ мир", "привет МИР", "ПРИВЕТ мир"},
		{"ＡＢＣ", "ａｂｃ", "ＡＢＣ"},
	} {
		tr := oneMessage(`{"type":"text","text":"` + c.text + `"}`)
		hits := NewIndex(tr).Search(c.query)
		if hits.Len() != 1 {
			t.Errorf("%q in %q: found %d times, want once", c.query, c.text, hits.Len())
			continue
		}
		h := hits.At(0)
		if got := tr.FieldText(h.Ref, h.Field)[h.Start:h.End]; got != c.found {
			t.Errorf("%q in %q: the hit covers %q, want %q", c.query, c.text, got, c.found)
		}
	}
}

// TestSearchAgreesWithPlainScan holds the index against a scan that compares
// each place with unicode's own folding.
func TestSearchAgreesWithPlainScan(t *testing.T) {
	letters := rapid.SampledFrom([]rune("aAbBkK\u212AsSſéÉⱥȺ猫🙂 "))
	rapid.Check(t, func(rt *rapid.T) {
		text := string(rapid.SliceOfN(letters, 0, 60).Draw(rt, "text"))
		query := string(rapid.SliceOfN(letters, 1, 4).Draw(rt, "query"))
		tr := oneMessage(`{"type":"text","text":"` + text + `"}`)
		hits := NewIndex(tr).Search(query)
		n := 0
		for i := 0; i < len(text); {
			end := matchAt(text[i:], query)
			if end == 0 {
				_, size := utf8.DecodeRuneInString(text[i:])
				i += size
				continue
			}
			if n == hits.Len() {
				rt.Fatalf("%q in %q: %d hits, want more", query, text, n)
			}
			if h := hits.At(n); h.Start != i || h.End != i+end {
				rt.Fatalf("%q in %q: hit %d is %d to %d, want %d to %d", query, text, n, h.Start, h.End, i, i+end)
			}
			n++
			i += end
		}
		if n != hits.Len() {
			rt.Fatalf("%q in %q: %d hits, want %d", query, text, hits.Len(), n)
		}
	})
}

// matchAt is the length of query at the start of text, 0 where it is not there.
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

// TestCaselessRanges holds the ranges that are not looked up against Unicode.
func TestCaselessRanges(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if caseless(r) && unicode.SimpleFold(r) != r {
			t.Errorf("%U has another case and is taken for one that has none", r)
		}
	}
}

func TestHitsByPlace(t *testing.T) {
	tr := oneMessage(`{"type":"text","text":"aXa"}`, `{"type":"reasoning","text":"b"}`, `{"type":"text","text":"a"}`)
	hits := NewIndex(tr).Search("A")
	if hits.Len() != 3 {
		t.Fatalf("%d hits, want 3", hits.Len())
	}
	for r, want := range map[Ref]int{{0, 0}: 0, {0, 1}: 2, {0, 2}: 2, {1, 0}: 3} {
		if first := hits.From(r); first != want {
			t.Errorf("from %v: %d, want %d", r, first, want)
		}
	}
}

func TestHitsAroundAHit(t *testing.T) {
	tr := oneMessage(`{"type":"text","text":"a"}`, `{"type":"text","text":"aİa a"}`, `{"type":"text","text":"a"}`) // İ is longer folded
	hits := NewIndex(tr).Search("A")
	for _, c := range []struct{ i, start, end, before, all int }{{2, 0, 99, 1, 3}, {2, 1, 6, 0, 2}, {1, 0, 3, 0, 1}, {0, 0, 1, 0, 1}, {4, 0, 99, 0, 1}} {
		if before, all := hits.Around(c.i, c.start, c.end); before != c.before || all != c.all {
			t.Errorf("hit %d from %d to %d: %d of %d, want %d of %d", c.i, c.start, c.end, before, all, c.before, c.all)
		}
	}
}

func TestInvalidUTF8IsSearched(t *testing.T) {
	tr := oneMessage("{\"type\":\"text\",\"text\":\"a\xff\xffb needle\"}")
	hits := NewIndex(tr).Search("needle")
	if hits.Len() != 1 {
		t.Fatalf("%d hits, want 1", hits.Len())
	}
	h := hits.At(0)
	if text := tr.FieldText(h.Ref, h.Field); text[h.Start:h.End] != "needle" {
		t.Errorf("the hit covers %q", text[h.Start:h.End])
	}
	if bytes.IndexByte(NewIndex(tr).text[:5], 0xff) >= 0 {
		t.Error("the index holds a separator inside a field")
	}
}
