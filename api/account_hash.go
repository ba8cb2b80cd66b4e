package api

import (
	"reflect"

	"github.com/go-json-experiment/json/jsontext"
)

// AccountHash computes hashes of accounts, which are the same in every run of the program. Accounts have
// the same hash if the service sent them with the same members, and the same of their counts are known. Its
// methods cannot be called from several goroutines.
type AccountHash struct {
	account Account
	members []func(hash) hash
}

// NewAccountHash returns what computes hashes.
func NewAccountHash() *AccountHash {
	h := &AccountHash{}
	v := reflect.ValueOf(&h.account).Elem()
	for f := range accountMembers() {
		h.members = append(h.members, hashed(v.Field(f.Index[0]).Addr().Interface()))
	}
	return h
}

// hashed returns a function that adds to a hash the member that a pointer points to.
func hashed(member any) func(hash) hash {
	switch m := member.(type) {
	case *string:
		return func(h hash) hash { return addText(h, *m) }
	case *Number:
		return func(h hash) hash {
			decimals, ok := m.hasDigits()
			if !ok {
				return addText(h, m.text())
			}
			return h.number(uint64(m.digits)).number(uint64(decimals))
		}
	case *Opt[string]:
		return func(h hash) hash { return addOptional(h, m) }
	case *Text:
		return func(h hash) hash {
			o := m.Opt()
			return addOptional(h, &o)
		}
	case *Time:
		return func(h hash) hash {
			h = h.number(uint64(m.ms))
			if m.text != nil {
				h = addText(h, *m.text)
			}
			return h
		}
	case **jsontext.Value:
		return func(h hash) hash {
			if *m == nil {
				return addText(h, "")
			}
			return addText(h, **m)
		}
	}
	panic("an account has a member of a type without a hash")
}

// Of returns the hash of an account. It is never 0.
func (s *AccountHash) Of(a *Account) int64 {
	s.account = *a
	h := hash(offset)
	for _, add := range s.members {
		h = add(h)
	}
	var known CountSet
	for c := range NumCounts {
		if _, ok := a.Statistic(c); ok {
			known = known.With(c)
		}
	}
	h = h.number(uint64(known))
	if a.malformed != nil {
		h = addText(h, a.malformed.Raw)
	}
	if h == 0 {
		return 1
	}
	return int64(h)
}

// hash is a hash of the kind FNV-1a, of 64 bits.
type hash uint64

const (
	offset = 0xcbf29ce484222325
	prime  = 0x100000001b3
)

// addText adds a text, and its end, to a hash.
func addText[S ~string | ~[]byte](h hash, s S) hash {
	for i := range len(s) {
		h = (h ^ hash(s[i])) * prime
	}
	return (h ^ 0xff) * prime // no byte of a valid text
}

// addOptional adds a text that may be missing or null.
func addOptional(h hash, o *Opt[string]) hash {
	return addText(h.number(uint64(o.presence)), o.value)
}

// number adds a number.
func (h hash) number(n uint64) hash {
	for range 8 {
		h = (h ^ hash(n&0xff)) * prime
		n >>= 8
	}
	return h
}
