package transcript

// Change is the difference between two states of a session.
type Change struct {
	Added   int // new records
	Changed int // records with other content
	Removed int // records that are gone
}

// None reports whether both states are the same.
func (c Change) None() bool { return c.Added == 0 && c.Changed == 0 && c.Removed == 0 }

// Diff compares two states of one session, by the ids of their records.
func Diff(older, newer *Transcript) Change {
	type name struct {
		id         string
		occurrence int
	}
	before := make(map[name]uint64, len(older.Messages))
	for i := range older.Messages {
		m := &older.Messages[i]
		before[name{m.ID, m.occurrence}] = m.version
	}
	var c Change
	kept := 0
	for i := range newer.Messages {
		m := &newer.Messages[i]
		version, ok := before[name{m.ID, m.occurrence}]
		switch {
		case !ok:
			c.Added++
		case version != m.version:
			c.Changed++
		}
		if ok {
			kept++
		}
	}
	c.Removed = len(older.Messages) - kept
	return c
}
