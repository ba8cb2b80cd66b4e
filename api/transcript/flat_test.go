package transcript

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"channeldeck/api"
	"channeldeck/ui/testkit/transcripts"
)

// words is a text with single blanks for white space.
func words(s string) string { return strings.Join(strings.Fields(s), " ") }

// checkFlat compares the flat texts of all fields with the usual ones, and returns how many there are.
func checkFlat(t interface{ Fatalf(string, ...any) }, tr *Transcript) (n int) {
	for i := range tr.Messages {
		for _, it := range tr.AppendItems(nil, i, DepthAll, &Folds{}) {
			if it.Kind != ItemField {
				continue
			}
			flat, ok := tr.AppendFlat([]byte("before "), it.Ref, it.Field)
			if !ok {
				continue
			}
			n++
			if want := "before " + words(tr.FieldText(it.Ref, it.Field)); words(string(flat)) != want {
				t.Fatalf("%v, field %d: %q, want %q", it.Ref, it.Field, words(string(flat)), want)
			}
		}
	}
	return n
}

func TestFlatTexts(t *testing.T) {
	for _, version := range versions {
		checkFlat(t, New(load(t, version+".json"), false))
	}
	records, err := api.DecodeRows[api.MessageRecord]([]byte(
		strings.TrimSuffix(transcripts.Session(20)[strings.Index(transcripts.Session(20), "["):], "}"),
	))
	if err != nil {
		t.Fatal(err)
	}
	// the IDs of 20 messages, and inputs, outputs and other fields of 15 calls
	if n := checkFlat(t, New(records, false)); n != 20+3*15 {
		t.Errorf("%d flat texts", n)
	}
}

// Any JSON reads as its layout does, also with blanks, escapes, inline data and JSON in strings.
func TestFlatJSON(t *testing.T) {
	long := strings.Repeat("QUJD", 40)
	text := rapid.SampledFrom([]string{
		`""`, `"a"`, `"Ten cats"`, `"猫的一天"`, `"a\nb"`, `"\u00e9"`, `"[1]"`, `" {\"a\":1}"`, `"{}"`, `"["`,
		`"data:image/png;base64,` + long + `"`, `"x data:a/b;base64,` + long + `"`, `"` + long + `"`, `"DATA:,a"`,
	})
	name := rapid.SampledFrom([]string{
		`"a"`, `"猫"`, `"data"`, `"Blob"`, `"image"`, `"path"`, `"content"`, `"command"`, `"stdout"`, `"exitCode"`,
		`"todos"`, `"type"`, `"q\"x"`, `"[1]"`, `"patch"`, `"old_str"`, `"new_str"`,
	})
	blank := rapid.SampledFrom([]string{"", "", "", " ", "\n\t"})
	var value func(t *rapid.T, depth int) string
	value = func(t *rapid.T, depth int) string {
		kind := rapid.IntRange(0, 3).Draw(t, "kind")
		if depth > 3 || kind < 2 {
			scalars := rapid.OneOf(text, rapid.SampledFrom([]string{"1", "-2.50e3", "true", "null", "{}", "[ ]"}))
			return scalars.Draw(t, "scalar")
		}
		all := make([]string, rapid.IntRange(0, 3).Draw(t, "n"))
		for i := range all {
			all[i] = blank.Draw(t, "blank") + value(t, depth+1) + blank.Draw(t, "blank")
			if kind == 2 {
				all[i] = name.Draw(t, "name") + blank.Draw(t, "blank") + ":" + all[i]
			}
		}
		inside := strings.Join(all, ",")
		if kind == 2 {
			return "{" + inside + "}"
		}
		return "[" + inside + "]"
	}
	rapid.Check(t, func(rt *rapid.T) {
		v := value(rt, 0)
		checkFlat(rt, oneMessage(
			`{"type":"tool-x","toolCallId":"c","state":"output-available","input":`+v+`,"output":`+v+`}`,
			`{"type":"data-x","data":`+v+`,"other":`+v+`,"blob":`+v+`}`,
			`{"type":"data-x","data":1,"a.b":`+v+`}`,
		))
	})
}
