package sandbox

// The calls of examples.
const (
	CallSessions = "sessions"
	CallWorks    = "works"
)

// Example is an ID that demonstrates a particular case.
type Example struct {
	Call      string `json:"call"` // CallSessions or CallWorks
	Name      string `json:"name"`
	Platform  string `json:"platform,omitzero"` // of a work
	ID        string `json:"id"`                // of a session or a work
	AccountID string `json:"account,omitzero"`  // for requests of the work; "" if it needs none
	Shows     string `json:"shows"`             // in English or Chinese
}

// Examples lists the sessions and works, which no call lists. Each platform that
// supports work details has works.
func (s *Server) Examples(chinese bool) []Example {
	var list []Example
	for _, story := range stories() {
		list = append(list, Example{Call: CallSessions, Name: story.name, ID: sessionPrefix + story.id, Shows: s.localize(story.shows, chinese)})
	}
	for i, p := range s.accounts.platforms {
		account, ok := "", p.work != workStyle{}
		if ok && p.needsAccount {
			account, ok = s.accounts.healthy(i)
		}
		if !ok {
			continue
		}
		for _, kind := range workKinds() {
			list = append(list, Example{CallWorks, kind.name, p.name, p.work.id(kind), account, s.localize(s.textsOf(p, kind)[0], chinese)})
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
