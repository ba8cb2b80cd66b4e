package archive

import (
	"cmp"
	"slices"
	"time"

	"channeldeck/api/transcript"
)

// Cause is why problems of a session happened.
type Cause struct {
	First transcript.Ref
	Count int
}

// Causes groups the problems of a transcript: those with the same error, but for numbers and
// IDs, have one cause.
func Causes(t *transcript.Transcript) []Cause {
	var all []Cause
	known := map[string]int{}
	for _, at := range t.Problems() {
		why := reasonAt(t, at)
		i, ok := known[why]
		if !ok {
			i = len(all)
			known[why], all = i, append(all, Cause{First: at})
		}
		all[i].Count++
	}
	return all
}

// reasonAt identifies the error at a place.
func reasonAt(t *transcript.Transcript, at transcript.Ref) string {
	p := t.Part(at)
	switch {
	case p == nil || p.Kind == transcript.KindStepStart:
		return "stopped"
	case p.Tool != nil:
		return Normalize(cmp.Or(line(transcript.Excerpt(p.Tool.Why())), string(p.Tool.Outcome)+" "+ToolName(p.Tool)))
	case p.Card != nil:
		return Normalize(line(p.Card.Why))
	}
	return Normalize(p.Label() + " " + transcript.Brief(p.Value))
}

// Run is what a comparison shows of a session.
type Run struct {
	Duration time.Duration // from the first message to the last
	Calls    int
	Problems int
	Tools    map[string]Calls
	Next     *transcript.Tool // the first call that differs from the other run's, nil if it has no more
}

// Calls are the calls of a tool in a run.
type Calls struct{ Count, Failed int }

// Comparison compares two runs of a task.
type Comparison struct {
	A, B  Run
	Tools []string // of both, in the order of their first calls
	Same  int      // how many first calls have the same tools and the same outcomes
}

// Compare compares two runs by the calls of their main agents.
func Compare(a, b *transcript.Transcript) Comparison {
	c := Comparison{A: runOf(a), B: runOf(b)}
	first, second := calls(a), calls(b)
	for _, call := range slices.Concat(first, second) {
		if name := ToolName(call); !slices.Contains(c.Tools, name) {
			c.Tools = append(c.Tools, name)
		}
	}
	for c.Same < min(len(first), len(second)) && ToolName(first[c.Same]) == ToolName(second[c.Same]) && Failed(first[c.Same]) == Failed(second[c.Same]) {
		c.Same++
	}
	if c.Same < len(first) {
		c.A.Next = first[c.Same]
	}
	if c.Same < len(second) {
		c.B.Next = second[c.Same]
	}
	return c
}

// calls are the calls of the main agent, in order.
func calls(t *transcript.Transcript) (all []*transcript.Tool) {
	for i := range t.Messages {
		for j := range t.Messages[i].Parts {
			if p := &t.Messages[i].Parts[j]; p.Tool != nil && !p.InCall && !p.Joined {
				all = append(all, p.Tool)
			}
		}
	}
	return all
}

func runOf(t *transcript.Transcript) Run {
	r := Run{Problems: len(t.Problems()), Tools: map[string]Calls{}}
	for _, call := range calls(t) {
		n := r.Tools[ToolName(call)]
		n.Count++
		if Failed(call) {
			n.Failed++
		}
		r.Tools[ToolName(call)], r.Calls = n, r.Calls+1
	}
	s := Summary("", time.Time{}, t, nil)
	r.Duration = s.Last.Sub(s.First)
	return r
}
