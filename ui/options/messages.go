package options

import (
	"strings"

	"channeldeck/ui/options/schema"
	"channeldeck/ui/text"
	"channeldeck/ui/words"
)

// ProblemText words the reason why a schema or a value cannot be used.
func ProblemText(w *words.Words, p *schema.Problem) string {
	sentences := []string{w.T("options.problem."+string(p.Kind), "Path", shown(p.Path), "Detail", shown(p.Detail))}
	switch p.Kind {
	case schema.NotJSON, schema.NotASchema:
		if p.Detail != "" {
			sentences = append(sentences, w.T("options.detail", "Detail", shown(p.Detail)))
		}
		if p.Path != "" {
			sentences = append(sentences, w.T("options.at", "Path", shown(p.Path)))
		}
	}
	return text.Sentences(sentences...)
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

func issueTexts(w *words.Words, issues []schema.Issue, depth int) []Issue {
	var out []Issue
	for _, i := range issues {
		text := issueText(w, i)
		if depth > 0 {
			text = w.T("options.alternative", "N", w.Int(i.Alternative), "Text", text)
		}
		out = append(out, Issue{Depth: depth, Path: shown(i.Path), Text: text})
		if depth < maxIssueDepth {
			out = append(out, issueTexts(w, i.Causes, depth+1)...)
		}
	}
	return out
}

func issueText(w *words.Words, i schema.Issue) string {
	values, got := strings.Join(i.Values, ", "), i.Got
	switch i.Kind {
	case schema.Other:
		return shown(i.Text)
	case schema.WrongType:
		values, got = typeWords(w, i.Values), typeWords(w, []string{got})
	}
	return w.T("options.issue."+i.Kind, "Values", shown(values), "Got", shown(got), "Limit", shown(i.Limit))
}

func typeWords(w *words.Words, types []string) string {
	list := make([]string, len(types))
	for i, t := range types {
		if list[i] = shown(t); w.Has("options.type." + t) {
			list[i] = w.T("options.type." + t)
		}
	}
	return strings.Join(list, " "+w.T("options.or")+" ")
}
