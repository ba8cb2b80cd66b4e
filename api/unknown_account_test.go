package api

import "testing"

// Accounts of a list with the same other members share them, and each has its own otherwise.
func TestAccountsShareUnknownMembers(t *testing.T) {
	rows, err := DecodeRows[Account]([]byte(`[
		{"id":"a","clientType":"web"},
		{"id":"b"},
		{"clientType":"app","id":"c"},
		{"id":"d","clientType":"web"},
		{"id":"e","clientType":"wab"}
	]`))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{
		`{"clientType":"web"}`,
		``,
		`{"clientType":"app"}`,
		`{"clientType":"web"}`,
		`{"clientType":"wab"}`,
	} {
		got := ""
		if rows[i].Unknown != nil {
			got = string(*rows[i].Unknown)
		}
		if got != want {
			t.Errorf("account %s has %s, want %s", rows[i].ID, got, want)
		}
	}
	if rows[0].Unknown != rows[3].Unknown {
		t.Error("accounts with the same other members do not share them")
	}
}
