package archive

import (
	"channeldeck/api"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"channeldeck/api/history"
)

func TestLastFailure(t *testing.T) {
	at := time.Date(2026, 5, 20, 10, 0, 0, 0, time.UTC)
	h := history.Open(history.Config{
		Path:      filepath.Join(t.TempDir(), "h.db"),
		Site:      "s",
		Key:       "test-key",
		KeepBytes: 1e9,
		Now:       func() time.Time { return at },
	})
	defer h.Close(t.Context())
	storeAt := func(id, began string, parts ...string) {
		tr := runAt(began, parts...)
		for i := range tr.Records {
			tr.Records[i].SessionID = id
		}
		h.Sessions().Record(Loaded(Summary(id, at, tr, tr.Turns()), tr))
	}
	store := func(id string, parts ...string) { storeAt(id, "2026-05-20T09:00:00Z", parts...) }
	call := func(id, input, state string) string {
		return `{"type":"tool-publish","toolCallId":"` + id + `","state":"` + state + `","input":` + input +
			`,"output":1,"errorText":"login lost"}`
	}
	store(
		"one",
		call("c1", `{"accountId":"douyin:771"}`, "output-error"),
		call("c2", `{"accountId":"douyin:99"}`, "output-error"),
		call("c3", `{"accountId":"douyin:771"}`, "output-available"),
	)
	store("two", call("c4", `{"profile":"https://x.example/user/771?a=1"}`, "output-error"))
	store(
		"three",
		call("c5", `{"channel":"https://x.example/@harbor"}`, "output-error"),
		call("c6", `{"title":"harbor"}`, "output-error"),
	)
	// Ten newer sessions have another problem and name the account in calls that are done.
	for n := range 10 {
		storeAt(
			fmt.Sprint("newer", n),
			fmt.Sprintf("2026-05-2%dT10:00:00Z", n),
			call("d", `{"accountId":"bilibili:5"}`, "output-available"),
			call("e", `{"accountId":"bilibili:6"}`, "output-error"),
		)
	}
	storeAt("old", "2026-05-01T09:00:00Z", call("old", `{"accountId":"bilibili:5"}`, "output-error"))
	storeAt("timeless", "", call("t", `{"accountId":"bilibili:9"}`, "output-error"))
	h.Wait(t.Context())
	for _, c := range []struct{ id, uid, handle, call string }{
		{"douyin:771", "", "", "c1"},
		{"", "771", "", "c4"},
		{"", "", "harbor", "c5"},
		{"bilibili:5", "", "", "old"},
		{"bilibili:6", "", "", "e"},
		{"bilibili:9", "", "", "t"},
		{"douyin:7710", "77", "har", ""},
		{"", "", "", ""},
	} {
		f, err := LastFailure(t.Context(), h, &api.Account{ID: c.id, UID: c.uid, Account: api.SomeText(c.handle)})
		if f.CallID == "e" && f.SessionID != "newer9" {
			t.Errorf("%q: a failure of %s, want the newest", c.id, f.SessionID)
		}
		if err != nil || f.CallID != c.call || c.call != "" && (f.Why != "login lost" || f.Tool != "publish") {
			t.Errorf("%q, %q: %+v, %v; want the call %q", c.id, c.uid, f, err, c.call)
		}
	}
}
