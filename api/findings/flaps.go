package findings

import (
	"channeldeck/api"
	"channeldeck/api/history"
)

// An account flaps if it turned at least minTurns times, either way, within flapSpan. Turns in an incident
// do not count: they say nothing about the account.
const (
	minTurns = 3
	flapSpan = 7 * day
)

// flaps returns the finding about an account that turns again and again, nil for any other one. incidentTimes are
// the times at which it turned abnormal in incidents. The finding is about the turn that made it flap.
func (h *health) flaps(in *Input, incidentTimes map[int64]bool) *Finding {
	own := ownTurns(h.turns, incidentTimes)
	n := len(own)
	from := in.loaded().Add(-flapSpan)
	if n < minTurns || own[n-minTurns].At.Before(from) {
		return nil
	}
	first := n - minTurns // of the turns since it flaps without a pause
	for first > 0 && own[first+minTurns-2].At.Sub(own[first-1].At) <= flapSpan {
		first--
	}
	since := own[first+minTurns-1]
	f := in.accountFinding(Flaps, h.account, in.section(since.At))
	f.At = in.Recorded.Accounts.IntervalOf(since)
	for _, t := range own {
		if !t.At.Before(from) {
			f.Count++
		}
	}
	return f
}

// ownTurns returns the turns from normal to abnormal and back, but for those with which an incident began
// and ended.
func ownTurns(turns []history.Turn, incidentTimes map[int64]bool) (own []history.Turn) {
	inIncident := false
	for _, t := range turns {
		was := stateOf(t.Before)
		is := stateOf(t.Status)
		failed := was == normal && is == abnormal
		recovered := was == abnormal && is == normal
		if failed {
			inIncident = incidentTimes[t.At.UnixMilli()]
		}
		if (failed || recovered) && !inIncident {
			own = append(own, t)
		}
	}
	return own
}

// toldByFlaps reports whether a finding is about a single turn, which one about an account that flaps
// replaces.
func toldByFlaps(f *Finding) bool { return f.Turn != NoTurn }

// addTimes notes at which time accounts turned abnormal in an incident.
func (all *incidents) addTimes(m *massTurn) {
	for _, h := range m.turned {
		if all.incidentTimes[h.account] == nil {
			all.incidentTimes[h.account] = map[int64]bool{}
		}
		all.incidentTimes[h.account][m.at] = true
	}
}

// healthOf returns the finding about the health of an account that is in no incident: that it flaps, or
// its last turn.
func (in *Input) healthOf(h *health, incidentTimes map[*api.Account]map[int64]bool) []*Finding {
	flaps := h.flaps(in, incidentTimes[h.account])
	var all []*Finding
	if h.finding != nil && (flaps == nil || !toldByFlaps(h.finding)) {
		all = append(all, h.finding)
	}
	if flaps != nil {
		all = append(all, flaps)
	}
	return all
}
