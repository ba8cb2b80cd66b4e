//go:build unix

package e2e

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

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
	for _, size := range [][2]int{{80, 24}, {40, 12}} {
		m.resize(size[0], size[1])
		for _, pane := range strings.Split("1234567", "") {
			m.press(pane)
			header("pane " + pane)
		}
	}
	m.resize(80, 24)
	m.do("3", "groups", "n", "Create an account group")
	header("the form for a new group")
}
