package transcript

import "time"

// Note is a contradiction between a record and those before it. Records stay in the
// order in which the service sent them.
type Note struct {
	ID    string        // of its words: sessions.note.ID
	Other int           // index of the record it contradicts
	By    time.Duration // how far the time goes back, at most the longest duration
}

// annotate sets the properties that depend on earlier records: new runs, notes, and how
// often an ID was used.
func (t *Transcript) annotate() {
	used := make(map[string]int, len(t.Messages)) // ids
	lastOfRun := make(map[string]int)
	run, timed := "", 0 // of the record before that has one
	for i := range t.Messages {
		m, before := &t.Messages[i], &t.Messages[timed]
		m.occurrence = used[m.ID]
		used[m.ID]++
		if !m.Time.IsZero() {
			if m.Time.Before(before.Time) {
				m.Notes = append(m.Notes, Note{ID: "time_back", Other: timed, By: before.Time.Sub(m.Time)})
			}
			timed = i
		}
		if m.Run == "" { // common for messages of users: it does not end a run
			continue
		}
		m.NewRun = m.Run != run
		if last, ok := lastOfRun[m.Run]; ok && m.NewRun {
			m.Notes = append(m.Notes, Note{ID: "run_returns", Other: last})
		}
		run, lastOfRun[m.Run] = m.Run, i
	}
}
