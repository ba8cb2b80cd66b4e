package pane

import (
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"
)

// NextSite returns what keeps the rows of the next site only and, after those of the last one, the rows of
// all; nil where the rows are of one site.
func (l *List[R]) NextSite() func() tea.Cmd {
	names := l.ctx.Sites.Names()
	if l.c.Site == nil || len(names) < 2 {
		return nil
	}
	return func() tea.Cmd {
		next := slices.Index(names, l.KeptSite()) + 1 // the first one while none is kept
		return l.KeepSite(append(names, "")[next])
	}
}

// KeptSite is the site whose rows alone are kept, "" for those of several.
func (l *List[R]) KeptSite() string {
	if len(l.line.Sites) == 1 {
		return l.line.Sites[0]
	}
	return ""
}

// KeepSite keeps the rows of a site only, or those of all if it is "" or kept already.
func (l *List[R]) KeepSite(site string) tea.Cmd {
	words := slices.DeleteFunc(strings.Fields(l.Query.Value()), func(word string) bool {
		return strings.HasPrefix(word, "site:")
	})
	if site != "" && !slices.Equal(l.line.Sites, []string{site}) {
		words = append(words, "site:"+site)
	}
	cmd := l.Query.Set(strings.Join(words, " "))
	l.Arrange()
	return cmd
}

// NextSite is that of the list on top, or of the region with the focus.
func (s *Stack) NextSite() func() tea.Cmd {
	screen := s.Top()
	if regions, ok := screen.(interface{ Front() Focusable }); ok {
		screen = regions.Front()
	}
	if list, ok := screen.(interface{ NextSite() func() tea.Cmd }); ok {
		return list.NextSite()
	}
	return nil
}
