package accounts

import (
	"slices"
	"strings"
	"unicode"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/history"
	"channeldeck/api/report"
	"channeldeck/api/typed"
)

// report opens the form of a report on the site of the row at the cursor: besides all accounts it can be
// about the group or the platform to which the list is filtered, and the accounts that are shown where a
// filter hides some.
func (l *listScreen) report() tea.Cmd {
	site := l.m.ctx
	q := l.shown()
	scopes := []report.Scope(nil)
	if a, ok := l.Table.Current(); ok {
		site = l.m.ctx.Sites.Of(a.Site)
	}
	if len(q.Groups) == 1 && len(q.Platforms) == 0 {
		scopes = append(scopes, report.Scope{Group: q.Groups[0]})
	} else if len(q.Groups) == 0 && len(q.Platforms) == 1 {
		scopes = append(scopes, report.Scope{Platform: q.Platforms[0]})
	}
	shown, total := l.Table.Counts()
	if shown > 0 && shown < total {
		chosen := map[history.AccountKey]bool{}
		for a := range l.Table.Rows() {
			if l.m.ctx.Sites.Of(a.Site) == site {
				chosen[history.KeyOf(a)] = true
			}
		}
		if len(chosen) > 0 {
			scopes = append(scopes, report.Scope{Chosen: chosen})
		}
	}
	return l.m.stack.OfSite(site).WriteReport(scopes...)
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
		id = typed.ID(strings.Trim(id, `"'`))
		if id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}
