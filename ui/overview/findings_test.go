package overview

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/findings"
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

// Findings about what may come are folded below the others of their section where they are many.
func TestManyAlikeAreFolded(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	s := m.stack.Top().(*screen)
	silent := func(platform string) *findings.Finding {
		return &findings.Finding{
			Kind:     findings.Silent,
			Section:  findings.Open,
			ID:       platform,
			Platform: platform,
			Accounts: []*api.Account{{ID: "a", Type: platform}, {ID: "b", Type: platform}},
		}
	}
	stale := &findings.Finding{Kind: findings.Stale, Section: findings.Open, ID: "old"}
	said := func() string {
		var all []string
		for _, r := range s.rows() {
			if r.Section != nil {
				all = append(all, fmt.Sprint(r.Section.Of, r.Section.Kind, " ", r.Section.Count))
			} else {
				all = append(all, r.ID)
			}
		}
		return strings.Join(all, ", ")
	}
	m.all = []*findings.Finding{silent("x"), silent("youtube"), silent("tiktok"), stale}
	if got, want := said(), "open 4, x, youtube, tiktok, old"; got != want {
		t.Errorf("few: %s, not %s", got, want)
	}
	m.all = append([]*findings.Finding{silent("bilibili")}, m.all...)
	if got, want := said(), "open 5, old, opensilent 8"; got != want {
		t.Errorf("many: %s, not %s", got, want)
	}
	s.findings.SetRows(s.rows())
	move(t, m, func(r *resource.FindingRow) bool { return r.Section != nil && r.Section.Kind != "" })
	panetest.Shows(t, m.stack.View(), "No new work", "8 accounts")
	panetest.Press(t, m, "enter")
	if got, want := said(), "open 5, old, opensilent 8, bilibili, x, youtube, tiktok"; got != want {
		t.Errorf("unfolded: %s, not %s", got, want)
	}
}
