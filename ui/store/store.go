// Package store holds the data that several panes show: the accounts, the
// platforms and the model catalog. Each is loaded once and shared; a refresh from
// any pane refreshes it for all.
//
// The commands of the store yield a [Message]. The root delivers it and, where
// data changed, sends a [Changed] to every pane. All methods are for the
// goroutine of Update.
package store

import (
	"cmp"
	"context"
	"runtime/trace"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/text"
)

// Kind names shared data.
type Kind uint8

// The kinds.
const (
	KindAccounts Kind = iota
	KindPlatforms
	KindCatalog
	KindPast
	KindGroups
)

// Changed announces that shared data, its progress or its error changed.
type Changed struct{ Kind Kind }

// Message is a message of the store's own commands.
type Message struct {
	deliver func() (changed tea.Msg, cmd tea.Cmd)
}

// Deliver hands the message to the store. changed is the [Changed] to send to the
// panes, nil for an outdated message; cmd, where there is one, must be run.
func (m Message) Deliver() (changed tea.Msg, cmd tea.Cmd) { return m.deliver() }

// Config configures a store.
type Config struct {
	Base   context.Context // ends with the session
	Client *api.Client
	Site   string       // its name, which its accounts get
	Rules  []fleet.Rule // of the user
	Now    func() time.Time
	After  func(ctx context.Context, d time.Duration, msg tea.Msg) tea.Cmd // sends msg after d unless ctx ends
	// interval of automatic refreshes of loaded data; 0 for none
	Refresh time.Duration
	// saves requests of stores of the same data; nil for none
	Shared *Shared
	// shows the last known data first and records what is loaded; nil for none
	History *history.DB
}

// Store is the shared data of one session.
type Store struct {
	Fleet     *fleet.Fleet // what panes ask for all that only one of them shows; nil in a store of [Of]
	Accounts  Accounts
	Platforms Data[[]api.Platform]
	Catalog   Data[[]api.VideoModel]
	Groups    Data[[]api.AccountGroup] // that the service lists, requested with the accounts; many do not list them
	Past      Data[*fleet.Past]        // of the accounts, read whenever their list changes; nil without a history

	// Selected returns the accounts of all sites that are selected in their list; nil without one.
	Selected func() []*api.Account

	baseline history.Baseline             // that was chosen in this session; "" for that of an earlier one
	groups   map[string]history.GroupName // that were named or created in this session
	names    atomic.Pointer[platformNames]
	listed   atomic.Pointer[listedGroups]
	lock     sync.RWMutex // of what [resource.Lists] reads: exports read it while updates change it
}

// New returns an empty store. It loads nothing by itself.
func New(c Config) *Store {
	s := &Store{Fleet: &fleet.Fleet{
		Client:  c.Client,
		History: c.History,
		Now:     c.Now,
		Site:    c.Site,
		Rules:   c.Rules,
	}}
	accounts := &s.Accounts
	platforms := &s.Platforms
	catalog := &s.Catalog
	accounts.fleet = s.Fleet
	accounts.Name = "accounts"
	platforms.Name = "platforms"
	catalog.Name = "catalog"
	accounts.config = c
	accounts.kind = KindAccounts
	accounts.reload = accounts.load
	accounts.following = s.Groups.load
	platforms.config = c
	platforms.kind = KindPlatforms
	platforms.reload = func() tea.Cmd {
		return platforms.start(func(ctx context.Context, _ func(any)) ([]api.Platform, error) {
			return s.Fleet.Platforms(ctx)
		})
	}
	// another store may have loaded it
	platforms.apply = func(list []api.Platform) {
		s.Fleet.Supply().SetPlatforms(list)
	}
	catalog.config = c
	catalog.kind = KindCatalog
	catalog.reload = func() tea.Cmd {
		return catalog.start(func(ctx context.Context, _ func(any)) ([]api.VideoModel, error) {
			return s.Fleet.Prices(ctx)
		})
	}
	accounts.accept = func(l *fleet.List) bool {
		return l.Attempted || !accounts.Loaded() || !accounts.Value.Attempted
	}
	groups := &s.Groups
	groups.Name = "groups"
	groups.config = c
	groups.kind = KindGroups
	groups.follows = true
	groups.reload = func() tea.Cmd {
		return groups.start(func(ctx context.Context, _ func(any)) ([]api.AccountGroup, error) {
			return s.Fleet.Groups().List(ctx)
		})
	}
	s.useHistory(c.History)
	c.Refresh = 0
	c.Shared = nil // follows the accounts
	s.Past.config = c
	s.Past.kind = KindPast
	accounts.lock = &s.lock
	platforms.lock = &s.lock
	groups.lock = &s.lock
	s.Past.lock = &s.lock
	return s
}

// State is the state of the first list that is loaded or was requested: the accounts, the
// platforms, the catalog.
func (s *Store) State() State {
	for _, one := range []State{s.Accounts.State(), s.Platforms.State()} {
		if !one.At.IsZero() || one.InFlight > 0 || one.Err != nil {
			return one
		}
	}
	return s.Catalog.State()
}

// Baseline returns the baseline that Past compares with.
func (s *Store) Baseline() history.Baseline {
	if s.baseline == "" && s.Past.Value != nil {
		return s.Past.Value.Point.Baseline
	}
	return cmp.Or(s.baseline, history.SinceVisit)
}

// Platform returns a platform of the list, or nil.
func (s *Store) Platform(id string) *api.Platform {
	platforms := s.Platforms.Value
	i := slices.IndexFunc(platforms, func(p api.Platform) bool {
		return p.Platform == id
	})
	if i >= 0 {
		return &platforms[i]
	}
	return nil
}

// ReadsPast reports whether the comparison with the history is not known yet.
func (s *Store) ReadsPast() bool {
	return s.Accounts.compare != nil && !s.Past.Loaded() && s.Past.Err == nil
}

// SetBaseline compares with another point in the history, and remembers the choice.
func (s *Store) SetBaseline(b history.Baseline) tea.Cmd {
	s.baseline = b
	s.Fleet.Memory().ChooseBaseline(b)
	if s.Fleet.History == nil || !s.Accounts.Loaded() {
		return nil
	}
	return s.Accounts.compared()
}

// SetRefresh changes the interval of automatic refreshes.
func (s *Store) SetRefresh(every time.Duration) tea.Cmd {
	return tea.Batch(
		s.Accounts.setRefresh(every),
		s.Platforms.setRefresh(every),
		s.Catalog.setRefresh(every),
		s.Groups.setRefresh(every),
	)
}

// Data is one kind of shared data.
type Data[T any] struct {
	Loader[T]
	config Config
	kind   Kind
	reload func() tea.Cmd
	timers int          // generation of the timer of the automatic refresh
	stop   func()       // ends that timer; nil for none
	accept func(T) bool // whether a value of another store will do; nil for any

	follows   bool           // it is reloaded with other data, not by a timer, and may fail in silence
	following func() tea.Cmd // loads what follows this data; nil for nothing

	restore  func() tea.Cmd // shows the last known data; nil without a history
	unread   func()         // ends what restore still reads; nil for nothing
	arriving func() tea.Cmd // for the next report of a load; nil for nothing
	compare  func() tea.Cmd // compares new data with the history; nil where it is not compared
	apply    func(T)        // makes other data know new data; nil for none
	over     func()         // called at the end of each load; nil for nothing

	lock *sync.RWMutex // of the store; nil for data that only updates read
}

// change changes the data while nothing else reads it.
func (r *Data[T]) change(do func()) {
	if r.lock != nil {
		r.lock.Lock()
		defer r.lock.Unlock()
	}
	do()
}

// compared compares new data with the history.
func (r *Data[T]) compared() tea.Cmd {
	if r.compare == nil {
		return nil
	}
	return r.compare()
}

// Require loads the data unless it is loaded or loading. Until the response
// arrives, it shows what the history has.
func (r *Data[T]) Require() tea.Cmd {
	if r.Loaded() || r.Running() {
		return nil
	}
	if cmd := r.share(); cmd != nil {
		return tea.Batch(cmd, r.loadFollowing())
	}
	if r.restore != nil {
		return tea.Batch(r.restore(), r.reload(), r.loadFollowing())
	}
	return r.Refresh()
}

// Refresh loads the data again; a load that is running is cancelled.
func (r *Data[T]) Refresh() tea.Cmd {
	return tea.Batch(r.reload(), r.loadFollowing())
}

// loadFollowing loads what follows this data.
func (r *Data[T]) loadFollowing() tea.Cmd {
	if r.following == nil {
		return nil
	}
	return r.following()
}

// load loads data that follows other data, unless that is running.
func (r *Data[T]) load() tea.Cmd {
	if r.Running() {
		return nil
	}
	if r.Loaded() {
		return r.Refresh()
	}
	return r.Require()
}

func (r *Data[T]) start(fetch func(ctx context.Context, report func(any)) (T, error)) tea.Cmd {
	var cmd tea.Cmd
	r.change(func() { cmd = r.Start(r.config.Base, r.config.Now, fetch) })
	return r.wrap(cmd)
}

// wrap makes the messages of a command into Messages.
func (r *Data[T]) wrap(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		return Message{func() (tea.Msg, tea.Cmd) {
			var mine bool
			var next tea.Cmd
			r.change(func() { mine, next = r.Take(msg) })
			if !mine {
				return nil, nil
			}
			if r.Running() {
				trace.Log(r.config.Base, r.Name, "arrives")
				next = r.wrap(next)
				if arriving := r.arriving; arriving != nil {
					r.arriving = nil
					next = tea.Batch(next, arriving())
				}
				return Changed{r.kind}, next
			}
			trace.Log(r.config.Base, r.Name, "loaded")
			if r.over != nil {
				r.over()
			}
			if r.Err == nil {
				r.endReading()
				r.config.Shared.put(r.kind, r.Value, r.At)
			} else if r.follows { // nobody is told
				return nil, nil
			}
			return Changed{r.kind}, r.loaded()
		}}
	}
}

// loaded applies and compares what a load brought, and schedules the next refresh.
func (r *Data[T]) loaded() tea.Cmd {
	if r.Err == nil && r.apply != nil {
		r.apply(r.Value)
	}
	cmd := r.refreshLater()
	if r.Err == nil {
		cmd = tea.Batch(cmd, r.compared())
	}
	return cmd
}

// setRefresh changes the interval, and schedules the next refresh of loaded data anew.
func (r *Data[T]) setRefresh(every time.Duration) tea.Cmd {
	r.config.Refresh = every
	r.timers++ // drops the scheduled one
	if r.stop != nil {
		r.stop()
	}
	if !r.Loaded() || r.Running() {
		return nil
	}
	return r.refreshLater()
}

// refreshLater schedules the next automatic refresh, in place of the one scheduled
// before: when the value is as old as the interval, and after a failure an interval later.
func (r *Data[T]) refreshLater() tea.Cmd {
	wait := r.config.Refresh
	if wait <= 0 || r.follows {
		return nil
	}
	if r.Err == nil {
		wait -= r.config.Now().Sub(r.At)
	}
	if r.stop != nil {
		r.stop()
	}
	ctx, stop := context.WithCancel(r.config.Base)
	r.timers++
	r.stop = stop
	timer := r.timers
	return r.config.After(ctx, wait, Message{func() (tea.Msg, tea.Cmd) {
		if timer != r.timers || r.Running() {
			return nil, nil
		}
		if cmd := r.share(); cmd != nil {
			return nil, tea.Batch(cmd, r.loadFollowing())
		}
		return Changed{r.kind}, r.Refresh()
	}})
}

// platformNames are the display names of some platforms in one language. Every cell
// of a list that names a platform needs one, and they take long to decode.
type platformNames struct {
	of       []api.Platform
	language string
	byID     map[string]string
}

// PlatformName returns the display name of a platform as [api.Platform.Name] does,
// cleaned, or "" for one that is not loaded.
func (s *Store) PlatformName(id, language string) string {
	s.lock.RLock()
	of := s.Platforms.Value
	s.lock.RUnlock()
	p := s.names.Load()
	if p == nil || p.language != language || len(p.of) != len(of) ||
		len(of) > 0 && &p.of[0] != &of[0] {
		p = &platformNames{of, language, make(map[string]string, len(of))}
		for i := range of {
			id := of[i].Platform
			if p.byID[id] == "" {
				p.byID[id] = text.Line(of[i].Name(language))
			}
		}
		s.names.Store(p)
	}
	return p.byID[id]
}

// Of returns a store of data that a command loaded, for the view of its columns: it
// must not load. Everything but the time may be nil.
func Of(at time.Time, accounts *fleet.List, platforms []api.Platform, past *fleet.Past) *Store {
	s := &Store{}
	s.Accounts.Value = accounts
	s.Platforms.Value = platforms
	s.Past.Value = past
	if accounts != nil {
		s.Accounts.At = at
		s.Groups.Value = accounts.Listed
	}
	return s
}

// past returns the earlier state with which the list is compared.
func (s *Store) past() *fleet.Past {
	s.lock.RLock()
	defer s.lock.RUnlock()
	return s.Past.Value
}

// accounts is the list, as far as it has arrived.
func (s *Store) accounts() *fleet.List {
	s.lock.RLock()
	defer s.lock.RUnlock()
	return s.Accounts.List()
}

// SharesNickname implements [resource.Lists].
func (s *Store) SharesNickname(a *api.Account) bool {
	return s.accounts().Shared[fleet.HandleOf(a)]
}

// Mark implements [resource.Lists].
func (s *Store) Mark(a *api.Account) history.Mark { return s.past().Mark(a) }

// FollowersSince implements [resource.Lists].
func (s *Store) FollowersSince(a *api.Account, span history.Span) api.Number {
	return s.past().Followers(a, span)
}

// Spell implements [resource.Lists].
func (s *Store) Spell(a *api.Account) history.Spell { return s.past().Spell(a) }

// LastWork implements [resource.Lists].
func (s *Store) LastWork(a *api.Account) history.Interval {
	return s.past().LastWork(a)
}

// Forecast implements [resource.Lists].
func (s *Store) Forecast(a *api.Account) (f *findings.Forecast, likely bool) {
	return s.past().Forecast(a)
}

// RelayDown implements [resource.Lists].
func (s *Store) RelayDown() bool { return s.accounts().RelayDown }

// Nickname implements [resource.Lists].
func (s *Store) Nickname(a *api.Account) string { return s.past().Name(a) }

// IsShort implements [resource.Lists].
func (s *Store) IsShort(span history.Span) bool { return s.past().IsShort(span) }

// Covers implements [resource.Lists].
func (s *Store) Covers(span history.Span) (covered time.Duration, ok bool) {
	return s.past().Covers(span)
}
