package options

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"channeldeck/api"
	"channeldeck/theme"
	"channeldeck/ui/options/schema"
	"channeldeck/ui/pane"
	"channeldeck/ui/text"
	"channeldeck/ui/widget/facts"
	"channeldeck/ui/widget/markdown"
)

// statusText words the status of a platform; an unknown one is shown as received.
func statusText(c *pane.Context, status string) string {
	if id := "options.status." + status; c.Words.Has(id) {
		return c.Words.T(id)
	}
	return status
}

// statusWord is the status of a platform with its sign, "" if it is missing.
func statusWord(c *pane.Context, p *api.Platform) (string, theme.Tone) {
	g := c.Theme.Glyphs
	s, ok := p.Status.Get()
	if !ok || s == "" {
		return "", theme.Plain
	}
	sign, tone := g.Unknown, theme.Warn
	switch s {
	case "available":
		sign, tone = g.Normal, theme.Good
	case "unavailable":
		sign, tone = g.Abnormal, theme.Bad
	case "coming_soon":
		sign, tone = g.Pending, theme.Muted
	}
	return sign + " " + statusText(c, s), tone
}

// platformLines shows everything that the platform list has of a platform: the
// fields of 4.3, then each other member under its own heading.
func platformLines(c *pane.Context, p *api.Platform, width int) []string {
	w := c.Words
	word, tone := statusWord(c, p)
	if word == "" {
		word, tone = c.Theme.Glyphs.Dash, theme.Faint
	}
	head := []facts.Fact{
		{Name: w.T("platforms.column.platform"), Value: p.Platform, Tone: theme.Strong},
		{Name: w.T("platforms.column.displayName"), Value: p.Name(w.Lang().Tag())},
		{Name: w.T("platforms.column.status"), Value: word, Tone: tone},
	}
	var sections []string
	for _, m := range members(p.Unknown) {
		switch m.value.Kind() {
		case '{', '[':
			if s, ok := localized(w, members(m.value)); ok {
				sections = append(sections, proseLines(c, m.name, s, width)...)
			} else {
				sections = append(sections, sectionLines(c, m, width)...)
			}
		default:
			head = append(head, leaf(c, pathLabel(c, m.name), m.value))
		}
	}
	lines := facts.Lines(c.Theme, head, width)
	if len(members(p.Capabilities)) == 0 {
		lines = append(lines, heading(c, w.T("options.section.capabilities"), width)...)
		lines = append(lines, wrapped(c, theme.Muted, w.T("options.no_capabilities"), width)...)
	} else {
		lines = append(lines, sectionLines(c, member{"capabilities", p.Capabilities}, width)...)
	}
	return append(lines, sections...)
}

// sectionTitle returns the heading of a member: its label, or its name.
func sectionTitle(c *pane.Context, name string) string {
	if id := "options.section." + name; c.Words.Has(id) {
		return c.Words.T(id)
	}
	return text.Clean(name)
}

// capabilityLabel returns what a capability is called, or its path.
func capabilityLabel(c *pane.Context, path string) string {
	if id := "options.capability." + path; c.Words.Has(id) {
		return c.Words.T(id)
	}
	return path
}

// pathLabel returns the path of a member in words, as far as they are known.
func pathLabel(c *pane.Context, path string) string {
	steps, known := strings.Split(path, "."), false
	for i, step := range steps {
		name, index, indexed := strings.Cut(step, "[")
		id := "options.word." + name
		if !c.Words.Has(id) {
			continue
		}
		known = true
		steps[i] = c.Words.T(id)
		if i == 0 {
			first, size := utf8.DecodeRuneInString(steps[i])
			steps[i] = string(unicode.ToUpper(first)) + steps[i][size:]
		}
		if indexed {
			steps[i] += " [" + index
		}
	}
	if !known {
		return path
	}
	return strings.Join(steps, " ")
}

// sectionLines lists a member with several values; a schema as its fields.
func sectionLines(c *pane.Context, m member, width int) []string {
	lines := heading(c, sectionTitle(c, m.name), width)
	if strings.HasSuffix(m.name, "Schema") {
		if fields := schema.Read(m.value).Fields(); len(fields) > 0 {
			return append(lines, fieldLines(c, fields, width)...)
		}
	}
	list, cut := flatten(c, m.value)
	for i := range list {
		if name := list[i].Name; m.name == "capabilities" && c.Words.Has("options.capability."+name) {
			list[i].Name = capabilityLabel(c, name)
		} else {
			list[i].Name = pathLabel(c, name)
		}
	}
	lines = append(lines, facts.Lines(c.Theme, list, width)...)
	if cut {
		lines = append(lines, wrapped(c, theme.Muted, c.Words.T("options.more"), width)...)
	}
	return lines
}

// proseLines shows a text of the platform, which may be Markdown.
func proseLines(c *pane.Context, name, s string, width int) []string {
	lines := heading(c, sectionTitle(c, name), width)
	r := markdown.New(c.Theme)
	for _, piece := range markdown.Split(s, 8<<10) {
		for _, line := range r.Render(piece.Source(s), max(width-2, 4), theme.Plain) {
			lines = append(lines, text.Cut(" "+line, width))
		}
	}
	return lines
}
