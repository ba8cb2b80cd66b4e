package groups

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
	"channeldeck/ui/words"
)

// answer is a handler with one response for the accounts and one for creation.
func answer(accounts, created string) http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		if r.Method == http.MethodPost {
			return created
		}
		return accounts
	})
}

func account(i int, group, rest string) string {
	return fmt.Sprintf(
		`{"id":"a:%d","userId":"u","type":"douyin","uid":"%d","nickname":"name","groupId":"%s","status":1%s}`,
		i,
		i,
		group,
		rest,
	)
}

func list(total int, rows ...string) string {
	return fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`, total, strings.Join(rows, ","))
}

const (
	first  = "0123456789abcdef01234567"
	second = "fedcba98765432100123abcd"

	refused = `{"code":401,"message":"Unauthorized","data":{},"requestId":"r-1"}`
)

// made is the response to a creation: a group with every kind of field.
func made(name string) string {
	return fmt.Sprintf(`{"code":0,"message":"ok","data":{"id":"%s","name":"%s","hasBrowserConfig":true,"rank":7,`+
		`"ip":"203.0.113.24",`+
		`"location":"Singapore","countryCode":"SG","proxyIp":null,"isDefault":false,`+
		`"createdAt":"2026-05-20T09:30:00Z","updatedAt":"no time","colour":{"b":1,"a":2}}}`, second, name)
}

// The cursor stays on the first group, until it is moved, when a group comes that sorts before it.
func TestCursorStaysOnTop(t *testing.T) {
	var rows panetest.Body
	rows.Set(list(1, account(1, second, "")))
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: &rows}), 100, 20)
	l := m.stack.Top().(*listScreen)
	rows.Set(list(3, account(1, second, ""), account(2, first, ""), account(3, first, "")))
	panetest.Press(t, m, "r")
	if g, _ := l.Table.Current(); l.Table.Position() != 1 || g.ID != first {
		t.Errorf("the cursor is on group %d, %q:\n%s", l.Table.Position(), g.ID, m.stack.View())
	}
}

// at names the screen on top.
func at(m *Model) string {
	switch m.stack.Top().(type) {
	case *createScreen:
		return "form"
	case *listScreen:
		return "list"
	}
	if m.stack.Capturing() {
		return "picker"
	}
	return "inspector"
}

// top is the topmost list of the pane.
func top(m *Model) *listScreen { return pane.Topmost[*listScreen](m.stack) }

func rowsOf(m *Model) *table.Table[*resource.Group] { return top(m).Table }

func current(m *Model) *resource.Group {
	r, _ := rowsOf(m).Current()
	return r
}

func accounts(m *Model) *fleet.List { return m.store.Accounts.List() }

func TestScreens(t *testing.T) {
	taken := `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":`
	some := list(4, account(1, first, taken+"9007199254740993"), account(2, first, taken+"7"),
		strings.Replace(
			account(3, first, ""),
			`"status":1`,
			`"status":0`,
			1,
		), strings.Replace(account(4, second, taken+"12"), `"status":1`, `"status":5`, 1))
	hostile := list(2, account(1, `\u001b]0;owned\u0007`, ""), account(2, "x\u202egnp"+strings.Repeat("长", 100), ""))
	create := []string{"A", "text:华东门店 ", "enter"}
	states := []struct {
		name              string
		accounts, created string
		readOnly          bool
		then              []string
		shows             []string // nil for a golden file
	}{
		{"list", some, "", false, nil, nil},
		{"detail", some, "", false, []string{"enter"}, nil},
		{"form", some, "", false, []string{"A"}, nil},
		{
			"filtering",
			some,
			"",
			false,
			[]string{"/", "text:fed"},
			[]string{"/ fed", "1/1", "▌ fedcba98765432100123abcd 1 0 0% 12", "Other status ? 1"},
		},
		{
			"nothing",
			some,
			"",
			false,
			[]string{"/", "text:no such group"},
			[]string{"Nothing matches so far. Press esc to undo what you typed."},
		},
		{"empty", list(0), "", false, nil, []string{"0 groups", "No groups yet. Press A to create one."}},
		{"readonly", list(0), "", true, nil, []string{"No groups yet. │"}},
		{"hostile", hostile, "", false, nil, []string{"▌ – 1 0 0%", "xgnp长长", "长长 1 0 0%"}},
		{
			"part",
			list(5000, account(1, first, ""), account(2, second, "")),
			"",
			false,
			nil,
			[]string{"! Showing groups of 2 of 5,000 accounts. Press R to load the rest"},
		},
		{
			"failed",
			refused,
			"",
			false,
			nil,
			[]string{"✗ Couldn't load", "The server reported: Unauthorized (error 401).", "Request r-1", "[r] retry"},
		},
		{"blank", some, "", false, []string{"A", "text:  ", "enter"}, []string{"✗ Enter a name."}},
		{
			"refused",
			some,
			refused,
			false,
			create,
			[]string{"华东门店", "✗ The server reported: Unauthorized (error 401). Check the API", "Request r-1"},
		},
		{"unknown", some, `<html>504</html>`, false, create, []string{
			"✗ No reply: the group may or may not have been created. It",
			"won't be retried automatically; press enter for options.",
			"Unexpected response (HTTP 200 OK): a web page. Request r-2",
		}},
		{"choice", some, `<html>504</html>`, false, append(create, "enter"), []string{
			"Was “华东门店” created? No reply was received",
			"▌ Keep the name; I'll check in the web console first",
			"Send again (may create a duplicate)",
			"Discard",
		}},
		{"created", some, made("华东门店"), false, create, []string{
			"2 groups + 1 new from 4 accounts",
			"▌ + 华东门店 1 0",
			"ID fedcba98765432100123abcd",
			"Name 华东门店",
			"Fingerprint ● yes",
			"Rank 7",
			"IP 203.0.113.24",
			"Location Singapore",
			"Proxy IP –",
			"Default group no",
			"Created 2026-05-20 09:30 0s ago",
			"Changed no time",
			`colour {"b":1,"a":2}`,
			"undocumented field",
		}},
		{
			"marked",
			some,
			made("华东门店"),
			false,
			append(create, "esc"),
			[]string{"2 groups + 1 new from 4 accounts", "▌ + 华东门店 1 0"},
		},
		{"namesake", some, made("华东门店"), false, append(create, "esc", "A", "text:华东门店"), []string{
			"! A group already has this name (fedcba98765432100123abcd).",
		}},
		{"hostilename", some, made(`\u001b[31mred\u202egnp`), false, create, []string{"▌ + redgnp", "Name redgnp"}},
	}
	for _, state := range states {
		panetest.Screen(t, state.name, func(t testing.TB, o panetest.Options) *Model {
			o.Handler = answer(state.accounts, state.created)
			o.ReadOnly = state.readOnly
			o.API = api.Settings{RequestID: func() string { return "r-2" }}
			m := panetest.Begin(t, New, panetest.New(t, o), 80, 22)
			panetest.Press(t, m, state.then...)
			return m
		}, state.shows...)
	}
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *Model {
		o.Sandbox = sandbox.Options{Accounts: 300}
		m := panetest.Begin(t, New, panetest.New(t, o), 100, 28)
		panetest.Press(t, m, "down")
		return m
	}, "dark")
}

func TestLoadingScreens(t *testing.T) {
	panetest.Screen(t, "loading", func(t testing.TB, o panetest.Options) *Model {
		o.Handler = answer(list(1, account(1, first, "")), made("x"))
		m := New(panetest.New(t, o).Context)
		m.stack.SetSize(80, 22)
		m.Init()
		return m
	}, "⠋ Loading accounts…", "[esc] cancel")
	panetest.Screen(t, "sending", func(t testing.TB, o panetest.Options) *Model {
		o.Handler = answer(list(1, account(1, first, "")), made("x"))
		m := panetest.Begin(t, New, panetest.New(t, o), 80, 22)
		panetest.Press(t, m, "A", "text:x")
		m.Update(panetest.KeyMsg("enter"))
		return m
	}, "◌ Creating the group…")
}

func TestGroupsOfAccounts(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}}), 160, 38)
	shown, total := rowsOf(m).Counts()
	accounts := 0
	for g := range rowsOf(m).Rows() {
		accounts += g.Accounts
		if g.Normal+g.Abnormal+g.Unknown != g.Accounts {
			t.Errorf("group %s: %d, %d and %d of %d", g.ID, g.Normal, g.Abnormal, g.Unknown, g.Accounts)
		}
	}
	if shown != total || shown == 0 || accounts != 300 {
		t.Errorf("%d of %d groups with %d accounts", shown, total, accounts)
	}
}

func TestSumsAreExactAndSkipMissingStatistics(t *testing.T) {
	youtube := func(i int, rest string) string { // which supplies followers and works
		return strings.Replace(account(i, first, rest), `"type":"douyin"`, `"type":"youtube"`, 1)
	}
	w := panetest.New(t, panetest.Options{Handler: answer(list(3,
		youtube(1, `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":9007199254740993,"workCount":0,"likeCount":0`),
		youtube(2, `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":0.5`),
		youtube(3, `,"fansCount":0,"workCount":0`)), "")})
	m := panetest.Begin(t, New, w, 160, 38)
	g := current(m)
	if s := g.Sums[0]; s.Number().String() != "9007199254740993.5" || s.Of() != 2 {
		t.Errorf("fans %s of %d", s.Number(), s.Of())
	}
	if s := g.Sums[1]; s.Number().String() != "0" || s.Of() != 1 {
		t.Errorf("works %q of %d", s.Number(), s.Of())
	}
	if s := g.Sums[3]; s.Number().IsSet() {
		t.Errorf("likes %s of none", s.Number())
	}
}

func TestLoadAll(t *testing.T) {
	one := account(1, first, "")
	two := strings.Replace(account(2, second, ""), `"status":1`, `"status":0`, 1)
	w := panetest.New(t, panetest.Options{Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body := list(2, one)
		switch {
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			body = `{"code":0,"message":"ok","data":[{"platform":"douyin"}]}`
		case r.URL.Query().Get("status") == "0":
			body = list(1, two)
		case r.URL.Query().Get("status") == "1":
			body = list(1, one)
		}
		answer(body, "").ServeHTTP(w, r)
	})})
	m := panetest.Begin(t, New, w, 160, 38)
	if !accounts(m).Partial() || len(accounts(m).Rows) != 1 {
		t.Fatal("the list is whole")
	}
	panetest.Press(t, m, "R")
	if _, groups := rowsOf(m).Counts(); accounts(m).Partial() || len(accounts(m).Rows) != 2 || groups != 2 {
		t.Errorf(
			"%d accounts in %d groups, part %v, %v",
			len(accounts(m).Rows),
			groups,
			accounts(m).Partial(),
			m.store.Accounts.Err,
		)
	}
	up := panetest.Press(t, m, "R")
	if len(up) != 1 || up[0].(pane.Notice).Level != pane.Info {
		t.Errorf("of a whole list: %v", up)
	}
	if panetest.Press(t, m, "r"); accounts(m).Partial() {
		t.Error("a refresh makes it a part again")
	}
}

func TestAutomaticRefresh(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: answer(list(1, account(1, first, "")), ""), Refresh: time.Minute})
	w.Context.Columns = map[string][]string{Name: {"id", "abnormal"}}
	m := panetest.Begin(t, New, w, 80, 22)
	if strings.Contains(m.stack.View(), "Fans") {
		t.Errorf("not the columns that were chosen:\n%s", m.stack.View())
	}
	timers := w.Timers() // of the accounts and the platforms
	if len(timers) != 2 || timers[0].After != time.Minute {
		t.Fatalf("timers %v", timers)
	}
	due := func() {
		for _, timer := range timers {
			panetest.Pump(t, m, func() tea.Msg { return timer.Msg })
		}
	}
	due()
	if len(w.Requests()) != 4 || len(w.Timers()) != 4 {
		t.Errorf("%v, %d timers", w.Requests(), len(w.Timers()))
	}
	if due(); len(w.Requests()) != 4 {
		t.Error("an outdated timer caused a request")
	}
}

func TestOpenAccountsOfAGroup(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: answer(list(2, account(1, first, ""), account(2, second, "")), "")}),
		80,
		22,
	)
	want := pane.Open{Target: pane.Target{Pane: "accounts", GroupID: first}}
	for _, keys := range [][]string{{"a"}, {"enter", "a"}} {
		if up := panetest.Press(t, m, keys...); len(up) != 1 || up[0] != want {
			t.Errorf("%v sends %v", keys, up)
		}
	}
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, GroupID: second}))
	if g := current(m); g.ID != second {
		t.Errorf("%s is shown, want %s", g.ID, second)
	}
}

func TestOpenBeforeTheAccountsAreLoaded(t *testing.T) {
	for id, known := range map[string]bool{second: true, "no such group": false} {
		w := panetest.New(t, panetest.Options{
			Handler: answer(list(3, account(1, first, ""), account(2, first, ""), account(3, second, "")), ""),
		})
		m := New(w.Context)
		m.stack.SetSize(80, 22)
		begun := m.Init()
		m.Open(pane.Target{Pane: Name, GroupID: id})
		up := panetest.Pump(t, m, begun)
		if g := current(m); (g.ID == id) != known || (len(up) == 0) != known {
			t.Errorf("%s is shown, told %v", g.ID, up)
		}
	}
}

func TestBackRestoresFilterAndInspector(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: answer(list(2, account(1, first, ""), account(2, second, "")), "")}),
		80,
		22,
	)
	panetest.Press(t, m, "/", "text:fed", "enter", "enter")
	before := m.stack.View()
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, GroupID: first}))
	if m.stack.View() == before || at(m) != "list" {
		t.Fatalf("nothing is open:\n%s", m.stack.View())
	}
	if panetest.Press(t, m, "esc"); m.stack.View() != before {
		t.Errorf("after esc:\n%s\nbefore:\n%s", m.stack.View(), before)
	}
	if panetest.Press(t, m, "esc", "esc", "esc"); at(m) != "list" || top(m).Query.Value() != "" {
		t.Error("esc does not close the inspector and clear the filter")
	}
}

func TestFailedRefreshKeepsOldData(t *testing.T) {
	good := list(1, account(1, first, ""))
	var accounts panetest.Body
	accounts.Set(good)
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: &accounts}), 100, 20)
	accounts.Set(refused)
	panetest.Press(t, m, "r")
	if view := m.stack.View(); !strings.Contains(view, first[:7]) || !strings.Contains(view, "401") ||
		!strings.Contains(view, "09:30") {
		t.Errorf("not both old data and the reason:\n%s", view)
	}
	accounts.Set(good)
	if panetest.Press(t, m, "r"); strings.Contains(m.stack.View(), "401") {
		t.Error("the reason stays")
	}
}

func TestCopyAndExport(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		Handler: answer(
			list(2, account(1, first, `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":3`), account(2, "=1+1", "")),
			made("店"),
		),
	})
	m := panetest.Begin(t, New, w, 100, 20)
	panetest.Press(t, m, "A", "text:店", "enter", "do:copy_json")
	if c := w.Copied(); !strings.Contains(c, `"proxyIp": null`) || !strings.Contains(c, `"colour"`) {
		t.Errorf("copied %s", c)
	}
	if panetest.Press(t, m, "y"); w.Copied() != second {
		t.Errorf("copied %s", w.Copied())
	}
	panetest.Press(t, m, "esc", "down", "do:copy_json")
	if c := w.Copied(); !strings.Contains(c, `"id": "`+first+`"`) || !strings.Contains(c, `"fansCount": 3`) ||
		strings.Contains(c, "readCount") {
		t.Errorf("copied %s", c)
	}
	panetest.Press(t, m, "e", "enter")
	content, ok := w.Saved("groups-20260520-093000.csv")
	if !ok || strings.Count(content, "\n") != 4 || strings.Contains(content, "\n=1") {
		t.Errorf("saved %q", content)
	}
	panetest.Press(t, m, "e", "text:mark", "enter")
	if content, _ := w.Saved("groups-20260520-093000.md"); !strings.HasPrefix(content, "| id") {
		t.Errorf("saved %q", content)
	}
}

// Copying a cell copies its full value, not the shortened one.
func TestCopyCell(t *testing.T) {
	w := panetest.New(t, panetest.Options{Lang: words.Chinese, Handler: answer(list(2,
		account(1, second, `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":123456`),
		account(2, second, `,"lastStatsTime":"2026-05-20T08:00:00Z","fansCount":0.50`)), made("店"))})
	w.Context.Columns = map[string][]string{Name: {"fansCount", "accounts", "likeCount", "createdAt"}}
	m := panetest.Begin(t, New, w, 120, 20)
	panetest.Press(t, m, "A", "text:店", "enter", "esc", "left", "left", "left", "left")
	for _, want := range []string{"123456.5", "2", "2", "2026-05-20T09:30:00Z"} { // likeCount has nothing to copy
		if panetest.Press(t, m, "do:copy_cell"); w.Copied() != want {
			t.Errorf("copied %q of %s, want %q", w.Copied(), rowsOf(m).Column(), want)
		}
		panetest.Press(t, m, "right")
	}
	if view := m.stack.View(); !strings.Contains(view, "12.3万") {
		t.Errorf("it is not shortened on the screen:\n%s", view)
	}
}

// No action applies to several groups, so they cannot be selected.
func TestGroupsCannotBeSelected(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: answer(list(2, account(1, first, ""), account(2, second, "")), "")}),
		100,
		20,
	)
	before := m.stack.View()
	if panetest.Press(t, m, " ", "*"); rowsOf(m).SelectedCount() != 0 || m.stack.View() != before {
		t.Errorf("%d are selected:\n%s", rowsOf(m).SelectedCount(), m.stack.View())
	}
}

func TestReadOnlyRejectsCreation(t *testing.T) {
	w := panetest.New(t, panetest.Options{ReadOnly: true, API: api.Settings{ReadOnly: true}})
	m := panetest.Begin(t, New, w, 100, 20)
	for _, b := range m.stack.ShortHelp() {
		if b.Enabled() && b.Help() == m.keys.Create.Help() {
			t.Error("the key is offered")
		}
	}
	up := panetest.Press(t, m, "A", "text:x", "enter")
	if at(m) == "form" || len(up) == 0 || up[0].(pane.Notice).Level != pane.Warning {
		t.Errorf("on the %s, %v", at(m), up)
	}
	panetest.Pump(t, m, m.send(request{name: "x"})) // past the view, the client refuses
	for _, r := range w.Requests() {
		if strings.HasPrefix(r, "POST") {
			t.Errorf("sent %s", r)
		}
	}
	if m.creating.Err == nil {
		t.Error("no error")
	}
}

func TestInspectorShowsEveryFieldOfAGroup(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: answer(list(0), made("店"))}), 120, 40)
	panetest.Press(t, m, "A", "text:店", "enter")
	view := m.stack.View()
	for _, want := range []string{
		"ID ", "Name ", "Fingerprint", "Rank ", "IP ", "Location ", "Country ",
		"Proxy IP ", "Default group ", "Created ", "Changed ", "no time", `{"b":1,"a":2}`,
		text.Clean(second),
	} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is not in the detail:\n%s", want, view)
		}
	}
}

// Going back before the accounts are loaded cancels the move to a group.
func TestBackBeforeTheAccountsAreLoaded(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: answer(list(2, account(1, first, ""), account(2, second, "")), "")})
	m := New(w.Context)
	m.stack.SetSize(80, 22)
	begun := m.Init()
	m.Open(pane.Target{Pane: Name, GroupID: "no such group"})
	panetest.Press(t, m, "esc")
	if up := panetest.Pump(t, m, begun); len(up) > 0 || at(m) != "list" {
		t.Errorf("messages %v", up)
	}
}

// One key leaves the groups with abnormal accounts, with a chip that says so; the same key, esc and reset
// show all again.
func TestOnlyGroupsWithAbnormalAccounts(t *testing.T) {
	for lang, chip := range map[words.Lang]string{
		words.English: "with abnormal accounts",
		words.Chinese: "有异常账号",
	} {
		for _, again := range []string{"x", "esc", "="} {
			m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 120, 38)
			all, _ := rowsOf(m).Counts()
			panetest.Press(t, m, "x")
			shown, _ := rowsOf(m).Counts()
			if shown == 0 || shown == all || !strings.Contains(m.stack.View(), chip) {
				t.Errorf("%s: %d of %d groups:\n%s", lang, shown, all, m.stack.View())
			}
			for g := range rowsOf(m).Rows() {
				if g.Abnormal == 0 {
					t.Errorf("%s: %s has no abnormal accounts", lang, g.ID)
				}
			}
			panetest.Press(t, m, again)
			if shown, _ := rowsOf(m).Counts(); shown != all || strings.Contains(m.stack.View(), chip) {
				t.Errorf("%s: %q shows %d of %d groups", lang, again, shown, all)
			}
		}
	}
}
