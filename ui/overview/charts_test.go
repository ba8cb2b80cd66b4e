package overview

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"channeldeck/api/fleet"
	"channeldeck/ui/testkit/panetest"
)

// Of 200 accounts, one that joined is less than a chart shows; two are not.
func TestStepsThatNoChartShows(t *testing.T) {
	accounts := make([]string, 200)
	for i := range accounts {
		accounts[i] = account("x", i, fmt.Sprint(i), 1, 100, 0)
	}
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(accounts, "")}), 120, 38)
	days := []time.Time{panetest.Now.AddDate(0, 0, -2), panetest.Now.AddDate(0, 0, -1), panetest.Now}
	m.store.Past.Value = &fleet.Past{Steps: map[string]fleet.Step{
		days[0].Format(time.DateOnly): {Joined: 1}, days[1].Format(time.DateOnly): {Joined: 1, Left: 1},
	}}
	if got := m.steps(days); !slices.Equal(got, []string{"", "1 joined · 1 left", ""}) {
		t.Errorf("%q", got)
	}
}

// A chart without room for its change beside its value tells it above the curve.
func TestChangeWithoutRoomBesideTheValue(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	for _, size := range []struct{ width, height int }{{100, 38}, {120, 38}, {200, 50}} {
		m.stack.SetSize(size.width, size.height)
		panetest.Shows(t, m.stack.View(), "▲ 3 in 11 days")
	}
}
