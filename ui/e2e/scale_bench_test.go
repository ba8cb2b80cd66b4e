//go:build unix

package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// used runs a program with the environment of a look, and returns its processor time.
func used(b *testing.B, l look, program string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Env = append(home(b), l.env...)
	out, err := cmd.Output()
	if len(out) == 0 {
		b.Fatalf("%s %q printed nothing: %v", program, args, err)
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
}

// median is the median processor time of some runs.
func median(b *testing.B, run func() time.Duration) time.Duration {
	b.Helper()
	const runs = 7
	var took figures[time.Duration]
	for range runs {
		took = append(took, run())
	}
	return took.at(.5)
}

// BenchmarkScale compares the processor time of commands with that of plain programs that read the same, and
// with their own for a fourth of the accounts or of the days: 5,000 accounts with 90 and with 30 days
// recorded, and 20,000 with 30 (a tenth of the accounts and days with -short). It also measures the time to the
// first finding in the dashboard, as a multiple of the minimal program.
func BenchmarkScale(b *testing.B) {
	accounts := 5_000
	days := 90
	if testing.Short() {
		accounts /= 10
		days /= 10
	}
	all := fmt.Sprintf("%dd", days)
	month := fmt.Sprintf("%dd", days/3)
	readAll := built(b, "readall")
	fetch := built(b, "fetch")
	floor := minimal(b)
	l := recorded(b, accounts, days)
	short := recorded(b, accounts, days/3)
	many := recorded(b, 4*accounts, days/3)
	database := filepath.Join(l.value("XDG_STATE_HOME"), "channeldeck", "channeldeck.db")
	report := func(l look) time.Duration {
		return median(b, func() time.Duration {
			return used(b, l, channeldeck, "report", "--since", month, "-o", "json")
		})
	}
	for b.Loop() {
		read := median(b, func() time.Duration { return used(b, l, readAll, database) })
		fetched := median(b, func() time.Duration {
			return used(b, l, fetch, l.value("CHANNELDECK_BASE_URL"), testKey)
		})
		listed := median(b, func() time.Duration { return used(b, l, channeldeck, "accounts", "-o", "json") })
		triage := median(b, func() time.Duration {
			return used(b, l, channeldeck, "triage", "--since", all, "-o", "json")
		})
		own := report(l)
		ofShort := report(short)
		ofMany := report(many)
		least := median(b, func() time.Duration { return first(b, floor, look{answers: true}, "minimal 0")[0] })
		finding := median(b, func() time.Duration {
			return first(b, channeldeck, l.with("CHANNELDECK_START=overview"), "▌")[0]
		})
		b.ReportMetric(ms(read), "read-ms")
		b.ReportMetric(ms(fetched), "fetch-ms")
		b.ReportMetric(ms(listed)/ms(fetched), "accounts/fetch")
		b.ReportMetric(ms(triage)/ms(read), "triage/read")
		b.ReportMetric(ms(own)/ms(read), "report/read")
		b.ReportMetric(ms(ofMany)/ms(ofShort), "4-times-the-accounts")
		b.ReportMetric(ms(own)/ms(ofShort), "3-times-the-days")
		b.ReportMetric(ms(finding)/ms(least), "finding/minimal")
	}
	b.ReportMetric(0, "ns/op")
}
