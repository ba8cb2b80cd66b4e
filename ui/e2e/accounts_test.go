//go:build unix

package e2e

import (
	"strings"
	"testing"
)

func TestAccountsAreListedAndFiltered(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	s := m.wait("2,500 accounts", "1/2,500", "? more", "q quit")
	if !strings.Contains(s.line(0), "channeldeck") || !strings.Contains(s.line(-1), "/ filter") {
		t.Errorf("no header or no footer:\n%s", s)
	}
	m.do("/", "enter apply")
	m.write("nora")
	s = m.until("the rows that match", func(s screen) bool { return s.has("/ nora") && !s.has("1/2,500") })
	_, row, ok := s.find("▌")
	if !ok || !strings.Contains(strings.ToLower(row), "nora") {
		t.Errorf("the first row is %q", row)
	}
	m.press("Enter")
	m.gone("enter apply")
	m.press("Escape")
	s = m.gone("/ nora")
	if _, row, _ := s.find("▌"); !strings.Contains(strings.ToLower(row), "nora") {
		t.Errorf("the filter was dropped, and the cursor went to %q", row)
	}
}

func TestFastKeysAreHandledOneByOne(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	m.wait("1/2,500")
	m.write("jjjj")
	m.wait("5/2,500")
	m.write("kkjG")
	m.wait("2,500/2,500")
	m.write("gjjx")
	m.wait("3/215", "215 of 2,500")
}

func TestPasteIntoTheFilter(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	m.wait("1/2,500")
	m.paste("qqq") // where no field has the focus it is no key
	m.wait("Command palette", "qqq")
	m.do("Escape", "/ filter", "/", "enter apply") // the counter is there while the palette is, too
	m.paste("Harbor\nBakes\x1b]0;title\a")
	m.wait("Harbor Bakes", "enter apply")
	if title := m.ask("#{pane_title}"); title == "title" {
		t.Error("what was pasted set the title of the terminal")
	}
	m.do("Escape", "/2,500", "q", "") // out of the field, which restores the list
	if code := m.exit(); code != 0 {
		t.Errorf("exit %d", code)
	}
}

func TestCopyReachesTheClipboardOfTmux(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	m.wait("1/2,500")
	m.do("y", "Copied")
	id := m.clipboard()
	m.do("Enter", id[:20]) // a long one is wrapped
	m.do("Escape", "1/2,500", "Y", "Copy as", "Down", "", "Enter", "Copied")
	if row := m.clipboard(); !strings.HasPrefix(row, "{") || !strings.Contains(row, `"`+id+`"`) {
		t.Errorf("the row as JSON: %s", row)
	}
	m.do("Space", "1 selected", "Space", "2 selected", "y", "Copied")
	if ids := strings.Split(m.clipboard(), "\n"); len(ids) != 2 || ids[0] != id || ids[1] == id {
		t.Errorf("the ids of two accounts: %q", ids)
	}
}

func TestPlatformAndStatusCombine(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	m.wait("1/2,500", "215 abnormal")
	m.do("f", "Filter by")
	m.write("douyin")
	m.wait("Douyin  481  ✗ 41")
	m.do("Enter", "1/481")
	m.do("x", "41 of 2,500")
	s := m.wait("platform: Douyin", "status: abnormal")
	rows := 0
	for _, line := range s.lines() {
		if strings.HasPrefix(line, "│") && strings.Contains(line, "✗ ") {
			rows++
			if !strings.Contains(line, "Douyin") {
				t.Errorf("an account of another platform: %q", line)
			}
		}
	}
	if rows < 25 {
		t.Errorf("%d rows, want at least 25:\n%s", rows, s)
	}
	m.do("f", "Filter by")
	m.write("normal")
	m.do("Enter", "status: normal")
	m.wait("440 of 2,500")
	m.do("Escape", "1/2,500")
}

// Selected accounts stay in view: the footer counts them, and a filter that hides some asks
// before they are copied.
func TestSelectedAccountsStayInView(t *testing.T) {
	t.Parallel()
	for lang, c := range map[string]struct{ footer, hidden, ask, all, cleared string }{
		"en": {
			"y copy 215 IDs  e export 215 rows  esc clear",
			"215 selected, 174 of them hidden",
			"The filter hides 174 selected rows",
			"all 215",
			"esc clear filter",
		},
		"zh": {
			"y 复制 215 个 ID  e 导出 215 行  esc 取消选择",
			"已选 215 行，其中 174 行被筛选隐藏",
			"有 174 个已选行被筛选隐藏",
			"全部 215",
			"esc 清除筛选",
		},
	} {
		t.Run(lang, func(t *testing.T) {
			t.Parallel()
			m := open(t, demo("--lang", lang))
			m.wait("1/2,500")
			m.do("x", "1/215", "*", c.footer, "f", "❯", "Enter", "[ ]")
			m.write("douyin")
			m.do("Space", "[✓]", "Enter", c.hidden)
			m.do("y", c.ask)
			m.wait(c.all)
			m.do("Down", "", "Enter", "41 ")
			if ids := strings.Split(m.clipboard(), "\n"); len(ids) != 41 {
				t.Errorf("%d ids were copied", len(ids))
			}
			m.do("y", c.ask, "Enter", "215 ")
			if ids := strings.Split(m.clipboard(), "\n"); len(ids) != 215 {
				t.Errorf("%d ids were copied", len(ids))
			}
			m.do("Escape", c.cleared, "Escape", "1/2,500")
		})
	}
}

// A change of the order leads to its first row.
func TestSortShowsTheFirstRow(t *testing.T) {
	t.Parallel()
	m := open(t, demo())
	m.wait("1/2,500")
	for range 2 {
		m.do("End", "2,500/2,500", "s", "Sort by")
		m.write("status")
		m.do("Enter", " 1/2,500")
	}
	m.until("the first abnormal account", func(s screen) bool { return screen(s.chosen()).has("✗", "Ada Bakes") })
}

// TestSortIsPicked sorts by a column of the picker of s, reverses the order by choosing it
// again, and finds the cursor on the first row each time.
func TestSortIsPicked(t *testing.T) {
	t.Parallel()
	m := open(t, demo("--pane", "accounts"))
	m.wait("1/2,500")
	m.do("G", "2,500/2,500", "s", "▲ ascending")
	m.write("foll")
	m.do("Enter", "Followers ▼")
	m.do("G", "2,500/2,500", "s", "▼ descending", "Enter", "Followers ▲")
	m.do("G", "2,500/2,500", "s", "▲ ascending", "Enter", "Followers ▼")
	m.do("s", "Other columns")
	m.write("likes")
	m.do("Enter", "Likes ▼")
	m.wait("1/2,500")
}
