package sandbox

import "fmt"

// Example is an id that shows something in particular.
type Example struct {
	Call      string `json:"call"` // CallSessions or CallWorks
	Name      string `json:"name"`
	Platform  string `json:"platform,omitzero"` // of a work
	ID        string `json:"id"`                // of a session or a work
	AccountID string `json:"account,omitzero"`  // for requests of the work; "" if it needs none
	Shows     string `json:"shows"`             // in English or Chinese
}

// Examples lists ids of sessions and works, for which there is no call: without
// Options.Hostile those of an ordinary day, with it all. There are works of each
// platform with work details.
func (s *Server) Examples(chinese bool) []Example {
	var list []Example
	for _, story := range stories() {
		if s.opts.Hostile || !story.awkward {
			list = append(list, Example{Call: CallSessions, Name: story.name, ID: sessionPrefix + story.id, Shows: s.localize(story.shows, chinese)})
		}
	}
	for i, p := range s.accounts.platforms {
		account, ok := "", p.work != workStyle{}
		if ok && p.needsAccount {
			account, ok = s.accounts.healthy(i)
		}
		if !ok {
			continue
		}
		for n, kind := range workKinds() {
			if s.opts.Hostile || !kind.awkward {
				shows := fmt.Sprintf("%s · %s", s.localize(s.textsOf(p, n)[0], chinese), s.localize(kind.shows, chinese))
				list = append(list, Example{CallWorks, kind.name, p.name, p.work.id(n), account, shows})
			}
		}
		if s.opts.Hostile {
			for _, code := range failingCodes() {
				name := fmt.Sprintf("error %d", code)
				list = append(list, Example{CallWorks, name, p.name, p.work.failing(code), account, name})
			}
		}
	}
	return list
}

// healthy returns the id of the oldest normal account of a platform.
func (a *accounts) healthy(platform int) (string, bool) {
	for i := range a.count {
		if a.platformOf(i) == platform && !a.abnormal(i) {
			return a.idOf(i), true
		}
	}
	return "", false
}
