package accounts

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

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
	for _, m := range members(content) {
		f := facts.Fact{Name: m.name, Value: m.value}
		switch {
		case m.value == "null":
			f.Value, f.Tone = c.Theme.Glyphs.Dash, theme.Faint
			f.Note = c.Words.T("accounts.sent_as_null")
		case m.name == "status":
			sign := health(c, a)
			f.Value, f.Tone, f.Note = sign.Text+" "+healthWord(c, a), sign.Tone, a.Status.String()
		case strings.HasSuffix(m.name, "Time") || strings.HasSuffix(m.name, "At"):
			f.Note = whenever(c, m.value, now)
		case m.number:
			f.Value = c.Words.Exact(m.value)
			f.Note = zeroNote(c, a, m)
		}
		listed[m.name] = true
		list = append(list, f)
	}
	for _, n := range append(counts(), count{id: "lastStatsTime"}) {
		if !listed[n.id] {
			list = append(list, facts.Fact{Name: n.id, Value: c.Theme.Glyphs.Dash, Tone: theme.Faint, Note: c.Words.T("accounts.not_sent")})
		}
	}
	return list
}

// zeroNote explains a 0 that was never counted.
func zeroNote(c *pane.Context, a row, m member) string {
	if m.value != "0" || !strings.HasSuffix(m.name, "Count") {
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

// member is a member of a JSON object: a string as its text, all else as JSON.
type member struct {
	name, value string
	number      bool
}

func members(object jsontext.Value) []member {
	dec := jsontext.NewDecoder(strings.NewReader(string(object)), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if t, err := dec.ReadToken(); err != nil || t.Kind() != '{' {
		return nil
	}
	var list []member
	for dec.PeekKind() == '"' {
		name, err := dec.ReadToken()
		if err != nil {
			break
		}
		m := member{name: name.String()}
		value, err := dec.ReadValue()
		if err != nil {
			break
		}
		m.value, m.number = string(value), value.Kind() == '0'
		if value.Kind() == '"' {
			if s, err := jsontext.AppendUnquote(nil, value); err == nil {
				m.value = string(s)
			}
		}
		list = append(list, m)
	}
	return list
}
