package findings_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

const days = 24 * time.Hour

func TestKinds(t *testing.T) {
	normal := int64(1)
	abnormal := int64(0)
	turned := today.Add(-3*time.Hour - 19*time.Minute) // 05:12
	one := func(a *api.Account, turns ...history.Turn) *findings.Input {
		in := input(a)
		in.Turns = turns
		return in
	}
	down := account("KWAI", "a", abnormal, 5)
	up := account("KWAI", "a", normal, 5)
	relay := account("KWAI", "a", abnormal, 5)
	relay.Nickname = "ref"
	relay.RelayAccountRef = api.SomeText("ref")
	old := account("KWAI", "a", normal, 5)
	never := account("KWAI", "a", normal, 0)
	old.LastStatsTime = api.SomeTime(today.Add(-50 * days).Format(time.RFC3339))
	never.LastStatsTime = api.Time{}
	never.CreatedAt = api.SomeTime(today.Add(-9 * days).Format(time.RFC3339))
	gone := input()
	gone.Gone = []*api.Account{up}
	gone.Turns = []history.Turn{turn(up, turned, 1, -1)}
	models := func(rows string) []api.VideoModel {
		list, err := api.DecodeRows[api.VideoModel]([]byte("[" + rows + "]"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	catalog := func(before, now string) *findings.Input {
		in := input()
		in.OldModels = models(before)
		in.Models = models(now)
		in.ModelTimes = map[string][]time.Time{"brook": {turned}}
		return in
	}
	options := func(before, now string) *findings.Input {
		in := input()
		o := findings.PlatformOptions{
			Platform: "KWAI",
			Times:    map[string][]time.Time{"boardId": {turned}, "x": {turned}},
		}
		for rows, list := range map[string]*[]api.PublishOption{before: &o.Before, now: &o.Now} {
			var err error
			if *list, err = api.DecodeRows[api.PublishOption]([]byte("[" + rows + "]")); err != nil {
				t.Fatal(err)
			}
		}
		in.Options = []findings.PlatformOptions{o}
		return in
	}
	prices := func(each ...string) string {
		var rows []string
		for i, p := range each {
			rows = append(rows, fmt.Sprintf(`{"mode":"text2video","resolution":"%dp","price":%s}`, 480+i, p))
		}
		return `{"name":"brook","label":"Brook 2","pricing":[` + strings.Join(rows, ",") + `]}`
	}
	for name, tt := range map[string]struct {
		in   *findings.Input
		want string
	}{
		"turned abnormal": {
			one(down, turn(down, turned.Add(-41*days-time.Hour), 0, 1), turn(down, turned, 1, 0)),
			"new turnedAbnormal | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12 | lasted 41d0h59m to 41d1h1m",
		},
		"turned abnormal, normal since the first recording": {
			one(down, turn(down, turned, 1, 0)),
			"new turnedAbnormal | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12 | lasted at least 59d20h40m",
		},
		"abnormal again, after an hour": {
			one(down, turn(down, turned.Add(-time.Hour), 0, 1), turn(down, turned, 1, 0)),
			"new turnedAbnormal | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12 | lasted 0d0h59m to 0d1h1m",
		},
		"abnormal after an unknown status": {
			one(down, turn(down, turned, 2, 0)),
			"new turnedAbnormal | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12",
		},
		"abnormal": {
			one(down, turn(down, turned.Add(-9*days), 1, 0)),
			"open abnormal | KWAI/a (N a) | 12 Nov 05:11 – 12 Nov 05:12 | lasted at least 50d20h40m",
		},
		"abnormal for long": {
			one(down, turn(down, turned.Add(-31*days), 1, 0)),
			"expected abnormal | KWAI/a (N a) | 21 Oct 05:11 – 21 Oct 05:12 | lasted at least 28d20h40m",
		},
		"abnormal since before the first recording": {
			one(down),
			"expected abnormal | KWAI/a (N a) | 22 Sep 08:31 or earlier",
		},
		"newly listed, abnormal": {
			one(down, turn(down, turned, -1, 0)),
			"new abnormal | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12",
		},
		"recovered": {
			one(up, turn(up, turned.Add(-4*days), 1, 0), turn(up, turned, 0, 1)),
			"new recovered | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12 | lasted 3d23h59m to 4d0h1m",
		},
		"recovered, abnormal since the first recording": {
			one(up, turn(up, turned, 0, 1)),
			"new recovered | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12 | lasted at least 59d20h40m",
		},
		"recovered before the baseline": {one(up, turn(up, baseline, 0, 1)), ""},
		"newly listed": {
			one(up, turn(up, turned, -1, 1)),
			"new appeared | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12",
		},
		"unlisted for an hour": {one(up, turn(up, turned, 1, -1), turn(up, turned.Add(time.Hour), -1, 1)), ""},
		"no longer listed": {
			gone,
			"new disappeared | KWAI/a (N a) | 21 Nov 05:11 – 21 Nov 05:12",
		},
		"relay down": {
			one(relay, turn(relay, turned, 1, 0)),
			"new relayDown | KWAI/a (ref) | 21 Nov 05:11 – 21 Nov 05:12",
		},
		"relay down since the first recording": {
			one(relay),
			"expected relayDown | KWAI/a (ref) | 22 Sep 08:31 or earlier",
		},
		"stale": {
			one(old),
			"expected stale | KWAI/a (N a) | 2 Oct 08:31 – 2 Oct 08:31",
		},
		"never fetched": {
			one(never),
			"open neverFetched | KWAI/a (N a) | 12 Nov 08:31 – 12 Nov 08:31",
		},
		"normal": {one(up), ""},
		"prices": {
			catalog(prices("100", "100", "200", "50"), prices("112", "112", "224", "50")),
			"new price | /brook (Brook 2) | 21 Nov 05:11 – 21 Nov 05:12 | 1 times | 3 prices, 12 to 12%, half 12% | " +
				"changes: dearer, dearer, dearer",
		},
		"prices in both directions": {
			catalog(prices("100", "200"), prices("95", "224")),
			"new price | /brook (Brook 2) | 21 Nov 05:11 – 21 Nov 05:12 | 1 times | 2 prices, -5 to 12%, half 3.5% | " +
				"changes: cheaper, dearer",
		},
		"new prices": {
			catalog(prices("100"), prices("100", "200", "300")),
			"new price | /brook (Brook 2) | 21 Nov 05:11 – 21 Nov 05:12 | 1 times | changes: newPrice, newPrice",
		},
		"models": {
			catalog(prices("100")+`,{"name":"old"}`, prices("100")+`,{"name":"new"}`),
			"new modelGone | /old (old) | at an unknown time | changes: goneModel\nnew modelNew | /new (new) | " +
				"at an unknown time | changes: newModel",
		},
		"options": {
			options(
				`{"field":"boardId","createSchema":{"properties":{"name":{},"privacy":{}}}}`,
				`{"field":"boardId","label":"Board","createSchema":{"required":["privacy"],"properties":{"name":{},`+
					`"privacy":{}}}}`,
			),
			"new options | KWAI/boardId (Board) | 21 Nov 05:11 – 21 Nov 05:12 | 1 times | changes: required privacy",
		},
		"options with other changes": {
			options(
				`{"field":"boardId","createSchema":{"properties":{"name":{}}}},{"field":"x"}`,
				`{"field":"boardId","createSchema":{"properties":{"title":{}}}}`,
			),
			"new options | KWAI/boardId (boardId) | 21 Nov 05:11 – 21 Nov 05:12 | 1 times | changes: newMember " +
				"title, goneMember name\nnew options | KWAI/x (x) | 21 Nov 05:11 – 21 Nov 05:12 | 1 times | " +
				"changes: goneOption",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := facts(find(tt.in, ofAll...)); got != tt.want {
				t.Errorf("%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

// Without a history nothing is new, and the age is unknown.
func TestWithoutHistory(t *testing.T) {
	down := account("KWAI", "a", 0, 5)
	old := account("KWAI", "b", 1, 9)
	old.LastStatsTime = api.SomeTime(today.Add(-50 * days).Format(time.RFC3339))
	in := &findings.Input{
		Now:        today,
		StaleAfter: 7 * days,
		Accounts:   []*api.Account{old, down},
		Gone:       []*api.Account{account("KWAI", "c", 1, 5)},
	}
	if err := in.Read(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want := "open abnormal | KWAI/a (N a) | at an unknown time\nopen stale | KWAI/b (N b) | 2 Oct 08:31 – 2 Oct 08:31"
	if got := facts(find(in, ofAll...)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A known finding is expected until its state changes.
func TestKnown(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	in := input(a)
	in.Turns = []history.Turn{turn(a, today.Add(-2*time.Hour), 1, 0)}
	f := find(in, ofAll...)[0]
	in.Known = map[string]findings.Known{f.Key(): {State: f.Fingerprint(), Note: "on leave"}}
	if f := find(in, ofAll...)[0]; f.Section != findings.Expected || f.Note != "on leave" ||
		f.Kind != findings.TurnedAbnormal {
		t.Errorf("known: %+v", f)
	}
	in.Point.Accounts = today.Add(-time.Hour)
	if f := find(in, ofAll...)[0]; f.Section != findings.Expected || f.Kind != findings.Abnormal {
		t.Errorf("known, after a later visit: %+v", f)
	}
	in.Turns = []history.Turn{
		turn(a, today.Add(-8*days), 1, 0),
		turn(a, today.Add(-50*time.Minute), 0, 1),
		turn(a, today.Add(-30*time.Minute), 1, 0),
	}
	if f := find(in, ofAll...)[0]; f.Section != findings.New || f.Note != "" {
		t.Errorf("abnormal again: %+v", f)
	}
}

// A note may end with how long a finding is known.
func TestKnownUntil(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	in := input(a)
	in.Turns = []history.Turn{turn(a, today.Add(-2*time.Hour), 1, 0)}
	f := find(in, ofAll...)[0]
	for note, want := range map[string]struct {
		note  string
		until time.Duration
	}{
		"on leave until 3d": {"on leave", 3 * days},
		"until 2 weeks":     {"", 14 * days},
		"休假，直到 3天":          {"休假", 3 * days},
		"on leave":          {"on leave", 0},
		"until it works":    {"until it works", 0},
		"leave, until " + today.AddDate(0, 0, 9).Format(time.DateOnly): {
			"leave",
			9*days - today.Sub(today.Truncate(days)),
		},
		"until 2001-01-01": {"until 2001-01-01", 0},
		"":                 {},
	} {
		k := findings.NewKnown(f, note, today)
		if k.Note != want.note || want.until == 0 != k.Until.IsZero() ||
			want.until != 0 && !k.Until.Equal(today.Add(want.until)) {
			t.Errorf("%q: %+v", note, k)
		}
		in.Known = map[string]findings.Known{f.Key(): k}
		for later, known := range map[time.Duration]bool{
			want.until - time.Minute: true,
			want.until + time.Minute: false,
		} {
			in := *in
			in.Now = today.Add(later)
			found := find(&in, ofAll...)[0]
			if want.until > 0 && (found.Section == findings.Expected) != known {
				t.Errorf("%q, after %v: %+v", note, later, found)
			}
		}
	}
}

// The list may be newer than the history, which is written in the background.
func TestTurnsThatAreNotStoredYet(t *testing.T) {
	down := account("KWAI", "down", 0, 5)
	up := account("KWAI", "up", 1, 5)
	added := account("KWAI", "added", 1, 5)
	again := account("KWAI", "again", 0, 5)
	in := input(down, up, added, again)
	in.Loaded = today.Add(-time.Minute)
	in.Past = past{marks: map[string]history.Mark{"down": "turnedAbnormal", "up": "recovered", "added": "appeared"}}
	in.Turns = []history.Turn{turn(again, today.Add(-9*days), 0, 1)}
	want := `new turnedAbnormal | KWAI/again (N again) | 21 Nov 08:21 – 21 Nov 08:30 | lasted 8d23h50m to 9d0h9m
new turnedAbnormal | KWAI/down (N down) | 21 Nov 08:21 – 21 Nov 08:30 | lasted at least 59d23h50m
new recovered | KWAI/up (N up) | 21 Nov 08:21 – 21 Nov 08:30 | lasted at least 59d23h50m
new appeared | KWAI/added (N added) | 21 Nov 08:21 – 21 Nov 08:30`
	in.Accounts = []*api.Account{again, down, up, added}
	if got := facts(find(in, ofAll...)); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}
