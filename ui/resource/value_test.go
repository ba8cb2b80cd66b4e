package resource_test

import (
	"slices"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/findings"
	"channeldeck/api/fleet"
	"channeldeck/api/history"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// From one value follow the cell, the copy, what the filter searches, the printed text, the file and
// the JSON.
func TestEverythingFollowsFromTheValue(t *testing.T) {
	at := time.Date(2026, 5, 20, 9, 30, 0, 0, time.UTC)
	interval := history.Interval{After: at.Add(-time.Hour), Before: at}
	for name, test := range map[string]struct {
		value                                       resource.Value
		cell, copied, searched, printed, file, json string
	}{
		"unknown":   {json: "null"},
		"blank":     {value: resource.Blank(), cell: " ", copied: " ", searched: " ", json: "null"},
		"text":      {resource.TextValue("a"), "a", "a", "a", "a", "a", `"a"`},
		"digits":    {resource.TextValue("12"), "12", "12", "12", "12", "12", `"12"`},
		"number":    {resource.CountValue(0), "0", "0", "0", "0", "0", "0"},
		"read":      {resource.CountValue(5).Reads("five"), "five", "five", "five", "five", "5", "5"},
		"range":     {resource.RangeValue(api.Int(5), api.Int(9), ""), "5–9", "5–9", "5–9", "5–9", "5–9", "5"},
		"at least":  {resource.RangeValue(api.Int(5), api.Number{}, "h"), "≥5h", "≥5h", "≥5h", "≥5h", "≥5h", "5"},
		"exact":     {resource.RangeValue(api.Int(5), api.Int(5), ""), "5", "5", "5", "5", "5", "5"},
		"no range":  {value: resource.RangeValue(api.Number{}, api.Int(5), ""), json: "null"},
		"partial":   {resource.CountValue(5).InFiles(api.Number{}), "5", "5", "5", "5", "", "null"},
		"word":      {resource.WordValue("dy", "Douyin"), "Douyin", "Douyin", "Douyin", "Douyin", "dy", `"dy"`},
		"ranked":    {resource.RankedValue("no", "No", 1), "No", "No", "No", "No", "no", `"no"`},
		"reference": {resource.ReferenceValue("g1", "Spring"), "Spring", "g1", "Spring", "g1", "g1", `"g1"`},
		"flag":      {viewIn(t, words.English).Flag(true), "yes", "yes", "yes", "yes", "true", "true"},
		"time": {
			resource.TimeValue(at), "2026-05-20T09:30:00Z", "2026-05-20T09:30:00Z", "2026-05-20T09:30:00Z",
			"2026-05-20T09:30:00Z", "2026-05-20T09:30:00Z", `"2026-05-20T09:30:00Z"`,
		},
		"sent":    {resource.SentTime(api.SomeTime("soon")), "soon", "soon", "soon", "soon", "soon", `"soon"`},
		"no time": {value: resource.SentTime(api.Time{}), json: "null"},
		"also":    {resource.TextValue("a").Also("b"), "a", "a", "a b", "a", "a", `"a"`},
		"interval": {
			resource.IntervalValue(interval), "2026-05-20T08:30:00Z/2026-05-20T09:30:00Z",
			"2026-05-20T08:30:00Z/2026-05-20T09:30:00Z", "2026-05-20T08:30:00Z/2026-05-20T09:30:00Z",
			"2026-05-20T08:30:00Z/2026-05-20T09:30:00Z", "2026-05-20T08:30:00Z/2026-05-20T09:30:00Z",
			`{"after":"2026-05-20T08:30:00Z","before":"2026-05-20T09:30:00Z"}`,
		},
	} {
		c := resource.Column[*int]{Of: func(*int) resource.Value { return test.value }}
		json, err := api.Marshal(test.value.JSON())
		got := []string{
			c.CellOf(nil).Text,
			c.CopyOf(nil),
			c.SearchedOf(nil),
			c.DisplayOf(nil),
			c.TextOf(nil),
			string(json),
		}
		want := []string{test.cell, test.copied, test.searched, test.printed, test.file, test.json}
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q (%v)", name, got, want, err)
		}
	}
}

// Values of several kinds stay together, and unknown ones come last, in either direction.
func TestSortByValue(t *testing.T) {
	values := []resource.Value{
		resource.TextValue("10"),
		{},
		resource.CountValue(10),
		resource.TextValue("张"),
		resource.CountValue(9),
		resource.Blank(),
		resource.TimeValue(time.Unix(1, 0)),
		resource.TextValue("阿"),
	}
	rows := []int{0, 1, 2, 3, 4, 5, 6, 7}
	c := resource.Column[int]{Of: func(row int) resource.Value { return values[row] }}
	if got := c.Sort(t.Context(), rows, false); !slices.Equal(got, []int32{4, 2, 6, 0, 7, 3, 1, 5}) {
		t.Errorf("upwards: %v", got)
	}
	if got := c.Sort(t.Context(), rows, true); !slices.Equal(got, []int32{2, 4, 6, 3, 7, 0, 1, 5}) {
		t.Errorf("downwards: %v", got)
	}
	c.Unsorted = true
	if c.IsSorted() {
		t.Error("a column without an order can be sorted by")
	}
}

// columnOf returns the column of a resource.
func columnOf[R any](t *testing.T, r *resource.Resource[R], id string) *resource.Column[R] {
	t.Helper()
	i := slices.IndexFunc(r.Columns, func(c resource.Column[R]) bool { return c.ID == id })
	if i < 0 {
		t.Fatalf("%s has no column %s", r.Name, id)
	}
	return &r.Columns[i]
}

// The length of an incident that is not known is 0 nowhere.
func TestUnknownLengthOfAnIncident(t *testing.T) {
	w := panetest.New(t, panetest.Options{})
	v := w.Context.View
	c := columnOf(t, resource.Incidents(v), "lasted")
	begun := &fleet.IncidentFile{Episode: &findings.Episode{}}
	begun.Began = history.Interval{Before: v.Now()}
	if file, printed := c.TextOf(begun), c.DisplayOf(begun); file != "" || printed != "" {
		t.Errorf("in files %q, printed %q", file, printed)
	}
	begun.Began.Before = v.Now().Add(-3 * time.Hour)
	if file, printed := c.TextOf(begun), c.DisplayOf(begun); file != "≥3h" || printed == "" {
		t.Errorf("after 3 hours in files %q, printed %q", file, printed)
	}
}

// The numbers of a session whose messages are not known are 0 nowhere.
func TestUnknownNumbersOfASession(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	r := resource.Sessions(v)
	row := &resource.Session{Source: "opened"}
	row.ID = "s"
	for _, id := range []string{"turns", "calls", "problems", "messages", "runs", "bytes", "duration"} {
		c := columnOf(t, r, id)
		cell := c.CellOf(row).Text
		file := c.TextOf(row)
		if cell != "" || file != "" {
			t.Errorf("%s: shown %q, in files %q", id, cell, file)
		}
	}
	record, err := api.Marshal(r.JSON(row))
	if want := `{"sessionId":"s","title":""}`; err != nil || string(record) != want {
		t.Errorf("the JSON is %s (%v), want %s", record, err, want)
	}
	row.Source = ""
	record, err = api.Marshal(r.JSON(row))
	if err != nil || api.Member(record, "turns").Kind() != '0' {
		t.Errorf("the JSON of a known session is %s (%v)", record, err)
	}
}

// BenchmarkSort sorts 30,000 accounts.
func BenchmarkSort(b *testing.B) {
	v := panetest.New(b, panetest.Options{}).Context.View
	rows := make([]*api.Account, 30_000)
	for i := range rows {
		n := int64(i) * 7919 % 30_000
		rows[i] = &api.Account{
			ID:            api.Int(n).String(),
			Nickname:      "账号 " + api.Int(n).String(),
			Type:          []string{"douyin", "xhs", "bilibili"}[i%3],
			Status:        api.Int(int64(i % 2)),
			FansCount:     api.Int(n + 1),
			LastStatsTime: api.SomeTime(time.Unix(1_700_000_000+n, 0).UTC().Format("2006-01-02T15:04:05.000Z")),
		}
	}
	r := resource.Accounts(v)
	for _, id := range []string{"nickname", "type", "fansCount", "lastStatsTime", "status"} {
		i := slices.IndexFunc(r.Columns, func(c resource.Column[*api.Account]) bool { return c.ID == id })
		b.Run(id, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				r.Columns[i].Sort(b.Context(), rows, false)
			}
		})
	}
}
