package awkward

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// sessionPrefix begins the IDs of the sandbox's sessions, which have 24 hex digits.
const sessionPrefix = "6710a1e5c0de0000000000"

// story is a session: its messages and the time between them.
type story struct {
	Ago     string `json:"ago"` // before the start of the service
	Records []line `json:"records"`
}

// line is a message record of a story. Empty fields follow from its place.
type line struct {
	Run       string         `json:"run,omitzero"`
	Step      *int           `json:"step,omitzero"`
	After     float64        `json:"after"` // seconds since the record before
	ID        string         `json:"id,omitzero"`
	CreatedAt string         `json:"createdAt,omitzero"`
	Message   jsontext.Value `json:"message"`
}

// session is an awkward session.
type session struct {
	end, name string // of the ID; what it shows
	story     func() story
}

// sessions returns all sessions: every part and tool state of four versions of the AI SDK,
// parts that nobody knows or that have the wrong shape, no messages, contradictions (times
// that go back, IDs used twice, steps out of order), huge pieces, hostile text everywhere.
func sessions() []session {
	file := func(name string) func() story { return func() story { return load[story]("sessions/" + name) } }
	return []session{
		{"02", "v4", file("v4")},
		{"03", "v5", file("v5")},
		{"04", "v6", file("v6")},
		{"05", "v7", file("v7")},
		{"06", "unknown", file("unknown")},
		{"07", "empty", func() story { return story{Ago: "0s"} }},
		{"09", "contradictions", file("contradictions")},
		{"0c", "huge", hugePieces},
		{"0d", "hostile", file("hostile")},
	}
}

// record is a message record (interface 2.1).
type record struct {
	ID         string         `json:"id"`
	SessionID  string         `json:"sessionId"`
	RunID      string         `json:"runId,omitzero"`
	StepNumber *int           `json:"stepNumber,omitzero"`
	Message    jsontext.Value `json:"message"`
	CreatedAt  string         `json:"createdAt"`
}

// session returns the records of a session.
func (s *Server) session(id string) (response, bool) {
	for _, x := range sessions() {
		if sessionPrefix+x.end == id {
			return response{Message: "ok", Data: x.story().records(id, s.start)}, true
		}
	}
	return response{}, false
}

// records fills in the empty fields: the IDs of a record and its message, and the time.
func (s story) records(session string, start time.Time) []record {
	ago, err := time.ParseDuration(s.Ago)
	if err != nil {
		panic("awkward: " + err.Error()) // a test reads all files
	}
	at, list := start.Add(-ago), []record{}
	for n, l := range s.Records {
		at = at.Add(time.Duration(l.After * float64(time.Second)))
		r := record{ID: l.ID, SessionID: session, RunID: l.Run, StepNumber: l.Step, Message: l.Message, CreatedAt: l.CreatedAt}
		if r.ID == "" {
			r.ID = objectID(at, n+1)
		}
		if r.CreatedAt == "" {
			r.CreatedAt = stamp(at)
		}
		if err := r.Message.Compact(); err != nil {
			panic("awkward: " + err.Error())
		}
		if !bytes.HasPrefix(r.Message, []byte(`{"id":`)) {
			r.Message = append(jsontext.Value(`{"id":"msg_`+r.ID+`",`), r.Message[1:]...)
		}
		list = append(list, r)
	}
	return list
}

// objectID is an ID of 24 hex digits: a time, the place and a count.
func objectID(t time.Time, n int) string {
	return fmt.Sprintf("%08x0000a81e44%06x", uint32(t.Unix()), n)
}

// stamp formats a time as the service does: ISO 8601 in UTC with milliseconds.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// part is a part of a message.
type part struct {
	Type       string         `json:"type"`
	Text       string         `json:"text,omitzero"`
	ToolCallID string         `json:"toolCallId,omitzero"`
	State      string         `json:"state,omitzero"`
	Input      jsontext.Value `json:"input,omitzero"`
	Output     jsontext.Value `json:"output,omitzero"`
	MediaType  string         `json:"mediaType,omitzero"`
	Filename   string         `json:"filename,omitzero"`
	URL        string         `json:"url,omitzero"`
}

func text(s string) part { return part{Type: "text", Text: s, State: "done"} }

func tool(name string, call int, output string) part {
	return part{Type: "tool-" + name, ToolCallID: fmt.Sprintf("call_%d", call), State: "output-available", Input: jsontext.Value("null"), Output: jsontext.Value(output)}
}

// hugePieces has one message for each kind of large content.
func hugePieces() story {
	s := story{Ago: "48h"}
	add := func(role string, parts ...part) {
		v, err := json.Marshal(map[string]any{"parts": parts, "role": role}, json.Deterministic(true))
		if err != nil {
			panic("awkward: " + err.Error()) // the parts below cannot fail
		}
		s.Records = append(s.Records, line{Run: "run_huge", After: 60, Message: v})
	}
	add("user", text("Show me everything that is too large."))
	add("assistant", text("One line of 1 MB:"), text(strings.Repeat("long line 长行 ", 1<<20/len("long line 长行 "))))
	var lines strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&lines, "line %d\n", n+1)
	}
	add("assistant", part{Type: "reasoning", Text: lines.String(), State: "done"}, text("20,000 lines:\n\n```text\n"+lines.String()+"```"))
	var many []part
	for n := range 2_000 {
		many = append(many, tool("count", n, fmt.Sprint(n+1)))
	}
	add("assistant", many...)
	const levels = 100
	add("assistant", tool("nest", 0, strings.Repeat(`{"deeper":[`, levels/2)+`"here"`+strings.Repeat(`]}`, levels/2)))
	add("assistant", part{Type: "file", MediaType: "image/png", Filename: "poster-8k.png", URL: "data:image/png;base64," + strings.Repeat("iVBORw0KGgoA", 2<<20/len("iVBORw0KGgoA"))})
	var table strings.Builder
	for _, cell := range []string{"| column %d ", "|---", "| %d "} {
		for n := range 300 {
			table.WriteString(strings.Replace(cell, "%d", fmt.Sprint(n), 1))
		}
		table.WriteString("|\n")
	}
	add("assistant", text("A table of 300 columns:\n\n"+table.String()), text(strings.Repeat("> ", 60)+"quoted 60 times"), text("  - deeper\n"+strings.Repeat("x", 5000)))
	return s
}
