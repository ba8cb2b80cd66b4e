package transcript

import "time"

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
	problems := t.Problems()
	begun := false // the newest turn has more than the messages of users and the system
	count := func(before Ref) {
		last := &turns[len(turns)-1]
		for len(problems) > 0 && problems[0].Compare(before) < 0 {
			last.Problems++
			problems = problems[1:]
		}
	}
	begin := func(turn Turn) {
		if len(turns) > 0 {
			count(turn.Ref)
		}
		turns, begun = append(turns, turn), false
	}
	for i := range t.Messages {
		m := &t.Messages[i]
		if at := (Ref{i, -1}); i == 0 || m.Role == RoleUser || m.NewRun && begun {
			begin(Turn{Ref: at, User: m.Role == RoleUser, Headline: m.Headline(), Start: m.Time})
		}
		last := &turns[len(turns)-1]
		if m.NewRun {
			last.Run = m.Run
		}
		begun = begun || m.Role != RoleUser && m.Role != RoleSystem
		last.reach(m.Time)
		for j := range m.Parts {
			p := &m.Parts[j]
			switch {
			case p.Kind == KindSteering:
				begin(Turn{Ref: Ref{i, j}, User: true, Headline: t.steeringText(Ref{i, j}), Start: m.Time})
				begun = true
			case p.Tool != nil && !p.InCall && !p.Joined:
				turns[len(turns)-1].Calls++
			}
		}
	}
	if len(turns) > 0 {
		count(Ref{len(t.Messages), 0})
	}
	return turns
}

// reach extends a turn to a time.
func (t *Turn) reach(at time.Time) {
	if t.Start.IsZero() {
		t.Start = at
	}
	if !at.IsZero() {
		t.Duration = max(t.Duration, at.Sub(t.Start))
	}
}

// steeringText returns a line of what a user wrote during a run.
func (t *Transcript) steeringText(r Ref) string {
	for _, p := range t.Nested(r) {
		if s := Excerpt(p.Text, excerptLimit); s != "" {
			return s
		}
	}
	return ""
}

// RunTime returns the time from a message to the last message of its run before another
// run begins; 0 if it is unknown.
func (t *Transcript) RunTime(message int) time.Duration {
	run, start := t.Messages[message].Run, t.Messages[message].Time
	took := time.Duration(0)
	for _, m := range t.Messages[message:] {
		if m.Run != run && m.Run != "" {
			break
		}
		if m.Run == run && !m.Time.IsZero() && !start.IsZero() {
			took = max(took, m.Time.Sub(start))
		}
	}
	return took
}

// StepTime returns the time between the previous message of the same run and a message; 0
// if it is unknown.
func (t *Transcript) StepTime(message int) time.Duration {
	m := &t.Messages[message]
	if message == 0 || m.Role == RoleUser || m.Time.IsZero() {
		return 0
	}
	before := &t.Messages[message-1]
	if before.Time.IsZero() || before.Run != m.Run && before.Role != RoleUser {
		return 0
	}
	return max(m.Time.Sub(before.Time), 0)
}
