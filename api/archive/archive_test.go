package archive_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/history"
	"channeldeck/api/transcript"
	"channeldeck/ui/testkit/memory"
	"channeldeck/ui/testkit/transcripts"
)

var now = time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)

// open opens a history in a temporary directory.
func open(t testing.TB) *history.DB {
	t.Helper()
	h := history.Open(history.Config{
		Path:      filepath.Join(t.TempDir(), "h.db"),
		Site:      "s",
		Key:       "test-key",
		KeepBytes: 1e9,
		Now:       func() time.Time { return now },
	})
	t.Cleanup(func() { h.Close(t.Context()) })
	return h
}

// store stores a session of records, which are given as JSON.
func store(t testing.TB, h *history.DB, id, records string) {
	t.Helper()
	rows, err := api.DecodeRows[api.MessageRecord]([]byte(records))
	if err != nil {
		t.Fatal(err)
	}
	tr := transcript.New(rows, false)
	h.Sessions().Record(archive.Loaded(archive.Summary(id, now, tr, tr.Turns()), tr))
}

// records is a session with a message of a user and a failed call.
func records(said, errorText string) string {
	return fmt.Sprintf(`[{"id":"1","sessionId":"s","runId":"r","createdAt":"2026-05-20T09:00:00Z","message":{"id":"a",
		"role":"user","parts":[{"type":"text","text":%q}]}},
		{"id":"2","sessionId":"s","runId":"r","createdAt":"2026-05-20T09:00:09Z","message":{"id":"b",
		"role":"assistant","parts":[
		{"type":"tool-publish_work","toolCallId":"c","state":"output-error","input":{"file":"night-market.mp4"},
		"errorText":%q}]}}]`, said, errorText)
}

func TestSearch(t *testing.T) {
	h := open(t)
	store(
		t,
		h,
		"s1",
		records(
			"Publish the **Harbor Bakes** clip. Publish it at eight.",
			"CredentialExpired: 抖音登录已过期，请重新登录",
		),
	)
	store(t, h, "s2", records("Bakes of the harbor", "Timeout"))
	h.Wait(t.Context())
	for _, test := range []struct {
		query string
		found string // the session and where, "" for none
		hits  int
	}{
		{"harbor bakes", "s1 message", 1},
		{"HARBOR BAK", "s1 message", 1},
		{"publish", "s1 message", 3}, // also the name of the tool
		{"market", "s1 input", 1},
		{"credentialexp", "s1 error", 1},
		{"登录", "s1 error", 2},
		{"抖音登录已过期", "s1 error", 1},
		{"期", "s1 error", 1},
		{"录登", "", 0},
		{"arbor", "", 0},
		{"timeout", "s2 error", 1},
		{"!?", "", 0},
		{`" OR 'x`, "", 0},
	} {
		hits, err := archive.Search(t.Context(), h, test.query)
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		n := 0
		if len(hits) > 0 {
			got = hits[0].SessionID + " " + string(hits[0].Where)
			n = hits[0].Hits
		}
		if got != test.found || n != test.hits {
			t.Errorf("%q: %+v, want %s with %d hits", test.query, hits, test.found, test.hits)
		}
	}
}

// A call that is stored waiting and later done, and a failed message that is stored twice, are one call
// each in the list of sessions, among the tools and in the search; the number of messages stays.
func TestCallsStoredTwiceCountOnce(t *testing.T) {
	const publish = `{"type":"tool-publish_work","toolCallId":"c","input":{"file":"night-market.mp4"},`
	message := func(id, part string) string {
		return fmt.Sprintf(
			`{"id":%q,"sessionId":"s","createdAt":"2026-05-20T09:00:00Z","message":{"id":%q,"role":"assistant",`+
				`"parts":[%s]}}`,
			id, id, part,
		)
	}
	failed := message("4", `{"type":"tool-list","toolCallId":"d","state":"output-error","input":{},"errorText":"no"}`)
	h := open(t)
	store(t, h, "s1", "["+strings.Join([]string{
		message("1", publish+`"state":"approval-requested","approval":{"id":"a"}}`),
		message("2", publish+`"state":"approval-responded","approval":{"id":"a","approved":true}}`),
		message("3", publish+`"state":"output-available","output":1}`),
		failed,
		failed,
		message("5", `{"type":"text","text":"end"}`),
	}, ",")+"]")
	h.Wait(t.Context())
	sessions, err := h.Sessions().List(t.Context())
	if err != nil || len(sessions) != 1 || sessions[0].Calls != 2 || sessions[0].Problems != 1 ||
		sessions[0].Messages != 6 {
		t.Errorf("sessions %+v, error %v", sessions, err)
	}
	tools, err := h.Sessions().Tools(t.Context())
	if err != nil || len(tools) != 2 {
		t.Fatalf("tools %+v, error %v", tools, err)
	}
	for _, tool := range tools {
		want := map[string]int{"publish_work": 0, "list": 1}[tool.Name]
		if tool.Calls != 1 || tool.Failed != want {
			t.Errorf("%s: %d calls, %d failed", tool.Name, tool.Calls, tool.Failed)
		}
	}
	hits, err := archive.Search(t.Context(), h, "market")
	if err != nil || len(hits) != 1 || hits[0].Hits != 1 || hits[0].Message != 3 {
		t.Errorf("hits %+v, error %v", hits, err)
	}
}

func TestSearchFindsToolsByEachName(t *testing.T) {
	h := open(t)
	store(
		t,
		h,
		"s1",
		`[{"id":"1","sessionId":"s","message":{"id":"a","role":"assistant","parts":[{"type":"tool_use","id":"c",`+
			`"name":"mcp__post_office__send_mail","input":{}}]}}]`,
	)
	h.Wait(t.Context())
	for _, query := range []string{
		"mcp__post_office__send_mail",
		"send_mail",
		"post_office",
		"mcp__post",
		"send_mail · post_office",
	} {
		if hits, err := archive.Search(t.Context(), h, query); err != nil || len(hits) != 1 || hits[0].Hits != 1 ||
			hits[0].Where != "tool" ||
			hits[0].Tool != "send_mail · post_office" {
			t.Errorf("%q: %+v, error %v", query, hits, err)
		}
	}
}

// An excerpt ends with an ellipsis where the text goes on, and has no marks of Markdown in messages.
func TestExcerptOfALongMessage(t *testing.T) {
	h := open(t)
	store(t, h, "s1", records("The **drip bag** line, **bold** "+strings.Repeat("and more ", 40), "the **raw** drip"))
	h.Wait(t.Context())
	hits, err := archive.Search(t.Context(), h, "drip bag")
	if err != nil || len(hits) != 1 || !strings.HasPrefix(hits[0].Text, "The drip bag line, bold and more") ||
		!strings.HasSuffix(hits[0].Text, "…") {
		t.Errorf("a message: %+v, error %v", hits, err)
	}
	hits, err = archive.Search(t.Context(), h, "raw")
	if err != nil || len(hits) != 1 || hits[0].Text != "the **raw** drip" {
		t.Errorf("an error: %+v, error %v", hits, err)
	}
}

func TestExcerptKeepsTheOriginalText(t *testing.T) {
	h := open(t)
	store(t, h, "s1", records(strings.Repeat("ärger und Mühe ", 20)+"Zürich", ""))
	h.Wait(t.Context())
	hits, err := archive.Search(t.Context(), h, "zurich")
	if err != nil || len(hits) != 1 || !strings.HasPrefix(hits[0].Text, "…") ||
		!strings.HasSuffix(hits[0].Text, "Zürich") {
		t.Errorf("%+v, error %v", hits, err)
	}
}

// Most fields of a session become words without being laid out.
func TestWordsOfASessionTakeLittleMemory(t *testing.T) {
	const messages = 400
	_, answer, _ := strings.Cut(transcripts.Session(messages), `"data":`)
	rows, err := api.DecodeRows[api.MessageRecord]([]byte(strings.TrimSuffix(answer, "}")))
	if err != nil {
		t.Fatal(err)
	}
	tr := transcript.New(rows, false)
	loaded := archive.Loaded(archive.Summary("s", now, tr, tr.Turns()), tr)
	var content history.SessionContent
	each := memory.Allocated(func() { content = loaded.Describe() }) / messages
	if each > 1_500 {
		t.Errorf("%d bytes a message are allocated", each)
	}
	for _, word := range []string{"search", "limit", "views", "12345", "的一", "日常", "w399"} {
		if !slices.Contains(strings.Fields(content.Words), word) {
			t.Errorf("%s is no word", word)
		}
	}
}

func TestNormalize(t *testing.T) {
	for s, want := range map[string]string{
		"QueueFull: 37 jobs are waiting, try again in 120 s": "QueueFull: # jobs are waiting, try again in # s",
		"request 8f31c0-91d2 at 10:04:33.5":                  "request # at #",
		"第3次失败":                                              "第#次失败",
		"no number":                                          "no number",
	} {
		if got := archive.Normalize(s); got != want {
			t.Errorf("%q becomes %q, want %q", s, got, want)
		}
	}
}

// BenchmarkSearch searches 10,000 sessions of 100 messages, and measures the list of them,
// of their tools and of the errors that a session shares, and the size of the database.
func BenchmarkSearch(b *testing.B) {
	const messages = 100
	sessions := 10_000
	if testing.Short() {
		sessions = 200
	}
	vocabulary := strings.Fields(
		"publish clip harbor market night coffee soup credential login expired render queue camera title cover " +
			"morning light table shot variant account platform douyin bilibili follower comment price credit video " +
			"second frame",
	)
	r := rand.New(rand.NewPCG(1, 2))
	path := filepath.Join(b.TempDir(), "h.db")
	h := history.Open(history.Config{
		Path:      path,
		Site:      "s",
		Key:       "test-key",
		KeepBytes: 1e10,
		Now:       func() time.Time { return now },
	})
	for n := range sessions {
		var s strings.Builder
		for m := range messages {
			var said []string
			for range 40 {
				said = append(said, vocabulary[r.IntN(len(vocabulary))])
			}
			said = append(said, fmt.Sprintf("take%06d", r.IntN(1_000_000)), "把昨晚的视频发到抖音和小红书")
			if n == 77 && m == 50 {
				said = append(said, "needle 大海捞针")
			}
			if m > 0 {
				s.WriteByte(',')
			}
			call := ""
			if m%5 == 0 {
				state := `"output-available","output":1`
				if r.IntN(7) == 0 {
					state = fmt.Sprintf(
						`"output-error","errorText":"%s: %d jobs are waiting"`,
						vocabulary[r.IntN(9)],
						r.IntN(100),
					)
				}
				call = fmt.Sprintf(
					`,{"type":"tool-%s","toolCallId":"c%d","state":%s}`,
					vocabulary[r.IntN(12)],
					m,
					state,
				)
			}
			fmt.Fprintf(
				&s,
				`{"id":"%d-%d","sessionId":"s%d","createdAt":"2026-05-20T09:%02d:%02dZ","message":{"id":"m",`+
					`"role":"assistant","parts":[{"type":"text","text":%q}%s]}}`,
				n, m, n, m/2, r.IntN(60), strings.Join(said, " "), call,
			)
		}
		store(b, h, fmt.Sprint("s", n), "["+s.String()+"]")
		if n%32 == 0 {
			h.Wait(b.Context())
		}
	}
	h.Close(b.Context())
	info, err := os.Stat(path)
	if err != nil {
		b.Fatal(err)
	}
	h = history.Open(history.Config{
		Path:      path,
		Site:      "s",
		Key:       "test-key",
		KeepBytes: 1e10,
		Now:       func() time.Time { return now },
	})
	defer h.Close(b.Context())
	for name, query := range map[string]string{
		"rare":    "needle",
		"Chinese": "大海捞针",
		"none":    "nothing of it",
		"common":  "harbor",
	} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				if _, err := archive.Search(b.Context(), h, query); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("tools", func(b *testing.B) {
		for b.Loop() {
			if all, err := h.Sessions().Tools(b.Context()); err != nil || len(all) != 12 ||
				len(all[0].Errors) != history.MaxErrors {
				b.Fatal(len(all), err)
			}
		}
	})
	b.Run("errors of a session", func(b *testing.B) {
		for b.Loop() {
			if all, err := h.Sessions().Elsewhere(b.Context(), "s77"); err != nil || len(all) == 0 {
				b.Fatal(len(all), err)
			}
		}
	})
	b.Run("list", func(b *testing.B) {
		for b.Loop() {
			if all, err := h.Sessions().List(b.Context()); err != nil || len(all) != sessions {
				b.Fatal(len(all), err)
			}
		}
		b.ReportMetric(float64(info.Size())/1e6, "MB")
	})
}
