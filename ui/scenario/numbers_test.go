package scenario

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/findings"
)

// intervalJSON is an interval in JSON.
type intervalJSON struct{ After, Before string }

func (i *intervalJSON) text() [2]string {
	if i == nil {
		return [2]string{}
	}
	return [2]string{i.After, i.Before}
}

// lengthJSON is a length in JSON.
type lengthJSON struct {
	LeastHours float64
	MostHours  *float64
}

// length is the length as the plain computation has it.
func (l *lengthJSON) length() length {
	if l.MostHours == nil {
		return length{l.LeastHours, -1}
	}
	return length{l.LeastHours, *l.MostHours}
}

// kindsComputed are the kinds that the plain computation finds or never has to find here. Forecasts are
// compared with the command.
func kindsComputed() []findings.Kind {
	return []findings.Kind{
		findings.Incident, findings.OwnRule, findings.TurnedAbnormal, findings.Abnormal, findings.RelayDown,
		findings.RelayMissing, findings.Disappeared, findings.FollowersFell, findings.FollowersRose,
		findings.StatisticsLost, findings.StuckAtZero, findings.Frozen, findings.NeverFetched, findings.Stale,
		findings.WorkMoved, findings.PriceChanged, findings.ModelGone, findings.ModelNew, findings.OptionsChanged,
		findings.Recovered, findings.Appeared, findings.Silent, "flaps",
	}
}

// foundJSON is a finding in JSON.
type foundJSON struct {
	Finding, What, Section, ID, Name, Platform, Site string
	After, Before                                    time.Time
	Was, Is, Now                                     *json.Number
	Counted                                          struct{ Was, Is int }
	Count, Of, Times                                 int
	Accounts                                         []struct{ Platform, ID string }
	Percent                                          *struct{ Smallest, Median, Largest float64 }
	Lasted                                           *lengthJSON
	Level, When                                      string
}

// line is the finding as the plain computation has it.
func (f *foundJSON) line() string {
	var more []string
	add := func(known bool, text string) {
		if known {
			more = append(more, text)
		}
	}
	for _, a := range f.Accounts {
		more = append(more, a.Platform+"/"+a.ID)
	}
	add(f.Count > 0, fmt.Sprint(f.Count, " of ", f.Of))
	add(f.What != "", f.What)
	add(f.Was != nil, "was "+number(f.Was))
	add(f.Is != nil && !(f.Finding == "incident" && f.What == "statisticsLost"), "is "+number(f.Is))
	isListed := f.Finding == "appeared" || f.Finding == "disappeared"
	add(isListed && f.Counted.Was+f.Counted.Is > 0, fmt.Sprint("of ", f.Counted.Was+f.Counted.Is))
	add(f.Now != nil, "now "+number(f.Now))
	add(f.Times > 0, fmt.Sprint(f.Times, " changes"))
	add(f.Name != "", f.Name)
	add(f.When != "", f.When)
	if f.Percent != nil {
		by := f.Percent
		more = append(more, fmt.Sprintf("by %v %v %v %%", by.Smallest, by.Median, by.Largest))
	}
	if f.Lasted != nil {
		more = append(more, f.Lasted.length().text())
	}
	return line(f.Finding, f.Section, f.Platform, f.ID, interval{f.After, f.Before}, more...)
}

func number(n *json.Number) string {
	if n == nil {
		return ""
	}
	return n.String()
}

// linesOf are findings as those of the plain computation, of one site unless it is "".
func linesOf(t *testing.T, out, site string) (all []string) {
	t.Helper()
	var records []foundJSON
	if err := json.Unmarshal([]byte(out), &records); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	for _, f := range records {
		if slices.Contains(kindsComputed(), findings.Kind(f.Finding)) && f.Site == site {
			all = append(all, f.line())
		}
	}
	slices.Sort(all)
	return all
}

// same compares findings with those of the plain computation.
func same(t *testing.T, what string, got, want []string) {
	t.Helper()
	for _, l := range got {
		if !slices.Contains(want, l) {
			t.Errorf("%s: wrong    %s", what, l)
		}
	}
	for _, l := range want {
		if !slices.Contains(got, l) {
			t.Errorf("%s: missing  %s", what, l)
		}
	}
	if !slices.Equal(got, want) && !t.Failed() {
		t.Errorf("%s: repeated findings %q", what, got)
	}
}

// checkTriage compares what triage finds since a time.
func (x *checked) checkTriage(age time.Duration, args ...string) {
	x.Helper()
	args = append([]string{"triage", "--since", fmt.Sprintf("%dh", int(age.Hours())), "-o", "json"}, args...)
	want := x.findings(x.plain.now, x.plain.now.Add(-age))
	same(x.T, fmt.Sprint(x.plain.now, " ", args), linesOf(x.T, x.run(args...), ""), want)
}

// checkAccounts checks the trends of accounts over some days, and the intervals of their spells. The
// first number of days is that of the baseline.
func (x *checked) checkAccounts(days ...int) {
	x.Helper()
	var rows []struct {
		ID                                string
		SinceVisit, SevenDays, ThirtyDays *int
		Since                             intervalJSON
		After, Before                     string
	}
	baseline := fmt.Sprintf("baseline:%dd", days[0])
	x.decode(
		&rows, "accounts", "--match", baseline,
		"--columns", "id,sinceVisit,sevenDays,thirtyDays,since,after,before",
	)
	now := x.newest()
	if len(rows) != len(now.all) {
		x.Errorf("%d accounts, not %d", len(rows), len(now.all))
	}
	for _, r := range rows {
		is := now.all[r.ID]
		for i, got := range []*int{r.SinceVisit, r.SevenDays, r.ThirtyDays} {
			since := x.plain.now.AddDate(0, 0, -days[i])
			from := x.lists[x.index(since)]
			if i > 0 {
				from = x.lists[x.window(days[i])]
				since = since.Add(time.Duration(days[i]) * aDay / 10)
			}
			was := from.all[r.ID]
			// files have no titles that say less
			isLong := i == 0 || !x.lists[0].at.After(since)
			known := was != nil && was.counted() && is.counted() && isLong
			if known != (got != nil) || known && *got != is.followers-was.followers {
				x.Errorf("%s over %d days: %d, known %v; was %+v, is %+v", r.ID, days[i], intOf(got), known, was, is)
			}
		}
		want := x.spell(r.ID).text()
		if (&intervalJSON{r.After, r.Before}).text() != want || r.Since.text() != want {
			x.Errorf("%s is %s since %v, not %v", r.ID, is.health(), r, want)
		}
	}
}

// checkGroups checks the numbers of groups, and their changes over 30 days.
func (x *checked) checkGroups() {
	x.Helper()
	var rows []struct {
		ID                                 string
		Accounts, Normal, Abnormal, Outage int
		Sums, Counted                      map[string]int
		Change30d                          struct {
			Days, Joined, Left, MovedIn, MovedOut int
			Accounts, Abnormal                    [2]int
			Changes                               map[string]changeJSON
		}
	}
	x.decode(&rows, "groups")
	from := x.window(30)
	to := len(x.lists) - 1
	for _, g := range rows {
		in := inGroup(g.ID)
		of := func(health string) int {
			return x.count(func(c *channel) bool { return in(c) && c.health() == health })
		}
		want := x.change(from, to, followersOf, in)
		if g.Accounts != want["is"].accounts || g.Normal != of("normal") || g.Abnormal != of("abnormal") ||
			g.Outage != of("outage") || g.Sums["fansCount"] != want["is"].sum ||
			g.Counted["fansCount"] != want["isCounted"].accounts {
			x.Errorf("group %+v, want %v", g, want)
		}
		c := g.Change30d
		moved := [4]int{c.Joined, c.Left, c.MovedIn, c.MovedOut}
		wantMoved := [4]int{
			want["joined"].accounts, want["left"].accounts, want["movedIn"].accounts, want["movedOut"].accounts,
		}
		if moved != wantMoved || c.Accounts != [2]int{want["was"].accounts, want["is"].accounts} ||
			c.Abnormal != [2]int{want["wasAbnormal"].accounts, want["isAbnormal"].accounts} {
			x.Errorf("group %s: %+v, want %v", g.ID, c, want)
		}
		want.agrees(x.T, "group "+g.ID, c.Changes["fansCount"])
		x.change(from, to, worksOf, in).agrees(x.T, "works of group "+g.ID, c.Changes["workCount"])
	}
	if len(rows) < 2 {
		x.Errorf("%d groups", len(rows))
	}
}

// countsJSON is a recorded state of an account.
type countsJSON struct {
	Status    *int
	Outage    bool
	FansCount *int
	GroupID   string
}

// text is the state as a text, to be compared.
func (c *countsJSON) text() string {
	status := "unset"
	if c.Status != nil {
		status = fmt.Sprint(*c.Status)
	}
	return fmt.Sprint(status, " ", c.Outage, " ", intOf(c.FansCount), " ", c.GroupID)
}

// checkState checks a recorded state of an account.
func (x *checked) checkState(what, id, at string, listed bool, got countsJSON) {
	x.Helper()
	when, err := time.Parse(time.RFC3339, at)
	if err != nil {
		x.Fatal(err)
	}
	c := x.lists[x.index(when.Add(time.Second))].all[id]
	if c == nil {
		if listed {
			x.Errorf("%s: %s at %s is listed", what, id, at)
		}
		return
	}
	want := countsJSON{Outage: c.relayDown, GroupID: c.group}
	if !c.relayDown {
		want.Status = &c.status
	}
	if c.counted() {
		want.FansCount = &c.followers
	}
	if !listed || got.text() != want.text() {
		x.Errorf("%s: %s at %s %+v, listed %v; want %+v", what, id, at, got, listed, c)
	}
}

// checkStates checks what is printed of the recorded states of each account.
func (x *checked) checkStates() {
	x.Helper()
	var exported []struct {
		Kind, ID, At string
		Value        *countsJSON
	}
	x.decode(&exported, "history", "export")
	for _, e := range exported {
		id, isAccount := strings.CutPrefix(e.ID, "bilibili/")
		if isAccount && e.Kind == "account" && e.Value != nil {
			x.checkState("export", id, e.At, true, *e.Value)
		}
	}
	for id := range x.newest().all {
		var states []struct {
			countsJSON
			At, ID string
			Listed bool
		}
		x.decode(&states, "history", "account", id, "--since", "90d")
		for _, s := range states {
			x.checkState("account", s.ID, s.At, s.Listed, s.countsJSON)
		}
	}
}
