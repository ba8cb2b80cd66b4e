package sandbox

import (
	"cmp"
	"fmt"
	"io"
	"iter"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// accounts are generated from their index: an account with a higher index was
// created later. Nothing of them is stored but what calls changed.
type accounts struct {
	count     int
	seed      uint64
	start     time.Time
	platforms []platform
	byShare   [1000]uint8 // index of a platform
	groups    []string    // ids
	user      string
	names     names

	mu     sync.RWMutex
	failed map[int]bool // turned abnormal since the start
}

func newAccounts(count int, seed uint64, start time.Time) *accounts {
	a := &accounts{count: count, seed: seed, start: start, platforms: load[[]platform]("platforms"), names: load[names]("accounts"), failed: map[int]bool{}}
	share := 0
	for i, p := range a.platforms {
		for range p.Share {
			a.byShare[share] = uint8(i)
			share++
		}
	}
	// Ids hold a time; not that of the start, or each start would have others.
	const groups = 12
	made := time.Date(2024, 1, 15, 8, 0, 0, 0, time.UTC)
	for i := range groups {
		a.groups = append(a.groups, objectID(made.AddDate(0, i, 0), seed, mix(seed+uint64(i))))
	}
	a.user = objectID(made, seed, mix(seed+groups))
	return a
}

// platformOf and abnormal are called for every account of a filtered list, so they
// take only a few nanoseconds.
func (a *accounts) platformOf(i int) int {
	if c := a.castOf(i); c != nil {
		return slices.IndexFunc(a.platforms, func(p platform) bool { return p.Name == c.Platform })
	}
	return int(a.byShare[mix(a.seed^uint64(i)<<1)%1000])
}

func (a *accounts) abnormal(i int) bool {
	a.mu.RLock()
	failed := a.failed[i]
	a.mu.RUnlock()
	if c := a.castOf(i); c != nil {
		return failed || c.Abnormal
	}
	return failed || mix(a.seed^uint64(i)<<1^1)%1000 < 80
}

// fail marks an account abnormal, as the service does when its credential
// fails at the platform.
func (a *accounts) fail(i int) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.failed[i] = true
}

// find returns the index of the account with this id. The index is in the last
// seven digits of every id.
func (a *accounts) find(id string) (int, bool) {
	last := strings.LastIndexAny(id, "0123456789")
	if last < 6 {
		return 0, false
	}
	n, err := strconv.Atoi(id[last-6 : last+1])
	if err != nil {
		return 0, false
	}
	i := a.decode(n)
	return i, i < a.count && a.id(i) == id
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

// maxFiltered is how many rows a filtered list has at most.
const maxFiltered = 1000

// listAccounts is call 4.5.
func (s *Server) listAccounts(x *exchange) (payload, *failure) {
	f, ok := s.accounts.parseFilter(x.r.URL.RawQuery)
	if !ok {
		return nil, &failure{code: codeInvalid}
	}
	a := s.accounts
	switch {
	case f.ids != nil:
		rows := a.byID(f.ids)
		return a.list(len(rows), slices.Values(rows)), nil
	case f.types != nil || f.status != "" || s.opts.CutUnfiltered:
		total, rows := a.newest(f)
		return a.list(total, slices.Values(rows)), nil
	}
	return a.list(a.count, a.shuffled()), nil
}

func (a *accounts) byID(ids []string) []int {
	var rows []int
	for _, id := range ids {
		if i, ok := a.find(id); ok && !slices.Contains(rows, i) {
			rows = append(rows, i)
		}
	}
	return rows
}

// newest returns how many accounts pass the filter and the newest of them.
func (a *accounts) newest(f accountFilter) (total int, rows []int) {
	wanted := make([]bool, len(a.platforms))
	for i, p := range a.platforms {
		wanted[i] = f.types == nil || slices.Contains(f.types, p.Name)
	}
	for i := a.count - 1; i >= 0; i-- {
		if !wanted[a.platformOf(i)] || f.status != "" && a.abnormal(i) != (f.status == "0") {
			continue
		}
		total++
		if len(rows) < maxFiltered {
			rows = append(rows, i)
		}
	}
	return total, rows
}

// shuffled yields all accounts in an order that a client cannot rely on.
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

// list streams the rows: a million of them are never in memory at once.
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
