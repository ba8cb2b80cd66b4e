package sessions

import (
	"strings"
	"testing"

	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// The masked copy and export have no key, cookie or address, all else as it is, and say how many were
// masked.
func TestMaskedCopyAndExport(t *testing.T) {
	key := "sk" + "-proj-abcDEF0123456789abcDEF01234567"
	tool := `{"type":"tool-fetch","toolCallId":"c","state":"output-available",` +
		`"input":{"headers":{"Cookie":"sid=1234"},"n":1.50},"output":"Set by \u4e2d ann@example.com"}`
	data := messages(record("1", "user", textPart("Use "+key+" and *this*")), record("2", "assistant", tool))
	w := panetest.New(t, panetest.Options{Handler: serve(func() string { return data })})
	m := begin(t, w, 120, 30, "s")
	up := panetest.Press(t, m, "d", "home", "do:sessions.copy_masked")
	if got := w.Copied(); got != "Use [masked] and *this*" {
		t.Errorf("copied %q", got)
	}
	if !panetest.Notified(up, "1 key, token, cookie or address masked.") {
		t.Errorf("%v", up)
	}
	panetest.Press(t, m, "y")
	if got := w.Copied(); !strings.Contains(got, key) {
		t.Errorf("the copy as it is: %q", got)
	}
	name := "session-s-masked-" + panetest.Now.Format("20060102-150405")
	up = panetest.Press(t, m, "e", "down", "down", "down", "enter")
	content, _ := w.Saved(name + ".json")
	for _, want := range []string{
		`"text": "Use [masked] and *this*"`,
		`"Cookie": "[masked]"`,
		`"n": 1.50`,
		`"output": "Set by \u4e2d [masked]"`,
	} {
		if !strings.Contains(content, want) {
			t.Errorf("no %s in %s", want, content)
		}
	}
	if !panetest.Notified(up, name+".json", "3 keys, tokens, cookies and addresses masked.") {
		t.Errorf("%v", up)
	}
	panetest.Press(t, m, "e", "down", "down", "enter")
	content, _ = w.Saved(name + ".md")
	if strings.Count(content, "[masked]") < 3 || strings.Contains(content, key) || strings.Contains(content, "sid=") ||
		strings.Contains(content, "@") ||
		!strings.Contains(content, "# Session `s`") {
		t.Errorf("the Markdown is %s", content)
	}
}

// Where nothing was copied or saved nothing is said to be masked.
func TestFailureMasksNothing(t *testing.T) {
	m := begin(t, panetest.New(t, panetest.Options{}), 120, 30, example("01"))
	for level, want := range map[pane.Level]bool{pane.Info: true, pane.Failure: false} {
		notice, _ := m.withMasked(pane.Notice{Level: level, Text: "Said."}, 2).(pane.Notice)
		if got := strings.Contains(notice.Text, "masked"); got != want || !strings.Contains(notice.Text, "Said.") {
			t.Errorf("level %v says %q", level, notice.Text)
		}
	}
}
