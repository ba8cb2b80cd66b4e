package notify_test

import (
	"context"
	"errors"
	"path/filepath"
	"regexp"
	"slices"
	"sync"
	"testing"

	"channeldeck/api/findings"
	"channeldeck/api/fleet"
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
		screens = append(screens, s)
		announcers = append(announcers, func(all []*findings.Finding) {
			if err := a.Findings(t.Context(), &fleet.Fleet{History: h, Now: v.Now}, v, all); err != nil {
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

// The program gets the site of each finding: two sites may have the same IDs.
func TestProgramGetsTheSite(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	h := history.Open(history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: "k", Now: v.Now})
	defer h.Close(t.Context())
	var passed []string
	a := &notify.Announcer{
		How:   notify.None,
		Words: v.Words,
		Hook: func(_ context.Context, input []byte) error {
			passed = append(passed, regexp.MustCompile(`"site":"(\w+)"`).FindAllString(string(input), -1)...)
			return nil
		},
	}
	f := &findings.Finding{
		Kind:     findings.Abnormal,
		Section:  findings.New,
		ID:       "a",
		Platform: "x",
		Site:     "china",
	}
	if err := a.Findings(t.Context(), &fleet.Fleet{History: h, Now: v.Now}, v, []*findings.Finding{f}); err != nil {
		t.Fatal(err)
	}
	if want := []string{`"site":"china"`}; !slices.Equal(passed, want) {
		t.Errorf("the program got %q", passed)
	}
}

// A finding that could not be announced is announced by a later call, also when it is no longer new, but
// not when it is known. Failures in a row are reported once.
func TestFailedAnnouncementIsRepeated(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	v := w.Context.View
	h := history.Open(history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: "k", Now: v.Now})
	defer h.Close(t.Context())
	broken := errors.New("exit status 7")
	var fails error
	var passed []string
	s := &screen{}
	a := &notify.Announcer{
		How:      notify.Bell,
		Terminal: failingBell{s, &fails},
		Words:    v.Words,
		Hook: func(_ context.Context, input []byte) error {
			if fails == nil {
				passed = append(passed, regexp.MustCompile(`"id":"(\w+)"`).FindAllString(string(input), -1)...)
			}
			return fails
		},
	}
	check := func(section findings.Section, want error, ids ...string) {
		t.Helper()
		var all []*findings.Finding
		for _, id := range ids {
			all = append(all, &findings.Finding{Kind: findings.Abnormal, Section: section, ID: id, Platform: "x"})
		}
		if err := a.Findings(t.Context(), &fleet.Fleet{History: h, Now: v.Now}, v, all); !errors.Is(err, want) {
			t.Errorf("%s %q: %v, want %v", section, ids, err, want)
		}
		h.Wait(t.Context())
	}
	fails = broken
	check(findings.New, broken, "a", "b", "c")
	a.How = notify.None
	check(findings.New, nil, "a", "b", "c") // the same failure
	fails = nil
	check(findings.Expected, nil, "c")
	check(findings.New, nil, "a")
	check(findings.Open, nil, "a", "b", "old")
	check(findings.Open, nil, "a", "b", "old")
	if want := []string{`"id":"a"`, `"id":"b"`}; !slices.Equal(passed, want) {
		t.Errorf("the program got %q", passed)
	}
	a.How = notify.Bell
	check(findings.New, nil, "a")
	check(findings.New, nil, "a")
	if len(s.titles) != 1 {
		t.Errorf("the terminal got %q", s.titles)
	}
	fails = broken
	check(findings.New, broken, "d") // after a success
}

// failingBell is a terminal that can be closed.
type failingBell struct {
	*screen
	fails *error
}

func (b failingBell) Bell() error {
	if *b.fails != nil {
		return *b.fails
	}
	return b.screen.Bell()
}
