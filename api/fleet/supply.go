package fleet

import (
	"context"
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
// supply, and of which platforms the statistics are never fetched. The history reports its problems
// itself.
func (f *Fleet) recallSupply(ctx context.Context) {
	f.recall.mu.Lock()
	defer f.recall.mu.Unlock()
	if f.recall.done || f.History == nil {
		return
	}
	supplied, err := f.History.Supplied(ctx)
	if err != nil {
		return
	}
	platforms, _, err := f.History.Platforms(ctx)
	if err != nil {
		return
	}
	f.recall.done = true
	for platform, counts := range supplied {
		f.Supply().Learn(platform, counts)
	}
	f.Supply().RecallPlatforms(platforms)
}
