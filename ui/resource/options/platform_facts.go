package options

import (
	"cmp"
	"strings"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/theme"
	"channeldeck/ui/resource"
)

// StatusWord is the status of a platform with its sign, "" if it is missing.
func StatusWord(v *resource.View, p *api.Platform) (string, theme.Tone) {
	s := p.Status.Or("")
	if s == "" {
		return "", theme.Plain
	}
	sign, tone := StatusSign(v, s)
	return sign + " " + WordOr(v, "status", s), tone
}

// StatusSign is the sign of the status of a platform.
func StatusSign(v *resource.View, status string) (string, theme.Tone) {
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

// KnownRuleTexts are the rules of a platform that only the web client states, in words.
func KnownRuleTexts(v *resource.View, p *api.Platform) (lines []string) {
	w := v.Words
	for _, l := range fleet.Checklist(p, nil) {
		if LineOrigin(w, &l) == "" {
			continue
		}
		rule := w.T("checklist.required", "What", LineLabel(v, &l))
		if l.Kind == fleet.LineRule || l.Rule == "needs_source" {
			rule = w.T("prices.finding.of", "Which", LineLabel(v, &l), "Detail", LineRule(v, &l))
		}
		lines = append(lines, w.T("check.known", "Date", fleet.KnownRulesDate, "Rule", rule))
	}
	return lines
}

// PlatformFacts are the fields of a platform with a single value, and those whose value has
// another type than expected, as they were sent.
func PlatformFacts(c *resource.View, p *api.Platform) []resource.Fact {
	w := c.Words
	word, tone := StatusWord(c, p)
	if word == "" {
		word = c.Theme.Glyphs.Dash
		tone = theme.Faint
	}
	status := resource.Fact{
		Name:  w.T("platforms.column.status"),
		Value: word,
		Tone:  tone,
	}
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
			Value: WordOr(c, "value.authType", auth),
		})
	}
	for name, v := range api.Members(p.Unknown) {
		if v.Kind() != '{' && v.Kind() != '[' &&
			name != "sort" { // the place in the service's own lists
			f := c.Value(cmp.Or(w.Optional("options.section."+name), pathLabel(c, name)), v)
			f.Value = WordOr(c, "value."+name, f.Value)
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
			Value: Inline(string(field.Value)),
			Note:  c.Words.T("post.not_understood"),
			Tone:  theme.Warn,
		})
	}
	return facts
}

// WordOr returns the message of a name that the service sends, or the name.
func WordOr(v *resource.View, group, name string) string {
	return cmp.Or(v.Words.Optional("options."+group+"."+name), name)
}
