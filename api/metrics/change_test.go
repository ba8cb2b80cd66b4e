package metrics

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"channeldeck/api"

	"github.com/go-json-experiment/json/jsontext"
	"pgregory.net/rapid"
)

func TestNames(t *testing.T) {
	h := history([]api.Snapshot{
		snap("a", 0, "shareCount", 1, "likeCount", 2),
		snap("b", 1, "playCount", 1, "shareCount", 2, "viewCount", 3),
	})
	got := strings.Join(Names(h.Entries()), " ")
	if want := "viewCount likeCount shareCount playCount"; got != want {
		t.Errorf("names %s, want %s", got, want)
	}
}

// Each platform has its own metrics. The one that tells how many saw a work comes first and is the
// basis of its rate; what was never sent is not listed.
func TestMetricsOfPlatforms(t *testing.T) {
	for platform, tt := range map[string]struct {
		s                  api.Snapshot
		names, basis, main string
	}{
		"youtube": {
			snap("a", 0, "viewCount", 5, "likeCount", 2, "commentCount", 1),
			"viewCount likeCount commentCount",
			"viewCount",
			"viewCount",
		},
		"twitter": {
			snap("a", 0, "likeCount", 2, "impressionCount", 9, "saveCount", 1),
			"impressionCount likeCount saveCount",
			"impressionCount",
			"impressionCount",
		},
		"instagram": {
			snap("a", 0, "reachCount", 9, "likeCount", 2),
			"reachCount likeCount",
			"reachCount",
			"reachCount",
		},
		"facebook": {
			snap("a", 0, "clickCount", 2, "engagementCount", 3, "impressionCount", 9),
			"impressionCount clickCount engagementCount",
			"impressionCount",
			"impressionCount",
		},
		"a pin": {
			snap("a", 0, "impressionCount", 9, "saveCount", 1, "viewCount", 0),
			"impressionCount viewCount saveCount",
			"impressionCount",
			"impressionCount",
		},
		"a new one": {snap("a", 0, "viewCount", 0, "likeCount", 0), "viewCount likeCount", "viewCount", "viewCount"},
		"no basis":  {snap("a", 0, "shareCount", 1, "likeCount", 2), "likeCount shareCount", "", "likeCount"},
		"nothing":   {snap("a", 0), "viewCount likeCount commentCount", "", ""},
	} {
		entries := history([]api.Snapshot{tt.s}).Entries()
		if got := strings.Join(Names(entries), " "); got != tt.names || Basis(entries) != tt.basis ||
			Main(entries) != tt.main {
			t.Errorf("%s: %s, basis %q, main %q", platform, got, Basis(entries), Main(entries))
		}
	}
}

// Works are compared by metrics that all of them have.
func TestCommon(t *testing.T) {
	views := history([]api.Snapshot{snap("a", 0, "viewCount", 5, "likeCount", 2, "shareCount", 1)}).Entries()
	impressions := history([]api.Snapshot{
		snap("a", 0, "likeCount", 2, "impressionCount", 9),
		snap("b", 1, "shareCount", 4),
	}).Entries()
	clicks := history([]api.Snapshot{snap("a", 0, "clickCount", 2)}).Entries()
	if got := strings.Join(Common(views, impressions), " "); got != "likeCount shareCount" {
		t.Errorf("of two: %s", got)
	}
	if got := Common(views, impressions, clicks); len(got) != 0 {
		t.Errorf("of three: %s", got)
	}
	order := []string{"likeCount", "reachCount", "viewCount", "clickCount", "impressionCount"}
	slices.SortFunc(order, CompareNames)
	if got := strings.Join(order, " "); got != "viewCount impressionCount reachCount clickCount likeCount" {
		t.Errorf("order %s", got)
	}
}

func TestNamesEnd(t *testing.T) {
	s := snap("a", 0)
	for i := range 2000 {
		s.Metrics = append(s.Metrics, api.Metric{Name: strconv.Itoa(i), Value: api.Int(1)})
	}
	if n := len(Names(history([]api.Snapshot{s}).Entries())); n != 500 {
		t.Errorf("%d names", n)
	}
}

func TestRead(t *testing.T) {
	s := snap("a", 0, "viewCount", 0, "playCount", "1.50")
	s.Metrics = append(s.Metrics,
		api.Metric{Name: "likeCount", Raw: jsontext.Value("null")},
		api.Metric{Name: "saveCount"},
		api.Metric{Name: "commentCount", Raw: jsontext.Value(`"many"`)})
	for name, want := range map[string]struct {
		value string
		why   Reason
	}{
		"viewCount":    {"0", Known},
		"likeCount":    {"", NotSent},
		"saveCount":    {"", NotSent},
		"commentCount": {"", NotANumber},
		"playCount":    {"1.50", Known},
		"reachCount":   {"", NotSent},
	} {
		r := Read(&s, name)
		if r.Value.String() != want.value || r.Why != want.why {
			t.Errorf("%s is %q, reason %q; want %q, %q", name, r.Value, r.Why, want.value, want.why)
		}
	}
	h := history([]api.Snapshot{s})
	if r := h.Read(0, []string{"commentCount"})[0]; string(r.Raw) != `"many"` {
		t.Errorf("what was sent instead of a number: %s", r.Raw)
	}
}

func TestChange(t *testing.T) {
	const day = 86400
	for name, c := range map[string]struct {
		before, after api.Snapshot
		absolute      string
		percent, hour float64
		why           [3]Reason
	}{
		"grows": {snap("a", 0, "viewCount", 200), snap("b", 1800, "viewCount", 250), "50", 25, 100, [3]Reason{}},
		"falls": {
			snap("a", 0, "viewCount", 200),
			snap("b", 7200, "viewCount", 150),
			"-50",
			-25,
			-25,
			[3]Reason{},
		},
		"stays": {snap("a", 0, "viewCount", 7), snap("b", day, "viewCount", 7), "0", 0, 0, [3]Reason{}},
		"from 0": {
			snap("a", 0, "viewCount", 0),
			snap("b", 3600, "viewCount", 5),
			"5",
			0,
			5,
			[3]Reason{Known, ZeroBase, Known},
		},
		"0 to 0": {
			snap("a", 0, "viewCount", 0),
			snap("b", 3600, "viewCount", 0),
			"0",
			0,
			0,
			[3]Reason{Known, ZeroBase, Known},
		},
		"to 0": {snap("a", 0, "viewCount", 4), snap("b", 3600, "viewCount", 0), "-4", -100, -4, [3]Reason{}},
		"negative": {
			snap("a", 0, "viewCount", -10),
			snap("b", 3600, "viewCount", -5),
			"",
			0,
			0,
			[3]Reason{Negative, Negative, Negative},
		},
		"2^53": {
			snap("a", 0, "viewCount", "9007199254740992"),
			snap("b", 3600, "viewCount", "9007199254740993"),
			"1",
			100.0 / 9007199254740992,
			1,
			[3]Reason{},
		},
		"fraction": {
			snap("a", 0, "viewCount", "0.1"),
			snap("b", 3600, "viewCount", "0.3"),
			"0.2",
			200,
			0.2,
			[3]Reason{},
		},
		"no time": {
			snap("a", 0, "viewCount", 1),
			snap("b", 0, "viewCount", 2),
			"1",
			100,
			0,
			[3]Reason{Known, Known, TooSoon},
		},
		"in seconds": {
			snap("a", 0, "viewCount", 100),
			snap("b", 59, "viewCount", 134),
			"34",
			34,
			0,
			[3]Reason{Known, Known, TooSoon},
		},
		"in a minute": {snap("a", 0, "viewCount", 100), snap("b", 60, "viewCount", 101), "1", 1, 60, [3]Reason{}},
		"gone":        {snap("a", 0, "viewCount", 1), snap("b", 1), "", 0, 0, [3]Reason{NotSent, NotSent, NotSent}},
		"came": {
			snap("a", 0),
			snap("b", 1, "viewCount", 1),
			"",
			0,
			0,
			[3]Reason{NotSentBefore, NotSentBefore, NotSentBefore},
		},
		"never there": {snap("a", 0), snap("b", 1), "", 0, 0, [3]Reason{NotSent, NotSent, NotSent}},
		"too large": {
			snap("a", 0, "viewCount", "1e9999"),
			snap("b", 1, "viewCount", 1),
			"",
			0,
			0,
			[3]Reason{Known, Known, TooSoon},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got := history([]api.Snapshot{c.before, c.after}).Read(1, []string{"viewCount"})[0].Change
			if why := [3]Reason{got.Absolute.Why, got.Percent.Why, got.PerHour.Why}; why != c.why {
				t.Fatalf("reasons %q, want %q", why, c.why)
			}
			if c.absolute != "" && got.Absolute.Value.String() != c.absolute {
				t.Errorf("absolute %s, want %s", got.Absolute.Value, c.absolute)
			}
			if percent, _ := got.Percent.Value.Float64(); percent != c.percent {
				t.Errorf("percent %v, want %v", percent, c.percent)
			}
			if hour, _ := got.PerHour.Value.Float64(); hour != c.hour {
				t.Errorf("per hour %v, want %v", hour, c.hour)
			}
		})
	}
}

func TestFirstSnapshotHasNoChange(t *testing.T) {
	c := history([]api.Snapshot{snap("a", 0, "viewCount", 1)}).Read(0, []string{"viewCount"})[0].Change
	if c.Absolute.Why != NoEarlier || c.Percent.Why != NoEarlier || c.PerHour.Why != NoEarlier {
		t.Errorf("%+v", c)
	}
}

// Snapshots without a time are of the time of their calls.
func TestChangeWithoutTimes(t *testing.T) {
	untimed := func(id string, v int64) api.WorkDetail {
		return api.WorkDetail{
			Snapshots: []api.Snapshot{{ID: id, Metrics: api.Metrics{{Name: "viewCount", Value: api.Int(v)}}}},
		}
	}
	h := new(History)
	h.Add(untimed("u", 10), time.Unix(0, 0))
	h.Add(untimed("v", 15), time.Unix(3600, 0))
	c := h.Read(1, []string{"viewCount"})[0].Change
	if c.Absolute.Value.String() != "5" || c.Percent.Value.String() != "50" || c.PerHour.Value.String() != "5" {
		t.Errorf("%+v", c)
	}
}

func TestReadTextInPlaceOfANumber(t *testing.T) {
	text := api.Snapshot{ID: "a", Metrics: api.Metrics{{Name: "viewCount", Raw: jsontext.Value(`"1"`)}}}
	h := history([]api.Snapshot{text}, []api.Snapshot{snap("b", 0, "viewCount", 2)})
	names := []string{"viewCount"}
	at := slices.IndexFunc(h.Entries(), func(e *Entry) bool { return e.Snapshot.ID == "a" })
	if r := h.Read(at, names)[0]; r.Why != NotANumber || r.Value.IsSet() {
		t.Errorf("%+v", r)
	}
}

func TestChangesAddUp(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(anyNumber(), 2, 20).Draw(t, "values")
		var s []api.Snapshot
		for i, v := range values {
			s = append(s, snap(string(rune('a'+i)), int64(60*i), "viewCount", v.String()))
		}
		h := history(s)
		sum := values[0]
		for i := 1; i < len(values); i++ {
			c := h.Read(i, []string{"viewCount"})[0].Change
			if values[i-1].Sign() < 0 || values[i].Sign() < 0 { // unknown: the sum begins anew
				if c.Absolute.Why != Negative {
					t.Fatalf("from %s to %s: %s", values[i-1], values[i], c.Absolute.Why)
				}
				sum = values[i]
				continue
			}
			if c.Absolute.Why != Known {
				t.Fatalf("no change from %s to %s: %s", values[i-1], values[i], c.Absolute.Why)
			}
			sum = sum.Add(c.Absolute.Value)
			if c.Percent.Why == Known && c.PerHour.Why == Known && c.Percent.Value.Sign() != c.PerHour.Value.Sign() {
				t.Fatalf("percent %v and per hour %v of one change", c.Percent.Value, c.PerHour.Value)
			}
		}
		if sum.Cmp(values[len(values)-1]) != 0 {
			t.Fatalf("changes lead to %s, not to %s", sum, values[len(values)-1])
		}
	})
}
