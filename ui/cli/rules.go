package cli

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/config"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/local"
	"channeldeck/ui/text"
)

// newRules makes the command that lists the own rules, with the accounts that match them as of the
// last recording. Nothing is requested.
func newRules(a *app) *cobra.Command {
	cmd := command(a.words, "cli.rules", "rules", func(cmd *cobra.Command, _ []string) error {
		a.emptyText = a.words.T("cli.rules.nothing")
		return printHistories(a, cmd, nil, func(
			ctx context.Context, a *app, h *history.DB,
		) (_ *resource.Resource[*local.Rule], rows []*local.Rule, unknown error) {
			f := a.fleetOf(h)
			for _, r := range f.Rules {
				row := &local.Rule{
					Name:  r.Name,
					Level: string(r.Level),
					When:  r.Line,
				}
				matched, at, err := f.Matches(ctx, r)
				named := nameError(a.words, err)
				if err == nil && !at.IsZero() {
					all := make([]local.Match, len(matched))
					for i, a := range matched {
						all[i] = local.MatchOf(a)
					}
					row.Accounts = &all
				} else if err != named { // a platform or a group
					unknown = named
				} else if err != nil {
					return nil, nil, err
				}
				rows = append(rows, row)
			}
			return local.Rules(nil), rows, unknown
		})
	})
	addListFlags(a, cmd, local.Rules)
	cmd.AddCommand(newRulesTest(a))
	return a.readerFlags(cmd, nil)
}

// newRulesTest makes the command that says what a rule would have found on the stored days.
func newRulesTest(a *app) *cobra.Command {
	since := 90 * 24 * time.Hour
	cmd := command(a.words, "cli.rules.test", "test RULE", func(cmd *cobra.Command, args []string) error {
		a.explained = a.isForReading() // that no day is listed
		return printHistories(a, cmd, nil, func(
			ctx context.Context, a *app, h *history.DB,
		) (*resource.Resource[*local.RuleDay], []*local.RuleDay, error) {
			days, err := testRule(ctx, a, h, args[0], since)
			return local.RuleDays(a.view(nil)), days, err
		})
	})
	ageFlag(a, cmd.Flags(), &since, "since", a.words.T("cli.flag.rules_since"))
	addListFlags(a, cmd, local.RuleDays)
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
) ([]*local.RuleDay, error) {
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
		return nil, fail(w, ExitNotFound, a.advice("report.no_history"))
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
func daysOf(a *app, all []fleet.Match) (days []*local.RuleDay) {
	matched := map[history.AccountKey]string{} // the last day on which an account matched
	fired := 0
	matches := 0
	for _, m := range all {
		date := m.At.Format(time.DateOnly)
		if len(days) == 0 || days[len(days)-1].Date != date {
			days = append(days, &local.RuleDay{Date: date, Accounts: []local.Match{}})
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
				day.Accounts = append(day.Accounts, local.MatchOf(account))
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
		days = slices.DeleteFunc(days, func(d *local.RuleDay) bool {
			return d.Fired == 0
		})
	}
	return days
}
