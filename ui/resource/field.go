package resource

import (
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/bar"
)

// Fact is a value with its name. Texts may be hostile: who draws a fact cleans it.
type Fact struct {
	Name  string
	Value string
	Note  string // a remark about the value
	Tone  theme.Tone
	Link  string // the web address that the value leads to, "" for none
	ID    string // the name of the field in the interface, "" for none

	Missing  bool // the field was not sent
	Unlisted bool // the interface does not list the field
	Right    bool // the value is a number, aligned with the others that are
}

// Absent is a field without a value: a dash, and a word if it was not sent. It is never shown as 0.
func (v *View) Absent(name string, null bool) Fact {
	f := Fact{
		Name:    name,
		Value:   v.Theme.Glyphs.Dash,
		Tone:    theme.Faint,
		Missing: !null,
	}
	if !null {
		f.Note = v.Words.T("field.not_sent")
	}
	return f
}

// Optional is a string field that may be missing.
func (v *View) Optional(name string, value api.Opt[string]) Fact {
	s, sent := value.Get()
	if !sent {
		return v.Absent(name, value.IsNull())
	}
	if s == "" {
		return Fact{
			Name:  name,
			Value: v.Theme.Glyphs.Dash,
			Tone:  theme.Faint,
			Note:  v.Words.T("field.empty"),
		}
	}
	return v.Clip(Fact{Name: name, Value: s})
}

// Unlisted are the members of an object that the interface does not list, in the
// order of the response: strings as text, everything else as JSON.
func (v *View) Unlisted(object jsontext.Value) []Fact {
	var list []Fact
	for name, value := range api.Members(object) {
		f := Fact{
			Name:     name,
			Value:    string(value),
			Note:     v.Words.T("field.unlisted"),
			Unlisted: true,
			Tone:     theme.Code,
		}
		if s, ok := TextOf(value); ok {
			f.Value = s
			f.Tone = theme.Plain
		}
		list = append(list, v.Clip(f))
	}
	return list
}

// Value is a member of an object: its text, its number, yes or no, or its JSON.
func (v *View) Value(name string, value jsontext.Value) Fact {
	f := Fact{Name: name, Value: string(value)}
	switch value.Kind() {
	case 't':
		f.Value = v.Theme.Glyphs.Normal + " " + v.Words.T("field.yes")
		f.Tone = theme.Good
	case 'f':
		f.Value = v.Words.T("field.no")
		f.Tone = theme.Muted
	case 'n':
		return v.Absent(name, true)
	case '0':
		f.Value = v.Words.Exact(f.Value)
	case '"':
		f.Value, _ = TextOf(value)
		if f.Value == "" {
			f.Value = v.Theme.Glyphs.Dash
			f.Tone = theme.Faint
			f.Note = v.Words.T("field.empty")
		}
	}
	return f
}

// Members lists the members of a row in the order in which they were sent, then
// those of names that were not sent. The message ROWS.column.MEMBER is the label;
// a member without one is undocumented. edit may change the fact of a member.
func (v *View) Members(
	rows string,
	row any,
	names []string,
	edit func(member string, f *Fact),
) []Fact {
	content, err := api.Marshal(row)
	if err != nil {
		return []Fact{{Name: "JSON", Value: err.Error(), Tone: theme.Bad}}
	}
	var list []Fact
	sent := map[string]bool{}
	for member, value := range api.Members(content) {
		f := v.Value(member, value)
		label := rows + ".column." + member
		switch _, bad := Malformed(row, member); {
		case bad:
			f.Value = string(value)
			f.Tone = theme.Warn
			f.Note = v.Words.T("field.malformed")
		case !v.Words.Has(label):
			f.Note = v.Words.T("field.unlisted")
			f.Unlisted = true
		case strings.HasSuffix(member, "Time") || strings.HasSuffix(member, "At"):
			if at, ok := api.ParseTime(f.Value); ok {
				f.Value = v.Time(at)
				f.Note = v.Words.Ago(at, v.Now())
			}
			edit(member, &f)
		default:
			edit(member, &f)
		}
		if v.Words.Has(label) {
			f.Name = v.Words.T(label)
		}
		sent[member] = true
		f.ID = member
		list = append(list, v.Clip(f))
	}
	for _, name := range names {
		if !sent[name] {
			f := v.Absent(v.Words.T(rows+".column."+name), false)
			f.ID = name
			list = append(list, f)
		}
	}
	return list
}

// Malformed returns the value of a malformed field of a row, as it was received.
func Malformed(row any, field string) (jsontext.Value, bool) {
	r, ok := row.(interface{ Malformed() *api.Malformed })
	if ok {
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
func (v *View) Clip(f Fact) Fact {
	if size := len(f.Value); size > maxShown {
		f.Value = strings.ToValidUTF8(f.Value[:maxShown], "") + v.Theme.Glyphs.Ellipsis
		f.Note = v.Words.T("field.clipped", "Size", v.Words.Int(size))
	}
	return f
}

// Block is a part of an inspector under a heading.
type Block struct {
	Title string                   // "" for none
	Lines func(width int) []string // nil for none
	Facts []Fact                   // below Lines
	// instead of Lines, for what is cut to a few lines: as many more as the inspector leaves blank show the rest
	Longer func(width, more int) []string
	Wide   bool // left out of narrow inspectors

	Markdown string // instead of Lines; "" for none
}

// Note returns a muted sentence as lines of a block.
func (v *View) Note(sentence string, width int) []string {
	return v.Paragraph(sentence, width, theme.Muted)
}

// Beginning returns a sentence as at most a number of lines of a block. The last one ends with an ellipsis if that
// cuts it.
func (v *View) Beginning(sentence string, width, most int, tone theme.Tone) []string {
	lines := text.Wrap(text.Clean(sentence), max(width-2, 4))
	if len(lines) > most {
		last := strings.Join(lines[most-1:], " ")
		lines = append(lines[:most-1], text.Cut(last, max(width-2, 4)))
	}
	return indented(v.Theme, lines, width, tone)
}

// Paragraph returns a sentence in a tone as lines of a block.
func (v *View) Paragraph(sentence string, width int, tone theme.Tone) []string {
	return indented(v.Theme, text.Wrap(text.Clean(sentence), max(width-2, 4)), width, tone)
}

// indented sets lines in a tone, behind the margin of a block.
func indented(t *theme.Theme, lines []string, width int, tone theme.Tone) []string {
	for i, line := range lines {
		lines[i] = text.Cut(" "+t.Paint(tone, line), width)
	}
	return lines
}

// Point returns a sentence behind a sign as lines of a block, which begin below the sentence and not below
// the sign.
func (v *View) Point(sign, sentence string, width int, tone theme.Tone) []string {
	indent := text.Width(sign) + 1
	lines := text.Wrap(text.Clean(sentence), max(width-2-indent, 4))
	for i, line := range lines {
		before := text.Blank(indent)
		if i == 0 {
			before = sign + " "
		}
		lines[i] = text.Cut(" "+v.Theme.Paint(tone, before+line), width)
	}
	return lines
}

// SumFacts are the sums of a tally that are known of an account, with the number of accounts that
// each covers unless it covers all; that all cover the same accounts is said once, behind them.
func (v *View) SumFacts(t *fleet.Tally) []Fact {
	var list []Fact
	covered := map[string]bool{}
	for i, c := range api.SummedCounts() {
		sum := t.Sums[i]
		if sum.Of() == 0 {
			continue
		}
		note := v.Reporting(sum, t)
		covered[note] = true
		list = append(list, Fact{
			Name:  v.Words.T("accounts.column." + c.String()),
			Value: v.Total(t.Total(i), v.exactly),
			Note:  note,
			Right: true,
		})
	}
	if len(list) < 2 || len(covered) > 1 || covered[""] {
		return list
	}
	reporting := list[0].Note
	for i := range list {
		list[i].Note = ""
	}
	return append(list, Fact{Name: v.Words.T("groups.column.accounts"), Value: reporting})
}

// Reporting says of how many accounts of a tally a sum is, "" for all.
func (v *View) Reporting(s api.Sum, t *fleet.Tally) string {
	if s.Of() == t.Accounts {
		return ""
	}
	return v.Words.T(
		"accounts.reporting",
		"N", v.Words.Int(s.Of()),
		"Of", v.Words.Int(t.Accounts),
	)
}

// Percent is a share of a whole, with at most some decimals: see [api.Share].
func (v *View) Percent(part, whole, places int) string {
	return v.Words.T(
		"accounts.percent",
		"N", v.Words.Exact(api.Share(int64(part), int64(whole), places).String()),
	)
}

// FullShare is the share of abnormal accounts whose bar is full.
const FullShare = 0.5

// AbnormalShare is a line of a block: the share of abnormal accounts as a bar, full from
// FullShare on, and as a percentage. Without accounts it is nil.
func (v *View) AbnormalShare(abnormal, accounts, width int) []string {
	if accounts == 0 {
		return nil
	}
	share := float64(abnormal) / float64(accounts)
	percent := " " + v.Words.T(
		"accounts.percent_abnormal",
		"Percent", v.Percent(abnormal, accounts, 0),
	)
	room := min(width-2-text.Width(percent), 40)
	return []string{
		" " + bar.Share(
			v.Theme,
			share/FullShare,
			room,
			v.Theme.Tone(theme.Bad),
			v.Theme.Line,
		) + v.Theme.Paint(theme.Muted, percent),
	}
}
