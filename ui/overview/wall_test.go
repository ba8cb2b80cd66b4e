package overview

import (
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/store"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// The wall shows the incidents, what was seen in the last hour, and the platforms, without a
// cursor; the key that opened it and esc lead back.
func TestWall(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"╭─ ✗ 3 accounts · bilibili ─", "≤ 24h ─╮",
			"│ 3 of 3 normal accounts turned abnormal · 180 followers still affected",
			"between yesterday 09:30 and today 09:30", "checked 0s ago",
			"Seen in the last hour   ✗ Turned abnormal 1   – No longer listed 1",
			"● in order  ○ more than usual  ✗ incident  · not compared",
			"33.3%", "100%", "▼0.4%", "╭─ Followers ─",
		},
		words.Chinese: {
			"✗ 3 个账号 · bilibili",
			"目前受影响账号共有粉丝 180",
			"最近 1 小时发现   ✗ 转为异常 1   – 已不在列表中 1",
			"● 如常  ○ 多于平时  ✗ 集中异常  · 无可比数据",
			"正常",
		},
	} {
		m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{Lang: lang})), 120, 38)
		panetest.Press(t, m, "do:overview.wall")
		view := m.stack.View()
		for _, text := range want {
			if !strings.Contains(view, text) {
				t.Errorf("no %q:\n%s", text, view)
			}
		}
		if !m.Quiet() || len(m.stack.ShortHelp()) > 0 || strings.Contains(view, m.theme.Glyphs.Cursor) {
			t.Errorf("a footer or a cursor:\n%s", view)
		}
		m.stack.SetSize(56, 24)
		if lang == words.English && !strings.Contains(m.stack.View(), " Accts  10 days     Normal") {
			t.Errorf("56 columns:\n%s", m.stack.View())
		}
		for _, size := range [][2]int{{200, 60}, {120, 38}, {100, 28}, {80, 22}, {60, 14}, {40, 10}, {1, 1}} {
			m.stack.SetSize(size[0], size[1])
			panetest.Exact(t, m.stack.View(), size[0], size[1])
		}
		if panetest.Press(t, m, "do:overview.wall"); m.Quiet() || m.stack.Depth() != 1 {
			t.Error("the key does not close the wall")
		}
		if panetest.Press(t, m, "do:overview.wall", "esc"); m.Quiet() {
			t.Error("esc does not close the wall")
		}
	}
	w := panetest.New(t, options(t, panetest.Options{}))
	w.Context.StartWall = true
	if m := panetest.Begin(t, New, w, 120, 38); !m.Quiet() ||
		!strings.Contains(m.stack.View(), "3 accounts · bilibili") {
		t.Errorf("it does not begin with the wall:\n%s", m.stack.View())
	}
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(now(), "")}), 120, 38)
	panetest.Press(t, m, "do:overview.wall")
	if !strings.Contains(m.stack.View(), "This needs the history, which is off.") ||
		strings.Contains(m.stack.View(), "Seen in the last hour") {
		t.Errorf("without a history:\n%s", m.stack.View())
	}
}

// What was seen in the last hour takes a second row that the wall leaves blank, and no row of the platforms.
func TestLastHourUsesBlankRows(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{})), 60, 38)
	panetest.Press(t, m, "do:overview.wall")
	for height := 16; height < 38; height++ {
		m.stack.SetSize(44, height)
		view := m.stack.View()
		for _, want := range []string{
			" Seen in the last hour  ",
			"\n   ✗ Turned abnormal 1\n   – No longer listed 1\n",
			"youtube",
		} {
			if !strings.Contains(view, want) {
				t.Errorf("no %q at %d:\n%s", want, height, view)
			}
		}
	}
	m.stack.SetSize(60, 20)
	want := "\n   – No longer listed 1   $ Prices changed 1\n   ● Recovered 1\n"
	if !strings.Contains(m.stack.View(), want) {
		t.Errorf("no %q:\n%s", want, m.stack.View())
	}
}

// The lines of platforms take the width of the screen.
func TestWallTakesItsWidth(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "do:overview.wall")
	for _, width := range []int{100, 120, 140} {
		m.stack.SetSize(width, 38)
		widest := 0
		for line := range strings.SplitSeq(m.stack.View(), "\n") {
			if strings.Contains(line, "100%") {
				widest = max(widest, text.Width(strings.TrimRight(ansi.Strip(line), " ")))
			}
		}
		if widest < width*3/4 || widest > width {
			t.Errorf("%d of %d cells:\n%s", widest, width, m.stack.View())
		}
	}
}

// While the comparison with the history is checked, the wall does not say that there is none.
func TestWallWhileItLoads(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	withoutPast := *m.sites[0].found.Value.Input
	withoutPast.Point = history.Point{}
	m.sites[0].found.Value.Input = &withoutPast // the check before the history was read
	panetest.Press(t, m, "do:overview.wall")
	if view := m.stack.View(); strings.Contains(view, "first visit") ||
		!strings.Contains(view, "Checking the accounts…") {
		t.Errorf("while the history is checked:\n%s", view)
	}
}

// The charts say that the first day is recorded only where accounts are known.
func TestWallWithoutAccounts(t *testing.T) {
	const recorded = "The first day is recorded."
	empty := func() panetest.Options {
		h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
		return panetest.Options{History: h}
	}
	m := New(panetest.New(t, empty()).Context)
	m.Stack().SetSize(120, 38)
	m.sites[0].fleet.At = panetest.Now // nothing is stored
	panetest.Press(t, m, "do:overview.wall")
	view := m.stack.View()
	if n := strings.Count(view, "Checking the accounts…"); strings.Contains(view, recorded) || n < 3 {
		t.Errorf("before any account has arrived:\n%s", view)
	}
	o := empty()
	o.Handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusForbidden)
	})
	m = panetest.Begin(t, New, panetest.New(t, o), 120, 38)
	panetest.Press(t, m, "do:overview.wall")
	if view := m.stack.View(); strings.Contains(view, recorded) || !strings.Contains(view, "no data") {
		t.Errorf("without accounts:\n%s", view)
	}
}

// Each day has a sign, the last one at the right; what was not recorded is a dot.
func TestWallStrip(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "do:overview.wall")
	w := m.stack.Top().(*wall)
	part := &resource.Part{Site: m.ctx.Sites.First().Name, Tally: &fleet.Tally{ID: "x"}}
	w.levels.Value.of = wallStrips{{m.ctx.Sites.First().Name, "x"}: {
		fleet.LevelIncident,
		fleet.LevelHigh,
		fleet.LevelUnknown,
		fleet.LevelNormal,
	}}
	for days, want := range map[int]string{2: "·●", 4: "✗○·●", 6: "··✗○·●"} {
		if got := ansi.Strip(w.strip(part, days, 1)); got != want {
			t.Errorf("the strip of %d days is %q", days, got)
		}
	}
}

// A load of the accounts is recorded as the state of today so far: the strips are read again after it.
func TestWallReadsItsDaysAgainAfterALoad(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "do:overview.wall")
	w := m.stack.Top().(*wall)
	w.levels.Value = wallLevels{}
	panetest.Pump(t, m, m.Update(store.Changed{Kind: store.KindAccounts}))
	for part, levels := range w.levels.Value.of {
		if levels[len(levels)-1] == fleet.LevelUnknown {
			t.Errorf("today of %s is unknown", part.platform)
		}
	}
	if len(w.levels.Value.of) == 0 {
		t.Error("the days were not read again")
	}
}

// The strips begin with the first day that is compared with one before it, and there is none where no day is.
func TestWallBeginsWithTheFirstComparison(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "do:overview.wall")
	w := m.stack.Top().(*wall)
	site := m.ctx.Sites.First().Name
	early := make([]fleet.DayLevel, wallDays)
	early[wallDays-9] = fleet.LevelNormal
	late := make([]fleet.DayLevel, wallDays)
	late[wallDays-3] = fleet.LevelHigh
	w.levels.Value.of = wallStrips{{site, "x"}: early, {site, "bilibili"}: late}
	view := ansi.Strip(m.stack.View())
	for _, want := range []string{"Last9daysNormal", "●········", "······○··"} {
		if !strings.Contains(strings.ReplaceAll(view, " ", ""), want) {
			t.Errorf("no %q in\n%s", want, view)
		}
	}
	w.levels.Value.of = wallStrips{{site, "x"}: make([]fleet.DayLevel, wallDays)}
	view = ansi.Strip(m.stack.View())
	if strings.Contains(view, "Last day") || strings.Contains(view, "not compared") {
		t.Errorf("a strip without a comparison:\n%s", view)
	}
	second := make([]fleet.DayLevel, wallDays)
	second[wallDays-1] = fleet.LevelNormal // compared with the day of the first recording
	w.levels.Value.of = wallStrips{{site, "x"}: second}
	view = ansi.Strip(m.stack.View())
	if !strings.Contains(view, "Last day") || !strings.Contains(view, "not compared") {
		t.Errorf("no strip on the second day:\n%s", view)
	}
}

// Days of which only totals are kept are named, where they are shown.
func TestWallNamesDaysOfAnotherTimeZone(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "do:overview.wall")
	w := m.stack.Top().(*wall)
	levels := make([]fleet.DayLevel, wallDays)
	levels[wallDays-9] = fleet.LevelNormal
	w.levels.Value.of = wallStrips{{m.ctx.Sites.First().Name, "x"}: levels}
	for older, want := range map[int]string{0: "", wallDays - 9: "", wallDays - 4: "3"} {
		w.levels.Value.older = older
		if want != "" {
			first := m.view.Now().AddDate(0, 0, -3) // today and three days before it are kept
			want = "  before " + m.words.Day(first, m.view.Now()) + ": days of the recorder's time zone"
		}
		view := ansi.Strip(m.stack.View())
		isNamed := strings.Contains(view, "days of the recorder")
		if isNamed != (want != "") || !strings.Contains(view, want) {
			t.Errorf("with %d older days, no %q in\n%s", older, want, view)
		}
	}
}

// Where the note about days of another time zone has no room beside the legend, it has a line of its own.
func TestWallNoteFits(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {"· not compared", ": days of the recorder's time zone"},
		words.Chinese: {"· 无可比数据", "之前按记录时的时区分日"},
	} {
		m := afterAVisit(t, panetest.Options{Lang: lang})
		panetest.Press(t, m, "do:overview.wall")
		w := m.stack.Top().(*wall)
		levels := make([]fleet.DayLevel, wallDays)
		levels[wallDays-9] = fleet.LevelNormal
		w.levels.Value.of = wallStrips{{m.ctx.Sites.First().Name, "x"}: levels}
		w.levels.Value.older = wallDays - 4
		for _, size := range [][2]int{{200, 60}, {120, 38}, {80, 22}, {64, 14}} {
			m.stack.SetSize(size[0], size[1])
			view := m.stack.View()
			panetest.Exact(t, view, size[0], size[1])
			for _, text := range want {
				if !strings.Contains(ansi.Strip(view), text) {
					t.Errorf("%s, %v: no %q in\n%s", lang, size, text, view)
				}
			}
		}
	}
}

// The title of the changes on the wall is the time that they are over, as in the list of platforms.
func TestWallTitlesChangesByTheirTime(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "do:overview.wall")
	lines := strings.Split(ansi.Strip(m.stack.View()), "\n")
	titles := slices.IndexFunc(lines, func(line string) bool { return strings.Contains(line, "Accts") })
	if titles < 0 || !strings.HasSuffix(strings.TrimSpace(lines[titles]), " 11d") {
		t.Errorf("the changes of 11 days have another title:\n%s", m.stack.View())
	}
}

// The incident of today is a sign of its own in the strip of its platform, and the days before it,
// on which the platform was as usual, are in order, but for the first one, which has none to be compared with.
func TestWallHasTheIncident(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	m.ctx.Sites.First().History().Wait(t.Context())
	panetest.Press(t, m, "do:overview.wall")
	w := m.stack.Top().(*wall)
	part := &resource.Part{Site: m.ctx.Sites.First().Name, Tally: &fleet.Tally{ID: "bilibili"}}
	if got := ansi.Strip(w.strip(part, 14, 1)); got != "···●●●●●●●●●●✗" {
		t.Errorf("the strip is %q:\n%s", got, m.stack.View())
	}
}

// With a baseline within the last hour, what that recording shows is not listed as seen since.
func TestWallAfterAFirstRecording(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	in := *m.sites[0].found.Value.Input
	in.Point.Accounts = panetest.Now
	m.sites[0].found.Value.Input = &in
	panetest.Press(t, m, "do:overview.wall")
	if view := m.stack.View(); strings.Contains(view, "✗ Turned abnormal") ||
		!strings.Contains(view, "Seen since 09:30: nothing") {
		t.Errorf("what the baseline shows is listed:\n%s", view)
	}
}

// Where not all fits, a timer shows the next page; it ends when the wall was left.
func TestWallTurnsPages(t *testing.T) {
	world := panetest.New(t, options(t, panetest.Options{}))
	m := panetest.Begin(t, New, world, 100, 8)
	panetest.Press(t, m, "do:overview.wall")
	w := m.stack.Top().(*wall)
	timers := world.Timers()
	over := timers[len(timers)-1]
	if over.After != pageTime || over.Msg != (pageOver{w}) {
		t.Fatalf("timers %v", timers)
	}
	seen := map[string]bool{}
	for range 6 {
		for _, text := range []string{"3 accounts · bilibili", "Turned abnormal", "bilibili   ", "youtube   "} {
			seen[text] = seen[text] || strings.Contains(m.stack.View(), text)
		}
		panetest.Exact(t, m.stack.View(), 100, 8)
		m.Update(over.Msg)
	}
	for text, shown := range seen {
		if !shown {
			t.Errorf("no page shows %q", text)
		}
	}
	panetest.Press(t, m, "do:overview.wall")
	before := len(world.Timers())
	if m.Update(over.Msg); len(world.Timers()) != before {
		t.Error("the timer goes on after the wall was left")
	}
}

// What is unknown of a platform is a dash, as in lists. On the first day there is no column of changes, as none is
// known.
func TestUnknownOnTheWall(t *testing.T) {
	rows := []string{account("x", 1, "Ada", 1, 10, 0), strings.Replace(
		account("linkedin", 2, "Slow", 1, 10, 0), `"fansCount":10`, `"fansCount":null`, 1,
	)}
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: service(rows, "")}), 120, 38)
	panetest.Press(t, m, "do:overview.wall")
	for line := range strings.SplitSeq(ansi.Strip(m.stack.View()), "\n") {
		fields := strings.Fields(line)
		if len(fields) > 2 && fields[0] == "linkedin" && !slices.Equal(fields[3:], []string{"–"}) {
			t.Errorf("%q", line)
		}
	}
	if !strings.Contains(m.stack.View(), "linkedin") {
		t.Errorf("no platform:\n%s", m.stack.View())
	}
	if strings.Contains(m.stack.View(), m.changeTitle()) {
		t.Errorf("a column of unknown changes:\n%s", m.stack.View())
	}
}
