package prices

import (
	"context"
	"net/http"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/testkit/panetest"
)

// fewLater is few some time later: a price that rose and one that fell, another
// limit, a model that went and one that came.
var fewLater = strings.NewReplacer(
	`"price":80`,
	`"price":90.5`,
	`"price":20`,
	`"price":10`,
	`"maxSizeMb":50`,
	`"maxSizeMb":40`,
	`{"name":"bare"}`,
	`{"name":"fresh"}`,
).Replace(few)

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

// The list has the last known prices while the service is down, and a page tells since
// when they apply.
func TestPricesApplySince(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func(day int, visit bool) *history.DB {
		h := history.Open(history.Config{
			Path:  path,
			Visit: visit,
			Site:  "s",
			Key:   "k",
			Now:   func() time.Time { return panetest.Now.AddDate(0, 0, day) },
		})
		t.Cleanup(func() { h.Close(context.Background()) })
		return h
	}
	start := func(day int, models string) (*panetest.World, *Model) {
		w, now := changing(t, panetest.Options{History: visit(day, true)})
		*now = models
		return w, begin(t, w, 120, 40)
	}
	w, _ := start(0, few)
	w.Site().History().Close(t.Context())
	record := visit(1, false) // by the record command
	later, err := api.DecodeRows[api.VideoModel]([]byte("[" + fewLater + "]"))
	if err != nil {
		t.Fatal(err)
	}
	record.RecordCatalog(panetest.Now.AddDate(0, 0, 1), later)
	record.Close(t.Context())

	w, m := start(2, "")
	if m.ctx.Sites.First().Store.Catalog.Err == nil || len(m.catalog.Models) == 0 {
		t.Errorf("%d models, error %v", len(m.catalog.Models), m.ctx.Sites.First().Store.Catalog.Err)
	}
	var since []string // of two models whose prices changed
	for range 2 {
		panetest.Press(t, m, "t")
		since = append(since, m.stack.View())
		panetest.Press(t, m, "esc", "down")
	}
	for _, want := range []string{
		"Price history of",
		"since 20 May or earlier",
		"changed between 20 May and 21 May  was",
	} {
		if !strings.Contains(strings.Join(since, "\n"), want) {
			t.Errorf("%q is missing in\n%s", want, strings.Join(since, "\n"))
		}
	}
	for _, page := range since {
		if !strings.Contains(page, "Credits per clip  ") {
			t.Errorf("the prices have no unit:\n%s", page)
		}
		if !strings.Contains(page, "┤ ·") || strings.Count(page, "⠤⠤⠤") == 0 {
			t.Errorf("no chart of a price that changed:\n%s", page)
		}
		if marks := strings.Count(page, m.theme.Glyphs.Normal+"⠤"); marks == 0 ||
			!strings.Contains(page, "Credits per clip ·") {
			t.Errorf("the chart has no price at its step, or no unit:\n%s", page)
		}
	}
	columns := map[int]bool{} // of prices of several widths, which end in one column
	for _, line := range strings.Split(since[0], "\n") {
		if before, _, found := strings.Cut(line, " since 20 May"); found {
			columns[len([]rune(before))] = true
		}
	}
	if len(columns) != 1 {
		t.Errorf("prices end in %d columns:\n%s", len(columns), since[0])
	}
	w.Site().History().Close(t.Context())
}

// What is the same for all prices of a model is said once, so that each has one row on a narrow terminal too.
func TestPricesApplySinceOneDay(t *testing.T) {
	models, err := api.DecodeRows[api.VideoModel]([]byte("[" + few + "]"))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "h.db")
	yesterday := panetest.Now.AddDate(0, 0, -1)
	before := panetest.History(t, path, yesterday)
	before.RecordCatalog(yesterday, models)
	before.Close(t.Context())
	w, now := changing(t, panetest.Options{History: panetest.History(t, path, panetest.Now)})
	*now = few
	m := begin(t, w, 60, 24)
	panetest.Press(t, m, "t")
	page := m.stack.View()
	said := "Credits per clip · all since 19 May or earlier"
	if strings.Count(page, "or earlier") != 1 || !strings.Contains(page, said) {
		t.Errorf("the day is not said once:\n%s", page)
	}
}
