package schema

import (
	"cmp"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"
)

// IssueKind is what is wrong with a value.
type IssueKind uint8

// Kinds of issues, and what their parameters hold.
const (
	Other           IssueKind = iota // only Text
	Missing                          // Names are required
	WrongType                        // Got; Want: the types that fit
	NotInEnum                        // Want: what fits, as JSON
	NotConst                         // Want[0], as JSON
	TooShort                         // Got, Limit: characters; TooLong too
	TooLongText                      //
	TooFewItems                      // Got, Limit; the next three too
	TooManyItems                     //
	TooFewMembers                    //
	TooManyMembers                   //
	TooSmall                         // Got, Limit: the least that fits
	TooLarge                         // Got, Limit: the greatest that fits
	NotAbove                         // Got, Limit: only greater fits
	NotBelow                         // Got, Limit: only less fits
	NotMultiple                      // Got, Limit
	PatternMismatch                  // Limit: the pattern
	BadFormat                        // Limit: the format; Text: why, in English
	Unexpected                       // Names are not allowed
	BadName                          // Names[0] is not allowed as a name
	ExtraItems                       // Got: how many elements too many
	Duplicate                        // Got, Limit: the indexes of two equal elements
	NoneContained                    // no element is as the schema asks for some
	NeedsWith                        // Names are required where Limit is there
	Forbidden                        // nothing fits here
	NoForm                           // none of the forms fits; Causes: why not
	ManyForms                        // Want: indexes, from 0, of the forms that fit, where one must
	IsForbiddenForm                  // fits a form that it must not
)

// maxIssues bounds the issues of one check, causes included.
const maxIssues = 200

// Issue is one thing that is wrong with a value.
type Issue struct {
	Path   string // JSONPath, $ is the whole value
	Kind   IssueKind
	Names  []string
	Want   []string
	Got    string
	Limit  string
	Text   string // in English, from the validator, for what has no words of our own
	Form   int    // of a cause of NoForm: the form that it speaks against, from 0
	Causes []Issue
}

// Check holds a value, as JSON text, against the schema. No issue and no
// problem means that it fits, but for patterns that are marked as unchecked.
// A problem means that there was no check: the schema's own, text that is no
// JSON, or a bound.
func (s *Schema) Check(value []byte) ([]Issue, *Problem) {
	if s.problem != nil {
		return nil, s.problem
	}
	n, err := parse(value, valueLimits)
	if err != nil {
		return nil, problemOf(err)
	}
	work := budget(maxWork)
	problem, invalid := work.validate(s.top, n)
	if invalid == nil || problem != nil {
		return nil, problem
	}
	verr, ok := invalid.(*jsonschema.ValidationError)
	if !ok {
		return []Issue{{Path: "$", Text: invalid.Error()}}, nil
	}
	r := &report{root: n, left: maxIssues, printer: english(), enums: map[*any][]string{}}
	return r.causes(verr.Causes), nil
}

func english() *message.Printer { return message.NewPrinter(language.English) }

// report turns the library's tree of errors into issues.
type report struct {
	root    *node
	left    int
	printer *message.Printer
	enums   map[*any][]string // by the first value: many issues may share an enum
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

// causes are the issues of some errors, by path; those that only say where in
// the schema they come from are passed over.
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

// forms are the causes of a value that fits no form: an error a form.
func (r *report) forms(errs []*jsonschema.ValidationError) []Issue {
	var out []Issue
	for form, e := range errs {
		for _, i := range r.causes([]*jsonschema.ValidationError{e}) {
			i.Form = form
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
	case *kind.Format:
		i.Kind, i.Limit, i.Text = BadFormat, k.Want, k.Err.Error()
	default:
		r.structure(&i, e)
	}
	return i
}

// structure fills in an issue of how a value is put together.
func (r *report) structure(i *Issue, e *jsonschema.ValidationError) {
	switch k := e.ErrorKind.(type) {
	case *kind.AdditionalProperties:
		slices.Sort(k.Properties)
		i.Kind, i.Names = Unexpected, k.Properties
	case *kind.PropertyNames:
		i.Kind, i.Names, i.Causes = BadName, []string{k.Property}, r.causes(e.Causes)
		// The library lets this location change under it.
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
		i.Kind = IsForbiddenForm
	case *kind.AnyOf:
		i.Kind, i.Causes = NoForm, r.forms(e.Causes)
	case *kind.OneOf:
		i.Kind, i.Causes = NoForm, r.forms(e.Causes)
		if len(k.Subschemas) > 0 {
			i.Kind = ManyForms
			for _, n := range k.Subschemas {
				i.Want = append(i.Want, strconv.Itoa(n))
			}
		}
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

// decimal writes a fraction that was read from a decimal literal.
func decimal(r *big.Rat) string {
	digits, exact := r.FloatPrec()
	if !exact {
		return r.RatString()
	}
	return r.FloatString(digits)
}

// at is the value at a location, nil where there is none.
func (r *report) at(tokens []string) *node {
	n := r.root
	for _, t := range tokens {
		n = n.child(t)
	}
	return n
}

// path is a location of the library as JSONPath.
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

// jsonOf is a value of the library as JSON.
func jsonOf(v any) string {
	return fromPlain(v).String()
}
