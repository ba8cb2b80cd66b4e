package resource_test

import (
	"testing"
	"time"

	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Both bounds of a length are rounded to their units.
func TestLength(t *testing.T) {
	const day = 24 * time.Hour
	english, chinese := panetest.New(t, panetest.Options{}).Context, panetest.New(t, panetest.Options{Lang: words.Chinese}).Context
	for _, tt := range []struct {
		least, most time.Duration
		en, zh      string
	}{
		{0, 0, "", ""},
		{2 * day, 4 * day, "2–4 days", "2–4 天"},
		{3*day - 10*time.Minute, 3*day + 10*time.Minute, "3 days", "3 天"},
		{5 * time.Hour, 2 * day, "5 hours to 2 days", "5 小时至 2 天"},
		{20 * time.Hour, 2 * day, "1–2 days", "1–2 天"},
		{59 * time.Minute, 61 * time.Minute, "1 hour", "1 小时"},
		{0, 2*day + 6*time.Second, "≤ 2 days", "≤ 2 天"},
		{47 * time.Hour, 0, "≥ 1 day", "≥ 1 天"},
		{20 * time.Minute, 40 * time.Minute, "20–40 minutes", "20–40 分钟"},
	} {
		l := history.Length{Least: tt.least, Most: tt.most}
		if got := english.Length(l); got != tt.en {
			t.Errorf("%v to %v: %q, want %q", tt.least, tt.most, got, tt.en)
		}
		if got := chinese.Length(l); got != tt.zh {
			t.Errorf("%v to %v: %q, want %q", tt.least, tt.most, got, tt.zh)
		}
	}
}
