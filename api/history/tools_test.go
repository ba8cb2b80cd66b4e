package history_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/history"
)

// recordTools stores a session that began at a time and calls tools.
func recordTools(t *testing.T, d *history.DB, id string, began time.Time, tools ...history.ToolCalls) {
	t.Helper()
	s := transcriptOf(t, id, "session "+id, began.Add(time.Hour))
	content := s.Describe()
	content.First = began
	content.Tools = tools
	s.Describe = func() history.SessionContent { return content }
	recordSession(d, s)
}

// failing are calls of publish that take some seconds each, with errors.
func failing(seconds []int, errors ...history.ToolError) history.ToolCalls {
	c := history.ToolCalls{Tool: "publish", Calls: len(seconds), Errors: errors}
	for _, s := range seconds {
		c.Times = append(c.Times, time.Duration(s)*time.Second)
	}
	for _, e := range errors {
		c.Failed += e.Count
	}
	return c
}

func toolError(text, example string, count int) history.ToolError {
	return history.ToolError{Text: text, Example: example, Count: count}
}

// The calls, failures, durations and errors of a tool are those of all sessions of the key.
func TestTools(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		list := history.ToolCalls{Tool: "list", Calls: 3}
		recordTools(
			t,
			d,
			"s1",
			day0.Add(-48*time.Hour),
			list,
			failing([]int{1, 9, 4}, toolError("full: # jobs", "full: 7 jobs", 2)),
		)
		recordTools(
			t,
			d,
			"s2",
			day0,
			failing([]int{2}, toolError("full: # jobs", "full: 12 jobs", 1), toolError("no login", "no login", 1)),
		)
		recordTools(t, d, "s3", day0, failing([]int{60, 8}), list)
		other := c
		other.Key = "another"
		recordTools(t, open(t, other), "s1", day0, failing([]int{100}, toolError("full: # jobs", "full: 1 jobs", 1)))

		all, err := d.Sessions().Tools(t.Context())
		if err != nil || len(all) != 2 {
			t.Fatalf("%+v, error %v", all, err)
		}
		p := all[0]
		if p.Name != "publish" || p.Calls != 6 || p.Failed != 4 || p.Sessions != 3 || p.FailedIn != 2 ||
			p.Median.String() != "6000" ||
			p.Others != 0 {
			t.Errorf("publish: %+v", p)
		}
		want := []history.FrequentError{
			{
				Text:     "full: # jobs",
				Example:  "full: 7 jobs", // twice
				Count:    3,
				Sessions: 2,
				Since:    day0.Add(-48 * time.Hour).UTC(),
			},
			{Text: "no login", Example: "no login", Count: 1, Sessions: 1, Since: day0.UTC()},
		}
		if !slices.Equal(p.Errors, want) {
			t.Errorf("errors %+v\nwant %+v", p.Errors, want)
		}
		if l := all[1]; l.Name != "list" || l.Calls != 6 || l.Failed != 0 || l.FailedIn != 0 || l.Median.IsSet() ||
			len(l.Errors) > 0 {
			t.Errorf("list: %+v", l)
		}
		failed, err := d.Sessions().FailedIn(t.Context(), "publish")
		if err != nil || len(failed) != 2 || failed[0].ID != "s1" || failed[1].ID != "s2" {
			t.Errorf("failed in %+v, error %v", failed, err)
		}
		shared := map[history.ErrorID]history.Elsewhere{{
			Tool: "publish",
			Text: "full: # jobs",
		}: {Sessions: 1, Since: time.UnixMilli(day0.Add(-48 * time.Hour).UnixMilli())}}
		if got, err := d.Sessions().Elsewhere(t.Context(), "s2"); err != nil || fmt.Sprint(got) != fmt.Sprint(shared) {
			t.Errorf("elsewhere %v, want %v, error %v", got, shared, err)
		}
		if got, err := d.Sessions().Elsewhere(t.Context(), "s3"); err != nil || len(got) > 0 {
			t.Errorf("elsewhere of a session without errors: %v, error %v", got, err)
		}
	})
}

// Only the most frequent errors of a tool are returned, and the number of the others. The
// calls of a session that is stored again replace those before.
func TestMostFrequentErrors(t *testing.T) {
	t.Parallel()
	onBoth(t, func(t *testing.T, c history.Config) {
		d := open(t, c)
		recordTools(t, d, "s", day0, failing([]int{1}, toolError("gone", "gone", 99)))
		var errors []history.ToolError
		for i := range history.MaxErrors + 2 {
			s := strings.Repeat("错", 240) + string(rune('a'+i))
			errors = append(errors, toolError(s, s+"\x00", i+1))
		}
		s := transcriptOf(t, "s", "again", day0.Add(time.Hour))
		content := s.Describe()
		content.Tools = []history.ToolCalls{failing([]int{1}, errors...)}
		s.Describe = func() history.SessionContent { return content }
		recordSession(d, s)
		all, err := d.Sessions().Tools(t.Context())
		if err != nil || len(all) != 1 || len(all[0].Errors) != history.MaxErrors || all[0].Others != 2 {
			t.Fatalf("%+v, error %v", all, err)
		}
		if e := all[0].Errors[0]; e.Text != errors[history.MaxErrors+1].Text || e.Count != history.MaxErrors+2 {
			t.Errorf("the most frequent error: %+v", e)
		}
	})
}

// Without a history nothing is stored.
func TestToolsWithoutHistory(t *testing.T) {
	var none *history.DB
	if all, err := none.Sessions().Tools(t.Context()); len(all) > 0 || err != nil {
		t.Errorf("%+v, error %v", all, err)
	}
}
