package ui

import (
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/works"
)

// insideActions are actions of a screen that a row of a pane opens. Where no such screen is open, the palette
// leads to the pane.
var insideActions = map[string][]string{
	works.Name: {
		"works.account", "works.base", "works.by_age", "works.metric", "works.next_metric", "works.earlier",
		"works.facts", "works.metrics", "works.chart",
	},
	sessions.Name: {
		"sessions.jump", "sessions.names", "sessions.media", "sessions.copy_masked", "sessions.depth",
		"sessions.follow", "sessions.next_turn", "sessions.raw",
	},
}

// inside returns the actions of screens that are not open now.
func (p *paletteBox) inside() []picker.Item {
	w := p.ctx.Words
	var items []picker.Item
	for i, t := range p.tabs.all {
		stack := t.pane.Stack()
		if len(insideActions[t.name]) == 0 || i == p.tabs.front && stack.Capturing() {
			continue
		}
		open := map[string]bool{}
		for _, b := range actionsOf(stack.FullHelp()) {
			open[pane.ActionOf(b)] = true
		}
		for _, action := range insideActions[t.name] {
			if open[action] {
				continue
			}
			items = append(items, picker.Item{
				Section: w.T("palette.actions"),
				Words:   w.Optional("palette.words." + action),
				Label:   w.T("key." + action),
				Note: w.T("tab."+t.name) + " " + p.ctx.Theme.Glyphs.Between + " " +
					w.T("palette.inside."+t.name),
				Value: &pane.Target{Pane: t.name},
			})
		}
	}
	return items
}
