package overview

import (
	"testing"

	"channeldeck/api"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
)

func TestPercentCell(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	for percent, want := range map[string]string{
		"":         "",
		"0":        "0%",
		"0.000012": "▲<0.1%",
		"-0.02":    "▼<0.1%",
		"0.1":      "▲0.1%",
		"-23.1":    "▼23.1%",
	} {
		n, _ := api.ParseNumber(percent)
		if got := resource.PercentCell(v, n).Text; got != want {
			t.Errorf("%q: %q, want %q", percent, got, want)
		}
	}
}

// A name that is too wide is shortened in the same way in both languages.
func TestAbbreviated(t *testing.T) {
	for _, tt := range []struct {
		name  string
		width int
		want  string
	}{
		{"Threads", 1, "Threads"},
		{"Twitter (X)", 12, "Twitter (X)"},
		{"Twitter (X)", 10, "Twitter"},
		{"Twitter（X）", 10, "Twitter"},
		{"Twitter (X)", 4, "X"},
		{"Twitter（X）", 4, "X"},
		{"Xiaohongshu (RED)", 10, "RED"},
		{"小红书（RED）", 4, "小红书"},
		{"WeChat Channels", 12, "WeChat Ch."},
		{"小红书", 4, "小红书"},
		{"某某平台（海外版）", 12, "某某平台"},
		{"X（推特）", 12, "X（推特）"},
		{"X（推特）", 4, "X"},
		{"14 other platforms", 12, "14 other platforms"},
	} {
		if got := resource.Abbreviated(tt.name, tt.width); got != tt.want {
			t.Errorf("%q in %d cells: %q, want %q", tt.name, tt.width, got, tt.want)
		}
	}
}
