// Package local has the rows of what is kept on this machine, which only commands print: rules, the history, the
// configuration, and what the doctor checks.
package local

import (
	"cmp"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// Rule is a rule with the accounts that match it, nil if that cannot be known.
type Rule struct {
	Name     string   `json:"name"`
	Level    string   `json:"level"`
	When     string   `json:"when"`
	Accounts *[]Match `json:"accounts"`
}

// Match is an account that matches a rule.
type Match struct {
	Platform string `json:"platform"`
	ID       string `json:"id"`
	Name     string `json:"name"`
}

// MatchOf returns an account that matches a rule.
func MatchOf(a *api.Account) Match {
	return Match{a.Type, a.ID, cmp.Or(a.Nickname, a.ID)}
}

// Rules returns the resource of own rules.
func Rules(*resource.View) *resource.Resource[*Rule] {
	r := resource.Members[*Rule]("rules", "name", "level", "when")
	r.Columns = append(r.Columns, resource.Column[*Rule]{
		ID:    "accounts",
		Right: true,
		Of: func(r *Rule) resource.Value {
			if r.Accounts == nil {
				return resource.Value{}
			}
			return resource.CountValue(len(*r.Accounts))
		},
	})
	return r
}

// RuleDay holds the accounts that a rule would have found on a day.
type RuleDay struct {
	Date       string    `json:"date"`
	Recordings int       `json:"recordings"`
	Fired      int       `json:"fired"`       // recordings at which an account matched
	At         time.Time `json:"at,omitzero"` // of the first of them
	Accounts   []Match   `json:"accounts"`
}

// RuleDays returns the resource of the days on which a rule was tested.
func RuleDays(v *resource.View) *resource.Resource[*RuleDay] {
	r := resource.Members[*RuleDay]("rules-test", "date", "at", "recordings", "fired")
	r.Columns[1].Of = func(d *RuleDay) resource.Value {
		return resource.RecordedTime(d.At)
	}
	r.Columns[1].Print = v.TimeText
	accounts := func(of func(*Match) string) func(*RuleDay) resource.Value {
		return func(d *RuleDay) resource.Value {
			var all []string
			for i := range d.Accounts {
				all = append(all, of(&d.Accounts[i]))
			}
			return resource.TextValue(strings.Join(all, ", "))
		}
	}
	fewer := resource.Fewer(v.Words, ", ")
	names := resource.Column[*RuleDay]{
		ID: "accounts",
		Of: accounts(func(m *Match) string {
			return text.Clean(m.Name)
		}),
		Print: func(names resource.Value) string {
			return fewer(names.Text(), 48)
		},
	}
	ids := resource.Column[*RuleDay]{
		ID:        "ids",
		OnRequest: true,
		Of:        accounts(func(m *Match) string { return m.ID }),
	}
	r.Columns = append(r.Columns, names, ids)
	return r
}
