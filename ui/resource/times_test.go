package resource_test

import (
	"testing"
	"time"

	"channeldeck/ui/testkit/panetest"
)

func TestMomentAndWhen(t *testing.T) {
	c := *panetest.New(t, panetest.Options{}).Context
	c.View.Now = func() time.Time { return panetest.Now.In(time.FixedZone("east", 8*3600)) }
	for _, test := range []struct{ sent, moment, when string }{
		{"2026-05-20T06:30:00.123Z", "2026-05-20 14:30", "2026-05-20 14:30 · 2h ago"},
		{"2026-05-20T14:30:00+08:00", "2026-05-20 14:30", "2026-05-20 14:30 · 3h ago"},
		{"2026-05-20T06:30:00", "2026-05-20 14:30", "2026-05-20 14:30 · 3h ago"}, // no zone is UTC
		{"soon", "soon", ""},
		{"", "", ""},
	} {
		moment := c.View.Moment(test.sent)
		when := c.View.When(test.sent)
		if moment != test.moment || when != test.when {
			t.Errorf("%q: %q and %q, want %q and %q", test.sent, moment, when, test.moment, test.when)
		}
	}
}
