package findings

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// state is the health of an account, or unlisted for one that the list lacks.
type state uint8

const (
	unlisted state = iota
	unknown
	abnormal
	normal
)

func stateOf(status api.Number) state {
	if !status.IsSet() {
		return unlisted
	}
	states := [...]state{
		api.HealthUnknown:  unknown,
		api.HealthOutage:   unknown,
		api.HealthAbnormal: abnormal,
		api.HealthNormal:   normal,
	}
	return states[api.HealthOf(status)]
}

// health is the state of an account, and how it came about, by its turns.
type health struct {
	account *api.Account
	turns   []history.Turn
	begun   int       // index of the turn with which the present state began; -1 if it began before the first recording
	finding *Finding  // about the health of the account; nil for none
	turned  time.Time // when it turned abnormal, unless it is normal or its relay is down
}

// healths returns the incidents among the accounts that are listed, and the findings about the health
// of the others.
func (in *Input) healths() []*Finding {
	turns := history.TurnsByAccount(in.Turns)
	var list []health
	for _, a := range in.Accounts {
		h := health{
			account: a,
			turns:   in.turns(a, turns[history.KeyOf(a)]),
			begun:   -1,
		}
		h.check(in)
		if len(h.turns) > 0 || h.finding != nil {
			list = append(list, h)
		}
	}
	incidents := in.incidents(list, turns)
	all := incidents.found
	for i := range list {
		h := &list[i]
		if !incidents.members[h.account] {
			all = append(all, in.healthOf(h, incidents.incidentTimes)...)
		}
	}
	return all
}

// turns returns the turns of an account until now, none without a status.
func (in *Input) turns(a *api.Account, stored []history.Turn) []history.Turn {
	if !a.Status.IsSet() {
		return nil
	}
	return history.TurnsUntil(a, stored, in.loaded(), in.mark(a), in.Recorded.Parts)
}

// mark is the mark of an account, which is also abnormal if its relay is down.
func (in *Input) mark(a *api.Account) history.Mark {
	if in.Past == nil {
		return ""
	}
	if a.RelayDown() {
		b := *a
		b.Nickname = ""
		a = &b
	}
	return in.Past.Mark(a)
}

func (in *Input) loaded() time.Time {
	if in.Loaded.IsZero() {
		return in.Now
	}
	return in.Loaded
}

// check sets all of h but its account and turns.
func (h *health) check(in *Input) {
	h.begun = history.Beginning(h.turns)
	var turn history.Turn
	if h.begun >= 0 {
		turn = h.turns[h.begun]
	}
	is := h.account.Health()
	baseline := in.Point.Accounts
	var mark history.Mark
	if !baseline.IsZero() {
		mark = history.MarkOf(h.turns, baseline)
	}
	began := cmp.Or(turn.At, in.First)
	var appeared time.Time
	kind := Kind("")
	turned := NoTurn
	section := New
	switch {
	case is == api.HealthOutage:
		kind = RelayMissing
		section = in.section(began)
		if in.outage {
			kind = RelayDown
		}
	case is == api.HealthAbnormal:
		kind = Abnormal
		turned = ToAbnormal
		section = in.section(began)
		h.turned = turn.At
		if mark == history.TurnedAbnormal {
			kind = TurnedAbnormal
		}
	case mark == history.Appeared:
		kind = Appeared
		appeared = h.turns[slices.IndexFunc(h.turns, func(t history.Turn) bool {
			return t.At.After(baseline)
		})].At
	case mark == history.Recovered:
		kind = Recovered
		turned = ToNormal
	default:
		return
	}
	h.finding = in.accountFinding(kind, h.account, section)
	h.finding.Turn = turned
	h.finding.always = h.begun < 0
	spell := history.SpellOf(h.turns, in.First, in.Recorded.Accounts)
	h.finding.At = spell.At
	if !appeared.IsZero() {
		h.finding.At = in.Recorded.Accounts.Interval(appeared)
	}
	if turned != NoTurn {
		h.finding.Lasted = spell.Before
	}
}

// gone returns a finding for every account that is no longer listed.
func (in *Input) gone() []*Finding {
	if in.Partial || in.Point.Accounts.IsZero() {
		return nil
	}
	turns := history.TurnsByAccount(in.Turns)
	var all []*Finding
	for _, a := range in.Gone {
		key := history.KeyOf(a)
		went := in.Recorded.Parts.Seen(history.Turn{
			Account: key,
			At:      in.loaded(),
			Before:  history.StatusOf(a),
		})
		t := turns[key]
		if len(t) > 0 && !t[len(t)-1].Status.IsSet() {
			went = t[len(t)-1]
			went.Hidden = time.Time{} // in an outage of its relay it was listed
		}
		f := in.accountFinding(Disappeared, a, New)
		f.At = in.Recorded.Accounts.IntervalOf(went)
		all = append(all, f)
	}
	return all
}

// moment is a section and the recording that first showed something.
type moment struct {
	at      int64 // in milliseconds
	section Section
}

func momentOf(f *Finding) moment {
	return moment{
		at:      f.At.Before.UnixMilli(),
		section: f.Section,
	}
}

// groupMoments makes one finding of those of the same moment, if there are enough.
func (e *entry) groupMoments(all []*Finding) []*Finding {
	groups := map[moment][]*Finding{}
	for _, f := range all {
		m := momentOf(f)
		groups[m] = append(groups[m], f)
	}
	var grouped []*Finding
	for _, f := range all {
		group := groups[momentOf(f)]
		if len(group) < e.fewest {
			grouped = append(grouped, f)
		} else if group[0] == f {
			grouped = append(grouped, e.aboutAll(group))
		}
	}
	return grouped
}

// aboutAll returns one finding about the accounts of some.
func (e *entry) aboutAll(group []*Finding) *Finding {
	accounts := make([]*api.Account, len(group))
	for i, f := range group {
		accounts[i] = f.Account
	}
	first := group[0]
	f := &Finding{
		Kind:    first.Kind,
		Section: first.Section,
		At:      first.At,
		always:  first.always,
	}
	f.setAccounts(accounts)
	if e.total != nil {
		var tally api.Tally
		for _, a := range accounts {
			tally.Count(a)
		}
		e.total(f, tally.Total(0))
	}
	return f
}

// setWas sets a total before.
func (f *Finding) setWas(t api.Total) {
	f.Was = t.Sum
	f.WasOf = t.Counted
}

// setIs sets a total after.
func (f *Finding) setIs(t api.Total) {
	f.Is = t.Sum
	f.IsOf = t.Counted
}

// Totals returns Was and Is as totals of the accounts of the finding, or as numbers of one thing.
func (f *Finding) Totals() (was, is api.Total) {
	was.Sum = f.Was
	is.Sum = f.Is
	if len(f.Accounts) == 0 {
		return was, is
	}
	accounts := cmp.Or(f.Count, len(f.Accounts))
	was.Counted = f.WasOf
	was.Accounts = accounts
	is.Counted = f.IsOf
	is.Accounts = accounts
	return was, is
}

// setAccounts sets the accounts of a finding about several, and the platform if they share
// it.
func (f *Finding) setAccounts(accounts []*api.Account) {
	slices.SortStableFunc(accounts, func(a, b *api.Account) int {
		return cmp.Compare(followersOf(b), followersOf(a))
	})
	f.Accounts = accounts
	f.Platform = accounts[0].Type
	for _, a := range accounts {
		f.followers = max(0, f.followers) + max(0, followersOf(a))
		if a.Type != f.Platform {
			f.Platform = ""
		}
	}
}

// followersOf is the number of followers for sorting, -1 if it is unknown.
func followersOf(a *api.Account) float64 {
	n, _ := a.Statistic(api.CountFans)
	if f, ok := n.Float64(); ok {
		return f
	}
	return -1
}

func (in *Input) accountFinding(kind Kind, a *api.Account, s Section) *Finding {
	return &Finding{
		Kind:      kind,
		Section:   s,
		ID:        a.ID,
		Name:      in.nameOf(a),
		Platform:  a.Type,
		Account:   a,
		followers: followersOf(a),
	}
}

func (in *Input) nameOf(a *api.Account) string {
	name := a.Nickname
	if in.Past != nil {
		name = in.Past.Name(a)
	}
	return cmp.Or(name, a.ID)
}
