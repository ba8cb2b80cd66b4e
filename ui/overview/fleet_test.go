package overview

import (
	"testing"
	"time"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/ui/config"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
)

// Overview checks with the fleet of the store, which has the rules of the user, and with the age of
// statistics that the user has set by then.
func TestChecksWithTheFleetOfTheStore(t *testing.T) {
	rule, err := config.ParseRule("status:abnormal")
	if err != nil {
		t.Fatal(err)
	}
	w := panetest.New(t, panetest.Options{Rules: []fleet.Rule{rule}})
	m := panetest.Begin(t, New, w, 120, 40)
	count := func(kind findings.Kind) (n int) {
		for _, f := range m.all {
			if f.Kind == kind {
				n++
			}
		}
		return n
	}
	if n := count(findings.OwnRule); n != 1 {
		t.Errorf("%d findings of the rule", n)
	}
	before := count(findings.Stale)
	w.Context.View.SetStaleAfter(time.Hour)
	panetest.Pump(t, m, m.sites[0].check())
	if n := count(findings.Stale); n <= before || m.sites[0].found.Value.counts.Stale < n {
		t.Errorf("%d findings of old statistics once these are old after an hour, %d before", n, before)
	}
	if f := m.sites[0].store.Fleet; f != m.ctx.Sites.Fleets()[0].Fleet || f != m.sites[0].own.Store.Fleet {
		t.Error("the fleet is not that of the store")
	}
	panetest.Pump(t, m, m.Update(store.Changed{Kind: store.KindAccounts}))
}
