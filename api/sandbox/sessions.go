package sandbox

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// record is a message record (interface 2.1).
type record struct {
	ID         string         `json:"id"`
	SessionID  string         `json:"sessionId"`
	RunID      string         `json:"runId,omitzero"`
	StepNumber *int           `json:"stepNumber,omitzero"`
	Message    jsontext.Value `json:"message"`
	CreatedAt  string         `json:"createdAt"`
}

// story is a session.
type story struct {
	id    string
	name  string
	shows string
	write func(t *transcript)
}

// sessionPrefix begins the IDs of sessions, which have 24 hex digits.
const sessionPrefix = "6710a1e5c0de0000000000"

// stories returns all sessions.
func stories() []story {
	return []story{
		{"01", "video", "A product video for Saltwater Coffee", file("story")},
		{"08", "failed", "Publishing for Harbor Bakes failed", file("failed")},
		{"0a", "running", "A storyboard in progress", running},
		{"0b", "long", "Autumn campaign, 5,000 messages", long},
	}
}

// sessionMessages is call 4.1. An id is 24 lower-case hex digits.
func (s *Server) sessionMessages(x *exchange) (payload, *failure) {
	id := x.r.PathValue("id")
	if len(id) != 24 || strings.Trim(id, "0123456789abcdef") != "" {
		return nil, &failure{code: codeInvalid}
	}
	for _, story := range stories() {
		if sessionPrefix+story.id == id {
			t := &transcript{exchange: x, records: []record{}}
			story.write(t)
			return value(t.records), nil
		}
	}
	for _, past := range load[[]pastSession]("sessions/past") {
		if sessionPrefix+past.ID == id {
			t := &transcript{exchange: x}
			past.write(t)
			return value(t.records), nil
		}
	}
	return nil, &failure{code: codeNoSession}
}

// transcript is a session that is being written.
type transcript struct {
	*exchange
	records []record
}

// add adds a record and fills in its time and its IDs, those of the record and of its
// message.
func (t *transcript) add(r record, at time.Time) {
	r.SessionID = t.r.PathValue("id")
	r.CreatedAt = stamp(at)
	r.ID = objectID(
		at,
		uint64(len(r.SessionID)),
		uint64(len(t.records)+1),
	)
	r.Message = append(jsontext.Value(`{"id":"msg_`+r.ID+`",`), r.Message[1:]...)
	t.records = append(t.records, r)
}

// file writes the session of data/sessions/NAME.json.
func file(name string) func(*transcript) {
	return func(t *transcript) {
		var stored struct {
			Ago     string `json:"ago"` // before the start of the sandbox
			Records []struct {
				Run     string         `json:"run"`
				Step    *int           `json:"step"`
				After   float64        `json:"after"` // seconds since the record before
				Message jsontext.Value `json:"message"`
			} `json:"records"`
		}
		decode("sessions/"+name, t.translated(document("sessions/"+name)), &stored)
		ago, err := time.ParseDuration(stored.Ago)
		if err != nil {
			panic("sandbox: " + err.Error()) // a test reads all files
		}
		at := t.start.Add(-ago)
		for _, r := range stored.Records {
			at = at.Add(time.Duration(r.After * float64(time.Second)))
			t.add(record{
				RunID:      r.Run,
				StepNumber: r.Step,
				Message:    r.Message,
			}, at)
		}
	}
}

// part is a part of a message in a generated session.
type part struct {
	Type       string `json:"type"`
	Text       string `json:"text,omitzero"`
	ToolCallID string `json:"toolCallId,omitzero"`
	State      string `json:"state,omitzero"`
	Input      any    `json:"input,omitzero"`
	Output     any    `json:"output,omitzero"`
	ErrorText  string `json:"errorText,omitzero"`
}

func text(s string) part {
	return part{Type: "text", Text: s, State: "done"}
}

func reasoning(s string) part {
	return part{Type: "reasoning", Text: s, State: "done"}
}

// tool is a call with its output.
func tool(name string, call int, input, output any) part {
	return part{
		Type:       "tool-" + name,
		ToolCallID: fmt.Sprintf("call_%d", call),
		State:      "output-available",
		Input:      input,
		Output:     output,
	}
}

// message is a UI message without its id.
func message(role string, parts ...part) jsontext.Value {
	v, err := json.Marshal(struct {
		Role  string `json:"role"`
		Parts []part `json:"parts"`
	}{role, parts})
	if err != nil {
		panic("sandbox: " + err.Error()) // the parts above cannot fail
	}
	return v
}

// sentence returns a sentence in the language of the request.
func (t *transcript) sentence(n int) string {
	all := t.texts().Sentences
	return t.localize(all[n%len(all)])
}

// running is a run in progress, whose length depends on the clock.
func running(t *transcript) {
	const pace, all = 3 * time.Second, 200
	due := min(all, 2+int(t.now.Sub(t.start)/pace))
	t.add(
		record{
			RunID: "run_live",
			Message: message(
				"user",
				text(t.localize(
					"Render all 199 shots of the storyboard, one after the other, and report on each.",
				)),
			),
		},
		t.start.Add(-pace),
	)
	for n := 1; n < due; n++ {
		said := text(fmt.Sprintf(
			t.localize("Shot %d of %d. %s"),
			n,
			all-1,
			t.sentence(n),
		))
		render := tool("render_shot", n, map[string]int{"shot": n}, true)
		parts := []part{{Type: "step-start"}, render, said}
		if n == due-1 && due < all {
			said.Text = t.localize("The next shot is")
			said.State = "streaming"
			render.State = "input-streaming"
			render.Output = nil
			parts = []part{{Type: "step-start"}, said, render}
		} else if n%17 == 0 {
			render.State = "output-error"
			render.Output = nil
			render.ErrorText = t.localize("the render queue is full")
			parts = []part{{Type: "step-start"}, render}
		}
		t.add(
			record{
				RunID:      "run_live",
				StepNumber: new(n - 1),
				Message:    message("assistant", parts...),
			},
			t.start.Add(time.Duration(n-1)*pace),
		)
	}
}

// long is a session of 1,000 turns of five messages.
func long(t *transcript) {
	const messages = 5000
	at := t.start.Add(-messages * 20 * time.Second)
	for n := range messages {
		at = at.Add(20 * time.Second)
		turn := n / 5
		step := n%5 - 1
		r := record{RunID: fmt.Sprintf("run_%04d", turn), StepNumber: new(step)}
		body := fmt.Sprintf(t.localize("Message %d. %s"), n, t.sentence(n))
		if step < 0 {
			r.StepNumber = nil
			r.Message = message(
				"user",
				text(fmt.Sprintf(t.localize("%s Please go on with variant %d."), body, turn)),
			)
		} else if step == 1 {
			r.Message = message("assistant", part{Type: "step-start"}, reasoning(t.sentence(n+1)+"\n"+t.sentence(n+2)),
				tool(
					"generate_video",
					n,
					map[string]any{"prompt": t.sentence(n + 3)},
					map[string]any{
						"url": fmt.Sprintf("https://cdn.example.com/takes/%05d.mp4", n),
					},
				))
		} else {
			r.Message = message(
				"assistant",
				part{Type: "step-start"},
				text(body+"\n\n- "+t.sentence(n+1)+"\n- "+t.sentence(n+2)+"\n- **"+
					t.sentence(n+5)+"**"),
			)
		}
		t.add(r, at)
	}
}
