package report_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	data "channeldeck/api/report"
	"channeldeck/ui/report"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// record records accounts of which some are abnormal, all of the group g, with a work of as many views
// as there are accounts.
func record(t *testing.T, h *history.DB, at time.Time, accounts int, abnormal ...int) {
	t.Helper()
	var list []*api.Account
	for i := range accounts {
		status := 1
		if slices.Contains(abnormal, i) {
			status = 0
		}
		list = append(list, row(t, fmt.Sprint(i), "g", fmt.Sprint("N", i), status, 10))
	}
	h.RecordAccounts(at, list, api.Int(int64(accounts)), true)
	query := api.WorkQuery{Platform: "douyin", WorkID: "w", AccountID: "0"}
	h.Works().Record(at, query, api.WorkDetail{Snapshots: []api.Snapshot{{
		ID:        at.Format(time.RFC3339),
		FetchedAt: api.Some(at.Format(time.RFC3339)),
		Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(int64(accounts))}},
	}}})
}

// documents are the report as Markdown and HTML.
func documents(t *testing.T, r *data.Report, lang words.Lang) []string {
	t.Helper()
	w := panetest.New(t, panetest.Options{Lang: lang})
	w.Context.View.Now = func() time.Time { return now }
	var page, markdown bytes.Buffer
	if err := report.WriteMarkdown(t.Context(), r, w.Context.View, &markdown); err != nil {
		t.Fatal(err)
	}
	if err := report.WriteHTML(r, w.Context.View, &page); err != nil {
		t.Fatal(err)
	}
	return []string{markdown.String(), page.String()}
}

// A period is compared with what was known when it began, also if its first two days have no recording.
func TestPeriodIsComparedWithWhatWasKnown(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	day := func(n int) time.Time { return now.AddDate(0, 0, n) }
	record(t, h, day(-8), 15, 0, 1)            // the last one before the period
	record(t, h, day(-5), 16, 1, 2, 3, 4, 5)   // 0 has recovered
	record(t, h, day(-4), 16, 1, 6)            // 2 to 5 have recovered
	record(t, h, day(0), 17, 1, 2, 3, 4, 6, 7) // 2, 3, 4 and 7 turned
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 7)
	if err != nil {
		t.Fatal(err)
	}
	first := r.Days[0]
	if r.From != "2026-11-16" || r.Measured != "2026-11-18" || first.Date != r.Measured || len(r.Days) != 6 ||
		first.Accounts != 16 || first.Abnormal != 5 || first.Joined != 1 {
		t.Errorf("from %s, measured from %s: %+v", r.From, r.Measured, r.Days)
	}
	if want := "2026-11-16 2026-11-17 2026-11-20 2026-11-21 2026-11-22"; strings.Join(r.MissingDays, " ") != want {
		t.Errorf("missing %v", r.MissingDays)
	}
	for _, total := range r.Totals[:2] {
		want := map[string]string{"accounts": "15 17 2", "abnormal": "2 6 4"}[total.Name]
		if got := fmt.Sprint(total.Before, total.After, total.Change); got != want {
			t.Errorf("%s %s, want %s", total.Name, got, want)
		}
	}
	var troubles []string
	for _, x := range r.Troubles {
		troubles = append(troubles, fmt.Sprint(x.Accounts, x.Ended != nil))
	}
	slices.Sort(troubles)
	want := "[0] true [1] false [2 3 4 5] true [2 3 4 7] false [6] false"
	if got := strings.Join(troubles, " "); got != want {
		t.Errorf("problems %s, want %s", got, want)
	}
	if len(r.Works) != 1 || fmt.Sprint(r.Works[0].Before, r.Works[0].After) != "15 17" {
		t.Errorf("works %+v", r.Works)
	}
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"16 Nov 2026 15:00 to 23 Nov 2026 15:00 (7 days), compared with the recording of 15 Nov 2026 15:00",
			"recorded on 3 of 8 days, not on 16 Nov–17 Nov",
			"Availability since 16 Nov 15:00",
		},
		words.Chinese: {
			"2026年11月16日 15:00 至 2026年11月23日 15:00（7 天），与 2026年11月15日 15:00 的记录对比",
			"8 天中有 3 天有记录",
			"11月16日 15:00 以来的正常率",
		},
	} {
		for _, document := range documents(t, r, lang) {
			for _, text := range want {
				if !strings.Contains(document, text) {
					t.Errorf("no %q in\n%s", text, document)
				}
			}
		}
	}
}

// A recording at midnight is named with its time: as a day it would be taken for all of it.
func TestRecordingAtMidnight(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	record(t, h, now.AddDate(0, 0, -7), 4, 0)
	record(t, h, now.Add(-15*time.Hour), 4)
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 7)
	if err != nil {
		t.Fatal(err)
	}
	for lang, want := range map[words.Lang]string{
		words.English: "16 Nov 2026 15:00 to 23 Nov 2026 00:00 (",
		words.Chinese: "2026年11月16日 15:00 至 2026年11月23日 00:00（",
	} {
		if markdown := documents(t, r, lang)[0]; !strings.Contains(markdown, want) {
			t.Errorf("no %q in\n%s", want, markdown)
		}
	}
}

// Where only the last day has recordings, it is measured from its first one.
func TestFirstDayOfAHistory(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	record(t, h, now.Add(-4*time.Hour), 4, 0)
	record(t, h, now.Add(-2*time.Hour), 4, 0, 1)
	record(t, h, now, 4)
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 30)
	if err != nil {
		t.Fatal(err)
	}
	if total := r.Totals[1]; r.Measured != "2026-11-23" || len(r.Days) != 1 || len(r.Troubles) != 2 ||
		fmt.Sprint(total.Before, total.After) != "1 0" || !r.Availability[0].IsSet() {
		t.Errorf("%s: %+v, %+v, %+v, %v", r.Measured, r.Days, r.Troubles, total, r.Availability)
	}
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"24 Oct 2026 15:00 to 23 Nov 2026 15:00, measured from the first recording, 23 Nov 2026 11:00 (4 hours)",
			"Availability since 23 Nov 11:00",
			"No accounts turned abnormal together since the first recording, 23 Nov 11:00.",
		},
		words.Chinese: {
			"2026年10月24日 15:00 至 2026年11月23日 15:00，从首次记录（2026年11月23日 11:00）起计算，共 4 小时",
			"自首次记录（11月23日 11:00）以来，没有账号同时转为异常。",
		},
	} {
		markdown := documents(t, r, lang)[0]
		for _, text := range want {
			if !strings.Contains(markdown, text) {
				t.Errorf("no %q in\n%s", text, markdown)
			}
		}
	}
}

// A recording is not compared with itself: of a history with one, or without one since the period began, no change
// is known.
func TestChangeOfOneDay(t *testing.T) {
	yesterday := now.AddDate(0, 0, -1)
	for name, tt := range map[string]struct {
		recordings []time.Time
		want       string // before, after and change of the abnormal accounts
	}{
		"one recording": {[]time.Time{yesterday}, " 1 "},
		"none since":    {[]time.Time{yesterday.Add(-4 * time.Hour), yesterday}, " 1 "},
		"one day":       {[]time.Time{yesterday.Add(time.Hour), yesterday.Add(5 * time.Hour)}, "0 1 1"},
	} {
		h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
		for i, at := range tt.recordings {
			if i < len(tt.recordings)-1 {
				record(t, h, at, 4)
			} else {
				record(t, h, at, 4, 0)
			}
		}
		h.Wait(t.Context())
		r, err := read(t, h, data.Scope{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		abnormal := r.Totals[1]
		if got := fmt.Sprintf("%s %s %s", abnormal.Before, abnormal.After, abnormal.Change); got != tt.want {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
		for _, total := range r.Totals {
			if total.Change.IsSet() != (name == "one day") {
				t.Errorf("%s: the change of %s is %q", name, total.Name, total.Change)
			}
		}
	}
}

// Days are those of the reader, whatever the time zone of the program that recorded.
func TestDaysAreThoseOfTheReader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	shanghai := time.FixedZone("CST", 8*60*60)
	// On 21 and 22 November in UTC, and on 22 and 23 November in Shanghai.
	for i, at := range []time.Time{
		time.Date(2026, 11, 21, 20, 0, 0, 0, time.UTC),
		time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC),
	} {
		h := history.Open(history.Config{Path: path, Site: "s", Key: panetest.Key, Now: func() time.Time { return at }})
		record(t, h, at, 4+i)
		h.Close(t.Context())
	}
	for zone, want := range map[*time.Location]string{
		time.UTC: "2026-11-21 4 2026-11-22 5 [2026-11-20 2026-11-23]",
		shanghai: "2026-11-22 4 2026-11-23 5 [2026-11-20 2026-11-21]",
	} {
		late := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC).In(zone)
		h := panetest.History(t, path, late)
		r, err := data.Read(
			t.Context(),
			&fleet.Fleet{History: h, Now: func() time.Time { return late }},
			data.Request{Since: late.AddDate(0, 0, -3)},
		)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, d := range r.Days {
			if d.Recorded {
				got += fmt.Sprint(d.Date, " ", d.Accounts, " ")
			}
		}
		if got += fmt.Sprint(r.MissingDays); got != want {
			t.Errorf("%s: %s, want %s", zone, got, want)
		}
		h.Close(t.Context())
	}
}

// An incident that goes on or ended in the period has all accounts of the report that turned in it, also
// those that recovered, left the list or moved before. Of a group, those that were in it at their end.
func TestIncidentHasAccountsThatRecoveredEarlier(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	for _, step := range []struct {
		day      int
		abnormal string
		groups   string // by account; a blank for one that is not listed
	}{
		{-8, "", "gggggghhhh"},
		{-7, "01234567", "gggggghhhh"},
		{-6, "34567", "gggggghhhh"}, // 0, 1 and 2 recovered in g
		{-5, "567", "ggggggghhh"},   // 3 and 4 did, and 6 came
		{-4, "56", "h ggggghhh"},    // 0 moves, 1 leaves, 7 recovered in h
		{-3, "56", "h ggggghhh"},
		{-2, "5", "h ggggghhh"}, // 6 recovered in g
		{0, "5", "h ggggghhh"},
	} {
		var list []*api.Account
		for i, group := range step.groups {
			status := 1
			if strings.Contains(step.abnormal, fmt.Sprint(i)) {
				status = 0
			}
			if group != ' ' {
				list = append(list, row(t, fmt.Sprint(i), string(group), fmt.Sprint("N", i), status, 10))
			}
		}
		h.RecordAccounts(now.AddDate(0, 0, step.day), list, api.Int(int64(len(list))), true)
	}
	h.Wait(t.Context())
	key := func(id string) history.AccountKey { return history.AccountKey{Platform: "douyin", ID: id} }
	for _, tt := range []struct {
		scope    data.Scope
		accounts string
		still    int
	}{
		{data.Scope{}, "[0 1 2 3 4 5 6 7]", 1},
		{data.Scope{Platform: "douyin"}, "[0 1 2 3 4 5 6 7]", 1},
		{data.Scope{Group: "g"}, "[0 1 2 3 4 5 6]", 1},
		{data.Scope{Chosen: map[history.AccountKey]bool{key("2"): true, key("6"): true, key("8"): true}}, "[2 6]", 0},
		{data.Scope{Group: "h"}, "", 0}, // its part was over before
		{data.Scope{Platform: "x"}, "", 0},
	} {
		r, err := read(t, h, tt.scope, 3)
		if err != nil {
			t.Fatal(err)
		}
		if tt.accounts == "" {
			if len(r.Incidents) > 0 {
				t.Errorf("%+v: %+v", tt.scope, r.Incidents)
			}
			continue
		}
		if len(r.Incidents) != 1 {
			t.Fatalf("%+v: %d incidents", tt.scope, len(r.Incidents))
		}
		i := r.Incidents[0]
		if got := fmt.Sprint(i.Accounts); got != tt.accounts || i.Still != tt.still {
			t.Errorf("%+v: %s, %d still are", tt.scope, got, i.Still)
		}
		said := map[words.Lang][]string{
			words.English: {fmt.Sprint(len(i.Accounts), " accounts turned abnormal together")},
			words.Chinese: {"同时转为异常"},
		}
		if tt.accounts == "[2 6]" { // few enough to be named
			said = map[words.Lang][]string{
				words.English: {"2 accounts (N2, N6) turned abnormal together"},
				words.Chinese: {"2 个账号（N2、N6）11月"},
			}
		}
		if i.Still > 0 {
			said[words.English] = append(
				said[words.English],
				fmt.Sprintf("; %d of %d is still", i.Still, len(i.Accounts)),
			)
			said[words.Chinese] = append(
				said[words.Chinese],
				fmt.Sprintf("%d 个中 %d 个仍异常", len(i.Accounts), i.Still),
			)
		}
		for lang, texts := range said {
			for _, text := range texts {
				if markdown := documents(t, r, lang)[0]; !strings.Contains(markdown, text) {
					t.Errorf("no %q in\n%s", text, markdown)
				}
			}
		}
	}
}

// Platforms are in the order of their number of accounts, then of their names as people sort them.
func TestOrderOfPlatforms(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	var list []*api.Account
	for i, platform := range []string{"youtube", "bilibili", "twitter", "KWAI", "KWAI", "Zine", "alpha", "tiktok"} {
		a := row(t, fmt.Sprint(i), "g", "N", 1, 10)
		a.Type = platform
		list = append(list, a)
	}
	for _, at := range []time.Time{now.AddDate(0, 0, -1), now} {
		h.RecordAccounts(at, list, api.Int(int64(len(list))), true)
	}
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range r.Platforms {
		got = append(got, p.Platform)
	}
	if want := "KWAI alpha bilibili tiktok twitter youtube Zine"; strings.Join(got, " ") != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// The length of what is compared is that between the two recordings, whatever their dates are, and within 5 %.
// Of a single recording nothing is compared.
func TestResultTellsTheLengthBetweenRecordings(t *testing.T) {
	for _, tt := range []struct {
		hours  []int // before the report
		days   int   // of the report
		en, zh string
	}{
		{[]int{10, 0}, 2, "have as many followers as 10 hours ago; ", "的粉丝数与 10 小时前持平；"},
		{[]int{20, 0}, 2, "have as many followers as 20 hours ago; ", "的粉丝数与 20 小时前持平；"},
		{[]int{46, 0}, 2, "have as many followers as 46 hours ago; ", "的粉丝数与 46 小时前持平；"},
		{[]int{7 * 24, 1}, 7, "have as many followers as 7 days ago; ", "的粉丝数与 7 天前持平；"},
		{[]int{156, 0}, 7, "have as many followers as 6.5 days ago; ", "的粉丝数与 6.5 天前持平；"},
		{
			[]int{90 * 24, 4 * 24, 3 * 24},
			30,
			"have as many followers as 87 days ago; ",
			"的粉丝数与 87 天前持平；",
		},
		{[]int{0}, 2, "- 1 of 4 is abnormal.", "- 4 个账号中 1 个异常。"},
		{[]int{20 * 24}, 7, "- 1 of 4 is abnormal.", "- 4 个账号中 1 个异常。"},
	} {
		h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
		var last, before time.Time
		begin := now.AddDate(0, 0, -tt.days)
		for _, hours := range tt.hours {
			last = now.Add(-time.Duration(hours) * time.Hour)
			record(t, h, last, 4, 0)
			if before.IsZero() || !last.After(begin) {
				before = last
			}
		}
		h.Wait(t.Context())
		r, err := read(t, h, data.Scope{}, tt.days)
		if err != nil {
			t.Fatal(err)
		}
		if !r.ComparedWith.Equal(before) || !r.Recorded.Equal(last) {
			t.Errorf("%v: %v is compared with %v", tt.hours, r.Recorded, r.ComparedWith)
		}
		for lang, want := range map[words.Lang]string{words.English: tt.en, words.Chinese: tt.zh} {
			for i, document := range documents(t, r, lang) {
				if i > 0 {
					want = strings.TrimPrefix(want, "- ")
				}
				if !strings.Contains(document, want) {
					t.Errorf("%v: no %q in\n%.400s", tt.hours, want, document)
				}
			}
		}
	}
}
