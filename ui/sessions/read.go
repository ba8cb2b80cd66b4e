package sessions

import (
	"context"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/sessions/transcript"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/pager"
	"channeldeck/ui/widget/scroll"
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
	outline       outline
	draw          *drawer
	search        search
	follow        follow
	refresher     pane.Refresher
	width, height int
}

func (m *Model) newReader(d *document) *readScreen {
	r := &readScreen{m: m, doc: d, depth: transcript.DepthTools, draw: &drawer{ctx: m.Context, md: m.markdown}}
	r.search = search{field: m.Search(Name), at: -1}
	r.page.Draw = func(i int) []string { return r.draw.draw(r.items[i]) }
	r.outline.page.Draw = r.drawTurn
	return r
}

// docChanged announces that a newer state of a session is shown.
type docChanged struct{ *readScreen }

func (r *readScreen) Update(msg tea.Msg) tea.Cmd {
	defer r.syncOutline()
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return r.onKey(msg)
	case tea.MouseMsg:
		return r.onMouse(msg)
	}
	if r.follow.timer.Due(msg) {
		return r.followAgain()
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

func (r *readScreen) refresh() tea.Cmd {
	return r.load.Start(r.m.Base, r.m.Now, r.m.fetch(r.doc.id, r.follow.on))
}

// onLoaded shows a newer state. The reader stays at the same place, or at the end.
func (r *readScreen) onLoaded() tea.Cmd {
	d := r.load.Value
	if r.load.Err != nil || d == nil || d == r.doc {
		r.arrange() // a line above the page reports the failure
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
	if s := &r.search; s.query != "" || s.field.Typing() { // hits are places in the state before
		if s.at >= 0 {
			was := s.hit(s.at)
			s.was = &was
		}
		s.hits, s.at = nil, -1
		index = r.loadIndex()
	}
	return tea.Batch(index, r.m.Stack.Update(docChanged{r}), r.planFollow(true))
}

// reread parses the same records again: a session that is no longer followed may have
// ended.
func (r *readScreen) reread() tea.Cmd {
	id, at, records, now := r.doc.id, r.doc.at, r.doc.t.Records, r.m.Now
	return r.load.Start(r.m.Base, now, func(context.Context, func(any)) (*document, error) {
		return newDocument(id, at, transcript.New(records, transcript.IsRecent(records, now()))), nil
	})
}

func (r *readScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	if r.search.field.Typing() {
		return r.onSearchKey(msg)
	}
	if r.outline.focused && r.onOutlineKey(msg) {
		return nil
	}
	k, common, page := &r.m.keys, &r.m.Keys, &r.page
	for _, action := range []struct {
		key key.Binding
		run func() tea.Cmd
	}{
		{k.OpenID, r.m.openForm},
		{k.Search, func() tea.Cmd { return tea.Batch(r.search.field.Open(), r.loadIndex()) }},
		{k.NextHit, func() tea.Cmd { return r.nextHit(1) }},
		{k.PrevHit, func() tea.Cmd { return r.nextHit(-1) }},
		{k.Depth, do(func() { r.setDepth(r.depth.Turn(1)) })},
		{k.Shallower, do(func() { r.setDepth(r.depth.Turn(-1)) })},
		{k.Fold, do(r.toggle)},
		{k.FoldAll, do(func() { r.foldAll(transcript.ViewFolded) })},
		{k.UnfoldAll, do(func() { r.foldAll(transcript.ViewOpen) })},
		{k.FoldReset, do(func() { r.foldAll(transcript.ViewNone) })},
		{k.Raw, do(r.toggleRaw)},
		{k.Media, r.openMedia},
		{k.Jump, do(r.chooseMessage)},
		{k.Names, r.chooseName},
		{common.Export, do(r.chooseExport)},
		{k.Follow, r.toggleFollow},
		{common.Refresh, r.refresh},
		{common.Copy, r.copyText},
		{common.CopyJSON, r.copyJSON},
		{k.CopyID, func() tea.Cmd { return r.m.CopyShort(r.doc.id) }},
		{k.Outline, do(func() { r.focusOutline(true) })},
		{k.LeaveOutline, do(func() { r.focusOutline(false) })},
		{common.Up, do(func() { page.Move(-1) })},
		{common.Down, do(func() { page.Move(1) })},
		{common.PageUp, do(func() { page.Turn(-page.Height) })},
		{common.PageDown, do(func() { page.Turn(page.Height) })},
		{common.HalfUp, do(func() { page.Turn(-page.Height / 2) })},
		{common.HalfDown, do(func() { page.Turn(page.Height / 2) })},
		{common.Home, do(func() { page.Jump(pager.Spot{}) })},
		{common.End, do(page.End)},
		{k.NextTurn, func() tea.Cmd { return r.goToTurn(1) }},
		{k.PrevTurn, func() tea.Cmd { return r.goToTurn(-1) }},
		{k.NextBad, func() tea.Cmd { return r.goToProblem(1) }},
		{k.PrevBad, func() tea.Cmd { return r.goToProblem(-1) }},
	} {
		if key.Matches(msg, action.key) {
			cmd := action.run()
			r.caughtUp()
			return cmd
		}
	}
	return nil
}

// do returns an action without a command.
func do(action func()) func() tea.Cmd {
	return func() tea.Cmd {
		action()
		return nil
	}
}

// onMouse scrolls with the wheel. A click moves the cursor to a line, and a second click
// folds or unfolds the part there. A click in the outline opens a turn.
func (r *readScreen) onMouse(msg tea.MouseMsg) tea.Cmd {
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	row := msg.Y - r.above() - 1 // below the title
	switch by := scroll.Wheel(msg); {
	case msg.X < r.outlineWidth() && by != 0:
		r.outline.page.Scroll(by)
		r.outline.focused = true
	case msg.X < r.outlineWidth():
		if at, ok := r.outline.page.At(row); ok && pressed {
			r.openTurn(at.Item)
		}
	case by != 0:
		r.page.Scroll(by)
	case pressed:
		switch at, ok := r.page.At(row); {
		case ok && at == r.page.Cursor:
			r.toggle()
		case ok:
			r.page.Cursor = at
		}
	}
	r.caughtUp()
	return nil
}

// Back leaves the outline, or ends the search.
func (r *readScreen) Back() (tea.Cmd, bool) {
	if r.outline.focused {
		r.focusOutline(false)
		return nil, true
	}
	if r.search.query == "" {
		return nil, false
	}
	r.search.look("", r.doc)
	r.search.field.SetValue("")
	r.arrange()
	return nil, true
}

func (r *readScreen) Close() tea.Cmd {
	r.load.Cancel()
	r.search.index.Cancel()
	r.follow.on = false
	return nil
}

func (r *readScreen) State() store.State { return r.load.State() }

func (r *readScreen) Capturing() bool { return r.search.field.Typing() }

// SetSize sets the room in cells. The reader stays at the same place.
func (r *readScreen) SetSize(width, height int) {
	r.width, r.height = width, height
	r.arrange()
}

// follow reloads a running session periodically, less often while nothing changes.
type follow struct {
	on    bool
	timer pane.Refresher
	wait  time.Duration
	fresh int // records that came while the reader was not at the end
}

// The first wait between two loads, and the longest.
const (
	followWait    = 2 * time.Second
	followLongest = time.Minute
)

// toggleFollow starts to follow at the end of the session, or stops.
func (r *readScreen) toggleFollow() tea.Cmd {
	if r.follow.on {
		r.follow.on, r.follow.fresh = false, 0
		return r.reread()
	}
	r.follow.on, r.follow.wait, r.follow.fresh = true, followWait, 0
	r.page.End()
	return r.refresh()
}

// planFollow schedules the next load: soon after a change, and later each time nothing
// changed or the load failed.
func (r *readScreen) planFollow(changed bool) tea.Cmd {
	f := &r.follow
	if !f.on {
		return nil
	}
	f.wait = min(f.wait*3/2, followLongest)
	if changed {
		f.wait = followWait
	}
	return f.timer.After(r.m.Context, f.wait)
}

// followAgain loads again, unless another session is visible.
func (r *readScreen) followAgain() tea.Cmd {
	switch {
	case !r.follow.on || r.load.Running():
		return nil
	case r.m.top() != r:
		return r.planFollow(false)
	}
	return r.refresh()
}

// caughtUp resets the number of new messages once the end is visible.
func (r *readScreen) caughtUp() {
	if r.follow.fresh > 0 && r.readsEnd() {
		r.follow.fresh = 0
	}
}

// readsEnd reports whether the last line is in view and, if the first one is too,
// the cursor is in the last message.
func (r *readScreen) readsEnd() bool {
	return r.page.AtEnd() && (r.page.Top != pager.Spot{} || r.here().Message == len(r.doc.t.Messages)-1)
}
