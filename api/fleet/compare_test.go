package fleet_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// told is a change as it is told.
func told(c *fleet.Change) string {
	line := fmt.Sprint(c.Before.Number(), " → ", c.After.Number())
	for _, p := range []struct {
		name string
		fleet.Part
	}{
		{"joined", c.Joined},
		{"left", c.Left},
		{"first", c.First},
		{"lost", c.Lost},
		{"in", c.MovedIn},
		{"out", c.MovedOut},
	} {
		if p.Accounts > 0 {
			line += fmt.Sprint(", ", p.Accounts, " ", p.name, " ", p.Sum.Number())
		}
	}
	return line
}

// inGroup is an account of a group.
func inGroup(a *api.Account, group string) *api.Account {
	a.GroupID = group
	return a
}

// lost is an account whose statistics were fetched no more.
func lost(a *api.Account) *api.Account {
	a.FansCount = api.Int(0)
	a.LastStatsTime = api.Time{}
	return a
}

// A change of a sum is of the accounts that are known at both ends; what joined, left, was
// counted first or lost its statistics is told apart.
func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		name          string
		before, after []*api.Account
		want, percent string
	}{
		{
			"connected meanwhile",
			[]*api.Account{with("a", normal, 505)},
			[]*api.Account{with("a", normal, 500), with("b", normal, 50_000)},
			"505 → 500, 1 joined 50000",
			"-1",
		},
		{
			"lost statistics",
			[]*api.Account{with("a", normal, 505), with("b", normal, 1000)},
			[]*api.Account{lost(with("a", normal, 0)), with("b", normal, 1010)},
			"1000 → 1010, 1 lost 505",
			"1",
		},
		{
			"left while the others grew",
			[]*api.Account{with("a", normal, 230), with("b", normal, 1000)},
			[]*api.Account{with("b", normal, 1002)},
			"1000 → 1002, 1 left 230",
			"0.2",
		},
		{
			"counted first",
			[]*api.Account{lost(with("a", normal, 0))},
			[]*api.Account{with("a", normal, 7)},
			" → , 1 first 7",
			"",
		},
		{"not counted yet", nil, []*api.Account{lost(with("a", normal, 0))}, " → , 1 joined ", ""},
		{"from 0", []*api.Account{with("a", normal, 0)}, []*api.Account{with("a", normal, 5)}, "0 → 5", ""},
	} {
		before := append(tt.before, with("other", normal, 0))
		after := append(tt.after, with("other", normal, 0))
		for _, a := range slices.Concat(before, after) {
			a.Type = "twitter" // which supplies followers, so that a 0 of them is known
		}
		past := readPast(t, lists{2: before}, 1, listed(after...))
		c := past.Changes(history.SpanBaseline).Fleet.Followers()
		if got := told(c); strings.ReplaceAll(got, "0 → 0", " → ") != tt.want && got != tt.want ||
			c.Percent().String() != tt.percent && tt.percent != "" {
			t.Errorf("%s: %s, %s %%", tt.name, got, c.Percent())
		}
	}
}

// The members of a group are those of the day, and who moved is told.
func TestCompareGroups(t *testing.T) {
	recorded := lists{2: {
		inGroup(with("stays", normal, 10), "g"),
		inGroup(with("moves", abnormal, 100), "g"),
		inGroup(with("other", normal, 1), "h"),
	}}
	past := readPast(
		t,
		recorded,
		1,
		listed(
			inGroup(with("stays", normal, 12), "g"),
			inGroup(with("moves", normal, 105), "h"),
			inGroup(with("other", normal, 1), "h"),
		),
	)
	changes := past.Changes(history.SpanBaseline)
	g := changes.Group("g")
	h := changes.Group("h")
	if got := told(g.Followers()) + "; " + told(h.Followers()) + "; " +
		told(changes.Fleet.Followers()); got != "10 → 12, 1 out 100; 1 → 1, 1 in 105; 111 → 118" {
		t.Error(got)
	}
	if g.Was != 2 || g.Is != 1 || g.WasAbnormal != 1 || g.IsAbnormal != 0 || h.Was != 1 || h.Is != 2 ||
		len(h.MovedIn) != 1 ||
		len(g.MovedOut) != 1 {
		t.Errorf("%+v\n%+v", g, h)
	}
	if changes.Group("none").Is != 0 || changes.Platform("x").Was != 3 {
		t.Error("a group without accounts has some")
	}
}

// SumOfSites adds up the changes of the sites over the same days. It leaves out a site whose change is
// unknown, and one whose history is shorter.
func TestSumOfSites(t *testing.T) {
	known := func(c *fleet.Comparison) bool { return c.Followers().By().IsSet() }
	of := func(days int, before, after []*api.Account) *fleet.Comparisons {
		return readPast(t, lists{days: before}, 1, listed(after...)).Changes(history.SpanMonth)
	}
	a := of(30, []*api.Account{
		with("1", abnormal, 100),
		with("2", normal, 7),
	}, []*api.Account{with("1", normal, 110), with("3", normal, 50)})
	b := of(30, []*api.Account{with("1", normal, 1000)}, []*api.Account{with("1", abnormal, 1001)})
	short := of(10, []*api.Account{with("1", normal, 5)}, []*api.Account{with("1", normal, 50)})
	almost := of(25, []*api.Account{with("1", normal, 20)}, []*api.Account{with("1", normal, 21)})
	quarter := of(23, []*api.Account{with("1", normal, 20)}, []*api.Account{with("1", normal, 21)})
	uncounted := of(30, []*api.Account{lost(with("1", normal, 0))}, []*api.Account{with("1", normal, 9)})
	for name, tt := range map[string]struct {
		sites []*fleet.Comparisons
		want  string
	}{
		"both": {
			[]*fleet.Comparisons{a, b},
			"30 days of [0 1]: 1100 → 1111, 1 joined 50, 1 left 7, abnormal [1 1], accounts 3 → 3",
		},
		"shorter": {[]*fleet.Comparisons{short, b}, "30 days of [1]: 1000 → 1001, abnormal [0 1], accounts 1 → 1"},
		"shorter by a sixth": {
			[]*fleet.Comparisons{almost, b},
			"30 days of [0 1]: 1020 → 1022, abnormal [0 1], accounts 2 → 2",
		},
		"shorter by a quarter": {
			[]*fleet.Comparisons{quarter, b},
			"30 days of [1]: 1000 → 1001, abnormal [0 1], accounts 1 → 1",
		},
		"none": {[]*fleet.Comparisons{nil, short}, "10 days of [1]: 5 → 50, abnormal [0 0], accounts 1 → 1"},
		"uncounted": {
			[]*fleet.Comparisons{b, uncounted},
			"30 days of [0]: 1000 → 1001, abnormal [0 1], accounts 1 → 1",
		},
		"unknown": {[]*fleet.Comparisons{nil, uncounted}, "0 days of []:  → , abnormal [0 0], accounts 0 → 0"},
	} {
		sum, indexes := fleet.SumOfSites(tt.sites, known)
		if got := fmt.Sprintf(
			"%d days of %v: %s, abnormal %v, accounts %d → %d",
			sum.Days(),
			indexes,
			told(sum.Followers()),
			[]int{sum.WasAbnormal, sum.IsAbnormal},
			sum.Was,
			sum.Is,
		); got != tt.want {
			t.Errorf("%s: %s, want %s", name, got, tt.want)
		}
	}
}

// A span that is longer than the history covers the time that there is.
func TestSpansOfAShortHistory(t *testing.T) {
	a := with("a", normal, 10)
	past := readPast(t, lists{12: {a}}, 1, listed(with("a", normal, 15)))
	covers := func(p *fleet.Past, s history.Span) float64 {
		covered, ok := p.Covers(s)
		if !ok {
			return -1
		}
		return covered.Hours()
	}
	// of the 7 days too, there is no other recording
	if covers(past, history.SpanWeek) != 12*24 || covers(past, history.SpanMonth) != 12*24 {
		t.Errorf("%v hours", covers(past, history.SpanWeek))
	}
	path := filepath.Join(t.TempDir(), "h.db")
	recordAt(t, path, today.Add(-5*time.Hour), []*api.Account{a}, func(*history.DB) {})
	recordAt(t, path, today, []*api.Account{a}, func(h *history.DB) {
		hours, err := fleet.ReadPast(t.Context(), h, today, history.Point{}, listed(a))
		if err != nil || covers(hours, history.SpanWeek) != 5 || covers(hours, history.SpanMonth) != 5 {
			t.Errorf("a history of 5 hours covers %v: %v", covers(hours, history.SpanWeek), err)
		}
	})
	if got := past.Followers(a, history.SpanMonth).String(); got != "0" {
		t.Errorf("change of %s", got)
	}
	if got := covers(past, history.SpanBaseline); got != -1 {
		t.Errorf("the baseline is a span of %v hours", got)
	}
}

// channel is an account of the model of TestComparisonsAgree.
type channel struct {
	listed, counted, abnormal, down bool
	followers                       int64
	group, platform                 string
}

func (c channel) account(id string) *api.Account {
	status := int64(1)
	if c.abnormal || c.down {
		status = 0
	}
	a := rowOf(id, c.platform, id, c.group, status)
	a.FansCount = api.Int(c.followers)
	if c.down {
		a.RelayAccountRef = api.SomeText("ref " + id)
		a.Nickname = "ref " + id
	}
	if !c.counted {
		a = lost(a)
	}
	return a
}

// Sixty recordings at irregular times of channels that join, leave, move, lose their
// statistics, turn, recover and whose relay goes down: a plain computation agrees with every
// comparison, for the fleet, its platforms and its groups, from every age.
func TestComparisonsAgree(t *testing.T) {
	for seed := range uint64(6) {
		const recordings = 60
		random := rand.New(rand.NewPCG(seed, 1))
		between := func(least, most int) int { return least + random.IntN(most-least+1) }
		now := today.AddDate(0, 0, -40)
		h := history.Open(history.Config{
			Path: filepath.Join(t.TempDir(), "h.db"),
			Site: "s",
			Now:  func() time.Time { return today },
		})
		fleetNow := map[string]channel{}
		type state struct {
			at  time.Time
			all map[string]channel
		}
		var states []state
		for range recordings {
			now = now.Add(time.Duration(between(1, 16*60)) * time.Minute)
			for range between(0, 3) {
				id := fmt.Sprint(between(0, 7))
				c, known := fleetNow[id]
				if !known {
					c = channel{
						counted:   true,
						followers: 100,
						group:     "g",
						platform:  []string{"x", "y"}[len(fleetNow)%2],
					}
				}
				switch between(0, 6) {
				case 0:
					c.listed = !c.listed
				case 1:
					c.counted = !c.counted
				case 2:
					c.abnormal = !c.abnormal
				case 3:
					c.down = !c.down
				case 4:
					c.group = []string{"g", "h"}[between(0, 1)]
				default:
					c.followers = max(c.followers+int64(between(-50, 80)), 0)
				}
				if !known {
					c.listed = true
				}
				fleetNow[id] = c
			}
			s := state{now, map[string]channel{}}
			rows := []*api.Account{with("anchor", normal, 1)} // an empty list makes nothing vanish
			for id, c := range fleetNow {
				if c.listed {
					s.all[id] = c
					rows = append(rows, c.account(id))
				}
			}
			states = append(states, s)
			h.RecordAccounts(now, rows, api.Int(int64(len(rows))), true)
		}
		h.Wait(t.Context())
		var keys []history.AccountKey
		for id, c := range fleetNow {
			keys = append(keys, history.AccountKey{Platform: c.platform, ID: id})
		}
		for range 4 {
			from := states[between(0, recordings-1)]
			to := states[between(0, recordings-1)]
			if from.at.After(to.at) {
				from, to = to, from
			}
			series, err := h.States().Series(t.Context(), keys, from.at)
			if err != nil {
				t.Fatal(err)
			}
			all := compared(fleet.NewComparer(from.at, to.at), series)
			agree(t, "fleet", all.Followers(), from.all, to.all, func(channel) bool { return true })
			for _, id := range []string{"x", "y"} {
				of := maps.Clone(series)
				maps.DeleteFunc(of, func(k history.AccountKey, _ []history.Counts) bool { return k.Platform != id })
				got := compared(fleet.NewComparer(from.at, to.at), of)
				agree(t, id, got.Followers(), from.all, to.all, func(c channel) bool { return c.platform == id })
			}
			for _, id := range []string{"g", "h"} {
				got := compared(fleet.NewGroupComparer(id, from.at, to.at), series)
				agree(t, id, got.Followers(), from.all, to.all, func(c channel) bool { return c.group == id })
			}
		}
		h.Close(t.Context())
	}
}

// compared adds the series of accounts to a comparison of two times.
func compared(c *fleet.Comparer, series map[history.AccountKey][]history.Counts) *fleet.Comparison {
	for key, counts := range series {
		c.Add(key, counts)
	}
	return c.All[0]
}

// agree computes a change plainly and compares it.
func agree(t *testing.T, name string, got *fleet.Change, from, to map[string]channel, in func(channel) bool) {
	t.Helper()
	sums := map[string]int64{}
	accounts := map[string]int{}
	count := func(part string, c channel) {
		accounts[part]++
		if c.counted {
			sums[part] += c.followers
		}
	}
	for id := range 8 {
		a, was := from[fmt.Sprint(id)]
		b, is := to[fmt.Sprint(id)]
		wasIn := was && in(a)
		isIn := is && in(b)
		switch {
		case !wasIn && !isIn:
		case !was:
			count("joined", b)
		case !is:
			count("left", a)
		case wasIn && !isIn:
			count("out", a)
		case !wasIn:
			count("in", b)
		case a.counted && b.counted:
			count("before", a)
			count("after", b)
		case a.counted:
			count("lost", a)
		case b.counted:
			count("first", b)
		}
	}
	parts := map[string]fleet.Part{
		"before": {Accounts: got.Accounts, Sum: got.Before},
		"after":  {Accounts: got.Accounts, Sum: got.After},
		"joined": got.Joined,
		"left":   got.Left,
		"first":  got.First,
		"lost":   got.Lost,
		"in":     got.MovedIn,
		"out":    got.MovedOut,
	}
	for _, part := range slices.Sorted(func(yield func(string) bool) {
		for name := range parts {
			if !yield(name) {
				return
			}
		}
	}) {
		p := parts[part]
		sum, _ := p.Sum.Number().Int64()
		if p.Accounts != accounts[part] || sum != sums[part] {
			t.Fatalf(
				"%s, %s: %d accounts with %d, not %d with %d",
				name,
				part,
				p.Accounts,
				sum,
				accounts[part],
				sums[part],
			)
		}
	}
}

// An account whose group was not recorded then did not move: it was in the one that it is in now.
func TestCompareWithoutARecordedGroup(t *testing.T) {
	then := today.AddDate(0, 0, -1)
	now := today
	key := history.AccountKey{Platform: "x", ID: "a"}
	series := map[history.AccountKey][]history.Counts{key: {{At: then}, {At: now, Group: "g"}}}
	g := compared(fleet.NewGroupComparer("g", then, now), series)
	none := compared(fleet.NewGroupComparer("", then, now), series)
	if g.Was != 1 || g.Is != 1 || len(g.MovedIn) != 0 || none.Was+none.Is > 0 {
		t.Errorf("%+v, without a group %+v", g, none)
	}
}

// Accounts whose statistics are no longer known are listed as lost, others are not.
func TestCompareLists(t *testing.T) {
	then := today.AddDate(0, 0, -1)
	now := today
	known := func(at time.Time, n int64) history.Counts {
		c := history.Counts{At: at}
		c.Values[api.CountFans] = api.Int(n)
		return c
	}
	key := func(id string) history.AccountKey { return history.AccountKey{Platform: "x", ID: id} }
	c := compared(fleet.NewComparer(then, now), map[history.AccountKey][]history.Counts{
		key("same"):    {known(then, 5), known(now, 6)},
		key("lost"):    {known(then, 7), {At: now}},
		key("unknown"): {{At: then}},
		key("first"):   {{At: then}, known(now, 9)},
	})
	if len(c.Lost) != 1 || c.Lost[0].ID != "lost" || len(c.Joined)+len(c.Left) != 0 {
		t.Errorf("lost %v, joined %v, left %v", c.Lost, c.Joined, c.Left)
	}
	changes := &fleet.Comparisons{Fleet: c}
	sum, _ := fleet.SumOfSites([]*fleet.Comparisons{changes, changes}, func(c *fleet.Comparison) bool {
		return c.Followers().Known()
	})
	if f := sum.Followers(); f.First.Accounts != 2 || f.First.Sum.Number().String() != "18" || f.Lost.Accounts != 2 {
		t.Errorf("%+v", f)
	}
}

// The days between two states are rounded.
func TestDaysOfAComparison(t *testing.T) {
	for hours, want := range map[int]int{0: 0, 11: 0, 12: 1, 35: 1, 36: 2, 24 * 30: 30} {
		c := fleet.Comparison{From: today, To: today.Add(time.Duration(hours) * time.Hour)}
		if got := c.Days(); got != want {
			t.Errorf("%d hours are %d days, want %d", hours, got, want)
		}
	}
}
