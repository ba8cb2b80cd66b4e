package findings_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	_ "channeldeck/ui/testkit/garbage"
)

// visit is an account with stored followers and those of now, which are compared with the
// last stored ones.
func visit(now int64, stored ...int64) *findings.Input {
	a := account("KWAI", "a", 1, now)
	in := input(a)
	in.Point.Accounts = today.AddDate(0, 0, -1).Add(-time.Hour) // of the last count
	in.Point.Asked = in.Point.Accounts
	then := func(daysAgo int) api.Number {
		i := max(0, len(stored)-daysAgo)
		if i >= len(stored) || stored[i] < 0 {
			return api.Number{}
		}
		return api.Int(now - stored[i])
	}
	in.Past = past{moved: map[string][3]api.Number{"a": {then(1), then(7), then(30)}}}
	in.Series = map[history.AccountKey][]findings.Followers{history.KeyOf(a): series(stored...)}
	return in
}

// repeat is n counts, each from the one before.
func repeat(n int, begin int64, next func(i int, n int64) int64) []int64 {
	all := []int64{begin}
	for i := 1; i < n; i++ {
		all = append(all, next(i, all[i-1]))
	}
	return all
}

func TestFollowers(t *testing.T) {
	steady := repeat(30, 3_870_000, func(_ int, n int64) int64 { return n + 1000 })
	weekly := repeat(30, 10_000, func(i int, n int64) int64 {
		if i%7 < 2 {
			return n + 600
		}
		return n + 100
	})
	spikes := repeat(30, 10_000, func(i int, _ int64) int64 { return 10_000 + int64(i%2)*3000 })
	outlier := repeat(30, 50_000, func(i int, n int64) int64 {
		if i == 12 {
			return n - 20_000
		}
		return n + int64(i%5)*10
	})
	missing := append([]int64(nil), steady...)
	for i := range missing {
		if i%3 == 1 {
			missing[i] = -1
		}
	}
	still := repeat(30, 50_000, func(_ int, n int64) int64 { return n })
	end := func(s []int64) int64 { return s[len(s)-1] }
	const fell, rose = findings.FollowersFell, findings.FollowersRose
	for name, tt := range map[string]struct {
		now    int64
		stored []int64
		want   findings.Kind
	}{
		"a fall from 3.9 to 3.0 million":    {3_000_000, steady, fell},
		"growth as on other days":           {end(steady) + 1000, steady, ""},
		"less than the floor":               {end(steady) - 70_000, steady, ""},
		"more than the floor":               {end(steady) - 80_000, steady, fell},
		"a weekend":                         {end(weekly) + 600, weekly, ""},
		"far more than a weekend":           {end(weekly) + 6000, weekly, rose},
		"a fall with a weekly rhythm":       {end(weekly) - 3000, weekly, fell},
		"another spike":                     {10_000, spikes, ""},
		"far more than the spikes":          {100_000, spikes, rose},
		"an outlier hides no other":         {end(outlier) - 20_000, outlier, fell},
		"no deviation":                      {48_000, still, fell},
		"no deviation, less than the floor": {49_100, still, ""},
		"unknown counts":                    {3_000_000, missing, fell},
		"growth, with unknown counts":       {end(steady) + 1000, missing, ""},
		"too few changes":                   {9_000, []int64{10_000, 10_010, 10_020}, ""},
		"too few changes, a fifth":          {7_500, []int64{10_000, 10_010, 10_020}, fell},
		"too few changes, small":            {1_500, []int64{700, 700, 700}, ""},
		"no stored counts":                  {7_500, nil, ""},
		"all are gone":                      {0, steady, fell},
		"of a few":                          {0, []int64{80, 80, 80}, ""},
		"a huge number":                     {math.MaxInt64, []int64{1, 2, 3, 4, 5, 6, 7}, rose},
		"from a huge number": {
			1000,
			repeat(9, math.MaxInt64, func(_ int, n int64) int64 { return n - 1 }),
			fell,
		},
		"frozen": {
			50_000,
			append(
				repeat(20, 40_000, func(_ int, n int64) int64 { return n + 500 }),
				repeat(9, 50_000, func(_ int, n int64) int64 { return n })...,
			),
			findings.Frozen,
		},
		"unchanged for six days": {
			50_000,
			append(
				repeat(20, 40_000, func(_ int, n int64) int64 { return n + 500 }),
				repeat(5, 50_000, func(_ int, n int64) int64 { return n })...,
			),
			"",
		},
		"rarely changing": {
			103,
			repeat(30, 90, func(i int, n int64) int64 { return 90 + int64(i/4)*2 - int64(i/4)%2 }),
			"",
		},
		"constant": {50_000, still, ""},
		"frozen, constant before it grew": {
			45_000,
			slices.Concat(
				slices.Repeat([]int64{40_000}, 16),
				repeat(10, 40_500, func(_ int, n int64) int64 { return n + 500 }),
				slices.Repeat([]int64{45_000}, 9),
			),
			findings.Frozen,
		},
		"stuck at 0": {
			0,
			append(repeat(20, 40_000, func(_ int, n int64) int64 { return n + 500 }), 0, 0, 0),
			findings.StuckAtZero,
		},
		"stuck at 0, after a few": {
			0,
			append(repeat(20, 40, func(_ int, n int64) int64 { return n + 1 }), 0, 0, 0),
			"",
		},
	} {
		in := visit(tt.now, tt.stored...)
		all := find(in, ofNumbers...)
		switch {
		case len(all) == 0 && tt.want == "":
		case len(all) != 1 || all[0].Kind != tt.want:
			t.Errorf("%s: %s, want %q", name, facts(all), tt.want)
		}
	}
}

// Followers are stuck also if they changed since the baseline.
func TestStuckSinceTheBaseline(t *testing.T) {
	growth := repeat(20, 140_000, func(i int, n int64) int64 { return n + 200 + int64(i%4)*200 })
	in := visit(growth[19], append(growth, repeat(9, growth[19], func(_ int, n int64) int64 { return n })...)...)
	in.Point.Accounts = today.AddDate(0, 0, -20)
	in.Past = past{moved: map[string][3]api.Number{"a": {api.Int(5000), api.Int(0), {}}}}
	if all := find(in, ofNumbers...); len(all) != 1 || all[0].Kind != findings.Frozen ||
		all[0].Section != findings.New {
		t.Errorf("got %s", facts(all))
	}
}

// Where nothing was recorded for nine days before the baseline, the change since then is
// one of ten days.
func TestFollowersAfterAGap(t *testing.T) {
	steady := repeat(30, 10_000, func(i int, n int64) int64 { return n + 190 + int64(i%5)*5 })
	for now, want := range map[int64]findings.Kind{steady[29] + 2000: "", steady[29] + 4000: findings.FollowersRose} {
		in := visit(now, steady...)
		for _, s := range in.Series {
			for i := range s {
				s[i].At = s[i].At.AddDate(0, 0, -9)
			}
		}
		switch all := find(in, ofNumbers...); {
		case len(all) == 0 && want == "":
		case len(all) != 1 || all[0].Kind != want:
			t.Errorf("%d followers: %s, want %q", now, facts(all), want)
		}
	}
}

// Where nothing from before the baseline is kept, the changes since then say what is usual.
func TestSteadyFollowersSinceTheFirstRecording(t *testing.T) {
	days := func(n int) time.Time { return today.AddDate(0, 0, -n) }
	for now, want := range map[int64]findings.Kind{
		2_620:       "", // 120 a day, as all the time
		2_740 - 500: findings.FollowersFell,
	} {
		a := account("KWAI", "a", 1, now)
		in := input(a)
		in.Point.Accounts = days(20)
		in.Point.Asked = in.Point.Accounts
		in.Past = past{moved: map[string][3]api.Number{"a": {api.Int(now - 5_020), {}, {}}}}
		var counts []findings.Followers
		for n := 20; n > 0; n-- {
			counts = append(counts, findings.Followers{At: days(n), Count: api.Int(2_620 + 120*int64(n))})
		}
		in.Series = map[history.AccountKey][]findings.Followers{history.KeyOf(a): counts}
		switch all := find(in, ofNumbers...); {
		case len(all) == 0 && want == "":
		case len(all) != 1 || all[0].Kind != want:
			t.Errorf("%d followers: %s, want %q", now, facts(all), want)
		}
	}
}

// A steady change is not sudden, even one that is exactly the same each day.
func TestSteadyFollowersAreNotSudden(t *testing.T) {
	hours := func(n int) time.Time { return today.Add(-time.Duration(n) * time.Hour) }
	for now, want := range map[int64]findings.Kind{
		4_000 - 5*24: "", // as before
		4_000 - 4*24: "",
		4_000 - 500:  findings.FollowersFell,
	} {
		a := account("KWAI", "a", 1, now)
		in := input(a)
		in.Point.Accounts = hours(24).Add(-30 * time.Minute)
		in.Point.Asked = in.Point.Accounts
		in.Past = past{moved: map[string][3]api.Number{"a": {api.Int(now - 4_000), {}, {}}}}
		var counts []findings.Followers
		for n := 24 * 20; n > 24; n-- {
			counts = append(counts, findings.Followers{At: hours(n), Count: api.Int(4_000 + 5*int64(n-25))})
		}
		in.Series = map[history.AccountKey][]findings.Followers{history.KeyOf(a): counts}
		switch all := find(in, ofNumbers...); {
		case len(all) == 0 && want == "":
		case len(all) != 1 || all[0].Kind != want:
			t.Errorf("%d followers: %s, want %q", now, facts(all), want)
		}
	}
}

func TestNumbersOfFollowers(t *testing.T) {
	for _, tt := range []struct {
		in   *findings.Input
		want string
	}{
		{
			visit(3_000_000, repeat(30, 3_871_000, func(_ int, n int64) int64 { return n + 1000 })...),
			"new followersFell | KWAI/a (N a) | 21 Nov 08:21 – 21 Nov 08:31 | from 3900000 to 3000000",
		},
		{
			visit(0, append(repeat(20, 40_000, func(_ int, n int64) int64 { return n + 500 }), 0, 0, 0)...),
			"open stuckAtZero | KWAI/a (N a) | 18 Nov 07:21 – 18 Nov 07:31 | from 49500 to 0",
		},
		{
			visit(
				49_500,
				append(
					repeat(20, 40_000, func(_ int, n int64) int64 { return n + 500 }),
					repeat(9, 49_500, func(_ int, n int64) int64 { return n })...,
				)...,
			),
			"open frozen | KWAI/a (N a) | 11 Nov 07:21 – 11 Nov 07:31 | from 49000 to 49500",
		},
	} {
		if got := facts(find(tt.in, ofNumbers...)); got != tt.want {
			t.Errorf("%s\nwant\n%s", got, tt.want)
		}
	}
}

// Neither noise of any shape nor growth is an anomaly, but a fall of half of the followers
// is one in all of them.
func TestNoise(t *testing.T) {
	noise := map[string]func(r *rand.Rand, i int, n float64) float64{
		"a random walk": func(r *rand.Rand, _ int, n float64) float64 { return n + r.NormFloat64()*n/500 },
		"growth":        func(r *rand.Rand, _ int, n float64) float64 { return n * (1.03 + r.NormFloat64()/200) },
		"weekends": func(r *rand.Rand, i int, n float64) float64 {
			return n + float64(20+300*(i%7/5)) + r.NormFloat64()*20
		},
		"few followers": func(r *rand.Rand, _ int, n float64) float64 { return n + float64(r.IntN(3)-1) },
		"bursts": func(r *rand.Rand, i int, n float64) float64 {
			return n + float64(i%3/2)*n/30*(1+r.Float64())
		},
		"never any changes": func(_ *rand.Rand, _ int, n float64) float64 { return n },
	}
	for name, next := range noise {
		found := 0
		missed := 0
		for seed := range uint64(500) {
			r := rand.New(rand.NewPCG(seed, 3))
			n := 500 + r.ExpFloat64()*20_000
			stored := []int64{}
			for i := range 30 {
				n = next(r, i, n)
				stored = append(stored, int64(n))
			}
			if len(find(visit(int64(next(r, 30, n)), stored...), ofNumbers...)) > 0 {
				found++
			}
			if len(find(visit(int64(n/2), stored...), ofNumbers...)) != 1 && n > 2500 {
				missed++
			}
		}
		if found > 1 || missed > 0 {
			t.Errorf("%s: %d of 500 are anomalies, %d falls were missed", name, found, missed)
		}
	}
}

// Followers of accounts whose relay is down, or of a visit without a baseline, are not
// compared.
func TestFollowersOfNoAccount(t *testing.T) {
	in := visit(3_000_000, 3_900_000, 3_900_000)
	in.Accounts[0].Nickname = "ref"
	in.Accounts[0].RelayAccountRef = api.SomeText("ref")
	in.Accounts[0].Status = api.Int(0)
	if all := find(in, ofAll...); len(all) != 1 || all[0].Kind != findings.RelayDown {
		t.Errorf("relay: %s", facts(all))
	}
	in = visit(3_000_000, 3_900_000, 3_900_000)
	in.Point = history.Point{}
	if all := find(in, ofAll...); len(all) != 0 {
		t.Errorf("no baseline: %s", facts(all))
	}
}
