package awkward

import (
	"fmt"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// sessionPrefix begins the IDs of the sandbox's sessions, which have 24 hex digits.
const sessionPrefix = "6710a1e5c0de0000000000"

// session is an awkward session.
type session struct{ end, name string } // of the ID; what it shows

// sessions returns all sessions: every part and tool state of four versions of the AI SDK,
// parts that nobody knows or that have the wrong shape, no messages, contradictions (times
// that go back, IDs used twice, steps out of order), huge pieces, hostile text everywhere.
func sessions() []session {
	return []session{
		{"02", "v4"},
		{"03", "v5"},
		{"04", "v6"},
		{"05", "v7"},
		{"06", "unknown"},
		{"07", "empty"},
		{"09", "contradictions"},
		{"0c", "huge"}, {"0d", "hostile"},
	}
}

// session returns the records of a session.
func (s *Server) session(id string) (response, bool) {
	for _, x := range sessions() {
		if sessionPrefix+x.end != id {
			continue
		}
		if x.name == "huge" {
			return response{Message: "ok", Data: hugePieces(id)}, true
		}

		return response{Message: "ok", Data: load[jsontext.Value]("sessions/" + x.name)}, true
	}
	return response{}, false
}

// objectID is an ID of 24 hex digits: a time, the place and a count.
func objectID(t time.Time, n int) string {
	return fmt.Sprintf("%08x0000a81e44%06x", uint32(t.Unix()), n)
}

// stamp formats a time as the service does: ISO 8601 in UTC with milliseconds.
func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// part is a part of a message.
type part map[string]any

func text(s string) part {
	return part{"type": "text", "text": s, "state": "done"}
}

func tool(name string, call int, output string) part {
	return part{
		"type":       "tool-" + name,
		"toolCallId": fmt.Sprintf("call_%d", call),
		"state":      "output-available",
		"input":      nil,
		"output":     jsontext.Value(output),
	}
}

// hugePieces returns a session that has one message for each kind of large content.
func hugePieces(session string) (records []any) {
	at := time.Date(2026, 5, 18, 9, 30, 0, 0, time.UTC)
	add := func(role string, parts ...part) {
		at = at.Add(time.Minute)
		id := objectID(at, len(records)+1)
		records = append(records, map[string]any{
			"id":        id,
			"sessionId": session,
			"runId":     "run_huge",
			"message":   map[string]any{"id": "msg_" + id, "role": role, "parts": parts},
			"createdAt": stamp(at),
		})
	}
	add("user", text("Show me everything that is too large."))
	add(
		"assistant",
		text("One line of 1 MB:"),
		text(strings.Repeat("long line 长行 ", 1<<20/len("long line 长行 "))),
	)
	var lines strings.Builder
	for n := range 20_000 {
		fmt.Fprintf(&lines, "line %d\n", n+1)
	}
	add(
		"assistant",
		part{"type": "reasoning", "text": lines.String(), "state": "done"},
		text("20,000 lines:\n\n```text\n"+lines.String()+"```"),
	)
	var many []part
	for n := range 2_000 {
		many = append(many, tool("count", n, fmt.Sprint(n+1)))
	}
	add("assistant", many...)
	const levels = 100
	add(
		"assistant",
		tool(
			"nest",
			0,
			strings.Repeat(`{"deeper":[`, levels/2)+`"here"`+strings.Repeat(`]}`, levels/2),
		),
	)
	poster := strings.Repeat("iVBORw0KGgoA", 2<<20/len("iVBORw0KGgoA"))
	add("assistant", part{
		"type":      "file",
		"mediaType": "image/png",
		"filename":  "poster-8k.png",
		"url":       "data:image/png;base64," + poster,
	})
	var table strings.Builder
	for _, cell := range []string{"| column %d ", "|---", "| %d "} {
		for n := range 300 {
			table.WriteString(strings.Replace(cell, "%d", fmt.Sprint(n), 1))
		}
		table.WriteString("|\n")
	}
	add(
		"assistant",
		text("A table of 300 columns:\n\n"+table.String()),
		text(strings.Repeat("> ", 60)+"quoted 60 times"),
		text("  - deeper\n"+strings.Repeat("x", 5000)),
	)
	return records
}
