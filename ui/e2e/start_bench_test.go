//go:build unix

package e2e

import (
	"context"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// recorded is served with a history of the accounts on each of some days until yesterday, and today: on each of
// them six of ten accounts have other followers, and one of 400 turns. The user visited yesterday.
func recorded(tb testing.TB, accounts, days int) look {
	tb.Helper()
	l := served(tb, accounts)
	site := l.value("CHANNELDECK_BASE_URL")
	client, err := api.New(site, api.Settings{APIKey: testKey})
	if err != nil {
		tb.Fatal(err)
	}
	list, err := client.AllAccounts(tb.Context(), api.AccountQuery{}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	now := time.Now()
	clock := now
	config := history.Config{
		Path:       filepath.Join(l.value("XDG_STATE_HOME"), "channeldeck", "channeldeck.db"),
		Site:       site,
		Key:        testKey,
		Language:   "en-US",
		Bulk:       true,
		StaleAfter: 72 * time.Hour,
		KeepBytes:  10 << 30,
		Now:        func() time.Time { return clock },
	}
	random := rand.New(rand.NewPCG(1, 2))
	rows := list.List
	for day := days; day >= 0; day-- {
		clock = now.AddDate(0, 0, -day).Add(-10 * time.Minute)
		if day > 0 {
			changed := make([]*api.Account, len(rows)) // the history reads the earlier ones meanwhile
			for i, a := range rows {
				changed[i] = changedOnADay(random, a)
			}
			rows = changed
		} else {
			rows = list.List
		}
		config.Visit = day == 1
		d := history.Open(config)
		d.RecordAccounts(clock, rows, api.Int(int64(len(rows))), true)
		d.Close(context.Background())
		if p := d.Problem(context.Background()); p != nil {
			tb.Fatal(p)
		}
	}
	return l
}

// value returns what a variable has in the environment of a look.
func (l look) value(variable string) (value string) {
	for _, entry := range l.env {
		if v, ok := strings.CutPrefix(entry, variable+"="); ok {
			value = v
		}
	}
	return value
}

// changedOnADay returns an account as it may be a day later.
func changedOnADay(random *rand.Rand, before *api.Account) *api.Account {
	a := *before
	fans, known := a.FansCount.Int64()
	if known && random.IntN(10) < 6 {
		a.FansCount = api.Int(max(fans+random.Int64N(100)-20, 0))
	}
	if random.IntN(400) > 0 {
		return &a
	}
	if a.Status == api.Int(1) {
		a.Status = api.Int(0)
	} else {
		a.Status = api.Int(1)
	}
	return &a
}

// BenchmarkStart measures the steps of a start with 30 days of 2,500 accounts in the history: the first frame,
// the first rows, all rows sorted and counted, and the comparison with the history. It reports the processor
// time of the program up to each of them too, which a busy machine changes less, and both for the first line
// of the minimal program.
func BenchmarkStart(b *testing.B) {
	floor := minimal(b)
	l := recorded(b, 2_500, 30).with("CHANNELDECK_START=accounts")
	_, all := accounts(2_500)
	steps := []string{"frame", "rows", "all", "compared"}
	texts := []string{"channeldeck", "▌", all, "≥ 30d"}
	var least, leastCPU figures[time.Duration]
	took := make([]figures[time.Duration], len(steps))
	cpu := make([]figures[time.Duration], len(steps))
	for b.Loop() {
		w := start(b, look{answers: true}, floor)
		least = append(least, w.wait(0, "minimal 0").Sub(w.begun))
		leastCPU = append(leastCPU, w.cpu())
		_ = w.cmd.Process.Kill() // as its cleanup would
		w = start(b, l, channeldeck)
		for i, text := range texts {
			took[i] = append(took[i], w.wait(0, text).Sub(w.begun))
			cpu[i] = append(cpu[i], w.cpu())
		}
		_ = w.cmd.Process.Kill()
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(ms(least.at(.5)), "minimal-ms")
	b.ReportMetric(ms(leastCPU.at(.5)), "minimal-cpu-ms")
	for i, step := range steps {
		b.ReportMetric(ms(took[i].at(.5)), step+"-ms")
		b.ReportMetric(ms(took[i].at(.5))/ms(least.at(.5)), step+"/minimal")
		b.ReportMetric(ms(cpu[i].at(.5)), step+"-cpu-ms")
	}
}
