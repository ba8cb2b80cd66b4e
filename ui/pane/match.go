package pane

import (
	"slices"
	"strings"
)

// Kind is the kind of a thing; the message "palette." + Kind names it.
type Kind string

// The kinds of things that the palette can open.
const (
	KindPlatform Kind = "platform"
	KindAccount  Kind = "account"
	KindGroup    Kind = "group"
	KindWork     Kind = "work"
	KindSession  Kind = "session"
	KindModel    Kind = "model"
)

// Thing is something that a pane can open, by its label.
type Thing struct {
	Kind   Kind
	Label  string
	Note   string
	Target Target
}

const (
	maxMatches   = 20
	minPrefixLen = 4 // a shorter beginning of an id matches too much
)

// MatchByID returns the rows whose id equals s or starts with s, an exact match
// first.
func MatchByID[R any](s string, rows []R, id func(R) string) []R {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil
	}
	var matches []R
	for _, r := range rows {
		switch at := id(r); {
		case at == s:
			matches = slices.Insert(matches, 0, r)
		case len(s) >= minPrefixLen && len(matches) < maxMatches && strings.HasPrefix(at, s):
			matches = append(matches, r)
		}
	}
	return matches[:min(len(matches), maxMatches)]
}
