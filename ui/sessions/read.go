package sessions

import (
	"context"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/pager"
)

// readScreen is an open session.
type readScreen struct {
	m             *Model
	doc           *document
	load          store.Loader[*document] // of a newer state
	depth         transcript.Depth
	folds         transcript.Folds
	items         []item
	page          pager.Pager // of the items
	draw          *drawer
	search        search
	follow        follow
	refresher     pane.Refresher
	width, height int
}

func (m *Model) newReader(d *document) *readScreen {
	r := &readScreen{m: m, doc: d, depth: transcript.DepthTools, draw: newDrawer(m.Context)}
	r.search = search{field: input.New(m.Theme), at: -1}
	r.page.Lines = func(i int) []string { return r.draw.draw(r.items[i]) }
	return r
}

// docChanged announces that a newer state of a session is shown.
type docChanged struct{ *readScreen }

// Update is one step.
func (r *readScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return r.onKey(msg)
	case tea.MouseMsg:
		return r.onMouse(msg)
	case followTick:
		return r.onFollowTick(msg)
	}
	if mine, cmd := r.load.Take(msg); mine {
		if r.load.Running() {
			return cmd
		}
		return tea.Batch(r.refresher.Next(r.m.Context), r.onLoaded())
	}
	if r.refresher.Due(msg) && !r.load.Running() {
		return r.refresh()
	}
	mine, cmd := r.search.index.Take(msg)
	if mine && !r.search.index.Running() {
		r.onIndex()
	}
	return cmd
}

// refresh loads the session again.
func (r *readScreen) refresh() tea.Cmd {
	return r.load.Start(r.m.Base, r.m.Now, r.m.fetch(r.doc.id, r.follow.on))
}

// onLoaded shows a newer state. The reader stays at the same place, or at the end.
func (r *readScreen) onLoaded() tea.Cmd {
	d := r.load.Value
	if r.load.Err != nil || d == nil || d == r.doc {
		r.arrange() // a line says that what is shown is old
		return r.planFollow(false)
	}
	added, changed := transcript.Diff(r.doc.t, d.t)
	if !changed {
		r.doc.at = d.at
		r.arrange()
		return r.planFollow(false)
	}
	atEnd, place := r.readsEnd() && r.search.at < 0 && r.search.was == nil, r.place()
	r.doc = d
	r.restore(place)
	if r.follow.on && atEnd {
		r.page.End()
	}
	r.follow.fresh += added
	r.caughtUp()
	r.arrange()
	var index tea.Cmd
	if r.search.query != "" || r.search.typing { // hits are places in the state before
		r.search.leave()
		index = r.loadIndex()
	}
	return tea.Batch(index, r.m.Stack.Update(docChanged{r}), r.planFollow(true))
}

// reread reads the same records anew: a session that is no longer followed may no
// longer be running.
func (r *readScreen) reread() tea.Cmd {
	id, at, records, now := r.doc.id, r.doc.at, r.doc.t.Records, r.m.Now
	return r.load.Start(r.m.Base, now, func(context.Context, func(any)) (*document, error) {
		return newDocument(id, at, transcript.New(records, transcript.IsRecent(records, now()))), nil
	})
}

func (r *readScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	if r.search.typing {
		return r.onSearchKey(msg)
	}
	k, common := &r.m.keys, &r.m.Keys
	var cmd tea.Cmd
	switch {
	case key.Matches(msg, k.OpenID):
		return r.m.openForm()
	case key.Matches(msg, k.Search):
		return r.beginSearch()
	case key.Matches(msg, k.NextHit):
		cmd = r.nextHit(1)
	case key.Matches(msg, k.PrevHit):
		cmd = r.nextHit(-1)
	case key.Matches(msg, k.Depth):
		r.setDepth(r.depth.Next())
	case key.Matches(msg, k.Shallower):
		r.setDepth(r.depth.Previous())
	case key.Matches(msg, k.Fold):
		r.toggle()
	case key.Matches(msg, k.FoldAll):
		r.folds.CloseAll()
		r.relist()
	case key.Matches(msg, k.UnfoldAll):
		r.folds.OpenAll()
		r.relist()
	case key.Matches(msg, k.FoldReset):
		r.folds.Reset()
		r.relist()
	case key.Matches(msg, k.Raw):
		r.toggleRaw()
	case key.Matches(msg, k.Media):
		return r.openMedia()
	case key.Matches(msg, k.Jump):
		r.chooseMessage()
	case key.Matches(msg, k.Names):
		return r.chooseName()
	case key.Matches(msg, common.Export):
		r.chooseExport()
	case key.Matches(msg, k.Follow):
		return r.toggleFollow()
	case key.Matches(msg, common.Refresh):
		return r.refresh()
	case key.Matches(msg, common.Copy, common.CopyJSON, k.CopyID):
		return r.copy(msg)
	default:
		cmd = r.onMoveKey(msg)
	}
	r.caughtUp()
	return cmd
}

func (r *readScreen) onMoveKey(msg tea.KeyMsg) tea.Cmd {
	k, common := &r.m.keys, &r.m.Keys
	switch {
	case key.Matches(msg, common.Up):
		r.page.Move(-1)
	case key.Matches(msg, common.Down):
		r.page.Move(1)
	case key.Matches(msg, common.PageUp):
		r.page.Turn(-r.page.Height)
	case key.Matches(msg, common.PageDown):
		r.page.Turn(r.page.Height)
	case key.Matches(msg, common.HalfUp):
		r.page.Turn(-r.page.Height / 2)
	case key.Matches(msg, common.HalfDown):
		r.page.Turn(r.page.Height / 2)
	case key.Matches(msg, common.Home):
		r.page.Jump(pager.Spot{})
	case key.Matches(msg, common.End):
		r.page.End()
	case key.Matches(msg, k.NextTurn):
		return r.goToTurn(1)
	case key.Matches(msg, k.PrevTurn):
		return r.goToTurn(-1)
	case key.Matches(msg, k.NextBad):
		return r.goToProblem(1)
	case key.Matches(msg, k.PrevBad):
		return r.goToProblem(-1)
	}
	return nil
}

// onMouse scrolls with the wheel. A click moves the cursor to a line, and a second
// one folds or unfolds what is there.
func (r *readScreen) onMouse(msg tea.MouseMsg) tea.Cmd {
	const step = 3
	switch {
	case msg.Button == tea.MouseButtonWheelUp:
		r.page.Scroll(-step)
	case msg.Button == tea.MouseButtonWheelDown:
		r.page.Scroll(step)
	case msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft:
		switch at, ok := r.page.At(msg.Y - r.above()); {
		case ok && at == r.page.Cursor:
			r.toggle()
		case ok:
			r.page.Cursor = at
		}
	}
	r.caughtUp()
	return nil
}

// Back ends the search.
func (r *readScreen) Back() (tea.Cmd, bool) {
	if r.search.query == "" {
		return nil, false
	}
	r.search.clear()
	r.arrange()
	return nil, true
}

// Close ends what the session loads.
func (r *readScreen) Close() tea.Cmd {
	r.load.Cancel()
	r.search.index.Cancel()
	r.follow.stop()
	return nil
}

// State is the state of the session.
func (r *readScreen) State() store.State { return r.load.State() }

// Capturing reports whether a query is being typed.
func (r *readScreen) Capturing() bool { return r.search.typing }

// SetSize sets the room in cells. The reader stays at the same place.
func (r *readScreen) SetSize(width, height int) {
	r.width, r.height = width, height
	r.arrange()
}
