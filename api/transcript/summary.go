package transcript

import (
	"cmp"
	"slices"
	"strings"
)

// Step is one line of the summary: the intent of a step of a message, its calls, its result.
type Step struct {
	Message     int
	First, Last int // its parts, Last excluded
	Role        Role
	Meant       string // the first line of what was said, or thought, before the first call
	Calls       []Calls
	Result      string // the first line of the text after the last call or, without one, of its result
	Waiting     []Ref  // calls that wait for approval or an answer
	Problems    []Ref  // as [Transcript.Problems] returns them
}

// Calls are the calls of one tool within a step.
type Calls struct {
	Label string
	Count int
}

// Summary summarises the transcript in steps, in order.
func (t *Transcript) Summary() []Step {
	steps := make([]Step, 0, len(t.Messages))
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Below || m.Replaced || m.silent() {
			continue
		}
		first := 0
		for j := 1; j < len(m.Parts); j++ {
			p := &m.Parts[j]
			before := &m.Parts[j-1]
			if p.Level == 0 && (p.Kind == KindStepStart || p.Kind == KindSteering ||
				before.Level > 0 && !before.InCall) {
				steps = append(steps, t.step(i, first, j))
				first = j
			}
		}
		if !m.repeated() {
			steps = append(steps, t.step(i, first, len(m.Parts)))
		}
	}
	return steps
}

// Files returns the files that the calls of a step returned or the assistant sent.
func (t *Transcript) Files(s *Step) []File {
	found := newShelf()
	for j := s.First; j < s.Last; j++ {
		p := &t.Messages[s.Message].Parts[j]
		if p.InCall || s.Role != RoleAssistant {
			continue
		}
		if p.File() != nil {
			found.add(*p.File(), ClassFile)
		} else if p.Tool != nil {
			found.walk(p.Tool.Output)
		}
	}
	var files []File
	for _, m := range found.found {
		if m.Class != ClassLink {
			files = append(files, m.File)
		}
	}
	return files
}

func (t *Transcript) step(message, first, last int) Step {
	m := &t.Messages[message]
	s := Step{
		Message: message,
		First:   first,
		Last:    last,
		Role:    m.Role,
	}
	if first < last && m.Parts[first].Kind == KindSteering {
		s.Role = RoleUser
	}
	var thought, said string
	var result *Tool
	for j := first; j < last; j++ {
		p := &m.Parts[j]
		if p.InCall || p.Joined {
			continue
		}
		switch p.Kind {
		case KindReasoning:
			thought = cmp.Or(thought, Excerpt(p.Text))
		case KindText:
			said = cmp.Or(Excerpt(p.Text), said)
		case KindTool:
			if len(s.Calls) == 0 {
				s.Meant = said
				said = ""
			}
			s.call(p.Tool)
			if p.Tool.Outcome.Waits() {
				s.Waiting = append(s.Waiting, Ref{message, j})
			}
			result = p.Tool
			said = ""
		}
	}
	if s.Role == RoleUser || s.Role == RoleSystem {
		s.Meant = said
	} else {
		s.Meant = cmp.Or(s.Meant, thought)
		s.Result = said
	}
	if s.Result == "" && result != nil && !result.Outcome.Problem() {
		s.Result = Brief(result.Output)
	}
	s.Problems = t.appendProblems(nil, message, first, last)
	return s
}

func (s *Step) call(tool *Tool) {
	i := slices.IndexFunc(s.Calls, func(c Calls) bool {
		return c.Label == tool.Label()
	})
	if i < 0 {
		i = len(s.Calls)
		s.Calls = append(s.Calls, Calls{Label: tool.Label()})
	}
	s.Calls[i].Count++
}

// Calls returns how often each tool was called, in the order of the first calls.
func (t *Transcript) Calls() []Calls {
	var all Step
	for _, p := range t.Parts() {
		if p.Tool != nil && !p.InCall && !p.Joined {
			all.call(p.Tool)
		}
	}
	return all.Calls
}

// Problems returns the places of problems in order: calls that failed, interrupted texts,
// data parts that report an error, and messages and steps without output.
func (t *Transcript) Problems() []Ref {
	var found []Ref
	for i := range t.Messages {
		found = t.appendProblems(found, i, 0, len(t.Messages[i].Parts))
	}
	return found
}

func (t *Transcript) appendProblems(found []Ref, message, first, last int) []Ref {
	m := &t.Messages[message]
	stoppedAt, stopped := m.Stopped()
	stopped = stopped && !m.Running
	if stopped && stoppedAt < 0 {
		if first == 0 {
			found = append(found, Ref{message, -1})
		}
		return found
	}
	for j := first; j < last; j++ {
		p := &m.Parts[j]
		isProblem := stopped && j == stoppedAt || p.Tool != nil && p.Tool.Outcome.Problem() ||
			p.Reported() ||
			p.Unfinished && !m.Running
		if isProblem && !p.Joined && !p.InCall { // those are counted with their call
			found = append(found, Ref{message, j})
		}
	}
	return found
}

// Reported reports whether the part reports an error of the application or the run.
func (p *Part) Reported() bool {
	return p.Kind == KindData && (p.Name() == "error" || strings.HasSuffix(p.Name(), "-error")) ||
		p.Card() != nil && p.Card().Failed
}

// silent reports whether a message of the system has no words.
func (m *Message) silent() bool {
	return m.Role == RoleSystem && !slices.ContainsFunc(m.Parts, func(p Part) bool {
		return !p.Blank()
	})
}

// Why returns the stored reason why a call failed or was denied, or "".
func (t *Tool) Why() string {
	switch t.Outcome {
	case OutcomeDenied:
		if t.Approval != nil {
			return t.Approval.Reason
		}
	case OutcomeReturnedError:
		return t.returned()
	}
	return t.ErrorText()
}

// Headline returns a line that identifies a message: the first text or, without one, the
// first call or attachment.
func (m *Message) Headline() string {
	var other string
	for i := range m.Parts {
		p := &m.Parts[i]
		switch {
		case p.Kind == KindText && !p.InCall:
			if text := Excerpt(p.Text); text != "" {
				return text
			}
		case other != "":
		case p.Tool != nil:
			other = p.Tool.Label() + " " + Brief(p.Tool.Given())
		case p.Kind == KindReasoning:
			other = Excerpt(p.Text)
		case p.File() != nil:
			other = p.File().Name
		}
	}
	return other
}
