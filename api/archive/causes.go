package archive

import (
	"cmp"

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
			known[why] = i
			all = append(all, Cause{First: at})
		}
		all[i].Count++
	}
	return all
}

// reasonAt identifies the error at a place.
func reasonAt(t *transcript.Transcript, at transcript.Ref) string {
	p := t.Part(at)
	if p == nil || p.Kind == transcript.KindStepStart {
		return "stopped"
	}
	if p.Tool != nil {
		return Normalize(cmp.Or(
			line(transcript.Excerpt(p.Tool.Why())),
			string(p.Tool.Outcome)+" "+ToolName(p.Tool),
		))
	}
	if p.Card() != nil {
		return Normalize(line(p.Card().Why))
	}
	return Normalize(p.Label() + " " + transcript.Brief(p.Value()))
}
