package works

import (
	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
)

// overview is the first view of a work: cards above a chart, and the facts beside
// them or, on a narrow screen, instead of them while they have the focus.
type overview struct {
	*subject
	cards         cards
	chart         chartView
	facts         factsView
	width, height int
}

func newOverview(s *subject) *overview {
	o := &overview{subject: s, cards: cards{subject: s}, chart: chartView{subject: s}, facts: factsView{subject: s}}
	o.facts.pager.Keys = s.m.Keys.Pager()
	return o
}

func (o *overview) SetSize(width, height int) {
	o.width, o.height = width, height
	left, right := pane.Split(width)
	o.cards.SetSize(width, height)
	rest := max(height-o.cards.height, 0)
	o.chart.SetSize(left, rest, right == 0)
	if right == 0 {
		o.facts.SetSize(width, height, true)
	} else {
		o.facts.SetSize(right, rest, false)
	}
}

// selectCard moves by a number of cards and shows the metric of that card.
func (o *overview) selectCard(by int) {
	if o.cards.move(by) {
		o.SetSize(o.width, o.height)
	}
}

// Update scrolls the facts.
func (o *overview) Update(msg tea.Msg) tea.Cmd {
	o.facts.fill() // ages change
	o.facts.pager.Update(msg)
	return nil
}

func (o *overview) Capturing() bool { return false }

func (o *overview) View() string {
	if o.facts.bare && o.facts.focused {
		return o.facts.View()
	}
	view := o.chart.View(!o.facts.focused)
	if !o.facts.bare {
		view = pane.SideBySide(view, o.facts.View(), o.chart.width)
	}
	if o.cards.height == 0 {
		return view
	}
	return o.cards.View(!o.facts.focused) + "\n" + view
}

func (o *overview) ShortHelp() []key.Binding {
	k, own := &o.m.Keys, &o.m.keys
	if o.facts.focused {
		return []key.Binding{k.Back, k.Down, k.Copy, k.Browser, own.Earlier, own.Later}
	}
	return []key.Binding{k.Refresh, k.Detail, own.NextMetric, own.Earlier, own.Later, own.Compare, o.watchKey(), k.Export, own.NextView, own.Snapshots, k.Browser}
}

func (o *overview) FullHelp() [][]key.Binding {
	k, own := &o.m.Keys, &o.m.keys
	return [][]key.Binding{
		{k.Refresh, k.Copy, k.CopyJSON, k.Export, k.Detail},
		{k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, own.PreviousMetric, own.NextMetric, own.Base},
	}
}
