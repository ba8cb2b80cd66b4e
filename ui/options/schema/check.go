package schema

import (
	"cmp"
	"encoding/json"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// IssueKind is the way in which a value is not valid.
type IssueKind uint8

// Kinds of issues, with the fields of Issue that they set.
const (
	Other            IssueKind = iota // Text only
	Missing                           // Names are required
	WrongType                         // Got; Want: the types allowed
	NotInEnum                         // Want: the values allowed, as JSON
	NotConst                          // Want[0], as JSON
	TooShort                          // Got, Limit: characters
	TooLongText                       // Got, Limit: characters
	TooFewItems                       // Got, Limit
	TooManyItems                      // Got, Limit
	TooFewMembers                     // Got, Limit
	TooManyMembers                    // Got, Limit
	TooSmall                          // Got, Limit: the inclusive minimum
	TooLarge                          // Got, Limit: the inclusive maximum
	NotAbove                          // Got, Limit: the exclusive minimum
	NotBelow                          // Got, Limit: the exclusive maximum
	NotMultiple                       // Got, Limit
	PatternMismatch                   // Limit: the pattern
	Unchecked                         // Limit: a pattern that could not be matched; Text: the reason, in English
	BadFormat                         // Limit: the format; Text: the reason, in English
	Unexpected                        // Names are not allowed
	BadName                           // Names[0] is not allowed as a name
	ExtraItems                        // Got: the number of surplus elements
	Duplicate                         // Got, Limit: the indexes of two equal elements
	NoneContained                     // no element matches contains
	NeedsWith                         // Names are required because of the member Limit
	Forbidden                         // no value is allowed here
	NoAlternative                     // no alternative is valid; Causes: the reasons
	ManyAlternatives                  // Want: the indexes, from 0, of the valid alternatives of a oneOf
	NotAllowed                        // the schema of a not is valid
)

// maxIssues bounds the issues of one check, causes included.
const maxIssues = 200

// Issue is one reason why a value is not valid.
type Issue struct {
	Path        string // JSONPath (RFC 9535)
	Kind        IssueKind
	Names       []string
	Want        []string
	Got         string
	Limit       string
	Text        string  // in English
	Alternative int     // of a cause of NoAlternative: the index of its alternative, from 0
	Causes      []Issue // of NoAlternative and BadName
}

// Check validates a value, given as JSON. A value without issues is valid. A
// problem means that there is no result: the schema's own problem, a value that
// is not JSON, or an exceeded bound.
func (s *Schema) Check(value []byte) ([]Issue, *Problem) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if problem := s.ready(); problem != nil {
		return nil, problem
	}
	n, err := parse(value, valueLimits)
	if err != nil {
		return nil, problemOf(err)
	}
	s.steps = maxSteps
	return s.check(n)
}

// check validates a value within the steps left. The caller holds s.mu.
func (s *Schema) check(n *node) ([]Issue, *Problem) {
	problem, invalid := s.validate(s.root, n)
	if problem != nil {
		return nil, problem
	}
	r := &report{schema: s, root: n, left: maxIssues, printer: english(), enums: map[*any][]string{}}
	var issues []Issue
	switch e := invalid.(type) {
	case nil:
	case *jsonschema.ValidationError:
		issues = r.causes(e.Causes)
	default:
		issues = []Issue{{Path: "$", Text: e.Error()}}
	}
	for _, p := range s.skipped {
		if !r.unchecked[p.src] {
			issues = append(issues, r.uncheckedPattern("$", p))
		}
	}
	if r.problem != nil {
		return nil, r.problem
	}
	return issues, nil
}

func english() *message.Printer { return message.NewPrinter(language.English) }

// report converts the validator's tree of errors to issues.
type report struct {
	schema    *Schema
	root      *node // the value
	left      int
	printer   *message.Printer
	enums     map[*any][]string // by the address of the first value: issues share long enums
	unchecked map[string]bool   // patterns reported as Unchecked
	problem   *Problem
}

func (r *report) uncheckedPattern(path string, p *pattern) Issue {
	if r.unchecked == nil {
		r.unchecked = map[string]bool{}
	}
	r.unchecked[p.src] = true
	return Issue{Path: path, Kind: Unchecked, Limit: p.src, Text: p.err.Error()}
}

func (r *report) enum(values []any) []string {
	if len(values) == 0 {
		return nil
	}
	out, ok := r.enums[&values[0]]
	if !ok {
		for _, v := range values {
			out = append(out, jsonOf(v))
		}
		r.enums[&values[0]] = out
	}
	return out
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
		return cmp.Or(strings.Compare(a.Path, b.Path), cmp.Compare(a.Kind, b.Kind),
			slices.Compare(a.Names, b.Names), strings.Compare(a.Text, b.Text))
	})
	return out
}

// alternatives converts the errors of an anyOf or oneOf, one per alternative.
func (r *report) alternatives(errs []*jsonschema.ValidationError) []Issue {
	var out []Issue
	for index, e := range errs {
		for _, i := range r.causes([]*jsonschema.ValidationError{e}) {
			i.Alternative = index
			out = append(out, i)
		}
	}
	return out
}

func (r *report) issue(e *jsonschema.ValidationError) Issue {
	i := Issue{Path: r.path(e.InstanceLocation)}
	switch k := e.ErrorKind.(type) {
	case *kind.Required:
		i.Kind, i.Names = Missing, k.Missing
	case *kind.Type:
		i.Kind, i.Got, i.Want = WrongType, k.Got, k.Want
	case *kind.Enum:
		i.Kind, i.Want = NotInEnum, r.enum(k.Want)
	case *kind.Const:
		i.Kind, i.Want = NotConst, []string{jsonOf(k.Want)}
	case *kind.MinLength:
		i.between(TooShort, k.Got, k.Want)
	case *kind.MaxLength:
		i.between(TooLongText, k.Got, k.Want)
	case *kind.MinItems:
		i.between(TooFewItems, k.Got, k.Want)
	case *kind.MaxItems:
		i.between(TooManyItems, k.Got, k.Want)
	case *kind.MinProperties:
		i.between(TooFewMembers, k.Got, k.Want)
	case *kind.MaxProperties:
		i.between(TooManyMembers, k.Got, k.Want)
	case *kind.Minimum:
		i.numbers(TooSmall, k.Got, k.Want)
	case *kind.Maximum:
		i.numbers(TooLarge, k.Got, k.Want)
	case *kind.ExclusiveMinimum:
		i.numbers(NotAbove, k.Got, k.Want)
	case *kind.ExclusiveMaximum:
		i.numbers(NotBelow, k.Got, k.Want)
	case *kind.MultipleOf:
		i.numbers(NotMultiple, k.Got, k.Want)
	case *kind.Pattern:
		i.Kind, i.Limit = PatternMismatch, k.Want
		if p := r.schema.patterns[k.Want]; p.err != nil {
			i = r.uncheckedPattern(i.Path, p)
		}
	case *kind.Format:
		i.Kind, i.Limit, i.Text = BadFormat, k.Want, k.Err.Error()
	case *kind.ContentEncoding:
		i.Kind, i.Limit, i.Text = BadFormat, k.Want, k.Err.Error()
	case *kind.ContentMediaType:
		i.Kind, i.Limit, i.Text = BadFormat, k.Want, k.Err.Error()
	default:
		r.structure(&i, e)
	}
	return i
}

// structure fills in an issue about members, elements or alternatives.
func (r *report) structure(i *Issue, e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties)
		i.Kind, i.Names = Unexpected, k.Properties
	case *kind.PropertyNames:
		i.Kind, i.Names, i.Causes = BadName, []string{k.Property}, r.causes(e.Causes)
		// The library shares the array of this location with later errors.
		if at := r.at(e.InstanceLocation); at.get(k.Property) == nil {
			i.Path = "$." + step(k.Property)
		}
		for j := range i.Causes {
			i.Causes[j].Path = i.Path
		}
	case *kind.AdditionalItems:
		i.Kind, i.Got = ExtraItems, strconv.Itoa(k.Count)
	case *kind.UniqueItems:
		i.between(Duplicate, k.Duplicates[0], k.Duplicates[1])
	case *kind.Contains, *kind.MinContains:
		i.Kind = NoneContained
	case *kind.Dependency:
		i.Kind, i.Names, i.Limit = NeedsWith, k.Missing, k.Prop
	case *kind.DependentRequired:
		i.Kind, i.Names, i.Limit = NeedsWith, k.Missing, k.Prop
	case *kind.FalseSchema:
		i.Kind = Forbidden
	case *kind.Not:
		i.Kind = NotAllowed
	case *kind.AnyOf:
		i.Kind, i.Causes = NoAlternative, r.alternatives(e.Causes)
	case *kind.OneOf:
		i.Kind, i.Causes = NoAlternative, r.alternatives(e.Causes)
		if len(k.Subschemas) > 0 {
			i.Kind = ManyAlternatives
			for _, n := range k.Subschemas {
				i.Want = append(i.Want, strconv.Itoa(n))
			}
		}
	case *kind.RefCycle:
		r.problem = &Problem{Kind: RefCycle}
	default:
		i.Text = e.ErrorKind.LocalizedString(r.printer)
	}
}

func (i *Issue) between(k IssueKind, got, limit int) {
	i.Kind, i.Got, i.Limit = k, strconv.Itoa(got), strconv.Itoa(limit)
}

func (i *Issue) numbers(k IssueKind, got, limit *big.Rat) {
	i.Kind, i.Got, i.Limit = k, decimal(got), decimal(limit)
}

// decimal formats a fraction that was read from a decimal literal.
func decimal(r *big.Rat) string {
	digits, exact := r.FloatPrec()
	if !exact {
		return r.RatString()
	}
	return r.FloatString(digits)
}

// at returns the value at a location, or nil.
func (r *report) at(tokens []string) *node {
	n := r.root
	for _, t := range tokens {
		n = n.child(t)
	}
	return n
}

// path returns a location as JSONPath.
func (r *report) path(tokens []string) string {
	var b strings.Builder
	b.WriteByte('$')
	n := r.root
	for _, t := range tokens {
		if n != nil && n.kind == '[' {
			b.WriteString("[" + t + "]")
		} else {
			b.WriteString(step(t))
		}
		n = n.child(t)
	}
	return b.String()
}

// jsonOf returns a value of the validator as JSON.
func jsonOf(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(v) // v was decoded from JSON
	return strings.TrimSuffix(b.String(), "\n")
}
