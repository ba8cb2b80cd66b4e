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

// The stored snapshots of a work have a column for each metric, also those of sites with different metrics.
func TestSnapshotsOfSites(t *testing.T) {
	t.Parallel()
	serve := func(metrics string) string {
		return answersOf(t, map[string]string{
			"/platforms": `[{"platform":"x","status":"available","capabilities":{"work":{"getDetail":true}}}]`,
			"/1": `{"platform":"x","work":{"title":"Harbor"},"snapshots":[` +
				`{"id":"s1","fetchedAt":"2026-02-28T09:00:00Z","metrics":` + metrics + `}]}`,
		})
	}
	env := twoSites(t, serve(`{"viewCount":7}`), serve(`{"likeCount":3}`))
	for _, site := range []string{"a", "b"} {
		got := run(t, env, "work", "x", "1", "--account", "one", "--site", site)
		if got.code != ExitDone {
			t.Fatalf("%+v", got)
		}
	}
	for args, want := range map[string]string{
		"-o csv --columns site,viewCount,likeCount": "site,viewCount,likeCount\na,7,\nb,,3\n",
		"-o csv --columns site,metrics": "site,metrics\na,\"{\"\"viewCount\"\":7}\"\n" +
			"b,\"{\"\"likeCount\"\":3}\"\n",
		"-o markdown": "| Site | Fetched | Pending | Views | Likes |\n",
	} {
		got := run(t, env, append(strings.Fields("history work x 1 --site a,b"), strings.Fields(args)...)...)
		out := strings.ReplaceAll(got.out, "\r\n", "\n")
		if got.code != ExitDone || !strings.HasPrefix(out, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}
