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
	*pane.Regions
	cards cards
	chart chartView
	facts *factsView
}

func newOverview(s *subject) *overview {
	o := &overview{
		subject: s,
		cards:   cards{subject: s},
		chart:   chartView{subject: s},
		facts:   newFacts(s),
	}
	o.chart.cards = &o.cards
	o.cards.focused = func() bool { return o.chart.focused }
	o.Regions = pane.NewRegions(o.layout, &o.chart, o.facts)
	return o
}

func (o *overview) layout(width, height int) pane.Area {
	list, inspector := pane.Split(width)
	if inspector == 0 && o.facts.focused {
		return pane.Area{Region: o.facts}
	}
	body := pane.Area{Region: &o.chart}
	if inspector > 0 {
		body = pane.Area{SideBySide: []pane.Area{{Region: &o.chart, Size: list}, {Region: o.facts}}}
	}
	if len(o.cards.names) == 0 {
		return body
	}
	return pane.Area{
		Below: []pane.Area{{Region: &o.cards, Size: o.cards.want(width, height)}, body},
	}
}

// focusFacts gives the facts the focus, or the chart.
func (o *overview) focusFacts(focused bool) {
	o.Focus(&o.chart)
	if focused {
		o.Focus(o.facts)
	}
	o.Arrange()
}

// selectCard moves by a number of cards and shows the metric of that card.
func (o *overview) selectCard(by int) {
	if o.cards.move(by) {
		o.Arrange()
	}
}

// Update handles a message. Keys and the mouse wheel scroll the facts while the chart has
// the focus too.
func (o *overview) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyMsg:
		if o.chart.focused {
			o.facts.Scroll(msg)
			return nil
		}
	case tea.MouseMsg:
		return o.facts.Update(msg)
	}
	return o.Regions.Update(msg)
}

func (o *overview) ShortHelp() []key.Binding {
	k := &o.m.stack.Keys
	own := &o.m.keys
	if o.facts.focused && !o.Capturing() {
		return []key.Binding{k.Back, k.Down, k.Copy, k.Search, own.Earlier, own.Later, own.NextView}
	}
	return o.Regions.ShortHelp()
}

func (o *overview) FullHelp() [][]key.Binding {
	k := &o.m.stack.Keys
	own := &o.m.keys
	if o.facts.focused {
		return append(o.facts.FullHelp(), []key.Binding{
			k.Refresh,
			k.CopyAs,
			k.CopyJSON,
			k.Raw,
			k.Export,
			own.PreviousMetric,
			own.NextMetric,
			own.Base,
		})
	}
	return [][]key.Binding{
		{k.Refresh, k.Copy, k.CopyAs, k.CopyJSON, k.Export, k.Detail, k.Raw},
		{
			k.Up, k.Down, k.PageUp, k.PageDown, k.Home, k.End, own.PreviousMetric, own.NextMetric,
			own.Base,
		},
	}
}

// Back ends a search in the facts. The work screen moves the focus.
func (o *overview) Back() (tea.Cmd, bool) { return o.facts.Back() }
