package overview

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
)

const catalog = `{"name":"m","label":"Aurora","modes":["text2video"],"pricing":[{"mode":"text2video",` +
	`"resolution":"720p","duration":5,"price":%d}]}`

// account is an account as the service sends it, with statistics of some days ago.
func account(platform string, n int, name string, status, followers, days int) string {
	return fmt.Sprintf(`{"id":"%s_%d","userId":"u%d","type":%q,"uid":"1","nickname":%q,"groupId":"g%d","status":%d,`+
		`"fansCount":%d,"followingCount":1,"lastStatsTime":%q}`,
		platform, n, n, platform, name, n%2, status, followers, panetest.Now.AddDate(0, 0, -days).Format(time.RFC3339))
}

func service(accounts []string, models string) http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.HasSuffix(r.URL.Path, "/accounts"):
			return fmt.Sprintf(
				`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`,
				len(accounts),
				strings.Join(accounts, ","),
			)
		case strings.HasSuffix(r.URL.Path, "/generation"):
			return `{"code":0,"message":"ok","data":[` + models + `]}`
		}
		return `{"code":0,"message":"ok","data":[]}`
	})
}

// now are the accounts of today: since yesterday, bilibili failed as a whole, an account
// failed, one recovered and one is gone. One had failed before, and one has old statistics.
func now() []string {
	return []string{
		account("x", 1, "Old Books", 0, 900, 0),
		account("x", 2, "Harbor Tea", 0, 12000, 0),
		account("x", 4, "Slow Films", 1, 80, 20),
		account("youtube", 5, "Kiln", 1, 500, 0),
		account("bilibili", 6, "晨读", 0, 70, 0),
		account("bilibili", 7, "山野", 0, 60, 0),
		account("bilibili", 8, "灯下", 0, 50, 0),
	}
}

func yesterday() []string {
	return []string{
		account("x", 1, "Old Books", 0, 850, 1),
		account("x", 2, "Harbor Tea", 1, 12100, 1),
		account("x", 3, "小林的厨房", 1, 70, 1),
		account("x", 4, "Slow Films", 1, 80, 19),
		account("youtube", 5, "Kiln", 0, 490, 1),
		account("bilibili", 6, "晨读", 1, 70, 1),
		account("bilibili", 7, "山野", 1, 60, 1),
		account("bilibili", 8, "灯下", 1, 50, 1),
	}
}

// options are those of a pane on the day after a visit. A work gained views, and prices
// rose.
func options(t testing.TB, o panetest.Options) panetest.Options {
	return optionsAt(t, o, filepath.Join(t.TempDir(), "h.db"))
}

// optionsAt are options with the history in a file.
func optionsAt(t testing.TB, o panetest.Options, path string) panetest.Options {
	visit := panetest.Now.AddDate(0, 0, -1)
	h := panetest.History(t, path, visit)
	rows, err := api.DecodeRows[api.Account]([]byte("[" + strings.Join(yesterday(), ",") + "]"))
	models, err2 := api.DecodeRows[api.VideoModel]([]byte("[" + fmt.Sprintf(catalog, 10) + "]"))
	if err != nil || err2 != nil {
		t.Fatal(err, err2)
	}
	var list []*api.Account
	for i := range rows {
		list = append(list, &rows[i])
	}
	for day := 10; day >= 0; day-- {
		h.RecordAccounts(visit.AddDate(0, 0, -day), list, api.Int(int64(len(list))), true)
	}
	h.RecordCatalog(visit, models)
	q := api.WorkQuery{Platform: "x", WorkID: "w1", AccountID: "x_1"}
	h.Entries().Remember(history.WorkEntry(history.KindWork, q, "Seven soups", visit))
	for i, views := range []int64{1000, 1200, 1400, 1600, 9000} {
		at := visit.Add(time.Duration(i-4)*12*time.Hour + 20*time.Hour)
		s := api.Snapshot{
			ID:        fmt.Sprint(i),
			FetchedAt: api.Some(at.Format(time.RFC3339)),
			Metrics:   api.Metrics{{Name: "viewCount", Value: api.Int(views)}},
		}
		h.Works().Record(visit, q, api.WorkDetail{Snapshots: []api.Snapshot{s}})
	}
	h.Close(t.Context())
	o.History = panetest.History(t, path, panetest.Now)
	o.Handler = service(now(), fmt.Sprintf(catalog, 12))
	return o
}

func afterAVisit(t testing.TB, o panetest.Options) *Model {
	return panetest.Begin(t, New, panetest.New(t, options(t, o)), 200, 58)
}

func TestScreen(t *testing.T) {
	panetest.Screen(t, "overview", func(t testing.TB, o panetest.Options) *Model { return afterAVisit(t, o) })
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *Model { return afterAVisit(t, o) }, "dark")
}

// move moves the cursor of the findings to a row.
func move(t *testing.T, m *Model, is func(*resource.FindingRow) bool) *resource.FindingRow {
	t.Helper()
	panetest.Press(t, m, "home")
	for range 40 {
		if r, ok := m.screen.findings.Table.CurrentSection(); ok && is(r) {
			return r
		}
		if r, ok := m.screen.findings.Table.Current(); ok && is(r) {
			return r
		}
		panetest.Press(t, m, "down")
	}
	t.Fatalf("no such row:\n%s", m.stack.View())
	return nil
}

func ofKind(k findings.Kind) func(*resource.FindingRow) bool {
	return func(r *resource.FindingRow) bool { return r.Finding != nil && r.Kind == k }
}

// Enter opens each finding in its pane.
func TestOpen(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	for kind, want := range map[findings.Kind]pane.Target{
		findings.TurnedAbnormal: {Pane: "accounts", AccountID: "x_2"},
		findings.Abnormal:       {Pane: "accounts", AccountID: "x_1"},
		findings.Disappeared:    {Pane: "accounts", AccountID: "x_3"},
		findings.Stale:          {Pane: "accounts", AccountID: "x_4"},
		findings.Recovered:      {Pane: "accounts", AccountID: "youtube_5"},
		findings.WorkMoved:      {Pane: "works", Platform: "x", WorkID: "w1", AccountID: "x_1"},
		findings.PriceChanged:   {Pane: "prices", Model: "m"},
	} {
		t.Run(string(kind), func(t *testing.T) {
			move(t, m, ofKind(kind))
			if up := panetest.Press(t, m, "enter"); len(up) != 1 || up[0] != (pane.Open{Target: want}) {
				t.Errorf("opens %v, not %v", up, want)
			}
		})
	}
}

func TestEveryColumn(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	v := m.view
	panetest.EveryColumn(t, v, resource.Findings(v), resource.FindingRows(m.all))
	platforms, groups := m.parts()
	panetest.EveryColumn(t, v, resource.Parts(v, "overview.platforms"), platforms)
	panetest.EveryColumn(t, v, resource.Parts(v, "overview.groups"), groups)
	panetest.EveryColumn(t, v, resource.MovingWorks(v), m.sites[0].fleet.Value.works)
}

// The footer and the inspector say that the key takes the mark of a known finding back, also of one without a note.
func TestKnownWithoutNote(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	isHarbor := func(r *resource.FindingRow) bool { return r.Finding != nil && r.ID == "x_2" }
	for known, says := range []string{". marks it as known", ". takes the mark back"} {
		move(t, m, isHarbor)
		isUnmark := m.stack.ShortHelp()[1].Help().Desc == "overview.unmark"
		if isUnmark != (known == 1) {
			t.Errorf("the footer says that the key does %q", m.stack.ShortHelp()[1].Help().Desc)
		}
		panetest.Shows(t, m.stack.View(), says)
		panetest.Press(t, m, ".", "enter", "L")
	}
}

// A finding that is marked as known moves to the expected ones, with its note, and back.
func TestKnown(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	sectionOf := func() (findings.Section, string) {
		i := slices.IndexFunc(m.all, func(f *findings.Finding) bool { return f.ID == "x_2" })
		return m.all[i].Section, m.all[i].Note
	}
	isHarbor := func(r *resource.FindingRow) bool { return r.Finding != nil && r.ID == "x_2" }
	move(t, m, isHarbor)
	panetest.Press(t, m, ".", "text:logs in on Monday", "enter")
	if s, note := sectionOf(); s != findings.Expected || note != "logs in on Monday" {
		t.Errorf("section %s, note %q\n%s", s, note, m.stack.View())
	}
	move(t, m, func(r *resource.FindingRow) bool { return r.Section != nil && r.Section.Of == findings.Expected })
	panetest.Press(t, m, "enter") // unfolds
	move(t, m, isHarbor)
	if view := m.stack.View(); !strings.Contains(view, "logs in on Monday") {
		t.Errorf("no note:\n%s", view)
	}
	panetest.Press(t, m, ".")
	if s, note := sectionOf(); s != findings.New || note != "" {
		t.Errorf("section %s, note %q", s, note)
	}
	panetest.Press(t, m, ".", "text:away until 3d", "enter")
	if s, note := sectionOf(); s != findings.Expected || note != "away" {
		t.Errorf("section %s, note %q", s, note)
	}
	changes, err := m.ctx.Sites.First().History().Entries().Changes(t.Context(), 10)
	if err != nil || len(changes) != 3 || !slices.ContainsFunc(changes, func(c *history.Change) bool {
		return c.What == history.MarkedKnown && strings.HasPrefix(c.Note, "away, until ")
	}) {
		t.Errorf("the log has %+v, %v", changes, err)
	}
	panetest.Pump(t, m, m.stack.ShowLog())
	if view := m.stack.View(); strings.Count(view, "marked known") != 2 || !strings.Contains(view, "no longer known") {
		t.Errorf("the screen of the log:\n%s", view)
	}
}

// A mark that the history cannot store is not made, and not said to be: nor is one taken away.
func TestMarkThatIsNotStored(t *testing.T) {
	path := filepath.Join(t.TempDir(), "h.db")
	m := panetest.Begin(t, New, panetest.New(t, optionsAt(t, panetest.Options{}, path)), 200, 58)
	isHarbor := func(r *resource.FindingRow) bool { return r.Finding != nil && r.ID == "x_2" }
	press := func(section findings.Section, notice string, keys ...string) {
		t.Helper()
		move(t, m, isHarbor)
		if up := panetest.Press(t, m, keys...); !panetest.Notified(up, notice) ||
			panetest.Notified(up, "nown") == strings.HasPrefix(notice, "Not saved") {
			t.Errorf("%q: notices %v", keys, up)
		}
		i := slices.IndexFunc(m.all, func(f *findings.Finding) bool { return f.ID == "x_2" })
		if m.all[i].Section != section {
			t.Errorf("%q: section %s, want %s", keys, m.all[i].Section, section)
		}
	}
	const refused = "Not saved. Couldn't write the history: "
	m.ctx.Sites.First().History().Wait(t.Context())
	accept := panetest.RefuseWrites(t, path)
	press(findings.New, refused, ".", "enter")
	accept()
	press(
		findings.New,
		"Not saved. It contains the API key, which is never stored.",
		".",
		"text:"+panetest.Key,
		"enter",
	)
	press(findings.Expected, "Known until it changes", ".", "enter")
	move(t, m, func(r *resource.FindingRow) bool { return r.Section != nil && r.Section.Of == findings.Expected })
	panetest.Press(t, m, "enter") // unfolds
	panetest.RefuseWrites(t, path)
	press(findings.Expected, refused, ".")
}

// The key cycles through the baselines; the next start has the chosen one.
func TestBaseline(t *testing.T) {
	w := panetest.New(t, options(t, panetest.Options{}))
	m := panetest.Begin(t, New, w, 120, 38)
	all := history.Baselines()
	for _, want := range []history.Baseline{all[1], all[3], all[0], all[1]} {
		panetest.Press(t, m, "b")
		panetest.Shows(t, m.stack.View(), "Compare with", m.baseline(), "shown now")
		from := slices.Index(all, m.store.Baseline()) // the cursor begins there
		for range max(slices.Index(all, want)-from, 0) {
			panetest.Press(t, m, "down")
		}
		for range max(from-slices.Index(all, want), 0) {
			panetest.Press(t, m, "up")
		}
		panetest.Press(t, m, "enter")
		if got := m.store.Past.Value.Point.Baseline; got != want {
			t.Errorf("%s, not %s", got, want)
		}
	}
	w.Site().History().Wait(t.Context())
	w.ResetStore()
	panetest.Begin(t, New, w, 120, 38)
	if got := w.Site().Store.Baseline(); got != history.Baselines()[1] {
		t.Errorf("the next start has %s", got)
	}
	without := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 38)
	if up := panetest.Press(t, without, "b"); len(up) != 1 || !strings.Contains(fmt.Sprint(up), "history") {
		t.Errorf("without a history: %v", up)
	}
}

// Tab moves the focus; esc moves it back to the findings.
func TestFocus(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	if !m.stack.Takes(panetest.KeyMsg("tab")) {
		t.Fatal("the focus cannot move")
	}
	all := []pane.Focusable{m.screen.findings, m.screen.platforms, m.screen.works}
	if m.screen.Shows(m.screen.groups) {
		all = slices.Insert(all, 2, pane.Focusable(m.screen.groups))
	}
	for i, want := range append(all, all[0]) {
		if m.screen.Front() != want {
			t.Errorf("the focus is not on region %d", i)
		}
		panetest.Press(t, m, "tab")
	}
	panetest.Press(t, m, "shift+tab", "shift+tab")
	if m.screen.Front() != all[len(all)-1] {
		t.Error("shift+tab does not move back")
	}
	if panetest.Press(t, m, "esc"); m.screen.Front() != all[0] {
		t.Error("esc does not move to the findings")
	}
	panetest.Press(t, m, "tab")
	if up := panetest.Press(t, m, "enter"); len(up) != 1 || up[0].(pane.Open).Target.Platform == "" {
		t.Errorf("enter on a platform: %v", up)
	}
	m.stack.SetSize(80, 22)
	if m.stack.Takes(panetest.KeyMsg("tab")) != m.screen.Several() {
		t.Error("tab is taken with a single region")
	}
}

// The screen has its size, whatever there is to show.
func TestLayout(t *testing.T) {
	for _, m := range map[string]*Model{
		"after a visit": afterAVisit(t, panetest.Options{}),
		"no history":    panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(now(), "")}), 80, 22),
		"no account":    panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(nil, "")}), 80, 22),
	} {
		for _, size := range [][2]int{
			{120, 24}, {100, 30}, {80, 24}, {60, 16}, {40, 12}, {200, 60}, {160, 45}, {20, 5},
			{1, 1},
		} {
			m.stack.SetSize(size[0], size[1])
			panetest.Exact(t, m.stack.View(), size[0], size[1])
		}
	}
}

// Without accounts one region says so, and the footer has the key that looks for them again.
func TestNoAccounts(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(nil, "")}), 120, 38)
	if n := strings.Count(m.stack.View(), "No accounts yet"); n != 1 {
		t.Errorf("it is said %d times:\n%s", n, m.stack.View())
	}
	if keys := m.stack.ShortHelp(); len(keys) == 0 || keys[0].Help().Key != "r" {
		t.Errorf("the footer has %v", keys)
	}
}

// Without a history the page has what the service tells now.
func TestWithoutHistory(t *testing.T) {
	view := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(now(), "")}), 120, 38).stack.View()
	for _, want := range []string{"Old Books", "Slow Films", "5 abnormal", "Still open"} {
		if !strings.Contains(view, want) {
			t.Errorf("no %q:\n%s", want, view)
		}
	}
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: service([]string{account("x", 1, "Old Books", 1, 5, 0)}, "")}),
		120,
		38,
	)
	m.all = nil // whatever the kinds of findings say of the account
	m.screen.fill()
	if view := m.stack.View(); !strings.Contains(view, "Nothing needs attention.") {
		t.Errorf("nothing needs attention:\n%s", view)
	}
}

// The first check waits for the past, but not long for a slow history.
func TestFirstCheckWaitsForThePast(t *testing.T) {
	w := panetest.New(t, options(t, panetest.Options{}))
	m := New(w.Context)
	ill := &api.Account{ID: "a", Type: "x", Nickname: "Ill", Status: api.Int(0)}
	m.store.Accounts.Value = fleet.NewList([]*api.Account{ill}, api.Int(1))
	m.store.Accounts.At = panetest.Now
	m.stack.SetSize(120, 40)
	if view := m.stack.View(); strings.Contains(view, "─ 0 ─") || !strings.Contains(view, "Checking the accounts…") ||
		!strings.Contains(view, "Reading the history…") ||
		strings.Contains(view, "The first day is recorded") ||
		strings.Contains(view, "Nothing needs") {
		t.Errorf("before the first check:\n%s", view)
	}
	if m.sites[0].check() != nil || m.sites[0].found.Running() {
		t.Fatal("the first check does not wait")
	}
	panetest.Pump(t, m, m.Update(store.Changed{Kind: store.KindAccounts}))
	if view := m.stack.View(); !strings.Contains(view, "1 abnormal    ") || !strings.Contains(view, "✗ Ill") ||
		!strings.Contains(view, "what is new is being checked") {
		t.Errorf("while the history is read:\n%s", view)
	}
	move(t, m, ofKind(findings.Abnormal))
	if up := panetest.Press(t, m, "."); !panetest.Notified(up, "Checking the accounts…") {
		t.Errorf("the key that marks: %v", up)
	}
	if up := panetest.Press(t, m, "enter"); len(up) != 1 ||
		up[0] != (pane.Open{Target: pane.Target{Pane: "accounts", AccountID: "a"}}) {
		t.Errorf("enter opens %v", up)
	}
	m.store.Past.Value = pastSince(t, m, 1)
	m.store.Past.At = panetest.Now
	check := m.Update(store.Changed{Kind: store.KindPast})
	if !m.sites[0].found.Running() {
		t.Error("the history does not begin the first check")
	}
	panetest.Pump(t, m, check)
	if view := m.stack.View(); strings.Contains(view, "being checked") || !strings.Contains(view, "✗ Ill") {
		t.Errorf("after the check:\n%s", view)
	}
}

// pastSince is the past of the loaded accounts some days ago.
func pastSince(t *testing.T, m *Model, days int) *fleet.Past {
	t.Helper()
	then := panetest.Now.AddDate(0, 0, -days)
	past, err := fleet.ReadPast(
		t.Context(),
		m.ctx.Sites.First().History(),
		panetest.Now,
		history.Point{Baseline: history.SinceWeek, Asked: then, Accounts: then},
		m.store.Accounts.List(),
	)
	if err != nil {
		t.Fatal(err)
	}
	return past
}

// While accounts are checked with another baseline, the page says with which one its numbers were
// compared.
func TestBaselineOfTheNumbers(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	m.store.Past.Value = pastSince(t, m, 7)
	m.screen.fill()
	if view := m.stack.View(); !strings.Contains(view, "▲4") ||
		!strings.Contains(view, "─ since yesterday 09:30 · ") {
		t.Errorf("no baseline of ▲4:\n%s", view)
	}
}

// Groups have their local names, which files keep apart from those of the service.
func TestLocalGroupNames(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Pump(t, m, m.sites[0].own.NameGroup("g0", "Harbor"))
	if view, title := m.stack.View(), "Harbor "+m.theme.Glyphs.Local; !strings.Contains(view, title) {
		t.Errorf("no %q:\n%s", title, view)
	}
	_, groups := m.parts()
	i := slices.IndexFunc(groups, func(p *resource.Part) bool { return p.ID == "g0" })
	r := resource.Parts(m.view, "overview.groups")
	object := fmt.Sprintf("%s", r.JSON(groups[i]))
	if !strings.Contains(object, `"localName":"Harbor","name":"g0"`) {
		t.Errorf("JSON %s", object)
	}
	for _, c := range r.Columns {
		if c.ID == "name" && c.TextOf(groups[i]) != "g0" || c.ID == "localName" && c.TextOf(groups[i]) != "Harbor" {
			t.Errorf("%s in files: %q", c.ID, c.TextOf(groups[i]))
		}
	}
	f := &findings.Finding{Kind: findings.Incident, ID: "g0", GroupID: "g0"}
	if title := m.view.Finding(f).Title(); title != "Group Harbor "+m.theme.Glyphs.Local {
		t.Errorf("the incident is of %q", title)
	}
}

// The cursor of a region stays on its first row while accounts arrive that order the
// platforms differently, and with its platform after a move.
func TestCursorOfPlatformsStaysOnTop(t *testing.T) {
	accounts := []string{
		account("bilibili", 1, "晨读", 1, 70, 0),
		account("bilibili", 2, "山野", 1, 60, 0),
		account("x", 3, "Kiln", 1, 50, 0),
	}
	o := panetest.Options{
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if strings.HasSuffix(r.URL.Path, "/account-groups") { // nobody waits long for it
				http.NotFound(w, r)
				return
			}
			service(accounts, "").ServeHTTP(w, r)
		}),
	}
	m := panetest.Begin(t, New, panetest.New(t, o), 200, 58)
	on := func(want string) {
		t.Helper()
		if p, _ := m.screen.platforms.Table.Current(); p.ID != want {
			t.Errorf("the cursor is on %q, not %q:\n%s", p.ID, want, m.stack.View())
		}
	}
	on("bilibili")
	accounts = append(accounts, account("x", 4, "Harbor Tea", 1, 40, 0), account("x", 5, "Old Books", 1, 30, 0))
	panetest.Press(t, m, "r")
	on("x")
	panetest.Press(t, m, "tab", "down")
	on("bilibili")
	accounts = append(accounts, account("bilibili", 6, "灯下", 1, 40, 0), account("bilibili", 7, "远山", 1, 30, 0))
	panetest.Press(t, m, "r")
	on("bilibili")
}

// The columns of the works are as wide as the names of their platforms, also where these
// arrive later and are shorter than the ids.
func TestWorksFollowTheNamesOfPlatforms(t *testing.T) {
	name := "a name that is long"
	begin := func() *Model {
		o := options(t, panetest.Options{})
		lists := o.Handler
		o.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if !strings.HasSuffix(r.URL.Path, "/platforms") {
				lists.ServeHTTP(w, r)
				return
			}
			fmt.Fprintf(w, `{"code":0,"message":"ok","data":[{"platform":"x","displayName":{"en-US":%q}}]}`, name)
		})
		return panetest.Begin(t, New, panetest.New(t, o), 200, 58)
	}
	m := begin()
	before := m.screen.works.View()
	name = "X"
	panetest.Press(t, m, "r")
	got := m.screen.works.View()
	want := begin().screen.works.View()
	if got != want || got == before {
		t.Errorf("the works:\n%s\nwant:\n%s\nbefore:\n%s", got, want, before)
	}
}

// A moment in the past is compared with the visit before it, which is not the last one.
func TestBaselineOfThePast(t *testing.T) {
	for past, want := range map[bool]string{
		false: "─ since yesterday 09:30 · ",
		true:  "since yesterday 09:30, the visit before",
	} {
		w := panetest.New(t, options(t, panetest.Options{}))
		if past {
			w.Context.Moment = panetest.Now
		}
		m := panetest.Begin(t, New, w, 120, 38)
		if view := m.stack.View(); !strings.Contains(view, want) {
			t.Errorf("in the past %t:\n%s", past, view)
		}
	}
}
