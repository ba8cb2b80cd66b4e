package history

import (
	"context"
	"testing"
)

// The first job that a full queue drops is a problem at once. All that were given up or still wait are counted
// once.
func TestFullQueueCountsWhatItDrops(t *testing.T) {
	q := newQueue()
	nop := func(context.Context, *database) error { return nil }
	for range maxJobs {
		if first, err := q.add(nop); first || err != nil {
			t.Fatalf("a queue with room drops a job: %v", err)
		}
	}
	for _, want := range []bool{true, false} {
		if first, err := q.add(nop); first != want || err != errQueueFull {
			t.Errorf("the first dropped job: %t, want %t; error %v", first, want, err)
		}
	}
	if n := q.countLost(); n != maxJobs+2 {
		t.Errorf("%d jobs are lost, want %d", n, maxJobs+2)
	}
	if n := q.countLost(); n != 0 {
		t.Errorf("%d jobs are counted twice", n)
	}
}

// Whoever waits for the jobs does not wait for the end of a postponement.
func TestWaitingEndsAPostponement(t *testing.T) {
	q := newQueue()
	q.postpone()
	over := q.postponed.over
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	q.wait(ctx)
	select {
	case <-over:
	default:
		t.Error("the postponement goes on")
	}
}

// A queue that closes lets the jobs that wait run at once.
func TestClosingEndsAPostponement(t *testing.T) {
	q := newQueue()
	q.postpone()
	over := q.postponed.over
	if !q.close() || q.close() {
		t.Error("the queue does not close once")
	}
	select {
	case <-over:
	default:
		t.Error("the postponement goes on")
	}
}
