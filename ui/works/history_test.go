package works

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/api/metrics"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A work that is opened again has the snapshots of the previous visit.
func TestSnapshotsOfEarlierVisits(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	visit := func(later time.Duration) *deck {
		d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
		d.clock.pass(later)
		return d
	}
	first := visit(0)
	e := first.example("growing")
	first.open(e)
	first.shows("1 snapshot", "A chart needs two snapshots")
	first.own.History().Close(t.Context())

	second := visit(time.Hour)
	if said := second.open(e); said != "1 new snapshot" {
		t.Errorf("notice %q", said)
	}
	second.shows("2 snapshots", "1 API call")
	recent, err := second.own.History().Entries().Recent(t.Context(), history.KindWork, 5)
	if err != nil || len(recent) != 1 {
		t.Fatalf("recent works %v, error %v", recent, err)
	}
	if q, title := recent[0].Work(); q.Platform != "youtube" || q.WorkID != e.ID || title == "" {
		t.Errorf("recent work %v, %q", q, title)
	}
	second.press("w", "enter")
	second.own.History().Close(t.Context())
	if watched, err := panetest.History(t, path, panetest.Now).Entries().Recent(
		t.Context(),
		history.KindWatch,
		5,
	); err != nil || len(watched) != 1 || watched[0].ID != "youtube/"+e.ID {
		t.Errorf("watched works %v, error %v", watched, err)
	}
}

// A work of an earlier visit is shown from the history; only a refresh sends a request.
func TestOpenFromTheHistory(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	first := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
	e := first.example("growing")
	first.open(e)
	q := first.works[0].query
	target := pane.Target{Platform: q.Platform, WorkID: q.WorkID, AccountID: q.AccountID}
	first.own.History().Close(t.Context())

	for i, open := range []func(*deck){
		func(d *deck) {
			d.own.Earlier = []pane.Thing{{Kind: pane.KindWork, Label: "A work", Target: target}}
			d.Update(pane.Recalled{})
			d.press("enter")
		},
		func(d *deck) { d.goTo(target) },
	} {
		d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
		d.clock.pass(time.Duration(i+1) * time.Hour)
		open(d)
		d.shows(fmt.Sprint(i+1, " snapshot"), "Numbers from earlier visits.")
		d.press("r", "enter")
		d.shows("1 API call", fmt.Sprint(i+2, " snapshots"))
		d.own.History().Close(t.Context())
	}
	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 38)
	d.goTo(pane.Target{Platform: q.Platform, WorkID: q.WorkID}) // as a link leads to it
	if got := d.works[0].query; got != q || q.AccountID == "" {
		t.Errorf("a link opens %+v, last opened as %+v", got, q)
	}
	d.press("esc")
	if d.goTo(pane.Target{Platform: "douyin", WorkID: "unknown"}); d.top() != "form" {
		t.Errorf("a work that the history lacks opens %s", d.top())
	}
}

// The first screen lists the works that move most first, with their stored numbers, a chart,
// and the other works of the account at the same age. It sends no request.
func TestStoredWorksOnTheStartScreen(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	h := panetest.History(t, path, panetest.Now)
	born := panetest.Now.Add(-48 * time.Hour)
	for id, views := range map[string][]int64{
		"slow":    {100, 110, 120},
		"fast":    {100, 4000, 9000},
		"falling": {500, 400, 300},
		"once":    {7},
	} {
		q := api.WorkQuery{Platform: "douyin", WorkID: id, AccountID: "a1"}
		var snapshots []api.Snapshot
		for i, n := range views {
			snapshots = append(snapshots, api.Snapshot{
				ID:        fmt.Sprint(id, i),
				FetchedAt: api.Some(born.Add(time.Duration(i+1) * 10 * time.Hour).Format(time.RFC3339)),
				Work: api.Some(api.Work{
					Title:       api.Some("Work " + id),
					PublishedAt: api.Some(born.Format(time.RFC3339)),
				}),
				Metrics: api.Metrics{
					{Name: "viewCount", Value: api.Int(n)},
					{Name: "likeCount", Value: api.Int(n / 10)},
				},
			})
		}
		h.Works().Record(panetest.Now, q, api.WorkDetail{Snapshots: snapshots})
		h.Entries().Remember(history.WorkEntry(history.KindWork, q, "Work "+id, panetest.Now))
	}
	h.Entries().Remember(history.WorkEntry(
		history.KindWatch,
		api.WorkQuery{Platform: "douyin", WorkID: "fast", AccountID: "a1"},
		"",
		panetest.Now,
	))
	h.RecordAccounts(
		panetest.Now,
		[]*api.Account{{ID: "a1", Type: "douyin", Nickname: "Harbor Tea", Status: api.Int(1)}},
		api.Int(1),
		true,
	)
	h.Close(t.Context())

	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 40)
	var order []string
	for r := range d.start.Table.Rows() {
		order = append(order, r.Target.WorkID)
	}
	if got := strings.Join(order, " "); got != "fast slow falling once" {
		t.Errorf("order %s", got)
	}
	d.shows(
		"4 works", "4 with snapshots", "1 watched", "9,000 views ▲ 8,900", "900 likes ▲ 890",
		"Views · 3 snapshots", "┤", "Views after 1d6h", "9k", "best of 2 others", "300",
		"Newest snapshot", "works of Harbor Tea", "a1 Harbor Tea",
	)
	row, _ := d.start.Table.Current()
	accounts := 0
	titled := false
	for _, b := range d.start.blocks(row) {
		titled = titled || b.Title == "Harbor Tea"
		for _, f := range b.Facts {
			if f.Name == "Account" {
				accounts++
			}
		}
	}
	if accounts != 1 || !titled {
		t.Errorf("%d facts name the account, the block of its numbers has its name as title: %v", accounts, titled)
	}
	d.press("end")
	d.shows("One stored snapshot")
	if d.press("home", "enter"); d.top() != "work" || len(d.calls()) != 0 {
		t.Errorf("on top is %s, calls %q", d.top(), d.calls())
	}
	// It compares with stored works too, without a request.
	d.press("m", "enter")
	if s := d.topWork(); len(s.compare.others) != 1 || s.compare.others[0] == s.work || !s.compare.byAge ||
		len(d.calls()) != 0 {
		t.Errorf("compared with %v, calls %q", s.compare.others, d.calls())
	}
	d.shows("╭─ Views ─", "aligned by age since publishing", "╭─ Compare ─")
}

// begin4 begins with four works that have stored snapshots, the last one without a time of
// publishing, and with some that were opened earlier but never measured.
func begin4(t *testing.T, lang words.Lang) *deck {
	path := filepath.Join(t.TempDir(), "h.db")
	h := panetest.History(t, path, panetest.Now)
	for i, id := range []string{"first", "second", "third", "fourth"} {
		born := panetest.Now.Add(time.Duration(-60-6*i) * time.Hour)
		q := api.WorkQuery{Platform: "douyin", WorkID: id}
		var snapshots []api.Snapshot
		for n := range 3 {
			snapshots = append(snapshots, api.Snapshot{
				ID:        fmt.Sprint(id, n),
				FetchedAt: api.Some(born.Add(time.Duration(10*n+i+1) * time.Hour).Format(time.RFC3339)),
				Work: api.Some(api.Work{
					Title:       api.Some("Work " + id),
					PublishedAt: api.Some(born.Format(time.RFC3339)),
				}),
				Metrics: api.Metrics{{Name: "viewCount", Value: api.Int(int64(1000 * (9 - 2*i) * (n + 1)))}},
			})
		}
		h.Works().Record(panetest.Now, q, api.WorkDetail{Snapshots: snapshots})
	}
	h.Close(t.Context())
	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now), Lang: lang}, 120, 38)
	for _, id := range []string{"unknown1", "unknown2"} {
		d.own.Earlier = append(d.own.Earlier, pane.Thing{
			Kind:   pane.KindWork,
			Label:  "Other " + id,
			Target: pane.Target{Pane: Name, Platform: "x", WorkID: id},
		})
	}
	d.Update(pane.Recalled{})
	return d
}

// Works that were never measured are folded below a heading with their count. Enter and the arrows open and
// close it, in the list fold_all and unfold_all; a filter and an order apply to them too, and enter opens
// what they find.
func TestNeverMeasuredWorksAreFolded(t *testing.T) {
	for opens, closes := range map[string]string{"enter": "enter", "l": "h", "L": "H"} {
		d := begin4(t, words.English)
		d.shows("6 works 4 with snapshots", "▸ Never measured 2")
		if strings.Contains(d.stack.View(), "Other unknown") {
			t.Errorf("not folded:\n%s", d.stack.View())
		}
		if d.press("end", " "); strings.Contains(d.stack.View(), "Other unknown") {
			t.Errorf("space unfolds:\n%s", d.stack.View())
		}
		d.shows("▸ Never measured 2 works", "2 works have no snapshots", "Press enter to list them")
		d.press(opens)
		d.shows("▾ Never measured 2 works", "Other unknown1", "Other unknown2", "Press enter to fold them")
		if d.press(closes); strings.Contains(d.stack.View(), "Other unknown") || d.top() != "start" {
			t.Errorf("%q does not fold it again:\n%s", closes, d.stack.View())
		}
		d.press("/", "text:unknown2")
		if d.shows("Other unknown2"); strings.Contains(d.stack.View(), "Never measured") {
			t.Errorf("a heading among what was found:\n%s", d.stack.View())
		}
		if d.press("enter", "enter"); d.top() != "form" {
			t.Errorf("enter opens %s", d.top())
		}
		d.press("esc", "esc", "s", "text:platform", "enter")
		if d.shows("Other unknown1"); strings.Contains(d.stack.View(), "Never measured") {
			t.Errorf("a heading in an order:\n%s", d.stack.View())
		}
	}
	m := begin4(t, words.English)
	footer := func() string {
		var list []string
		for _, b := range m.stack.ShortHelp() {
			list = append(list, m.ctx.Help(b).Key+" "+m.ctx.Help(b).Desc)
		}
		return strings.Join(list, "  ")
	}
	if got := footer(); !strings.Contains(got, "A open a work  m compare  w watch") {
		t.Errorf("the footer is %q", got)
	}
	m.press("end")
	if got := footer(); strings.Contains(got, "compare") || strings.Contains(got, "watch") ||
		!strings.Contains(got, "A open a work") {
		t.Errorf("the footer of the heading is %q", got)
	}
	m.press("home", " ", " ")
	if got := footer(); !strings.Contains(got, "e export 2 rows  esc clear  m compare  enter open") {
		t.Errorf("the footer of a selection is %q", got)
	}
	d := begin(t, panetest.Options{}, 120, 38)
	d.own.Earlier = []pane.Thing{{
		Kind:   pane.KindWork,
		Label:  "Other",
		Target: pane.Target{Pane: Name, Platform: "x", WorkID: "unknown"},
	}}
	d.Update(pane.Recalled{})
	if d.shows("Other"); strings.Contains(d.stack.View(), "Never measured") {
		t.Errorf("folded although there are no other works:\n%s", d.stack.View())
	}
}

// Before the history is read it is not known which works have snapshots: neither the inspector nor a comparison
// says that one has none.
func TestSnapshotsAreCountedOnceTheyAreRead(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h})
	w.Site().Earlier = []pane.Thing{{
		Kind:   pane.KindWork,
		Label:  "Other",
		Target: pane.Target{Pane: Name, Platform: "x", WorkID: "unknown"},
	}}
	m := New(w.Context)
	cmd := m.Init()
	shown := func() (summary, inspector, compared string) {
		var lines []string
		for _, b := range m.start.blocks(m.start.all[0]) {
			if b.Lines != nil {
				lines = append(lines, b.Lines(100)...)
			}
		}
		compared, _ = notice(m.start.compare(m.start.all)())
		return strings.Join(m.start.summary(120), ""), strings.Join(lines, " "), compared
	}
	summary, inspector, compared := shown()
	if !strings.Contains(summary, "1 work   reading snapshots…") || strings.Contains(summary, "opens stored data") {
		t.Errorf("before: summary %q", summary)
	}
	if !strings.Contains(inspector, "reading snapshots…") || strings.Contains(inspector, "form") {
		t.Errorf("before: inspector %q", inspector)
	}
	if compared != "reading snapshots…" {
		t.Errorf("before: a comparison says %q", compared)
	}
	panetest.Pump(t, m, cmd)
	summary, inspector, compared = shown()
	if !strings.Contains(summary, "0 with snapshots") || !strings.Contains(summary, "opens stored data") {
		t.Errorf("after: summary %q", summary)
	}
	if !strings.Contains(inspector, "Press enter to fill in the form.") {
		t.Errorf("after: inspector %q", inspector)
	}
	if compared != "Other has no snapshots to compare." {
		t.Errorf("after: a comparison says %q", compared)
	}
}

// Ticked works of the list are compared with four keys, by age, with what differs in words and
// no percentages. Where a work has no snapshot of an age yet, it has no value. Esc leads back
// to the list.
func TestTickedWorksAreCompared(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"A Work first",
			"B Work second Douyin · 6h older than A · second",
			"C Work third Douyin · 12h older than A · third",
			"aligned by age",
			"A B C B − A C − A Snapshots",
			"23h – – 15,000 – – ",
			"21h 27,000 14,000 10,000 ▼ 13,000 ▼ 17,000 B 9h earlier, C 8h earlier",
		},
		words.Chinese: {
			"B Work second 抖音 · 比 A 早发布 6 小时 · second",
			"按发布后时长对齐",
			"A 早 1 小时、C 早 9 小时",
		},
	} {
		d := begin4(t, lang)
		if d.press(" ", " ", " ", "m"); d.top() != "work" || len(d.topWork().compare.others) != 2 ||
			len(d.calls()) != 0 {
			t.Fatalf("%s, calls %q:\n%s", d.top(), d.calls(), d.stack.View())
		}
		d.shows(want...)
		if strings.Contains(d.stack.View(), "%") || strings.Contains(d.stack.View(), "领先") {
			t.Errorf("a percentage of an unnamed base, or a lead:\n%s", d.stack.View())
		}
		var differences []int
		for r := range d.topWork().compare.Table.Rows() {
			differences = append(differences, r.Differences())
		}
		slices.Reverse(differences)
		if !slices.IsSorted(differences) || differences[0] != 0 || !slices.Contains(differences, 2) {
			t.Errorf("the last rows differ from A in so many works: %v", differences)
		}
		if d.press("esc"); d.top() != "start" {
			t.Errorf("esc leads to %s", d.top())
		}
	}
	d := begin4(t, words.English)
	d.press("end", "enter", "home", "*")
	if said := d.press("m"); !strings.Contains(said, "Other unknown") || !strings.Contains(said, "no snapshots") ||
		d.top() != "start" {
		t.Errorf("with works that were never measured: %q on %s", said, d.top())
	}
	d.press("esc", "m")
	if d.top() != "picker" {
		t.Fatalf("m on one work: %s", d.top())
	}
	d.press(" ", " ", " ", "enter")
	d.shows("D Work", "aligned by age", "D − A")
	if said := d.wording.tooMany(6)().(pane.Notice).Text; said != "Compare takes up to 5 works, not 6." {
		t.Error(said)
	}
}

// Works are compared by time where the first one has no snapshot of an age that another one has.
func TestAgesThatDoNotOverlap(t *testing.T) {
	d := begin4(t, words.English)
	d.press(" ", " ", " ", "m")
	v := d.topWork().compare
	if !v.agesOverlap() {
		t.Fatal("the ages do not overlap")
	}
	var later metrics.History
	for _, e := range v.s.work.history.Entries() {
		s := e.Snapshot
		s.FetchedAt = api.Some(e.At.AddDate(0, 0, 30).Format(time.RFC3339))
		later.Restore([]api.Snapshot{s})
	}
	v.s.work.history = later
	if v.agesOverlap() {
		t.Error("the ages overlap although only those of the other works do")
	}
}

// The keys of the list open a work at its snapshots, and with the question how often to watch
// it. Esc leads back to the list.
func TestKeysOfTheList(t *testing.T) {
	d := begin4(t, words.English)
	if d.press("t"); d.top() != "work" || d.topWork().tab != snapshotsTab || d.topWork().work.title() != "Work first" {
		t.Errorf("H opens %s:\n%s", d.top(), d.stack.View())
	}
	if d.press("esc"); d.top() != "start" {
		t.Errorf("esc leads to %s", d.top())
	}
	if d.press("w"); d.top() != "picker" || len(d.calls()) != 0 {
		t.Errorf("w opens %s", d.top())
	}
	if d.press("enter"); d.watch.work == nil || d.watch.work.title() != "Work first" {
		t.Errorf("watched is %v:\n%s", d.watch.work, d.stack.View())
	}
}

// The first screen marks works that are watched from now on, and no longer those that are
// not.
func TestWatchedWorksAreMarked(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	h := panetest.History(t, path, panetest.Now)
	h.Works().Record(panetest.Now, api.WorkQuery{
		Platform: "douyin",
		WorkID:   "one",
	}, api.WorkDetail{Snapshots: []api.Snapshot{{
		ID:        "s",
		FetchedAt: api.Some(panetest.Now.Format(time.RFC3339)),
		Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(7)}},
	}}})
	h.Close(t.Context())
	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 40)
	d.press("enter", "w", "enter")
	if d.press("esc"); d.top() != "start" {
		t.Fatalf("on top is %s", d.top())
	}
	d.shows("1 watched")
	if d.press("enter", "w", "enter", "w", "esc"); strings.Contains(d.stack.View(), "watched") {
		t.Errorf("still marked:\n%s", d.stack.View())
	}
}

// A watch that the history cannot store for the command record is not marked, and the user is told why;
// the work is watched as long as it is shown.
func TestWatchThatIsNotStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	d := begin(t, panetest.Options{History: panetest.History(t, path, panetest.Now)}, 120, 40)
	d.open(d.example("growing"))
	d.own.History().Wait(t.Context())
	accept := panetest.RefuseWrites(t, path)
	if said := d.press("w", "enter"); !strings.Contains(said, "Not saved.") ||
		!strings.Contains(said, panetest.Refused) ||
		d.watch.work == nil {
		t.Errorf("notices %q, watched %v", said, d.watch.work)
	}
	if d.press("esc"); strings.Contains(d.stack.View(), "1 watched") {
		t.Errorf("marked:\n%s", d.stack.View())
	}
	accept()
	d.press("enter", "w", "enter")
	panetest.RefuseWrites(t, path)
	if said := d.press("w"); !strings.Contains(said, "Not saved.") || d.watch.work != nil {
		t.Errorf("notices %q, watched %v", said, d.watch.work)
	}
	if d.press("esc"); !strings.Contains(d.stack.View(), "1 watched") {
		t.Errorf("no longer marked:\n%s", d.stack.View())
	}
}
