package words

import (
	"testing"
	"time"
)

func TestClock(t *testing.T) {
	w, err := New(English)
	if err != nil {
		t.Fatal(err)
	}
	now := time.Date(2026, 3, 2, 0, 5, 0, 0, time.UTC)
	if got := w.Clock(now.Add(-time.Minute), now); got != "00:04" {
		t.Errorf("today: %s", got)
	}
	if got := w.Clock(now.Add(-10*time.Minute), now); got != "2026-03-01 23:55" {
		t.Errorf("yesterday: %s", got)
	}
}
