package findings

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// Episode is an incident in the history: accounts of a platform, a group or an owner turned
// abnormal in one recording. Turned tells how it ended for each of them.
type Episode struct {
	Platform, GroupID, Owner string           // what they share; one of them is set
	Began, Ended             history.Interval // Ended is zero while an account still is abnormal
	Normal                   int              // accounts that share it and had been normal
	InPart                   bool             // the list that shows it lacked accounts: see Finding.InPart
	Turned                   []Turned         // those that turned, by platform and ID
	Others                   Others
	Groups                   []GroupShare  // of the accounts that turned, those with the most first
	Availability             [2]api.Number // at least and at most, of those that share it, in percent; unset if unknown
}

// Turned is an account that turned abnormal in an Episode.
type Turned struct {
	Account *api.Account
	Ended   history.Interval // zero if it still is
	Gone    bool             // it ended as the account was no longer listed
}

// Others are the accounts that could have turned too and did not: all others of the platform, or
// for a group or an owner all others.
type Others struct {
	Of     int `json:"of"`     // whose status was known after the recording in which the accounts turned
	Normal int `json:"normal"` // of them, then
}

// GroupShare has the accounts of a group that turned abnormal in an Episode, and those of the group among
// the accounts that had been normal.
type GroupShare struct {
	GroupID string
	Turned  int
	Normal  int
}

// Still returns the number of accounts that still are abnormal.
func (e *Episode) Still() (n int) {
	for _, t := range e.Turned {
		if t.Ended.Before.IsZero() {
			n++
		}
	}
	return n
}

// end returns when the last account recovered or was no longer listed; zero while one is abnormal.
func (e *Episode) end() history.Interval {
	if e.Still() > 0 {
		return history.Interval{}
	}
	return slices.MaxFunc(e.Turned, func(a, b Turned) int {
		return cmp.Or(
			a.Ended.Before.Compare(b.Ended.Before),
			a.Ended.After.Compare(b.Ended.After),
		)
	}).Ended
}

// Lasted returns how long the episode lasted, until now if it goes on.
func (e *Episode) Lasted(now time.Time) history.Length {
	if e.Ended.Before.IsZero() {
		return history.Lasted(e.Began, history.Interval{After: now, Before: now})
	}
	return history.Lasted(e.Began, e.Ended)
}

// Among returns the episode with only those of its accounts for which keep returns true, and whether
// any are left. Normal and Availability still count all accounts.
func (e *Episode) Among(keep func(*Turned) bool) (*Episode, bool) {
	part := *e
	part.Turned = nil
	for i := range e.Turned {
		if keep(&e.Turned[i]) {
			part.Turned = append(part.Turned, e.Turned[i])
		}
	}
	if len(part.Turned) == 0 {
		return nil, false
	}
	part.Ended = part.end()
	return &part, true
}

// AbnormalCount has the number of accounts of an Episode that were abnormal after a recording.
type AbnormalCount struct {
	At       time.Time `json:"at"`
	Abnormal int       `json:"abnormal"`
}

// Curve returns the recordings in which the number of abnormal accounts changed.
func (e *Episode) Curve() []AbnormalCount {
	curve := []AbnormalCount{{e.Began.Before, len(e.Turned)}}
	ends := slices.Clone(e.Turned)
	slices.SortFunc(ends, func(a, b Turned) int {
		return a.Ended.Before.Compare(b.Ended.Before)
	})
	for _, t := range ends {
		last := &curve[len(curve)-1]
		if t.Ended.Before.IsZero() {
			continue
		}
		if t.Ended.Before.Equal(last.At) {
			last.Abnormal--
		} else {
			curve = append(curve, AbnormalCount{t.Ended.Before, last.Abnormal - 1})
		}
	}
	return curve
}

// Episodes returns the incidents that the turns of accounts tell until a time, the newest first.
// Gone are accounts that are no longer listed.
func Episodes(
	listed, gone []*api.Account,
	turns map[history.AccountKey][]history.Turn,
	recorded history.Recordings,
	parts history.Parts,
	now time.Time,
) []*Episode {
	all := make([]health, 0, len(listed)+len(gone))
	for _, a := range listed {
		all = append(all, health{account: a, turns: turns[history.KeyOf(a)]})
	}
	all = append(all, formerHealths(gone, turns, now)...)
	accounts := make([]*api.Account, len(all))
	var turned []health
	for i, h := range all {
		accounts[i] = h.account
		if len(h.turns) > 0 {
			turned = append(turned, h)
		}
	}
	var episodes []*Episode
	for _, m := range massTurns(accounts, turned, parts) {
		episodes = append(episodes, m.episode(all, recorded, now))
	}
	return episodes
}

func (m *massTurn) episode(all []health, recorded history.Recordings, now time.Time) *Episode {
	var named Finding
	name := m.of.names[m.name]
	m.of.trait.set(&named, name)
	e := &Episode{
		GroupID: named.GroupID,
		Owner:   named.Owner,
		Normal:  m.normal,
		InPart:  m.part != nil,
	}
	if e.GroupID+e.Owner == "" {
		e.Platform = name
	}
	at := time.UnixMilli(m.at)
	for _, h := range m.turned {
		i := slices.IndexFunc(h.turns, func(t history.Turn) bool {
			return t.At.Equal(at)
		})
		began := recorded.IntervalOf(h.turns[i])
		if e.Began.Before.IsZero() ||
			began.After.Before(e.Began.After) {
			e.Began = began
		}
		t := Turned{Account: h.account}
		for _, turn := range h.turns[i+1:] {
			// While its relay is down, nothing is known of an account.
			if stateOf(turn.Status) != abnormal && api.HealthOf(turn.Status) != api.HealthOutage {
				t.Ended = recorded.IntervalOf(turn)
				t.Gone = !turn.Status.IsSet()
				break
			}
		}
		e.Turned = append(e.Turned, t)
	}
	slices.SortFunc(e.Turned, func(a, b Turned) int {
		return cmp.Or(
			cmp.Compare(a.Account.Type, b.Account.Type),
			cmp.Compare(a.Account.ID, b.Account.ID),
		)
	})
	e.Ended = e.end()
	until := cmp.Or(e.Ended.Before, now)
	var uptime Uptime
	for _, h := range all {
		if m.of.trait.of(h.account) == name {
			uptime.Add(history.StatusOf(h.account), h.turns, recorded, e.Began.Before, until)
		}
	}
	e.Availability = uptime.Share()
	e.Others = m.others(all)
	e.Groups = m.groups(all)
	return e
}

// others counts the accounts that could have turned too, among all.
func (m *massTurn) others(all []health) (o Others) {
	name := m.of.names[m.name]
	ofPlatform := !m.of.trait.severalPlatforms
	turned := m.accounts()
	for _, h := range all {
		shares := m.of.trait.of(h.account) == name
		if turned[h.account] || shares != ofPlatform || !m.has(h.account) {
			continue
		}
		switch stateAt(history.StatusOf(h.account), h.turns, time.UnixMilli(m.at)) {
		case normal:
			o.Of++
			o.Normal++
		case abnormal:
			o.Of++
		}
	}
	return o
}

// accounts are those that turned.
func (m *massTurn) accounts() map[*api.Account]bool {
	turned := map[*api.Account]bool{}
	for _, h := range m.turned {
		turned[h.account] = true
	}
	return turned
}

// groups counts by group the accounts that turned, and those that share the trait and had been normal.
func (m *massTurn) groups(all []health) []GroupShare {
	before := time.UnixMilli(m.at - 1)
	name := m.of.names[m.name]
	shares := map[string]*GroupShare{}
	for _, h := range m.turned {
		id := h.account.GroupID
		if shares[id] == nil {
			shares[id] = &GroupShare{GroupID: id}
		}
		shares[id].Turned++
	}
	for _, h := range all {
		share := shares[h.account.GroupID]
		if share != nil && m.of.trait.of(h.account) == name && m.has(h.account) &&
			stateAt(history.StatusOf(h.account), h.turns, before) == normal {
			share.Normal++
		}
	}
	var groups []GroupShare
	for _, share := range shares {
		groups = append(groups, *share)
	}
	slices.SortFunc(groups, func(a, b GroupShare) int {
		return cmp.Or(cmp.Compare(b.Turned, a.Turned), cmp.Compare(a.GroupID, b.GroupID))
	})
	return groups
}
