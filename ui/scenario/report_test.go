package scenario

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"
)

// reportJSON is a report in JSON.
type reportJSON struct {
	From, To     string
	Begin, Since time.Time
	Measured     string `json:"measuredFrom"`
	ComparedWith time.Time
	Recorded     time.Time
	Added, Gone  int
	Totals       []totalJSON
	Days         []dayJSON
	MissingDays  []string
	Availability [2]*float64
	Platforms    []platformJSON
	Accounts     []accountJSON
	Works        []workJSON
	Incidents    []struct {
		ID       string
		Began    intervalJSON
		Ended    *intervalJSON
		Lasted   lengthJSON
		Accounts []string
		Still    int
	}
	Troubles []struct {
		Accounts     []string
		Began, Ended *intervalJSON
		Lasted       lengthJSON
		Gone         bool
	}
	Moves []struct {
		Account string
		Out     bool
		At      intervalJSON
	}
}

type totalJSON struct {
	Name                                         string
	Before, After, Change                        *int
	Percent                                      *float64
	Compared, Counted, CountedBefore             int
	Joined, Left, First, Lost, MovedIn, MovedOut partJSON
}

type dayJSON struct {
	dayNumbers
	Date                   string
	Recorded               bool
	Followers, Works       *int
	Reads, Likes, Comments *int
	Counted                map[string]int
}

// dayNumbers are the accounts of a day.
type dayNumbers struct{ Accounts, Abnormal, Joined, Left int }

// reported is a report that is compared with the plain computation.
type reported struct {
	*checked
	reportJSON
	what   string
	in     func(*channel) bool
	at     []int     // by day, the last recording until its end; -1 for none
	begins time.Time // what the report is measured from
	from   int       // the recording that is compared
}

// checkReport checks the numbers of a report over some days, and returns it.
func (x *checked) checkReport(days int, in func(*channel) bool, args ...string) *reported {
	x.Helper()
	begin := x.plain.now.Add(-time.Duration(days) * aDay)
	return x.checkReportSince(fmt.Sprintf("%dd", days), begin, in, args...)
}

// checkReportSince checks the numbers of a report since a time, as it is typed, and returns it.
func (x *checked) checkReportSince(typed string, begin time.Time, in func(*channel) bool, args ...string) *reported {
	x.Helper()
	r := &reported{
		checked: x,
		what:    fmt.Sprint("since ", typed, " ", args),
		in:      in,
		begins:  begin,
	}
	if x.lists[0].at.After(begin) {
		r.begins = x.lists[0].at
	}
	r.from = r.index(r.begins)
	x.decode(&r.reportJSON, append([]string{"report", "--since", typed}, args...)...)
	r.checkPeriod(begin)
	r.checkDays()
	r.checkTotals()
	r.checkAccounts()
	r.checkTroubles()
	r.checkIncidents()
	r.checkPlatforms()
	r.checkMoves()
	r.checkWorks()
	return r
}

// checkMomentsOfReport checks reports that begin at a time between two recordings, or with a day where the viewer is.
func (x *checked) checkMomentsOfReport(group string) {
	x.Helper()
	for _, typed := range []string{"90m", "11h", "24h", "100h"} {
		age, err := time.ParseDuration(typed)
		if err != nil {
			x.Fatal(err)
		}
		x.checkReportSince(typed, x.plain.now.Add(-age), everyone)
		x.checkReportSince(typed, x.plain.now.Add(-age), inGroup(group), "--group", group)
	}
	y, m, d := x.plain.now.In(x.zone()).Date()
	dayBegins := func(ago int) time.Time { return time.Date(y, m, d-ago, 0, 0, 0, 0, x.zone()) }
	x.checkReportSince("yesterday", dayBegins(1), everyone)
	date := dayBegins(5).Format(time.DateOnly)
	x.checkReportSince(date, dayBegins(5), everyone)
	x.checkReportSince(date+" 13:20", dayBegins(5).Add(13*time.Hour+20*time.Minute), everyone)
}

// zone is the time zone of the viewer.
func (x *checked) zone() *time.Location { return x.clock().Location() }

// date is the day of a time where the viewer is.
func (x *checked) date(at time.Time) string { return at.In(x.zone()).Format(time.DateOnly) }

// endOf is the end of a day where the viewer is, or now.
func (x *checked) endOf(date string) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, date, x.zone())
	if err != nil {
		x.Fatal(err)
	}
	end := day.AddDate(0, 0, 1).Add(-time.Millisecond)
	if end.After(x.plain.now) {
		return x.plain.now
	}
	return end
}

func (r *reported) checkDays() {
	r.Helper()
	for _, d := range r.Days {
		end := r.endOf(d.Date)
		n := r.index(end)
		recorded := r.date(r.lists[n].at) == d.Date
		if r.lists[n].at.After(end) {
			n = -1
		}
		r.at = append(r.at, n)
		if recorded != d.Recorded {
			r.Errorf("%s: %s recorded %v", r.what, d.Date, d.Recorded)
		}
	}
	for i, d := range r.Days {
		n := r.at[i]
		if n < 0 {
			continue
		}
		now := r.change(n, n, followersOf, r.in)
		before := r.from
		if i > 0 {
			before = r.at[i-1]
		}
		was := r.change(before, n, followersOf, r.in)
		want := dayNumbers{
			Accounts: now["is"].accounts,
			Abnormal: now["isAbnormal"].accounts,
			Joined:   was["joined"].accounts + was["movedIn"].accounts,
			Left:     was["left"].accounts + was["movedOut"].accounts,
		}
		got := dayNumbers{Accounts: d.Accounts, Abnormal: d.Abnormal, Joined: d.Joined, Left: d.Left}
		works := r.change(n, n, worksOf, r.in)["is"].sum
		counted := now["isCounted"].accounts
		isCounted := d.Counted["followers"] == counted && d.Counted["works"] == counted
		isRight := got == want && isCounted && intOf(d.Followers) == now["is"].sum && intOf(d.Works) == works
		if !isRight {
			text := asText(r.T, d)
			r.Errorf("%s: %s, want %+v with %d followers, %d works", r.what, text, want, now["is"].sum, works)
		}
	}
}

func (r *reported) checkTotals() {
	r.Helper()
	to := len(r.lists) - 1
	for _, total := range r.Totals {
		value := followersOf
		if total.Name == "workCount" {
			value = worksOf
		}
		want := r.change(r.from, to, value, r.in)
		switch total.Name {
		case "accounts", "abnormal":
			was := want["was"].accounts
			is := want["is"].accounts
			if total.Name == "abnormal" {
				was = want["wasAbnormal"].accounts
				is = want["isAbnormal"].accounts
			}
			if intOf(total.Before) != was || intOf(total.After) != is || intOf(total.Change) != is-was {
				r.Errorf("%s: %+v, want %d and %d", r.what, total, was, is)
			}
			if r.Added != want["joined"].accounts || r.Gone != want["left"].accounts {
				r.Errorf("%s: %d added, %d gone, want %v", r.what, r.Added, r.Gone, want)
			}
		case "fansCount", "workCount":
			counted := [2]int{total.CountedBefore, total.Counted}
			if n := [2]int{want["wasCounted"].accounts, want["isCounted"].accounts}; counted != n {
				r.Errorf("%s: %s of %d accounts, want %d", r.what, total.Name, counted, n)
			}
			if intOf(total.Before) != want["was"].sum || intOf(total.After) != want["is"].sum {
				r.Errorf(
					"%s: %s from %d to %d, want %v",
					r.what,
					total.Name,
					intOf(total.Before),
					intOf(total.After),
					want,
				)
			}
			before := want["before"].sum
			after := want["after"].sum
			want.agrees(r.T, r.what+total.Name, changeJSON{
				Accounts: total.Compared,
				Before:   &before,
				After:    &after,
				Change:   total.Change,
				Percent:  total.Percent,
				Joined:   total.Joined,
				Left:     total.Left,
				First:    total.First,
				Lost:     total.Lost,
				MovedIn:  total.MovedIn,
				MovedOut: total.MovedOut,
			})
		}
	}
	if len(r.Totals) < 3 {
		r.Errorf("%s: %d totals", r.what, len(r.Totals))
	}
}

func (r *reported) checkAccounts() {
	r.Helper()
	for _, a := range r.Accounts {
		is := r.newest().all[a.ID]
		if is == nil || !r.in(is) {
			r.Errorf("%s: %s is not in it", r.what, a.ID)
			continue
		}
		if want := r.account(a.ID); asText(r.T, a) != asText(r.T, want) {
			r.Errorf("%s: account\n%s\nnot\n%s", r.what, asText(r.T, a), asText(r.T, want))
		}
	}
	if len(r.Accounts) != r.count(r.in) {
		r.Errorf("%s: %d accounts, not %d", r.what, len(r.Accounts), r.count(r.in))
	}
}

// checkTroubles checks what was abnormal, from when until when, and how long that lasted.
func (r *reported) checkTroubles() {
	r.Helper()
	got := map[string]int{}
	for _, t := range r.Troubles {
		for _, id := range t.Accounts {
			got[fmt.Sprint(id, t.Began.text(), t.Ended.text(), t.Lasted.length(), t.Gone)]++
		}
	}
	want := map[string]int{}
	for _, t := range r.troubles(r.begins, r.in) {
		began := t.began.text()
		if t.fromBeginning {
			began = [2]string{}
		}
		want[fmt.Sprint(t.id, began, t.ended.text(), t.length(r.plain), t.gone)]++
	}
	compareCounts(r.T, r.what+": problems", got, want)
}

// compareCounts reports what is not in both.
func compareCounts(t *testing.T, what string, got, want map[string]int) {
	t.Helper()
	for _, text := range slices.Sorted(maps.Keys(got)) {
		if got[text] != want[text] {
			t.Errorf("%s: %d times %s, not %d times", what, got[text], text, want[text])
		}
	}
	for _, text := range slices.Sorted(maps.Keys(want)) {
		if got[text] == 0 {
			t.Errorf("%s: missing %s", what, text)
		}
	}
}

// checkIncidents checks the incidents that were open in the period, with all of their accounts that were
// in the report when they ended.
func (r *reported) checkIncidents() {
	r.Helper()
	got := map[string]int{}
	for _, i := range r.Incidents {
		slices.Sort(i.Accounts)
		text := fmt.Sprint(i.ID, i.Began.text(), i.Ended.text(), i.Lasted.length(), i.Accounts, i.Still)
		got[text]++
	}
	want := map[string]int{}
	for _, e := range r.episodes() {
		if e.turned = r.members(e); len(e.turned) == 0 {
			continue
		}
		began := r.began(e)
		lasts := r.since(began)
		end := r.ended(e)
		isOver := end != nil && !end.before.After(r.begins)
		if isOver {
			continue
		}
		if end != nil {
			lasts = lasted(began, *end)
		}
		var ids []string
		still := 0
		for _, c := range e.turned {
			ids = append(ids, c.id)
			if r.end(c.id, e.at) == nil {
				still++
			}
		}
		slices.Sort(ids)
		id := e.id()
		want[fmt.Sprint(id, began.text(), end.orNil(), lasts, ids, still)]++
	}
	compareCounts(r.T, r.what+": incidents", got, want)
}

// orNil is the interval as JSON has it, empty for nil.
func (i *interval) orNil() [2]string {
	if i == nil {
		return [2]string{}
	}
	return i.text()
}

// members are the accounts of an episode that were in the report when it ended for them, or are.
func (r *reported) members(e episode) (all []*channel) {
	for _, c := range e.turned {
		then := r.listed(c.id)
		if t := r.end(c.id, e.at); t != nil {
			then = r.memberBefore(c.id, t.at)
		}
		if then != nil && r.in(then) {
			all = append(all, c)
		}
	}
	return all
}

func shareText(share [2]*float64) string {
	if share[0] == nil {
		return "unknown"
	}
	return fmt.Sprint(*share[0], " to ", *share[1])
}

// checkMoves checks when accounts came from another group, or went to one, the last time.
func (r *reported) checkMoves() {
	r.Helper()
	to := len(r.lists) - 1
	moved := r.change(r.from, to, followersOf, r.in)
	if n := moved["movedIn"].accounts + moved["movedOut"].accounts; len(r.Moves) != n {
		r.Errorf("%s: %d moves, not %d", r.what, len(r.Moves), n)
	}
	for _, m := range r.Moves {
		want := r.moved(m.Account, m.Out, to)
		if m.At.text() != want.text() {
			r.Errorf("%s: %s moved between %v, not %v", r.what, m.Account, m.At, want.text())
		}
	}
}

// moved is when an account went out of what belongs, or came into it, for the last time. While it was not
// listed it was where it had been.
func (r *reported) moved(id string, out bool, to int) interval {
	var later *channel
	at := 0
	for i := to; i >= 0; i-- {
		c := r.lists[i].all[id]
		if c == nil {
			continue
		}
		if later != nil && r.in(later) != out && r.in(c) == out {
			return interval{r.lists[at-1].at, r.lists[at].at}
		}
		later = c
		at = i
	}
	return interval{}
}

// stepsText returns the words about the accounts that joined or left on a day, "" if none did.
func stepsText(date string, joined, left int) string {
	text := ""
	if joined > 0 {
		text += fmt.Sprint(" +", joined)
	}
	if left > 0 {
		text += fmt.Sprint(" −", left)
	}
	if text == "" {
		return ""
	}
	return strings.TrimPrefix(date, date[:5]) + text
}
