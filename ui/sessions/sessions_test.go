package sessions

import (
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/transcript"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/table"
)

// example is the id of a session of the sandbox, by its end.
func example(end string) string { return "6710a1e5c0de0000000000" + end }

// begin returns a pane of a size with a session open, unless id is "".
func begin(t testing.TB, w *panetest.World, width, height int, id string) *Model {
	t.Helper()
	m := New(w.Context)
	m.stack.SetSize(width, height)
	panetest.Pump(t, m, m.Init())
	if id != "" {
		panetest.Pump(t, m, m.Open(pane.Target{SessionID: id}))
	}
	return m
}

// showDoc opens a document.
func (m *Model) showDoc(d *document) { m.stack.Push(m.newReader(d)) }

// files is the table of the files and links.
func files(t *testing.T, m *Model) *table.Table[*resource.SessionMedia] {
	t.Helper()
	s, ok := m.stack.Top().(*mediaScreen)
	if !ok {
		t.Fatal("the files are not shown")
	}
	return s.Table
}

// serve is a service that returns what data returns.
func serve(data func() string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, data())
	})
}

func messages(records ...string) string {
	return `{"code":0,"message":"ok","data":[` + strings.Join(records, ",") + `]}`
}

func record(id, role string, parts ...string) string {
	return fmt.Sprintf(
		`{"id":%q,"sessionId":"s","createdAt":"2026-05-20T09:00:00Z","message":{"id":"m-%s","role":%q,"parts":[%s]}}`,
		id,
		id,
		role,
		strings.Join(parts, ","),
	)
}

func textPart(s string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, s) }

// whole is the whole session, drawn.
func whole(m *Model) string {
	var lines []string
	for _, c := range m.top().page.items {
		it := c.item()
		lines = append(lines, m.top().page.drawer.draw(it)...)
	}
	return strings.Join(lines, "\n")
}

// recorded is a service with the recorded messages of some runs, each with the
// message of its user; all if no run is named.
func recorded(t testing.TB, version string, runs ...string) http.Handler {
	t.Helper()
	stored, err := os.ReadFile("../../api/transcript/testdata/" + version + ".json")
	if err != nil {
		t.Fatal(err)
	}
	var all []api.MessageRecord
	if err := json.Unmarshal(stored, &all); err != nil {
		t.Fatal(err)
	}
	var kept []string
	for i := range all {
		user := i+1 < len(all) && slices.Contains(runs, all[i+1].RunID.Or("")) && all[i].Message.Role == "user"
		if len(runs) == 0 || user || slices.Contains(runs, all[i].RunID.Or("")) {
			encoded, err := json.Marshal(&all[i])
			if err != nil {
				t.Fatal(err)
			}
			kept = append(kept, string(encoded))
		}
	}
	return serve(func() string { return messages(kept...) })
}

// TestPartsOfEveryVersion draws the recorded messages of each version at three depths
// and three widths.
func TestPartsOfEveryVersion(t *testing.T) {
	open := map[string]*Model{"unknown": begin(t, panetest.New(t, panetest.Options{}), 80, 22, example("06"))}
	for _, version := range []string{"v4", "v5", "v6", "v7", "claude"} {
		open[version] = begin(t, panetest.New(t, panetest.Options{Handler: recorded(t, version)}), 80, 22, "s")
	}
	for version, m := range open {
		for _, depth := range []transcript.Depth{
			transcript.DepthConversation,
			transcript.DepthTools,
			transcript.DepthAll,
		} {
			m.top().page.setDepth(depth)
			for _, width := range []int{40, 80, 120} {
				m.stack.SetSize(width, 22)
				got := whole(m)
				panetest.Exact(t, got, width, 1<<20)
				if depth == transcript.DepthAll && width == 80 && (version == "unknown" || version == "v7") {
					panetest.Golden(t, fmt.Sprintf("%s_%s_%d", version, depth, width), got)
				}
			}
		}
	}
}

func TestRefusedIDStaysInTheField(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 80, 22, "")
	for _, c := range []struct{ id, says string }{
		{"6710a1e5c0de0000000000ff", "No session has this ID."},
		{"nonsense", "Not a valid session ID."},
		{"a/b", "slash"},
	} {
		panetest.Press(t, m, "A", "ctrl+u", "text:"+c.id, "enter")
		if f, ok := m.stack.Top().(*formScreen); !ok || f.field.Value() != c.id {
			t.Errorf("%s: the field is gone, or changed", c.id)
		}
		if view := strings.Join(strings.Fields(m.stack.View()), " "); !strings.Contains(view, c.says) {
			t.Errorf("%s: %q is missing in\n%s", c.id, c.says, m.stack.View())
		}
		panetest.Press(t, m, "esc", "A")
		if f, ok := m.stack.Top().(*formScreen); !ok || f.field.Value() != c.id {
			t.Errorf("%s: the next form has lost it", c.id)
		}
		panetest.Press(t, m, "esc")
	}
	panetest.Press(
		t,
		m,
		"A",
		"ctrl+u",
		"text:https://x.example/api/ai/agent/sessions/"+example("01")+"/messages",
		"enter",
	)
	if m.top() == nil || m.top().page.doc.id != example("01") || m.stack.Capturing() {
		t.Error("the address of a session's messages does not open it")
	}
}

func TestGoingToAHitUnfoldsItsPart(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 100, 30, example("01"))
	m.top().page.setDepth(transcript.DepthConversation)
	if strings.Contains(whole(m), "tookMs") {
		t.Fatal("the output is not folded")
	}
	panetest.Press(t, m, "/", "text:TOOKMS", "enter")
	line := m.top().page.drawer.draw(m.top().page.current())[m.top().page.Cursor.Line]
	if !strings.Contains(line, "tookMs") {
		t.Errorf("the cursor is on %q", line)
	}
	if !strings.Contains(m.stack.View(), "hit 1 of 1") {
		t.Errorf("the count is missing:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc")
	if m.top().search.query != "" || len(m.top().search.hits) != 0 {
		t.Error("esc does not end the search")
	}
}

// TestEveryHitIsOnItsLine goes through the hits of words that are in texts, calls,
// names and files.
func TestEveryHitIsOnItsLine(t *testing.T) {
	for _, end := range []string{"01", "03", "05", "06", "0c"} {
		m := begin(t, panetest.New(t, panetest.Options{}), 70, 30, example(end))
		for _, query := range []string{"shot", "tool", "https://", "video", ": 1"} {
			panetest.Press(t, m, "=", "g", "/", "text:"+query, "enter")
			checkHits(t, m)
			panetest.Press(t, m, "esc")
		}
	}
}

func TestTurnsAndProblems(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 100, 30, example("01"))
	var at []int
	for range 3 {
		panetest.Press(t, m, "]")
		at = append(at, m.top().page.here().Message)
		if m.top().page.doc.t.Messages[m.top().page.here().Message].Role != transcript.RoleUser {
			t.Errorf("message %d is not of a user", m.top().page.here().Message)
		}
	}
	panetest.Press(t, m, "[")
	if m.top().page.here().Message != at[1] {
		t.Errorf("back at message %d, want %d", m.top().page.here().Message, at[1])
	}
	panetest.Press(t, m, "g")
	for _, p := range m.top().page.doc.t.Problems() {
		if up := panetest.Press(t, m, "do:sessions.next_problem"); len(up) > 0 {
			t.Errorf("%v", up)
		}
		if m.top().page.here() != p {
			t.Errorf("at %v, want %v", m.top().page.here(), p)
		}
	}
	panetest.Press(t, m, "do:sessions.next_problem")
	if first := m.top().page.doc.t.Problems()[0]; m.top().page.here() != first {
		t.Errorf("after the last problem at %v, want the first", m.top().page.here())
	}
}

func TestPlaceSurvivesResizeDepthAndRefresh(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 40, example("0b"))
	panetest.Press(t, m, "do:sessions.jump", "text:2500", "enter")
	want := m.top().page.here()
	if want.Message == 0 {
		t.Fatal("the jump went nowhere")
	}
	for _, size := range [][2]int{{40, 12}, {200, 60}, {20, 5}, {120, 40}} {
		m.stack.SetSize(size[0], size[1])
		if m.top().page.here() != want {
			t.Errorf("at %v after a resize to %v, want %v", m.top().page.here(), size, want)
		}
	}
	for range 8 {
		panetest.Press(t, m, "d")
		if m.top().page.here().Message != want.Message {
			t.Errorf("at message %d in %v, want %d", m.top().page.here().Message, m.top().page.depth, want.Message)
		}
	}
	panetest.Press(t, m, "r")
	if m.top().page.here().Message != want.Message {
		t.Errorf("at message %d after a refresh, want %d", m.top().page.here().Message, want.Message)
	}
}

func TestFollow(t *testing.T) {
	records := []string{record("1", "user", textPart("go")), record("2", "assistant", textPart("one"))}
	broken := false
	w := panetest.New(t, panetest.Options{Handler: serve(func() string {
		if broken {
			return `{"code":10002,"message":"broken","data":{}}`
		}
		return messages(records...)
	})})
	m := begin(t, w, 60, 8, "s")
	tick := func() {
		t.Helper()
		timers := w.Timers()
		if len(timers) == 0 {
			t.Fatal("no load is planned")
		}
		panetest.Pump(t, m, m.stack.Update(timers[len(timers)-1].Msg))
	}
	panetest.Press(t, m, "w")
	if last := w.Timers()[len(w.Timers())-1].After; last <= followWait {
		t.Errorf("nothing was new, and the next load is in %s", last)
	}
	for i := range 4 {
		records = append(records, record(fmt.Sprint(3+i), "assistant", textPart(fmt.Sprintf("message %d", i))))
		tick()
		if !m.top().page.AtEnd() || !strings.Contains(m.stack.View(), fmt.Sprintf("message %d", i)) {
			t.Errorf("a reader at the end does not see message %d:\n%s", i, m.stack.View())
		}
		if last := w.Timers()[len(w.Timers())-1].After; last != followWait {
			t.Errorf("something was new, and the next load is in %s", last)
		}
	}
	panetest.Press(t, m, "g")
	records = append(
		records,
		record("8", "assistant", textPart("while away")),
		record("9", "assistant", textPart("and more")),
	)
	tick()
	if m.top().page.AtEnd() || m.top().page.here().Message != 0 ||
		!strings.Contains(m.stack.View(), "2 new messages below") {
		t.Errorf("a reader elsewhere:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "G")
	if strings.Contains(m.stack.View(), "new message") {
		t.Errorf("at the end there is still something new:\n%s", m.stack.View())
	}
	broken = true
	waits := []time.Duration{}
	for range 12 {
		tick()
		waits = append(waits, w.Timers()[len(w.Timers())-1].After)
	}
	if waits[1] <= waits[0] || waits[11] != followLongest {
		t.Errorf("the waits after failures are %v", waits)
	}
	if !strings.Contains(m.stack.View(), "and more") {
		t.Errorf("the session is gone after a failure:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "w")
	before := len(w.Requests())
	tick()
	if len(w.Requests()) != before {
		t.Error("it still follows after it was stopped")
	}
}

func TestFoldsSurviveARefresh(t *testing.T) {
	tool := `{"type":"tool-look","toolCallId":"c","state":"output-available","input":{"q":1},` +
		`"output":{"a":{"needle":true}}}`
	records := []string{record("1", "assistant", tool)}
	m := begin(
		t,
		panetest.New(t, panetest.Options{Handler: serve(func() string { return messages(records...) })}),
		80,
		20,
		"s",
	)
	panetest.Press(t, m, "down", "enter")
	if !strings.Contains(m.stack.View(), "needle") {
		t.Fatalf("not unfolded:\n%s", m.stack.View())
	}
	records = append(records, record("2", "assistant", tool))
	panetest.Press(t, m, "r")
	if strings.Count(m.stack.View(), "needle") != 1 {
		t.Errorf("after a refresh:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "enter")
	if strings.Contains(m.stack.View(), "needle") {
		t.Errorf("not folded:\n%s", m.stack.View())
	}
}

func TestCallAtTheEndWaitsForAnAnswer(t *testing.T) {
	tool := `{"type":"tool-render_shot","toolCallId":"c","state":"input-available","input":{"shot":1}}`
	m := begin(
		t,
		panetest.New(t, panetest.Options{
			Handler: serve(func() string { return messages(record("1", "assistant", tool)) }),
		}),
		100,
		20,
		"s",
	)
	if !strings.Contains(m.stack.View(), "waiting for an answer") {
		t.Errorf("the call is not explained:\n%s", m.stack.View())
	}
}

func TestMentionsOpenOtherPanes(t *testing.T) {
	tool := `{"type":"tool-look","toolCallId":"c","state":"output-available","input":{"accountId":"a:1"},"output":1}`
	m := begin(
		t,
		panetest.New(t, panetest.Options{
			Handler: serve(func() string { return messages(record("1", "assistant", tool)) }),
		}),
		80,
		20,
		"s",
	)
	up := panetest.Press(t, m, "do:sessions.names", "enter")
	if len(up) != 1 || up[0] != (pane.Open{Target: pane.Target{Pane: "accounts", AccountID: "a:1"}}) {
		t.Errorf("%+v", up)
	}
	tool = `{"type":"tool-look","toolCallId":"c","state":"output-available","input":{"sessionId":"s-2"},"output":1}`
	m = begin(
		t,
		panetest.New(t, panetest.Options{
			Handler: serve(func() string { return messages(record("1", "assistant", tool)) }),
		}),
		80,
		20,
		"s",
	)
	up = panetest.Press(t, m, "do:sessions.names", "enter") // by the root, which records the origin
	if len(up) != 1 || up[0] != (pane.Open{Target: pane.Target{Pane: Name, SessionID: "s-2"}}) {
		t.Errorf("%+v", up)
	}
}

// TestBackFromAnotherSession opens a session from a session: esc leads back to the
// same place.
func TestBackFromAnotherSession(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 100, 30, example("01"))
	panetest.Press(t, m, "]", "]", "d")
	want := m.stack.View()
	panetest.Pump(t, m, m.Open(pane.Target{SessionID: example("03")}))
	if m.stack.View() == want {
		t.Fatal("the other session was not opened")
	}
	panetest.Press(t, m, "esc")
	if got := m.stack.View(); got != want {
		t.Errorf("back is\n%s\nwant\n%s", got, want)
	}
	if things := m.Things(); len(things) != 2 || things[0].Target.SessionID != example("03") {
		t.Errorf("%+v", things)
	}
}

// TestFoldsBelongToTheirSession opens a session whose messages have the same ids.
func TestFoldsBelongToTheirSession(t *testing.T) {
	tool := `{"type":"tool-look","toolCallId":"c","state":"output-available","input":{"q":1},` +
		`"output":{"a":{"needle":true}}}`
	m := begin(
		t,
		panetest.New(t, panetest.Options{
			Handler: serve(func() string { return messages(record("1", "assistant", tool)) }),
		}),
		80,
		20,
		"a",
	)
	panetest.Press(t, m, "L")
	if !strings.Contains(m.stack.View(), "needle") {
		t.Fatalf("not unfolded:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "=", "down", "enter")
	panetest.Pump(t, m, m.Open(pane.Target{SessionID: "b"}))
	if strings.Contains(m.stack.View(), "needle") {
		t.Errorf("the other session has the folds of this one:\n%s", m.stack.View())
	}
	panetest.Press(t, m, "esc")
	if !strings.Contains(m.stack.View(), "needle") {
		t.Errorf("the session has lost its folds:\n%s", m.stack.View())
	}
}

func TestHostileTextIsCleaned(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 100, 30, example("0d"))
	for range 4 {
		panetest.Press(t, m, "d")
		for i, line := range strings.Split(whole(m), "\n") {
			if clean := text.Clean(line); clean != line {
				t.Errorf("line %d at %v controls the terminal: %q", i, m.top().page.depth, line)
			}
		}
	}
}

// TestProblemsInTheSummary jumps from step to step, also within one message.
func TestProblemsInTheSummary(t *testing.T) {
	failed := `{"type":"tool-x","state":"output-error","errorText":"e"}`
	step := `{"type":"step-start"}`
	stored := record("1", "assistant", step, failed, failed, step, textPart("between"), step, failed)
	m := begin(
		t,
		panetest.New(t, panetest.Options{
			Handler: serve(func() string { return messages(stored, record("2", "assistant", failed)) }),
		}),
		80,
		20,
		"s",
	)
	m.top().page.setDepth(transcript.DepthSummary)
	var steps []int
	for range 3 {
		steps = append(steps, m.top().page.Cursor.Item)
		panetest.Press(t, m, "do:sessions.next_problem")
	}
	if fmt.Sprint(steps) != "[0 2 3]" {
		t.Errorf("the steps are %v", steps)
	}
	panetest.Press(t, m, "do:sessions.prev_problem")
	if m.top().page.Cursor.Item != 3 {
		t.Errorf("before the first problem at %d, want the last", m.top().page.Cursor.Item)
	}
}

// TestDepthKeepsTheMessage goes through the depths from the first message, and from one
// that a turn begins with.
func TestDepthKeepsTheMessage(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 100, 30, example("01"))
	for _, keys := range [][]string{nil, {"u", "u"}} {
		panetest.Press(t, m, keys...)
		want := m.top().page.here().Message
		for range 8 {
			panetest.Press(t, m, "d")
			if r := m.top(); r.page.here().Message != want {
				t.Errorf(
					"at %v the cursor is in %v, want message %d:\n%s",
					r.page.depth,
					r.page.here(),
					want,
					m.stack.View(),
				)
			}
		}
	}
}

func TestExcerptsAreRendered(t *testing.T) {
	said := textPart("## Plan for [the shop](https://shop.example/long/address)\\n\\nUse `npm`.")
	thought := `{"type":"reasoning","text":"look at [the docs](https://docs.example)\nnow"}`
	m := begin(t, panetest.New(t, panetest.Options{Handler: serve(func() string {
		return messages(record("1", "user", strings.ReplaceAll(said, `\\n`, `\n`)), record("2", "assistant", thought))
	})}), 100, 20, "s")
	for _, depth := range []transcript.Depth{transcript.DepthSummary, transcript.DepthTools} {
		m.top().page.setDepth(depth)
		view := whole(m)
		for _, raw := range []string{"##", "](", "[the"} {
			if strings.Contains(view, raw) {
				t.Errorf("%q is raw at %v:\n%s", raw, depth, view)
			}
		}
		if !strings.Contains(view, "Plan for the shop") || !strings.Contains(view, "look at the docs") {
			t.Errorf("at %v:\n%s", depth, view)
		}
	}
}

// compacted is the JSON of records without blanks.
func compacted(t *testing.T, records []api.MessageRecord) string {
	t.Helper()
	out, err := api.Marshal(records, jsontext.PreserveRawStrings(true))
	if err != nil {
		t.Fatal(err)
	}
	v := jsontext.Value(out)
	if err := v.Compact(); err != nil {
		t.Fatal(err)
	}
	return string(v)
}

// newDocument returns a session with a transcript.
func newDocument(id string, at time.Time, t *transcript.Transcript) *document {
	return documentOf(fleet.NewSession(id, at, t))
}
