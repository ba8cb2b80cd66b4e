package metrics

import (
	"cmp"
	"iter"
	"slices"
	"sort"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// Entry is a snapshot in a history. It does not change.
type Entry struct {
	Snapshot api.Snapshot // as it was last sent
	At       time.Time    // the time of the numbers; zero where there is none
	Number   int          // by arrival, from 1; later versions of the snapshot keep it
	Call     int          // the first call that returned it, from 1
}

// Timed reports whether the snapshot has a valid time.
func (e *Entry) Timed() bool { return !e.At.IsZero() }

// id identifies the snapshot, "" where nothing does.
func (e *Entry) id() string { return cmp.Or(e.Snapshot.ID, e.Snapshot.FetchedAt.Or("")) }

// compare orders by time, then by arrival; entries without a time are last.
func (e *Entry) compare(o *Entry) int {
	byTime := e.At.Compare(o.At)
	if e.Timed() != o.Timed() {
		byTime = -byTime
	}
	return cmp.Or(byTime, e.Number-o.Number)
}

// History is the snapshots of one work over the calls of a run. The zero History is
// empty.
type History struct {
	entries []*Entry
	calls   []time.Time
	work    api.Opt[api.Work] // of the newest response that had one
}

// Add merges the snapshots of a response that arrived at a time, by their ids, or
// where they have none, by their fetchedAt. The later one of the same id wins. It
// returns how many are new.
func (h *History) Add(d api.WorkDetail, at time.Time) (added int) {
	h.calls = append(h.calls, at)
	if _, ok := d.Work.Get(); ok {
		h.work = d.Work
	}
	before := len(h.entries)
	h.entries = slices.Clone(h.entries)
	index := make(map[string]int, before)
	for i, e := range h.entries {
		index[e.id()] = i
	}
	for _, s := range d.Snapshots {
		e := h.entry(d, s)
		i, known := index[e.id()]
		if e.id() == "" || !known {
			index[e.id()] = len(h.entries)
			h.entries = append(h.entries, e)
			continue
		}
		e.Number, e.Call = h.entries[i].Number, h.entries[i].Call
		h.entries[i] = e
	}
	added = len(h.entries) - before
	slices.SortFunc(h.entries, (*Entry).compare)
	return added
}

// entry is a new entry. Where its snapshot has no valid fetchedAt but is the one
// that the payload describes, its time is that of the payload.
func (h *History) entry(d api.WorkDetail, s api.Snapshot) *Entry {
	at, ok := api.ParseTime(s.FetchedAt.Or(""))
	if !ok && s.ID != "" && s.ID == d.SnapshotID.Or("") {
		at, _ = api.ParseTime(d.FetchedAt.Or(""))
	}
	return &Entry{Snapshot: s, At: at, Number: len(h.entries) + 1, Call: len(h.calls)}
}

// Fail counts a call that failed.
func (h *History) Fail(at time.Time) { h.calls = append(h.calls, at) }

// Entries are the snapshots, oldest first; those without a time are last, by
// arrival. The slice must not be changed; Add replaces it.
func (h *History) Entries() []*Entry { return h.entries }

// Find is the index in Entries of the entry with a number, -1 where there is none.
func (h *History) Find(number int) int {
	return slices.IndexFunc(h.entries, func(e *Entry) bool { return e.Number == number })
}

// Newest is the index in Entries of the last entry that has a time, or else of the
// last one; -1 where there is none.
func (h *History) Newest() int { return cmp.Or(len(h.Timed()), len(h.entries)) - 1 }

// Timed are the entries that have a time.
func (h *History) Timed() []*Entry {
	n := sort.Search(len(h.entries), func(i int) bool { return !h.entries[i].Timed() })
	return h.entries[:n]
}

// Calls are the times of the calls of this run, failed ones too. The slice must not
// be changed.
func (h *History) Calls() []time.Time { return h.calls }

// works yields the work as it was sent, the newest first: in a response, then in
// the snapshots.
func (h *History) works() iter.Seq[api.Work] {
	return func(yield func(api.Work) bool) {
		if w, ok := h.work.Get(); ok && !yield(w) {
			return
		}
		for _, e := range slices.Backward(h.entries) {
			if w, ok := e.Snapshot.Work.Get(); ok && !yield(w) {
				return
			}
		}
	}
}

// Work is the work as it was last sent, false where it never was.
func (h *History) Work() (api.Work, bool) {
	for w := range h.works() {
		return w, true
	}
	return api.Work{}, false
}

// Published is the publish time of the work, false where no valid one was sent.
func (h *History) Published() (time.Time, bool) {
	for w := range h.works() {
		if at, ok := api.ParseTime(w.PublishedAt.Or("")); ok {
			return at, true
		}
	}
	return time.Time{}, false
}

// Before is the snapshot before Entries()[i], nil where there is none. Of two
// snapshots without a time, only one of an earlier call is before the other.
func (h *History) Before(i int) *Entry {
	if i <= 0 || i >= len(h.entries) {
		return nil
	}
	before, e := h.entries[i-1], h.entries[i]
	if e.Timed() || !before.Timed() && before.Call < e.Call {
		return before
	}
	return nil
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
