package transcript

import (
	"testing"
	"time"

	"channeldeck/api"
)

func TestUnfinishedWorkOfARunningSession(t *testing.T) {
	records := []api.MessageRecord{
		record("1", "assistant", `{"type":"text","text":"cut","state":"streaming"}`),
		record("2", "user", `{"type":"text","text":"go on"}`),
		record("3", "assistant",
			`{"type":"reasoning","text":"hm","state":"streaming"}`,
			`{"type":"tool-a","toolCallId":"a","state":"input-streaming","input":{}}`,
			`{"type":"tool-b","toolCallId":"b","state":"input-available","input":{}}`,
			`{"type":"tool-c","toolCallId":"c","state":"output-available","preliminary":true,"output":1}`,
			`{"type":"tool-d","toolCallId":"d","state":"approval-responded","approval":{"id":"x","approved":true}}`,
			`{"type":"tool-e","toolCallId":"e","state":"output-error","errorText":"failed all the same"}`),
		record("4", "assistant", `{"type":"step-start"}`),
	}
	records[0].RunID = api.Some("run1")
	records[2].RunID, records[3].RunID = api.Some("run2"), api.Some("run2")
	for running, want := range map[bool]struct {
		problems int
		outcomes []Outcome
	}{
		false: {
			8,
			[]Outcome{
				OutcomeInputInterrupted,
				OutcomeNoResult,
				OutcomePreliminary,
				OutcomeApprovedNoResult,
				OutcomeFailed,
			},
		},
		true: {2, []Outcome{OutcomeWriting, OutcomeRunning, OutcomeRunning, OutcomeRunning, OutcomeFailed}},
	} {
		tr := New(records, running)
		if n := len(tr.Problems()); n != want.problems {
			t.Errorf("running %t: %d problems, want %d: %+v", running, n, want.problems, tr.Problems())
		}
		for i, o := range want.outcomes {
			if got := tr.Messages[2].Parts[i+1].Tool.Outcome; got != o {
				t.Errorf("running %t: call %d has outcome %s, want %s", running, i, got, o)
			}
		}
		if p := tr.Messages[2].Parts[0]; !p.Unfinished || tr.Messages[2].Running != running {
			t.Errorf("running %t: %+v", running, p)
		}
		if !tr.Messages[0].Parts[0].Unfinished || tr.Messages[0].Running {
			t.Errorf("running %t: the earlier run goes on", running)
		}
	}
}

func TestIsRecent(t *testing.T) {
	now := time.Date(2026, 5, 20, 9, 0, 30, 0, time.UTC)
	for createdAt, want := range map[string]bool{
		"2026-05-20T09:00:00Z": true,
		"2026-05-20T08:59:30Z": false,
		"2026-05-20T09:00:40Z": true,
		"2026-05-20T09:05:00Z": false,
		"":                     false,
	} {
		if got := IsRecent(
			[]api.MessageRecord{{CreatedAt: "2026-05-19T00:00:00Z"}, {CreatedAt: createdAt}},
			now,
		); got != want {
			t.Errorf("%q: %t, want %t", createdAt, got, want)
		}
	}
}

func TestCallsAtTheEndWaitForAnAnswer(t *testing.T) {
	call := `{"type":"tool-ask","toolCallId":"a","state":"input-available","input":{}}`
	for _, c := range []struct {
		records []api.MessageRecord
		want    []Outcome // of the calls of the first message
	}{
		{
			[]api.MessageRecord{record("1", "assistant", call, call)},
			[]Outcome{OutcomeAwaitingAnswer, OutcomeAwaitingAnswer},
		},
		{[]api.MessageRecord{record("1", "assistant", call, `{"type":"text","text":"x"}`)}, []Outcome{OutcomeNoResult}},
		{
			[]api.MessageRecord{record("1", "assistant", call), record("2", "user", `{"type":"text","text":"x"}`)},
			[]Outcome{OutcomeNoResult},
		},
		{
			[]api.MessageRecord{record("1", "assistant", `{"type":"tool_use","id":"t","name":"Ask","input":{}}`)},
			[]Outcome{OutcomeAwaitingAnswer},
		},
	} {
		tr := New(c.records, false)
		problems := 0
		for i, want := range c.want {
			if got := tr.Messages[0].Parts[i].Tool.Outcome; got != want {
				t.Errorf("%d records: call %d has outcome %s, want %s", len(c.records), i, got, want)
			}
			if want == OutcomeNoResult {
				problems++
			}
		}
		if n := len(tr.Problems()); n != problems {
			t.Errorf("%d records: %d problems, want %d", len(c.records), n, problems)
		}
	}
}
