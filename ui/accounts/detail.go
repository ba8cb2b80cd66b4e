package accounts

import (
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
)

// field is a line of the detail view: a member as the service named it, its
// value in full, and what there is to say about it.
type field struct {
	name, value, note string
	tone              theme.Tone
}

// fields are all members of an account in the order in which they are written,
// those that the interface does not list at the end.
func fields(c *pane.Context, a row, now time.Time) []field {
	content, err := json.Marshal(a)
	if err != nil {
		return []field{{name: "JSON", value: err.Error(), tone: theme.Bad}}
	}
	var list []field
	listed := map[string]bool{}
	for _, m := range members(content) {
		f := field{name: m.name, value: m.value}
		switch {
		case m.value == "null":
			f.value, f.tone = c.Theme.Glyphs.Dash, theme.Faint
			f.note = c.Words.T("accounts.sent_as_null")
		case m.name == "status":
			sign := health(c, a)
			f.value, f.tone, f.note = sign.Text+" "+healthWord(c, a), sign.Tone, a.Status.String()
		case strings.HasSuffix(m.name, "Time") || strings.HasSuffix(m.name, "At"):
			f.note = whenever(c, m.value, now)
		case m.number:
			f.value = c.Words.Exact(m.value)
			f.note = zeroNote(c, a, m)
		}
		listed[m.name] = true
		list = append(list, f)
	}
	for _, n := range append(counts(), count{id: "lastStatsTime"}) {
		if !listed[n.id] {
			list = append(list, field{name: n.id, value: c.Theme.Glyphs.Dash, tone: theme.Faint, note: c.Words.T("accounts.not_sent")})
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

// detail draws fields, from line top on, within width and height; it returns
// how many lines there are in all.
func detail(t *theme.Theme, list []field, top, width, height int) (string, int) {
	label := 0
	for _, f := range list {
		label = max(label, min(text.Width(text.Clean(f.name)), 18))
	}
	var lines []string
	for _, f := range list {
		value := text.Wrap(text.Clean(f.value), max(width-label-4, 8))
		note := ""
		if f.note != "" {
			note = "  " + t.Tone(theme.Muted).Render(text.Clean(f.note))
		}
		for i, v := range value {
			name := ""
			if i == 0 {
				name = text.Clean(f.name)
			}
			line := " " + t.Field.Label.Render(text.Left(name, label)) + "  " + t.Tone(f.tone).Render(v)
			if i == len(value)-1 && text.Width(line)+text.Width(note) <= width {
				line += note
				note = ""
			}
			lines = append(lines, line)
		}
		if note != "" {
			lines = append(lines, text.Blank(label+1)+note)
		}
	}
	top = max(min(top, len(lines)-height), 0)
	return strings.Join(lines[top:min(top+height, len(lines))], "\n"), len(lines)
}
