package accounts

import (
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// On a wide terminal the inspector beside the list starts at its top, even if it
// was scrolled on its own screen before.
func TestInspectorBesideTheListStartsAtTheTop(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 200, 10)
	beside := m.stack.View()
	panetest.Press(t, m, "enter", "end")
	if strings.Contains(m.stack.View(), " Owner ") {
		t.Fatal("the detail does not scroll")
	}
	if panetest.Press(t, m, "esc"); m.stack.View() != beside {
		t.Errorf("beside the list is\n%s\nbefore:\n%s", m.stack.View(), beside)
	}
}

func TestWheelScrollsTheInspector(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 12)
	panetest.Press(t, m, "enter")
	before := m.stack.View()
	m.stack.Update(tea.MouseMsg{Button: tea.MouseButtonWheelDown, Action: tea.MouseActionPress})
	if m.stack.View() == before {
		t.Error("the wheel does nothing")
	}
}

// Esc clears the fuzzy filter, then the other filters, then it closes a list that
// another pane opened.
func TestEscClearsOneFilterAtATime(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 100, 20)
	panetest.Press(t, m, "x", "/", "text:a", "enter", "esc")
	if l := top(m); l.Query.Value() != "" || !l.filter.Filters() {
		t.Errorf("after one esc the query is %q, the filter %+v", l.Query.Value(), l.filter)
	}
	if panetest.Press(t, m, "esc"); top(m).filter.Filters() {
		t.Error("after two escs there is still a filter")
	}
	panetest.Pump(t, m, m.Open(pane.Target{Platform: "douyin"}))
	opened := top(m)
	panetest.Press(t, m, "/", "text:a", "enter", "x", "esc")
	if top(m) != opened || opened.Query.Value() != "" || opened.filter.Status != fleet.Abnormal {
		t.Error("esc does not clear the query first")
	}
	if panetest.Press(t, m, "esc"); top(m) != opened || !opened.filter.SameFilters(&opened.base) {
		t.Error("esc does not go back to the filter that the list was opened with")
	}
	if panetest.Press(t, m, "esc"); top(m) == opened || m.stack.Depth() != 1 {
		t.Error("esc does not leave the opened list")
	}
}

// A field of an unexpected type is marked in the table and in the inspector; it
// hides nothing else.
func TestMalformedFieldIsMarked(t *testing.T) {
	row := strings.Replace(account(1, `,"fansCount":12`), `"nickname":"name 1"`, `"nickname":5`, 1)
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: answer(list(2, row, account(2, "")))}),
		120,
		30,
	)
	for _, want := range []string{"! 5", "name 2", "douyin"} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("%q is not in the table:\n%s", want, m.stack.View())
		}
	}
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, AccountID: "a:1"}))
	panetest.Press(t, m, "enter")
	for _, want := range []string{"5  unexpected type", "a:1"} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("%q is not in the inspector:\n%s", want, m.stack.View())
		}
	}
}

// While the relay of an account is down, the service sends its reference as the name,
// and status 0: no reason to sign in again.
func TestRelayDown(t *testing.T) {
	down := strings.NewReplacer(
		"name 1",
		"relay_7",
		`"status":1`,
		`"status":0`,
	).Replace(account(1, `,"relayAccountRef":"relay_7"`))
	failing := strings.Replace(account(2, ""), `"status":1`, `"status":0`, 1)
	for lang, want := range map[words.Lang][]string{
		words.English: {
			"relay_7 · relay unavailable",
			"There is no need to sign in again.",
			"Sign in again on the platform",
			"relay_7 · no longer at the other site",
		},
		words.Chinese: {
			"relay_7 · 中继不可用",
			"无需重新登录。",
			"请在平台重新登录",
			"relay_7 · 对方站点已无此账号",
		},
	} {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Lang: lang, Handler: answer(list(2, down, failing))}),
			120,
			30,
		)
		var seen []string
		for a := range rowsOf(m).Rows() {
			lines := strings.Join(strings.Fields(strings.Join(pane.BlockLines(m.view, m.blocks(a), 200, 99), " ")), " ")
			seen = append(seen, lines)
		}
		if view := m.stack.View(); !strings.Contains(view, want[0]) {
			t.Errorf("no %q:\n%s", want[0], view)
		}
		// The one that lost its login comes first.
		if len(seen) != 2 || !strings.Contains(seen[1], want[1]) || strings.Contains(seen[1], want[2]) ||
			!strings.Contains(seen[0], want[2]) ||
			strings.Contains(seen[0], want[1]) {
			t.Errorf("want %q of the second and %q of the first: %q", want[1], want[2], seen)
		}
		if l := m.store.Accounts.List(); l.Abnormal != 1 || l.Outage != 1 || !l.RelayDown {
			t.Errorf("%d abnormal, %d not reached, outage %v", l.Abnormal, l.Outage, l.RelayDown)
		}
		m = panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{
				Lang:    lang,
				Handler: answer(list(2, down, account(3, `,"relayAccountRef":"relay_9"`))),
			}),
			120,
			30,
		)
		if view := m.stack.View(); !strings.Contains(view, want[3]) {
			t.Errorf("no %q:\n%s", want[3], view)
		}
	}
}

// The inspector of an account with old statistics says who did not refresh them, and nothing about
// its login.
func TestOldStatisticsInTheInspector(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "nobody refreshed the statistics in the web console since 1 May 08:00 (19 days)",
		words.Chinese: "5月1日 08:00 以来无人在管理后台刷新统计（已 19 天）",
	} {
		one := account(1, `,"fansCount":7,"lastStatsTime":"2026-05-01T08:00:00Z"`)
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Lang: lang, Handler: answer(list(1, one))}),
			120,
			30,
		)
		for a := range rowsOf(m).Rows() {
			lines := strings.Join(strings.Fields(strings.Join(pane.BlockLines(m.view, m.blocks(a), 200, 99), " ")), " ")
			if !strings.Contains(lines, want) {
				t.Errorf("no %q in %s", want, lines)
			}
		}
	}
}

// Two platforms report no followers for a while; the inspector says why a 0 may be none.
func TestZeroFollowers(t *testing.T) {
	const fetched = `,"lastStatsTime":"2026-05-19T22:59:00Z","fansCount":`
	for _, tt := range []struct {
		platform, rest, en, zh string
	}{
		{"douyin", fetched + "0", "Douyin counts those only after a published work.", "抖音在发布作品后才统计"},
		{"xhs", fetched + "0", "some time after the account was connected.", "小红书在账号绑定一段时间后"},
		{"douyin", fetched + "5", "", ""},
		{"douyin", `,"fansCount":0`, "", ""}, // never fetched, which is said
		{"x", fetched + "0", "", ""},
	} {
		for lang, want := range map[words.Lang]string{words.English: tt.en, words.Chinese: tt.zh} {
			one := strings.Replace(account(1, tt.rest), `"type":"douyin"`, `"type":"`+tt.platform+`"`, 1)
			m := panetest.Begin(
				t,
				New,
				panetest.New(t, panetest.Options{Lang: lang, Handler: answer(list(1, one))}),
				120,
				30,
			)
			for a := range rowsOf(m).Rows() {
				lines := strings.Join(
					strings.Fields(strings.Join(pane.BlockLines(m.view, m.blocks(a), 200, 99), " ")),
					" ",
				)
				if says := strings.Contains(lines, "fewer than 1,000") || strings.Contains(lines, "not known yet") ||
					strings.Contains(lines, "粉丝为 0 可能"); says != (want != "") || !strings.Contains(lines, want) {
					t.Errorf("%s%s in %s: %s", tt.platform, tt.rest, lang, lines)
				}
			}
		}
	}
}

// The age of the statistics stands once in the inspector: with the state or, where they are old, in the sentence that
// says so.
func TestAgeOfStatisticsStandsOnce(t *testing.T) {
	for lang, want := range map[words.Lang][2]string{
		words.English: {"90m", "19 days"},
		words.Chinese: {"90 分钟", "19 天"},
	} {
		for i, at := range []string{"2026-05-20T08:00:00Z", "2026-05-01T08:00:00Z"} {
			one := account(1, `,"fansCount":7,"lastStatsTime":"`+at+`"`)
			w := panetest.New(t, panetest.Options{Lang: lang, Handler: answer(list(1, one))})
			m := panetest.Begin(t, New, w, 60, 30)
			panetest.Press(t, m, "enter")
			view := m.stack.View()
			age := want[i]
			if n := strings.Count(view, age) + strings.Count(view, "19d"); n != 1 || !strings.Contains(view, at[:10]) {
				t.Errorf("%s: %q stands %d times in\n%s", lang, age, n, view)
			}
		}
	}
}
