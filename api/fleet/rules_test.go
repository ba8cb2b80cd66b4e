package fleet_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
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

// A test of a rule finds the same at a recording as the rule did when that was the newest one.
func TestRulesMatchedThenAsTheyAreTested(t *testing.T) {
	t.Parallel()
	rules := []fleet.Rule{
		ruleOf(t, "falls", "followers<-2%/7d"),
		ruleOf(t, "rises", "followers>3%/30d platform:x"),
		ruleOf(t, "week", "7d<0 status:normal"),
		ruleOf(t, "ill", "status:abnormal since>36h"),
		ruleOf(t, "recent", "since<20h"),
		ruleOf(t, "group", "group:g1 followers>=990"),
		ruleOf(t, "outage", "status:outage since>12h"),
	}
	path := filepath.Join(t.TempDir(), "h.db")
	random := rand.New(rand.NewPCG(4, 4))
	followers := [12]int64{}
	for i := range followers {
		followers[i] = 1000
	}
	found := map[string][]string{} // by rule: what matched at each recording
	const recordings = 80
	for n := range recordings {
		at := today.Add(time.Duration(n-recordings) * 12 * time.Hour)
		var rows []*api.Account
		for i := range followers {
			followers[i] += random.Int64N(21) - 10
			if random.IntN(20) == 0 && n > 0 {
				continue // not listed
			}
			a := with(fmt.Sprint("a", i), []int64{normal, normal, normal, abnormal}[random.IntN(4)], followers[i])
			a.Type = []string{"x", "y"}[i%2]
			a.GroupID = fmt.Sprint("g", i%3)
			if i > 8 {
				if a.RelayAccountRef = api.SomeText("relay"); random.IntN(3) == 0 {
					a.Status = api.Int(0)
					a.Nickname = "relay"
				}
			}
			rows = append(rows, a)
		}
		recordAt(t, path, at, rows, func(h *history.DB) {
			f := &fleet.Fleet{History: h, Now: func() time.Time { return at }, Rules: rules}
			l := listed(rows...)
			past, err := fleet.ReadPast(t.Context(), h, at, history.Point{}, l)
			if err != nil {
				t.Fatal(err)
			}
			in, err := f.Check(t.Context(), l, at, past, nil)
			if err != nil {
				t.Fatal(err)
			}
			matched := map[string]string{}
			for _, r := range in.Rules {
				matched[r.Name] = sortedIDs(r.Accounts)
			}
			for _, r := range rules {
				found[r.Name] = append(found[r.Name], matched[r.Name])
			}
		})
	}
	h := history.Open(history.Config{Path: path, Site: "s", Now: func() time.Time { return today }})
	defer h.Close(t.Context())
	f := &fleet.Fleet{History: h, Now: func() time.Time { return today }}
	begun := today.Add(-recordings * 12 * time.Hour)
	for _, r := range rules {
		all, first, err := f.TestRule(t.Context(), r, time.Time{}, nil)
		days := map[string]int{"falls": 7, "rises": 30, "week": 7}[r.Name]
		testable := time.Duration(days) * 24 * time.Hour * 9 / 10 // a tenth of the span may be missing
		early := int((testable + 12*time.Hour - 1) / (12 * time.Hour))
		if err != nil || !first.Equal(begun.Add(testable)) || len(all) != recordings-early {
			t.Errorf("%s: %v, %d recordings from %v", r.Name, err, len(all), first)
			continue
		}
		fired := 0
		for i, m := range all {
			n := early + i
			if got := sortedIDs(m.Accounts); got != found[r.Name][n] ||
				!m.At.Equal(begun.Add(time.Duration(n)*12*time.Hour)) {
				t.Errorf("%s at recording %d: %s, not %s", r.Name, n, got, found[r.Name][n])
			}
			if len(m.Accounts) > 0 {
				fired++
			}
		}
		for n := range early {
			if found[r.Name][n] != "" {
				t.Errorf("%s at recording %d, which is too early: %s", r.Name, n, found[r.Name][n])
			}
		}
		if fired == 0 {
			t.Errorf("%s never fires", r.Name)
		}
		now, at, err := f.Matches(t.Context(), r)
		if last := all[len(all)-1]; err != nil || sortedIDs(now) != sortedIDs(last.Accounts) || !at.Equal(last.At) {
			t.Errorf("%s matches %s now, %v", r.Name, ids(now), err)
		}
		if since, _, err := f.TestRule(t.Context(), r, today.Add(-50*time.Hour), nil); err != nil || len(since) != 4 {
			t.Errorf("%s: %d recordings of two days, %v", r.Name, len(since), err)
		}
	}
	if _, _, err := f.TestRule(t.Context(), ruleOf(t, "old", "updated>7d"), time.Time{}, nil); err != fleet.ErrUndated {
		t.Errorf("the age of statistics: %v", err)
	}
	for _, when := range []string{"platform:nope followers>1", "group:nope followers>1"} {
		_, _, err := f.TestRule(t.Context(), ruleOf(t, "no", when), time.Time{}, nil)
		_, _, matchErr := f.Matches(t.Context(), ruleOf(t, "no", when))
		if _, ok := errors.AsType[*fleet.NameError](err); !ok || matchErr == nil {
			t.Errorf("%s: %v, %v", when, err, matchErr)
		}
	}
}

// A rule is tested from when the history is as long as its longest span, wherever that stands in it.
func TestARuleNeedsItsLongestSpan(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	begun := today.AddDate(0, 0, -60)
	recordAt(t, path, begun, []*api.Account{with("a", normal, 5)}, func(*history.DB) {})
	recordAt(t, path, today, []*api.Account{with("a", normal, 6)}, func(h *history.DB) {
		f := &fleet.Fleet{History: h, Now: func() time.Time { return today }}
		for when, days := range map[string]int{
			"followers>1": 0,
			"followers>1%/30d followers>1%/7d followers>1": 30,
			"followers>1%/7d followers>1%/30d":             30,
			"30d>1 7d>1":                                   30,
			"followers>1 7d>1":                             7,
		} {
			_, first, err := f.TestRule(t.Context(), ruleOf(t, "r", when), time.Time{}, nil)
			span := time.Duration(days) * 24 * time.Hour
			if want := begun.Add(span - span/10); err != nil || !first.Equal(want) {
				t.Errorf("%s: from %v, want %v, error %v", when, first, want, err)
			}
		}
	})
}

// A rule is one finding: new where an account did not match at the baseline.
func TestFindingsOfRules(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	before := []*api.Account{
		with("low", normal, 5),
		with("falls", normal, 1000),
		with("same", normal, 1000),
		with("zero", normal, 0),
	}
	now := listed(
		with("low", normal, 5),
		with("falls", normal, 900),
		with("same", normal, 1000),
		with("zero", normal, 0),
	)
	for _, a := range slices.Concat(before, now.Rows) {
		a.Type = "twitter" // which supplies followers, so that a 0 of them is known
	}
	baseline := today.AddDate(0, 0, -8)
	before[3].LastStatsTime = api.SomeTime("2026-01-01T00:00:00Z")
	now.Rows[3].LastStatsTime = api.SomeTime("2026-05-20T00:00:00Z") // its statistics were renewed since
	// what changed in 30 days is known now, but not at the baseline
	recordAt(t, path, baseline.AddDate(0, 0, -24), before, func(*history.DB) {})
	recordAt(t, path, baseline, before, func(*history.DB) {})
	rules := []fleet.Rule{
		ruleOf(t, "few", "followers<10"),
		ruleOf(t, "falls", "followers<-2%/7d"),
		ruleOf(t, "below", "followers<950"),
		ruleOf(t, "none", "followers>1M"),
		ruleOf(t, "elsewhere", "platform:nope followers>1"),
		ruleOf(t, "note", "followers<-2%/7d"),
		ruleOf(t, "month", "followers<-2%/30d"),
		ruleOf(t, "zero", "followers<1"),
	}
	rules[5].Level = findings.Note
	recordAt(t, path, today, now.Rows, func(h *history.DB) {
		h.RecordPlatforms(today, []api.Platform{{Platform: "twitter"}})
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
		want := []string{
			"new below: falls low zero",
			"new falls: falls",
			"open elsewhere: ",
			"open few: low zero",
			"open month: falls",
			"open note: falls",
			"open zero: zero",
		}
		if !slices.Equal(got, want) {
			t.Errorf("found %s", strings.Join(got, ", "))
		}
	})
	f := &fleet.Fleet{Now: func() time.Time { return today }, Rules: rules}
	in, err := f.Check(t.Context(), now, today, nil, nil)
	if err != nil || len(in.Rules) != 3 || in.Rules[0].Name != "few" || in.Rules[0].When != "followers<10" ||
		in.Rules[1].Name != "below" ||
		in.Rules[1].Newly {
		t.Errorf("without a history: %+v, %v", in.Rules, err)
	}
}

// A rule that compares a change over 30 days can be new if the history of the baseline had 30 days, or 27: a recording
// may be a tenth of the time from where it should be.
func TestNewOverAlmostTheWholeTime(t *testing.T) {
	baseline := today.AddDate(0, 0, -8)
	before := []*api.Account{with("falls", normal, 1000)}
	now := listed(with("falls", normal, 900))
	for _, a := range slices.Concat(before, now.Rows) {
		a.Type = "twitter"
	}
	for days, want := range map[int]bool{31: true, 28: true, 26: false} {
		path := filepath.Join(t.TempDir(), "h.db")
		recordAt(t, path, baseline.AddDate(0, 0, -days), before, func(*history.DB) {})
		recordAt(t, path, baseline, before, func(*history.DB) {})
		recordAt(t, path, today, now.Rows, func(h *history.DB) {
			f := &fleet.Fleet{
				History: h,
				Now:     func() time.Time { return today },
				Rules:   []fleet.Rule{ruleOf(t, "month", "followers<-2%/30d")},
			}
			point, err := h.Points().At(t.Context(), baseline)
			if err != nil {
				t.Fatal(err)
			}
			past, err := fleet.ReadPast(t.Context(), h, today, point, now)
			if err != nil {
				t.Fatal(err)
			}
			in, err := f.Check(t.Context(), now, today, past, nil)
			if err != nil || len(in.Rules) != 1 || in.Rules[0].Newly != want {
				t.Errorf("%d days before the baseline: %+v, %v, want newly %v", days, in.Rules, err, want)
			}
		})
	}
}
