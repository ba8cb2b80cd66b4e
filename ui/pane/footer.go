package pane

import (
	"strings"

	"github.com/charmbracelet/bubbles/key"

	"channeldeck/theme"
	"channeldeck/ui/text"
)

// Footer writes bindings in a line of width cells. Those of last are always there,
// at its right end; of first as many as fit before them.
func Footer(t *theme.Theme, width int, first, last []key.Binding) string {
	room := width
	tail := bindings(t, &room, last)
	head := bindings(t, &room, first)
	if tail != "" {
		head += text.Blank(room)
	}
	return head + tail
}

// bindings renders as many as fit into room, each with its first key, and takes
// their cells from it.
func bindings(t *theme.Theme, room *int, list []key.Binding) string {
	var b strings.Builder
	for _, k := range list {
		if !k.Enabled() || k.Help().Key == "" {
			continue
		}
		h := k.Help()
		if first, _, more := strings.Cut(h.Key, "/"); more && first != "" {
			h.Key = first
		}
		cells := text.Width(h.Key) + text.Width(h.Desc) + 3
		if cells > *room {
			continue
		}
		*room -= cells
		b.WriteString(" " + t.Footer.Key.Render(h.Key) + " " + t.Footer.Word.Render(h.Desc) + " ")
	}
	return b.String()
}
