package options

import (
	"cmp"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/options/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
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

// platformLines shows everything that the platform list has of a platform: its
// capabilities, the other fields of 4.3, then each other member under its own heading.
func platformLines(c *resource.View, p *api.Platform, width int) []string {
	d := &document{View: c, width: width}
	d.section("capabilities", p.Capabilities)
	d.lines = append(d.lines[1:], "") // no blank line at the top
	d.facts(platformFacts(c, p))
	for name, v := range api.Members(p.Unknown) {
		if v.Kind() == '{' || v.Kind() == '[' {
			d.section(name, v)
		}
	}
	return d.lines
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
		if v.Kind() != '{' && v.Kind() != '[' {
			f := c.Value(pathLabel(c, name), v)
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
		groups := capabilityGroups(c, v)
		if d.capabilities(groups); len(groups) == 0 {
			d.text(theme.Muted, 1, c.Words.T("options.no_capabilities"))
		}
		return
	}
	list, cut := memberFacts(c, v, true)
	if d.facts(list); cut {
		d.text(theme.Muted, 1, c.Words.T("options.more"))
	}
}

// capability is one thing that a platform supports or not.
type capability struct {
	label   string
	support api.Support
}

// capabilityGroup are the capabilities below one member of 4.3, and what else is
// stated there.
type capabilityGroup struct {
	label string
	list  []capability
	more  []resource.Fact
}

func capabilityGroups(c *resource.View, capabilities jsontext.Value) []capabilityGroup {
	var groups []capabilityGroup
	for name, v := range api.Members(capabilities) {
		g := capabilityGroup{label: wordOr(c, "group", name)}
		if g.label == name {
			g.label = pathLabel(c, name)
		}
		eachCapability([]string{name}, v, func(path string, s api.Support) {
			label := wordOr(c, "capability", path)
			if label == path {
				label = strings.TrimPrefix(path, name+".")
			}
			g.list = append(g.list, capability{label, s})
		})
		switch s, single := textOf(c, name, v); {
		case single:
			g.more = append(g.more, resource.Fact{Value: s})
		case v.Kind() == '{':
			g.more, _ = memberFacts(c, v, false)
		case len(g.list) == 0:
			g.more = append(g.more, c.Value("", v))
		}
		groups = append(groups, g)
	}
	return groups
}

// supportDot is a sign for what is supported or not, of one cell.
func supportDot(t *theme.Theme, s api.Support) (string, theme.Tone) {
	switch s {
	case api.Supported:
		return t.Glyphs.Normal, theme.Good
	case api.Unsupported:
		return t.Glyphs.Dash, theme.Muted
	}
	return t.Glyphs.Unknown, theme.Muted
}

// capabilityDots shows each group as a row of dots, and below it the names of what is
// not supported.
func (d *document) capabilityDots(groups []capabilityGroup) {
	label := 0
	for i := range groups {
		label = max(label, text.Width(text.Clean(groups[i].label)))
	}
	label = min(label, max(d.width/3, 8))
	for i := range groups {
		g := &groups[i]
		dots := ""
		var missing []string
		for _, it := range g.list {
			sign, tone := supportDot(d.Theme, it.support)
			dots += d.Theme.Tone(tone).Render(sign)
			if it.support == api.Unsupported {
				missing = append(missing, text.Clean(it.label))
			}
		}
		line := " " + text.Cut(text.Clean(g.label), label)
		if len(g.list) > 0 {
			line = text.Left(line, label+1) + "  " + dots + d.count(g)
		}
		d.add(line)
		if len(missing) > 0 {
			d.text(theme.Muted, label+3, d.Theme.Glyphs.Dash+" "+strings.Join(missing, d.Words.T("field.comma")))
		}
		d.more(g, label+3)
	}
}

// capabilities lists each group by name, in as many columns as fit.
func (d *document) capabilities(groups []capabilityGroup) {
	for i := range groups {
		g := &groups[i]
		d.add(" " + d.Theme.Tone(theme.Strong).Render(text.Clean(g.label)) + d.count(g))
		widest := 0
		for _, it := range g.list {
			widest = max(widest, text.Width(text.Clean(it.label))+4)
		}
		columns := min(max((d.width-3)/max(widest, 1), 1), 4)
		line := ""
		for i, it := range g.list {
			sign, tone := supportDot(d.Theme, it.support)
			name := d.Theme.Tone(theme.Plain)
			if it.support != api.Supported {
				name = d.Theme.Tone(theme.Muted)
			}
			line += d.Theme.Tone(tone).Render(sign) + " " + name.Render(text.Left(text.Clean(it.label), widest-2))
			if (i+1)%columns == 0 || i == len(g.list)-1 {
				d.add("   " + line)
				line = ""
			}
		}
		d.more(g, 3)
	}
}

// count returns two blanks and the number of supported capabilities of a group, or ""
// for a group without capabilities.
func (d *document) count(g *capabilityGroup) string {
	if len(g.list) == 0 {
		return ""
	}
	supported := 0
	for _, it := range g.list {
		if it.support == api.Supported {
			supported++
		}
	}
	return "  " + d.Theme.Tone(theme.Muted).Render(d.Words.T("options.can", "N", d.Words.Int(supported), "Of", d.Words.Int(len(g.list))))
}

// more shows what else is stated in a group on one line.
func (d *document) more(g *capabilityGroup, indent int) {
	var parts []string
	for _, f := range g.more {
		parts = append(parts, strings.TrimSpace(text.Clean(f.Name)+" "+text.Clean(f.Value)))
	}
	if len(parts) > 0 {
		d.text(theme.Muted, indent, strings.Join(parts, " "+d.Theme.Glyphs.Between+" "))
	}
}
