package resource_test

import (
	"testing"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
)

// A title that begins the sentence is not told above it. The length is left to the time of the row, which
// tells it, and stays where the time is not known.
func TestFindingsTellTitleAndLengthOnce(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Site().View
	silent := findings.Finding{
		Kind:    findings.Silent,
		Account: accounts("KWAI")[0],
		Lasted:  history.Length{Least: 16 * day, Most: 17 * day},
	}
	frozen := findings.Finding{
		Kind:    findings.Frozen,
		Account: accounts("KWAI")[0],
		Is:      api.Int(5),
	}
	for want, f := range map[string]findings.Finding{"": silent, "Frozen count": frozen} {
		if got := v.Finding(&f).Heading(); got != want {
			t.Errorf("%s: heading %q, want %q", f.Kind, got, want)
		}
	}
	for want, at := range map[string]history.Interval{
		"abnormal":                 {After: v.Now().Add(-4 * day), Before: v.Now().Add(-3 * day)},
		"abnormal, 1.2k followers": {},
	} {
		a := accounts("KWAI")[0]
		a.Status = api.Int(0)
		a.FansCount = api.Int(1200)
		a.LastStatsTime = api.SomeTime("2026-05-01T00:00:00Z")
		f := findings.Finding{
			Kind:    findings.Abnormal,
			Section: findings.Open,
			Account: a,
			At:      at,
		}
		if got := v.Finding(&f).DetailBeside(); got != want {
			t.Errorf("at %v: %q, want %q", at, got, want)
		}
	}
}
