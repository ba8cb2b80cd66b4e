package history_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// sayDays returns the totals in words, sorted: DATE PLATFORM GROUP: NUMBERS.
func sayDays(t testing.TB, d *history.DB) []string {
	t.Helper()
	all, err := d.States().Days(t.Context(), time.Time{})
	if err != nil {
		t.Error(err)
	}
	said := make([]string, len(all))
	for i, n := range all {
		said[i] = fmt.Sprintf(
			"%s %s %s: %s %s %s, %s %s %s %s %s", n.Date, n.Platform, n.Group, n.Accounts,
			n.Abnormal, n.Stale, n.Followers(), n.Sums[1], n.Sums[2], n.Sums[3], n.Sums[4],
		)
	}
	slices.Sort(said)
	return said
}

// member is an account on a platform and in a group. Its numbers are those of a statistic
// that is 0 or unknown, or a fraction.
func member(id, platform, group string, status int, numbers [5]string, stats time.Time) string {
	last := ""
	if !stats.IsZero() {
		last = fmt.Sprintf(`,"lastStatsTime":%q`, stats.Format(time.RFC3339))
	}
	return fmt.Sprintf(`{"id":%q,"type":%q,"groupId":%q,"status":%d,"fansCount":%s,"workCount":%s,"readCount":%s,`+
		`"likeCount":%s,"commentCount":%s%s}`,
		id, platform, group, status, numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], last)
}

func TestDays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		zone := time.FixedZone("", 8*60*60)
		c = at(c, day0.AddDate(0, 0, 9).In(zone))
		c.StaleAfter = 7 * 24 * time.Hour
		d := open(t, c)
		fresh := day0.AddDate(0, 0, -1)
		old := day0.AddDate(0, 0, -8)
		list := func(at time.Time, complete bool, rows ...string) {
			d.RecordAccounts(at, accounts(t, rows...), api.Int(int64(len(rows))), complete)
			d.Flush()
		}
		a := member("a", "x", "g", 1, [5]string{"1000", "7", "2", "3", "4"}, fresh)
		// abnormal, and therefore not stale
		b := member("b", "x", "", 0, [5]string{"10", "1.5", "2", "3", "4"}, old)
		// stale, on a platform of which nothing is known
		e := member("e", "y", "g", 1, [5]string{"null", "0", "0", "9007199254740993", "0"}, old)
		f := member("f", "y", "g", 1, [5]string{"0", "0", "0", "0", "0"}, time.Time{}) // never fetched
		list(day0, true, a)
		list(day0.Add(time.Hour), true, a, a, b, e, f)
		list(day0.Add(2*time.Hour), false, a)
		d.RecordChosenAccounts(day0.Add(3*time.Hour), accounts(t, b))
		list(day0.Add(9*time.Hour), true, f)     // the next day in the time zone
		list(day0.AddDate(0, 0, 20), true, a, b) // the clock is ahead
		d.Flush()
		want := []string{
			"2026-03-02  : 4 1 1, 1010 8.5 4 9007199254740999 8", "2026-03-02  g: 3 0 1, 1000 7 2 9007199254740996 4",
			"2026-03-02 x : 2 1 0, 1010 8.5 4 6 8", "2026-03-02 y : 2 0 1,    9007199254740993 ",
			"2026-03-03  : 1 0 0,     ", "2026-03-03  g: 1 0 0,     ", "2026-03-03 y : 1 0 0,     ",
		}
		if got := sayDays(t, d); !slices.Equal(got, want) {
			t.Errorf("days\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
		all, err := d.States().Days(t.Context(), day0.Add(9*time.Hour))
		if err != nil || len(all) != 3 || all[0] != (history.Day{
			Date:     "2026-03-03",
			Accounts: api.Int(1),
			Abnormal: api.Int(0),
			Stale:    api.Int(0),
		}) ||
			all[1].Platform != "y" ||
			all[2].Group != "g" {
			t.Errorf("since a day: %v, error %v", all, err)
		}
		for of, want := range map[[2]string]int{{"x", ""}: 1, {"y", ""}: 2, {"", "g"}: 2, {"z", ""}: 0} {
			if days, err := d.States().DaysOf(t.Context(), of[0], of[1], time.Time{}); err != nil || len(days) != want {
				t.Errorf("of %q: %v, error %v", of, days, err)
			}
		}
		platforms, err := d.States().PlatformDays(t.Context(), day0, day0)
		if err != nil || len(platforms) != 2 ||
			platforms[0].Platform != "x" || platforms[1].Platform != "y" ||
			platforms[0].Date != "2026-03-02" || platforms[1].Date != "2026-03-02" {
			t.Errorf("of platforms: %v, error %v", platforms, err)
		}
		platforms, err = d.States().PlatformDays(t.Context(), day0.Add(9*time.Hour), day0.AddDate(0, 0, 30))
		if err != nil || len(platforms) != 1 || platforms[0].Date != "2026-03-03" {
			t.Errorf("of platforms since a day: %v, error %v", platforms, err)
		}
		list(day0.Add(-time.Hour), true, a) // the clock was set back
		if got := sayDays(t, d); len(got) != 6 || got[0] != "2026-03-02  : 1 0 0, 1000 7 2 3 4" {
			t.Errorf("after an older list of the same day: %q", got)
		}
		if n, err := d.Content().Prune(t.Context(), day0.Add(9*time.Hour)); n < 3 || err != nil {
			t.Errorf("%d rows pruned, error %v", n, err)
		}
		if got := sayDays(t, d); len(got) != 3 || !strings.HasPrefix(got[0], "2026-03-03") {
			t.Errorf("after a pruning: %q", got)
		}
		if _, err := d.Content().Clear(t.Context()); err != nil || len(sayDays(t, d)) > 0 {
			t.Errorf("after a clearing: %q, error %v", sayDays(t, d), err)
		}
	})
}

// Of many groups the largest have totals, and totals are kept for two years.
func TestGroupsAndYearsOfDays(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		var rows []string
		for i := range 1001 {
			rows = append(
				rows,
				member(fmt.Sprint(i), "x", fmt.Sprint("g", i%600), 1, [5]string{"1", "1", "1", "1", "1"}, day0),
			)
		}
		d.RecordAccounts(day0, accounts(t, rows...), api.Int(1001), true)
		d.Close(t.Context())
		for years := 1; years <= 3; years += 2 {
			want := map[int]int{1: 502, 3: 0}[years]
			d := open(t, at(c, day0.AddDate(years, 0, 0)))
			d.Flush()
			d.RecordPlatforms(day0.AddDate(years, 0, 0), nil)
			d.Close(t.Context())
			d = open(t, at(c, day0.AddDate(years, 0, 2)))
			d.Flush()
			got := sayDays(t, d)
			larger := 0 // groups of two accounts, of which there are 401
			for _, total := range got {
				if strings.HasPrefix(total, "2026-03-02  g") && strings.Contains(total, ": 2 ") {
					larger++
				}
			}
			if len(got) != want || want > 0 && larger != 401 {
				t.Errorf("after %d years: %d totals, %d of the larger groups", years, len(got), larger)
			}
			d.Close(t.Context())
		}
	})
}

// The totals agree with a plain computation over random lists, and those that the migration
// computes from the changes agree with both.
func TestDaysAgreeWithPlainComputation(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		r := rand.New(rand.NewPCG(3, 4))
		c = at(c, day0.AddDate(0, 0, 100))
		recorders := []*history.DB{open(t, c), open(t, c)}
		number := func(known bool) string {
			switch n := r.IntN(5); {
			case n == 0:
				return "null"
			case n == 1:
				return "0"
			case n == 2 && known:
				return fmt.Sprintf("%d.25", r.IntN(9))
			}
			return fmt.Sprint(r.IntN(9000))
		}
		want := map[string]map[string]string{} // by date
		for n := range 40 {
			when := day0.Add(time.Duration(n*7+r.IntN(7)) * time.Hour)
			if n%10 == 9 {
				// the clock was set back for a moment
				when = day0.Add(time.Duration((n-9)*7) * time.Hour).Add(-time.Duration(r.IntN(9)) * time.Hour)
			}
			var rows []string
			for i := range 30 {
				if r.IntN(4) == 0 {
					continue
				}
				stats := time.Time{}
				if r.IntN(3) > 0 {
					stats = day0
				}
				var numbers [5]string
				for j := range numbers {
					numbers[j] = number(!stats.IsZero())
				}
				rows = append(
					rows,
					member(
						fmt.Sprint(i),
						[]string{"youtube", "tiktok", "linkedin"}[i%3],
						fmt.Sprint("g", i%7),
						r.IntN(3),
						numbers,
						stats,
					),
				)
			}
			list := accounts(t, rows...)
			for range 1 + r.IntN(2) {
				d := recorders[r.IntN(2)]
				d.RecordAccounts(when, list, api.Int(int64(len(list))), true)
				d.Flush()
			}
			want[when.Format(time.DateOnly)] = plainTotals(list)
		}
		var all []string
		for date, totals := range want {
			for of, numbers := range totals {
				all = append(all, date+" "+of+": "+numbers)
			}
		}
		slices.Sort(all)
		got := sayDays(t, recorders[0])
		if !slices.Equal(got, all) {
			t.Errorf("days\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(all, "\n"))
		}
	})
}

// plainTotals returns the totals of a list in the words of sayDays. A count of 0, and 1 as the number
// of works, are known only if the statistics were fetched and the platform supplies the count, which another
// account of the list can show.
func plainTotals(list []*api.Account) map[string]string {
	const works = 1
	supplied := map[string][]int{"youtube": {0, works}, "tiktok": {0, works, 3}}
	count := func(a *api.Account, i int) (n api.Number, placeholder bool) {
		n = []api.Number{a.FansCount, a.WorkCount, a.ReadCount, a.LikeCount, a.CommentCount}[i]
		return n, !n.IsSet() || n.String() == "0" || i == works && n.String() == "1"
	}
	for _, a := range list {
		for i := range 5 {
			if _, placeholder := count(a, i); !placeholder {
				supplied[a.Type] = append(supplied[a.Type], i)
			}
		}
	}
	members := map[string][]*api.Account{}
	for _, a := range list {
		for _, of := range []string{" ", a.Type + " ", " " + a.GroupID} {
			members[of] = append(members[of], a)
		}
	}
	said := map[string]string{}
	for of, list := range members {
		abnormal := 0
		sums := [5]string{}
		for i := range sums {
			sum := api.Int(0)
			known := false
			for _, a := range list {
				n, placeholder := count(a, i)
				fetched := a.LastStatsTime.Or("") != "" && slices.Contains(supplied[a.Type], i)
				if n.IsSet() && (!placeholder || fetched) {
					sum = sum.Add(n)
					known = true
				}
			}
			if known {
				sums[i] = sum.String()
			}
		}
		for _, a := range list {
			if a.Status.String() == "0" {
				abnormal++
			}
		}
		said[of] = fmt.Sprintf("%d %d , %s", len(list), abnormal, strings.Join(sums[:], " "))
	}
	return said
}
