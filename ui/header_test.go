package ui

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"
	"github.com/muesli/termenv"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

var manyTitles = map[words.Lang][]string{
	words.English: {"Overview", "Accounts", "Groups", "Publish options", "Works", "Sessions", "Prices", "Watched works"},
	words.Chinese: {"总览", "账号", "分组", "发布选项", "作品", "会话", "价格", "关注的作品"},
}

// Titles are shortened, and on a narrow screen those farthest from the one in front are
// hidden behind a sign.
func TestEightTabsFit(t *testing.T) {
	for lang, titles := range manyTitles {
		ctx := panetest.New(t, panetest.Options{Lang: lang, Palette: "dark", Profile: termenv.TrueColor}).Context
		h := header{ctx: ctx, titles: titles}
		for _, width := range []int{80, 60, 40} {
			for front, title := range titles {
				s := pane.State{At: panetest.Now}
				styled := h.View(front, s, width)
				view := ansi.Strip(styled)
				if text.Width(view) != width {
					t.Errorf("%s, %d columns: %d cells: %q", lang, width, text.Width(view), view)
				}
				if first := string([]rune(title)[:1]); !strings.Contains(view, fmt.Sprintf(" %d %s", front+1, first)) && !strings.Contains(view, fmt.Sprintf(" %d%s", front+1, first)) {
					t.Errorf("%s, %d columns: no %q in %q", lang, width, title, view)
				}
				var shown []int
				for i := range titles {
					if strings.Contains(strings.Replace(view, fmt.Sprint(i+1, " "), fmt.Sprint(i+1), 1), fmt.Sprintf(" %d%s", i+1, string([]rune(titles[i])[0]))) {
						shown = append(shown, i)
					}
				}
				if width == 80 && len(shown) != len(titles) || len(shown) == 0 || shown[len(shown)-1]-shown[0] != len(shown)-1 {
					t.Errorf("%s, %d columns: the tabs %v are shown in %q", lang, width, shown, view)
				}
				if left := strings.Contains(styled, " ‹"); left != (shown[0] > 0) {
					t.Errorf("%s, %d columns: a sign at the left: %v, in %q", lang, width, left, view)
				}
				if right := strings.Contains(styled, " ›"); right != (shown[len(shown)-1] < len(titles)-1) {
					t.Errorf("%s, %d columns: a sign at the right: %v, in %q", lang, width, right, view)
				}
			}
		}
	}
}

// A title that is shown looks the same whichever tab is in front and whatever its data does.
func TestTitlesKeepTheirForm(t *testing.T) {
	states := []pane.State{{}, {At: panetest.Now}, {InFlight: 1}, {At: panetest.Now, InFlight: 1}, {Err: errors.New("no")}}
	for _, lang := range words.Langs() {
		h := newHeader(panetest.New(t, panetest.Options{Lang: lang}).Context, newTabs(Makers(), "").all)
		for width := minWidth; width <= 200; width++ {
			forms := map[int]string{}
			for front := range h.titles {
				for _, s := range states {
					labels, _ := h.layout(front, s, width)
					for _, l := range labels {
						if l.tab < 0 || l.sign {
							continue
						}
						if form, seen := forms[l.tab]; seen && form != l.text {
							t.Fatalf("%s, %d columns: %q and %q, the latter with tab %d in front", lang, width, form, l.text, front+1)
						}
						forms[l.tab] = l.text
					}
				}
			}
			if lang == words.Chinese && width >= 80 && !strings.Contains(forms[3], h.titles[3]) {
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
			ctx.Site = site
			h := newHeader(ctx, newTabs(Makers(), "").all)
			for front := range h.titles {
				view := h.View(front, pane.State{At: panetest.Now}, 80)
				for i, title := range h.titles {
					whole := strings.Contains(view, fmt.Sprintf("%d %s ", i+1, title)) || strings.Contains(view, fmt.Sprintf("%d%s ", i+1, title))
					short := h.short[i] != "" && (strings.Contains(view, fmt.Sprintf("%d %s ", i+1, h.short[i])) || strings.Contains(view, fmt.Sprintf("%d%s ", i+1, h.short[i])))
					if !whole && !short || !strings.Contains(view, " 09:30 ") {
						t.Errorf("%s, %s: %q is cut in %q", lang, site, title, view)
					}
				}
			}
		}
	}
}

// A list without data of its own, as that of stored sessions, is of all sites that are shown.
func TestHeaderNamesAllSites(t *testing.T) {
	ctx := panetest.Sites(t, panetest.Options{}, panetest.Options{}).Context
	h := newHeader(ctx, newTabs(Makers(), "").all)
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
	for lang, titles := range manyTitles {
		h := header{ctx: panetest.New(t, panetest.Options{Lang: lang}).Context, titles: titles}
		const width = 40
		for front := range titles {
			first, last := front, front
			for x := range width {
				if at := h.TabAt(x, front, pane.State{}, width); at >= 0 {
					first, last = min(first, at), max(last, at)
				}
			}
			if front > 0 && first == front || front < len(titles)-1 && last == front {
				t.Errorf("%s: clicks select the tabs %d to %d in %q", lang, first, last, h.View(front, pane.State{}, width))
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
		h := header{ctx: panetest.New(t, panetest.Options{Lang: lang}).Context, titles: manyTitles[lang]}
		for i, s := range []pane.State{
			{}, {InFlight: 2}, {Err: errors.New("")}, {At: panetest.Now, InFlight: 2}, {At: panetest.Now, Err: errors.New("")}, {At: panetest.Now.AddDate(0, 0, -1)},
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
		still, moving := h.View(0, pane.State{At: panetest.Now}, 80), h.View(0, pane.State{At: panetest.Now, InFlight: 1}, 80)
		if strings.ReplaceAll(moving, "◌", "●") != still {
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
