package sandbox

import (
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// uidStyle is how a platform makes its account ids: prefix, so many random
// characters of the alphabet, seven digits, suffix.
type uidStyle struct {
	Prefix   string `json:"prefix"`
	Alphabet string `json:"alphabet"`
	Random   int    `json:"random"`
	Suffix   string `json:"suffix"`
}

// The seven digits of an id are its index, scattered: encode multiplies modulo
// 10^7, decode multiplies with the inverse.
const (
	codes   = 10_000_000
	scatter = 4_567_891
	gather  = 7_925_211 // scatter*gather % codes == 1
)

func (a *accounts) encode(i int) int {
	return (i*scatter + a.offset()) % codes
}

func (a *accounts) decode(n int) int {
	return (n + codes - a.offset()) % codes * gather % codes
}

func (a *accounts) offset() int { return int(mix(a.seed) % codes) }

// dice are the chances of one account.
func (a *accounts) dice(i int) *rand.Rand {
	return rand.New(rand.NewPCG(a.seed, mix(uint64(i))))
}

// id is the account's id, made of its platform and its id there.
func (a *accounts) id(i int) string {
	return a.platforms[a.platformOf(i)].Name + "_" + string(a.appendUID(nil, i, a.dice(i)))
}

// appendUID has to throw the account's dice first, for id to agree with rows.
func (a *accounts) appendUID(b []byte, i int, dice *rand.Rand) []byte {
	style := a.platforms[a.platformOf(i)].UID
	b = append(b, style.Prefix...)
	bits := dice.Uint64()
	for range style.Random {
		b = append(b, style.Alphabet[bits%uint64(len(style.Alphabet))])
		if bits /= uint64(len(style.Alphabet)); bits == 0 {
			bits = dice.Uint64()
		}
	}
	if i%29 == 5 {
		b = append(b, ":/店铺 A+B%2F?#_"...) // ids may contain any character
	}
	n := a.encode(i)
	for unit := codes / 10; unit > 0; unit /= 10 {
		b = append(b, '0'+byte(n/unit%10))
	}
	return append(b, style.Suffix...)
}

// statistics is the kind of numbers that an account has.
type statistics string

const (
	usual     statistics = ""
	neverZero statistics = "neverZero" // never fetched: zeros and no lastStatsTime
	neverSent statistics = "neverSent" // never fetched: neither numbers nor lastStatsTime
	nulls     statistics = "nulls"     // some null
	stale     statistics = "stale"     // last fetched long ago
	huge      statistics = "huge"      // beyond what a float64 holds exactly
	zero      statistics = "zero"      // fetched, and 0
)

func (a *accounts) statisticsOf(i int, dice *rand.Rand) statistics {
	if c := a.castOf(i); c != nil {
		return c.Statistics
	}
	switch n := dice.IntN(100); {
	case n < 3:
		return neverZero
	case n < 6:
		return neverSent
	case n < 7:
		return nulls
	case n < 12:
		return stale
	case n < 13:
		return zero
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
	// The generated texts are valid UTF-8, the only thing that can fail here.
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

func (r *row) time(name string, t time.Time) { r.text(name, stamp(t)) }

// appendRow appends account i as JSON, the members in the order of 2.4.
func (a *accounts) appendRow(b []byte, i int) []byte {
	dice := a.dice(i)
	p := a.platforms[a.platformOf(i)]
	uid := string(a.appendUID(make([]byte, 0, 96), i, dice))
	r := row(append(b, '{'))
	r.text("id", p.Name+"_"+uid)
	r.text("userId", a.user)
	r.text("type", p.Name)
	r.text("uid", uid)
	if look := dice.Uint64(); look%20 == 1 {
		r.raw("avatar", "null")
	} else if look%10 != 0 {
		r.text("avatar", "https://img.example.com/avatar/"+strconv.FormatUint(look, 36)+".jpg")
	}
	r.text("nickname", a.nickname(i, p, dice))
	a.appendStatistics(&r, a.statisticsOf(i, dice), p, dice)
	r.text("groupId", a.groups[min(int(dice.ExpFloat64()*2.5), len(a.groups)-1)])
	if a.abnormal(i) {
		r.int("status", 0)
	} else {
		r.int("status", 1)
	}
	created := a.created(i)
	r.int("rank", int64(dice.IntN(1000)))
	switch n := dice.IntN(20); {
	case n < 13:
		r.raw("relayAccountRef", "null")
	case n < 15:
		r.text("relayAccountRef", "relay_"+strconv.FormatUint(dice.Uint64(), 36))
	}
	r.time("createdAt", created)
	r.time("updatedAt", created.Add(time.Duration(dice.Float64()*float64(a.start.Sub(created)))))
	appendUnlisted(&r, dice)
	return append(r, '}')
}

// created spreads the accounts over three years.
func (a *accounts) created(i int) time.Time {
	const years = 3 * 365 * 24 * time.Hour
	return a.start.Add(-years + years/time.Duration(a.count)*time.Duration(i))
}

// appendStatistics appends the counts, lastStatsTime, workCount and income.
func (a *accounts) appendStatistics(r *row, kind statistics, p platform, dice *rand.Rand) {
	if kind == neverSent {
		return
	}
	fans := int64(math.Exp(9 + 2.2*dice.NormFloat64()))
	of := func(share float64) int64 { return int64(float64(fans) * share * (0.5 + dice.Float64())) }
	counts := [...]struct {
		name  string
		value int64
		leave bool // the platform has no such number
	}{
		{"fansCount", fans, false},
		{"followingCount", of(0.01), p.Name == "YouTube"},
		{"readCount", of(60), false},
		{"likeCount", of(9), false},
		{"collectCount", of(1.5), p.Latin && p.Name != "pinterest"},
		{"forwardCount", of(0.8), p.Name == "Instagram"},
		{"commentCount", of(0.6), false},
	}
	for n, c := range counts {
		switch {
		case c.leave:
		case kind == neverZero || kind == zero:
			r.int(c.name, 0)
		case kind == nulls && n%2 == 1:
			r.raw(c.name, "null")
		case kind == huge:
			r.int(c.name, math.MaxInt64-int64(n)) // 9223372036854775807 and less
		default:
			r.int(c.name, c.value)
		}
	}
	switch {
	case kind == neverZero:
	case kind == nulls:
		r.raw("lastStatsTime", "null")
	default:
		r.time("lastStatsTime", a.start.Add(-statisticsAge(kind, dice)))
	}
	if kind == neverZero || kind == zero {
		r.int("workCount", 0)
		return
	}
	r.int("workCount", 1+int64(dice.ExpFloat64()*80))
	if dice.IntN(5) < 2 {
		cents := of(3)
		r.raw("income", strconv.FormatInt(cents/100, 10)+"."+strconv.Itoa(int(cents/10%10))+strconv.Itoa(int(cents%10)))
	}
}

// statisticsAge is mostly hours, at times days, and months for stale ones.
func statisticsAge(kind statistics, dice *rand.Rand) time.Duration {
	const day = 24 * time.Hour
	longest := day
	switch {
	case kind == stale:
		return 30*day + time.Duration(dice.Int64N(int64(370*day)))
	case dice.IntN(7) == 0:
		longest = 14 * day
	}
	return time.Duration(dice.Int64N(int64(longest)))
}

// appendUnlisted appends members that the interface does not list to every
// eighth account.
func appendUnlisted(r *row, dice *rand.Rand) {
	n := dice.Uint64()
	if n%8 != 0 {
		return
	}
	switch n / 8 % 4 {
	case 0:
		r.raw("verified", "true")
	case 1:
		r.text("ipLocation", "广东")
		r.raw("tags", `["矩阵号","brand"]`)
	case 2:
		r.raw("platformExtra", `{"level":6,"mcn":{"name":"Bluepeak","since":"2024-05-01"},"badges":[]}`)
	case 3:
		r.raw("ownerNumber", "73012345678"+strconv.FormatUint(10_000_000+n%90_000_000, 10)) // 19 digits
	}
}
