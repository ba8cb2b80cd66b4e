package resource_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Both bounds of a length are rounded to their units.
func TestLength(t *testing.T) {
	const day = 24 * time.Hour
	english := panetest.New(t, panetest.Options{}).Context
	chinese := panetest.New(t, panetest.Options{Lang: words.Chinese}).Context
	for _, tt := range []struct {
		least, most time.Duration
		en, zh      string
	}{
		{0, 0, "", ""},
		{0, 59 * time.Minute, "≤ 59 minutes", "≤ 59 分钟"},
		{59 * time.Second, 0, "", ""},
		{2 * day, 4 * day, "2–4 days", "2–4 天"},
		{3*day - 10*time.Minute, 3*day + 10*time.Minute, "3 days", "3 天"},
		{5 * time.Hour, 2 * day, "5–48 hours", "5–48 小时"},
		{5 * time.Hour, 4 * day, "5 hours to 4 days", "5 小时至 4 天"},
		{12 * time.Hour, 36 * time.Hour, "12–36 hours", "12–36 小时"},
		{59 * time.Minute, 61 * time.Minute, "60 minutes", "60 分钟"},
		{0, 2*day + 6*time.Second, "≤ 49 hours", "≤ 49 小时"},
		{47 * time.Hour, 0, "≥ 47 hours", "≥ 47 小时"},
		{20 * time.Minute, 40 * time.Minute, "20–40 minutes", "20–40 分钟"},
	} {
		l := history.Length{Least: tt.least, Most: tt.most}
		if got := english.View.Length(l); got != tt.en {
			t.Errorf("%v to %v: %q, want %q", tt.least, tt.most, got, tt.en)
		}
		if got := chinese.View.Length(l); got != tt.zh {
			t.Errorf("%v to %v: %q, want %q", tt.least, tt.most, got, tt.zh)
		}
	}
}

// A share of a time is two bounds, of which a lower one next to 0 is left out.
func TestAvailability(t *testing.T) {
	for _, tt := range []struct {
		least, most, whole int64
		want               string
	}{
		{0, 0, 0, ""},
		{975, 975, 1000, "97.5%"},
		{0, 199, 1000, "0–19.9%"},
		{14, 19_900_000, 100_000_000, "≤ 19.9%"},
		{49, 19_900, 100_000, "≤ 19.9%"},
		{51, 19_900, 100_000, "0.1–19.9%"},
		{99_999_999, 100_000_000, 100_000_000, "99.9–100%"},
	} {
		share := [2]api.Number{api.Share(tt.least, tt.whole, 1), api.Share(tt.most, tt.whole, 1)}
		v := panetest.New(t, panetest.Options{}).Context.View
		if got := v.Availability(share); got != tt.want {
			t.Errorf("%d to %d of %d: %q, want %q", tt.least, tt.most, tt.whole, got, tt.want)
		}
	}
}

// What happened is worded shorter before it is cut.
func TestShorterWordsOfFindings(t *testing.T) {
	columns := resource.Findings(panetest.New(t, panetest.Options{}).Context.View).Columns
	short := columns[slices.IndexFunc(columns, func(c resource.Column[*resource.FindingRow]) bool {
		return c.ID == "detail"
	})].Short
	for _, tt := range []struct {
		what  string
		width int
		want  string
	}{
		{"followers −379k (−22.6%)", 24, "followers −379k (−22.6%)"},
		{"followers −379k (−22.6%)", 23, "followers −379k"},
		{"followers −379k (−22.6%)", 1, "followers −379k"},
		{"+30.5k views/h, 50.8 × usual, 4 other numbers moved too", 54, "+30.5k views/h, 50.8 × usual"},
		{"+30.5k views/h, 50.8 × usual, 4 other numbers moved too", 20, "+30.5k views/h"},
		{"粉丝 −37.9万（−22.6%）", 12, "粉丝 −37.9万"},
		{
			"浏览 +3万/小时，为平时的 50.8 倍，另有 4 项数据异动",
			40,
			"浏览 +3万/小时，为平时的 50.8 倍",
		},
		{"turned abnormal", 4, "turned abnormal"},
	} {
		if got := short(tt.what, tt.width); got != tt.want {
			t.Errorf("%q in %d cells is %q, want %q", tt.what, tt.width, got, tt.want)
		}
	}
}

// Where there is no room, a finding is told in fewer words and not cut.
func TestFindingsInFewerWords(t *testing.T) {
	const day = 24 * time.Hour
	eleven := make([]*api.Account, 11)
	for i := range eleven {
		eleven[i] = &api.Account{ID: "a", Type: "x"}
	}
	incident := &findings.Finding{
		Kind:     findings.Incident,
		What:     findings.TurnedAbnormal,
		Accounts: eleven[:9],
		Count:    11,
		Of:       223,
	}
	now := viewIn(t, words.English).Now()
	since := history.Interval{After: now.Add(-14 * day), Before: now.Add(-12 * day)}
	abnormal := &findings.Finding{Kind: findings.Abnormal, Section: findings.Open, At: since}
	old := &findings.Finding{Kind: findings.Stale, At: since}
	together := &findings.Finding{
		Kind:     findings.Recovered,
		Accounts: eleven,
		Count:    12,
		Lasted:   history.Length{Least: 3 * day, Most: 4 * day},
	}
	for _, tt := range []struct {
		of     *findings.Finding
		width  int
		en, zh string
	}{
		{
			incident, 60,
			"11 of 223 normal accounts turned abnormal, 9 still are", "223 个正常账号中 11 个转为异常，9 个仍是",
		},
		{
			incident,
			42,
			"11 of 223 normal accounts turned abnormal",
			"223 个正常账号中 11 个转为异常，9 个仍是",
		},
		{incident, 26, "11 of 223 turned abnormal", "223 个中 11 个转为异常"},
		{incident, 18, "11 of 223 turned", "11/223 转为异常"},
		{incident, 1, "11 of 223 turned", "11/223 转为异常"},
		{abnormal, 30, "abnormal for 12–14 days", "已异常 12–14 天"},
		{abnormal, 14, "abnormal", "异常"},
		{old, 14, "old stats", "统计过期"},
		{together, 20, "11 of 12 recovered", "11/12 个恢复"},
		{&findings.Finding{Kind: findings.NeverFetched}, 10, "no stats", "从未获取统计"},
		{&findings.Finding{Kind: findings.TurnedAbnormal}, 4, "turned abnormal", "转为异常"},
	} {
		for lang, want := range map[words.Lang]string{words.English: tt.en, words.Chinese: tt.zh} {
			v := viewIn(t, lang)
			if got := v.Finding(tt.of).DetailIn(tt.width); got != want {
				t.Errorf("in %d cells %q, want %q", tt.width, got, want)
			}
			columns := resource.Findings(v).Columns
			detail := &columns[slices.IndexFunc(columns, func(c resource.Column[*resource.FindingRow]) bool {
				return c.ID == "detail"
			})]
			row := &resource.FindingRow{Finding: tt.of}
			if got := detail.Shortened(row, v.Finding(tt.of).Detail(), tt.width); got != want {
				t.Errorf("a cell of %d is %q, want %q", tt.width, got, want)
			}
		}
	}
}

// Each kind of finding says what to do next, in each language, with the name of the platform.
func TestEveryKindSaysWhatToDo(t *testing.T) {
	kinds := slices.Concat(findings.Kinds(), []findings.Kind{findings.AllZero})
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		v := viewIn(t, lang)
		for _, kind := range kinds {
			f := &findings.Finding{Kind: kind, Platform: "douyin"}
			if kind == findings.AllZero || kind == findings.TurnedAbnormal {
				f.Kind = findings.Incident
				f.What = kind
			}
			if kind != findings.Incident && v.Finding(f).Next() == "" {
				t.Errorf("%s does not say what to do in %s", kind, lang.Tag())
			}
			if next := v.Finding(f).Next(); strings.Contains(next, "{{") || strings.Contains(next, "<no value>") {
				t.Errorf("%s: %q", kind, next)
			}
		}
	}
}

// A finding says how many others could have turned abnormal as the incident in the history does, and what
// its keys do.
func TestFindingOfAnIncident(t *testing.T) {
	v := viewIn(t, words.English)
	accounts := []*api.Account{{ID: "1", Type: "x"}, {ID: "2", Type: "x"}}
	f := &findings.Finding{
		Kind:     findings.Incident,
		What:     findings.TurnedAbnormal,
		Turn:     findings.ToAbnormal,
		ID:       "x",
		Platform: "x",
		Accounts: accounts,
		Others:   findings.Others{Of: 8, Normal: 6},
	}
	file := &fleet.IncidentFile{Episode: &findings.Episode{Platform: "x", Others: f.Others}}
	spared := resource.Incident{IncidentFile: file, View: v}.Spared()
	others := v.Finding(f).Others()
	if others != spared || !strings.HasPrefix(others, "6 of the 8 other accounts of ") {
		t.Errorf("%q, of the incident %q", others, spared)
	}
	if got := v.Finding(f).Copies() + ", " + v.Finding(f).Opens(); got != "copies the 2 IDs, lists them" {
		t.Error(got)
	}
	row := &resource.FindingRow{Finding: f}
	if ids := resource.Findings(v).IDs(row); !slices.Equal(ids, []string{"1", "2"}) {
		t.Errorf("IDs %q", ids)
	}
	model := &findings.Finding{Kind: findings.PriceChanged, ID: "vela"}
	if got := v.Finding(model).Others() + v.Finding(model).Copies() + ", " + v.Finding(model).Opens(); got !=
		"copies the ID, opens its prices" {
		t.Error(got)
	}
}

// A printed table says when in as few cells as the dashboard, so that what happened is whole.
func TestPrintedTimeOfAFinding(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	columns := resource.Findings(v).Columns
	at := columns[slices.IndexFunc(columns, func(c resource.Column[*resource.FindingRow]) bool {
		return c.ID == "at"
	})]
	when := history.Interval{
		After:  panetest.Now.Add(-25 * time.Hour),
		Before: panetest.Now.Add(-5 * time.Hour),
	}
	row := &resource.FindingRow{Finding: &findings.Finding{At: when}}
	if got := at.Print(at.Of(row)); got != at.Cell(row).Text || got != "5–25h" {
		t.Errorf("printed %q, shown %q", got, at.Cell(row).Text)
	}
}
