package ui

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
)

// helpScreen lists the keys that work now and match what is typed.
type helpScreen struct {
	ctx    *pane.Context
	keys   pane.Keys
	again  key.Binding // opened the help, and closes it while nothing is typed
	input  input.Model
	here   []key.Binding // keys of the pane
	always []key.Binding
	top    int
	rows   int // lines that fit, at the last drawing
}

func newHelp(ctx *pane.Context, again key.Binding, here, always [][]key.Binding) *helpScreen {
	h := &helpScreen{ctx: ctx, keys: pane.NewKeys(ctx).WhileTyping(ctx), again: again, input: input.New(ctx.Theme), here: flatten(here), always: flatten(always)}
	h.input.Focus()
	return h
}

// flatten joins groups of bindings, without duplicates and disabled ones.
func flatten(groups [][]key.Binding) []key.Binding {
	var all []key.Binding
	seen := map[string]bool{}
	for _, group := range groups {
		for _, b := range group {
			id := b.Help().Key + " " + b.Help().Desc
			if !b.Enabled() || b.Help().Key == "" || seen[id] {
				continue
			}
			seen[id] = true
			all = append(all, b)
		}
	}
	return all
}

func (h *helpScreen) Update(msg tea.Msg) (bool, tea.Cmd) {
	switch press, ok := msg.(tea.KeyMsg); {
	case !ok:
		h.scroll(wheel(msg))
	case key.Matches(press, h.keys.Back, h.keys.Confirm):
		return false, nil
	case key.Matches(press, h.again) && h.input.Value() == "":
		return false, nil
	case key.Matches(press, h.keys.Down), press.Type == tea.KeyDown:
		h.scroll(1)
	case key.Matches(press, h.keys.Up), press.Type == tea.KeyUp:
		h.scroll(-1)
	case key.Matches(press, h.keys.PageDown), press.Type == tea.KeyPgDown:
		h.scroll(h.rows)
	case key.Matches(press, h.keys.PageUp), press.Type == tea.KeyPgUp:
		h.scroll(-h.rows)
	default:
		before := h.input.Value()
		var cmd tea.Cmd
		if h.input, cmd = h.input.Update(msg); h.input.Value() != before {
			h.top = 0
		}
		return true, cmd
	}
	return true, nil
}

func (h *helpScreen) scroll(by int) {
	end := max(len(h.lines())-h.rows, 0)
	h.top = max(min(min(h.top, end)+by, end), 0)
}

// wheel is the number of lines that a mouse wheel event scrolls, 0 for any other
// message.
func wheel(msg tea.Msg) int {
	const lines = 3
	turn, _ := msg.(tea.MouseMsg)
	switch turn.Button {
	case tea.MouseButtonWheelUp:
		return -lines
	case tea.MouseButtonWheelDown:
		return lines
	}
	return 0
}

// lines are the two sections of the list with their titles.
func (h *helpScreen) lines() []string {
	var lines []string
	w, t := h.ctx.Words, h.ctx.Theme
	query := text.Fold(strings.TrimSpace(h.input.Value()))
	for _, part := range []struct {
		title string
		list  []key.Binding
	}{{w.T("help.here"), h.here}, {w.T("help.always"), h.always}} {
		var found []string
		for _, b := range part.list {
			name, desc := b.Help().Key, b.Help().Desc
			if query != "" && !strings.Contains(text.Fold(name+" "+desc), query) {
				continue
			}
			found = append(found, "  "+t.Footer.Key.Render(text.Left(name, 16))+" "+desc)
		}
		if len(found) > 0 {
			lines = append(lines, t.Title.Render(part.title))
			lines = append(lines, found...)
			lines = append(lines, "")
		}
	}
	if len(lines) == 0 {
		lines = append(lines, t.Tone(theme.Muted).Render(w.T("help.nothing", "Query", text.Clean(h.input.Value()))))
	}
	return lines
}

func (h *helpScreen) View(width, height int) string {
	t, w := h.ctx.Theme, h.ctx.Words
	head := " " + t.Title.Render(w.T("help.title")) + "  " + t.Tone(theme.Muted).Render(w.T("help.filter")+" ")
	h.input.SetWidth(width - text.Width(head))
	head += h.input.View()
	lines := h.lines()
	h.rows = max(height-2, 0)
	top := max(min(h.top, len(lines)-h.rows), 0)
	end := min(top+h.rows, len(lines))
	body := make([]string, 0, h.rows)
	for _, line := range lines[top:end] {
		body = append(body, " "+line)
	}
	if end < len(lines) && len(body) > 0 {
		body[len(body)-1] = " " + t.Tone(theme.Muted).Render(w.N("help.more", len(lines)-end+1))
	}
	return head + "\n\n" + strings.Join(body, "\n")
}

func (h *helpScreen) ShortHelp() []key.Binding {
	return []key.Binding{h.keys.Back, h.keys.Up, h.keys.Down}
}

func (h *helpScreen) FullHelp() [][]key.Binding { return [][]key.Binding{h.ShortHelp()} }
