package accounts

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/widget/facts"
)

// fields are all members of an account in the order in which they are written,
// those that the interface does not list at the end.
func fields(c *pane.Context, a row, now time.Time) []facts.Fact {
	content, err := json.Marshal(a)
	if err != nil {
		return []facts.Fact{{Name: "JSON", Value: err.Error(), Tone: theme.Bad}}
	}
	var list []facts.Fact
	listed := map[string]bool{}
	for name, v := range api.Members(content) {
		f := facts.Fact{Name: name, Value: string(v)}
		if s, ok := pane.TextOf(v); ok {
			f.Value = s
		}
		switch {
		case v.Kind() == 'n':
			f = c.Absent(name, true)
		case name == "status":
			sign := health(c, a)
			f.Value, f.Tone, f.Note = sign.Text+" "+healthWord(c, a), sign.Tone, a.Status.String()
		case strings.HasSuffix(name, "Time") || strings.HasSuffix(name, "At"):
			f.Note = whenever(c, f.Value, now)
		case v.Kind() == '0':
			f.Value, f.Note = c.Words.Exact(f.Value), zeroNote(c, a, f)
		}
		listed[name] = true
		list = append(list, c.Clip(f))
	}
	for _, n := range append(counts(), count{id: "lastStatsTime"}) {
		if !listed[n.id] {
			list = append(list, c.Absent(n.id, false))
		}
	}
	return list
}

// zeroNote explains a 0 that was never counted.
func zeroNote(c *pane.Context, a row, f facts.Fact) string {
	if f.Value != "0" || !strings.HasSuffix(f.Name, "Count") {
		return ""
	}
	if _, taken := a.LastStatsTime.Get(); taken {
		return ""
	}
	return c.Words.T("accounts.never_fetched")
}

// whenever writes a time in the person's zone and how long ago it was; "" for
// what is no time.
func whenever(c *pane.Context, s string, now time.Time) string {
	t, ok := parseTime(api.Some(s))
	if !ok {
		return ""
	}
	return c.Words.Time(t.Local()) + " " + c.Theme.Glyphs.Between + " " + c.Words.Ago(t, now)
}
