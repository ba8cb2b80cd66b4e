package sandbox

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// dice are random numbers that follow from a seed (SplitMix64).
type dice uint64

func (d *dice) next() uint64 {
	n := mix(uint64(*d))
	*d += dice(golden)
	return n
}

// between returns a number from low up to high.
func (d *dice) between(low, high float64) float64 {
	return low + (high-low)*float64(d.next()>>11)/(1<<53)
}

// one returns true with a probability of 1/n.
func (d *dice) one(n uint64) bool { return d.next()%n == 0 }

// normal returns a normally distributed number, within 3.5 deviations.
func (d *dice) normal() float64 {
	return math.Sqrt(3) * (d.between(-1, 1) + d.between(-1, 1) + d.between(-1, 1) + d.between(-1, 1)) / 2
}

// dice are the random numbers of one account.
func (a *accounts) dice(i int) dice { return dice(mix(a.seed) ^ mix(uint64(i))) }

// idOf returns the id of an account.
func (a *accounts) idOf(i int) string {
	dice := a.dice(i)
	return a.id(i, &dice)
}

// id returns the account's id, which consists of its platform and its id there. It must
// draw from the account's dice first, or the ids would not match those of the rows.
func (a *accounts) id(i int, dice *dice) string {
	p := &a.platforms[a.platformOf(i)]
	b := make([]byte, 0, 96)
	b = append(b, p.name...)
	b = append(b, '_')
	b = append(b, p.uid.prefix...)
	bits, letters := dice.next(), uint64(len(p.uid.alphabet))
	for range p.uid.random {
		b = append(b, p.uid.alphabet[bits%letters])
		if bits /= letters; bits == 0 {
			bits = dice.next()
		}
	}
	const codes, scatter = 10_000_000, 4_567_891 // the last digits are the index, scattered
	n := (i*scatter + int(mix(a.seed)%codes)) % codes
	return string(fmt.Appendf(b, "%07d%s", n, p.uid.suffix))
}

// statistics is the kind of statistics that an account has.
type statistics string

const (
	usual     statistics = ""
	neverZero statistics = "neverZero" // never fetched: zeros and no lastStatsTime
	neverSent statistics = "neverSent" // never fetched: neither numbers nor lastStatsTime
	stale     statistics = "stale"     // last fetched weeks ago
)

// statisticsOf returns the kind of an account's statistics. Accounts that were connected
// in the last two days have none yet.
func (a *accounts) statisticsOf(i int, dice *dice) statistics {
	switch n := dice.next() % 1000; {
	case n < 3, a.start.Sub(a.created(i)) < 48*time.Hour && n < 500:
		return neverSent
	case n < 6, a.start.Sub(a.created(i)) < 48*time.Hour:
		return neverZero
	case n < 28:
		return stale
	}
	return usual
}

// row appends the members of a JSON object.
type row []byte

func (r *row) name(name string) {
	if (*r)[len(*r)-1] != '{' {
		*r = append(*r, ',')
	}
	*r = append(*r, '"')
	*r = append(*r, name...)
	*r = append(*r, '"', ':')
}

func (r *row) text(name, value string) {
	r.name(name)
	// It fails only for invalid UTF-8, which is never generated.
	*r, _ = jsontext.AppendQuote(*r, value)
}

func (r *row) int(name string, value int64) {
	r.name(name)
	*r = strconv.AppendInt(*r, value, 10)
}

func (r *row) raw(name, value string) {
	r.name(name)
	*r = append(*r, value...)
}

func (r *row) time(name string, t time.Time) {
	r.name(name)
	*r = append(appendTimestamp(append(*r, '"'), t), '"')
}

// appendRow appends account i as JSON, the members in the order of 2.4.
func (a *accounts) appendRow(b []byte, i int) []byte {
	dice := a.dice(i)
	p := &a.platforms[a.platformOf(i)]
	id := a.id(i, &dice)
	created := a.created(i)
	r := row(append(b, '{'))
	r.text("id", id)
	r.text("userId", a.user)
	r.text("type", p.name)
	r.text("uid", id[len(p.name)+1:])
	if n := dice.next(); n%10 != 0 {
		r.text("avatar", "https://img.example.com/avatar/"+strconv.FormatUint(n, 36)+".jpg")
	}
	r.text("nickname", a.nickname(i))
	a.appendStatistics(&r, i, p, &dice)
	r.text("groupId", a.groups[a.groupOf(i)])
	if a.abnormal(i) {
		r.int("status", 0)
	} else {
		r.int("status", 1)
	}
	r.int("rank", int64(dice.next()%1000))
	switch n := dice.next() % 20; {
	case n < 18:
		r.raw("relayAccountRef", "null")
	case n < 19:
		r.text("relayAccountRef", "relay_"+strconv.FormatUint(dice.next(), 36))
	}
	r.time("createdAt", created)
	r.time("updatedAt", created.Add(time.Duration(dice.between(0, float64(a.start.Sub(created))))))
	a.appendUnlisted(&r, &dice)
	return append(r, '}')
}

// created spreads the accounts over three years.
func (a *accounts) created(i int) time.Time {
	const years = 3 * 365 * 24 * time.Hour
	return a.start.Add(-years + years/time.Duration(a.count)*time.Duration(i))
}

// appendStatistics appends the counts, lastStatsTime, workCount and income: the
// followers follow from how well known the brand is and from the account's age,
// the other numbers from the followers and the works.
func (a *accounts) appendStatistics(r *row, i int, p *platform, dice *dice) {
	kind := a.statisticsOf(i, dice)
	if kind == neverSent {
		return
	}
	days := a.start.Sub(a.created(i)).Hours() / 24
	brand := a.brandDice(i)
	fans := math.Exp(8.8+1.7*brand.normal()+0.8*dice.normal()) * (0.05 + days/1200)
	works := 1 + days*dice.between(0.03, 0.5)
	reads := fans * works * dice.between(0.05, 0.4)
	likes := reads * dice.between(0.02, 0.07)
	counts := [...]struct {
		name  string
		value float64
	}{
		{"fansCount", fans},
		{"followingCount", dice.between(8, 400)},
		{"readCount", reads},
		{"likeCount", likes},
		{"collectCount", likes * dice.between(0.05, 0.3)},
		{"forwardCount", likes * dice.between(0.02, 0.1)},
		{"commentCount", likes * dice.between(0.02, 0.08)},
	}
	for _, c := range counts {
		switch {
		case strings.Contains(p.omits, c.name):
		case kind == neverZero:
			r.int(c.name, 0)
		default:
			r.int(c.name, int64(c.value))
		}
	}
	if kind == neverZero {
		r.int("workCount", 0)
		return
	}
	r.time("lastStatsTime", a.start.Add(-a.statisticsAge(i, kind, dice)))
	r.int("workCount", int64(works))
	if dice.one(3) {
		r.raw("income", strconv.FormatFloat(reads*dice.between(0.0002, 0.002), 'f', 2, 64))
	}
}

// statisticsAge is hours, days for accounts whose credential has failed, and weeks
// for stale ones.
func (a *accounts) statisticsAge(i int, kind statistics, dice *dice) time.Duration {
	const hour, day = float64(time.Hour), 24 * float64(time.Hour)
	switch {
	case kind == stale:
		return time.Duration(dice.between(8*day, 60*day))
	case a.abnormal(i):
		return time.Duration(min(dice.between(4*hour, 3*day), dice.between(4*hour, 14*day)))
	}
	return time.Duration(dice.between(0, 11*hour))
}

// appendUnlisted appends undocumented members to every eighth account.
func (a *accounts) appendUnlisted(r *row, dice *dice) {
	if !dice.one(8) {
		return
	}
	r.text("clientType", [...]string{"web", "app", "plugin"}[dice.next()%3])
	r.time("loginTime", a.start.Add(-time.Duration(dice.between(0, float64(60*24*time.Hour)))))
}
