package archive

import (
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api/history"
)

func TestLastFailure(t *testing.T) {
	at := time.Date(2026, 5, 20, 10, 0, 0, 0, time.UTC)
	h := history.Open(history.Config{Path: filepath.Join(t.TempDir(), "h.db"), Site: "s", Key: "test-key", KeepBytes: 1e9, Now: func() time.Time { return at }})
	defer h.Close(t.Context())
	store := func(id string, parts ...string) {
		tr := run(parts...)
		tr.SessionID = id
		h.Sessions().Record(Loaded(Summary(id, at, tr, tr.Turns()), tr))
	}
	call := func(id, input, state string) string {
		return `{"type":"tool-publish","toolCallId":"` + id + `","state":"` + state + `","input":` + input + `,"output":1,"errorText":"login lost"}`
	}
	store("one", call("c1", `{"accountId":"douyin:771"}`, "output-error"), call("c2", `{"accountId":"douyin:99"}`, "output-error"), call("c3", `{"accountId":"douyin:771"}`, "output-available"))
	store("two", call("c4", `{"profile":"https://x.example/user/771?a=1"}`, "output-error"))
	h.Wait(t.Context())
	for _, c := range []struct{ id, uid, call string }{{"douyin:771", "", "c1"}, {"", "771", "c4"}, {"douyin:7710", "77", ""}, {"", "", ""}} {
		f, err := LastFailure(t.Context(), h, c.id, c.uid)
		if err != nil || f.CallID != c.call || c.call != "" && (f.Why != "login lost" || f.Tool != "publish") {
			t.Errorf("%q, %q: %+v, %v; want the call %q", c.id, c.uid, f, err, c.call)
		}
	}
}
