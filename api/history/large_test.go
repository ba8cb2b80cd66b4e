package history_test

import (
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/postgres"
)

// largeList is the number of accounts of a list that several transactions record.
const largeList = 6_000

// largeRound returns a list of accounts, all of which have n followers.
func largeRound(n int) []*api.Account {
	rows := make([]*api.Account, largeList)
	for i := range rows {
		rows[i] = &api.Account{
			ID:        fmt.Sprintf("%05d", i),
			Type:      "douyin",
			Nickname:  fmt.Sprint("Channel ", i),
			Status:    api.Int(1),
			FansCount: api.Int(int64(n)),
		}
	}
	return rows
}

// countStates returns how many accounts have a state of a time.
func countStates(t *testing.T, db *sql.DB, at time.Time) (n int) {
	t.Helper()
	err := db.QueryRow(`SELECT count(*) FROM history_changes WHERE kind = 'account' AND at = $1`,
		at.UnixMilli()).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// A program that is killed between the transactions of a list loses no list that it told to be stored. The next
// recording completes the last one.
func TestKilledBetweenTransactions(t *testing.T) {
	c := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Key:  "k",
		Now:  func() time.Time { return day0.AddDate(0, 0, 30) },
	}
	hour := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Hour) }
	cmd, _, rounds := startWriter(t, lister, c)
	for range 2 {
		rounds.Scan()
	}
	told, err := strconv.Atoi(rounds.Text())
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", c.Path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for countStates(t, db, hour(told+1)) == 0 { // until its first transaction is committed
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	told = lastRound(t, rounds, told)
	_ = cmd.Wait() // killed
	d := open(t, c)
	for n := 1; n <= told; n++ {
		if stored := countStates(t, db, hour(n)); stored != largeList {
			t.Errorf("of round %d of %d, %d states are stored", n, told, stored)
		}
	}
	rows, total, at, err := d.Accounts(t.Context(), 0)
	if err != nil || len(rows) != largeList || total.String() != strconv.Itoa(largeList) || at.Before(hour(told)) {
		t.Errorf("%d of %v accounts of %v, error %v", len(rows), total, at, err)
	}
	d.RecordAccounts(hour(told+2), largeRound(told+1), api.Int(largeList), true)
	d.Flush()
	stored := countStates(t, db, hour(told+1)) + countStates(t, db, hour(told+2))
	if stored != largeList {
		t.Errorf("after the next recording, %d states of the last round are stored", stored)
	}
}

// A recording whose connection the server ends begins again.
func TestConnectionLostDuringARecording(t *testing.T) {
	c := history.Config{
		Postgres: postgres.New(t),
		Site:     "s",
		Key:      "k",
		Now:      func() time.Time { return day0.AddDate(0, 0, 30) },
	}
	d := open(t, c)
	d.RecordAccounts(day0, largeRound(1), api.Int(largeList), true)
	d.Flush()
	server, err := url.Parse(c.Postgres)
	if err != nil {
		t.Fatal(err)
	}
	admin, err := sql.Open("postgres", postgres.URL("postgres"))
	if err != nil {
		t.Fatal(err)
	}
	defer admin.Close()
	later := day0.Add(time.Hour)
	d.RecordAccounts(later, largeRound(2), api.Int(largeList), true)
	ended := 0
	for ended == 0 { // until a transaction holds the lock of the writers
		if err := admin.QueryRow(`SELECT count(pg_terminate_backend(a.pid)) FROM pg_stat_activity a
			JOIN pg_locks l ON l.pid = a.pid AND l.locktype = 'advisory' WHERE a.datname = $1`,
			strings.TrimPrefix(server.Path, "/")).Scan(&ended); err != nil {
			t.Fatal(err)
		}
	}
	d.Flush()
	db, err := d.SQL(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if stored := countStates(t, db, later); stored != largeList {
		t.Errorf("%d states are stored", stored)
	}
}

// Of lists that two programs record at the same time, the earlier one may arrive later. The next list is then
// compared with the states of both.
func TestListThatArrivesLate(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, at(c, day0.AddDate(0, 0, 9)))
		minutes := func(n int) time.Time { return day0.Add(time.Duration(n) * time.Minute) }
		record := func(minute int, rows ...string) {
			d.RecordAccounts(minutes(minute), accounts(t, rows...), api.Int(int64(len(rows))), true)
			d.Flush()
		}
		other := account("other", 1, 1)
		record(0, account("a", 1, 1), account("gone", 1, 1), other)
		record(20, account("a", 1, 2), account("gone", 1, 2), other)
		record(10, account("a", 1, 3), other)
		record(30, account("a", 1, 3), other)
		record(40, account("a", 1, 3), other)
		for id, want := range map[string]string{
			"a":    "0:1 10:3 20:2 30:3",
			"gone": "0:1 10:gone 20:2 30:gone",
		} {
			trend, err := d.States().Trend(t.Context(), douyin(id), day0)
			var got []string
			for _, s := range trend {
				followers := s.Followers().String()
				if s.Gone {
					followers = "gone"
				}
				got = append(got, fmt.Sprintf("%d:%s", int(s.At.Sub(day0).Minutes()), followers))
			}
			if strings.Join(got, " ") != want || err != nil {
				t.Errorf("the states of %s are %q, want %q, error %v", id, got, want, err)
			}
		}
	})
}
