package transcript

import (
	"strings"
	"time"

	"channeldeck/api"
)

// Step is one line of the story: what one step of one message was meant to do,
// what it called, and what came of it.
type Step struct {
	Message     int
	First, Last int // its parts, Last excluded
	Role        Role
	RoleText    string
	Run         string
	Number      api.Number // stepNumber of the record
	Time        time.Time
	Meant       string // first line of what was said, or thought, before the first call
	Calls       []Calls
	Result      string // first line of what was said after the last call, else of its result
	Problems    []Problem
}

// Calls are the calls of one tool within a step.
type Calls struct {
	Label string // title or name
	Count int
	First Ref
}

// Problem is a place where the session did not go on as meant.
type Problem struct {
	Ref
	Kind ProblemKind
	Tool *Tool  // the call, nil where there is none
	Text string // first line of the error or the reason, "" where none was stored
}

// ProblemKind tells what a [Problem] is.
type ProblemKind uint8

const (
	// ProblemCall is a call that failed, was denied or has no result: its
	// Outcome says which.
	ProblemCall ProblemKind = iota
	// ProblemCutOff is text that was stored while it was being written.
	ProblemCutOff
	// ProblemNoContent is a step that ended before any output: see [Message.Stopped].
	ProblemNoContent
	// ProblemReported is a data part by the name of error: Text is what it says.
	ProblemReported
)

// excerptLimit is enough for a line of a wide terminal.
const excerptLimit = 240

// Story tells the transcript in steps, in order. A message without parts is a
// step too.
func (t *Transcript) Story() []Step {
	steps := make([]Step, 0, len(t.Messages))
	for i := range t.Messages {
		m := &t.Messages[i]
		first := 0
		for j := range m.Parts {
			if m.Parts[j].Kind == KindStepStart && j > first {
				steps = append(steps, t.step(i, first, j))
				first = j
			}
		}
		steps = append(steps, t.step(i, first, len(m.Parts)))
	}
	return steps
}

func (t *Transcript) step(message, first, last int) Step {
	m := &t.Messages[message]
	s := Step{Message: message, First: first, Last: last, Role: m.Role, RoleText: m.RoleText, Run: m.Run, Number: m.Step, Time: m.Time}
	var thought, said string
	var result *Tool
	for j := first; j < last; j++ {
		p := &m.Parts[j]
		switch p.Kind {
		case KindReasoning:
			if thought == "" {
				thought = Excerpt(p.Text, excerptLimit)
			}
		case KindText:
			if text := Excerpt(p.Text, excerptLimit); text != "" {
				said = text
			}
		case KindTool:
			if len(s.Calls) == 0 {
				s.Meant, said = said, ""
			}
			s.call(p.Tool, Ref{message, j})
			result = p.Tool
			said = ""
		}
	}
	s.Result = said
	switch {
	case m.Role == RoleUser || m.Role == RoleSystem:
		s.Meant, s.Result = said, ""
	case s.Meant == "":
		s.Meant = thought
	}
	if s.Result == "" && result != nil && !result.Outcome.Problem() {
		s.Result = Brief(result.Output, excerptLimit)
	}
	s.Problems = t.appendProblems(nil, message, first, last)
	return s
}

func (s *Step) call(tool *Tool, at Ref) {
	for i := range s.Calls {
		if s.Calls[i].Label == tool.Label() {
			s.Calls[i].Count++
			return
		}
	}
	s.Calls = append(s.Calls, Calls{Label: tool.Label(), Count: 1, First: at})
}

// Problems are the places to look at when a session has failed, in order.
func (t *Transcript) Problems() []Problem {
	var found []Problem
	for i := range t.Messages {
		found = t.appendProblems(found, i, 0, len(t.Messages[i].Parts))
	}
	return found
}

func (t *Transcript) appendProblems(found []Problem, message, first, last int) []Problem {
	m := &t.Messages[message]
	stoppedAt, stopped := m.Stopped()
	if stopped && stoppedAt < 0 {
		if first == 0 {
			found = append(found, Problem{Ref: Ref{message, -1}, Kind: ProblemNoContent})
		}
		return found
	}
	for j := first; j < last; j++ {
		p := &m.Parts[j]
		at := Ref{message, j}
		switch {
		case stopped && j == stoppedAt:
			found = append(found, Problem{Ref: at, Kind: ProblemNoContent})
		case p.Tool != nil && p.Tool.Outcome.Problem():
			found = append(found, Problem{Ref: at, Kind: ProblemCall, Tool: p.Tool, Text: Excerpt(p.Tool.Why(), excerptLimit)})
		case p.Reported():
			found = append(found, Problem{Ref: at, Kind: ProblemReported, Text: Brief(p.Value, excerptLimit)})
		case p.Interrupted:
			found = append(found, Problem{Ref: at, Kind: ProblemCutOff})
		}
	}
	return found
}

// Reported reports whether the part is a data part by which an application
// tells of an error.
func (p *Part) Reported() bool {
	return p.Kind == KindData && (p.Name == "error" || strings.HasSuffix(p.Name, "-error"))
}

// Why is the text that says why a call failed or was denied, "" if none was stored.
func (t *Tool) Why() string {
	switch t.Outcome {
	case OutcomeDenied:
		if t.Approval != nil {
			return t.Approval.Reason
		}
	case OutcomeReturnedError:
		return t.why
	}
	return t.ErrorText
}

// UserTurns are the indexes of the messages of users, in order.
func (t *Transcript) UserTurns() []int {
	var turns []int
	for i := range t.Messages {
		if t.Messages[i].Role == RoleUser {
			turns = append(turns, i)
		}
	}
	return turns
}

// Headline is a line that tells a message from others: the first that was said,
// else what was called or attached.
func (m *Message) Headline() string {
	var other string
	for i := range m.Parts {
		p := &m.Parts[i]
		switch {
		case p.Kind == KindText:
			if text := Excerpt(p.Text, excerptLimit); text != "" {
				return text
			}
		case other != "":
		case p.Tool != nil:
			other = p.Tool.Label() + " " + Brief(p.Tool.Given(), excerptLimit)
		case p.Kind == KindReasoning:
			other = Excerpt(p.Text, excerptLimit)
		case p.File != nil:
			other = p.File.Name
		}
	}
	return other
}
