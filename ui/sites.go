package ui

import (
	"reflect"
	"slices"
	"strings"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/widget/picker"
)

// Opened is the dashboard of a site.
type Opened struct {
	Root  *Model
	Note  string // shown when it opens, "" for none
	Close func() // cancels the loads of the site, and ends what it uses

	// Again opens the same site with the configuration as it is now, and Past a moment in the past
	// of the same sites.
	Again      func(front string) (Opened, error)
	OpenMoment func(to Moment, shown time.Time, front string) (Opened, error)
}

// Sites shows the dashboard of one site, and of another site or moment when the user asks for
// it. The newest request wins, and the messages of a site that was left are dropped.
type Sites struct {
	opened   Opened
	open     func(site, front string) (Opened, error) // with a problem in words
	requests int                                      // the number of the newest request
	visits   int                                      // the visit that is shown
	last     int                                      // visits so far
	size     tea.WindowSizeMsg
	now      *shelf   // nil unless a moment in the past is shown
	next     *shelf   // a moment in the past that is loading, to be shown when it is whole; nil for none
	waits    *arrived // a site that arrived while the user typed; nil for none
}

// NewSites returns a model that shows a site first. open opens another one, with the pane
// front; it may take a while.
func NewSites(first Opened, open func(site, front string) (Opened, error)) *Sites {
	return &Sites{opened: first, open: open}
}

// switchTo asks for another site, or for the same one again with "".
type switchTo struct{ site string }

// arrived is a dashboard that was requested, or why it could not be opened.
type arrived struct {
	request int
	past    bool // it shows a moment in the past
	Opened
	err error
}

// visited is a message of the site shown in a visit.
type visited struct {
	visit int
	msg   tea.Msg
}

// Init starts the first site.
func (s *Sites) Init() tea.Cmd {
	return s.of(s.opened.Root.Init())
}

// View draws the site.
func (s *Sites) View() string { return s.opened.Root.View() }

// Update handles a message.
func (s *Sites) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if m, ok := msg.(visited); ok {
		if s.next != nil && m.visit == s.next.visit {
			return s, s.ahead(m.msg)
		}
		if m.visit != s.visits {
			return s, s.behind(m)
		}
		msg = m.msg
	}
	switch m := msg.(type) {
	case tea.WindowSizeMsg:
		s.size = m
	case switchTo:
		return s, s.begin(m.site)
	case toMoment:
		return s, s.travel(m.Moment)
	case arrived:
		return s, s.arrive(m)
	}
	root := s.opened.Root
	_, cmd := root.Update(msg)
	cmd = s.of(cmd)
	for _, next := range root.forSites() {
		_, after := s.Update(next)
		cmd = tea.Batch(cmd, after)
	}
	return s, tea.Batch(cmd, s.goOn())
}

// goOn shows what arrived while the user typed, once nothing is typed: what is typed into a field must not run as
// keys in its place.
func (s *Sites) goOn() tea.Cmd {
	if s.opened.Root.typing() {
		return nil
	}
	if s.waits != nil {
		m := *s.waits
		s.waits = nil
		return s.arrive(m)
	}
	if s.next != nil {
		return s.showNext()
	}
	return nil
}

// begin opens a site, unless the one shown has sent a request with effects whose outcome is
// not known yet.
func (s *Sites) begin(site string) tea.Cmd {
	if len(s.Unfinished()) > 0 {
		return s.sayUnfinished()
	}
	front := s.front()
	if again := s.opened.Again; site == "" {
		return s.request(false, func() (Opened, error) { return again(front) })
	}
	open := s.open
	opening := s.notify(pane.Info, s.opened.Root.ctx.Words.T("sites.opening", "Site", site))
	return tea.Sequence(
		opening,
		s.request(false, func() (Opened, error) { return open(site, front) }),
	)
}

// sayUnfinished says why another site cannot be shown now.
func (s *Sites) sayUnfinished() tea.Cmd {
	return s.notify(pane.Warning, s.opened.Root.ctx.Words.T("sites.unfinished"))
}

// front is the name of the pane in front.
func (s *Sites) front() string {
	tabs := &s.opened.Root.tabs
	return tabs.all[tabs.front].Name
}

// request opens a dashboard in the background.
func (s *Sites) request(past bool, open func() (Opened, error)) tea.Cmd {
	s.requests++
	request := s.requests
	return func() tea.Msg {
		opened, err := open()
		return arrived{
			request: request,
			past:    past,
			Opened:  opened,
			err:     err,
		}
	}
}

// arrive shows a dashboard that was opened. One that was requested before a newer request is
// closed: it may belong to a site that is no longer shown. After a failure the request before
// is the newest one again.
func (s *Sites) arrive(m arrived) tea.Cmd {
	newest := m.request == s.requests
	if m.err != nil {
		if !newest {
			return nil
		}
		s.requests--
		level := pane.Failure
		if m.past {
			level = pane.Warning
		}
		return s.notify(level, m.err.Error())
	}
	if !m.past { // the user may have toggled it since the configuration was read
		m.Root.ctx.HideInspector = s.opened.Root.ctx.HideInspector
	}
	unfinished := !m.past && len(s.Unfinished()) > 0 // begun since the request
	if !newest {
		m.Close()
		return nil
	}
	if unfinished {
		m.Close()
		return s.sayUnfinished()
	}
	if m.past {
		return s.prepare(m.Opened)
	}
	if s.opened.Root.typing() {
		s.waits = &m
		return nil
	}
	s.Close()
	s.now = nil
	s.next = nil
	s.last++
	s.visits = s.last
	s.opened = m.Opened
	return s.of(s.start(m.Opened))
}

// start starts a dashboard that was opened.
func (s *Sites) start(o Opened) tea.Cmd {
	_, sized := o.Root.Update(s.size)
	show := tea.Batch(sized, o.Root.Init())
	if o.Note != "" {
		show = tea.Batch(show, pane.Notify(pane.Warning, o.Note))
	}
	return show
}

func (s *Sites) notify(level pane.Level, text string) tea.Cmd {
	return s.of(pane.Notify(level, text))
}

// Unfinished describes the requests with effects that were under way when the program
// ended.
func (s *Sites) Unfinished() []string {
	if s.now != nil {
		return s.now.Root.Unfinished()
	}
	return s.opened.Root.Unfinished()
}

// Close ends the site shown, and the one of now behind a moment in the past.
func (s *Sites) Close() {
	s.drop()
	if s.waits != nil {
		s.waits.Close()
		s.waits = nil
	}
	s.opened.Close()
	if s.now != nil {
		s.now.Close()
	}
}

// of tags the messages of a command with the present visit, except those for Bubble Tea.
func (s *Sites) of(cmd tea.Cmd) tea.Cmd { return tag(s.visits, cmd) }

func tag(visit int, cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() tea.Msg {
		msg := cmd()
		switch m := msg.(type) {
		case nil:
			return nil
		case tea.BatchMsg:
			batch := make(tea.BatchMsg, len(m))
			for i, one := range m {
				batch[i] = tag(visit, one)
			}
			return batch
		}
		if reflect.TypeOf(msg).PkgPath() == reflect.TypeFor[tea.QuitMsg]().PkgPath() {
			return msg
		}
		return visited{visit, msg}
	}
}

// switchFrom asks for another site than the one shown.
func switchFrom(ctx *pane.Context, shown, site string) tea.Cmd {
	if site == shown {
		return nil
	}
	return ctx.ToRoot(switchTo{site})
}

// sitesBox is a picker of the configured sites: of the one under the cursor, or of several that are
// ticked, whose accounts are then shown together.
type sitesBox struct {
	*picker.Picker
	ctx *pane.Context
}

// addSite is the message that opens the form of a new site.
type addSite struct{}

// openSites offers the sites and to add one, where the user may.
func (m *Model) openSites() tea.Cmd {
	w := m.ctx.Words
	if len(m.ctx.Configured) == 0 && m.ctx.Settings == nil {
		return pane.Notify(pane.Info, w.T("sites.none"))
	}
	var items []picker.Item
	shown := m.ctx.Sites.Names()
	for _, site := range m.ctx.Configured {
		item := picker.Item{
			ID:     site.Name,
			Label:  site.Name,
			Note:   site.Host,
			Chosen: slices.Contains(shown, site.Name),
			Value:  switchTo{site.Name},
		}
		if item.Chosen {
			item.Note += " " + m.ctx.Theme.Glyphs.Between + " " + w.T("sites.present")
		}
		items = append(items, item)
	}
	if m.ctx.Settings != nil {
		items = append(items, picker.Item{Label: w.T("settings.add_site"), Value: addSite{}})
	}
	box := m.ctx.Picker(
		pane.NewKeys(m.ctx),
		items,
		len(m.ctx.Configured) > 1,
	)
	box.Single = true
	m.cover(&sitesBox{box, m.ctx})
	return nil
}

func (b *sitesBox) Want(width, height int) (int, int) {
	wide, high := b.Size()
	return min(max(wide, 40), width-6), min(high, height-2)
}

func (b *sitesBox) Frame() pane.Frame {
	from, to, of := b.Visible()
	return pane.Frame{
		Title:  b.ctx.Words.T("sites.title"),
		Scroll: pane.Scroll{From: from, To: to, Of: of},
	}
}

func (b *sitesBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	result, cmd := b.Picker.Update(msg)
	if result != picker.Confirmed {
		return result == picker.Open, cmd
	}
	current := b.Current()
	if current != nil && !b.Changed() {
		if to, ok := current.Value.(switchTo); ok {
			return false, switchFrom(
				b.ctx,
				strings.Join(b.ctx.Sites.Names(), ","),
				to.site,
			)
		}
		return false, b.ctx.ToRoot(addSite{})
	}
	names := b.Chosen()
	if slices.Contains(names, "") {
		return false, b.ctx.ToRoot(addSite{})
	}
	if len(names) == 0 {
		return true, nil // one must be shown
	}
	return false, switchFrom(
		b.ctx,
		strings.Join(b.ctx.Sites.Names(), ","),
		strings.Join(names, ","),
	)
}
