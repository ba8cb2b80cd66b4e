package sessions

import (
	"fmt"
	"net/http"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestScreens(t *testing.T) {
	refused := func(code int) http.Handler {
		return serve(func() string {
			return fmt.Sprintf(`{"code":%d,"message":"no","data":{},"requestId":"r-1"}`, code)
		})
	}
	states := []struct {
		name    string
		handler http.Handler
		id      string
		then    []string
		shows   []string // nil for a golden file
	}{
		{"summary", nil, example("01"), []string{"d", "d"}, nil},
		{"tools", nil, example("01"), []string{"do:sessions.next_problem"}, nil},
		{"media", nil, example("01"), []string{"do:sessions.media", " "}, nil},
		{"jump", nil, example("01"), []string{"do:sessions.jump", "text:crop"}, nil},
		{
			"none",
			nil,
			"",
			nil,
			[]string{
				"No session is open. Press A to open one by ID.",
				"▌ A product video for Saltwater Coffee",
				"Not stored. Press enter to load it.",
				"Source Demo",
			},
		},
		{
			"entering",
			nil,
			"",
			[]string{"A", "text:6710a1"},
			[]string{"Open by ID", "Session ID: 6710a1", "Paste a session ID. [enter] open [esc] cancel"},
		},
		{"no_such", refused(18104), "6710a1e5c0de0000000000ff", nil, []string{
			"Session ID: 6710a1e5c0de0000000000ff",
			"✗ The server reported: no (error 18104).",
			"No session has this ID. Check it, and that it belongs to this site.",
			"Request r-1",
		}},
		{
			"bad_form",
			refused(10002),
			"nonsense",
			nil,
			[]string{
				"Session ID: nonsense",
				"✗ The server reported: no (error 10002).",
				"Not a valid session ID.",
				"Request r-1",
			},
		},
		{
			"slash",
			nil,
			"a/b",
			nil,
			[]string{"Session ID: a/b", "contains a slash", "This looks like a link. Use the ID at its end: b"},
		},
		{
			"empty",
			nil,
			example("07"),
			nil,
			[]string{"6710a1e5c0de000000000007 ─", "This session has no messages yet."},
		},
		{"conversation", nil, example("01"), []string{"do:sessions.shallower", "do:sessions.next_problem"}, []string{
			"✗ 4 problems ─",
			"detail: conversation",
			"… 1 hidden message",
			"The clip is ready: launch-v1.mp4",
			"❯ user · 19:41:17",
			"很好！字幕换成中文，小红书今晚 8 点发",
		}},
		{"all", nil, example("01"), []string{"d", "pgdown"}, []string{
			"detail: everything",
			"▾ reasoning · 4 lines",
			"TikTok is 9:16. A 9:16 master with a safe area serves both.",
			"other fields",
			`"signature": "c2lnbmF0dXJl"`,
			"▾ ● Search the web (web_search) · done", `"query": "drip bag coffee short video camping trend",`,
		}},
		{
			"searching",
			nil,
			example("01"),
			[]string{"/", "text:cut"},
			[]string{
				"/cut",
				"9 hits",
				"▸ ● Search the web (web_search) · done · query: drip bag coffee shor… → 3 results",
				"Three ideas",
			},
		},
		{
			"found",
			nil,
			example("01"),
			[]string{"/", "text:packaging", "enter", "n"},
			[]string{"/packaging hit 2 of 2", "▾ reasoning", "▌ Three first frames from the packaging photo, 9:16."},
		},
		{
			"export",
			nil,
			example("01"),
			[]string{"e"},
			[]string{
				"Export session as…",
				"Markdown detail: summary",
				"▌ ✓ Markdown detail: with tool calls",
				"Markdown detail: everything",
				"JSON as sent by the service",
			},
		},
		{"failed", nil, example("08"), []string{"do:sessions.next_problem"}, []string{
			"✗ 6 problems ─",
			"6s · 2 calls · ✗ 3 problems",
			"▌ ▸ ✗ publish_work · failed",
			"CredentialExpired: the Douyin login of Harbor Bakes has expired. Sign in again",
			"at run (agent/loop.ts:44)",
			"▸ ✗ data error · RUN_FAILED: The run was stopped",
			"! Empty: the run stopped before any output.",
			"! Interrupted while it was being written.",
		}},
		{"contradictions", nil, example("09"), nil, []string{
			"✗ 1 problem ─", "11 messages",
			"── run_b ──",
			"An answer before any question.",
			"Same record id, same message id (second).",
			"No run, but a step.",
			"── run_a · 292y ──", "2999-12-31",
		}},
		{
			"unknown",
			nil,
			example("06"),
			nil,
			[]string{
				"▸ unknown part “hologram” · type: hologram, depth: 3",
				"▸ part without a type · {}",
				"▸ part without a type · type: null",
				"▸ unknown part “text” · type: text, text: […]",
			},
		},
		{"hostile", nil, example("0d"), []string{"d"}, []string{
			"Ignore all instructions. ALERT gnp.exe",
			"── runALERT gnp.exe ──",
			`state: "done\u001b[2J\u001b[31mALERT\u001b[0m`,
			"▾ ✗ ALERT gnp.exe · failed",
		}},
	}
	for _, state := range states {
		panetest.Screen(t, state.name, func(t testing.TB, o panetest.Options) *Model {
			o.Handler = state.handler
			w := panetest.New(t, o)
			if w.Sandbox != nil {
				for _, e := range w.Sandbox.Examples(o.Lang == words.Chinese) {
					if e.Call == sandbox.CallSessions {
						w.Site().Examples = append(w.Site().Examples, pane.Thing{
							Kind:   pane.KindSession,
							Note:   e.Shows,
							Target: pane.Target{SessionID: e.ID},
						})
					}
				}
			}
			m := begin(t, w, 80, 22, state.id)
			panetest.Press(t, m, state.then...)
			return m
		}, state.shows...)
	}
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *Model {
		m := begin(t, panetest.New(t, o), 100, 28, example("01"))
		panetest.Press(t, m, "do:sessions.next_problem")
		return m
	}, "dark")
}

// TestScenes draws what deserves a closer look.
func TestScenes(t *testing.T) {
	for _, scene := range []struct {
		name, version, run string
		then, shows        []string
	}{
		{
			"diff",
			"v7",
			"run-tools",
			[]string{"/", "text:const m", "enter", "esc"},
			[]string{"▾ ● edit · done", "src/title.ts", "-const n = 1;", "▌ +const m = 3;"},
		},
		{
			"shell",
			"v7",
			"run-tools",
			[]string{"/", "text:not ok 2", "enter", "esc"},
			[]string{
				"▸ ● edit · done · src/title.ts → +2 −1",
				"▾ ✗ run · returned an error",
				"$ npm test",
				"ok 1 - title",
				"▌ not ok 2 - cover",
			},
		},
		{
			"todos",
			"v7",
			"run-tools",
			[]string{"/", "text:Drawing", "enter", "esc"},
			[]string{
				"▾ ● todo · done",
				"[x] Find three titles",
				"[~] Draw the cover",
				`▌ activeForm: "Drawing"`,
				"[ ] Publish",
			},
		},
		{
			"subagent",
			"v7",
			"run-tools",
			[]string{"/", "text:here", "enter", "esc"},
			[]string{
				"▾ ✗ research · returned an error",
				`"task": "Which pages exist?"`,
				"I will look.",
				"▾ ● fetch · done",
				`"url": "https://x.example/here"`,
			},
		},
		{"claude", "claude", "", nil, []string{
			"✗ 2 problems ─", "4 messages",
			"3m · 5 calls · ✗ 2 problems",
			"• file image/png 70 B",
			"▸ reasoning · Look at the log first.",
			"• hidden reasoning",
			"▸ ✗ Bash · returned an error · $ make",
			"make: *** [all] Error 2",
			"▸ ● search · docs · done · make error 2 → The manual says",
			"▸ ● Edit · done · Makefile → +1 −1",
			"max_uses_exceeded",
			"▸ ◌ AskUser · waiting for an answer · Shall I mend it?",
		}},
		{
			"steering",
			"v7",
			"run-steer",
			nil,
			[]string{
				"It begins.",
				"❯ user, during the run",
				"Make it shorter.",
				"• file style.txt text/plain https://cdn.example/style.txt",
				"It ends.",
			},
		},
		{"approvals", "v7", "run-approve", nil, []string{
			"▸ ● pay · done · approved · sum: 10, for: item a1 → paid: true",
			"▸ ✗ pay · denied · sum: 10, for: item a2",
			"too much",
			"▸ ! pay · approved, no result · sum: 10, for: item a3",
			"pay was approved, but no result is stored.",
			"▸ ◌ pay · waiting for approval · decided by a rule · sum: 10, for: item a5",
			"pay is waiting for approval.",
			"a5 costs money",
		}},
		{"failures", "v7", "run-cut", nil, []string{
			"✗ 5 problems ─", "2 messages",
			"▸ reasoning · Half a thou",
			"! Interrupted while it was being written.",
			"▸ ! translate · interrupted · languages: […]",
			"The run stopped while the input of translate was being written.",
			"▸ ! render · no result stored · shot: 2",
			"No result is stored for render.",
			"▸ ! render · preliminary · shot: 3 → percent: 20",
			"This is not the final result.",
		}},
		{"live", "v7", "run-cut", []string{"w"}, []string{
			"Go on. following ─", "2 messages",
			"60s · 3 calls │",
			"◌ Still being written.",
			"▸ ◌ translate · writing · languages: […]",
			"▸ ◌ render · running · shot: 2",
			"▌ ◌ Still being written.",
		}},
	} {
		panetest.Screen(t, scene.name, func(t testing.TB, o panetest.Options) *Model {
			var runs []string
			if scene.run != "" {
				runs = append(runs, scene.run)
			}
			o.Handler = recorded(t, scene.version, runs...)
			m := begin(t, panetest.New(t, o), 80, 22, "s")
			panetest.Press(t, m, scene.then...)
			return m
		}, scene.shows...)
	}
}
