package awkward_test

import (
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/awkward"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

const testKey = "test-key"

func now() time.Time { return time.Date(2026, 11, 20, 9, 30, 0, 0, time.UTC) }

func newService(t *testing.T, accounts int) *awkward.Server {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{APIKey: testKey, Accounts: accounts, Now: now})
	if err != nil {
		t.Fatal(err)
	}
	return awkward.New(s, now)
}

// get returns the code and the data of a response.
func get(t *testing.T, h http.Handler, target string, header ...string) (code int, data jsontext.Value) {
	t.Helper()
	r := httptest.NewRequest("GET", target, http.NoBody)
	r.Header.Set("X-Api-Key", testKey)
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	var body struct {
		Code int            `json:"code"`
		Data jsontext.Value `json:"data"`
	}
	if err := json.Unmarshal(w.Body.Bytes(), &body); err != nil {
		t.Fatal(target, err)
	}
	return body.Code, body.Data
}

// decode returns the data of a success.
func decode[T any](t *testing.T, h http.Handler, target string, header ...string) (v T) {
	t.Helper()
	code, data := get(t, h, target, header...)
	if code != 0 {
		t.Fatalf("%s: code %d", target, code)
	}
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatal(err)
	}
	return v
}

type record struct {
	ID        string `json:"id"`
	SessionID string `json:"sessionId"`
	CreatedAt string `json:"createdAt"`
	Message   struct {
		ID    string           `json:"id"`
		Parts []jsontext.Value `json:"parts"`
		More  jsontext.Value   `json:",embed"`
	} `json:"message"`
}

func example(t *testing.T, s *awkward.Server, call, name string) sandbox.Example {
	t.Helper()
	all := s.All()
	i := slices.IndexFunc(all, func(x sandbox.Example) bool {
		return x.Call == call && x.Name == name && (x.Platform == "" || x.Platform == "KWAI")
	})
	if i < 0 {
		t.Fatalf("no %s %s", call, name)
	}
	return all[i]
}

func messages(t *testing.T, s *awkward.Server, name string) []record {
	t.Helper()
	return decode[[]record](t, s, sessionPath(example(t, s, sandbox.CallSessions, name).ID))
}

func sessionPath(id string) string { return "/api/ai/agent/sessions/" + id + "/messages" }

// The IDs of every session but the contradictory one are unique, and its times go forward.
func TestSessions(t *testing.T) {
	s := newService(t, 300)
	ids := map[string]bool{}
	for _, x := range s.All() {
		if x.Call != sandbox.CallSessions {
			continue
		}
		if ids[x.ID] {
			t.Errorf("%s is the ID of two sessions", x.ID)
		}
		ids[x.ID] = true
		list := decode[[]record](t, s, sessionPath(x.ID))
		records := map[string]bool{}
		sorted := true
		for i, r := range list {
			if r.SessionID != x.ID {
				t.Errorf("%s: record %d is of session %q", x.Name, i, r.SessionID)
			}
			records[r.ID] = true
			sorted = sorted && (i == 0 || r.CreatedAt >= list[i-1].CreatedAt)
		}
		tidy := len(records) == len(list) && sorted
		if contradicts := x.Name == "contradictions"; tidy == contradicts {
			t.Errorf("%s: %d IDs for %d records, in order: %t", x.Name, len(records), len(list), sorted)
		}
	}
	if len(ids) != 13 {
		t.Errorf("%d sessions", len(ids))
	}
}

// kinds counts the types of parts and the states of tools of a session.
func kinds(t *testing.T, list []record) map[string]int {
	t.Helper()
	count := map[string]int{}
	for _, r := range list {
		for _, p := range r.Message.Parts {
			var part struct {
				Type           jsontext.Value `json:"type"`
				State          jsontext.Value `json:"state"`
				ToolInvocation jsontext.Value `json:"toolInvocation"`
			}
			if err := json.Unmarshal(p, &part); err != nil {
				t.Fatal(err)
			}
			kind := strings.Trim(string(part.Type), `"`)
			if name, rest, ok := strings.Cut(kind, "-"); ok && rest != "" &&
				(name == "tool" && kind != "tool-invocation" || name == "data") {
				kind = name + "-NAME"
			}
			if kind == "tool-invocation" {
				for _, state := range []string{"partial-call", "call", "result"} {
					if strings.Contains(string(part.ToolInvocation), `"state":"`+state+`"`) {
						count[state]++
					}
				}
			}
			count[kind]++
			if state := strings.Trim(string(part.State), `"`); kind == "tool-NAME" && state != "" {
				count[state]++
			}
		}
	}
	return count
}

func TestEveryPart(t *testing.T) {
	s := newService(t, 300)
	five := []string{
		"text",
		"reasoning",
		"tool-NAME",
		"dynamic-tool",
		"source-url",
		"source-document",
		"file",
		"step-start",
		"data-NAME",
		"input-streaming", "input-available", "output-available", "output-error",
	}
	six := slices.Concat(five, []string{"approval-requested", "approval-responded", "output-denied"})
	seven := slices.Concat(six, []string{"reasoning-file", "custom"})
	for shows, want := range map[string][]string{
		"v4": {
			"text", "reasoning", "tool-invocation", "partial-call", "call", "result", "source",
			"file", "step-start",
		},
		"v5": five, "v6": six, "v7": seven,
	} {
		list := messages(t, s, shows)
		got := kinds(t, list)
		for _, kind := range want {
			if got[kind] == 0 {
				t.Errorf("%s: no %s in %v", shows, kind, slices.Sorted(maps.Keys(got)))
			}
		}
		if shows == "v5" && (got["approval-requested"] > 0 || got["custom"] > 0) {
			t.Errorf("%s has parts of later versions: %v", shows, got)
		}
		if !slices.ContainsFunc(list, func(r record) bool { return len(r.Message.Parts) == 0 }) {
			t.Errorf("%s: no message without parts", shows)
		}
	}
	four := ""
	for _, r := range messages(t, s, "v4") {
		four += string(r.Message.More)
	}
	for _, name := range []string{"content", "createdAt", "reasoning", "toolInvocations", "experimental_attachments"} {
		if !strings.Contains(four, `"`+name+`":`) {
			t.Errorf("AI SDK 4: no %s", name)
		}
	}
	if got := kinds(t, messages(t, s, "unknown")); got["hologram"] != 1 || len(got) < 20 {
		t.Errorf("unknown parts: %v", got)
	}
}

func TestSessionSizes(t *testing.T) {
	s := newService(t, 300)
	if list := messages(t, s, "empty"); list == nil || len(list) != 0 {
		t.Errorf("got %v, want an empty list", list)
	}
	most := 0
	longest := 0
	deepest := 0
	for _, r := range messages(t, s, "huge") {
		most = max(most, len(r.Message.Parts))
		for _, p := range r.Message.Parts {
			longest = max(longest, len(p))
			deepest = max(deepest, strings.Count(string(p), `{"deeper":[`)*2)
		}
	}
	if most < 2000 || longest < 2<<20 || deepest < 100 {
		t.Errorf("%d parts, %d bytes, %d levels", most, longest, deepest)
	}
}

// The sandbox checks the request before an awkward session is served.
func TestKeyIsChecked(t *testing.T) {
	s := newService(t, 300)
	for _, target := range []string{
		sessionPath(example(t, s, sandbox.CallSessions, "v5").ID),
		workPath(example(t, s, sandbox.CallWorks, "pending")),
	} {
		if code, _ := get(t, s, target, "X-Api-Key", "other"); code != 401 {
			t.Errorf("%s: code %d with a wrong key", target, code)
		}
	}
	if code, _ := get(t, s, sessionPath("6710a1e5c0de0000000000ff")); code != 18104 {
		t.Errorf("code %d of an unknown session", code)
	}
}
