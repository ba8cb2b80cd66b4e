package history_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// BenchmarkYear measures reads from a year of daily data of 2,500 accounts (30 days
// with -short): one account's trend, the counts of all accounts a week ago, the totals of
// each day, the counts of all accounts over time, the first screen, and recording the list again without a change.
func BenchmarkYear(b *testing.B) {
	days := 365
	if testing.Short() {
		days = 30
	}
	now := day0.AddDate(0, 0, days)
	d := open(b, history.Config{
		Path: filepath.Join(b.TempDir(), "h.db"),
		Site: "s",
		Key:  "k",
		Now:  func() time.Time { return now },
	})
	rows := make([]*api.Account, 2500)
	for day := range days {
		for i := range rows {
			rows[i] = &api.Account{
				Type:      "douyin",
				ID:        fmt.Sprint("douyin_", i),
				Nickname:  fmt.Sprint("Channel ", i),
				GroupID:   fmt.Sprint("g", i%12),
				Status:    api.Int(1),
				FansCount: api.Int(int64(1000*i + day)),
			}
		}
		d.RecordAccounts(day0.AddDate(0, 0, day), rows, api.Int(2500), true)
		d.Flush()
	}
	b.Run("Trend", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			trend, err := d.States().Trend(b.Context(), douyin(fmt.Sprint("douyin_", i%2500)), day0)
			if err != nil || len(trend) != days {
				b.Fatal(len(trend), err)
			}
		}
	})
	b.Run("Series", func(b *testing.B) {
		keys := make([]history.AccountKey, len(rows))
		for i := range keys {
			keys[i] = history.KeyOf(rows[i])
		}
		for b.Loop() {
			all, err := d.States().Series(b.Context(), keys, day0)
			if err != nil || len(all) != len(rows) {
				b.Fatal(len(all), err)
			}
		}
	})
	b.Run("EachSeries", func(b *testing.B) { // of the last week, with the state before it
		for b.Loop() {
			n := 0
			err := d.States().EachSeries(
				b.Context(),
				now.AddDate(0, 0, -8),
				func(_ history.AccountKey, series []history.Counts) { n += len(series) },
			)
			if err != nil || n != 8*len(rows) {
				b.Fatal(n, err)
			}
		}
	})
	b.Run("WeekAgo", func(b *testing.B) {
		for b.Loop() {
			all, err := accountsAt(b, d, now.AddDate(0, 0, -7))
			if err != nil || len(all) != 2500 {
				b.Fatal(len(all), err)
			}
		}
	})
	b.Run("Days", func(b *testing.B) { // of all accounts, their platform and 12 groups
		for b.Loop() {
			all, err := d.States().Days(b.Context(), day0)
			if err != nil || len(all) != 14*days {
				b.Fatal(len(all), err)
			}
		}
	})
	b.Run("Record", func(b *testing.B) {
		for b.Loop() {
			d.RecordAccounts(now, rows, api.Int(2500), true)
			d.Flush()
		}
	})
	b.Run("FirstScreen", func(b *testing.B) {
		for b.Loop() {
			list, _, _, err := d.Accounts(b.Context(), 64)
			if err != nil || len(list) != 64 {
				b.Fatal(len(list), err)
			}
		}
	})
}

// A list of 100,000 accounts must not fill the memory with garbage when it is recorded,
// recorded again without a change, read, or compared.
func TestMemoryPerAccount(t *testing.T) {
	const n = 5_000
	list := make([]string, n)
	for i := range list {
		list[i] = fmt.Sprintf(`{"id":"youtube_UC%020d","type":"youtube","nickname":"Channel %d",
			"avatar":"https://cdn.example.com/%032d.jpg","fansCount":%d,
			"readCount":%d,"likeCount":%d,"income":%d.25,"status":1,"lastStatsTime":"2026-09-01T12:00:00.000Z",
			"relayAccountRef":null}`, i, i, i, 1000+i, 9*i, 7*i, i)
	}
	rows := accounts(t, list...)
	d := open(t, history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Key:  "k",
		Now:  func() time.Time { return day0 },
	})
	d.Flush()
	record := func() {
		d.RecordAccounts(day0, rows, api.Int(n), true)
		d.Flush()
	}
	for _, step := range []struct {
		name string
		most uint64 // bytes; the race detector adds up to a half
		do   func()
	}{
		{"first recording", 4_000, record},
		{"unchanged recording", 600, record},
		{"reading", 1_300, func() {
			if rows, _, _, err := d.Accounts(t.Context(), 0); err != nil || len(rows) != n {
				t.Error(len(rows), err)
			}
		}},
		{"comparing", 720, func() { // a state includes the group
			at := []time.Time{day0, day0.AddDate(0, 0, -7), day0.AddDate(0, 0, -30)}
			ignored := func(history.AccountKey, []history.Counts) {}
			if err := d.States().AccountsAt(t.Context(), at, ignored); err != nil {
				t.Error(err)
			}
		}},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		step.do()
		runtime.ReadMemStats(&after)
		if got := (after.TotalAlloc - before.TotalAlloc) / n; got > step.most {
			t.Errorf("%s allocates %d bytes per account, more than %d", step.name, got, step.most)
		} else {
			t.Logf("%s allocates %d bytes per account", step.name, got)
		}
	}
}

// Recording a list in small transactions takes memory for the rows of one at a time.
func TestMemoryOfRecordingGrowsWithTheList(t *testing.T) {
	perAccount := func(n int) uint64 {
		d := open(t, history.Config{
			Path: filepath.Join(t.TempDir(), "h.db"),
			Site: "s",
			Key:  "k",
			Now:  func() time.Time { return day0 },
		})
		rows := make([]*api.Account, n)
		for i := range rows {
			rows[i] = &api.Account{
				Type:     "douyin",
				ID:       fmt.Sprint("douyin_", i),
				Nickname: fmt.Sprint("Channel ", i),
				Status:   api.Int(1),
			}
		}
		d.Flush()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		d.RecordAccounts(day0, rows, api.Int(int64(n)), true)
		d.Flush()
		runtime.ReadMemStats(&after)
		return (after.TotalAlloc - before.TotalAlloc) / uint64(n)
	}
	few := perAccount(500)
	many := perAccount(5_000)
	if t.Logf("%d and %d bytes per account", few, many); many > few*3/2 {
		t.Error("an account takes more memory in a longer list")
	}
}
