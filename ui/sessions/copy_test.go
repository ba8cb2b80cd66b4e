package sessions

import (
	"os"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

func TestCopyAndSaveFiles(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := begin(t, w, 120, 30, example("01"))
	panetest.Press(t, m, "do:sessions.media", "*", "y")
	all := strings.Split(w.Copied(), "\n")
	if len(all) < 10 || !strings.HasPrefix(all[0], "https://") {
		t.Errorf("all addresses: %q", all)
	}
	panetest.Press(t, m, "*", "y")
	if w.Copied() != all[0] {
		t.Errorf("one address: %q", w.Copied())
	}
	for m.stack.View(); ; {
		row, _ := files(t, m).Current()
		if row.Inline {
			break
		}
		panetest.Press(t, m, "down")
	}
	panetest.Press(t, m, "do:sessions.save_inline")
	content, ok := w.Saved("session-" + example("01") + "-4.png")
	if !ok || !strings.HasPrefix(content, "\x89PNG") {
		t.Errorf("the inline file was not saved: %q", content)
	}
	panetest.Press(t, m, "/", "text:no such file", "enter", "y", "do:copy_json")
	if m.stack.Depth() != 3 || w.Copied() != all[0] {
		t.Errorf("%q was copied from an empty list", w.Copied())
	}
	panetest.Press(t, m, "esc", "home", "do:sessions.copy_id", "do:copy_json")
	if !strings.HasPrefix(w.Copied(), "{") {
		t.Errorf("as JSON: %q", w.Copied())
	}
	panetest.Press(t, m, "end", " ", "home", " ", "do:copy_json")
	if !strings.HasPrefix(w.Copied(), "[") || strings.Count(w.Copied(), `"type"`) < 2 {
		t.Errorf("two parts as JSON: %q", w.Copied())
	}
	panetest.Press(t, m, "*", "*")
	for query, want := range map[string]int{"document": 1, "image/png": 1} {
		panetest.Press(t, m, "/", "text:"+query, "enter")
		if shown, _ := files(t, m).Counts(); shown < want {
			t.Errorf("%q finds %d", query, shown)
		}
		panetest.Press(t, m, "esc")
	}
	panetest.Press(t, m, "/", "text:edit_timeline", "enter", "*", "y", "*")
	if n := strings.Count(w.Copied(), "\n") + 1; n != 3 {
		t.Errorf("%d addresses of the filtered list: %q", n, w.Copied())
	}
	panetest.Press(t, m, "e", "text:csv", "enter")
	content, _ = w.Saved("sessions-media-" + panetest.Now.Format("20060102-150405") + ".csv")
	if strings.Count(content, "\n") != 4 || !strings.Contains(content, "launch-v2-zh.mp4,,,edit_timeline,") {
		t.Errorf("saved %q", content)
	}
	panetest.Press(t, m, "esc", "end", "enter")
	if m.stack.Top() != pane.Screen(m.top()) || m.top().page.doc.t.Part(m.top().page.here()) == nil ||
		m.top().page.doc.t.Part(m.top().page.here()).Tool == nil {
		t.Errorf("enter leads to %v", m.top().page.here())
	}
}

func TestExport(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	m := begin(t, w, 120, 30, example("01"))
	panetest.Press(t, m, "e", "enter")
	name := "session-" + example("01") + "-" + panetest.Now.Format("20060102-150405")
	if content, ok := w.Saved(name + ".md"); !ok || !strings.Contains(content, "# Session `"+example("01")+"`") ||
		!strings.Contains(content, "## user") {
		t.Errorf("the Markdown is %.200q", content)
	}
	panetest.Press(t, m, "e", "text:json", "enter")
	if content, ok := w.Saved(name + ".json"); !ok || !strings.HasPrefix(content, "[\n") {
		t.Errorf("the JSON is %.200q", content)
	}
}

func TestCopy(t *testing.T) {
	tool := `{"type":"tool-look","toolCallId":"c","state":"output-available","input":{"q":1},"output":"the result"}`
	w := panetest.New(t, panetest.Options{
		Handler: serve(func() string { return messages(record("1", "assistant", textPart("some text"), tool)) }),
	})
	m := begin(t, w, 80, 20, "s")
	for _, c := range []struct{ key, want string }{
		{"y", "some text"},
		{"do:copy_json", `{` + "\n" + `  "id": "1",`},
		{"do:sessions.copy_id", "s"},
		{"down", "s"},
		{"y", "some text"},
		{"down", "some text"},
		{"down", "some text"},
		{"y", "the result"},
		{"do:copy_json", `{` + "\n  " + `"type": "tool-look",`},
	} {
		panetest.Press(t, m, c.key)
		if !strings.HasPrefix(w.Copied(), c.want) {
			t.Errorf("%s copies %q, want %q", c.key, w.Copied(), c.want)
		}
	}
}

// TestJSONIsAsSent compares the export with the response, digits and escapes included.
func TestJSONIsAsSent(t *testing.T) {
	for _, name := range []string{"v4", "v5", "v6", "v7"} {
		source, err := os.ReadFile("../../api/transcript/testdata/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		var records, again []api.MessageRecord
		if err := json.Unmarshal(source, &records); err != nil {
			t.Fatal(err)
		}
		exported, err := pane.JSON(records)
		if err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(exported, &again); err != nil || compacted(t, again) != compacted(t, records) {
			t.Errorf("%s differs after the export, error %v:\n%s", name, err, exported)
		}
	}
	rec := api.MessageRecord{
		ID:      "r",
		Message: api.UIMessage{Parts: []jsontext.Value{[]byte(`{"n":12345678901234567890.10,"s":"\u4e2d\/"}`)}},
	}
	exported, err := pane.JSON([]api.MessageRecord{rec})
	for _, want := range []string{"12345678901234567890.10", `"\u4e2d\/"`} {
		if err != nil || !strings.Contains(string(exported), want) {
			t.Errorf("%s is not kept, error %v:\n%s", want, err, exported)
		}
	}
}
