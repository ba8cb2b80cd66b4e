package accounts

import (
	"slices"
	"strings"
	"unicode"

	"channeldeck/api"
)

// filter is what limits the rows beyond the fuzzy query. Its parts combine.
type filter struct {
	platforms []string
	status    status
	ids       []string
	group     string // "" for any
}

// status is a filter by health.
type status uint8

const (
	anyStatus status = iota
	abnormalOnly
	normalOnly
	unknownOnly // a status that the interface does not list
)

// next goes round the values.
func (s status) next() status { return (s + 1) % (unknownOnly + 1) }

func (f filter) active() bool {
	return len(f.platforms) > 0 || f.status != anyStatus || len(f.ids) > 0 || f.group != ""
}

// keep is the filter as a function over copies, nil where it keeps all.
func (f filter) keep() func(row) bool {
	if !f.active() {
		return nil
	}
	platforms, ids := setOf(f.platforms), setOf(f.ids)
	return func(a row) bool {
		return (len(platforms) == 0 || platforms[a.Type]) && (len(ids) == 0 || ids[a.ID]) && (f.group == "" || a.GroupID == f.group) && f.status.has(a.Health())
	}
}

func (s status) has(h api.Health) bool {
	switch s {
	case abnormalOnly:
		return h == api.HealthAbnormal
	case normalOnly:
		return h == api.HealthNormal
	case unknownOnly:
		return h == api.HealthUnknown
	}
	return true
}

// query is the filter as the service takes it: all of it that it knows. What it
// does not know is filtered here.
func (f filter) query() api.AccountQuery {
	q := api.AccountQuery{IDs: slices.Clone(f.ids), Types: slices.Clone(f.platforms)}
	switch f.status {
	case abnormalOnly:
		q.Status = api.Some(0)
	case normalOnly:
		q.Status = api.Some(1)
	}
	return q
}

// narrows reports whether a query asks for some of the accounts only.
func narrows(q api.AccountQuery) bool { return len(q.IDs)+len(q.Types) > 0 || !q.Status.IsZero() }

// same reports whether two queries ask for the same.
func same(a, b api.AccountQuery) bool {
	return slices.Equal(a.IDs, b.IDs) && slices.Equal(a.Types, b.Types) && a.Status == b.Status
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		set[s] = true
	}
	return set
}

// splitIDs takes ids apart that were typed or pasted: by commas, semicolons and
// blanks, quotes around them left out. An id that holds such a character can be
// pasted in quotes.
func splitIDs(s string) []string {
	var ids []string
	add := func(id string) {
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	for s = strings.TrimSpace(s); s != ""; s = strings.TrimSpace(s) {
		if s[0] == '"' {
			if end := strings.IndexByte(s[1:], '"'); end >= 0 {
				add(s[1 : end+1])
				s = s[end+2:]
				continue
			}
		}
		end := strings.IndexFunc(s, func(r rune) bool { return r == ',' || r == ';' || r == '，' || unicode.IsSpace(r) })
		if end < 0 {
			end = len(s)
		}
		add(strings.Trim(s[:end], `"'`))
		s = strings.TrimLeftFunc(s[end:], func(r rune) bool { return r == ',' || r == ';' || r == '，' || unicode.IsSpace(r) })
	}
	return ids
}
