package store

import (
	"cmp"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// NamingGroup returns what stores the local name of a group in the history, or removes it if it is "",
// and the message to send when that is stored.
func (s *Store) NamingGroup(id, local string) (history.Update, tea.Msg) {
	n := s.GroupName(id)
	now := s.Accounts.config.Now()
	change := history.Change{
		At:   now,
		What: history.NamedGroup,
		ID:   id,
		Name: cmp.Or(local, n.Sent(), id),
		Note: n.Local,
	}
	u := history.NamingGroup(id, local, now)
	u.Put = append(u.Put, change.Entry())
	return u, Message{func() (tea.Msg, tea.Cmd) {
		n := s.GroupName(id)
		n.Local = local
		s.setGroupName(id, n)
		return Changed{KindPast}, nil
	}}
}

// GroupCreated announces the name of a group that was created in this session.
func (s *Store) GroupCreated(id, name string) tea.Cmd {
	n := s.GroupName(id)
	n.Created = name
	s.setGroupName(id, n)
	return func() tea.Msg {
		return Message{func() (tea.Msg, tea.Cmd) {
			return Changed{KindPast}, nil
		}}
	}
}

func (s *Store) setGroupName(id string, n history.GroupName) {
	s.lock.Lock()
	defer s.lock.Unlock()
	if s.groups == nil {
		s.groups = map[string]history.GroupName{}
	}
	s.groups[id] = n
}

// GroupName implements [resource.Lists].
func (s *Store) GroupName(id string) history.GroupName {
	n := s.knownName(id)
	if listed, ok := s.listedNames()[id]; ok {
		n.Listed = listed
	}
	return n
}

// knownName returns the known names of a group, without that in the loaded list of groups.
func (s *Store) knownName(id string) history.GroupName {
	s.lock.RLock()
	defer s.lock.RUnlock()
	if n, ok := s.groups[id]; ok {
		return n
	}
	if p := s.Past.Value; p != nil {
		return p.GroupNames[id]
	}
	if l := s.Accounts.Value; l != nil {
		return l.Names[id]
	}
	return history.GroupName{}
}

// GroupNames returns all known names of groups by their IDs.
func (s *Store) GroupNames() map[string]history.GroupName {
	var known map[string]history.GroupName
	if p := s.Past.Value; p != nil {
		known = p.GroupNames
	} else if l := s.Accounts.Value; l != nil {
		known = l.Names
	}
	all := fleet.WithListed(known, s.Groups.Value)
	for id := range s.groups {
		all[id] = s.GroupName(id)
	}
	return all
}

// listedGroups are the names in a list of groups, by ID.
type listedGroups struct {
	of    []api.AccountGroup
	names map[string]string
}

// listedNames returns the names in the list that was loaded. Every cell of a group needs one.
func (s *Store) listedNames() map[string]string {
	s.lock.RLock()
	of := s.Groups.Value
	s.lock.RUnlock()
	l := s.listed.Load()
	same := l != nil && len(l.of) == len(of) && (len(of) == 0 || &l.of[0] == &of[0])
	if !same {
		l = &listedGroups{of, make(map[string]string, len(of))}
		for i := range of {
			l.names[of[i].ID] = of[i].Name
		}
		s.listed.Store(l)
	}
	return l.names
}
