package sandbox_test

import (
	"maps"
	"slices"
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

// Every session keeps the contract, and but for the contradictory one its ids
// are unique and its times go forward.
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
			records, sorted := map[string]bool{}, true
			for i, r := range list {
				if r.SessionID != x.ID {
					t.Errorf("record %d is of session %q", i, r.SessionID)
				}
				records[r.ID] = true
				sorted = sorted && (i == 0 || r.CreatedAt >= list[i-1].CreatedAt)
			}
			tidy := len(records) == len(list) && sorted
			if contradicts := x.Name == "contradictions"; tidy == contradicts {
				t.Errorf("%d ids for %d records, in order: %t", len(records), len(list), sorted)
			}
		})
	}
	if len(ids) != 13 {
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
			if name, rest, ok := strings.Cut(kind, "-"); ok && rest != "" && (name == "tool" && kind != "tool-invocation" || name == "data") {
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
	s := newSandbox(t)
	five := []string{
		"text", "reasoning", "tool-NAME", "dynamic-tool", "source-url", "source-document", "file", "step-start", "data-NAME",
		"input-streaming", "input-available", "output-available", "output-error",
	}
	six := slices.Concat(five, []string{"approval-requested", "approval-responded", "output-denied"})
	seven := slices.Concat(six, []string{"reasoning-file", "custom"})
	for shows, want := range map[string][]string{
		"v4": {"text", "reasoning", "tool-invocation", "partial-call", "call", "result", "source", "file", "step-start"},
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
	s := newSandbox(t)
	if list := messages(t, s, "empty"); list == nil || len(list) != 0 {
		t.Errorf("got %v, want an empty list", list)
	}
	e := get(t, s, sessionPath(session(t, s, "long")))
	if n := len(decode[[]record](t, e)); n != 5000 || len(e.Data) < 2_500_000 || len(e.Data) > 4_000_000 {
		t.Errorf("%d messages in %d bytes, want 5,000 in some 3 MB", n, len(e.Data))
	}
	most, longest, deepest := 0, 0, 0
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
	story := messages(t, s, "video")
	if got := kinds(t, story); got["output-error"] < 3 || got["output-denied"] == 0 || got["file"] < 4 || got["source-url"] < 3 {
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
	for _, id := range []string{"1", strings.ToUpper(good), good + "0", good[1:], good[1:] + "g", good[1:] + "%0A", "%E4%BD%A0%E5%A5%BD"} {
		if e := get(t, s, sessionPath(id)); e.Code != 10002 {
			t.Errorf("%s: code %d, want 10002", id, e.Code)
		}
	}
}
