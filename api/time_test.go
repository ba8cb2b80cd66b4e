package api

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

func TestParseTime(t *testing.T) {
	for in, want := range map[string]string{
		"2026-03-01T10:20:30Z":            "2026-03-01T10:20:30Z",
		" 2026-03-01T10:20:30.123456789Z": "2026-03-01T10:20:30.123456789Z",
		"2026-03-01T18:20:30+08:00":       "2026-03-01T10:20:30Z",
		"2026-03-01T18:20:30+0800":        "2026-03-01T10:20:30Z",
		"2026-03-01T10:20:30":             "2026-03-01T10:20:30Z",
		"2026-03-01T10:20:30.5":           "2026-03-01T10:20:30.5Z",
		"2026-03-01T10:20Z":               "2026-03-01T10:20:00Z",
		"2026-03-01 10:20:30":             "2026-03-01T10:20:30Z",
		"2026-03-01":                      "2026-03-01T00:00:00Z",
	} {
		got, ok := ParseTime(in)
		if !ok || got.Format(time.RFC3339Nano) != want || got.Location() != time.UTC {
			t.Errorf("ParseTime(%q) = %v, %v, want %s", in, got, ok, want)
		}
	}
	for _, in := range []string{
		"", " ", "yesterday", "1700000000000", "2026-13-01T00:00:00Z", "2026-02-30", "03/01/2026",
		"2026-03-01T25:00:00Z", "null",
	} {
		if got, ok := ParseTime(in); ok {
			t.Errorf("ParseTime(%q) = %v, want none", in, got)
		}
	}
}

func FuzzParseTime(f *testing.F) {
	f.Add("2026-03-01T10:20:30.123Z")
	f.Add("2026-03-01 10:20:30")
	f.Add("0000-01-01T00:00:00+23:59")
	f.Fuzz(func(t *testing.T, s string) {
		at, ok := ParseTime(s)
		if !ok {
			if !at.IsZero() {
				t.Errorf("ParseTime(%q) refuses and yet returns %v", s, at)
			}
			return
		}
		again, ok := ParseTime(at.Format(time.RFC3339Nano))
		if year := at.Year(); year >= 0 && year <= 9999 && (!ok || !again.Equal(at)) {
			t.Errorf("ParseTime(%q) = %v does not survive being written: %v, %v", s, at, again, ok)
		}
	})
}

// A Time keeps the text that was sent, whatever it is, and reads it as ParseTime does.
func TestTimeKeepsItsText(t *testing.T) {
	for _, text := range []string{
		"2026-03-02T08:00:00.000Z",
		"2026-03-02T08:00:00.123Z",
		"0000-01-01T00:00:00.000Z",
		"9999-12-31T23:59:59.999Z",
		"1969-12-31T23:59:59.999Z",
		"1970-01-01T00:00:00.000Z",
		"2026-02-30T08:00:00.000Z",
		"2026-04-31T08:00:00.000Z",
		"2026-00-02T08:00:00.000Z",
		"2026-03-00T08:00:00.000Z",
		"2026-03-02T24:00:00.000Z",
		"2026-03-02T08:60:00.000Z",
		"2026-03-02T08:00:60.000Z",
		"2026-03-02T08:00:00,000Z",
		"2026-03-02T08:00:00Z",
		"2026-03-02T08:00:00.000+00:00",
		"2026-03-02",
		"",
		"yesterday",
		strings.Repeat("9", 24),
		"-026-03-02T08:00:00.000Z",
		"2026-03-02T08:00:00.\u00e9Z ",
	} {
		for name, at := range map[string]Time{"SomeTime": SomeTime(text), "sent": sentTime(t, strconv.Quote(text))} {
			want, known := ParseTime(text)
			got, ok := at.At()
			out, err := json.Marshal(struct{ At Time }{at})
			if at.Or("other") != text || at.IsSet() != (text != "") || ok != known || !got.Equal(want) || err != nil ||
				string(out) != `{"At":`+strconv.Quote(text)+`}` {
				t.Errorf("%s %q: %q, set %v, %v %v, %s, %v", name, text, at.Or("other"), at.IsSet(), got, ok, out, err)
			}
		}
	}
	for name, at := range map[string]Time{"missing": {}, "null": sentTime(t, "null")} {
		if _, ok := at.At(); at.Or("other") != "other" || at.IsSet() || ok || at.Opt().IsNull() != (name == "null") {
			t.Errorf("%s: %q, set %v", name, at.Or("other"), at.IsSet())
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		ms := rapid.Int64Range(-62167219200000, 253402300799999).Draw(t, "ms")
		text := time.UnixMilli(ms).UTC().Format("2006-01-02T15:04:05.000Z")
		if at, ok := SomeTime(text).At(); !ok || at.UnixMilli() != ms || SomeTime(text).Or("") != text {
			t.Errorf("%s is %v", text, at)
		}
	})
	sent := []byte("2026-03-02T08:00:00.123Z")
	if n := testing.AllocsPerRun(100, func() { timeOf(sent) }); n != 0 {
		t.Errorf("%v allocations for a time in the usual form", n)
	}
}

// sentTime decodes a time of a row.
func sentTime(t *testing.T, value string) Time {
	t.Helper()
	rows, err := DecodeRows[Account]([]byte(`[{"id":"1","lastStatsTime":` + value + `}]`))
	if err != nil {
		t.Fatal(err)
	}
	return rows[0].LastStatsTime
}
