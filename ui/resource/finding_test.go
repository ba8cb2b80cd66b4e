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
		{"浏览 +3万/小时，为平时的 50.8 倍，另有 4 项数据异动", 40, "浏览 +3万/小时，为平时的 50.8 倍"},
		{"turned abnormal", 4, "turned abnormal"},
	} {
		if got := short(tt.what, tt.width); got != tt.want {
			t.Errorf("%q in %d cells is %q, want %q", tt.what, tt.width, got, tt.want)
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
			if kind != findings.Incident && v.FindingNext(f) == "" {
				t.Errorf("%s does not say what to do in %s", kind, lang.Tag())
			}
			if next := v.FindingNext(f); strings.Contains(next, "{{") || strings.Contains(next, "<no value>") {
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
		ID:       "x",
		Platform: "x",
		Accounts: accounts,
		Others:   findings.Others{Of: 8, Normal: 6},
	}
	file := &fleet.IncidentFile{Episode: &findings.Episode{Platform: "x", Others: f.Others}}
	spared := resource.Incident{IncidentFile: file, View: v}.Spared()
	others := v.FindingOthers(f)
	if others != spared || !strings.HasPrefix(others, "6 of the 8 other accounts of ") {
		t.Errorf("%q, of the incident %q", others, spared)
	}
	if got := v.FindingCopies(f) + ", " + v.FindingOpens(f); got != "copies the 2 IDs, lists them" {
		t.Error(got)
	}
	row := &resource.FindingRow{Finding: f}
	if ids := resource.Findings(v).IDs(row); !slices.Equal(ids, []string{"1", "2"}) {
		t.Errorf("IDs %q", ids)
	}
	model := &findings.Finding{Kind: findings.PriceChanged, ID: "vela"}
	if got := v.FindingOthers(model) + v.FindingCopies(model) + ", " + v.FindingOpens(model); got !=
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
	if got := at.Print(at.Of(row)); got != at.Cell(row).Text || got != "≤ 25h" {
		t.Errorf("printed %q, shown %q", got, at.Cell(row).Text)
	}
}
