// Package race tells tests whether the race detector is on.
package race

import "testing"

// Sweep skips a test with the race detector, which makes it five times as slow. It is the first
// line of tests that repeat, over many sizes, keys, languages, formats or rows, code whose goroutines
// other tests start, and of those that read sources. .ci/run finds these tests and runs them without
// the detector.
func Sweep(t testing.TB) {
	t.Helper()
	if Enabled {
		t.Skip("repeats what other tests run: run it without -race")
	}
}
