package sessions

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/transcript"
	"channeldeck/theme"
	"channeldeck/ui/command"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/pager"
	"channeldeck/ui/widget/scroll"
)

// readScreen is an open session.
type readScreen struct {
	m             *site
	page          page
	outline       outline
	search        search
	updates       updates
	problems      bool // the next and the previous hit are problems
	width, height int
}

func (m *site) newReader(d *document) *readScreen {
	r := &readScreen{m: m}
	r.page = page{doc: d, depth: transcript.DepthTools}
	r.page.drawer = drawer{
		words: m.words,
		theme: m.theme,
		view:  m.view,
		md:    m.markdown,
		doc:   d,
	}
	r.page.Draw = func(i int) []string {
		return r.page.drawer.draw(r.page.items[i].item())
	}
	r.outline = outline{m: m, page: &r.page}
	r.outline.Draw = r.outline.draw
	r.search = search{
		m:     m,
		page:  &r.page,
		field: m.ctx.Search(Name),
		at:    -1,
		early: -1,
	}
	r.updates = updates{m: m, page: &r.page}
	return r
}

// sessionClosed announces that a session does not cover the list any more.
type sessionClosed struct{}

// docChanged announces that a newer state of a session is shown.
type docChanged struct{ *readScreen }

func (r *readScreen) Update(msg tea.Msg) tea.Cmd {
	defer r.followPage()
	switch msg := msg.(type) {
	case tea.KeyMsg:
		return r.onKey(msg)
	case tea.MouseMsg:
		return r.onMouse(msg)
	case pane.SettingsChanged:
		r.page.relist()
		r.arrange()
		return nil
	}
	searched := r.search.Update(msg)
	cmd, loaded := r.updates.Update(msg)
	if loaded {
		cmd = tea.Batch(cmd, r.onLoaded())
	}
	return tea.Batch(searched, cmd)
}

// onLoaded shows what was loaded. A line above the page reports a failure.
func (r *readScreen) onLoaded() tea.Cmd {
	changed := r.updates.load.Err == nil && r.show(r.updates.load.Value)
	r.arrange()
	if !changed {
		return r.updates.plan(false)
	}
	return tea.Batch(
		r.search.reload(),
		r.m.stack.Update(docChanged{r}),
		r.m.remember(r.page.doc.facts),
		r.updates.plan(true),
	)
}

// show keeps the reader's place in a newer state, or at the end. It reports any change.
func (r *readScreen) show(d *document) bool {
	added, changed := transcript.Diff(r.page.doc.t, d.t)
	if !changed {
		r.page.doc.at = d.at
		return false
	}
	atEnd := r.page.readsEnd() && r.search.at < 0
	r.page.show(d)
	if r.updates.following && atEnd {
		r.page.End()
	}
	r.updates.fresh += added
	r.updates.caughtUp()
	return true
}

func (r *readScreen) onKey(msg tea.KeyMsg) tea.Cmd {
	if r.search.field.Typing() {
		return r.search.onKey(msg)
	}
	if r.outline.onKey(msg) {
		return nil
	}
	defer r.updates.caughtUp()
	movement := r.m.stack.Keys.Pager()
	by, ok := movement.Move(msg, r.page.Height)
	if ok {
		r.page.move(by)
		return nil
	}
	for _, action := range r.actions() {
		if key.Matches(msg, action.key) {
			return action.run()
		}
	}
	return nil
}

// readAction is a key of the transcript with its function.
type readAction struct {
	key key.Binding
	run func() tea.Cmd
}

// actions are the keys of the page with what they do.
func (r *readScreen) actions() []readAction {
	k := &r.m.keys
	common := &r.m.stack.Keys
	page := &r.page
	return []readAction{
		{k.OpenID, r.m.openForm},
		{k.FindAll, r.m.askFind},
		{common.Search, r.openSearch},
		{common.NextHit, func() tea.Cmd { return r.next(1) }},
		{common.PreviousHit, func() tea.Cmd { return r.next(-1) }},
		{k.Problems, r.toggleProblems},
		{k.Depth, do(func() { page.setDepth(page.depth.Turn(1)) })},
		{k.Shallower, do(func() { page.setDepth(page.depth.Turn(-1)) })},
		{k.Fold, r.toggle},
		{common.Left, do(func() { page.setOpen(false) })},
		{common.Right, do(func() { page.setOpen(true) })},
		{common.FoldAll, do(func() { page.foldAll(transcript.Folded) })},
		{k.FoldAll, do(func() { page.foldAll(transcript.Folded) })},
		{common.UnfoldAll, do(func() { page.foldAll(transcript.Open) })},
		{k.UnfoldAll, do(func() { page.foldAll(transcript.Open) })},
		{common.Reset, r.resetFolds},
		{k.FoldReset, r.resetFolds},
		{common.Raw, do(page.toggleRaw)},
		{k.Raw, do(page.toggleRaw)},
		{common.GoTo, r.goTo},
		{common.CopyAs, func() tea.Cmd {
			return r.m.stack.Menu("menu.copy_as", common.CopyJSON, k.CopyID, k.CopyMasked)
		}},
		{k.FailedCall, r.goToFailedCall},
		{k.NextTurn, func() tea.Cmd { return page.goToTurn(1) }},
		{k.PrevTurn, func() tea.Cmd { return page.goToTurn(-1) }},
		{k.NextBad, func() tea.Cmd { return page.goToProblem(1) }},
		{k.PrevBad, func() tea.Cmd { return page.goToProblem(-1) }},
		{k.Media, r.openMedia},
		{k.Jump, do(r.chooseMessage)},
		{k.Names, r.chooseName},
		{common.Export, do(r.chooseExport)},
		{k.Follow, r.updates.follow},
		{common.Refresh, r.updates.refresh},
		{common.Copy, r.copyText},
		{common.CopyJSON, r.copyJSON},
		{k.CopyMasked, r.copyMasked},
		{k.CopyID, func() tea.Cmd {
			return r.m.stack.Output.CopyShort(page.doc.id)
		}},
	}
}

// toggle folds or unfolds the row under the cursor, or says that it has nothing to fold.
func (r *readScreen) toggle() tea.Cmd {
	if r.page.toggle() {
		return nil
	}
	return r.m.ctx.Inform("sessions.nothing_to_unfold")
}

// resetFolds shows all as the depth does, or says that it is shown so.
func (r *readScreen) resetFolds() tea.Cmd {
	if r.page.folds.IsReset() {
		return r.m.ctx.Inform("sessions.nothing_to_reset")
	}
	r.page.foldAll(transcript.Hidden)
	return nil
}

// do returns an action without a command.
func do(run func()) func() tea.Cmd {
	return func() tea.Cmd {
		run()
		return nil
	}
}

func (r *readScreen) onMouse(msg tea.MouseMsg) tea.Cmd {
	by := scroll.Wheel(msg)
	row := msg.Y - len(r.failure()) - 1 // below the title
	pressed := msg.Action == tea.MouseActionPress && msg.Button == tea.MouseButtonLeft
	if msg.X < r.outline.width {
		r.outline.onMouse(by, row, pressed)
	} else {
		r.page.onMouse(by, row, pressed)
	}
	r.updates.caughtUp()
	return nil
}

// Back leaves the outline, or ends the walk through problems or the search.
func (r *readScreen) Back() (tea.Cmd, bool) {
	if r.outline.leave() {
		return nil, true
	}
	if r.problems {
		r.problems = false
		return nil, true
	}
	return nil, r.search.end()
}

func (r *readScreen) Close() tea.Cmd {
	r.updates.close()
	r.search.index.Cancel()
	return func() tea.Msg { return sessionClosed{} }
}

// WithCommandRows calls then with the session, which own commands run for.
func (r *readScreen) WithCommandRows(then func([]command.Row) tea.Cmd) tea.Cmd {
	type record struct {
		ID string `json:"id"`
	}
	id := r.page.doc.id
	return then([]command.Row{{
		ID:     id,
		Record: record{id},
	}})
}

// Links returns the links of the part under the cursor, or else of its message.
func (r *readScreen) Links() func() []string {
	return func() []string { return r.page.doc.t.Links(r.page.here()) }
}

func (r *readScreen) State() store.State { return r.updates.load.State() }

func (r *readScreen) Capturing() bool { return r.search.field.Typing() }

func (r *readScreen) ShortHelp() []key.Binding {
	k := &r.m.keys
	common := &r.m.stack.Keys
	if r.search.field.Typing() {
		return r.m.ctx.FieldKeys(*common)
	}
	if r.outline.focused {
		return []key.Binding{k.ShowTurn, k.LeaveOutline, common.Back}
	}
	short := []key.Binding{common.Search, k.Problems, k.Depth}
	if r.outline.width > 0 {
		short = append(short, k.Outline)
	}
	next, previous := r.hitKeys()
	if r.search.query != "" || r.problems {
		short = append([]key.Binding{next, previous, common.Back}, short...)
	}
	return short
}

func (r *readScreen) FullHelp() [][]key.Binding {
	k := &r.m.keys
	common := &r.m.stack.Keys
	if r.search.field.Typing() {
		return [][]key.Binding{r.ShortHelp()}
	}
	next, previous := r.hitKeys()
	find := []key.Binding{
		common.Search,
		next,
		previous,
		k.Problems,
		k.NextTurn,
		k.PrevTurn,
		k.NextBad,
		k.PrevBad,
		k.Jump,
	}
	if r.search.query != "" || r.problems {
		find = append(find, common.Back)
	}
	if r.outline.width > 0 {
		find = append(find, k.Outline, k.LeaveOutline)
	}
	return [][]key.Binding{
		{k.OpenID, k.FindAll, common.Refresh, r.followKey(), common.Export},
		{k.Depth, k.Shallower, k.Fold, common.FoldAll, common.UnfoldAll, k.FoldReset, k.Raw},
		find,
		{common.GoTo, k.FailedCall, k.Names, k.Media, common.Browser},
		{common.Copy, common.CopyAs, common.CopyJSON, k.CopyID, k.CopyMasked},
		append(common.Bindings(), common.Left, common.Right),
	}
}

// hitKeys are the keys that go through what was found, or through the problems where only these are walked.
func (r *readScreen) hitKeys() (next, previous key.Binding) {
	next = r.m.stack.Keys.NextHit
	previous = r.m.stack.Keys.PreviousHit
	if r.problems {
		next = r.m.ctx.Named(next, "key.sessions.next_problem")
		previous = r.m.ctx.Named(previous, "key.sessions.prev_problem")
	}
	return next, previous
}

// followKey is the key that follows the session, or stops following it.
func (r *readScreen) followKey() key.Binding {
	if r.updates.following {
		return r.m.ctx.Named(r.m.keys.Follow, "key.sessions.unfollow")
	}
	return r.m.keys.Follow
}

// SetSize sets the room in cells. The reader stays at the same place.
func (r *readScreen) SetSize(width, height int) {
	r.width = width
	r.height = height
	r.arrange()
}

// arrange divides the room.
func (r *readScreen) arrange() {
	height := r.height - len(r.failure()) - 1
	r.outline.resize(r.width, height)
	r.page.resize(r.frame().Inner(r.width-r.outline.width, height))
	r.outline.sync()
}

// followPage keeps the outline at the turn that is read, and as wide as it is beside a page of the present detail.
func (r *readScreen) followPage() {
	if r.outline.depth != r.page.depth {
		r.arrange()
	}
	r.outline.sync()
}

// failure is the line above the page after a load that failed.
func (r *readScreen) failure() []string {
	if err := r.updates.load.Err; err != nil {
		return []string{r.m.own.LineFailed(
			err,
			r.page.doc.at,
			r.m.stack.Keys.Refresh,
			r.width,
		)}
	}
	return nil
}

func (r *readScreen) frame() pane.Frame {
	return pane.Frame{
		Bare:    r.width < pane.FrameWidth,
		Focused: !r.outline.focused,
	}
}

func (r *readScreen) View() string {
	lines := r.failure()
	frame := r.frame()
	width := r.width - r.outline.width
	height := max(r.height-len(lines)-1, 1)
	const border = 7 // with the blanks around the title
	frame.Title = r.viewTitle(width - border)
	frame.Scroll = position(&r.page.Pager)
	body := r.page.viewPage(r.search.marks(), !r.outline.focused)
	if len(r.page.doc.t.Messages) == 0 {
		body = r.m.ctx.ViewNothing(
			r.m.words.T("sessions.empty"),
			r.page.drawer.width,
			height-2,
		)
	}
	body = r.m.ctx.Frame(frame, body, width, height)
	if r.outline.width > 0 {
		body = pane.SideBySide(r.outline.view(height), body, r.outline.width)
	}
	return text.Fit(
		strings.Join(append(lines, body, r.viewStatus()), "\n"),
		r.width,
		r.height,
	)
}

// position is the visible range of a page.
func position(p *pager.Pager) pane.Scroll {
	from, to, of := p.Position()
	return pane.Scroll{From: from, To: to, Of: of}
}

// viewTitle is the session with its problems, whether it is followed, and its site where there are several. Its
// own title is cut last: to half of the room, unless the others are short.
func (r *readScreen) viewTitle(room int) string {
	w := r.m.words
	t := r.m.theme
	rest := ""
	add := func(part string) {
		if part != "" && text.Width(rest)+2+text.Width(part) <= room-max(room/2, 8) {
			rest += "  " + part
		}
	}
	if doc := r.page.doc; len(doc.problems) > 0 {
		add(t.Paint(theme.Bad, t.Glyphs.Abnormal+" "+doc.problemsText(w)))
	}
	if r.updates.following {
		add(t.Paint(theme.Accent, w.T("sessions.following")))
	}
	add(r.m.own.Label())
	session := resource.Session{Session: r.page.doc.facts}
	title := text.Cut(text.Line(session.Label()), max(room-text.Width(rest), 8))
	return t.Paint(theme.Strong, title) + rest
}

// viewStatus is the last line: the number of the message, the search, the number of new messages, and the message,
// step and call under the cursor, whose lines may be out of view; at its end the level of detail.
func (r *readScreen) viewStatus() string {
	if r.search.field.Typing() {
		return r.search.viewField(r.width)
	}
	if len(r.page.doc.t.Messages) == 0 {
		return ""
	}
	t := r.m.theme
	here := r.page.here()
	parts := r.page.drawer.headingParts(here.Message)
	p := r.page.doc.t.Part(here)
	if p != nil && p.Tool != nil {
		parts = append(parts, t.Paint(theme.Strong, text.Clean(p.Tool.Label())))
	}
	line := r.viewCounts() + "  " + parts[0]
	for _, part := range parts[1:] { // whole or not at all: half a time is none
		longer := line + r.page.drawer.between() + part
		if text.Width(longer) > r.width {
			break
		}
		line = longer
	}
	depth := r.m.words.T("sessions.depth." + r.page.depth.String())
	depth = t.Paint(theme.Muted, depth) + " "
	room := r.width - text.Width(line) - text.Width(depth)
	if room >= 2 {
		line += text.Blank(room) + depth
	}
	return text.Cut(line, r.width)
}

// viewCounts is the number of the message, and what was found, is wrong and is new.
func (r *readScreen) viewCounts() string {
	w := r.m.words
	t := r.m.theme
	messages := len(r.page.doc.t.Messages)
	line := " " + w.N("sessions.position", messages, "At", w.Int(r.page.here().Message+1))
	if s := r.search.viewHits(); s != "" {
		line += "  " + s
	}
	if r.problems {
		line += "  " + t.Paint(theme.Bad, t.Glyphs.Abnormal+" "+r.problemHere())
	}
	if n := r.updates.fresh; n > 0 {
		line += "  " + t.Paint(theme.Accent, t.Glyphs.New+" "+w.N("sessions.fresh", n))
	}
	return line
}
