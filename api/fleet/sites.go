package fleet

import (
	"context"
	"sync"
)

// Reply is the answer of one of several sites to a question.
type Reply[S, T any] struct {
	Site  S
	Value T
	Err   error
}

// Ask asks all sites the same question at the same time. It returns their replies in the order of the
// sites, once all have answered. A panic of a question is one of Ask.
func Ask[S, T any](
	ctx context.Context, sites []S, question func(context.Context, S) (T, error),
) []Reply[S, T] {
	replies := make([]Reply[S, T], len(sites))
	panics := make([]any, len(sites))
	var wait sync.WaitGroup
	for i, site := range sites {
		wait.Go(func() {
			defer func() { panics[i] = recover() }()
			value, err := question(ctx, site)
			replies[i] = Reply[S, T]{Site: site, Value: value, Err: err}
		})
	}
	wait.Wait()
	for _, p := range panics {
		if p != nil {
			panic(p)
		}
	}
	return replies
}

// Site is the fleet of a site, with the name that its rows have among those of other sites.
type Site struct {
	Name  string
	Fleet *Fleet
}

// Rows asks several sites for rows, and returns those of all sites that answered, each after mark has set
// its site. Where no site answered, err is the first error.
func Rows[R any](
	ctx context.Context,
	sites []Site,
	question func(context.Context, Site) ([]R, error),
	mark func(row R, site string),
) (rows []R, err error) {
	answered := false
	for _, reply := range Ask(ctx, sites, question) {
		if reply.Err != nil {
			if err == nil {
				err = reply.Err
			}
			continue
		}
		answered = true
		for _, row := range reply.Value {
			mark(row, reply.Site.Name)
		}
		rows = append(rows, reply.Value...)
	}
	if answered {
		return rows, nil
	}
	return nil, err
}
