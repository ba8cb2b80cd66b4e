package options

import (
	"context"
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/crash"
	"channeldeck/ui/store"
)

// load are the publish options of one platform.
type load = store.Loader[[]api.PublishOption]

// survey is the result of loading the options of all platforms.
type survey struct {
	options map[string][]api.PublishOption // by platform
	failed  []string                       // platforms, sorted
}

// surveyed is the progress of a survey.
type surveyed struct{ done, of int }

// maxSurveyRequests bounds the requests of a survey that run at the same time.
const maxSurveyRequests = 4

// load returns the options of a platform, which may not be loaded.
func (m *Model) load(platform string) *load {
	l := m.loads[platform]
	if l == nil {
		l = &load{}
		m.loads[platform] = l
	}
	return l
}

func (m *Model) loadOptions(platform string) tea.Cmd {
	client := m.Client
	return m.load(platform).Start(m.Base, m.Now, func(ctx context.Context, _ func(any)) ([]api.PublishOption, error) {
		return client.PublishOptions(ctx, platform)
	})
}

// loadSurvey loads the options of all platforms, or only the missing ones.
func (m *Model) loadSurvey(all bool) tea.Cmd {
	client := m.Client
	var ids []string
	for i := range m.Store.Platforms.Value {
		if id := m.Store.Platforms.Value[i].Platform; all || !m.load(id).Loaded() {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return m.survey.Start(m.Base, m.Now, func(ctx context.Context, report func(any)) (survey, error) {
		s := survey{options: map[string][]api.PublishOption{}}
		var mu sync.Mutex
		var group crash.Group
		group.SetLimit(maxSurveyRequests)
		for _, id := range ids {
			group.Go(func() {
				list, err := client.PublishOptions(ctx, id)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					s.failed = append(s.failed, id)
				} else {
					s.options[id] = list
				}
				report(surveyed{len(s.options) + len(s.failed), len(ids)})
			})
		}
		group.Wait()
		slices.Sort(s.failed)
		return s, ctx.Err()
	})
}

// onOptions handles the messages of the loads of options.
func (m *Model) onOptions(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	for _, l := range m.loads {
		if mine, cmd := l.Take(msg); mine {
			return cmd, true
		}
	}
	mine, cmd = m.survey.Take(msg)
	if mine && !m.survey.Running() && m.survey.Err == nil {
		for id, list := range m.survey.Value.options {
			l := m.load(id)
			l.Value, l.At, l.Err = list, m.survey.At, nil
		}
	}
	return cmd, mine
}

// refreshOptions loads the options on screen again after an automatic refresh
// of the platforms.
func (m *Model) refreshOptions() tea.Cmd {
	if m.Refresh <= 0 || m.Store.Platforms.Running() {
		return nil
	}
	for _, s := range slices.Backward(m.Screens()) {
		if p, ok := s.(*platformScreen); ok && m.load(p.id).Loaded() && !m.load(p.id).Running() {
			return m.loadOptions(p.id)
		}
	}
	return nil
}
