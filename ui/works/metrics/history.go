package metrics

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// TimeSource is where an entry's time comes from.
type TimeSource uint8

// The sources of a time.
const (
	Untimed      TimeSource = iota // there is no valid time
	FromSnapshot                   // the snapshot's fetchedAt
	FromPayload                    // the payload's fetchedAt, where its snapshotId is the snapshot's
)

// Entry is a snapshot in a history.
type Entry struct {
	Snapshot    api.Snapshot // as it was last sent
	At          time.Time    // the time of the numbers; zero where Time is Untimed
	Time        TimeSource
	Number      int // by arrival, from 1; it never changes
	First, Last int // the calls that returned it, from 1
	Revised     int // how often a later call returned other numbers or another time
}

// History is the snapshots of one work over the calls of a run. The zero History is
// empty.
type History struct {
	arrived []Entry
	index   map[string]int // in arrived, by identity
	ordered []Entry
	places  []int // in ordered, by arrival
	calls   []time.Time
	work    api.Work
	hasWork bool
	newest  time.Time // the newest time of the previous call
}

// Added is what a call added.
type Added struct {
	New    int           // snapshots
	BackBy time.Duration // how far the newest time lies before that of the previous call: the service's clock has changed
}

// Add merges the snapshots of a response that arrived at a time, by their ids, or
// where they have none, by their fetchedAt. The later one of the same id wins.
func (h *History) Add(d api.WorkDetail, at time.Time) Added {
	h.calls = append(h.calls, at)
	if w, ok := d.Work.Get(); ok {
		h.work, h.hasWork = w, true
	}
	if h.index == nil {
		h.index = make(map[string]int, len(d.Snapshots))
	}
	var added Added
	var newest time.Time
	before := len(h.arrived)
	for _, s := range d.Snapshots {
		e := h.entry(d, s)
		if e.At.After(newest) {
			newest = e.At
		}
		h.merge(e)
	}
	added.New = len(h.arrived) - before
	if !newest.IsZero() {
		if newest.Before(h.newest) {
			added.BackBy = h.newest.Sub(newest)
		}
		h.newest = newest
	}
	h.order()
	return added
}

// Fail counts a call that failed.
func (h *History) Fail(at time.Time) { h.calls = append(h.calls, at) }

func (h *History) entry(d api.WorkDetail, s api.Snapshot) Entry {
	e := Entry{Snapshot: s, Number: len(h.arrived) + 1, First: len(h.calls), Last: len(h.calls)}
	if at, ok := api.ParseTime(s.FetchedAt.Or("")); ok {
		e.At, e.Time = at, FromSnapshot
	} else if at, ok := api.ParseTime(d.FetchedAt.Or("")); ok && s.ID != "" && s.ID == d.SnapshotID.Or("") {
		e.At, e.Time = at, FromPayload
	}
	return e
}

func (h *History) merge(e Entry) {
	id := cmp.Or(e.Snapshot.ID, e.Snapshot.FetchedAt.Or(""))
	i, known := h.index[id]
	if id == "" || !known {
		h.index[id] = len(h.arrived)
		h.arrived = append(h.arrived, e)
		return
	}
	old := &h.arrived[i]
	if !old.At.Equal(e.At) || !slices.EqualFunc(old.Snapshot.Metrics, e.Snapshot.Metrics, func(x, y api.Metric) bool {
		return x.Name == y.Name && x.Value.String() == y.Value.String() && bytes.Equal(x.Raw, y.Raw)
	}) {
		old.Revised++
	}
	old.Snapshot, old.At, old.Time, old.Last = e.Snapshot, e.At, e.Time, e.Last
}

// order sorts by time, then by arrival; entries without a time are last.
func (h *History) order() {
	order := make([]int, len(h.arrived)) // entries are large: sort their indices
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		a, b := &h.arrived[i], &h.arrived[j]
		switch {
		case (a.Time == Untimed) != (b.Time == Untimed):
			return map[bool]int{true: 1, false: -1}[a.Time == Untimed]
		case a.Time == Untimed:
			return i - j
		}
		return cmp.Or(a.At.Compare(b.At), i-j)
	})
	h.ordered, h.places = make([]Entry, len(order)), make([]int, len(order))
	for to, from := range order {
		h.ordered[to], h.places[from] = h.arrived[from], to
	}
}

// Entries are the snapshots, oldest first; those without a time are last, by
// arrival. The slice must not be changed; Add replaces it.
func (h *History) Entries() []Entry { return h.ordered }

// Find is the index in Entries of the entry with a number, -1 where there is none.
func (h *History) Find(number int) int {
	if number < 1 || number > len(h.places) {
		return -1
	}
	return h.places[number-1]
}

// Newest is the index in Entries of the last entry that has a time, or else of the
// last one; -1 where there is none.
func (h *History) Newest() int {
	if n := len(h.Timed()); n > 0 {
		return n - 1
	}
	return len(h.ordered) - 1
}

// Timed are the entries that have a time.
func (h *History) Timed() []Entry {
	n, _ := slices.BinarySearchFunc(h.ordered, Untimed, func(e Entry, _ TimeSource) int {
		if e.Time == Untimed {
			return 0
		}
		return -1
	})
	return h.ordered[:n]
}

// Calls are the times of the calls of this run, failed ones too. The slice must not
// be changed.
func (h *History) Calls() []time.Time { return h.calls }

// Work is the work as it was last sent, in a response or else in a snapshot.
func (h *History) Work() (api.Work, bool) {
	if h.hasWork {
		return h.work, true
	}
	for _, e := range slices.Backward(h.ordered) {
		if w, ok := e.Snapshot.Work.Get(); ok {
			return w, true
		}
	}
	return api.Work{}, false
}

// Published is the publish time of the work.
func (h *History) Published() (time.Time, bool) {
	if at, ok := api.ParseTime(h.work.PublishedAt.Or("")); ok {
		return at, true
	}
	for _, e := range slices.Backward(h.ordered) {
		w, _ := e.Snapshot.Work.Get()
		if at, ok := api.ParseTime(w.PublishedAt.Or("")); ok {
			return at, true
		}
	}
	return time.Time{}, false
}

// Before is the index of the snapshot before Entries()[i]. For one without a time
// it is the last one without a time of an earlier call.
func (h *History) Before(i int) (int, bool) {
	if i <= 0 || i >= len(h.ordered) {
		return 0, false
	}
	if h.ordered[i].Time != Untimed {
		return i - 1, true
	}
	for j := i - 1; j >= 0 && h.ordered[j].Time == Untimed; j-- {
		if h.ordered[j].Last < h.ordered[i].First {
			return j, true
		}
	}
	return 0, false
}

// Title is a text that identifies a work: its title, the first line of its
// description, or its author; "" where it has none of these.
func Title(w api.Work) string {
	line, _, _ := strings.Cut(strings.TrimSpace(w.Description.Or("")), "\n")
	author := ""
	for name, v := range api.Members(w.Unknown) {
		if name == "author" && json.Unmarshal(v, &author) != nil {
			var object struct{ Name string }
			_ = json.Unmarshal(v, &object, json.MatchCaseInsensitiveNames(true)) // a malformed author is none
			author = object.Name
		}
	}
	return cmp.Or(strings.TrimSpace(w.Title.Or("")), strings.TrimSpace(line), author)
}
