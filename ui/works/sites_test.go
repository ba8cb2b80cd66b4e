package works

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// twoSites returns the pane of the sites a and b, whose histories have the works one and two.
// asked gets the name of a site with each work that is requested from it.
func twoSites(t *testing.T, asked chan string) *deck {
	t.Helper()
	at := func(site string, views int64) panetest.Options {
		h := panetest.History(t, filepath.Join(t.TempDir(), site+".db"), panetest.Now)
		for _, id := range []string{"one", "two"} {
			h.Works().Record(panetest.Now, api.WorkQuery{
				Platform: "douyin",
				WorkID:   id,
			}, api.WorkDetail{Snapshots: []api.Snapshot{
				{
					ID:        "s",
					FetchedAt: api.Some(panetest.Now.Format(time.RFC3339)),
					Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(views)}},
				},
			}})
		}
		h.Wait(t.Context())
		return panetest.Options{History: h, Before: panetest.Noting(func(r *http.Request) {
			if strings.Contains(r.URL.Path, "/works/") {
				asked <- site
			}
		})}
	}
	w := panetest.Sites(t, at("a", 11), at("b", 22))
	return &deck{Model: panetest.Begin(t, New, w, 150, 40), t: t, world: w}
}

// toWork moves the cursor to a work of a site.
func (d *deck) toWork(site, id string) {
	d.t.Helper()
	if !d.start.Table.MoveTo(d.ctx.Sites.RowKey(site, "douyin/"+id)) {
		d.t.Fatalf("%s has no work %s", site, id)
	}
}

// Works of two sites with equal IDs are different rows, and each is shown, watched and requested
// at its site.
func TestWorksOfSeveralSites(t *testing.T) {
	asked := make(chan string, 100)
	d := twoSites(t, asked)
	d.shows("4 works", "4 with snapshots", "Site")
	views := map[string]string{"a": "11", "b": "22"}
	for site, n := range views {
		d.toWork(site, "one")
		d.press("enter")
		if w := d.topWork(); w == nil || w.m.own.Name != site || len(asked) > 0 {
			t.Fatalf("a work of %s opens:\n%s", site, d.stack.View())
		}
		d.shows("Douyin "+site, n)
		d.press("r", "enter")
		if got := <-asked; got != site || len(asked) > 0 {
			t.Errorf("the work of %s is requested from %s", site, got)
		}
		d.press("esc")
	}
	a := d.sites[0].works
	b := d.sites[1].works
	if len(a) != 1 || len(b) != 1 || a[0] == b[0] {
		t.Errorf("%d works of a, %d of b", len(a), len(b))
	}
	d.toWork("b", "two")
	d.press("w", "enter")
	if d.sites[0].watch.work != nil || d.sites[1].watch.work == nil {
		t.Error("the watch is not of b")
	}
	d.sites[1].watch.next = panetest.Now
	panetest.Pump(t, d.Model, d.Update(watchTick{&d.sites[1].watch, d.sites[1].watch.generation}))
	if got := <-asked; got != "b" {
		t.Errorf("the watch of b requests from %s", got)
	}
	if d.press("esc"); d.sites[1].watch.work != nil {
		t.Error("the watch goes on")
	}
	var sites []string
	for _, thing := range slices.Concat(
		d.Things(),
		d.MatchID("work-12345"),
		d.Read("https://www.douyin.com/video/7300000000000000001"),
	) {
		sites = append(sites, thing.Target.Site)
		if !strings.HasSuffix(thing.Note, thing.Target.Site) {
			t.Errorf("%s of %s has the note %q", thing.Label, thing.Target.Site, thing.Note)
		}
	}
	if got := strings.Join(sites, ""); got != "abbabab" {
		t.Errorf("the palette has the sites %s", got)
	}
	for _, shown := range []int{2, 2, 4} {
		panetest.Pump(t, d.Model, d.stack.NextSite()())
		if n, _ := d.start.Table.Counts(); n != shown {
			t.Errorf("%d works are shown", n)
		}
	}
	d.goTo(pane.Target{Site: "b", Platform: "douyin", WorkID: "two"})
	if w := d.topWork(); w == nil || w.m.own.Name != "b" {
		t.Errorf("another pane opens:\n%s", d.stack.View())
	}
}

// The form asks for the site, beginning with that of the work under the cursor, and names it.
func TestWorkIsRequestedFromOneOfSeveralSites(t *testing.T) {
	asked := make(chan string, 100)
	d := twoSites(t, asked)
	d.toWork("b", "one")
	d.press("A")
	d.shows("Choose a site")
	d.press("enter", "text:three", "enter", "text:youtube", "enter", "text:youtube_1", "enter")
	if w := d.topWork(); w == nil || w.m.own.Name != "b" || w.query.WorkID != "three" || <-asked != "b" ||
		len(asked) > 0 {
		t.Errorf("requested:\n%s", d.stack.View())
	}
	d.press("A", "up", "enter")
	if f := pane.Topmost[*formScreen](d.stack); f == nil || f.m.own.Name != "a" || f.platform() != "" {
		t.Errorf("the form of the other site:\n%s", d.stack.View())
	}
}

// Works of two sites are compared.
func TestWorksOfTwoSitesAreCompared(t *testing.T) {
	d := twoSites(t, make(chan string, 100))
	for _, site := range []string{"a", "b"} {
		d.toWork(site, "one")
		d.press(" ")
	}
	d.press("m")
	d.shows("Douyin a · one", "Douyin b · one", "11", "22")
	a := d.sites[0].works
	b := d.sites[1].works
	if len(a) != 1 || len(b) != 1 {
		t.Errorf("%d works of a, %d of b", len(a), len(b))
	}
}

// The works of a site stay while the other one is down.
func TestWorksWithoutASite(t *testing.T) {
	down := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	broken := panetest.Options{Handler: down, API: api.Settings{Retries: -1}}
	w := panetest.Sites(t, broken, panetest.Options{})
	for _, site := range w.Context.Sites {
		site.Examples = []pane.Thing{{
			Kind:   pane.KindWork,
			Note:   "Work of " + site.Name,
			Target: pane.Target{Pane: Name, Platform: "douyin", WorkID: "x"},
		}}
	}
	d := &deck{Model: panetest.Begin(t, New, w, 150, 40), t: t, world: w}
	d.shows("Work of a", "Work of b", "2 works")
	d.toWork("b", "x")
	if d.press("enter"); d.top() != "form" || pane.Topmost[*formScreen](d.stack).m.own.Name != "b" {
		t.Errorf("the work of b opens:\n%s", d.stack.View())
	}
}
