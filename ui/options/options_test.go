package options

import (
	"net/http"
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// serve returns a handler with one response for the platforms and one for options.
func serve(platforms, options string) http.Handler {
	return panetest.Answers(func(r *http.Request) string {
		if strings.HasSuffix(r.URL.Path, "/publish-options") {
			return options
		}
		return platforms
	})
}

func data(rows ...string) string {
	return `{"code":0,"message":"ok","data":[` + strings.Join(rows, ",") + `]}`
}

const (
	refused  = `{"code":401,"message":"Unauthorized","data":{},"requestId":"r-1"}`
	platform = `{"platform":"pinBoard","displayName":{"en-US":"Pin Board","zh-CN":"图钉板"},"status":"available",` +
		`"capabilities":{"work":{"getDetail":true,"listWorks":false},"browse":{"getDetail":false},"modes":["a","b"]},` +
		`"authType":"oauth2","rank":0,"authInstructions":{"en-US":"# Connect\n1. Open **this**.","zh-CN":"# 绑定\n1. ` +
		`打开**此页**。"},` +
		`"contentLimits":{"modes":["article","video"],"maxTitleLength":0,"maxBodyLength":280,"maxVideos":1},` +
		`"mediaRules":{"maxVideoSize":5368709120,"videoFormats":["mp4","mov"],"steps":[{"min":1},2]},` +
		`"optionSchema":{"type":"object","properties":{"visibility":{"enum":["PUBLIC"],"default":"PUBLIC"}}}}`
	board = `{"field":"boardId","label":"Board","description":"The board that the pin is saved to.",` +
		`"valueType":"list","requiresAccount":true,` +
		`"filterSchema":{"type":"object","required":["accountId"],"properties":{"accountId":{"type":"string",` +
		`"minLength":1},"near":{"type":"object"},"kinds":{"type":"array","items":{"enum":["a","b"]}}}},` +
		`"createSchema":{"type":"object","additionalProperties":false,"required":["accountId","name"],"properties":{` +
		`"accountId":{"type":"string","minLength":1},"name":{"type":"string","maxLength":50,"pattern":"^(?!x)",` +
		`"description":"名称"},` +
		`"contact":{"anyOf":[{"type":"string","format":"email"},{"type":"null"}]},` +
		`"sections":{"type":"array","items":{"type":"object","required":["title"],` +
		`"properties":{"title":{"type":"string"},"weight":{"type":"number","minimum":0,"exclusiveMaximum":1}}}}}},` +
		`"extra":{"a":[1]}}`
	tree   = `{"field":"tid","valueType":"tree"}`
	broken = `{"field":"broken","valueType":"matrix","createSchema":{"type":5,` +
		`"properties":{"name":{"type":"string"}}},"filterSchema":{"$ref":"https://example.com/x.json"}}`
	hostileID = `{"platform":"x\u001b]0;owned\u0007"}`
	hostile   = `{"platform":"x","displayName":"\u001b[31mred\u202egnp` +
		"长长长长长长长长长长长长长长长长长长长长" + `","status":"\u202e odd","capabilities":{"\u001b[2J":true},` +
		`"\u0007name":{"\u202e":"\u001b[5m"}}`
	evil = `{"field":"\u001b[31mf","label":"\u202egnp","description":"\u0007 \u001b]0;x\u0007","valueType":"\u001b",` +
		`"createSchema":{"type":"object","required":["\u001b[2J"],"properties":{"\u001b[2J":{"title":"\u202e",` +
		`"description":"\u0007","enum":["\u001b[31m\u202e"],"pattern":"."}}}}`
)

type state struct {
	name               string
	platforms, options string
	then               []string
	shows              []string // nil for a golden file
}

func states() []state {
	all := data(
		platform,
		`{"platform":"bare"}`,
		`{"platform":"soon","displayName":"Soon","status":"coming_soon","capabilities":{"work":{"getDetail":false,`+
			`"listWorks":true}}}`,
	)
	away := data(`{"platform":"away","displayName":"Away","status":"unavailable"}`)
	offers := data(board, tree, broken)
	failed := []string{
		"✗ Couldn't load",
		"The server reported: Unauthorized",
		"(error 401).",
		"Request r-1",
		"[r] retry",
	}
	notJSON := "! This is not valid JSON. Line 3, column 2: “"
	return []state{
		{"list", all, offers, nil, nil},
		{"platform", all, offers, []string{"enter"}, nil},
		{"option", all, offers, openBoard(), nil},
		{"raw", all, offers, openBoard("v"), nil},
		{
			"wrong",
			all,
			offers,
			openBoard("do:options.check_body", "ctrl+end", "backspace", `text:,"contact":1,"x":2,`+
				`"sections":[{"weight":1}]}`),
			nil,
		},
		{"matrix", all, offers, []string{"m"}, nil},
		{
			"filtering",
			all,
			offers,
			[]string{"/", "text:soo"},
			[]string{"/ soo", "1/1", "▌ Soon ◌ coming soon 1/2", "● List works – Work details"},
		},
		{
			"nothing",
			all,
			offers,
			[]string{"/", "text:no such platform"},
			[]string{"Nothing matches so far. Press esc to undo what you typed."},
		},
		{"empty", data(), offers, nil, []string{"0 platforms", "The platform list is empty. Press r to check again."}},
		{"failed", refused, offers, nil, failed},
		{
			"narrowed",
			all,
			offers,
			[]string{"enter", "/", "text:boa"},
			[]string{"/ boa", "1/1", "▌ Board one from the account's list"},
		},
		{
			"nooffer",
			all,
			offers,
			[]string{"enter", "/", "text:no such option", "enter"},
			[]string{"Pin Board ● available", "Nothing matches the filter. Press esc to clear it."},
		},
		{
			"bare",
			all,
			data(),
			[]string{"down", "enter"},
			[]string{
				"bare",
				"This platform has no options of its own.",
				"▌ Content a video, images or text",
			},
		},
		{
			"nooptions",
			all,
			data(),
			[]string{"enter"},
			[]string{"Pin Board ● available", "The service offers no lists of values here: type the options yourself."},
		},
		{
			"elsewhere",
			away,
			data(),
			nil,
			[]string{"Not published from here: served by"},
		},
		{
			"elsewhereopen",
			away,
			data(),
			[]string{"enter"},
			[]string{"Away ✗ other site", "Not published from here: served by the other site"},
		},
		{
			"yet",
			all,
			data(),
			[]string{"down", "down", "enter"},
			[]string{"Not published from here: not served by any site yet."},
		},
		{"optionsfailed", all, refused, []string{"enter"}, []string{
			"✗ The server reported: Unauthorized", "Press r to retry", "▌ Content a video or images",
		}},
		{"tree", all, offers, []string{"enter", "/", "text:tree", "enter", "v"}, []string{
			"Pin Board · tid",
			"Field tid used to fetch the option's values",
			"Values nested list",
			"Not provided: Label, Description, Account",
			"None: values can't be filtered.", "None: values can't be created.",
		}},
		{"broken", all, offers, []string{"enter", "/", "text:broken", "enter", "v"}, []string{
			"! The schema refers to another document, which is not loaded: https://example.com/x.json.",
			"The value defined elsewhere: https://example.com/x.json",
			"! The schema is not valid. Parser message: value must be one of",
			"At #/type.",
			"name text",
		}},
		{
			"check",
			all,
			offers,
			openBoard("do:options.check_body"),
			[]string{"Pin Board · Board (boardId)", "validate a body", `"accountId": "string",`, "Result", "● Valid."},
		},
		{
			"notjson",
			all,
			offers,
			openBoard("do:options.check_filter", "text:x"),
			[]string{"validate filters, as JSON", "}x", notJSON + "x” is not"},
		},
		{
			"matrixfailed",
			all,
			refused,
			[]string{"m"},
			[]string{
				"! Couldn't load options for Pin Board, bare, Soon. Press r to retry.",
				"▌ List works – ? ●",
				"1/3",
			},
		},
		{
			"hostile",
			data(hostile, hostileID),
			data(evil),
			nil,
			[]string{"▌ redgnp长长", "? odd 1/1"},
		},
		{
			"hostileid",
			data(hostileID),
			data(evil),
			[]string{"enter"},
			[]string{"▌ Content a video, images or text", "Not sent: Platform contains control", "Press r to retry"},
		},
		{
			"hostileplatform",
			data(hostile),
			data(evil),
			[]string{"enter"},
			[]string{"长 ? odd", "gnp one from the service's list"},
		},
		{"hostileoption", data(hostile), data(evil), []string{"enter", "end", "v"}, []string{
			"· gnp (f)",
			"Label gnp",
			`\u001b[2J required · one of "\u001b[31m\u202e" · matches .`,
			`"\u001b[2J": "\u001b[31m\u202e"`,
		}},
		{
			"hostilecheck",
			data(hostile),
			data(evil),
			[]string{"enter", "end", "v", "do:options.check_body", "text:\u202e"},
			[]string{`"\u001b[2J": "\u001b[31m\u202e"`, `}\u202e`, notJSON},
		},
	}
}

// openBoard are the keys that open the schema of the board, and further ones.
func openBoard(then ...string) []string {
	return append([]string{"enter", "/", "text:board", "enter", "v"}, then...)
}

func TestScreens(t *testing.T) {
	for _, s := range states() {
		panetest.Screen(t, s.name, func(t testing.TB, o panetest.Options) *Model {
			o.Handler = serve(s.platforms, s.options)
			m := panetest.Begin(t, New, panetest.New(t, o), 80, 22)
			panetest.Press(t, m, s.then...)
			return m
		}, s.shows...)
	}
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *Model {
		return panetest.Begin(t, New, panetest.New(t, o), 100, 28)
	}, "dark")
}

// The user finds what a board option needs, copies a valid body and the query,
// and reads why another body is not valid.
func TestFromPlatformToBody(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform), data(board))})
	m := panetest.Begin(t, New, w, 120, 38)
	panetest.Press(t, m, "/", "text:pin", "enter", "enter")
	if !strings.Contains(m.stack.View(), "Board") {
		t.Fatalf("no board:\n%s", m.stack.View())
	}
	panetest.Press(t, m, openBoard()[1:]...)
	for _, want := range []string{"createSchema", "^(?!x)", "50", "email", "required"} {
		panetest.Press(t, m, "home")
		if !strings.Contains(optionText(m), want) {
			t.Errorf("%q is not in the option", want)
		}
	}
	up := panetest.Press(t, m, "Y", "text:body", "enter")
	if len(up) != 1 || up[0].(pane.Notice).Level != pane.Done ||
		w.Copied() != "{\n  \"accountId\": \"string\",\n  \"name\": \"string\"\n}" {
		t.Errorf("copied %q, %v", w.Copied(), up)
	}
	if panetest.Press(t, m, "Y", "enter"); w.Copied() != "accountId=string" {
		t.Errorf("copied %q", w.Copied())
	}
	panetest.Press(t, m, "i", "enter")
	if !strings.Contains(m.stack.View(), "Valid.") {
		t.Errorf("the example is not valid:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "ctrl+end", "backspace", `text:, "contact": 1, "colour": 1}`)
	for _, want := range []string{"2 problems", "$.contact    matches none", "unknown field colour"} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("%q is missing:\n%s", want, m.stack.View())
		}
	}
	input := func() string { return m.stack.Top().(*checkScreen).input.Value() }
	typed := input()
	m.stack.SetSize(40, 10)
	panetest.Press(t, m, "esc", "esc", "esc", "esc", "esc")
	if m.stack.Depth() != 1 {
		t.Errorf("%d screens", m.stack.Depth())
	}
	panetest.Press(t, m, append([]string{"/", "text:pin", "enter"}, openBoard("do:options.check_body")...)...)
	if input() != typed {
		t.Errorf("the input is lost: %q", input())
	}
	if panetest.Press(t, m, "do:options.example"); !strings.Contains(input(), `"name": "string"`) ||
		strings.Contains(input(), "colour") {
		t.Errorf("not the example: %q", input())
	}
}

// optionText is the text of the option that is open.
func optionText(m *Model) string {
	s := m.stack.Top().(*optionScreen)
	return strings.Join(s.lines(120), "\n")
}

// matrixCounts are the lines of the matrix that is open.
func matrixCounts(m *Model) (shown, total int) { return m.stack.Top().(*matrixScreen).Table.Counts() }

func TestMatrix(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := panetest.Begin(t, New, w, 160, 40)
	panetest.Press(t, m, "m")
	_, capabilities := matrixCounts(m)
	if n := len(w.Requests()); n != 15 {
		t.Errorf("%d requests for the options of 14 platforms", n-1)
	}
	panetest.Press(t, m, "/", "text:getDetail", "enter")
	shown, _ := matrixCounts(m)
	if shown < 2 || shown >= capabilities || !strings.Contains(m.stack.View(), "Work details") {
		t.Errorf("%d of %d lines:\n%s", shown, capabilities, m.stack.View())
	}
	panetest.Press(t, m, "e", "text:mark", "enter")
	content, ok := w.Saved("matrix-20260520-093000.md")
	if !ok || strings.Count(content, "\n") != shown+2 || !strings.Contains(content, "| Pinterest |") {
		t.Errorf("saved %q", content)
	}
	panetest.Press(t, m, "esc", "e", "enter")
	content, _ = w.Saved("matrix-20260520-093000.csv")
	if lines := strings.Split(content, "\n"); len(lines) != capabilities+2 || strings.Count(lines[0], ",") != 15 ||
		!strings.Contains(content, "boardId") {
		t.Errorf("saved %q", content)
	}
	if panetest.Press(t, m, "esc", "m"); len(w.Requests()) != 15 {
		t.Error("loaded options were requested again")
	}
	if m.stack.SetSize(80, 40); !strings.Contains(m.stack.View(), "Yo YouTube") ||
		strings.Contains(m.stack.View(), " X X ") {
		t.Errorf("the legend is wrong:\n%s", m.stack.View())
	}
}

func TestMatrixShowsFailures(t *testing.T) {
	options := refused
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serve(data(platform), options).ServeHTTP(w, r)
	})
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: h}), 100, 30)
	panetest.Press(t, m, "m")
	if !strings.Contains(m.stack.View(), "Pin Board. Press r") || strings.Contains(m.stack.View(), "  Board ") {
		t.Errorf("the failure is missing:\n%s", m.stack.View())
	}
	options = data(board)
	if panetest.Press(t, m, "r"); !strings.Contains(m.stack.View(), "  Board ") {
		t.Errorf("still not there:\n%s", m.stack.View())
	}
}

func TestKeysWithoutEffectExplainThemselves(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: serve(data(platform), data(tree))}), 100, 30)
	panetest.Press(t, m, "enter", "/", "text:tree", "enter", "v")
	for _, k := range []string{"do:options.copy_query", "do:options.copy_body", "i", "do:options.check_filter"} {
		up := panetest.Press(t, m, k)
		if len(up) != 1 || up[0].(pane.Notice).Level != pane.Info || m.stack.Depth() != 3 {
			t.Errorf("%s: %v", k, up)
		}
	}
}

// An option without required filters has no query to copy: no key is offered for it, and the key
// says why.
func TestEmptyQueryIsNotOffered(t *testing.T) {
	optional := `{"field":"categoryId","valueType":"list",
		"filterSchema":{"type":"object","properties":{"id":{"type":"string"}}}}`
	m := panetest.Begin(
		t,
		New,
		panetest.New(t, panetest.Options{Handler: serve(data(platform), data(optional))}),
		100,
		30,
	)
	panetest.Press(t, m, "enter", "/", "text:category", "enter", "v")
	panetest.Shows(t, m.stack.View(), "Example query", "Empty: no filter is required.")
	for _, b := range m.stack.ShortHelp() {
		if pane.ActionOf(b) == "options.copy_query" {
			t.Error("the footer offers the query")
		}
	}
	up := panetest.Press(t, m, "do:options.copy_query")
	if len(up) != 1 || up[0].(pane.Notice).Text != "Empty: no filter is required." {
		t.Errorf("the action says %v", up)
	}
}

func TestOpenFromElsewhere(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(`{"platform":"a"}`, platform), data(board))})
	m := New(w.Context)
	m.stack.SetSize(100, 30)
	begun := m.Init()
	m.Open(pane.Target{Pane: Name, Platform: "pinBoard"}) // before the list is there
	panetest.Pump(t, m, begun)
	if s, ok := m.stack.Top().(*platformScreen); !ok || s.id != "pinBoard" || len(s.m.load(s.id).Value.List) == 0 {
		t.Errorf("on top: %#v", m.stack.Top())
	}
	if up := panetest.Press(t, m, "a"); len(up) != 1 ||
		up[0] != (pane.Open{Target: pane.Target{Pane: "accounts", Platform: "pinBoard"}}) {
		t.Errorf("accounts of the platform: %v", up)
	}
	up := panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "gone"}))
	if len(up) != 1 || up[0].(pane.Notice).Level != pane.Warning || m.stack.Depth() != 2 {
		t.Errorf("a missing platform: %v, %d screens", up, m.stack.Depth())
	}
	w.ResetStore()
	m = New(w.Context)
	m.stack.SetSize(100, 30)
	begun = m.Init()
	m.Open(pane.Target{Pane: Name, Platform: "gone"})
	if up := panetest.Pump(t, m, begun); len(up) != 1 || up[0].(pane.Notice).Level != pane.Warning ||
		m.stack.Depth() != 1 {
		t.Errorf("a missing platform, opened before the list was loaded: %v, %d screens", up, m.stack.Depth())
	}
}

// Something opened from elsewhere lies above what was on screen, and esc returns
// to that.
func TestOpenKeepsTheScreensBelow(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(`{"platform":"a"}`, platform), data(board))})
	m := panetest.Begin(t, New, w, 100, 30)
	panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "a"})) // its options are loaded now
	panetest.Press(t, m, "esc")
	for _, keys := range [][]string{
		{"/", "text:pin", "enter"},
		{"enter", "/", "text:board", "enter"},
		{"enter"},
		{"v", "/", "text:vid", "enter"},
		{"esc", "esc", "esc", "esc", "esc", "m"},
	} {
		panetest.Press(t, m, keys...)
		before := m.stack.View()
		panetest.Pump(t, m, m.Open(pane.Target{Pane: Name, Platform: "a"}))
		if m.stack.View() == before || m.stack.Capturing() {
			t.Errorf("after %v nothing is open", keys)
		}
		if panetest.Press(t, m, "esc"); m.stack.View() != before {
			t.Errorf("after %v esc does not return to\n%s\nbut to\n%s", keys, before, m.stack.View())
		}
	}
	if things := m.Things(); len(things) != 2 || things[1].Target.Platform != "pinBoard" {
		t.Errorf("things %v", things)
	}
}

func TestCopyAndExport(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(data(platform), data(board))})
	m := panetest.Begin(t, New, w, 100, 30)
	if panetest.Press(t, m, "y"); w.Copied() != "pinBoard" {
		t.Errorf("copied %q", w.Copied())
	}
	if panetest.Press(t, m, "do:copy_json"); !strings.Contains(w.Copied(), `"rank": 0`) {
		t.Errorf("copied %q", w.Copied())
	}
	panetest.Press(t, m, "e", "text:json", "enter")
	if content, _ := w.Saved(
		"platforms-20260520-093000.json",
	); !strings.HasPrefix(content, "[") || !strings.Contains(content, "authInstructions") {
		t.Errorf("saved %q", content)
	}
	panetest.Press(t, m, "enter", "e", "text:csv", "enter")
	if content, _ := w.Saved(
		"options-pinBoard-20260520-093000.csv",
	); !strings.Contains(content, "\nBoard,one from the account's list,,boardId,May") {
		t.Errorf("saved %q", content)
	}
	panetest.Press(t, m, "/", "text:board", "enter", "v", "v", "y")
	if !strings.Contains(w.Copied(), `"extra": {`) {
		t.Errorf("copied %q", w.Copied())
	}
	if panetest.Press(t, m, "esc", "y"); w.Copied() != "boardId" || m.stack.Depth() != 3 {
		t.Errorf("copied %q, %d screens", w.Copied(), m.stack.Depth())
	}
}

func TestHugePasteIsRefused(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Handler: serve(data(platform), data(board))}), 100, 30)
	panetest.Press(t, m, openBoard("do:options.check_body")...)
	check := m.stack.Top().(*checkScreen)
	before := check.input.Value()
	msg := panetest.KeyMsg(strings.Repeat("x", maxPaste+1))
	msg.Paste = true
	if up := panetest.Pump(t, m, m.Update(msg)); len(up) != 1 || check.input.Value() != before {
		t.Errorf("%v, %d bytes in the field", up, len(check.input.Value()))
	}
	msg = panetest.KeyMsg(`{"pasted":1}`)
	msg.Paste = true
	check.input.SetValue("")
	panetest.Pump(t, m, m.Update(msg))
	if check.input.Value() != `{"pasted":1}` || len(check.verdict.Value.issues) == 0 {
		t.Errorf("%q in the field, %v", check.input.Value(), check.verdict.Value)
	}
}

// TestInspectorShowsCapabilitiesAndOptions is about the platform under the cursor.
func TestInspectorShowsCapabilitiesAndOptions(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 120, 90)
	panetest.Pump(t, m, m.Visit())
	panetest.Press(t, m, "/", "text:bilibili", "enter")
	for _, want := range []string{
		"Category  one from the second level",
		"Works  1/4",
		"● Read links to works",
		"an account: Category.",
		"up to 79 characters",
		"Cover   jpg, jpeg, png",
		"Publishing ends some time later",
	} {
		if !strings.Contains(m.stack.View(), want) {
			t.Errorf("%q is missing in\n%s", want, m.stack.View())
		}
	}
}

func TestPlatformPageShowsThatItContinues(t *testing.T) {
	m := panetest.Begin(t, New, panetest.New(t, panetest.Options{}), 80, 22)
	panetest.Press(t, m, "enter")
	if !strings.Contains(m.stack.View(), m.theme.Glyphs.Thumb) {
		t.Errorf("no thumb:\n%s", m.stack.View())
	}
}
