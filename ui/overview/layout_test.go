package overview

import (
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/api/sandbox"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A region gets no more cells than others have left, and leaves the rest to the next one.
func TestCellsAreGivenOnce(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	for _, w := range m.movingWorks() {
		w.Title = "A work with a long title"
	}
	m.screen.fill()
	const width = 40
	room := 100
	lacks := give(m.screen.works, width, minRows, &room)
	if lacks == 0 || room != 100-lacks {
		t.Fatalf("%d cells given, %d of 100 left", lacks, room)
	}
	room = lacks - 1
	if given := give(m.screen.works, width, minRows, &room); given != lacks-1 || room != 0 {
		t.Errorf("%d cells given of %d, %d left", given, lacks-1, room)
	}
	if given := give(m.screen.works, width, minRows, &room); given != 0 {
		t.Errorf("%d cells given of none", given)
	}
}

// Platforms and groups together take at most the cells that the findings leave blank: the findings stay whole.
func TestPlatformsAndGroupsShareWhatFindingsLeave(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	s := m.screen
	for i, parts := range [][]*resource.Part{s.platformRows, s.groupRows} {
		for _, p := range parts {
			p.Name = strings.Repeat("long ", 8+i)
		}
	}
	s.platforms.SetRows(s.platformRows)
	s.groups.SetRows(s.groupRows)
	const width, height, rows = 200, 30, 6
	const right = 100
	s.findings.SetSize(width-right, height)
	spare := s.findings.Settled().Spare()
	d := s.divideWide(width, height, rows)
	given := d.right - right
	if given != spare || d.groups <= 0 {
		t.Errorf("%d cells given of %d", given, spare)
	}
}

// The works get the cells for all rows that are shown, and keep them when the screen is laid out again.
func TestWorksKeepTheirWidth(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	start := m.view.Now().Add(-time.Hour)
	var stored []history.WorkSnapshots
	for i := range 6 {
		name := "viewCount"
		count := int64(2000)
		if i == 5 { // last, because metrics are not compared
			name = "impressionCount"
			count = 200_000_000_000
		}
		snapshot := func(n int64) api.Snapshot {
			return api.Snapshot{Metrics: api.Metrics{{Name: name, Value: api.Int(n)}}}
		}
		stored = append(stored, history.WorkSnapshots{
			Query:     api.WorkQuery{Platform: "tiktok", WorkID: strings.Repeat("1", 20+i)},
			Snapshots: []api.Snapshot{snapshot(0), snapshot(count)},
			Times:     []time.Time{start, m.view.Now()},
		})
	}
	const least, most, height = 38, 60, 12
	works := m.screen.works
	works.SetRows(resource.MovingWorkRows("", stored))
	first := m.screen.worksBeside(least, most, height)
	works.SetSize(first, height)
	if lacks := works.Settled().Lacks(); lacks > 0 || first == most {
		t.Errorf("%d cells are missing in %d", lacks, first)
	}
	if again := m.screen.worksBeside(least, most, height); again != first {
		t.Errorf("%d cells, then %d", first, again)
	}
}

// Beside the findings, the platforms give the followers, and their names get short, before what
// happened is cut. Their change stays.
func TestFindingsGetTheRoomThatTheyNeed(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	for _, width := range []int{100, 104, 120, 140, 200} {
		m.stack.SetSize(width, 30)
		view := m.stack.View()
		for _, want := range []string{
			"11d",
			"turned abnormal",
			"recovered after ≥ 10 days",
			"≥ 11d",
			"+617 views/h, 37 × usual",
		} {
			if !strings.Contains(view, want) {
				t.Errorf("at %d no %q:\n%s", width, want, view)
			}
		}
	}
}

// A chart gives the works beside it the cells for their names, also where a work further down has the widest platform;
// and where no finding matches, the inspector has a title.
func TestWorksGetTheCellsOfCharts(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	fleet := &m.sites[0].fleet.Value
	for range 3 {
		again := *fleet.works[0]
		fleet.works = append(fleet.works, &again)
	}
	slices.SortStableFunc(fleet.works, (*resource.MovingWork).Compare)
	fleet.works[len(fleet.works)-1].Query.Platform = "a-new-platform"
	for _, size := range []struct {
		width, height int
		title         string
	}{
		{120, 40, "A work with a long title"},
		{160, 50, "A work with a long title"},
		{200, 50, "A work with a long title, longer than most"},
	} {
		for _, w := range fleet.works {
			w.Title = size.title
		}
		m.screen.fill()
		m.stack.SetSize(size.width, size.height)
		panetest.Shows(t, m.stack.View(), "▲ 3 in 11 days")
		if lacks := m.screen.works.Settled().Lacks(); lacks > 0 {
			t.Errorf("at %d the works lack %d cells:\n%s", size.width, lacks, m.stack.View())
		}
	}
	panetest.Press(t, m, "/", "text:no such finding", "enter")
	panetest.Shows(t, m.stack.View(), "╭─ Details ─")
}

// Wherever the user was before, no cell is cut while its row has the blanks for it.
func TestNoCellIsCutBesideBlanks(t *testing.T) {
	for _, lang := range words.Langs() {
		w := panetest.New(t, panetest.Options{Lang: lang, DemoHistory: true, Sandbox: sandbox.Options{Accounts: 2500}})
		m := panetest.Begin(t, New, w, 120, 38)
		for _, width := range []int{80, 100, 120, 160, 200} {
			m.stack.SetSize(width, 38)
			m.stack.View()
			if n := panetest.Sweep(t, m, &m.theme.Glyphs, m.screen.findings.Table); n < 150 {
				t.Errorf("only %d cells at %d:\n%s", n, width, m.stack.View())
			}
		}
	}
}

// On a narrow screen the inspector has the rows that the findings leave, and says all; the list has them again once
// more findings are shown.
func TestInspectorGetsBlankRows(t *testing.T) {
	for _, lang := range words.Langs() {
		w := panetest.New(t, panetest.Options{Lang: lang, DemoHistory: true, Sandbox: sandbox.Options{Accounts: 2500}})
		m := panetest.Begin(t, New, w, 80, 22)
		for _, size := range [][2]int{{80, 22}, {60, 14}} {
			m.stack.SetSize(size[0], size[1])
			panetest.Press(t, m, "home")
			m.stack.View()
			rows := lines(m.screen.findings.Table.View())
			panetest.Press(t, m, "f", "text:"+m.view.KindTitle(findings.LikelyToTurn), "enter")
			likely := move(t, m, ofKind(findings.LikelyToTurn))
			showsWhole(t, m, m.view.Finding(likely.Finding).Sentence())
			panetest.Press(t, m, "esc", "home")
			told := map[findings.Kind]bool{}
			for _, f := range m.all {
				if f.Section == findings.Expected || told[f.Kind] {
					continue
				}
				panetest.Press(t, m, "/", "text:"+m.view.Finding(f).Title(), "enter")
				if _, _, n := m.screen.findings.Table.Visible(); n <= 3 {
					told[f.Kind] = true
					move(t, m, func(r *resource.FindingRow) bool { return r.Finding == f })
					showsWhole(t, m, m.view.Finding(f).Sentence(), m.view.Finding(f).Next())
				}
				panetest.Press(t, m, "esc", "home")
			}
			if len(told) < 8 {
				t.Errorf("only %d kinds", len(told))
			}
			m.stack.View()
			if got := lines(m.screen.findings.Table.View()); got != rows {
				t.Errorf("%d rows of findings, want %d:\n%s", got, rows, m.stack.View())
			}
		}
	}
}

// showsWhole fails the test for each text that is not whole on the screen, wherever its lines break.
func showsWhole(t *testing.T, m *Model, texts ...string) {
	t.Helper()
	view := ansi.Strip(m.stack.View())
	for _, want := range texts {
		flat := strings.Join(strings.Fields(want), "")
		if !strings.Contains(strings.Join(strings.Fields(view), ""), flat) {
			t.Errorf("%q is cut:\n%s", want, view)
		}
	}
}

// The border says that works are in the order of their metrics, unless all have one or the user sorted them.
func TestOrderOfMovingWorks(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "─ by metric · 5 ─", words.Chinese: "─ 按指标 · 5 ─"} {
		w := panetest.New(t, panetest.Options{Lang: lang, DemoHistory: true})
		m := panetest.Begin(t, New, w, 120, 38)
		panetest.Shows(t, m.stack.View(), want)
		works := m.screen.works
		panetest.Pump(t, m, works.Table.SortBy("name", false))
		works.Arrange()
		if view := m.stack.View(); strings.Contains(view, want) {
			t.Errorf("also by name:\n%s", view)
		}
		panetest.Pump(t, m, works.Table.SortBy("", false))
		fleet := &m.sites[0].fleet.Value
		fleet.works = fleet.works[:1]
		panetest.Pump(t, m, m.screen.fill())
		if order := m.screen.worksOrder(); order != "" {
			t.Errorf("works of one metric are sorted %q", order)
		}
	}
}
