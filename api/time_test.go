package api

import (
	"testing"
	"time"
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
	for _, in := range []string{"", " ", "yesterday", "1700000000000", "2026-13-01T00:00:00Z", "2026-02-30", "03/01/2026", "2026-03-01T25:00:00Z", "null"} {
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
