package pane

import (
	"cmp"
	"slices"
	"strings"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/input"
	"channeldeck/ui/widget/picker"
)

// Views are the saved views of lists.
type Views struct {
	All  []config.SavedView
	Save func(config.SavedView) error // with a problem in words; nil where views last until the session ends
	// Delete removes a saved view by its name. It is nil where Save is.
	Delete func(name string) error
}

// Of returns the views of a list, sorted by name.
func (v *Views) Of(list string) []config.SavedView {
	return slices.DeleteFunc(slices.Clone(v.All), func(one config.SavedView) bool {
		return one.List != list
	})
}

// Named returns the view of a name.
func (v *Views) Named(name string) (config.SavedView, bool) {
	i := slices.IndexFunc(v.All, func(one config.SavedView) bool {
		return one.Name == name
	})
	if i < 0 {
		return config.SavedView{}, false
	}
	return v.All[i], true
}

// remove removes a view by its name.
func (v *Views) remove(name string) {
	v.All = slices.DeleteFunc(slices.Clone(v.All), func(one config.SavedView) bool {
		return one.Name == name
	})
}

// put adds a view, in place of one with its name.
func (v *Views) put(view config.SavedView) {
	v.remove(view.Name)
	v.All = append(v.All, view)
	slices.SortFunc(v.All, func(a, b config.SavedView) int {
		return strings.Compare(a.Name, b.Name)
	})
}

// ViewNote says which pane a view belongs to, and which rows it shows in which order.
func (c *Context) ViewNote(v *config.SavedView) string {
	q := v.Query
	q.Columns = nil
	return c.Words.T("tab."+v.List) + " " + c.Theme.Glyphs.Between + " " +
		cmp.Or(text.Line(q.String()), c.Words.T("views.columns_only"))
}

// Viewable describes the parts of a list's views other than columns, sort and fuzzy filter.
type Viewable struct {
	List  string                    // its name in views; "" for a list without views
	Store func(*fleet.Query)        // adds its filters to the query of a view; nil for none
	Show  func(fleet.Query) tea.Cmd // sets its filters; nil for none
	Since bool                      // it compares with the baseline
}

// viewer is a screen that can show a view.
type viewer interface {
	ShowView(config.SavedView) tea.Cmd
}

// ShowView shows a view in the first screen; the others are closed.
func (s *Stack) ShowView(v config.SavedView) tea.Cmd {
	var cmds []tea.Cmd
	for len(s.screens) > 1 {
		s.SetOrigin("")
		cmds = append(cmds, s.Pop())
	}
	if first, ok := s.Top().(viewer); ok {
		cmds = append(cmds, first.ShowView(v))
	}
	return tea.Batch(cmds...)
}

// ShowView shows a view of this list.
func (l *List[R]) ShowView(v config.SavedView) tea.Cmd {
	q := v.Query
	text := fleet.Query{Match: v.Query.Match}
	cmds := []tea.Cmd{l.Table.SortBy(l.c.Sort, false), l.Query.Set(text.String())}
	expressionsOf(l).choose(q.Columns)
	if id, desc := q.SortColumn(); id != "" {
		cmds = append(cmds, l.Table.SortBy(id, desc))
	}
	if l.c.Views.Show != nil {
		cmds = append(cmds, l.c.Views.Show(q))
	}
	if q.Baseline != "" && l.c.Views.Since {
		cmds = append(cmds, l.stack.site.Store.SetBaseline(q.Baseline))
	}
	l.view = v.Name
	l.Arrange()
	return tea.Batch(cmds...)
}

// state returns the state of the list as a view.
func (l *listKeys[R]) state(name string) config.SavedView {
	q := fleet.Query{Match: l.line.Match, Columns: l.c.Chosen}
	if id, desc := l.Table.Sort(); desc {
		q.Sort = "-" + id
	} else if id != l.c.Sort {
		q.Sort = id
	}
	if l.c.Views.Since && l.stack.site.History() != nil {
		q.Baseline = l.stack.site.Store.Baseline()
	}
	if l.c.Views.Store != nil {
		l.c.Views.Store(&q)
	}
	return config.SavedView{Name: name, List: l.c.Views.List, Query: q}
}

// savedViews offers the saved views of a list.
type savedViews struct {
	ctx   *Context
	stack *Stack
	list  string                             // its name
	shown *string                            // the name of the view shown or saved last
	state func(name string) config.SavedView // of the list
	show  func(config.SavedView) tea.Cmd
}

func (l *listKeys[R]) savedViews() savedViews {
	return savedViews{
		ctx:   l.ctx,
		stack: l.stack,
		list:  l.c.Views.List,
		shown: &l.view,
		state: l.state,
		show:  l.list().ShowView,
	}
}

// pick offers the views of the list, to save its state as one, and to delete one.
func (s savedViews) pick() tea.Cmd {
	w := s.ctx.Words
	views := s.ctx.Views.Of(s.list)
	if len(views) == 0 {
		return s.name()
	}
	const save, remove = "", "/" // no view has these names
	items := []picker.Item{{ID: save, Label: w.T("views.save_new")}}
	for _, v := range views {
		items = append(items, picker.Item{
			ID:      v.Name,
			Label:   v.Name,
			Section: w.T("views.saved"),
			Chosen:  v.Name == *s.shown,
		})
	}
	items = append(items, picker.Item{
		ID:      remove,
		Label:   w.T("views.delete"),
		Section: w.T("views.saved"),
	})
	s.stack.PickOne(w.T("views.choose"), items, func(name string) tea.Cmd {
		switch name {
		case save:
			return s.name()
		case remove:
			return s.pickDeleted(views)
		}
		v, _ := s.ctx.Views.Named(name)
		return s.show(v)
	})
	return nil
}

// pickDeleted offers the views of the list, and deletes one after a question.
func (s savedViews) pickDeleted(views []config.SavedView) tea.Cmd {
	w := s.ctx.Words
	var items []picker.Item
	for _, v := range views {
		items = append(items, picker.Item{
			ID:     v.Name,
			Label:  v.Name,
			Chosen: v.Name == *s.shown,
		})
	}
	s.stack.PickOne(w.T("views.choose_delete"), items, func(name string) tea.Cmd {
		return s.stack.Ask(Question{
			Title: w.T("views.delete_title", "Name", name),
			Text:  w.T("views.delete_text", "Name", name),
			Yes:   w.T("views.delete_yes"),
			Then: func() tea.Cmd {
				if *s.shown == name {
					*s.shown = ""
				}
				s.ctx.Views.remove(name)
				if s.ctx.Views.Delete == nil {
					return Notify(Done, w.T("views.deleted", "Name", name))
				}
				return changeViews(
					func() error { return s.ctx.Views.Delete(name) },
					w.T("views.deleted", "Name", name),
				)
			},
		})
	})
	return nil
}

// name asks for the name under which the state of the list is saved.
func (s savedViews) name() tea.Cmd {
	w := s.ctx.Words
	name := input.New(s.ctx.Theme)
	name.SetValue(*s.shown)
	return s.stack.Ask(Question{
		Title: w.T("views.name"),
		Text:  w.T("views.name_hint"),
		Input: &name,
		Then: func() tea.Cmd {
			v := s.state(strings.TrimSpace(name.Value()))
			if !config.IsViewName(v.Name) {
				return Notify(Failure, w.T("views.bad_name"))
			}
			save := func() tea.Cmd {
				*s.shown = v.Name
				return s.stack.saveView(v)
			}
			other, ok := s.ctx.Views.Named(v.Name)
			if ok && other.List != v.List {
				return Notify(
					Failure,
					w.T("views.taken", "Name", v.Name, "Pane", w.T("tab."+other.List)),
				)
			}
			if ok {
				return s.stack.Ask(Question{
					Title: w.T("views.replace_title", "Name", v.Name),
					Text:  w.T("views.replace_text"),
					Yes:   w.T("views.replace_yes"),
					Then:  save,
				})
			}
			return save()
		},
	})
}

// saveView keeps a view for this session, and saves it where that is possible.
func (s *Stack) saveView(v config.SavedView) tea.Cmd {
	s.ctx.Views.put(v)
	w := s.ctx.Words
	save := s.ctx.Views.Save
	if save == nil {
		return Notify(Info, w.T("views.kept", "Name", v.Name))
	}
	return changeViews(func() error {
		return save(v)
	}, w.T("views.done", "Name", v.Name))
}

// changeViews changes the configuration, and says that it was done or why not.
func changeViews(change func() error, done string) tea.Cmd {
	return func() tea.Msg {
		if err := change(); err != nil {
			return Notice{Level: Failure, Text: err.Error()}
		}
		return Notice{Level: Done, Text: done}
	}
}
