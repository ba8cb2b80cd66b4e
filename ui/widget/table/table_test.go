package table

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/bubbles/key"
	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/scroll"
)

type channel struct {
	id, name, platform, group string
	fans                      int // -1 where it was never fetched
	healthy                   bool
}

var names = []string{
	"Aurelia Studio",
	"云端工作室的第一个账号",
	"田中さんのチャンネル",
	"قناة الأخبار اليومية",
	"Łukasz e\u0301te\u0301",
	"Family 👨‍👩‍👧 & 🇨🇳🙂",
	"x",
	"한국어 채널",
	"A very long name that goes on and on and on", "\x1b[31mred\x1b[0m\u202eevil", "", "Ⅷ ﷽ ｗｉｄｅ",
}

// channels are n rows, the same each time.
func channels(n int) []channel {
	platforms := []string{"tiktok", "xhs", "bilibili", "youtube", "wxSph"}
	groups := []string{"Default", "华东", "Launch team"}
	rows := make([]channel, n)
	for i := range rows {
		name := names[i%len(names)]
		if i >= len(names) {
			name = fmt.Sprint(name, " ", i)
		}
		rows[i] = channel{
			id: fmt.Sprintf("%s_%08d", platforms[i%5], i*7919%100_000_000), name: name, platform: platforms[i%5],
			group: groups[i%3], fans: (i*104_729)%1_000_003 - 1, healthy: i%7 != 3,
		}
	}
	return rows
}

func columns() []resource.Column[channel] {
	text := func(of func(channel) string) func(channel) resource.Cell {
		return func(c channel) resource.Cell { return resource.Cell{Text: of(c)} }
	}
	value := func(of func(channel) string) func(channel) resource.Value {
		return func(c channel) resource.Value { return resource.TextValue(of(c)) }
	}
	name := func(c channel) string { return c.name }
	id := func(c channel) string { return c.id }
	platform := func(c channel) string { return c.platform }
	group := func(c channel) string { return c.group }
	by := func(of func(channel) string) resource.Order[channel] {
		return resource.By(func(c channel) (string, bool) { return of(c), of(c) != "" })
	}
	return []resource.Column[channel]{
		{ID: "health", Title: "State", Priority: 9, Pinned: true, Cell: func(c channel) resource.Cell {
			if c.healthy {
				return resource.Cell{Text: "ok", Tone: theme.Good}
			}
			return resource.Cell{Text: "bad", Tone: theme.Bad}
		}},
		{
			ID:       "name",
			Title:    "Name",
			Min:      8,
			Max:      20,
			Priority: 10,
			Pinned:   true,
			Cell:     text(name),
			Searched: true,
			Of:       value(name),
			Order:    by(name),
		},
		{
			ID:       "platform",
			Title:    "Platform",
			Priority: 7,
			Cell:     text(platform),
			Searched: true,
			Of:       value(platform),
			Order:    by(platform),
		},
		{ID: "fans", Title: "Fans", Right: true, Priority: 8, Cell: func(c channel) resource.Cell {
			if c.fans < 0 {
				return resource.Cell{}
			}
			return resource.Cell{Text: fmt.Sprint(c.fans)}
		}, Order: resource.By(func(c channel) (int, bool) { return c.fans, c.fans >= 0 })},
		{
			ID:       "group",
			Title:    "Group",
			Priority: 3,
			Cell:     text(group),
			Searched: true,
			Of:       value(group),
			Order:    by(group),
		},
		{
			ID:        "id",
			Title:     "ID",
			Min:       8,
			CutMiddle: true,
			Priority:  2,
			Cell:      func(c channel) resource.Cell { return resource.Cell{Text: c.id, Tone: theme.Faint} },
			Searched:  true,
			Of:        value(id),
			Order:     by(id),
		},
		{ID: "note", Title: "Note", Hidden: true, Cell: func(channel) resource.Cell { return resource.Cell{} }},
	}
}

func themed(name string, ascii bool) *theme.Theme {
	return theme.For(io.Discard, []string{"TERM=xterm-256color"}, theme.Choice{Name: name, ASCII: ascii})
}

func plain() *theme.Theme {
	return theme.For(io.Discard, []string{"TERM=dumb"}, theme.Choice{})
}

func keys() KeyMap {
	on := func(keys ...string) key.Binding { return key.NewBinding(key.WithKeys(keys...)) }
	return KeyMap{
		KeyMap: scroll.KeyMap{
			Up:       on("up", "k"),
			Down:     on("down", "j"),
			PageUp:   on("pgup"),
			PageDown: on("pgdown"),
			Home:     on("home"),
			End:      on("end"),
			HalfUp:   on("ctrl+u"), HalfDown: on("ctrl+d"),
		},
		Left: on("left"), Right: on("right"), Reverse: on("S"), Select: on(" "), SelectAll: on("*"),
	}
}

func newTable(th *theme.Theme, rows []channel) *Table[channel] {
	t := New(Config[channel]{Theme: th, Keys: keys(), Columns: columns(), Key: func(c channel) string { return c.id }})
	t.SetSize(80, 24)
	run(t, t.SetRows(rows))
	return t
}

// run carries out a command and those that follow from it.
func run(t *Table[channel], cmd tea.Cmd) {
	for cmd != nil {
		cmd = t.Update(cmd())
	}
}

func press(t *Table[channel], names ...string) {
	types := map[string]tea.KeyType{
		"up": tea.KeyUp, "down": tea.KeyDown, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown,
		"home": tea.KeyHome, "end": tea.KeyEnd, "left": tea.KeyLeft, "right": tea.KeyRight,
		" ": tea.KeySpace,
	}
	for _, name := range names {
		msg := tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune(name)}
		if kind, ok := types[name]; ok {
			msg = tea.KeyMsg{Type: kind}
		}
		run(t, t.Update(msg))
	}
}

// exact fails where a view is not of the size it was given.
func exact(t *testing.T, view string, width, height int) {
	t.Helper()
	lines := strings.Split(view, "\n")
	if len(lines) != height {
		t.Errorf("%d lines in %d", len(lines), height)
	}
	for i, l := range lines {
		if w := text.Width(l); w > width {
			t.Errorf("line %d is %d wide in %d: %q", i, w, width, l)
		}
	}
}

func TestViewAtAllSizes(t *testing.T) {
	for _, size := range [][2]int{{20, 5}, {40, 12}, {80, 24}, {120, 40}, {200, 60}} {
		table := newTable(plain(), channels(30))
		table.SetSize(size[0], size[1])
		run(table, table.SortBy("fans", true))
		press(table, "down", " ")
		view := table.View()
		exact(t, view, size[0], size[1])
		for i, l := range strings.Split(view, "\n") {
			if strings.TrimRight(l, " ") != l && i != 3 { // the cursor's row is painted to its end
				t.Errorf("%v: line %d ends in blanks: %q", size, i, l)
			}
		}
		if size[0] == 40 || size[0] == 120 {
			golden.Equal(t, fmt.Sprintf("%dx%d.golden", size[0], size[1]), view)
		}
	}
}

// The styles stand in the golden files by name: what they look like is the
// theme's to say. Themes that leave the text in the terminal's colour use them in the
// same places, and so do those that paint it.
func TestViewInColour(t *testing.T) {
	for _, name := range theme.Names() {
		th := themed(name, false)
		table := newTable(th, channels(12))
		table.SetSize(80, 10)
		run(table, table.SetFilter("to a"))
		press(table, " ")
		view := table.View()
		exact(t, view, 80, 10)
		file := name
		switch name {
		case "dark", "light":
			file = "plain"
		case "solarized", "contrast":
			file = "painted"
		}
		golden.Equal(
			t,
			file+".golden",
			regexp.MustCompile(`\x1b\[[0-9;]+m`).ReplaceAllString(named(th, view), "<other>"),
		)
	}
}

// named writes the names of styles for their sequences.
func named(th *theme.Theme, view string) string {
	styles := &th.Table
	for _, s := range []struct {
		name  string
		style theme.Style
	}{
		{"cursor", styles.Cursor},
		{"cursor match", styles.CursorMatch},
		{"match", styles.Match},
		{"selected", styles.Selected},
		{"head", styles.Head},
		{"head cursor", styles.HeadCursor},
		{"good", th.Tone(theme.Good)},
		{"faint", th.Tone(theme.Faint)},
	} {
		if s.style.Open() != "" {
			view = strings.ReplaceAll(view, s.style.Open(), "<"+s.name+">")
		}
	}
	return strings.ReplaceAll(view, theme.Reset(), "<>")
}

func TestViewFitsEverySize(t *testing.T) {
	table := newTable(themed("dark", false), channels(60))
	run(table, table.SetFilter("a"))
	for width := range 100 {
		for _, height := range []int{0, 1, 2, 7, 30} {
			table.SetSize(width, height)
			for range 7 {
				press(table, "right")
				if width > 0 && height > 0 {
					exact(t, table.View(), width, height)
				}
			}
			for range 7 {
				press(table, "left")
			}
		}
	}
}

func TestSortPutsUnknownLastBothWays(t *testing.T) {
	table := newTable(plain(), channels(40))
	for _, desc := range []bool{false, true} {
		run(table, table.SortBy("fans", desc))
		rows := slices.Collect(table.Rows())
		if len(rows) != 40 || rows[39].fans != -1 {
			t.Fatalf("desc %v: %d rows, the last with %d", desc, len(rows), rows[39].fans)
		}
		if !slices.IsSortedFunc(rows[:39], func(a, b channel) int {
			if desc {
				a, b = b, a
			}
			return a.fans - b.fans
		}) {
			t.Errorf("desc %v: not sorted", desc)
		}
	}
}
