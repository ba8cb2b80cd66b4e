package pane

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// maxLogged bounds the changes that a screen lists.
const maxLogged = 1000

// logRead is the message that the changes made here were read for a stack, of each site that is
// shown.
type logRead struct {
	stack   *Stack
	changes []*resource.SiteRow[*history.Change]
	err     error // of one of the sites
}

// ShowLog reads the changes that were made here and then shows them on a screen.
func (s *Stack) ShowLog() tea.Cmd {
	sites := s.ctx.Sites
	return func() tea.Msg {
		read := logRead{stack: s}
		for i, site := range sites {
			changes, err := site.Store.Fleet.Memory().Logged(s.ctx.Base, maxLogged)
			read.err = cmp.Or(read.err, err)
			for _, c := range changes {
				read.changes = append(read.changes, &resource.SiteRow[*history.Change]{Site: i, Row: c})
			}
		}
		slices.SortStableFunc(
			read.changes,
			func(a, b *resource.SiteRow[*history.Change]) int {
				return b.Row.At.Compare(a.Row.At)
			},
		)
		return read
	}
}

func (s *Stack) onLogRead(r logRead) (failed tea.Cmd) {
	if r.err != nil {
		failed = Notify(Failure, s.view.Explain(r.err).Line())
	}
	if len(r.changes) == 0 && r.err == nil {
		return s.ctx.Inform("log.empty")
	}
	if len(r.changes) == 0 || s.Capturing() || s.Asking() {
		return failed
	}
	var sites []*resource.Resource[*history.Change]
	for _, site := range s.ctx.Sites {
		sites = append(sites, resource.Changes(site.View))
	}
	columns := resource.Merge(s.ctx.Sites.Names(), sites).Columns[:5] // without the ID
	if len(sites) == 1 {
		columns = columns[1:]
	}
	s.Push(NewText(s, TextConfig{
		Title: func() string { return s.ctx.Words.T("log.title") },
		Lines: func(width int) (lines []string) {
			for _, c := range r.changes {
				said := make([]string, len(columns))
				for i := range said {
					said[i] = columns[i].DisplayOf(c)
				}
				lines = append(
					lines,
					s.view.Paragraph(
						strings.TrimSpace(strings.Join(said, "  ")),
						width,
						theme.Plain,
					)...,
				)
			}
			return lines
		},
	}))
	return failed
}
