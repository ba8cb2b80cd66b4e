package options

import (
	"context"
	"slices"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/store"
)

// load are the publish options of one platform.
type load = store.Loader[fleet.Options]

// maxLoads bounds the requests for all platforms that run at the same time.
const maxLoads = 4

// loads are the publish options of all platforms. A queue of platforms is loaded a few at
// a time: all that are missing, in the background, or all of them for the matrix.
type loads struct {
	ctx        *pane.Context
	own        *pane.Site
	byPlatform map[string]*load
	queue      []string // platforms whose options are still to be loaded
	queued     int      // the length of queue at first
	background bool     // the first failure ends the queue
}

// load returns the options of a platform, which may not be loaded.
func (s *loads) load(platform string) *load {
	l := s.byPlatform[platform]
	if l == nil {
		l = new(store.Named[fleet.Options]("options"))
		s.byPlatform[platform] = l
	}
	return l
}

// known returns the options of a platform, none if they are not loaded.
func (s *loads) known(platform string) []api.PublishOption {
	return s.load(platform).Value.List
}

// knownNow returns the loaded data by which platforms are compared and posts are checked.
func (s *loads) knownNow() *fleet.Known {
	known := &fleet.Known{
		Platforms:  s.own.Store.Platforms.Value,
		Listed:     map[string][]api.PublishOption{},
		Accounts:   s.own.Store.Accounts.List().Rows,
		NoAccounts: !s.own.Store.Accounts.Loaded(),
	}
	for id, l := range s.byPlatform {
		if l.Loaded() {
			known.Listed[id] = l.Value.List
		}
	}
	return known
}

// loadOptions loads the options of a platform. Until the response arrives, the last
// known ones are shown.
func (s *loads) loadOptions(platform string) tea.Cmd {
	f := s.own.Store.Fleet
	restore := s.restore(platform)
	load := s.load(platform).Start(s.ctx.Base, s.own.View.Now, func(
		ctx context.Context, _ func(any),
	) (fleet.Options, error) {
		return f.ComparedOptions(ctx, platform)
	})
	return tea.Batch(restore, load)
}

// restored are the options of a platform in the history, and when they were loaded.
type restored struct {
	of       *loads
	platform string
	options  fleet.Options
	at       time.Time
}

// restore reads the options of a platform from the history unless they are loaded.
func (s *loads) restore(platform string) tea.Cmd {
	f := s.own.Store.Fleet
	base := s.ctx.Base
	if f.History == nil || s.load(platform).Loaded() {
		return nil
	}
	return func() tea.Msg {
		options, at, err := f.StoredOptions(base, platform)
		if err != nil || at.IsZero() { // the history reports its errors itself
			return nil
		}
		return restored{
			of:       s,
			platform: platform,
			options:  options,
			at:       at,
		}
	}
}

// loadAll loads the options of all platforms: those that are missing, or all again.
func (s *loads) loadAll(again bool) tea.Cmd {
	s.queue = nil
	return s.enqueue(false, func(l *load) bool {
		return again || !l.Started() || l.Err != nil
	})
}

// enqueue begins to load the options of some platforms.
func (s *loads) enqueue(background bool, wanted func(*load) bool) tea.Cmd {
	for _, p := range s.own.Store.Platforms.Value {
		if wanted(s.load(p.Platform)) {
			s.queue = append(s.queue, p.Platform)
		}
	}
	s.queued = len(s.queue)
	s.background = background
	return s.next()
}

// loading reports whether the options of a platform are loading or will be loaded.
func (s *loads) loading(platform string) bool {
	return s.load(platform).Running() || slices.Contains(s.queue, platform)
}

// next starts as many queued loads as may run.
func (s *loads) next() tea.Cmd {
	var cmds []tea.Cmd
	for n := min(maxLoads-s.running(), len(s.queue)); n > 0; n-- {
		cmds = append(cmds, s.loadOptions(s.queue[0]))
		s.queue = s.queue[1:]
	}
	return tea.Batch(cmds...)
}

// running is the number of requests that are running.
func (s *loads) running() int {
	n := 0
	for _, l := range s.byPlatform {
		n += l.State().InFlight
	}
	return n
}

// take handles the messages of the loads. After a failure in the background, the
// platforms in the queue show only what the history has.
func (s *loads) take(msg tea.Msg) (mine bool, cmd tea.Cmd) {
	r, ok := msg.(restored)
	if ok && r.of == s {
		l := s.load(r.platform)
		if !l.Loaded() {
			l.Value = r.options
			l.At = r.at
		}
		return true, nil
	}
	for _, l := range s.byPlatform {
		if mine, cmd := l.Take(msg); mine {
			cmds := []tea.Cmd{cmd}
			if l.Err != nil && s.background {
				for _, id := range s.queue {
					cmds = append(cmds, s.restore(id))
				}
				s.queue = nil
			}
			return true, tea.Batch(append(cmds, s.next())...)
		}
	}
	return false, nil
}
