// Package fleet provides the current and the earlier states of the accounts, platforms and models
// of a site. It is the only place that loads, records what was loaded, filters, compares two
// recorded states, and counts. It has no words, colours or terminal.
//
//	f, err := fleet.Open(fleet.Settings{
//		BaseURL: url,
//		API:     api.Settings{APIKey: key},
//		History: history.Config{Path: path},
//	})
//	answer, err := f.Accounts(ctx, fleet.Query{Platforms: []string{"x"}, Status: fleet.Abnormal}, nil)
//	for _, a := range answer.Rows { … }
//
// An [Answer] has the whole list with its counts ([List]), the rows that the query keeps, and what
// happened to each since the baseline ([Past]). A command, a pane, a report and an agent differ
// only in their [Query], which is parsed from and printed as one line of text.
package fleet

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync/atomic"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Settings say how a fleet is opened.
type Settings struct {
	BaseURL string       // of the site
	API     api.Settings // of its client
	Client  *api.Client  // in place of BaseURL and API

	History history.Config // the history to open; none without a path and a database
	DB      *history.DB    // in place of History; the caller closes it

	Now        func() time.Time // nil for the time of the system
	StaleAfter time.Duration    // age from which statistics are old
}

// Fleet loads from one site and compares with its history.
type Fleet struct {
	Client     *api.Client
	History    *history.DB // nil for none
	Now        func() time.Time
	StaleAfter time.Duration
	// SilentAfter is the time without a new work after which an account needs attention; 0 for never.
	SilentAfter time.Duration
	Site        string // the name of the site; each account that is loaded gets it
	Rules       []Rule // of the user

	opened bool                 // History was opened here
	last   atomic.Pointer[List] // shared with the next list where accounts did not change
	past   atomic.Pointer[Past] // the one that was read last
	supply api.Supply           // of a fleet without a client
	recall recall               // what the history knows of the supply
}

// Open returns a fleet. Nothing is sent. The error is that of [api.New].
func Open(s Settings) (*Fleet, error) {
	f := &Fleet{
		Client:     s.Client,
		History:    s.DB,
		Now:        s.Now,
		StaleAfter: s.StaleAfter,
	}
	if f.Now == nil {
		f.Now = time.Now
	}
	if f.Client == nil {
		var err error
		if f.Client, err = api.New(s.BaseURL, s.API); err != nil {
			return nil, err
		}
	}
	c := s.History
	if f.History == nil && (c.Path != "" || c.Postgres != "") {
		c.Now = f.Now
		c.StaleAfter = cmp.Or(c.StaleAfter, s.StaleAfter)
		c.Site = cmp.Or(c.Site, s.BaseURL)
		c.Key = cmp.Or(c.Key, s.API.APIKey)
		f.History = history.Open(c)
		f.opened = true
	}
	return f, nil
}

// Close writes what waits to be recorded, and closes the history if Open opened it.
func (f *Fleet) Close(ctx context.Context) {
	if f.opened {
		f.History.Close(ctx)
	}
}

// Answer is the result of a query of accounts.
type Answer struct {
	List       *List          // what was loaded, before any filter but IDs
	Sent       []*api.Account // the same in the order of the service; the history reads it: it must not change
	Rows       []*api.Account // what the query keeps, also accounts that are gone where it asks for them
	At         time.Time      // when it was loaded
	Past       *Past          // nil without a history, and where the query needs none
	UnknownIDs []string       // IDs of the query that no account has
	Incomplete *Incomplete    // why List lacks accounts; nil if it does not
}

// Incomplete reports that a list lacks accounts: the service cut it, or a request failed.
type Incomplete struct {
	Missing int64
	Total   api.Number
	Err     error // of the request; nil if the service cut the list
}

// Accounts loads the accounts, records them and returns those that q keeps. The text of
// q.Match is for the caller: it searches the texts of columns. progress may be nil. The error is that of
// [api.Client.Accounts], or a [*history.Problem].
func (f *Fleet) Accounts(
	ctx context.Context,
	q Query,
	progress func(api.Progress),
) (*Answer, error) {
	var point history.Point
	compare := f.History != nil && q.Computed()
	if compare {
		var err error
		if point, err = f.Point(ctx, &q); err != nil {
			return nil, err
		}
	}
	asking, stop := context.WithCancel(ctx)
	defer stop()
	groups := f.Groups().request(asking)
	a, err := f.load(ctx, &q, progress)
	if err != nil {
		return nil, err
	}
	patience := time.AfterFunc(groupPatience, stop)
	a.List.Listed = <-groups
	patience.Stop()
	a.List.Names = f.Groups().names(ctx, a.List.Listed)
	if err := f.resolve(ctx, &q, a.List.Rows, a.List.Names); err != nil {
		return nil, err
	}
	if compare {
		if a.Past, err = f.ReadPast(ctx, a.At, point, a.List); err != nil {
			return nil, err
		}
	}
	a.Rows = q.Filter(a.Sent, a.Past, a.At)
	a.UnknownIDs = slices.DeleteFunc(slices.Clone(q.IDs), func(id string) bool {
		has := func(row *api.Account) bool { return row.ID == id }
		return slices.ContainsFunc(a.List.Rows, has) ||
			a.Past != nil && slices.ContainsFunc(a.Past.Gone, has)
	})
	return a, nil
}

// load requests the list without filters, since the service cuts a filtered one, and with
// them only if it cuts the whole list too or the whole list is too large. What came is
// recorded.
func (f *Fleet) load(
	ctx context.Context,
	q *Query,
	progress func(api.Progress),
) (*Answer, error) {
	f.recallSupply(ctx)
	received, whole, err := f.request(ctx, q, progress)
	list, repeated := received.Distinct()
	a := &Answer{At: f.Now(), Sent: f.named(list.List)}
	if len(list.List) > 0 || err == nil {
		if whole {
			f.record(a.At, list.List, list.Total, err == nil && list.Missing() == 0)
		} else {
			f.History.RecordChosenAccounts(a.At, list.List)
		}
	}
	if err != nil && (len(list.List) == 0 || ctx.Err() != nil) {
		return nil, err
	}
	a.List = newList(api.AccountList{Total: list.Total, List: slices.Clone(list.List)})
	a.List.Chosen = !whole
	a.List.Repeated = repeated
	if missing := list.Missing(); missing > 0 || err != nil {
		a.Incomplete = &Incomplete{missing, list.Total, err}
	}
	return a, nil
}

// request is load without the history. It reports whether the list was requested without
// filters.
func (f *Fleet) request(
	ctx context.Context,
	q *Query,
	progress func(api.Progress),
) (list api.AccountList, whole bool, err error) {
	whole = len(q.IDs) == 0
	list, err = f.Client.Accounts(ctx, api.AccountQuery{IDs: q.IDs})
	status, byStatus := q.sent().Get()
	limit, tooLarge := errors.AsType[*api.LimitError](err)
	tooLarge = tooLarge && (limit.Setting == api.SettingMaxBody ||
		limit.Setting == api.SettingTimeout) ||
		api.IsKind(err, api.KindDeadline)
	tooLarge = tooLarge && whole && (len(q.Platforms) > 0 || byStatus)
	if err != nil && !tooLarge {
		return list, whole, err
	}
	platforms := Query{Platforms: q.Platforms} // the groups need the whole list
	if err := f.resolve(ctx, &platforms, list.List, nil); err != nil {
		return api.AccountList{}, whole, err
	}
	q.Platforms = platforms.Platforms
	if !whole || !tooLarge && list.Missing() == 0 {
		return list, whole, nil
	}
	filtered := api.AccountQuery{Types: q.Platforms}
	if byStatus {
		filtered.Status = api.Some(status)
	}
	list, err = f.Client.AllAccounts(ctx, filtered, progress)
	return list, len(q.Platforms) == 0 && !byStatus, err
}

// RecordedAccounts returns those of the accounts recorded last that q keeps, as [Fleet.Accounts] does:
// they are compared and filtered as of the time when they were recorded, which is the answer's; zero if
// there are none. It requests nothing. The error is a [*NameError] or a [*history.Problem].
func (f *Fleet) RecordedAccounts(ctx context.Context, q Query) (*Answer, error) {
	list, at, err := f.Recorded(ctx, 0)
	if err != nil {
		return nil, err
	}
	a := &Answer{List: list, Sent: list.Rows, At: at}
	if at.IsZero() {
		return a, nil
	}
	platforms, names, err := storedNames(ctx, f.History)
	if err != nil {
		return nil, err
	}
	if err := q.Resolve(platforms, names, list.Rows); err != nil {
		return nil, err
	}
	point, err := f.Point(ctx, &q)
	if err != nil {
		return nil, err
	}
	if a.Past, err = f.ReadPast(ctx, at, point, list); err != nil {
		return nil, err
	}
	a.Rows = q.Filter(list.Rows, a.Past, at)
	return a, nil
}

// RecordedByKey returns accounts as they were last recorded, also those that are gone. It requests
// nothing. The error is a [*history.Problem].
func (f *Fleet) RecordedByKey(
	ctx context.Context,
	keys []history.AccountKey,
) ([]*api.Account, error) {
	rows, err := f.History.States().AccountsByKey(ctx, keys)
	return f.named(rows), err
}

// SomeAccounts requests and records the accounts that the filters of the service return, which may cut
// such a list: the accounts that it lacks are not gone. The history reads the list, which must not change. The
// error is that of [api.Client.Accounts].
func (f *Fleet) SomeAccounts(ctx context.Context, q api.AccountQuery) ([]*api.Account, error) {
	received, err := f.Client.Accounts(ctx, q)
	list, _ := received.Distinct()
	rows := f.named(list.List)
	if err == nil {
		f.History.RecordChosenAccounts(f.Now(), rows)
	}
	return rows, err
}

// named gives accounts the name of the site, and makes them know what their platforms supply. Those
// that have both may be in use: they stay as they are.
func (f *Fleet) named(rows []*api.Account) []*api.Account {
	f.Supply().Adopt(rows)
	for _, a := range rows {
		if a.Site != f.Site {
			a.Site = f.Site
		}
	}
	return rows
}

// ReadPast compares a list that was loaded at a time with the history at a point. It returns
// nil without a history. The error is a [*history.Problem], or that of ctx.
func (f *Fleet) ReadPast(
	ctx context.Context,
	at time.Time,
	point history.Point,
	l *List,
) (*Past, error) {
	return f.readPast(ctx, &pastReader{list: l, at: at, point: point})
}

// readPast is [Fleet.ReadPast] for a reader without a history.
func (f *Fleet) readPast(ctx context.Context, r *pastReader) (*Past, error) {
	r.history = f.History
	r.last = f.past.Load()
	p, err := r.read(ctx)
	if p != nil {
		f.named(p.Gone)
		f.past.Store(p)
	}
	return p, err
}

// record records a list that was requested without filters. One without accounts makes none
// vanish: the service may have answered for another key.
func (f *Fleet) record(at time.Time, rows []*api.Account, total api.Number, complete bool) {
	f.History.RecordSupplied(at, f.Supply().News())
	f.History.RecordAccounts(at, rows, total, complete && len(rows) > 0)
}

// StreamAccounts loads all accounts with one request and records them. first, unless it is
// nil, gets the rows that have arrived, soon and then rarely. With the error of
// [api.Client.StreamAccounts] it returns the rows that arrived before.
func (f *Fleet) StreamAccounts(ctx context.Context, first func(*List)) (*List, error) {
	var rows []*api.Account // pointers, since accounts are large
	var sharing *api.Sharing
	var earlier *List
	next := 1
	total, err := f.Client.StreamAccounts(ctx, func(batch []api.Account) error {
		last := f.last.Load()
		if sharing == nil ||
			last != earlier { // the recorded list may arrive meanwhile
			sharing = api.NewSharing(last.rows())
			earlier = last
		}
		rows = sharing.Append(slices.Grow(rows, len(batch)), batch)
		f.named(rows[len(rows)-len(batch):])
		if first != nil && len(rows) >= next {
			next = 64 * len(rows) // rarely, since NewList sorts them
			first(NewList(slices.Clone(rows), api.Number{}))
		}
		return nil
	})
	if err != nil {
		return NewList(rows, total), err
	}
	return f.recorded(NewList(rows, total)), nil
}

// AllAccounts requests every platform and status on its own, a few at a time, to get the rows
// that one request does not return, and records them. With the error of [api.Client.AllAccounts] it
// returns what arrived.
func (f *Fleet) AllAccounts(ctx context.Context, progress func(api.Progress)) (*List, error) {
	all, err := f.Client.AllAccounts(ctx, api.AccountQuery{}, progress)
	l := NewList(f.named(all.List), all.Total)
	l.Attempted = true
	if err != nil {
		return l, err
	}
	return f.recorded(l), nil
}

func (f *Fleet) recorded(l *List) *List {
	f.record(f.Now(), l.Rows, l.Total, !l.Partial())
	f.last.Store(l)
	return l
}

// rows returns the accounts of a list, which may be nil.
func (l *List) rows() []*api.Account {
	if l == nil {
		return nil
	}
	return l.Rows
}

// Recorded returns the list that was recorded last, of up to most accounts or, if most is 0,
// of all, and when it was loaded; zero if there is none. It requests nothing. The error is a
// [*history.Problem], or that of ctx.
func (f *Fleet) Recorded(ctx context.Context, most int) (*List, time.Time, error) {
	f.recallSupply(ctx)
	rows, total, at, err := f.History.Accounts(ctx, most)
	if most > 0 {
		total = api.Number{} // as while rows arrive
	}
	l := NewList(f.named(rows), total)
	if most == 0 && err == nil {
		f.last.CompareAndSwap(nil, l)
	}
	return l, at, err
}

// Point returns the point in the history that a query compares with: its time, its baseline,
// or else the baseline that the user chose last. It must be read before anything is recorded. The error
// is a [*history.Problem], or that of ctx.
func (f *Fleet) Point(ctx context.Context, q *Query) (history.Point, error) {
	if f.History == nil {
		return history.Point{}, nil
	}
	if q.Since > 0 {
		return f.History.Points().At(ctx, f.Now().Add(-q.Since))
	}
	if q.Baseline != "" {
		return f.History.Points().Of(ctx, q.Baseline)
	}
	return f.History.Points().Chosen(ctx)
}
