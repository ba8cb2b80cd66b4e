package metrics

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// Call is one call of work details in this run.
type Call struct {
	At      time.Time // when its answer came, by the clock of this program
	Account string    // the account it was made with, "" for none
}

// TimeSource tells where an entry's time comes from.
type TimeSource uint8

// The sources of a time.
const (
	Untimed      TimeSource = iota // neither below could be read
	FromSnapshot                   // the snapshot's fetchedAt
	FromPayload                    // the payload's fetchedAt, whose snapshotId names the snapshot
)

// Entry is a snapshot with its place in time and where it came from.
type Entry struct {
	Snapshot    api.Snapshot // as it was last sent
	At          time.Time    // the time of the numbers; zero where Time is Untimed
	Time        TimeSource
	Number      int // as it arrived, counted from 1; it never changes
	First, Last int // the calls that brought it, counted from 1
	Revised     int // how often a later call sent other numbers or another time under the same id
}

// History is the snapshots of one work over the calls of this run. The zero
// History is empty and ready.
type History struct {
	arrived []Entry
	place   map[string]int // identity to index in arrived
	ordered []Entry
	where   []int // by arrival, the index in ordered
	calls   []Call
	work    api.Work
	hasWork bool
	newest  time.Time // the newest time in the call before
}

// Added is what one call brought.
type Added struct {
	New, Known, Revised int
	// BackBy is by how much the newest time of this call lies before the newest
	// of the call before: the service's clock has jumped. 0 where it has not.
	BackBy time.Duration
}

// Add merges the snapshots of an answer by their id. A snapshot without id is
// the same as an earlier one if time and numbers are; one without id and time
// is always new, as nothing tells. Where an id is sent again, the later wins.
func (h *History) Add(d api.WorkDetail, c Call) Added {
	h.calls = append(h.calls, c)
	if w, ok := d.Work.Get(); ok {
		h.work, h.hasWork = w, true
	}
	if h.place == nil {
		h.place = make(map[string]int, len(d.Snapshots))
	}
	var added Added
	var newest time.Time
	for _, s := range d.Snapshots {
		e := h.entry(d, s)
		if e.At.After(newest) {
			newest = e.At
		}
		h.merge(e, &added)
	}
	if !newest.IsZero() {
		if newest.Before(h.newest) {
			added.BackBy = h.newest.Sub(newest)
		}
		h.newest = newest
	}
	h.order()
	return added
}

// Fail counts a call that brought nothing.
func (h *History) Fail(c Call) { h.calls = append(h.calls, c) }

func (h *History) entry(d api.WorkDetail, s api.Snapshot) Entry {
	call := len(h.calls)
	e := Entry{Snapshot: s, First: call, Last: call}
	if at, ok := api.ParseTime(s.FetchedAt.Or("")); ok {
		e.At, e.Time = at, FromSnapshot
		return e
	}
	if s.ID != "" && s.ID == d.SnapshotID.Or("") {
		if at, ok := api.ParseTime(d.FetchedAt.Or("")); ok {
			e.At, e.Time = at, FromPayload
		}
	}
	return e
}

func (h *History) merge(e Entry, added *Added) {
	id, ok := identity(e)
	i, known := h.place[id]
	switch {
	case ok && known:
		old := &h.arrived[i]
		if old.At.Equal(e.At) && equalMetrics(old.Snapshot.Metrics, e.Snapshot.Metrics) {
			added.Known++
		} else {
			added.Revised++
			old.Revised++
		}
		old.Snapshot, old.At, old.Time, old.Last = e.Snapshot, e.At, e.Time, e.Last
	default:
		if ok {
			h.place[id] = len(h.arrived)
		}
		e.Number = len(h.arrived) + 1
		h.arrived = append(h.arrived, e)
		added.New++
	}
}

// order sorts by time, equal times as they arrived, and puts what has no time
// at the end as it arrived.
func (h *History) order() {
	places := make([]int, len(h.arrived)) // entries are large: sort their places
	for i := range places {
		places[i] = i
	}
	slices.SortFunc(places, func(i, j int) int {
		a, b := &h.arrived[i], &h.arrived[j]
		switch {
		case a.Time == Untimed && b.Time == Untimed:
			return i - j
		case a.Time == Untimed:
			return 1
		case b.Time == Untimed:
			return -1
		}
		return cmp.Or(a.At.Compare(b.At), i-j)
	})
	h.ordered, h.where = make([]Entry, len(places)), make([]int, len(places))
	for to, from := range places {
		h.ordered[to], h.where[from] = h.arrived[from], to
	}
}

// Entries are the snapshots, oldest first; those without a time come last, as
// they arrived. The slice is the history's own: read it only.
func (h *History) Entries() []Entry { return h.ordered }

// Find is the index in Entries of the entry with a number, -1 where there is none.
func (h *History) Find(number int) int {
	if number < 1 || number > len(h.where) {
		return -1
	}
	return h.where[number-1]
}

// Newest is the index in Entries of the newest entry: the last one that has a
// time, or else the last; -1 where there is none.
func (h *History) Newest() int {
	if n := len(h.Timed()); n > 0 {
		return n - 1
	}
	return len(h.ordered) - 1
}

// Timed are the entries that have a time.
func (h *History) Timed() []Entry {
	n, _ := slices.BinarySearchFunc(h.ordered, true, func(e Entry, _ bool) int {
		if e.Time == Untimed {
			return 0
		}
		return -1
	})
	return h.ordered[:n]
}

// Calls are the calls of this run, failed ones too, in order. Read only.
func (h *History) Calls() []Call { return h.calls }

// Work is the work as the newest call that had one sent it, else as the newest
// snapshot that holds one does.
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

// Published is the time at which the work was published.
func (h *History) Published() (time.Time, bool) {
	if at, ok := api.ParseTime(h.work.PublishedAt.Or("")); ok {
		return at, true
	}
	for _, e := range slices.Backward(h.ordered) {
		if w, ok := e.Snapshot.Work.Get(); ok {
			if at, ok := api.ParseTime(w.PublishedAt.Or("")); ok {
				return at, true
			}
		}
	}
	return time.Time{}, false
}

// Before is the index of the snapshot before Entries()[i]: the one earlier in
// time, and for one without a time the one without a time of an earlier call,
// as the order of calls is known. Two without a time out of one call have no order.
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

// identity is what makes two snapshots the same one; false where nothing does.
func identity(e Entry) (string, bool) {
	if e.Snapshot.ID != "" {
		return "id " + e.Snapshot.ID, true
	}
	if e.Time == Untimed {
		return "", false
	}
	var b strings.Builder
	b.WriteString("at ")
	b.WriteString(e.At.Format(time.RFC3339Nano))
	for _, m := range e.Snapshot.Metrics {
		b.WriteString(strconv.Quote(m.Name))
		b.WriteString(m.Value.String())
		b.WriteByte(' ')
		b.Write(m.Raw)
	}
	return b.String(), true
}

func equalMetrics(a, b api.Metrics) bool {
	return slices.EqualFunc(a, b, func(x, y api.Metric) bool {
		return x.Name == y.Name && x.Value.String() == y.Value.String() && bytes.Equal(x.Raw, y.Raw)
	})
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
