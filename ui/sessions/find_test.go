package sessions

import (
	"testing"
	"time"

	"channeldeck/api/archive"
	"channeldeck/api/transcript"
	"channeldeck/ui/testkit/panetest"
)

// In place of a message that is not shown, the item before it is found, or else the first one.
func TestHiddenMessageIsFoundBefore(t *testing.T) {
	all := []compact{{message: 1}, {message: 1, part: 1}, {message: 3}, {message: 5}}
	for message, want := range map[int]int{0: 0, 2: 1, 4: 2, 6: 3} {
		hidden := item{Ref: transcript.Ref{Message: message}}
		if got := find(all, hidden); got != want {
			t.Errorf("message %d is found at %d, want %d", message, got, want)
		}
	}
}

// Of more hits of several sites than are shown, the newest are.
func TestNewestHitsOfSeveralSites(t *testing.T) {
	t.Parallel()
	var all []*archive.Hit
	for i := range archive.MaxHits + 10 {
		all = append(all, &archive.Hit{Time: panetest.Now.Add(time.Duration(i) * time.Minute)})
	}
	newest := all[len(all)-1]
	kept := newestHits(all)
	oldest := kept[len(kept)-1]
	if len(kept) != archive.MaxHits || kept[0] != newest || !oldest.Time.Equal(panetest.Now.Add(10*time.Minute)) {
		t.Errorf("%d hits from %v to %v", len(kept), kept[0].Time, oldest.Time)
	}
}
