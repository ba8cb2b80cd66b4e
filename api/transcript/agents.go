package transcript

import (
	"channeldeck/api/jsonobject"
)

// maxLevel bounds the levels that sub-agents of sub-agents have.
const maxLevel = 8

// parentOf takes the ID of the call that started the sub-agent of a message, "" for a message
// of the main agent.
func parentOf(open *jsonobject.Object) string {
	names := []string{"parent_tool_use_id", "parentToolUseId", "parentToolCallId"}
	if id := open.TakeString(names...); id != "" {
		return id
	}
	return textOf(jsonobject.Of(open.Find(jsonobject.IsObject, "metadata")), names...)
}

// nestAgents moves the parts of the messages of sub-agents below the calls that started
// them. A message whose call is missing or comes later stays where it is, with a role of its own.
func (t *Transcript) nestAgents() {
	started := map[string]int{}  // the message of a call
	agents := map[string][]int{} // the messages below a call
	for i := range t.Messages {
		m := &t.Messages[i]
		at, ok := started[m.parent]
		if ok && m.parent != "" && at < i {
			m.Below = true
			agents[m.parent] = append(agents[m.parent], i)
		} else if m.parent != "" && m.Role != RoleTool {
			m.Role = RoleAgent
		}
		for j := range m.Parts {
			call := m.Parts[j].Tool
			if call != nil && !call.result && call.CallID != "" {
				if _, again := started[call.CallID]; !again {
					started[call.CallID] = i
				}
			}
		}
	}
	if len(agents) == 0 {
		return
	}
	for i := range t.Messages {
		if m := &t.Messages[i]; !m.Below {
			m.Parts = t.withAgents(m.Parts, agents)
		}
	}
	for i := range t.Messages {
		if m := &t.Messages[i]; m.Below {
			m.Parts = nil
		}
	}
}

// withAgents returns parts with those of sub-agents below their calls.
func (t *Transcript) withAgents(parts []Part, agents map[string][]int) []Part {
	all := make([]Part, 0, len(parts))
	for _, p := range parts {
		all = append(all, p)
		if p.Tool == nil || p.Tool.result || p.Tool.CallID == "" || p.Joined {
			continue
		}
		call := len(all) - 1
		messages := agents[p.Tool.CallID]
		delete(agents, p.Tool.CallID)
		for _, i := range messages {
			m := &t.Messages[i]
			for k, below := range t.withAgents(m.Parts, agents) {
				if k == 0 {
					below.Extra.Add("message.", m.Extra)
				}
				below.Level = min(p.Level+1+below.Level, maxLevel)
				below.Agent = !below.InCall || below.Agent
				below.InCall = true
				all = append(all, below)
			}
		}
		all[call].failBySubAgent(all[call+1:])
	}
	return all
}

// Inside counts the calls in the parts nested in a call, and those of them that failed.
func Inside(nested []Part) (calls, failed int) {
	for i := range nested {
		t := nested[i].Tool
		if t != nil && !nested[i].Joined {
			calls++
			if t.Outcome.Failed() {
				failed++
			}
		}
	}
	return calls, failed
}

// failBySubAgent changes the outcome of a call that is done but whose sub-agent had a failed
// call.
func (p *Part) failBySubAgent(below []Part) {
	for i := range below {
		c := below[i].Tool
		if c != nil && c.Outcome.Failed() && below[i].Level == p.Level+1 &&
			p.Tool.Outcome == OutcomeDone {
			p.Tool.Outcome = OutcomeReturnedError
			p.Tool.setErrors(p.Tool.ErrorText(), c.Label()+": "+c.Why())
		}
	}
}
