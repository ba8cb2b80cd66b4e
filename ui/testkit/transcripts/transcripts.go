// Package transcripts makes long sessions, as the service returns them.
package transcripts

import (
	"fmt"
	"strconv"
	"strings"
)

// messages returns the response with the records of a session.
func messages(records ...string) string {
	return `{"code":0,"message":"ok","data":[` + strings.Join(records, ",") + `]}`
}

// record returns a record with the parts of a message.
func record(id, role string, parts ...string) string {
	return fmt.Sprintf(
		`{"id":%q,"sessionId":"s","createdAt":"2026-05-20T09:00:00Z","message":{"id":"m-%s","role":%q,"parts":[%s]}}`,
		id,
		id,
		role,
		strings.Join(parts, ","),
	)
}

// text returns a text part.
func text(s string) string { return fmt.Sprintf(`{"type":"text","text":%q}`, s) }

// Session returns a session of n messages, some 600 bytes each.
func Session(n int) string {
	all := make([]string, n)
	for i := range all {
		all[i] = message(i)
	}
	return messages(all...)
}

// message returns a question of the user, which is every fourth message, or a step of the assistant.
func message(i int) string {
	id := strconv.Itoa(i)
	if i%4 == 0 {
		return record(
			id,
			"user",
			text("第 "+id+" 步：请为这个视频写三个标题, and tell me which one fits the channel best."),
		)
	}
	return record(
		id,
		"assistant",
		`{"type":"step-start"}`,
		`{"type":"reasoning","text":"The titles of message `+id+` must be short.\n`+
			`Let me look at what did well before.","state":"done"}`,
		`{"type":"tool-search","toolCallId":"call_`+id+`","state":"output-available",`+
			`"input":{"query":"titles for cats `+id+`","limit":5},`+
			`"output":{"results":[{"id":"w`+id+`","title":"Ten cats","views":12345,`+
			`"url":"https://cdn.example/v/`+id+`.mp4"},{"title":"猫的一天","tags":["cat","日常"]}]}}`,
		text("I found **three** titles:\n\n1. Ten cats\n2. 猫的一天\n3. The cat that came back ("+id+")\n"),
	)
}

// Outputs returns sessions whose only call has an output of so many bytes, by their form: a text, JSON, and what
// a command printed.
func Outputs(size int) map[string]string {
	lines := repeat(size, `line %06d of a long log, as builds print them\n`)
	results := repeat(size, `{"id":"w%06d","title":"Ten cats","views":12345},`)
	return map[string]string{
		"text":   call(`"` + lines + `"`),
		"JSON":   call(`{"results":[` + results + `1]}`),
		"stdout": call(`{"stdout":"` + lines + `","stderr":"","exitCode":0}`),
	}
}

// repeat returns at least size bytes of a format with numbers from 0, so that no two pages of it look the same.
func repeat(size int, format string) string {
	var all strings.Builder
	for n := 0; all.Len() < size; n++ {
		fmt.Fprintf(&all, format, n)
	}
	return all.String()
}

// call returns a session with one call.
func call(output string) string {
	return messages(record(
		"1",
		"assistant",
		`{"type":"tool-x","toolCallId":"c","state":"output-available","input":{"command":"cat"},"output":`+output+`}`,
	))
}
