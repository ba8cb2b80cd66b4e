package prices

import (
	"fmt"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/ui/testkit/panetest"
)

// large is a catalog of 20 models with 360 prices each.
func large() string {
	var list []string
	for i := range 20 {
		var pricing []string
		for _, mode := range []string{
			"text2video",
			"image2video",
			"flf2video",
			"multi-image2video",
			"multi-ref",
			"video2video",
		} {
			for _, resolution := range []string{"480p", "720p", "1080p", "2K", "4K"} {
				for d := 1; d <= 12; d++ {
					pricing = append(
						pricing,
						fmt.Sprintf(
							`{"mode":%q,"resolution":%q,"duration":%d,"price":%d,"originPrice":%d}`,
							mode,
							resolution,
							d,
							d*(10+i),
							d*(11+i),
						),
					)
				}
			}
		}
		list = append(
			list,
			fmt.Sprintf(
				`{"name":"model-%d","label":"模型 %d","creditsScope":"general","pricing":[%s]}`,
				i,
				i,
				strings.Join(pricing, ","),
			),
		)
	}
	return strings.Join(list, ",")
}

// BenchmarkKey is a key press with the view that follows, over 7,200 prices.
func BenchmarkKey(b *testing.B) {
	for _, size := range [][2]int{{120, 38}, {200, 58}} {
		m := begin(b, panetest.New(b, panetest.Options{Handler: catalog(large())}), size[0], size[1])
		inTurn := func(name, key, then string) {
			msgs := [2]tea.Msg{panetest.KeyMsg(key), panetest.KeyMsg(then)}
			b.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(b *testing.B) {
				b.ReportAllocs()
				for i := 0; b.Loop(); i++ {
					m.Update(msgs[i%2])
					m.stack.View()
				}
			})
		}
		panetest.Press(b, m, "tab")
		inTurn("move", "down", "up")
		panetest.Press(b, m, "$", "text:8s 1080")
		inTurn("ask", "p", "backspace")
	}
}

// A move of the cursor writes no cell again: before cells were cached, it made
// 4,250 allocations.
func TestMoveAllocations(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(large())}), 120, 38)
	panetest.Press(t, m, "tab")
	msgs := [2]tea.Msg{panetest.KeyMsg("down"), panetest.KeyMsg("up")}
	i := 0
	got := testing.AllocsPerRun(20, func() {
		m.Update(msgs[i%2])
		m.stack.View()
		i++
	})
	if got > 800 {
		t.Errorf("%.0f allocations", got)
	}
}

// Typing fills the visible list only.
func TestHiddenListsAreNotFilled(t *testing.T) {
	ask := func() *Model {
		m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 120, 38)
		panetest.Press(t, m, "tab", "$", "text:4k", "enter")
		return m
	}
	m := ask()
	for i, want := range []int{4, 6, 4} { // from the top
		if rows := m.stack.Top().(lister).shownList().rows; len(rows) != want {
			t.Errorf("screen %d from the top has %d rows, want %d", i, len(rows), want)
		}
		m.stack.Pop()
	}
	m = ask()
	if panetest.Press(t, m, "esc"); at(m) != "prices" || names(m) != "other bare" {
		t.Errorf("on the %s: %s", at(m), names(m))
	}
}

// The models and their prices are under the same filter.
func TestViewsShareTheFilter(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{Handler: catalog(few)}), 120, 38)
	for _, step := range []struct{ keys, at, names string }{
		{"/|text:oth|enter", "models", "other"},
		{"tab", "prices", "other other"},
		{"/|backspace|backspace|backspace|text:long|enter", "prices", "long long"},
		{"shift+tab", "models", "long"},
		{"tab|tab", "quote", "other long short bare"},
		{"shift+tab|shift+tab|=", "models", "long short other bare"},
	} {
		if panetest.Press(t, m, strings.Split(step.keys, "|")...); at(m) != step.at || names(m) != step.names {
			t.Errorf("%s: on the %s with %s", step.keys, at(m), names(m))
		}
	}
}
