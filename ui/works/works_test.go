package works

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/muesli/termenv"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A work is opened, refreshed twice, looked at in all views, and compared.
func TestFollowWork(t *testing.T) {
	d := begin(t, panetest.Options{}, 120, 38)
	e := d.example("growing")
	if said := d.open(e); said != "1 new snapshot" {
		t.Errorf("notice %q", said)
	}
	d.shows(
		"YouTube",
		"1 snapshot",
		"1 API call",
		"published 3h ago",
		"A chart needs two snapshots. Press r to refresh, or w to watch",
	)
	d.again(time.Hour)
	d.again(2 * time.Hour)
	d.press("tab", "tab")
	d.shows("368,443", "▲ 116,058", "+45.98% +58k")
	d.hides("/h") // which the title of the column says
	d.press("down", "enter")
	d.shows("Likes over time", "3 snapshots over 3h", "19,771")
	for range len(d.topWork().overview.cards.names) {
		d.press("right")
	}
	d.shows(
		"Engagement rate (by views)",
		"5.91%",
		"= (Likes 19,771 + Comments 1,999) / Views",
		"Engagement over time · by views",
	)
	d.press("do:works.base") // it has no other base
	d.shows("Engagement rate (by views)")
	for range len(d.topWork().overview.cards.names) {
		d.press("left")
	}
	d.shows("Views over time", "368,443   ▲ 116,058", "since 10:30 · +58k/h", "09:30", "12:30")
	d.press("[")
	d.shows("252,385    ▲ 60,492")
	d.press("home")
	d.shows("191,893", "first snapshot")
	d.press("end", "[", "]")
	d.shows("▲ 116,058")

	d.open(d.example("steady"))
	d.again(30 * time.Minute)
	d.press("m")
	d.shows("A  ", "B  ", "aligned by time", "B − A", "▲ 91,498")
	d.press("do:works.by_age")
	d.shows("aligned by age since publishing", "20d3h")
	if got := d.calls(); len(got) != 5 || !strings.Contains(got[0], "/works/youtube/"+e.ID+"?accountId=") {
		t.Errorf("calls %q", got)
	}
}

func TestOneCallPerAction(t *testing.T) {
	d := begin(t, panetest.Options{}, 80, 22)
	d.open(d.example("growing"))
	for _, keys := range [][]string{
		{"r", "esc"},
		{"r", "down"},
		{"w", "esc"},
		{"w", "left", "q"},
		{"A", "esc"},
		{"do:works.works", "enter"},
		{">", "esc"},
		{"do:works.account", "esc"},
		{"enter", "tab", "esc", "t", "tab", "tab", "tab", "tab", "tab"},
		{"down", "up", "pgdown", "left", "right", "[", "]"},
		{"enter"},
		{"y", "enter"},
	} {
		if d.press(keys...); len(d.calls()) != 1 {
			t.Fatalf("after %q: %q", keys, d.calls())
		}
	}
	d.press("r", "enter")
	if len(d.calls()) != 2 {
		t.Errorf("after one act: %q", d.calls())
	}
	// A refresh while a request is running sends nothing.
	d.press("r")
	first := d.Update(panetest.KeyMsg("enter"))
	if d.press("r", "enter"); len(d.calls()) != 2 {
		t.Errorf("a second call while one is running: %q", d.calls())
	}
	panetest.Pump(t, d.Model, first)
	if len(d.calls()) != 3 {
		t.Errorf("calls %q", d.calls())
	}
}

func TestOpenSendsNothing(t *testing.T) {
	d := begin(t, panetest.Options{}, 80, 22)
	panetest.Pump(t, d.Model, d.Open(pane.Target{Platform: "YouTube", WorkID: "dQw4w9WgX00", AccountID: "acc"}))
	d.shows("YouTube", "dQw4w9WgX00", "acc", "query the platform live")
	if d.form().Focus() != fieldAccount || len(d.calls()) != 0 || !d.stack.Capturing() {
		t.Errorf("focus %s, calls %q", d.form().Focus(), d.calls())
	}
	d.goTo(pane.Target{Platform: "YouTube"})
	if d.form().Focus() != fieldWork {
		t.Errorf("focus %s, want the first empty field", d.form().Focus())
	}
}

func TestInvalidInputIsNotSent(t *testing.T) {
	for id, want := range map[string]string{
		"":    "Enter a value.",
		"a/b": "can't contain a slash",
		".":   "aren't valid IDs",
		"..":  "aren't valid IDs",
		"复制打开抖音，看看小王的作品":              "This text has no link to a work",
		"https://vm.tiktok.com/abc/":  "don't contain the work ID",
		"https://www.tiktok.com/@abc": "This isn't a link to a work on TikTok",
		"https://example.com/video/1": "Links to example.com aren't recognised",
	} {
		d := begin(t, panetest.Options{}, 90, 30)
		d.press("A", "tab", "text:YouTube", "tab")
		d.form().SetValue(fieldWork, id)
		d.press("text:youtube_1", "enter")
		if len(d.calls()) != 0 || d.top() != "form" || d.form().Focus() != fieldWork ||
			!strings.Contains(d.stack.View(), want) {
			t.Errorf("%q: calls %q, focus %s:\n%s", id, d.calls(), d.form().Focus(), d.stack.View())
		}
		if d.press("esc"); d.visible() != nil || len(d.works) != 0 {
			t.Errorf("%q is a work of this run", id)
		}
	}
	d := begin(t, panetest.Options{}, 90, 30)
	d.press("A", "text:1", "tab", "text:xhs", "tab", "enter")
	if d.shows("RedNote doesn't support work details"); len(d.calls()) != 0 {
		t.Errorf("calls %q", d.calls())
	}
}

func TestPastedLink(t *testing.T) {
	d := begin(t, panetest.Options{}, 90, 30)
	d.press("A")
	said := ""
	cmd := d.Update(tea.KeyMsg{
		Type:  tea.KeyRunes,
		Runes: []rune("看 https://youtu.be/dQw4w9WgX00?si=1 。"),
		Paste: true,
	})
	for _, msg := range panetest.Pump(t, d.Model, cmd) {
		said, _ = notice(msg)
	}
	if said != "Platform set to YouTube, from the link." || d.form().Value(fieldPlatform) != "YouTube" ||
		d.form().Value(fieldWork) != "dQw4w9WgX00" {
		t.Errorf("notice %q; platform %q, work %q", said, d.form().Value(fieldPlatform), d.form().Value(fieldWork))
	}
	account := d.example("growing").AccountID
	if d.press(
		"text:"+account,
		"enter",
	); len(d.calls()) != 1 || !strings.HasSuffix(d.calls()[0], "/works/youtube/dQw4w9WgX00?accountId="+account) {
		t.Errorf("calls %q", d.calls())
	}
	// A link to a site without a platform does not change the platform.
	d.press("A")
	d.form().SetValue(fieldPlatform, "Twitter (X)")
	d.form().SetFocus(fieldWork)
	d.press("text:https://www.zhihu.com/question/1/answer/2")
	if said := d.press("tab"); said != "The link is from Zhihu, but the platform is Twitter (X)." ||
		d.form().Value(fieldPlatform) != "Twitter (X)" ||
		d.form().Value(fieldWork) != "2" {
		t.Errorf("notice %q; platform %q, work %q", said, d.form().Value(fieldPlatform), d.form().Value(fieldWork))
	}
}

func TestPickers(t *testing.T) {
	d := begin(t, panetest.Options{}, 90, 30)
	d.press("A", "tab", "do:works.from_list")
	d.shows("LinkedIn linkedin work details not supported", "WeChat Official wxGzh coming soon")
	d.press("text:linked", "enter")
	if d.top() != "picker" {
		t.Error("a platform without work details can be chosen")
	}
	d.press("esc", "do:works.from_list", "text:tiktok", "enter") // which leads back to the empty field of the work
	if d.form().Value(fieldPlatform) != "TikTok" || d.form().Focus() != fieldWork {
		t.Fatalf("platform %q, focus %s", d.form().Value(fieldPlatform), d.form().Focus())
	}
	d.press("tab", "tab", "do:works.from_list", "enter")
	account := d.form().Value(fieldAccount)
	if !strings.HasPrefix(account, "tiktok_") {
		t.Fatalf("account %q", account)
	}
	d.shows("● normal. ")
	d.press("shift+tab", "do:works.from_list", "text:kwai", "enter")
	if d.form().Value(fieldAccount) != "" {
		t.Errorf("account %q of another platform is still there", d.form().Value(fieldAccount))
	}
	d.press("tab", "tab", "do:works.from_list", "esc")
	if d.form().Value(fieldAccount) != "" || d.top() != "form" {
		t.Errorf("account %q on %s: want none", d.form().Value(fieldAccount), d.top())
	}
	list := 0
	for _, r := range d.world.Requests() {
		if strings.Contains(r, "/accounts?") {
			list++
		}
	}
	if list != 0 {
		t.Errorf("%d requests for accounts beside the shared list", list)
	}
}

func TestUnlistedPlatformCanBeTried(t *testing.T) {
	d := begin(
		t,
		panetest.Options{Handler: service(failure(15032, "Unknown platform", `{"platform":"newOne"}`))},
		100,
		30,
	)
	d.press("A", "text:1", "tab", "text:newOne", "tab")
	d.shows("Not in the platform list.")
	d.press("enter")
	if len(d.calls()) != 1 {
		t.Errorf("calls %q", d.calls())
	}
	d.shows("know the platform newOne")
}

func TestAccountKeyFocusesTheAccount(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	e := d.example("growing")
	d.open(sandbox.Example{Platform: e.Platform, ID: e.ID, AccountID: "nobody's"})
	d.shows("Press :/ctrl+k and type “switch account” to choose an account")
	d.press("do:works.account")
	if d.form().Focus() != fieldAccount || d.form().Value(fieldWork) != e.ID {
		t.Fatalf("focus %s, work %q", d.form().Focus(), d.form().Value(fieldWork))
	}
	d.press("ctrl+u", "text:"+e.AccountID, "enter")
	if d.shows("1 snapshot"); len(d.works) != 1 {
		t.Errorf("%d works of one id", len(d.works))
	}
}

func TestCopyAndExport(t *testing.T) {
	d := begin(
		t,
		panetest.Options{Handler: service(response(taken("s1", 540, "9007199254740993"), taken("s2", 541, "")))},
		100,
		30,
	)
	openByName(d)
	for _, c := range []struct {
		keys []string
		want string
	}{
		{[]string{"y"}, "741"},
		{[]string{"t", "y"}, "s2"},
		{[]string{"down", "y"}, "s1"},
		{[]string{"esc", "tab", "tab", "right", "right", "y"}, "9007199254740993"},
	} {
		if d.press(c.keys...); d.world.Copied() != c.want {
			t.Errorf("%q copies %q, want %q", c.keys, d.world.Copied(), c.want)
		}
	}
	if d.press("do:copy_json"); !strings.Contains(d.world.Copied(), `"viewCount": 9007199254740993`) ||
		strings.Contains(d.world.Copied(), `"snapshots"`) {
		t.Errorf("the snapshot as JSON: %s", d.world.Copied())
	}
	if d.press("esc", "enter", "do:copy_json"); !strings.Contains(d.world.Copied(), `"snapshots"`) {
		t.Errorf("the answer as JSON: %s", d.world.Copied())
	}
	if said := d.press("do:works.link"); said != "This work has no link." {
		t.Errorf("notice %q", said)
	}
	d.press("t", "e", "enter")
	csv, ok := d.world.Saved("works-snapshots-20260520-093000.csv")
	if !ok || !strings.HasPrefix(
		csv,
		"\ufefffetchedAt,snapshotAt,viewCount,pending,platformWorkId,id,coverUrl,extra\r\n2026-05-20T09:01:00Z,,,,,"+
			"s2,,\r\n2026-05-20T09:00:00Z,,9007199254740993,",
	) {
		t.Errorf("csv %q", csv)
	}
	d.press("e", "text:mark", "enter")
	if got, _ := d.world.Saved(
		"works-snapshots-20260520-093000.md",
	); !strings.HasPrefix(got, "| fetchedAt") || !strings.Contains(got, "| s1") {
		t.Errorf("markdown %q", got)
	}
	d.press("e", "text:json", "enter")
	if got, _ := d.world.Saved(
		"works-snapshots-20260520-093000.json",
	); !strings.Contains(got, `"id": "s1"`) && !strings.Contains(got, `"id":"s1"`) {
		t.Errorf("json %q", got)
	}
}

func TestHyperlinks(t *testing.T) {
	d := begin(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor}, 100, 40)
	d.open(d.example("growing"))
	id := d.example("growing").ID
	if v := d.stack.View(); !strings.Contains(v, "\x1b]8;;https://youtube.example/post/"+id+"\x07") ||
		!strings.Contains(v, "\x1b]8;;https://youtube.example/cover/"+id+".jpg\x07") {
		t.Errorf("no links: %q", v)
	}
	if d.press("do:works.link"); d.world.Copied() != "https://youtube.example/post/"+id {
		t.Errorf("copied %q", d.world.Copied())
	}
}

func TestRecentWorksAndColumns(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	d.open(d.example("growing"))
	first := d.visible()
	if said := d.press("m"); !strings.Contains(said, "Open a second work") {
		t.Errorf("notice %q", said)
	}
	d.open(d.example("steady"))
	d.open(d.example("falling"))
	d.press("do:works.works", "down", "down", "enter")
	if d.visible() != first {
		t.Errorf("%s is shown", d.topWork().query.WorkID)
	}
	d.press("m")
	if d.top() != "picker" {
		t.Fatalf("on top is %s: want to choose among two", d.top())
	}
	d.press("enter", "do:works.metric", "down", "enter")
	d.shows("Likes", "aligned by time")
	d.press("t", "c")
	d.shows("Columns to show")
	d.press("down", " ", "enter")
	d.press("esc", "tab", "tab", "c", "esc", "esc")
	if d.topWork().tab != overviewTab {
		t.Errorf("tab %d after esc", d.topWork().tab)
	}
}

func TestMouse(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 20)
	click := func(x, y int, b tea.MouseButton) {
		panetest.Pump(t, d.Model, d.Update(tea.MouseMsg{X: x, Y: y, Button: b, Action: tea.MouseActionPress}))
	}
	click(5, 5, tea.MouseButtonLeft) // nothing is there yet
	d.open(d.example("growing"))
	d.again(time.Hour)
	d.press("t")
	click(10, 4, tea.MouseButtonLeft)
	if d.topWork().selected() != 0 {
		t.Errorf("snapshot %d is looked at, want the one that was clicked", d.topWork().selected())
	}
	click(10, 2, tea.MouseButtonLeft) // the title: the other way round
	if r, _ := d.topWork().snapshots.Table.Current(); r.Index != 0 {
		t.Errorf("row %d is under the cursor", r.Index)
	}
	d.press("esc", "tab", "tab")
	click(10, 5, tea.MouseButtonLeft)
	if r, _ := d.topWork().metrics.Table.Current(); r.Name != "commentCount" {
		t.Errorf("%s was clicked", r.Name)
	}
	d.press("esc", "enter")
	before := d.stack.View()
	click(10, 10, tea.MouseButtonWheelDown)
	if d.stack.View() == before {
		t.Error("the wheel does not scroll the facts")
	}
	d.open(d.example("steady"))
	d.again(time.Hour)
	d.press("m")
	row := slices.IndexFunc(strings.Split(d.stack.View(), "\n"), func(line string) bool {
		return strings.Contains(line, "▌")
	})
	click(10, row+1, tea.MouseButtonLeft)
	if d.topWork().compare.Table.Position() < 2 {
		t.Errorf("moment %d is under the cursor:\n%s", d.topWork().compare.Table.Position(), d.stack.View())
	}
}

// With one snapshot the chart says how to get the next one.
func TestChartOfOneSnapshot(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(response(taken("a", 1, "5")))}, 80, 22)
	openByName(d)
	d.press("left", "right", "home", "end")
	d.shows("Views over time", "5", "A chart needs two snapshots. Press r to refresh, or w to watch")
}

func TestNoRoomForAChart(t *testing.T) {
	d := begin(
		t,
		panetest.Options{Handler: service(response(taken("a", 1, "5"), taken("b", 2, "6"), taken("c", 3, "7")))},
		80,
		7,
	)
	openByName(d)
	d.press("left")
	d.shows("No room for a chart.")
}

// Esc leads back through what was opened, each screen as it was left.
func TestEscLeadsBack(t *testing.T) {
	d := begin(t, panetest.Options{}, 100, 30)
	if d.goTo(pane.Target{}); d.top() != "start" || len(d.Things()) != 0 {
		t.Error("opening the pane alone opens something")
	}
	d.open(d.example("growing"))
	d.again(time.Hour)
	d.open(d.example("steady"))
	first := d.works[0]
	second := d.works[1]
	d.press("m", "do:works.by_age")
	things := d.Things()
	if len(things) != 2 || things[0].Target.WorkID != first.query.WorkID {
		t.Fatalf("things %+v", things)
	}
	d.goTo(things[0].Target)
	d.press("t", "down")
	if s := d.topWork(); s.work != first || s.selected() != 0 || len(d.calls()) != 3 {
		t.Errorf("%s is visible, calls %q", s.query.WorkID, d.calls())
	}
	d.press("esc", "esc")
	if s := d.topWork(); s.work != second || !slices.Equal(s.compare.others, []*work{first}) || s.tab != compareTab ||
		!s.compare.byAge {
		t.Errorf("back at tab %d of %s", s.tab, s.query.WorkID)
	}
	d.shows("aligned by age")
	d.press("esc", "esc")
	if s := d.topWork(); s.work != first || s.tab != overviewTab {
		t.Errorf("back at tab %d of %s", s.tab, s.query.WorkID)
	}
	if d.press("esc", "esc"); d.top() != "start" {
		t.Errorf("on top is %s", d.top())
	}
}

// A work without a title is identified by its description, its author or its id.
func TestTitle(t *testing.T) {
	for members, want := range map[string]string{
		`"title":"Soup"`: "Soup",
		`"title":" ","description":"First line\nSecond"`: "First line",
		`"author":"Ada"`:          "Ada",
		`"author":{"name":"Ada"}`: "Ada",
		`"author":7`:              "741",
	} {
		d := begin(
			t,
			panetest.Options{
				Handler: service(`{"code":0,"message":"ok","data":{"platform":"douyin","work":{` + members +
					`},"snapshots":[]}}`),
			},
			80,
			20,
		)
		if openByName(d); d.visible().title() != want {
			t.Errorf("%s: %q, want %q", members, d.visible().title(), want)
		}
	}
}

// Left and right show the chart of every metric with values, also of those whose
// cards do not fit, and of the engagement rate, also beside one that the service sends.
func TestEveryCardIsReachable(t *testing.T) {
	for _, width := range []int{40, 60, 80, 120, 200} {
		d := begin(
			t,
			panetest.Options{
				Handler: service(response(
					`{"id":"a","fetchedAt":"2026-05-20T08:00:00Z","metrics":{"viewCount":5,"likeCount":1,` +
						`"shareCount":7,"clickCount":3,"reachCount":9,"saveCount":2,"playCount":8,"engagementRate":4}}`,
				)),
			},
			width,
			38,
		)
		openByName(d)
		if width >= 60 { // where the border has room for it
			d.shows("metric 1 of 9")
		}
		var shown []string
		for range 12 {
			title := regexp.MustCompile(`(\S+) over [t…]`).FindStringSubmatch(d.stack.View())
			if title == nil {
				t.Fatalf("no chart:\n%s", d.stack.View())
			}
			if !slices.Contains(shown, title[1]) {
				shown = append(shown, title[1])
			}
			d.press("right")
		}
		got := strings.Join(shown, " ")
		want := "Views Likes Shares Clicks Reach Saves Plays engagementRate Engagement"
		if got != want {
			t.Errorf("at %d cells: %s, want %s", width, got, want)
		}
	}
}

// An interval of seconds gives no rate, on no card and nowhere else: a chart of two
// seconds once showed +60.9k/h.
func TestNoRateFromSeconds(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(response(
		`{"id":"a","fetchedAt":"2026-05-20T09:00:00Z","metrics":{"viewCount":100}}`,
		`{"id":"b","fetchedAt":"2026-05-20T09:00:02Z","metrics":{"viewCount":134}}`,
	))}, 120, 38)
	openByName(d)
	d.shows("▲ 34", "since 09:00")
	for _, view := range []string{"]", "enter", "tab", "t"} {
		if d.press(view); strings.Contains(d.stack.View(), "/h") {
			t.Errorf("a rate is shown:\n%s", d.stack.View())
		}
	}
}

// The form and its picker show a platform's display name, and send its identifier.
func TestFormShowsDisplayNames(t *testing.T) {
	d := begin(t, panetest.Options{Lang: words.Chinese}, 90, 30)
	d.press("A", "text:7", "tab", "text:kwai", "tab")
	d.shows("快手")
	if v := d.form().Value(fieldPlatform); v != "快手" {
		t.Errorf("the platform field has %q", v)
	}
	if d.press("text:KWAI_1", "enter"); len(d.calls()) != 1 ||
		!strings.Contains(d.calls()[0], "/works/KWAI/7?accountId=KWAI_1") {
		t.Errorf("calls %q", d.calls())
	}
}

// At 100 columns the form is beside the list that opened it; on a wide terminal, the list gets what the form does
// not need.
func TestFormBesideTheList(t *testing.T) {
	world := panetest.New(t, panetest.Options{})
	world.Site().Examples = []pane.Thing{{
		Kind:   pane.KindWork,
		Note:   "growing numbers",
		Target: pane.Target{Pane: Name, Platform: "douyin", WorkID: "7"},
	}}
	d := &deck{panetest.Begin(t, New, world, 100, 30), t, world, new(clockwork)}
	d.press("enter")
	d.shows("growing numbers", "Open a work", "Work ID or link")
	for width, list := range map[int]int{100: 60, 120: 74, 200: 150} {
		d.stack.SetSize(width, 30)
		d.meets(width, list)
	}
	d.stack.SetSize(99, 30)
	if strings.Contains(d.stack.View(), "growing numbers") {
		t.Errorf("the list is visible:\n%s", d.stack.View())
	}
	if len(d.calls()) != 0 {
		t.Errorf("calls %q", d.calls())
	}
}

// meets checks that the border of the form begins where that of the list, of a width, ends.
func (d *deck) meets(width, list int) {
	d.t.Helper()
	lines := strings.Split(d.stack.View(), "\n")
	for i, line := range lines[1:] { // below the summary
		cells := []rune(line)
		border := [2]string{"│", "│"}
		switch i {
		case 0:
			border = [2]string{"╮", "╭"}
		case len(lines) - 2:
			border = [2]string{"╯", "╰"}
		}
		if got := [2]string{string(cells[list-1]), string(cells[list])}; got != border || len(cells) != width {
			d.t.Fatalf("%d columns, line %d: %q at the border:\n%s", width, i, got, d.stack.View())
		}
	}
}
