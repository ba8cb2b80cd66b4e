package transcript

import (
	"bytes"
	"cmp"
)

// joinRepeats finds what is stored more than once. A message that is stored again under its ID
// replaces the earlier one, and a call that is stored again in another state replaces its
// earlier part, so that each counts once, with its last state.
func (t *Transcript) joinRepeats() {
	t.replaceMessages()
	type call struct {
		message int
		part    *Part
	}
	calls := map[string]call{} // the newest part of each call
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Replaced {
			continue
		}
		for j := range m.Parts {
			p := &m.Parts[j]
			if p.Tool == nil || p.Tool.CallID == "" || p.Tool.result {
				continue
			}
			earlier, stored := calls[p.Tool.CallID]
			if stored && earlier.message != i && p.repeats(earlier.part) {
				p.replace(earlier.part)
			}
			calls[p.Tool.CallID] = call{i, p}
		}
	}
}

// replaceMessages marks messages that another message with their ID and role follows.
func (t *Transcript) replaceMessages() {
	type identity struct {
		id   string
		role Role
	}
	later := make(map[identity]bool, len(t.Messages))
	for i := len(t.Messages) - 1; i >= 0; i-- {
		m := &t.Messages[i]
		id := identity{m.ID, m.Role}
		if m.ID == "" || !later[id] {
			later[id] = true
			continue
		}
		m.Replaced = true
		for j := range m.Parts {
			m.Parts[j].Joined = true
		}
	}
}

// replace makes a call the only one of its ID. It keeps what only the earlier part has.
func (p *Part) replace(earlier *Part) {
	if p.Tool.Input == nil {
		p.Tool.Input = earlier.Tool.Input
	}
	p.Tool.Approval = cmp.Or(p.Tool.Approval, earlier.Tool.Approval)
	earlier.Joined = true
}

// repeats reports whether a call is the one of an earlier part. Services that number the calls
// of each run anew use an ID for several calls, which have other inputs.
func (p *Part) repeats(earlier *Part) bool {
	call := p.Tool
	before := earlier.Tool
	if call.Name != before.Name {
		return false
	}
	if before.Outcome == OutcomeInputInterrupted { // with a part of the input
		return true
	}
	return call.Input == nil || before.Input == nil || bytes.Equal(call.Input, before.Input)
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
