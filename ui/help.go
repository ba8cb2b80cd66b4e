package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fold"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/input"
)

// helpBox lists the keys that work now, and the signs, in groups. Typing
// narrows it.
type helpBox struct {
	ctx    *pane.Context
	keys   pane.Keys
	closes []key.Binding // these close the help too while the query is empty
	more   key.Binding   // one of closes: shows all keys first
	input  input.Model
	pager  facts.Pager
	groups []helpGroup
	first  []helpGroup // what the help begins with
	all    bool        // groups are shown
	head   int         // lines above the keys: the field, and a blank line where there is room
	width  int
	height int
}

type helpGroup struct {
	title string
	rows  []helpRow
}

// helpRow is a key or a sign, and what it does or means.
type helpRow struct {
	sign, word string
	tone       theme.Style
}

func newHelp(
	ctx *pane.Context,
	closes []key.Binding,
	name string,
	here, global [][]key.Binding,
) *helpBox {
	h := &helpBox{
		ctx:    ctx,
		keys:   pane.NewKeys(ctx).WhileTyping(ctx),
		closes: closes,
		more:   newKeyMap(ctx).Help,
		input:  input.New(ctx.Theme),
	}
	h.groups = groupKeys(ctx, name, flatten(here), flatten(global))
	h.first = firstKeys(ctx, name, flatten(here), flatten(global))
	h.pager.Keys = h.keys.Pager()
	h.input.Placeholder = ctx.Words.T("help.filter")
	h.input.Focus()
	return h
}

// firstActions are the actions that a new user needs, in their order. An entry may name several, of which
// a screen has one.
var firstActions = []string{
	" tab ", " detail options.open overview.open works.show sessions.open_row ", " back ", " next_region ",
	" filter search ", " filter_by ", " accounts.abnormal groups.abnormal overview.abnormal sessions.problems ",
	" select ", " copy ", " export ", " palette ", " quit ",
}

// ownActions are those that only some panes have, for the first page of the help.
const ownActions = " overview.known overview.baseline accounts.baseline options.files works.watch " +
	" sessions.depth prices.ask prices.files "

// firstKeys returns the keys that the help begins with: those that a new user needs, those of the pane
// alone, and the signs.
func firstKeys(ctx *pane.Context, name string, here, global []key.Binding) []helpGroup {
	w := ctx.Words
	common := helpGroup{title: w.T("help.first")}
	own := helpGroup{title: w.T("tab." + name)}
	all := slices.Concat(here, global)
	add := func(g *helpGroup, actions string) {
		i := slices.IndexFunc(all, func(b key.Binding) bool {
			return slices.Contains(strings.Fields(actions), pane.ActionOf(b))
		})
		if i >= 0 {
			g.addKey(ctx, all[i])
		}
	}
	for _, actions := range firstActions {
		add(&common, actions)
	}
	for action := range strings.FieldsSeq(ownActions) {
		add(&own, action)
	}
	more := ctx.Named(newKeyMap(ctx).Help, "help.all")
	common.addKey(ctx, more)
	return filledGroups(common, own, legend(ctx, name))
}

// groupKeys sorts the keys of a pane into groups: its own, those of lists, those
// that copy, and those that move; the global keys and the signs follow. The pane has a name.
func groupKeys(ctx *pane.Context, name string, here, global []key.Binding) []helpGroup {
	w := ctx.Words
	k := pane.NewKeys(ctx)
	root := newKeyMap(ctx)
	own := helpGroup{title: w.T("tab." + name)}
	list := helpGroup{title: w.T("help.list")}
	copies := helpGroup{title: w.T("help.copy")}
	moves := helpGroup{title: w.T("help.move")}
	everywhere := helpGroup{title: w.T("help.everywhere")}
	var rows, ends helpGroup // pairs at the end of list and everywhere
	pairs := []keyPair{
		{&moves, "move.line", k.Up, k.Down},
		{&moves, "move.page", k.PageUp, k.PageDown},
		{&moves, "move.ends", k.Home, k.End},
		{&moves, "move.column", k.Left, k.Right},
		{&rows, "list.select", k.Select, k.SelectAll},
		{&ends, "sites", root.Sites, root.Settings},
		{&ends, "quit", root.Quit, root.ForceQuit},
	}
	for _, p := range pairs {
		here = p.take(ctx, here)
		global = p.take(ctx, global)
	}
	for _, b := range here {
		group := &own
		switch {
		case isOneOf(b, k.SelectUp, k.SelectDown, k.HalfUp, k.HalfDown): // KEYS.md names them; there is no room for all
			continue
		case isOneOf(
			b, k.Filter, k.FilterBy, k.Sort, k.Columns, k.Select, k.SelectAll, k.Detail,
			k.Inspector, k.Views, k.Reset, k.FoldAll, k.UnfoldAll, k.Raw,
		):
			group = &list
		case isOneOf(b, k.Copy, k.CopyAs, k.Export):
			group = &copies
		case isOneOf(b, k.Bindings()...):
			group = &moves
		}
		group.addKey(ctx, b)
	}
	list.rows = append(list.rows, rows.rows...)
	for _, b := range global {
		if !isOneOf(b, root.Help) { // it led here
			everywhere.addKey(ctx, b)
		}
	}
	everywhere.rows = append(everywhere.rows, ends.rows...)
	if ctx.Mouse {
		everywhere.add(ctx, w.T("help.shift_drag"), w.T("help.select_text"))
	}
	return filledGroups(own, copies, list, moves, legend(ctx, name), everywhere)
}

// filledGroups returns the groups that have rows.
func filledGroups(groups ...helpGroup) []helpGroup {
	return slices.DeleteFunc(groups, func(g helpGroup) bool {
		return len(g.rows) == 0
	})
}

// isOneOf reports whether a binding is one of others, by what its help says.
func isOneOf(b key.Binding, of ...key.Binding) bool {
	return slices.ContainsFunc(of, func(o key.Binding) bool {
		return o.Help() == b.Help()
	})
}

// keyPair are two keys that have one row in a group, where both work.
type keyPair struct {
	group         *helpGroup
	word          string
	first, second key.Binding
}

// take adds the pair to its group if both are among keys, and returns the other keys.
func (p *keyPair) take(ctx *pane.Context, keys []key.Binding) []key.Binding {
	if !isOneOf(p.first, keys...) || !isOneOf(p.second, keys...) {
		return keys
	}
	name := pairName(ctx.Help(p.first).Key, ctx.Help(p.second).Key)
	p.group.add(ctx, name, ctx.Words.T("help."+p.word))
	return slices.DeleteFunc(slices.Clone(keys), func(b key.Binding) bool {
		return isOneOf(b, p.first, p.second)
	})
}

// addKey adds a row for a binding.
func (g *helpGroup) addKey(ctx *pane.Context, b key.Binding) {
	help := ctx.Help(b)
	g.add(ctx, help.Key, help.Desc)
}

func (g *helpGroup) add(ctx *pane.Context, keys, word string) {
	g.rows = append(g.rows, helpRow{keys, word, ctx.Theme.Footer.Key})
}

// lines draws a group: its title, and its rows with the signs in a column.
func (g *helpGroup) lines(t *theme.Theme) []string {
	lines := []string{" " + t.Table.Head.Render(g.title)}
	signs := 0
	for _, r := range g.rows {
		signs = max(signs, text.Width(r.sign))
	}
	for _, r := range g.rows {
		lines = append(lines, "  "+r.tone.Render(text.Left(r.sign, signs))+"  "+r.word)
	}
	return lines
}

// pairName joins the names of the keys of two bindings, only the first of each where all are
// too long.
func pairName(a, b string) string {
	const most = 14
	name := a + " " + b
	if text.Width(name) <= most {
		return name
	}
	first := func(s string) string { s, _, _ = strings.Cut(s, "/"); return s }
	return first(a) + " " + first(b)
}

// legend explains the signs of a pane: those that have a message help.sign.PANE.SIGN.
func legend(ctx *pane.Context, pane string) helpGroup {
	g := ctx.Theme.Glyphs
	w := ctx.Words
	group := helpGroup{title: w.T("help.signs")}
	for _, s := range []struct {
		sign, name string
		tone       theme.Tone
	}{
		{g.Normal, "normal", theme.Good},
		{g.Abnormal, "abnormal", theme.Bad},
		{g.Unknown, "unknown", theme.Warn},
		{g.Stale, "stale", theme.Warn},
		{g.Pending, "pending", theme.Muted},
		{g.Up, "up", theme.Good},
		{g.Down, "down", theme.Bad},
		{g.Up + " " + g.Down, "change", theme.Plain},
		{g.New, "new", theme.Accent},
		{g.Dash, "gone", theme.Warn},
		{"$", "price", theme.Warn},
		{g.Bullet, "watched", theme.Accent},
		{g.User, "user", theme.Accent},
		{g.Folded + " " + g.Open, "folded", theme.Muted},
		{g.Local, "local", theme.Plain},
		{g.Selected, "selected", theme.Plain},
		{g.Left + " " + g.Right, "columns", theme.Plain},
		{strings.TrimSpace(g.Plain(resource.AtLeast)), "least", theme.Plain},
	} {
		id := "help.sign." + pane + "." + s.name
		if w.Has(id) {
			group.rows = append(group.rows, helpRow{
				s.sign,
				w.T(id, "Age", w.Duration(ctx.View.StaleAfter())),
				ctx.Theme.Tone(s.tone),
			})
		}
	}
	return group
}

// explain adds the signs of a screen to those of its pane.
func (h *helpBox) explain(signs []pane.Sign) {
	title := h.ctx.Words.T("help.signs")
	for _, groups := range [][]helpGroup{h.first, h.groups} {
		for i := range groups {
			if groups[i].title != title {
				continue
			}
			for _, s := range signs {
				groups[i].add(h.ctx, s.Sign, s.Meaning)
			}
		}
	}
}

func (h *helpBox) Update(msg tea.Msg) (bool, tea.Cmd) {
	if h.pager.Update(msg) {
		return true, nil
	}
	press, ok := msg.(tea.KeyMsg)
	if !ok {
		return true, nil
	}
	closes := key.Matches(press, h.closes...) && h.input.Value() == ""
	if closes && key.Matches(press, h.more) && !h.all {
		h.all = true
		h.list()
		return true, nil
	}
	if closes || key.Matches(press, h.keys.Back, h.keys.Confirm) {
		return false, nil
	}
	before := h.input.Value()
	var cmd tea.Cmd
	h.input, cmd = h.input.Update(msg)
	if h.input.Value() != before {
		h.pager.Top()
		h.list()
	}
	return true, cmd
}

// matches returns the groups with the rows that contain the query.
func (h *helpBox) matches() []helpGroup {
	query := fold.String(strings.TrimSpace(h.input.Value()))
	if query == "" && !h.all {
		return h.first
	}
	if query == "" {
		return h.groups
	}
	var found []helpGroup
	for _, g := range h.groups {
		rows := slices.DeleteFunc(slices.Clone(g.rows), func(r helpRow) bool {
			return !strings.Contains(fold.String(r.sign+" "+r.word), query)
		})
		if len(rows) > 0 {
			found = append(found, helpGroup{g.title, rows})
		}
	}
	return found
}

// list writes the groups in columns.
func (h *helpBox) list() {
	lines := columnsOf(h.ctx.Theme, h.matches(), h.width, h.height-1)
	if len(lines) == 0 {
		lines = []string{
			h.ctx.Theme.Paint(theme.Muted, "  "+h.ctx.Words.T(
				"help.nothing",
				"Query", text.Clean(h.input.Value()),
			)),
		}
	}
	h.head = 2
	if len(lines) == h.height-1 {
		h.head = 1
	}
	h.pager.SetHeight(h.height - h.head)
	h.pager.SetLines(lines)
}

// columnsOf returns the lines of groups in as few columns as fit into height, or
// else as many as fit into width.
func columnsOf(t *theme.Theme, groups []helpGroup, width, height int) (best []string) {
	for n := 1; n <= len(groups); n++ {
		lines := joinColumns(t, split(groups, n))
		if n > 1 && text.Widest(lines) > width {
			break
		}
		if best = lines; len(lines) <= height {
			break
		}
	}
	return best
}

// split divides groups into at most n columns of similar heights.
func split(groups []helpGroup, n int) [][]helpGroup {
	for most := 1; ; most++ {
		var columns [][]helpGroup
		rest := 0
		for _, g := range groups {
			size := len(g.rows) + 1
			if rest < size+1 || len(columns) == 0 {
				columns = append(columns, nil)
				rest = most + 1
			}
			columns[len(columns)-1] = append(columns[len(columns)-1], g)
			rest -= size + 1
			if rest < 0 {
				rest = 0
				columns = append(columns, nil) // the group is higher than a column may be
			}
		}
		if len(columns) <= n {
			return columns
		}
	}
}

// joinColumns draws columns of groups.
func joinColumns(t *theme.Theme, columns [][]helpGroup) []string {
	var all []string
	for i, column := range columns {
		var lines []string
		for i, g := range column {
			if i > 0 {
				lines = append(lines, "")
			}
			lines = append(lines, g.lines(t)...)
		}
		if i > 0 {
			lines = strings.Split(
				pane.SideBySide(
					strings.Join(all, "\n"),
					strings.Join(lines, "\n"),
					text.Widest(all)+1,
				),
				"\n",
			)
		}
		all = lines
	}
	return all
}

// Want returns the size of all groups, in low columns on a high screen too: the eye
// finds a group sooner.
func (h *helpBox) Want(width, height int) (int, int) {
	const most = 24
	lines := columnsOf(h.ctx.Theme, h.groups, width, min(height-1, most))
	first := columnsOf(h.ctx.Theme, h.first, width, min(height-1, most))
	widest := max(text.Widest(lines), text.Widest(first))
	const above = 2 // the field, and a blank line where there is room
	return min(widest+1, width), max(len(lines), len(first)) + above
}

func (h *helpBox) Frame() pane.Frame {
	from, to, of := h.pager.Position()
	return pane.Frame{
		Title:  h.ctx.Words.T("help.title"),
		Scroll: pane.Scroll{From: from, To: to, Of: of},
	}
}

func (h *helpBox) SetSize(width, height int) {
	h.width = width
	h.height = height
	h.list()
}

func (h *helpBox) View() string {
	prompt := " " + h.ctx.Theme.Paint(theme.Accent, h.ctx.Theme.Glyphs.User) + " "
	h.input.SetWidth(h.width - text.Width(prompt) - 1)
	return prompt + h.input.View() + strings.Repeat("\n", h.head) + h.pager.View()
}

func (h *helpBox) ShortHelp() []key.Binding {
	return []key.Binding{h.keys.Up, h.keys.Down, h.keys.Back}
}
