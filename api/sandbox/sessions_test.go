package sandbox_test

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

type record struct {
	ID        string `json:"id"`
	SessionID string `json:"sessionId"`
	RunID     string `json:"runId"`
	Step      *int   `json:"stepNumber"`
	CreatedAt string `json:"createdAt"`
	Message   struct {
		ID    string           `json:"id"`
		Role  string           `json:"role"`
		Parts []jsontext.Value `json:"parts"`
		More  jsontext.Value   `json:",embed"`
	} `json:"message"`
}

// session is the id of a session by its name.
func session(t testing.TB, s *sandbox.Server, name string) string {
	t.Helper()
	for _, x := range s.Examples(false) {
		if x.Call == sandbox.CallSessions && x.Name == name {
			return x.ID
		}
	}
	t.Fatalf("no session %s", name)
	return ""
}

func messages(t testing.TB, s *sandbox.Server, name string) []record {
	t.Helper()
	return decode[[]record](t, get(t, s, sessionPath(session(t, s, name))))
}

func sessionPath(id string) string { return "/api/ai/agent/sessions/" + id + "/messages" }

// Every session keeps the contract, its ids are unique and its times go forward.
func TestSessions(t *testing.T) {
	s := newSandbox(t)
	ids := map[string]bool{}
	for _, x := range s.Examples(false) {
		if x.Call != sandbox.CallSessions {
			continue
		}
		t.Run(x.Name, func(t *testing.T) {
			if ids[x.ID] {
				t.Errorf("%s is the id of two sessions", x.ID)
			}
			ids[x.ID] = true
			list := decode[[]record](t, get(t, s, sessionPath(x.ID)))
			records := map[string]bool{}
			sorted := true
			for i, r := range list {
				if r.SessionID != x.ID {
					t.Errorf("record %d is of session %q", i, r.SessionID)
				}
				records[r.ID] = true
				sorted = sorted && (i == 0 || r.CreatedAt >= list[i-1].CreatedAt)
			}
			if len(records) != len(list) || !sorted {
				t.Errorf("%d ids for %d records, in order: %t", len(records), len(list), sorted)
			}
		})
	}
	if len(ids) != 4 {
		t.Errorf("%d sessions", len(ids))
	}
}

// kinds counts the types of parts and the states of tools of a session.
func kinds(t testing.TB, list []record) map[string]int {
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

func TestSessionSizes(t *testing.T) {
	s := newSandbox(t)
	e := get(t, s, sessionPath(session(t, s, "long")))
	if n := len(decode[[]record](t, e)); n != 5000 || len(e.Data) < 2_500_000 || len(e.Data) > 4_000_000 {
		t.Errorf("%d messages in %d bytes, want 5,000 in some 3 MB", n, len(e.Data))
	}
	story := messages(t, s, "video")
	if got := kinds(t, story); got["output-error"] < 3 || got["output-denied"] == 0 || got["file"] < 4 ||
		got["source-url"] < 3 {
		t.Errorf("the story has %v", got)
	}
	if last := messages(t, s, "failed"); len(last[3].Message.Parts) != 0 {
		t.Errorf("the failed run ends with %v", last[3].Message.Parts)
	}
}

func TestRunningSession(t *testing.T) {
	c := new(clock)
	s := newSandbox(t, func(o *sandbox.Options) { o.Now = c.Now })
	first := messages(t, s, "running")
	c.forward(9 * time.Second)
	second := messages(t, s, "running")
	if len(second) != len(first)+3 || second[0].ID != first[0].ID {
		t.Errorf("%d records, 9 seconds later %d; want 3 more", len(first), len(second))
	}
	streaming := kinds(t, second)["input-streaming"]
	c.forward(time.Hour)
	if all := messages(t, s, "running"); len(all) != 200 || streaming != 1 || kinds(t, all)["input-streaming"] != 0 {
		t.Errorf("%d records in the end, %d streaming on the way", len(all), streaming)
	}
	// A record keeps its ids while the run goes on.
	for i, r := range messages(t, s, "running")[:len(second)] {
		if r.ID != second[i].ID || r.Message.ID != second[i].Message.ID || r.CreatedAt != second[i].CreatedAt {
			t.Errorf("record %d changed its place", i)
		}
	}
}

func TestMalformedSessionIDs(t *testing.T) {
	s := newSandbox(t)
	good := session(t, s, "video")
	for _, id := range []string{
		"1",
		strings.ToUpper(good),
		good + "0",
		good[1:],
		good[1:] + "g",
		good[1:] + "%0A",
		"%E4%BD%A0%E5%A5%BD",
	} {
		if e := get(t, s, sessionPath(id)); e.Code != 10002 {
			t.Errorf("%s: code %d, want 10002", id, e.Code)
		}
	}
}
