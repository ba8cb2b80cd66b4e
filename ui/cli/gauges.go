package cli

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"

	"github.com/VictoriaMetrics/metrics"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/config"
)

// fleets write the numbers of accounts for Prometheus, from the histories of the sites whose key
// the server has, and of its own site. Nothing is requested.
type fleets struct {
	h    *host
	mu   sync.Mutex
	cfg  *config.Config  // with which they were opened
	apps map[string]*app // by site; nil ones have no history
}

func (h *host) fleets() *fleets { return &fleets{h: h, apps: map[string]*app{}} }

// gauge is a number of accounts of a platform.
type gauge struct {
	name string
	of   func(history.Day) api.Number
}

func gauges() []gauge {
	return []gauge{
		{"channeldeck_accounts", func(d history.Day) api.Number { return d.Accounts }},
		{"channeldeck_accounts_abnormal", func(d history.Day) api.Number { return d.Abnormal }},
		{"channeldeck_accounts_stale", func(d history.Day) api.Number { return d.Stale }},
	}
}

func (f *fleets) write(ctx context.Context, w io.Writer) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if cfg := f.h.config(); cfg != f.cfg { // it was read again
		f.close()
		f.cfg = cfg
	}
	type recorded struct {
		days []history.Day
		at   uint64
	}
	sites := map[string]recorded{}
	for _, site := range f.sites() {
		a := f.open(ctx, site)
		if a == nil {
			continue
		}
		days, at, err := a.fleetOf(a.history).LastDay(ctx)
		if err != nil {
			f.h.log.Error("history unavailable", "site", site, "reason", err.Error())
		} else if !at.IsZero() {
			sites[site] = recorded{days, uint64(at.Unix())}
		}
	}
	for _, g := range gauges() {
		metrics.WriteMetadataIfNeeded(w, g.name, "gauge")
		for _, site := range slices.Sorted(maps.Keys(sites)) {
			for _, d := range sites[site].days {
				if n, known := g.of(d).Float64(); known && d.Group == "" && d.Platform != "" {
					metrics.WriteGaugeFloat64(w, fmt.Sprintf("%s{site=%q,platform=%q}", g.name, site, d.Platform), n)
				}
			}
		}
	}
	const name = "channeldeck_accounts_recorded_timestamp_seconds"
	metrics.WriteMetadataIfNeeded(w, name, "gauge")
	for _, site := range slices.Sorted(maps.Keys(sites)) {
		metrics.WriteGaugeUint64(w, fmt.Sprintf("%s{site=%q}", name, site), sites[site].at)
	}
}

func (f *fleets) close() {
	for _, a := range f.apps {
		if a != nil {
			a.disconnect()
		}
	}
	clear(f.apps)
}

// sites are the sites whose key the server has, and its own.
func (f *fleets) sites() []string {
	f.h.mu.Lock()
	names := slices.Collect(maps.Keys(f.h.keys))
	f.h.mu.Unlock()
	if site, err := f.h.config().Site(); err == nil {
		names = append(names, site.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// open opens the history of a site once; it stays open until the configuration is read again.
func (f *fleets) open(ctx context.Context, name string) *app {
	if a, known := f.apps[name]; known {
		return a
	}
	site, err := f.cfg.SiteNamed(name)
	if err != nil {
		return nil
	}
	a := &app{Env: f.h.a.Env, words: f.h.a.words}
	a.cfg, a.site, a.baseURL = f.cfg, name, site.BaseURL.V
	if a.key, err = f.h.key(ctx, site, func() {}); err == nil {
		_, err = a.openHistory(false)
	}
	if err != nil {
		f.h.log.Error("history unavailable", "site", name, "reason", err.Error())
		return nil
	}
	if a.history == nil {
		a = nil
	}
	f.apps[name] = a
	return a
}
