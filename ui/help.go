package ui

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/input"
)

// helpScreen lists the keys that work now and match the query.
type helpScreen struct {
	ctx           *pane.Context
	keys          pane.Keys
	toggle        key.Binding // closes the help too while the query is empty
	input         input.Model
	pager         facts.Pager
	here, global  []key.Binding
	width, height int
}

func newHelp(ctx *pane.Context, toggle key.Binding, here, global [][]key.Binding) *helpScreen {
	h := &helpScreen{ctx: ctx, keys: pane.NewKeys(ctx).WhileTyping(ctx), toggle: toggle, input: input.New(ctx.Theme), here: flatten(here), global: flatten(global)}
	h.pager.Keys = h.keys.Pager()
	h.input.Focus()
	h.list()
	return h
}

// flatten joins groups of bindings, without duplicates and disabled ones.
func flatten(groups [][]key.Binding) []key.Binding {
	var all []key.Binding
	seen := map[key.Help]bool{}
	for _, b := range slices.Concat(groups...) {
		if b.Enabled() && b.Help().Key != "" && !seen[b.Help()] {
			seen[b.Help()] = true
			all = append(all, b)
		}
	}
	return all
}

func (h *helpScreen) Update(msg tea.Msg) (bool, tea.Cmd) {
	if h.pager.Update(msg) {
		return true, nil
	}
	press, ok := msg.(tea.KeyMsg)
	switch {
	case !ok:
		return true, nil
	case key.Matches(press, h.keys.Back, h.keys.Confirm), key.Matches(press, h.toggle) && h.input.Value() == "":
		return false, nil
	}
	before := h.input.Value()
	var cmd tea.Cmd
	if h.input, cmd = h.input.Update(msg); h.input.Value() != before {
		h.pager.Top()
		h.list()
	}
	return true, cmd
}

// list writes the two sections with their titles.
func (h *helpScreen) list() {
	w, t := h.ctx.Words, h.ctx.Theme
	query := text.Fold(strings.TrimSpace(h.input.Value()))
	var lines []string
	for i, section := range [][]key.Binding{h.here, h.global} {
		found := []string{t.Title.Render(" " + w.T([]string{"help.here", "help.always"}[i]))}
		for _, b := range section {
			name, desc := b.Help().Key, b.Help().Desc
			if strings.Contains(text.Fold(name+" "+desc), query) {
				found = append(found, "   "+t.Footer.Key.Render(text.Left(name, 16))+" "+desc)
			}
		}
		if len(found) > 1 {
			lines = append(append(lines, found...), "")
		}
	}
	if len(lines) == 0 {
		lines = append(lines, t.Tone(theme.Muted).Render(" "+w.T("help.nothing", "Query", text.Clean(h.input.Value()))))
	}
	h.pager.SetLines(lines[:max(len(lines)-1, 1)])
}

func (h *helpScreen) SetSize(width, height int) {
	h.width, h.height = width, height
	h.pager.SetHeight(height - 2)
}

func (h *helpScreen) View() string {
	t, w := h.ctx.Theme, h.ctx.Words
	title := h.ctx.Title(" "+t.Title.Render(w.T("help.title")), &h.pager, h.width)
	return title + "\n" + h.ctx.Field(w.T("help.filter"), &h.input, h.width) + "\n" + h.pager.View()
}

func (h *helpScreen) ShortHelp() []key.Binding {
	return []key.Binding{h.keys.Back, h.keys.Up, h.keys.Down}
}

func (h *helpScreen) FullHelp() [][]key.Binding { return [][]key.Binding{h.ShortHelp()} }
