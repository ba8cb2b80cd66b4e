package options

import (
	"cmp"
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
	case api.PlatformAvailable:
		return g.Normal, theme.Good
	case api.PlatformUnavailable:
		return g.Abnormal, theme.Bad
	case api.PlatformComingSoon:
		return g.Pending, theme.Muted
	}
	return g.Unknown, theme.Warn
}

// platformLines shows what must be filled in on a platform, its limits, its options, and everything
// else that the platform list has of it: its capabilities, the other fields of 4.3, then each
// other member under its own heading.
func platformLines(
	c *resource.View,
	p *api.Platform,
	listed []api.PublishOption,
	width int,
) []string {
	d := &document{view: c, width: width}
	d.add(" " + d.view.Theme.Title.Render(c.Words.T("options.section.required")))
	d.required(p, listed)
	d.heading(c.Words.T("options.section.limits"))
	d.limits(p)
	d.optional(p)
	d.section("capabilities", sentCapabilities(p))
	d.add("")
	d.facts(platformFacts(c, p))
	for name, v := range api.Members(p.Unknown) {
		if v.Kind() == '{' || v.Kind() == '[' {
			d.section(name, v)
		}
	}
	return d.lines
}

// required shows the required options of a platform with their rules.
func (d *document) required(p *api.Platform, listed []api.PublishOption) {
	w := d.view.Words
	before := len(d.lines)
	required, _ := split(schema.Read(p.OptionSchema).Fields())
	d.fields(required)
	for i := range listed {
		if !IsSchema(listed[i].CreateSchema) {
			continue
		}
		if fields, _ := split(schema.Read(listed[i].CreateSchema).Fields()); len(fields) > 0 {
			d.text(
				theme.Muted,
				1,
				w.T(
					"options.new_value",
					"Option", cmp.Or(
						text.Clean(listed[i].Label.Or("")),
						text.Clean(listed[i].Field),
					),
				),
			)
			d.fields(fields)
		}
	}
	if len(d.lines) == before {
		d.text(theme.Muted, 1, w.T("options.nothing_required"))
	}
}

// limits shows what a platform states about posts.
func (d *document) limits(p *api.Platform) {
	facts := limitFacts(d.view, p)
	if len(facts) == 0 {
		d.text(theme.Muted, 1, d.view.Words.T("options.no_limits"))
	}
	d.facts(facts)
}

// optional shows the optional options of a platform, and the rules that only the web client states.
func (d *document) optional(p *api.Platform) {
	w := d.view.Words
	_, optional := split(schema.Read(p.OptionSchema).Fields())
	if len(optional) > 0 {
		d.heading(w.T("options.section.optional"))
		d.fields(optional)
	}
	known := fleet.KnownRules(p)
	if len(known) > 0 {
		d.heading(w.T("options.section.known", "Date", fleet.KnownRulesDate))
	}
	for _, rule := range known {
		d.text(theme.Plain, 1, d.view.Theme.Glyphs.Bullet+" "+w.T("check.rule."+rule))
	}
}

// KnownRuleTexts are the rules of a platform that only the web client states, in words.
func KnownRuleTexts(w *words.Words, p *api.Platform) (lines []string) {
	for _, rule := range fleet.KnownRules(p) {
		lines = append(
			lines,
			w.T("check.known", "Date", fleet.KnownRulesDate, "Rule", w.T("check.rule."+rule)),
		)
	}
	return lines
}

// platformFacts are the fields of a platform with a single value, and those whose value has
// another type than expected, as they were sent.
func platformFacts(c *resource.View, p *api.Platform) []resource.Fact {
	w := c.Words
	word, tone := statusWord(c, p)
	if word == "" {
		word = c.Theme.Glyphs.Dash
		tone = theme.Faint
	}
	status := resource.Fact{Name: w.T("platforms.column.status"), Value: word, Tone: tone}
	if p.Status.Or("") != api.PlatformAvailable {
		status.Note = statusText(w, p.Status.Or(""))
	}
	facts := []resource.Fact{
		{Name: w.T("platforms.column.platform"), Value: p.Platform, Tone: theme.Strong},
		{Name: w.T("platforms.column.displayName"), Value: p.Name(w.Lang().Tag())},
		status,
	}
	if auth, ok := p.AuthType.Get(); ok {
		facts = append(facts, resource.Fact{
			Name:  pathLabel(c, "authType"),
			Value: wordOr(c, "value.authType", auth),
		})
	}
	for name, v := range api.Members(p.Unknown) {
		if v.Kind() != '{' && v.Kind() != '[' &&
			name != "sort" { // the place in the service's own lists
			f := c.Value(cmp.Or(w.Optional("options.section."+name), pathLabel(c, name)), v)
			f.Value = wordOr(c, "value."+name, f.Value)
			facts = append(facts, f)
		}
	}
	return append(facts, malformedFacts(c, p)...)
}

// malformedFacts are the fields of a platform whose value has another type than expected, but for
// its limits and its capabilities, which stand in sections of their own.
func malformedFacts(c *resource.View, p *api.Platform) (facts []resource.Fact) {
	bad := p.Malformed()
	if bad == nil {
		return nil
	}
	for _, field := range bad.Fields {
		path := strings.ReplaceAll(strings.TrimPrefix(string(field.Path), "/"), "/", ".")
		object, _, _ := strings.Cut(path, ".")
		switch object {
		case "contentLimits", "mediaRules", "topic", "capabilities":
			continue
		}
		facts = append(facts, resource.Fact{
			Name:  pathLabel(c, path),
			Value: shown(string(field.Value)),
			Note:  c.Words.T("post.not_understood"),
			Tone:  theme.Warn,
		})
	}
	return facts
}

// wordOr returns the message of a name that the service sends, or the name.
func wordOr(v *resource.View, group, name string) string {
	return cmp.Or(v.Words.Optional("options."+group+"."+name), name)
}

// section shows a member with several values: a schema as its fields, and a text
// as Markdown.
func (d *document) section(name string, v jsontext.Value) {
	c := d.view
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
