package report_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"path/filepath"
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

// listed is an account in a recording: its group and its status, -1 where it was not listed.
type listed struct {
	group  string
	status int
}

// share is the availability of some accounts, computed recording by recording: between two of them
// an account was surely normal if it was so in both, and perhaps if it was so in one.
func share(at []time.Time, series [][]listed, group string, from time.Time) string {
	var least, most, whole time.Duration
	for _, states := range series {
		for i := 1; i < len(at); i++ {
			was := states[i-1]
			is := states[i]
			d := at[i].Sub(at[i-1])
			if at[i-1].Before(from) {
				d = at[i].Sub(from)
			}
			if d <= 0 || was.status < 0 || is.status < 0 || group != "" && was.group != group {
				continue
			}
			whole += d
			if was.status == 1 && is.status == 1 {
				least += d
			}
			if was.status == 1 || is.status == 1 {
				most += d
			}
		}
	}
	return fmt.Sprint([2]api.Number{api.Share(int64(least), int64(whole), 1), api.Share(int64(most), int64(whole), 1)})
}

// Availability is that of a plain computation over the recordings, of all accounts, of a group that
// accounts enter and leave, and of each account.
func TestAvailability(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
		const accounts = 6
		var at []time.Time
		series := make([][]listed, accounts)
		for back := 30; back >= 0; back-- {
			at = append(at, now.Add(-time.Duration(back)*5*time.Hour-time.Duration(r.IntN(200))*time.Minute))
			var list []*api.Account
			for i := range accounts {
				last := listed{"g", 1}
				if n := len(series[i]); n > 0 {
					last = series[i][n-1]
				}
				switch r.IntN(12) {
				case 0, 1:
					last.status = 0
				case 2, 3, 4:
					last.status = 1
				case 5:
					last.status = -1
				case 6:
					last.group = map[string]string{"g": "other", "other": "g"}[last.group]
				}
				if back == 0 && last.status < 0 { // so that each has a row
					last.status = 1
				}
				if series[i] = append(series[i], last); last.status >= 0 {
					list = append(list, row(t, fmt.Sprint(i), last.group, "N", last.status, 10))
				}
			}
			h.RecordAccounts(at[len(at)-1], list, api.Int(int64(len(list))), true)
		}
		h.Wait(t.Context())
		from := now.AddDate(0, 0, -4)
		for _, group := range []string{"", "g"} {
			got, err := read(t, h, data.Scope{Group: group}, 4)
			if err != nil {
				t.Fatal(err)
			}
			if want := share(at, series, group, from); fmt.Sprint(got.Availability) != want ||
				fmt.Sprint(got.Platforms[0].Availability) != want {
				t.Errorf("group %q: %v and %+v, want %s", group, got.Availability, got.Platforms, want)
			}
			for _, a := range got.Accounts {
				i := int(a.Row.ID[0] - '0')
				if want := share(at, series[i:i+1], group, from); fmt.Sprint(a.Availability) != want {
					t.Errorf("group %q, account %s: %v, want %s", group, a.Row.ID, a.Availability, want)
				}
			}
		}
	}
}

// Before the first recording nothing is known, and an account whose relay is down was neither normal
// nor abnormal.
func TestUnknownAvailability(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	down := row(t, "r", "g", "ref", 0, 1)
	down.RelayAccountRef = api.SomeText("ref")
	for day := range 2 {
		h.RecordAccounts(
			now.AddDate(0, 0, day-1),
			[]*api.Account{down, row(t, "a", "g", "A", 1-day, 1)},
			api.Int(2),
			true,
		)
	}
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 30)
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(r.Availability) != "[0 100]" { // it turned at some moment of the only day that is known
		t.Errorf("%v", r.Availability)
	}
	for _, a := range r.Accounts {
		if a.Availability[0].IsSet() != (a.Row.ID == "a") {
			t.Errorf("%s: %v", a.Row.ID, a.Availability)
		}
	}
	for lang, want := range map[words.Lang]string{words.English: "| unknown |", words.Chinese: "| 未知 |"} {
		var markdown bytes.Buffer
		if err := report.WriteMarkdown(t.Context(), r,
			panetest.New(t, panetest.Options{Lang: lang}).Context.View,
			&markdown,
		); err != nil || strings.Count(markdown.String(), want) != 1 {
			t.Errorf("error %v, no %q in\n%s", err, want, markdown.String())
		}
	}
}

// A report has the incidents of its accounts with their own beginning, end and number, and those of
// all accounts are as the fleet tells them.
func TestIncidents(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	hour := func(n int) time.Time { return now.Add(time.Duration(n-60) * time.Hour) }
	record := func(n int, abnormal ...string) {
		var list []*api.Account
		for i := range 8 {
			id := fmt.Sprint(i)
			status := 1
			for _, one := range abnormal {
				if one == id {
					status = 0
				}
			}
			list = append(list, row(t, id, map[bool]string{true: "g", false: "other"}[i < 4], "N"+id, status, 10))
		}
		h.RecordAccounts(hour(n), list, api.Int(8), true)
	}
	record(0)
	record(24, "0", "1", "4", "5")
	record(30, "1", "4", "5")
	record(40, "4", "5")
	record(60, "5")
	h.Wait(t.Context())
	seen, err := (&fleet.Fleet{History: h, Now: func() time.Time { return now }}).Seen(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	files, err := seen.Incidents(t.Context(), time.Time{})
	if err != nil || len(files) != 1 {
		t.Fatal(files, err)
	}
	began := history.Interval{After: hour(0), Before: hour(24)}
	for group, want := range map[string]struct {
		accounts string
		still    int
		ended    *history.Interval
	}{
		"":      {"[0 1 4 5]", 1, nil},
		"g":     {"[0 1]", 0, &history.Interval{After: hour(30), Before: hour(40)}},
		"other": {"[4 5]", 1, nil},
	} {
		r, err := read(t, h, data.Scope{Group: group}, 2)
		if err != nil || len(r.Incidents) != 1 {
			t.Fatal(r, err)
		}
		i := r.Incidents[0]
		if i.ID != files[0].ID() || i.Platform != "douyin" || !i.Began.After.Equal(began.After) ||
			!i.Began.Before.Equal(began.Before) ||
			fmt.Sprint(i.Accounts) != want.accounts ||
			i.Still != want.still {
			t.Errorf("group %q: %+v", group, i)
		}
		if (i.Ended == nil) != (want.ended == nil) ||
			i.Ended != nil && (!i.Ended.After.Equal(want.ended.After) || !i.Ended.Before.Equal(want.ended.Before)) {
			t.Errorf("group %q ended %v", group, i.Ended)
		}
		if group == "g" && (i.Lasted.Least != 6*time.Hour || i.Lasted.Most != 40*time.Hour) {
			t.Errorf("it lasted %v", i.Lasted)
		}
		for lang, want := range map[words.Lang]map[string][]string{
			words.English: {
				"":  {"2026-11-21 03:00 – 2026-11-22 03:00", "still abnormal, after"},
				"g": {"2026-11-22 09:00–19:00", "6–40 hours"},
			},
			words.Chinese: {
				"":  {"2026-11-21 03:00 – 2026-11-22 03:00", "仍异常"},
				"g": {"2026-11-22 09:00–19:00"},
			},
		} {
			var page, markdown bytes.Buffer
			w := panetest.New(t, panetest.Options{Lang: lang})
			w.Context.View.Now = func() time.Time { return now }
			if err := report.WriteMarkdown(t.Context(), r, w.Context.View, &markdown); err != nil {
				t.Fatal(err)
			}
			if err := report.WriteHTML(r, w.Context.View, &page); err != nil {
				t.Fatal(err)
			}
			for _, text := range want[group] {
				if !strings.Contains(markdown.String(), text) || !strings.Contains(page.String(), text) {
					t.Errorf("no %q for group %q in\n%s", text, group, markdown.String())
				}
			}
		}
	}
	if r, err := read(t, h, data.Scope{Group: "none"}, 2); err != nil || len(r.Incidents) != 0 {
		t.Errorf("a group without accounts: %+v, error %v", r, err)
	}
}
