package options

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
)

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
	more  []facts.Fact
}

func capabilityGroups(c *pane.Context, capabilities jsontext.Value) []capabilityGroup {
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
		switch s, single := textOf(c, v); {
		case single:
			g.more = append(g.more, facts.Fact{Value: s})
		case v.Kind() == '{':
			g.more, _ = memberFacts(c, v, false)
		case len(g.list) == 0:
			g.more = append(g.more, c.Value("", v))
		}
		groups = append(groups, g)
	}
	return groups
}

func (g *capabilityGroup) supported() int {
	n := 0
	for _, it := range g.list {
		if it.support == api.Supported {
			n++
		}
	}
	return n
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
			d.text(theme.Muted, label+3, d.Theme.Glyphs.Dash+" "+strings.Join(missing, ", "))
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

// count is how many capabilities of a group are supported, behind two blanks; ""
// where the group has none.
func (d *document) count(g *capabilityGroup) string {
	if len(g.list) == 0 {
		return ""
	}
	return "  " + d.Theme.Tone(theme.Muted).Render(d.Words.T("options.can", "N", d.Words.Int(g.supported()), "Of", d.Words.Int(len(g.list))))
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
