package prices

import (
	"cmp"
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// list is the kind of a list; a set of them says where a column belongs.
type list uint8

const (
	listModels list = 1 << iota // one row for each model, which unfolds
	listPrices                  // one row for each price
	listQuote                   // the answer to the question
	listFiles                   // the verdicts on the reference files
	listBare                    // models without prices, in files only

	lists = listModels | listPrices
)

// field is a text above a list that answers it.
type field struct {
	input.Model
	name     string // its messages are prices.NAME and prices.NAME_example
	key      key.Binding
	problems []quote.Problem // what was not understood
}

// listScreen is one of the lists. The quote and the verdicts have a field above
// them, which is typed into first.
type listScreen struct {
	*pane.List[*Row]
	filled
	m      *Model
	kind   list
	typing bool

	width, height int
	inspected     inspected
	lines         []string // of the inspector, for inspected
}

// inspected is the state that the inspector shows.
type inspected struct {
	model *quote.Model
	since *quote.Catalog
	files *quote.File
	width int
}

func (m *Model) newList(kind list) *listScreen {
	l := &listScreen{m: m, kind: kind}
	k := &m.keys
	actions := []pane.Action[*Row]{
		{Key: k.Ask, Do: func() tea.Cmd { return m.openField(listQuote) }},
		{Key: k.Files, Do: func() tea.Cmd { return m.openField(listFiles) }},
		{Key: k.Facets, Do: m.pickFacet},
		{Key: k.Clear, Do: l.clear},
		{Key: k.Compare, Do: l.compare},
		{Key: k.News, Do: m.openNews},
	}
	if kind&lists != 0 {
		actions = append(actions, pane.Action[*Row]{Key: k.View, Do: l.switchView})
	}
	if kind == listModels {
		actions = append(actions, pane.Action[*Row]{Key: k.Unfold, Row: l.unfold}, pane.Action[*Row]{Key: k.UnfoldAll, Do: l.unfoldAll})
	}
	l.List = pane.NewList(m.Stack, pane.ListConfig[*Row]{
		Resource: m.resource(kind), Select: true, Heading: m.Words.T("tab.prices"), Title: func(r *Row) string { return modelTitle(r.Model) },
		Blocks: func(r *Row) []pane.Block {
			return []pane.Block{{Lines: func(width int) []string { return l.modelLines(r, width) }}}
		},
		Summary: l.summary, Empty: l.empty, State: m.State,
		Refresh: m.refresh, Counter: l.counter, Footer: l.footer, Actions: actions,
		Open: pane.Action[*Row]{Key: m.Keys.Detail, Row: func(r *Row) tea.Cmd { return m.openModels(r.Model) }},
	})
	return l
}

func (l *listScreen) modelLines(r *Row, width int) []string {
	i := inspected{model: r.Model, since: l.m.snapshots.Value.since, width: width}
	if len(l.m.files) > 0 {
		i.files = &l.m.files[0]
	}
	if i != l.inspected {
		l.inspected, l.lines = i, l.m.modelLines(r.Model, width)
	}
	return l.lines
}

// switchView shows the prices of the models, or the models of the prices, under
// the same filter.
func (l *listScreen) switchView() tea.Cmd {
	var cmd tea.Cmd
	if l.kind == listPrices {
		cmd = l.m.Pop()
	} else {
		l.m.Push(l.m.newList(listPrices))
	}
	if to, ok := l.m.Top().(*listScreen); ok {
		cmd = tea.Batch(cmd, to.Query.Set(l.Query.Value()))
	}
	return cmd
}

// openField types the question or the description of the files, above the list
// that answers it.
func (m *Model) openField(kind list) tea.Cmd {
	l, ok := m.Top().(*listScreen)
	if !ok || l.kind != kind {
		l = m.newList(kind)
		m.Push(l)
	}
	l.typing = true
	l.field().CursorEnd()
	return l.field().Focus()
}

func (l *listScreen) field() *field {
	if l.kind == listFiles {
		return &l.m.describe
	}
	return &l.m.ask
}

// Capturing reports whether keys are text.
func (l *listScreen) Capturing() bool { return l.typing || l.List.Capturing() }

// SetSize sets the room in cells.
func (l *listScreen) SetSize(width, height int) {
	l.width, l.height = width, height
	l.List.SetSize(width, height)
}

// View draws the list. The field stays visible while the catalog is loading.
func (l *listScreen) View() string {
	if l.typing {
		above := l.summary(l.width)
		if body, missing := l.m.ViewMissing(l.m.State(), l.m.Keys.Refresh, l.width, l.height-len(above)); missing {
			return text.Fit(strings.Join(append(above, body), "\n"), l.width, l.height)
		}
	}
	return l.List.View()
}

// Back clears the filter, then the question.
func (l *listScreen) Back() (tea.Cmd, bool) {
	if cmd, handled := l.List.Back(); handled || l.kind&lists == 0 || l.m.ask.Value() == "" {
		return cmd, handled
	}
	return l.clear(), true
}

// clear clears the filter and the question. The files stay: they hide nothing.
func (l *listScreen) clear() tea.Cmd {
	l.m.setQuestion(quote.Question{})
	cmd := l.Query.Set("")
	if l.kind == listQuote {
		cmd = tea.Batch(cmd, l.m.Pop())
	}
	return cmd
}

// Update is one step.
func (l *listScreen) Update(msg tea.Msg) tea.Cmd {
	if msg, ok := msg.(tea.KeyMsg); ok {
		switch k := &l.m.Keys; {
		case l.typing:
			return l.onFieldKey(msg)
		case l.List.Capturing():
		case key.Matches(msg, k.Export):
			l.m.pickExport(l.export())
			return nil
		case key.Matches(msg, k.Sort) && l.kind == listQuote:
			return l.m.rankBy(l.Table.Column())
		}
	}
	return l.List.Update(msg)
}

// fill shows the rows of the current data.
func (l *listScreen) fill() tea.Cmd {
	var rows []*Row
	switch m := l.m; l.kind {
	case listModels:
		rows = m.modelRows()
	case listPrices:
		rows = m.priceRows(m.catalog().Match(m.question.Filter), false)
	case listQuote:
		rows = m.quoteRows()
	case listFiles:
		rows = m.fileRows()
	}
	cmd := l.SetRows(rows)
	l.List.SetSize(l.width, l.height) // the columns depend on the question
	return cmd
}

// onFieldKey handles a key of the field. Each letter changes the list below.
// Enter and esc leave the field and keep what was typed.
func (l *listScreen) onFieldKey(msg tea.KeyMsg) tea.Cmd {
	k, in := &l.m.Keys, l.field()
	switch {
	case key.Matches(msg, k.Confirm) && l.kind == listFiles && len(in.problems) > 0:
		return l.m.readFiles()
	case key.Matches(msg, k.Confirm, k.Back):
		return l.leaveField()
	case pane.MovesRows(msg):
		return l.Table.Update(msg)
	}
	before := in.Value()
	var cmd tea.Cmd
	if in.Model, cmd = in.Update(msg); in.Value() == before {
		return cmd
	}
	if l.kind == listFiles {
		l.m.reading.Cancel()
	}
	l.m.parse()
	cmd = tea.Batch(cmd, l.m.fillTop())
	shown, _ := l.Table.Counts()
	l.Table.MoveBy(-shown)
	return cmd
}

func (l *listScreen) leaveField() tea.Cmd {
	l.typing = false
	l.field().Blur()
	if l.field().Value() == "" {
		return l.m.Pop()
	}
	l.Arrange()
	return nil
}

// compare shows the selected models side by side.
func (l *listScreen) compare() tea.Cmd {
	var models []*quote.Model
	for r := range l.Table.Selected() {
		if !slices.Contains(models, r.Model) {
			models = append(models, r.Model)
		}
		if len(models) > maxCompared {
			break
		}
	}
	if len(models) < 2 || len(models) > maxCompared {
		return pane.Notify(pane.Info, l.m.Words.T("prices.select_to_compare", "Most", maxCompared, "Key", l.m.Keys.Select.Help().Key))
	}
	return l.m.openModels(models...)
}

// unfold shows or hides the prices of the model under the cursor.
func (l *listScreen) unfold(r *Row) tea.Cmd {
	return l.setUnfolded(!l.m.unfolded[r.Model.Key], r.Model)
}

// unfoldAll shows or hides the prices of all models.
func (l *listScreen) unfoldAll() tea.Cmd {
	models := l.m.catalog().Models
	unfolded := func(model *quote.Model) bool { return l.m.unfolded[model.Key] }
	return l.setUnfolded(!slices.ContainsFunc(models, unfolded), models...)
}

func (l *listScreen) setUnfolded(open bool, models ...*quote.Model) tea.Cmd {
	r, ok := l.Table.Current()
	for _, model := range models {
		if delete(l.m.unfolded, model.Key); open {
			l.m.unfolded[model.Key] = true
		}
	}
	cmd := l.fill()
	if ok {
		l.Table.MoveTo(r.Model.Key)
	}
	return cmd
}

func (l *listScreen) footer() []key.Binding {
	k, own := &l.m.Keys, &l.m.keys
	if l.typing {
		return []key.Binding{k.Confirm, k.Back}
	}
	if l.kind&lists == 0 {
		return []key.Binding{k.Back, own.Ask, own.Files, k.Detail, k.Sort, k.Export, k.Refresh}
	}
	footer := []key.Binding{own.Ask, own.Facets, k.Filter, own.View, k.Detail, k.Sort, own.Files, k.Export, k.Refresh}
	if l.kind == listModels {
		footer = slices.Insert(footer, 3, own.Unfold)
	}
	return footer
}

// FullHelp is all keys that work now.
func (l *listScreen) FullHelp() [][]key.Binding {
	if l.typing {
		return [][]key.Binding{l.footer()}
	}
	groups := l.List.FullHelp()
	if l.kind&lists == 0 {
		groups[0] = append(groups[0], l.m.Keys.Back)
	}
	return groups
}

// empty is the sentence for a list without rows: because of an empty catalog, an
// empty field, or a filter that matches nothing.
func (l *listScreen) empty(bool) string {
	w := l.m.Words
	switch {
	case len(l.m.catalog().Models) == 0:
		return w.T("prices.none")
	case l.kind == listQuote && l.m.question.IsZero():
		return w.T("prices.ask_hint", "Example", w.T("prices.ask_example"))
	case l.kind == listFiles && len(l.m.files) == 0:
		return w.T("prices.files_hint", "Example", w.T("prices.files_example"))
	}
	return w.T("prices.no_match", "Key", l.m.keys.Clear.Help().Key)
}

// summary are the lines above the table: the question, the files, and what the
// user must know to read the table correctly.
func (l *listScreen) summary(width int) []string {
	m := l.m
	lines := []string{l.viewField(&m.ask, strings.Join(m.questionWords(), " "+m.Theme.Glyphs.Between+" "), width)}
	if l.kind == listFiles {
		lines = append(lines, l.viewField(&m.describe, "", width))
	}
	lines = append(lines, l.alerts(width)...)
	return lines[:min(len(lines), max(l.height-4, 0))]
}

// viewField is a field while it is typed, with what was understood at the right;
// otherwise what was understood. An empty one shows an example.
func (l *listScreen) viewField(f *field, understood string, width int) string {
	w, t := l.m.Words, l.m.Theme
	label, value := w.T("prices."+f.name), cmp.Or(understood, clean(f.Value()))
	hint := t.Tone(theme.Accent).Render(value)
	if f.Value() == "" {
		hint = t.Tone(theme.Faint).Render(w.T("prices." + f.name + "_example"))
	}
	if !l.typing || f != l.field() {
		return text.Cut(" "+t.Footer.Key.Render(f.key.Help().Key)+" "+t.Tone(theme.Muted).Render(label)+" "+hint, width)
	}
	room := text.Width(hint)
	if understood == "" && f.Value() != "" || room > width/2-text.Width(label) {
		hint, room = "", 0
	}
	line := l.m.Field(label, &f.Model, width-room-3)
	return text.Cut(line+text.Blank(width-text.Width(line)-room-1)+hint, width)
}

func (l *listScreen) alerts(width int) []string {
	m := l.m
	w, t := m.Words, m.Theme
	var lines []string
	say := func(tone theme.Tone, s string) {
		lines = append(lines, t.Tone(tone).Render(text.Cut(" "+s, width)))
	}
	if c := &m.Store.Catalog; c.Err != nil && c.Loaded() {
		lines = append(lines, m.LineFailed(c.Err, c.At, m.Keys.Refresh, width))
	}
	switch problems := l.field().problems; {
	case l.kind == listFiles && m.reading.Running():
		say(theme.Muted, t.Glyphs.Pending+" "+w.T("prices.reading"))
	case len(problems) > 0:
		say(theme.Warn, t.Glyphs.Unknown+" "+m.problems(problems))
	}
	if l.kind == listFiles {
		for _, s := range MissingFigures(w, m.files) {
			say(theme.Warn, t.Glyphs.Unknown+" "+s)
		}
	}
	if models := m.catalog().Models; len(models) > 0 && !m.catalog().Priced() {
		say(theme.Warn, t.Glyphs.Stale+" "+w.T("prices.no_prices_at_all"))
	}
	if l.kind == listQuote && !m.question.IsZero() {
		say(theme.Muted, m.ranking(l.Table.Rows()))
		if s := m.shorterClips(l.Table.Rows()); s != "" {
			say(theme.Accent, t.Glyphs.Down+" "+s)
		}
	}
	if news := m.news(); news != "" {
		say(theme.Accent, t.Glyphs.New+" "+news)
	}
	return lines
}

// counter says what the rows are, and how many are selected.
func (l *listScreen) counter() string {
	w, t := l.m.Words, l.m.Theme
	note := t.Tone(theme.Muted).Render(w.T("prices.view."+l.kind.name()))
	if n := l.Table.SelectedCount(); n > 0 {
		note += "  " + t.Table.Selected.Render(t.Glyphs.Selected+" "+w.N("prices.selected", n))
	}
	return note
}

func (k list) name() string {
	return map[list]string{listModels: "models", listPrices: "prices", listQuote: "quote", listFiles: "files"}[k]
}
