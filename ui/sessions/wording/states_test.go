package wording

import (
	"testing"

	"channeldeck/api/transcript"
)

// states lists the words for each stored state: those on the line of the call or
// part, and the sentence below it.
var states = []struct {
	version, id  string // of the recorded call, or the kind of the part
	state        string // as stored
	words, below string
	problem      bool
}{
	{"v4", "c1", "result", "done", "", false},
	{"v4", "c9", "result", "returned an error", "permission denied", true},
	{"v4", "c10", "call", "no result stored", "No result is stored for publish.", true},
	{"v4", "c14", "result", "returned an error", "not ok 2 - cover\n", true},
	{"v4", "c17", "result", "returned an error", "fetch: HTTP 404", true},
	{
		"v4",
		"k1",
		"partial-call",
		"interrupted",
		"The run stopped while the input of translate was being written.",
		true,
	},
	{"v4", "q1", "call", "waiting for an answer", "ask_user is waiting for an answer.", false},
	{"v4", "stopped", "", "Empty: the run stopped before any output.", "", true},

	{"v5", "c1", "output-available", "done", "", false},
	{"v5", "c2", "output-available", "done", "", false},
	{"v5", "c8", "output-available", "done · run by the provider", "", false},
	{"v5", "c9", "output-available", "returned an error", "permission denied", true},
	{"v5", "c10", "output-error", "failed", "PlatformError: it limits calls", true},
	{"v5", "c11", "output-error", "failed", "Invalid input for tool resize", true},
	{"v5", "c14", "output-available", "returned an error", "not ok 2 - cover\n", true},
	{"v5", "c17", "output-available", "returned an error", "fetch: HTTP 404", true},
	{
		"v5",
		"k1",
		"input-streaming",
		"interrupted",
		"The run stopped while the input of translate was being written.",
		true,
	},
	{"v5", "k2", "input-available", "no result stored", "No result is stored for render.", true},
	{"v5", "k3", "output-available", "preliminary", "This is not the final result.", true},
	{"v5", "q1", "input-available", "waiting for an answer", "ask_user is waiting for an answer.", false},
	{"v5", "reasoning", "streaming", "Interrupted while it was being written.", "", true},
	{"v5", "text", "streaming", "Interrupted while it was being written.", "", true},
	{"v5", "stopped", "", "Empty: the run stopped before any output.", "", true},

	{"v6", "c1", "output-available", "done", "", false},
	{"v6", "c9", "output-available", "returned an error", "permission denied", true},
	{"v6", "c10", "output-error", "failed", "PlatformError: it limits calls", true},
	{"v6", "a1", "output-available", "done · approved", "", false},
	{"v6", "a2", "output-denied", "denied", "too much", true},
	{"v6", "a3", "approval-responded", "approved, no result", "pay was approved, but no result is stored.", true},
	{"v6", "a4", "approval-responded", "denied", "not today", true},
	{"v6", "a5", "approval-requested", "waiting for approval", "pay is waiting for approval.", false},
	{
		"v6",
		"k1",
		"input-streaming",
		"interrupted",
		"The run stopped while the input of translate was being written.",
		true,
	},
	{"v6", "k2", "input-available", "no result stored", "No result is stored for render.", true},
	{"v6", "k3", "output-available", "preliminary", "This is not the final result.", true},
	{"v6", "q1", "input-available", "waiting for an answer", "ask_user is waiting for an answer.", false},
	{"v6", "reasoning", "streaming", "Interrupted while it was being written.", "", true},
	{"v6", "text", "streaming", "Interrupted while it was being written.", "", true},
	{"v6", "stopped", "", "Empty: the run stopped before any output.", "", true},

	{"v7", "c1", "output-available", "done", "", false},
	{"v7", "c9", "output-available", "returned an error", "permission denied", true},
	{"v7", "c10", "output-error", "failed", "PlatformError: it limits calls", true},
	{"v7", "a1", "output-available", "done · approved", "", false},
	{"v7", "a2", "output-denied", "denied", "too much", true},
	{"v7", "a3", "approval-responded", "approved, no result", "pay was approved, but no result is stored.", true},
	{"v7", "a4", "approval-responded", "denied", "not today", true},
	{
		"v7",
		"a5",
		"approval-requested",
		"waiting for approval · decided by a rule",
		"pay is waiting for approval.",
		false,
	},
	{
		"v7",
		"k1",
		"input-streaming",
		"interrupted",
		"The run stopped while the input of translate was being written.",
		true,
	},
	{"v7", "k2", "input-available", "no result stored", "No result is stored for render.", true},
	{"v7", "k3", "output-available", "preliminary", "This is not the final result.", true},
	{"v7", "q1", "input-available", "waiting for an answer", "ask_user is waiting for an answer.", false},
	{"v7", "reasoning", "streaming", "Interrupted while it was being written.", "", true},
	{"v7", "text", "streaming", "Interrupted while it was being written.", "", true},
	{"v7", "stopped", "", "Empty: the run stopped before any output.", "", true},

	{"claude", "toolu_1", "", "returned an error", "make: *** [all] Error 2", true},
	{"claude", "toolu_2", "", "done", "", false},
	{"claude", "srv_1", "", "returned an error", "max_uses_exceeded", true},
	{"claude", "toolu_4", "", "waiting for an answer", "AskUser is waiting for an answer.", false},
}

func TestStates(t *testing.T) {
	w := english(t)
	for _, s := range states {
		t.Run(s.version+"/"+s.id, func(t *testing.T) {
			tr := transcript.New(load(t, s.version+".json"), false)
			at := transcript.Ref{Message: -1, Part: -1}
			words := ""
			below := ""
			stored := ""
			for i := range tr.Messages {
				m := &tr.Messages[i]
				if _, stopped := m.Stopped(); stopped && s.id == "stopped" {
					words = Unfinished(w, tr, transcript.Ref{Message: i, Part: -1})
					at = transcript.Ref{Message: i, Part: -1}
				}
				for j := range m.Parts {
					p := &m.Parts[j]
					switch {
					case p.Tool != nil && p.Tool.CallID == s.id && !p.Joined:
						words = Outcome(w, p.Tool)
						at = transcript.Ref{Message: i, Part: j}
						stored = p.Tool.State
						if below = p.Tool.Why(); below == "" {
							below = Why(w, p.Tool)
						}
					case p.Unfinished && (s.id == "text" && p.Kind == transcript.KindText ||
						s.id == "reasoning" && p.Kind == transcript.KindReasoning):
						words = Unfinished(w, tr, transcript.Ref{Message: i, Part: j})
						at = transcript.Ref{Message: i, Part: j}
						stored = "streaming"
					}
				}
			}
			if stored != s.state || words != s.words || below != s.below {
				t.Errorf("%q is shown as %q, %q; want %q as %q, %q", stored, words, below, s.state, s.words, s.below)
			}
			problem := false
			for _, p := range tr.Problems() {
				problem = problem || p == at
			}
			if problem != s.problem {
				t.Errorf("it is a problem: %t, want %t", problem, s.problem)
			}
		})
	}
}

// TestUnfinishedStatesOfARunningSession has the same recorded calls while the run goes
// on.
func TestUnfinishedStatesOfARunningSession(t *testing.T) {
	w := english(t)
	for _, version := range []string{"v5", "v6", "v7"} {
		records := load(t, version+".json")
		for i := range records {
			if records[i].RunID.Or("") == "run-cut" {
				records = records[:i+1]
				break
			}
		}
		tr := transcript.New(records, true)
		m := tr.Messages[len(tr.Messages)-1]
		want := map[string]string{"k1": "writing", "k2": "running", "k3": "running"}
		for i := range m.Parts {
			switch p := &m.Parts[i]; {
			case p.Tool != nil && Outcome(w, p.Tool) != want[p.Tool.CallID]:
				t.Errorf("%s: %s is shown as %q", version, p.Tool.CallID, Outcome(w, p.Tool))
			case p.Tool == nil && p.Kind != transcript.KindStepStart &&
				Unfinished(w, tr, transcript.Ref{Message: len(tr.Messages) - 1, Part: i}) != "Still being written.":
				t.Errorf(
					"%s: %q is shown as %q",
					version,
					p.Text,
					Unfinished(w, tr, transcript.Ref{Message: len(tr.Messages) - 1, Part: i}),
				)
			}
		}
		for _, p := range tr.Problems() {
			if p.Message == len(tr.Messages)-1 {
				t.Errorf("%s: %+v is a problem", version, p)
			}
		}
	}
}
