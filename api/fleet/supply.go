package fleet

import (
	"context"
	"slices"
	"sync"

	"channeldeck/api"
)

// Supply returns what is known of the statistics that the platforms of the site supply.
func (f *Fleet) Supply() *api.Supply {
	if f.Client != nil {
		return f.Client.Supply()
	}
	return &f.supply
}

// recall tells whether the history was read for what it knows of the supply.
type recall struct {
	mu   sync.Mutex
	done bool
}

// recallSupply reads, once, what the history knows of the supply: counts that platforms were seen to
// supply, and of which platforms the statistics are never fetched. It reports whether it learned of counts that
// no account had. The history reports its problems itself.
func (f *Fleet) recallSupply(ctx context.Context) (learned bool) {
	f.recall.mu.Lock()
	defer f.recall.mu.Unlock()
	if f.recall.done || f.History == nil {
		return false
	}
	supplied, err := f.History.Supplied(ctx)
	if err != nil {
		return false
	}
	platforms, _, err := f.History.Platforms(ctx)
	if err != nil {
		return false
	}
	f.recall.done = true
	for platform, counts := range supplied {
		news := f.Supply().Learn(platform, counts)
		learned = learned || news
	}
	f.Supply().RecallPlatforms(platforms)
	return learned
}

// Recount reads what the history knows of the statistics that platforms supply, if that was not read before, and
// returns the list with other sums if it knows of more. Otherwise it returns l itself.
func (f *Fleet) Recount(ctx context.Context, l *List) *List {
	if !f.recallSupply(ctx) {
		return l
	}
	again := NewList(slices.Clone(l.Rows), l.Total)
	again.Missing = l.Missing
	again.Repeated = l.Repeated
	again.Attempted = l.Attempted
	return again
}
