package fleet

import (
	"context"
	"slices"
	"sort"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// pastReader reads a [Past]: it compares a list that was loaded at a time with the history at a point.
type pastReader struct {
	history *history.DB // nil for none
	list    *List
	at      time.Time
	point   history.Point
	last    *Past // of the same history, read before; nil for none

	finds    bool               // suspects are to be found
	suspects *findings.Suspects // nil if they were not found

	past     *Past
	times    [3]time.Time // with which the list is compared, in the order of history.Span
	then     []history.Counts
	known    []bool                     // of the accounts of the list: the account is in the history
	gone     []history.AccountKey       // those that were listed at the point and are not now
	supplied map[string]bool            // the platforms that supply the number of works
	grew     map[history.Interval]int32 // the places, from 1 on, of the intervals in Past.works
}

// read returns the past, nil without a history. It reads again if more was pruned meanwhile: accounts whose early
// states are gone would seem to be new.
func (r *pastReader) read(ctx context.Context) (*Past, error) {
	if r.history == nil {
		return nil, nil
	}
	whole, err := r.history.Points().At(ctx, time.Time{})
	for err == nil {
		if err = r.readSince(ctx, whole); err != nil {
			break
		}
		whole, err = r.history.Points().At(ctx, time.Time{})
		if err == nil && whole.Accounts.Equal(r.past.begins) {
			return r.past, nil
		}
	}
	return nil, err
}

// readSince reads the past. All states are kept since a point.
func (r *pastReader) readSince(ctx context.Context, whole history.Point) (err error) {
	h := r.history
	p := &Past{
		Point:    r.point.NotBefore(whole),
		begins:   whole.Accounts,
		at:       r.at,
		index:    history.NewAccountIndex(r.list.Rows),
		states:   make([]earlier, len(r.list.Rows)),
		accounts: map[history.AccountKey]earlier{},
		gone:     map[history.AccountKey]bool{},
		uncommon: &uncommon{},
	}
	r.past = p
	if p.First, err = h.Points().First(ctx); err != nil {
		return err
	}
	if p.Visit, err = h.Points().LastVisit(ctx); err != nil {
		return err
	}
	if p.Turns, err = h.States().Turns(ctx); err != nil {
		return err
	}
	p.turns = history.TurnsByAccount(p.Turns)
	recorded, err := h.States().Recorded(ctx)
	if err != nil {
		return err
	}
	p.recorded = recorded.Accounts
	p.parts = recorded.Parts
	r.begin()
	if err = r.readStates(ctx); err != nil {
		return err
	}
	r.addNew()
	gone := r.gone[:min(len(r.gone), maxGone)]
	if p.Gone, err = h.States().AccountsByKey(ctx, gone); err != nil {
		return err
	}
	if p.names, err = h.States().RelayNames(ctx); err != nil {
		return err
	}
	if p.GroupNames, err = h.GroupNames(ctx); err != nil {
		return err
	}
	if p.kept, err = h.Points().Kept(ctx); err != nil {
		return err
	}
	p.setSteps(r.list)
	p.setForecasts(r.list)
	return nil
}

// begin prepares what is found while the states are read.
func (r *pastReader) begin() {
	p := r.past
	r.times = [3]time.Time{
		p.Point.Accounts,
		p.since(history.SpanWeek),
		p.since(history.SpanMonth),
	}
	for i, t := range r.times {
		p.changes[i] = newComparisons(t, r.at)
	}
	r.then = make([]history.Counts, len(r.times))
	r.supplied = map[string]bool{}
	for _, a := range r.list.Rows {
		if a.Supplies(api.CountWorks) {
			r.supplied[a.Type] = true
		}
	}
	r.grew = map[history.Interval]int32{}
	r.known = make([]bool, len(r.list.Rows))
	r.gone = nil
	r.suspects = nil
}

// readStates reads the states of all accounts: those at the times and, where a platform supplies the number of
// works, all of them. If a past was read before, it reads only the numbers that were recorded since.
func (r *pastReader) readStates(ctx context.Context) error {
	grown := r.past.grownIn(r.last)
	readsAll := grown.Until.IsZero() && (r.finds || len(r.supplied) > 0)
	if !readsAll {
		err := r.history.States().AccountsAt(ctx, r.times[:], r.addStates)
		if err != nil || len(r.supplied) == 0 {
			return err
		}
		return r.readWorks(ctx, grown)
	}
	if r.finds && !r.past.Point.Accounts.IsZero() {
		r.suspects = findings.NewSuspects(r.list.Rows, r.past.Point.Accounts)
	}
	return r.history.States().EachSeries(ctx, time.Time{}, r.addSeries)
}

// addSeries adds an account with all of its states.
func (r *pastReader) addSeries(key history.AccountKey, series []history.Counts) {
	for i, t := range r.times {
		r.then[i] = heldAt(series, t)
	}
	r.addStates(key, r.then)
	place, listed := r.past.index.Find(key)
	if !listed {
		return
	}
	a := r.list.Rows[place]
	if a.Supplies(api.CountWorks) {
		var grown history.Growth
		for i := range series {
			grown.Add(
				series[i].Values[api.CountWorks],
				series[i].At,
				r.past.recorded,
			)
		}
		r.addWorks(place, &grown)
	}
	if r.suspects != nil {
		r.suspects.Add(r.past, place, series)
	}
}

// heldAt returns the counts of a series that held at a time.
func heldAt(series []history.Counts, t time.Time) history.Counts {
	n := sort.Search(len(series), func(i int) bool {
		return series[i].At.After(t)
	})
	if n == 0 {
		return history.Counts{At: t, Gone: true}
	}
	return series[n-1]
}

// addStates adds an account with its states at the times. Accounts that a list lacks which is not whole are not
// compared.
func (r *pastReader) addStates(key history.AccountKey, then []history.Counts) {
	if !slices.ContainsFunc(then, func(c history.Counts) bool { return !c.Gone }) {
		return
	}
	p := r.past
	var is *history.Counts
	place, listed := p.index.Find(key)
	if listed {
		now := r.list.Rows[place]
		r.known[place] = true
		key = history.KeyOf(now) // shares its memory
		counts := history.CountsOf(now, r.at)
		is = &counts
	}
	a := earlier{
		listed: !then[history.SpanBaseline].Gone,
		health: then[history.SpanBaseline].Health(),
	}
	whole := r.list.Whole()
	for span := range then {
		a.followers[span] = p.uncommon.pack(then[span].Followers())
		if (is != nil || whole) && !p.changes[span].from.IsZero() {
			p.changes[span].add(key, listedIn(&then[span]), is)
		}
	}
	p.listed = p.listed || a.listed
	if is == nil && whole && a.listed {
		p.gone[key] = true
		r.gone = append(r.gone, key)
	}
	if listed {
		p.states[place] = a
	} else {
		p.accounts[key] = a
	}
}

// addNew compares the accounts of the list that were not listed at any of the times.
func (r *pastReader) addNew() {
	for place, a := range r.list.Rows {
		if r.known[place] {
			continue
		}
		now := history.CountsOf(a, r.at)
		for _, c := range r.past.changes {
			if !c.from.IsZero() {
				c.add(history.KeyOf(a), nil, &now)
			}
		}
	}
}
