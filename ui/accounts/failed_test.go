package accounts

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"channeldeck/api"
	"channeldeck/api/archive"
	"channeldeck/api/sandbox"
	"channeldeck/api/transcript"
	"channeldeck/ui/pane"
	"channeldeck/ui/testkit/panetest"
)

// TestLastFailedCall has a session with failed calls, which name accounts by ID, by uid and by a
// link. The inspector of each shows its call, and a key leads there.
func TestLastFailedCall(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Sandbox: sandbox.Options{Accounts: 30}})
	m := panetest.Begin(t, New, w, 160, 50)
	rows := loaded(m).Rows
	call := func(id, input string) string {
		return `{"type":"tool-publish","toolCallId":"` + id + `","state":"output-error","input":` + input +
			`,"errorText":"login lost of ` + id + `"}`
	}
	records, err := api.DecodeRows[api.MessageRecord]([]byte(`[{"id":"1","sessionId":"s-1",` +
		`"createdAt":"2026-05-20T09:00:00Z","message":{"id":"a","role":"assistant","parts":[` + strings.Join([]string{
		call("by-id", `{"accountId":"`+rows[0].ID+`"}`),
		call("by-uid", `{"uid":"`+rows[1].UID+`"}`),
		call("by-link", `{"url":"https://x.example/user/`+rows[2].UID+`?tab=1"}`),
	}, ",") + `]}}]`))
	if err != nil {
		t.Fatal(err)
	}
	tr := transcript.New(records, false)
	h.Sessions().Record(archive.Loaded(archive.Summary("s-1", panetest.Now, tr, tr.Turns()), tr))
	h.Wait(t.Context())
	for i, id := range []string{"by-id", "by-uid", "by-link"} {
		panetest.Pump(t, m, m.Open(pane.Target{AccountID: rows[i].ID}))
		if view := strings.Join(strings.Fields(m.stack.View()), " "); !strings.Contains(view, "login lost of "+id) {
			t.Errorf("%s: the inspector lacks the call:\n%s", id, m.stack.View())
		}
		sent := panetest.Press(t, m, "do:accounts.failed_call")
		if want := (pane.Open{
			Target: pane.Target{Pane: "sessions", SessionID: "s-1", CallID: id},
		}); !slices.Contains(sent, tea.Msg(want)) {
			t.Errorf("%s: the key sends %+v", id, sent)
		}
	}
	panetest.Pump(t, m, m.Open(pane.Target{AccountID: rows[3].ID}))
	if view := m.stack.View(); strings.Contains(view, "login lost") {
		t.Errorf("an account without a failed call:\n%s", view)
	}
}
