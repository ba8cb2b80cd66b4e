package pane

import (
	"slices"
	"strings"
	"time"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/widget/table"
)

// Action is a key of a list beyond those that all lists share.
type Action[R any] struct {
	Key       key.Binding
	Row       func(R) tea.Cmd // for the row under the cursor, in the list and in the inspector; or
	Do        func() tea.Cmd  // for the list as a whole
	Inspector bool            // Do needs no row: it works in the inspector too, and while the rows are missing
	OfRows    bool            // what Do changes is seen in rows: the footer has no key of it where there are none
}

// ListConfig configures a List.
type ListConfig[R any] struct {
	*resource.Resource[R]
	File    string                   // name of exported files; "" for the name of the resource
	Heading string                   // the message in the border of the list; "" for none
	Site    func(R) string           // the site of a row; nil for a list that shows only the first of several sites
	Title   func(R) string           // in the border of the inspector
	Aside   func(R) string           // at the right of Title; nil for nothing
	Blocks  func(R) []resource.Block // body of the inspector; nil for a list without one
	Below   bool                     // of a narrow list the inspector is below: beside it a sentence has no room
	// Title, Aside and Blocks are also for headings of sections, else the inspector stays as it is on them
	Headings bool
	Summary  func(width int) []string // lines above the list; nil for none
	Chips    func() []Chip            // filters beyond the fuzzy one; nil for none

	// Filter applies the filters of accounts in the line of the filter; nil where such are only
	// text. Values are the values of such a filter that can be completed.
	Filter func(*fleet.Query) (tea.Cmd, error)
	Values func(name string) []string

	Counter func() string              // in front of the counter; nil for nothing
	Sort    string                     // the column that the rows are sorted by at first, ascending; "" for none
	Empty   func(filtered bool) string // sentence for a table without rows
	Nothing func() tea.Cmd             // enter where there are no rows; nil for nothing
	State   func() store.State         // of the data
	Refresh func() tea.Cmd             // r
	Open    Action[R]                  // on the row under the cursor, in place of enter for the inspector
	Actions []Action[R]
	CopyAs  []key.Binding  // of Actions: in the box of Y, after the cell and JSON
	GoTo    []key.Binding  // of Actions: in the box of >
	Filters []key.Binding  // of Actions: in the box of f
	Facets  func() []Facet // the filters in the box of f, in place of Filters; nil for none
	Reset   func() tea.Cmd // clears filters beyond the fuzzy one, and folds; nil for none
	Select  bool           // rows can be selected
	Views   Viewable       // what saved views of the list have
	// the list has one row: leaving its inspector leaves the list
	Single bool
	Kind   func(R) table.Kind                                   // nil where all rows are items
	Link   func(R) string                                       // the page of a row on the web; nil for none
	Free   func(R) (column string, cell resource.Cell, ok bool) // as in table.Config
	// the footer while rows are shown; nil for the keys of all lists
	Footer func() []key.Binding
}

// Chip is a filter that is on; a click clears or changes it.
type Chip struct {
	Text  string
	Value string // Text without its label; "" for Text
	Click func() tea.Cmd
}

// List is the screen of a resource: a table with filter, column choice,
// selection, sorting, copy, export, mouse, a counter, and the inspector of the
// row under the cursor, beside the table where there is room.
//
// Inspector and counter follow the cursor with a delay: a key that is held down
// changes two rows only.
type List[R any] struct {
	Table      *table.Table[R]
	Query      Query
	ctx        *Context
	stack      *Stack
	c          ListConfig[R]
	pager      facts.Pager
	inspecting bool        // the inspector has the focus: it is on the stack
	inspected  R           // the row that the inspector shows, if any
	view       string      // the name of the view shown or saved last
	line       fleet.Query // of the filter, which is in force
	counted    string
	generation int  // of the newest move of the cursor
	stale      bool // the parts do not reflect the last change: see settle
	undivided  bool // nor does their division
	width      int
	height     int
	given      int // cells of the list that another part of the screen gives to cut names
}

// FollowDelay is the time from a move of the cursor until the inspector follows it. Keys that
// are held down repeat every 30 to 60 ms.
const FollowDelay = 80 * time.Millisecond

// follow is the message that the inspector of a list follows its cursor.
type follow struct {
	list       any
	generation int
}

// NewList returns the screen for the stack, empty until SetRows.
func NewList[R any](s *Stack, c ListConfig[R]) *List[R] {
	if c.Summary == nil {
		c.Summary = func(int) []string { return nil }
	}
	if c.Footer == nil {
		c.Footer = func() []key.Binding {
			return []key.Binding{
				s.Keys.Filter,
				s.Keys.Sort,
				s.Keys.Copy,
				s.Keys.Export,
				s.Keys.Refresh,
			}
		}
	}
	ofAllSites := c.Site != nil && s.site == s.ctx.Sites.First()
	if ofAllSites && s.ctx.Sites.Several() {
		c.Resource = resource.BySite(c.Resource, c.Site)
	}
	if c.Chosen == nil {
		c.Chosen = s.ctx.Columns[c.Name]
	}
	l := &List[R]{ctx: s.ctx, stack: s, c: c}
	keys := s.Keys.KeyMap
	if !c.Select {
		keys.Select = key.Binding{}
		keys.SelectAll = key.Binding{}
		keys.SelectUp = key.Binding{}
		keys.SelectDown = key.Binding{}
	}
	rowKey := c.Key
	if rowKey == nil {
		rowKey = c.ID
	}
	l.Table = table.New(table.Config[R]{
		Theme:   s.ctx.Theme,
		Keys:    keys,
		Columns: tableColumns(s.view, c.Resource),
		Context: s.ctx.Base,
		Key:     rowKey,
		Sort:    c.Sort,
		Kind:    c.Kind,
		Free:    c.Free,
	})
	l.pager.Keys = s.Keys.Pager()
	l.Query = NewQuery(s.ctx, s.Keys, l.Table, c.Name)
	l.Query.rows = expressionsOf(l)
	l.Query.Complete = expressionsOf(l).complete
	return l
}

// SetRows replaces the rows. The slice must not change afterwards.
func (l *List[R]) SetRows(rows []R) tea.Cmd {
	l.undivided = true
	l.Arrange()
	return l.Table.SetRows(rows)
}

// SetSize sets the size in cells.
func (l *List[R]) SetSize(width, height int) {
	resized := width != l.width || height != l.height
	if width != l.width {
		l.Table.RenewWidths()
		if l.c.Blocks != nil {
			l.given = 0
		}
	}
	l.width = width
	l.height = height
	if frameOf(l).showColumns() || resized { // else the columns stay where they are: the user returns to the list
		l.undivided = true
	}
	l.Arrange()
}

// showColumns shows the columns for the width of the list, or those that the user
// chose, and reports whether these are others than before.
func (l *listFrame[R]) showColumns() bool {
	if len(l.c.Chosen) > 0 {
		return l.Table.ShowColumns(l.c.Chosen, true)
	}
	if l.c.ColumnsAt != nil {
		return l.Table.ShowColumns(l.c.ColumnsAt(l.list().Width()), false)
	}
	return false
}

// SetFocus says whether the list has the focus, where it shares the screen with others.
func (l *List[R]) SetFocus(focused bool) {
	l.Table.Blurred = !focused
	l.counted = frameOf(l).counter()
}

// Capturing reports whether the filter is being typed.
func (l *List[R]) Capturing() bool { return l.Query.Typing() }

// State returns the state of the rows.
func (l *List[R]) State() store.State { return l.c.State() }

// Back clears the selection, then the filter.
func (l *List[R]) Back() (tea.Cmd, bool) {
	if l.Table.SelectedCount() > 0 {
		l.Table.ClearSelection()
		l.Arrange()
		return nil, true
	}
	if l.Query.Value() == "" {
		return nil, false
	}
	cmd := l.Query.Set("")
	l.Arrange()
	return cmd, true
}

// Update handles a message.
func (l *List[R]) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg.(type) {
	case tea.KeyMsg, tea.MouseMsg:
		frameOf(l).settle() // they are meant for what is on the screen
	}
	switch msg := msg.(type) {
	case SettingsChanged:
		cmd = l.Reword(l.c.Resource)
	case follow:
		if msg.list != any(l) || msg.generation != l.generation {
			return nil
		}
	case tea.KeyMsg:
		if keysOf(l).moves(msg) {
			l.generation++
			return tea.Batch(
				l.Table.Update(msg),
				l.ctx.After(FollowDelay, follow{l, l.generation}),
			)
		}
		before := keysOf(l).current()
		cmd = keysOf(l).onKey(msg)
		l.Arrange()
		if keysOf(l).current() != before { // such as of a filter: what is read for the inspector is that of its row
			cmd = tea.Batch(cmd, l.ctx.After(FollowDelay, follow{l, l.generation}))
		}
	case tea.MouseMsg:
		cmd = keysOf(l).onMouse(msg)
	default:
		cmd = l.Table.Update(msg)
	}
	l.Arrange()
	return cmd
}

// patience is how long the inspector waits for what it adds from the history.
const patience = 100 * time.Millisecond

// Await begins, when the inspector is to follow the cursor, to read with show what it adds to
// the row from the history. Arrange is called once that was read: the inspector is drawn once,
// not first without it. It returns nil if there is nothing to wait for, and a command without
// a message once the cursor has moved on.
func (l *List[R]) Await(msg tea.Msg, show func(R) tea.Cmd) tea.Cmd {
	due, ok := msg.(follow)
	if !ok || due.list != any(l) {
		return nil
	}
	if due.generation != l.generation {
		return func() tea.Msg { return nil }
	}
	r, ok := l.Table.Current()
	if !ok {
		return nil
	}
	read := show(r)
	if read == nil {
		return nil
	}
	return tea.Batch(read, l.ctx.After(patience, due))
}

// listKeys has the actions of the keys of a list. Screens do not inherit them.
type listKeys[R any] List[R]

func keysOf[R any](l *List[R]) *listKeys[R] { return (*listKeys[R])(l) }

func (l *listKeys[R]) list() *List[R] { return (*List[R])(l) }

// current returns the key of the row under the cursor, "" for none.
func (l *listKeys[R]) current() string {
	r, ok := l.Table.Current()
	if !ok {
		return ""
	}
	if l.c.Key != nil {
		return l.c.Key(r)
	}
	return l.c.ID(r)
}

// moves reports whether a key only moves the cursor to another row.
func (l *listKeys[R]) moves(msg tea.KeyMsg) bool {
	if l.Query.Typing() {
		return slices.Contains(
			[]tea.KeyType{tea.KeyUp, tea.KeyDown, tea.KeyPgUp, tea.KeyPgDown},
			msg.Type,
		) &&
			!l.Query.Recalls(msg)
	}
	_, moves := l.stack.Keys.Move(msg, 1)
	return moves
}

func (l *listKeys[R]) onMouse(msg tea.MouseMsg) tea.Cmd {
	if (&inspector[R]{l.list()}).isAt(msg.X, msg.Y) {
		l.pager.Update(msg)
		return nil
	}
	msg.Y -= len(frameOf(l.list()).above()) + 1
	if !frameOf(l.list()).frame().Bare {
		msg.X--
	}
	if msg.Y < 0 || msg.X < 0 {
		return nil
	}
	return l.Table.Mouse(msg)
}

func (l *listKeys[R]) onKey(msg tea.KeyMsg) tea.Cmd {
	if l.Query.Typing() {
		return l.Query.Update(msg)
	}
	if cmd, handled := l.onRowKey(msg); handled {
		return cmd
	}
	k := &l.stack.Keys
	switch {
	case key.Matches(msg, k.Filter):
		return tea.Batch(l.Query.Open(), l.Table.Index())
	case key.Matches(msg, k.Sort):
		l.pickSort()
	case l.c.Facets != nil && key.Matches(msg, k.FilterBy):
		return l.stack.PickFacet(l.c.Facets())
	case len(l.c.Filters) > 0 && key.Matches(msg, k.FilterBy):
		return l.stack.Menu("menu.filter_by", l.c.Filters...)
	case key.Matches(msg, k.Reset):
		return l.reset()
	case l.c.Blocks != nil && key.Matches(msg, k.NextRegion, k.PreviousRegion) && !l.hasOwn(k.NextRegion):
		l.list().Inspect()
	case key.Matches(msg, k.Columns):
		l.pickColumns()
	case l.c.Views.List != "" && key.Matches(msg, k.Views):
		return l.savedViews().pick()
	case key.Matches(msg, k.Export):
		return l.list().Export()
	case l.c.Blocks != nil && key.Matches(msg, k.Inspector):
		return (&inspector[R]{l.list()}).toggle()
	case l.c.Open.Row != nil && key.Matches(msg, l.c.Open.Key), l.c.Open.Row == nil &&
		key.Matches(msg, k.Detail):
		return l.open()
	default:
		for _, a := range l.c.Actions {
			if a.Do != nil && matches(msg, a.Key) {
				return a.Do()
			}
		}
		if key.Matches(msg, k.Select, k.SelectAll) && !l.list().hasRows() {
			return l.list().NoRow()
		}
		return l.Table.Update(msg)
	}
	return nil
}

// NoMatch is the sentence of a list whose filters match no row: the message id, or, while a filter is typed
// into, what esc does then.
func (s *Stack) NoMatch(id string, typing bool) string {
	back := s.ctx.Key(s.Keys.Back)
	if typing {
		return s.ctx.Words.T("counter.none_yet", "Key", back)
	}
	return s.ctx.Words.T(id, "Key", back)
}

// Empty returns a function for ListConfig.Empty: the message id with its parameters, or the
// message noMatch where the filter matches no row.
func (s *Stack) Empty(noMatch, id string, pairs ...any) func(filtered bool) string {
	return func(filtered bool) string {
		if filtered {
			return s.NoMatch(noMatch, false)
		}
		return s.ctx.Words.T(id, pairs...)
	}
}

// open handles enter: it opens the row under the cursor. Without rows it clears the
// filter, or does what there is to do in an empty list.
func (l *listKeys[R]) open() tea.Cmd {
	r, ok := l.Table.Current()
	if !ok && l.Query.Value() != "" {
		cmd, _ := l.list().Back()
		return cmd
	}
	if !ok && l.c.Nothing != nil {
		return l.c.Nothing()
	}
	if ok && l.c.Open.Row != nil {
		return l.c.Open.Row(r)
	}
	l.list().Inspect()
	return nil
}

// onRowKey handles the keys that do the same in the list and in the inspector.
func (l *listKeys[R]) onRowKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	k := &l.stack.Keys
	if key.Matches(msg, k.Refresh) {
		return l.c.Refresh(), true
	}
	if key.Matches(msg, k.Copy, k.CopyCell, k.CopyJSON) {
		return l.copy(msg), true
	}
	if key.Matches(msg, k.CopyAs) {
		return l.stack.Menu("menu.copy_as", append([]key.Binding{k.CopyCell, k.CopyJSON}, l.c.CopyAs...)...), true
	}
	if key.Matches(msg, k.GoTo) && len(l.c.GoTo) > 0 {
		return l.stack.Menu("menu.go_to", l.c.GoTo...), true
	}
	for _, a := range l.c.Actions {
		if !matches(msg, a.Key) {
			continue
		}
		if a.Row != nil {
			if r, ok := l.Table.Current(); ok {
				return a.Row(r), true
			}
			return l.list().NoRow(), true
		}
		if a.Inspector || l.list().goesWith(a.Key) {
			return a.Do(), true
		}
	}
	if key.Matches(msg, k.Raw) {
		return l.showRaw(), true
	}
	return nil, false
}

// goesWith reports whether a key is in the box of what belongs to a row, which the inspector offers too.
func (l *List[R]) goesWith(k key.Binding) bool {
	return slices.ContainsFunc(l.c.GoTo, func(of key.Binding) bool {
		return ActionOf(of) == ActionOf(k)
	})
}

// NoRow says why a key that needs a row does nothing: the cursor is on the heading of some, or none is shown. With a
// row under the cursor it is nil.
func (l *List[R]) NoRow() tea.Cmd {
	if _, ok := l.Table.CurrentSection(); ok {
		return l.ctx.Inform("counter.on_heading", "Key", l.ctx.Key(l.stack.Keys.Right))
	}
	if _, ok := l.Table.Current(); ok {
		return nil
	}
	return l.ctx.Inform("counter.no_row")
}

// hasRows reports whether any row is shown.
func (l *List[R]) hasRows() bool {
	shown, _ := l.Table.Counts()
	return shown > 0
}

// reset shows all rows in their first order again, or says that they are shown so.
func (l *listKeys[R]) reset() tea.Cmd {
	before := l.list().View()
	cmds := []tea.Cmd{l.Query.Set(""), l.Table.SortBy(l.c.Sort, false)}
	if l.c.Reset != nil {
		cmds = append(cmds, l.c.Reset())
	}
	l.Table.ResetWidths() // the rows that a filter left needed other ones
	l.undivided = true
	l.list().Arrange()
	if l.list().View() == before {
		cmds = append(cmds, l.ctx.Inform("notice.nothing_to_reset"))
	}
	return tea.Batch(cmds...)
}

// matches is key.Matches, and also true for a disabled binding: an action that a
// read-only run disables explains that when its key is pressed.
func matches(msg tea.KeyMsg, b key.Binding) bool {
	return slices.Contains(b.Keys(), msg.String())
}

// Inspect pushes the inspector of the row under the cursor.
func (l *List[R]) Inspect() {
	_, ok := l.Table.Current()
	if ok && l.c.Blocks != nil {
		l.pager.Top()
		l.inspecting = true
		l.undivided = true
		l.stack.Push(&inspector[R]{l})
	}
}

// pickColumns offers the columns of the table. An empty choice changes nothing.
func (l *listKeys[R]) pickColumns() {
	var items []picker.Item
	chosen, others := l.Table.Columns()
	for i, c := range append(chosen, others...) {
		items = append(items, picker.Item{
			ID:     c.ID,
			Label:  c.Title,
			Note:   c.ID,
			Chosen: i < len(chosen),
		})
	}
	l.stack.Pick(Pick{
		Title: l.ctx.Words.T("columns.choose"),
		Items: items,
		Multi: true,
		Then: func(ids []string) tea.Cmd {
			if len(ids) > 0 {
				l.c.Chosen = ids
				frameOf(l.list()).showColumns()
			}
			return nil
		},
	})
}

// pickSort offers the columns to sort by. The one that the rows are sorted by, whose
// direction is shown, reverses it.
func (l *listKeys[R]) pickSort() {
	w := l.ctx.Words
	glyphs := l.ctx.Theme.Glyphs
	by, desc := l.Table.Sort()
	shown, others, next := l.Table.Sortable()
	var items []picker.Item
	for i, c := range append(shown, others...) {
		item := picker.Item{
			ID:     c.ID,
			Label:  c.Title,
			Chosen: c.ID == next,
		}
		if i >= len(shown) {
			item.Section = w.T("sort.others")
		}
		if c.ID == by && desc {
			item.Note = strings.TrimSpace(glyphs.SortDown) + " " + w.T("sort.descending")
		} else if c.ID == by {
			item.Note = strings.TrimSpace(glyphs.SortUp) + " " + w.T("sort.ascending")
		}
		items = append(items, item)
	}
	l.stack.PickOne(w.T("sort.choose"), items, func(id string) tea.Cmd {
		cmd := l.Table.ToggleSort(id)
		l.list().Arrange()
		return cmd
	})
}
