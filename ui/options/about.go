package options

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/resource/options"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/markdown"
)

// memberBlocks are the other members of a platform with several values: a text as Markdown, defaults
// in words. Schemas are behind the key for them.
func memberBlocks(v *resource.View, p *api.Platform) (blocks []resource.Block) {
	for name, value := range api.Members(p.Unknown) {
		isList := value.Kind() == '{' || value.Kind() == '['
		if !isList || strings.HasSuffix(name, "Schema") {
			continue
		}
		b := resource.Block{Title: text.Clean(options.WordOr(v, "section", name))}
		if s, ok := options.Localized(v, value); ok {
			b.Lines = func(width int) []string {
				return markdownLines(v, s, width)
			}
		} else if name == fleet.DefaultOptions {
			b.Facts = options.DefaultFacts(v, p, value)
		} else {
			b.Facts, _ = options.MemberFacts(v, value, true)
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// markdownLines renders a text of the platform list.
func markdownLines(v *resource.View, s string, width int) (lines []string) {
	r := markdown.New(v.Theme)
	for _, piece := range markdown.Split(s, 8<<10) {
		for _, line := range r.Render(piece.Source(s), max(width-2, 4), theme.Plain) {
			lines = append(lines, text.Cut(" "+line, width))
		}
	}
	return lines
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
