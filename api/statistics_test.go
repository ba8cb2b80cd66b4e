package api

import (
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

func parseAccount(t *testing.T, body string) *Account {
	t.Helper()
	a := new(Account)
	if err := json.Unmarshal([]byte(body), a); err != nil {
		t.Fatal(err)
	}
	return a
}

// Every number of an account but its status and its rank is a count, under the name of its member.
func TestCountsAreTheNumbersOfAnAccount(t *testing.T) {
	found := map[string]bool{}
	a := new(Account)
	for c := range NumCounts {
		found[c.String()] = true
		a.SetCount(c, Int(int64(c)+1))
		if named, ok := CountNamed(c.String()); !ok || named != c || a.Sent(c) != Int(int64(c)+1) {
			t.Errorf("%s: %v, %v, sent %v", c, named, ok, a.Sent(c))
		}
	}
	if _, ok := CountNamed("rank"); ok {
		t.Error("the rank is a count")
	}
	seen := map[string]bool{}
	numbers := 0
	for i := range reflect.TypeFor[Account]().NumField() {
		field := reflect.TypeFor[Account]().Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if field.Type != reflect.TypeFor[Number]() || name == "status" || name == "rank" {
			continue
		}
		numbers++
		value := reflect.ValueOf(a).Elem().Field(i).Interface().(Number)
		if !found[name] || seen[value.String()] || !value.IsSet() {
			t.Errorf("%s is no count of its own: %v", name, value)
		}
		seen[value.String()] = true
	}
	if numbers != int(NumCounts) {
		t.Errorf("%d numbers, %d counts", numbers, NumCounts)
	}
}

// The first moment of 1970, and any earlier one, is no time of statistics; a text that is no time says that
// they were fetched, but not when.
func TestTimeOfStatistics(t *testing.T) {
	now := time.Date(2026, 11, 28, 9, 0, 0, 0, time.UTC)
	for sent, want := range map[string]struct{ fetched, dated, stale bool }{
		`"2026-11-27T09:00:00.000Z"`:  {fetched: true, dated: true},
		`"2026-10-01T09:00:00Z"`:      {fetched: true, dated: true, stale: true},
		`"1970-01-01T00:00:00.000Z"`:  {},
		`"1970-01-01T00:00:00Z"`:      {},
		`"1970-01-01T08:00:00+08:00"`: {},
		`"0001-01-01T00:00:00Z"`:      {},
		`"yesterday"`:                 {fetched: true},
		`""`:                          {},
		`null`:                        {},
	} {
		a := parseAccount(t, `{"type":"youtube","status":1,"fansCount":0,"lastStatsTime":`+sent+`}`)
		_, dated := a.StatsTime()
		_, counted := a.Statistic(CountFans)
		stale := a.Stale(now, 7*24*time.Hour)
		isRight := a.Fetched() == want.fetched && counted == want.fetched && dated == want.dated && stale == want.stale
		if !isRight {
			t.Errorf("%s: fetched %v, counted %v, dated %v, stale %v", sent, a.Fetched(), counted, dated, stale)
		}
	}
}

// A count is known unless it is missing or negative, or is what deployments send where nothing was
// counted.
func TestStatistic(t *testing.T) {
	const fetched = `,"lastStatsTime":"2026-05-20T08:00:00Z"}`
	for _, test := range []struct {
		account string
		counted bool
		count   Count
		known   bool
	}{
		{account: `{"type":"youtube","fansCount":7}`, known: true},
		{account: `{"type":"youtube","fansCount":0}`},
		{account: `{"type":"youtube","fansCount":0.00,"lastStatsTime":null}`},
		{account: `{"type":"youtube","fansCount":0,"lastStatsTime":""}`},
		{account: `{"type":"youtube","fansCount":0` + fetched, known: true},
		{account: `{"type":"linkedin","fansCount":0` + fetched},
		{account: `{"type":"linkedin","fansCount":3` + fetched, known: true},
		{account: `{"type":"linkedin","fansCount":0}`, counted: true, known: true},
		{account: `{"type":"linkedin","fansCount":-1}`, counted: true},
		{account: `{"type":"youtube","fansCount":-1` + fetched},
		{account: `{"fansCount":0.5}`, known: true},
		{account: `{"type":"youtube","fansCount":null` + fetched},
		{account: `{"type":"youtube"` + fetched},
		{account: `{"type":"youtube"}`, counted: true},
		{account: `{"type":"youtube","likeCount":0` + fetched, count: CountLikes},
		{account: `{"type":"tiktok","likeCount":0` + fetched, count: CountLikes, known: true},
		{account: `{"type":"youtube","income":0` + fetched, count: CountIncome},
		{account: `{"type":"youtube","workCount":1}`, count: CountWorks},
		{account: `{"type":"youtube","workCount":1` + fetched, count: CountWorks, known: true},
		{account: `{"type":"KWAI","workCount":1` + fetched, count: CountWorks},
		{account: `{"type":"KWAI","workCount":1}`, counted: true, count: CountWorks, known: true},
		{account: `{"type":"KWAI","workCount":2}`, count: CountWorks, known: true},
		{account: `{"type":"xhs","fansCount":1}`, known: true},
	} {
		a := parseAccount(t, test.account)
		a.Counted = test.counted
		n, known := a.Statistic(test.count)
		if known != test.known || n.IsSet() != known || known && n != a.Sent(test.count) {
			t.Errorf("%s of %s: %v, %v", test.count, test.account, n, known)
		}
		if copied := a.Known(); copied.Sent(test.count) != n || copied.Type != a.Type {
			t.Errorf("known of %s: %v", test.account, copied)
		}
	}
}

// A malformed account is written as it was received, but without counts that are not known.
func TestKnownCountsOfMalformedAccounts(t *testing.T) {
	var a *Account
	rows := NewRowBatches(func(batch []Account) error {
		a = &batch[0]
		return nil
	})
	err := rows.Add(jsontext.Value(`{"id":"a","type":"tiktok","fansCount":0,"likeCount":"0","workCount":1,` +
		`"commentCount":-1,"followingCount":7,"lastStatsTime":0,"x":[0,"y"]}`))
	if err = errors.Join(err, rows.Flush()); err != nil || a.Malformed() == nil {
		t.Fatal("the account is not malformed", err)
	}
	got, err := Marshal(a.Known())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"id":"a","type":"tiktok","likeCount":"0","followingCount":7,"lastStatsTime":0,"x":[0,"y"]}`
	if string(got) != want {
		t.Errorf("%s, want %s", got, want)
	}
	if sent, _ := Marshal(a); !strings.Contains(string(sent), `"fansCount":0`) {
		t.Errorf("the account itself lost a count: %s", sent)
	}
}

// What deployments supply is as in the notes on them; all other counts are not supplied.
func TestSuppliedCounts(t *testing.T) {
	for platform, want := range map[string]string{
		"bilibili":  "fansCount followingCount workCount",
		"facebook":  "fansCount",
		"instagram": "fansCount followingCount",
		"KWAI":      "fansCount followingCount",
		"pinterest": "fansCount followingCount workCount",
		"threads":   "fansCount likeCount forwardCount commentCount",
		"tiktok":    "fansCount followingCount likeCount workCount",
		"twitter":   "fansCount followingCount likeCount workCount",
		"youtube":   "fansCount workCount",
		"wxSph":     "fansCount workCount",
		"xhs":       "fansCount likeCount",
		"douyin":    "fansCount",
		"linkedin":  "",
		"wxGzh":     "",
		"kwai":      "", // names have their case
	} {
		var names []string
		for c := range NumCounts {
			if a := (&Account{Type: platform}); a.Supplies(c) {
				names = append(names, c.String())
			}
		}
		if got := strings.Join(names, " "); got != want {
			t.Errorf("%s supplies %q, want %q", platform, got, want)
		}
	}
}

// An account with a count that is no placeholder shows that its platform supplies it, on this site,
// also for accounts that arrived before.
func TestSupplyLearnsFromAccounts(t *testing.T) {
	const fetched = `,"lastStatsTime":"2026-05-20T08:00:00Z"}`
	first := parseAccount(t, `{"type":"KWAI","readCount":0,"likeCount":0,"workCount":0,"income":0`+fetched)
	other := parseAccount(t, `{"type":"youtube","readCount":0`+fetched)
	teachers := []*Account{
		parseAccount(t, `{"type":"KWAI","readCount":5,"likeCount":-5,"workCount":1`+fetched),
		parseAccount(t, `{"type":"KWAI","income":0.5}`),
	}
	var site, elsewhere Supply
	site.Adopt([]*Account{first, other})
	same := *first
	same.supply = nil
	elsewhere.Adopt([]*Account{&same})
	if _, known := first.Statistic(CountReads); known || site.News() != nil {
		t.Error("reads are known before any account has some")
	}
	site.Adopt(teachers)
	for c, want := range map[Count]bool{CountReads: true, CountIncome: true, CountLikes: false, CountWorks: false} {
		if _, known := first.Statistic(c); known != want {
			t.Errorf("%s: known %v, want %v", c, known, want)
		}
	}
	for _, a := range []*Account{other, &same} {
		if _, known := a.Statistic(CountReads); known {
			t.Errorf("reads of another platform or site are known: %+v", a)
		}
	}
	news := site.News()
	if len(news) != 1 || news["KWAI"] != CountSet(0).With(CountReads).With(CountIncome) || site.News() != nil {
		t.Errorf("news %v", news)
	}
	elsewhere.Learn("KWAI", news["KWAI"])
	if _, known := same.Statistic(CountReads); !known || elsewhere.News() != nil {
		t.Error("what was learned earlier is not known, or is news")
	}
}

// The accounts and the platform list of a client teach it, also in later batches of a stream.
func TestClientLearnsTheSupply(t *testing.T) {
	var list []string
	for range 70 { // more than the first batch
		list = append(list, `{"id":"a","type":"KWAI","readCount":0,"lastStatsTime":"2026-05-20T08:00:00Z"}`)
	}
	list = append(list, `{"id":"b","type":"KWAI","readCount":9}`)
	body := envelopeOf(`{"total":71,"list":[` + strings.Join(list, ",") + `]}`)
	c, _ := newTestClient(t, answer(200, body))
	var first *Account
	_, err := c.StreamAccounts(t.Context(), func(batch []Account) error {
		if first == nil {
			first = &batch[0]
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if n, known := first.Statistic(CountReads); !known || n.Sign() != 0 {
		t.Errorf("reads %v, %v", n, known)
	}
}

// Statistics are old only on platforms whose statistics the service fetches.
func TestStale(t *testing.T) {
	now := time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC)
	old := SomeTime("2026-05-01T00:00:00Z")
	var s Supply
	accounts := map[string]*Account{}
	for _, platform := range []string{"linkedin", "youtube", "x"} {
		accounts[platform] = &Account{Type: platform, Status: Int(1), LastStatsTime: old}
		s.Adopt([]*Account{accounts[platform]})
	}
	stale := func() (names string) {
		for _, platform := range []string{"linkedin", "youtube", "x"} {
			if accounts[platform].Stale(now, 24*time.Hour) {
				names += platform + " "
			}
		}
		return names
	}
	if got := stale(); got != "linkedin youtube x " {
		t.Errorf("without a platform list %q are stale", got)
	}
	list, err := DecodeRows[Platform]([]byte(`[{"platform":"linkedin","capabilities":{"analytics":{"account":false}}},
		{"platform":"youtube","capabilities":{"analytics":{"account":true}}},{"platform":"x"}]`))
	if err != nil {
		t.Fatal(err)
	}
	s.SetPlatforms(list)
	if got := stale(); got != "youtube x " || !accounts["linkedin"].StatisticsUnsupported() {
		t.Errorf("%q are stale", got)
	}
	earlier, _ := DecodeRows[Platform]([]byte(
		`[{"platform":"youtube","capabilities":{"analytics":{"account":false}}}]`,
	))
	s.RecallPlatforms(earlier)
	if got := stale(); got != "youtube x " || !s.StatesPlatforms() {
		t.Errorf("after an earlier list %q are stale", got)
	}
	exact := &Account{Type: "youtube", Status: Int(1), LastStatsTime: old}
	if age := now.Sub(time.Date(
		2026,
		5,
		1,
		0,
		0,
		0,
		0,
		time.UTC,
	)); exact.Stale(now, age) || !exact.Stale(now.Add(1), age) {
		t.Error("statistics of exactly the age are stale, or older ones are not")
	}
	var recalled Supply
	if recalled.SetPlatforms(nil); recalled.StatesPlatforms() {
		t.Error("an empty list states platforms")
	}
	a := &Account{Type: "youtube", LastStatsTime: old, Status: Int(1)}
	recalled.RecallPlatforms(earlier)
	recalled.Adopt([]*Account{a})
	if a.Stale(now, time.Hour) {
		t.Error("the list of the history does not count where there is no other")
	}
	abnormal := &Account{Type: "youtube", LastStatsTime: old, Status: Int(0)}
	if abnormal.Stale(now, time.Hour) || accounts["x"].Stale(now, 0) {
		t.Error("an abnormal account, or one without an age, is stale")
	}
}

// Accounts are read while others teach.
func TestSupplyIsSafeForConcurrentUse(t *testing.T) {
	var s Supply
	a := &Account{Type: "x", LastStatsTime: SomeTime("2026-05-01T00:00:00Z"), FansCount: Int(0)}
	s.Adopt([]*Account{a})
	var wg sync.WaitGroup
	for i := range 4 {
		wg.Go(func() {
			s.Adopt([]*Account{{Type: "x", FansCount: Int(int64(i))}})
			s.SetPlatforms([]Platform{{Platform: "x"}})
			a.Statistic(CountFans)
			a.Stale(time.Now(), time.Hour)
			s.News()
		})
	}
	wg.Wait()
	if _, known := a.Statistic(CountFans); !known {
		t.Error("the followers are not known")
	}
}
