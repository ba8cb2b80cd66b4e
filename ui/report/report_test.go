package report_test

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"html"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	data "channeldeck/api/report"
	"channeldeck/ui/report"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

var now = time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)

// read reads a report on the days until now.
func read(t *testing.T, h *history.DB, scope data.Scope, days int) (*data.Report, error) {
	t.Helper()
	return data.Read(
		t.Context(),
		&fleet.Fleet{History: h, Now: func() time.Time { return now }},
		data.Request{Scope: scope, Since: now.AddDate(0, 0, -days)},
	)
}

const hostile = "<script>alert(1)</script>\u202e\x1b[31m|*_"

func row(t *testing.T, id, group, nickname string, status, followers int) *api.Account {
	t.Helper()
	name, _ := json.Marshal(nickname)
	rows, err := api.DecodeRows[api.Account]([]byte(fmt.Sprintf(`[{"id":%q,"userId":"u","type":"douyin","uid":"1",`+
		`"nickname":%s,"groupId":%q,"status":%d,"fansCount":%d,"likeCount":%d,"workCount":3,`+
		`"lastStatsTime":"2026-11-23T00:00:00Z"}]`,
		id, name, group, status, followers, followers*2)))
	if err != nil || len(rows) != 1 {
		t.Fatal(rows, err)
	}
	return &rows[0]
}

// fill records ten days until now, without the third and fourth: an account that joins, one
// that leaves, one that was abnormal for two days, and a work.
func fill(t *testing.T, path string) *history.DB {
	t.Helper()
	for back := 9; back >= 0; back-- {
		if back == 7 || back == 6 {
			continue
		}
		at := now.AddDate(0, 0, -back)
		h := history.Open(history.Config{Path: path, Site: "s", Key: panetest.Key, Now: func() time.Time { return at }})
		status := 1
		if back == 3 || back == 2 {
			status = 0
		}
		list := []*api.Account{
			row(t, "a", "g", "<i>"+hostile, 1, 1000-10*back),
			row(t, "b", "g", "青禾书房", status, 500+back*back),
			row(t, "z", "other", "Z", 1, 7),
		}
		if back < 4 {
			list = append(list, row(t, "c", "g", "New one", 1, 50))
		}
		if back > 1 {
			list = append(list, row(t, "d", "g", "Gone one", 1, 90))
		}
		h.RecordAccounts(at, list, api.Int(int64(len(list))), true)
		h.Works().Record(at, api.WorkQuery{
			Platform:  "douyin",
			WorkID:    "w",
			AccountID: "a",
		}, api.WorkDetail{Snapshots: []api.Snapshot{{
			ID: fmt.Sprint(back), FetchedAt: api.Some(at.Format(time.RFC3339)), Metrics: api.Metrics{{
				Name:  "viewCount",
				Value: api.Int(int64(100 * (10 - back))),
			}}}}})
		h.Entries().Remember(history.WorkEntry(
			history.KindWork,
			api.WorkQuery{Platform: "douyin", WorkID: "w", AccountID: "a"},
			hostile,
			at,
		))
		h.Close(context.Background())
	}
	return panetest.History(t, path, now)
}

// plain computes the totals of a group at the end of each day from the rows of the
// database, without any of the functions that read the history.
func plain(t *testing.T, path string, ids string) (accounts map[string]int, followers map[string]int64) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(`SELECT id, at, state FROM history_changes WHERE kind = 'account' ORDER BY at`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	state := map[string]int64{}
	day := ""
	accounts = map[string]int{}
	followers = map[string]int64{}
	close := func() {
		accounts[day] = len(state)
		followers[day] = 0
		for _, n := range state {
			followers[day] += n
		}
	}
	for rows.Next() {
		var id string
		var at int64
		var body []byte
		if err := rows.Scan(&id, &at, &body); err != nil {
			t.Fatal(err)
		}
		if date := time.UnixMilli(at).UTC().Format(time.DateOnly); date != day {
			close()
			day = date
		}
		if !strings.Contains(ids, strings.TrimPrefix(id, "douyin/")) {
			continue
		}
		if delete(state, id); body != nil {
			values := strings.Split(string(body), ",") // status, followers, …, group
			n, err := strconv.ParseInt(values[1], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			state[id] = n
		}
	}
	close()
	return accounts, followers
}

// TestNumbersAreThoseOfTheDatabase compares the numbers of a report with a plain
// computation over the rows of the database.
func TestNumbersAreThoseOfTheDatabase(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	h := fill(t, path)
	accounts, followers := plain(t, path, "abcd")
	r, err := read(t, h, data.Scope{Group: "g"}, 8)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.MissingDays, " "); got != "2026-11-16 2026-11-17" || r.From != "2026-11-15" ||
		len(r.Days) != 9 {
		t.Errorf("from %s, %d days, missing %s", r.From, len(r.Days), got)
	}
	for _, d := range r.Days {
		if !d.Recorded {
			continue
		}
		if d.Accounts != accounts[d.Date] || d.Followers.String() != fmt.Sprint(followers[d.Date]) {
			t.Errorf(
				"%s: %d accounts with %s followers, not %d with %d",
				d.Date,
				d.Accounts,
				d.Followers,
				accounts[d.Date],
				followers[d.Date],
			)
		}
	}
	total := map[string]data.Total{}
	for _, x := range r.Totals {
		total[x.Name] = x
	}
	first := followers["2026-11-15"]
	last := followers["2026-11-23"]
	const joined, left = 50, 90
	same := last - first - joined + left
	if x := total["fansCount"]; fmt.Sprint(
		x.Before,
		x.After,
		x.Change,
		x.Joined.Sum.Number(),
		x.Left.Sum.Number(),
	) != fmt.Sprint(first, last, same, joined, left) {
		t.Errorf("followers %v, want %d and %d", x, first, last)
	}
	if x := total["likeCount"]; fmt.Sprint(x.Before, x.After, x.Change) != fmt.Sprint(2*first, 2*last, 2*same) {
		t.Errorf("likes %v", x)
	}
	if x := total["accounts"]; fmt.Sprint(x.Before, x.After, r.Added, r.Gone) != "3 3 1 1" {
		t.Errorf("accounts %v, %d added, %d gone", x, r.Added, r.Gone)
	}
	if len(r.Accounts) != 3 || r.Accounts[0].Row.ID != "a" || r.Accounts[0].Change.String() != "80" ||
		r.Accounts[2].Change.IsSet() {
		t.Errorf("accounts %+v", r.Accounts)
	}
	if len(r.Troubles) != 1 || !r.Troubles[0].Began.Before.Equal(now.AddDate(0, 0, -3)) ||
		!r.Troubles[0].Ended.Before.Equal(now.AddDate(0, 0, -1)) ||
		r.Troubles[0].Names[0] != "青禾书房" {
		t.Errorf("troubles %+v", r.Troubles)
	}
	if len(r.Works) != 1 || fmt.Sprint(r.Works[0].Before, r.Works[0].After, r.Works[0].Change) != "200 1000 800" {
		t.Errorf("works %+v", r.Works)
	}
	other, err := read(t, h, data.Scope{Chosen: map[history.AccountKey]bool{{Platform: "douyin", ID: "z"}: true}}, 2)
	if err != nil || len(other.Accounts) != 1 || len(other.Works)+len(other.Troubles) != 0 ||
		other.Totals[2].After.String() != "7" {
		t.Errorf("%+v, error %v", other, err)
	}
}

// The first day of a report is that of the user's time zone: at 03:00 in Shanghai it is still the day
// before in UTC.
func TestFirstDayIsThatOfTheUser(t *testing.T) {
	h := fill(t, filepath.Join(t.TempDir(), "h.db"))
	shanghai := time.FixedZone("CST", 8*60*60)
	night := time.Date(2026, 11, 24, 3, 0, 0, 0, shanghai)
	request := data.Request{Scope: data.Scope{Group: "g"}, Since: night.AddDate(0, 0, -2)}
	r, err := data.Read(t.Context(), &fleet.Fleet{History: h, Now: func() time.Time { return night }}, request)
	if err != nil {
		t.Fatal(err)
	}
	if r.From != "2026-11-22" || r.To != "2026-11-24" || len(r.Days) != 3 {
		t.Errorf("%d days from %s to %s", len(r.Days), r.From, r.To)
	}
}

// TestDocuments has the same numbers in HTML and Markdown, in both languages. Texts of
// the service stay texts, and the document requests nothing.
func TestDocuments(t *testing.T) {
	h := fill(t, filepath.Join(t.TempDir(), "h.db"))
	r, err := read(t, h, data.Scope{Group: "g"}, 8)
	if err != nil {
		t.Fatal(err)
	}
	r.Title = "R&D \xff\x00" + hostile
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"15 Nov 2026 15:00 to 23 Nov 2026 15:00 (8 days)",
			"recorded on 7 of 9 days, not on 16 Nov–17 Nov",
			"1,550",
			"+80",
			"2026-11-20 15:00",
			"2026-11-22 15:00",
			"1,000",
			"+800",
		},
		words.Chinese: {
			"2026年11月15日 15:00 至 2026年11月23日 15:00（8 天）",
			"9 天中有 7 天有记录，缺少 11月16日–11月17日",
			"青禾书房",
			"+800",
		},
	} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		w.Context.View.Now = func() time.Time { return now }
		var page, markdown bytes.Buffer
		if err := report.WriteHTML(r, w.Context.View, &page); err != nil {
			t.Fatal(err)
		}
		if err := report.WriteMarkdown(t.Context(), r, w.Context.View, &markdown); err != nil {
			t.Fatal(err)
		}
		for _, text := range want {
			if !strings.Contains(page.String(), text) {
				t.Errorf("the HTML in %s lacks %q", lang, text)
			}
			if !strings.Contains(markdown.String(), text) {
				t.Errorf("the Markdown in %s lacks %q:\n%s", lang, text, markdown.String())
			}
		}
		if found := regexp.MustCompile(
			`(?i)<script|<i>|<link|<img|<iframe|\s(src|href|on\w+)=|url\(|@import|[\x00\x1b]|\x{202e}`,
		).FindString(page.String()); found != "" {
			t.Errorf("the HTML in %s has %q", lang, found)
		}
		if !strings.Contains(page.String(), "<svg ") || !strings.Contains(page.String(), `lang="`+lang.Tag()+`"`) ||
			!strings.Contains(page.String(), "default-src &#39;none&#39;") {
			t.Errorf("the HTML in %s has no chart, language or policy", lang)
		}
		if !utf8.Valid(page.Bytes()) || !utf8.Valid(markdown.Bytes()) {
			t.Errorf("the HTML or the Markdown in %s is no UTF-8", lang)
		}
		if found := regexp.MustCompile(
			`(^|[^\\])<(script|i>)|[\x00\x1b]|\x{202e}`,
		).FindString(markdown.String()); found != "" {
			t.Errorf("the Markdown in %s has %q", lang, found)
		}
	}
}

// A history without accounts has no report, and one with a single recording has one that says that
// nothing is known of its time.
func TestLittleHistory(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	if _, err := read(t, h, data.Scope{Platform: "douyin"}, 1); !errors.Is(err, data.ErrNoAccounts) {
		t.Errorf("error %v", err)
	}
	h.RecordAccounts(now.Add(-time.Hour), []*api.Account{row(t, "a", "g", "A", 0, 5)}, api.Int(1), true)
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{Platform: "douyin"}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var page bytes.Buffer
	err = report.WriteHTML(r, panetest.New(t, panetest.Options{}).Context.View, &page)
	if err != nil || strings.Contains(page.String(), "<svg") ||
		!strings.Contains(page.String(), "were normal): unknown") {
		t.Errorf("error %v\n%s", err, page.String())
	}
}

// Problems that began before the period are listed while they are open or if they ended in it,
// and as many accounts are open as the total says.
func TestProblemsThatBeganBefore(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	for day, status := range [][3]int{{0, 1, 0}, {0, 0, 0}, {0, 0, 0}, {0, 1, 0}, {0, 1, 1}} {
		at := now.AddDate(0, 0, day-4)
		h := history.Open(history.Config{Path: path, Site: "s", Key: panetest.Key, Now: func() time.Time { return at }})
		var list []*api.Account
		for i, s := range status {
			list = append(list, row(t, fmt.Sprint(i), "g", fmt.Sprint("N", i), s, 10))
		}
		h.RecordAccounts(at, list, api.Int(3), true)
		h.Close(t.Context())
	}
	h := panetest.History(t, path, now)
	r, err := read(t, h, data.Scope{}, 2)
	if err != nil {
		t.Fatal(err)
	}
	open := 0
	var got []string
	for _, x := range r.Troubles {
		got = append(got, fmt.Sprint(x.Accounts, x.Began != nil, x.Ended != nil))
		if x.Ended == nil {
			open += len(x.Accounts)
		}
	}
	if want := "[2] false true|[1] true true|[0] false false"; strings.Join(got, "|") != want {
		t.Errorf("problems %v, want %s", got, want)
	}
	if total := r.Totals[1]; total.Name != "abnormal" || total.After.String() != fmt.Sprint(open) {
		t.Errorf("%d accounts are open, the total is %+v", open, total)
	}
	var markdown bytes.Buffer
	if err := report.WriteMarkdown(
		t.Context(),
		r,
		panetest.New(t, panetest.Options{}).Context.View,
		&markdown,
	); err != nil {
		t.Fatal(err)
	}
	// both ends lie between two recordings
	for _, lasted := range []string{"| ≥ 3 days |", "| 1–3 days |", "| ≥ 4 days |"} {
		if !strings.Contains(markdown.String(), lasted) {
			t.Errorf("no problem lasted %q in\n%s", lasted, markdown.String())
		}
	}
	if got, err := api.Marshal(r.Troubles[1].Lasted); err != nil || string(got) != `{"leastHours":24,"mostHours":72}` {
		t.Errorf("%s, error %v", got, err)
	}
	if i := r.Troubles[1].Ended; !i.After.Equal(now.AddDate(0, 0, -2)) || !i.Before.Equal(now.AddDate(0, 0, -1)) {
		t.Errorf("ended %v", i)
	}
}

// An account that its relay does not return is not told as abnormal, neither in the total nor in
// its row, and keeps its name.
func TestOutageIsNotAbnormal(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	for day, name := range []string{"Harbor Tea", "ref"} {
		a := row(t, "a", "g", name, 1-day, 10)
		a.RelayAccountRef = api.SomeText("ref")
		h.RecordAccounts(now.AddDate(0, 0, day-1), []*api.Account{a, row(t, "b", "g", "B", 0, 5)}, api.Int(2), true)
	}
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 1)
	if err != nil {
		t.Fatal(err)
	}
	var markdown bytes.Buffer
	if err := report.WriteMarkdown(
		t.Context(),
		r,
		panetest.New(t, panetest.Options{}).Context.View,
		&markdown,
	); err != nil {
		t.Fatal(err)
	}
	if total := r.Totals[1]; total.After.String() != "1" ||
		r.Accounts[0].Health != api.HealthOutage || r.Accounts[1].Health == api.HealthOutage ||
		!strings.Contains(markdown.String(), "| Harbor Tea | douyin | not reached |") {
		t.Errorf("%+v, accounts %+v\n%s", total, r.Accounts, markdown.String())
	}
}

// The first sentence says how the followers changed, of which accounts, and how many are abnormal; what
// is not known is left out.
func TestFirstSentence(t *testing.T) {
	total := func(name string, before, after int64) data.Total {
		b := api.Int(before)
		a := api.Int(after)
		return data.Total{Name: name, Before: b, After: a, Change: a.Sub(b)}
	}
	followers := func(change int64, percent string) data.Total {
		by, err := api.ParseNumber(percent)
		if err != nil {
			t.Fatal(err)
		}
		return data.Total{
			Name:     "fansCount",
			Change:   api.Int(change),
			Percent:  by,
			Compared: 540,
		}
	}
	for _, tt := range []struct {
		totals   []data.Total
		accounts int
		en, zh   string
	}{
		{
			[]data.Total{total("abnormal", 20, 32), followers(311822, "4.1")}, 558,
			"540 accounts gained 311,822 followers (+4.1%) in 30 days; 32 of 558 are abnormal, 12 more than before.",
			"540 个账号在 30 天内共涨粉 311,822（+4.1%）；558 个账号中 32 个异常，比期初多 12 个。",
		},
		{
			[]data.Total{total("abnormal", 3, 1), followers(-20, "-0.1")}, 558,
			"540 accounts lost 20 followers (−0.1%) in 30 days; 1 of 558 is abnormal, 2 fewer than before.",
			"540 个账号在 30 天内共掉粉 20（−0.1%）；558 个账号中 1 个异常，比期初少 2 个。",
		},
		{
			[]data.Total{total("abnormal", 0, 0), followers(0, "0")}, 558,
			"540 accounts have as many followers as 30 days ago; 0 of 558 are abnormal, as many as before.",
			"540 个账号的粉丝数与 30 天前持平；558 个账号中 0 个异常，与期初相同。",
		},
		{
			[]data.Total{total("abnormal", 2, 2)}, 2,
			"2 of 2 are abnormal, as many as before.",
			"2 个账号中 2 个异常，与期初相同。",
		},
	} {
		r := &data.Report{
			From:     "2026-10-24",
			Measured: "2026-10-24",
			To:       "2026-11-23",
			Totals:   tt.totals,
			Accounts: make(data.Accounts, tt.accounts),

			Begin:        now.AddDate(0, 0, -30),
			Since:        now.AddDate(0, 0, -30),
			ComparedWith: now.AddDate(0, 0, -30),
			Recorded:     now,
		}
		for i := range r.Accounts {
			r.Accounts[i] = &data.Account{Row: &api.Account{}}
		}
		for lang, want := range map[words.Lang]string{words.English: tt.en, words.Chinese: tt.zh} {
			v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
			var page bytes.Buffer
			if err := report.WriteHTML(r, v, &page); err != nil {
				t.Fatal(err)
			}
			_, result, _ := strings.Cut(page.String(), `<p class="result">`)
			result, _, _ = strings.Cut(result, "<")
			if result = html.UnescapeString(result); result != want {
				t.Errorf("%q, want %q", result, want)
			}
		}
	}
}

// Platforms say how many accounts are listed now and how the followers of those changed that are known at
// both ends; their sums are the totals.
func TestPlatformsAddUp(t *testing.T) {
	h := fill(t, filepath.Join(t.TempDir(), "h.db"))
	for _, scope := range []data.Scope{{}, {Group: "g"}} {
		r, err := read(t, h, scope, 8)
		if err != nil {
			t.Fatal(err)
		}
		accounts := 0
		abnormal := 0
		followers := api.Int(0)
		by := api.Int(0)
		for _, p := range r.Platforms {
			accounts += p.Accounts
			abnormal += p.Abnormal
			if p.Followers.IsSet() {
				followers = followers.Add(p.Followers)
			}
			if p.Change.IsSet() {
				by = by.Add(p.Change)
			}
		}
		if accounts == 0 || fmt.Sprint(accounts, abnormal) != fmt.Sprint(r.Totals[0].After, r.Totals[1].After) {
			t.Errorf("%+v: %d accounts, %d abnormal, totals %+v", scope, accounts, abnormal, r.Totals)
		}
		if of := r.Totals[2]; followers.Cmp(of.After) != 0 || by.Cmp(of.Change) != 0 {
			t.Errorf("%+v: followers %v by %v, totals %+v", scope, followers, by, of)
		}
		last := r.Days[len(r.Days)-1]
		for _, total := range r.Totals {
			if last.Total(total.Name).Sum.Cmp(total.After) != 0 {
				t.Errorf(
					"%+v: %s %v on the last day, %v in all",
					scope,
					total.Name,
					last.Total(total.Name),
					total.After,
				)
			}
		}
	}
}
