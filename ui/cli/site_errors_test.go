package cli

import (
	"testing"
)

// The exit code of several sites is that of a site that failed, not of one that only has news. Where some have
// rows it is that of an incomplete result.
func TestExitOfSiteErrors(t *testing.T) {
	t.Parallel()
	exits := func(codes ...int) (all []siteError) {
		for _, code := range codes {
			all = append(all, siteError{err: &commandError{exit: code}})
		}
		return all
	}
	for _, tt := range []struct {
		of       []siteError
		asked    int
		answered bool
		want     int
	}{
		{exits(ExitChanged), 2, true, ExitChanged},
		{exits(ExitChanged, ExitChanged), 2, true, ExitChanged},
		{exits(ExitChanged, ExitUnreachable), 2, true, ExitIncomplete},
		{exits(ExitChanged, ExitUnreachable), 2, false, ExitUnreachable},
		{exits(ExitUnauthorized, ExitUnreachable), 2, false, ExitUnauthorized},
		{exits(ExitUsage), 2, true, ExitIncomplete},
		{exits(ExitUsage, ExitUsage), 2, true, ExitUsage},
		{exits(ExitUsage, ExitFailed), 2, true, ExitIncomplete},
	} {
		e := &siteErrors{of: tt.of, asked: tt.asked, answered: tt.answered}
		if got := e.exit(); got != tt.want {
			t.Errorf("%d of %d sites, answered %v: exit %d, want %d", len(tt.of), tt.asked, tt.answered, got, tt.want)
		}
	}
}
