package typed

import (
	"testing"
	"time"
)

func TestID(t *testing.T) {
	for typed, want := range map[string]string{
		"7301234567890123400":    "7301234567890123400",
		" 7301234567890123400\n": "7301234567890123400",
		"'7301234567890123400":   "7301234567890123400",
		"7301234567890123400。":   "7301234567890123400",
		"７３０１２３４５６７８９０１２３４００": "7301234567890123400",
		"7301234567890123400.0": "7301234567890123400",
		"“730”":                 "730",
		"730,":                  "730",
		"BV1xx411c7mD":          "BV1xx411c7mD",
		"ｄｏｕｙｉｎ＿1":              "douyin_1",
		"urn:li:share:71":       "urn:li:share:71",
		"john.":                 "john.",
		"o'hara":                "o'hara",
		"7.30123E+18":           "7.30123E+18",
		"７.３Ｅ＋１８":               "7.3E+18",
		"账号（一）":                 "账号（一）", "": "", "..": "..", "。": "。",
	} {
		if got := ID(typed); got != want {
			t.Errorf("%q: %q, want %q", typed, got, want)
		}
	}
}

// A day begins at its midnight also where the clocks were changed since.
func TestSinceADayOfAnotherLength(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Skip(err)
	}
	for month, want := range map[time.Month]time.Duration{
		time.March:   35 * time.Hour,
		time.October: 37 * time.Hour,
	} {
		last := time.Date(2026, month+1, 1, 12, 0, 0, 0, berlin).AddDate(0, 0, -1)
		monday := last.AddDate(0, 0, 1-int(last.Weekday())) // after the Sunday on which they are changed
		if got, ok := Since("yesterday", monday); !ok || got != want {
			t.Errorf("%s: %v, want %v", monday, got, want)
		}
	}
}

func TestSince(t *testing.T) {
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for typed, want := range map[string]time.Duration{
		"45s":        45 * time.Second,
		"30 秒":       30 * time.Second,
		"2 seconds":  2 * time.Second,
		"36h":        36 * time.Hour,
		"7d":         7 * day,
		"1w":         7 * day,
		"2 weeks":    14 * day,
		"2week":      14 * day,
		"1h30m":      90 * time.Minute,
		"3 个月":       90 * day,
		"2周":         14 * day,
		"３天":         3 * day,
		"1 year":     365 * day,
		"2026-11-25": 36 * time.Hour,
		"yesterday":  36 * time.Hour,
		"昨天":         36 * time.Hour,
		"monday":     84 * time.Hour, // 26 November is a Thursday
		"周一 9点":      75 * time.Hour,
		"last thu 9": 171 * time.Hour,
		"9:00":       3 * time.Hour,
		"today":      12 * time.Hour,

		"2026-11-25 09:00":          27 * time.Hour,
		"2026-11-26T08:00:00+08:00": 12 * time.Hour,
		"2 hours ago":               2 * time.Hour,

		"13:00":       0,
		"":            0,
		"soon":        0,
		"7":           0,
		"0d":          0,
		"-1d":         0,
		"99999999y":   0,
		"99999999d":   0,
		"2026-11-27":  0,
		"1 fortnight": 0,
	} {
		if got, ok := Since(typed, now); ok != (want > 0) || ok && got != want {
			t.Errorf("%q: %v, %v, want %v", typed, got, ok, want)
		}
	}
}
