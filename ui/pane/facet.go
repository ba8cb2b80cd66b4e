package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/widget/picker"
)

// Facet is a filter in the box of f. Choosing it turns it on or, where it is on, off.
type Facet struct {
	Section string // the heading above it and those of the same section that follow it
	ID      string // within the section
	Label   string
	Words   string // other words that find it
	Count   int    // of what it keeps
	Unread  bool   // the history may have more than Count, and is not read yet
	On      bool
	Toggle  func() tea.Cmd
}

// Among makes f keep its ID as one of the values that are chosen. To choose it calls toggle.
func (f Facet) Among(chosen []string, toggle func(id string) tea.Cmd) Facet {
	f.On = slices.Contains(chosen, f.ID)
	f.Toggle = func() tea.Cmd { return toggle(f.ID) }
	return f
}

// PickFacet offers filters in the box of f, with a mark at those that are on.
func (s *Stack) PickFacet(facets []Facet) tea.Cmd {
	w := s.ctx.Words
	var items []picker.Item
	for _, f := range facets {
		item := picker.Item{
			ID:      f.Section + " " + f.ID,
			Section: f.Section,
			Label:   f.Label,
			Words:   f.Words,
			Counts:  []picker.Count{{Text: w.Int(f.Count)}},
		}
		if f.Unread {
			item.Counts[0].Text = s.ctx.Theme.Glyphs.Dash
		}
		if f.On {
			item.Note = s.ctx.Theme.Glyphs.Selected + " " + w.T("overview.baseline_shown")
		}
		items = append(items, item)
	}
	s.Pick(Pick{
		Title:   w.T("menu.filter_by"),
		Items:   items,
		InOrder: true,
		Then: func(ids []string) tea.Cmd {
			i := slices.IndexFunc(items, func(item picker.Item) bool {
				return item.ID == ids[0]
			})
			return facets[i].Toggle()
		},
	})
	return nil
}

// Toggled returns the values with one more, or without it where it is one of them.
func Toggled[T comparable](values []T, value T) []T {
	i := slices.Index(values, value)
	if i < 0 {
		return append(slices.Clone(values), value)
	}
	return slices.Delete(slices.Clone(values), i, i+1)
}
