package transcript

import (
	"math"
	"time"
)

// Note is a contradiction between a record and the records before it. Records stay in
// the order in which the service sent them.
type Note struct {
	ID    string        // of its words: sessions.note.ID
	Other int           // index of the record it contradicts
	By    time.Duration // how far the time goes back, at most the longest duration
	Text  string        // the invalid time, or the id of the other session
}

// annotate sets what depends on the records before: new runs and notes.
func (t *Transcript) annotate() {
	var (
		recordIDs  = make(map[string]int, len(t.Messages)) // id → last record with it
		messageIDs = make(map[string]int, len(t.Messages))
		lastOfRun  = make(map[string]int)
		lastTimed  = -1
		lastRun    = "" // a record without a run, as those of users often are, ends none
	)
	for i := range t.Messages {
		m, rec := &t.Messages[i], &t.Records[i]
		if first, ok := recordIDs[m.ID]; ok {
			m.occurrence = t.Messages[first].occurrence + 1
			m.note(Note{ID: "same_id", Other: first})
		}
		recordIDs[m.ID] = i

		id := rec.Message.ID
		if first, ok := messageIDs[id]; ok && id != "" && m.occurrence == 0 && (m.Run == "" || t.Messages[first].Run != m.Run) {
			m.note(Note{ID: "same_message_id", Other: first})
		}
		messageIDs[id] = i

		switch {
		case rec.CreatedAt == "":
			m.note(Note{ID: "time_missing"})
		case m.Time.IsZero():
			m.note(Note{ID: "no_time", Text: rec.CreatedAt})
		case lastTimed >= 0 && m.Time.Before(t.Messages[lastTimed].Time):
			back := Note{ID: "time_back", Other: lastTimed, By: t.Messages[lastTimed].Time.Sub(m.Time)}
			if back.By == math.MaxInt64 { // no duration is longer
				back.ID = "time_far_back"
			}
			m.note(back)
		}
		if !m.Time.IsZero() {
			lastTimed = i
		}
		if rec.SessionID != t.SessionID {
			m.note(Note{ID: "other_session", Text: rec.SessionID})
		}
		t.annotateRun(i, lastRun, lastOfRun)
		if m.Run != "" {
			lastRun, lastOfRun[m.Run] = m.Run, i
		}
	}
}

func (t *Transcript) annotateRun(i int, lastRun string, lastOfRun map[string]int) {
	m := &t.Messages[i]
	m.NewRun = m.Run != "" && m.Run != lastRun
	if last, ok := lastOfRun[m.Run]; ok {
		if lastRun != m.Run {
			m.note(Note{ID: "run_returns", Other: last})
		}
		if m.Step.IsSet() && t.Messages[last].Step.IsSet() && m.Step.Cmp(t.Messages[last].Step) < 0 {
			m.note(Note{ID: "step_back", Other: last})
		}
	}
}

func (m *Message) note(n Note) { m.Notes = append(m.Notes, n) }
