package report_test

import (
	"bytes"
	"cmp"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	data "channeldeck/api/report"
	"channeldeck/api/sandbox"
	"channeldeck/ui/report"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A change is that of the same accounts. What others brought and took is told beside it, also
// where nothing else changed.
func TestChangesAreOfTheSameAccounts(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	then := now.AddDate(0, 0, -2)
	unknown := row(t, "c", "g", "C", 1, 700)
	unknown.LastStatsTime = api.Time{}
	unknown.FansCount = api.Int(0)
	for _, step := range []struct {
		at   time.Time
		list []*api.Account
	}{
		{
			then,
			[]*api.Account{
				row(t, "a", "g", "A", 1, 505),
				row(t, "c", "g", "C", 1, 700),
				row(t, "d", "g", "D", 1, 1200),
			},
		},
		{now, []*api.Account{row(t, "a", "g", "A", 1, 500), row(t, "b", "g", "B", 1, 50000), unknown}},
	} {
		h.RecordAccounts(step.at, step.list, api.Int(3), true)
	}
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	if x := r.Totals[2]; x.Name != "fansCount" || x.Before.String() != "2405" || x.After.String() != "50500" ||
		x.Change.String() != "-5" {
		t.Errorf("followers %+v", x)
	}
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"−5",
			"1 joined +50,000 · 1 left −1,200 · 1 lost its statistics −700",
		},
		words.Chinese: {"−5", "新增 1 个账号（+50,000） · 移除 1 个账号（−1,200） · 1 个账号数据丢失（−700）"},
	} {
		var page, markdown bytes.Buffer
		v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
		if err := cmp.Or(
			report.WriteHTML(r, v, &page),
			report.WriteMarkdown(t.Context(), r, v, &markdown),
		); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(page.String(), text) ||
				!strings.Contains(markdown.String(), text) {
				t.Errorf("no %q in\n%s", text, markdown.String())
			}
		}
	}
}

// The members of a group are those of the day, and the report says who moved, and when.
func TestMovesAreTold(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	for day, groups := range [][2]string{{"g", "h"}, {"other", "g"}} {
		list := []*api.Account{
			row(t, "a", groups[0], "A", 1, 100),
			row(t, "b", groups[1], "B", 1, 50),
			row(t, "c", "g", "C", 1, 10+day),
		}
		h.RecordAccounts(now.AddDate(0, 0, day-1), list, api.Int(3), true)
	}
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{Group: "g"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	if x := r.Totals[2]; x.Before.String() != "110" || x.After.String() != "61" || x.Change.String() != "1" {
		t.Errorf("followers %+v", x)
	}
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"- 1 account moved to another group, 2026-11-22 15:00 – 2026-11-23 15:00",
			"- 1 account came from another group, 2026",
			"1 account gained 1 follower (+10%) in 24 hours; 0 of 2 are abnormal, as many as before.",
			"1 moved in +50 · 1 moved to another group −100",
		},
		words.Chinese: {
			"1 个账号移到其他分组",
			"1 个账号从其他分组移入",
			"1 个账号在 24 小时内共涨粉 1（+10%）；2 个账号中 0 个异常，与期初相同。",
		},
	} {
		var markdown bytes.Buffer
		if err := report.WriteMarkdown(t.Context(), r,
			panetest.New(t, panetest.Options{
				Lang:    lang,
				Sandbox: sandbox.Options{Now: func() time.Time { return now }},
			}).Context.View,
			&markdown,
		); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(markdown.String(), text) {
				t.Errorf("no %q in\n%s", text, markdown.String())
			}
		}
	}
}
