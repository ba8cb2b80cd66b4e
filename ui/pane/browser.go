package pane

import (
	"slices"
	"strconv"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

// LinkSource is a screen with links to the web: those of the row or the part under the cursor. Links returns the
// function that finds them, which takes a while in a long text, or nil where the screen has none at all.
type LinkSource interface {
	Links() func() []string
}

// linked reports whether the top screen has links.
func (s *Stack) linked() bool {
	source, ok := s.Top().(LinkSource)
	if !ok || s.Capturing() || s.Asking() {
		return false
	}
	return source.Links() != nil
}

// openLink opens the link of the top screen, or offers its links. Links come from the
// service: only web addresses are opened.
func (s *Stack) openLink() tea.Cmd {
	var links []string
	for _, link := range s.Top().(LinkSource).Links()() {
		address, ok := text.WebAddress(link)
		if ok && !slices.Contains(links, address) {
			links = append(links, address)
		}
	}
	switch len(links) {
	case 0:
		return s.ctx.Inform("browser.no_link")
	case 1:
		return s.browse(links[0])
	}
	var items []picker.Item
	for i, link := range links {
		items = append(items, picker.Item{
			ID:    strconv.Itoa(i),
			Label: text.CutMiddle(text.Line(link), maxLinkText),
		})
	}
	s.PickOne(s.ctx.Words.T("browser.choose"), items, func(id string) tea.Cmd {
		i, _ := strconv.Atoi(id)
		return s.browse(links[i])
	})
	return nil
}

// maxLinkText is the maximum width of a link in a notice or a picker.
const maxLinkText = 70

// browse opens an address in the browser, or copies it where there is none.
func (s *Stack) browse(address string) tea.Cmd {
	c := s.ctx
	shown := text.CutMiddle(text.Line(address), maxLinkText)
	if c.Browse == nil {
		return s.Output.CopyText(c.Words.T("browser.none", "Link", shown), address)
	}
	return func() tea.Msg {
		if err := c.Browse(address); err != nil {
			return Notice{
				Level: Failure,
				Text: c.Words.T(
					"browser.failed",
					"Link", shown,
					"Reason", text.Line(err.Error()),
				),
			}
		}
		return Notice{Level: Done, Text: c.Words.T("browser.opened", "Link", shown)}
	}
}
