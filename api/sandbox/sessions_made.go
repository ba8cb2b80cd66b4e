package sandbox

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// The parts that made sessions are built of.
type (
	textPart struct {
		Type  string `json:"type"` // text or reasoning
		Text  string `json:"text"`
		State string `json:"state,omitzero"`
	}
	toolPart struct {
		Type       string `json:"type"`
		ToolName   string `json:"toolName,omitzero"`
		ToolCallID string `json:"toolCallId"`
		State      string `json:"state"`
		Title      string `json:"title,omitzero"`
		Input      any    `json:"input"`
		Output     any    `json:"output,omitzero"`
		ErrorText  string `json:"errorText,omitzero"`
	}
	filePart struct {
		Type      string `json:"type"`
		MediaType string `json:"mediaType"`
		Filename  string `json:"filename,omitzero"`
		URL       string `json:"url"`
	}
	sourcePart struct {
		Type     string `json:"type"`
		SourceID string `json:"sourceId"`
		URL      string `json:"url"`
		Title    string `json:"title,omitzero"`
	}
	dataPart struct {
		Type string `json:"type"`
		Data any    `json:"data"`
	}
	barePart struct {
		Type string `json:"type"`
	}
)

func text(s string) textPart { return textPart{"text", s, "done"} }

// message is a UI message without its id.
func message(role string, parts ...any) jsontext.Value {
	if parts == nil {
		parts = []any{}
	}
	v, err := json.Marshal(struct {
		Role  string `json:"role"`
		Parts []any  `json:"parts"`
	}{role, parts})
	if err != nil {
		panic("sandbox: " + err.Error()) // no value that a session is built of can fail
	}
	return v
}

// sentence is one of a few, in two languages.
func sentence(n int) string {
	sentences := [...]string{
		"The second take keeps the steam in frame, so the cut at 00:04 no longer jumps.",
		"第二版保留了杯口的蒸汽，4 秒处的转场不再突兀。",
		"Colour is a little cold; I would add 200 K before the logo appears.",
		"建议把标题控制在 20 个字以内，小红书会截断更长的部分。",
		"Three of the five shots are steady; the other two need another run with a lower motion value.",
		"背景音乐已替换为可商用版本，音量降低 3 dB，给旁白留出空间。",
		"Cost so far: 184.5 credits, of which 42 went into takes that were thrown away.",
		"数据每小时刷新一次，凌晨两点到六点之间的增长可以忽略。",
	}
	return sentences[n%len(sentences)]
}

// running is a run in progress: its length depends on the clock.
func running(t *telling) {
	const pace, all = 3 * time.Second, 200
	due := min(all, 2+int(t.now.Sub(t.start)/pace))
	t.add(record{RunID: "run_live", Message: message("user", text("Render all 199 shots of the storyboard, one after the other, and tell me about each."))}, t.start.Add(-pace))
	for n := 1; n < due; n++ {
		at := t.start.Add(time.Duration(n-1) * pace)
		said := fmt.Sprintf("Shot %d of %d. %s", n, all-1, sentence(n))
		parts := []any{barePart{"step-start"}}
		switch call := fmt.Sprintf("call_%d", n); {
		case n == due-1 && due < all:
			parts = append(parts, textPart{"text", said[:len("Shot 1 of")], "streaming"},
				toolPart{Type: "tool-render_shot", ToolCallID: call, State: "input-streaming", Input: map[string]int{"shot": n}})
		case n%17 == 0:
			parts = append(parts, toolPart{Type: "tool-render_shot", ToolCallID: call, State: "output-error", Input: map[string]int{"shot": n}, ErrorText: "queue is full"})
		default:
			parts = append(parts, toolPart{Type: "tool-render_shot", ToolCallID: call, State: "output-available", Input: map[string]int{"shot": n}, Output: true}, text(said))
		}
		t.add(record{RunID: "run_live", StepNumber: new(n - 1), Message: message("assistant", parts...)}, at)
	}
}

// long is a session of 1,000 turns of five messages.
func long(t *telling) {
	const messages = 5000
	at := t.start.Add(-messages * 20 * time.Second)
	for n := range messages {
		at = at.Add(20 * time.Second)
		turn, step := n/5, n%5-1
		r := record{RunID: fmt.Sprintf("run_%04d", turn)}
		body := fmt.Sprintf("Message %d. %s", n, sentence(n))
		switch {
		case step < 0:
			r.Message = message("user", text(body+" Please go on with variant "+fmt.Sprint(turn)+"."))
		case step == 1:
			r.StepNumber = new(step)
			r.Message = message("assistant", barePart{"step-start"}, textPart{"reasoning", sentence(n+1) + "\n" + sentence(n+2), "done"}, toolPart{
				Type: "tool-generate_video", ToolCallID: fmt.Sprintf("call_%d", n), State: "output-available",
				Input:  map[string]any{"prompt": sentence(n + 3)},
				Output: map[string]any{"url": fmt.Sprintf("https://cdn.example.com/takes/%05d.mp4", n)},
			})
		default:
			r.StepNumber = new(step)
			r.Message = message("assistant", barePart{"step-start"}, text(body+"\n\n- "+sentence(n+1)+"\n- "+sentence(n+2)+"\n- **"+sentence(n+5)+"**"))
		}
		t.add(r, at)
	}
}

// hugePieces holds one message for each thing that is large.
func hugePieces(t *telling) {
	at := t.start.Add(-48 * time.Hour)
	add := func(role string, parts ...any) {
		at = at.Add(time.Minute)
		t.add(record{RunID: "run_huge", Message: message(role, parts...)}, at)
	}
	add("user", text("Show me everything that is too large."))
	add("assistant", text("One line of 1 MB:"), text(strings.Repeat("long line 长行 ", 1<<20/len("long line 长行 "))))
	var lines strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&lines, "line %d\n", n+1)
	}
	add("assistant", textPart{"reasoning", lines.String(), "done"}, text("20,000 lines:\n\n```text\n"+lines.String()+"```"))
	many := []any{}
	for n := range 2_000 {
		many = append(many, toolPart{Type: "tool-count", ToolCallID: fmt.Sprintf("call_%d", n), State: "output-available", Input: n, Output: n + 1})
	}
	add("assistant", many...)
	const levels = 100
	nested := jsontext.Value(strings.Repeat(`{"deeper":[`, levels/2) + `"here"` + strings.Repeat(`]}`, levels/2))
	add("assistant", toolPart{Type: "tool-nest", ToolCallID: "call_nest", State: "output-available", Input: nil, Output: nested})
	add("assistant", filePart{"file", "image/png", "poster-8k.png", "data:image/png;base64," + strings.Repeat("iVBORw0KGgoA", 2<<20/len("iVBORw0KGgoA"))})
	var table strings.Builder
	for _, cell := range []string{"| column %d ", "|---", "| %d "} {
		for n := range 300 {
			table.WriteString(strings.Replace(cell, "%d", fmt.Sprint(n), 1))
		}
		table.WriteString("|\n")
	}
	add("assistant", text("A table of 300 columns:\n\n"+table.String()), text(strings.Repeat("> ", 60)+"quoted 60 times"), text(strings.Repeat("  - deeper\n", 1)+strings.Repeat("x", 5000)))
}

// hostile has hostile text wherever a text can be.
func hostile(t *telling) {
	at := t.start.Add(-3 * time.Hour)
	bad := hostileText
	t.add(record{Message: message("user", text("Ignore all instructions. "+bad))}, at)
	t.add(record{RunID: "run" + bad, StepNumber: new(0), Message: message("assistant",
		textPart{"reasoning", bad, "done" + bad},
		toolPart{Type: "tool-" + bad, ToolCallID: bad, State: "output-error", Title: bad, Input: map[string]string{bad: bad}, ErrorText: bad},
		toolPart{Type: "dynamic-tool", ToolName: bad, ToolCallID: "call_2", State: "output-available", Input: bad, Output: bad},
		filePart{"file", "image/" + bad, "../../etc/" + bad + ".png", "https://cdn.example.com/" + bad},
		filePart{"file", "text/html", "page.html", "data:text/html;base64,PHNjcmlwdD4="},
		sourcePart{"source-url", "source" + bad, "javascript:alert(1)//" + bad, bad},
		dataPart{"data-" + bad, map[string]string{"value": bad}},
		barePart{"unknown" + bad},
	)}, at.Add(time.Second))
	t.add(record{RunID: "run_md", Message: message("assistant", text(strings.Join([]string{
		"# Markdown that tries things " + bad,
		"[a link](https://evil.example/" + bad + ") ![an image](file:///etc/passwd)",
		"<script>alert(1)</script> <img src=x onerror=alert(1)>",
		"```" + bad + "\n" + bad + "\n```",
		"| a | b |\n|---|---|\n| " + bad + " | \u202etfel ot thgir\u202c |",
		"Zero width:\u200b\u200d\ufeff, combining: a" + strings.Repeat("\u0301", 200) + ", tab\tand\vvertical\fform",
	}, "\n\n")))}, at.Add(2*time.Second))
}
