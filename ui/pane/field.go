package pane

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/input"
)

// Absent is a field without a value: a dash, and whether it was null or missing. A
// missing value is never shown as 0.
func (c *Context) Absent(name string, null bool) facts.Fact {
	f := facts.Fact{Name: name, Value: c.Theme.Glyphs.Dash, Tone: theme.Faint, Note: c.Words.T("field.not_sent"), Missing: !null}
	if null {
		f.Note = c.Words.T("field.null")
	}
	return f
}

// Optional is a string field that may be missing.
func (c *Context) Optional(name string, v api.Opt[string]) facts.Fact {
	s, sent := v.Get()
	switch {
	case !sent:
		return c.Absent(name, v.IsNull())
	case s == "":
		return facts.Fact{Name: name, Value: c.Theme.Glyphs.Dash, Tone: theme.Faint, Note: c.Words.T("field.empty")}
	}
	return c.Clip(facts.Fact{Name: name, Value: s})
}

// FieldNotice says what a text field did not take of what was typed or pasted.
func (c *Context) FieldNotice(changed input.Changed) Notice {
	var said []string
	if n := changed.Hidden; n > 0 {
		said = append(said, c.Words.N("field.hidden", n))
	}
	if n := changed.Omitted; n > 0 {
		said = append(said, c.Words.T("field.full", "Limit", c.Words.Int(changed.Limit), "Omitted", c.Words.Int(n)))
	}
	return Notice{Level: Warning, Text: strings.Join(said, " ")}
}

// Unlisted are the members of an object that the interface does not list, in the
// order of the response: strings as text, everything else as JSON.
func (c *Context) Unlisted(object jsontext.Value) []facts.Fact {
	var list []facts.Fact
	for name, v := range api.Members(object) {
		f := facts.Fact{Name: name, Value: string(v), Note: c.Words.T("field.unlisted"), Tone: theme.Code}
		if s, ok := TextOf(v); ok {
			f.Value, f.Tone = s, theme.Plain
		}
		list = append(list, c.Clip(f))
	}
	return list
}

// Value is a member of an object: its text, its number, yes or no, or its JSON.
func (c *Context) Value(name string, v jsontext.Value) facts.Fact {
	f := facts.Fact{Name: name, Value: string(v)}
	switch v.Kind() {
	case 't':
		f.Value, f.Tone = c.Theme.Glyphs.Normal+" "+c.Words.T("field.yes"), theme.Good
	case 'f':
		f.Value, f.Tone = c.Words.T("field.no"), theme.Muted
	case 'n':
		return c.Absent(name, true)
	case '0':
		f.Value = c.Words.Exact(f.Value)
	case '"':
		if f.Value, _ = TextOf(v); f.Value == "" {
			f.Value, f.Tone, f.Note = c.Theme.Glyphs.Dash, theme.Faint, c.Words.T("field.empty")
		}
	}
	return f
}

// Members lists the members of a row in the order in which they were sent, then
// those of names that were not sent. The message ROWS.column.MEMBER is the label;
// a member without one is undocumented. edit may change the fact of a member.
func (c *Context) Members(rows string, row any, names []string, edit func(member string, f *facts.Fact)) []facts.Fact {
	content, err := api.Marshal(row)
	if err != nil {
		return []facts.Fact{{Name: "JSON", Value: err.Error(), Tone: theme.Bad}}
	}
	var list []facts.Fact
	sent := map[string]bool{}
	for member, v := range api.Members(content) {
		f := c.Value(member, v)
		label := rows + ".column." + member
		switch _, bad := malformed(row, member); {
		case bad:
			f.Value, f.Tone, f.Note = string(v), theme.Warn, c.Words.T("field.malformed")
		case !c.Words.Has(label):
			f.Note = c.Words.T("field.unlisted")
		case strings.HasSuffix(member, "Time") || strings.HasSuffix(member, "At"):
			if at, ok := api.ParseTime(f.Value); ok {
				f.Value, f.Note = c.Time(at), c.Words.Ago(at, c.Now())
			}
			edit(member, &f)
		default:
			edit(member, &f)
		}
		if c.Words.Has(label) {
			f.Name = c.Words.T(label)
		}
		sent[member], f.ID = true, member
		list = append(list, c.Clip(f))
	}
	for _, name := range names {
		if !sent[name] {
			f := c.Absent(c.Words.T(rows+".column."+name), false)
			f.ID = name
			list = append(list, f)
		}
	}
	return list
}

// malformed returns the value of a malformed field of a row, as it was received.
func malformed(row any, field string) (jsontext.Value, bool) {
	if r, ok := row.(interface{ Malformed() *api.Malformed }); ok {
		return r.Malformed().Field(field)
	}
	return nil, false
}

// TextOf returns the text of a JSON string, also if it is not valid UTF-8; ok is
// false for any other value.
func TextOf(v jsontext.Value) (s string, ok bool) {
	if v.Kind() != '"' {
		return "", false
	}
	err := json.Unmarshal(v, &s, jsontext.AllowInvalidUTF8(true))
	return s, err == nil
}

// maxShown is the number of bytes of a value that are shown: a text of megabytes
// would be wrapped on each key press. Copies are complete.
const maxShown = 32 << 10

// Clip shortens a value that is too long to read, and notes its length.
func (c *Context) Clip(f facts.Fact) facts.Fact {
	if size := len(f.Value); size > maxShown {
		f.Value = strings.ToValidUTF8(f.Value[:maxShown], "") + c.Theme.Glyphs.Ellipsis
		f.Note = c.Words.T("field.clipped", "Size", c.Words.Int(size))
	}
	return f
}
