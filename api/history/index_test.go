package history

import (
	"testing"

	"channeldeck/api"
)

// The index finds the first row with an ID, also where IDs have the same hash.
func TestIndex(t *testing.T) {
	ids := []string{"a", "b", "a", "c", "b"}
	id := func(i int) string { return ids[i] }
	for name, hash := range map[string]func(string) uint64{
		"different hashes": func(id string) uint64 { return uint64(id[0]) },
		"one hash":         func(string) uint64 { return 7 },
	} {
		x := newIndex(len(ids), id, hash)
		for id, want := range map[string]int{"a": 0, "b": 1, "c": 3} {
			if i, found := x.Find(id); i != want || !found {
				t.Errorf("%s: %s is row %d, found %v", name, id, i, found)
			}
		}
		if i, found := x.Find("d"); found {
			t.Errorf("%s: d is row %d", name, i)
		}
	}
}

// Accounts are found by their keys: those of two platforms may have the same ID.
func TestAccountIndex(t *testing.T) {
	rows := []*api.Account{
		{Type: "x", ID: "1"},
		{Type: "y", ID: "1"},
		{Type: "x", ID: "1"},
		{Type: "x", ID: "2"},
	}
	index := NewAccountIndex(rows)
	for key, want := range map[AccountKey]int{
		{Platform: "x", ID: "1"}: 0,
		{Platform: "y", ID: "1"}: 1,
		{Platform: "x", ID: "2"}: 3,
	} {
		if i, found := index.Find(key); i != want || !found {
			t.Errorf("%v is account %d, found %v", key, i, found)
		}
	}
	if i, found := index.Find(AccountKey{Platform: "y", ID: "2"}); found {
		t.Errorf("an unknown account is account %d", i)
	}
}
