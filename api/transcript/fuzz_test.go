package transcript

import (
	"bytes"
	"strings"
	"testing"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
)

// FuzzParts takes any bytes as the parts and the other members of a message: nothing
// panics, and no part is dropped.
func FuzzParts(f *testing.F) {
	for _, v := range versions {
		for _, rec := range load(f, v+".json") {
			for _, p := range rec.Message.Parts {
				f.Add([]byte(p), []byte(rec.Message.Unknown))
			}
		}
	}
	f.Add(
		[]byte(`{"type":"tool-x","output":"{\"content\":[{\"type\":\"text\",\"text\":\"[1]\"}],\"isError\":true}"}`),
		[]byte(`{"content":5}`),
	)
	f.Add([]byte(`{"type":"file","url":"data:;base64,"`), []byte(`{`))
	f.Add([]byte("{\"type\":\"text\",\"text\":\"\xff\xfe \u212a\"}"), []byte(nil))
	f.Fuzz(func(t *testing.T, part, open []byte) {
		rec := api.MessageRecord{
			ID:      "r",
			Message: api.UIMessage{Role: "assistant", Parts: []jsontext.Value{part, part}, Unknown: open},
			Unknown: open,
		}
		tr := New([]api.MessageRecord{rec, rec}, false)
		for i := range tr.Messages {
			if n := len(tr.Messages[i].Parts); n < 2 {
				t.Fatalf("%d parts, want those that were given", n)
			}
		}
		tr.Summary()
		tr.Problems()
		tr.Shelf()
		tr.Names(func(string) string { return "" })
		for i := range tr.Messages {
			tr.Messages[i].Headline()
		}
		for d := range depths {
			for it := range tr.Items(d, &Folds{}) {
				tr.FieldText(it.Ref, it.Field)
			}
		}
		if _, changed := Diff(tr, New([]api.MessageRecord{rec, rec}, false)); changed {
			t.Fatal("the same records differ")
		}
	})
}

// layout lays a JSON value out.
func layout(v jsontext.Value) string {
	var w writer
	w.value(v, 0)
	return string(w.String())
}

// FuzzLayout checks that layout loses nothing: without blanks, a value without strings
// is as it was.
func FuzzLayout(f *testing.F) {
	for _, s := range []string{
		`{}`, `[]`, `[1,[2,{"a":null}]]`, `{"a":{"b":[true,false]}}`, `-1.5e300`, `[`, `{"a"`, `]`,
		``,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		out := layout(text)
		if !valid(text) || bytes.IndexByte(text, '"') >= 0 {
			return
		}
		compact := jsontext.Value(bytes.Clone(text))
		if err := compact.Compact(); err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(strings.Fields(out), ""); got != string(compact) {
			t.Fatalf("%s is laid out as %s", text, out)
		}
	})
}

func FuzzURLs(f *testing.F) {
	f.Add("see https://a.example/b(c)), and http://d。")
	f.Add("https://https://x")
	f.Add("http://.。 and http://")
	f.Add("data:image/png;base64,AAAA data:;base64,")
	f.Fuzz(func(t *testing.T, text string) {
		for _, u := range urls(text) {
			if !strings.Contains(text, u) || scheme(u) == 0 {
				t.Fatalf("%q is not a URL in %q", u, text)
			}
		}
		if short := Elide(text); strings.Count(short, ";base64,") > strings.Count(text, ";base64,") {
			t.Fatalf("%q became %q", text, short)
		}
	})
}
