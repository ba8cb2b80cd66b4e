package overview

import (
	"cmp"
	"slices"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
)

// parts returns the platforms and groups of the accounts, the largest first.
func (m *Model) parts() (platforms, groups []*resource.Part) {
	for _, s := range m.sites {
		list := s.store.Accounts.List()
		changes := s.store.Past.Value.Changes(history.SpanMonth)
		for _, p := range list.Platforms {
			platforms = append(platforms, &resource.Part{
				Tally:  p,
				Site:   s.own.Name,
				Name:   s.own.View.PlatformName(p.ID),
				Change: changes.Platform(p.ID),
			})
		}
		for _, g := range list.Groups {
			if g.ID != "" {
				groups = append(groups, &resource.Part{
					Tally:  g,
					Site:   s.own.Name,
					Name:   s.own.View.GroupTitle(g.ID),
					Local:  s.own.View.Lists.GroupName(g.ID).Local,
					Change: changes.Group(g.ID),
				})
			}
		}
	}
	for _, parts := range [][]*resource.Part{platforms, groups} {
		slices.SortStableFunc(parts, func(a, b *resource.Part) int {
			return cmp.Compare(b.Accounts, a.Accounts)
		})
	}
	return platforms, groups
}

// movingWorks returns the works that move, the fastest first.
func (m *Model) movingWorks() (works []*resource.MovingWork) {
	for _, s := range m.sites {
		works = append(works, s.fleet.Value.works...)
	}
	slices.SortStableFunc(works, (*resource.MovingWork).Compare)
	return works
}

// recalled reports whether the histories of all sites were read.
func (m *Model) recalled() bool {
	return !slices.ContainsFunc(m.sites, func(s *site) bool {
		return s.own.History() != nil && !s.fleet.Loaded() && s.fleet.Err == nil
	})
}

// newParts returns the list of platforms or of groups, with the columns in which a row has a value. enter
// opens the accounts of one.
func (m *Model) newParts(
	s *screen,
	name string,
	rows *[]*resource.Part,
	accounts func(*resource.Part) pane.Target,
) *pane.List[*resource.Part] {
	r := resource.Parts(m.view, name)
	r.ColumnsAt = func(int) []string {
		return r.WithValues(
			[]string{"name", "accounts", "abnormal", "fansCount", "change"},
			*rows,
		)
	}
	return pane.NewList(m.stack, pane.ListConfig[*resource.Part]{
		Resource: r,
		Site:     func(p *resource.Part) string { return p.Site },
		Heading:  name,
		State:    m.State,
		Refresh:  s.refresh,
		Empty: m.stack.Empty(
			"accounts.no_match", "accounts.none",
			"Key", m.ctx.Key(m.stack.Keys.Refresh),
		),
		Open: pane.Action[*resource.Part]{
			Key: m.keys.Open,
			Row: func(p *resource.Part) tea.Cmd {
				return m.stack.Goto(accounts(p))
			},
		},
		Actions: []pane.Action[*resource.Part]{
			{
				Key: m.keys.Accounts,
				Row: func(p *resource.Part) tea.Cmd {
					return m.stack.Goto(accounts(p))
				},
			},
		},
		Footer: s.footer,
	})
}

// worksOrder says that works of different metrics are not compared; "" if the user sorted them, or all have one metric.
func (s *screen) worksOrder() string {
	sorted, _ := s.works.Table.Sort()
	works := s.m.movingWorks()
	if sorted != "" || len(works) == 0 || works[0].Metric() == works[len(works)-1].Metric() {
		return ""
	}
	return s.m.words.T("overview.works.by_metric")
}

func (m *Model) newWorks(s *screen) *pane.List[*resource.MovingWork] {
	return pane.NewList(m.stack, pane.ListConfig[*resource.MovingWork]{
		Resource: resource.MovingWorks(m.view),
		Site:     func(w *resource.MovingWork) string { return w.Site },
		Heading:  "overview.works",
		Counter:  s.worksOrder,
		State: func() store.State {
			return store.State{At: m.sites[0].fleet.At}
		},
		Refresh: s.refresh,
		Empty: func(filtered bool) string {
			message := "overview.no_works"
			if !m.recalled() {
				message = "overview.reading"
			}
			return m.stack.Empty("triage.no_match", message)(filtered)
		},
		Open: pane.Action[*resource.MovingWork]{
			Key: m.keys.Open,
			Row: func(w *resource.MovingWork) tea.Cmd {
				q := w.Query
				return m.stack.Goto(pane.Target{
					Pane:      "works",
					Site:      w.Site,
					Platform:  q.Platform,
					WorkID:    q.WorkID,
					AccountID: q.AccountID,
				})
			},
		},
		Link: func(w *resource.MovingWork) string {
			work, _ := w.Snapshots[len(w.Snapshots)-1].Work.Get()
			return work.URL.Or("")
		},
		Footer: s.footer,
	})
}
