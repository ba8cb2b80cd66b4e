package report

import (
	"math"
	"slices"
	"strings"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/report"
	"channeldeck/ui/resource"
)

// about says what the report covers: its period, its accounts, and which days have no recording.
func (r written) about(v *resource.View) []string {
	w := v.Words
	covered := w.N("accounts.total", len(r.Accounts))
	platforms := map[string]bool{}
	for _, a := range r.Accounts {
		platforms[a.Row.Type] = true
	}
	if len(platforms) > 1 {
		covered = w.T("report.covered", "Accounts", covered, "Platforms", w.Int(len(platforms)))
	}
	return []string{w.T("report.kind"), r.period(v), covered, r.complete(v)}
}

// result is the sentence that a client reads first: how the followers changed, how many accounts are
// abnormal, and which incidents are open.
func (r written) result(v *resource.View) string {
	w := v.Words
	var said []string
	if moved := r.moved(v); moved != "" {
		said = append(said, moved)
	}
	if i := r.total("abnormal"); i >= 0 {
		said = append(said, r.abnormal(v, &r.Totals[i]))
	}
	var open []string
	for _, i := range r.Incidents {
		if i.Ended == nil {
			open = append(open, resource.Incident{IncidentFile: i.File, View: v}.Subject())
		}
	}
	if len(open) > 0 {
		said = append(
			said,
			w.N("report.result.open", len(open), "Of", w.List(open)),
		)
	}
	return strings.Join(said, w.T("report.result.and")) + w.T("report.result.end")
}

// moved says how the followers changed, "" if that is not known, as where all is of one recording.
func (r written) moved(v *resource.View) string {
	w := v.Words
	i := r.total(api.CountFans.String())
	if i < 0 || !r.Totals[i].Change.IsSet() || r.span() == 0 {
		return ""
	}
	t := &r.Totals[i]
	by := t.Change
	id := "report.result.steady"
	switch by.Sign() {
	case 1:
		id = "report.result.gained"
	case -1:
		id = "report.result.lost"
		by = by.Mul(api.Int(-1))
	}
	percent := ""
	if t.Percent.IsSet() {
		percent = w.T("report.percent", "N", change(v, t.Percent))
	}
	n, _ := by.Float64()
	return w.N(
		id, int(min(n, math.MaxInt32)), // it decides between singular and plural only
		"Accounts", w.N("accounts.total", t.Compared),
		"By", number(v, by),
		"Percent", percent,
		"Span", w.LongDuration(r.span()),
	)
}

// abnormal says how many accounts are abnormal, and how many were if that is of another recording.
func (r written) abnormal(v *resource.View, t *report.Total) string {
	w := v.Words
	now, _ := t.After.Float64()
	said := w.N("report.result.abnormal", int(now), "Of", w.Int(len(r.Accounts)))
	if r.span() == 0 {
		return said
	}
	id := "report.result.as_many"
	by := t.Change
	switch by.Sign() {
	case 1:
		id = "report.result.more"
	case -1:
		id = "report.result.fewer"
		by = by.Mul(api.Int(-1))
	}
	return said + w.T(id, "By", number(v, by))
}

// span is the time between the recordings that are compared.
func (r written) span() time.Duration {
	return r.Recorded.Sub(r.ComparedWith)
}

// total is the index of a total, -1 if no account has it.
func (r written) total(name string) int {
	return slices.IndexFunc(r.Totals, func(t report.Total) bool {
		return t.Name == name
	})
}

// notes say of which accounts totals and changes are, and which accounts came and went.
func (r written) notes(v *resource.View) []string {
	notes := []string{r.basis(v)}
	if counted := r.counted(v); counted != "" {
		notes = append([]string{counted}, notes...)
	}
	return append(notes, r.moves(v)...)
}

// counted says of how many accounts each total is, "" if all are of all accounts.
func (r written) counted(v *resource.View) string {
	w := v.Words
	all := len(r.Accounts)
	var counted []string
	for i := range r.Totals {
		t := &r.Totals[i]
		isCount := t.Name == "accounts" || t.Name == "abnormal"
		if isCount || t.Counted == all {
			continue
		}
		counted = append(counted, w.T(
			"report.counted_of",
			"Name", totalName(v, t.Name),
			"N", w.Int(t.Counted),
		))
	}
	if len(counted) == 0 {
		return ""
	}
	return w.N("report.counted", all, "Each", strings.Join(counted, w.T("field.comma")))
}

// countedBefore explains the sign of totals of earlier times, "" where none has it.
func (r written) countedBefore(v *resource.View) string {
	for i := range r.Totals {
		before, _ := r.Ends(&r.Totals[i])
		if before.IsLeast() {
			return v.Words.T("report.at_least")
		}
	}
	for i := range r.Days {
		if r.Days[i].Recorded && r.Days[i].Total(api.CountFans.String()).IsLeast() {
			return v.Words.T("report.at_least")
		}
	}
	return ""
}

// basis says which accounts a change compares, and what the others brought and took.
func (r written) basis(v *resource.View) string {
	w := v.Words
	others := ""
	i := r.total(api.CountFans.String())
	if i >= 0 {
		others = r.notCompared(v, &r.Totals[i])
	}
	if others == "" {
		return w.T("report.basis")
	}
	return w.T("report.basis_others", "Others", others)
}

// notCompared says how much of a total the accounts had that are not compared.
func (r written) notCompared(v *resource.View, t *report.Total) string {
	return v.NotCompared(&fleet.Change{
		Joined:   t.Joined,
		Left:     t.Left,
		First:    t.First,
		Lost:     t.Lost,
		MovedIn:  t.MovedIn,
		MovedOut: t.MovedOut,
	}, func(n api.Number) string { return number(v, n) })
}

// cards are the totals.
func (r written) cards(v *resource.View) (cards []card) {
	for i := range r.Totals {
		t := &r.Totals[i]
		before, after := r.Ends(t)
		c := card{
			Label:       totalName(v, t.Name),
			Value:       total(v, after),
			Before:      total(v, before),
			Change:      change(v, t.Change),
			NotCompared: r.notCompared(v, t),
		}
		s := t.Change.Sign()
		if s != 0 && t.Change.IsSet() {
			isBetter := s > 0
			if t.Name == "abnormal" {
				isBetter = s < 0
			}
			c.Tone = "down"
			if isBetter {
				c.Tone = "up"
			}
		}
		cards = append(cards, c)
	}
	return cards
}

// curve are the values of a total at the end of each day, unset where nothing was recorded.
func (r written) curve(total string) []api.Number {
	values := make([]api.Number, len(r.Days))
	for i := range r.Days {
		if r.Days[i].Recorded {
			values[i] = r.Days[i].Total(total).Sum
		}
	}
	return values
}
