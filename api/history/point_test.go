package history_test

import (
	"strconv"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

func TestPoint(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		day := func(n int) time.Time { return day0.AddDate(0, 0, n) }
		later := day0.Add(5 * time.Second) // prices arrive after the accounts
		cron := open(t, c)
		cron.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
		cron.RecordCatalog(later, models(t, model("m", 1)))
		cron.Close(t.Context())
		none := time.Time{}
		check := func(d *history.DB, b history.Baseline, want history.Point, late bool) {
			t.Helper()
			want.Baseline = b
			p, err := d.Points().Of(t.Context(), b)
			if err != nil || p.Baseline != b || !p.Asked.Equal(want.Asked) || !p.Accounts.Equal(want.Accounts) ||
				!p.Models.Equal(want.Models) ||
				p.Late() != late {
				t.Errorf("%v (late: %v), want %v (late: %v), error %v", p, p.Late(), want, late, err)
			}
		}
		c.Visit = true
		first := open(t, at(c, day(3)))
		check(first, history.SinceVisit, history.Point{Asked: none, Accounts: day0, Models: later}, true)
		check(first, history.SinceDay, history.Point{Asked: day(2), Accounts: day(2), Models: day(2)}, false)
		check(first, history.SinceWeek, history.Point{Asked: day(-4), Accounts: day0, Models: later}, true)
		check(first, history.SinceMonth, history.Point{Asked: day(-27), Accounts: day0, Models: later}, true)
		if p, err := first.Points().At(t.Context(), day(1)); err != nil || p.Baseline != "" ||
			!p.Accounts.Equal(day(1)) {
			t.Errorf("the point of a time is %v, error %v", p, err)
		}
		first.RecordAccounts(day(3), accounts(t, account("a", 0, 1)), api.Int(1), true)
		first.Close(t.Context())
		second := open(t, at(c, day(4)))
		check(second, history.SinceVisit, history.Point{Asked: day(3), Accounts: day(3), Models: day(3)}, false)

		// A visit does not compare with a list that it recorded itself.
		c.Key = "other"
		fresh := open(t, at(c, day(4)))
		fresh.RecordAccounts(day(4), accounts(t, account("a", 1, 1)), api.Int(1), true)
		fresh.Flush()
		check(fresh, history.SinceVisit, history.Point{Models: later}, true)
		check(fresh, history.SinceDay, history.Point{Asked: day(3), Models: day(3)}, false)
	})
}

// When a list was first recorded stays known after a pruning, and not after a clearing.
func TestFirstRecordingIsKept(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		for n := range 3 {
			d.RecordAccounts(day0.AddDate(0, n, 0), accounts(t, account("a", n%2, n)), api.Int(1), true)
		}
		d.Close(t.Context())
		d = open(t, at(c, day0.AddDate(1, 0, 0)))
		if _, err := d.Content().Prune(t.Context(), day0.AddDate(0, 6, 0)); err != nil {
			t.Fatal(err)
		}
		if first, err := d.Points().First(t.Context()); err != nil || !first.Equal(day0) {
			t.Errorf("after a pruning: %v, error %v", first, err)
		}
		if p, err := d.Points().At(t.Context(), time.Time{}); err != nil || !p.Accounts.Equal(day0.AddDate(0, 6, 0)) {
			t.Errorf("after a pruning everything is compared with %v, error %v", p, err)
		}
		if p, err := d.Points().At(
			t.Context(),
			day0.AddDate(0, 1, 0),
		); err != nil || !p.Accounts.Equal(day0.AddDate(0, 6, 0)) || p.Late() || !p.Pruned() {
			t.Errorf("after a pruning: %v, late %v, pruned %v, error %v", p, p.Late(), p.Pruned(), err)
		}
		if p, err := d.Points().At(t.Context(), day0.AddDate(0, 7, 0)); err != nil || p.Late() || p.Pruned() {
			t.Errorf("since a pruning: late %v, pruned %v, error %v", p.Late(), p.Pruned(), err)
		}
		if got := len(sayTurns(t, d)); got == 0 {
			t.Error("the newest turn of an account was pruned")
		}
		if summaries, _, err := d.Content().Summaries(t.Context()); len(summaries) != 1 || err != nil {
			t.Errorf("summaries %v, error %v", summaries, err)
		}
		if _, err := d.Content().Clear(t.Context()); err != nil {
			t.Fatal(err)
		}
		if p, err := d.Points().At(
			t.Context(),
			time.Time{},
		); err != nil || !p.Accounts.IsZero() || sayTurns(t, d) != "" {
			t.Errorf("after a clearing: %v, error %v", p, err)
		}
	})
}

// The turns of an account that is gone are pruned with its changes.
func TestTurnsOfGoneAccountsArePruned(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(1, 0, 0)))
		d.RecordAccounts(day0, accounts(t, account("a", 1, 1)), api.Int(1), true)
		d.RecordAccounts(day0.AddDate(0, 0, 1), accounts(t, account("a", 1, 1), account("b", 1, 1)), api.Int(2), true)
		d.RecordAccounts(day0.AddDate(0, 0, 2), accounts(t, account("a", 1, 1)), api.Int(1), true)
		d.Flush()
		if got := sayTurns(t, d); got != "b@24:1< b@48:<1" {
			t.Errorf("turns %s", got)
		}
		if _, err := d.Content().Prune(t.Context(), day0.AddDate(0, 0, 3)); err != nil || sayTurns(t, d) != "" {
			t.Errorf("after a pruning: %s, error %v", sayTurns(t, d), err)
		}
	})
}

// A visit in which nothing was loaded is stored, also if its process is killed.
func TestVisitOfKilledProcess(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Site = "s"
		c.Key = "k"
		c.Visit = true
		for _, rounds := range []int{1, 3} {
			cmd, _, out := startWriter(t, visitor, c)
			last := 0
			for range rounds {
				out.Scan()
				last, _ = strconv.Atoi(out.Text())
			}
			if err := cmd.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			last = lastRound(t, out, last)
			_ = cmd.Wait() // killed
			d := open(t, at(c, day0.AddDate(1, 0, 0)))
			visit, err := d.Points().LastVisit(t.Context())
			hours := int(visit.Sub(day0).Hours())
			if err != nil || hours != last-1 && hours != last { // killed between storing a round and printing it
				t.Errorf("after %d rounds: the visit ended in hour %d, error %v", last, hours, err)
			}
			d.Flush()
			if _, err := d.Content().Clear(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
	})
}

// What is shown of a moment within a visit is compared with the visit before, not with the visit itself.
func TestMomentWithinAVisit(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Visit = true
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		first := history.Open(at(c, hour(0)))
		first.RecordAccounts(hour(1), accounts(t, account("a", 1, 1)), api.Int(1), true)
		first.Close(t.Context())
		second := history.Open(at(c, hour(24)))
		second.RecordAccounts(hour(24).Add(time.Minute), accounts(t, account("a", 0, 1)), api.Int(1), true)
		second.Flush()
		t.Cleanup(func() { second.Close(t.Context()) })
		c.Visit = false
		for _, moment := range []struct{ at, want time.Time }{
			{hour(24).Add(3 * time.Minute), hour(1)},
			{hour(24), hour(1)},
			{hour(2), hour(1)},
			{hour(0), time.Time{}},
			{hour(30), hour(24).Add(time.Minute)}, // long after what is known of it
		} {
			c.At = moment.at
			then := history.Open(c)
			got, err := then.Points().LastVisit(t.Context())
			if err != nil || !got.Equal(moment.want) {
				t.Errorf("at %v the last visit ended %v, error %v, want %v", moment.at, got, err, moment.want)
			}
			then.Close(t.Context())
		}
	})
}

// A visit is compared with what was before it, also after another one began and went on longer.
func TestVisitThatBeganLater(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Visit = true
		passing := &clock{}
		c.Now = passing.now
		begin := func(hours time.Duration) *history.DB {
			passing.forward(hours * time.Hour)
			d := history.Open(c)
			t.Cleanup(func() { d.Close(t.Context()) })
			d.Flush()
			return d
		}
		begin(0).Close(t.Context())
		long := begin(24)
		other := begin(1)
		passing.forward(5 * time.Hour)
		other.RecordPlatforms(day0.Add(26*time.Hour), nil)
		other.Flush()
		long.RecordPlatforms(day0.Add(27*time.Hour), nil)
		long.Flush()
		for d, want := range map[*history.DB]int{long: 0, other: 25} {
			got, err := d.Points().LastVisit(t.Context())
			if err != nil || !got.Equal(day0.Add(time.Duration(want)*time.Hour)) {
				t.Errorf("the last visit ended %v, error %v, want hour %d", got, err, want)
			}
		}
	})
}

// Of two sessions at once, the later end counts. A visit does not end earlier than it is
// known to have lasted, except where that was stored by a clock that was ahead.
func TestVisitsAtOnceAndClocks(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Visit = true
		hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
		now := [2]time.Time{hour(0), hour(1)}
		var sessions [2]*history.DB
		var ticks [2]chan time.Time
		for i := range sessions {
			ticks[i] = make(chan time.Time)
			c := c
			c.Now = func() time.Time { return now[i] }
			c.Tick = ticks[i]
			sessions[i] = history.Open(c)
			t.Cleanup(func() { sessions[i].Close(t.Context()) })
			sessions[i].Flush()
		}
		ended := func() float64 {
			t.Helper()
			d := open(t, at(c, hour(100)))
			last, err := d.Points().LastVisit(t.Context())
			if err != nil {
				t.Error(err)
			}
			d.Flush()
			db, err := d.SQL(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec(
				`DELETE FROM history_entries WHERE kind = 'visit' AND at = $1`,
				hour(100).UnixMilli(),
			); err != nil {
				t.Fatal(err)
			}
			return last.Sub(day0).Hours()
		}
		step := func(i, n int) {
			sessions[i].Flush() // nothing reads the clock now
			now[i] = hour(n)
			ticks[i] <- now[i]
			sessions[i].Flush()
		}
		if got := ended(); got != 1 {
			t.Errorf("after two beginnings the last visit ended in hour %v", got)
		}
		step(0, 2)
		if got := ended(); got != 2 {
			t.Errorf("after the first session went on: hour %v", got)
		}
		if got, err := sessions[1].Points().LastVisit(t.Context()); err != nil || !got.IsZero() && got.After(hour(1)) {
			t.Errorf("the second session follows a visit that ended at %v, error %v", got, err)
		}
		sessions[0].RecordPlatforms(hour(1), nil) // requested before the tick
		sessions[0].Flush()
		if got := ended(); got != 2 {
			t.Errorf("after a late response: hour %v", got)
		}
		step(1, 1000) // the clock jumps ahead
		step(1, 3)    // and back
		if got := ended(); got != 3 {
			t.Errorf("after the clock was set back: hour %v", got)
		}
	})
}
