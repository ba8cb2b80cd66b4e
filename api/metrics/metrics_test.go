package metrics

import (
	"testing"
	"time"

	"channeldeck/api"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"
)

func day(t *testing.T, s string) time.Time {
	t.Helper()
	at, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

func detail(t testing.TB, body string) api.WorkDetail {
	t.Helper()
	var d api.WorkDetail
	if err := json.Unmarshal([]byte(body), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// snap returns a snapshot fetched a number of seconds after a fixed time.
func snap(id string, second int64, pairs ...any) api.Snapshot {
	at := time.Unix(1_700_000_000+second, 0).UTC().Format(time.RFC3339)
	s := api.Snapshot{ID: id, FetchedAt: api.Some(at)}
	for i := 0; i < len(pairs); i += 2 {
		s.Metrics = append(s.Metrics, api.Metric{Name: pairs[i].(string), Value: toNumber(pairs[i+1])})
	}
	return s
}

func toNumber(v any) api.Number {
	switch v := v.(type) {
	case int:
		return api.Int(int64(v))
	case string:
		n, err := api.ParseNumber(v)
		if err != nil {
			panic(err)
		}
		return n
	}
	return api.Number{}
}

func history(calls ...[]api.Snapshot) *History {
	h := new(History)
	for _, c := range calls {
		h.Add(api.WorkDetail{Snapshots: c}, time.Time{})
	}
	return h
}

func ids(entries []*Entry) string {
	s := ""
	for _, e := range entries {
		s += e.Snapshot.ID + " "
	}
	return s
}

// anyNumber draws numbers as a service might send them.
func anyNumber() *rapid.Generator[api.Number] {
	return rapid.Custom(func(t *rapid.T) api.Number {
		switch rapid.IntRange(0, 4).Draw(t, "kind") {
		case 0:
			return api.Int(rapid.Int64().Draw(t, "int64"))
		case 1:
			return api.Int(rapid.Int64Range(-3, 3).Draw(t, "small"))
		case 2:
			return toNumber(rapid.StringMatching(`-?[1-9][0-9]{0,30}`).Draw(t, "long"))
		case 3:
			return toNumber(rapid.StringMatching(`-?[0-9]\.[0-9]{1,20}`).Draw(t, "fraction"))
		}
		return toNumber(rapid.StringMatching(`-?[1-9](\.[0-9]{1,3})?e-?[1-9][0-9]?`).Draw(t, "exponent"))
	})
}

func views(s *api.Snapshot) api.Number { return Read(s, "viewCount").Value }
