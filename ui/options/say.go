package options

import (
	"strings"

	"channeldeck/ui/options/schema"
	"channeldeck/ui/words"
)

// SayProblem says why a schema cannot be used, or why there is no example.
func SayProblem(w *words.Words, p *schema.Problem) string {
	id := map[schema.ProblemKind]string{
		schema.Empty: "empty", schema.NotJSON: "not_json", schema.TooBig: "too_big", schema.TooDeep: "too_deep",
		schema.NumberSize: "number_size", schema.NotASchema: "not_a_schema", schema.Dialect: "dialect",
		schema.RefOutside: "ref_outside", schema.RefMissing: "ref_missing", schema.RefCycle: "ref_cycle",
		schema.TooCostly: "too_costly", schema.Impossible: "impossible", schema.TooLong: "too_long", schema.NestedQuery: "nested_query",
	}[p.Kind]
	said := w.T("options.problem."+id, "Path", shown(p.Path), "Limit", w.Int(p.Limit), "Detail", shown(p.Detail))
	switch p.Kind {
	case schema.NotJSON, schema.NotASchema:
		if p.Detail != "" {
			said += " " + w.T("options.detail", "Detail", shown(p.Detail))
		}
		if p.Path != "" {
			said += " " + w.T("options.at", "Path", shown(p.Path))
		}
	}
	return said
}

// issueID is the text of a kind of issue, "" where only the validator's own
// words tell it.
func issueID(k schema.IssueKind) string {
	return map[schema.IssueKind]string{
		schema.Missing: "missing", schema.WrongType: "type", schema.NotInEnum: "enum", schema.NotConst: "const",
		schema.TooShort: "too_short", schema.TooLongText: "too_long", schema.TooFewItems: "few_items", schema.TooManyItems: "many_items",
		schema.TooFewMembers: "few_members", schema.TooManyMembers: "many_members", schema.TooSmall: "too_small", schema.TooLarge: "too_large",
		schema.NotAbove: "not_above", schema.NotBelow: "not_below", schema.NotMultiple: "not_multiple", schema.PatternMismatch: "pattern",
		schema.BadFormat: "format", schema.Unexpected: "unexpected", schema.BadName: "name", schema.ExtraItems: "extra_items",
		schema.Duplicate: "duplicate", schema.NoneContained: "none_contained", schema.NeedsWith: "needs_with", schema.Forbidden: "forbidden",
		schema.NoForm: "no_form", schema.ManyForms: "many_forms", schema.IsForbiddenForm: "forbidden_form",
	}[k]
}

// Issue is one line on what is wrong with a value: where, and what. Depth is
// above 0 for what speaks against one form of several.
type Issue struct {
	Depth int
	Path  string
	Text  string
}

// SayIssues says what is wrong with a value, line by line.
func SayIssues(w *words.Words, issues []schema.Issue) []Issue {
	return sayIssues(w, issues, 0)
}

// maxIssueDepth bounds how far forms within forms are told apart.
const maxIssueDepth = 6

func sayIssues(w *words.Words, issues []schema.Issue, depth int) []Issue {
	var out []Issue
	for _, i := range issues {
		out = append(out, Issue{Depth: depth, Path: shown(i.Path), Text: sayIssue(w, i)})
		if depth >= maxIssueDepth {
			continue
		}
		out = append(out, sayIssues(w, i.Causes, depth+1)...)
	}
	return numbered(w, issues, out, depth)
}

// numbered puts the number of the form before what speaks against it.
func numbered(w *words.Words, issues []schema.Issue, out []Issue, depth int) []Issue {
	if depth == 0 {
		return out
	}
	next := 0
	for i := range out {
		if out[i].Depth == depth {
			out[i].Text = w.T("options.form", "N", w.Int(issues[next].Form+1), "Text", out[i].Text)
			next++
		}
	}
	return out
}

func sayIssue(w *words.Words, i schema.Issue) string {
	id := issueID(i.Kind)
	if id == "" {
		return shown(i.Text)
	}
	want := make([]string, len(i.Want))
	copy(want, i.Want)
	got := i.Got
	switch i.Kind {
	case schema.WrongType:
		got = TypeWord(w, i.Got)
		for j := range want {
			want[j] = TypeWord(w, want[j])
		}
	case schema.ManyForms:
		for j := range want {
			want[j] = oneMore(want[j])
		}
	}
	limit := i.Limit
	if i.Kind == schema.Duplicate {
		got, limit = oneMore(got), oneMore(limit)
	}
	return w.T("options.issue."+id, "Names", shown(strings.Join(i.Names, ", ")), "Want", shown(strings.Join(want, ", ")),
		"Got", shown(got), "Limit", shown(limit))
}

// TypeWord is the word for a JSON type.
func TypeWord(w *words.Words, t string) string {
	if id := "options.type." + t; w.Has(id) {
		return w.T(id)
	}
	return shown(t)
}
