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
	"channeldeck/ui/resource/options"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
)

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
	d.section("capabilities", options.SentCapabilities(p))
	d.add("")
	d.facts(options.PlatformFacts(c, p))
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
		if !options.IsSchema(listed[i].CreateSchema) {
			continue
		}
		fields, _ := split(schema.Read(listed[i].CreateSchema).Fields())
		if len(fields) > 0 {
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
	facts := options.LimitFacts(d.view, p)
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

// section shows a member with several values: a schema as its fields, and a text
// as Markdown.
func (d *document) section(name string, v jsontext.Value) {
	c := d.view
	d.heading(text.Clean(options.WordOr(c, "section", name)))
	if s, ok := options.Localized(c, v); ok {
		r := markdown.New(c.Theme)
		for _, piece := range markdown.Split(s, 8<<10) {
			for _, line := range r.Render(piece.Source(s), max(d.width-2, 4), theme.Plain) {
				d.add(" " + line)
			}
		}
		return
	}
	if strings.HasSuffix(name, "Schema") {
		fields := schema.Read(v).Fields()
		if len(fields) > 0 {
			d.fields(fields)
			return
		}
	}
	if name == "capabilities" {
		d.capabilities(v)
		return
	}
	list, cut := options.MemberFacts(c, v, true)
	if d.facts(list); cut {
		d.text(theme.Muted, 1, c.Words.T("options.more"))
	}
}

// capabilities shows each group of capabilities by name, what else is stated there,
// and how many parameters its capabilities have.
func (d *document) capabilities(capabilities jsontext.Value) {
	groups := options.CapabilityGroups(d.view, capabilities)
	if len(groups) == 0 {
		d.text(theme.Muted, 1, d.view.Words.T("options.no_capabilities"))
	}
	for i := range groups {
		g := &groups[i]
		head := " " + d.view.Theme.Tone(theme.Strong).Render(text.Clean(g.Label))
		supported, stated := options.CountSupported(g.List)
		if stated > 0 {
			head += "  " + d.view.Theme.Tone(theme.Muted).Render(d.view.Words.T(
				"options.can",
				"N", d.view.Words.Int(supported),
				"Of", d.view.Words.Int(stated),
			))
		}
		d.add(head)
		d.names(g.List)
		if len(g.More) > 0 {
			d.text(theme.Muted, 3, options.FactLine(d.view, g.More))
		}
		parameters := 0
		for _, it := range g.List {
			parameters += it.Parameters
		}
		if parameters > 0 {
			d.text(
				theme.Muted,
				3,
				d.view.Theme.Glyphs.Folded+" "+d.view.Words.N("options.parameters", parameters),
			)
		}
	}
}

// names lists capabilities with their dots: in columns if two fit side by side, else
// one behind the other.
func (d *document) names(list []options.Capability) {
	const maxColumns = 4
	labels := make([]string, len(list))
	widest := 1
	for i := range list {
		group, _, _ := strings.Cut(list[i].Path, ".")
		labels[i] = text.Clean(list[i].Label(d.view))
		if labels[i] == text.Clean(list[i].Path) {
			labels[i] = strings.TrimPrefix(labels[i], text.Clean(group)+".")
		}
		widest = max(widest, text.Width(labels[i])+4)
	}
	room := min(d.width-1, maxColumns*widest) // with the two blanks behind the last name
	inColumns := room >= 2*widest
	line := ""
	used := 0
	for i, it := range list {
		width := text.Width(labels[i]) + 4
		if inColumns {
			width = widest
		}
		if used > 0 && used+width > room {
			d.add("   " + line)
			line = ""
			used = 0
		}
		sign, tone := options.SupportDot(d.view.Theme, it.Support)
		name := theme.Muted
		if it.Support == api.Supported {
			name = theme.Plain
		}
		line = text.Left(line, used) + d.view.Theme.Tone(tone).Render(sign) + " " +
			d.view.Theme.Tone(name).Render(labels[i])
		used += width
	}
	if used > 0 {
		d.add("   " + line)
	}
}
