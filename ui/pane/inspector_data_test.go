package pane_test

import (
	"context"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// A value holds until the next change, and is unknown before the first one.
func TestSteps(t *testing.T) {
	type change struct {
		hour  int
		value api.Number
	}
	start := panetest.Now
	changes := []change{{2, api.Int(5)}, {4, api.Number{}}, {5, api.Int(7)}, {9, api.Int(9)}}
	times, values := pane.Steps(changes, start, start.Add(6*time.Hour), 6, func(c change) (time.Time, api.Number) {
		return start.Add(time.Duration(c.hour) * time.Hour), c.value
	})
	if got := fmt.Sprint(values); got != "[NaN 5 5 NaN 7 7]" || !times[5].Equal(start.Add(6*time.Hour)) {
		t.Errorf("%s, until %s", got, times[5])
	}
}

// The data of a row is read once, and not after a key press. It is not shown for another row.
func TestBeside(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
	})
	var b pane.InspectorData[string, int]
	read := 0
	show := func(msg any, of string) bool {
		cmd := b.Show(w.Site(), msg, of, func(context.Context, *fleet.Fleet) (int, error) {
			read++
			return len(of), nil
		})
		if cmd != nil {
			b.Take(cmd())
		}
		return cmd != nil
	}
	if show(panetest.KeyMsg("down"), "abc") || b.Of("abc") != 0 {
		t.Error("a key reads")
	}
	if !show(nil, "abc") || b.Of("abc") != 3 || b.Of("abcd") != 0 {
		t.Errorf("read %d of abc, %d of abcd", b.Of("abc"), b.Of("abcd"))
	}
	if show(nil, "abc") || !show(nil, "abcd") || b.Of("abcd") != 4 || b.Of("abc") != 0 || read != 2 {
		t.Errorf("read %d times, %d of abc, %d of abcd", read, b.Of("abc"), b.Of("abcd"))
	}
}
