package transcript

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// replaceMessages marks messages that are stored again later, under their ID or as the same UI message.
func (t *Transcript) replaceMessages() {
	type identity struct {
		id   string
		role Role
	}
	later := make(map[identity]bool, len(t.Messages))
	laterUI := map[identity]*Message{}
	for i := len(t.Messages) - 1; i >= 0; i-- {
		m := &t.Messages[i]
		id := identity{m.ID, m.Role}
		if m.ID != "" && later[id] {
			m.replaced()
			continue
		}
		later[id] = true
		if m.uiID == "" {
			continue
		}
		ui := identity{m.uiID, m.Role}
		next := laterUI[ui]
		if next != nil && m.grewInto(next) {
			m.replaced()
		} else {
			laterUI[ui] = m
		}
	}
}

func (m *Message) replaced() {
	m.Replaced = true
	for j := range m.Parts {
		m.Parts[j].Joined = true
	}
}

// grewInto reports whether a later record of the same UI message has all that a message has. Services
// that store each step of a UI message have records of one UI message that say different things.
func (m *Message) grewInto(later *Message) bool {
	if m.Run != later.Run || m.Step.Cmp(later.Step) != 0 || m.parent != later.parent {
		return false
	}
	own := m.outermost()
	others := later.outermost()
	return len(own) <= len(others) && slices.EqualFunc(own, others[:len(own)], (*Part).grewInto)
}

// outermost returns the parts that are in no other part.
func (m *Message) outermost() (parts []*Part) {
	for j := range m.Parts {
		if p := &m.Parts[j]; p.Level == 0 {
			parts = append(parts, p)
		}
	}
	return parts
}

// grewInto reports whether a part can be an earlier state of another one.
func (p *Part) grewInto(later *Part) bool {
	if p.Type != later.Type {
		return false
	}
	if p.Tool != nil && later.Tool != nil && p.Tool.CallID != "" {
		return p.Tool.CallID == later.Tool.CallID
	}
	if p.Kind == KindText || p.Kind == KindReasoning {
		return strings.HasPrefix(later.Text, p.Text)
	}
	return bytes.Equal(p.Raw, later.Raw)
}

// joiner joins the parts about one call: its states, its result, and its approval.
type joiner struct {
	calls     map[string]callState // the newest part of each call
	orphans   map[string]*Part     // results whose call is missing
	approvals map[string]string    // the ID of the call of a request for approval
}

// callState is a part of a call, and the run of its message.
type callState struct {
	part *Part
	run  string
}

// joinCalls joins the parts about each call over the whole session: a call that is stored again in
// another state replaces its earlier part, so that it counts once with its last state, and gets the
// result, the approval and the request for approval that are stored as parts of their own.
func (t *Transcript) joinCalls() {
	t.replaceMessages()
	j := joiner{
		calls:     map[string]callState{},
		orphans:   map[string]*Part{},
		approvals: map[string]string{},
	}
	for i := range t.Messages {
		m := &t.Messages[i]
		results := 0
		for k := range m.Parts {
			p := &m.Parts[k]
			isResult := p.Tool != nil && p.Tool.CallID != "" && p.Tool.result
			if isResult {
				results++
			}
			if m.Replaced {
				continue
			}
			if p.Type == "tool-approval-request" || p.Type == "tool-approval-response" {
				p.Joined = j.approve(jsonobject.Of(p.Raw))
			} else if isResult {
				j.result(p)
			} else if p.Tool != nil && p.Tool.CallID != "" {
				j.call(callState{p, m.Run})
			}
		}
		if m.Role == RoleUser && results > 0 && results == len(m.Parts) {
			m.Role = RoleTool
		}
	}
}

// call takes a state of a call.
func (j *joiner) call(s callState) {
	id := s.part.Tool.CallID
	earlier, known := j.calls[id]
	if known && s.repeats(earlier) {
		s.part.replace(earlier.part)
	}
	j.calls[id] = s
}

// result takes a result that is a part of its own.
func (j *joiner) result(p *Part) {
	id := p.Tool.CallID
	p.Tool.Name = cmp.Or(p.Tool.Name, id) // to show if the call is missing
	if call, known := j.calls[id]; known {
		call.part.join(p)
		return
	}
	if earlier := j.orphans[id]; earlier != nil {
		earlier.Joined = true
	}
	j.orphans[id] = p
}

// approve takes a request for approval, or the response to one. It reports whether its call is known.
func (j *joiner) approve(o jsonobject.Object) (found bool) {
	id := textOf(o, "approvalId")
	if call, known := j.calls[textOf(o, "toolCallId")]; known {
		j.approvals[id] = call.part.Tool.CallID
		call.part.Tool.await()
		return true
	}
	call, known := j.calls[j.approvals[id]]
	if known {
		call.part.Tool.answer(o.TakeBool("approved"), textOf(o, "reason"))
	}
	return known
}

// repeats reports whether a part is a later state of the call of an earlier one. Services that number
// the calls of each request anew use an ID for several calls: these have other inputs, and the earlier
// one has its result.
func (s callState) repeats(earlier callState) bool {
	call := s.part.Tool
	before := earlier.part.Tool
	named := call.Name != "" && before.Name != ""
	if named && call.Name != before.Name || s.part.InCall != earlier.part.InCall {
		return false
	}
	switch before.Outcome {
	case OutcomeInputInterrupted: // with a part of the input
		return true
	case OutcomeAwaitingApproval, OutcomeApprovedNoResult: // who approves may change the input
		return true
	case OutcomeNoResult, OutcomePreliminary:
		if s.run == earlier.run {
			return true
		}
	}
	return call.Input == nil || before.Input == nil || sameJSON(call.Input, before.Input)
}

// sameJSON reports whether two values are equal but for the order of members, blanks, and being a
// text of JSON.
func sameJSON(a, b jsontext.Value) bool {
	if bytes.Equal(a, b) {
		return true
	}
	a = openString(a).Clone()
	b = openString(b).Clone()
	return a.Canonicalize() == nil && b.Canonicalize() == nil && bytes.Equal(a, b)
}

// replace makes a call the only one of its ID. It keeps what only the earlier part has, such as a
// result that is a part of its own.
func (p *Part) replace(earlier *Part) {
	call := p.Tool
	before := earlier.Tool
	if call.Input == nil {
		call.Input = before.Input
	}
	call.Approval = cmp.Or(call.Approval, before.Approval)
	if before.joined && call.Outcome == OutcomeNoResult {
		call.settleAs(before)
		p.Extra = append(p.Extra, resultExtra(earlier.Extra)...)
	}
	earlier.Joined = true
}

// repeated reports whether what a message says is all shown elsewhere.
func (m *Message) repeated() bool {
	joined := 0
	for i := range m.Parts {
		if m.Parts[i].Joined {
			joined++
		} else if m.Parts[i].Kind != KindStepStart {
			return false
		}
	}
	return joined > 0
}
