package options

import (
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

func capable(name, capabilities string) api.Platform {
	return api.Platform{Platform: name, Capabilities: jsontext.Value(capabilities)}
}

func emptyContext(t testing.TB) *pane.Context {
	return panetest.New(t, panetest.Options{}).Context
}

func TestGrid(t *testing.T) {
	c := emptyContext(t)
	board := api.PublishOption{Field: "boardId", Label: api.Some("Board")}
	options := map[string][]api.PublishOption{"A": {board, {Field: "tid"}}, "B": {}, "D": {board}}
	known := func(id string) ([]api.PublishOption, bool) { list, ok := options[id]; return list, ok }
	platforms := []api.Platform{
		capable("A", `{"work":{"getDetail":true,"list":false},"browse":{"getDetail":false},"limit":3,"modes":[true],"text":"true"}`),
		capable("B", `{"login":true,"work":{"getDetail":{"supported":false,"live":true}}}`),
		capable("C", ``),
		capable("D", `{"work":{"list":true},"broken`),
	}
	for _, tc := range []struct {
		transposed bool
		want       string
	}{
		{true, "work.getDetail work.list browse.getDetail login work.getDetail.live boardId tid " +
			"\nA +--??++\nB -??++--\nC ???????\nD ?+???+-"},
		{false, "A B C D \nwork.getDetail +-??\nwork.list -??+\nbrowse.getDetail -???\nlogin ?+??\nwork.getDetail.live ?+??\nboardId +-?+\ntid +-?-"},
	} {
		g := newGrid(c.View, platforms, known, tc.transposed)
		var b strings.Builder
		for _, title := range g.titles {
			b.WriteString(title.name + " ")
		}
		for _, l := range g.lines {
			b.WriteString("\n" + l.name + " ")
			for _, title := range g.titles {
				b.WriteByte("?-+"[g.support(l, title)])
			}
		}
		if got := b.String(); got != tc.want || g.cut {
			t.Errorf("got\n%s\nwant\n%s", got, tc.want)
		}
	}
}

func TestGridIsBounded(t *testing.T) {
	c := emptyContext(t)
	none := func(string) ([]api.PublishOption, bool) { return nil, false }
	var b strings.Builder
	for i := range maxThings + 10 {
		fmt.Fprintf(&b, `"c%d":true,`, i)
	}
	if g := newGrid(c.View, []api.Platform{capable("A", `{`+b.String()+`"z":true}`)}, none, false); len(g.lines) != maxThings || !g.cut {
		t.Errorf("%d lines, cut %v", len(g.lines), g.cut)
	}
	deep := strings.Repeat(`{"a":`, 5_000) + `true` + strings.Repeat(`}`, 5_000)
	if g := newGrid(c.View, []api.Platform{capable("A", deep)}, none, false); len(g.lines) != 0 {
		t.Errorf("lines below the maximum depth: %v", g.lines)
	}
}

// FuzzGrid checks that every cell is in its place, whatever a platform sends.
func FuzzGrid(f *testing.F) {
	f.Add(`{"work":{"getDetail":true}}`, "boardId")
	f.Add(`{"supported":true,"":{"supported":false}}`, "")
	f.Add(`[true]`, "supported")
	c := emptyContext(f)
	f.Fuzz(func(t *testing.T, capabilities, field string) {
		known := func(id string) ([]api.PublishOption, bool) {
			if id != "A" {
				return nil, false
			}
			return []api.PublishOption{{Field: field}}, true
		}
		g := newGrid(c.View, []api.Platform{capable("A", capabilities), capable("B", `{}`)}, known, false)
		if g.cut {
			return
		}
		option := g.lines[len(g.lines)-1]
		if option.name != field || g.support(option, g.titles[0]) != api.Supported {
			t.Errorf("the option is not where it should be: %+v", g)
		}
		for _, l := range g.lines[:len(g.lines)-1] {
			if g.support(l, g.titles[0]) == api.SupportNotStated || g.support(l, g.titles[1]) != api.SupportNotStated {
				t.Errorf("%v: %v", l, g.stated)
			}
		}
	})
}

// TestMatrixFits80Columns names 14 platforms by their initials, and by their names
// where there is room. The filter stays.
func TestMatrixFits80Columns(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "m", "/", "text:work", "enter")
	shown, total := matrixCounts(m)
	s := m.Top().(*matrixScreen)
	for _, short := range initials([]string{"Douyin", "Kuaishou", "Pinterest", "LinkedIn"}) {
		if !strings.Contains(m.View(), " "+short+" ") {
			t.Errorf("%q is missing in\n%s", short, m.View())
		}
	}
	if strings.Contains(m.View(), "›") || !s.short || shown == 0 || shown == total {
		t.Errorf("%d of %d lines, and there are more columns:\n%s", shown, total, m.View())
	}
	m.SetSize(220, 40)
	panetest.Pump(t, m, m.Update(nil))
	if n, _ := matrixCounts(m); n != shown || s.short || !strings.Contains(m.View(), "Xiaohongshu") {
		t.Errorf("%d lines, want %d:\n%s", n, shown, m.View())
	}
}

// TestTransposedMatrixKeepsItsCursor returns to the matrix from another screen.
func TestTransposedMatrixKeepsItsCursor(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "m", "o", "down", "down")
	before := m.View()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "pinterest"}))
	if panetest.Press(t, m, "esc"); m.View() != before {
		t.Errorf("esc leads to\n%s\nwant\n%s", m.View(), before)
	}
}
