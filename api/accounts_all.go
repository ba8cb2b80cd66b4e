package api

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"
)

// Progress is the progress of [Client.AllAccounts].
type Progress struct {
	Done, Requests int // requests that were answered, and all that are planned
	Rows           int // rows received, those of the same account counted again
}

// AllAccounts lists the accounts that match q as a whole, although the service
// may cut lists: where it does, there is one request per platform and status, a
// few at a time, merged by id. Platforms are those of q, else those of the
// platform list and of the rows that came. progress, which may be nil, is
// called after each of these requests, one call at a time.
//
// What the service still holds back is told by [AccountList.Missing]: it may cut
// those parts too, or refuse a platform that only rows name. Where a request
// fails, the rows so far come with the error.
func (c *Client) AllAccounts(ctx context.Context, q AccountQuery, progress func(Progress)) (AccountList, error) {
	first, err := c.Accounts(ctx, q)
	if err != nil || first.Missing() == 0 || len(q.IDs) > 0 {
		return first, err
	}
	parts, unlisted, err := c.partition(ctx, q, first.List)
	if err != nil {
		return first, err
	}
	lists, err := fetch(ctx, parts, progress, func(ctx context.Context, part AccountQuery) (AccountList, error) {
		list, err := c.accounts(ctx, part)
		if unlisted[part.Types[0]] && IsCode(err, CodeValidationFailed, CodeBadRequest, CodePlatformUnknown) {
			return AccountList{}, nil
		}
		return list, err
	})
	m := newMerger()
	m.add(first.List)
	for _, list := range lists {
		m.add(list.List)
	}
	return AccountList{Total: first.Total, List: m.list, Unknown: first.Unknown}, err
}

// partition makes one query per platform and status. Unlisted are the platforms
// that only rows name.
func (c *Client) partition(ctx context.Context, q AccountQuery, rows []Account) (parts []AccountQuery, unlisted map[string]bool, err error) {
	types := q.Types
	unlisted = map[string]bool{}
	if len(types) == 0 {
		platforms, err := c.Platforms(ctx)
		if err != nil {
			return nil, nil, err
		}
		for _, a := range rows {
			types = append(types, a.Type)
			unlisted[a.Type] = true
		}
		for _, p := range platforms {
			types = append(types, p.Platform)
			delete(unlisted, p.Platform)
		}
	}
	statuses := []int{0, 1}
	if status, ok := q.Status.Get(); ok {
		statuses = []int{status}
	}
	for _, t := range distinct(types) {
		if c.texts(c.settings.params.Types, t) != nil {
			continue // the name is not valid in a request, so its accounts cannot be loaded
		}
		for _, status := range statuses {
			parts = append(parts, AccountQuery{Types: []string{t}, Status: Some(status)})
		}
	}
	return parts, unlisted, nil
}

// fetch makes requests by get, a few at a time, and returns their lists in the
// order of the queries. After an error the lists hold what came before it.
func fetch(
	ctx context.Context, queries []AccountQuery, progress func(Progress), get func(context.Context, AccountQuery) (AccountList, error),
) ([]AccountList, error) {
	lists := make([]AccountList, len(queries))
	var mu sync.Mutex
	var panicked any
	state := Progress{Requests: len(queries)}
	g, ctx := errgroup.WithContext(ctx)
	g.SetLimit(concurrency)
	for i, q := range queries {
		g.Go(func() error {
			defer func() {
				if r := recover(); r != nil {
					mu.Lock()
					panicked = r
					mu.Unlock()
				}
			}()
			list, err := get(ctx, q)
			if err != nil {
				return err
			}
			lists[i] = list
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
	err := g.Wait()
	if panicked != nil {
		panic(panicked) // where the caller can recover it
	}
	return lists, err
}
