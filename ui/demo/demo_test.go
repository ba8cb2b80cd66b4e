package demo

import (
	"bytes"
	"context"
	"errors"
	"maps"
	"net"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

var clock = time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)

// source serves a sandbox with some accounts.
func source(t testing.TB, accounts int) Source {
	t.Helper()
	server, err := sandbox.New(sandbox.Options{Accounts: accounts, APIKey: "k", Now: func() time.Time { return clock }})
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &http.Server{Handler: server}
	go func() { _ = s.Serve(l) }()
	t.Cleanup(func() { _ = s.Close() })
	client, err := api.New("http://"+l.Addr().String(), api.Settings{APIKey: "k"})
	if err != nil {
		t.Fatal(err)
	}
	return Source{Client: client, Sandbox: server, Now: clock}
}

func config(t testing.TB) history.Config {
	return history.Config{
		Path:       filepath.Join(t.TempDir(), "h.db"),
		Site:       "demo",
		Key:        "demo-key-1",
		Language:   "en-US",
		StaleAfter: 7 * day,
		Now:        func() time.Time { return clock },
	}
}

// filled opens a filled history with the present recorded.
func filled(t *testing.T, accounts int) (*history.DB, Source) {
	t.Helper()
	s := source(t, accounts)
	c := config(t)
	if err := Fill(t.Context(), s, c); err != nil {
		t.Fatal(err)
	}
	c.Visit = true
	h := history.Open(c)
	t.Cleanup(func() { h.Close(context.Background()) })
	list, err := s.Client.Accounts(t.Context(), api.AccountQuery{})
	if err != nil {
		t.Fatal(err)
	}
	h.RecordAccounts(clock, list.List, list.Total, true)
	h.Entries().RememberNow(t.Context(), history.SearchEntry("f", "q", clock)) // waits until the list is stored
	return h, s
}

// The thirty days have what an operator looks for in the morning.
func TestFill(t *testing.T) {
	h, s := filled(t, 0)
	if at, err := h.Points().LastVisit(t.Context()); !at.Equal(clock.Add(-day)) || err != nil {
		t.Errorf("the last visit was at %v, error %v", at, err)
	}
	list, err := s.Client.Accounts(t.Context(), api.AccountQuery{})
	if err != nil {
		t.Fatal(err)
	}
	now := map[history.AccountKey]*api.Account{}
	for _, a := range list.List {
		now[history.KeyOf(a)] = a
	}
	got := map[string]int{}
	dayBefore := []time.Time{clock.Add(-day)}
	err = h.States().AccountsAt(t.Context(), dayBefore, func(key history.AccountKey, then []history.Counts) {
		was := then[0]
		is := now[key]
		switch {
		case is == nil:
			got["gone"]++
			return
		case was.Gone:
			got["new"]++
			return
		}
		before, _ := was.Status.Int64()
		after, _ := is.Status.Int64()
		switch {
		case before > after && key.Platform == incident:
			got["incident"]++
		case before > after:
			got["turned"]++
		case before < after:
			got["recovered"]++
		}
		fansBefore, _ := was.Values[0].Int64()
		if fans, _ := is.FansCount.Int64(); fans < fansBefore*4/5 && fans > 1_000_000 {
			got["fell"]++
		} else if fans != fansBefore {
			got["moved"]++
		}
	})
	moved := got["moved"]
	delete(got, "moved")
	if want := map[string]int{
		"gone":      gone,
		"new":       2,
		"incident":  incidentAccounts,
		"turned":    today,
		"recovered": 1,
		"fell":      1,
	}; !maps.Equal(got, want) || moved < len(now)*2/5 || err != nil {
		t.Errorf("since yesterday %v, want %v; the followers of %d accounts moved; error %v", got, want, moved, err)
	}
}

// Each day has totals, which grow slowly.
func TestDays(t *testing.T) {
	h, _ := filled(t, 400)
	all, err := h.States().Days(t.Context(), clock.AddDate(0, 0, -40))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	last := 0.0
	for _, d := range all {
		if d.Platform != "" || d.Group != "" {
			continue
		}
		followers, _ := d.Followers().Float64()
		if n++; n > 1 && (followers < last*0.95 || followers > last*1.02) {
			t.Errorf("%s: %.0f followers after %.0f", d.Date, followers, last)
		}
		last = followers
	}
	if n != days+1 {
		t.Errorf("%d days have totals", n)
	}
}

func TestPricesAndOptions(t *testing.T) {
	h, s := filled(t, 40)
	before, err := h.States().CatalogAt(t.Context(), clock.Add(-day))
	if err != nil {
		t.Fatal(err)
	}
	models, err := s.Client.VideoModels(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	dearer := 0
	for _, now := range models {
		was := before[slices.IndexFunc(before, func(m api.VideoModel) bool { return m.Name == now.Name })]
		for i, p := range now.Pricing {
			if c := p.Price.Cmp(was.Pricing[i].Price); c != 0 {
				dearer += c
			}
		}
	}
	if dearer != 18 {
		t.Errorf("%d prices rose since yesterday", dearer)
	}
	for at, required := range map[time.Time]bool{clock.Add(-day): false, clock: true} {
		list, err := h.States().OptionsAt(t.Context(), optionPlatform, at)
		if err != nil || bytes.Contains(list[0].CreateSchema, []byte(`"required":["name"]`)) != required {
			t.Errorf("at %v: %s, error %v", at, list[0].CreateSchema, err)
		}
	}
}

// The first work grows more slowly, until its last hours, and goes on as the sandbox does.
func TestWorks(t *testing.T) {
	h, s := filled(t, 400)
	works, err := h.Works().ChangedSince(t.Context(), clock.Add(-day), 10)
	if err != nil || len(works) != 6 {
		t.Fatalf("%d works moved since yesterday, error %v", len(works), err)
	}
	ofAccount := map[string]int{}
	for _, w := range works {
		ofAccount[w.Query.AccountID]++
	}
	if most := slices.Max(slices.Collect(maps.Values(ofAccount))); most != 2 {
		t.Errorf("an account has at most %d works to compare, want 2: %v", most, ofAccount)
	}
	recent, err := h.Entries().Recent(t.Context(), history.KindWatch, 10)
	if err != nil || len(recent) != 2 {
		t.Fatalf("watched: %v, error %v", recent, err)
	}
	i := slices.IndexFunc(recent, func(e history.Entry) bool { return strings.HasPrefix(e.ID, "KWAI/") })
	q, title := recent[i].Work()
	all, err := h.Works().Snapshots(t.Context(), q.Platform, q.WorkID)
	if err != nil || len(all) < 20 || title == "" {
		t.Fatalf("%d snapshots of %q, error %v", len(all), title, err)
	}
	detail, err := s.Client.WorkDetail(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	all = append(all, detail.Snapshots[len(detail.Snapshots)-1])
	var perHour []float64
	for i := 1; i < len(all); i++ {
		from, _ := api.ParseTime(all[i-1].FetchedAt.Or(""))
		to, _ := api.ParseTime(all[i].FetchedAt.Or(""))
		before, _ := all[i-1].Metrics[0].Value.Float64()
		after, _ := all[i].Metrics[0].Value.Float64()
		perHour = append(perHour, (after-before)/to.Sub(from).Hours())
	}
	if slowest := slices.Min(perHour); slowest <= 0 || perHour[0] < 3*slowest ||
		slices.Max(perHour[len(perHour)-4:]) < 5*slowest {
		t.Errorf("views per hour: %.0f", perHour)
	}
}

// A session that ends does not wait for the past.
func TestFillEndsWithItsContext(t *testing.T) {
	s := source(t, 40)
	c := config(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := Fill(ctx, s, c); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func BenchmarkFill(b *testing.B) {
	s := source(b, 0)
	for b.Loop() {
		if err := Fill(b.Context(), s, config(b)); err != nil {
			b.Fatal(err)
		}
	}
}
