//go:build unix

package history_test

import (
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// cpu returns the processor time that this process took.
func cpu(tb testing.TB) time.Duration {
	tb.Helper()
	var usage unix.Rusage
	if err := unix.Getrusage(unix.RUSAGE_SELF, &usage); err != nil {
		tb.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
