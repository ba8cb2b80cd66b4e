package history

import "testing"

// The index finds the first row with an ID, also where IDs have the same hash.
func TestIndex(t *testing.T) {
	ids := []string{"a", "b", "a", "c", "b"}
	l := &list{rows: len(ids), id: func(i int) string { return ids[i] }}
	for name, hash := range map[string]func(string) uint64{
		"different hashes": func(id string) uint64 { return uint64(id[0]) },
		"one hash":         func(string) uint64 { return 7 },
	} {
		x := newIndex(l, hash)
		for id, want := range map[string]int{"a": 0, "b": 1, "c": 3} {
			if i, found := x.find(id); i != want || !found {
				t.Errorf("%s: %s is row %d, found %v", name, id, i, found)
			}
		}
		if i, found := x.find("d"); found {
			t.Errorf("%s: d is row %d", name, i)
		}
	}
}
