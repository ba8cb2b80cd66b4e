package overview

import (
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/x/ansi"

	"channeldeck/api/findings"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// shows reports which of two findings are shown, one that is new and one that is older.
func shows(m *Model) (isNew, isOpen bool) {
	view := m.screen.findings.View()
	return strings.Contains(view, "Harbor Tea"), strings.Contains(view, "Old Books")
}

// The title of a section folds and unfolds it; left folds, right unfolds.
func TestFolding(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	section := func(r *resource.FindingRow) bool { return r.Section != nil && r.Section.Of == findings.New }
	for _, keys := range [][2]string{{"enter", "enter"}, {"left", "right"}, {"h", "l"}} {
		move(t, m, section)
		panetest.Press(t, m, keys[0])
		if isNew, isOpen := shows(m); isNew || !isOpen {
			t.Errorf("%q does not fold the section:\n%s", keys[0], m.stack.View())
		}
		panetest.Press(t, m, " ")
		if isNew, _ := shows(m); isNew {
			t.Error("the key that selects unfolds the section")
		}
		move(t, m, section)
		panetest.Press(t, m, keys[1])
		if isNew, _ := shows(m); !isNew {
			t.Errorf("%q does not unfold the section:\n%s", keys[1], m.stack.View())
		}
	}
}

// On the title of a section, keys that need a finding say so.
func TestKeysOnTheTitleOfASection(t *testing.T) {
	for _, press := range []string{"y", ">", "v", ".", "a"} {
		m := afterAVisit(t, panetest.Options{})
		move(t, m, isNewSection)
		if !isTold(panetest.Press(t, m, press)) {
			t.Errorf("%q does nothing:\n%s", press, m.stack.View())
		}
	}
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "H")
	if short := m.stack.ShortHelp(); len(short) == 0 || pane.ActionOf(short[0]) != pane.ActionOf(m.keys.Open) {
		t.Errorf("the footer of folded findings does not unfold them: %v", short)
	}
	if !isTold(panetest.Press(t, m, "e")) {
		t.Errorf("an export without rows does nothing:\n%s", m.stack.View())
	}
}

// isTold reports whether a notice says that a row is needed.
func isTold(up []tea.Msg) bool {
	return slices.ContainsFunc(up, func(msg tea.Msg) bool {
		notice, ok := msg.(pane.Notice)
		return ok && strings.Contains(notice.Text, "This needs a row. Press →")
	})
}

// A row that has a time tells once how long something lasts.
func TestLengthsAreToldOnce(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	panetest.Press(t, m, "L")
	view := m.screen.findings.View()
	panetest.Shows(t, view, " abnormal ")
	if strings.Contains(view, "abnormal for") {
		t.Errorf("a length is told twice:\n%s", view)
	}
}

// All sections fold and unfold at once, and reset leaves those folded that are so at first.
func TestFoldingAll(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	move(t, m, ofKind(findings.Abnormal))
	panetest.Press(t, m, ".", "enter") // it is expected now
	for _, step := range []struct {
		keys          []string
		isNew, isOpen bool
	}{
		{nil, true, false},
		{[]string{"H"}, false, false},
		{[]string{"L"}, true, true},
		{[]string{"="}, true, false},
	} {
		panetest.Press(t, m, step.keys...)
		if isNew, isOpen := shows(m); isNew != step.isNew || isOpen != step.isOpen {
			t.Errorf("after %q the findings are\n%s", step.keys, m.screen.findings.View())
		}
	}
}

// One key leaves only the findings about accounts with a problem, with a chip that says so; the same key,
// esc and reset show all again.
func TestOnlyProblems(t *testing.T) {
	for lang, chip := range map[words.Lang]string{words.English: "problems only", words.Chinese: "仅看问题"} {
		for _, again := range []string{"x", "esc", "="} {
			m := panetest.Begin(t, New, panetest.New(t, options(t, panetest.Options{Lang: lang})), 120, 38)
			panetest.Press(t, m, "x")
			view := m.screen.findings.View()
			if !strings.Contains(view, chip) || !strings.Contains(view, "Harbor Tea") {
				t.Errorf("%s: no chip or no problem:\n%s", lang, view)
			}
			for _, other := range []string{"Seven soups", "Aurora", "Kiln"} {
				if strings.Contains(view, other) {
					t.Errorf("%s: %s is shown:\n%s", lang, other, view)
				}
			}
			panetest.Press(t, m, again)
			view = m.screen.findings.View()
			if strings.Contains(view, chip) || !strings.Contains(view, "Seven soups") {
				t.Errorf("%s: %q does not show all:\n%s", lang, again, view)
			}
		}
	}
}

// One key opens the accounts that a finding is about, another one what else belongs to it.
func TestGoToOfAFinding(t *testing.T) {
	m := afterAVisit(t, panetest.Options{})
	for _, tt := range []struct {
		kind findings.Kind
		keys []string
		want pane.Target
	}{
		{findings.TurnedAbnormal, []string{"a"}, pane.Target{Pane: "accounts", AccountID: "x_2"}},
		{
			findings.Incident,
			[]string{"a"},
			pane.Target{Pane: "accounts", AccountIDs: "bilibili_6\nbilibili_7\nbilibili_8"},
		},
		{findings.WorkMoved, []string{"a"}, pane.Target{Pane: "accounts", AccountID: "x_1"}},
		{
			findings.TurnedAbnormal,
			[]string{">", "text:works", "enter"},
			pane.Target{Pane: "works", Platform: "x", AccountID: "x_2"},
		},
		{findings.TurnedAbnormal, []string{">", "text:options", "enter"}, pane.Target{Pane: "options", Platform: "x"}},
		{findings.TurnedAbnormal, []string{">", "text:group", "enter"}, pane.Target{Pane: "groups", GroupID: "g0"}},
	} {
		move(t, m, ofKind(tt.kind))
		up := panetest.Press(t, m, tt.keys...)
		if len(up) != 1 || up[0] != (pane.Open{Target: tt.want}) {
			t.Errorf("%s: %q opens %v, not %v", tt.kind, tt.keys, up, tt.want)
		}
	}
	move(t, m, ofKind(findings.PriceChanged))
	up := panetest.Press(t, m, "a", ">")
	if len(up) != 1 || !panetest.Notified(up, "nothing to choose from") || m.stack.Depth() != 1 {
		t.Errorf("a price has accounts: %v", up)
	}
}

// The counts of folded sections are below each other on a narrow screen too, and what is expected is whole.
func TestCountsOfFoldedSections(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "1  known, or over 30 days",
		words.Chinese: "1  已知，或超过 30 天",
	} {
		m := afterAVisit(t, panetest.Options{Lang: lang})
		move(t, m, ofKind(findings.Abnormal))
		panetest.Press(t, m, ".", "enter", "H")
		m.stack.SetSize(60, 14)
		at := map[int]bool{}
		for line := range strings.SplitSeq(m.screen.findings.View(), "\n") {
			before, _, folded := strings.Cut(ansi.Strip(line), "▸")
			digit := strings.IndexAny(ansi.Strip(line), "0123456789")
			if folded && digit > 0 {
				at[text.Width(ansi.Strip(line)[:digit])-text.Width(before)] = true
			}
		}
		if len(at) != 1 || !strings.Contains(m.stack.View(), want) {
			t.Errorf("counts at %v:\n%s", at, m.stack.View())
		}
	}
}
