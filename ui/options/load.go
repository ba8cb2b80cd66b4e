package options

import (
	"context"
	"maps"
	"slices"
	"sync"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/ui/crash"
	"channeldeck/ui/options/matrix"
	"channeldeck/ui/options/schema"
)

// answer are the options of one platform.
type answer struct {
	platform string
	options  []api.PublishOption
}

// atOnceOptions is how many platforms are asked for their options at a time.
const atOnceOptions = 4

// survey are the options of all platforms, of those that answered.
type survey struct {
	options map[string][]api.PublishOption
	failed  []string
}

// surveyed is a report on how many platforms have answered.
type surveyed struct{ done, of int }

func (m *Model) loadPlatforms() tea.Cmd {
	client := m.ctx.Client
	return m.platforms.Start(m.ctx, func(ctx context.Context, _ func(any)) ([]api.Platform, error) {
		return client.Platforms(ctx)
	})
}

// loadOptions asks for the options of the platform at hand.
func (m *Model) loadOptions() tea.Cmd {
	client, platform := m.ctx.Client, m.platform.Platform
	m.asked = platform
	return m.answer.Start(m.ctx, func(ctx context.Context, _ func(any)) (answer, error) {
		list, err := client.PublishOptions(ctx, platform)
		return answer{platform, list}, err
	})
}

// loadSurvey asks for the options of all platforms, or only of those whose
// options are not known.
func (m *Model) loadSurvey(all bool) tea.Cmd {
	client := m.ctx.Client
	var ids []string
	for i := range m.platforms.Value {
		if id := m.platforms.Value[i].Platform; all || m.known[id] == nil {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	return m.survey.Start(m.ctx, func(ctx context.Context, report func(any)) (survey, error) {
		s := survey{options: map[string][]api.PublishOption{}}
		var mu sync.Mutex
		var wg crash.Group
		wg.SetLimit(atOnceOptions)
		for _, id := range ids {
			wg.Go(func() {
				list, err := client.PublishOptions(ctx, id)
				mu.Lock()
				defer mu.Unlock()
				if err != nil {
					s.failed = append(s.failed, id)
				} else {
					s.options[id] = known(list)
				}
				report(surveyed{len(s.options) + len(s.failed), len(ids)})
			})
		}
		wg.Wait()
		slices.Sort(s.failed)
		return s, ctx.Err()
	})
}

// known is a list that is not nil: an empty one says that there are none.
func known(list []api.PublishOption) []api.PublishOption {
	if list == nil {
		return []api.PublishOption{}
	}
	return list
}

// loadReading reads the schemas of the option at hand.
func (m *Model) loadReading() tea.Cmd {
	platform, o := m.platform.Platform, m.option
	return m.reading.Start(m.ctx, func(context.Context, func(any)) (*reading, error) {
		return read(platform, o), nil
	})
}

// verdict is what a check found.
type verdict struct {
	value   string
	issues  []schema.Issue
	problem *schema.Problem
}

// loadVerdict checks what is typed.
func (m *Model) loadVerdict() tea.Cmd {
	s, value := m.checked.schema, m.input.Value()
	return m.verdict.Start(m.ctx, func(context.Context, func(any)) (verdict, error) {
		v := verdict{value: value}
		v.issues, v.problem = s.Check([]byte(value))
		return v, nil
	})
}

// refresh asks for the platforms anew, and for the options of the one that is
// looked at.
func (m *Model) refresh() tea.Cmd {
	if m.isAtPlatform() && !m.answer.Running() {
		return tea.Batch(m.loadPlatforms(), m.loadOptions())
	}
	return m.loadPlatforms()
}

// onLoaded takes the answers of loads; it tells whether the message was one.
func (m *Model) onLoaded(msg tea.Msg) (tea.Cmd, bool) {
	if mine, cmd := m.platforms.Take(msg); mine {
		return tea.Batch(cmd, m.onPlatforms()), true
	}
	if mine, cmd := m.answer.Take(msg); mine {
		if !m.answer.Running() && m.answer.Err == nil {
			id := m.answer.Value.platform
			m.known[id], m.since[id] = known(m.answer.Value.options), m.answer.At
			cmd = tea.Batch(cmd, m.list.SetRows(rowsOf(m.platforms.Value, m.known)), m.showOptions())
		}
		m.resize()
		return cmd, true
	}
	if mine, cmd := m.survey.Take(msg); mine {
		if !m.survey.Running() {
			maps.Copy(m.known, m.survey.Value.options)
			for id := range m.survey.Value.options {
				m.since[id] = m.survey.At
			}
			cmd = tea.Batch(cmd, m.list.SetRows(rowsOf(m.platforms.Value, m.known)), m.showOptions(), m.showMatrix())
		}
		m.resize()
		return cmd, true
	}
	if mine, cmd := m.reading.Take(msg); mine {
		m.resize()
		return cmd, true
	}
	if mine, cmd := m.verdict.Take(msg); mine {
		m.resize()
		return cmd, true
	}
	return nil, false
}

// onPlatforms takes over a new platform list, and keeps the platform at hand
// where it is still in it.
func (m *Model) onPlatforms() tea.Cmd {
	m.resize()
	if m.platforms.Running() {
		return nil
	}
	cmd := m.again.Next(m.ctx)
	if m.platforms.Err != nil {
		return cmd
	}
	cmd = tea.Batch(cmd, m.list.SetRows(rowsOf(m.platforms.Value, m.known)))
	wanted := m.wanted
	m.wanted = ""
	if wanted != "" {
		return tea.Batch(cmd, m.openPlatform(wanted))
	}
	if m.platform != nil {
		for i := range m.platforms.Value {
			if p := &m.platforms.Value[i]; p.Platform == m.platform.Platform {
				m.platform = p
			}
		}
		m.resize()
	}
	return tea.Batch(cmd, m.showMatrix())
}

// sources are the platforms with what is known of their options.
func (m *Model) sources() []matrix.Source {
	var list []matrix.Source
	for i := range m.platforms.Value {
		p := m.platforms.Value[i]
		options, read := m.known[p.Platform]
		list = append(list, matrix.Source{Platform: p, Options: options, OptionsRead: read})
	}
	return list
}
