package options

import (
	"strings"

	"channeldeck/ui/options/schema"
	"channeldeck/ui/words"
)

// ProblemText words the reason why a schema or a value cannot be used.
func ProblemText(w *words.Words, p *schema.Problem) string {
	id := map[schema.ProblemKind]string{
		schema.Empty: "empty", schema.NotJSON: "not_json", schema.TooBig: "too_big", schema.TooDeep: "too_deep",
		schema.NumberSize: "number_size", schema.NotASchema: "not_a_schema", schema.Dialect: "dialect",
		schema.RefOutside: "ref_outside", schema.RefMissing: "ref_missing", schema.RefCycle: "ref_cycle",
		schema.TooComplex: "too_complex", schema.NestedQuery: "nested_query",
	}[p.Kind]
	text := w.T("options.problem."+id, "Path", shown(p.Path), "Detail", shown(p.Detail))
	switch p.Kind {
	case schema.NotJSON, schema.NotASchema:
		if p.Detail != "" {
			text += " " + w.T("options.detail", "Detail", shown(p.Detail))
		}
		if p.Path != "" {
			text += " " + w.T("options.at", "Path", shown(p.Path))
		}
	}
	return text
}

// issueID returns the key of the text for a kind, or "" if only the validator
// has a text.
func issueID(k schema.IssueKind) string {
	return map[schema.IssueKind]string{
		schema.Missing: "missing", schema.WrongType: "type", schema.NotInEnum: "enum", schema.NotConst: "const",
		schema.TooShort: "too_short", schema.TooLongText: "too_long", schema.TooFewItems: "few_items", schema.TooManyItems: "many_items",
		schema.TooFewMembers: "few_members", schema.TooManyMembers: "many_members", schema.TooSmall: "too_small", schema.TooLarge: "too_large",
		schema.NotAbove: "not_above", schema.NotBelow: "not_below", schema.NotMultiple: "not_multiple", schema.PatternMismatch: "pattern",
		schema.Unchecked: "unchecked", schema.BadFormat: "format", schema.Unexpected: "unexpected", schema.BadName: "name", schema.ExtraItems: "extra_items",
		schema.Duplicate: "duplicate", schema.NoneContained: "none_contained", schema.NeedsWith: "needs_with", schema.Forbidden: "forbidden",
		schema.NoAlternative: "no_alternative", schema.ManyAlternatives: "many_alternatives", schema.NotAllowed: "not_allowed",
	}[k]
}

// Issue is one reason why a value is not valid, in words. Depth is above 0 for
// the reasons why an alternative is not valid.
type Issue struct {
	Depth int
	Path  string
	Text  string
}

// maxIssueDepth bounds the nesting of alternatives in alternatives.
const maxIssueDepth = 6

// IssueTexts words issues, each followed by its causes.
func IssueTexts(w *words.Words, issues []schema.Issue) []Issue {
	return issueTexts(w, issues, 0)
}

func issueTexts(w *words.Words, issues []schema.Issue, depth int) []Issue {
	var out []Issue
	for _, i := range issues {
		text := issueText(w, i)
		if depth > 0 {
			text = w.T("options.alternative", "N", w.Int(i.Alternative+1), "Text", text)
		}
		out = append(out, Issue{Depth: depth, Path: shown(i.Path), Text: text})
		if depth < maxIssueDepth {
			out = append(out, issueTexts(w, i.Causes, depth+1)...)
		}
	}
	return out
}

func issueText(w *words.Words, i schema.Issue) string {
	id := issueID(i.Kind)
	switch i.Kind {
	case schema.TooShort, schema.TooFewItems, schema.TooFewMembers:
		if i.Limit == "1" {
			id = "empty"
		}
	}
	if id == "" {
		return shown(i.Text)
	}
	want := make([]string, len(i.Want))
	copy(want, i.Want)
	got, limit := i.Got, i.Limit
	switch i.Kind {
	case schema.WrongType:
		got = TypeWord(w, i.Got)
		for j := range want {
			want[j] = TypeWord(w, want[j])
		}
	case schema.ManyAlternatives:
		for j := range want {
			want[j] = ordinal(want[j])
		}
	case schema.Duplicate:
		got, limit = ordinal(got), ordinal(limit)
	}
	return w.T("options.issue."+id, "Names", shown(strings.Join(i.Names, ", ")), "Want", shown(strings.Join(want, ", ")),
		"Got", shown(got), "Limit", shown(limit))
}

// TypeWord returns the word for a JSON type.
func TypeWord(w *words.Words, t string) string {
	if id := "options.type." + t; w.Has(id) {
		return w.T(id)
	}
	return shown(t)
}

func typeWords(w *words.Words, types []string) string {
	list := make([]string, len(types))
	for i, t := range types {
		list[i] = TypeWord(w, t)
	}
	return strings.Join(list, " "+w.T("options.or")+" ")
}
