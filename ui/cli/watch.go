package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"strings"
	"time"

	"channeldeck/ui/config"
	"channeldeck/ui/crash"
	"channeldeck/ui/text"
)

// watch checks for new findings as often as lists are refreshed, for the program of on_finding,
// also while nobody is connected. Where lists are not refreshed, sessions alone check.
func (h *host) watch(ctx context.Context) {
	for ctx.Err() == nil {
		cfg := h.config()
		if h.checksFindings(cfg) {
			for _, site := range h.sites(cfg) {
				err := h.check(ctx, cfg, site)
				if err != nil && ctx.Err() == nil {
					h.log.Error("check failed", "site", site, "reason", err.Error())
				}
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(cmp.Or(
			cfg.Refresh.V,
			time.Minute,
		)): // another configuration may refresh
		}
	}
}

// checksFindings reports whether the server checks for findings without a session.
func (h *host) checksFindings(cfg *config.Config) bool {
	hook, _ := cfg.OnFinding() // Load has checked it
	return hook != nil && cfg.Refresh.V > 0 && !h.a.demo.on
}

// check records the lists of a site and announces what is new, as the command record does: it waits
// until everything is stored. A panic is an error: it must not end the server with its sessions.
func (h *host) check(ctx context.Context, cfg *config.Config, name string) (err error) {
	a := h.a // until the site is connected
	defer crash.Recover(func(p *crash.Panic) {
		r := crashed(a, p) // without the key of a
		err = errors.New(text.Sentences(r.Message, r.Hint))
	})
	connected, err := h.connect(ctx, cfg, name)
	if err != nil {
		return err
	}
	a = connected
	defer a.disconnect()
	var said bytes.Buffer
	a.Err = &said
	a.needsHistory = true
	db, err := a.openHistory(false)
	if db == nil || err != nil {
		return err
	}
	err = (&recordCommand{app: a}).run(ctx, []*app{a})
	a.closeHistory() // which reports its problem
	text := strings.TrimSpace(said.String())
	if text == "" {
		return err
	}
	if err == nil || err.Error() == "" { // all is said
		return errors.New(text)
	}
	return errors.Join(errors.New(text), err)
}
