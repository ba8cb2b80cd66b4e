package fleet_test

import (
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/post"
)

// paths answers with the data of the first path that the one of a request contains. Data that begins
// with "code" is the rest of an envelope.
type paths [][2]string

func (p paths) RoundTrip(r *http.Request) (*http.Response, error) {
	for _, one := range p {
		if !strings.Contains(r.URL.Path, one[0]) {
			continue
		}
		if strings.HasPrefix(one[1], `"code"`) {
			return answered("{" + one[1] + "}")(r)
		}
		return answered(`{"code":0,"message":"ok","data":` + one[1] + `}`)(r)
	}
	return answered(`{"code":404,"message":"no such path","data":{}}`)(r)
}

// clocked is a fleet with a history of its own, whose clock a test sets.
type clocked struct {
	*fleet.Fleet
	time atomic.Pointer[time.Time] // the history reads it in the background
}

func (c *clocked) now() time.Time { return *c.time.Load() }

func (c *clocked) set(now time.Time) { c.time.Store(&now) }

// open returns the fleet of a service, with the history of a file.
func (p paths) open(t *testing.T, path string) *clocked {
	t.Helper()
	c := &clocked{}
	c.set(today)
	client, err := api.New("https://service.example", api.Settings{APIKey: "key", Retries: -1, Transport: p})
	if err != nil {
		t.Fatal(err)
	}
	c.Fleet, err = fleet.Open(fleet.Settings{
		Client:  client,
		History: history.Config{Path: path, Site: "s"},
		Now:     c.now,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close(t.Context()) })
	return c
}

const oneWork = `{"platform":"x","work":{"id":"w","title":"Harbor at night"},"snapshots":[
	{"id":"1","platformWorkId":"w","snapshotAt":"2026-05-19T08:00:00Z","metrics":{"viewCount":10}}],"snapshotId":"1",
	"fetchedAt":"2026-05-19T08:00:00Z"}`

// A work is recorded whoever asks. Only a work that the user opened becomes a recent item, and the
// stored snapshots are those from before the response.
func TestWork(t *testing.T) {
	f := paths{{"/works/x/w", oneWork}}.open(t, filepath.Join(t.TempDir(), "h.db"))
	q := api.WorkQuery{Platform: "x", WorkID: "w", AccountID: "a"}
	stored := func() int {
		f.History.Wait(t.Context())
		snapshots, err := f.StoredWorks().Snapshots(t.Context(), "x", "w")
		if err != nil {
			t.Fatal(err)
		}
		return len(snapshots)
	}
	recent := func() string {
		var titles []string
		entries, err := f.Memory().Recent(t.Context(), history.KindWork, 9)
		for _, e := range entries {
			titles = append(titles, e.Title())
		}
		return fmt.Sprint(titles, err)
	}
	w, err := f.Work(t.Context(), fleet.WorkRequest{WorkQuery: q})
	if err != nil || w.Stored != nil || stored() != 1 || recent() != "[] <nil>" {
		t.Errorf("recorded: %v, %d stored before, %d now, recent %s", err, len(w.Stored), stored(), recent())
	}
	again := strings.Replace(oneWork, `"id":"1"`, `"id":"2"`, 1)
	f.Client = paths{{"/works/x/w", strings.ReplaceAll(again, "05-19T08", "05-20T08")}}.open(t, "").Client
	w, err = f.Work(t.Context(), fleet.WorkRequest{WorkQuery: q, Opened: true, Stored: true})
	if err != nil || len(w.Stored) != 1 || stored() != 2 || recent() != "[Harbor at night] <nil>" {
		t.Errorf("opened: %v, %d stored before, %d now, recent %s", err, len(w.Stored), stored(), recent())
	}
	f.Client = paths{{"/works/", `"code":500,"message":"broken","data":{}`}}.open(t, "").Client
	if _, err := f.Work(t.Context(), fleet.WorkRequest{WorkQuery: q, Opened: true}); err == nil || stored() != 2 {
		t.Errorf("a failure: %v, %d stored", err, stored())
	}
}

// sessionOf is the messages of a session: a user's, and one that is being written.
func sessionOf(id string, at time.Time) string {
	const message = `{"id":%[1]q,"sessionId":%[2]q,"runId":"r","createdAt":%[3]q,"message":{"id":%[1]q,"role":%[4]q,` +
		`"parts":[%[5]s]}}`
	when := at.UTC().Format(time.RFC3339)
	return "[" + fmt.Sprintf(message, "1", id, when, "user", `{"type":"text","text":"Publish the clip"}`) + "," +
		fmt.Sprintf(message, "2", id, when, "assistant", `{"type":"text","text":"Publi","state":"streaming"}`) + "]"
}

// A session is stored when it is loaded. Stored, it is as it was: a run that went on then is not said
// to have failed, however late it is read.
func TestSession(t *testing.T) {
	f := paths{{"/sessions/s/", sessionOf("s", today.Add(-time.Second))}}.open(t, filepath.Join(t.TempDir(), "h.db"))
	loaded, err := f.Session(t.Context(), "s", false)
	if err != nil || loaded.Stored || loaded.Summary.Title != "Publish the clip" || !loaded.Summary.Running {
		t.Fatalf("loaded: %+v, %v", loaded, err)
	}
	f.History.Wait(t.Context())
	f.set(today.AddDate(0, 0, 7))
	stored, err := f.StoredSession(t.Context(), "s")
	if err != nil || stored == nil || !stored.Stored || !stored.At.Equal(today) {
		t.Fatalf("stored: %+v, %v", stored, err)
	}
	if stored.Summary.Running != loaded.Summary.Running || stored.Summary.Problems != 0 ||
		len(stored.Transcript.Problems()) != 0 {
		t.Errorf(
			"a week later the session is %+v with problems %v, it was %+v",
			stored.Summary,
			stored.Transcript.Problems(),
			loaded.Summary,
		)
	}
	if other, err := f.StoredSession(t.Context(), "other"); other != nil || err != nil {
		t.Errorf("a session that is not stored: %+v, %v", other, err)
	}
	late, err := f.Session(t.Context(), "s", false)
	if err != nil || late.Summary.Running || len(late.Transcript.Problems()) != 1 {
		t.Errorf("loaded a week later: %+v, %v", late, err)
	}
	if followed, err := f.Session(t.Context(), "s", true); err != nil || !followed.Summary.Running {
		t.Errorf("a run that goes on: %+v, %v", followed, err)
	}
}

// A session that is opened is shown as it is stored, with or without the service; one that is not
// stored is requested, and its error is that of the service.
func TestOpenSession(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	f := paths{{"/sessions/s/", sessionOf("s", today)}}.open(t, path)
	s, err := f.OpenSession(t.Context(), "s")
	if err != nil || s.Stored {
		t.Fatalf("not stored yet: %+v, %v", s, err)
	}
	f.History.Wait(t.Context())
	f.Client = paths{{"/sessions/", `"code":18104,"message":"no","data":{}`}}.open(t, "").Client
	if s, err := f.OpenSession(t.Context(), "s"); err != nil || !s.Stored {
		t.Errorf("the service no longer has it: %+v, %v", s, err)
	}
	if _, err := f.OpenSession(t.Context(), "other"); !api.IsCode(err, api.CodeSessionNotFound) {
		t.Errorf("missing: %v", err)
	}
}

const twoOptions = `[{"field":"boardId","label":"Board","requiresAccount":true},{"field":"link","label":"Link"}]`

// Options are recorded whoever asks, and compared with those at the baseline before that.
func TestOptions(t *testing.T) {
	old := `[{"field":"boardId","label":"Board","requiresAccount":true}]`
	f := paths{
		{"/publish-options", old},
		{"/accounts", `{"total":1,"list":[{"id":"a","type":"pinterest","status":1}]}`},
	}.open(
		t,
		filepath.Join(t.TempDir(), "h.db"),
	)
	f.set(today.AddDate(0, 0, -2))
	if _, err := f.Accounts(t.Context(), fleet.Query{}, nil); err != nil { // a point to compare with
		t.Fatal(err)
	}
	if list, err := f.Options(t.Context(), "pinterest"); err != nil || len(list) != 1 {
		t.Fatalf("%v, %v", list, err)
	}
	f.set(today)
	f.Memory().ChooseBaseline(history.SinceDay)
	f.History.Wait(t.Context())
	f.Client = paths{{"/publish-options", twoOptions}}.open(t, "").Client
	for _, what := range []string{"loaded", "loaded again"} {
		o, err := f.ComparedOptions(t.Context(), "pinterest")
		if err != nil || len(o.List) != 2 || len(o.Changes.List) != 1 || o.Changes.List[0].Field != "link" {
			t.Errorf("%s: %+v, %v", what, o, err)
		}
		f.History.Wait(t.Context())
	}
	o, at, err := f.StoredOptions(t.Context(), "pinterest")
	if err != nil || !at.Equal(today) || len(o.List) != 2 || len(o.Changes.List) != 1 {
		t.Errorf("stored at %v: %+v, %v", at, o, err)
	}
	if o, at, err := f.StoredOptions(t.Context(), "x"); err != nil || !at.IsZero() || o.List != nil {
		t.Errorf("of another platform, at %v: %+v, %v", at, o, err)
	}
}

// catalogAt is a catalog of one model with a price.
func catalogAt(price int) string {
	return fmt.Sprintf(
		`[{"name":"m","label":"M","pricing":[{"resolution":"720p","mode":"text2video","duration":5,"price":%d}]}]`,
		price,
	)
}

// A catalog is compared with the stored one before it is recorded itself, or with the first one of a
// shorter history.
func TestPricesSince(t *testing.T) {
	f := paths{{"/models/", catalogAt(10)}}.open(t, filepath.Join(t.TempDir(), "h.db"))
	c, err := f.PricesSince(t.Context(), today.AddDate(0, 0, -7))
	if err != nil || !c.Since.IsZero() || len(c.List) != 0 || len(c.Models) != 1 {
		t.Fatalf("without a history: %+v, %v", c, err)
	}
	f.History.Wait(t.Context())
	f.set(today.AddDate(0, 0, 1))
	f.Client = paths{{"/models/", catalogAt(30)}}.open(t, "").Client
	c, err = f.PricesSince(t.Context(), today.AddDate(0, 0, -7))
	if err != nil || !c.Since.Equal(today) || len(c.List) != 1 {
		t.Errorf("a shorter history: %+v, %v", c, err)
	}
	f.History.Wait(t.Context())
	c, err = f.PricesSince(t.Context(), f.now())
	if err != nil || !c.Since.Equal(f.now()) || len(c.List) != 0 {
		t.Errorf("recorded by the call before: %+v, %v", c, err)
	}
	f.Client = paths{}.open(t, "").Client
	if c, err := f.PricesSince(t.Context(), today); c != nil || err == nil {
		t.Errorf("a failure: %+v, %v", c, err)
	}
}

// A preflight records what it loads, and names mistakes in what the user typed.
func TestPreflightLoadsAndRecords(t *testing.T) {
	f := paths{
		{"/publish-options", twoOptions},
		{"/channels/platforms", `[{"platform":"pinterest","displayName":{"en-US":"Pinterest"}},{"platform":"x"}]`},
		{"/channels/accounts", `{"total":3,"list":[{"id":"a","type":"pinterest","nickname":"Ada","status":1},
			{"id":"b","type":"x","nickname":"Ben","status":1},{"id":"c","type":"x","nickname":"Ben","status":0}]}`},
	}.open(t, filepath.Join(t.TempDir(), "h.db"))
	request := fleet.PreflightRequest{
		Platform: "PINTEREST",
		Account:  "ada",
		Post:     &post.Post{Title: "Spring"},
		Options:  []fleet.TypedOption{{Name: "boardId", Value: "1"}},
	}
	p, err := f.Preflight(t.Context(), request, nil)
	if err != nil || p.Platform.Platform != "pinterest" || p.Account.ID != "a" || len(p.Listed) != 2 ||
		len(p.Options) != 1 {
		t.Fatalf("%+v, %v", p, err)
	}
	f.History.Wait(t.Context())
	platforms, _, err := f.History.Platforms(t.Context())
	if err != nil || len(platforms) != 2 {
		t.Errorf("recorded platforms %v, %v", platforms, err)
	}
	rows, _, _, err := f.History.Accounts(t.Context(), 0)
	if err != nil || len(rows) != 3 {
		t.Errorf("recorded accounts %v, %v", rows, err)
	}
	o, _, err := f.StoredOptions(t.Context(), "pinterest")
	if err != nil || len(o.List) != 2 {
		t.Errorf("recorded options %+v, %v", o, err)
	}
	for _, tt := range []struct {
		platform, account string
		found             string // ID of the account
		want              string
	}{
		{"", "Ada", "a", "<nil>"},
		{"x", "Ada", "a", "<nil>"}, // a check says that it belongs to another platform
		{"x", "Ben", "", `several accounts named "Ben"`},
		{"pinterest", "Ben", "", `several accounts named "Ben"`},
		{"pinterest", "Eve", "", `no account named "Eve"`},
		{"tumblr", "", "", `no platform "tumblr"`},
	} {
		p, err := f.Preflight(t.Context(), fleet.PreflightRequest{Platform: tt.platform, Account: tt.account}, nil)
		found := ""
		if p.Account != nil {
			found = p.Account.ID
		}
		if fmt.Sprint(err) != tt.want || found != tt.found || len(p.Platforms) != 2 {
			t.Errorf(
				"%s of %s: account %q with %d platforms, %v",
				tt.account,
				tt.platform,
				found,
				len(p.Platforms),
				err,
			)
		}
		if e, ok := errors.AsType[*fleet.AccountError](err); ok && len(e.Several) == 0 &&
			!slices.Equal(e.Choices, []string{"a", "Ada"}) {
			t.Errorf("choices %v", e.Choices)
		}
	}
}

// Accounts that the filters of the service returned are recorded, and those that they leave out are
// not gone.
func TestSomeAccounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	f := paths{{
		"/channels/accounts",
		`{"total":2,"list":[{"id":"a","type":"x","status":1},{"id":"b","type":"x","status":1}]}`,
	}}.open(t, path)
	if _, err := f.Accounts(t.Context(), fleet.Query{}, nil); err != nil {
		t.Fatal(err)
	}
	f.set(today.Add(time.Hour))
	f.Client = paths{{"/channels/accounts", `{"total":1,"list":[{"id":"a","type":"x","status":0}]}`}}.open(t, "").Client
	rows, err := f.SomeAccounts(t.Context(), api.AccountQuery{Types: []string{"x"}})
	if err != nil || len(rows) != 1 {
		t.Fatalf("%v, %v", rows, err)
	}
	f.History.Wait(t.Context())
	recorded, _, _, err := f.History.Accounts(t.Context(), 0)
	statuses := map[string]string{}
	for _, a := range recorded {
		statuses[a.ID] = a.Status.String()
	}
	if err != nil || len(statuses) != 2 || statuses["a"] != "0" || statuses["b"] != "1" {
		t.Errorf("recorded %v, %v", statuses, err)
	}
}

// The totals that the history keeps of a day are those that are counted of the list.
func TestTotalsOfDayAreThoseOfTheList(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	f := paths{{"/channels/accounts", `{"total":4,"list":[
		{"id":"a","type":"x","groupId":"g","status":1,"fansCount":5,"workCount":2},{"id":"b","type":"x","groupId":"h",
		"status":0,"fansCount":7},
		{"id":"c","type":"y","groupId":"g","status":9,"fansCount":1},
		{"id":"d","type":"y","groupId":"g","status":0}]}`}}.open(t, path)
	a, err := f.Accounts(t.Context(), fleet.Query{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	f.History.Wait(t.Context())
	days, err := f.History.States().Days(t.Context(), today.AddDate(0, 0, -1))
	if err != nil || len(days) != 5 { // all, two platforms, two groups
		t.Fatalf("%+v, %v", days, err)
	}
	for _, d := range days {
		var tally fleet.Tally
		for _, row := range a.List.Rows {
			if (d.Platform == "" || d.Platform == row.Type) && (d.Group == "" || d.Group == row.GroupID) {
				tally.Count(row)
			}
		}
		name := d.Platform + d.Group
		if d.Accounts.Cmp(api.Int(int64(tally.Accounts))) != 0 || d.Abnormal.Cmp(api.Int(int64(tally.Abnormal))) != 0 {
			t.Errorf("%q: %s accounts, %s abnormal, want %+v", name, d.Accounts, d.Abnormal, tally)
		}
		for i, n := range d.Sums {
			if n != tally.Sums[i].Number() {
				t.Errorf("%q: %s is %s, want %s", name, api.SummedCounts()[i], n, tally.Sums[i].Number())
			}
		}
	}
}

// Recorded accounts are compared as of the time when they were recorded: seven days before that, not
// seven days before they are read.
func TestRecordedAccounts(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	list := func(followers int) paths {
		return paths{{
			"/channels/accounts",
			fmt.Sprintf(`{"total":2,"list":[{"id":"a","type":"x","groupId":"g","status":1,"fansCount":%d},
			{"id":"b","type":"x","groupId":"h","status":1,"fansCount":5}]}`, followers),
		}}
	}
	f := list(100).open(t, path)
	empty, err := f.RecordedAccounts(t.Context(), fleet.Query{})
	if err != nil || !empty.At.IsZero() || len(empty.Rows) != 0 {
		t.Fatalf("nothing is recorded: %+v, %v", empty, err)
	}
	for _, at := range []struct{ days, followers int }{{-7, 100}, {-5, 130}, {0, 150}} {
		f.set(today.AddDate(0, 0, at.days))
		f.Client = list(at.followers).open(t, "").Client
		if _, err := f.Accounts(t.Context(), fleet.Query{}, nil); err != nil {
			t.Fatal(err)
		}
		f.History.Wait(t.Context())
	}
	f.set(today.AddDate(0, 0, 4)) // 7 days before it, the account had 130 followers
	f.Client = nil                // nothing is requested
	a, err := f.RecordedAccounts(t.Context(), fleet.Query{Groups: []string{"G"}})
	if err != nil || !a.At.Equal(today) || len(a.Rows) != 1 || len(a.List.Rows) != 2 {
		t.Fatalf("%+v, %v", a, err)
	}
	if n := a.Past.Followers(a.Rows[0], history.SpanWeek); n != api.Int(50) {
		t.Errorf("the change of 7 days is %s, want 50", n)
	}
	if _, err := f.RecordedAccounts(t.Context(), fleet.Query{
		Groups: []string{"none"},
	}); fmt.Sprint(err) != `no group "none"` {
		t.Errorf("another group: %v", err)
	}
}
