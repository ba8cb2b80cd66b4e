//go:build unix

package e2e

import (
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"channeldeck/api/sandbox"
)

// site is a site of a configuration that a test writes.
type site struct{ name, url string }

// configured is the program with a configuration of sites, the first one by default, and
// more text before them.
func configured(t testing.TB, text string, sites ...site) (l look, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "config.toml")
	text = fmt.Sprintf("site = %q # by default\n", sites[0].name) + text
	for _, s := range sites {
		text += fmt.Sprintf("\n[sites.%s]\nbase_url = %q\napi_key_env = \"KEY_OF_SITES\"\n", s.name, s.url)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return look{}.with("CHANNELDECK_CONFIG="+path, "KEY_OF_SITES="+testKey), path
}

// Every pane and the form for a new group name the site and the time of the data, on a
// narrow screen too, and a load says what it is.
func TestHeaderNamesTheSiteEverywhere(t *testing.T) {
	t.Parallel()
	held := make(chan struct{})
	server := serving(t, sandbox.Options{Accounts: 30}, func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-held:
				next.ServeHTTP(w, r)
			case <-r.Context().Done():
			}
		})
	})
	look, _ := configured(t, "", site{"china-prod", server.URL}, site{"china-test", server.URL})
	m := open(t, look.sized(80, 24))
	m.until("a first load", func(s screen) bool { return screen(s.line(0)).has(" chi", "rod ◌ loading") })
	close(held)
	header := func(what string) {
		t.Helper()
		m.until("the header of "+what, func(s screen) bool {
			_, state, _ := strings.Cut(s.line(0), " ● ")
			return len(state) == len("15:04") && screen(s.line(0)).has(" chi", "rod ● ")
		})
	}
	header("the first pane")
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		m.resize(size[0], size[1])
		for _, pane := range strings.Split("1234567", "") {
			m.press(pane)
			header("pane " + pane)
		}
	}
	m.resize(80, 24)
	m.do("3", "groups", "A", "Create an account group")
	header("the form for a new group")
}

// A view is saved by hand, read in the file, opened from the palette, the picker and the
// command line, and used by a command.
func TestViewsAreSavedAndOpened(t *testing.T) {
	t.Parallel()
	server := serving(t, sandbox.Options{}, nil)
	look, path := configured(t, "# mine\ntheme = 'dark' # always\n", site{"china", server.URL})
	m := open(t, look)
	m.wait("1/300")
	m.do("x", "status: abnormal", "s", "Sort by")
	m.write("status")
	m.do("Enter", "by status ▼", "V", "View name")
	m.write("早间 check")
	m.do("Enter", "Saved the view “早间 check”", "Escape", "1/300")
	written, err := os.ReadFile(path)
	before, after, ok := strings.Cut(
		string(written),
		"\n[views]\n'早间 check' = 'accounts status:abnormal sort:-status",
	)
	if err != nil || !ok || !strings.HasPrefix(
		before,
		"site = \"china\" # by default\n# mine\ntheme = 'dark' # always\n\n[sites.china]\n",
	) ||
		after != " baseline:visit'\n" {
		t.Errorf("%v: the file is\n%s", err, written)
	}
	m.do("V", "Views of this list", "Enter", "status: abnormal", "Escape", "1/300", "3", "groups")
	m.press(":")
	m.wait("Command palette")
	m.write("早间")
	m.wait("Views")
	m.do("Enter", "status: abnormal", "q", "")
	if code := m.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}

	again := look
	again.args = []string{"--view", "早间 check"}
	s := open(t, again).wait("status: abnormal", " of 300")
	cmd := exec.Command(channeldeck, "accounts", "--view", "早间 check", "--columns", "status", "-o", "tsv")
	cmd.Env = append(home(t), look.env...)
	out, err := cmd.Output()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if n := len(lines) - 1; err != nil || !s.has(fmt.Sprintf("%d of 300", n)) ||
		strings.Count(string(out), "\n0") != n {
		t.Errorf("%v: the command prints\n%s\nand the dashboard shows\n%s", err, out, s)
	}

	kept := open(t, demo())
	kept.wait("1/2,500")
	kept.do("V", "View name")
	kept.write("mine")
	kept.do("Enter", "Saved the view “mine” until you quit", "V", "Views of this list")
}

// Two sites on two ports: switching cancels what the old one still loads, its late answer
// changes nothing, and what it stored and showed is not on screen.
func TestSwitchToAnotherSite(t *testing.T) {
	t.Parallel()
	left := make(chan struct{})
	held := make(chan struct{})
	var once sync.Once
	slow := func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			select {
			case <-held:
				next.ServeHTTP(w, r)
			case <-r.Context().Done():
				if strings.Contains(r.URL.Path, "accounts") {
					once.Do(func() { close(left) })
				}
			}
		})
	}
	first := serving(t, sandbox.Options{Accounts: 300}, slow)
	second := serving(t, sandbox.Options{Accounts: 50, Seed: 9}, nil)
	look, path := configured(t, "", site{"first", first.URL}, site{"second", second.URL})
	m := open(t, look)
	m.wait("first ◌ loading", "Loading accounts")
	m.do("S", " Sites ", "Down", "", "Enter", "1/50")
	s := m.until("the header of the second site", func(s screen) bool { return screen(s.line(0)).has(" second ● ") })
	if s.has("first") || s.has("Loading") {
		t.Errorf("the first site is still on screen:\n%s", s)
	}
	if !poll(func() bool {
		select {
		case <-left:
			return true
		default:
			return false
		}
	}) {
		t.Error("the load of the first site goes on")
	}
	close(held)
	m.press(":")
	m.wait("Command palette")
	m.write("first")
	m.do("Enter", "1/300")
	m.until("the header of the first site", func(s screen) bool {
		return screen(s.line(0)).has(" first ● ") && !s.has("second")
	})
	m.do("S", " Sites ", "Down", "", "Enter", "1/50", "S", " Sites ", "Up", "", "Enter", "1/300")
	m.wait("or earlier") // the history of the first site is open again
	m.press("q")
	if code := m.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}

	use := exec.Command(channeldeck, "config", "use", "second")
	use.Env = append(home(t), look.env...)
	if out, err := use.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if text, err := os.ReadFile(path); err != nil ||
		!strings.HasPrefix(string(text), "site = 'second' # by default\n\n[sites.first]\n") {
		t.Errorf("%v:\n%s", err, text)
	}
	open(t, look).wait("second ● ", "1/50")
}

// All panes show two sites; when one site is down, its rows stay and its error is told. A group is created
// at the site that is chosen, the palette keeps the rows of one, and S goes back to one site.
func TestTwoSites(t *testing.T) {
	t.Parallel()
	first := serving(t, sandbox.Options{Accounts: 30}, nil)
	second := serving(t, sandbox.Options{Accounts: 20, Seed: 9}, nil)
	look, _ := configured(t, "", site{"first", first.URL}, site{"second", second.URL})
	look = look.with("XDG_STATE_HOME=" + t.TempDir())
	for _, name := range []string{"first", "second"} { // the recordings that T leads to below
		record := exec.Command(channeldeck, "record", "--site", name)
		record.Env = append(home(t), look.env...)
		if out, err := record.CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
	}
	look.args = []string{"--site", "all", "--pane", "accounts"}
	m := open(t, look)
	m.wait("first+second ● ", "1/50", "● first 30 accounts", "● second 20 accounts")
	next := func(want string) {
		t.Helper()
		m.do(":", "Command palette")
		m.write("next site")
		m.do("Enter", want)
	}
	next("site:first")
	next("site:second")
	next("1/50")
	m.do("3", "● second 20 accounts", "A", "Create an account group")
	m.write("East")
	m.do("Enter", "Site", "Right", "", "Right", "", "Enter", "Created: East · second")
	m.do("Escape", "groups  ", "4", "/28 ─")
	next("site:first")
	next("site:second")
	next("/28 ─")
	m.do("2", "1/50", "r", "", "T", "Show a moment in the past", "Enter", " as of ")
	m.until("both sites in the past", func(s screen) bool {
		return s.has("1/50", "● first 30 accounts", "● second 20 accounts") &&
			screen(s.line(0)).has("first+second", " as of ")
	})
	next("site:first")
	m.do("4", "─ Options ─", "Escape", "1/50")
	m.press("2")
	second.Close()
	m.do("r", "second: ")
	m.wait("1/50", "● first 30 accounts", "✗ second 20 accounts", "refused the connection")
	for _, pane := range []string{"1", "3"} {
		m.press(pane)
		m.wait("● first 30 accounts", "✗ second 20 accounts", "second: ✗", "refused the connection")
	}
	m.do("2", "1/50")
	m.do("S", " Sites ", "Enter", "1/30")
	m.do("S", " Sites ", "Down", "", "Space", "", "Enter", "first+second")
	m.press("q")
	if code := m.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// TestViewIsDeleted saves a view into the configuration and deletes it again in the picker.
func TestViewIsDeleted(t *testing.T) {
	t.Parallel()
	_, l := faulty(t, "create:business500=1x") // with a configuration that can be written
	m := open(t, l)
	m.wait("groups")
	m.do("V", "View name")
	m.write("mine")
	m.do("Enter", "Saved the view")
	m.do("V", "Delete a view…")
	m.write("delete")
	m.do("Enter", "Delete which view?", "Enter", "Delete the view “mine”?", "y", "Deleted the view “mine”.")
	m.do("V", "View name")
}

// A moment in a gap shows the recording before it and says how long before, in the past nothing is
// changed, and the first step back leads to the recording before the one that is shown.
func TestMomentInAGap(t *testing.T) {
	t.Parallel()
	look := remembered(t, 30, 2)
	look.args = []string{"--pane", "groups"}
	m := open(t, look)
	m.wait("from 30 accounts")
	m.do("T", "Show a moment in the past")
	m.write(time.Now().Add(-2 * time.Hour).Format("2006-01-02 15:04"))
	yesterday := time.Now().AddDate(0, 0, -1).Format(time.DateOnly)
	m.do("Enter", "As recorded on "+yesterday)
	m.wait("from 30 accounts", " as of "+yesterday)
	m.do("T", "Show a moment in the past")
	m.write("soon")
	m.do(
		"Enter", "“soon” can't be read",
		"Escape", " as of "+yesterday, // the box is closed
		"Escape", "channeldeck  ",
		"T", "Show a moment in the past",
		"Enter", " as of "+yesterday,
	)
	m.press("q")
	if code := m.exit(); code != 0 {
		t.Errorf("exit code %d", code)
	}
}
