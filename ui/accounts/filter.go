package accounts

import (
	"slices"
	"strings"
	"unicode"

	"channeldeck/api"
)

// filter limits the rows beyond the fuzzy filter. Its parts combine.
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

// next cycles through the values.
func (s status) next() status { return (s + 1) % (unknownOnly + 1) }

func (f filter) active() bool {
	return len(f.platforms) > 0 || f.status != anyStatus || len(f.ids) > 0 || f.group != ""
}

// keep returns the filter as a function that shares nothing with it; nil keeps all.
func (f filter) keep() func(row) bool {
	if !f.active() {
		return nil
	}
	platforms, ids := setOf(f.platforms), setOf(f.ids)
	return func(a row) bool {
		return (len(platforms) == 0 || platforms[a.Type]) && (len(ids) == 0 || ids[a.ID]) && (f.group == "" || a.GroupID == f.group) && f.status.has(a.Health())
	}
}

func (s status) has(h api.Health) bool { return s == anyStatus || s.health() == h }

// health is the health that the filter keeps.
func (s status) health() api.Health {
	switch s {
	case abnormalOnly:
		return api.HealthAbnormal
	case normalOnly:
		return api.HealthNormal
	}
	return api.HealthUnknown
}

// query returns the part of the filter that the service supports (4.5).
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

// narrows reports whether a query selects a part of the accounts.
func narrows(q api.AccountQuery) bool { return len(q.IDs)+len(q.Types) > 0 || !q.Status.IsZero() }

func (f filter) equal(g filter) bool {
	return slices.Equal(f.platforms, g.platforms) && f.status == g.status && slices.Equal(f.ids, g.ids) && f.group == g.group
}

func setOf(list []string) map[string]bool {
	set := make(map[string]bool, len(list))
	for _, s := range list {
		set[s] = true
	}
	return set
}

// splitIDs splits typed or pasted ids at commas, semicolons and white space and
// removes quotes. An id that contains such a character can be quoted.
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
