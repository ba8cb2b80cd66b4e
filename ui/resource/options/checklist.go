package options

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/api/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// LineLabel names what a line of the list of a platform is about.
func LineLabel(v *resource.View, l *fleet.Line) string {
	w := v.Words
	switch l.Kind {
	case fleet.LineOption:
		if len(l.Options) == 0 {
			return w.T("checklist.label." + l.Rule)
		}
		sent := ""
		if l.Source != nil {
			sent = l.Source.Label.Or("")
		}
		return OptionLabel(w, l.Platform.Platform, l.Options[0], sent)
	case fleet.LineRule:
		return w.T("checklist.label." + l.Rule)
	case fleet.LineTitle, fleet.LineBody, fleet.LineTotal, fleet.LineTopics, fleet.LineCover,
		fleet.LineVideos, fleet.LineImages, fleet.LineFiles:
		return w.T("post.limit." + string(l.Kind))
	}
	return w.T("checklist.label." + string(l.Kind))
}

// OptionLabel names an option: see [resource.OptionLabel].
func OptionLabel(w *words.Words, platform, name, sent string) string {
	return resource.OptionLabel(w, platform, name, sent)
}

// inside returns a label as it stands inside a sentence. AI keeps its letters.
func inside(label string) string {
	letters := []rune(label)
	if len(letters) > 1 && unicode.IsLower(letters[1]) {
		letters[0] = unicode.ToLower(letters[0])
	}
	return string(letters)
}

// Choice names a value of an option, given as JSON.
func Choice(w *words.Words, option, value string) string {
	name := value
	_ = json.Unmarshal([]byte(value), &name) // other values are shown as JSON
	known := cmp.Or(
		w.Optional("options.choice."+option+"."+name),
		w.Optional("options.choice."+name),
	)
	if known != "" || jsontext.Value(value).Kind() != '"' {
		return cmp.Or(known, Inline(value))
	}
	return strings.ToLower(resource.Spelled(name))
}

// LineRule says what may stand in a line, its default, and when it must be filled.
func LineRule(v *resource.View, l *fleet.Line) string {
	w := v.Words
	switch l.Kind {
	case fleet.LineRule:
		return w.T("check.rule." + l.Rule)
	case fleet.LineContent:
		return contentText(w, l.Modes)
	case fleet.LineCapability:
		return capabilityTexts(v, l)
	case fleet.LineCondition:
		sentence, n := ConditionText(v, labelled(w, l.Fields), "")
		if n == len(l.Fields) {
			return sentence
		}
		return w.T("checklist.see_schema")
	case fleet.LineSchema, fleet.LineUnchecked:
		return w.T("checklist.see_schema")
	case fleet.LineDisclosure:
		return w.T("checklist.disclosure")
	case fleet.LineImages:
		modes := l.Platform.ContentLimits.Modes
		besideVideo := slices.Contains(modes, api.ModeVideo) &&
			slices.Contains(modes, api.ModeImages)
		if besideVideo {
			images := limitOf(v, l.Platform, string(l.Kind))
			return text.Join(
				" "+v.Theme.Glyphs.Between+" ",
				images,
				w.T("checklist.not_beside_video"),
			)
		}
	case fleet.LineCover:
		if l.Section == fleet.Must {
			return w.T("checklist.one_image")
		}
	case fleet.LineOption:
		return withSchema(v, optionRule(v, l), l.Member)
	}
	return limitOf(v, l.Platform, string(l.Kind))
}

// limitOf returns the limits that a platform states for a part of a post.
func limitOf(v *resource.View, p *api.Platform, part string) string {
	name := v.Words.T("post.limit." + part)
	for _, f := range LimitFacts(v, p) {
		if f.Name == name {
			return f.Value
		}
	}
	return v.Words.T("checklist.any")
}

// contentText says what can be published: a video or images.
func contentText(w *words.Words, modes []string) string {
	if len(modes) == 0 {
		modes = post.Modes()
	}
	var names []string
	for _, mode := range []string{api.ModeVideo, api.ModeImages, api.ModeText} {
		if slices.Contains(modes, mode) {
			names = append(names, w.T("checklist.mode."+mode))
		}
	}
	return either(w, names)
}

// either lists alternatives: a, b or c.
func either(w *words.Words, list []string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	last := len(list) - 1
	return w.T(
		"checklist.or",
		"List", w.List(list[:last]),
		"Last", list[last],
	)
}

func capabilityTexts(v *resource.View, l *fleet.Line) string {
	var parts []string
	for _, mode := range l.Modes {
		parts = append(parts, v.Words.T("checklist.cannot.mode."+mode))
	}
	for _, name := range l.Capabilities {
		parts = append(parts, v.Words.T("checklist.cannot."+name))
	}
	return strings.Join(parts, " "+v.Theme.Glyphs.Between+" ")
}

// labelled returns fields with the labels of options for their names.
func labelled(w *words.Words, fields []schema.Field) []schema.Field {
	fields = slices.Clone(fields)
	for i := range fields {
		if fields[i].Role == "properties" {
			fields[i].Name = OptionLabel(w, "", fields[i].Name, "")
		}
	}
	return fields
}

// optionRule says which values an option has, which of them is its default, and when it must be set.
func optionRule(v *resource.View, l *fleet.Line) string {
	w := v.Words
	var parts []string
	if l.Source != nil && l.Source.ValueType == "tree" {
		parts = append(parts, w.T("checklist.of_tree"))
	} else if l.Source != nil && l.Source.RequiresAccount.Or(false) {
		parts = append(parts, w.T("checklist.of_account"))
	} else if l.Source != nil {
		parts = append(parts, w.T("checklist.of_list"))
	}
	if m := l.Member; m != nil {
		if l.Source == nil {
			parts = append(parts, typedRule(v, l))
		}
		for _, f := range m.When {
			parts = append(parts, w.T(
				"checklist.when",
				"Option", OptionLabel(w, l.Platform.Platform, f.Name, ""),
				"Value", Choice(w, f.Name, f.Value),
			))
		}
	}
	if l.Rule == "needs_source" && l.Member == nil {
		parts = append(parts, w.T("check.rule.needs_source"))
	}
	return text.Join(" "+v.Theme.Glyphs.Between+" ", parts...)
}

// typedRule says which values an option has that the user types. While the service may still list them,
// that is not known of any text or number.
func typedRule(v *resource.View, l *fleet.Line) string {
	rule := memberRule(v, l.Member)
	isAny := len(choices(v.Words, l.Member)) == 0 && rule == TypeWords(v.Words, l.Member.Types)
	if l.Unlisted && isAny {
		return v.Theme.Glyphs.Ellipsis
	}
	return rule
}

// memberRule says which values a member of the schema has.
func memberRule(v *resource.View, m *schema.Member) string {
	w := v.Words
	values := choices(w, m)
	fallback := ""
	if m.Default != "" {
		fallback = Choice(w, m.Name, m.Default)
		values = slices.DeleteFunc(values, func(value string) bool {
			return value == fallback
		})
	}
	if fallback != "" && len(values) > 0 {
		return w.T("checklist.unless", "Default", fallback, "Others", either(w, values))
	}
	if fallback != "" && m.Bound("enum")+m.Bound("const") != "" { // the only value
		return fallback
	}
	if len(values) > 0 {
		return either(w, values)
	}
	if len(m.Inner) > 0 && slices.Equal(m.Types, []string{"object"}) {
		return w.N("checklist.parts", innerMembers(m))
	}
	f := m.Field
	f.Required = false
	f.Bounds = slices.DeleteFunc(slices.Clone(f.Bounds), func(b schema.Bound) bool {
		return b.Keyword == "default" || b.Keyword == "examples" || b.Keyword == "pattern" ||
			b.Keyword == "minLength" && b.Value == "1"
	})
	parts := FieldParts(v, &f)
	if len(f.Types) > 0 && len(f.Bounds) > 0 && tellsType(f.Bounds[0].Keyword) {
		parts = parts[1:]
	}
	if fallback != "" {
		parts = append(parts, w.T("checklist.default", "Value", fallback))
	}
	return strings.Join(parts, " "+v.Theme.Glyphs.Between+" ")
}

// tellsType reports whether the words of a keyword say which type is meant: a web address is a text, and
// items are a list.
func tellsType(keyword string) bool {
	return keyword == "format" || strings.HasSuffix(keyword, "Length") ||
		strings.HasSuffix(keyword, "Items")
}

// withSchema returns what may stand in a member with the key of its schema, if that says more.
func withSchema(v *resource.View, rule string, m *schema.Member) string {
	hasForm := m != nil && m.Bound("pattern") != "" && m.Bound("format") == ""
	if !hasForm {
		return rule
	}
	return text.Join(" "+v.Theme.Glyphs.Between+" ", rule, v.Words.T("checklist.see_schema"))
}

// choices are the values of a member that has a few, in words.
func choices(w *words.Words, m *schema.Member) (list []string) {
	if slices.Equal(m.Types, []string{"boolean"}) {
		return []string{Choice(w, m.Name, "true"), Choice(w, m.Name, "false")}
	}
	var values []jsontext.Value
	if json.Unmarshal([]byte("["+cmp.Or(m.Bound("enum"), m.Bound("const"))+"]"), &values) != nil {
		return nil
	}
	for _, value := range values {
		list = append(list, Choice(w, m.Name, string(value)))
	}
	return list
}

// innerMembers is the number of the members of a member.
func innerMembers(m *schema.Member) (n int) {
	for _, f := range m.Inner {
		if f.Role == "properties" && f.Depth == m.Depth+1 {
			n++
		}
	}
	return n
}

// LineOrigin says who states that a line must be filled, "" for the service.
func LineOrigin(w *words.Words, l *fleet.Line) string {
	isKnown := l.Rule != "" && l.Kind != fleet.LineUnchecked
	isStated := l.Member != nil && (l.Member.Required || len(l.Member.When) > 0)
	if !isKnown || isStated {
		return ""
	}
	return w.T("checklist.known", "Date", fleet.KnownRulesDate)
}

// Needs are the lines that must still be filled.
func Needs(checks []fleet.Check) (lines []*fleet.Line) {
	for i := range checks {
		c := &checks[i]
		isMissing := c.Kind == fleet.CheckNeed && c.Fit == media.Unknown && c.Line != nil
		if isMissing && !slices.Contains(lines, c.Line) {
			lines = append(lines, c.Line)
		}
	}
	return lines
}

// NeedTexts name what must still be filled: board, title, cover.
func NeedTexts(v *resource.View, checks []fleet.Check) (list []string) {
	for _, l := range Needs(checks) {
		if l.Kind == fleet.LineContent {
			list = append(list, contentText(v.Words, l.Modes))
		} else {
			list = append(list, inside(LineLabel(v, l)))
		}
	}
	return list
}
