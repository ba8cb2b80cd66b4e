package sandbox

import (
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// FormerAccounts returns the rows of n accounts (2.4) that the sandbox does not list, as
// a JSON array. They have the user and the groups of those that it lists.
func (s *Server) FormerAccounts(n int) jsontext.Value {
	opts := s.opts
	opts.Seed++
	former := newAccounts(opts, s.start)
	former.user = s.accounts.user
	former.groups = s.accounts.groups
	b := []byte{'['}
	for k := range min(n, former.count) {
		if k > 0 {
			b = append(b, ',')
		}
		b = former.appendRow(b, (2*k+1)*former.count/(2*n))
	}
	return append(b, ']')
}

// PastWork returns the response to a call of a work (2.5) with the snapshots that calls at
// some times would have stored; nil for an unknown work.
func (s *Server) PastWork(platform, id string, times []time.Time, chinese bool) jsontext.Value {
	p, ok := s.accounts.listed(platform)
	if !ok || p.work == (workStyle{}) {
		return nil
	}
	for _, kind := range workKinds() {
		if p.work.id(kind) != id {
			continue
		}
		var past workDetail
		for n, at := range times {
			x := &exchange{Server: s, chinese: chinese, now: at}
			kind.history = nil
			detail := s.detail(
				x,
				p,
				kind,
				objectID(at, s.opts.Seed, uint64(kind.number<<16+n)),
			)
			detail.Snapshots = append(past.Snapshots, detail.Snapshots...)
			past = detail
		}
		row, err := json.Marshal(past)
		if err != nil {
			panic("sandbox: " + err.Error()) // it consists of strings and JSON
		}
		return row
	}
	return nil
}
