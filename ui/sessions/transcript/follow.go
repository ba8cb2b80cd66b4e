package transcript

import "reflect"

// Diff compares two states of one session by the IDs of their records. It returns the
// number of new records and whether anything differs.
func Diff(older, newer *Transcript) (added int, changed bool) {
	before := make(map[Key]int, len(older.Messages))
	for i := range older.Messages {
		before[older.Key(Ref{i, -1})] = i
	}
	changed = len(older.Messages) != len(newer.Messages)
	for i := range newer.Messages {
		at, ok := before[newer.Key(Ref{i, -1})]
		if !ok {
			added++
		}
		changed = changed || !ok || newer.Messages[i].Running != older.Messages[at].Running || !reflect.DeepEqual(newer.Records[i], older.Records[at])
	}
	return added, changed
}
