package sandbox

import "fmt"

// Example is an id that shows something in particular.
type Example struct {
	Call      string `json:"call"`              // CallSessions or CallWorks
	Platform  string `json:"platform,omitzero"` // of a work
	ID        string `json:"id"`                // of a session or a work
	AccountID string `json:"account,omitzero"`  // for requests of the work; "" if it needs none
	Shows     string `json:"shows"`
}

// Examples lists all ids of sessions and works that there are; there is no
// call that does.
func (s *Server) Examples() []Example {
	var list []Example
	for _, story := range stories() {
		list = append(list, Example{Call: CallSessions, ID: story.id, Shows: story.shows})
	}
	for _, p := range s.accounts.platforms {
		if !p.GetDetail {
			continue
		}
		account, ok := "", true
		if p.NeedsAccount {
			account, ok = s.accounts.healthy(p)
		}
		if !ok {
			continue
		}
		for kind := range workKinds {
			list = append(list, Example{CallWorks, p.Name, p.Work.id(kind), account, kind.shows()})
		}
		for _, code := range failingCodes() {
			list = append(list, Example{CallWorks, p.Name, p.Work.failing(code), account, fmt.Sprintf("error %d", code)})
		}
	}
	return list
}

// healthy returns the id of the oldest account of a platform that is in order.
func (a *accounts) healthy(p platform) (string, bool) {
	for i := range a.count {
		if a.platforms[a.platformOf(i)].Name == p.Name && !a.abnormal(i) {
			return a.id(i), true
		}
	}
	return "", false
}
