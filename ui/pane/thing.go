package pane

import (
	"slices"
	"strings"
)

// Kind is what a thing is; its name in words is the message "palette." + Kind.
type Kind string

// The kinds of things one can go to.
const (
	KindPlatform Kind = "platform"
	KindAccount  Kind = "account"
	KindGroup    Kind = "group"
	KindWork     Kind = "work"
	KindSession  Kind = "session"
	KindModel    Kind = "model"
)

// Thing is something that a pane knows and that one can go to by its name.
type Thing struct {
	Kind   Kind
	Label  string
	Note   string
	Target Target
}

// How many things a text names at most, and how many letters of an id it has at
// least where it is not all of it: fewer say nothing.
const (
	mostNamed  = 20
	leastNamed = 4
)

// NamedBy are the rows whose id a text is or begins, the one that it is first.
func NamedBy[R any](s string, rows []R, id func(R) string) []R {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil
	}
	var named []R
	for _, r := range rows {
		switch at := id(r); {
		case at == s:
			named = slices.Insert(named, 0, r)
		case len(s) >= leastNamed && len(named) < mostNamed && strings.HasPrefix(at, s):
			named = append(named, r)
		}
	}
	return named[:min(len(named), mostNamed)]
}
