package prices

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/api/quote"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/plain"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/prices"
	"channeldeck/ui/store"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// list is a kind of list.
type list string

const (
	listModels list = "models" // one row for each model, which unfolds
	listPrices list = "prices" // one row for each price
	listQuote  list = "quote"  // the answer to the question
	listFiles  list = "files"  // the verdicts on the reference files
)

// listConfig holds the differences between lists.
type listConfig[R prices.Line] struct {
	kind    list
	of      *resource.Resource[R]
	shown   func() []string                 // the initial columns without an inspector beside the list
	answer  func(R) *prices.Answer          // for the inspector
	free    func(R) (string, resource.Cell) // what a row shows in place of columns, "" for nothing
	mark    func(R) table.Kind              // nil for kindOf
	export  func() tea.Cmd                  // nil to export the rows
	only    string                          // the key of the one model in the list, "" for those that pass the filter
	field   *field                          // above the list, which answers it; nil for none
	blank   func() bool                     // there is nothing in the field to answer; nil without a field
	rows    func() []R
	about   func(room int) (line string, below []string) // behind the number of models in the headline
	alerts  func() []prices.Note
	actions []pane.Action[R] // beyond those of all lists
	reset   func() tea.Cmd   // folds what is unfolded; nil for none
}

// listScreen is the common part of all lists: the field and the toggles above the table. A screen
// embeds it.
type listScreen[R prices.Line] struct {
	*pane.List[R]
	filled
	m    *Model
	c    listConfig[R]
	past pane.InspectorData[string, []pricesAt] // of the model in the inspector

	width, height int
}

func newList[R prices.Line](m *Model, c listConfig[R]) *listScreen[R] {
	l := &listScreen[R]{m: m, c: c}
	k := &m.keys
	actions := []pane.Action[R]{
		{Key: k.Ask, Do: m.openQuestion},
		{Key: k.Files, Do: m.openFiles, Inspector: true},
		{Key: k.Facets, Do: l.pickFacet},
		{Key: k.Clear, Do: l.clear},
		{Key: k.Compare, Row: func(R) tea.Cmd { return l.compare() }},
		{
			Key: k.Since,
			Row: func(r R) tea.Cmd {
				return m.openSince(r.Base().Model)
			},
		},
		// in the inspector
		{
			Key: m.stack.Keys.Export,
			Row: func(r R) tea.Cmd {
				return m.exportPrices(r.Base().Model.Rows)
			},
		},
	}
	c.of.ColumnsAt = func(int) []string { return l.shownColumns() }
	config := pane.ListConfig[R]{
		Resource: c.of,
		Site:     prices.SiteOf[R],
		Select:   true,
		Single:   c.only != "",
		Heading:  "prices.view." + string(c.kind),
		Title:    func(r R) string { return r.Base().Model.DisplayName() },
		Aside:    func(r R) string { return m.aside(r.Base().Model.Credits) },
		Blocks:   l.blocks,
		Below:    c.kind == listFiles,
		Summary:  l.summary,
		Empty:    l.empty,
		State:    m.State,
		Kind:     c.mark,
		Free:     l.free,
		Refresh:  m.refresh,
		Counter:  l.counter,
		Footer:   l.footer,
		Actions:  append(actions, c.actions...),
		Filters:  []key.Binding{k.Facets},
		Reset:    l.reset,
	}
	if c.mark == nil {
		config.Kind = kindOf[R]
	}
	if c.kind == listQuote {
		config.Sort = string(quote.ByPrice)
		config.Views = m.questionViews()
	} else if c.only == "" {
		config.Chips = m.questionChips
	}
	l.List = pane.NewList(m.stack, config)
	return l
}

// questionViews are the views of the quote, which keep the question.
func (m *Model) questionViews() pane.Viewable {
	return pane.Viewable{
		List:  Name,
		Store: func(q *fleet.Query) { q.Question = m.ask.Value() },
		Show: func(q fleet.Query) tea.Cmd {
			m.setQuestion(q.Question)
			return nil
		},
	}
}

// questionChips are the parts of the question, by which lists are filtered.
func (m *Model) questionChips() []pane.Chip {
	var chips []pane.Chip
	for _, word := range prices.QuestionWords(m.view, &m.question) {
		chips = append(chips, pane.Chip{Text: word, Click: m.openQuestion})
	}
	return chips
}

// typing reports whether keys go to the field.
func (l *listScreen[R]) typing() bool {
	return l.c.field != nil && l.c.field.Typing()
}

func (l *listScreen[R]) Capturing() bool {
	return l.typing() || l.List.Capturing()
}

func (l *listScreen[R]) SetSize(width, height int) {
	l.width = width
	l.height = height
	l.List.SetSize(width, height)
}

// View draws the list. The field stays visible while the catalog is loading.
func (l *listScreen[R]) View() string {
	if l.typing() {
		above := l.summary(l.width)
		if body, missing := l.m.stack.ViewMissing(
			l.m.State(),
			l.m.stack.Keys.Refresh,
			l.width,
			l.height-len(above),
		); missing {
			return text.Fit(strings.Join(append(above, body), "\n"), l.width, l.height)
		}
	}
	return l.List.View()
}

// reset clears the filter and the question, and folds all models.
func (l *listScreen[R]) reset() tea.Cmd {
	if l.c.reset == nil {
		return l.clear()
	}
	return tea.Batch(l.c.reset(), l.clear())
}

// clear clears the filter and the question. The files stay: they hide nothing.
func (l *listScreen[R]) clear() tea.Cmd {
	l.m.ask.SetValue("")
	l.m.show(quote.Question{}, nil)
	cmd := l.Query.Set("")
	if l.c.kind == listQuote && l.m.stack.Depth() > 1 {
		cmd = tea.Batch(cmd, l.m.stack.Pop())
	}
	return cmd
}

func (l *listScreen[R]) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(tea.KeyMsg); ok {
		if l.typing() {
			return l.onFieldKey(msg)
		}
		if !l.List.Capturing() && key.Matches(msg, l.m.stack.Keys.Export) {
			return l.export()
		}
	}
	if cmd := l.Await(msg, func(R) tea.Cmd { return l.loadPast(msg) }); cmd != nil {
		return cmd
	}
	if mine, cmd := l.past.Take(msg); mine {
		l.Arrange()
		return cmd
	}
	if msg == tea.Msg(pane.SettingsChanged{}) { // the rows have texts
		return tea.Batch(l.List.Update(msg), l.fill())
	}
	return tea.Batch(l.List.Update(msg), l.loadPast(msg))
}

// fill shows the current data.
func (l *listScreen[R]) fill() tea.Cmd {
	cmd := l.SetRows(l.c.rows())
	l.List.SetSize(l.width, l.height) // the columns depend on the question
	return tea.Batch(cmd, l.loadPast(nil))
}

// onFieldKey handles a key of the field. Each letter changes the list below. Enter
// keeps what was typed; esc restores what was there before.
func (l *listScreen[R]) onFieldKey(msg tea.KeyMsg) tea.Cmd {
	k := &l.m.stack.Keys
	in := l.c.field
	before := in.Value()
	var cmd tea.Cmd
	handled := true
	if key.Matches(msg, k.Confirm) {
		in.Keep()
	} else if key.Matches(msg, k.Back) {
		in.Cancel()
	} else {
		cmd, handled = in.Update(msg)
		if !handled || msg.Type == tea.KeyPgUp ||
			msg.Type == tea.KeyPgDown {
			return l.Table.Update(msg)
		}
	}
	if in.Value() != before {
		l.m.check.reading.Cancel()
		l.m.parse()
		l.Table.ResetWidths() // other questions have other texts
		cmd = tea.Batch(cmd, l.m.fillTop())
		shown, _ := l.Table.Counts()
		l.Table.MoveBy(-shown)
	}
	if !in.Typing() && in.Value() == "" {
		return tea.Batch(cmd, l.m.stack.Pop())
	}
	l.Arrange()
	return cmd
}

func (l *listScreen[R]) footer() []key.Binding {
	if l.typing() {
		return []key.Binding{l.m.stack.Keys.Confirm, l.m.stack.Keys.Back}
	}
	k := &l.m.keys
	return []key.Binding{k.Ask, l.m.stack.Keys.FilterBy, k.Compare, k.Since}
}

// ShortHelp returns the keys of the field while it is typed into, also where there are no rows or no data.
func (l *listScreen[R]) ShortHelp() []key.Binding {
	if l.typing() {
		return l.footer()
	}
	return l.List.ShortHelp()
}

func (l *listScreen[R]) FullHelp() [][]key.Binding {
	if l.typing() {
		return [][]key.Binding{l.footer()}
	}
	return l.List.FullHelp()
}

// empty is the sentence for a list without rows: because of an empty catalog, an
// empty field, or a filter that matches nothing.
func (l *listScreen[R]) empty(filtered bool) string {
	w := l.m.words
	if l.c.only != "" {
		return w.T("prices.no_such_model", "Name", text.Clean(l.c.only))
	}
	if len(l.m.catalog.Models) == 0 {
		return w.T("prices.none", "Key", l.m.ctx.Key(l.m.stack.Keys.Refresh))
	}
	f := l.c.field
	if f != nil && l.c.blank() && !filtered {
		return w.T("prices."+f.name+"_hint", "Example", w.T("prices."+f.name+"_example"))
	}
	if l.Capturing() { // esc ends the edit
		return w.T("prices.no_match_yet")
	}
	return w.T("prices.no_match", "Key", l.m.ctx.Key(l.m.stack.Keys.Back))
}

// summary are the lines above the list: the field that is typed into, or what the
// list shows; the toggles; and what the user must know to read the list correctly.
func (l *listScreen[R]) summary(width int) []string {
	lines := append(l.headline(width), l.toggleLines(width)...)
	lines = append(lines, l.alerts(width)...)
	return lines[:min(len(lines), max(l.height-5, 1))]
}

// headline is the field that is typed into, or the number of models and what the list
// shows of them.
func (l *listScreen[R]) headline(width int) []string {
	if l.typing() {
		return []string{l.c.field.view(l.m.ctx, width)}
	}
	line := " " + l.m.theme.Tone(theme.Strong).Render(l.m.words.N(
		"prices.models",
		len(l.m.catalog.Models),
	))
	about, below := l.c.about(width - text.Width(line))
	if text.Width(line+about) > width && about != "" { // the counter tells the number of models too
		line = ""
		about = " " + strings.TrimLeft(about, " ")
	}
	return append([]string{text.Cut(line+about, width)}, below...)
}

func (l *listScreen[R]) alerts(width int) []string {
	m := l.m
	w := m.words
	lines := m.ctx.Alert(pane.SiteList{
		State: catalogState,
		Count: func(s *store.Store) string {
			return w.N("prices.models", len(s.Catalog.Value))
		},
		Alert: m.alertOf,
	}, l.KeepSite, width)
	alerts := l.c.alerts()
	if len(m.catalog.Models) > 0 && !m.catalog.Priced() {
		alerts = append(alerts, prices.Note{
			Tone: theme.Warn,
			Text: m.theme.Glyphs.Stale + " " + w.T("prices.no_prices_at_all"),
		})
	}
	for _, a := range alerts {
		lines = append(lines, m.view.Paragraph(a.Text, width, a.Tone)...)
	}
	return lines
}

// alertOf is the line for a site whose catalog could not be loaded, unless the list has it in its place.
func (m *Model) alertOf(site *pane.Site, width int) []string {
	catalog := &site.Store.Catalog
	hasList := catalog.Loaded() || m.ctx.Sites.Several()
	if catalog.Err == nil || !hasList {
		return nil
	}
	return []string{site.LineFailed(catalog.Err, catalog.At, m.stack.Keys.Refresh, width)}
}

// export exports the rows of the list.
func (l *listScreen[R]) export() tea.Cmd {
	if l.c.export != nil {
		return l.c.export()
	}
	return l.Export()
}

// shownColumns are the initial columns. Notes have one only if no inspector is beside the
// list.
func (l *listScreen[R]) shownColumns() []string {
	ids := l.c.shown()
	if l.width >= pane.FrameWidth && !l.m.ctx.HideInspector {
		ids = slices.DeleteFunc(ids, func(id string) bool {
			return id == "note"
		})
	}
	return ids
}

// free returns the text that a row shows in place of columns: a heading or a reason.
func (l *listScreen[R]) free(r R) (column string, cell resource.Cell, ok bool) {
	if e := r.Base(); e.Model == nil {
		return prices.SignColumn, resource.Cell{Text: e.Heading, Tone: theme.Strong}, true
	}
	if l.c.free == nil {
		return "", resource.Cell{}, false
	}
	column, cell = l.c.free(r)
	return column, cell, column != ""
}

func (m *Model) exportPrices(prices []*quote.Row) tea.Cmd {
	m.stack.PickExport(
		m.words.N("prices.choose_export", len(prices)),
		Name,
		priceSheet(m.view, prices),
	)
	return nil
}

// counter says how many rows are selected.
func (l *listScreen[R]) counter() string {
	if n := l.Table.SelectedCount(); n > 0 {
		return l.m.theme.Glyphs.Selected + " " + l.m.words.N("prices.selected", n)
	}
	return ""
}

// kindOf returns the kind of a row.
func kindOf[R prices.Line](r R) table.Kind {
	if r.Base().Model == nil {
		return table.Heading
	}
	return table.Item
}

// priceSheet returns prices for files.
func priceSheet(v *resource.View, rows []*quote.Row) *plain.Sheet {
	r := prices.PriceResource(v)
	if len(rows) > 0 && rows[0].Model.Site != "" {
		r = resource.BySite(r, prices.SiteOf)
	}
	if !prices.Varied(rows) {
		r.Columns = slices.DeleteFunc(r.Columns, func(c resource.Column[*prices.Row]) bool {
			return c.ID == "variant"
		})
	}
	return plain.Of(r, prices.PriceRows(rows))
}
