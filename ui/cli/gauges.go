package cli

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"
	"time"

	"github.com/VictoriaMetrics/metrics"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/config"
)

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

// writeGauges writes the numbers of accounts for Prometheus, from the histories of the sites whose
// key the server has, and of its own site. Nothing is requested.
func (h *host) writeGauges(ctx context.Context, w io.Writer) {
	type recorded struct {
		days []history.Day
		at   uint64
	}
	cfg, sites := h.config(), map[string]recorded{}
	for _, site := range h.sites(cfg) {
		days, at, err := h.lastDay(ctx, cfg, site)
		if err != nil {
			h.log.Error("history unavailable", "site", site, "reason", err.Error())
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

// lastDay reads the last recording of a site; the time is zero without one or without a history.
func (h *host) lastDay(ctx context.Context, cfg *config.Config, name string) (days []history.Day, at time.Time, err error) {
	a, err := h.connect(ctx, cfg, name)
	if err != nil {
		return nil, at, err
	}
	defer a.disconnect()
	a.Err, a.onlyReads = io.Discard, true
	db, err := a.openHistory(false)
	if db == nil || err != nil {
		return nil, at, err
	}
	defer a.closeHistory()
	return a.fleetOf(db).LastDay(ctx)
}

// sites are the sites whose key the server has, and its own.
func (h *host) sites(cfg *config.Config) []string {
	h.mu.Lock()
	names := slices.Collect(maps.Keys(h.keys))
	h.mu.Unlock()
	if site, err := cfg.Site(); err == nil {
		names = append(names, site.Name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// connect connects to a site, to be disconnected by the caller.
func (h *host) connect(ctx context.Context, cfg *config.Config, name string) (*app, error) {
	site, err := cfg.SiteNamed(name)
	if err != nil {
		return nil, err
	}
	a := &app{Env: h.a.Env, words: h.a.words}
	a.cfg, a.log, a.transport = cfg, slog.New(slog.DiscardHandler), h.share
	if a.key, err = h.key(ctx, site, func() {}); err != nil {
		return nil, err
	}
	return a, a.dial(site, a.key)
}
