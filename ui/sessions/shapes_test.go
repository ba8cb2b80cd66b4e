package sessions

import (
	"fmt"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
)

// oneLine is a view with single blanks.
func oneLine(view string) string { return strings.Join(strings.Fields(view), " ") }

// TestStoredShapesOnScreen draws an assistant's message of each shape that is stored: its lines,
// what must not be on screen, and the count in the title.
func TestStoredShapesOnScreen(t *testing.T) {
	png := strings.Repeat("QUJD", 100)
	for _, c := range []struct {
		name  string
		parts string
		lines []string
		lacks string
		count string // "" for no problem
	}{
		{
			"a model message that failed",
			`{"type":"tool-call","toolCallId":"c","toolName":"publish","input":{"to":"a"}},{"type":"tool-result",` +
				`"toolCallId":"c","toolName":"publish","output":{"type":"error-text","value":"quota used up"}}`,
			[]string{"▸ ✗ publish · failed · a │ │ quota used up"},
			"error-text",
			"1 problem",
		},
		{
			"a model message that was denied",
			`{"type":"tool-call","toolCallId":"c","toolName":"pay","input":{}},{"type":"tool-result",` +
				`"toolCallId":"c","toolName":"pay","output":{"type":"execution-denied","reason":"too much"}}`,
			[]string{"▸ ✗ pay · denied", "too much"},
			"execution-denied",
			"1 problem",
		},
		{
			"a failure in a block of text",
			`{"type":"tool-publish","toolCallId":"c","state":"output-available","input":{},"output":[{"type":"text",` +
				`"text":"{\"status\":\"failed\",\"error\":{\"message\":\"login lost\"}}"}]}`,
			[]string{"▸ ✗ publish · returned an error", "login lost"},
			"",
			"1 problem",
		},
		{
			"a document about errors",
			`{"type":"tool-read","state":"output-available","input":{},"output":"# Errors\n{\"status\":\"failed\"} ` +
				`is fatal"}`,
			[]string{"▸ ● read · done"},
			"✗",
			"",
		},
		{
			"a tool of a server",
			`{"type":"tool_use","id":"c","name":"mcp__post_office__send","input":{}}`,
			[]string{"send · post_office · waiting for an answer"},
			"mcp__",
			"",
		},

		{
			"a video of a user",
			`{"type":"video","source":{"type":"url","url":"https://x.example/v.mp4","media_type":"video/mp4"}}`,
			[]string{"• file video/mp4 https://x.example/v.mp4"},
			"{",
			"",
		},
		{
			"an image with data",
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"` + png + `"}}`,
			[]string{"• file image/png 300 B"},
			"QUJD",
			"",
		},
		{
			"an emptied image",
			`{"type":"image","source":{"type":"base64","media_type":"image/png","data":""}}`,
			[]string{"• file image/png · not stored"},
			"{",
			"",
		},
		{
			"a document of content",
			`{"type":"document","title":"notes","source":{"type":"content","content":[{"type":"text",` +
				`"text":"block words"}]}}`,
			[]string{"• file notes"},
			"{",
			"",
		},
		{
			"a link to a resource",
			`{"type":"resource_link","uri":"https://x.example/a.csv","name":"a.csv","mimeType":"text/csv"}`,
			[]string{"• file a.csv text/csv https://x.example/a.csv"},
			"{",
			"",
		},
		{
			"a resource with data",
			`{"type":"resource","resource":{"uri":"file:///a.png","mimeType":"image/png","blob":"QUJDRA=="}}`,
			[]string{"• file image/png 4 B file:///a.png"},
			"QUJD",
			"",
		},
		{
			"an emptied image in an output",
			`{"type":"tool-shot","state":"output-available","input":{},"output":{"content":[{"type":"image",` +
				`"data":"","mimeType":"image/png"},{"type":"resource","resource":{"uri":"file:///b",` +
				`"blob":"QUJDRA=="}}]}}`,
			[]string{"▸ ● shot · done", "→ image/png ? B file:///b 4 B"},
			"QUJD",
			"",
		},

		{
			"a result",
			`{"type":"result","subtype":"success","title":"Cat video","medias":["https://x.example/v.mp4",` +
				`{"type":"image","url":"https://x.example/c.png"}],"total_cost_usd":0.42,"num_turns":4,` +
				`"duration_ms":61000,` +
				`"createChannel":{"id":"k:1","nickname":"Cats"},"updateChannel":[{"id":"k:2","nickname":"Dogs",` +
				`"errorMessage":"login lost"}],"publishTime":"2026-05-20T09:00:00Z"}`,
			[]string{
				"▸ ✗ result · Cat video · $0.42 · 4 turns · 61s · publish time 2026-05-20T09:00:00Z",
				"created Cats k:1",
				"updated Dogs k:2 · login lost",
				"https://x.example/v.mp4",
				"https://x.example/c.png",
			},
			"{",
			"1 problem",
		},
		{
			"a result without a failure",
			`{"type":"result","subtype":"success","title":"Cat video","num_turns":1}`,
			[]string{"▸ • result · Cat video · 1 turn"},
			"✗",
			"",
		},
		{
			"a result that is an error",
			`{"type":"result","subtype":"error_max_turns","is_error":true,"num_turns":40,"errors":["Reached maximum ` +
				`number of turns"]}`,
			[]string{"▸ ✗ result · error_max_turns · 40 turns", "Reached maximum number of turns"},
			"{",
			"1 problem",
		},
		{
			"an error",
			`{"type":"error","code":18105,"message":"daily limit"}`,
			[]string{"▸ ✗ error · 18105", "daily limit"},
			"{",
			"1 problem",
		},
		{
			"progress of a tool",
			`{"type":"tool_progress","tool_use_id":"t","tool_name":"Bash","elapsed_time_seconds":12}`,
			[]string{"▸ • in progress · Bash · 12s"},
			"{",
			"",
		},
		{
			"a sign-in that was lost",
			`{"type":"auth_status","isAuthenticating":false,"output":[],"error":"expired"}`,
			[]string{"▸ ✗ sign-in", "expired"},
			"{",
			"1 problem",
		},
		{
			"a rate limit that refused",
			`{"type":"rate_limit_event","rate_limit_info":{"status":"rejected"}}`,
			[]string{"▸ ✗ rate limit · rejected"},
			"{",
			"1 problem",
		},
		{
			"a rate limit that warns",
			`{"type":"rate_limit","status":"allowed_warning"}`,
			[]string{"▸ • rate limit · allowed_warning"},
			"{",
			"",
		},
	} {
		w := panetest.New(t, panetest.Options{
			Handler: serve(func() string {
				return messages(record("1", "user", textPart("go")), record("2", "assistant", c.parts))
			}),
		})
		m := begin(t, w, 100, 24, "s")
		view := oneLine(m.stack.View())
		for _, want := range c.lines {
			if !strings.Contains(view, want) {
				t.Errorf("%s: %q is missing in\n%s", c.name, want, m.stack.View())
			}
		}
		if c.lacks != "" && strings.Contains(view, c.lacks) {
			t.Errorf("%s: %q is in\n%s", c.name, c.lacks, m.stack.View())
		}
		if strings.Contains(view, "problem") != (c.count != "") || !strings.Contains(view, c.count) {
			t.Errorf("%s: the title lacks %q:\n%s", c.name, c.count, m.stack.View())
		}
	}
}

// TestAssistantErrorOnScreen has a session whose only answer is an error: it is a problem in the
// transcript and in the list, whose sign is not the one of a good session.
func TestAssistantErrorOnScreen(t *testing.T) {
	answered := strings.Replace(record("2", "assistant"), `"role"`, `"error":"billing_error","role"`, 1)
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Handler: serve(func() string {
		return messages(record("0", "system", textPart(" ")), record("1", "user", textPart("go")), answered)
	})})
	m := begin(t, w, 120, 24, "s")
	if view := oneLine(m.stack.View()); !strings.Contains(view, "▸ ✗ error") ||
		!strings.Contains(view, "billing_error") ||
		!strings.Contains(view, "1 problem") ||
		strings.Contains(view, "system") ||
		len(m.top().page.doc.turns) != 1 {
		t.Errorf("the session:\n%s", m.stack.View())
	}
	h.Wait(t.Context())
	list := begin(t, w, 120, 24, "")
	if view := oneLine(list.stack.View()); !strings.Contains(view, "✗ 1 with problems") ||
		!strings.Contains(view, "▌ ✗ go") {
		t.Errorf("the list:\n%s", list.stack.View())
	}
}

// TestSubAgentIsFolded has the calls of a sub-agent: they are counted on the line of the call
// that started it, and its messages are no turns and no answers.
func TestSubAgentIsFolded(t *testing.T) {
	below := func(id, role, parent string, parts ...string) string {
		return strings.Replace(record(id, role, parts...), `"role"`, `"parent_tool_use_id":"`+parent+`","role"`, 1)
	}
	records := []string{
		record("1", "user", textPart("Research")),
		record("2", "assistant", `{"type":"tool_use","id":"t1","name":"Task","input":{"prompt":"look around"}}`),
		below("3", "user", "t1", textPart("words of the agent to its sub-agent")),
		below(
			"4",
			"assistant",
			"t1",
			textPart("an inner answer"),
			`{"type":"tool_use","id":"t2","name":"Read","input":{"path":"a"}}`,
			`{"type":"tool_use","id":"t3","name":"Bash","input":{"command":"false"}}`,
		),
		below(
			"5",
			"user",
			"t1",
			`{"type":"tool_result","tool_use_id":"t2","content":"text"}`,
			`{"type":"tool_result","tool_use_id":"t3","content":"exit 1","is_error":true}`,
		),
		record("6", "user", `{"type":"tool_result","tool_use_id":"t1","content":"found it"}`),
		record("7", "assistant", textPart("Done.")),
		below("8", "user", "gone", textPart("an instruction of a lost call")),
		below("9", "assistant", "gone", textPart("an answer of a lost call")),
	}
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Handler: serve(func() string { return messages(records...) })})
	m := begin(t, w, 110, 30, "s")
	view := oneLine(m.stack.View())
	for _, want := range []string{
		"▸ ✗ Task · returned an error · 2 calls, 1 failed · look around",
		"│ ▸ ✗ Bash · returned an error",
		"sub-agent",
		"9 messages",
	} {
		if !strings.Contains(view, want) {
			t.Errorf("%q is missing in\n%s", want, m.stack.View())
		}
	}
	for _, hidden := range []string{"words of the agent", "an inner answer", "▸ ● Read", "✗ t3"} {
		if strings.Contains(view, hidden) {
			t.Errorf("%q is in\n%s", hidden, m.stack.View())
		}
	}
	if turns := m.top().page.doc.turns; len(turns) != 1 || turns[0].Calls != 1 {
		t.Errorf("the turns are %+v", turns)
	}
	panetest.Press(t, m, "do:sessions.next_problem", "enter")
	if view := oneLine(m.stack.View()); !strings.Contains(view, "2 calls, 1 failed") ||
		!strings.Contains(view, "│ an inner answer") ||
		!strings.Contains(view, "│ ▸ ● Read · done") {
		t.Errorf("unfolded:\n%s", m.stack.View())
	}
	h.Wait(t.Context())
	list := begin(t, w, 160, 40, "")
	if view := oneLine(list.stack.View()); !strings.Contains(view, "Last message Done.") &&
		!strings.Contains(view, "Done.") ||
		strings.Contains(view, "an answer of a lost call") ||
		strings.Contains(view, "instruction") {
		t.Errorf("the list:\n%s", list.stack.View())
	}
}

// TestProblemsOfOneCause has six calls that one lost login refused, with other numbers and IDs.
func TestProblemsOfOneCause(t *testing.T) {
	var calls []string
	for _, n := range []string{"17", "23", "5", "40", "41", "42"} {
		calls = append(
			calls,
			`{"type":"tool-publish","toolCallId":"c`+n+`","state":"output-available","input":{"account":"`+n+
				`"},"output":{"success":false,"message":"login of account `+n+` lost (req-8f`+n+`)"}}`,
		)
	}
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Handler: serve(func() string {
		return messages(record("1", "user", textPart("go")), record("2", "assistant", calls...))
	})})
	m := begin(t, w, 120, 30, "s")
	if view := oneLine(m.stack.View()); !strings.Contains(view, "✗ 6 problems, 1 cause") {
		t.Errorf("the title:\n%s", m.stack.View())
	}
	h.Wait(t.Context())
	list := begin(t, w, 160, 40, "")
	if view := oneLine(list.stack.View()); !strings.Contains(view, "6 problems, 1 cause") ||
		!strings.Contains(view, "6 times: publish: login of account 17 lost (req-8f17)") ||
		strings.Contains(view, "account 23") {
		t.Errorf("the list:\n%s", list.stack.View())
	}
	panetest.Press(t, list, "tab")
	if view := oneLine(list.stack.View()); !strings.Contains(
		view,
		"publish 6 6 100% 1 login of account 17 lost (req-8f17)",
	) ||
		!strings.Contains(view, "its numbers vary") {
		t.Errorf("the tools:\n%s", list.stack.View())
	}
}

// TestSearchFindsBothNamesOfATool searches a session for a tool as it is stored and as it is shown.
func TestSearchFindsBothNamesOfATool(t *testing.T) {
	w := panetest.New(t, panetest.Options{Handler: serve(func() string {
		return messages(
			record("1", "user", textPart("go")),
			record(
				"2",
				"assistant",
				`{"type":"tool-mcp__post_office__send","toolCallId":"c","state":"output-available","input":{},`+
					`"output":1}`,
			),
		)
	})})
	for _, query := range []string{"mcp__post_office__send", "post_office", "send"} {
		m := begin(t, w, 100, 24, "s")
		panetest.Press(t, m, "/", "text:"+query, "enter")
		if at := m.top().page.here(); !strings.Contains(m.stack.View(), "hit 1 of 1") || at.Message != 1 ||
			at.Part != 0 {
			t.Errorf("%q is found at %v:\n%s", query, at, m.stack.View())
		}
	}
}

// TestSessionShowsTheAccountsOfItsCalls has calls that name accounts by ID, uid and link, and an
// output that lists another one.
func TestSessionShowsTheAccountsOfItsCalls(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	var inputs []string
	w := panetest.New(t, panetest.Options{
		History: h,
		Sandbox: sandbox.Options{Accounts: 30},
		Before: func(next http.Handler) http.Handler {
			session := serve(func() string {
				return messages(record("1", "user", textPart("go")), record("2", "assistant", inputs...))
			})
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if strings.HasSuffix(r.URL.Path, "/s/messages") {
					next = session
				}
				next.ServeHTTP(w, r)
			})
		},
	})
	m := New(w.Context)
	panetest.Pump(t, m, w.Site().Store.Accounts.Require())
	rows := slices.Clone(w.Site().Store.Accounts.List().Rows) // no two with the same name
	slices.SortFunc(rows, func(a, b *api.Account) int { return strings.Compare(a.Nickname, b.Nickname) })
	rows = slices.CompactFunc(rows, func(a, b *api.Account) bool { return a.Nickname == b.Nickname })
	for i, input := range []string{
		`{"accountId":"` + rows[0].ID + `"}`,
		`{"uid":"` + rows[1].UID + `"}`,
		`{"page":"https://x.example/user/` + rows[2].UID + `?tab=1"}`,
	} {
		inputs = append(
			inputs,
			fmt.Sprintf(
				`{"type":"tool-x","toolCallId":"c%d","state":"output-available","input":%s,"output":{"accountId":%q}}`,
				i,
				input,
				rows[3].ID,
			),
		)
	}
	begin(t, w, 160, 50, "s")
	h.Wait(t.Context())
	view := oneLine(begin(t, w, 160, 50, "").stack.View())
	touched, mentioned, ok := strings.Cut(view, "Mentioned")
	if !ok || !strings.Contains(touched, "Worked on") || !strings.Contains(mentioned, rows[3].Nickname) ||
		strings.Contains(touched, rows[3].Nickname) {
		t.Errorf("the list:\n%s", view)
	}
	for _, a := range rows[:3] {
		if !strings.Contains(touched, a.Nickname) {
			t.Errorf("%s is missing in\n%s", a.Nickname, view)
		}
	}
	reading := begin(t, w, 160, 50, "s")
	panetest.Press(t, reading, "do:sessions.names")
	for _, a := range rows[:4] {
		if !strings.Contains(oneLine(reading.stack.View()), "account "+a.Nickname) {
			t.Errorf("%s cannot be chosen in\n%s", a.Nickname, reading.stack.View())
		}
	}
}
