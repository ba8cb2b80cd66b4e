package sandbox_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json/jsontext"
)

type account struct {
	ID            string         `json:"id"`
	Type          string         `json:"type"`
	UID           string         `json:"uid"`
	Nickname      string         `json:"nickname"`
	Fans          jsontext.Value `json:"fansCount"`
	LastStatsTime jsontext.Value `json:"lastStatsTime"`
	GroupID       string         `json:"groupId"`
	Status        int            `json:"status"`
	Relay         jsontext.Value `json:"relayAccountRef"`
	CreatedAt     string         `json:"createdAt"`
	More          jsontext.Value `json:",embed"`
}

type accountList struct {
	Total int       `json:"total"`
	List  []account `json:"list"`
}

func accounts(t testing.TB, s http.Handler, query string) accountList {
	t.Helper()
	return decode[accountList](t, get(t, s, accountsPath+"?"+query))
}

func ids(list accountList) []string {
	var ids []string
	for _, a := range list.List {
		ids = append(ids, a.ID)
	}
	return ids
}

func TestAccountsWhole(t *testing.T) {
	s := newSandbox(t)
	all := accounts(t, s, "")
	if all.Total != 300 || len(all.List) != 300 {
		t.Fatalf("%d of %d accounts, want 300 of 300", len(all.List), all.Total)
	}
	sorted := slices.Sorted(slices.Values(ids(all)))
	if len(slices.Compact(sorted)) != 300 {
		t.Error("ids are not unique")
	}
	byTime := func(a, b account) int { return strings.Compare(a.CreatedAt, b.CreatedAt) }
	if slices.IsSortedFunc(all.List, byTime) {
		t.Error("the whole list has an order that a client could lean on")
	}
	if again := accounts(t, newSandbox(t), ""); !slices.Equal(ids(all), ids(again)) {
		t.Error("the same seed gives other accounts")
	}
	other := newSandbox(t, func(o *sandbox.Options) { o.Seed = 99 })
	if slices.Equal(ids(all), ids(accounts(t, other, ""))) {
		t.Error("another seed gives the same accounts")
	}
}

func TestAccountsNone(t *testing.T) {
	s := newSandbox(t, func(o *sandbox.Options) { o.Accounts = -1 })
	for _, query := range []string{"", "status=0", "ids[]=douyin_1"} {
		if list := accounts(t, s, query); list.Total != 0 || list.List == nil || len(list.List) != 0 {
			t.Errorf("%q: %+v, want an empty list", query, list)
		}
	}
}

// What the accounts are like: what a client has to handle every day is there, each in a
// realistic share.
func TestAccountsAreVaried(t *testing.T) {
	s := newSandbox(t, func(o *sandbox.Options) { o.Accounts = 5000 })
	all := accounts(t, s, "")
	count := map[string]int{}
	types := map[string]int{}
	groups := map[string]int{}
	names := map[string]int{}
	for _, a := range all.List {
		types[a.Type]++
		groups[a.GroupID]++
		names[a.Nickname]++
		for what, is := range map[string]bool{
			"abnormal":      a.Status == 0,
			"never fetched": string(a.Fans) == "0" && a.LastStatsTime == nil,
			"read by a plugin": string(a.Fans) != "0" && a.LastStatsTime == nil &&
				strings.Contains(string(a.More), `"clientType":"web"`),
			"fetched by a login": a.LastStatsTime != nil &&
				strings.Contains(string(a.More), `"loginTime":`+string(a.LastStatsTime)),
			"stale":      a.LastStatsTime.Kind() == '"' && string(a.LastStatsTime) < `"2026-10-2`,
			"null relay": a.Relay.Kind() == 'n',
			"relay":      a.Relay.Kind() == '"',
		} {
			if is {
				count[what]++
			}
		}
		if a.ID != a.Type+"_"+a.UID && a.ID != a.Type+"_"+a.UID+"_web" {
			t.Errorf("the id %q is not made of %q and %q", a.ID, a.Type, a.UID)
		}
	}
	if len(count) != 7 {
		t.Errorf("%d of 7 cases are there: %v", len(count), slices.Sorted(maps.Keys(count)))
	}
	if n := count["abnormal"]; n < 300 || n > 500 {
		t.Errorf("%d of 5,000 are abnormal, want some 400", n)
	}
	if len(types) != 13 || types["douyin"] < 3*types["linkedin"] || types["wxGzh"] != 0 {
		t.Errorf("platforms: %v", types)
	}
	if len(groups) != 12 || slices.Max(slices.Collect(maps.Values(groups))) < 1000 {
		t.Errorf("groups: %v", groups)
	}
	if len(names) > 4800 || names["成都美食日记"] < 3 {
		t.Errorf("%d names for 5,000 accounts", len(names))
	}
}

func TestAccountFilters(t *testing.T) {
	s := newSandbox(t)
	all := accounts(t, s, "")
	count := func(keep func(account) bool) int {
		return len(slices.DeleteFunc(slices.Clone(all.List), func(a account) bool { return !keep(a) }))
	}
	tests := []struct {
		query string
		keep  func(account) bool
	}{
		{"types[]=douyin", func(a account) bool { return a.Type == "douyin" }},
		{"types[]=douyin&types[]=youtube", func(a account) bool { return a.Type == "douyin" || a.Type == "youtube" }},
		{"status=0", func(a account) bool { return a.Status == 0 }},
		{"status=1", func(a account) bool { return a.Status == 1 }},
		{"types[]=twitter&status=1", func(a account) bool { return a.Type == "twitter" && a.Status == 1 }},
	}
	for _, tt := range tests {
		list := accounts(t, s, tt.query)
		if want := count(tt.keep); list.Total != want || len(list.List) != want {
			t.Errorf("%s: %d of %d, want %d", tt.query, len(list.List), list.Total, want)
		}
		if slices.ContainsFunc(list.List, func(a account) bool { return !tt.keep(a) }) {
			t.Errorf("%s: has accounts that do not fit", tt.query)
		}
		if !slices.IsSortedFunc(list.List, func(a, b account) int {
			return strings.Compare(b.CreatedAt, a.CreatedAt)
		}) {
			t.Errorf("%s: is not newest first", tt.query)
		}
	}
	// An empty status counts as 0, though no client should send it.
	w := httptest.NewRecorder()
	s.ServeHTTP(w, newRequest("GET", accountsPath+"?status=", ""))
	if want := fmt.Sprintf(`"total":%d,`, accounts(t, s, "status=0").Total); !strings.Contains(w.Body.String(), want) {
		t.Errorf("an empty status gives %.60s, want %s", w.Body, want)
	}
}

func TestAccountIDs(t *testing.T) {
	s := newSandbox(t)
	all := accounts(t, s, "")
	for chunk := range slices.Chunk(ids(all), 20) {
		list := accounts(t, s, url.Values{"ids[]": chunk}.Encode())
		if list.Total != len(chunk) || !slices.Equal(ids(list), chunk) {
			t.Errorf("asked for %q, got %q", chunk, ids(list))
		}
	}
	one := all.List[0]
	query := url.Values{
		"ids[]":   {one.ID, one.ID, "nobody", "twitter_12345678901234567890", one.ID + "0"},
		"types[]": {"linkedin"},
		"status":  {"0"},
	}
	if list := accounts(t, s, query.Encode()); list.Total != 1 || list.List[0].ID != one.ID {
		t.Errorf("got %q, want only %q: ids make the other filters ignored", ids(list), one.ID)
	}
}

func TestAccountFiltersRefused(t *testing.T) {
	s := newSandbox(t)
	for _, query := range []string{
		"types=douyin",
		"types[]=douyin,YouTube",
		"types[0]=douyin",
		"types[]=YouTube",
		"types[]=kwai",
		"types[]=",
		"types[]=toutiao",
		strings.Repeat("types[]=douyin&", 21), "ids=a", "ids[]=", strings.Repeat("ids[]=a&", 21),
		"status=2", "status=normal", "status=0&status=1", "status[]=0", "page=1", "pageSize=10", "a=%zz", "a;b",
	} {
		if e := get(t, s, accountsPath+"?"+query); e.Code != 10002 {
			t.Errorf("%s: code %d, want 10002", query, e.Code)
		}
	}
}

func TestAccountsCut(t *testing.T) {
	s := newSandbox(t, func(o *sandbox.Options) { o.Accounts = 1500 })
	list := accounts(t, s, "status=1")
	if len(list.List) != 1000 || list.Total < 1300 || list.Total > 1450 {
		t.Errorf("%d of %d normal accounts, want 1,000 of some 1,380", len(list.List), list.Total)
	}
	if all := accounts(t, s, ""); len(all.List) != 1500 {
		t.Errorf("%d accounts without a filter, want 1,500", len(all.List))
	}
}

// chunks notes the longest piece of a body.
type chunks struct {
	http.ResponseWriter
	longest, total int
}

func (c *chunks) Write(p []byte) (int, error) {
	c.longest = max(c.longest, len(p))
	c.total += len(p)
	return len(p), nil
}

func TestAccountsAreStreamed(t *testing.T) {
	s := newSandbox(t, func(o *sandbox.Options) { o.Accounts = 20_000 })
	w := &chunks{ResponseWriter: httptest.NewRecorder()}
	s.ServeHTTP(w, newRequest("GET", accountsPath, ""))
	if w.longest > 64<<10 || w.total < 10<<20 {
		t.Errorf("%d bytes in pieces of up to %d, want over 10 MB in pieces of up to 64 KB", w.total, w.longest)
	}
}
