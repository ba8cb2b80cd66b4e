package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"golang.org/x/sync/errgroup"
)

// Account is a channel account (interface 2.4). Counts are exact, and as they were sent: which
// of them are known tells [Account.Statistic].
//
// The struct is the only list of the members: they are decoded, written, compared and kept by their
// tags. A member with the tag past says which account it is, and hardly changes: see [Account.Identity].
type Account struct {
	Row             `json:"-"`
	Site            string      `json:"-"` // set by the caller: the service does not send the name of its site
	Counted         bool        `json:"-"` // all counts are known: see [Settings.Counted]
	ID              string      `json:"id" past:"kept"`
	UserID          string      `json:"userId" past:"kept"`
	Type            string      `json:"type" past:"kept"`             // platform identifier
	UID             string      `json:"uid" past:"kept"`              // account identifier on the platform
	Account         Text        `json:"account,omitzero" past:"kept"` // handle on the platform; seen, not listed
	Avatar          Opt[string] `json:"avatar,omitzero" past:"kept"`
	Nickname        string      `json:"nickname" past:"kept"`
	FansCount       Number      `json:"fansCount,omitzero"`
	FollowingCount  Number      `json:"followingCount,omitzero"`
	ReadCount       Number      `json:"readCount,omitzero"`
	LikeCount       Number      `json:"likeCount,omitzero"`
	CollectCount    Number      `json:"collectCount,omitzero"`
	ForwardCount    Number      `json:"forwardCount,omitzero"`
	CommentCount    Number      `json:"commentCount,omitzero"`
	LastStatsTime   Time        `json:"lastStatsTime,omitzero"` // ISO 8601
	WorkCount       Number      `json:"workCount,omitzero"`
	Income          Number      `json:"income,omitzero"` // unit not shown by the interface
	GroupID         string      `json:"groupId"`
	Status          Number      `json:"status"` // 1 normal, 0 abnormal (part 3)
	Rank            Number      `json:"rank,omitzero"`
	RelayAccountRef Text        `json:"relayAccountRef,omitzero" past:"kept"`
	CreatedAt       Time        `json:"createdAt,omitzero" past:"kept"`
	UpdatedAt       Time        `json:"updatedAt,omitzero"`

	// Unknown are the other members; nil for none. Accounts share equal ones, which never change.
	Unknown *jsontext.Value `json:",embed"`

	supply *platformSupply // what its platform supplies; nil for what deployments are known to supply
}

// Health is the meaning of an account's status (part 3 of the interface).
type Health uint8

// The health of an account. HealthUnknown stands for a status that the
// interface does not list, or a missing one.
const (
	HealthUnknown Health = iota
	HealthAbnormal
	HealthNormal
	HealthOutage // unknown, because the relay does not return the account
)

// Health reads the status; it is a stored value, not a live check.
func (a *Account) Health() Health {
	if a.RelayDown() {
		return HealthOutage
	}
	return HealthOf(a.Status)
}

// HealthOf is the meaning of a status, or of StatusOutage.
func HealthOf(status Number) Health {
	n, ok := status.Int64()
	if ok && n == 1 {
		return HealthNormal
	}
	if ok && n == 0 {
		return HealthAbnormal
	}
	if ok && n == StatusOutage {
		return HealthOutage
	}
	return HealthUnknown
}

// StatusOutage is the status that a history records for an account with HealthOutage. The service
// sends 0 for it.
const StatusOutage = -1

// RelayOutage reports whether the accounts of another deployment are RelayDown because it
// cannot be reached, which is so for all of them. One that is so while another is in order was
// deleted there.
func RelayOutage(rows []*Account) bool {
	return !slices.ContainsFunc(rows, func(a *Account) bool {
		return a.RelayAccountRef.Or("") != "" && !a.RelayDown()
	})
}

// RelayDown reports whether the account is on another deployment that cannot be
// reached. The service then sends its reference as the nickname, and status 0.
func (a *Account) RelayDown() bool {
	ref := a.RelayAccountRef.Or("")
	return ref != "" && a.Nickname == ref && HealthOf(a.Status) == HealthAbnormal
}

// AccountQuery filters the account list (4.5). Empty fields do not filter.
type AccountQuery struct {
	IDs    []string // the other two are then ignored, as the service does
	Types  []string // platform identifiers
	Status Opt[int] // 1 normal, 0 abnormal
}

// AccountList is an account list (4.5). If Total exceeds len(List), the service cut
// the list. List has pointers, because to join its batches would copy all accounts.
type AccountList struct {
	Total Number     `json:"total"`
	List  []*Account `json:"list"`
}

// Missing returns how many rows the service counted but did not send, or 0 if the
// list is complete or has no total.
func (l *AccountList) Missing() int64 {
	total, ok := l.Total.Int64()
	if !ok || total <= int64(len(l.List)) {
		return 0
	}
	return total - int64(len(l.List))
}

// OpAccounts is the call of [Client.Accounts] and [Client.StreamAccounts] (4.5).
const OpAccounts Op = "accounts"

const (
	maxEntries  = 20 // entries of a list in one request
	concurrency = 4  // requests at the same time
)

// Accounts lists accounts (4.5). More than 20 ids are sent in several requests, whose
// rows are merged by id. The service may return a part of a filtered list: see
// [AccountList.Missing]. An ID or a platform that cannot be sent is an [*ArgumentError]; the other
// errors are those of a call: see [Client].
func (c *Client) Accounts(ctx context.Context, q AccountQuery) (AccountList, error) {
	p := &c.settings.Params
	if err := errors.Join(c.texts(p.IDs, q.IDs...), c.texts(p.Types, q.Types...)); err != nil {
		return AccountList{}, err
	}
	status := q.Status.Or(0)
	if status != 0 && status != 1 {
		return AccountList{}, &ArgumentError{Field: p.Status, Reason: ReasonRange}
	}
	q.IDs, q.Types = distinct(q.IDs), distinct(q.Types)
	if len(q.IDs) <= maxEntries {
		return c.accounts(ctx, q)
	}
	total := Int(0)
	lists := [][]*Account{}
	for ids := range slices.Chunk(q.IDs, maxEntries) {
		list, err := c.accounts(ctx, AccountQuery{IDs: ids})
		if err != nil {
			return AccountList{}, err
		}
		total = total.Add(list.Total)
		lists = append(lists, list.List)
	}
	return AccountList{Total: total, List: merge(lists)}, nil
}

// StreamAccounts lists all accounts and passes them to emit while the response
// arrives: a small first batch, then larger ones. emit owns each batch. Rows are
// passed on only after a code of success. After the first batch nothing is
// retried, and an error means that the rows are incomplete. An error of emit ends
// the call and is returned unchanged. The result is the total. Its own errors are those of a call: see
// [Client].
func (c *Client) StreamAccounts(
	ctx context.Context,
	emit func([]Account) error,
) (total Number, err error) {
	var stopped error    // of emit
	var held [][]Account // until the code arrives
	call := &call{op: OpAccounts, method: http.MethodGet, path: pathAccounts}
	call.payload = func(dec *jsontext.Decoder, certain bool) error {
		held = nil // a second attempt starts over
		return c.decodeAccounts(dec, &total, func(batch []Account) error {
			if !certain {
				held = append(held, batch)
				return nil
			}
			call.consumed = true
			stopped = emit(batch)
			return stopped
		})
	}
	if err = c.do(ctx, call); err != nil {
		return total, cmp.Or(stopped, err)
	}
	for _, batch := range held {
		if err := emit(batch); err != nil {
			return total, err
		}
	}
	return total, nil
}

// accounts makes one request.
func (c *Client) accounts(ctx context.Context, q AccountQuery) (AccountList, error) {
	p := &c.settings.Params
	query := url.Values{}
	p.addList(query, p.IDs, q.IDs)
	if len(q.IDs) == 0 {
		p.addList(query, p.Types, q.Types)
		if status, ok := q.Status.Get(); ok {
			query.Set(p.Status, strconv.Itoa(status))
		}
	}
	var total Number
	var rows []*Account
	err := c.do(ctx, &call{
		op:     OpAccounts,
		method: http.MethodGet,
		path:   pathAccounts,
		query:  query,
		payload: func(dec *jsontext.Decoder, _ bool) error {
			rows = []*Account{} // a second attempt starts over
			return c.decodeAccounts(dec, &total, func(batch []Account) error {
				for i := range batch {
					rows = append(rows, &batch[i])
				}
				return nil
			})
		},
	})
	if err != nil {
		return AccountList{}, err
	}
	return AccountList{Total: total, List: rows}, nil
}

const pathAccounts = "/api/v2/channels/accounts"

// decodeAccounts decodes an account list. A malformed total is ignored, since the
// rows matter more.
func (c *Client) decodeAccounts(
	dec *jsontext.Decoder,
	total *Number,
	emit func([]Account) error,
) error {
	if err := expect(dec, "/data", '{'); err != nil {
		return err
	}
	*total = Number{}
	hasList := false
	err := eachMember(dec, func(name string) error {
		isList := name == "list"
		hasList = hasList || isList
		if isList && dec.PeekKind() != 'n' {
			return decodeRows(dec, "/data/list", c.maxBody(OpAccounts), func(batch []Account) error {
				for i := range batch {
					batch[i].Counted = c.settings.Counted
				}
				c.supply.adoptBatch(batch)
				return emit(batch)
			})
		}
		v, err := dec.ReadValue()
		if err == nil && name == "total" {
			total.set(v)
		}
		return err
	})
	if err == nil && !hasList {
		return &ShapeError{At: "/data/list"}
	}
	return err
}

// distinct returns s without repeated entries.
func distinct(s []string) []string {
	seen := map[string]bool{}
	return slices.DeleteFunc(slices.Clone(s), func(v string) bool {
		repeated := seen[v]
		seen[v] = true
		return repeated
	})
}

// merge joins lists without repeated accounts: see [Distinct].
func merge(lists [][]*Account) []*Account {
	rows, _ := Distinct(concat(lists))
	return rows
}

// Distinct returns rows without repeated accounts, and how many it left out: of rows with the same
// site, platform and ID it keeps the first. Rows without an ID are the same if they are equal as a whole.
func Distinct(rows []*Account) (distinct []*Account, repeated int) {
	seen := newAccountSet(len(rows))
	repeats := func(a *Account) bool { return !seen.add(a) }
	first := slices.IndexFunc(rows, repeats)
	if first < 0 {
		return rows, 0
	}
	distinct = append(make([]*Account, 0, len(rows)-1), rows[:first]...)
	for _, a := range rows[first+1:] {
		if !repeats(a) {
			distinct = append(distinct, a)
		}
	}
	return distinct, len(rows) - len(distinct)
}

// Distinct returns the list without repeated accounts, which its total does not count either, and how
// many it left out.
func (l AccountList) Distinct() (distinct AccountList, repeated int) {
	distinct = l
	distinct.List, repeated = Distinct(l.List)
	total, ok := l.Total.Int64()
	if ok && repeated > 0 {
		rows := int64(len(distinct.List))
		distinct.Total = Int(max(total-int64(repeated), min(total, rows)))
	}
	return distinct, repeated
}

// Progress is the progress of [Client.AllAccounts].
type Progress struct {
	Done, Requests int // requests that were answered, and all that are planned
	Rows           int // rows received, including repeated accounts
}

// AllAccounts lists all accounts that match q. If the service cuts the list, it sends
// one request per platform and status, a few at a time, and merges the rows by id. The
// platforms are those of q or, if q has none, those of the platform list and of the
// rows received so far. progress, which may be nil, is
// called after each of these requests, one call at a time.
//
// [AccountList.Missing] returns how many rows are still missing: the service may cut those parts too,
// or refuse a platform. If a request fails otherwise, the rows so far come with the error. Its errors
// are those of [Client.Accounts].
func (c *Client) AllAccounts(
	ctx context.Context,
	q AccountQuery,
	progress func(Progress),
) (AccountList, error) {
	first, err := c.Accounts(ctx, q)
	if err != nil || first.Missing() == 0 || len(q.IDs) > 0 {
		return first, err
	}
	parts, err := c.partition(ctx, q, first.List)
	if err != nil {
		return first, err
	}
	lists := make([][]*Account, len(parts), len(parts)+1)
	state := Progress{Requests: len(parts)}
	var mu sync.Mutex
	panicked := "" // with what a request did, and where
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(concurrency)
	for i, part := range parts {
		g.Go(func() error {
			defer func() {
				if v := recover(); v != nil {
					mu.Lock()
					defer mu.Unlock()
					panicked = fmt.Sprintf("%v\n%s", v, debug.Stack())
				}
			}()
			list, err := c.accounts(ctx, part)
			if err != nil && !IsCode(
				err,
				CodeValidationFailed,
				CodeBadRequest,
				CodePlatformUnknown,
			) {
				return err
			}
			lists[i] = list.List
			mu.Lock()
			defer mu.Unlock()
			state.Done++
			state.Rows += len(list.List)
			if progress != nil {
				progress(state)
			}
			return nil
		})
	}
	err = g.Wait()
	if panicked != "" {
		panic(panicked) // where the caller can recover it
	}
	return AccountList{Total: first.Total, List: merge(append(lists, first.List))}, err
}

// partition returns one query per platform and status.
func (c *Client) partition(
	ctx context.Context,
	q AccountQuery,
	rows []*Account,
) (parts []AccountQuery, err error) {
	types := q.Types
	if len(types) == 0 {
		platforms, err := c.Platforms(ctx)
		if err != nil {
			return nil, err
		}
		for _, p := range platforms {
			types = append(types, p.Platform)
		}
		for _, a := range rows {
			types = append(types, a.Type)
		}
	}
	statuses := []int{0, 1}
	if status, ok := q.Status.Get(); ok {
		statuses = []int{status}
	}
	for _, t := range distinct(types) {
		for _, status := range statuses {
			if c.texts(c.settings.Params.Types, t) == nil { // otherwise the name cannot be sent
				parts = append(parts, AccountQuery{Types: []string{t}, Status: Some(status)})
			}
		}
	}
	return parts, nil
}
