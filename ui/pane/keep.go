package pane

import (
	"context"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/ui/explain"
)

// keepTime is how long what the user changed may wait for a slow database. It is not stored later.
const keepTime = 2 * time.Second

// Keep returns a command that stores in the history what the user changed, and then sends done. A
// notice says why it could not be stored.
func (s *Site) Keep(u history.Update, done tea.Msg) tea.Cmd {
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(s.session.Base, keepTime)
		defer cancel()
		err := s.Store.Fleet.Memory().Keep(ctx, u)
		if err == nil {
			return done
		}
		if s.session.Base.Err() != nil {
			return nil
		}
		return Notice{Level: Failure, Text: explain.NotKept(s.session.Words, err)}
	}
}

// NameGroup returns a command that gives a group a local name, which the history keeps, or removes
// it if it is "".
func (s *Site) NameGroup(id, local string) tea.Cmd {
	return s.Keep(s.Store.NamingGroup(id, local))
}
