package overview

import (
	"bytes"
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/report"
	"channeldeck/ui/resource"
	"channeldeck/ui/widget/markdown"
)

// incidentRead is the message with the incident that a finding tells, nil if the history does
// not have it.
type incidentRead struct {
	of   *findings.Finding
	file *fleet.IncidentFile
	err  error
}

// open opens what a finding is about: an incident as its post-mortem.
func (m *Model) open(f *findings.Finding) tea.Cmd {
	s := m.ctx.Sites.Named(f.Site)
	if s.History() == nil || len(f.Accounts) == 0 ||
		f.Kind != findings.Recovered && f.What != findings.TurnedAbnormal {
		return m.stack.Goto(target(f))
	}
	return func() tea.Msg {
		seen, err := s.Store.Fleet.Seen(m.ctx.Base)
		if err != nil {
			return incidentRead{of: f, err: err}
		}
		all, err := seen.Incidents(m.ctx.Base, time.Time{})
		for _, i := range all {
			if tells(f, i) {
				return incidentRead{of: f, file: i}
			}
		}
		return incidentRead{of: f, err: err}
	}
}

// tells reports whether a finding is about an incident or its end. Of an incident of a group or an
// owner, the accounts of the finding may be of one platform.
func tells(f *findings.Finding, i *fleet.IncidentFile) bool {
	if i.GroupID != f.GroupID || i.Owner != f.Owner ||
		i.Platform != "" && i.Platform != f.Platform {
		return false
	}
	if f.Kind != findings.Recovered {
		return i.Began.Before.Equal(f.At.Before)
	}
	for _, t := range i.Turned {
		if t.Ended.Before.Equal(f.At.Before) && t.Account.ID == f.Accounts[0].ID {
			return true
		}
	}
	return false
}

// showIncident shows the post-mortem of an incident, or else the accounts of the finding.
func (m *Model) showIncident(msg incidentRead) tea.Cmd {
	if msg.file == nil {
		return m.stack.Goto(target(msg.of))
	}
	v := m.view.Of(msg.of.Site)
	source := func() string {
		var b bytes.Buffer
		if err := report.IncidentMarkdown(context.Background(), v, msg.file, &b); err != nil {
			return err.Error()
		}
		return b.String()
	}
	m.stack.Push(pane.NewText(m.stack, pane.TextConfig{
		Title: func() string {
			return resource.Incident{IncidentFile: msg.file, View: v}.Subject()
		},
		Lines: func(width int) []string {
			return markdown.New(m.theme).Render(source(), width, theme.Plain)
		},
		Keys: []pane.Shortcut{
			{
				Binding: m.ctx.Named(m.keys.Open, "key.overview.accounts"),
				Do:      func() tea.Cmd { return m.stack.Goto(target(msg.of)) },
			},
		},
		Copy: func() tea.Cmd {
			return m.stack.Output.CopyText(m.words.T("incident.copied"), source())
		},
	}))
	return nil
}
