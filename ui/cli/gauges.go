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

	"channeldeck/api/fleet"
	"channeldeck/ui/config"
)

// writeGauges writes the numbers of accounts for Prometheus, from the histories of the sites whose
// key the server has, and of its own site. Nothing is requested.
func (h *host) writeGauges(ctx context.Context, w io.Writer) {
	type recorded struct {
		site      string
		platforms []*fleet.PlatformCounts
		at        time.Time
	}
	var all []recorded
	cfg := h.config()
	for _, site := range h.sites(cfg) {
		platforms, at, err := h.lastRecording(ctx, cfg, site)
		if err != nil {
			h.log.Error("history unavailable", "site", site, "reason", err.Error())
		} else if !at.IsZero() {
			all = append(all, recorded{site, platforms, at})
		}
	}
	gauges := []struct {
		name  string
		count func(*fleet.PlatformCounts) int
	}{
		{"channeldeck_accounts", func(c *fleet.PlatformCounts) int {
			return c.Accounts
		}},
		{"channeldeck_accounts_abnormal", func(c *fleet.PlatformCounts) int {
			return c.Abnormal
		}},
		{"channeldeck_accounts_stale", func(c *fleet.PlatformCounts) int {
			return c.Stale
		}},
	}
	for _, g := range gauges {
		metrics.WriteMetadataIfNeeded(w, g.name, "gauge")
		for _, r := range all {
			for _, c := range r.platforms {
				series := fmt.Sprintf("%s{site=%q,platform=%q}", g.name, r.site, c.Platform)
				metrics.WriteGaugeUint64(w, series, uint64(g.count(c)))
			}
		}
	}
	const name = "channeldeck_accounts_recorded_timestamp_seconds"
	metrics.WriteMetadataIfNeeded(w, name, "gauge")
	for _, r := range all {
		metrics.WriteGaugeUint64(
			w,
			fmt.Sprintf("%s{site=%q}", name, r.site),
			uint64(r.at.Unix()),
		)
	}
}

// lastRecording reads the last recording of a site; the time is zero without one or without a history.
func (h *host) lastRecording(
	ctx context.Context,
	cfg *config.Config,
	name string,
) (platforms []*fleet.PlatformCounts, at time.Time, err error) {
	a, err := h.connect(ctx, cfg, name)
	if err != nil {
		return nil, at, err
	}
	defer a.disconnect()
	a.Err = io.Discard
	a.onlyReads = true
	db, err := a.openHistory(false)
	if db == nil || err != nil {
		return nil, at, err
	}
	defer a.closeHistory()
	return a.fleetOf(db).RecordedPlatforms(ctx)
}

// sites are the sites whose key the server has, and its own ones.
func (h *host) sites(cfg *config.Config) []string {
	h.mu.Lock()
	names := slices.Collect(maps.Keys(h.keys))
	h.mu.Unlock()
	if sites, err := cfg.ChosenSites(); err == nil {
		names = append(names, texts(sites, func(s **config.Site) string {
			return (*s).Name
		})...)
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
	a := newApp(h.a.Env, h.a.words)
	a.cfg = cfg
	a.log = slog.New(slog.DiscardHandler)
	a.transport = h.share
	if a.key, err = h.key(ctx, site, func() {}); err != nil {
		return nil, err
	}
	return a, a.dial(site, a.key)
}
