package sessions

import (
	"testing"

	"channeldeck/api/transcript"
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
