// Package archive prepares transcripts for the history, searches the stored ones, and
// words what goes wrong in them again and again. It does not depend on a terminal.
package archive

import (
	"cmp"
	"slices"
	"strings"
	"time"
	"unicode"

	"channeldeck/api/history"
	"channeldeck/api/transcript"
)

// Loaded returns a transcript for the history, with its summary.
func Loaded(s history.Session, t *transcript.Transcript) history.LoadedSession {
	return history.LoadedSession{
		ID:      s.ID,
		At:      s.At,
		Running: s.Running,
		Records: t.Records,
		Describe: func() history.SessionContent {
			return history.SessionContent{
				Session: s,
				Words:   words(t),
				Tools:   tools(t),
			}
		},
	}
}

func running(t *transcript.Transcript) bool {
	return slices.ContainsFunc(t.Messages, func(m transcript.Message) bool {
		return m.Running
	})
}

// Summary returns what the list of sessions shows of a transcript with its turns, which was
// loaded at a time.
func Summary(
	id string,
	at time.Time,
	t *transcript.Transcript,
	turns []transcript.Turn,
) history.Session {
	s := history.Session{
		ID:       id,
		At:       at,
		Messages: len(t.Messages),
		Running:  running(t),
	}
	for _, turn := range turns {
		s.Calls += turn.Calls
		s.Problems += turn.Problems
		if turn.User {
			s.Turns++
			s.Title = cmp.Or(s.Title, line(turn.Headline))
		}
	}
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.NewRun {
			s.Runs++
		}
		if m.Time.IsZero() {
			continue
		}
		if s.First.IsZero() {
			s.First = m.Time
		}
		if m.Time.After(s.Last) {
			s.Last = m.Time
		}
	}
	return s
}

// tools returns the calls of each tool, in the order of the first call.
func tools(t *transcript.Transcript) []history.ToolCalls {
	var all []history.ToolCalls
	sent := map[history.ErrorID]map[string]int{}
	results := resultTimes(t)
	for i := range t.Messages {
		m := &t.Messages[i]
		for j := range m.Parts {
			p := &m.Parts[j]
			if p.Tool == nil || p.InCall || p.Joined {
				continue
			}
			name := ToolName(p.Tool)
			n := slices.IndexFunc(all, func(c history.ToolCalls) bool {
				return c.Tool == name
			})
			if n < 0 {
				n = len(all)
				all = append(all, history.ToolCalls{Tool: name})
			}
			c := &all[n]
			c.Calls++
			took := m.Took
			at, ok := results[p.Tool.CallID]
			if ok && !m.Time.IsZero() {
				took = at.Sub(m.Time)
			}
			if took > 0 {
				c.Times = append(c.Times, took)
			}
			if Failed(p.Tool) {
				c.Failed++
				addError(c, p.Tool, sent)
			}
		}
	}
	return all
}

// resultTimes returns when the results arrived that messages of their own hold, by the ID
// of the call. Other results have the time of the message of their call.
func resultTimes(t *transcript.Transcript) map[string]time.Time {
	times := map[string]time.Time{}
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Replaced || m.Time.IsZero() {
			continue
		}
		for _, p := range m.Parts {
			if p.Joined && p.Tool != nil && p.Tool.Separate() {
				times[p.Tool.CallID] = m.Time
			}
		}
	}
	return times
}

// Failed reports whether a call has a problem that is the tool's: a denied call has not.
func Failed(tool *transcript.Tool) bool {
	return tool.Outcome.Problem() && tool.Outcome != transcript.OutcomeDenied
}

// addError counts the error of a call. sent is how often each text of an error was sent, of which the most
// frequent one is the example.
func addError(
	c *history.ToolCalls,
	tool *transcript.Tool,
	sent map[history.ErrorID]map[string]int,
) {
	normal, example := errorOf(tool)
	i := slices.IndexFunc(c.Errors, func(e history.ToolError) bool {
		return e.Text == normal
	})
	if i < 0 {
		i = len(c.Errors)
		c.Errors = append(c.Errors, history.ToolError{Text: normal, Example: example})
	}
	e := &c.Errors[i]
	e.Count++
	id := history.ErrorID{Tool: c.Tool, Text: normal}
	if sent[id] == nil {
		sent[id] = map[string]int{}
	}
	sent[id][example]++
	if sent[id][example] > sent[id][e.Example] {
		e.Example = example
	}
}

// maxToolName is the length in bytes of the longest name of a tool: PostgreSQL indexes
// rows of up to 2,700 bytes, with the name and an error.
const maxToolName = 200

// ToolName is the name of a called tool in the history, "?" for a call without one.
func ToolName(tool *transcript.Tool) string {
	name := cmp.Or(line(tool.Name), line(tool.Label()), "?")
	return strings.ToValidUTF8(name[:min(len(name), maxToolName)], "")
}

// errorOf is the error of a call, or its outcome if it has no text, without numbers and IDs
// and as it was sent.
func errorOf(tool *transcript.Tool) (normal, example string) {
	example = cmp.Or(line(transcript.Excerpt(tool.Why())), string(tool.Outcome))
	return Normalize(example), example
}

// ErrorID identifies the error of a call that has a problem in the history.
func ErrorID(tool *transcript.Tool) history.ErrorID {
	normal, _ := errorOf(tool)
	return history.ErrorID{Tool: ToolName(tool), Text: normal}
}

// line returns a text as one line that every database takes: without control characters.
func line(s string) string {
	s = strings.Join(strings.Fields(s), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
}

// Normalize replaces the numbers and IDs in an error by #, so that the same error reads
// the same each time: words with a digit, and what connects them.
func Normalize(s string) string {
	isWord := func(c byte) bool {
		return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' ||
			c == '-'
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		end := i
		for end < len(s) && isWord(s[end]) {
			end++
		}
		word := s[i:end]
		if end == i {
			b.WriteByte(s[i])
			end++
		} else if strings.ContainsAny(word, "0123456789") {
			b.WriteByte('#')
		} else {
			b.WriteString(word)
		}
		i = end
	}
	return connected.Replace(connected.Replace(b.String()))
}

// connected joins the parts of numbers, times and addresses.
var connected = strings.NewReplacer("#.#", "#", "#,#", "#", "#:#", "#", "#/#", "#")
