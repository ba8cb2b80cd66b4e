package transcript

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
)

// outlineOf is the outline of records in words: the place, the run, the headline, the
// duration, and the numbers of calls and problems.
func outlineOf(records []api.MessageRecord) string {
	var lines []string
	for _, turn := range New(records, false).Turns() {
		lines = append(
			lines,
			fmt.Sprintf(
				"%d.%d %s %q %v %d %d",
				turn.Message,
				turn.Part,
				turn.Run,
				turn.Headline,
				turn.Duration,
				turn.Calls,
				turn.Problems,
			),
		)
	}
	return strings.Join(lines, "\n")
}

// userTurns returns the places of what users wrote.
func userTurns(t *Transcript) []Ref {
	var places []Ref
	for _, turn := range t.Turns() {
		if turn.User {
			places = append(places, turn.Ref)
		}
	}
	return places
}

func TestTurns(t *testing.T) {
	at := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	record := func(run, role string, seconds int, parts ...string) api.MessageRecord {
		r := api.MessageRecord{
			ID:        fmt.Sprint(seconds),
			CreatedAt: at.Add(time.Duration(seconds) * time.Second).Format(time.RFC3339),
		}
		if run != "" {
			r.RunID = api.Some(run)
		}
		r.Message.Role = role
		for _, p := range parts {
			r.Message.Parts = append(r.Message.Parts, []byte(p))
		}
		return r
	}
	calls := 0
	call := func(rest string) string {
		calls++
		return fmt.Sprintf(`{"type":"tool-a","toolCallId":"%d","input":{},%s}`, calls, rest)
	}
	done := func() string { return call(`"state":"output-available","output":1`) }
	failed := func() string { return call(`"state":"output-error","errorText":"no"`) }
	got := outlineOf([]api.MessageRecord{
		record("", "system", 0, `{"type":"text","text":"rules"}`),
		record("", "user", 1, `{"type":"text","text":"# Make [a clip](https://x.example)"}`),
		record("r1", "assistant", 3, done(), failed()),
		record(
			"r1",
			"assistant",
			61,
			done(),
			`{"type":"steering-message","id":"s","parts":[{"type":"text","text":"shorter"}]}`,
			done(),
		),
		record("r2", "assistant", 70, failed()),
		record("", "user", 80, `{"type":"text","text":"thanks"}`),
	})
	want := `0.-1  "rules" 0s 0 0
1.-1 r1 "Make [a clip](https://x.example)" 1m0s 3 1
3.1  "shorter" 0s 1 0
4.-1 r2 "a {}" 0s 1 1
5.-1  "thanks" 0s 0 0`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if turns := New(nil, false).Turns(); len(turns) != 0 {
		t.Errorf("%v", turns)
	}
}

func TestStepAndRunTime(t *testing.T) {
	record := func(run, role, second string) api.MessageRecord {
		r := api.MessageRecord{RunID: api.Some(run)}
		if second != "" {
			r.CreatedAt = "2026-05-20T09:00:" + second + "Z"
		}
		r.Message.Role = role
		return r
	}
	tr := New([]api.MessageRecord{
		record("a", "user", "00"),
		record("a", "assistant", "04"),
		record("a", "assistant", "03"),
		record("a", "assistant", ""),
		record("a", "assistant", "09"),
		record("b", "assistant", "12"), record("b", "user", "30"), record("c", "assistant", "31"),
	}, false)
	var got []time.Duration
	for i := range tr.Messages {
		got = append(got, tr.Messages[i].Took/time.Second)
	}
	if want := "[0s 4ns 0s 0s 0s 0s 0s 1ns]"; fmt.Sprint(got) != want {
		t.Errorf("got %v, want %s", got, want)
	}
	if took := tr.Messages[0].RunTime; took != 9*time.Second {
		t.Errorf("the run took %v", took)
	}
	if took := New(
		[]api.MessageRecord{record("a", "user", ""), record("a", "assistant", "09")},
		false,
	).Messages[0].RunTime; took != 0 {
		t.Errorf("a run without a start took %v", took)
	}
}
