package findings_test

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/words"
)

// expect compares the findings in English, as the list shows them.
func expect(t *testing.T, in *findings.Input, want ...string) []*findings.Finding {
	t.Helper()
	all := in.Find()
	if got := lines(t, words.English, all); got != strings.Join(want, "\n") {
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
	f := expect(t, in, "new | N a | Kuaishou | followers −30.3k, now 50.4k | followers −30,290 (50,290 → 20,000), on 17 Nov 07:31, now 50,400")[0]
	content, err := api.Marshal(f.Record())
	want := `{"finding":"followersFell","section":"new","id":"a","name":"N a","platform":"KWAI","after":"2026-11-17T07:21:00Z","before":"2026-11-17T07:31:00Z","was":50290,"is":20000,"now":50400}`
	if string(content) != want || err != nil {
		t.Errorf("%s, want\n%s", content, want)
	}
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
	expect(t, in, "new | A cat moved into the bakery | Douyin | views −1.5k (3k → 1.5k) | views −1.5k (3k → 1.5k), between 18 Nov 06:31 and 19 Nov 06:31, now 3,500")
}

// Prices and options that changed several times are told with their first and last value, also
// if these are equal.
func TestChangedSeveralTimes(t *testing.T) {
	at := func(days int) time.Time { return today.AddDate(0, 0, -days) }
	in := input()
	models := func(price string) []api.VideoModel {
		list, err := api.DecodeRows[api.VideoModel]([]byte(`[{"name":"brook","label":"Brook 2","pricing":[{"price":` + price + `},{"mode":"m","price":20},{"mode":"n","price":10}]}]`))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	in.OldModels, in.Models, in.ModelTimes = models("100"), models("150"), map[string][]time.Time{"brook": {at(3), at(2), at(1)}}
	f := expect(t, in, "new | Brook 2 |  | 1 price, +50%, changed 3 times | 1 price, +50%, changed 3 times, yesterday 08:31")[0]
	if content, err := api.Marshal(f.Record()); err != nil || !strings.Contains(string(content), `"times":3,"percent":{"smallest":50,"median":50,"largest":50,"prices":1}`) {
		t.Errorf("record %s, %v", content, err)
	}
	in.Models, in.ModelTimes = models("100"), map[string][]time.Time{"brook": {at(3), at(2)}}
	expect(t, in, "new | Brook 2 |  | changed 2 times, now as before | changed 2 times, now as before, on 19 Nov 08:31")
	in = input()
	options := []api.PublishOption{{Field: "boardId"}}
	in.Options = []findings.PlatformOptions{{Platform: "KWAI", Before: options, Now: options, Times: map[string][]time.Time{"boardId": {at(3), at(1)}}}}
	expect(t, in, "new | boardId | Kuaishou | boardId: changed 2 times, now as before | boardId: changed 2 times, now as before, yesterday 08:31")
}

// lose makes the statistics of an account unknown, and returns its series: the followers a day
// until they were lost some days ago.
func lose(a *api.Account, followers int64, ago int) []history.Counts {
	a.FansCount, a.LastStatsTime = api.Int(0), api.Time{}
	s := series(repeat(10, followers, func(_ int, n int64) int64 { return n })...)
	for i := len(s) - ago; i < len(s); i++ {
		s[i].Values[0] = api.Number{}
	}
	return s
}

// Statistics that were known and are not are lost, never 0 and never "never fetched".
func TestStatisticsLost(t *testing.T) {
	a, b := account("KWAI", "a", 1, 0), account("KWAI", "b", 1, 900)
	in := input(a, b)
	in.Past, in.Series = past{}, map[history.AccountKey][]history.Counts{history.KeyOf(a): lose(a, 505, 1)}
	in.Point.Accounts = today.AddDate(0, 0, -3)
	expect(t, in, "new | N a | Kuaishou | statistics lost, 505 before | statistics lost, 505 before, yesterday 07:31")
	a.FansCount = api.Number{} // missing
	a.LastStatsTime = b.LastStatsTime
	expect(t, in, "new | N a | Kuaishou | statistics lost, 505 before | statistics lost, 505 before, yesterday 07:31")
	in.Series[history.KeyOf(a)][9].Gone = true
	expect(t, in)
}

// What happens to several accounts of a platform in one recording is one incident.
func TestMassIncidents(t *testing.T) {
	build := func(change func(in *findings.Input, i int, a *api.Account)) *findings.Input {
		accounts := append(several("KWAI", 9, 1), several("douyin", 40, 1)...)
		in := input(accounts...)
		in.Point.Accounts = today.AddDate(0, 0, -3)
		in.Series = map[history.AccountKey][]history.Counts{}
		moved := past{moved: map[string][3]api.Number{}}
		in.Past = moved
		for i, a := range accounts[:4] {
			a.FansCount = api.Int(5000)
			change(in, i, a)
			if n := in.Series[history.KeyOf(a)]; n != nil && a.LastStatsTime.Or("") != "" {
				moved.moved[a.ID] = [3]api.Number{a.FansCount.Sub(n[0].Followers())}
			}
		}
		return in
	}
	const who = "new | 4 accounts | Kuaishou | "
	expect(t, build(func(in *findings.Input, _ int, a *api.Account) { in.Series[history.KeyOf(a)] = lose(a, 505, 1) }),
		who+"4 of 9 lost statistics | 4 of 9 lost their statistics together yesterday 07:31")
	expect(t, build(func(in *findings.Input, _ int, a *api.Account) {
		in.Series[history.KeyOf(a)] = series(append(repeat(9, 9000, func(_ int, n int64) int64 { return n }), 5000)...)
	}), who+"4 of 9 fell | 4 of 9 lost followers together yesterday 07:31")
	expect(t, build(func(_ *findings.Input, i int, a *api.Account) {
		a.LastStatsTime = api.SomeTime(today.AddDate(0, 0, -7).Add(-30*time.Minute - time.Duration(i)*time.Second).Format(time.RFC3339))
	}), who+"stats of 4 of 9 not refreshed | nobody refreshed the statistics of 4 of 9 accounts in the web console, and they became old today 08:01")
}

// All accounts of a platform that report 0 at once are one finding about the platform.
func TestAPlatformThatReportsZero(t *testing.T) {
	accounts := append(several("KWAI", 3, 1), several("douyin", 5, 1)...)
	in := input(accounts...)
	in.Past, in.Series = past{}, map[history.AccountKey][]history.Counts{}
	in.Point.Accounts = today.AddDate(0, 0, -3)
	for _, a := range accounts[:2] {
		in.Series[history.KeyOf(a)] = lose(a, 60, 1)
	}
	a := accounts[2] // reports 0 as a number
	a.FansCount = api.Int(0)
	in.Series[history.KeyOf(a)] = series(70, 70, 70, 0)
	f := expect(t, in, "new | 3 accounts | Kuaishou | all 3 report 0 | all 3 accounts of the platform report 0 followers or none, 3 of them yesterday 07:31")[0]
	if f.Kind != findings.Incident || f.What != findings.AllZero {
		t.Errorf("kind %s, %s", f.Kind, f.What)
	}
	a.FansCount = api.Int(70)
	delete(in.Series, history.KeyOf(a))
	if all := in.Find(); len(all) != 2 || all[0].Kind != findings.StatisticsLost {
		t.Errorf("one still has followers: %s", lines(t, words.English, all))
	}
}

// The end of an incident is one finding too.
func TestEndOfAnIncident(t *testing.T) {
	began, ended := today.Add(-27*time.Hour), today.Add(-3*time.Hour)
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
	expect(t, in, "new | 7 accounts | Kuaishou | 7 of 9 recovered together after 1 day | 7 of 9 recovered together after 1 day today 05:31",
		"open | 9 accounts | Kuaishou | 9 of 12 turned, 2 still are | 9 of 12 normal accounts turned abnormal together yesterday 05:31, 2 still are")
}

// One relay account that fails among others in order was deleted at the other site.
func TestRelayAccountThatIsGone(t *testing.T) {
	accounts := several("KWAI", 4, 1)
	for _, a := range accounts {
		a.RelayAccountRef = api.Some("ref " + a.ID)
	}
	in := input(accounts...)
	accounts[0].Status, accounts[0].Nickname = api.Int(0), "ref KWAI0"
	in.Turns = []history.Turn{turn(accounts[0], today.Add(-time.Hour), 1, 0)}
	expect(t, in, "new | ref KWAI0 | Kuaishou | no longer at the other site | no longer at the other site today 07:31")
	for i, a := range accounts {
		a.Status, a.Nickname = api.Int(0), a.RelayAccountRef.Or("")
		want := findings.RelayMissing
		if i == len(accounts)-1 {
			want = findings.RelayDown
		}
		if all := in.Find(); all[0].Kind != want {
			t.Errorf("%d of %d accounts: %s", i+1, len(accounts), lines(t, words.English, all))
		}
	}
}

// Neither a recovery nor a new account hides what its statistics lack.
func TestStatisticsOfAccountsThatChanged(t *testing.T) {
	recovered, listed := account("KWAI", "a", 1, 5), account("KWAI", "b", 1, 0)
	recovered.LastStatsTime = api.SomeTime(today.Add(-50 * days).Format(time.RFC3339))
	listed.LastStatsTime = api.Time{}
	in := input(recovered, listed)
	in.Turns = []history.Turn{turn(recovered, today.Add(-time.Hour), 0, 1), turn(listed, today.Add(-time.Hour), -1, 1)}
	var kinds []findings.Kind
	for _, f := range in.Find() {
		kinds = append(kinds, f.Kind)
	}
	if got := strings.Trim(strings.Join(strings.Fields(strings.Trim(lines(t, words.English, in.Find()), "\n")), " "), " "); len(kinds) != 4 {
		t.Errorf("kinds %v: %s", kinds, got)
	}
}

// What happened between two recordings is told as an interval.
func TestIntervalOfATurn(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	in := input(a)
	in.Recorded.Accounts = history.Recordings{today.AddDate(0, 0, -9), today.Add(-14*time.Hour - 29*time.Minute)}
	in.Turns = []history.Turn{turn(a, today.Add(-10*time.Minute), 1, 0)}
	f := expect(t, in, "new | N a | Kuaishou | turned abnormal | turned abnormal between yesterday 18:02 and today 08:21, normal for ≥ 59 days before")[0]
	v := view(t, words.English)
	if got := v.IntervalAge(f.At); got != "≤ 15h" {
		t.Errorf("column %q", got)
	}
	in.Recorded.Accounts = history.Recordings{today.Add(-20 * time.Minute)}
	if got := v.IntervalAge(in.Find()[0].At); got != "10m" {
		t.Errorf("a moment %q", got)
	}
	in.Turns = nil
	if got := v.IntervalAge(in.Find()[0].At); got != "≥ 2mo" {
		t.Errorf("before the first recording %q", got)
	}
	in.First, in.Point = today, history.Point{}
	if f := in.Find()[0]; v.FindingDetail(f) != "abnormal" {
		t.Errorf("on the first visit: %s", v.FindingDetail(f))
	}
}

// How long something lasted whose beginning and end lie between two recordings each is told as a
// range, and as one length where both bounds are rounded to the same.
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
		"new | 3 accounts | Kuaishou | 3 of 3 recovered together after ≤ 7 days | 3 of 3 recovered together after ≤ 7 days between 17 Nov 08:31 and today 07:31",
		"new | N a | Douyin | recovered after ≤ 7 days | recovered between 17 Nov 08:31 and today 07:31, abnormal for ≤ 7 days before",
		"open | N b | Douyin | abnormal for 7–8 days | turned abnormal between 13 Nov 08:31 and 14 Nov 08:31, normal for ≥ 52 days before",
	)
	in.Recorded.Accounts = history.Recordings{day(-4).Add(-5 * time.Minute), day(-4), day(-1), day(0).Add(-time.Hour)}
	if f := in.Find()[0]; view(t, words.English).FindingDetail(f) != "3 of 3 recovered together after 3–4 days" {
		t.Error(view(t, words.English).FindingDetail(f))
	}
	if got, err := api.Marshal(in.Find()[0].Record()); err != nil || !strings.Contains(string(got), `"lasted":{"leastHours":72,"mostHours":95.08}`) {
		t.Errorf("%s, error %v", got, err)
	}
	in.Recorded.Accounts = append(in.Recorded.Accounts[:3:3], day(0).Add(-70*time.Minute), day(0).Add(-time.Hour))
	if f := in.Find()[0]; view(t, words.Chinese).FindingDetail(f) != "3/3 个在 4 天后同时恢复" {
		t.Error(view(t, words.Chinese).FindingDetail(f))
	}
}

// A finding is unseen until it is marked, and again when it changed.
func TestUnseenReportsChangesOnce(t *testing.T) {
	h := history.Open(history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: "secret-key", Now: func() time.Time { return today }})
	defer h.Close(t.Context())
	accounts := append(several("KWAI", 4, 0), several("douyin", 40, 1)...)
	in := input(accounts...)
	for _, a := range accounts[:4] {
		in.Turns = append(in.Turns, turn(a, today.Add(-time.Hour), 1, 0))
	}
	unseen := func(want int) {
		t.Helper()
		for range 2 { // it marks nothing
			all, err := findings.Unseen(t.Context(), h, in.Find())
			if err != nil || len(all) != want {
				t.Errorf("%d are unseen, want %d: %v", len(all), want, err)
			}
		}
		if err := findings.MarkSeen(t.Context(), h, in.Find(), today); err != nil {
			t.Error(err)
		}
	}
	unseen(1)
	unseen(0)
	accounts[0].Status = api.Int(1)
	in.Turns = append(in.Turns[:1:1], append([]history.Turn{turn(accounts[0], today.Add(-time.Minute), 0, 1)}, in.Turns[1:]...)...)
	unseen(2) // it recovered, and 3 still are
	unseen(0)
}
