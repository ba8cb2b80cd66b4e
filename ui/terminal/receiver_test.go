package terminal

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	tea "github.com/charmbracelet/bubbletea"
)

// A timer that fires late, because the machine is busy, lets what was sent meanwhile be read.
func TestLateTimerReadsFirst(t *testing.T) {
	for _, test := range []struct {
		late time.Duration
		read string
		want []string
	}{
		{0, "", []string{"esc"}},
		{time.Second, "", []string{"esc"}},
		{time.Second, "[B", []string{"down"}},
	} {
		synctest.Test(t, func(t *testing.T) {
			var got []string
			r := &receiver{decoder: newDecoder(overSSH), send: func(msg tea.Msg) { got = append(got, name(msg)) }}
			r.got([]byte("\x1b"))
			r.expired(r.pieces, time.Now().Add(-test.late))
			r.got([]byte(test.read))
			<-time.After(2 * keyTime)
			synctest.Wait()
			if !slices.Equal(got, test.want) {
				t.Errorf("%v late, then %q: %q, want %q", test.late, test.read, got, test.want)
			}
		})
	}
}
