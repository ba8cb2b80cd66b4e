package transcript

import (
	"slices"
	"time"
)

// Turn is an entry of the outline: the request of a user with all steps that follow, or a
// run that was started without a user.
type Turn struct {
	Ref                    // the message, or the part of what a user wrote during a run
	User     bool          // a user wrote it
	Run      string        // the id of the run that begins with it, "" for none
	Headline string        // Markdown, one line
	Start    time.Time     // zero if unknown
	Duration time.Duration // to the time of its last message; 0 if unknown
	Calls    int
	Problems int
}

// Turns returns the outline, in order.
func (t *Transcript) Turns() []Turn {
	var turns []Turn
	begun := false // the newest turn has more than the messages of users and the system
	for i := range t.Messages {
		m := &t.Messages[i]
		if m.Below || m.Replaced || m.silent() {
			continue
		}
		at := (Ref{i, -1})
		if len(turns) == 0 || m.Role == RoleUser || m.NewRun && begun {
			turns = append(turns, Turn{
				Ref:      at,
				User:     m.Role == RoleUser,
				Headline: m.Headline(),
				Start:    m.Time,
			})
			begun = false
		}
		last := &turns[len(turns)-1]
		if m.NewRun {
			last.Run = m.Run
		}
		begun = begun || m.Role != RoleUser && m.Role != RoleSystem
		if last.Start.IsZero() {
			last.Start = m.Time
		}
		last.Duration = max(last.Duration, m.Time.Sub(last.Start))
		for j := range m.Parts {
			p := &m.Parts[j]
			if p.Kind == KindSteering {
				turns = append(turns, Turn{
					Ref:      Ref{i, j},
					User:     true,
					Headline: (&Message{Parts: t.Nested(Ref{i, j})}).Headline(),
					Start:    m.Time,
				})
				begun = true
			} else if p.Tool != nil && !p.InCall && !p.Joined {
				turns[len(turns)-1].Calls++
			}
		}
	}
	for _, at := range t.Problems() {
		turns[TurnAt(turns, at)].Problems++
	}
	return turns
}

// TurnAt returns the index of the turn that a place belongs to.
func TurnAt(turns []Turn, at Ref) int {
	i, begins := slices.BinarySearchFunc(turns, at, func(turn Turn, at Ref) int {
		return turn.Compare(at)
	})
	if !begins {
		i--
	}
	return max(i, 0)
}
