package prices

import (
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
	input.Search
	name     string          // its messages are prices.NAME and prices.NAME_example
	problems []quote.Problem // what was not understood
}

// listScreen is one of the lists. The quote and the verdicts have a field above
// them, which is typed into first.
type listScreen struct {
	*pane.List[*Row]
	filled
	m    *Model
	kind list

	width, height int
	choosing      bool // among the toggles
	toggle        int  // the current one
}

func (m *Model) newList(kind list) *listScreen {
	l := &listScreen{m: m, kind: kind}
	k := &m.keys
	actions := []pane.Action[*Row]{
		{Key: k.Ask, Do: func() tea.Cmd { return m.openField(listQuote) }},
		{Key: k.Files, Do: func() tea.Cmd { return m.openField(listFiles) }, Inspector: true},
		{Key: k.Facets, Do: l.pickFacet},
		{Key: k.Clear, Do: l.clear},
		{Key: k.Compare, Row: func(*Row) tea.Cmd { return l.compare() }},
		{Key: k.News, Do: m.openNews},
		{Key: k.Since, Row: func(r *Row) tea.Cmd { return m.openSince(r.Model) }},
		{Key: m.Keys.Export, Row: func(r *Row) tea.Cmd { m.pickExport(m.exportModel(r.Model)); return nil }}, // in the inspector
	}
	if kind&lists != 0 {
		actions = append(actions, pane.Action[*Row]{Key: k.View, Do: l.switchView})
	}
	if kind == listModels {
		actions = append(actions, pane.Action[*Row]{Key: k.Unfold, Do: l.unfold}, pane.Action[*Row]{Key: k.UnfoldAll, Do: l.unfoldAll})
	}
	resource := m.resource(kind)
	resource.Shown = func(int) []string { return m.shown(kind, l.width >= pane.FrameWidth && !m.HideInspector) }
	chips := m.questionWords // the filters
	if kind == listQuote {
		chips = nil // the list answers the question
	}
	l.List = pane.NewList(m.Stack, pane.ListConfig[*Row]{
		Resource: resource, Select: true, Heading: m.Words.T("prices.view." + kind.name()),
		Title: func(r *Row) string { return modelTitle(r.Model) }, Aside: func(r *Row) string { return m.creditsOf(r.Model.Scope) },
		Blocks: m.blocks, Summary: l.summary, Chips: chips, Empty: l.empty, State: m.State, Kind: kindOf, Free: m.free,
		Refresh: m.refresh, Counter: l.counter, Footer: l.footer, Actions: actions,
	})
	if kind == listQuote {
		for _, id := range []string{"price", "perSecond", "discount"} {
			l.Table.SetTitle(id, m.Words.T("prices.quote."+id))
		}
		l.showRanking()
	}
	return l
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
	return l.field().Open()
}

func (l *listScreen) field() *field {
	if l.kind == listFiles {
		return &l.m.describe
	}
	return &l.m.ask
}

// typing reports whether keys go to the field.
func (l *listScreen) typing() bool { return l.kind&lists == 0 && l.field().Typing() }

func (l *listScreen) Capturing() bool { return l.typing() || l.List.Capturing() }

// airyHeight is the minimum height for blank lines between sections.
const airyHeight = 30

func (l *listScreen) SetSize(width, height int) {
	airy := l.height >= airyHeight
	l.width, l.height = width, height
	l.List.SetSize(width, height)
	if airy != (height >= airyHeight) && l.filled > 0 {
		l.fill() // few rows are arranged at once
	}
}

// View draws the list. The field stays visible while the catalog is loading.
func (l *listScreen) View() string {
	if l.typing() {
		above := l.summary(l.width)
		if body, missing := l.m.ViewMissing(l.m.State(), l.m.Keys.Refresh, l.width, l.height-len(above)); missing {
			return text.Fit(strings.Join(append(above, body), "\n"), l.width, l.height)
		}
	}
	return l.List.View()
}

// Back leaves the toggles; it clears the filter, then the question.
func (l *listScreen) Back() (tea.Cmd, bool) {
	if l.choosing {
		l.setChoosing(false)
		return nil, true
	}
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

func (l *listScreen) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		switch k := &l.m.Keys; {
		case l.typing():
			return l.onFieldKey(msg)
		case l.List.Capturing():
		case l.choosing && l.onToggleKey(msg):
			return nil
		case key.Matches(msg, k.Export):
			l.m.pickExport(l.export())
			return nil
		}
	case tea.MouseMsg:
		if l.clickToggle(msg) {
			return nil
		}
	}
	cmd := l.List.Update(msg)
	if l.kind == listQuote {
		cmd = tea.Batch(cmd, l.rank())
	}
	return cmd
}

// rank ranks the quote by the column that the user sorts by.
func (l *listScreen) rank() tea.Cmd {
	id, desc := l.Table.Sort()
	by := rankingOf(id)
	if by == l.m.ranked && desc == (by == quote.ByDiscount) || l.Query.Value() != "" && id == "" {
		return nil
	}
	if by == "" {
		l.showRanking()
		return pane.Notify(pane.Info, l.m.Words.T("prices.no_ranking"))
	}
	l.m.ranked = by
	l.m.version++
	return nil
}

// showRanking marks the column by which the quote is ranked.
func (l *listScreen) showRanking() {
	id := l.m.ranked
	if id == quote.ByName {
		id = quote.ByLabel
	}
	l.Table.SortBy(string(id), l.m.ranked == quote.ByDiscount)
}

func (l *listScreen) fill() tea.Cmd {
	var rows []*Row
	switch m := l.m; l.kind {
	case listModels:
		rows = m.byScope(m.modelRows())
	case listPrices:
		rows = m.byScope(m.priceRows(m.catalog().Match(m.question.Filter), false))
	case listQuote:
		rows = m.quoteRows()
		l.Table.SetTitle("total", m.Words.N("prices.quote.total", m.question.Clips()))
		l.showRanking()
	case listFiles:
		rows = m.fileRows()
	}
	if l.height < airyHeight {
		rows = slices.DeleteFunc(rows, func(r *Row) bool { return r.Model == nil && r.heading == "" })
	}
	cmd := l.SetRows(rows)
	l.List.SetSize(l.width, l.height) // the columns depend on the question
	return cmd
}

// onFieldKey handles a key of the field. Each letter changes the list below. Enter
// keeps what was typed; esc restores what was there before.
func (l *listScreen) onFieldKey(msg tea.KeyMsg) tea.Cmd {
	k, in := &l.m.Keys, l.field()
	before := in.Value()
	var cmd tea.Cmd
	switch handled := true; {
	case key.Matches(msg, k.Confirm) && l.kind == listFiles && len(in.problems) > 0:
		return l.m.readFiles()
	case key.Matches(msg, k.Confirm):
		in.Keep()
	case key.Matches(msg, k.Back):
		in.Cancel()
	default:
		if cmd, handled = in.Update(msg); !handled || msg.Type == tea.KeyPgUp || msg.Type == tea.KeyPgDown {
			return l.Table.Update(msg)
		}
	}
	if in.Value() != before {
		l.m.reading.Cancel()
		l.m.parse()
		cmd = tea.Batch(cmd, l.m.fillTop())
		shown, _ := l.Table.Counts()
		l.Table.MoveBy(-shown)
	}
	if !in.Typing() && in.Value() == "" {
		return tea.Batch(cmd, l.m.Pop())
	}
	l.Arrange()
	return cmd
}

func (l *listScreen) compare() tea.Cmd {
	var models []*quote.Model
	for r := range l.Table.Selected() {
		if !slices.Contains(models, r.Model) {
			models = append(models, r.Model)
		}
	}
	if len(models) < 2 || len(models) > maxCompared {
		return pane.Notify(pane.Info, l.m.Words.T("prices.select_to_compare", "Most", maxCompared, "Key", l.m.Keys.Select.Help().Key))
	}
	p := &pageScreen{}
	for _, model := range models {
		p.keys = append(p.keys, model.Key)
	}
	return l.m.push(p)
}

func (l *listScreen) unfold() tea.Cmd {
	r, ok := l.Table.Current()
	if !ok {
		return nil
	}
	return l.setUnfolded(!l.m.unfolded[r.Model.Key], r.Model)
}

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
	if l.typing() {
		return []key.Binding{k.Confirm, k.Back}
	}
	if l.choosing {
		return []key.Binding{k.Back, k.Select, k.Left, k.Right, k.Up, k.Down}
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

func (l *listScreen) FullHelp() [][]key.Binding {
	if l.typing() {
		return [][]key.Binding{l.footer()}
	}
	groups := l.List.FullHelp()
	if l.kind&lists == 0 || l.choosing {
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
		return w.T("prices.none", "Key", l.m.Keys.Refresh.Help().Key)
	case l.kind == listQuote && l.m.question.IsZero():
		return w.T("prices.ask_hint", "Example", w.T("prices.ask_example"))
	case l.kind == listFiles && len(l.m.files) == 0:
		return w.T("prices.files_hint", "Example", w.T("prices.files_example"))
	}
	return w.T("prices.no_match", "Key", l.m.keys.Clear.Help().Key)
}

// summary are the lines above the list: the field that is typed into, or what the
// list shows; the toggles; and what the user must know to read the list correctly.
func (l *listScreen) summary(width int) []string {
	lines := append(l.headline(width), l.toggleLines(width)...)
	lines = append(lines, l.alerts(width)...)
	return lines[:min(len(lines), max(l.height-5, 1))]
}

// headline is the field that is typed into, or says what the list shows: the number of
// models, the question or the files, and how the answers are ranked, which may take lines
// of its own.
func (l *listScreen) headline(width int) []string {
	m := l.m
	w, t := m.Words, m.Theme
	if l.typing() {
		understood := ""
		if l.field() == &m.ask {
			understood = strings.Join(m.questionWords(), " "+t.Glyphs.Between+" ")
		}
		return []string{l.viewField(l.field(), understood, width)}
	}
	line := " " + t.Tone(theme.Strong).Render(w.N("prices.models", len(m.catalog().Models)))
	add := func(tone theme.Tone, s string) {
		if s != "" {
			line += "  " + t.Tone(tone).Render(s)
		}
	}
	var more []string
	switch l.kind {
	case listQuote:
		add(theme.Accent, strings.Join(m.questionWords(), " "+t.Glyphs.Between+" "))
		ranking := m.ranking(l.Table.Rows())
		if text.Width(line)+2+text.Width(ranking) > width {
			more, ranking = m.Paragraph(ranking, width, theme.Muted), ""
		}
		add(theme.Muted, ranking)
	case listFiles:
		add(theme.Accent, clean(m.describe.Value()))
	default:
		if n := len(m.catalog().Match(quote.Filter{})); m.catalog().Priced() {
			add(theme.Muted, w.N("prices.n_prices", n))
		}
	}
	return append([]string{text.Cut(line, width)}, more...)
}

// viewField is the field that is typed into, with what was understood at the right.
// An empty one shows an example.
func (l *listScreen) viewField(f *field, understood string, width int) string {
	w, t := l.m.Words, l.m.Theme
	label := w.T("prices." + f.name)
	hint := t.Tone(theme.Accent).Render(understood)
	if f.Value() == "" {
		hint = t.Tone(theme.Muted).Render(w.T("prices." + f.name + "_example"))
	}
	room := text.Width(hint)
	if room > width/2-text.Width(label) {
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
		lines = append(lines, m.Paragraph(s, width, tone)...)
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
		if s := m.shorterClips(l.Table.Rows()); s != "" {
			say(theme.Accent, t.Glyphs.Down+" "+s)
		}
	}
	if news := m.news(); news != "" {
		say(theme.Accent, t.Glyphs.New+" "+news)
	}
	return lines
}

// counter says how many rows are selected.
func (l *listScreen) counter() string {
	if n := l.Table.SelectedCount(); n > 0 {
		return l.m.Theme.Glyphs.Selected + " " + l.m.Words.N("prices.selected", n)
	}
	return ""
}

func (k list) name() string {
	return map[list]string{listModels: "models", listPrices: "prices", listQuote: "quote", listFiles: "files"}[k]
}
