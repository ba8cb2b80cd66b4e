package report_test

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/api/report"
)

// The levels of chosen accounts count those of them that left the list before the period: of the eight accounts
// that were chosen, six were unlisted by then, of which five were abnormal on each day.
func TestLevelsOfChosenAccountsThatLeft(t *testing.T) {
	now := time.Date(2026, 3, 20, 9, 0, 0, 0, time.UTC)
	h := history.Open(history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return now },
	})
	defer h.Close(t.Context())
	chosen := map[history.AccountKey]bool{}
	for back := 12; back >= 0; back-- {
		var rows []*api.Account
		for i := range 9 {
			isUnlisted := i < 6 && back < 6
			if isUnlisted {
				continue
			}
			isAbnormal := i < 5 || i < 8 && back == 1
			status := int64(1)
			if isAbnormal {
				status = 0
			}
			a := &api.Account{Type: "x", ID: fmt.Sprint(i), Nickname: fmt.Sprint(i), Status: api.Int(status)}
			chosen[history.KeyOf(a)] = i < 8
			rows = append(rows, a)
		}
		h.RecordAccounts(now.AddDate(0, 0, -back), rows, api.Int(int64(len(rows))), true)
	}
	h.Wait(t.Context())
	r, err := report.Read(
		t.Context(),
		&fleet.Fleet{History: h, Now: func() time.Time { return now }},
		report.Request{Scope: report.Scope{Chosen: chosen}, Since: now.AddDate(0, 0, -3)},
	)
	if err != nil {
		t.Fatal(err)
	}
	// Usual are 5 of 8: the median of 7 such days and of 3 or 4 on which none of 2 was. Two of two are not more than
	// that by two accounts; without the accounts that left, usual is none, and they are.
	if got := fmt.Sprint(r.Platforms[0].Levels); got != "[normal normal normal normal]" {
		t.Errorf("levels %s", got)
	}
}
