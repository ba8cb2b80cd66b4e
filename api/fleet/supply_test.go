package fleet_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/replay"
)

// site answers with a list of accounts and a platform list, and counts how often the latter is
// requested.
type site struct {
	*httptest.Server
	accounts, platforms atomic.Pointer[string]
	asked               atomic.Int32
}

func newSite(t *testing.T, platforms string, accounts ...string) *site {
	t.Helper()
	s := &site{}
	s.platforms.Store(&platforms)
	s.list(accounts...)
	s.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data := "[]"
		switch {
		case strings.HasSuffix(r.URL.Path, "/channels/accounts"):
			data = *s.accounts.Load()
		case strings.HasSuffix(r.URL.Path, "/channels/platforms"):
			s.asked.Add(1)
			data = *s.platforms.Load()
		}
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
	}))
	t.Cleanup(s.Close)
	return s
}

func (s *site) list(accounts ...string) {
	body := fmt.Sprintf(`{"total":%d,"list":[%s]}`, len(accounts), strings.Join(accounts, ","))
	s.accounts.Store(&body)
}

// fleet opens a fleet of the site, with the history of a file.
func (s *site) fleet(t *testing.T, path string, now time.Time) *fleet.Fleet {
	t.Helper()
	f, err := fleet.Open(fleet.Settings{
		BaseURL:    s.URL,
		API:        api.Settings{APIKey: "k", Retries: -1},
		History:    history.Config{Path: path},
		Now:        func() time.Time { return now },
		StaleAfter: 7 * 24 * time.Hour,
	})
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// kuaishou is an account of a platform that is not known to supply reads.
func kuaishou(id string, reads int) string {
	return fmt.Sprintf(
		`{"id":%q,"type":"KWAI","nickname":%q,"groupId":"g","status":1,"fansCount":5,"readCount":%d,`+
			`"lastStatsTime":"2026-05-20T08:00:00Z"}`,
		id,
		id,
		reads,
	)
}

const someReads = 2 // index in api.SummedCounts

// A platform that had reads once supplies them, whatever the program forgot meanwhile, and only on the
// site where it had some. The streamed first rows know it too.
func TestSupplyIsRemembered(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	a := newSite(t, "[]")
	b := newSite(t, "[]")
	visit := func(s *site, days int, want string, accounts ...string) {
		t.Helper()
		s.list(accounts...)
		f := s.fleet(t, path, today.AddDate(0, 0, days))
		defer f.Close(t.Context())
		answer, err := f.Accounts(t.Context(), fleet.Query{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var first *fleet.List
		streamed, err := f.StreamAccounts(t.Context(), func(l *fleet.List) { first = l })
		if err != nil {
			t.Fatal(err)
		}
		f.History.Wait(t.Context())
		recorded, _, err := f.Recorded(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		fresh := s.fleet(t, path, today.AddDate(0, 0, days))
		defer fresh.Close(t.Context())
		alone, _, err := fresh.Recorded(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		totals, err := f.History.States().DaysOf(t.Context(), "KWAI", "", today.AddDate(0, 0, days))
		if err != nil || len(totals) != 1 {
			t.Fatal(totals, err)
		}
		for name, l := range map[string]*fleet.List{
			"accounts":                   answer.List,
			"first rows":                 first,
			"streamed":                   streamed,
			"recorded":                   recorded,
			"recorded, of a new program": alone,
		} {
			sum := l.Platforms[0].Sums[someReads]
			if got := fmt.Sprint(sum.Number(), "/", sum.Of()); got != want {
				t.Errorf("day %d, %s: reads %s, want %s", days, name, got, want)
			}
		}
		if sum, _, _ := strings.Cut(want, "/"); totals[0].Sums[someReads].String() != sum {
			t.Errorf("day %d: the totals have %q reads, want %s", days, totals[0].Sums[someReads], want)
		}
	}
	visit(a, 0, "/0", kuaishou("1", 0), kuaishou("2", 0))
	visit(a, 1, "7/2", kuaishou("1", 7), kuaishou("2", 0))
	visit(a, 2, "0/2", kuaishou("1", 0), kuaishou("2", 0))
	visit(b, 2, "/0", kuaishou("1", 0), kuaishou("2", 0))
}

// A list that was shown before the history was read is counted again if platforms supplied a count earlier.
func TestRecount(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	s := newSite(t, "[]", kuaishou("1", 7))
	before := s.fleet(t, path, today)
	if _, err := before.StreamAccounts(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	before.Close(t.Context())
	s.list(kuaishou("2", 0), kuaishou("1", 0))
	f := s.fleet(t, path, today.AddDate(0, 0, 1))
	defer f.Close(t.Context())
	l, err := f.StreamAccounts(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	again := f.Recount(t.Context(), l)
	for _, test := range []struct {
		list *fleet.List
		want int
	}{{l, 0}, {again, 2}} {
		if sum := test.list.Platforms[0].Sums[someReads]; sum.Of() != test.want {
			t.Errorf("the reads of %d accounts are known, want %d", sum.Of(), test.want)
		}
	}
	if len(again.Rows) != 2 || again.Total != l.Total || f.Recount(t.Context(), again) != again {
		t.Errorf("%d accounts of %v", len(again.Rows), again.Total)
	}
}

// As of a time in the past, what was recorded is known, and what was not is not: also where the
// platform supplied the count only later.
func TestSupplyOfThePast(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	s := newSite(t, "[]")
	for days, reads := range []int{0, 7, 0} {
		s.list(kuaishou("1", reads), kuaishou("2", 0))
		f := s.fleet(t, path, today.AddDate(0, 0, days))
		if _, err := f.Accounts(t.Context(), fleet.Query{}, nil); err != nil {
			t.Fatal(err)
		}
		f.Close(t.Context())
	}
	for days, want := range []string{"/0", "7/2", "0/2"} {
		at := today.AddDate(0, 0, days)
		h := history.Open(history.Config{Path: path, Site: s.URL, Key: "k", At: at})
		transport, err := replay.Transport(h, s.URL)
		if err != nil {
			t.Fatal(err)
		}
		c, err := api.New(s.URL, api.Settings{APIKey: "k", Transport: transport, Retries: -1, Counted: true})
		if err != nil {
			t.Fatal(err)
		}
		f := &fleet.Fleet{Client: c, History: h, Now: func() time.Time { return at }}
		answer, err := f.Accounts(t.Context(), fleet.Query{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		recorded, _, err := f.Recorded(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		for name, l := range map[string]*fleet.List{"replayed": answer.List, "recorded": recorded} {
			sum := l.Platforms[0].Sums[someReads]
			if got := fmt.Sprint(sum.Number(), "/", sum.Of()); got != want {
				t.Errorf("day %d, %s: reads %s, want %s", days, name, got, want)
			}
		}
		h.Close(t.Context())
	}
}

// A filter by a count keeps no account whose count is not known.
func TestFiltersOfUnknownCounts(t *testing.T) {
	rows := []*api.Account{with("a", normal, 0), with("b", normal, 0), with("c", normal, 0)}
	for i, platform := range []string{"linkedin", "linkedin", "twitter"} {
		rows[i].Type = platform
	}
	rows[0].WorkCount = api.Int(1)
	for line, want := range map[string]string{
		"followers>=0":  "c",
		"followers=0":   "c",
		"followers<100": "c",
		"works>=0":      "",
		"reads>0":       "",
		"reads=0":       "",
		"income<1":      "",
	} {
		q, err := fleet.ParseQuery(line)
		if err != nil {
			t.Fatal(err)
		}
		if got := sortedIDs(q.Filter(rows, nil, today)); got != want {
			t.Errorf("%s keeps %q, want %q", line, got, want)
		}
	}
}

// Findings need the platform list: it is requested where the history has none, and then read from the
// history, which also counts old statistics by it.
func TestFindingsKnowPlatformsWithoutStatistics(t *testing.T) {
	const stated = `[{"platform":"linkedin","capabilities":{"analytics":{"account":false}}},{"platform":"youtube",` +
		`"capabilities":{"analytics":{"account":true}}}]`
	account := func(id, platform, stats string) string {
		return fmt.Sprintf(
			`{"id":%q,"type":%q,"nickname":%q,"groupId":"g","status":1,"fansCount":0,`+
				`"createdAt":"2025-01-01T00:00:00Z"%s}`,
			id,
			platform,
			id,
			stats,
		)
	}
	const old = `,"lastStatsTime":"2026-04-01T08:00:00Z"`
	s := newSite(
		t,
		stated,
		account("1", "linkedin", ""),
		account("2", "linkedin", old),
		account("3", "youtube", ""),
		account("4", "youtube", old),
	)
	path := filepath.Join(t.TempDir(), "h.db")
	for visit := range 2 {
		f := s.fleet(t, path, today.Add(time.Duration(visit)*time.Hour))
		a, err := f.Findings(t.Context(), fleet.Query{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, f := range a.Found {
			if f.Kind == findings.NeverFetched || f.Kind == findings.Stale {
				got = append(got, string(f.Kind)+" "+f.ID)
			}
		}
		slices.Sort(got)
		if want := "neverFetched 3, stale 4"; strings.Join(got, ", ") != want {
			t.Errorf("visit %d: found %q, want %q", visit, got, want)
		}
		if n := a.List.Count(fleet.Query{}, a.Past, a.At, f.StaleAfter).Stale; n != 1 {
			t.Errorf("visit %d: %d stale", visit, n)
		}
		f.Close(t.Context())
	}
	if n := s.asked.Load(); n != 1 {
		t.Errorf("the platform list was requested %d times", n)
	}
	f := s.fleet(t, path, today.Add(2*time.Hour))
	defer f.Close(t.Context())
	if glance, err := f.Glance(t.Context(), fleet.Query{}); err != nil || glance.Stale.String() != "1" {
		t.Errorf("a glance has %v stale accounts, error %v", glance.Stale, err)
	}
}
