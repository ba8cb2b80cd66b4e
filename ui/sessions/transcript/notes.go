package transcript

import "time"

// Note is a contradiction between a record and the records before it. Records stay in
// the order in which the service sent them.
type Note struct {
	Kind  NoteKind
	Other int           // index of the record it contradicts, -1 for none
	By    time.Duration // NoteTimeBack: how far the time goes back, at most the longest duration
	Text  string        // NoteNoTime: the invalid time; NoteOtherSession: the id of that session
}

// NoteKind is the kind of a contradiction.
type NoteKind uint8

const (
	NoteTimeBack      NoteKind = iota // a record older than the one before it
	NoteNoTime                        // a createdAt that is missing or invalid
	NoteSameID                        // the record id of an earlier record
	NoteSameMessageID                 // the UI message id of a record of another run
	NoteRunReturns                    // a run that continues after another one started
	NoteStepBack                      // a lower step number than that of the record before, in one run
	NoteOtherSession                  // a record of another session than that of the first record
)

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
			m.note(Note{Kind: NoteSameID, Other: first})
		}
		recordIDs[m.ID] = i

		id := rec.Message.ID
		if first, ok := messageIDs[id]; ok && id != "" && m.occurrence == 0 && (m.Run == "" || t.Messages[first].Run != m.Run) {
			m.note(Note{Kind: NoteSameMessageID, Other: first})
		}
		messageIDs[id] = i

		switch {
		case m.Time.IsZero():
			m.note(Note{Kind: NoteNoTime, Other: -1, Text: rec.CreatedAt})
		case lastTimed >= 0 && m.Time.Before(t.Messages[lastTimed].Time):
			m.note(Note{Kind: NoteTimeBack, Other: lastTimed, By: t.Messages[lastTimed].Time.Sub(m.Time)})
		}
		if !m.Time.IsZero() {
			lastTimed = i
		}
		if rec.SessionID != t.SessionID {
			m.note(Note{Kind: NoteOtherSession, Other: 0, Text: rec.SessionID})
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
			m.note(Note{Kind: NoteRunReturns, Other: last})
		}
		if m.Step.IsSet() && t.Messages[last].Step.IsSet() && m.Step.Cmp(t.Messages[last].Step) < 0 {
			m.note(Note{Kind: NoteStepBack, Other: last})
		}
	}
}

func (m *Message) note(n Note) { m.Notes = append(m.Notes, n) }
