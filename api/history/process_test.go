package history_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
)

// writer is this test program as a process that records without end: states of
// accounts that differ each time, one state of an account that all processes share,
// and a snapshot of a work. It prints the number of each round that is committed,
// until its standard input ends.
//
// The process called visitor extends a visit instead, by an hour in each round. The one called lister records
// whole lists of largeList accounts.
func writer(name string) {
	if name == visitor {
		visit()
		return
	}
	d := history.Open(history.Config{
		Path:     os.Getenv("HISTORY_TEST_PATH"),
		Postgres: os.Getenv("HISTORY_TEST_POSTGRES"),
		Site:     "s",
		Key:      "k",
		Now:      time.Now,
	})
	if name == lister {
		for n := 1; ; n++ {
			d.RecordAccounts(day0.Add(time.Duration(n)*time.Hour), largeRound(n), api.Int(largeList), true)
			d.Flush()
			fmt.Println(n)
		}
	}
	stop := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(stop)
	}()
	for n := 1; ; n++ {
		rows := []*api.Account{{ID: "shared", Status: api.Int(1)}}
		for i := range 50 {
			rows = append(rows, &api.Account{
				ID:        fmt.Sprint(name, "/", i),
				Status:    api.Int(1),
				FansCount: api.Int(int64(n)),
			})
		}
		d.RecordAccounts(day0.Add(time.Duration(n)*time.Millisecond), rows, api.Number{}, false)
		d.Works().Record(day0, api.WorkQuery{
			Platform: "x",
			WorkID:   "w",
		}, api.WorkDetail{Snapshots: []api.Snapshot{{ID: fmt.Sprint(name, "/", n)}}})
		d.Flush()
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		if p := d.Problem(ctx); p != nil {
			fmt.Println(p)
			return
		}
		fmt.Println(n)
		select {
		case <-stop:
			d.Close(context.Background())
			return
		default:
		}
	}
}

const (
	visitor = "visitor"
	lister  = "lister"
)

func visit() {
	var hours atomic.Int64
	tick := make(chan time.Time)
	c := history.Config{
		Path:     os.Getenv("HISTORY_TEST_PATH"),
		Postgres: os.Getenv("HISTORY_TEST_POSTGRES"),
		Site:     "s",
		Key:      "k",
		Visit:    true,
		Tick:     tick,
	}
	c.Now = func() time.Time { return day0.Add(time.Duration(hours.Load()) * time.Hour) }
	d := history.Open(c)
	for {
		d.Flush()
		fmt.Println(hours.Load() + 1)
		hours.Add(1)
		tick <- time.Time{}
	}
}

// startWriter starts a process of writer.
func startWriter(t *testing.T, name string, c history.Config) (cmd *exec.Cmd, stop func(), rounds *bufio.Scanner) {
	t.Helper()
	cmd = exec.Command(os.Args[0])
	cmd.Env = append(
		os.Environ(),
		"HISTORY_TEST_WRITER="+name,
		"HISTORY_TEST_PATH="+c.Path,
		"HISTORY_TEST_POSTGRES="+c.Postgres,
	)
	in, err1 := cmd.StdinPipe()
	out, err2 := cmd.StdoutPipe()
	if err := errors.Join(err1, err2, cmd.Start()); err != nil {
		t.Fatal(err)
	}
	return cmd, func() { _ = in.Close() }, bufio.NewScanner(out)
}

// lastRound reads the rounds of a writer up to its end.
func lastRound(t *testing.T, rounds *bufio.Scanner, last int) int {
	t.Helper()
	for rounds.Scan() {
		n, err := strconv.Atoi(rounds.Text())
		if err != nil {
			t.Errorf("a writer failed: %s", rounds.Text())
			return last
		}
		last = n
	}
	return last
}

// checkWritten checks that the rounds of a process are stored, each once. The last
// round of a killed process may be stored without having been reported.
func checkWritten(t *testing.T, d *history.DB, name string, rounds int, killed bool) {
	t.Helper()
	for _, id := range []string{name + "/0", name + "/49"} {
		trend, err := d.States().Trend(t.Context(), history.AccountKey{ID: id}, day0)
		if n := len(trend); err != nil || n != rounds && !(killed && n == rounds+1) {
			t.Fatalf("%s: %d of %d states, error %v", id, n, rounds, err)
		}
		for i, p := range trend {
			if !p.At.Equal(day0.Add(time.Duration(i+1)*time.Millisecond)) ||
				p.Values[0].String() != "" && p.Values[0].String() != strconv.Itoa(i+1) {
				t.Fatalf("%s: state %d is %v", id, i+1, p)
			}
		}
	}
	snapshots, err := d.Works().Snapshots(t.Context(), "x", "w")
	own := 0
	for _, s := range snapshots {
		if strings.HasPrefix(s.ID, name+"/") {
			own++
		}
	}
	if err != nil || own != rounds && !(killed && own == rounds+1) {
		t.Fatalf("%s: %d of %d snapshots, error %v", name, own, rounds, err)
	}
}

// HISTORY_KILLS is how often the next test kills a process; 200 for the full test.
func TestKilledProcessLosesNothing(t *testing.T) {
	kills := 8
	if s := os.Getenv("HISTORY_KILLS"); s != "" {
		kills, _ = strconv.Atoi(s)
	}
	c := history.Config{
		Path: filepath.Join(t.TempDir(), "h.db"),
		Site: "s",
		Key:  "k",
		Now:  func() time.Time { return day0.AddDate(0, 0, 1) },
	}
	other, stop, loadRounds := startWriter(t, "load", c) // a second process writes all the time
	loads := make(chan int)
	go func() { loads <- lastRound(t, loadRounds, 0) }()
	for k := range kills {
		name := fmt.Sprint("killed", k)
		cmd, _, rounds := startWriter(t, name, c)
		last := 0
		for range 1 + rand.IntN(8) {
			rounds.Scan()
			last, _ = strconv.Atoi(rounds.Text())
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		last = lastRound(t, rounds, last)
		_ = cmd.Wait() // killed
		d := open(t, c)
		checkWritten(t, d, name, last, true)
		d.Close(t.Context())
		if p := d.Problem(t.Context()); p != nil {
			t.Fatal(p)
		}
	}
	stop()
	written := <-loads
	if err := other.Wait(); err != nil {
		t.Error(err)
	}
	checkWritten(t, open(t, c), "load", written, false)
}

// HISTORY_PROCESSES_FOR is how long the processes of the next test write, as a
// duration; 30s for the full test.
func TestEightProcessesWriteAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, c history.Config) {
		c.Site = "s"
		c.Key = "k"
		c.Now = func() time.Time { return day0.AddDate(1, 0, 0) }
		const processes = 8
		stops := make([]func(), processes)
		scanners := make([]*bufio.Scanner, processes)
		commands := make([]*exec.Cmd, processes)
		for i := range processes {
			commands[i], stops[i], scanners[i] = startWriter(t, fmt.Sprint("p", i), c)
		}
		enough := time.Now()
		if d, err := time.ParseDuration(os.Getenv("HISTORY_PROCESSES_FOR")); err == nil {
			enough = enough.Add(d)
		}
		last := make([]int, processes)
		results := make(chan int)
		for i := range processes {
			go func() {
				for scanners[i].Scan() {
					n, err := strconv.Atoi(scanners[i].Text())
					if err != nil {
						t.Errorf("a writer failed: %s", scanners[i].Text())
						break
					}
					if last[i] = n; n >= 5 && time.Now().After(enough) {
						stops[i]()
					}
				}
				results <- i
			}()
		}
		for range processes {
			<-results
		}
		d := open(t, c)
		total := 0
		for i := range processes {
			if err := commands[i].Wait(); err != nil {
				t.Error(err)
			}
			checkWritten(t, d, fmt.Sprint("p", i), last[i], false)
			total += last[i]
		}
		t.Logf("%d rounds of 51 accounts", total)
		if trend, err := d.States().Trend(
			t.Context(),
			history.AccountKey{ID: "shared"},
			day0,
		); len(trend) != 1 || err != nil {
			t.Errorf("the state that all processes recorded is stored %d times, error %v", len(trend), err)
		}
	})
}
