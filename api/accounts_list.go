package api

import (
	"context"
	"net/http"
	"net/url"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	maxEntries  = 20 // entries of a list in one request
	concurrency = 4  // requests at the same time
)

// Accounts lists accounts (4.5). More than 20 ids or platforms are sent in
// several requests, whose rows are merged by id. The service ignores the other
// filters if ids are given, so the client applies them. The service may return
// a part of a filtered list: see [AccountList.Missing].
func (c *Client) Accounts(ctx context.Context, q AccountQuery) (AccountList, error) {
	parts, err := c.split(q)
	if err != nil {
		return AccountList{}, err
	}
	if len(parts) == 1 {
		list, err := c.accounts(ctx, parts[0])
		return q.narrow(list), err
	}
	lists, err := fetch(ctx, parts, nil, c.accounts)
	if err != nil {
		return AccountList{}, err
	}
	m := newMerger()
	total := Int(0)
	for _, list := range lists {
		m.add(list.List)
		total = sum(total, list.Total)
	}
	return q.narrow(AccountList{Total: total, List: m.list}), nil
}

// StreamAccounts lists accounts as [Client.Accounts] does and passes them to
// emit while the response arrives: a small first batch, then larger ones. emit
// owns each batch; its Total is that of the current request, if it preceded the
// rows. Rows are passed on only after a code of success. After the first batch
// nothing is retried, and an error means that the rows are incomplete. An error
// of emit ends the call and is returned unchanged. The result is the total.
func (c *Client) StreamAccounts(ctx context.Context, q AccountQuery, emit func(AccountList) error) (Number, error) {
	parts, err := c.split(q)
	if err != nil {
		return Number{}, err
	}
	total, dropped := Int(0), int64(0)
	m := newMerger()
	for _, part := range parts {
		var last AccountList
		call, err := c.accountsCall(part)
		if err != nil {
			return Number{}, err
		}
		started := false
		call.consumed = func() bool { return started }
		call.payload = func(dec *jsontext.Decoder) error {
			return decodeAccountList(dec, &last, newBudget(c.maxBody(OpAccounts)), func() error {
				started = true
				batch := AccountList{Total: last.Total, List: last.List}
				if len(parts) > 1 {
					batch.List = m.fresh(batch.List)
				}
				rows := len(batch.List)
				batch = q.narrow(batch)
				dropped += int64(rows - len(batch.List))
				if err := emit(batch); err != nil {
					return &stopped{err}
				}
				return nil
			})
		}
		if err := c.do(ctx, call); err != nil {
			return Number{}, err
		}
		total = sum(total, last.Total)
	}
	return sum(total, Int(-dropped)), nil
}

// accounts makes one request.
func (c *Client) accounts(ctx context.Context, q AccountQuery) (AccountList, error) {
	call, err := c.accountsCall(q)
	if err != nil {
		return AccountList{}, err
	}
	var list AccountList
	call.payload = func(dec *jsontext.Decoder) error {
		return decodeAccountList(dec, &list, newBudget(c.maxBody(OpAccounts)), nil)
	}
	if err := c.do(ctx, call); err != nil {
		return AccountList{}, err
	}
	return list, nil
}

func (c *Client) accountsCall(q AccountQuery) (*call, error) {
	p := c.settings.params
	query := url.Values{}
	if err := p.Arrays.add(query, p.IDs, q.IDs); err != nil {
		return nil, err
	}
	if len(q.IDs) > 0 {
		return &call{op: OpAccounts, method: http.MethodGet, path: pathAccounts, query: query}, nil
	}
	if err := p.Arrays.add(query, p.Types, q.Types); err != nil {
		return nil, err
	}
	if status, ok := q.Status.Get(); ok {
		query.Set(p.Status, strconv.Itoa(status))
	}
	return &call{op: OpAccounts, method: http.MethodGet, path: pathAccounts, query: query}, nil
}

const pathAccounts = "/api/v2/channels/accounts"

// split validates a query and splits it into queries that fit into one request
// each.
func (c *Client) split(q AccountQuery) ([]AccountQuery, error) {
	if err := c.texts(c.settings.params.IDs, q.IDs...); err != nil {
		return nil, err
	}
	if err := c.texts(c.settings.params.Types, q.Types...); err != nil {
		return nil, err
	}
	if status, ok := q.Status.Get(); ok && status != 0 && status != 1 {
		return nil, &ArgumentError{Field: c.settings.params.Status, Reason: ReasonRange}
	}
	var parts []AccountQuery
	for ids := range slices.Chunk(distinct(q.IDs), maxEntries) {
		parts = append(parts, AccountQuery{IDs: ids})
	}
	if len(parts) > 0 {
		return parts, nil
	}
	for types := range slices.Chunk(distinct(q.Types), maxEntries) {
		parts = append(parts, AccountQuery{Types: types, Status: q.Status})
	}
	if len(parts) > 0 {
		return parts, nil
	}
	return []AccountQuery{q}, nil
}

// narrow applies the filters that the service ignores if ids are given.
func (q AccountQuery) narrow(list AccountList) AccountList {
	_, byStatus := q.Status.Get()
	if len(q.IDs) == 0 || len(q.Types) == 0 && !byStatus {
		return list
	}
	before := len(list.List)
	list.List = slices.DeleteFunc(list.List, func(a Account) bool { return !q.matches(&a) })
	if total, ok := list.Total.Int64(); ok {
		list.Total = Int(total - int64(before-len(list.List)))
	}
	return list
}

func (q AccountQuery) matches(a *Account) bool {
	if len(q.Types) > 0 && !slices.Contains(q.Types, a.Type) {
		return false
	}
	want, ok := q.Status.Get()
	if !ok {
		return true
	}
	status, isSet := a.Status.Int64()
	return isSet && status == int64(want)
}

// distinct returns s without repeated entries.
func distinct(s []string) []string {
	seen := make(map[string]bool, len(s))
	var out []string
	for _, v := range s {
		if !seen[v] {
			seen[v] = true
			out = append(out, v)
		}
	}
	return out
}

// sum adds totals; it is missing where one is.
func sum(a, b Number) Number {
	x, okX := a.Int64()
	y, okY := b.Int64()
	if !okX || !okY {
		return Number{}
	}
	return Int(x + y)
}

// merger joins lists by account id.
type merger struct {
	seen map[string]bool
	list []Account
}

func newMerger() *merger { return &merger{seen: map[string]bool{}} }

// fresh drops the rows that came before, in place. Rows without an id are the
// same where all of them is.
func (m *merger) fresh(rows []Account) []Account {
	return slices.DeleteFunc(rows, func(a Account) bool {
		key := a.ID
		if bad := a.Malformed(); key == "" && bad != nil {
			key = string(bad.Raw)
		}
		seen := m.seen[key]
		m.seen[key] = true
		return seen
	})
}

func (m *merger) add(rows []Account) { m.list = append(m.list, m.fresh(rows)...) }
