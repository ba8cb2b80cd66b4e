package options

import (
	"fmt"
	"net/http"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"channeldeck/ui/testkit/panetest"
)

// The list, the inspector and an option show what changed since the previous visit,
// once; the visit after that has nothing to mark.
func TestChangesSinceTheLastVisit(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	option := `{"field":"privacy","createSchema":{"required":[%s],"properties":{"tags":{},` +
		`"privacy":{"enum":["public"%s]}}}}`
	before := fmt.Sprintf(option, "", "")
	now := fmt.Sprintf(option, `"tags"`, `,"unlisted"`)
	visit := func(days int, options string) *Model {
		w := panetest.New(t, panetest.Options{
			Handler: serve(data(platform), data(options)),
			History: panetest.History(t, path, panetest.Now.AddDate(0, 0, days)),
		})
		w.Context.View.Now = func() time.Time { return panetest.Now.AddDate(0, 0, days) }
		m := panetest.Begin(t, New, w, 120, 38)
		panetest.Pump(t, m, m.Visit())
		return m
	}
	leave := func(m *Model) { m.own.History().Close(t.Context()) }
	first := visit(0, before)
	if view := first.stack.View(); strings.Contains(view, "! 1") || strings.Contains(view, "Changed since") {
		t.Errorf("the first visit marks changes:\n%s", view)
	}
	leave(first)

	second := visit(1, now)
	shows := func(wants ...string) {
		t.Helper()
		view := second.stack.View()
		for _, want := range wants {
			if !strings.Contains(view, want) {
				t.Errorf("%q is missing:\n%s", want, view)
			}
		}
	}
	shows("! 1", "Changed since yesterday 09:30", "“Tags” is now required",
		`new value "unlisted" of`, "“Who can see it”")
	panetest.Press(t, second, "enter")
	shows("! changed", "Changed since")
	panetest.Press(t, second, "/", "text:list", "enter")
	shows("“Tags” is now required", "needs: tags.")
	if n := strings.Count(second.stack.View(), "Changed since yesterday 09:30"); n != 1+1 { // the summary has it too
		t.Errorf("the changes of an option have %d titles:\n%s", n, second.stack.View())
	}
	panetest.Press(t, second, "v")
	shows("“tags” is now required", `new value "unlisted" of “privacy”`)
	leave(second)

	third := visit(2, now)
	if view := third.stack.View(); strings.Contains(view, "! 1") || strings.Contains(view, "Changed since") {
		t.Errorf("the third visit marks what the second one showed:\n%s", view)
	}
}

// With the service down, the options of the previous visit are shown with their age,
// also those of platforms whose request was not sent. Opening one sends it.
func TestOptionsWithoutService(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	var platforms []string
	for i := range 6 {
		platforms = append(platforms, strings.ReplaceAll(platform, "pinBoard", fmt.Sprint("board", i)))
	}
	visit := func(handler http.Handler) *Model {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Handler: handler, History: panetest.History(t, path, panetest.Now)}),
			120,
			38,
		)
		panetest.Pump(t, m, m.Visit())
		return m
	}
	first := visit(serve(data(platforms...), data(board)))
	first.own.History().Close(t.Context())
	var requests atomic.Int32
	m := visit(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		requests.Add(1)
		http.Error(w, "down", http.StatusNotFound)
	}))
	sent := requests.Load()
	for i := range 6 {
		if l := m.load(fmt.Sprint("board", i)); !l.At.Equal(panetest.Now) || len(l.Value.List) != 1 {
			t.Errorf("platform %d has %d options of %v", i, len(l.Value.List), l.At)
		}
	}
	if panetest.Press(t, m, "end", "enter"); requests.Load() != sent+1 {
		t.Errorf("%d requests, %d before a platform was opened", requests.Load(), sent)
	}
	if view := m.stack.View(); !strings.Contains(view, "Board") || !strings.Contains(view, "Showing data from") {
		t.Errorf("the options or their age are missing:\n%s", view)
	}
}
