package fleet

import (
	"math"

	"channeldeck/api"
	"channeldeck/api/history"
)

// earlier is an account at the times of a Past. There are 100,000 of them.
type earlier struct {
	works     int32 // the place, from 1 on, in Past.works of when its works grew last; 0 if it has none
	listed    bool  // at the point
	health    api.Health
	followers [3]packed // in the order of Span
}

// packed is a number of followers in 8 bytes, where an [api.Number] takes 16: 0 is unknown, a positive one is one more
// than the number, and a negative one is the place, from 1 on, of a number in uncommon.
type packed int64

// uncommon has the numbers that do not fit into a packed one: those with decimals or an exponent, and very large ones.
type uncommon struct{ numbers []api.Number }

// pack packs a number.
func (u *uncommon) pack(n api.Number) packed {
	if !n.IsSet() {
		return 0
	}
	i, ok := n.Int64()
	if ok && i >= 0 && i < math.MaxInt64 && n == api.Int(i) {
		return packed(i + 1)
	}
	u.numbers = append(u.numbers, n)
	return packed(-len(u.numbers))
}

// number returns a number that pack packed.
func (u *uncommon) number(p packed) api.Number {
	if p == 0 {
		return api.Number{}
	}
	if p > 0 {
		return api.Int(int64(p - 1))
	}
	return u.numbers[-p-1]
}

// earlier returns what an account was; zero for one that is not known.
func (p *Past) earlier(key history.AccountKey) earlier {
	if p.index != nil {
		if place, listed := p.index.Find(key); listed {
			return p.states[place]
		}
	}
	return p.accounts[key]
}

// followersAt returns the followers of an account at a time of the past, unset if they are unknown.
func (p *Past) followersAt(a *api.Account, s history.Span) api.Number {
	return p.uncommon.number(p.earlier(history.KeyOf(a)).followers[s])
}
