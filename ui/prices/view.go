package prices

import (
	"strings"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/prices/quote"
	"channeldeck/ui/text"
)

// resize gives the table in front what the lines above and below leave.
func (m *Model) resize() {
	size := [2]int{m.ListWidth(), max(m.Height-len(m.linesAbove())-1, 1)}
	if m.sizes[m.view] != size {
		m.sizes[m.view] = size
		m.table().SetSize(size[0], size[1])
	}
}

// View draws the pane within its size.
func (m *Model) View() string {
	if view, covered := m.Covered(); covered {
		return view
	}
	if m.mode == reading {
		return m.viewPage()
	}
	if view, missing := m.list.ViewMissing(m.ctx, m.keys.Refresh, m.Width, m.Height, m.fields()...); missing {
		return view
	}
	list := m.ctx.List(m.table(), m.linesAbove(), m.nothing(), m.viewNote(), m.ListWidth(), m.Height)
	return m.ctx.WithDetail(list, m.Width, func(int) string { return strings.Join(m.beside.lines, "\n") })
}

// panel is the current model as it stands beside the list of a wide terminal. It
// is written when the model changes, not when it is drawn.
type panel struct {
	model *api.VideoModel // of the lines
	files string          // what they say of the reference files is about
	width int
	lines []string
}

func (m *Model) fillPanel() {
	r, ok := m.table().Current()
	switch _, width := pane.Split(m.Width); {
	case !ok || width == 0:
		m.beside = panel{}
	case m.beside.model != r.model || m.beside.files != m.describe.Value() || m.beside.width != width:
		title := " " + m.ctx.Theme.Title.Render(text.Cut(clean(modelTitle(r.model)), width-1))
		m.beside = panel{r.model, m.describe.Value(), width, append([]string{title}, m.modelLines(r.place, width)...)}
	}
}

func (m *Model) viewPage() string {
	t := m.ctx.Theme
	title := m.ctx.Title(" "+t.Title.Render(clean(m.pageTitle())), &m.pager, m.Width)
	return text.Fit(title+"\n"+m.pager.View(), m.Width, m.Height)
}

// nothing tells an empty catalog from a filter that nothing matches.
func (m *Model) nothing() string {
	w := m.ctx.Words
	if m.list.Value.catalog.Len() == 0 {
		return w.T("prices.none")
	}
	return w.T("prices.no_match", "Key", m.keys.Clear.Help().Key)
}

// linesAbove are those above the table: the question always, and what else
// there is to say as far as there is room.
func (m *Model) linesAbove() []string {
	if !m.list.Have() {
		return nil
	}
	lines := append([]string{m.viewAsk()}, m.fields()...)
	lines = append(lines, m.alerts()...)
	return lines[:min(len(lines), max(m.Height-4, 0))]
}

// fields are the lines of what is typed, or was, but for the question, which is
// always there once there is a catalog to ask.
func (m *Model) fields() []string {
	var lines []string
	if m.mode == asking && !m.list.Have() {
		lines = append(lines, m.viewAsk())
	}
	if m.mode == describing || m.view == checks {
		lines = append(lines, m.viewFiles())
	}
	return append(lines, m.query.Lines(m.ListWidth())...)
}

// alerts are what a person must know to read the table right.
func (m *Model) alerts() []string {
	t, width := m.ctx.Theme, m.ListWidth()
	var lines []string
	say := func(tone theme.Tone, s string) {
		lines = append(lines, t.Tone(tone).Render(text.Cut(" "+s, width)))
	}
	if m.list.Err != nil {
		lines = append(lines, m.ctx.LineFailed(m.list.Err, m.list.At, m.keys.Refresh, width))
	}
	problems := m.unclear
	if m.mode == describing || m.view == checks && m.mode != asking {
		problems = m.unread
	}
	if len(problems) > 0 {
		say(theme.Warn, t.Glyphs.Unknown+" "+m.problemWords(problems))
	}
	if m.view == answers {
		say(theme.Muted, m.ranking())
		if s := m.shorter(); s != "" {
			say(theme.Accent, t.Glyphs.Down+" "+s)
		}
	}
	if news := m.news(); news != "" {
		say(theme.Accent, t.Glyphs.New+" "+news)
	}
	return lines
}

func (m *Model) problemWords(problems []quote.Problem) string {
	parts := make([]string, len(problems))
	for i, p := range problems {
		parts[i] = problemWord(m.ctx, p)
	}
	return m.joined(parts)
}

// ranking says by what the quote is ranked, and that credits of several kinds
// are not ranked with each other where there are several.
func (m *Model) ranking() string {
	w := m.ctx.Words
	scopes := map[quote.Scope]bool{}
	offers := 0
	for r := range m.tables[answers].Rows() {
		if r.offer != nil {
			offers++
			scopes[r.scope] = true
		}
	}
	s := w.N("prices.can_do", offers, "By", w.T("prices.ranked."+string(m.ranked)))
	if len(scopes) > 1 {
		s += " " + w.N("prices.scopes_apart", len(scopes))
	}
	return s
}

// shorter names the models whose shorter clips cost less than the best offer in
// their credits, the cheapest of each.
func (m *Model) shorter() string {
	best, offer := map[quote.Scope]*row{}, map[quote.Scope]quote.Amount{}
	var order []quote.Scope
	for r := range m.tables[answers].Rows() {
		if r.offer != nil && r.rank == 1 {
			offer[r.scope] = r.offer.Row().Price
		}
		s := r.split()
		if s == nil || offer[r.scope].Known() && s.Price.Cmp(offer[r.scope]) >= 0 {
			continue
		}
		if best[r.scope] == nil {
			order = append(order, r.scope)
		}
		if best[r.scope] == nil || s.Price.Cmp(best[r.scope].split().Price) < 0 {
			best[r.scope] = r
		}
	}
	var parts []string
	for _, scope := range order {
		r := best[scope]
		parts = append(parts, text.Cut(clean(modelTitle(r.model)), nameWidth)+" "+splitWord(m.ctx, r.split(), m.question.Clips()))
	}
	if len(parts) == 0 {
		return ""
	}
	return m.ctx.Words.T("prices.shorter", "What", m.joined(parts))
}

// viewAsk is the question: the field while it is typed, else what was
// understood, or how one asks.
func (m *Model) viewAsk() string {
	w, t := m.ctx.Words, m.ctx.Theme
	width := m.ListWidth()
	label := w.T("prices.ask")
	said := strings.Join(questionWords(m.ctx, m.question), " "+t.Glyphs.Between+" ")
	if m.mode == asking {
		if room := width/2 - text.Width(label); text.Width(said) > room {
			said = ""
		}
		line := m.ctx.Field(label, &m.ask, width-text.Width(said)-3)
		return text.Cut(line+text.Blank(width-text.Width(line)-text.Width(said)-1)+t.Tone(theme.Accent).Render(said), width)
	}
	label = " " + t.Footer.Key.Render(m.keys.Ask.Help().Key) + " " + t.Tone(theme.Muted).Render(label) + " "
	switch {
	case said != "":
		said = t.Tone(theme.Accent).Render(said)
	case m.ask.Value() != "":
		said = clean(m.ask.Value())
	default:
		said = t.Tone(theme.Faint).Render(w.T("prices.ask_example"))
	}
	return text.Cut(label+said, width)
}

// viewFiles is the description of reference files.
func (m *Model) viewFiles() string {
	w, t := m.ctx.Words, m.ctx.Theme
	width := m.ListWidth()
	if m.mode == describing {
		line := m.ctx.Field(w.T("prices.files"), &m.describe, width)
		if m.describe.Value() == "" && width > 60 {
			line += t.Tone(theme.Faint).Render(w.T("prices.files_example"))
		}
		return text.Cut(line, width)
	}
	label := " " + t.Footer.Key.Render(m.keys.Files.Help().Key) + " " + t.Tone(theme.Muted).Render(w.T("prices.files")) + " "
	return text.Cut(label+t.Tone(theme.Accent).Render(clean(m.describe.Value())), width)
}

// viewNote is behind the counter: of what the rows are, and how many are selected.
func (m *Model) viewNote() string {
	w, t := m.ctx.Words, m.ctx.Theme
	note := "  " + t.Tone(theme.Muted).Render(w.T("prices.view."+m.viewName()))
	if n := m.table().SelectedCount(); n > 0 {
		note += "  " + t.Table.Selected.Render(t.Glyphs.Selected+" "+w.N("prices.selected", n))
	}
	return note
}

func (m *Model) viewName() string {
	switch m.view {
	case byPrice:
		return "prices"
	case answers:
		return "quote"
	case checks:
		return "files"
	}
	return "models"
}
