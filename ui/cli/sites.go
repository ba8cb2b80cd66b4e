package cli

import (
	"context"
	"maps"
	"strconv"
	"sync"
	"sync/atomic"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui"
	"channeldeck/ui/config"
	"channeldeck/ui/config/program"
	"channeldeck/ui/pane"
	"channeldeck/ui/terminal"
)

// dashboard is what the sites that one run shows have in common.
type dashboard struct {
	out    *terminal.Terminal
	key    atomic.Pointer[config.Secret] // of the site opened last; nil for the first one
	ending sync.WaitGroup                // of the histories of sites that were left

	hidden   bool     // the configuration hides inspectors
	wall     bool     // begins with the wall
	problems []string // to report at the end
}

// begin makes the dashboard of the site that a is connected to. Closing it ends its loads at
// once, and its history in the background.
func (d *dashboard) begin(ctx context.Context, a *app, create func(*pane.Context, []ui.Maker, string) *ui.Model, first, view string) (ui.Opened, error) {
	if err := checkColumns(a.view(nil), a.cfg); err != nil {
		return ui.Opened{}, err
	}
	h, err := a.openHistory(true)
	if err != nil {
		return ui.Opened{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	client := a.client // a may be disconnected when the history ends
	end := func() {
		cancel() // the running loads
		d.ending.Go(func() {
			client.CloseIdleConnections()
			if h != nil {
				ctx, cancel := closing(h)
				defer cancel()
				h.Close(ctx)
			}
		})
	}
	c := paneContext(ctx, a, d.out, h)
	if a.remote == nil {
		c.RunProgram = func(p program.Program, done func(error) tea.Msg) tea.Cmd {
			return d.out.RunProgram(ctx, p, usesMouse(a), done)
		}
	}
	if err = rebind(c, a.cfg, a.remote == nil); err == nil {
		c.Views, err = viewsOf(a)
	}
	if err == nil {
		c.Announcer, err = announcer(a, d.out)
	}
	if err != nil {
		end()
		return ui.Opened{}, err
	}
	c.StartView, c.StartWall = view, d.wall
	return ui.Opened{Root: create(c, ui.Makers(), first), Close: func() {
		if c.HideInspector != d.hidden && a.remote == nil && !a.demo.on {
			d.hidden = c.HideInspector
			if err := a.cfg.Set("hide_inspector", strconv.FormatBool(c.HideInspector)); err != nil {
				d.problems = append(d.problems, oneLine(a.words, err))
			}
		}
		end()
	}}, nil
}

// sitesToSwitch returns the sites that the user can switch to: none in the demo and in sessions of a
// server.
func sitesToSwitch(a *app) []string {
	if a.remote != nil || a.demoURL != "" || a.cfg == nil {
		return nil
	}
	return a.cfg.SiteNames()
}

// connectOther connects to another site of the configuration. The flags are those of this run;
// those that describe its site do not apply.
func connectOther(ctx context.Context, a *app, flags config.Flags, site string) (*app, error) {
	flags = maps.Clone(flags)
	delete(flags, "base-url")
	delete(flags, "api-key-file")
	flags["site"] = site
	next := &app{Env: a.Env, output: a.output, words: a.words}
	next.log, next.transport = a.log, a.transport
	var err error
	if next.cfg, err = next.load(flags); err != nil {
		return nil, err
	}
	place, err := next.cfg.Site()
	if err != nil {
		return nil, err
	}
	if next.key, err = place.APIKey(ctx, nil); err != nil && !config.IsKind(err, config.NoKey) {
		return nil, err
	}
	return next, next.dial(place, next.key)
}
