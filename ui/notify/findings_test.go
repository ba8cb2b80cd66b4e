package notify_test

import (
	"context"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"

	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/notify"
	"channeldeck/ui/testkit/panetest"
)

// screen records what is shown. One announcer uses it at a time.
type screen struct{ titles []string }

func (s *screen) Bell() error { return s.Notify("bell", "") }

func (s *screen) Notify(title, _ string) error {
	s.titles = append(s.titles, title)
	return nil
}

// Each finding is announced once in the terminals of a user, and once to the program by all users,
// also where it was announced at the same time or by a program without a terminal.
func TestEachFindingIsAnnouncedOnce(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	config := history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: "k", Now: v.Now}
	var mu sync.Mutex
	var passed []string
	hook := func(_ context.Context, input []byte) error {
		mu.Lock()
		defer mu.Unlock()
		passed = append(passed, regexp.MustCompile(`"id":"(\w+)"`).FindAllString(string(input), -1)...)
		return nil
	}
	found := func(ids ...string) (all []*findings.Finding) {
		for _, id := range ids {
			all = append(all, &findings.Finding{Kind: findings.Abnormal, Section: findings.New, ID: id, Platform: "x"})
		}
		return append(all, &findings.Finding{Kind: findings.Abnormal, Section: findings.Open, ID: "old", Platform: "x"})
	}
	var screens []*screen
	var announcers []func(all []*findings.Finding)
	for _, user := range []string{"", "", "ann", "ben"} {
		config.User = user
		h := history.Open(config)
		defer h.Close(t.Context())
		s := &screen{}
		a := &notify.Announcer{How: notify.Desktop, Terminal: s, Words: v.Words, Hook: hook}
		if len(announcers) == 1 {
			a.How = notify.None // record
		}
		screens, announcers = append(screens, s), append(announcers, func(all []*findings.Finding) {
			if err := a.Findings(t.Context(), h, v, all, v.Now()); err != nil {
				t.Error(err)
			}
		})
	}
	for _, all := range [][]*findings.Finding{found("a"), found("a", "b"), found("b", "a"), found("c"), nil} {
		var group sync.WaitGroup
		for _, announce := range announcers {
			group.Go(func() { announce(all) })
		}
		group.Wait()
	}
	slices.Sort(passed)
	if want := []string{`"id":"a"`, `"id":"b"`, `"id":"c"`}; !slices.Equal(passed, want) {
		t.Errorf("the program got %q", passed)
	}
	for i, want := range []int{3, 0, 3, 3} {
		if len(screens[i].titles) != want {
			t.Errorf("terminal %d: %q", i, screens[i].titles)
		}
	}
}
