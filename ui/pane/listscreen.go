package pane

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/plain"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/table"
)

// Column is a field of a resource: a column of the table and of exported files.
// Its title, unless one is set, is the message NAME.column.ID, with the name of
// the resource.
type Column[R any] struct {
	table.Column[R]
	Value      func(R) string // exact, for files; nil for Exact or else the text of Cell
	Show       func(R) string // in files for people; nil for Value
	ExportOnly bool           // never in the table
	TableOnly  bool           // never in files
}

// Resource is a kind of row: everything that a list, its inspector, its exports
// and the command line know of it. Messages are named after Name.
type Resource[R any] struct {
	Name    string                   // NAME.column.ID, NAME.n_rows, NAME.choose_export, NAME.copied_json; the name of files
	Columns []Column[R]              // in the order of files
	Shown   func(width int) []string // the columns that a table of a width begins with; nil for all
	Chosen  []string                 // the columns that the user chose instead, in every list of the resource
	ID      func(R) string           // what is copied; unique unless Key is set
	Key     func(R) string           // identifies a row across refreshes; nil for ID
	Record  func(R) any              // the JSON of a row
}

// Sheet returns rows for files and pipes.
func (r *Resource[R]) Sheet(rows []R) *plain.Sheet[R] {
	sheet := &plain.Sheet[R]{Rows: rows, Record: r.Record}
	for _, col := range r.Columns {
		if col.TableOnly {
			continue
		}
		value := col.Value
		if value == nil {
			value = col.Exact
		}
		if value == nil {
			value = func(r R) string { return col.Cell(r).Text }
		}
		out := plain.Column[R]{Name: col.ID, Title: col.Title, Right: col.Right, Value: func(r *R) string { return value(*r) }}
		if col.Show != nil {
			out.Show = func(r *R) string { return col.Show(*r) }
		}
		sheet.Columns = append(sheet.Columns, out)
	}
	return sheet
}

// Action is a key of a list beyond those that all lists share.
type Action[R any] struct {
	Key       key.Binding
	Row       func(R) tea.Cmd // for the row under the cursor, in the list and in the inspector; or
	Do        func() tea.Cmd  // for the list as a whole
	Inspector bool            // Do works in the inspector too
	Footer    bool            // shown in the footer
}

// ListConfig configures a List.
type ListConfig[R any] struct {
	*Resource[R]
	File    string                        // name of exported files; "" for the name of the resource
	Title   func(R) string                // heading of the inspector, styled
	Facts   func(R) []facts.Fact          // body of the inspector, or
	Body    func(r R, width int) []string // the same as lines; without either there is no inspector
	Summary func(width int) []string      // lines above the table
	Chips   func() string                 // filters beyond the fuzzy one, in front of it; nil for none
	Counter func() string                 // follows the counter; nil for nothing
	Empty   func(filtered bool) string    // sentence for a table without rows
	State   func() store.State            // of the data
	Refresh func() tea.Cmd                // r
	Open    Action[R]                     // on the row under the cursor, in place of enter for the inspector
	Actions []Action[R]
	Select  bool                 // rows can be selected
	Footer  func() []key.Binding // the footer; nil for the actions marked Footer and the common keys
}

// List is the screen of a resource: a table with filter, column choice,
// selection, sorting, copy, export, mouse, a counter, and the inspector of the
// row under the cursor, beside the table where there is room.
type List[R any] struct {
	Table  *table.Table[R]
	Query  Query
	stack  *Stack
	c      ListConfig[R]
	pager  facts.Pager
	width  int
	height int
}

// NewList returns the screen for the stack, empty until SetRows.
func NewList[R any](s *Stack, c ListConfig[R]) *List[R] {
	l := &List[R]{stack: s, c: c}
	keys := s.Keys.KeyMap
	if !c.Select {
		keys.Select, keys.SelectAll = key.Binding{}, key.Binding{}
	}
	rowKey := c.Key
	if rowKey == nil {
		rowKey = c.ID
	}
	l.Table = table.New(table.Config[R]{Theme: s.Theme, Keys: keys, Columns: c.tableColumns(s.Context), Context: s.Base, Key: rowKey})
	l.pager.Keys = s.Keys.Pager()
	l.Query = NewQuery(s.Context, s.Keys, l.Table)
	return l
}

func (r *Resource[R]) tableColumns(c *Context) []table.Column[R] {
	var list []table.Column[R]
	for _, col := range r.Columns {
		if !col.ExportOnly {
			if col.Title == "" {
				col.Title = c.Words.T(r.Name + ".column." + col.ID)
			}
			list = append(list, col.Column)
		}
	}
	return list
}

// SetRows shows other rows. The slice must not change afterwards.
func (l *List[R]) SetRows(rows []R) tea.Cmd {
	cmd := l.Table.SetRows(rows)
	l.Arrange()
	return cmd
}

// SetSize sets the room in cells.
func (l *List[R]) SetSize(width, height int) {
	l.width, l.height = width, height
	switch {
	case len(l.c.Chosen) > 0:
		l.Table.ShowColumns(l.c.Chosen)
	case l.c.Shown != nil:
		l.Table.ShowColumns(l.c.Shown(width))
	}
	l.Arrange()
}

// Arrange gives every part its room. Call it after a change of the lines above
// the table.
func (l *List[R]) Arrange() {
	l.Table.SetSize(l.Width(), max(l.height-len(l.above())-1, 1))
	_, width := Split(l.width)
	l.inspect(width)
}

// Width is the table's part of the width.
func (l *List[R]) Width() int {
	if !l.hasInspector() {
		return l.width
	}
	list, _ := Split(l.width)
	return list
}

func (l *List[R]) hasInspector() bool { return l.c.Facts != nil || l.c.Body != nil }

// inspect writes the inspector of the row under the cursor.
func (l *List[R]) inspect(width int) {
	l.pager.SetHeight(l.height - 1) // below its title
	r, ok := l.Table.Current()
	switch {
	case !ok || width <= 0:
	case l.c.Body != nil:
		l.pager.SetLines(l.c.Body(r, width))
	case l.c.Facts != nil:
		l.pager.SetLines(facts.Lines(l.stack.Theme, l.c.Facts(r), width))
	}
}

// Capturing reports whether the filter is being typed.
func (l *List[R]) Capturing() bool { return l.Query.Typing() }

// State is the state of the rows.
func (l *List[R]) State() store.State { return l.c.State() }

// Back clears the filter.
func (l *List[R]) Back() (tea.Cmd, bool) {
	if l.Query.Value() == "" {
		return nil, false
	}
	cmd := l.Query.Set("")
	l.Arrange()
	return cmd, true
}

// Update is one step.
func (l *List[R]) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		cmd = l.onKey(msg)
	case tea.MouseMsg:
		msg.Y -= len(l.above())
		cmd = l.Table.Mouse(msg)
	default:
		cmd = l.Table.Update(msg)
	}
	l.Arrange()
	return cmd
}

func (l *List[R]) onKey(msg tea.KeyMsg) tea.Cmd {
	if l.Query.Typing() {
		return l.Query.Update(msg)
	}
	if cmd, handled := l.onRowKey(msg); handled {
		return cmd
	}
	k := &l.stack.Keys
	switch {
	case key.Matches(msg, k.Filter):
		return l.Query.Begin()
	case key.Matches(msg, k.Columns):
		l.stack.PickColumns(l.Table, func(ids []string) { l.c.Chosen = ids })
	case key.Matches(msg, k.Export):
		l.Export()
	case l.c.Open.Row != nil && key.Matches(msg, l.c.Open.Key):
		if r, ok := l.Table.Current(); ok {
			return l.c.Open.Row(r)
		}
	case l.c.Open.Row == nil && key.Matches(msg, k.Detail):
		l.Inspect()
	default:
		for _, a := range l.c.Actions {
			if a.Do != nil && matches(msg, a.Key) {
				return a.Do()
			}
		}
		return l.Table.Update(msg)
	}
	return nil
}

// onRowKey handles the keys that do the same in the list and in the inspector.
func (l *List[R]) onRowKey(msg tea.KeyMsg) (cmd tea.Cmd, handled bool) {
	k := &l.stack.Keys
	switch {
	case key.Matches(msg, k.Refresh):
		return l.c.Refresh(), true
	case key.Matches(msg, k.Copy, k.CopyCell, k.CopyJSON):
		return l.copy(msg), true
	}
	for _, a := range l.c.Actions {
		switch {
		case !matches(msg, a.Key):
		case a.Row != nil:
			if r, ok := l.Table.Current(); ok {
				return a.Row(r), true
			}
			return nil, true
		case a.Inspector:
			return a.Do(), true
		}
	}
	return nil, false
}

// matches is key.Matches, and also true for a disabled binding: what a read-only
// run switches off explains itself when it is pressed.
func matches(msg tea.KeyMsg, b key.Binding) bool { return slices.Contains(b.Keys(), msg.String()) }

// Inspect pushes the inspector of the row under the cursor.
func (l *List[R]) Inspect() {
	if _, ok := l.Table.Current(); ok && l.hasInspector() {
		l.pager.Top()
		l.stack.Push(&inspector[R]{l})
	}
}

// selected returns the selected rows, or else the row under the cursor.
func (l *List[R]) selected() []R {
	rows := slices.Collect(l.Table.Selected())
	if r, ok := l.Table.Current(); ok && len(rows) == 0 {
		rows = append(rows, r)
	}
	return rows
}

// copy copies ids, the cell under the cursor, or rows as JSON.
func (l *List[R]) copy(msg tea.KeyMsg) tea.Cmd {
	rows, c := l.selected(), l.stack.Context
	switch {
	case len(rows) == 0:
		return nil
	case key.Matches(msg, l.stack.Keys.CopyCell):
		return c.CopyCell(l.Table)
	case key.Matches(msg, l.stack.Keys.CopyJSON):
		return c.CopyMade(c.Words.N(l.c.Name+".copied_json", len(rows)), func(context.Context) ([]byte, error) {
			if len(rows) == 1 {
				return JSON(l.c.Record(rows[0]))
			}
			records := make([]any, len(rows))
			for i, r := range rows {
				records[i] = l.c.Record(r)
			}
			return JSON(records)
		})
	case len(rows) == 1:
		return c.CopyShort(l.c.ID(rows[0]))
	}
	ids := make([]string, len(rows))
	for i, r := range rows {
		ids[i] = l.c.ID(r)
	}
	return c.CopyText(c.Words.N(l.c.Name+".copied_ids", len(ids)), strings.Join(ids, "\n"))
}

// Export offers to write the rows shown into a file.
func (l *List[R]) Export() {
	shown, _ := l.Table.Counts()
	l.stack.PickFormat(l.stack.Words.N(l.c.Name+".choose_export", shown), func(f plain.Format) tea.Cmd {
		return l.stack.ExportSheet(cmp.Or(l.c.File, strings.ReplaceAll(l.c.Name, ".", "-")), f, l.c.Sheet(slices.Collect(l.Table.Rows())))
	}, plain.CSV, plain.Markdown, plain.JSON)
}

// above are the lines above the table.
func (l *List[R]) above() []string { return append(l.c.Summary(l.Width()), l.filterLine()...) }

// filterLine is the line of the filters, none where there are none.
func (l *List[R]) filterLine() []string {
	line := ""
	if l.c.Chips != nil {
		if chips := l.c.Chips(); chips != "" {
			line = " " + chips + " "
		}
	}
	if l.Query.Shown() {
		line += l.Query.View(l.Width() - text.Width(line))
	}
	if line == "" {
		return nil
	}
	return []string{text.Cut(line, l.Width())}
}

// View draws the list.
func (l *List[R]) View() string {
	if missing := l.viewMissing(); missing != "" {
		return missing
	}
	more := ""
	if l.c.Counter != nil {
		more = l.c.Counter()
	}
	_, total := l.Table.Counts()
	list := l.stack.List(l.Table, l.above(), l.c.Empty(total > 0), more, l.Width(), l.height)
	if !l.hasInspector() {
		return list
	}
	if left, right := Split(l.width); right > 0 {
		return l.stack.Beside(list, l.viewInspector(right), left)
	}
	return list
}

// viewMissing fills the list while it has no rows because they are loading or
// could not be loaded, "" otherwise.
func (l *List[R]) viewMissing() string {
	shown, total := l.Table.Counts()
	if shown > 0 || l.Table.Busy() {
		return ""
	}
	above := l.filterLine()
	if total > 0 {
		above = l.above()
	}
	body, missing := l.stack.ViewMissing(l.c.State(), l.stack.Keys.Refresh, l.width, l.height-len(above))
	if !missing {
		return ""
	}
	return text.Fit(strings.Join(append(above, body), "\n"), l.width, l.height)
}

func (l *List[R]) viewInspector(width int) string {
	r, ok := l.Table.Current()
	if !ok {
		return ""
	}
	return text.Fit(l.stack.Title(l.c.Title(r), &l.pager, width)+"\n"+l.pager.View(), width, l.height)
}

// ShortHelp is the footer.
func (l *List[R]) ShortHelp() []key.Binding {
	if l.Query.Typing() {
		return l.Query.ShortHelp()
	}
	if l.c.Footer != nil {
		return l.c.Footer()
	}
	var own []key.Binding
	for _, a := range l.c.Actions {
		if a.Footer {
			own = append(own, a.Key)
		}
	}
	k := &l.stack.Keys
	return append(own, k.Filter, k.Detail, k.Sort, k.Copy, k.Refresh)
}

// FullHelp is all keys that work now.
func (l *List[R]) FullHelp() [][]key.Binding {
	if l.Query.Typing() {
		return [][]key.Binding{l.ShortHelp()}
	}
	k := &l.stack.Keys
	var own []key.Binding
	for _, a := range l.c.Actions {
		own = append(own, a.Key)
	}
	var view []key.Binding
	switch {
	case l.c.Open.Row != nil:
		view = append(view, l.c.Open.Key)
	case l.hasInspector():
		view = append(view, k.Detail)
	}
	view = append(view, k.Filter, k.Sort, k.Reverse, k.Columns)
	if l.c.Select {
		view = append(view, k.Select, k.SelectAll)
	}
	return [][]key.Binding{
		append(own, k.Refresh), view, {k.Copy, k.CopyCell, k.CopyJSON, k.Export}, append(k.Bindings(), k.Left, k.Right),
	}
}

// inspector is the inspector of a list's current row on its own screen.
type inspector[R any] struct{ *List[R] }

func (i *inspector[R]) Update(msg tea.Msg) tea.Cmd {
	var cmd tea.Cmd
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if key.Matches(msg, i.stack.Keys.Detail) {
			return i.stack.Pop()
		}
		if !i.pager.Update(msg) {
			cmd, _ = i.onRowKey(msg)
		}
	case tea.MouseMsg:
		i.pager.Update(msg)
	}
	i.inspect(i.width)
	return cmd
}

func (i *inspector[R]) SetSize(width, height int) {
	i.List.SetSize(width, height)
	i.inspect(width)
}

func (i *inspector[R]) Back() (tea.Cmd, bool) { return nil, false }

func (i *inspector[R]) Close() tea.Cmd {
	i.pager.Top()
	return nil
}

func (i *inspector[R]) View() string { return i.viewInspector(i.width) }

func (i *inspector[R]) ShortHelp() []key.Binding {
	k := &i.stack.Keys
	short := []key.Binding{k.Back}
	for _, a := range i.c.Actions {
		if a.Row != nil {
			short = append(short, a.Key)
		}
	}
	return append(short, k.Copy, k.CopyJSON)
}

func (i *inspector[R]) FullHelp() [][]key.Binding {
	k := &i.stack.Keys
	return [][]key.Binding{i.ShortHelp(), append(k.Bindings(), k.Refresh)}
}
