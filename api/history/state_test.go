package history

import (
	"testing"
	"time"

	"channeldeck/api"
)

// States with fewer counts are read, and those of other versions: without a group, and with more counts.
func TestStates(t *testing.T) {
	const fans, income = api.CountFans, api.CountIncome
	for _, tt := range []struct {
		state, status string
		counts        map[api.Count]string
		group         string
	}{
		{
			`1,10,,,,,,,3,12.50,"g"`,
			"1",
			map[api.Count]string{fans: "10", api.CountWorks: "3", income: "12.50"},
			"g",
		},
		{
			`1,10,,,,,,,3,12.50`,
			"1",
			map[api.Count]string{fans: "10", api.CountWorks: "3", income: "12.50"},
			"",
		},
		{`0,10,20`, "0", map[api.Count]string{fans: "10", api.CountFollowing: "20"}, ""},
		{`0,10,"g"`, "0", map[api.Count]string{fans: "10"}, "g"},
		{`0,1,2,3,4,5,6,7,8,9,10,11,"g"`, "0", map[api.Count]string{fans: "1", income: "9"}, "g"},
		{`-1,,"a,\"b]\u4e2d"`, "-1", nil, `a,"b]中`},
		{`,5,"g"`, "", map[api.Count]string{fans: "5"}, "g"},
		{`,"g"`, "", nil, "g"},
		{`,""`, "", nil, ""},
	} {
		var c Counts
		if err := c.read(7, []byte(tt.state)); err != nil {
			t.Errorf("%s: %v", tt.state, err)
		}
		if c.Status.String() != tt.status || c.Group != tt.group || c.Gone || !c.At.Equal(time.UnixMilli(7)) {
			t.Errorf("%s: %+v", tt.state, c)
		}
		if of, want := c.Values[fans], tt.counts[fans]; of.String() != want {
			t.Errorf("%s: %s followers, want %s", tt.state, of, want)
		}
		for of, n := range c.Values {
			if want, known := tt.counts[api.Count(of)]; known && n.String() != want {
				t.Errorf("%s: %s is %s, want %s", tt.state, api.Count(of), n, want)
			}
		}
	}
	for _, state := range []string{`{}`, `[1,2]`, `1,true`, `1,null`, `1,{}`, `1x`, `1,"g`, `1,"g"x`} {
		var c Counts
		if err := c.read(7, []byte(state)); err == nil {
			t.Errorf("%s is read as %+v", state, c)
		}
	}
	c := Counts{Group: "g", Status: api.Int(1)}
	if err := c.read(9, nil); err != nil || c != (Counts{At: time.UnixMilli(9), Gone: true}) {
		t.Errorf("gone: %+v, %v", c, err)
	}
}

// A state that is read in place of another one has its own group, also if that one looks like the quoted one.
func TestGroupAfterAnotherState(t *testing.T) {
	var c Counts
	for _, tt := range []struct{ state, group string }{
		{`1,"g"`, "g"},
		{`0,"g"`, "g"},
		{`1,"h"`, "h"},
		{`1`, ""},
		{`1,"\\u4e2d"`, `\u4e2d`},
		{`1,"\u4e2d"`, "中"},
		{`1,"中"`, "中"},
		{`1,""`, ""},
	} {
		if err := c.read(7, []byte(tt.state)); err != nil || c.Group != tt.group {
			t.Errorf("%s: %q, want %q, error %v", tt.state, c.Group, tt.group, err)
		}
	}
}

// A state has the known numbers and the group.
func TestStateIsWritten(t *testing.T) {
	a := &api.Account{
		Counted:   true,
		GroupID:   "a,\"b\x00",
		Status:    api.Int(1),
		FansCount: api.Int(10),
		WorkCount: api.Int(3),
	}
	state, err := appendState([]byte("before"), a)
	if want := `before1,10,,,,,,,3,"a,\"b` + "\uFFFD" +
		`"`; err != nil || string(state) != want {
		t.Errorf("%s, want %s, error %v", state, want, err)
	}
	unknown, err := appendState(nil, &api.Account{})
	if want := `,""`; err != nil || string(unknown) != want {
		t.Errorf("%s, want %s, error %v", unknown, want, err)
	}
	a.Status = api.Int(0)
	a.RelayAccountRef = api.SomeText("ref")
	a.Nickname = "ref"
	down, err := appendState(nil, a)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(turnState(down, state[len("before"):])); got != "[-1,1]" {
		t.Errorf("turn %s", got)
	}
	if got := string(turnState(nil, down)); got != "[null,-1]" {
		t.Errorf("turn of an account that is gone: %s", got)
	}
}

// The time of the statistics of an account is that of then where it was not renewed since. A text that is no
// time is kept.
func TestTimeOfStatisticsOfThen(t *testing.T) {
	at := time.Date(2026, 5, 20, 9, 0, 0, 0, time.UTC)
	for sent, want := range map[string]string{
		"2026-05-19T09:00:00.000Z": "2026-05-19T09:00:00.000Z",
		"2026-05-21T09:00:00.000Z": "",
		"1970-01-01T00:00:00.000Z": "1970-01-01T00:00:00.000Z",
		"yesterday":                "yesterday",
		"":                         "",
	} {
		a := &api.Account{ID: "a", Type: "youtube", Status: api.Int(1), LastStatsTime: api.SomeTime(sent)}
		then := AccountThen(a, &Counts{At: at, Status: api.Int(1)}, "", at)
		if got := then.LastStatsTime.Or(""); got != want {
			t.Errorf("%q: %q, not %q", sent, got, want)
		}
		if then.Fetched() != (want != "" && want[:4] != "1970") {
			t.Errorf("%q: fetched %v", sent, then.Fetched())
		}
	}
}

// The ID of an item does not repeat the platform with which most IDs of accounts begin.
func TestItemIDs(t *testing.T) {
	for _, tt := range []struct{ platform, id, want string }{
		{"x", "a", "x/a"},
		{"x", "x_a", "x/_a"},
		{"x", "x_x_a", "x/_x_a"},
		{"x", "x_", "x/_"},
		{"x", "xa", "x/xa"},
		{"x", "y_a", "x/y_a"},
		{"x", "_a", "x//_a"},
		{"x", "/a", "x///a"},
		{"x", "a/b_c", "x/a/b_c"},
		{"x", "", "x/"},
		{"", "a", "/a"},
		{"", "_a", "/_a"},
	} {
		k := AccountKey{Platform: tt.platform, ID: tt.id}
		if got := k.itemID(); got != tt.want || keyOf(got) != k {
			t.Errorf("%q: %q, want %q, of %q", k, got, tt.want, keyOf(got))
		}
	}
}
