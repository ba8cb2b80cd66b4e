package options

import (
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// capable returns a platform with capabilities as the service sends them, without any if the
// response is malformed.
func capable(name, capabilities string) api.Platform {
	rows, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"` + name + `","capabilities":` +
		capabilities + `}]`))
	if err != nil || len(rows) != 1 {
		return api.Platform{Platform: name}
	}
	return rows[0]
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
		capable(
			"A",
			`{"work":{"getDetail":true,"listWorks":false},"browse":{"getDetail":false},"limit":3,"modes":[true],"text":"true"}`,
		),
		capable("B", `{"login":true,"work":{"getDetail":{"supported":false,"live":true}}}`),
		capable("C", ``),
		capable("D", `{"work":{"listWorks":true},"text":1}`),
	}
	want := "work.listWorks -??+\nwork.getDetail +-??\nboardId +-?+\ntid +-?-\nbrowse.getDetail -???\nlogin ?+??\nwork.getDetail.live ?+??\n"
	var b strings.Builder
	for _, l := range newLines(c.View, platforms, known) {
		b.WriteString(l.name + " ")
		for _, p := range platforms {
			b.WriteByte("?-+"[l.stated[p.Platform]])
		}
		b.WriteByte('\n')
	}
	if got := b.String(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestGridIsBounded(t *testing.T) {
	c := emptyContext(t)
	none := func(string) ([]api.PublishOption, bool) { return nil, false }
	deep := strings.Repeat(`{"a":`, 5_000) + `true` + strings.Repeat(`}`, 5_000)
	if lines := newLines(c.View, []api.Platform{capable("A", deep)}, none); len(lines) != 0 {
		t.Errorf("lines below the maximum depth: %v", lines)
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
		lines := newLines(c.View, []api.Platform{capable("A", capabilities), capable("B", `{}`)}, known)
		option := lines[len(lines)-1]
		if option.name != field || option.stated["A"] != api.Supported {
			t.Errorf("the option is not where it should be: %+v", option)
		}
		for _, l := range lines[:len(lines)-1] {
			if l.stated["A"] == api.SupportNotStated || l.stated["B"] != api.SupportNotStated {
				t.Errorf("%+v", l)
			}
		}
	})
}

// TestMatrixFits80Columns names 14 platforms by their initials or short names, and by their names where
// there is room. Their legend takes one line. The filter stays.
func TestMatrixFits80Columns(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "m", "/", "text:work", "enter")
	shown, total := matrixCounts(m)
	s := m.stack.Top().(*matrixScreen)
	for _, short := range append(initials([]string{"YouTube", "Pinterest", "LinkedIn"}), "X", "Kwai") {
		if !strings.Contains(m.stack.View(), " "+short+" ") {
			t.Errorf("%q is missing in\n%s", short, m.stack.View())
		}
	}
	if strings.Contains(m.stack.View(), "›") || s.heads == nil || shown == 0 || shown == total {
		t.Errorf("%d of %d lines, and there are more columns:\n%s", shown, total, m.stack.View())
	}
	m.stack.SetSize(120, 38)
	if panetest.Pump(t, m, m.Update(nil)); !strings.Contains(m.stack.View(), " Douyin Kwai Pi ") ||
		!strings.Contains(m.stack.View(), "Official WeChat Official  Channels WeChat Channels") ||
		len(s.summary(120)) != 1 {
		t.Errorf("at 120 columns:\n%s", m.stack.View())
	}
	m.stack.SetSize(240, 40)
	panetest.Pump(t, m, m.Update(nil))
	if n, _ := matrixCounts(m); n != shown || s.heads != nil || !strings.Contains(m.stack.View(), "WeChat Channels") {
		t.Errorf("%d lines, want %d:\n%s", n, shown, m.stack.View())
	}
}

// TestMatrixKeepsItsCursor returns to the matrix from another screen.
func TestMatrixKeepsItsCursor(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "m", "down", "down")
	before := m.stack.View()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "pinterest"}))
	if panetest.Press(t, m, "esc"); m.stack.View() != before {
		t.Errorf("esc leads to\n%s\nwant\n%s", m.stack.View(), before)
	}
}

// The matrix begins with what differs between the platforms that the site serves.
func TestMatrixBeginsWithDifferences(t *testing.T) {
	c := emptyContext(t)
	none := func(string) ([]api.PublishOption, bool) { return nil, true }
	soon := capable("C", `{"login":false,"search":false}`)
	soon.Status = api.Some(api.PlatformComingSoon)
	lines := newLines(c.View, []api.Platform{
		capable("A", `{"login":true,"search":false,"likes":true,"edit":true}`),
		capable("B", `{"login":true,"search":false,"edit":false}`),
		soon,
	}, none)
	var names []string
	for _, l := range lines {
		names = append(names, l.name)
	}
	if got := strings.Join(names, " "); got != "edit likes login search" {
		t.Error(got)
	}
}

// The key for JSON shows what the service sent of the line, for each platform: a capability as it is
// stated, an option whole.
func TestMatrixShowsWhatWasSent(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 40)
	panetest.Press(t, m, "m", "/", "text:work details", "enter", "v")
	panetest.Shows(t, m.stack.View(), "Work details", `"KWAI": true`, `"douyin": false`)
	panetest.Press(t, m, "esc", "esc", "/", "text:board", "enter", "v")
	panetest.Shows(t, m.stack.View(), `"pinterest": {`, `"field": "boardId"`)
	if view := m.stack.View(); strings.Contains(view, `"KWAI"`) {
		t.Errorf("Kwai has no boards:\n%s", view)
	}
}
