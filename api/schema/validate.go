package schema

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// base is the URL of a schema without $id. It does not resolve.
const base = "https://schema.invalid/"

// maxSteps bounds the subschemas that are applied in one check or example. A
// schema of 40 definitions that each refer twice to the next needs 2^40.
const maxSteps = 50_000

var errSteps = errors.New("too many steps")

// compile compiles the schema and everything it refers to.
func (s *Schema) compile() (compiled *jsonschema.Schema, problem *Problem) {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.UseLoader(jsonschema.SchemeURLLoader{}) // without schemes, it loads nothing
	// An invalid pattern does not make the schema unusable: MatchString records it.
	// After compilation, the engine compiles values of format regex, and must fail.
	c.UseRegexpEngine(func(src string) (jsonschema.Regexp, error) {
		p := &pattern{src: src, skipped: &s.skipped}
		p.re, p.err = compilePattern(src)
		if compiled != nil {
			return p, p.err
		}
		return p, nil
	})
	c.AssertFormat()
	if !strings.Contains(s.root.str("$schema"), "/draft/20") { // later drafts only annotate
		c.AssertContent()
	}
	c.AssertVocabs()
	c.RegisterVocabulary(&jsonschema.Vocabulary{URL: base + "steps", Compile: s.countSteps})
	err := guard(func() error {
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(s.root.raw))
		if err == nil {
			err = c.AddResource(base, doc)
		}
		if err == nil {
			compiled, err = c.Compile(base)
		}
		return err
	})
	return compiled, s.compileProblem(err)
}

// countSteps makes each compiled subschema count its use, and completes the check
// of its format. The validator has no hook for that but formats, which it checks
// before any subschema.
func (s *Schema) countSteps(
	ctx *jsonschema.CompilerContext,
	_ map[string]any,
) (jsonschema.SchemaExt, error) {
	sch := ctx.Enqueue(nil)
	count := func() {
		if s.steps--; s.steps < 0 {
			panic(errSteps)
		}
	}
	format := sch.Format
	if format == nil { // as of most subschemas
		sch.Format = &jsonschema.Format{Validate: func(any) error {
			count()
			return nil
		}}
		return nil, nil
	}
	pattern := regexp.MustCompile(formatSyntax(format.Name))
	sch.Format = &jsonschema.Format{
		Name: format.Name,
		Validate: func(v any) error {
			count()
			text, ok := v.(string)
			if ok && !pattern.MatchString(text) {
				return errors.New("a character is not allowed at its place")
			}
			return format.Validate(v)
		},
	}
	return nil, nil
}

// validate applies the schema or a part of it to a value. The error is the validator's,
// for a value that is not valid; a problem means that the check was impossible. The
// caller holds s.mu and has set s.steps.
func (s *Schema) validate(part *jsonschema.Schema, value any) (problem *Problem, invalid error) {
	s.skipped = nil
	err := guard(func() error {
		invalid = part.Validate(value)
		return nil
	})
	if errors.Is(err, errSteps) {
		return &Problem{Kind: TooComplex}, nil
	}
	return s.compileProblem(err), invalid
}

// guard turns a panic of the validator into an error.
func guard(f func() error) (err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			err = r
		default:
			err = fmt.Errorf("the validator failed: %v", r)
		}
	}()
	return f()
}

// compileProblem returns the problem for an error of the compiler.
func (s *Schema) compileProblem(err error) *Problem {
	var (
		load    *jsonschema.LoadURLError
		invalid *jsonschema.SchemaValidationError
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
		draft   *jsonschema.UnsupportedDraftError
	)
	if err == nil {
		return nil
	}
	if errors.As(err, &load) {
		dialect, _, _ := strings.Cut(s.root.str("$schema"), "#")
		if dialect == load.URL {
			return &Problem{Kind: Dialect, Detail: load.URL}
		}
		return &Problem{Kind: RefOutside, Detail: load.URL}
	}
	if errors.As(err, &draft) {
		return &Problem{Kind: Dialect, Detail: s.root.str("$schema")}
	}
	if errors.As(err, &pointer) {
		return &Problem{Kind: RefMissing, Detail: strings.TrimPrefix(pointer.URL, base)}
	}
	if errors.As(err, &anchor) {
		return &Problem{Kind: RefMissing, Detail: strings.TrimPrefix(anchor.Reference, base)}
	}
	if errors.As(err, &invalid) {
		p := &Problem{Kind: NotASchema}
		e, ok := errors.AsType[*jsonschema.ValidationError](invalid.Err)
		if ok {
			for len(e.Causes) > 0 { // the validator's order is random
				e = slices.MinFunc(e.Causes, func(a, b *jsonschema.ValidationError) int {
					return slices.Compare(a.InstanceLocation, b.InstanceLocation)
				})
			}
			var pointer jsontext.Pointer
			for _, token := range e.InstanceLocation {
				pointer = pointer.AppendToken(token)
			}
			p.Path = "#" + string(pointer)
			p.Detail = e.ErrorKind.LocalizedString(english())
		}
		return p
	}
	return &Problem{Kind: NotASchema, Detail: err.Error()}
}
