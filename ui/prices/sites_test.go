package prices

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// fewElsewhere is few as another site has it: other prices, and models of its own.
var fewElsewhere = strings.NewReplacer(
	`"price":80`,
	`"price":70`,
	`"price":5}`,
	`"price":4}`,
	`{"name":"bare"}`,
	`{"name":"far","label":"Far","creditsScope":"general","modes":["image2video"],"pricing":[{"duration":8,`+
		`"price":1}]}`,
).Replace(few)

// sites returns the pane of the sites a, which has few, and b, which has fewElsewhere.
func sites(t testing.TB, width, height int) *Model {
	t.Helper()
	return panetest.Begin(t, New, panetest.Sites(t, served(catalog(few)), served(catalog(fewElsewhere))), width, height)
}

// answers are the answers of the list on top, as site/name=price, and the headings between them.
func answers(m *Model) (all []string) {
	s := pane.Topmost[*quoteScreen](m.stack)
	for _, a := range s.rows() {
		switch {
		case a.Model == nil:
			all = append(all, "["+a.Heading+"]")
		case a.Offer == nil:
			all = append(all, a.Model.Site+"/"+a.Model.Name)
		default:
			all = append(all, fmt.Sprintf("%s/%s=%s #%d", a.Model.Site, a.Model.Name, a.Offer.Price, a.Rank))
		}
	}
	return all
}

// A quote ranks the credits of each site for themselves, also those of one name.
func TestQuoteOfSeveralSites(t *testing.T) {
	m := sites(t, 150, 40)
	panetest.Press(t, m, "$", "text:8s 1080p i2v x2", "enter")
	want := []string{
		"[general credits · a]", "a/long=80 #1", "[family credits · a]", "a/other=5 #1",
		"[general credits · b]", "b/far=1 #1", "b/long=70 #2", "[family credits · b]", "b/other=4 #1",
		"[2 don't match · a]", "a/short", "a/bare", "[1 doesn't match · b]", "b/short",
	}
	if got := answers(m); !slices.Equal(got, want) {
		t.Errorf("answers\n%s", strings.Join(got, "\n"))
	}
	panetest.Shows(
		t,
		m.stack.View(),
		"8 models",
		"● a 4 models 09:30 ● b 4 models 09:30",
		"1/8",
		"Site",
		"4 credit types, ranked separately.",
	)
	for _, column := range []string{"site", "price", "label"} { // below the headings, whatever the rows are sorted by
		panetest.Pump(t, m, pane.Topmost[*quoteScreen](m.stack).Table.SortBy(column, true))
		credits := ""
		for r := range pane.Topmost[*quoteScreen](m.stack).Table.Rows() {
			if r.Offer != nil {
				credits += " " + r.Model.Site + "/" + string(r.Model.Scope)
			}
		}
		if credits != " a/general a/family b/general b/general b/family" {
			t.Errorf("sorted by %s:%s", column, credits)
		}
	}
	panetest.Pump(t, m, m.stack.NextSite()())
	panetest.Pump(t, m, m.stack.NextSite()())
	if view := m.stack.View(); !strings.Contains(view, "general credits · b") ||
		strings.Contains(view, "general credits · a") ||
		!strings.Contains(view, "1/4") {
		t.Errorf("of several sites:\n%s", view)
	}
	panetest.Press(t, m, "esc", "/", "text:b", "enter") // headings are no rows that a filter finds
	panetest.Shows(t, m.stack.View(), "/5")
}

// Models of the same name are different rows, which unfold, are compared and are opened each by itself.
func TestModelsOfSeveralSites(t *testing.T) {
	m := sites(t, 150, 40)
	panetest.Press(t, m, "tab", "right")
	var rows []string
	s := pane.Topmost[*catalogScreen](m.stack)
	for r := range s.Table.Rows() {
		rows = append(rows, fmt.Sprint(r.Model.Site, "/", r.Model.Name, map[bool]string{true: "."}[r.Under]))
	}
	const want = "a/long a/long. a/long. a/short a/other a/bare b/long b/short b/far b/other"
	if got := strings.Join(rows, " "); got != want {
		t.Errorf("rows %s", got)
	}
	panetest.Press(t, m, "tab")
	if rows := s.m.catalog.Match(s.m.question.Filter); len(rows) != 12 {
		t.Errorf("%d prices", len(rows))
	}
	panetest.Shows(t, m.stack.View(), "Site", "general credits · b")
	panetest.Press(t, m, "tab", "H", "/", "text:long", "enter", " ", " ", "m")
	panetest.Shows(t, m.stack.View(), "Long One · a", "Long One · b", "their prices are not comparable", "80*", "70*")
	page := m.comparePage([]string{"a/long", "b/long"})
	if all, err := api.Marshal(page.json()); err != nil || strings.Count(string(all), `{"site":"`) != 2 {
		t.Errorf("as JSON %s, %v", all, err)
	}
	for site, price := range map[string]string{"a": "80", "b": "70", "": "80"} {
		panetest.Pump(t, m, m.Open(pane.Target{Site: site, Model: "long"}))
		panetest.Shows(t, m.stack.View(), price+"*")
		if site == "b" {
			panetest.Shows(t, m.stack.View(), "Long One", "general credits · b")
		}
	}
	var things []string
	for _, thing := range m.Things() {
		things = append(things, thing.Target.Site+"/"+thing.Target.Model+" "+thing.Note)
	}
	if len(things) != 8 || things[4] != "b/long general · b" {
		t.Errorf("the palette has %q", things)
	}
	sheet := priceSheet(m.view, m.catalog.Match(m.question.Filter))
	if value, err := api.Marshal(sheet.JSON(sheet.Rows[0])); err != nil ||
		!strings.HasPrefix(string(value), `{"site":"a","name":"long"`) {
		t.Errorf("an exported row is %s, %v", value, err)
	}
}

// Files are checked with the models of each site.
func TestFilesOfSeveralSites(t *testing.T) {
	m := sites(t, 150, 40)
	panetest.Press(t, m, "i", "text:mp4 60MB", "enter")
	panetest.Shows(t, m.stack.View(), "1 rejects the files · a", "1 rejects the files · b", "Site")
}

// A site whose catalog fails does not hide that of the other, and says why.
func TestPricesWithoutASite(t *testing.T) {
	broken := panetest.Options{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(http.StatusBadGateway)
		}),
		API: api.Settings{Retries: -1},
	}
	for site, options := range map[string][2]panetest.Options{
		"a": {broken, served(catalog(few))},
		"b": {served(catalog(few)), broken},
	} {
		m := panetest.Begin(t, New, panetest.Sites(t, options[0], options[1]), 150, 30)
		panetest.Shows(t, m.stack.View(), "4 models 09:30", "✗ "+site+" 0 models no data", site+": ", "502", "Long One")
		if s := m.State(); s.Err == nil || s.At.IsZero() || s.InFlight > 0 {
			t.Errorf("%s is down, and the state is %+v", site, s)
		}
	}
	both := panetest.Begin(t, New, panetest.Sites(t, broken, broken), 100, 30)
	panetest.Shows(t, both.stack.View(), "Couldn't load", "502", "[r] retry")
}

// The rows of a site stay, with their age, when it fails later.
func TestSiteFailsLater(t *testing.T) {
	w, models := changing(t, panetest.Options{})
	other := panetest.New(t, served(catalog(fewElsewhere)))
	w.Site().Name = "a"
	other.Site().Name = "b"
	w.ResetStore()
	other.ResetStore()
	w.Context.Show(w.Site(), other.Site())
	m := panetest.Begin(t, New, w, 150, 30)
	*models = ""
	panetest.Press(t, m, "r")
	panetest.Shows(
		t,
		m.stack.View(),
		"✗ a 4 models 09:30",
		"● b 4 models 09:30",
		"a: ✗ Showing data from 09:30",
		"Long One",
	)
}

// The history of a model is that of its site.
func TestHistoryOfSeveralSites(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	h := panetest.History(t, path, panetest.Now)
	later, err := api.DecodeRows[api.VideoModel]([]byte("[" + fewElsewhere + "]"))
	if err != nil {
		t.Fatal(err)
	}
	h.RecordCatalog(panetest.Now.AddDate(0, 0, -1), later)
	b := served(catalog(fewElsewhere))
	h.Close(t.Context())
	b.History = panetest.History(t, path, panetest.Now)
	m := panetest.Begin(t, New, panetest.Sites(t, served(catalog(few)), b), 150, 40)
	for site, shows := range map[string]string{"a": "", "b": "Price history of Long One · b"} {
		panetest.Pump(t, m, m.Open(pane.Target{Site: site, Model: "long"}))
		up := panetest.Press(t, m, "t")
		if got := panetest.Notified(
			up,
			m.words.T("prices.no_history"),
		); got != (shows == "") || !strings.Contains(m.stack.View(), shows) {
			t.Errorf("%s: no history: %v\n%s", site, got, m.stack.View())
		}
	}
}
