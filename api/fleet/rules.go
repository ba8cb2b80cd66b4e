package fleet

import (
	"context"
	"errors"
	"slices"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// Level is the importance of accounts that match a rule.
type Level = findings.Level

// The levels.
const (
	Alert = findings.Alert
	Note  = findings.Note
)

// Rule is an own rule of the user: the accounts that its query keeps are a finding.
type Rule struct {
	Name  string
	Level Level
	Line  string // When as the user wrote it
	When  Query  // only filters that mean the same at any time
}

// matching returns the rules that accounts of a list match, which was loaded at a time, and those
// that name a platform or a group which does not exist.
func (f *Fleet) matching(
	ctx context.Context,
	l *List,
	at time.Time,
	past *Past,
) (all []findings.Rule, err error) {
	if len(f.Rules) == 0 {
		return nil, nil
	}
	platforms, groups, err := storedNames(ctx, f.History)
	if err != nil {
		return nil, err
	}
	var then *List // at the baseline
	var before *Past
	for _, r := range f.Rules {
		found := findings.Rule{Name: r.Name, When: r.Line, Level: r.Level}
		unknown, ok := errors.AsType[*NameError](r.When.Resolve(platforms, groups, l.Rows))
		if ok {
			found.Unknown = unknown.Name
			if l.Whole() && (unknown.Kind != "platform" || len(platforms) > 0) {
				all = append(all, found)
			}
			continue
		}
		found.Accounts = r.When.kept(l.Rows, past, at)
		if len(found.Accounts) == 0 {
			continue
		}
		baseline := past.Since()
		if !baseline.IsZero() && r.Level == Alert {
			if then == nil {
				if then, before, err = listAsOf(ctx, f.History, baseline); err != nil {
					return all, err
				}
			}
			found.Newly = r.newly(found.Accounts, then.Rows, before, baseline)
		}
		all = append(all, found)
	}
	return all, nil
}

// newly reports whether one of some accounts did not match the rule at a baseline, as far as that is known.
func (r *Rule) newly(matching, then []*api.Account, before *Past, baseline time.Time) bool {
	span := r.When.span()
	begin := baseline.AddDate(0, 0, -span.Days())
	if before.begins.After(begin.Add(span.Tolerance())) {
		return false
	}
	matched := map[history.AccountKey]bool{}
	for _, a := range r.When.kept(then, before, baseline) {
		matched[history.KeyOf(a)] = true
	}
	return slices.ContainsFunc(matching, func(a *api.Account) bool {
		return !matched[history.KeyOf(a)]
	})
}

// storedNames returns what [Query.Resolve] needs, as far as a history has it.
func storedNames(
	ctx context.Context,
	h *history.DB,
) (platforms []api.Platform, groups map[string]history.GroupName, err error) {
	if platforms, _, err = h.Platforms(ctx); err == nil {
		groups, err = h.GroupNames(ctx)
	}
	return platforms, groups, err
}

// listAsOf returns the list that was recorded last until a time, and its past.
func listAsOf(ctx context.Context, now *history.DB, at time.Time) (*List, *Past, error) {
	h, err := now.AsOf(ctx, at)
	if err != nil {
		return nil, nil, err
	}
	rows, total, _, err := h.Accounts(ctx, 0)
	l := NewList(rows, total)
	if err != nil {
		return l, nil, err
	}
	past, err := ReadPast(ctx, h, at, history.Point{}, l)
	return l, past, err
}

// Matches returns the accounts that match a rule as of the last recording, and its time; zero if
// there is none. It requests nothing. The error is a *NameError for a platform or a group that does
// not exist.
func (f *Fleet) Matches(
	ctx context.Context,
	r Rule,
) (rows []*api.Account, at time.Time, err error) {
	l, at, err := f.Recorded(ctx, 0)
	if err != nil || at.IsZero() {
		return nil, at, err
	}
	platforms, groups, err := storedNames(ctx, f.History)
	if err == nil {
		err = r.When.Resolve(platforms, groups, l.Rows)
	}
	if err != nil {
		return nil, at, err
	}
	past, err := ReadPast(ctx, f.History, at, history.Point{}, l)
	return r.When.kept(l.Rows, past, at), at, err
}
