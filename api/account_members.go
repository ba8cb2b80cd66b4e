package api

import (
	"bytes"
	"iter"
	"reflect"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
)

// accountMembers yields the fields of [Account] that the service sends, in their order.
func accountMembers() iter.Seq[reflect.StructField] {
	return func(yield func(reflect.StructField) bool) {
		for f := range reflect.TypeFor[Account]().Fields() {
			if !f.IsExported() || f.Tag.Get("json") == "-" {
				continue
			}
			if !yield(f) {
				return
			}
		}
	}
}

// accountPair compares accounts. Reflection finds the members once for all pairs.
type accountPair struct {
	a, b    Account
	members []func() bool // whether a member of both is equal
}

func newAccountPair() *accountPair {
	p := &accountPair{}
	a := reflect.ValueOf(&p.a).Elem()
	b := reflect.ValueOf(&p.b).Elem()
	for f := range accountMembers() {
		i := f.Index[0]
		p.members = append(
			p.members,
			equality(a.Field(i).Addr().Interface(), b.Field(i).Addr().Interface()),
		)
	}
	return p
}

// equality returns a function that compares what two pointers to members of the same type point to.
func equality(a, b any) func() bool {
	switch a := a.(type) {
	case *string:
		return equalValues(a, b.(*string))
	case *Number:
		return equalValues(a, b.(*Number))
	case *Opt[string]:
		return equalValues(a, b.(*Opt[string]))
	case *Text:
		return func() bool { return a.equal(*b.(*Text)) }
	case *Time:
		return func() bool { return a.equal(*b.(*Time)) }
	case **jsontext.Value:
		return func() bool {
			other := *b.(**jsontext.Value)
			return *a == other || *a != nil && other != nil && bytes.Equal(**a, *other)
		}
	}
	return func() bool { return false } // of a type that no member has
}

func equalValues[T comparable](a, b *T) func() bool {
	return func() bool {
		return *a == *b
	}
}

// equal reports whether the service sent two accounts with the same members, and the same is known of
// their platforms. A malformed account equals none.
func (p *accountPair) equal(a, b *Account) bool {
	if a.malformed != nil || b.malformed != nil || a.supply != b.supply ||
		a.Counted != b.Counted {
		return false
	}
	p.a = *a
	p.b = *b
	for _, equal := range p.members {
		if !equal() {
			return false
		}
	}
	return true
}

// keptMembers returns the indexes of the members that say which account it is.
var keptMembers = sync.OnceValue(func() (kept []int) {
	for f := range accountMembers() {
		if _, tagged := f.Tag.Lookup("past"); tagged {
			kept = append(kept, f.Index[0])
		}
	}
	return kept
})

// Identity returns an account with only the members that say which account a is.
func (a *Account) Identity() *Account {
	of := &Account{}
	from := reflect.ValueOf(a).Elem()
	to := reflect.ValueOf(of).Elem()
	for _, i := range keptMembers() {
		to.Field(i).Set(from.Field(i))
	}
	return of
}
