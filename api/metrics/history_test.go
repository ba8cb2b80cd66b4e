package metrics

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"channeldeck/api"

	"pgregory.net/rapid"
)

func TestHistoryMergesByID(t *testing.T) {
	h := new(History)
	first := h.Add(
		api.WorkDetail{Snapshots: []api.Snapshot{snap("a", 0, "viewCount", 1), snap("b", 60, "viewCount", 2)}},
		time.Unix(7, 0),
	)
	if first != 2 {
		t.Errorf("%d new in the first call", first)
	}
	second := h.Add(
		api.WorkDetail{
			Snapshots: []api.Snapshot{
				snap("b", 60, "viewCount", 2),
				snap("a", 0, "viewCount", 9),
				snap("c", 30, "viewCount", 3),
			},
		},
		time.Time{},
	)
	if second != 1 {
		t.Errorf("%d new in the second call", second)
	}
	e := h.Entries()
	if got := ids(e); got != "a c b " {
		t.Fatalf("entries %s, want a c b by time", got)
	}
	if v := Read(&e[0].Snapshot, "viewCount").Value; v.String() != "9" {
		t.Errorf("a is %s: want the later numbers, 9", v)
	}
	if h.Calls != 2 {
		t.Errorf("%d calls", h.Calls)
	}
}

func TestHistoryWithoutIDs(t *testing.T) {
	h := history(
		[]api.Snapshot{snap("", 0, "viewCount", 1)},
		[]api.Snapshot{snap("", 0, "viewCount", 1), snap("", 60, "viewCount", 2)},
	)
	if n := len(h.Entries()); n != 2 {
		t.Errorf("%d entries, want 2: one was returned twice", n)
	}
	none := api.Snapshot{Metrics: api.Metrics{{Name: "viewCount", Value: api.Int(5)}}}
	h = history([]api.Snapshot{none}, []api.Snapshot{none})
	if n := len(h.Entries()); n != 2 {
		t.Errorf("%d entries without id and time, want 2: nothing identifies them", n)
	}
}

func TestHistoryTimes(t *testing.T) {
	d := detail(t, `{"platform":"p","snapshotId":"b","fetchedAt":"2026-01-01T00:00:05Z","snapshots":[
		{"id":"bad","fetchedAt":"soon"},
		{"id":"late","fetchedAt":"2026-01-01T00:00:09Z"},
		{"id":"b"},
		{"id":"none"},
		{"id":"tie","fetchedAt":"2026-01-01T00:00:09Z"}]}`)
	h := new(History)
	h.Add(d, time.Time{})
	var got []string
	for _, e := range h.Entries() {
		got = append(got, e.Snapshot.ID+" "+e.At.Format(time.TimeOnly))
	}
	if want := "bad 00:00:05, b 00:00:05, none 00:00:05, late 00:00:09, tie 00:00:09"; strings.Join(got, ", ") != want {
		t.Errorf("entries %s, want %s", got, want)
	}
}

// A snapshot without a time keeps that of the call that stored it.
func TestTimeOfTheFirstCall(t *testing.T) {
	h := new(History)
	for hour := range 3 {
		h.Add(api.WorkDetail{Snapshots: []api.Snapshot{{ID: "a"}}}, time.Unix(int64(3600*hour), 0))
	}
	if e := h.Entries(); len(e) != 1 || e[0].At.Unix() != 0 {
		t.Errorf("%d entries, the first at %v", len(e), e[0].At)
	}
}

func TestWorkAndPublished(t *testing.T) {
	h := new(History)
	if _, ok := h.Work(); ok {
		t.Error("an empty history has a work")
	}
	if _, ok := h.Published(); ok {
		t.Error("an empty history was published")
	}
	h.Add(
		detail(
			t,
			`{"platform":"p","snapshots":[{"id":"a","fetchedAt":"2026-01-01T00:00:00Z","work":{"title":"old",`+
				`"publishedAt":"2025-01-01T00:00:00Z"}}]}`,
		),
		time.Time{},
	)
	if w, _ := h.Work(); w.Title.Or("") != "old" {
		t.Errorf("work of the snapshot: %+v", w)
	}
	h.Add(detail(t, `{"platform":"p","work":{"title":"new","publishedAt":"?"}}`), time.Time{})
	if w, _ := h.Work(); w.Title.Or("") != "new" {
		t.Errorf("work of the newest call: %+v", w)
	}
	h.Add(detail(t, `{"platform":"p","message":"gone"}`), time.Time{})
	if w, _ := h.Work(); w.Title.Or("") != "new" {
		t.Errorf("a response without a work removed it: %+v", w)
	}
	if at, ok := h.Published(); !ok || !at.Equal(day(t, "2025-01-01T00:00:00Z")) {
		t.Errorf("published %v, %v: want that of the snapshot, as the work's own is malformed", at, ok)
	}
}

// The history is sorted and has each id once, however the snapshots are spread over
// calls.
func TestHistoryIsIndependentOfCalls(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "n")
		var all []api.Snapshot
		for i := range n {
			s := api.Snapshot{ID: "s" + strconv.Itoa(i)}
			if rapid.Bool().Draw(t, "timed") {
				s = snap(s.ID, int64(i)) // distinct times, so that the order is total
			}
			s.Metrics = api.Metrics{{Name: "viewCount", Value: api.Int(int64(i))}}
			all = append(all, s)
		}
		shuffled := rapid.Permutation(all).Draw(t, "shuffled")
		h := new(History)
		added := 0
		for from := 0; from < len(shuffled); {
			to := from + rapid.IntRange(1, len(shuffled)-from).Draw(t, "size")
			again := shuffled[:rapid.IntRange(0, from).Draw(t, "again")]
			added += h.Add(api.WorkDetail{Snapshots: append(slices.Clone(again), shuffled[from:to]...)}, time.Time{})
			from = to
		}
		if added != n || len(h.Entries()) != n {
			t.Fatalf("%d new, %d entries of %d: %+v", added, len(h.Entries()), n, h.Entries())
		}
		if !slices.IsSortedFunc(h.Entries(), func(a, b *Entry) int { return a.At.Compare(b.At) }) {
			t.Fatal("not sorted")
		}
		seen := map[string]bool{}
		for _, e := range h.Entries() {
			if seen[e.Snapshot.ID] {
				t.Fatalf("%s is there twice", e.Snapshot.ID)
			}
			seen[e.Snapshot.ID] = true
		}
	})
}
