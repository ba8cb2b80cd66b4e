package options

import (
	"cmp"
	"iter"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
	"channeldeck/ui/words"
)

// statusWord is the status of a platform with its sign, "" if it is missing.
func statusWord(v *resource.View, p *api.Platform) (string, theme.Tone) {
	s := p.Status.Or("")
	if s == "" {
		return "", theme.Plain
	}
	sign, tone := statusSign(v, s)
	return sign + " " + wordOr(v, "status", s), tone
}

func statusSign(v *resource.View, status string) (string, theme.Tone) {
	g := v.Theme.Glyphs
	switch status {
	case "available":
		return g.Normal, theme.Good
	case "unavailable":
		return g.Abnormal, theme.Bad
	case "coming_soon":
		return g.Pending, theme.Muted
	}
	return g.Unknown, theme.Warn
}

// platformLines shows what must be filled in on a platform and its options, what can be, and
// everything else that the platform list has of it: its capabilities, the other fields of 4.3,
// then each other member under its own heading.
func platformLines(c *resource.View, p *api.Platform, listed []api.PublishOption, width int) []string {
	d := &document{View: c, width: width}
	d.add(" " + d.Theme.Title.Render(c.Words.T("options.section.required")))
	d.required(p, listed)
	d.optional(p)
	d.section("capabilities", p.Capabilities)
	d.add("")
	d.facts(platformFacts(c, p))
	for name, v := range api.Members(p.Unknown) {
		if name != optionSchema && (v.Kind() == '{' || v.Kind() == '[') {
			d.section(name, v)
		}
	}
	return d.lines
}

// optionSchema is the member of a platform that describes the options of all its works.
const optionSchema = "optionSchema"

// required shows the required options of a platform with their rules.
func (d *document) required(p *api.Platform, listed []api.PublishOption) {
	w, before := d.Words, len(d.lines)
	required, _ := split(schema.Read(api.Member(p.Unknown, optionSchema)).Fields())
	d.fields(required)
	d.requiredContent(p)
	for i := range listed {
		if !IsSchema(listed[i].CreateSchema) {
			continue
		}
		if fields, _ := split(schema.Read(listed[i].CreateSchema).Fields()); len(fields) > 0 {
			d.text(theme.Muted, 1, w.T("options.new_value", "Option", cmp.Or(text.Clean(listed[i].Label.Or("")), text.Clean(listed[i].Field))))
			d.fields(fields)
		}
	}
	if len(d.lines) == before {
		d.text(theme.Muted, 1, w.T("options.nothing_required"))
	}
}

// requiredContent shows what every work of a kind needs, as the limits of the platform say.
func (d *document) requiredContent(p *api.Platform) {
	for path, rule := range contentRules(p) {
		var members []member
		for name, v := range api.Members(rule) {
			members = append(members, member{name: name, value: v})
		}
		d.item(theme.Strong, 3, pathLabel(d.View, path), strings.Join(phrases(d.View, members, true), " "+d.Theme.Glyphs.Between+" "))
	}
}

// contentRules are the limits of a platform that require something of every work of a kind, by
// kind and what they limit, as "video.title".
func contentRules(p *api.Platform) iter.Seq2[string, jsontext.Value] {
	return func(yield func(string, jsontext.Value) bool) {
		for mode, limits := range api.Members(api.Member(api.Member(p.Unknown, "contentLimits"), "modes")) {
			for name, rule := range api.Members(limits) {
				if api.Member(rule, "required").Kind() == 't' && !yield(mode+"."+name, rule) {
					return
				}
			}
		}
	}
}

// requiredNames are the names of what a platform always requires of a work.
func requiredNames(v *resource.View, p *api.Platform) (names []string) {
	for _, f := range schema.Read(api.Member(p.Unknown, optionSchema)).Fields() {
		if f.Depth == 1 && f.Required && !f.Branch() {
			names = append(names, fieldName(v, &f))
		}
	}
	for path := range contentRules(p) {
		names = append(names, pathLabel(v, path))
	}
	return names
}

// optional shows the optional options of a platform, and the rules that only the web client states.
func (d *document) optional(p *api.Platform) {
	w := d.Words
	_, optional := split(schema.Read(api.Member(p.Unknown, optionSchema)).Fields())
	if len(optional) > 0 {
		d.heading(w.T("options.section.optional"))
		d.fields(optional)
	}
	d.heading(w.T("options.section.known", "Date", fleet.KnownRulesDate))
	for _, rule := range fleet.KnownRules(p) {
		d.text(theme.Plain, 1, d.Theme.Glyphs.Bullet+" "+w.T("check.rule."+rule.ID))
	}
}

// KnownRuleTexts are the rules of a platform that only the web client states, in words.
func KnownRuleTexts(w *words.Words, p *api.Platform) (lines []string) {
	for _, rule := range fleet.KnownRules(p) {
		lines = append(lines, w.T("check.known", "Date", fleet.KnownRulesDate, "Rule", w.T("check.rule."+rule.ID)))
	}
	return lines
}

// platformFacts are the fields of a platform with a single value.
func platformFacts(c *resource.View, p *api.Platform) []resource.Fact {
	w := c.Words
	word, tone := statusWord(c, p)
	if word == "" {
		word, tone = c.Theme.Glyphs.Dash, theme.Faint
	}
	head := []resource.Fact{
		{Name: w.T("platforms.column.platform"), Value: p.Platform, Tone: theme.Strong},
		{Name: w.T("platforms.column.displayName"), Value: p.Name(w.Lang().Tag())},
		{Name: w.T("platforms.column.status"), Value: word, Tone: tone},
	}
	for name, v := range api.Members(p.Unknown) {
		if v.Kind() != '{' && v.Kind() != '[' && name != "sort" { // the place in the service's own lists
			f := c.Value(cmp.Or(c.Words.Optional("options.section."+name), pathLabel(c, name)), v)
			f.Value = wordOr(c, "value."+name, f.Value)
			head = append(head, f)
		}
	}
	return head
}

// wordOr returns the message of a name that the service sends, or the name.
func wordOr(v *resource.View, group, name string) string {
	return cmp.Or(v.Words.Optional("options."+group+"."+name), name)
}

// section shows a member with several values: a schema as its fields, and a text
// as Markdown.
func (d *document) section(name string, v jsontext.Value) {
	c := d.View
	d.heading(text.Clean(wordOr(c, "section", name)))
	if s, ok := localized(c, v); ok {
		r := markdown.New(c.Theme)
		for _, piece := range markdown.Split(s, 8<<10) {
			for _, line := range r.Render(piece.Source(s), max(d.width-2, 4), theme.Plain) {
				d.add(" " + line)
			}
		}
		return
	}
	if strings.HasSuffix(name, "Schema") {
		if fields := schema.Read(v).Fields(); len(fields) > 0 {
			d.fields(fields)
			return
		}
	}
	if name == "capabilities" {
		d.capabilities(v)
		return
	}
	list, cut := memberFacts(c, v, true)
	if d.facts(list); cut {
		d.text(theme.Muted, 1, c.Words.T("options.more"))
	}
}
