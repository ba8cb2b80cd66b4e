package accounts

import (
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/awkward"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// answer is a handler with the same response for every call.
func answer(data string) http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		if strings.HasSuffix(r.URL.Path, "/platforms") {
			return `{"code":0,"message":"ok","data":[]}`
		}
		return data
	})
}

func account(i int, rest string) string {
	return fmt.Sprintf(
		`{"id":"a:%d","userId":"u","type":"douyin","uid":"%d","nickname":"name %d",`+
			`"groupId":"0123456789abcdef01234567","status":1%s}`,
		i,
		1000+i,
		i,
		rest,
	)
}

func list(total int, rows ...string) string {
	return fmt.Sprintf(`{"code":0,"message":"ok","data":{"total":%d,"list":[%s]}}`, total, strings.Join(rows, ","))
}

func TestScreens(t *testing.T) {
	hostile := account(1, `,"avatar":"\u001b]0;owned\u0007"`) + "," +
		strings.ReplaceAll(
			account(2, `,"fansCount":12`),
			"name 2",
			`\u001b[31mred\u202egnp\u0007`+strings.Repeat("长", 200),
		)
	states := []struct {
		name    string
		handler http.Handler // nil for the sandbox
		then    []string
		shows   []string // nil for a golden file
	}{
		{"list", nil, nil, nil},
		{"detail", nil, []string{"enter"}, nil},
		{"platforms", nil, []string{"do:accounts.platforms"}, nil},
		{
			"selected",
			nil,
			[]string{" ", " ", "down"},
			[]string{
				"✓ 2 selected Followers 11.4k Works ≥ 11 (1 of 2 known)",
				"✓✗ 青禾书房",
				"▌ ● Harbor Bakes",
				"Selection · 2 accounts",
				"Followers 11,405",
				"Works ≥ 11 1 of 2 known",
			},
		},
		{
			"filtering",
			nil,
			[]string{"x", "/", "text:a"},
			[]string{"status: abnormal / a", "1/1", "✗ 青禾书房 WeChat", "reconnect it in the web console."},
		},
		{
			"nothing",
			nil,
			[]string{"/", "text:no such account"},
			[]string{"/ no such account", "Nothing matches so far. Press esc to undo what you typed."},
		},
		{
			"empty",
			answer(list(0)),
			nil,
			[]string{"0 accounts ● 0 normal", "No accounts yet. Connect one in the web console, then press r."},
		},
		{
			"hostile",
			answer(list(2, hostile)),
			nil,
			[]string{"▌ ● redgnp长长", "● name 1 douyin –", "Not provided: Works, Reads, Likes,", "UID 1002"},
		},
		{
			"part",
			answer(list(5000, account(1, ""), account(2, ""))),
			nil,
			[]string{"! Showing 2 of 5,000 accounts. Press R to load the rest"},
		},
		{"failed", answer(`{"code":401,"message":"Unauthorized","data":{},"requestId":"r-1"}`), nil, []string{
			"✗ Couldn't load",
			"The server reported: Unauthorized (error 401).",
			"Check the API key; a key for one site doesn't work on the other.",
			"Request r-1",
			"[r] retry",
		}},
	}
	for _, state := range states {
		panetest.Screen(t, state.name, func(t testing.TB, o panetest.Options) *Model {
			o.Handler = state.handler
			m := panetest.Begin(t, New, panetest.New(t, o), 80, 22)
			panetest.Press(t, m, state.then...)
			return m
		}, state.shows...)
	}
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *Model {
		m := panetest.Begin(t, New, panetest.New(t, o), 80, 22)
		panetest.Press(t, m, "down", " ", "/", "text:a", "enter")
		return m
	}, theme.Names()...)
}

// Words of the filter that name a platform and a status hold together.
func TestFilterByPlatformAndStatus(t *testing.T) {
	for lang, typed := range map[words.Lang]string{
		words.English: "douyin abnormal",
		words.Chinese: "抖音 异常",
	} {
		m := panetest.Begin(
			t,
			New,
			panetest.New(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 600}}),
			120,
			38,
		)
		want := 0
		for _, p := range loaded(m).Platforms {
			if p.ID == "douyin" {
				want = p.Abnormal
			}
		}
		panetest.Press(t, m, "/", "text:"+typed, "enter")
		shown, _ := rowsOf(m).Counts()
		if want == 0 || shown != want {
			t.Errorf("%q shows %d accounts, want %d", typed, shown, want)
		}
		for a := range rowsOf(m).Rows() {
			if a.Type != "douyin" || a.Health() != api.HealthAbnormal {
				t.Errorf("%q shows %s of %s", typed, a.ID, a.Type)
			}
		}
	}
}

func TestFiltersOfACompleteListAreLocal(t *testing.T) {
	w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 600}})
	m := panetest.Begin(t, New, w, 120, 38)
	before := len(w.Requests())
	all, _ := rowsOf(m).Counts()
	panetest.Press(t, m, "x")
	abnormal, _ := rowsOf(m).Counts()
	if abnormal == 0 || abnormal >= all || abnormal != loaded(m).Abnormal {
		t.Fatalf("%d of %d are abnormal, counted %d", abnormal, all, loaded(m).Abnormal)
	}
	platform := loaded(m).Platforms[0]
	panetest.Press(t, m, "do:accounts.platforms", " ", "enter")
	both, _ := rowsOf(m).Counts()
	if both != platform.Abnormal {
		t.Errorf("%d abnormal accounts of %s are shown, want %d", both, platform.ID, platform.Abnormal)
	}
	for a := range rowsOf(m).Rows() {
		if a.Type != platform.ID || a.Health() != api.HealthAbnormal {
			t.Errorf("%s of %s does not belong here", a.ID, a.Type)
		}
	}
	if len(w.Requests()) != before {
		t.Errorf("filtering a complete list sent requests: %v", w.Requests()[before:])
	}
	panetest.Press(t, m, "esc")
	if shown, _ := rowsOf(m).Counts(); shown != all {
		t.Errorf("%d of %d rows after clearing", shown, all)
	}
}

// The filter by platform offers the platforms with accounts and those that the site serves. Others
// have no accounts, but one that is already in the filter can be removed.
func TestOnlyPlatformsWithAccountsAreOffered(t *testing.T) {
	handler := panetest.Answers(func(r *http.Request) string {
		if strings.HasSuffix(r.URL.Path, "/platforms") {
			return `{"code":0,"message":"ok","data":[{"platform":"served"},{"platform":"secret","status":"hidden"},
				{"platform":"elsewhere","status":"unavailable"},{"platform":"later","status":"coming_soon"},
				{"platform":"left","status":"hidden"},{"platform":"chosen","status":"unavailable"}]}`
		}
		return `{"code":0,"message":"ok","data":{"total":1,"list":[
			{"id":"left_1","userId":"u","type":"left","uid":"1","nickname":"n","groupId":"g","status":1}]}}`
	})
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: handler}), 120, 38)
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "chosen"}))
	panetest.Press(t, m, "do:accounts.platforms")
	wanted := map[string]bool{
		"served":    true,
		"left":      true,
		"chosen":    true,
		"secret":    false,
		"elsewhere": false,
		"later":     false,
	}
	for platform, want := range wanted {
		if offered := strings.Contains(m.stack.View(), "] "+platform); offered != want {
			t.Errorf("%s is offered: %t\n%s", platform, offered, m.stack.View())
		}
	}
}

func TestLoadAllOfAPartialList(t *testing.T) {
	w := panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 1500}, Before: awkward.Cut})
	m := panetest.Begin(t, New, w, 120, 38)
	if !loaded(m).Partial() {
		t.Fatal("the list is whole")
	}
	before := len(w.Requests())
	if panetest.Press(t, m, "x", "esc"); len(w.Requests()) != before {
		t.Errorf("a filter sent %v", w.Requests()[before:])
	}
	panetest.Press(t, m, "R")
	// Accounts of a platform that the platform list lacks cannot be requested.
	rows := len(loaded(m).Rows)
	if m.store.Accounts.Err != nil || rows < 1450 || rows+int(loaded(m).Missing) != 1500 {
		t.Errorf("%d rows after loading all, %d missing, %v", rows, loaded(m).Missing, m.store.Accounts.Err)
	}
	if view := m.stack.View(); loaded(m).Missing > 0 && !strings.Contains(view, "couldn't be loaded") {
		t.Errorf("the screen does not tell that it is still a part:\n%s", view)
	}
}

func TestRefreshKeepsFilterSortCursorAndSelection(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 200}}), 120, 38)
	panetest.Press(t, m, "x", "right", "right", "s", "enter", "down", "down", " ")
	current, _ := rowsOf(m).Current()
	id, desc := rowsOf(m).Sort()
	panetest.Press(t, m, "r")
	again, _ := rowsOf(m).Current()
	if again.ID != current.ID {
		t.Errorf("the cursor went from %s to %s", current.ID, again.ID)
	}
	if i, d := rowsOf(m).Sort(); i != id || d != desc || id == "" {
		t.Errorf("sorted by %q %v, before by %q %v", i, d, id, desc)
	}
	if rowsOf(m).SelectedCount() != 1 || top(m).filter.Status != fleet.Abnormal {
		t.Errorf("%d selected, filter %v", rowsOf(m).SelectedCount(), top(m).filter)
	}
}

func TestFailedRefreshKeepsOldData(t *testing.T) {
	var fail atomic.Bool
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if fail.Load() {
			answer(`{"code":10002,"message":"no","data":{}}`).ServeHTTP(w, r)
			return
		}
		answer(list(2, account(1, ""), account(2, ""))).ServeHTTP(w, r)
	})
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: h}), 100, 20)
	fail.Store(true)
	panetest.Press(t, m, "r")
	view := m.stack.View()
	for _, want := range []string{"name 1", "name 2", "data from 09:30", "10002"} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is not on the screen:\n%s", want, view)
		}
	}
	if s := m.State(); s.Err == nil || s.At != panetest.Now {
		t.Errorf("state %+v", s)
	}
}

func TestFirstRowsAreShownWhileLoading(t *testing.T) {
	rows := make([]string, 300)
	for i := range rows {
		rows[i] = account(i, "")
	}
	body := list(300, rows...)
	for _, end := range []string{body[len(body)-2000:], body[len(body)-2000 : len(body)-200]} {
		seen := make(chan struct{})
		begun := body[:len(body)-2000]
		w := panetest.New(t, panetest.Options{
			Handler: answer(""),
			API:     api.Settings{Transport: slow{begun, end, seen}},
		})
		m := New(w.Context)
		m.stack.SetSize(100, 20)
		screen := ""
		panetest.Pump(t, watched{m, func() {
			if screen == "" && len(loaded(m).Rows) > 0 {
				screen = m.stack.View()
				close(seen)
			}
		}}, m.Init())
		if !strings.Contains(screen, "Still loading") || !strings.Contains(screen, "name 1") {
			t.Errorf("no rows before the end:\n%s", screen)
		}
		whole := strings.HasSuffix(body, end)
		if view := m.stack.View(); whole == strings.Contains(view, "connection dropped after") ||
			!strings.Contains(view, "name 1") {
			t.Errorf("whole %v:\n%s", whole, view)
		}
	}
}

// slow is a service that sends the end of its response only after the beginning
// was drawn.
type slow struct {
	begin, end string
	seen       <-chan struct{}
}

func (s slow) RoundTrip(r *http.Request) (*http.Response, error) {
	body, w := io.Pipe()
	go func() {
		_, err := io.WriteString(w, s.begin)
		select {
		case <-s.seen:
		case <-r.Context().Done():
		}
		if err == nil {
			_, err = io.WriteString(w, s.end)
		}
		w.CloseWithError(err)
	}()
	return &http.Response{
		StatusCode: http.StatusOK,
		Header:     http.Header{"Content-Type": {"application/json"}},
		Body:       body,
		Request:    r,
	}, nil
}

// watched is a pane that is drawn after every message.
type watched struct {
	*Model
	look func()
}

func (w watched) Update(msg tea.Msg) tea.Cmd {
	cmd := w.Model.stack.Update(msg)
	w.look()
	return cmd
}

func TestUnknownCountIsADash(t *testing.T) {
	rows := []string{
		// never fetched, and Douyin supplies no income
		account(1, `,"fansCount":0,"income":0.0,"rank":0`),
		account(2, `,"fansCount":0,"income":0,"likeCount":0,"lastStatsTime":"2026-05-20T08:00:00Z"`), // a true 0
		account(3, `,"fansCount":null`), account(4, ""),
		account(5, `,"fansCount":9007199254740993`),
	}
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: answer(list(5, rows...))}), 100, 20)
	want := map[string]map[string]string{
		"fansCount": {"a:2": "0", "a:5": "9e15"},
		"income":    {},
		"likeCount": {},           // not supplied by Douyin
		"rank":      {"a:1": "0"}, // no statistic: the lower comes first, and 0 is one
	}
	columns := m.resource.Columns
	for a := range rowsOf(m).Rows() {
		for _, c := range columns {
			if texts, ok := want[c.ID]; ok && c.CellOf(a).Text != texts[a.ID] {
				t.Errorf("%s of %s shows %q, want %q", c.ID, a.ID, c.CellOf(a).Text, texts[a.ID])
			}
		}
	}
	if !strings.Contains(m.stack.View(), m.theme.Glyphs.Dash) {
		t.Error("no dash on the screen")
	}
	a, _ := rowsOf(m).Current()
	lines := strings.Join(pane.BlockLines(m.view, m.blocks(a), 60, 99), "\n")
	if a.ID != "a:1" {
		t.Errorf("the first account is %s", a.ID)
	}
	panetest.Shows(
		t, lines,
		"No stats yet. The service sent: Followers 0 Rank 0", "Not provided: Works, Reads, Likes, Comments, Income",
	)
	if strings.Contains(lines, "0.0") {
		t.Errorf("the inspector has an income:\n%s", lines)
	}
}

func TestSharedNicknamesShowTheUID(t *testing.T) {
	twin := func(i int) string { return strings.ReplaceAll(account(i, ""), fmt.Sprintf("name %d", i), "晨光") }
	w := panetest.New(t, panetest.Options{
		Handler: answer(list(3, twin(1), twin(2), strings.Replace(twin(3), "douyin", "bilibili", 1))),
	})
	m := panetest.Begin(t, New, w, 40, 10)
	view := m.stack.View()
	if !strings.Contains(view, "晨光 1001") || !strings.Contains(view, "晨光 1002") {
		t.Errorf("the two cannot be told apart:\n%s", view)
	}
	if strings.Contains(view, "1003") {
		t.Errorf("the only one on its platform shows its UID:\n%s", view)
	}
	if panetest.Press(t, m, "end", "do:copy_cell"); w.Copied() != "晨光" {
		t.Errorf("the name is copied as %q", w.Copied())
	}
}

// The notice of a copy says how many of what: of a platform that was chosen by a part of its
// name, and of a status.
func TestCopyNamesTheFilters(t *testing.T) {
	rows := make([]string, 3)
	for i := range rows {
		rows[i] = strings.Replace(account(i+1, ""), `"douyin"`, `"tiktok"`, 1)
	}
	w := panetest.New(t, panetest.Options{Handler: answer(list(5, append(rows, account(4, ""), account(5, ""))...))})
	m := panetest.Begin(t, New, w, 100, 20)
	notices := panetest.Press(t, m, "do:accounts.platforms", "text:tik", "enter", "*", "y")
	if w.Copied() != "a:1\na:2\na:3" {
		t.Errorf("copied %q", w.Copied())
	}
	if want := (pane.Notice{
		Level: pane.Done,
		Text:  "Copied: 3 IDs of tiktok",
	}); !slices.Contains(notices, tea.Msg(want)) {
		t.Errorf("the notices are %v", notices)
	}
}

func TestCopyAndExport(t *testing.T) {
	w := panetest.New(t, panetest.Options{
		Handler: answer(list(2, account(1, `,"extra":{"z":1,"a":[1,2]}`), account(2, ""))),
	})
	m := panetest.Begin(t, New, w, 100, 20)
	panetest.Press(t, m, "y")
	if w.Copied() != "a:1" {
		t.Errorf("copied %q", w.Copied())
	}
	panetest.Press(t, m, "do:copy_json")
	if !strings.Contains(w.Copied(), `"extra":{"z":1,"a":[1,2]}`) && !strings.Contains(w.Copied(), `"extra"`) {
		t.Errorf("copied %q", w.Copied())
	}
	panetest.Press(t, m, "right", "do:copy_cell")
	if w.Copied() == "" || strings.Contains(w.Copied(), "extra") {
		t.Errorf("copied %q", w.Copied())
	}
	panetest.Press(t, m, "*", "y")
	if w.Copied() != "a:1\na:2" {
		t.Errorf("copied %q", w.Copied())
	}
	up := panetest.Press(t, m, "e", "enter")
	content, ok := w.Saved("accounts-20260520-093000.csv")
	if !ok || !strings.HasPrefix(content, "\ufeffid,type,uid,nickname,") || strings.Count(content, "\n") != 3 {
		t.Errorf("%v, %v: %q", up, ok, content)
	}
	panetest.Press(t, m, "e", "text:json", "enter")
	if content, _ := w.Saved("accounts-20260520-093000.json"); !strings.Contains(content, `"extra"`) {
		t.Errorf("JSON without what the interface does not list: %q", content)
	}
	panetest.Press(t, m, "e", "text:mark", "enter")
	if content, _ := w.Saved(
		"accounts-20260520-093000.md",
	); !strings.HasPrefix(content, "| id") || !strings.Contains(content, "name 2") {
		t.Errorf("saved %q", content)
	}
}

// Copying a cell copies its full value, not the shortened one.
func TestCopyCell(t *testing.T) {
	rows := strings.ReplaceAll(account(
		1,
		`,"fansCount":123456,"income":0,"likeCount":7,"readCount":0,"rank":0,"lastStatsTime":"2026-05-20T08:00:00Z",`+
			`"createdAt":"2026-05-20T08:00:30Z"`,
	)+","+account(2, ""),
		"name ", "a name that is quite long ")
	w := panetest.New(t, panetest.Options{Lang: words.Chinese, Handler: answer(list(2, rows))})
	want := [][2]string{ // readCount and income are sent as 0 and not known: there is no column of them
		{"status", "1"},
		{"nickname", "a name that is quite long 1"},
		{"fansCount", "123456"},
		{"likeCount", "7"},
		{"rank", "0"},
		{"lastStatsTime", "2026-05-20T08:00:00Z"}, {"createdAt", "2026-05-20T08:00:30Z"},
	}
	for _, c := range want {
		w.Context.Columns = map[string][]string{Name: append(w.Context.Columns[Name], c[0])}
	}
	m := panetest.Begin(t, New, w, 100, 20)
	if view := m.stack.View(); !strings.Contains(view, "12.3万") || !strings.Contains(view, "quite lon…") {
		t.Errorf("nothing is shortened on the screen:\n%s", view)
	}
	panetest.Press(t, m, "left", "left")
	for _, c := range want[1:] { // the cursor passes the sign of the status
		if panetest.Press(t, m, "do:copy_cell"); rowsOf(m).Column() != c[0] || w.Copied() != c[1] {
			t.Errorf("copied %q of %s, want %q of %s", w.Copied(), rowsOf(m).Column(), c[1], c[0])
		}
		panetest.Press(t, m, "right")
	}
}

func TestFilterByPastedIDs(t *testing.T) {
	for in, want := range map[string]string{
		"a b,c;d\n\"e f\" 'g'": "a|b|c|d|e f|g", "  ": "", "a,a": "a", `"open`: "open",
		"'7301234567890123456 =\"7301234567890123457\" ７３０": "7301234567890123456|7301234567890123457|730",
	} {
		if got := strings.Join(splitIDs(in), "|"); got != want {
			t.Errorf("splitIDs(%q) = %q, want %q", in, got, want)
		}
	}
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: answer(list(3, account(1, ""), account(2, ""), account(3, "")))}),
		100,
		20,
	)
	panetest.Press(t, m, "do:accounts.ids", "text:a:1 a:3", "enter")
	if shown, _ := rowsOf(m).Counts(); shown != 2 {
		t.Errorf("%d rows", shown)
	}
	panetest.Press(t, m, "do:accounts.ids", "text: x", "esc", "do:accounts.ids")
	if top(m).ids.Value() != "a:1 a:3 x" {
		t.Errorf("the input is lost: %q", top(m).ids.Value())
	}
}

func TestInspectorShowsEveryField(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{
			Handler: answer(list(
				1,
				account(1, `,"income":12345678901234567890.50,"newField":{"b":1,"a":2},"avatar":null`),
			)),
		}),
		120,
		40,
	)
	panetest.Press(t, m, "enter")
	view := m.stack.View()
	for _, want := range []string{
		"12,345,678,901,234,567,890.50",
		`{"b":1,"a":2}`,
		"Not provided",
		"Followers",
		"0123456789abcdef01234567",
	} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is not in the detail:\n%s", want, view)
		}
	}
}

func TestOpenFromAnotherPane(t *testing.T) {
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: answer(list(2, account(1, ""), account(2, "")))}),
		100,
		20,
	)
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, AccountID: "a:2"}))
	if a, ok := rowsOf(m).Current(); !ok || a.ID != "a:2" {
		t.Error("the account is not shown")
	}
}
