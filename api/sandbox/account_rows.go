package sandbox

import (
	"fmt"
	"math"
	"strconv"
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
	sum := 0.0
	for range 4 {
		sum += d.between(-1, 1)
	}
	return math.Sqrt(3) * sum / 2
}

// dice are the random numbers of one account.
func (a *accounts) dice(i int) dice {
	return dice(mix(a.seed) ^ mix(uint64(i)))
}

// idOf returns the id of an account.
func (a *accounts) idOf(i int) string {
	dice := a.dice(i)
	id, _ := a.ids(i, &dice)
	return id
}

// ids returns the account's id, which consists of its platform and its uid there, and the uid.
// It must draw from the account's dice first, or the ids would not match those of the rows.
func (a *accounts) ids(i int, dice *dice) (id, uid string) {
	p := &a.platforms[a.platformOf(i)]
	b := make([]byte, 0, 96)
	b = append(b, p.name...)
	b = append(b, '_')
	b = append(b, p.uid.prefix...)
	bits := dice.next()
	letters := uint64(len(p.uid.alphabet))
	for range p.uid.random {
		b = append(b, p.uid.alphabet[bits%letters])
		if bits /= letters; bits == 0 {
			bits = dice.next()
		}
	}
	const codes, scatter = 10_000_000, 4_567_891 // the last digits are the index, scattered
	n := (i*scatter + int(mix(a.seed)%codes)) % codes
	b = fmt.Appendf(b, "%07d%s", n, p.uid.suffix)
	uid = string(b[len(p.name)+1:])
	if p.fetched == plugin {
		b = append(b, "_web"...)
	}
	return string(b), uid
}

// statistics are how an account's statistics were fetched last.
type statistics uint8

const (
	fetched  statistics = iota
	outdated            // weeks ago
	missing             // never: all counts are 0
)

// statisticsOf returns how an account's statistics were fetched. Accounts that were connected
// in the last two days have none yet, unless connecting fetches them.
func (a *accounts) statisticsOf(i int, p *platform, dice *dice) statistics {
	n := dice.next() % 1000
	young := a.start.Sub(a.created(i)) < 48*time.Hour
	switch p.fetched {
	case never:
		return missing
	case connected:
		if n < 120 {
			return missing
		}
		return fetched
	}
	if n < 6 || young {
		return missing
	}
	if n < 28 {
		return outdated
	}
	return fetched
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

// appendRow appends account i as JSON, the members in the order in which deployments send them.
func (a *accounts) appendRow(b []byte, i int) []byte {
	dice := a.dice(i)
	p := &a.platforms[a.platformOf(i)]
	id, uid := a.ids(i, &dice)
	created := a.created(i)
	avatar := dice.next()
	counts := a.countsOf(i, p, &dice)
	r := row(append(b, '{'))
	r.text("userId", a.user)
	r.text("avatar", "https://img.example.com/avatar/"+strconv.FormatUint(avatar, 36)+".jpg")
	r.int("readCount", 0)
	r.int("collectCount", 0)
	r.int("forwardCount", counts.forwards)
	r.int("commentCount", counts.comments)
	r.int("income", 0)
	r.text("groupId", a.groups[a.groupOf(i)])
	if dice.one(20) {
		r.text("relayAccountRef", "relay_"+strconv.FormatUint(dice.next(), 36))
	} else {
		r.raw("relayAccountRef", "null")
	}
	r.time("createdAt", created)
	r.time(
		"updatedAt",
		created.Add(time.Duration(dice.between(0, float64(a.start.Sub(created))))),
	)
	if a.abnormal(i) {
		r.int("status", 0)
	} else {
		r.int("status", 1)
	}
	r.int("rank", int64(dice.next()%1000))
	r.text("id", id)
	r.text("type", p.name)
	r.text("uid", uid)
	r.text("nickname", a.nickname(i))
	r.int("fansCount", counts.fans)
	r.int("followingCount", counts.following)
	r.int("likeCount", counts.likes)
	r.int("workCount", counts.works)
	if p.fetched == plugin {
		r.text("clientType", "web")
	} else if !counts.at.IsZero() {
		r.time("lastStatsTime", counts.at)
		if p.fetched == connected {
			r.time("loginTime", counts.at)
		}
	}
	return append(r, '}')
}

// created spreads the accounts over three years.
func (a *accounts) created(i int) time.Time {
	const years = 3 * 365 * 24 * time.Hour
	return a.start.Add(-years + years/time.Duration(a.count)*time.Duration(i))
}

// counts are the statistics of an account, and when they were fetched; the zero time for never.
type counts struct {
	fans, following, likes, forwards, comments, works int64
	at                                                time.Time
}

// countsOf returns the statistics of an account. The followers follow from how well known the
// brand is and from the account's age, the other counts from the followers and the works.
// Counts that the platform does not supply, or that were never fetched, are 0.
func (a *accounts) countsOf(i int, p *platform, dice *dice) counts {
	kind := a.statisticsOf(i, p, dice)
	if kind == missing {
		return counts{
			works: int64(dice.next() % 2),
		} // can be 1 where the statistics were never fetched
	}
	days := a.start.Sub(a.created(i)).Hours() / 24
	brand := a.brandDice(i)
	fans := math.Exp(8.8+1.7*brand.normal()+0.8*dice.normal()) * (0.05 + days/1200)
	works := 1 + days*dice.between(0.03, 0.5)
	likes := fans * works * dice.between(0.001, 0.02)
	c := counts{
		fans:      p.counts.value(fansCount, fans),
		following: p.counts.value(followingCount, dice.between(8, 400)),
		likes:     p.counts.value(likeCount, likes),
		forwards:  p.counts.value(forwardCount, likes*dice.between(0.02, 0.1)),
		comments:  p.counts.value(commentCount, likes*dice.between(0.02, 0.08)),
		works:     p.counts.value(workCount, works),
	}
	if p.fetched != plugin {
		c.at = a.start.Add(-a.statisticsAge(i, p, kind, dice))
	}
	return c
}

// statisticsAge is hours, days for accounts whose credential has failed, and weeks for
// outdated ones. Statistics that come only with the connection are as old as it.
func (a *accounts) statisticsAge(i int, p *platform, kind statistics, dice *dice) time.Duration {
	const hour, day = float64(time.Hour), 24 * float64(time.Hour)
	if p.fetched == connected {
		age := dice.between(2*hour, 45*day)
		return time.Duration(min(age, float64(a.start.Sub(a.created(i)))))
	}
	if kind == outdated {
		return time.Duration(dice.between(8*day, 60*day))
	}
	if a.abnormal(i) {
		early := dice.between(4*hour, 3*day)
		late := dice.between(4*hour, 14*day)
		return time.Duration(min(early, late))
	}
	return time.Duration(dice.between(0, 11*hour))
}
