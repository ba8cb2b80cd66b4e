// Package works is the pane of published works: the works opened in this run,
// and for each its facts, metrics, chart and snapshots, a comparison with another
// work, and a watch that refreshes it at an interval.
//
// A work-details request has effects: it queries the platform live, uses its
// quota, stores a snapshot, and can mark the account abnormal. So there is one
// request for one deliberate act, and only Model.call sends it.
package works

import (
	"cmp"
	"regexp"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/metrics"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// Name is the name of the pane.
const Name = "works"

// Model is the pane: it routes messages to its screens. Those of all sites are screens of the first one.
type Model struct {
	*site
	sites []*site // that are shown
}

// site is the pane at one site: what the screens of the site share.
type site struct {
	pane  *Model
	ctx   *pane.Context
	own   *pane.Site // whose data it has
	stack *pane.Stack
	words *words.Words
	theme *theme.Theme
	view  *resource.View
	store *store.Store

	wording *wording
	keys    keyMap
	start   *startScreen
	works   []*work       // opened in this run, oldest first
	draft   api.WorkQuery // typed in a form that was left; may be zero
	watch   watch
	known   stored // what is listed
}

// Make is New for what needs to know no more than the interface: compiling it takes less time.
func Make(c *pane.Context) pane.Pane { return New(c) }

// New returns the pane.
func New(c *pane.Context) *Model {
	sites := pane.NewSites(c, Name, func(s *pane.Stack, own *pane.Site) *site {
		m := &site{
			ctx:     c,
			own:     own,
			stack:   s,
			words:   c.Words,
			theme:   c.Theme,
			view:    own.View,
			store:   own.Store,
			wording: newWording(c, own),
			keys:    newKeyMap(c),
		}
		m.watch = watch{m: m, interval: defaultInterval}
		return m
	})
	m := &Model{site: sites[0], sites: sites}
	start := m.newStart()
	for _, s := range sites {
		s.pane = m
		s.start = start
	}
	m.stack.Push(start)
	return m
}

// siteNamed is the pane at a site.
func (m *Model) siteNamed(name string) *site {
	return m.sites[m.ctx.Sites.Index(name)]
}

// Stack are the screens of the pane.
func (m *site) Stack() *pane.Stack { return m.stack }

// Init loads the platforms, which show where work details are supported.
func (m *Model) Init() tea.Cmd {
	return tea.Batch(
		m.start.fill(),
		pane.Each(m.sites, func(m *site) tea.Cmd {
			return tea.Batch(m.store.Platforms.Require(), m.loadStored())
		}),
	)
}

// Update handles a message.
func (m *Model) Update(msg tea.Msg) tea.Cmd {
	cmd := tea.Batch(m.update(msg), m.start.refold())
	for _, m := range m.sites {
		if m.watch.work != m.visible() {
			cmd = tea.Batch(cmd, m.watch.stop("works.watch_left"))
		}
	}
	return cmd
}

func (m *Model) update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case watchTick:
		return msg.of.onTick(msg)
	case earlier:
		return msg.m.onEarlier(msg)
	case watched:
		return msg.of.setWatched(msg.work, msg.watched)
	}
	for _, m := range m.sites {
		if mine, cmd := m.wording.stored.Take(msg); mine {
			return tea.Batch(cmd, m.start.fill())
		}
		for _, w := range m.works {
			if mine, cmd := w.load.Take(msg); mine {
				return tea.Batch(cmd, m.onLoaded(w))
			}
		}
	}
	return m.stack.Update(msg)
}

// State is the state of the visible work, and all requests that are running.
func (m *Model) State() store.State {
	s := m.stack.State()
	for _, m := range m.sites {
		for _, w := range m.works {
			if w.load.Running() && w != m.visible() {
				s.InFlight++
			}
		}
		s.InFlight += m.store.Platforms.State().InFlight + m.store.Accounts.State().InFlight
	}
	return s
}

// Leave stops the watch.
func (m *Model) Leave() tea.Cmd {
	return pane.Each(m.sites, func(m *site) tea.Cmd {
		return m.watch.stop("works.watch_left")
	})
}

// Open shows a work of this run or of the history or, for another work, the form with its
// known values. It sends no work-details request.
func (m *Model) Open(t pane.Target) tea.Cmd {
	of := m.siteNamed(t.Site)
	q := queryOf(t)
	if q == (api.WorkQuery{}) {
		return nil
	}
	if w := of.find(q); w != nil {
		return of.show(w)
	}
	if q.WorkID != "" && of.own.History() != nil {
		return of.openEarlier(q, true)
	}
	d := of.draft
	if q.WorkID == "" && d.Platform == q.Platform && d.AccountID == q.AccountID {
		q = d
	}
	return of.openForm(q, "", true)
}

// show pushes the screen of a work.
func (m *site) show(w *work) tea.Cmd {
	s := m.newWorkScreen(w)
	m.stack.Push(s)
	return s.refill()
}

// visible is the work of the topmost work screen, or nil.
func (m *site) visible() *work {
	s := pane.Topmost[*workScreen](m.stack)
	if s != nil {
		return s.work
	}
	return nil
}

// Read returns the work that a link leads to. Without the platform or the id in it, the
// form explains what is missing.
func (m *Model) Read(s string) []pane.Thing {
	return pane.Things(m.sites, func(m *site) []pane.Thing {
		return m.read(s)
	})
}

func (m *site) read(s string) []pane.Thing {
	l := metrics.ReadLink(s)
	t := pane.Thing{
		Kind:   pane.KindWork,
		Target: pane.Target{Pane: Name, Platform: m.platformOf(l.Website), WorkID: l.ID},
	}
	if l.Kind == metrics.NoLink || l.Kind == metrics.UnknownWebsite {
		return nil
	}
	if l.Kind != metrics.WorkLink || t.Target.Platform == "" {
		t.Target.Platform = ""
		t.Target.WorkID = strings.TrimSpace(s)
	}
	t.Label = m.words.T(
		"works.open_link",
		"ID",
		text.Line(cmp.Or(l.ID, l.Host)),
	)
	t.Note = m.view.WebsiteName(m.store.Platforms.Value, l.Website)
	p := m.store.Platform(m.platformOf(l.Website))
	if p != nil {
		t.Note = text.Join(" ", t.Note, m.withoutWorks(p))
	}
	return []pane.Thing{t}
}

// MatchID returns a work of unknown platform, if s can be the id of a work.
func (m *Model) MatchID(s string) []pane.Thing {
	id := text.CleanID(s)
	if regexp.MustCompile(`^[\w:-]{8,64}$`).MatchString(id) &&
		strings.ContainsAny(id, "0123456789") {
		t := pane.Thing{
			Kind:   pane.KindWork,
			Label:  m.words.T("works.open_id", "ID", text.Line(id)),
			Target: pane.Target{Pane: Name, WorkID: id},
		}
		return pane.Things(m.sites, func(*site) []pane.Thing {
			return []pane.Thing{t}
		})
	}
	return nil
}

// withoutWorks says in few words why a platform has no work details, "" if it may have them.
func (m *site) withoutWorks(p *api.Platform) string {
	if p.NoWorks() == "" {
		return ""
	}
	return m.words.T("works.note." + string(p.NoWorks()))
}

// platformOf returns the platform of a website, "" for none.
func (m *site) platformOf(website string) string {
	for _, p := range m.store.Platforms.Value {
		if metrics.SamePlatform(p.Platform, website) {
			return p.Platform
		}
	}
	return ""
}

// Things are the works of this run, which the palette can open.
func (m *Model) Things() []pane.Thing {
	return pane.Things(m.sites, (*site).things)
}

// things are the works of a site.
func (m *site) things() []pane.Thing {
	things := make([]pane.Thing, len(m.works))
	for i, w := range m.works {
		things[i] = pane.Thing{
			Kind:  pane.KindWork,
			Label: w.title(),
			Note:  m.view.PlatformName(w.query.Platform) + " " + text.Line(w.query.WorkID),
			Target: pane.Target{
				Pane:      Name,
				Platform:  w.query.Platform,
				WorkID:    w.query.WorkID,
				AccountID: w.query.AccountID,
			},
		}
	}
	return things
}
