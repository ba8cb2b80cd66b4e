package resource

import (
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// SpanTitle is the title of a column of changes that are not over the days of its span: the time that
// they are over. Otherwise it is "".
func (v *View) SpanTitle(s history.Span) string {
	if v.sites != nil {
		return "" // their histories may differ: see ofSpan
	}
	covered, ok := v.Lists.Covers(s)
	if !ok {
		return ""
	}
	title := v.Words.Duration(covered)
	if title == v.Words.Duration(time.Duration(s.Days())*24*time.Hour) {
		return ""
	}
	return title
}

// wholeSpan is a change for files, which have no titles that say how many days it covers: unset
// where the history is shorter than its span.
func (v *View) wholeSpan(s history.Span, change api.Number) api.Number {
	if v.Lists.IsShort(s) {
		return api.Number{}
	}
	return change
}

// ofSpan is a change of a row of a site. In a list of several sites, it is unset where the history of
// the site is shorter than the span, because the title has no days.
func ofSpan(v *View, site string, s history.Span, change api.Number) api.Number {
	if v.sites != nil {
		return v.Of(site).wholeSpan(s, change)
	}
	return change
}

// Signed is a number with its sign, formatted without one.
func Signed(n api.Number, format func(api.Number) string) string {
	switch n.Sign() {
	case 1:
		return "+" + format(n)
	case -1:
		return "−" + format(n.Mul(api.Int(-1)))
	}
	return format(n)
}

// NotCompared tells what a change does not include, "2 joined +50,000 · 1 left −1,200": the accounts
// of only one of the two states, and those whose value is not known in both. It is "" where
// there are none.
func (v *View) NotCompared(c *fleet.Change, format func(api.Number) string) string {
	var parts []string
	for _, p := range []struct {
		text string
		part *fleet.Part
		took bool
	}{
		{"compared.joined", &c.Joined, false},
		{"compared.left", &c.Left, true},
		{"compared.first", &c.First, false},
		{"compared.lost", &c.Lost, true},
		{"compared.moved_in", &c.MovedIn, false},
		{"compared.moved_out", &c.MovedOut, true},
	} {
		if p.part.Accounts == 0 {
			continue
		}
		part := v.Words.N(p.text, p.part.Accounts)
		sum := p.part.Sum.Number()
		bound := AtLeast
		if p.took {
			sum = sum.Mul(api.Int(-1))
			bound = "≤ "
		}
		if sum.IsSet() {
			written := Signed(sum, format)
			if p.part.Counted < p.part.Accounts {
				written = v.Theme.Glyphs.Plain(bound) + written
			}
			part = v.Words.T("compared.with", "Accounts", part, "Sum", written)
		}
		parts = append(parts, part)
	}
	return strings.Join(parts, " · ")
}
