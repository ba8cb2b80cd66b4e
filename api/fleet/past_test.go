package fleet_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

var today = time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)

// lists are complete account lists, by the number of days before today.
type lists map[int][]*api.Account

// readPast compares a list of today with what was recorded.
func readPast(t *testing.T, recorded lists, sinceDays int, now *fleet.List) *fleet.Past {
	t.Helper()
	c := history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Now: func() time.Time { return today }}
	h := history.Open(c)
	for days := 60; days >= 0; days-- {
		if rows, ok := recorded[days]; ok {
			h.RecordAccounts(today.AddDate(0, 0, -days), rows, api.Int(int64(len(rows))), true)
		}
	}
	h.Close(t.Context())
	h = history.Open(c)
	defer h.Close(t.Context())
	point, err := h.Points().At(t.Context(), today.AddDate(0, 0, -sinceDays))
	if err != nil {
		t.Fatal(err)
	}
	past, err := fleet.ReadPast(t.Context(), h, today, point, now)
	if err != nil {
		t.Fatal(err)
	}
	return past
}

// with is an account with a status and a number of followers.
func with(id string, status, followers int64) *api.Account {
	a := rowOf(id, "x", id, "g", status)
	a.FansCount = api.Int(followers)
	return a
}

func listed(rows ...*api.Account) *fleet.List {
	return fleet.NewList(rows, api.Int(int64(len(rows))))
}

func TestMarks(t *testing.T) {
	past := readPast(t, lists{2: {
		with("same", normal, 1),
		with("down", normal, 1),
		with("up", abnormal, 1),
		with("still down", abnormal, 1),
		with("worse", unlisted, 1),
		with("gone", normal, 1),
	}}, 1, listed(
		with("same", normal, 1),
		with("down", abnormal, 1),
		with("up", normal, 1),
		with("still down", abnormal, 1),
		with("worse", abnormal, 1),
		with("new", normal, 1),
	))
	for _, tt := range []struct {
		id     string
		status int64
		want   history.Mark
	}{
		{"same", normal, ""},
		{"down", abnormal, history.TurnedAbnormal},
		{"up", normal, history.Recovered},
		{"still down", abnormal, ""},
		{"worse", abnormal, history.TurnedAbnormal},
		{"new", normal, history.Appeared},
		{"gone", normal, history.Disappeared},
	} {
		if got := past.Mark(with(tt.id, tt.status, 1)); got != tt.want {
			t.Errorf("%s: mark %q, want %q", tt.id, got, tt.want)
		}
	}
	if ids(past.Gone) != "gone" {
		t.Errorf("gone: %s", ids(past.Gone))
	}
}

// Without a list from the time before, nothing is new.
func TestNoMarksWithoutAnEarlierList(t *testing.T) {
	a := with("a", normal, 1)
	past := readPast(t, lists{2: {a}}, 5, listed(a))
	if got := past.Mark(a); got != "" {
		t.Errorf("mark %q", got)
	}
	var none *fleet.Past
	if none.Mark(a) != "" || none.Followers(a, history.SpanBaseline).IsSet() {
		t.Error("a nil Past knows something")
	}
}

// Accounts that the service did not send, or that were gone before the previous visit,
// have not disappeared since.
func TestOnlyListedAccountsDisappear(t *testing.T) {
	a := with("a", normal, 1)
	old := with("old", normal, 1)
	missing := with("missing", normal, 1)
	recorded := lists{40: {a, old, missing}, 20: {a, missing}}
	if past := readPast(t, recorded, 5, listed(a)); ids(past.Gone) != "missing" {
		t.Errorf("gone: %s", ids(past.Gone))
	}
	if past := readPast(
		t,
		recorded,
		5,
		fleet.NewList([]*api.Account{a}, api.Int(2)),
	); len(past.Gone) > 0 || past.Mark(missing) == history.Disappeared {
		t.Errorf("gone from a partial list: %s", ids(past.Gone))
	}
}

// An answer without accounts makes none vanish, whether it is recorded or compared.
func TestEmptyListMakesNoneVanish(t *testing.T) {
	if past := readPast(t, lists{2: {with("a", normal, 1)}, 1: {}}, 1, listed()); len(past.Gone) > 0 {
		t.Errorf("gone: %s", ids(past.Gone))
	}
}

// A point from before a pruning does not make accounts new whose early states were pruned.
func TestPointFromBeforeAPruning(t *testing.T) {
	postgres.Both(t, func(t *testing.T, file, url string) {
		c := history.Config{
			Path:     file,
			Postgres: url,
			Site:     "s",
			Now:      func() time.Time { return today },
		}
		h := history.Open(c)
		a := with("a", normal, 1)
		b := with("b", normal, 1)
		h.RecordAccounts(today.AddDate(0, 0, -50), []*api.Account{a, b}, api.Int(2), true)
		b = with("b", normal, 2)
		h.RecordAccounts(today.AddDate(0, 0, -30), []*api.Account{a, b}, api.Int(2), true)
		h.Close(t.Context())
		h = history.Open(c)
		defer h.Close(t.Context())
		point, err := h.Points().At(t.Context(), today.AddDate(0, 0, -40))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.Content().Prune(t.Context(), today.AddDate(0, 0, -20)); err != nil {
			t.Fatal(err)
		}
		past, err := fleet.ReadPast(t.Context(), h, today, point, listed(a, b))
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range []*api.Account{a, b} {
			if mark := past.Mark(one); mark != "" {
				t.Errorf("%s: mark %q", one.ID, mark)
			}
		}
		if want := today.AddDate(0, 0, -20); !past.Since().Equal(want) {
			t.Errorf("compared with %v, want %v", past.Since(), want)
		}
	})
}

// Steps are told by the day, whether the list is stored yet or not.
func TestSteps(t *testing.T) {
	a := with("a", normal, 1)
	b := with("b", normal, 1)
	c := with("c", normal, 1)
	d := with("d", normal, 1)
	recorded := lists{4: {a, b}, 3: {a, b, c}, 2: {a, c}, 1: {a, b, c}}
	want := map[string]fleet.Step{
		"2026-05-17": {Joined: 1},
		"2026-05-18": {Left: 1},
		"2026-05-19": {Joined: 1},
		"2026-05-20": {Joined: 1, Left: 2},
	}
	for range 2 {
		past := readPast(t, recorded, 2, listed(a, d))
		for day, step := range past.Steps {
			if step != want[day] {
				t.Errorf("%s: %+v, want %+v", day, step, want[day])
			}
		}
		if len(past.Steps) != len(want) {
			t.Errorf(
				"%d steps, %d days of a partial list",
				len(past.Steps),
				len(readPast(t, recorded, 2, fleet.NewList([]*api.Account{a, d}, api.Int(5))).Steps),
			)
		}
		recorded[0] = []*api.Account{a, d} // now it is stored
	}
	if got := readPast(
		t,
		recorded,
		2,
		fleet.NewList([]*api.Account{a}, api.Int(3)),
	).Steps["2026-05-20"]; got != (fleet.Step{Joined: 1, Left: 2}) {
		t.Errorf("a partial list: %+v", got)
	}
}

func TestGoneAccountsAreLimited(t *testing.T) {
	var rows []*api.Account
	for i := range 1005 {
		rows = append(rows, with(fmt.Sprint(i), normal, 1))
	}
	if past := readPast(t, lists{2: rows}, 1, listed(with("left", normal, 1))); len(past.Gone) != 1000 {
		t.Errorf("%d accounts are gone", len(past.Gone))
	}
}

func TestChangeOfFollowers(t *testing.T) {
	recorded := lists{40: {with("a", normal, 10)}, 10: {with("a", normal, 100)}, 3: {with("a", normal, 1000)}}
	now := with("a", normal, 1500)
	past := readPast(t, recorded, 1, listed(now))
	for span, want := range map[history.Span]string{
		history.SpanBaseline: "500",
		history.SpanWeek:     "1400",
		history.SpanMonth:    "1490",
	} {
		if got := past.Followers(now, span).String(); got != want {
			t.Errorf("span %d: %q, want %q", span, got, want)
		}
	}
	never := with("a", normal, 0)
	never.LastStatsTime = api.Time{}
	if got := past.Followers(never, history.SpanBaseline); got.IsSet() {
		t.Errorf("a number that was never fetched changed by %s", got)
	}
	if got := past.Followers(with("new", normal, 5), history.SpanWeek); got.IsSet() {
		t.Errorf("a new account changed by %s", got)
	}
}

// While its relay is unavailable, an account keeps its name, and since when it is so is
// known.
func TestRelayUnavailable(t *testing.T) {
	relay := func(name string, status int64) *api.Account {
		a := with("a", status, 1)
		a.RelayAccountRef = api.SomeText("relay_7")
		a.Nickname = name
		return a
	}
	down := relay("relay_7", abnormal)
	past := readPast(t, lists{3: {relay("Harbor Tea", normal)}}, 1, listed(down))
	if got := past.Name(down); got != "Harbor Tea" {
		t.Errorf("the name is %q", got)
	}
	if mark := past.Mark(down); mark != "" {
		t.Errorf("mark %q", mark)
	}
	if s := past.Spell(down); s.At.After.IsZero() || !s.At.Before.Equal(today) || !s.Turned ||
		s.Before != (history.Length{}) {
		t.Errorf("%+v", s)
	}
	var none *fleet.Past
	if got := none.Name(down); got != "relay_7" {
		t.Errorf("without a history the name is %q", got)
	}
}

// A day is abnormal if one recording of it is, and unknown without a recording that shows the account.
func TestDays(t *testing.T) {
	a := with("a", abnormal, 1)
	later := with("later", normal, 1)
	past := readPast(t, lists{
		6: {with("a", normal, 1)},
		5: {with("a", abnormal, 1)},
		3: {with("a", normal, 1), later},
		1: {with("a", normal, 1), later},
	}, 3, listed(a, later))
	for _, c := range []struct {
		a    *api.Account
		most int
		want string
	}{{a, 90, "[1 2 0 1 0 1 2]"}, {a, 3, "[0 1 2]"}, {later, 90, "[0 0 0 1 0 1 1]"}} {
		if got := fmt.Sprint(past.Days(c.a, c.most)); got != c.want {
			t.Errorf("%s, at most %d: %s, want %s", c.a.ID, c.most, got, c.want)
		}
	}
	if days := (*fleet.Past)(nil).Days(a, 90); days != nil {
		t.Errorf("without a history: %v", days)
	}
}
