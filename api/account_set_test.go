package api

import "testing"

func TestAccountsWithTheSameHash(t *testing.T) {
	s := newAccountSet(0)
	for i, step := range []struct {
		id   string
		want bool
	}{{"a", true}, {"b", true}, {"b", false}, {"a", false}, {"c", true}} {
		a := &Account{ID: step.id}
		if got := s.addHashed(a, identityOf(a), 1); got != step.want {
			t.Errorf("step %d: %s was new: %t", i, step.id, got)
		}
	}
}
