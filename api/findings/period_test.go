package findings_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// expect compares the facts of the findings.
func expect(t *testing.T, in *findings.Input, want ...string) []*findings.Finding {
	t.Helper()
	all := find(in, ofAll...)
	if got := facts(all); got != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	return all
}

// A fall of followers that recovered is told as both, whatever happened since the baseline.
func TestAFallThatRecovered(t *testing.T) {
	growth := repeat(30, 50_000, func(_ int, n int64) int64 { return n + 10 })
	in := visit(50_400, append(growth, 20_000, 50_310, 50_320, 50_330)...)
	in.Point.Accounts = today.AddDate(0, 0, -5)
	in.Past = past{moved: map[string][3]api.Number{"a": {api.Int(110), {}, {}}}}
	expect(
		t,
		in,
		"new followersFell | KWAI/a (N a) | 17 Nov 07:21 – 17 Nov 07:31 | from 50290 to 20000 | now 50400",
	)
	in = visit(50_400, append(growth, 50_310)...)
	in.Point.Accounts = today.AddDate(0, 0, -5)
	expect(t, in)
}

// A work that fell at the third last snapshot is told to everybody whose baseline lies before.
func TestAWorkThatFellEarlier(t *testing.T) {
	in := input()
	in.Works = []history.WorkSnapshots{snapshots(24, 1000, 2000, 3000, 1500, 2500, 3500)}
	expect(t, in)
	in.Point.Asked = today.AddDate(0, 0, -4)
	expect(
		t,
		in,
		"new work | douyin/w (A cat moved into the bakery) | 18 Nov 06:31 – 19 Nov 06:31 | from 3000 to 1500 | "+
			"now 3500 | viewCount -63 an hour, 0.0 times, others []",
	)
}

// Prices and options that changed several times are told with their first and last value, also
// if these are equal.
func TestChangedSeveralTimes(t *testing.T) {
	at := func(days int) time.Time { return today.AddDate(0, 0, -days) }
	in := input()
	models := func(price string) []api.VideoModel {
		list, err := api.DecodeRows[api.VideoModel]([]byte(`[{"name":"brook","label":"Brook 2",` +
			`"pricing":[{"price":` + price + `},{"mode":"m","price":20},{"mode":"n","price":10}]}]`))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	in.OldModels = models("100")
	in.Models = models("150")
	in.ModelTimes = map[string][]time.Time{"brook": {at(3), at(2), at(1)}}
	expect(
		t,
		in,
		"new price | /brook (Brook 2) | 20 Nov 08:21 – 20 Nov 08:31 | 3 times | 1 prices, 50 to 50%, half 50% | "+
			"changes: dearer",
	)
	in.Models = models("100")
	in.ModelTimes = map[string][]time.Time{"brook": {at(3), at(2)}}
	expect(t, in, "new price | /brook (Brook 2) | 19 Nov 08:21 – 19 Nov 08:31 | 2 times")
	in = input()
	options := []api.PublishOption{{Field: "boardId"}}
	in.Options = []findings.PlatformOptions{{
		Platform: "KWAI",
		Before:   options,
		Now:      options,
		Times:    map[string][]time.Time{"boardId": {at(3), at(1)}},
	}}
	expect(t, in, "new options | KWAI/boardId (boardId) | 20 Nov 08:21 – 20 Nov 08:31 | 2 times")
}

// lose makes the statistics of an account unknown, and returns its series: the followers a day
// until they were lost some days ago.
func lose(a *api.Account, followers int64, ago int) []findings.Followers {
	a.FansCount = api.Int(0)
	a.LastStatsTime = api.Time{}
	s := series(repeat(10, followers, func(_ int, n int64) int64 { return n })...)
	for i := len(s) - ago; i < len(s); i++ {
		s[i].Count = api.Number{}
	}
	return s
}

// Statistics that were known and are not are lost, never 0 and never "never fetched".
func TestStatisticsLost(t *testing.T) {
	a := account("KWAI", "a", 1, 0)
	b := account("KWAI", "b", 1, 900)
	in := input(a, b)
	in.Past = past{}
	in.Series = map[history.AccountKey][]findings.Followers{history.KeyOf(a): lose(a, 505, 1)}
	in.Point.Accounts = today.AddDate(0, 0, -3)
	expect(t, in, "new statisticsLost | KWAI/a (N a) | 20 Nov 07:21 – 20 Nov 07:31 | from 505 to unknown")
	a.FansCount = api.Number{} // missing
	a.LastStatsTime = b.LastStatsTime
	expect(t, in, "new statisticsLost | KWAI/a (N a) | 20 Nov 07:21 – 20 Nov 07:31 | from 505 to unknown")
	in.Series[history.KeyOf(a)][9].Gone = true
	expect(t, in)
}

// What happens to several accounts of a platform in one recording is one incident.
func TestMassIncidents(t *testing.T) {
	build := func(change func(in *findings.Input, i int, a *api.Account)) *findings.Input {
		accounts := append(several("KWAI", 9, 1), several("douyin", 40, 1)...)
		in := input(accounts...)
		in.Point.Accounts = today.AddDate(0, 0, -3)
		in.Series = map[history.AccountKey][]findings.Followers{}
		moved := past{moved: map[string][3]api.Number{}}
		in.Past = moved
		for i, a := range accounts[:4] {
			a.FansCount = api.Int(5000)
			change(in, i, a)
			if n := in.Series[history.KeyOf(a)]; n != nil && a.LastStatsTime.Or("") != "" {
				moved.moved[a.ID] = [3]api.Number{a.FansCount.Sub(n[0].Count)}
			}
		}
		return in
	}
	expect(t, build(func(in *findings.Input, _ int, a *api.Account) { in.Series[history.KeyOf(a)] = lose(a, 505, 1) }),
		"new incident of statisticsLost | 4 accounts of KWAI | 20 Nov 07:21 – 20 Nov 07:31 | 4 of 9 | "+
			"from 2020 to unknown")
	expect(t, build(func(in *findings.Input, _ int, a *api.Account) {
		in.Series[history.KeyOf(a)] = series(append(repeat(9, 9000, func(_ int, n int64) int64 { return n }), 5000)...)
	}), "new incident of followersFell | 4 accounts of KWAI | 20 Nov 07:21 – 20 Nov 07:31 | 4 of 9 | "+
		"from 36000 to 20000")
	expect(t, build(func(_ *findings.Input, i int, a *api.Account) {
		fetched := today.AddDate(0, 0, -7).Add(-30*time.Minute - time.Duration(i)*time.Second)
		a.LastStatsTime = api.SomeTime(fetched.Format(time.RFC3339))
	}), "new incident of stale | 4 accounts of KWAI | 21 Nov 07:51 – 21 Nov 08:01 | 4 of 9")
}

// All accounts of a platform that report 0 at once are one finding about the platform.
func TestAPlatformThatReportsZero(t *testing.T) {
	accounts := append(several("KWAI", 3, 1), several("douyin", 5, 1)...)
	in := input(accounts...)
	in.Past = past{}
	in.Series = map[history.AccountKey][]findings.Followers{}
	in.Point.Accounts = today.AddDate(0, 0, -3)
	for _, a := range accounts[:2] {
		in.Series[history.KeyOf(a)] = lose(a, 60, 1)
	}
	a := accounts[2] // reports 0 as a number
	a.FansCount = api.Int(0)
	in.Series[history.KeyOf(a)] = series(70, 70, 70, 0)
	f := expect(t, in, "new incident of allZero | 3 accounts of KWAI | 20 Nov 07:21 – 20 Nov 07:31 | 3 of 3")[0]
	if f.Kind != findings.Incident || f.What != findings.AllZero {
		t.Errorf("kind %s, %s", f.Kind, f.What)
	}
	a.FansCount = api.Int(70)
	delete(in.Series, history.KeyOf(a))
	if all := find(in, ofAll...); len(all) != 2 || all[0].Kind != findings.StatisticsLost {
		t.Errorf("one still has followers: %s", facts(all))
	}
}

// While a relay is down, its accounts have no followers in the list. That is not a fall to 0.
func TestARelayThatIsDownReportsNoZero(t *testing.T) {
	accounts := several("KWAI", 3, 0)
	in := input(accounts...)
	in.Past = past{}
	in.Series = map[history.AccountKey][]findings.Followers{}
	for _, a := range accounts {
		a.RelayAccountRef = api.SomeText("ref " + a.ID)
		in.Series[history.KeyOf(a)] = lose(a, 60, 1)
	}
	if found := find(in, findings.AllZero); len(found) != 1 {
		t.Errorf("accounts that the relay returns: %s", facts(found))
	}
	for _, a := range accounts {
		a.Nickname = a.RelayAccountRef.Or("")
	}
	if found := find(in, findings.AllZero); len(found) != 0 {
		t.Errorf("accounts that the relay does not return: %s", facts(found))
	}
}

// Accounts that were not listed between their followers and 0 are others since then.
func TestZeroAfterAnAccountWasGone(t *testing.T) {
	accounts := several("KWAI", 2, 1)
	in := input(accounts...)
	in.Past = past{}
	in.Series = map[history.AccountKey][]findings.Followers{}
	in.Point.Accounts = today.AddDate(0, 0, -4)
	for _, a := range accounts {
		a.FansCount = api.Int(0)
		in.Series[history.KeyOf(a)] = series(70, 70, 0, 0)
	}
	if found := find(in, findings.AllZero); len(found) != 1 {
		t.Errorf("accounts that were always listed: %s", facts(found))
	}
	for _, a := range accounts {
		in.Series[history.KeyOf(a)][2].Gone = true
	}
	if found := find(in, findings.AllZero); len(found) != 0 {
		t.Errorf("accounts that were gone: %s", facts(found))
	}
}

// Half of the accounts of a platform must have lost their followers in the recording. The others had none
// before.
func TestHalfOfAPlatformReportsZero(t *testing.T) {
	for others, want := range map[int]int{2: 1, 3: 0} {
		accounts := several("KWAI", 2+others, 1)
		in := input(accounts...)
		in.Past = past{}
		in.Series = map[history.AccountKey][]findings.Followers{}
		in.Point.Accounts = today.AddDate(0, 0, -3)
		for i, a := range accounts {
			if i < 2 {
				in.Series[history.KeyOf(a)] = lose(a, 60, 1)
			} else {
				a.FansCount = api.Int(0)
			}
		}
		found := find(in, findings.AllZero)
		if len(found) != want {
			t.Errorf("two accounts, and %d others: %s", others, facts(found))
		}
		for _, f := range found {
			if f.Count != 2 || f.Of != 4 || len(f.Accounts) != 2 {
				t.Errorf("%s", factsOf(f))
			}
		}
	}
}

// The end of an incident is one finding too.
func TestEndOfAnIncident(t *testing.T) {
	began := today.Add(-27 * time.Hour)
	ended := today.Add(-3 * time.Hour)
	accounts := append(several("KWAI", 12, 1), several("douyin", 40, 1)...)
	in := input(accounts...)
	for i, a := range accounts[:9] {
		in.Turns = append(in.Turns, turn(a, began, 1, 0))
		if i < 7 {
			in.Turns = append(in.Turns, turn(a, ended, 0, 1))
		} else {
			a.Status = api.Int(0)
		}
	}
	expect(t, in, "new recovered | 7 accounts of KWAI | 21 Nov 05:21 – 21 Nov 05:31 | 9 of 12 | lasted 0d23h50m "+
		"to 1d0h10m",
		"open incident of turnedAbnormal | 2 accounts of KWAI | 20 Nov 05:21 – 20 Nov 05:31 | 9 of 12")
}

// One relay account that fails among others in order was deleted at the other site.
func TestRelayAccountThatIsGone(t *testing.T) {
	accounts := several("KWAI", 4, 1)
	for _, a := range accounts {
		a.RelayAccountRef = api.SomeText("ref " + a.ID)
	}
	in := input(accounts...)
	accounts[0].Status = api.Int(0)
	accounts[0].Nickname = "ref KWAI0"
	in.Turns = []history.Turn{turn(accounts[0], today.Add(-time.Hour), 1, 0)}
	expect(t, in, "new relayMissing | KWAI/KWAI0 (ref KWAI0) | 21 Nov 07:21 – 21 Nov 07:31")
	for i, a := range accounts {
		a.Nickname = a.RelayAccountRef.Or("")
		a.Status = api.Int(0)
		want := findings.RelayMissing
		if i == len(accounts)-1 {
			want = findings.RelayDown
		}
		if all := find(in, ofAll...); all[0].Kind != want {
			t.Errorf("%d of %d accounts: %s", i+1, len(accounts), facts(all))
		}
	}
}

// Neither a recovery nor a new account hides what its statistics lack.
func TestStatisticsOfAccountsThatChanged(t *testing.T) {
	recovered := account("KWAI", "a", 1, 5)
	listed := account("KWAI", "b", 1, 0)
	recovered.LastStatsTime = api.SomeTime(today.Add(-50 * days).Format(time.RFC3339))
	listed.LastStatsTime = api.Time{}
	in := input(recovered, listed)
	in.Turns = []history.Turn{turn(recovered, today.Add(-time.Hour), 0, 1), turn(listed, today.Add(-time.Hour), -1, 1)}
	expect(t, in,
		"new recovered | KWAI/a (N a) | 21 Nov 07:21 – 21 Nov 07:31 | lasted at least 59d22h50m",
		"new appeared | KWAI/b (N b) | 21 Nov 07:21 – 21 Nov 07:31",
		"expected neverFetched | KWAI/b (N b) | 22 Sep 08:31 – 22 Sep 08:31",
		"expected stale | KWAI/a (N a) | 2 Oct 08:31 – 2 Oct 08:31",
	)
}

// What happened between two recordings is told as an interval.
func TestIntervalOfATurn(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	in := input(a)
	in.Recorded.Accounts = history.Recordings{today.AddDate(0, 0, -9), today.Add(-14*time.Hour - 29*time.Minute)}
	in.Turns = []history.Turn{turn(a, today.Add(-10*time.Minute), 1, 0)}
	expect(t, in, "new turnedAbnormal | KWAI/a (N a) | 20 Nov 18:02 – 21 Nov 08:21 | lasted at least 59d9h31m")
	in.Recorded.Accounts = history.Recordings{today.Add(-20 * time.Minute)}
	expect(t, in, "new turnedAbnormal | KWAI/a (N a) | 21 Nov 08:11 – 21 Nov 08:21 | lasted at least 59d23h40m")
	in.Turns = nil
	expect(t, in, "expected abnormal | KWAI/a (N a) | 22 Sep 08:31 or earlier")
	in.First = today
	in.Point = history.Point{}
	expect(t, in, "open abnormal | KWAI/a (N a) | 21 Nov 08:31 or earlier")
}

// How long something lasted whose beginning and end lie between two recordings each is a range.
func TestLengthsAreRanges(t *testing.T) {
	day := func(n int) time.Time { return today.AddDate(0, 0, n) }
	all := append(several("KWAI", 4, 1), account("douyin", "a", 1, 0), account("douyin", "b", 0, 5))
	in := input(all...)
	in.Recorded.Accounts = history.Recordings{day(-8), day(-7), day(-4), day(0).Add(-time.Hour)}
	for i, a := range all[:5] {
		if i != 3 {
			in.Turns = append(in.Turns, turn(a, day(-4), 1, 0), turn(a, day(0).Add(-time.Hour), 0, 1))
		}
	}
	in.Turns = append(in.Turns, turn(all[5], day(-7), 1, 0))
	expect(t, in,
		"new recovered | 3 accounts of KWAI | 17 Nov 08:31 – 21 Nov 07:31 | 3 of 4 | lasted 0d0h0m to 6d23h0m",
		"new recovered | douyin/a (N a) | 17 Nov 08:31 – 21 Nov 07:31 | lasted 0d0h0m to 6d23h0m",
		"open abnormal | douyin/b (N b) | 13 Nov 08:31 – 14 Nov 08:31 | lasted at least 52d0h0m",
	)
	in.Recorded.Accounts = history.Recordings{day(-4).Add(-5 * time.Minute), day(-4), day(-1), day(0).Add(-time.Hour)}
	expect(t, in,
		"new recovered | 3 accounts of KWAI | 20 Nov 08:31 – 21 Nov 07:31 | 3 of 4 | lasted 3d0h0m to 3d23h5m",
		"new recovered | douyin/a (N a) | 20 Nov 08:31 – 21 Nov 07:31 | lasted 3d0h0m to 3d23h5m",
		"open abnormal | douyin/b (N b) | 14 Nov 08:31 or earlier",
	)
	if got, err := api.Marshal(find(in, ofAll...)[0].Lasted); err != nil ||
		string(got) != `{"leastHours":72,"mostHours":95.09}` {
		t.Errorf("%s, error %v", got, err)
	}
	in.Recorded.Accounts = append(in.Recorded.Accounts[:3:3], day(0).Add(-70*time.Minute), day(0).Add(-time.Hour))
	expect(t, in,
		"new recovered | 3 accounts of KWAI | 21 Nov 07:21 – 21 Nov 07:31 | 3 of 4 | lasted 3d22h50m to 3d23h5m",
		"new recovered | douyin/a (N a) | 21 Nov 07:21 – 21 Nov 07:31 | lasted 3d22h50m to 3d23h5m",
		"open abnormal | douyin/b (N b) | 14 Nov 08:31 or earlier",
	)
}

// A finding is unseen until it is marked, and again when it changed.
func TestUnseenReportsChangesOnce(t *testing.T) {
	h := history.Open(history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Key:  "secret-key",
		Now:  func() time.Time { return today },
	})
	defer h.Close(t.Context())
	accounts := append(several("KWAI", 4, 0), several("douyin", 40, 1)...)
	in := input(accounts...)
	for _, a := range accounts[:4] {
		in.Turns = append(in.Turns, turn(a, today.Add(-time.Hour), 1, 0))
	}
	unseen := func(want int) {
		t.Helper()
		for range 2 { // it marks nothing
			all, err := findings.Unseen(t.Context(), h, find(in, ofAll...))
			if err != nil || len(all) != want {
				t.Errorf("%d are unseen, want %d: %v", len(all), want, err)
			}
		}
		if err := findings.MarkSeen(t.Context(), h, find(in, ofAll...), today); err != nil {
			t.Error(err)
		}
	}
	unseen(1)
	unseen(0)
	accounts[0].Status = api.Int(1)
	in.Turns = append(
		in.Turns[:1:1],
		append([]history.Turn{turn(accounts[0], today.Add(-time.Minute), 0, 1)}, in.Turns[1:]...)...,
	)
	unseen(2) // it recovered, and 3 still are
	unseen(0)
}

// Accounts of two incidents of a platform recover in one recording: each recovery is reported,
// announced and marked as known by itself.
func TestIncidentsThatEndTogether(t *testing.T) {
	h := history.Open(history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Key:  "secret-key",
		Now:  func() time.Time { return today },
	})
	defer h.Close(t.Context())
	accounts := append(several("KWAI", 8, 1), several("douyin", 40, 1)...)
	in := input(accounts...)
	for i, a := range accounts[:8] {
		began := today.Add(-time.Duration(3-i/4) * time.Hour)
		in.Turns = append(in.Turns, turn(a, began, 1, 0), turn(a, today.Add(-time.Hour), 0, 1))
	}
	all := expect(t, in,
		"new recovered | 4 accounts of KWAI | 21 Nov 07:21 – 21 Nov 07:31 | 4 of 4 | lasted 0d0h50m to 0d1h10m",
		"new recovered | 4 accounts of KWAI | 21 Nov 07:21 – 21 Nov 07:31 | 4 of 8 | lasted 0d1h50m to 0d2h10m",
	)
	for i, f := range all {
		if err := findings.MarkSeen(t.Context(), h, all[:i], today); err != nil {
			t.Fatal(err)
		}
		unseen, err := findings.Unseen(t.Context(), h, all)
		if err != nil || len(unseen) != 2-i || unseen[0] != f {
			t.Errorf("after %d were seen: %d are not, %v", i, len(unseen), err)
		}
	}
	for _, kind := range []string{history.KindShown, history.KindAnnounced} {
		for i := range all {
			announced := 0
			err := findings.Announce(t.Context(), h, kind, all[:i+1], today, func(fresh []*findings.Finding) error {
				announced = len(fresh)
				return nil
			})
			if err != nil || announced != 1 {
				t.Errorf("%s: %d announced, %v", kind, announced, err)
			}
		}
	}
	in.Known = map[string]findings.Known{all[0].Key(): findings.NewKnown(all[0], "seen", today)}
	expect(t, in,
		"new recovered | 4 accounts of KWAI | 21 Nov 07:21 – 21 Nov 07:31 | 4 of 8 | lasted 0d1h50m to 0d2h10m",
		"expected recovered | 4 accounts of KWAI | 21 Nov 07:21 – 21 Nov 07:31 | 4 of 4 | lasted 0d0h50m to 0d1h10m"+
			" | known: seen",
	)
}
