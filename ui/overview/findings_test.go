package overview

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/history"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestPercentCell(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	for percent, want := range map[string]string{
		"":         "",
		"0":        "0%",
		"0.000012": "▲<0.1%",
		"-0.02":    "▼<0.1%",
		"0.1":      "▲0.1%",
		"4":        "▲4.0%",
		"-23.1":    "▼23.1%",
	} {
		n, _ := api.ParseNumber(percent)
		if got := resource.PercentCell(v, n).Text; got != want {
			t.Errorf("%q: %q, want %q", percent, got, want)
		}
	}
}

// A name that is too wide is shortened in the same way in both languages.
func TestAbbreviated(t *testing.T) {
	for _, tt := range []struct {
		name  string
		width int
		want  string
	}{
		{"Threads", 1, "Threads"},
		{"Twitter (X)", 12, "Twitter (X)"},
		{"Twitter (X)", 10, "Twitter"},
		{"Twitter（X）", 10, "Twitter"},
		{"Twitter (X)", 4, "X"},
		{"Twitter（X）", 4, "X"},
		{"Xiaohongshu (RED)", 10, "RED"},
		{"小红书（RED）", 4, "小红书"},
		{"WeChat Channels", 12, "WeChat Ch."},
		{"小红书", 4, "小红书"},
		{"某某平台（海外版）", 12, "某某平台"},
		{"X（推特）", 12, "X（推特）"},
		{"X（推特）", 4, "X"},
		{"14 other platforms", 12, "14 other platforms"},
	} {
		if got := resource.Abbreviated(tt.name, tt.width); got != tt.want {
			t.Errorf("%q in %d cells: %q, want %q", tt.name, tt.width, got, tt.want)
		}
	}
}

// The inspector has what happened and when, what to do next and the keys for it; the key that copies takes
// the IDs of all accounts of an incident.
func TestInspectorSaysWhatToDo(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"3 of 3 normal accounts turned abnormal together between yesterday 09:30 and today 09:30",
			"bilibili has no other accounts whose status was known", "Next",
			"Sign in again on bilibili, then reconnect in the web console.",
			"y copies the 3 IDs", "enter lists them", ". marks it as known", "3 accounts", "晨读", "70",
		},
		words.Chinese: {
			"3 个正常账号中有 3 个同时转为异常", "下一步", "在 bilibili 重新登录，然后在管理后台重新绑定。",
			"y 复制 3 个 ID", "enter 列出这些账号", ". 标为已知",
		},
	} {
		world := panetest.New(t, options(t, panetest.Options{Lang: lang}))
		m := panetest.Begin(t, New, world, 200, 58)
		move(t, m, ofKind(findings.Incident))
		m.screen.Arrange()
		panetest.Shows(t, m.stack.View(), want...)
		panetest.Press(t, m, "y")
		if got := world.Copied(); got != "bilibili_6\nbilibili_7\nbilibili_8" {
			t.Errorf("copied %q", got)
		}
	}
}

// The inspector of the title of a section says what the section holds, what to do about it, and on which
// platforms that is.
func TestInspectorOfASection(t *testing.T) {
	isSection := func(of findings.Section) func(*resource.FindingRow) bool {
		return func(r *resource.FindingRow) bool { return r.Section != nil && r.Section.Of == of }
	}
	for lang, want := range map[words.Lang]map[findings.Section][]string{
		words.English: {
			findings.New: {
				"New", "6 findings since yesterday 09:30, your last visit.",
				"Next Start at the top: what affects the most accounts and followers comes first. enter folds them",
				"Platforms x 3 bilibili 1 youtube 1",
			},
			findings.Open: {
				"2 findings began earlier and are still open.",
				"Press . on a finding that needs nothing: it moves to “Expected”.",
			},
		},
		words.Chinese: {
			findings.New: {
				"对比昨天 09:30（上次查看），新增 6 项。",
				"下一步 从上往下处理：影响账号和粉丝最多的排在前面。 enter 折叠",
			},
			findings.Open: {"2 项早先出现，仍未解决。", "按 . 标为已知"},
		},
	} {
		m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{Lang: lang})), 200, 58)
		for section, texts := range want {
			move(t, m, isSection(section))
			view := ansi.Strip(m.screen.drawInspector(60, 30))
			panetest.Shows(t, strings.ReplaceAll(view, "│", ""), texts...)
		}
	}
	m := afterAVisit(t, panetest.Options{})
	m.stack.SetSize(80, 22)
	move(t, m, isSection(findings.New))
	panetest.Press(t, m, "enter")
	panetest.Shows(t, m.stack.View(), "6 findings since yesterday 09:30", "Next: Start at the top", "enter lists them")
}

// On a narrow screen what happened and what to do are below the list, whole.
func TestNextBelowTheList(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	m.stack.SetSize(80, 22)
	panetest.Shows(
		t,
		m.stack.View(),
		"7 accounts ✗ 5 abnormal, 4 of them new 13.7k followers",
		"Next: Sign in again on bilibili, then reconnect in the web console.",
		"y copies the 3 IDs · enter lists them · . marks it as known",
		"Abnormal by platform: bilibili 3 · x 2",
		"Works moving now: Seven soups +617 views/h",
	)
}

// On the first day there is nothing to compare with, which is said once: no column is empty, and accounts
// with the most followers come first.
func TestFirstDay(t *testing.T) {
	for _, width := range []int{120, 200} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{
			History: panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now),
			Handler: service(yesterday(), ""),
		}), width, 38)
		view := ansi.Strip(m.stack.View())
		panetest.Shows(t, view, "recorded from now on; come back tomorrow", "Groups")
		for _, not := range []string{"When", "30 d", "The first day", "Works moving now", "comes back"} {
			if strings.Contains(view, not) {
				t.Errorf("at %d there is %q:\n%s", width, not, view)
			}
		}
		if strings.Count(view, "come back tomorrow") != 1 {
			t.Errorf("it is not said once:\n%s", view)
		}
		harbor := strings.Index(view, "Harbor Tea")
		slow := strings.Index(view, "小林的厨房")
		if harbor > slow {
			t.Errorf("the account with more followers is not first:\n%s", view)
		}
	}
}

// Of two sites without a time to tell, what happened is shown and a column of dashes is not.
func TestSeveralSitesShowWhatHappened(t *testing.T) {
	o := panetest.Options{Handler: service(yesterday(), "")}
	m := panetest.Begin(t, New, panetest.Sites(t, o, o), 120, 38)
	view := ansi.Strip(m.stack.View())
	panetest.Shows(t, view, "What happened", "abnormal", "Site")
	if strings.Contains(view, "When") {
		t.Errorf("a column of dashes:\n%s", view)
	}
}

// A total that moved by less than 1% is a number, and no chart.
func TestFlatSeriesAreNoCharts(t *testing.T) {
	of := func(values ...int64) *series {
		s := &series{}
		for _, v := range values {
			n := api.Number{}
			if v >= 0 {
				n = api.Int(v)
			}
			s.add(panetest.Now, n)
		}
		return s
	}
	for values, want := range map[*series]bool{
		of(1000, 1009):      false,
		of(1000, 1011):      true,
		of(-1, 5):           false,
		of(0, 0):            false,
		of(9, -1, 9, 10, 9): true,
	} {
		if values.moves() != want {
			t.Errorf("%v moves: %t", values.values, !want)
		}
	}
}

// Findings about what may come are folded below the others of their section where they are many.
func TestManyAlikeAreFolded(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	s := m.stack.Top().(*screen)
	silent := func(platform string) *findings.Finding {
		return &findings.Finding{
			Kind:     findings.Silent,
			Section:  findings.Open,
			ID:       platform,
			Platform: platform,
			Accounts: []*api.Account{{ID: "a", Type: platform}, {ID: "b", Type: platform}},
		}
	}
	stale := &findings.Finding{Kind: findings.Stale, Section: findings.Open, ID: "old"}
	said := func() string {
		var all []string
		for _, r := range s.rows() {
			if r.Section != nil {
				all = append(all, fmt.Sprint(r.Section.Of, r.Section.Kind, " ", r.Section.Count))
			} else {
				all = append(all, r.ID)
			}
		}
		return strings.Join(all, ", ")
	}
	m.all = []*findings.Finding{silent("x"), silent("youtube"), silent("tiktok"), stale}
	if got, want := said(), "open 4, x, youtube, tiktok, old"; got != want {
		t.Errorf("few: %s, not %s", got, want)
	}
	m.all = append([]*findings.Finding{silent("bilibili")}, m.all...)
	if got, want := said(), "open 5, old, opensilent 8"; got != want {
		t.Errorf("many: %s, not %s", got, want)
	}
	s.findings.SetRows(s.rows())
	move(t, m, func(r *resource.FindingRow) bool { return r.Section != nil && r.Section.Kind != "" })
	panetest.Shows(t, m.stack.View(), "No new work", "8 accounts")
	panetest.Press(t, m, "enter")
	if got, want := said(), "open 5, old, opensilent 8, bilibili, x, youtube, tiktok"; got != want {
		t.Errorf("unfolded: %s, not %s", got, want)
	}
}

// The box that marks a finding as known shows its whole hint at every size.
func TestHintOfKnownIsWhole(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "Why this is expected, if you like. “until 3d” at the end sets how long.",
		words.Chinese: "可写明为什么不用处理；末尾写“直到3天”可设置期限。",
	} {
		for _, size := range [][2]int{{120, 38}, {80, 22}, {60, 14}, {40, 10}} {
			m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{Lang: lang})), size[0], size[1])
			panetest.Press(t, m, ".")
			box := m.stack.Top().(pane.Boxed)
			flat := strings.Join(strings.Fields(ansi.Strip(box.View())), " ")
			if lang == words.Chinese {
				flat = strings.ReplaceAll(flat, " ", "")
			}
			if !strings.Contains(flat, want) {
				t.Errorf("%s, %v: no hint in %q", lang, size, flat)
			}
		}
	}
}

// In the past, where nothing is marked, the inspector does not name the key that marks.
func TestPastNamesNoKeyThatMarks(t *testing.T) {
	for _, past := range []bool{false, true} {
		w := panetest.New(t, options(t, panetest.Options{}))
		if past {
			w.Context.Moment = panetest.Now
		}
		m := panetest.Begin(t, New, w, 120, 38)
		move(t, m, ofKind(findings.Incident))
		names := strings.Contains(m.stack.View(), ". marks it as known")
		move(t, m, func(r *resource.FindingRow) bool {
			return r.Section != nil && r.Section.Of == findings.Open
		})
		presses := strings.Contains(m.stack.View(), "Press . on a finding")
		if names == past || presses == past {
			t.Errorf("past %v:\n%s", past, m.stack.View())
		}
	}
}

// A finding whose state is another one than that marked is marked anew; its mark is not taken back.
func TestMarkOfAnotherState(t *testing.T) {
	o := options(t, panetest.Options{})
	key := (&findings.Finding{Kind: findings.Abnormal, Platform: "x", ID: "x_2"}).Key()
	o.History.Entries().Remember(history.Entry{
		Kind: history.KindKnown,
		ID:   key,
		At:   panetest.Now,
		Body: []byte(`{"state":"2026-01-01T00:00:00Z","note":"earlier"}`),
	})
	o.History.Wait(t.Context())
	m := panetest.Begin(t, New, panetest.New(t, o), 200, 58)
	r := move(t, m, func(r *resource.FindingRow) bool { return r.Finding != nil && r.ID == "x_2" })
	if marks := m.sites[0].found.Value.Known; r.Finding.Key() != key || len(marks) != 1 || r.Finding.Known {
		t.Fatalf("the finding is %s, known %v; marks %v", r.Finding.Key(), r.Finding.Known, marks)
	}
	panetest.Press(t, m, ".", "text:again", "enter")
	i := slices.IndexFunc(m.all, func(f *findings.Finding) bool { return f.ID == "x_2" })
	if f := m.all[i]; !f.Known || f.Note != "again" {
		t.Errorf("known %v, note %q\n%s", f.Known, f.Note, m.stack.View())
	}
}
