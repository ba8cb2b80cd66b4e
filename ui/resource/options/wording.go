package options

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/schema"
	"channeldeck/ui/resource"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// ConditionText words an if with its then and else, with which the fields begin, as a sentence,
// or with the form inner as a part of one, and returns how many fields it covers: 0 where there is
// none, or a part describes more than members and conditions.
func ConditionText(
	v *resource.View,
	fields []schema.Field,
	form string,
) (sentence string, n int) {
	if len(fields) == 0 || fields[0].Role != "if" {
		return "", 0
	}
	depth := fields[0].Depth
	clauses := map[string]string{}
	for n < len(fields) && fields[n].Depth == depth &&
		slices.Contains([]string{"if", "then", "else"}, fields[n].Role) &&
		clauses[fields[n].Role] == "" {
		end := n + 1
		for end < len(fields) && fields[end].Depth > depth {
			end++
		}
		clause := clauseText(v, fields[n:end], "")
		if clause == "" {
			return "", 0
		}
		clauses[fields[n].Role] = clause
		n = end
	}
	id := "options.if_then"
	if clauses["else"] != "" {
		id += "_else"
	}
	if clauses["if"] == "" || clauses["then"] == "" {
		return "", 0
	}
	return v.Words.T(
		id+form,
		"If", clauses["if"],
		"Then", clauses["then"],
		"Else", clauses["else"],
	), n
}

// clauseText words what a part of a condition, or a member in it with a path, says of its members
// and further conditions, "" where it says more.
func clauseText(v *resource.View, fields []schema.Field, path string) string {
	w := v.Words
	whole := &fields[0]
	var list []string
	for _, b := range whole.Bounds {
		if b.Keyword != "required" {
			return ""
		}
		names := strings.ReplaceAll(Inline(b.Value), `"`, "")
		for name := range strings.SplitSeq(names, ", ") {
			list = append(list, w.T("options.clause.required", "Name", path+name))
		}
	}
	for i := 1; i < len(fields); {
		f := &fields[i]
		end := i + 1
		for end < len(fields) && fields[end].Depth > f.Depth {
			end++
		}
		name := path + FieldName(v, f)
		condition, n := ConditionText(v, fields[i:], ".inner")
		switch {
		case n > 0:
			list = append(list, condition)
			end = i + n
		case f.Role != "properties" || f.Cut != schema.Whole:
			return ""
		case end > i+1 || len(f.Bounds) > 0 && f.Bounds[0].Keyword == "required":
			inner := clauseText(v, fields[i:end], name+".")
			if inner == "" {
				return ""
			}
			if f.Required {
				list = append(list, w.T("options.clause.required", "Name", name))
			}
			list = append(list, inner)
		default:
			clause := fieldClause(v, f, name)
			if clause != "" {
				list = append(list, clause)
			}
		}
		i = end
	}
	return strings.Join(list, w.T("options.and"))
}

// fieldClause is what a field without fields of its own must be, "" for no condition.
func fieldClause(v *resource.View, f *schema.Field, name string) string {
	w := v.Words
	fixed := slices.IndexFunc(f.Bounds, func(b schema.Bound) bool {
		return b.Keyword == "const" || b.Keyword == "enum"
	})
	if fixed >= 0 {
		b := f.Bounds[fixed]
		return w.T(
			"options.clause."+b.Keyword,
			"Name", name,
			"Value", boundValue(w, b),
		)
	}
	rule := FieldParts(v, f)
	if f.Required && len(rule) == 1 {
		return w.T("options.clause.required", "Name", name)
	}
	if len(rule) == 0 {
		return ""
	}
	return w.T(
		"options.clause.rule",
		"Name", name,
		"Rule", strings.Join(rule, " "+v.Theme.Glyphs.Between+" "),
	)
}

// FieldName returns the name of a member, or the role of another field.
func FieldName(v *resource.View, f *schema.Field) string {
	name := Inline(f.Name)
	switch f.Role {
	case "":
		return v.Words.T("options.role.root")
	case "properties":
		return cmp.Or(name, `""`)
	}
	return v.Words.T(
		"options.role."+f.Role,
		"Name", name,
		"N", v.Words.Int(f.Index+1),
		"Of", v.Words.Int(f.Count),
	)
}

// FieldParts words the limits of a field, the most important first.
func FieldParts(v *resource.View, f *schema.Field) []string {
	w := v.Words
	var parts []string
	if f.Required {
		parts = append(parts, w.T("options.required"))
	}
	if len(f.Types) > 0 && (f.Depth > 0 || !slices.Equal(f.Types, []string{"object"})) {
		parts = append(parts, TypeWords(w, f.Types))
	}
	for _, b := range f.Bounds {
		s := boundText(w, b, f.Bounds)
		if s != "" {
			parts = append(parts, s)
		}
	}
	if f.Cut != schema.Whole {
		parts = append(parts, w.T("options.cut."+string(f.Cut), "Ref", Inline(f.Ref)))
	}
	return parts
}

// largestInteger is the largest whole number that JavaScript represents exactly. Schemas that are
// made from code state it as the maximum of any whole number.
const largestInteger = "9007199254740991"

// boundText words a keyword, both bounds of a range together: 1–180 characters.
// It returns "" for a keyword without effect, and for the upper bound of a range.
func boundText(w *words.Words, b schema.Bound, all []schema.Bound) string {
	id := "options.bound." + b.Keyword
	limit := strings.TrimPrefix(strings.TrimPrefix(b.Keyword, "min"), "max")
	lower := "min" + limit
	upper := "max" + limit
	other := slices.IndexFunc(all, func(o schema.Bound) bool {
		return o.Keyword != b.Keyword && (o.Keyword == lower || o.Keyword == upper)
	})
	switch ranged := other >= 0 && w.Has("options.range."+lower) &&
		all[other].Value != largestInteger; {
	case ranged && b.Keyword == lower:
		return w.T(
			"options.range."+lower,
			"Min", boundValue(w, b),
			"Max", boundValue(w, all[other]),
		)
	case ranged:
		return ""
	case b.Keyword == "multipleOf" && b.Value == "1": // a whole number
		return ""
	case strings.HasSuffix(b.Keyword, "aximum") && b.Value == largestInteger:
		return ""
	case b.Keyword == "format" && w.Has("options.format."+b.Value):
		return w.T("options.format." + b.Value)
	case b.Unchecked:
		id += ".unchecked"
	case w.Has(id + "." + b.Value):
		id += "." + b.Value
	case !w.Has(id):
		return ""
	}
	return w.T(id, "Value", boundValue(w, b))
}

func boundValue(w *words.Words, b schema.Bound) string {
	n, err := strconv.Atoi(b.Value)
	if err == nil && (strings.HasPrefix(b.Keyword, "min") ||
		strings.HasPrefix(b.Keyword, "max")) {
		return w.Int(n)
	}
	if b.Keyword == "enum" {
		return listValues(w, b.Value)
	}
	return Inline(b.Value)
}

// listValues returns the values of an enumeration as the language lists them.
func listValues(w *words.Words, list string) string {
	var values []jsontext.Value
	if !w.Language().BareTexts || json.Unmarshal([]byte("["+list+"]"), &values) != nil {
		return Inline(list)
	}
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = string(v)
		if v.Kind() == '"' {
			_ = json.Unmarshal(v, &texts[i]) // it is valid
		}
	}
	return Inline(w.List(texts))
}

// ProblemText words the reason why a schema or a value cannot be used.
func ProblemText(w *words.Words, p *schema.Problem) string {
	sentences := []string{
		w.T("options.problem."+string(p.Kind), "Path", Inline(p.Path), "Detail", Inline(p.Detail)),
	}
	if p.Fault != nil {
		sentences = append(sentences, FaultText(w, p.Fault))
	}
	if p.Kind == schema.NotASchema && p.Detail != "" {
		sentences = append(sentences, w.T("options.detail", "Detail", Inline(p.Detail)))
	}
	if p.Kind == schema.NotASchema && p.Path != "" {
		sentences = append(sentences, w.T("options.at", "Path", Inline(p.Path)))
	}
	return text.Sentences(sentences...)
}

// FaultText words where a text stops being JSON, and why.
func FaultText(w *words.Words, f *schema.Fault) string {
	id := "options.fault." + string(f.Kind)
	want := make([]string, len(f.Want))
	for i, s := range f.Want {
		want[i] = w.T("options.fault.quoted", "Text", s)
	}
	if len(want) > 0 {
		id += ".want"
	}
	return w.T(
		id,
		"Line", w.Int(f.Line),
		"Column", w.Int(f.Column),
		"Got", Inline(f.Got),
		"Want", strings.Join(want, w.T("options.fault.or")),
	)
}

// Issue is one reason why a value is not valid, in words.
type Issue struct {
	Path  string `json:"path"` // JSONPath
	Text  string `json:"text"`
	Depth int    `json:"depth"` // above 0 for the reasons why one alternative of several is not valid
}

// maxIssueDepth bounds the nesting of alternatives in alternatives.
const maxIssueDepth = 6

// IssueTexts words issues, each followed by its causes.
func IssueTexts(w *words.Words, issues []schema.Issue) []Issue {
	return issueTexts(w, issues, 0)
}

func issueTexts(w *words.Words, issues []schema.Issue, depth int) (out []Issue) {
	for _, i := range issues {
		text := issueText(w, i)
		if depth > 0 {
			text = w.T("options.alternative", "N", w.Int(i.Alternative), "Text", text)
		}
		out = append(out, Issue{
			Depth: depth,
			Path:  Inline(i.Path),
			Text:  text,
		})
		if depth < maxIssueDepth {
			out = append(out, issueTexts(w, i.Causes, depth+1)...)
		}
	}
	return out
}

func issueText(w *words.Words, i schema.Issue) string {
	values := w.List(i.Values)
	got := i.Got
	switch i.Kind {
	case schema.Other:
		return Inline(i.Text)
	case schema.WrongType:
		values = TypeWords(w, i.Values)
		got = TypeWords(w, []string{got})
	}
	return w.T(
		"options.issue."+i.Kind,
		"Values", Inline(values),
		"Got", Inline(got),
		"Limit", Inline(i.Limit),
	)
}

// TypeWords are JSON types in words.
func TypeWords(w *words.Words, types []string) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = cmp.Or(w.Optional("options.type."+t), Inline(t))
	}
	return strings.Join(list, " "+w.T("options.or")+" ")
}
