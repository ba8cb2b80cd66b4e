package transcript

import (
	"github.com/go-json-experiment/json/jsontext"
)

// Tool is a call of a tool and what became of it.
type Tool struct {
	CallID           string
	Name             string // of the tool, from the type or from toolName
	Title            string // what to show instead of Name, "" where none was sent
	State            State
	StateText        string // as sent
	Outcome          Outcome
	Input            jsontext.Value // nil where none was stored, which is not null
	RawInput         jsontext.Value // what the model wrote where it was no input
	Output           jsontext.Value // nil where none was stored; false, 0, "" and null are results
	ErrorText        string
	Approval         *Approval
	ProviderExecuted bool

	why string // OutcomeReturnedError: the error's text in the output
}

// Approval is what was asked of a person before a call, and the answer.
type Approval struct {
	ID       string
	Answered bool
	Approved bool
	Reason   string
}

// State is the state that a call was stored in.
type State uint8

// The states of versions 5 to 7. Those of version 4 are read as the same:
// partial-call, call and result. StateOther is any other.
const (
	StateOther State = iota
	StateInputStreaming
	StateInputAvailable
	StateApprovalRequested
	StateApprovalResponded
	StateOutputAvailable
	StateOutputError
	StateOutputDenied
)

func stateOf(s string) State {
	switch s {
	case "input-streaming", "partial-call":
		return StateInputStreaming
	case "input-available", "call":
		return StateInputAvailable
	case "approval-requested":
		return StateApprovalRequested
	case "approval-responded":
		return StateApprovalResponded
	case "output-available", "result":
		return StateOutputAvailable
	case "output-error":
		return StateOutputError
	case "output-denied":
		return StateOutputDenied
	}
	return StateOther
}

// Outcome is what a state means in a stored transcript, where nothing runs.
type Outcome uint8

const (
	// OutcomeUnknown is a state that no version defines.
	OutcomeUnknown Outcome = iota
	// OutcomeDone has its final result.
	OutcomeDone
	// OutcomePreliminary has a result that is not the final one.
	OutcomePreliminary
	// OutcomeFailed was stored with an error.
	OutcomeFailed
	// OutcomeReturnedError was stored as done, with a result that says it failed.
	OutcomeReturnedError
	// OutcomeDenied was refused by a person.
	OutcomeDenied
	// OutcomeInputInterrupted stopped while its arguments were being written.
	OutcomeInputInterrupted
	// OutcomeNoResult stopped while it was executing.
	OutcomeNoResult
	// OutcomeAwaitingApproval waits for a person.
	OutcomeAwaitingApproval
	// OutcomeApprovedNoResult was approved and has no result.
	OutcomeApprovedNoResult
)

// Problem reports whether the call did not do what it was made for.
func (o Outcome) Problem() bool {
	switch o {
	case OutcomeFailed, OutcomeReturnedError, OutcomeDenied, OutcomeInputInterrupted, OutcomeNoResult, OutcomeApprovedNoResult:
		return true
	}
	return false
}

// Failed reports whether the call ended with an error.
func (o Outcome) Failed() bool { return o == OutcomeFailed || o == OutcomeReturnedError }

// Label is the title of the tool, or its name where it has none.
func (t *Tool) Label() string {
	if t.Title != "" {
		return t.Title
	}
	return t.Name
}

// Given is the input to show: what was stored as such, else what the model wrote.
func (t *Tool) Given() jsontext.Value {
	if t.Input == nil {
		return t.RawInput
	}
	return t.Input
}

// tool reads a call of version 5 and later.
func (b *builder) tool(p *Part, ms []member) {
	t := &Tool{}
	p.Tool = t
	var preliminary bool
	p.read(KindTool, ms, func(m member) bool {
		switch string(m.name) {
		case "toolCallId":
			return m.set(&t.CallID)
		case "toolName":
			return p.Type == "dynamic-tool" && m.set(&t.Name)
		case "title":
			return m.set(&t.Title)
		case "state":
			return m.set(&t.StateText)
		case "input":
			t.Input = m.value
		case "rawInput":
			t.RawInput = m.value
		case "output":
			t.Output = m.value
		case "errorText":
			return m.setText(&t.ErrorText)
		case "providerExecuted":
			t.ProviderExecuted = m.isTrue()
		case "preliminary":
			preliminary = m.isTrue()
		case "approval":
			t.Approval = b.approval(m.value)
			return t.Approval != nil
		default:
			return false
		}
		return true
	})
	if p.Type != "dynamic-tool" {
		t.Name = p.Type[len("tool-"):]
	}
	b.judge(t, preliminary)
}

// judge sets what the state and the output of a call mean.
func (b *builder) judge(t *Tool, preliminary bool) {
	t.State = stateOf(t.StateText)
	t.Outcome = t.outcome(preliminary)
	if t.Outcome == OutcomeDone {
		if why, failed := b.outputError(t.Output); failed {
			t.Outcome, t.why = OutcomeReturnedError, why
		}
	}
}

// setText is set for text that may hold inline data.
func (m member) setText(s *string) bool {
	if !m.set(s) {
		return false
	}
	*s = Elide(*s)
	return true
}

func (t *Tool) outcome(preliminary bool) Outcome {
	switch t.State {
	case StateInputStreaming:
		return OutcomeInputInterrupted
	case StateInputAvailable:
		return OutcomeNoResult
	case StateApprovalRequested:
		return OutcomeAwaitingApproval
	case StateApprovalResponded:
		switch {
		case t.Approval == nil || !t.Approval.Answered:
			return OutcomeNoResult
		case t.Approval.Approved:
			return OutcomeApprovedNoResult
		}
		return OutcomeDenied
	case StateOutputAvailable:
		if preliminary {
			return OutcomePreliminary
		}
		return OutcomeDone
	case StateOutputError:
		return OutcomeFailed
	case StateOutputDenied:
		return OutcomeDenied
	}
	return OutcomeUnknown
}

func (b *builder) approval(raw jsontext.Value) *Approval {
	ms, ok := b.inner.object(raw, nil)
	if !ok {
		return nil
	}
	a := &Approval{}
	for _, m := range ms {
		switch string(m.name) {
		case "id":
			m.set(&a.ID)
		case "approved":
			a.Answered = m.kind() == 't' || m.kind() == 'f'
			a.Approved = m.isTrue()
		case "reason":
			m.setText(&a.Reason)
		}
	}
	return a
}
