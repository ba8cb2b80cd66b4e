package fleet_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

func ruleOf(t *testing.T, name, when string) fleet.Rule {
	t.Helper()
	q, err := fleet.ParseQuery(when)
	if err != nil {
		t.Fatal(err)
	}
	return fleet.Rule{Name: name, Level: findings.Alert, Line: when, When: q}
}

func sortedIDs(rows []*api.Account) string {
	list := strings.Fields(ids(rows))
	slices.Sort(list)
	return strings.Join(list, " ")
}

// recordAt records a list in a history that is opened at the time of the list, and calls then with it.
func recordAt(t *testing.T, path string, at time.Time, rows []*api.Account, then func(*history.DB)) {
	t.Helper()
	h := history.Open(history.Config{Path: path, Site: "s", Now: func() time.Time { return at }})
	h.RecordAccounts(at, rows, api.Int(int64(len(rows))), true)
	h.Wait(t.Context())
	then(h)
	h.Close(t.Context())
}

// A rule is one finding: new where an account did not match at the baseline.
func TestFindingsOfRules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	before := []*api.Account{with("low", normal, 5), with("falls", normal, 1000), with("same", normal, 1000), with("zero", normal, 0)}
	now := listed(with("low", normal, 5), with("falls", normal, 900), with("same", normal, 1000), with("zero", normal, 0))
	baseline := today.AddDate(0, 0, -8)
	before[3].LastStatsTime, now.Rows[3].LastStatsTime = api.SomeTime("2026-01-01T00:00:00Z"), api.SomeTime("2026-05-20T00:00:00Z") // its statistics were renewed since
	recordAt(t, path, baseline.AddDate(0, 0, -24), before, func(*history.DB) {})                                                    // what changed in 30 days is known now, but not at the baseline
	recordAt(t, path, baseline, before, func(*history.DB) {})
	rules := []fleet.Rule{ruleOf(t, "few", "followers<10"), ruleOf(t, "falls", "followers<-2%/7d"), ruleOf(t, "below", "followers<950"), ruleOf(t, "none", "followers>1M"), ruleOf(t, "elsewhere", "platform:nope followers>1"), ruleOf(t, "note", "followers<-2%/7d"), ruleOf(t, "month", "followers<-2%/30d"), ruleOf(t, "zero", "followers<1")}
	rules[5].Level = findings.Note
	recordAt(t, path, today, now.Rows, func(h *history.DB) {
		h.RecordPlatforms(today, []api.Platform{{Platform: "x"}})
		h.Wait(t.Context())
		f := &fleet.Fleet{History: h, Now: func() time.Time { return today }, Rules: rules}
		point, err := h.Points().At(t.Context(), baseline)
		if err != nil || !point.Accounts.Equal(baseline) {
			t.Fatal(point, err)
		}
		past, err := fleet.ReadPast(t.Context(), h, today, point, now)
		if err != nil {
			t.Fatal(err)
		}
		in, err := f.Check(t.Context(), now, today, past, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range in.Find() {
			if f.Kind == findings.OwnRule {
				got = append(got, string(f.Section)+" "+f.ID+": "+sortedIDs(f.Accounts))
			}
		}
		slices.Sort(got)
		if want := "new below: falls low zero, new falls: falls, open elsewhere: , open few: low zero, open month: falls, open note: falls, open zero: zero"; strings.Join(got, ", ") != want {
			t.Errorf("found %s", strings.Join(got, ", "))
		}
	})
	f := &fleet.Fleet{Now: func() time.Time { return today }, Rules: rules}
	in, err := f.Check(t.Context(), now, today, nil, nil)
	if err != nil || len(in.Rules) != 3 || in.Rules[0].Name != "few" || in.Rules[0].When != "followers<10" || in.Rules[1].Name != "below" || in.Rules[1].Newly {
		t.Errorf("without a history: %+v, %v", in.Rules, err)
	}
}
