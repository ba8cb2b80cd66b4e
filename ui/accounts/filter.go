package accounts

import (
	"slices"
	"strings"
	"unicode"

	"channeldeck/api/fleet"
	"channeldeck/api/typed"
	"channeldeck/ui/report"
)

// reported is what a report of the accounts is about: the platform or the group that they
// are filtered to, else all.
func reported(q *fleet.Query) report.Scope {
	switch {
	case len(q.Groups) == 1 && len(q.Platforms) == 0:
		return report.Scope{Group: q.Groups[0]}
	case len(q.Groups) == 0 && len(q.Platforms) == 1:
		return report.Scope{Platform: q.Platforms[0]}
	}
	return report.Scope{}
}

// splitIDs splits typed or pasted ids at commas, semicolons and white space,
// except between double quotes, and repairs those that spreadsheets changed.
func splitIDs(s string) []string {
	quoted := false
	var ids []string
	for _, id := range strings.FieldsFunc(s, func(r rune) bool {
		if r == '"' {
			quoted = !quoted
		}
		return !quoted && (strings.ContainsRune(",;，", r) || unicode.IsSpace(r))
	}) {
		if id = typed.ID(strings.Trim(id, `"'`)); id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
