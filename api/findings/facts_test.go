package findings_test

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
)

// facts are findings, one a line.
func facts(all []*findings.Finding) string {
	var lines []string
	for _, f := range all {
		lines = append(lines, factsOf(f))
	}
	return strings.Join(lines, "\n")
}

// factsOf returns what a finding states, without words for users: its section and kind, what it is
// about, when it happened, and its numbers.
func factsOf(f *findings.Finding) string {
	kind := string(f.Kind)
	if f.What != "" {
		kind += " of " + string(f.What)
	}
	parts := []string{string(f.Section) + " " + kind, subject(f), span(f.At)}
	if f.Count > 0 {
		parts = append(parts, fmt.Sprintf("%d of %d", f.Count, f.Of))
	}
	if f.Was.IsSet() || f.Is.IsSet() {
		parts = append(parts, "from "+number(f.Was)+" to "+number(f.Is))
	}
	if f.Now.IsSet() {
		parts = append(parts, "now "+f.Now.String())
	}
	if f.Lasted != (history.Length{}) {
		parts = append(parts, "lasted "+length(f.Lasted))
	}
	if f.Times > 0 {
		parts = append(parts, fmt.Sprint(f.Times, " times"))
	}
	parts = append(parts, changes(f)...)
	if w := f.Work; w != nil {
		parts = append(
			parts,
			fmt.Sprintf("%s %s an hour, %.1f times, others %v", w.Metric, w.PerHour.Round(0), w.Times, w.Others),
		)
	}
	if f.Note != "" {
		parts = append(parts, "known: "+f.Note)
	}
	return strings.Join(parts, " | ")
}

// subject says what a finding is about: an account, work, model or option with its name, or accounts.
func subject(f *findings.Finding) string {
	if len(f.Accounts) == 0 {
		return fmt.Sprintf("%s/%s (%s)", f.Platform, f.ID, f.Name)
	}
	of := cmp.Or(f.Platform, "several platforms")
	if f.GroupID != "" {
		of += ", group " + f.GroupID
	}
	if f.Owner != "" {
		of += ", user " + f.Owner
	}
	return fmt.Sprintf("%d accounts of %s", len(f.Accounts), of)
}

// span is an interval: 21 Nov 05:01 – 21 Nov 05:12.
func span(i history.Interval) string {
	switch {
	case i.Before.IsZero():
		return "at an unknown time"
	case i.After.IsZero():
		return minute(i.Before) + " or earlier"
	}
	return minute(i.After) + " – " + minute(i.Before)
}

func minute(t time.Time) string { return t.UTC().Format("2 Jan 15:04") }

func number(n api.Number) string {
	if !n.IsSet() {
		return "unknown"
	}
	return n.String()
}

// length is a length in days: 41d1h0m to 41d3h10m, or at least 59d0h0m.
func length(l history.Length) string {
	if l.Most == 0 {
		return "at least " + inDays(l.Least)
	}
	return inDays(l.Least) + " to " + inDays(l.Most)
}

func inDays(d time.Duration) string {
	return fmt.Sprintf("%dd%dh%dm", d/days, d%days/time.Hour, d%time.Hour/time.Minute)
}

// changes are the changes of a model or a publish option.
func changes(f *findings.Finding) (all []string) {
	if p := f.Percent(); p != nil {
		all = append(all, fmt.Sprintf("%d prices, %s to %s%%, half %s%%", p.Prices, p.Smallest, p.Largest, p.Median))
	}
	var kinds []string
	for _, c := range f.Changes {
		kinds = append(kinds, string(c.Kind))
	}
	for _, c := range f.Options {
		kinds = append(kinds, strings.TrimSpace(c.Kind+" "+c.Member))
	}
	if len(kinds) > 0 {
		all = append(all, "changes: "+strings.Join(kinds, ", "))
	}
	return all
}
