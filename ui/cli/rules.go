package cli

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/config"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// ruleRow is a rule with the accounts that match it, nil if that cannot be known.
type ruleRow struct {
	Name     string         `json:"name"`
	Level    string         `json:"level"`
	When     string         `json:"when"`
	Accounts *[]matchRecord `json:"accounts"`
}

type matchRecord struct {
	Platform string `json:"platform"`
	ID       string `json:"id"`
	Name     string `json:"name"`
}

func recordOf(a *api.Account) matchRecord {
	return matchRecord{a.Type, a.ID, cmp.Or(a.Nickname, a.ID)}
}

func ruleResource(*resource.View) *resource.Resource[*ruleRow] {
	r := members[*ruleRow]("rules", "name", "level", "when")
	r.Columns = append(r.Columns, resource.Column[*ruleRow]{
		ID:    "accounts",
		Right: true,
		Of: func(r *ruleRow) resource.Value {
			if r.Accounts == nil {
				return resource.Value{}
			}
			return resource.CountValue(len(*r.Accounts))
		},
	})
	return r
}

// newRules makes the command that lists the own rules, with the accounts that match them as of the
// last recording. Nothing is requested.
func newRules(a *app) *cobra.Command {
	cmd := command(a.words, "cli.rules", "rules", func(cmd *cobra.Command, _ []string) error {
		a.emptyText = a.words.T("cli.rules.nothing")
		return printHistories(a, cmd, nil, func(
			ctx context.Context, a *app, h *history.DB,
		) (_ *resource.Resource[*ruleRow], rows []*ruleRow, unknown error) {
			f := a.fleetOf(h)
			for _, r := range f.Rules {
				row := &ruleRow{Name: r.Name, Level: string(r.Level), When: r.Line}
				matched, at, err := f.Matches(ctx, r)
				named := nameError(a.words, err)
				if err == nil && !at.IsZero() {
					all := make([]matchRecord, len(matched))
					for i, a := range matched {
						all[i] = recordOf(a)
					}
					row.Accounts = &all
				} else if err != named { // a platform or a group
					unknown = named
				} else if err != nil {
					return nil, nil, err
				}
				rows = append(rows, row)
			}
			return ruleResource(nil), rows, unknown
		})
	})
	addListFlags(a, cmd, ruleResource)
	cmd.AddCommand(newRulesTest(a))
	return a.readerFlags(cmd, nil)
}

// ruleDay holds the accounts that a rule would have found on a day.
type ruleDay struct {
	Date       string        `json:"date"`
	Recordings int           `json:"recordings"`
	Fired      int           `json:"fired"`       // recordings at which an account matched
	At         time.Time     `json:"at,omitzero"` // of the first of them
	Accounts   []matchRecord `json:"accounts"`
}

func ruleDayResource(v *resource.View) *resource.Resource[*ruleDay] {
	r := members[*ruleDay]("rules-test", "date", "at", "recordings", "fired")
	r.Columns[1].Of = func(d *ruleDay) resource.Value { return sentTime(d.At) }
	r.Columns[1].Print = v.TimeText
	accounts := func(of func(*matchRecord) string) func(*ruleDay) resource.Value {
		return func(d *ruleDay) resource.Value {
			return resource.TextValue(strings.Join(texts(d.Accounts, of), ", "))
		}
	}
	fewer := resource.Fewer(v.Words, ", ")
	names := resource.Column[*ruleDay]{
		ID: "accounts",
		Of: accounts(func(m *matchRecord) string {
			return text.Clean(m.Name)
		}),
		Print: func(names resource.Value) string {
			return fewer(names.Text(), 48)
		},
	}
	ids := resource.Column[*ruleDay]{
		ID:        "ids",
		OnRequest: true,
		Of:        accounts(func(m *matchRecord) string { return m.ID }),
	}
	r.Columns = append(r.Columns, names, ids)
	return r
}

// newRulesTest makes the command that says what a rule would have found on the stored days.
func newRulesTest(a *app) *cobra.Command {
	since := 90 * 24 * time.Hour
	cmd := command(a.words, "cli.rules.test", "test RULE", func(cmd *cobra.Command, args []string) error {
		a.explained = a.isForReading() // that no day is listed
		return printHistories(a, cmd, nil, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*ruleDay], []*ruleDay, error) {
			days, err := testRule(ctx, a, h, args[0], since)
			return ruleDayResource(a.view(nil)), days, err
		})
	})
	ageFlag(a, cmd.Flags(), &since, "since", a.words.T("cli.flag.rules_since"))
	addListFlags(a, cmd, ruleDayResource)
	names := func(_ context.Context, p partial) []cobra.Completion {
		cfg, _ := p.app.load(configFlags(p.cmd.Flags())) // mistakes are not reported
		rules, _ := cfg.Rules()
		return texts(rules, func(r *fleet.Rule) string { return r.Name })
	}
	return a.readerFlags(cmd, completions{"": names, "since": oneOf()})
}

// testRule returns what a rule would have found on the stored days of a site.
func testRule(
	ctx context.Context,
	a *app,
	h *history.DB,
	name string,
	since time.Duration,
) ([]*ruleDay, error) {
	f := a.fleetOf(h)
	w := a.words
	r, err := ruleNamed(a, f.Rules, name)
	if err != nil {
		return nil, err
	}
	begun := a.Now()
	all, first, err := f.TestRule(ctx, r, begun.Add(-since), func(accounts int) {
		if accounts%100 == 0 && a.Now().Sub(begun) > time.Second {
			a.progress(w.T(
				"cli.rules.tested",
				"Accounts", w.N("accounts.total", accounts),
			))
		}
	})
	a.progress("")
	if err == fleet.ErrUndated {
		return nil, fail(w, ExitUsage, "cli.rules.undated")
	}
	if err != nil {
		return nil, nameError(w, err)
	}
	if first.IsZero() {
		return nil, fail(w, ExitNotFound, "report.no_history")
	}
	if len(all) == 0 {
		return nil, fail(
			w, ExitNotFound, "cli.rules.early",
			"Time", w.Time(first.In(a.Now().Location())),
		)
	}
	return daysOf(a, all), nil
}

// ruleNamed returns the rule with a name, or one of an expression to be tried.
func ruleNamed(a *app, rules []fleet.Rule, name string) (fleet.Rule, error) {
	i := slices.IndexFunc(rules, func(r fleet.Rule) bool {
		return r.Name == name
	})
	if i >= 0 {
		return rules[i], nil
	}
	if strings.ContainsAny(name, ":：=＝<＜>＞≤≥") {
		return config.ParseRule(name)
	}
	e := fail(a.words, ExitNotFound, "cli.rules.unknown", "Name", text.Clean(name))
	e.hint = suggest(a.words, name, texts(rules, func(r *fleet.Rule) string {
		return r.Name
	}))
	return fleet.Rule{}, e
}

// daysOf says on how many days a rule fired, and returns these days or, for programs, all days.
func daysOf(a *app, all []fleet.Match) (days []*ruleDay) {
	matched := map[history.AccountKey]string{} // the last day on which an account matched
	fired := 0
	matches := 0
	for _, m := range all {
		date := m.At.Format(time.DateOnly)
		if len(days) == 0 || days[len(days)-1].Date != date {
			days = append(days, &ruleDay{Date: date, Accounts: []matchRecord{}})
		}
		day := days[len(days)-1]
		if day.Recordings++; len(m.Accounts) == 0 {
			continue
		}
		if day.Fired++; day.Fired == 1 {
			day.At = m.At.UTC()
			fired++
		}
		matches++
		for _, account := range m.Accounts {
			if key := history.KeyOf(account); matched[key] != date {
				matched[key] = date
				day.Accounts = append(day.Accounts, recordOf(account))
			}
		}
	}
	w := a.words
	a.say(w.T("cli.rules.fired", "Fired", w.Int(fired), "Days", w.N(
		"length.days",
		len(days),
	), "Since", days[0].Date,
		"Matches", w.Int(matches), "Recordings", w.Int(len(all)), "Accounts", w.N(
			"accounts.total",
			len(matched),
		)))
	if a.isForReading() {
		days = slices.DeleteFunc(days, func(d *ruleDay) bool {
			return d.Fired == 0
		})
	}
	return days
}
