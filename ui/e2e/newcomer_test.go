//go:build unix

package e2e

import (
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api/sandbox"
)

// newcomer operates the program by what is on the screen: arrows and typing, and
// keys only where the footer shows them.
type newcomer struct{ *terminal }

// key returns the key that the screen shows for an action.
func (s screen) key(action string) (string, bool) {
	shown := regexp.MustCompile(`(\S+) ` + regexp.QuoteMeta(action) + `(?:$|  )`)
	lines := s.lines()
	m := shown.FindStringSubmatch(lines[len(lines)-1])
	if m == nil {
		return "", false
	}
	return m[1], true
}

// use presses the key of an action once the screen shows it.
func (n newcomer) use(action string) {
	n.Helper()
	var key string
	n.until("the key of "+strconv.Quote(action), func(s screen) (ok bool) {
		key, ok = s.key(action)
		return ok
	})
	if first, _, several := strings.Cut(key, "/"); several && first != "" { // such as enter/space
		key = first
	}
	names := map[string]string{"enter": "Enter", "esc": "Escape", "space": "Space", "tab": "Tab"}
	if name, ok := names[key]; ok {
		key = name
	}
	n.press(strings.Replace(key, "ctrl+", "C-", 1))
}

// open goes to a pane by the number in the header.
func (n newcomer) open(pane, shows string) {
	n.Helper()
	m := regexp.MustCompile(`(\d) ` + pane).FindStringSubmatch(n.wait(pane).line(0))
	if m == nil {
		n.Fatalf("the header has no number of %s", pane)
	}
	n.press(m[1])
	n.wait(shows)
}

// choose moves the cursor down to a line of the list or picker in front.
func (n newcomer) choose(text string) {
	n.Helper()
	cursor := regexp.MustCompile(`▌[^│▌]*`)
	cursors := func(s screen) string { return strings.Join(cursor.FindAllString(string(s), -1), "\n") }
	s := n.until("a cursor, and "+text, func(s screen) bool {
		return cursors(s) != "" && strings.Contains(string(s), text)
	})
	for range 40 {
		before := cursors(s)
		if strings.Contains(before, text) {
			return
		}
		n.press("Down") // the inspector follows later: only the cursor's own line counts
		s = n.until("the cursor on the next line", func(s screen) bool { return cursors(s) != before })
	}
	n.Fatalf("the cursor does not reach %q:\n%s", text, s)
}

// abnormal counts the abnormal accounts of the demo by platform and by group.
func abnormal(t *testing.T) (platforms, groups map[string]int) {
	t.Helper()
	number, err := strconv.ParseUint(seed, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	service, err := sandbox.New(sandbox.Options{Seed: number})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, "/api/v2/channels/accounts?status=0", nil)
	r.Header.Set("X-Api-Key", sandbox.DefaultAPIKey)
	w := httptest.NewRecorder()
	service.ServeHTTP(w, r)
	var answer struct {
		Data struct {
			List []struct {
				Type    string `json:"type"`
				GroupID string `json:"groupId"`
			} `json:"list"`
		} `json:"data"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	platforms = map[string]int{}
	groups = map[string]int{}
	for _, a := range answer.Data.List {
		platforms[a.Type]++
		groups[a.GroupID]++
	}
	return platforms, groups
}

// TestNewcomer answers six questions with nothing but what the screen shows.
func TestNewcomer(t *testing.T) {
	t.Parallel()
	platforms, groups := abnormal(t)
	n := newcomer{open(t, demo())}
	n.wait("2,500 accounts", "1/2,500")

	// All abnormal accounts on two platforms.
	n.use("abnormal")
	n.wait("1/215")
	n.use("filter by")
	n.choose("platforms")
	n.use("choose")
	for _, platform := range []string{"YouTube", "Instagram"} {
		n.choose("] " + platform)
		n.use("select")
		n.wait("[✓] " + platform)
	}
	n.use("apply")
	want := platforms["youtube"] + platforms["instagram"]
	n.until("all of them and no others", func(s screen) bool {
		rows := 0
		for _, line := range s.lines() {
			if _, row, ok := strings.Cut(line, " ✗ "); ok && strings.HasPrefix(line, "│") {
				row, _, _ = strings.Cut(row, "│")
				if rows++; !strings.Contains(row, "YouTube") && !strings.Contains(row, "Instagram") {
					return false
				}
			}
		}
		return rows == want && s.has("1/"+strconv.Itoa(want))
	})

	// The group with the most of them.
	most := 0
	for _, count := range groups {
		most = max(most, count)
	}
	n.open("Groups", "12 groups")
	heading := func(s screen) string {
		_, line, _ := s.find("Accounts", "Abnormal", "Followers")
		return line
	}
	n.use("commands")
	n.write("sort")
	n.choose("▌  sort ") // and not "reverse sort", to which an early key would move
	n.use("choose")
	n.wait("Sort by")
	n.choose("Abnormal")
	n.use("choose")
	s := n.until("the groups in the order of abnormal accounts", func(s screen) bool {
		return strings.Contains(heading(s), "Abnormal ▼")
	})
	if row, _, _ := s.find(heading(s)); !strings.Contains(s.line(row+1), " "+strconv.Itoa(most)+" ") {
		t.Errorf("the first group has not %d abnormal accounts:\n%s", most, s)
	}

	// What a board of Pinterest needs.
	n.open("Options", "14 platforms")
	n.use("filter")
	n.write("pinterest")
	n.wait("1/1")
	n.use("apply")
	n.use("open")
	n.wait("Must", "Board", "Title", "Cover")
	n.choose("Board")
	n.use("schema")
	n.wait("boardId", "required · text", "privacy")

	// How a work's numbers moved.
	n.open("Works", "A cat moved")
	n.choose("A cat moved")
	n.use("open")
	n.use("confirm")
	n.wait("7 snapshots", "Views", "▲ ")

	// Why a session failed.
	n.open("Sessions", "Harbor Bakes failed")
	n.choose("Harbor Bakes failed")
	n.use("open")
	n.use("problems")
	n.wait("CredentialExpired: the Douyin login of Harbor Bakes has expired.")

	// The cheapest 8 seconds in 1080p from an image.
	n.open("Prices", "Aurora 1.0 Pro")
	n.use("get a quote")
	n.write("8s 1080p image to video")
	s = n.wait("8 s · 1080p · image to video", "43.06")
	if line := s.chosen(); !screen(line).has("Iris", "43.06") {
		t.Errorf("the cursor is on %q, not on the cheapest", line)
	}
}
