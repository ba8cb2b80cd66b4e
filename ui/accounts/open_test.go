package accounts

import (
	"strings"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// A list without rows says what esc does: it undoes what is typed, clears a filter, or leaves a list that another
// pane opened.
func TestWhatEscDoesWithoutRows(t *testing.T) {
	for lang, want := range map[words.Lang][3]string{
		words.English: {
			"Nothing matches so far. Press esc to undo what you typed.",
			"No account matches the filters. Press esc to clear them.",
			"No account matches the filters of this list. Press esc to go back.",
		},
		words.Chinese: {
			"暂无匹配项。按 esc 撤销输入的内容。",
			"没有符合筛选条件的账号。按 esc 清除筛选。",
			"没有符合此列表条件的账号。按 esc 返回。",
		},
	} {
		options := panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 30}}
		m := panetest.Begin(t, New, panetest.New(t, options), 120, 30)
		panetest.Press(t, m, "/", "text:nobody")
		panetest.Shows(t, m.stack.View(), want[0])
		panetest.Press(t, m, "enter")
		panetest.Shows(t, m.stack.View(), want[1])
		panetest.Press(t, m, "esc")
		none := pane.Target{Pane: Name, Platform: "bilibili", Status: string(fleet.Abnormal)}
		panetest.Pump(t, m, m.Open(none))
		panetest.Shows(t, m.stack.View(), want[2])
		if short := m.stack.ShortHelp(); short[len(short)-1].Help() != m.stack.Keys.Back.Help() {
			t.Errorf("%s: the footer says that esc does something else: %v", lang, short[len(short)-1].Help())
		}
		panetest.Press(t, m, "esc")
		if shown, total := rowsOf(m).Counts(); shown != total || shown == 0 {
			t.Errorf("after esc %d of %d rows", shown, total)
		}
	}
}

// The numbers of the rows that a filter keeps say what they count.
func TestCounterHasANoun(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "status: abnormal  2 of 30 rows",
		words.Chinese: "状态：异常  显示 2 行，共 30 行",
	} {
		options := panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 30}}
		m := panetest.Begin(t, New, panetest.New(t, options), 120, 30)
		panetest.Press(t, m, "x")
		view := strings.Join(strings.Fields(m.stack.View()), " ")
		if !strings.Contains(view, strings.Join(strings.Fields(want), " ")) {
			t.Errorf("%s: no %q:\n%s", lang, want, m.stack.View())
		}
	}
}

// A list opened by another pane starts at its first row.
func TestOpenedListStartsAtTheTop(t *testing.T) {
	for _, accounts := range []int{300, 3_000} { // sorted in Update, and outside of it
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: accounts}}),
			100,
			20,
		)
		panetest.Press(t, m, "end", "up", "up")
		current, _ := rowsOf(m).Current()
		panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, GroupID: current.GroupID}))
		shown, total := rowsOf(m).Counts()
		if shown == 0 || shown == total || rowsOf(m).Position() != 1 {
			t.Errorf("row %d of %d, of %d", rowsOf(m).Position(), shown, total)
		}
	}
}
