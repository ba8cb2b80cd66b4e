package cli

import (
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/history"
	"channeldeck/ui/resource/local"
)

// The record of a state has all counts, which are those of the package api, and null for an unknown one.
func TestStateHasAllCounts(t *testing.T) {
	at := time.Date(2026, 11, 29, 9, 0, 0, 0, time.UTC)
	counts := history.Counts{At: at, Status: api.Int(1), Group: "g"}
	for c := range api.NumCounts {
		counts.Values[c] = api.Int(100 + int64(c))
	}
	counts.Values[api.CountReads] = api.Number{}
	key := history.AccountKey{Platform: "KWAI", ID: "a"}
	record, err := api.Marshal(local.StateOf(key, &counts, history.Recordings{at}))
	if err != nil {
		t.Fatal(err)
	}
	for c := range api.NumCounts {
		want := counts.Values[c].String()
		if c == api.CountReads {
			want = "null"
		}
		if got := string(api.Member(record, c.String())); got != want {
			t.Errorf("%s is %q, want %q", c, got, want)
		}
	}
	if !strings.Contains(string(record), `"fansCount":100,"workCount":107,"readCount":null,"likeCount"`) {
		t.Errorf("the order of %s", record)
	}
}
