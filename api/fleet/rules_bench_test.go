package fleet_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
)

// BenchmarkTestRule tests rules on 90 days of hourly recordings of 2,500 accounts (3 days with
// -short). The numbers of each account change once a day, and every 25 days it is abnormal for two.
func BenchmarkTestRule(b *testing.B) {
	const accounts = 2_500
	days := 90
	config := history.Config{
		Path: filepath.Join(b.TempDir(), "h.db"),
		Site: "s",
		Now:  func() time.Time { return today },
	}
	if testing.Short() {
		days = 3
	}
	rows := make([]*api.Account, accounts)
	for i := range rows {
		rows[i] = with(fmt.Sprint("a", i), normal, 1000)
		rows[i].Type = []string{"x", "douyin", "bilibili", "youtube"}[i%4]
	}
	for day := range days {
		config.Bulk = true
		h := history.Open(config)
		for hour := 24 * day; hour < 24*(day+1); hour++ {
			rows = slices.Clone(rows) // the history reads the earlier ones meanwhile
			var changed []*api.Account
			for i := hour % 24; i < accounts; i += 24 {
				a := *rows[i]
				a.FansCount = api.Int(int64(1000 + (hour*7+i*13)%97))
				a.Status = api.Int(normal)
				if (i+day)%25 < 2 {
					a.Status = api.Int(abnormal)
				}
				rows[i] = &a
				changed = append(changed, &a)
			}
			if hour == 0 {
				changed = rows
			}
			h.RecordChangedAccounts(today.Add(time.Duration(hour-24*days)*time.Hour), rows, changed)
		}
		h.Close(b.Context())
	}
	config.Bulk = false
	h := history.Open(config)
	defer h.Close(b.Context())
	f := &fleet.Fleet{History: h, Now: config.Now}
	for _, when := range []string{
		"platform:douyin followers<-2%/7d",
		"followers<-2%/7d",
		"7d<0 status:abnormal",
		"followers<-2%/7d since>12h",
	} {
		b.Run(when, func(b *testing.B) {
			q, err := fleet.ParseQuery(when)
			if err != nil {
				b.Fatal(err)
			}
			for b.Loop() {
				if all, _, err := f.TestRule(
					b.Context(),
					fleet.Rule{When: q},
					time.Time{},
					nil,
				); err != nil || days == 90 && len(all) == 0 {
					b.Fatal(len(all), err)
				}
			}
		})
	}
}
