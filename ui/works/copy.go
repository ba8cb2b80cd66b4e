package works

import (
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/picker"
)

func (s *workScreen) copyLink() tea.Cmd {
	found, _ := s.history.Work()
	link := found.URL.Or("")
	if link == "" {
		return pane.Notify(pane.Info, s.m.Words.T("works.no_link"))
	}
	return s.m.CopyShort(link)
}

// pickCopy offers the texts of the work.
func (s *workScreen) pickCopy() tea.Cmd {
	found, _ := s.history.Work()
	var items []picker.Item
	values := map[string]string{}
	for _, f := range [][2]string{
		{"id", s.query.WorkID}, {"url", found.URL.Or("")}, {"coverUrl", found.CoverURL.Or("")},
		{"title", found.Title.Or("")}, {"description", found.Description.Or("")},
	} {
		if name, v := f[0], f[1]; v != "" {
			values[name] = v
			items = append(items, picker.Item{ID: name, Label: s.m.factName(name), Note: text.Cut(text.Clean(v), 60)})
		}
	}
	s.m.PickOne(s.m.Words.T("works.choose_copy"), items, func(name string) tea.Cmd { return s.m.CopyText(s.m.factName(name), values[name]) })
	return nil
}
