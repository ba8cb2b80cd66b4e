package transcript

// Change is what a newer state of a session has that an older one had not.
type Change struct {
	Added   int // records that are new
	Changed int // records that were there and say something else
	Removed int // records that are gone
	First   int // index in the newer transcript of the first new or changed record, -1: none
}

// None reports whether both say the same.
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
	c := Change{First: -1}
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
		if c.First < 0 && (!ok || version != m.version) {
			c.First = i
		}
	}
	c.Removed = len(older.Messages) - kept
	return c
}
