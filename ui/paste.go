package ui

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// paste does with pasted text what the palette does with it: it opens what a link, an ID or a question means.
// Where several things of a kind are as likely, or none is known, the palette shows what it may be.
func (m *Model) paste(pasted string) tea.Cmd {
	query := strings.TrimSpace(text.Line(pasted))
	stack := m.tabs.stack()
	if query == "" || len(query) > maxRead || stack.Asking() {
		return rejectPaste(m.ctx, flatten(stack.FullHelp()))
	}
	cmd := m.openPalette()
	palette, opened := m.overlay.(*paletteBox)
	if !opened {
		return cmd
	}
	known := palette.understood(query)
	known = append(slices.Clip(known), palette.matches(query, known)...)
	alike := slices.IndexFunc(known, func(item picker.Item) bool {
		return item.Section != known[0].Section
	})
	if len(known) == 1 || alike == 1 {
		m.overlay = nil
		return tea.Batch(cmd, palette.choose(known[0].Value))
	}
	palette.Type(query)
	return cmd
}
