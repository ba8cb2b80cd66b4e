package options

import (
	"cmp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api"
	"channeldeck/api/diff"
	"channeldeck/api/fleet"
	"channeldeck/api/schema"
	"channeldeck/theme"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// LineRow is a row of the list of what a platform needs: a line, a part of the option in the line
// above it, or the title of a section.
type LineRow struct {
	*fleet.Line               // nil for a title
	Part        *schema.Field // nil for the line itself
	Title       fleet.Section // "" for no title
	Open        bool          // the parts of the option are shown
	Changes     Changes       // of the option
}

// CanOpen reports whether the row has parts that can be shown below it.
func (r *LineRow) CanOpen() bool {
	return r.Line != nil && r.Part == nil && r.Member != nil && len(r.Parts()) > 0
}

// Parts are the members of the option of the row.
func (r *LineRow) Parts() (parts []*schema.Field) {
	m := r.Member
	for i := range m.Inner {
		f := &m.Inner[i]
		isMember := f.Role == "properties" && f.Depth <= m.Depth+2
		if isMember {
			parts = append(parts, f)
		}
	}
	return parts
}

// name returns the name of a row on the wire, "" for a row without one.
func (r *LineRow) name() string {
	if r.Line == nil {
		return ""
	}
	if r.Part != nil {
		return r.Part.Path
	}
	return strings.Join(r.Options, ", ")
}

// key identifies a row across refreshes.
func (r *LineRow) key() string {
	if r.Line == nil {
		return string(r.Title)
	}
	return strings.Join([]string{string(r.Section), string(r.Kind), r.name(), r.Rule}, " ")
}

// LineRows are the rows of the lines of a platform, below the titles of their sections. Open are the
// options whose parts are shown.
func LineRows(lines []fleet.Line, changes Changes, open map[string]bool) (rows []*LineRow) {
	var section fleet.Section
	for i := range lines {
		l := &lines[i]
		if l.Section != section {
			section = l.Section
			rows = append(rows, &LineRow{Title: section})
		}
		r := &LineRow{Line: l}
		for _, name := range l.Options {
			r.Changes.Since = changes.Since
			r.Changes.List = append(r.Changes.List, changes.Of(name).List...)
		}
		rows = append(rows, r)
		r.Open = r.CanOpen() && open[r.name()]
		if r.Open {
			for _, part := range r.Parts() {
				rows = append(rows, &LineRow{Line: l, Part: part})
			}
		}
	}
	return rows
}

// RowLabel names a row.
func RowLabel(v *resource.View, r *LineRow) string {
	if r.Line == nil {
		return v.Words.T("checklist.section." + string(r.Title))
	}
	if r.Part != nil {
		return OptionLabel(v.Words, r.Platform.Platform, r.Part.Name, "")
	}
	return LineLabel(v, r.Line)
}

// RowRule says what may stand in a row.
func RowRule(v *resource.View, r *LineRow) string {
	if r.Line == nil {
		return ""
	}
	if r.Part != nil {
		m := &schema.Member{Field: *r.Part, Default: r.Part.Bound("default")}
		rule := withSchema(v, memberRule(v, m), m)
		if r.Part.Required {
			rule = text.Join(
				" "+v.Theme.Glyphs.Between+" ",
				v.Words.T("options.required"),
				rule,
			)
		}
		return rule
	}
	return LineRule(v, r.Line)
}

// RowOrigin says who states a row, or since when it changed.
func RowOrigin(v *resource.View, r *LineRow) string {
	if r.Line == nil || r.Part != nil {
		return ""
	}
	if len(r.Changes.List) > 0 {
		return v.Theme.Glyphs.Stale + " " + v.Words.T("checklist.changed")
	}
	if LineOrigin(v.Words, r.Line) == "" {
		return ""
	}
	return v.Words.T("checklist.known_short", "Date", fleet.KnownRulesDate)
}

// LineFacts are the lines of a section as facts of an inspector.
func LineFacts(
	v *resource.View,
	lines []fleet.Line,
	section fleet.Section,
) (facts []resource.Fact) {
	for i := range lines {
		l := &lines[i]
		if l.Section == section {
			facts = append(facts, resource.Fact{
				Name:  LineLabel(v, l),
				Value: LineRule(v, l),
				Note:  LineOrigin(v.Words, l),
			})
		}
	}
	return facts
}

// DefaultFacts are the options that a platform states as defaults, in words.
func DefaultFacts(
	v *resource.View,
	p *api.Platform,
	defaults jsontext.Value,
) (facts []resource.Fact) {
	for name, value := range api.Members(defaults) {
		facts = append(facts, resource.Fact{
			Name:  OptionLabel(v.Words, p.Platform, name, ""),
			Value: Choice(v.Words, name, string(value)),
		})
	}
	return facts
}

// LineResource returns the resource of the lines of a platform, by which they are shown, copied and
// exported. Names on the wire are in files and JSON only.
func LineResource(v *resource.View) *resource.Resource[*LineRow] {
	label := resource.Text("line", 110, 0, 32, theme.Plain, func(r *LineRow) string {
		return RowLabel(v, r)
	})
	label.Pinned = true
	label.Cell = func(r *LineRow) resource.Cell {
		name := RowLabel(v, r)
		if r.Line == nil {
			return resource.Cell{Text: name, Tone: theme.Strong}
		}
		if r.Part != nil {
			return resource.Cell{Text: "    " + name}
		}
		if r.Open {
			return resource.Cell{Text: v.Theme.Glyphs.Open + " " + name}
		}
		if r.CanOpen() {
			return resource.Cell{Text: v.Theme.Glyphs.Folded + " " + name}
		}
		return resource.Cell{Text: "  " + name}
	}
	rule := resource.Text("rule", 105, 16, 120, theme.Plain, func(r *LineRow) string {
		return RowRule(v, r)
	})
	rule.Grow = true
	rule.Wraps = true
	origin := resource.Text("origin", 107, 8, 24, theme.Muted, func(r *LineRow) string {
		return RowOrigin(v, r)
	})
	for _, c := range []*resource.Column[*LineRow]{&rule, &origin} {
		of := c.Of
		c.Of = func(r *LineRow) resource.Value {
			value := of(r)
			if value.Text() == "" {
				return resource.Blank()
			}
			return value
		}
	}
	name := resource.Text("name", 20, 8, 30, theme.Muted, (*LineRow).name)
	name.Hidden = true
	section := resource.Text("section", 10, 8, 20, theme.Muted, func(r *LineRow) string {
		if r.Line == nil {
			return ""
		}
		return v.Words.T("checklist.section." + string(r.Section))
	})
	section.Hidden = true
	return &resource.Resource[*LineRow]{
		Name: "checklist",
		ID: func(r *LineRow) string {
			if r.Line == nil {
				return ""
			}
			return cmp.Or(r.name(), r.Platform.Platform)
		},
		Key: (*LineRow).key,
		Fields: slices.Concat(
			resource.Nested(resource.Always, "section", func(r *LineRow) fleet.Section {
				return r.Section
			}),
			resource.OfColumns[string](resource.OrMissing, "name"),
			resource.OfColumn[string](resource.OrNull, "label", "line"),
			resource.OfColumns[string](resource.OrEmpty, "rule"),
			resource.Nested(resource.OrMissing, "origin", func(r *LineRow) string {
				return LineOrigin(v.Words, r.Line)
			}),
		),
		ColumnsAt: func(width int) []string {
			ids := []string{"line", "rule"}
			if width >= 50 { // else who states a row would take the place of what may stand there
				ids = append(ids, "origin")
			}
			return ids
		},
		Columns: []resource.Column[*LineRow]{label, rule, origin, name, section},
	}
}

// LabelledChange words a change with the label of the member that it is about.
func LabelledChange(v *resource.View, platform string, c *diff.Change) string {
	labelled := *c
	if labelled.Member != "" {
		var labels []string
		for name := range strings.SplitSeq(c.Member, ".") {
			labels = append(labels, OptionLabel(v.Words, platform, name, ""))
		}
		labelled.Member = strings.Join(labels, ": ")
	}
	return ChangeText(v, &labelled)
}

// LineBlocks are the inspector of a row: what may stand there, where its values come from with which
// account, what a new value needs, what changed, and its name on the wire.
func LineBlocks(
	v *resource.View,
	r *LineRow,
	account *api.Account,
	loaded bool,
) []resource.Block {
	w := v.Words
	rule := func(width int) []string {
		return v.Paragraph(RowRule(v, r), width, theme.Plain)
	}
	blocks := []resource.Block{{Lines: rule}}
	note := func(title, s string) {
		if s == "" {
			return
		}
		blocks = append(blocks, resource.Block{
			Title: title,
			Lines: func(width int) []string {
				return v.Paragraph(s, width, theme.Plain)
			},
		})
	}
	note("", description(v, r))
	if r.Part == nil && r.Source != nil {
		note(w.T("checklist.values"), valuesOf(v, r.Line, account, loaded))
		for _, s := range newValue(v, r) {
			note("", s)
		}
	}
	if r.Part == nil && LineOrigin(w, r.Line) != "" {
		note(
			w.T("checklist.column.origin"),
			w.T("checklist.only_known", "Date", fleet.KnownRulesDate),
		)
	}
	if len(r.Changes.List) > 0 {
		blocks = append(blocks, resource.Block{
			Title: r.Changes.Title(v),
			Lines: func(width int) (lines []string) {
				for i := range r.Changes.List {
					change := LabelledChange(v, r.Platform.Platform, &r.Changes.List[i])
					lines = append(lines, v.Paragraph(change, width, theme.Plain)...)
				}
				return lines
			},
		})
	}
	if r.name() != "" {
		fact := resource.Fact{
			Name:  w.T("checklist.column.name"),
			Value: r.name(),
			Tone:  theme.Muted,
		}
		blocks = append(blocks, resource.Block{Facts: []resource.Fact{fact}})
	}
	return blocks
}

// description returns the description of a row that the service sent, in the language of the user if there is one.
func description(v *resource.View, r *LineRow) string {
	var sent []string
	if r.Part != nil {
		sent = []string{r.Part.Description, r.Part.Title}
	} else {
		if r.Source != nil {
			sent = append(sent, r.Source.Description.Or(""))
		}
		if r.Member != nil {
			sent = append(sent, r.Member.Description, r.Member.Title)
		}
	}
	described := ""
	for _, s := range sent {
		s = text.Clean(s)
		if words.LangOf(s) == v.Words.Lang() && s != "" {
			return s
		}
		described = cmp.Or(described, s)
	}
	return Described(v, "description", described)
}

// valuesOf says where the values of an option come from, and with which account they are fetched.
func valuesOf(v *resource.View, l *fleet.Line, account *api.Account, loaded bool) string {
	w := v.Words
	if !l.Source.RequiresAccount.Or(false) {
		return w.T("checklist.values_same")
	}
	if account != nil {
		return w.T("checklist.values_account", "Account", text.Line(account.Nickname))
	}
	if loaded {
		return w.T("checklist.values_no_account", "Platform", v.PlatformName(l.Platform.Platform))
	}
	return w.T("checklist.values_of_account")
}

// newValue says what a new value of an option needs.
func newValue(v *resource.View, r *LineRow) (sentences []string) {
	if !IsSchema(r.Source.CreateSchema) {
		return nil
	}
	w := v.Words
	s := schema.Read(r.Source.CreateSchema)
	var needs []string
	for _, m := range s.Options() {
		if !m.Required {
			continue
		}
		label := inside(OptionLabel(w, r.Platform.Platform, m.Name, ""))
		rule := withSchema(v, memberRule(v, &m), &m)
		if rule != "" {
			label = w.T("checklist.part", "Label", label, "Rule", rule)
		}
		needs = append(needs, label)
	}
	if len(needs) > 0 {
		sentences = append(sentences, w.T(
			"checklist.new_value",
			"Option", inside(RowLabel(v, r)),
			"Needs", w.List(needs),
		))
	}
	for _, fields := range s.Conditions() {
		sentence, n := ConditionText(v, labelled(w, fields), "")
		if n == len(fields) {
			sentences = append(sentences, sentence)
		} else {
			sentences = append(sentences, resource.UpperFirst(w.T("checklist.see_schema")))
		}
	}
	return slices.Compact(sentences)
}
