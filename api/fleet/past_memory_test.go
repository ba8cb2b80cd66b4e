package fleet_test

import (
	"fmt"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// What is known of an account at earlier times takes at most 80 bytes: a map of keys would take twice as many, and so
// would numbers of 16 bytes with the time of its last work by itself.
func TestPastTakesLittleMemory(t *testing.T) {
	const accounts = 20_000
	var rows []*api.Account
	for i := range accounts {
		a := rowOf(fmt.Sprint("account ", i), "bilibili", fmt.Sprint("account ", i), "g", normal)
		a.FansCount = api.Int(int64(i))
		a.WorkCount = api.Int(int64(i + 2))
		rows = append(rows, a)
	}
	config := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	}
	h := history.Open(config)
	h.RecordAccounts(today.AddDate(0, 0, -1), rows, api.Int(accounts), true)
	h.Close(t.Context())
	h = history.Open(config)
	defer h.Close(t.Context())
	point, err := h.Points().At(t.Context(), today)
	if err != nil {
		t.Fatal(err)
	}
	list := listed(rows...)
	read := func() *fleet.Past {
		past, err := fleet.ReadPast(t.Context(), h, today, point, list)
		if err != nil {
			t.Fatal(err)
		}
		return past
	}
	read() // what the history keeps open is there before
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	past := read()
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / accounts
	if each > 80 { // 63 when it was written
		t.Errorf("%d bytes an account", each)
	}
	runtime.KeepAlive(past)
	runtime.KeepAlive(list)
}
