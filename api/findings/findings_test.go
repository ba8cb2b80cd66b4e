package findings_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/words"
)

const days = 24 * time.Hour

// lines are findings as the list and the inspector show them.
func lines(t *testing.T, lang words.Lang, all []*findings.Finding) string {
	t.Helper()
	v := view(t, lang)
	var out []string
	for _, f := range all {
		out = append(out, strings.Join([]string{string(f.Section), v.FindingTitle(f), v.FindingPlace(f), v.FindingDetail(f), v.FindingSentence(f)}, " | "))
	}
	return strings.Join(out, "\n")
}

func TestKinds(t *testing.T) {
	normal, abnormal := int64(1), int64(0)
	turned := today.Add(-3*time.Hour - 19*time.Minute) // 05:12
	one := func(a *api.Account, turns ...history.Turn) *findings.Input {
		in := input(a)
		in.Turns = turns
		return in
	}
	down, up := account("KWAI", "a", abnormal, 5), account("KWAI", "a", normal, 5)
	relay := account("KWAI", "a", abnormal, 5)
	relay.Nickname, relay.RelayAccountRef = "ref", api.Some("ref")
	old, never := account("KWAI", "a", normal, 5), account("KWAI", "a", normal, 0)
	old.LastStatsTime = api.SomeTime(today.Add(-50 * days).Format(time.RFC3339))
	never.LastStatsTime, never.CreatedAt = api.Time{}, api.SomeTime(today.Add(-9*days).Format(time.RFC3339))
	gone := input()
	gone.Gone, gone.Turns = []*api.Account{up}, []history.Turn{turn(up, turned, 1, -1)}
	models := func(rows string) []api.VideoModel {
		list, err := api.DecodeRows[api.VideoModel]([]byte("[" + rows + "]"))
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	catalog := func(before, now string) *findings.Input {
		in := input()
		in.OldModels, in.Models, in.ModelTimes = models(before), models(now), map[string][]time.Time{"brook": {turned}}
		return in
	}
	options := func(before, now string) *findings.Input {
		in, o := input(), findings.PlatformOptions{Platform: "KWAI", Times: map[string][]time.Time{"boardId": {turned}, "x": {turned}}}
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
		in     *findings.Input
		en, zh string
	}{
		"turned abnormal": {
			one(down, turn(down, turned.Add(-41*days-time.Hour), 0, 1), turn(down, turned, 1, 0)),
			"new | N a | Kuaishou | turned abnormal | turned abnormal today 05:12, normal for 41 days before",
			"new | N a | 快手 | 转为异常 | 转为异常（今天 05:12），此前正常 41 天",
		},
		"turned abnormal, normal since the first recording": {
			one(down, turn(down, turned, 1, 0)),
			"new | N a | Kuaishou | turned abnormal | turned abnormal today 05:12, normal for ≥ 59 days before",
			"new | N a | 快手 | 转为异常 | 转为异常（今天 05:12），此前正常 ≥ 59 天",
		},
		"abnormal again, after an hour": {
			one(down, turn(down, turned.Add(-time.Hour), 0, 1), turn(down, turned, 1, 0)),
			"new | N a | Kuaishou | turned abnormal | turned abnormal today 05:12, normal for 1 hour before",
			"new | N a | 快手 | 转为异常 | 转为异常（今天 05:12），此前正常 1 小时",
		},
		"abnormal after an unknown status": {
			one(down, turn(down, turned, 2, 0)),
			"new | N a | Kuaishou | turned abnormal | turned abnormal today 05:12",
			"new | N a | 快手 | 转为异常 | 转为异常（今天 05:12）",
		},
		"abnormal": {
			one(down, turn(down, turned.Add(-9*days), 1, 0)),
			"open | N a | Kuaishou | abnormal for 9 days | turned abnormal on 12 Nov 05:12, normal for ≥ 50 days before",
			"open | N a | 快手 | 已异常 9 天 | 转为异常（11月12日 05:12），此前正常 ≥ 50 天",
		},
		"abnormal for long": {
			one(down, turn(down, turned.Add(-31*days), 1, 0)),
			"expected | N a | Kuaishou | abnormal for 31 days | turned abnormal on 21 Oct 05:12, normal for ≥ 28 days before",
			"expected | N a | 快手 | 已异常 31 天 | 转为异常（10月21日 05:12），此前正常 ≥ 28 天",
		},
		"abnormal since before the first recording": {
			one(down),
			"expected | N a | Kuaishou | abnormal for ≥ 60 days | abnormal since 22 Sep 08:31 or earlier",
			"expected | N a | 快手 | 已异常 ≥ 60 天 | 异常（9月22日 08:31 或更早）",
		},
		"newly listed, abnormal": {
			one(down, turn(down, turned, -1, 0)),
			"new | N a | Kuaishou | newly listed, abnormal | turned abnormal today 05:12",
			"new | N a | 快手 | 新增账号，状态异常 | 转为异常（今天 05:12）",
		},
		"recovered": {
			one(up, turn(up, turned.Add(-4*days), 1, 0), turn(up, turned, 0, 1)),
			"new | N a | Kuaishou | recovered after 4 days | recovered today 05:12, abnormal for 4 days before",
			"new | N a | 快手 | 异常 4 天后恢复 | 已恢复（今天 05:12），此前异常 4 天",
		},
		"recovered, abnormal since the first recording": {
			one(up, turn(up, turned, 0, 1)),
			"new | N a | Kuaishou | recovered after ≥ 59 days | recovered today 05:12, abnormal for ≥ 59 days before",
			"new | N a | 快手 | 异常 ≥ 59 天后恢复 | 已恢复（今天 05:12），此前异常 ≥ 59 天",
		},
		"recovered before the baseline": {one(up, turn(up, baseline, 0, 1)), "", ""},
		"newly listed": {
			one(up, turn(up, turned, -1, 1)),
			"new | N a | Kuaishou | newly listed | newly listed today 05:12",
			"new | N a | 快手 | 新增账号 | 新增账号（今天 05:12）",
		},
		"unlisted for an hour": {one(up, turn(up, turned, 1, -1), turn(up, turned.Add(time.Hour), -1, 1)), "", ""},
		"no longer listed": {
			gone,
			"new | N a | Kuaishou | no longer listed | no longer listed today 05:12",
			"new | N a | 快手 | 已不在列表中 | 已不在列表中（今天 05:12）",
		},
		"relay down": {
			one(relay, turn(relay, turned, 1, 0)),
			"new | ref | Kuaishou | relay unavailable | relay unavailable today 05:12",
			"new | ref | 快手 | 中继不可用 | 中继不可用（今天 05:12）",
		},
		"relay down since the first recording": {
			one(relay),
			"expected | ref | Kuaishou | relay unavailable | relay unavailable since 22 Sep 08:31 or earlier",
			"expected | ref | 快手 | 中继不可用 | 中继不可用（9月22日 08:31 或更早）",
		},
		"stale": {
			one(old),
			"expected | N a | Kuaishou | stats 50 days old | nobody refreshed the statistics in the web console since 2 Oct 08:31 (50 days)",
			"expected | N a | 快手 | 统计已 50 天未刷新 | 10月2日 08:31 以来无人在管理后台刷新统计（已 50 天）",
		},
		"never fetched": {
			one(never),
			"open | N a | Kuaishou | stats never fetched | nobody has fetched the statistics in the web console yet",
			"open | N a | 快手 | 从未获取统计 | 还没有人在管理后台获取过统计",
		},
		"normal": {one(up), "", ""},
		"prices": {
			catalog(prices("100", "100", "200", "50"), prices("112", "112", "224", "50")),
			"new | Brook 2 |  | 3 prices, +12% | 3 prices, +12%, today 05:12",
			"new | Brook 2 |  | 3 个价格，+12% | 3 个价格，+12%，今天 05:12",
		},
		"prices in both directions": {
			catalog(prices("100", "200"), prices("95", "224")),
			"new | Brook 2 |  | 2 prices, −5% to +12% | 2 prices, −5% to +12%, today 05:12",
			"new | Brook 2 |  | 2 个价格，−5% 至 +12% | 2 个价格，−5% 至 +12%，今天 05:12",
		},
		"new prices": {
			catalog(prices("100"), prices("100", "200", "300")),
			"new | Brook 2 |  | 2 new prices | 2 new prices, today 05:12",
			"new | Brook 2 |  | 新增 2 个价格 | 新增 2 个价格，今天 05:12",
		},
		"models": {
			catalog(prices("100")+`,{"name":"old"}`, prices("100")+`,{"name":"new"}`),
			"new | old |  | model removed | model removed\nnew | new |  | new model | new model",
			"new | old |  | 模型已下线 | 模型已下线\nnew | new |  | 新模型 | 新模型",
		},
		"options": {
			options(`{"field":"boardId","createSchema":{"properties":{"name":{},"privacy":{}}}}`, `{"field":"boardId","label":"Board","createSchema":{"required":["privacy"],"properties":{"name":{},"privacy":{}}}}`),
			"new | Board | Kuaishou | boardId: privacy is now required | boardId: privacy is now required, today 05:12",
			"new | Board | 快手 | boardId：privacy 现在必填 | boardId：privacy 现在必填，今天 05:12",
		},
		"options with other changes": {
			options(`{"field":"boardId","createSchema":{"properties":{"name":{}}}},{"field":"x"}`, `{"field":"boardId","createSchema":{"properties":{"title":{}}}}`),
			"new | boardId | Kuaishou | boardId: title, name changed | boardId: title, name changed, today 05:12\nnew | x | Kuaishou | x: option removed | x: option removed, today 05:12",
			"new | boardId | 快手 | boardId：title、name 有变化 | boardId：title、name 有变化，今天 05:12\nnew | x | 快手 | x：选项已移除 | x：选项已移除，今天 05:12",
		},
	} {
		t.Run(name, func(t *testing.T) {
			all := tt.in.Find()
			if got := lines(t, words.English, all); got != tt.en {
				t.Errorf("English:\n%s\nwant\n%s", got, tt.en)
			}
			if got := lines(t, words.Chinese, all); got != tt.zh {
				t.Errorf("Chinese:\n%s\nwant\n%s", got, tt.zh)
			}
		})
	}
}

// Without a history nothing is new, and the age is unknown.
func TestWithoutHistory(t *testing.T) {
	down, old := account("KWAI", "a", 0, 5), account("KWAI", "b", 1, 9)
	old.LastStatsTime = api.SomeTime(today.Add(-50 * days).Format(time.RFC3339))
	in := &findings.Input{Now: today, StaleAfter: 7 * days, Accounts: []*api.Account{old, down}, Gone: []*api.Account{account("KWAI", "c", 1, 5)}}
	if err := in.Read(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	want := "open | N a | Kuaishou | abnormal | abnormal\nopen | N b | Kuaishou | stats 50 days old | nobody refreshed the statistics in the web console since 2 Oct 08:31 (50 days)"
	if got := lines(t, words.English, in.Find()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

// A known finding is expected until its state changes.
func TestKnown(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	in := input(a)
	in.Turns = []history.Turn{turn(a, today.Add(-2*time.Hour), 1, 0)}
	f := in.Find()[0]
	in.Known = map[string]findings.Known{f.Key(): {State: f.Fingerprint(), Note: "on leave"}}
	if f := in.Find()[0]; f.Section != findings.Expected || f.Note != "on leave" || f.Kind != findings.TurnedAbnormal {
		t.Errorf("known: %+v", f)
	}
	in.Point.Accounts = today.Add(-time.Hour)
	if f := in.Find()[0]; f.Section != findings.Expected || f.Kind != findings.Abnormal {
		t.Errorf("known, after a later visit: %+v", f)
	}
	in.Turns = append(in.Turns, turn(a, today.Add(-50*time.Minute), 0, 1), turn(a, today.Add(-30*time.Minute), 1, 0))
	if f := in.Find()[0]; f.Section != findings.New || f.Note != "" {
		t.Errorf("abnormal again: %+v", f)
	}
}

// A note may end with how long a finding is known.
func TestKnownUntil(t *testing.T) {
	a := account("KWAI", "a", 0, 5)
	in := input(a)
	in.Turns = []history.Turn{turn(a, today.Add(-2*time.Hour), 1, 0)}
	f := in.Find()[0]
	for note, want := range map[string]struct {
		note  string
		until time.Duration
	}{
		"on leave until 3d": {"on leave", 3 * days}, "until 2 weeks": {"", 14 * days}, "休假，直到 3天": {"休假", 3 * days}, "on leave": {"on leave", 0}, "until it works": {"until it works", 0},
		"leave, until " + today.AddDate(0, 0, 9).Format(time.DateOnly): {"leave", 9*days - today.Sub(today.Truncate(days))}, "until 2001-01-01": {"until 2001-01-01", 0}, "": {},
	} {
		k := findings.NewKnown(f, note, today)
		if k.Note != want.note || want.until == 0 != k.Until.IsZero() || want.until != 0 && !k.Until.Equal(today.Add(want.until)) {
			t.Errorf("%q: %+v", note, k)
		}
		in.Known = map[string]findings.Known{f.Key(): k}
		for later, known := range map[time.Duration]bool{want.until - time.Minute: true, want.until + time.Minute: false} {
			in := *in
			if in.Now = today.Add(later); want.until > 0 && (in.Find()[0].Section == findings.Expected) != known {
				t.Errorf("%q, after %v: %+v", note, later, in.Find()[0])
			}
		}
	}
}

// The list may be newer than the history, which is written in the background.
func TestTurnsThatAreNotStoredYet(t *testing.T) {
	down, up, added := account("KWAI", "down", 0, 5), account("KWAI", "up", 1, 5), account("KWAI", "added", 1, 5)
	again := account("KWAI", "again", 0, 5)
	in := input(down, up, added, again)
	in.Loaded = today.Add(-time.Minute)
	in.Past = past{marks: map[string]history.Mark{"down": "turnedAbnormal", "up": "recovered", "added": "appeared"}}
	in.Turns = []history.Turn{turn(again, today.Add(-9*days), 0, 1)}
	want := `new | N again | Kuaishou | turned abnormal | turned abnormal today 08:30, normal for 9 days before
new | N down | Kuaishou | turned abnormal | turned abnormal today 08:30, normal for ≥ 59 days before
new | N up | Kuaishou | recovered after ≥ 59 days | recovered today 08:30, abnormal for ≥ 59 days before
new | N added | Kuaishou | newly listed | newly listed today 08:30`
	in.Accounts = []*api.Account{again, down, up, added}
	if got := lines(t, words.English, in.Find()); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
}

func TestRecord(t *testing.T) {
	a, b, c := account("KWAI", "a", 0, 5), account("KWAI", "b", 0, 50), account("KWAI", "c", 0, 7)
	in := input(a, b, c)
	at := today.Add(-3 * time.Hour)
	in.Turns = []history.Turn{turn(a, at, 1, 0), turn(b, at, 1, 0), turn(c, at, 1, 0)}
	all := in.Find()
	content, err := api.Marshal(all[0].Record())
	want := `{"finding":"incident","what":"turnedAbnormal","section":"new","id":"KWAI","name":"","platform":"KWAI","after":"2026-11-21T05:21:00Z","before":"2026-11-21T05:31:00Z","count":3,"of":3,` +
		`"accounts":[{"platform":"KWAI","id":"b"},{"platform":"KWAI","id":"c"},{"platform":"KWAI","id":"a"}]}`
	if got := string(content); err != nil || got != want || len(all) != 1 {
		t.Errorf("%s, want\n%s", got, want)
	}
}
