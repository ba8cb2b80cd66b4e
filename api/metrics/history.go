package metrics

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
)

// Entry is a snapshot in a history. It does not change.
type Entry struct {
	Snapshot api.Snapshot // as it was last sent
	At       time.Time    // the time of the numbers
	Number   int          // by arrival, from 1; later versions of the snapshot keep it
}

// id identifies the snapshot; it may be "".
func (e *Entry) id() string {
	return cmp.Or(e.Snapshot.ID, e.Snapshot.FetchedAt.Or(""))
}

// History is the snapshots of one work over the calls of a run. The zero History is
// empty.
type History struct {
	Calls int // of this run, also failed ones

	entries []*Entry
	work    api.Opt[api.Work] // of the newest response that had one
}

// Add merges the snapshots of a response that arrived at a time and returns the number of
// new ones. A snapshot replaces an earlier one with its ID or, without an ID, with its
// fetchedAt.
func (h *History) Add(d api.WorkDetail, at time.Time) (added int) {
	h.Calls++
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
		e := h.entry(d, s, at)
		i, known := index[e.id()]
		if e.id() == "" || !known {
			index[e.id()] = len(h.entries)
			h.entries = append(h.entries, e)
			continue
		}
		old := h.entries[i]
		e.Number = old.Number
		_, timed := api.ParseTime(s.FetchedAt.Or(""))
		if !timed {
			e.At = old.At
		}
		h.entries[i] = e
	}
	added = len(h.entries) - before
	slices.SortFunc(h.entries, func(a, b *Entry) int {
		return cmp.Or(a.At.Compare(b.At), a.Number-b.Number)
	})
	return added
}

// entry returns a new entry. A snapshot without a valid fetchedAt gets the time of the
// payload or, without one, of the call, which stored it.
func (h *History) entry(d api.WorkDetail, s api.Snapshot, at time.Time) *Entry {
	for _, sent := range []api.Opt[string]{d.FetchedAt, s.FetchedAt} {
		t, ok := api.ParseTime(sent.Or(""))
		if ok {
			at = t
		}
	}
	return &Entry{Snapshot: s, At: at, Number: len(h.entries) + 1}
}

// Restore adds the snapshots of earlier runs. Those without a valid fetchedAt are left out.
func (h *History) Restore(snapshots []api.Snapshot) {
	for _, s := range snapshots {
		at, ok := api.ParseTime(s.FetchedAt.Or(""))
		e := &Entry{Snapshot: s, At: at, Number: len(h.entries) + 1}
		isKnown := slices.ContainsFunc(h.entries, func(o *Entry) bool {
			return o.id() == e.id()
		})
		if ok && !isKnown {
			h.entries = append(slices.Clip(h.entries), e)
		}
	}
}

// Entries returns the snapshots by time, then by arrival. The slice must not be changed;
// Add replaces it.
func (h *History) Entries() []*Entry { return h.entries }

// works yields the work as it was sent, the newest first: in a response, then in
// the snapshots.
func (h *History) works() iter.Seq[api.Work] {
	return func(yield func(api.Work) bool) {
		if w, ok := h.work.Get(); ok && !yield(w) {
			return
		}
		for _, e := range slices.Backward(h.entries) {
			w, ok := e.Snapshot.Work.Get()
			if ok && !yield(w) {
				return
			}
		}
	}
}

// Work returns the work as it was last sent; ok is false if it never was.
func (h *History) Work() (api.Work, bool) {
	for w := range h.works() {
		return w, true
	}
	return api.Work{}, false
}

// Published returns the publish time of the work; ok is false without a valid one.
func (h *History) Published() (time.Time, bool) {
	for w := range h.works() {
		at, ok := api.ParseTime(w.PublishedAt.Or(""))
		if ok {
			return at, true
		}
	}
	return time.Time{}, false
}

// Title returns a text that identifies a work: its title, the first line of its
// description, its author, or "".
func Title(w api.Work) string {
	line, _, _ := strings.Cut(strings.TrimSpace(w.Description.Or("")), "\n")
	author := ""
	for name, v := range api.Members(w.Unknown) {
		if name == "author" && json.Unmarshal(v, &author) != nil {
			var object struct{ Name string }
			// a malformed author is ignored
			_ = json.Unmarshal(
				v,
				&object,
				json.MatchCaseInsensitiveNames(true),
			)
			author = object.Name
		}
	}
	return cmp.Or(strings.TrimSpace(w.Title.Or("")), strings.TrimSpace(line), author)
}
