package ui

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

var manyTitles = map[words.Lang][]string{
	words.English: {
		"Overview",
		"Accounts",
		"Groups",
		"Publish options",
		"Works",
		"Sessions",
		"Prices",
		"Watched works",
	},
	words.Chinese: {"总览", "账号", "分组", "发布选项", "作品", "会话", "价格", "关注的作品"},
}

// headerOf returns a header of tabs without abbreviations.
func headerOf(ctx *pane.Context, all []string) header {
	h := header{ctx: ctx}
	for _, title := range all {
		h.tabs = append(h.tabs, titles{whole: title, short: title, shortest: title})
	}
	return h
}

// shownTabs returns the tabs that a header shows, and fails for a gap between them.
func shownTabs(t *testing.T, labels []label) (shown []int) {
	t.Helper()
	for _, l := range labels {
		if l.tab < 0 || l.sign {
			continue
		}
		if len(shown) > 0 && l.tab != shown[len(shown)-1]+1 {
			t.Errorf("tab %d follows %v", l.tab, shown)
		}
		shown = append(shown, l.tab)
	}
	return shown
}

// Titles are shortened before the blanks behind the numbers go, which a screen reader needs.
func TestNumbersAreApartFromTitles(t *testing.T) {
	h := header{ctx: panetest.New(t, panetest.Options{}).Context}
	h.tabs = []titles{
		{"Overview", "Overview", "Ovw"},
		{"Accounts", "Accounts", "Accts"},
		{"Groups", "Groups", "Groups"},
		{"Options", "Options", "Opts"},
		{"Works", "Works", "Works"},
		{"Sessions", "Sessions", "Sess"},
		{"Prices", "Prices", "Prices"},
	}
	got := ansi.Strip(h.View(0, pane.State{At: panetest.Now}, 74))
	if want := " 1 Ovw 2 Accts 3 Groups 4 Opts 5 Works 6 Sess 7 Prices"; !strings.HasPrefix(got, want) {
		t.Errorf("%q", got)
	}
}

// Where the titles do not fit, the numbers of all tabs are there, with the title of the one in front.
// On a narrow screen the tabs farthest from it are hidden behind a sign.
func TestEightTabsFit(t *testing.T) {
	for lang, all := range manyTitles {
		ctx := panetest.New(t, panetest.Options{Lang: lang, Palette: "dark", Profile: termenv.TrueColor}).Context
		h := headerOf(ctx, all)
		for _, width := range []int{80, 60, 40} {
			for front, title := range all {
				s := pane.State{At: panetest.Now}
				styled := h.View(front, s, width)
				view := ansi.Strip(styled)
				if text.Width(view) != width {
					t.Errorf("%s, %d columns: %d cells: %q", lang, width, text.Width(view), view)
				}
				whole := strings.Contains(view, fmt.Sprintf(" %d %s", front+1, title)) ||
					strings.Contains(view, fmt.Sprintf(" %d%s", front+1, title))
				if !whole {
					t.Errorf("%s, %d columns: no %q in %q", lang, width, title, view)
				}
				labels, _ := h.layout(front, s, width)
				shown := shownTabs(t, labels)
				if width == 80 && len(shown) != len(all) {
					t.Errorf("%s, %d columns: the tabs %v are shown in %q", lang, width, shown, view)
				}
				if left := strings.Contains(styled, " ‹"); left != (shown[0] > 0) {
					t.Errorf("%s, %d columns: a sign at the left: %v, in %q", lang, width, left, view)
				}
				if right := strings.Contains(styled, " ›"); right != (shown[len(shown)-1] < len(all)-1) {
					t.Errorf("%s, %d columns: a sign at the right: %v, in %q", lang, width, right, view)
				}
			}
		}
	}
}

// Up to ten panes fit 80 columns: titles are abbreviated, but never cut in a word, or only the one in
// front has a title.
func TestTenTabsFit80Columns(t *testing.T) {
	more := map[words.Lang][]string{
		words.English: {"Drafts", "Schedule", "Messages"},
		words.Chinese: {"草稿", "排期", "消息"},
	}
	for _, lang := range words.Langs() {
		ctx := panetest.New(t, panetest.Options{Lang: lang}).Context
		h := newHeader(ctx, newTabs(ctx, Makers(), "").all)
		for _, added := range append([]string{""}, more[lang]...) {
			if added != "" {
				h.tabs = append(h.tabs, titles{whole: added, short: added, shortest: added})
			}
			for _, site := range []string{"demo", "china-of-the-second-team"} {
				ctx.Sites.First().Name = site
				for front := range h.tabs {
					checkAllTabs(t, h, front)
				}
			}
		}
	}
}

// They fit beside the names of several sites and a past moment too.
func TestTenTabsFitBesideSitesAndAPastMoment(t *testing.T) {
	for _, lang := range words.Langs() {
		site := panetest.Options{Lang: lang}
		for _, ctx := range []*pane.Context{
			panetest.New(t, site).Context,
			panetest.Sites(t, site, site).Context,
		} {
			for _, moment := range []time.Time{{}, panetest.Now} {
				ctx.Sites.First().Name = "china-of-the-second-team"
				ctx.Moment = moment
				h := newHeader(ctx, newTabs(ctx, Makers(), "").all)
				for _, added := range []string{"Drafts", "Schedule", "Messages"} {
					h.tabs = append(h.tabs, titles{whole: added, short: added, shortest: added})
				}
				for front := range h.tabs {
					checkNumberedTabs(t, h, front)
				}
			}
		}
	}
}

// checkNumberedTabs checks that a header of 80 columns shows all tabs, the one in front with its whole title, and
// the time of the data or of the past moment.
func checkNumberedTabs(t *testing.T, h header, front int) {
	t.Helper()
	s := pane.State{At: panetest.Now}
	view := ansi.Strip(h.View(front, s, 80))
	labels, _ := h.layout(front, s, 80)
	if shown := shownTabs(t, labels); len(shown) != len(h.tabs) {
		t.Errorf("%d tabs: %v are shown in %q", len(h.tabs), shown, view)
		return
	}
	if text.Width(view) != 80 || !strings.Contains(view, " 09:30 ") {
		t.Errorf("no time, or not 80 cells: %q", view)
	}
	if got := titleIn(labels[front]); got != h.tabs[front].whole {
		t.Errorf("the tab in front is %q, want %q in %q", got, h.tabs[front].whole, view)
	}
}

// checkAllTabs checks that a header of 80 columns shows all tabs, with whole titles or abbreviations
// but for the numbers beside a whole title in front, and the time of the data.
func checkAllTabs(t *testing.T, h header, front int) {
	t.Helper()
	s := pane.State{At: panetest.Now}
	view := h.View(front, s, 80)
	labels, _ := h.layout(front, s, 80)
	if shown := shownTabs(t, labels); len(shown) != len(h.tabs) {
		t.Errorf("%d tabs: %v are shown in %q", len(h.tabs), shown, view)
	}
	if text.Width(view) != 80 || !strings.Contains(view, " ● 09:30 ") {
		t.Errorf("%d tabs: no time, or not 80 cells: %q", len(h.tabs), view)
	}
	named := 0
	for _, l := range labels {
		of := h.tabs[l.tab]
		name := titleIn(l)
		switch name {
		case of.whole, of.short, of.shortest:
			named++
		case "":
		default:
			t.Errorf("%d tabs: %q is cut in %q", len(h.tabs), name, view)
		}
	}
	const all = 7 // tabs whose titles fit beside any site
	if named < len(h.tabs) && len(h.tabs) <= all {
		t.Errorf("%d tabs: %d of them have titles in %q", len(h.tabs), named, view)
	}
	if named != len(h.tabs) && (named != 1 || titleIn(labels[front]) != h.tabs[front].whole) {
		t.Errorf("%d tabs: %d of them have titles in %q", len(h.tabs), named, view)
	}
}

// titleIn returns the title in the label of a tab, "" for one that is only a number.
func titleIn(l label) string {
	return strings.TrimSpace(strings.TrimPrefix(l.text, fmt.Sprint(" ", l.tab+1)))
}

// A title that is shown looks the same whichever tab is in front and whatever its data does.
func TestTitlesKeepTheirForm(t *testing.T) {
	states := []pane.State{
		{},
		{At: panetest.Now},
		{InFlight: 1},
		{At: panetest.Now, InFlight: 1},
		{Err: errors.New("no")},
	}
	for _, lang := range words.Langs() {
		ctx := panetest.New(t, panetest.Options{Lang: lang}).Context
		h := newHeader(ctx, newTabs(ctx, Makers(), "").all)
		for width := minWidth; width <= 200; width++ {
			forms := map[int]string{}
			for front := range h.tabs {
				for _, s := range states {
					labels, _ := h.layout(front, s, width)
					for _, l := range labels {
						if l.tab < 0 || l.sign {
							continue
						}
						if number := fmt.Sprint(" ", l.tab+1); l.text == number && l.tab != front {
							continue // only the tab in front has its title
						}
						if form, seen := forms[l.tab]; seen && form != l.text {
							t.Fatalf(
								"%s, %d columns: %q and %q, the latter with tab %d in front",
								lang,
								width,
								form,
								l.text,
								front+1,
							)
						}
						forms[l.tab] = l.text
					}
				}
			}
			if lang == words.Chinese && width >= 80 && !strings.Contains(forms[3], h.tabs[3].whole) {
				t.Errorf("%d columns: %q isn't whole", width, forms[3])
			}
		}
	}
}

// At 80 columns the titles are abbreviated rather than cut in a word, also beside a site's
// name of 12 letters.
func TestTitlesAreNotCutInAWord(t *testing.T) {
	for _, lang := range words.Langs() {
		ctx := panetest.New(t, panetest.Options{Lang: lang}).Context
		for _, site := range []string{"demo", "acme-staging"} {
			ctx.Sites.First().Name = site
			h := newHeader(ctx, newTabs(ctx, Makers(), "").all)
			for front := range h.tabs {
				checkAllTabs(t, h, front)
			}
		}
	}
}

// A list without data of its own, as that of stored sessions, is of all sites that are shown.
func TestHeaderNamesAllSites(t *testing.T) {
	ctx := panetest.Sites(t, panetest.Options{}, panetest.Options{}).Context
	h := newHeader(ctx, newTabs(ctx, Makers(), "").all)
	for site, want := range map[string]string{"": " a+b ", "b": " b "} {
		if view := h.View(0, pane.State{Site: site}, 120); !strings.Contains(view, want) {
			t.Errorf("site %q: %q", site, view)
		}
	}
}

// A click selects a tab that is shown, and one on a sign the next hidden one, so that
// the mouse reaches all.
func TestClicksReachEveryTab(t *testing.T) {
	t.Parallel()
	for lang, all := range manyTitles {
		h := headerOf(panetest.New(t, panetest.Options{Lang: lang}).Context, all)
		const width = 40
		for front := range all {
			first := front
			last := front
			for x := range width {
				if at := h.TabAt(x, front, pane.State{}, width); at >= 0 {
					first = min(first, at)
					last = max(last, at)
				}
			}
			if front > 0 && first == front || front < len(all)-1 && last == front {
				t.Errorf(
					"%s: clicks select the tabs %d to %d in %q",
					lang,
					first,
					last,
					h.View(front, pane.State{}, width),
				)
			}
		}
	}
}

// The right end says what the state is: the sign alone explains nothing. The words appear
// where they cut nothing else, so that the tabs stay in place during a refresh.
func TestHeaderSaysTheState(t *testing.T) {
	t.Parallel()
	for lang, texts := range map[words.Lang][6]string{
		words.English: {"–", "◌ loading", "✗ no data", "◌ 09:30, refreshing", "✗ stale, 09:30", "● 2026-05-19 09:30"},
		words.Chinese: {"–", "◌ 加载中", "✗ 无数据", "◌ 09:30，刷新中", "✗ 数据已过期（09:30）", "● 2026-05-19 09:30"},
	} {
		h := headerOf(panetest.New(t, panetest.Options{Lang: lang}).Context, manyTitles[lang])
		for i, s := range []pane.State{
			{},
			{InFlight: 2},
			{Err: errors.New("")},
			{At: panetest.Now, InFlight: 2},
			{At: panetest.Now, Err: errors.New("")},
			{At: panetest.Now.AddDate(0, 0, -1)},
		} {
			if view := h.View(0, s, 160); !strings.HasSuffix(view, " sandbox "+texts[i]+" ") {
				t.Errorf("%s, %+v: %q", lang, s, view)
			}
			sign, _, _ := strings.Cut(texts[i], " ")
			for _, width := range []int{40, 80} {
				if view := h.View(0, s, width); !strings.Contains(view, " sandbox "+sign) || text.Width(view) != width {
					t.Errorf("%s, %d columns, %+v: %q", lang, width, s, view)
				}
			}
		}
		still := h.View(0, pane.State{At: panetest.Now}, 80)
		moving := h.View(0, pane.State{At: panetest.Now, InFlight: 1}, 80)
		tabsOf := func(view string) string {
			tabs, _, _ := strings.Cut(view, " sandbox ")
			return strings.TrimRight(tabs, " ")
		}
		if tabsOf(moving) != tabsOf(still) {
			t.Errorf("%s: a refresh moves %q to %q", lang, still, moving)
		}
	}
}

// A pane that shows no data of its own shows the state of the shared lists.
func TestEveryPaneShowsAState(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	d := driver{t, New(w.Context, Makers(), "")}
	panetest.Pump(t, d, d.m.Init())
	for _, size := range [][2]int{{40, 12}, {80, 24}} {
		d.m.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for tab := range d.m.tabs.all {
			d.press(fmt.Sprint(tab + 1))
			if header, _, _ := strings.Cut(d.m.View(), "\n"); !strings.Contains(header, " sandbox ● 09:30 ") {
				t.Errorf("%d columns: %q", size[0], header)
			}
		}
	}
}

// sevenPanes returns seven panes, whose names fit in 60 columns.
func sevenPanes() []Maker {
	names := []string{"overview", "accounts", "groups", "options", "works", "sessions", "prices"}
	return slices.DeleteFunc(Makers(), func(m Maker) bool {
		return !slices.Contains(names, m.Name)
	})
}

// In the past a narrow header leaves out the site and the year before the names of the tabs.
func TestNarrowHeaderOfThePast(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: " 1Ovw 2Acct 3Grp 4Opt 5Works 6Sess 7Price ",
		words.Chinese: " 1概览 2账号 3分组 4选项 5作品 6会话 7价格 ",
	} {
		w := panetest.New(t, panetest.Options{Lang: lang})
		w.Context.Moment = panetest.Now
		m := New(w.Context, sevenPanes(), "overview")
		for front := range m.tabs.all {
			got := ansi.Strip(m.header.View(front, pane.State{Site: "demo", At: panetest.Now}, 60))
			if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, " 05-20 09:30  ") || text.Width(got) != 60 {
				t.Errorf("%q", got)
			}
		}
	}
}
