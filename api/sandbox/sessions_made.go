package sandbox

import (
	"fmt"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

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

func text(s string) part { return part{Type: "text", Text: s, State: "done"} }

func reasoning(s string) part { return part{Type: "reasoning", Text: s, State: "done"} }

// tool is a call with its output.
func tool(name string, call int, input, output any) part {
	return part{Type: "tool-" + name, ToolCallID: fmt.Sprintf("call_%d", call), State: "output-available", Input: input, Output: output}
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
func (t *sessionWriter) sentence(n int) string {
	sentences := [...]string{
		"The second take keeps the steam in frame, so the cut at 00:04 no longer jumps.",
		"Colour is a little cold; I would add 200 K before the logo appears.",
		"Keep the title within 20 characters: Xiaohongshu cuts off the rest.",
		"Three of the five shots are steady; the other two need another run with a lower motion value.",
		"The music is now licensed for commercial use and 3 dB quieter, which leaves room for the voice.",
		"Cost so far: 184.5 credits, of which 42 went into takes that were thrown away.",
		"The numbers are refreshed every hour; growth between two and six at night can be ignored.",
	}
	return t.localize(sentences[n%len(sentences)])
}

// running is a run in progress, whose length depends on the clock.
func running(t *sessionWriter) {
	const pace, all = 3 * time.Second, 200
	due := min(all, 2+int(t.now.Sub(t.start)/pace))
	t.add(record{RunID: "run_live", Message: message("user", text(t.localize("Render all 199 shots of the storyboard, one after the other, and report on each.")))}, t.start.Add(-pace))
	for n := 1; n < due; n++ {
		said := text(fmt.Sprintf(t.localize("Shot %d of %d.")+" %s", n, all-1, t.sentence(n)))
		render := tool("render_shot", n, map[string]int{"shot": n}, true)
		parts := []part{{Type: "step-start"}, render, said}
		switch {
		case n == due-1 && due < all:
			said.Text, said.State = t.localize("The next shot is"), "streaming"
			render.State, render.Output = "input-streaming", nil
			parts = []part{{Type: "step-start"}, said, render}
		case n%17 == 0:
			render.State, render.Output, render.ErrorText = "output-error", nil, t.localize("the render queue is full")
			parts = []part{{Type: "step-start"}, render}
		}
		t.add(record{RunID: "run_live", StepNumber: new(n - 1), Message: message("assistant", parts...)}, t.start.Add(time.Duration(n-1)*pace))
	}
}

// long is a session of 1,000 turns of five messages.
func long(t *sessionWriter) {
	const messages = 5000
	at := t.start.Add(-messages * 20 * time.Second)
	for n := range messages {
		at = at.Add(20 * time.Second)
		turn, step := n/5, n%5-1
		r := record{RunID: fmt.Sprintf("run_%04d", turn), StepNumber: new(step)}
		body := fmt.Sprintf(t.localize("Message %d.")+" %s", n, t.sentence(n))
		switch {
		case step < 0:
			r.StepNumber = nil
			r.Message = message("user", text(body+" "+fmt.Sprintf(t.localize("Please go on with variant %d."), turn)))
		case step == 1:
			r.Message = message("assistant", part{Type: "step-start"}, reasoning(t.sentence(n+1)+"\n"+t.sentence(n+2)),
				tool("generate_video", n, map[string]any{"prompt": t.sentence(n + 3)}, map[string]any{"url": fmt.Sprintf("https://cdn.example.com/takes/%05d.mp4", n)}))
		default:
			r.Message = message("assistant", part{Type: "step-start"}, text(body+"\n\n- "+t.sentence(n+1)+"\n- "+t.sentence(n+2)+"\n- **"+t.sentence(n+5)+"**"))
		}
		t.add(r, at)
	}
}
