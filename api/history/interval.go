package history

import (
	"context"
	"sort"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"channeldeck/api"
)

// Interval is when something changed: after a recording that does not show the change, and
// not later than the first one that does.
type Interval struct {
	After  time.Time `json:"after,omitzero"`  // zero if the recording before is not known
	Before time.Time `json:"before,omitzero"` // zero if the change itself was not recorded
}

// IsMoment reports whether an interval is short enough to be told as one time.
func (i Interval) IsMoment() bool {
	const most = 15 * time.Minute
	return !i.After.IsZero() && i.Before.Sub(i.After) <= most
}

// OrNil is the interval, nil if the change was not recorded: null in JSON.
func (i Interval) OrNil() *Interval {
	if i.Before.IsZero() {
		return nil
	}
	return &i
}

// Length is how long something lasted whose beginning and end lie between two recordings each.
// The zero Length is not known.
type Length struct {
	Least time.Duration
	Most  time.Duration // 0 if it is not known, as it began before the first recording
}

// MarshalJSON writes [Length.Hours]; the larger bound is null if it is not known. The error is
// always nil.
func (l Length) MarshalJSON() ([]byte, error) {
	least, most := l.Hours()
	return api.Marshal(struct {
		Least api.Number `json:"leastHours"`
		Most  api.Number `json:"mostHours"`
	}{least, most})
}

// Hours returns both bounds in hours, as [HoursBetween] does; the larger one is unset if it is not known.
func (l Length) Hours() (least, most api.Number) {
	least, most = HoursBetween(l.Least, l.Most)
	if l.Most == 0 {
		return least, api.Number{}
	}
	return least, most
}

// Hours is a duration in hours, to the minute, with two decimals.
func Hours(d time.Duration) api.Number {
	return api.Int(int64(d / time.Minute)).Quo(api.Int(60)).Round(2)
}

// HoursBetween returns the bounds of a duration in hours with two decimals: the lower one rounded down and the upper
// one up, so that they remain bounds.
func HoursBetween(least, most time.Duration) (low, high api.Number) {
	const hundredth = time.Hour / 100
	inHours := func(hundredths time.Duration) api.Number {
		return api.Int(int64(hundredths)).Quo(api.Int(100)).Round(2)
	}
	return inHours(least / hundredth), inHours((most + hundredth - 1) / hundredth)
}

// Lasted returns how long something lasted that began and ended in two intervals.
func Lasted(began, ended Interval) (l Length) {
	if began.Before.IsZero() {
		return l
	}
	if ended.After.After(began.Before) {
		l.Least = ended.After.Sub(began.Before)
	}
	if !began.After.IsZero() {
		l.Most = ended.Before.Sub(began.After)
	}
	return l
}

// Recordings are the times at which a whole list was recorded, in order.
type Recordings []time.Time

// Interval returns the interval of a change that was first seen at a time. A recording less
// than maxSkew before may show it too: the clock of its host may be behind.
func (r Recordings) Interval(at time.Time) Interval {
	i := Interval{Before: at}
	if at.IsZero() || len(r) == 0 || !r[0].Before(at) {
		return i
	}
	n := sort.Search(len(r), func(i int) bool {
		return r[i].After(at.Add(-maxSkew))
	})
	i.After = r[max(n-1, 0)]
	return i
}

// IntervalOf returns the interval of a turn.
func (r Recordings) IntervalOf(t Turn) Interval {
	i := r.Interval(t.At)
	if !t.Hidden.IsZero() {
		i.After = r.Interval(t.Hidden).After
	}
	if t.Seen.After(i.After) {
		i.After = t.Seen
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

// kindRecorded are the times of whole lists, with the kind of the items before the time in the
// ID: a list that changed nothing says when a later change had not happened yet.
const kindRecorded = "recorded"

// putRecorded stores the time of a whole list. Later ones were stored while a clock was ahead:
// when their date arrives, they would say that a change had not happened yet.
func (db *database) putRecorded(ctx context.Context, l list) error {
	if !l.complete || l.worded {
		return nil
	}
	prefix := l.kind + " "
	if _, err := db.ExecContext(ctx, `DELETE FROM history_entries
		WHERE part = $1 AND kind IN ($2, $3) AND at > $4 AND substr(id, 1, $5) = $6`,
		l.part, kindRecorded, kindPart, millis(l.at.Add(maxSkew)), utf8.RuneCountInString(prefix), prefix); err != nil {
		return err
	}
	return put(ctx, db, l.part, Entry{
		Kind: kindRecorded,
		ID:   prefix + strconv.FormatInt(millis(l.at), 36),
		At:   l.at,
	})
}

// Recorded is when whole lists were recorded, and which accounts the others have.
type Recorded struct {
	Accounts, Models Recordings
	Options          map[string]Recordings // by platform
	Parts            Parts                 // of lists of accounts that lack some
}

// Recorded returns when whole lists were recorded. The error is a [*Problem], or that of ctx.
func (p States) Recorded(ctx context.Context) (r Recorded, err error) {
	r.Options = map[string]Recordings{}
	s := p.h.scope()
	err = p.h.read(ctx, func(scan scanner) error {
		var id string
		var ms int64
		err := scan(&id, &ms)
		at := time.UnixMilli(ms)
		kind, _, _ := strings.Cut(id, " ")
		platform, option := strings.CutPrefix(kind, kindOption)
		if option {
			r.Options[platform] = append(r.Options[platform], at)
		} else if kind == kindAccount {
			r.Accounts = append(r.Accounts, at)
		} else if kind == kindModel {
			r.Models = append(r.Models, at)
		}
		return err
	}, `SELECT id, at FROM history_entries
		WHERE part IN ($1, $2) AND kind = $3 AND at <= $4 ORDER BY at`,
		s.own, s.site, kindRecorded, s.skewed)
	if err == nil {
		r.Parts, err = p.Parts(ctx)
	}
	return r, err
}

// ModelChanges returns when the facts of models changed after a time, in order, by name. The error is
// a [*Problem], or that of ctx.
func (p States) ModelChanges(ctx context.Context, since time.Time) (map[string][]time.Time, error) {
	return p.changeTimes(ctx, p.h.scope().site, kindModel, since)
}

// OptionChanges returns when the facts of the publish options of a platform changed after a
// time, in order, by field. The error is a [*Problem], or that of ctx.
func (p States) OptionChanges(
	ctx context.Context,
	platform string,
	since time.Time,
) (map[string][]time.Time, error) {
	return p.changeTimes(ctx, p.h.scope().own, optionsOf(platform), since)
}

func (p States) changeTimes(
	ctx context.Context,
	part int64,
	kind string,
	since time.Time,
) (map[string][]time.Time, error) {
	all := map[string][]time.Time{}
	err := p.h.read(ctx, eachChange(func(id string, at int64, _ []byte) error {
		all[id] = append(all[id], time.UnixMilli(at))
		return nil
	}), `SELECT id, at, state FROM history_changes
		WHERE part = $1 AND kind = $2 AND at > $3 AND at <= $4 ORDER BY id, at`,
		part, kind, millis(since), p.h.scope().skewed)
	return all, err
}
