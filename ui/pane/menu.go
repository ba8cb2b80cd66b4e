package pane

import (
	"slices"
	"strings"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/picker"
)

// Menu offers the variants of what one key does: actions of the screen on top, the usual one first.
// Disabled ones are left out, and a single one runs at once. Where all are, it says so.
func (s *Stack) Menu(titleID string, actions ...key.Binding) tea.Cmd {
	actions = slices.DeleteFunc(slices.Clone(actions), func(b key.Binding) bool {
		return !b.Enabled()
	})
	switch len(actions) {
	case 0:
		return s.ctx.Inform("menu.none")
	case 1:
		return s.Update(Press(ActionOf(actions[0])))
	}
	return s.Offer(s.ctx.Words.T(titleID), actions...)
}

// Offer offers actions of the screen on top in a box.
func (s *Stack) Offer(title string, actions ...key.Binding) tea.Cmd {
	var items []picker.Item
	for _, b := range actions {
		action := ActionOf(b)
		help := s.ctx.Help(b)
		items = append(items, picker.Item{
			ID:    action,
			Label: help.Desc,
			Note:  s.ctx.Words.Optional("key.desc." + action),
			Words: s.ctx.Words.Optional("palette.words." + action),
			Key:   help.Key,
		})
	}
	s.PickOne(title, items, func(action string) tea.Cmd {
		return s.Update(Press(action))
	})
	return nil
}

// ActionOf returns the action of a binding.
func ActionOf(b key.Binding) string {
	i := slices.IndexFunc(b.Keys(), isActionKey)
	if i < 0 {
		return ""
	}
	return strings.TrimPrefix(b.Keys()[i], actionMark)
}
