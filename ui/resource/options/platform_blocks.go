package options

import (
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
)

// PlatformBlocks are the inspector of a platform: what changed, what it needs of a post, the options
// that the service lists, its capabilities, and its other members.
func PlatformBlocks(v *resource.View, r *Row) (blocks []resource.Block) {
	w := v.Words
	p := r.Platform
	changes := Changes(r.Options.Changes)
	if len(changes.List) > 0 {
		var facts []resource.Fact
		for i := range changes.List {
			facts = append(facts, resource.Fact{
				Name:  OptionLabel(w, p.Platform, changes.List[i].Field, ""),
				Value: LabelledChange(v, p.Platform, &changes.List[i]),
			})
		}
		blocks = append(blocks, resource.Block{Title: changes.Title(v), Facts: facts})
	}
	lines := r.checklist()
	for _, section := range []fleet.Section{fleet.Must, fleet.Media, fleet.May, fleet.Cannot} {
		blocks = append(blocks, resource.Block{
			Title: w.T("checklist.section." + string(section)),
			Facts: LineFacts(v, lines, section),
		})
	}
	listed := v.Theme.Glyphs.Ellipsis
	tone := theme.Muted
	if r.Loaded || !p.Served() {
		listed = ListedText(v, p, r.Options.List)
	} else if r.Err != nil {
		listed = v.Theme.Glyphs.Stale + " " + v.Explain(r.Err).Line()
		tone = theme.Warn
	}
	blocks = append(
		blocks,
		paragraphs(v, w.T("options.list"), tone, listed),
		resource.Block{
			Title: w.T("options.section.capabilities"),
			Lines: func(width int) []string {
				return capabilityLines(v, p, width)
			},
		},
		resource.Block{Title: w.T("options.about"), Facts: PlatformFacts(v, p)},
	)
	return append(blocks, memberBlocks(v, p)...)
}

// ListedText says what the service lists for a platform: options, or why there are none: the site does
// not serve it, their values are typed, or it needs none.
func ListedText(v *resource.View, p *api.Platform, listed []api.PublishOption) string {
	w := v.Words
	why := NotServed(w, p)
	if len(listed) == 0 {
		if why != "" {
			return w.T("options.not_served", "Why", why)
		}
		if len(schema.Read(p.OptionSchema).Members()) > 0 {
			return w.T("options.case_typed")
		}
		return w.T("options.no_options")
	}
	var names []string
	for i := range listed {
		o := &listed[i]
		names = append(names, OptionLabel(w, p.Platform, o.Field, o.Label.Or("")))
	}
	all := text.Join(w.T("field.comma"), names...)
	return w.N("options.case_listed", len(listed), "Names", all)
}

// memberBlocks are the other members of a platform with several values: a text as Markdown, defaults
// in words. Schemas have a screen of their own.
func memberBlocks(v *resource.View, p *api.Platform) (blocks []resource.Block) {
	for name, value := range api.Members(p.Unknown) {
		isList := value.Kind() == '{' || value.Kind() == '['
		if !isList || strings.HasSuffix(name, "Schema") {
			continue
		}
		b := resource.Block{Title: text.Clean(WordOr(v, "section", name))}
		if s, ok := Localized(v, value); ok {
			b.Markdown = s
		} else if name == fleet.DefaultOptions {
			b.Facts = DefaultFacts(v, p, value)
		} else {
			b.Facts, _ = MemberFacts(v, value, true)
		}
		blocks = append(blocks, b)
	}
	return blocks
}

// capabilityLines are each group of capabilities by name, what else is stated there, and how many
// parameters its capabilities have.
func capabilityLines(v *resource.View, p *api.Platform, width int) (lines []string) {
	w := v.Words
	groups := CapabilityGroups(v, SentCapabilities(p))
	if len(groups) == 0 {
		return v.Note(w.T("options.no_capabilities"), width)
	}
	note := func(s string) {
		for _, line := range v.Note(s, width-2) {
			lines = append(lines, text.Cut("  "+line, width))
		}
	}
	for i := range groups {
		g := &groups[i]
		head := " " + v.Theme.Paint(theme.Strong, text.Clean(g.Label))
		supported, stated := CountSupported(g.List)
		if stated > 0 {
			can := w.T("options.can", "N", w.Int(supported), "Of", w.Int(stated))
			head += "  " + v.Theme.Paint(theme.Muted, can)
		}
		lines = append(lines, text.Cut(head, width))
		lines = append(lines, dotLines(v, g.List, width)...)
		if len(g.More) > 0 {
			note(FactLine(v, g.More))
		}
		parameters := 0
		for _, it := range g.List {
			parameters += it.Parameters
		}
		if parameters > 0 {
			note(v.Theme.Glyphs.Folded + " " + w.N("options.parameters", parameters))
		}
	}
	return lines
}

// dotLines list capabilities with their dots: in columns if two fit side by side, else one behind the
// other.
func dotLines(v *resource.View, list []Capability, width int) (lines []string) {
	const maxColumns = 4
	labels := make([]string, len(list))
	widest := 1
	for i := range list {
		group, _, _ := strings.Cut(list[i].Path, ".")
		labels[i] = text.Clean(list[i].Label(v))
		if labels[i] == text.Clean(list[i].Path) {
			labels[i] = strings.TrimPrefix(labels[i], text.Clean(group)+".")
		}
		widest = max(widest, text.Width(labels[i])+4)
	}
	room := min(width-1, maxColumns*widest) // with the two blanks behind the last name
	line := ""
	used := 0
	for i, it := range list {
		cells := text.Width(labels[i]) + 4
		if room >= 2*widest {
			cells = widest
		}
		if used > 0 && used+cells > room {
			lines = append(lines, text.Cut("   "+line, width))
			line = ""
			used = 0
		}
		sign, tone := SupportDot(v.Theme, it.Support)
		name := theme.Muted
		if it.Support == api.Supported {
			name = theme.Plain
		}
		dot := v.Theme.Paint(tone, sign) + " "
		line = text.Left(line, used) + dot + v.Theme.Paint(name, labels[i])
		used += cells
	}
	if used > 0 {
		lines = append(lines, text.Cut("   "+line, width))
	}
	return lines
}
