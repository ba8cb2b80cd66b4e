package schema

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// Kinds of issues that callers treat separately. The others are literals in report.issue
// and report.structure. The key of an issue's message ends with its kind.
const (
	Other     = ""          // described by Text only
	Missing   = "missing"   // Values are the members that are missing
	WrongType = "type"      // Got and Values are JSON types
	Unchecked = "unchecked" // the pattern Limit could not be matched
)

// Bounds of the result of one check.
const (
	maxIssues  = 200 // causes included
	maxLiteral = 20  // values of an enum
)

// Issue is one reason why a value is not valid.
type Issue struct {
	Path        string // JSONPath (RFC 9535)
	Kind        string
	Values      []string // the members that are missing or not allowed; the types or the JSON that would be valid
	Got         string
	Limit       string
	Text        string  // in English
	Alternative int     // of a cause of no_alternative: the number of its alternative
	Causes      []Issue // of no_alternative and name
}

// Check validates a value, given as JSON. A value without issues is valid. A required member
// with a default counts as given. A problem means that the check was impossible: the schema is
// not usable, the value is not JSON, or a bound was exceeded.
func (s *Schema) Check(value []byte) ([]Issue, *Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if problem := s.ready(); problem != nil {
		return nil, problem
	}
	if _, problem := parse(value, maxValues); problem != nil {
		return nil, problem
	}
	issues, problem := s.check(value)
	if len(issues) == 0 || problem != nil {
		return nil, problem
	}
	lenient := s.withoutDefaults()
	if lenient == s {
		return issues, nil
	}
	return lenient.Check(value)
}

// check validates a value. The caller holds s.mu.
func (s *Schema) check(value []byte) ([]Issue, *Problem) {
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(value))
	if err != nil {
		return nil, &Problem{Kind: NotJSON}
	}
	s.steps = maxSteps
	problem, invalid := s.validate(s.compiled, v)
	if problem != nil {
		return nil, problem
	}
	r := &report{value: v, left: maxIssues, skipped: s.skipped}
	var issues []Issue
	switch e := invalid.(type) {
	case nil:
	case *jsonschema.ValidationError:
		issues = r.causes(e.Causes)
	default:
		issues = []Issue{{Path: "$", Text: e.Error()}}
	}
	for len(r.skipped) > 0 {
		issues = append(issues, r.unchecked("$", r.skipped[0]))
	}
	return issues, r.problem
}

func english() *message.Printer { return message.NewPrinter(language.English) }

// report converts the validator's tree of errors to issues.
type report struct {
	value   any
	left    int
	skipped []*pattern // not yet reported
	problem *Problem
}

// unchecked returns the issue for a pattern of skipped, which it removes there.
func (r *report) unchecked(path string, p *pattern) Issue {
	r.skipped = slices.DeleteFunc(r.skipped, func(o *pattern) bool {
		return o.src == p.src
	})
	return Issue{
		Path:  path,
		Kind:  Unchecked,
		Limit: p.src,
		Text:  p.err.Error(),
	}
}

// causes converts errors to issues, sorted by path. Errors that only group
// others are left out.
func (r *report) causes(errs []*jsonschema.ValidationError) []Issue {
	var out []Issue
	for _, e := range errs {
		switch e.ErrorKind.(type) {
		case *kind.Group, *kind.Reference, *kind.AllOf, *kind.Schema:
			out = append(out, r.causes(e.Causes)...)
		default:
			if r.left--; r.left >= 0 {
				out = append(out, r.issue(e))
			}
		}
	}
	slices.SortStableFunc(out, func(a, b Issue) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Kind, b.Kind),
			slices.Compare(a.Values, b.Values), strings.Compare(a.Text, b.Text))
	})
	return out
}

func (r *report) issue(e *jsonschema.ValidationError) Issue {
	i := Issue{Path: r.path(e.InstanceLocation)}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		i.Kind = Missing
		i.Values = k.Missing
	case *kind.Type:
		i.Kind = WrongType
		i.Got = k.Got
		i.Values = k.Want
	case *kind.Enum:
		i.Kind = "enum"
		i.Values = literals(k.Want...)
	case *kind.Const:
		i.Kind = "const"
		i.Values = literals(k.Want)
	case *kind.MinLength:
		i.compare("too_short", k.Got, k.Want)
	case *kind.MaxLength:
		i.compare("too_long", k.Got, k.Want)
	case *kind.MinItems:
		i.compare("few_items", k.Got, k.Want)
	case *kind.MaxItems:
		i.compare("many_items", k.Got, k.Want)
	case *kind.MinProperties:
		i.compare("few_members", k.Got, k.Want)
	case *kind.MaxProperties:
		i.compare("many_members", k.Got, k.Want)
	case *kind.Minimum:
		i.compare("too_small", k.Got, k.Want)
	case *kind.Maximum:
		i.compare("too_large", k.Got, k.Want)
	case *kind.ExclusiveMinimum:
		i.compare("not_above", k.Got, k.Want)
	case *kind.ExclusiveMaximum:
		i.compare("not_below", k.Got, k.Want)
	case *kind.MultipleOf:
		i.compare("not_multiple", k.Got, k.Want)
	case *kind.Pattern:
		i.Kind = "pattern"
		i.Limit = k.Want
		at := slices.IndexFunc(r.skipped, func(p *pattern) bool {
			return p.src == k.Want
		})
		if at >= 0 {
			return r.unchecked(i.Path, r.skipped[at])
		}
	case *kind.Format:
		i.wrongFormat(k.Want, k.Err)
	case *kind.ContentEncoding:
		i.wrongFormat(k.Want, k.Err)
	case *kind.ContentMediaType:
		i.wrongFormat(k.Want, k.Err)
	default:
		r.structure(&i, e)
	}
	return i
}

// wrongFormat makes the issue one of a value that does not have a format.
func (i *Issue) wrongFormat(format string, err error) {
	i.Kind = "format"
	i.Limit = format
	i.Text = err.Error()
}

// structure fills in an issue about members, elements or alternatives.
func (r *report) structure(i *Issue, e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		i.Kind = "unexpected"
		i.Values = slices.Sorted(slices.Values(k.Properties))
	case *kind.PropertyNames:
		i.Kind = "name"
		i.Values = []string{k.Property}
		i.Causes = r.causes(e.Causes)
		for j := range i.Causes {
			i.Causes[j].Path = i.Path
		}
	case *kind.AdditionalItems:
		i.Kind = "extra_items"
		i.Got = strconv.Itoa(k.Count)
	case *kind.UniqueItems:
		i.compare("duplicate", k.Duplicates[0]+1, k.Duplicates[1]+1)
	case *kind.Contains, *kind.MinContains:
		i.Kind = "none_contained"
	case *kind.Dependency:
		i.Kind = "needs_with"
		i.Values = k.Missing
		i.Limit = k.Prop
	case *kind.DependentRequired:
		i.Kind = "needs_with"
		i.Values = k.Missing
		i.Limit = k.Prop
	case *kind.FalseSchema:
		i.Kind = "forbidden"
	case *kind.Not:
		i.Kind = "not_allowed"
	case *kind.AnyOf, *kind.OneOf:
		i.Kind = "no_alternative"
		for index := range e.Causes {
			for _, cause := range r.causes(e.Causes[index : index+1]) {
				cause.Alternative = index + 1
				i.Causes = append(i.Causes, cause)
			}
		}
		if one, ok := k.(*kind.OneOf); ok {
			for _, n := range one.Subschemas {
				i.Kind = "many_alternatives"
				i.Values = append(i.Values, strconv.Itoa(n+1))
			}
		}
	case *kind.RefCycle:
		r.problem = &Problem{Kind: RefCycle}
	default:
		i.Text = e.ErrorKind.LocalizedString(english())
	}
}

// compare fills in two numbers. The kind of a value below a minimum of 1 is empty.
func (i *Issue) compare(kind string, got, limit any) {
	text := func(v any) string {
		if r, ok := v.(*big.Rat); ok {
			return decimal(r)
		}
		return fmt.Sprint(v)
	}
	i.Kind = kind
	i.Got = text(got)
	i.Limit = text(limit)
	if limit == 1 && (kind == "too_short" || kind == "few_items" || kind == "few_members") {
		i.Kind = "empty"
	}
}

// decimal formats a fraction as a decimal number or, if that is not exact, as p/q.
func decimal(r *big.Rat) string {
	digits, exact := r.FloatPrec()
	if !exact {
		return r.RatString()
	}
	return r.FloatString(digits)
}

// path returns a location as JSONPath, up to the first step that does not exist: the
// validator overwrites the array of some locations.
func (r *report) path(tokens []string) string {
	var b strings.Builder
	b.WriteByte('$')
	v := r.value
	for _, t := range tokens {
		switch parent := v.(type) {
		case []any:
			i, err := strconv.Atoi(t)
			if err != nil || i >= len(parent) {
				return b.String()
			}
			b.WriteString("[" + t + "]")
			v = parent[i]
		case map[string]any:
			member, ok := parent[t]
			if !ok {
				return b.String()
			}
			b.WriteString(step(t))
			v = member
		}
	}
	return b.String()
}

// literals returns values of the validator as JSON, an ellipsis in place of
// those beyond maxLiteral.
func literals(values ...any) []string {
	var out []string
	for _, v := range jsonOf(values[:min(len(values), maxLiteral)]...) {
		out = append(out, string(v))
	}
	if len(values) > maxLiteral {
		out = append(out, "…")
	}
	return out
}

func jsonOf(values ...any) []jsontext.Value {
	var out []jsontext.Value
	for _, v := range values {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		_ = enc.Encode(v) // v was decoded from JSON
		out = append(out, bytes.TrimSpace(b.Bytes()))
	}
	return out
}
