package report_test

import (
	"fmt"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"channeldeck/api"
	data "channeldeck/api/report"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The strip of days begins with the first recording, has a cell for each day since then, and explains each
// of its signs. That of a group is about its own accounts: an incident of others is none of it.
func TestStripOfDays(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	for _, back := range []int{6, 5, 4, 2, 1, 0} { // 3 days ago nothing was recorded
		var list []*api.Account
		for i := range 16 {
			group := "quiet"
			status := 1
			if i < 8 {
				group = "hit"
			}
			if i < 6 && back < 2 {
				status = 0
			}
			list = append(list, row(t, fmt.Sprintf("%02d", i), group, fmt.Sprint("N", i), status, 10))
		}
		h.RecordAccounts(now.AddDate(0, 0, -back), list, api.Int(16), true)
	}
	h.Wait(t.Context())
	for scope, want := range map[string][2]string{
		"":      {"·●●·●✗✗", "● in order, ✗ incident, · not compared"},
		"hit":   {"·●●·●✗✗", "● in order, ✗ incident, · not compared"},
		"quiet": {"·●●·●●●", "● in order, · not compared"},
	} {
		r, err := read(t, h, data.Scope{Group: scope}, 30)
		if err != nil {
			t.Fatal(err)
		}
		texts := documents(t, r, words.English)
		markdown := texts[0]
		row := "| Platform | 17 Nov to 23 Nov |\n| --- | --- |\n| douyin | " + want[0] + " |\n"
		if !strings.Contains(markdown, row) || !strings.Contains(markdown, "usually abnormal: "+want[1]+"\n") {
			t.Errorf("group %q: no %q and %q in\n%s", scope, row, want[1], markdown)
		}
		page := texts[1]
		if n := strings.Count(page, `<i class="`+"normal"+`" title="`); n != strings.Count(want[0], "●") {
			t.Errorf("group %q: %d cells in order", scope, n)
		}
		if strings.Contains(page, "fill:rgba(31,111,235") {
			t.Errorf("group %q: the area below a curve with a gap is filled", scope)
		}
		for _, text := range []string{
			`<i class="unknown" title="20 Nov: not compared"></i>`,
			`<i class="unknown"></i>not compared</span>`,
			`<span>17 Nov</span><span>23 Nov</span>`,
		} {
			if !strings.Contains(page, text) {
				t.Errorf("group %q: the page lacks %q", scope, text)
			}
		}
	}
}

// A fall of the share of normal accounts without an incident has its own sign, also in a group.
func TestStripOfMoreThanUsual(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	for back := 5; back >= 0; back-- {
		var list []*api.Account
		for i := range 10 {
			status := 1
			if i < 4-back { // one more each day
				status = 0
			}
			list = append(list, row(t, fmt.Sprint(i), "g", fmt.Sprint("N", i), status, 10))
		}
		h.RecordAccounts(now.AddDate(0, 0, -back), list, api.Int(10), true)
	}
	h.Wait(t.Context())
	for _, scope := range []data.Scope{{}, {Group: "g"}, {Platform: "douyin"}} {
		r, err := read(t, h, scope, 4)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(r.Platforms[0].Levels); got != "[normal normal high high high]" {
			t.Errorf("%+v: %s", scope, got)
		}
		for lang, want := range map[words.Lang]string{
			words.English: "○ more abnormal than usual",
			words.Chinese: "○ 异常多于平时",
		} {
			if markdown := documents(t, r, lang)[0]; !strings.Contains(markdown, want) {
				t.Errorf("no %q in\n%s", want, markdown)
			}
		}
	}
}

// Each account that is abnormal has its row, those that turned last first, and those that recovered have
// one with the number of times.
func TestAbnormalAccountsAreNamed(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	for back := 6; back >= 0; back-- {
		var list []*api.Account
		for i := range 30 {
			isAbnormal := i < 22 ||
				i == 22 && back == 0 ||
				i == 23 && (back == 5 || back == 3)
			status := 1
			if isAbnormal {
				status = 0
			}
			list = append(list, row(t, fmt.Sprintf("%02d", i), "g", fmt.Sprint("N", i), status, 100-i))
		}
		h.RecordAccounts(now.AddDate(0, 0, -back), list, api.Int(30), true)
	}
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 5)
	if err != nil {
		t.Fatal(err)
	}
	markdown := documents(t, r, words.English)[0]
	for _, text := range []string{
		"| --- | --- | --- | ---: | ---: |\n" +
			"| N22 | douyin | 2026-11-22 15:00 – 2026-11-23 15:00 | ≤ 24 hours | 78 |\n" +
			"| N0 | douyin | before the first recording | ≥ 6 days | 100 |\n",
		"\nand 3 more, 3 of them since before the first recording; the report as JSON has all\n",
		"| N23 | douyin | 2026-11-19 15:00 – 2026-11-20 15:00 | 2026-11-20 15:00 – 2026-11-21 15:00 | ≤ 48 hours | 2 |",
	} {
		if !strings.Contains(markdown, text) {
			t.Errorf("no %q in\n%s", text, markdown)
		}
	}
}

// A report lists all accounts of a client: 150 of them, and of more than 1,000 the first, with where the
// others are.
func TestReportListsAllAccounts(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	var list []*api.Account
	const (
		most     = 1000
		accounts = most + 3
	)
	for i := range accounts {
		list = append(list, row(t, fmt.Sprintf("%04d", i), "g", fmt.Sprint("N", i), 1, accounts-i))
	}
	const client = 150
	for i := range client {
		list[i].GroupID = "client"
	}
	for back := range 2 {
		h.RecordAccounts(now.AddDate(0, 0, back-1), list, api.Int(accounts), true)
	}
	h.Wait(t.Context())
	for _, c := range []struct {
		group    string
		rows     int
		sentence string
	}{
		{"client", client, ""},
		{"", most, "and 3 more; the report as JSON has all"},
	} {
		r, err := read(t, h, data.Scope{Group: c.group}, 1)
		if err != nil {
			t.Fatal(err)
		}
		markdown := documents(t, r, words.English)[0]
		if got := strings.Count(markdown, "\n| N"); got != c.rows {
			t.Errorf("group %q: %d accounts instead of %d", c.group, got, c.rows)
		}
		if leftOut := strings.Contains(markdown, " more"); leftOut != (c.sentence != "") ||
			!strings.Contains(markdown, c.sentence) {
			t.Errorf("group %q: no %q", c.group, c.sentence)
		}
	}
}

// A column of numbers stays if only accounts that a report does not list have them.
func TestReportKeepsColumnsOfAccountsItDoesNotList(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	var list []*api.Account
	const accounts = 1003
	for i := range accounts {
		list = append(list, row(t, fmt.Sprintf("%04d", i), "g", fmt.Sprint("N", i), 1, accounts-i))
		list[i].CommentCount = api.Number{}
	}
	h.RecordAccounts(now, list, api.Int(accounts), true)
	h.Wait(t.Context())
	const column = "Comments"
	for _, known := range []bool{false, true} {
		r, err := read(t, h, data.Scope{}, 1)
		if err != nil {
			t.Fatal(err)
		}
		if known {
			r.Accounts[accounts-1].Comments = api.Int(7)
		}
		_, table, _ := strings.Cut(documents(t, r, words.English)[0], "| Account | Platform | Status |")
		head, _, _ := strings.Cut(table, "\n")
		if strings.Contains(head, column) != known {
			t.Errorf("comments known: %v, but the table of accounts has the columns %s", known, head)
		}
	}
}

// There is an account of a report for each of 100,000 accounts.
func TestSizeOfReportedAccounts(t *testing.T) {
	const most = 144
	if size := reflect.TypeFor[data.Account]().Size(); size > most {
		t.Errorf("an account of a report takes %d bytes, at most %d", size, most)
	}
}
