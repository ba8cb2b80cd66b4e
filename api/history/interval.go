package history

import (
	"context"
	"sort"
	"strconv"
	"time"
)

// Interval is when something changed: after a recording that does not show the change, and
// not later than the first one that does.
type Interval struct {
	After  time.Time // zero if the recording before is not known
	Before time.Time // zero if the change itself was not recorded
}

// IsMoment reports whether an interval is short enough to be told as one time.
func (i Interval) IsMoment() bool {
	const most = 15 * time.Minute
	return !i.After.IsZero() && i.Before.Sub(i.After) <= most
}

// Recordings are the times at which the whole list of accounts was recorded, in order.
type Recordings []time.Time

// Interval returns the interval of a change that was first seen at a time.
func (r Recordings) Interval(at time.Time) Interval {
	i := Interval{Before: at}
	if n := sort.Search(len(r), func(i int) bool { return !r[i].Before(at) }); n > 0 && !at.IsZero() {
		i.After = r[n-1]
	}
	return i
}

// First returns the first recording that is not before a time; false if there is none yet.
func (r Recordings) First(at time.Time) (time.Time, bool) {
	n := sort.Search(len(r), func(i int) bool { return !r[i].Before(at) })
	if n == len(r) {
		return time.Time{}, false
	}
	return r[n], true
}

// kindRecorded are the times of whole lists of accounts: one that changed nothing says when a
// later change had not happened yet.
const kindRecorded = "recorded"

// putRecorded stores the time of a whole list of accounts.
func (db *database) putRecorded(ctx context.Context, l list) error {
	if l.kind != kindAccount || !l.complete {
		return nil
	}
	return put(ctx, db, l.part, Entry{Kind: kindRecorded, ID: strconv.FormatInt(millis(l.at), 36), At: l.at})
}

// Recordings returns when whole lists of accounts were recorded.
func (p Past) Recordings(ctx context.Context) (all Recordings, err error) {
	s := p.h.scope()
	err = p.h.read(ctx, func(scan func(...any) error) error {
		var at int64
		err := scan(&at)
		all = append(all, time.UnixMilli(at))
		return err
	}, `SELECT at FROM history_entries WHERE part = $1 AND kind = $2 AND at <= $3 ORDER BY at`, s.own, kindRecorded, s.now+maxSkew.Milliseconds())
	return all, err
}
