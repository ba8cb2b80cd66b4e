package sandbox

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// pastSession is a finished session of a few days ago, in one run.
type pastSession struct {
	ID     string `json:"id"`  // its last digits
	Ago    string `json:"ago"` // before the start of the sandbox
	Said   string `json:"said"`
	Answer string `json:"answer"`
	Calls  []struct {
		Tool   string         `json:"tool"`
		Took   float64        `json:"took"` // seconds
		Input  jsontext.Value `json:"input"`
		Output jsontext.Value `json:"output"`
		Error  string         `json:"error"`
	} `json:"calls"`
}

// PastSessions returns the IDs of sessions of the last days, which Examples does not list.
func (s *Server) PastSessions() []string {
	var ids []string
	for _, past := range load[[]pastSession]("sessions/past") {
		ids = append(ids, sessionPrefix+past.ID)
	}
	return ids
}

// write writes the session: what the user said, a step for each call, and the answer.
func (p *pastSession) write(t *transcript) {
	ago, err := time.ParseDuration(p.Ago)
	if err != nil {
		panic("sandbox: " + err.Error()) // a test reads all of them
	}
	at := t.start.Add(-ago)
	run := "run_" + p.ID
	t.add(record{RunID: run, Message: message("user", text(t.localize(p.Said)))}, at)
	for i, c := range p.Calls {
		at = at.Add(time.Duration(c.Took * float64(time.Second)))
		call := part{
			Type:       "tool-" + c.Tool,
			ToolCallID: fmt.Sprintf("call_%s_%d", p.ID, i),
			State:      "output-available",
			Input:      c.Input,
			Output:     c.Output,
		}
		if c.Error != "" {
			call.State = "output-error"
			call.Output = nil
			call.ErrorText = t.localize(c.Error)
		}
		t.add(
			record{
				RunID:      run,
				StepNumber: new(i),
				Message:    message("assistant", part{Type: "step-start"}, call),
			},
			at,
		)
	}
	t.add(
		record{
			RunID:      run,
			StepNumber: new(len(p.Calls)),
			Message: message(
				"assistant",
				part{Type: "step-start"},
				text(t.localize(p.Answer)),
			),
		},
		at.Add(4*time.Second),
	)
}
