package sandbox

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"net/url"
	"slices"
	"time"
)

// accounts are generated from their index: an account with a higher index was created
// later.
type accounts struct {
	count            int
	seed             uint64
	start            time.Time
	platforms        []platform
	chinese, english brands
	slots            []slot
	groups           []string // ids
	user             string
}

func newAccounts(opts Options, start time.Time) *accounts {
	names := load[map[string]brands]("brands")
	a := &accounts{
		count:     opts.Accounts,
		seed:      opts.Seed,
		start:     start,
		platforms: platforms(),
		chinese:   names["chinese"],
		english:   names["english"],
	}
	a.slots = a.newSlots(opts.Site)
	for i := range groupSizes {
		a.groups = append(a.groups, objectID(
			groupCreated(i),
			a.seed,
			mix(a.seed+uint64(i)),
		))
	}
	a.user = objectID(
		groupCreated(0),
		a.seed,
		mix(a.seed+uint64(len(groupSizes))),
	)
	return a
}

// groupCreated is when a group was created, a fixed time, so that each start has the same IDs.
func groupCreated(i int) time.Time {
	return time.Date(
		2024,
		1+time.Month(i),
		15,
		8,
		0,
		0,
		0,
		time.UTC,
	)
}

// brands are the brands with names in one language.
type brands struct {
	Platforms [][]string `json:"platforms"` // those on which each brand of a round has an account
	Names     []style    `json:"names"`
}

// style makes names of channels from a first and a second word.
type style struct {
	First  []string `json:"first"`
	Second []string `json:"second"`
}

// slot is the place of an account in a round: a round has the accounts of all brands on the
// platforms that a site serves, first those with Chinese names, after which the next begins.
type slot struct {
	platform int
	brand    int // of the round
}

func (a *accounts) newSlots(site Site) (slots []slot) {
	for brand, platforms := range slices.Concat(a.chinese.Platforms, a.english.Platforms) {
		for _, name := range platforms {
			i := a.platformIndex(name)
			if site.serves(a.platforms[i]) {
				slots = append(slots, slot{i, brand})
			}
		}
	}
	return slots
}

func (a *accounts) platformIndex(name string) int {
	return slices.IndexFunc(a.platforms, func(p platform) bool {
		return p.name == name
	})
}

// brandOf returns the number of an account's brand in its round, and the round.
func (a *accounts) brandOf(i int) (brand, round int) {
	return a.slots[i%len(a.slots)].brand, i / len(a.slots)
}

// brandDice are the random numbers of an account's brand.
func (a *accounts) brandDice(i int) dice {
	brand, round := a.brandOf(i)
	return dice(mix(a.seed+1) ^ mix(uint64(round*(len(a.chinese.Platforms)+
		len(a.english.Platforms))+brand)))
}

// nickname is the account's display name, that of its brand.
func (a *accounts) nickname(i int) string {
	brand, round := a.brandOf(i)
	of := &a.chinese
	if n := len(of.Platforms); brand >= n {
		of = &a.english
		brand -= n
	}
	first := int(a.seed % 1000) // each seed has its own names
	return of.name(first + round*len(of.Platforms) + brand)
}

// platformOf and abnormal are called for every account of a filtered list, so they
// take only a few nanoseconds.
func (a *accounts) platformOf(i int) int {
	return a.slots[i%len(a.slots)].platform
}

// groupSizes are the shares of the groups, in percent of the brands, and how many
// of a thousand accounts of each are abnormal.
var groupSizes = [...]struct{ share, abnormal uint64 }{
	{24, 58},
	{17, 42},
	{13, 95},
	{10, 61},
	{9, 30},
	{7, 240},
	{6, 75},
	{5, 18},
	{4, 110},
	{2, 150},
	{2, 0},
	{1, 90},
}

func (a *accounts) groupOf(i int) int {
	brand := a.brandDice(i)
	n := uint64(brand) >> 8 % 100
	for g, size := range groupSizes {
		if n < size.share {
			return g
		}
		n -= size.share
	}
	return 0
}

func (a *accounts) abnormal(i int) bool {
	rate := groupSizes[a.groupOf(i)].abnormal
	if a.platforms[a.platformOf(i)].name == "bilibili" { // which had an incident
		rate += 45
	}
	return mix(a.seed^uint64(i)<<1^1)%1000 < rate
}

// find returns the index of the account with this id.
func (a *accounts) find(id string) (int, bool) {
	for i := range a.count {
		if a.idOf(i) == id {
			return i, true
		}
	}
	return 0, false
}

// accountFilter is the filter of an account list request (4.5).
type accountFilter struct {
	ids    []string
	types  []string
	status string // "", "0" or "1"
}

// parseFilter is strict: lone values and lists in one value are not arrays, and
// unknown parameters and platforms are rejected.
func (a *accounts) parseFilter(rawQuery string) (f accountFilter, ok bool) {
	const maxEntries = 20
	query, err := url.ParseQuery(rawQuery)
	if err != nil {
		return f, false
	}
	for name, values := range query {
		ok := len(values) <= maxEntries
		switch name {
		case "ids[]":
			f.ids = values
			ok = ok && !slices.Contains(values, "")
		case "types[]":
			f.types = values
			for _, name := range values {
				_, known := a.listed(name)
				ok = ok && known
			}
		case "status":
			f.status = cmp.Or(values[0], "0")
			ok = len(values) == 1 && (f.status == "0" || f.status == "1")
		default:
			ok = false
		}
		if !ok {
			return f, false
		}
	}
	return f, true
}

// maxFiltered limits the rows of a filtered list.
const maxFiltered = 1000

// listAccounts is call 4.5.
func (s *Server) listAccounts(x *exchange) (payload, *failure) {
	f, ok := s.accounts.parseFilter(x.r.URL.RawQuery)
	if !ok {
		return nil, &failure{code: codeInvalid}
	}
	a := s.accounts
	if f.ids != nil {
		rows := a.byID(f.ids)
		return a.list(len(rows), slices.Values(rows)), nil
	}
	if f.types != nil || f.status != "" {
		total, rows := a.newest(f)
		return a.list(total, slices.Values(rows)), nil
	}
	return a.list(a.count, a.shuffled()), nil
}

func (a *accounts) byID(ids []string) []int {
	var rows []int
	for _, id := range ids {
		i, ok := a.find(id)
		if ok && !slices.Contains(rows, i) {
			rows = append(rows, i)
		}
	}
	return rows
}

// newest returns how many accounts pass the filter and the newest of them.
func (a *accounts) newest(f accountFilter) (total int, rows []int) {
	wanted := make([]bool, len(a.platforms))
	for i, p := range a.platforms {
		wanted[i] = f.types == nil || slices.Contains(f.types, p.name)
	}
	for i := a.count - 1; i >= 0; i-- {
		hasOther := f.status != "" && a.abnormal(i) != (f.status == "0")
		if !wanted[a.platformOf(i)] || hasOther {
			continue
		}
		total++
		if len(rows) < maxFiltered {
			rows = append(rows, i)
		}
	}
	return total, rows
}

// shuffled yields all accounts in an arbitrary order.
func (a *accounts) shuffled() iter.Seq[int] {
	return func(yield func(int) bool) {
		stride := a.count*5/8 + 1
		for gcd(stride, a.count) > 1 {
			stride++
		}
		at := a.count / 3
		for range a.count {
			if !yield(at) {
				return
			}
			at = (at + stride) % a.count
		}
	}
}

func gcd(a, b int) int {
	for b > 0 {
		a, b = b, a%b
	}
	return a
}

// list streams the rows, so that they are never in memory at once.
func (a *accounts) list(total int, rows iter.Seq[int]) payload {
	return func(w io.Writer) error {
		buf := fmt.Appendf(nil, `{"total":%d,"list":[`, total)
		comma := false
		for i := range rows {
			if comma {
				buf = append(buf, ',')
			}
			comma = true
			buf = a.appendRow(buf, i)
			if _, err := w.Write(buf); err != nil {
				return err
			}
			buf = buf[:0]
		}
		_, err := w.Write(append(buf, `]}`...))
		return err
	}
}

// name returns the name of brand n. Names repeat only when all combinations of all styles
// are used.
func (b *brands) name(n int) string {
	all := 0
	for _, s := range b.Names {
		all += len(s.First) * len(s.Second)
	}
	const scatter = 7919 // a prime, so that names do not repeat
	n = n % all * scatter % all
	for _, s := range b.Names {
		size := len(s.First) * len(s.Second)
		if n >= size {
			n -= size
			continue
		}
		return s.First[n/len(s.Second)] + s.Second[n%len(s.Second)]
	}
	return ""
}
