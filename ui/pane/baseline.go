package pane

import (
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/widget/picker"
)

// PickBaseline asks with which of the baselines to compare, and remembers the choice.
func (s *Stack) PickBaseline() tea.Cmd {
	c := s.ctx
	if !c.HasHistory() {
		return c.Inform("overview.no_history")
	}
	shown := c.Sites.First().Store.Baseline()
	var items []picker.Item
	for _, b := range history.Baselines() {
		item := picker.Item{ID: string(b), Label: c.BaselineName(b)}
		if b == shown {
			item.Chosen = true
			item.Note = c.Words.T("overview.baseline_shown")
		}
		items = append(items, item)
	}
	s.PickOne(c.Words.T("overview.pick_baseline"), items, func(id string) tea.Cmd {
		return c.Stores().SetBaseline(history.Baseline(id))
	})
	return nil
}

// BaselineName is the name of a baseline. Of a moment in the past, the last visit is that before it. Without an
// earlier visit, the first recording is in its place.
func (c *Context) BaselineName(b history.Baseline) string {
	if b == history.SinceVisit && !c.mayHaveVisit() {
		return c.Words.T("overview.baseline.first")
	}
	if b == history.SinceVisit && !c.Moment.IsZero() {
		return c.Words.T("overview.baseline.visit_then")
	}
	return c.Words.T("overview.baseline." + string(b))
}

// mayHaveVisit reports whether a site can be compared with an earlier visit, or the history of one was not read
// yet.
func (c *Context) mayHaveVisit() bool {
	return slices.ContainsFunc(c.Sites, func(s *Site) bool {
		past := s.Store.Past.Value
		return past == nil || past.HasVisit()
	})
}
