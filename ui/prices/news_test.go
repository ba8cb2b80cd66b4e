package prices

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
)

// fewLater is few some time later: a price that rose and one that fell, another
// limit, a model that went and one that came.
var fewLater = strings.NewReplacer(`"price":80`, `"price":90.5`, `"price":20`, `"price":10`, `"maxSizeMb":50`, `"maxSizeMb":40`, `{"name":"bare"}`, `{"name":"fresh"}`).Replace(few)

// changing is a world whose catalog the test changes, at first few.
func changing(t *testing.T, o panetest.Options) (w *panetest.World, models *string) {
	t.Helper()
	now := few
	o.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if now == "" {
			answer("{}").ServeHTTP(rw, r)
			return
		}
		catalog(now).ServeHTTP(rw, r)
	})
	o.Refresh = time.Minute
	w = panetest.New(t, o)
	return w, &now
}

// Changes stay new until the user has seen them, however often the pane refreshes
// by itself.
func TestNewsStayUntilTheyAreRead(t *testing.T) {
	const dearest = `"price":99`
	for name, c := range map[string]struct {
		steps []string // keys, changes of the catalog, or "timer" for an automatic refresh
		want  int
	}{
		"one refresh":                    {[]string{"later", "timer"}, 5},
		"several refreshes":              {[]string{"later", "timer", "timer", "timer"}, 5},
		"more changes":                   {[]string{"later", "timer", "more", "timer"}, 6},
		"one after a failure":            {[]string{"later", "timer", "broken", "timer", "later", "timer"}, 5},
		"changed back":                   {[]string{"later", "timer", "few", "timer"}, 0},
		"read":                           {[]string{"later", "timer", "C", "esc"}, 5},
		"read, then refreshed":           {[]string{"later", "timer", "C", "esc", "timer"}, 0},
		"read, and then more":            {[]string{"later", "timer", "C", "enter", "more", "timer", "timer"}, 1},
		"while reading":                  {[]string{"later", "timer", "C", "timer"}, 5},
		"more while reading":             {[]string{"later", "timer", "C", "more", "timer"}, 6},
		"another page":                   {[]string{"later", "timer", "enter", "esc", "timer"}, 5},
		"by the user":                    {[]string{"later", "r"}, 5},
		"by the user, then by the timer": {[]string{"later", "r", "timer", "timer"}, 5},
		"by the user twice":              {[]string{"later", "r", "r"}, 0},
		"by the user after the timer":    {[]string{"later", "timer", "more", "r", "timer"}, 1},
		"by the user, but failed":        {[]string{"later", "timer", "broken", "r", "later", "timer"}, 0},
		"from the page":                  {[]string{"later", "timer", "C", "r", "timer"}, 0},
		"read, and changed back":         {[]string{"later", "timer", "C", "esc", "few", "timer"}, 5},
	} {
		w, models := changing(t, panetest.Options{})
		m := begin(t, w, 120, 22)
		for _, step := range c.steps {
			switch step {
			case "later":
				*models = fewLater
			case "more":
				*models = strings.ReplaceAll(fewLater, `"price":5}`, dearest+"}")
			case "few":
				*models = few
			case "broken":
				*models = ""
			case "timer":
				panetest.Pump(t, m, last(w))
			default:
				panetest.Press(t, m, step)
			}
		}
		if got := len(m.snapshot().changes); got != c.want {
			t.Errorf("%s: %d changes, want %d", name, got, c.want)
		}
	}
}

// last is the command of the timer that was set last.
func last(w *panetest.World) tea.Cmd {
	timers := w.Timers()
	return func() tea.Msg { return timers[len(timers)-1].Msg }
}

// The next start compares with the catalog of the previous visit, whatever was
// recorded in between, and shows the last known prices while the service is down.
func TestNewsSinceTheLastVisit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func(day int, visit bool) *history.DB {
		h := history.Open(history.Config{Path: path, Visit: visit, Site: "s", Key: "k", Now: func() time.Time { return panetest.Now.AddDate(0, 0, day) }})
		t.Cleanup(func() { h.Close(context.Background()) })
		return h
	}
	start := func(day int, models string) (*panetest.World, *Model) {
		w, now := changing(t, panetest.Options{History: visit(day, true)})
		*now = models
		return w, begin(t, w, 120, 40)
	}
	w, m := start(0, few)
	if got := len(m.snapshot().changes); got != 0 {
		t.Errorf("%d changes at the first visit", got)
	}
	w.Context.History.Close(t.Context())
	record := visit(1, false) // by the record command
	later, err := api.DecodeRows[api.VideoModel]([]byte("[" + fewLater + "]"))
	if err != nil {
		t.Fatal(err)
	}
	record.RecordCatalog(panetest.Now.AddDate(0, 0, 1), later)
	record.Close(t.Context())

	w, m = start(2, "")
	if got := len(m.snapshot().changes); got != 5 || m.Store.Catalog.Err == nil {
		t.Errorf("%d changes since the first visit, error %v", got, m.Store.Catalog.Err)
	}
	var since []string // of the models whose prices changed and did not
	for range 2 {
		panetest.Press(t, m, "H")
		since = append(since, m.View())
		panetest.Press(t, m, "esc", "down")
	}
	for _, want := range []string{"Price history of", "since 2026-05-20 or earlier", "since 2026-05-21  was"} {
		if !strings.Contains(strings.Join(since, "\n"), want) {
			t.Errorf("%q is missing in\n%s", want, strings.Join(since, "\n"))
		}
	}
	columns := map[int]bool{} // of prices of several widths, which end in one column
	for _, line := range strings.Split(since[0], "\n") {
		if before, _, found := strings.Cut(line, " since 2026"); found {
			columns[len([]rune(before))] = true
		}
	}
	if len(columns) != 1 {
		t.Errorf("prices end in %d columns:\n%s", len(columns), since[0])
	}
	w.Context.History.Close(t.Context())
}
