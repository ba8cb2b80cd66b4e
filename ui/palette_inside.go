package ui

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/options"
	"channeldeck/ui/pane"
	"channeldeck/ui/sessions"
	"channeldeck/ui/widget/picker"
	"channeldeck/ui/works"
)

// insideActions are actions of a screen that a row of a pane opens, without the name of the pane. Where no
// such screen is open, the palette leads to the pane.
var insideActions = map[string][]string{
	works.Name: {
		"account", "base", "by_age", "metric", "next_metric", "earlier", "facts", "metrics", "chart",
	},
	options.Name: {
		"copy_query", "copy_body", "check_body", "check_filter", "example",
	},
	sessions.Name: {
		"jump", "names", "media", "copy_masked", "depth", "follow", "next_turn", "raw",
	},
}

// closedAction is an action of a screen that is not open.
type closedAction struct{ pane, label string }

// showWhereToRun shows the pane of an action and says what to open there first.
func (m *Model) showWhereToRun(a closedAction) tea.Cmd {
	shown := m.open(pane.Target{Pane: a.pane})
	told := m.notice.show(pane.Notice{Text: m.ctx.Words.T("palette.open_first."+a.pane, "Action", a.label)})
	return tea.Batch(shown, told)
}

// inside returns the actions of screens that are not open now, of the pane in front or of the others.
func (p *paletteItems) inside(inFront bool) []picker.Item {
	w := p.ctx.Words
	section := w.T("palette.actions")
	if inFront {
		section = w.T("palette.commands")
	}
	var items []picker.Item
	for i, t := range p.tabs.all {
		stack := t.pane.Stack()
		isFront := i == p.tabs.front
		if len(insideActions[t.Name]) == 0 || isFront != inFront || isFront && stack.Capturing() {
			continue
		}
		open := map[string]bool{}
		for _, b := range actionsOf(stack.FullHelp()) {
			open[pane.ActionOf(b)] = true
		}
		for _, name := range insideActions[t.Name] {
			action := t.Name + "." + name
			if open[action] {
				continue
			}
			items = append(items, picker.Item{
				Section: section,
				Words:   w.Optional("palette.words." + action),
				Label:   w.T("key." + action),
				Note: w.T("tab."+t.Name) + " " + p.ctx.Theme.Glyphs.Between + " " +
					w.T("palette.inside."+t.Name),
				Value: closedAction{pane: t.Name, label: w.T("key." + action)},
			})
		}
	}
	return items
}

// elsewhere returns the actions that belong to no pane and do not work here. They lead to the sites, where they do.
func (p *paletteItems) elsewhere() []picker.Item {
	if p.tabs.typing() {
		return nil
	}
	w := p.ctx.Words
	names := pane.KeysOf(p.keys.Sites)
	if len(names) == 0 {
		names = p.keys.Sites.Keys()
	}
	item := func(label, words, note string) picker.Item {
		return picker.Item{
			Section: w.T("palette.actions"),
			Label:   w.T(label),
			Words:   w.T(words),
			Note:    w.T(note),
			Value:   names[0],
		}
	}
	items := []picker.Item{item("setup.save_anyway", "palette.words.save_anyway", "palette.save_anyway")}
	if !p.keys.NextSite.Enabled() {
		items = append(items, item("key.next_site", "palette.words.next_site", "palette.next_site"))
	}
	return items
}
