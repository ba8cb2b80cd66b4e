package schema

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// base is the URL of a schema without $id. It does not resolve.
const base = "https://schema.invalid/"

// maxSteps bounds the subschemas that are applied in one check or example. A
// schema of 40 definitions that each refer twice to the next needs 2^40.
const maxSteps = 50_000

var errSteps = errors.New("too many steps")

// offline is a loader without documents.
type offline struct{}

func (offline) Load(string) (any, error) { return nil, errors.New("not loaded") }

// compile compiles the schema and everything it refers to.
func (s *Schema) compile() *Problem {
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.UseLoader(offline{})
	c.UseRegexpEngine(s.regexp)
	c.AssertFormat()
	if !strings.Contains(s.root.text("$schema"), "/draft/20") { // later drafts only annotate
		c.AssertContent()
	}
	c.AssertVocabs()
	for _, f := range formats() {
		c.RegisterFormat(f)
	}
	c.RegisterVocabulary(&jsonschema.Vocabulary{URL: base + "steps", Compile: s.countSteps})
	s.compiler = c
	err := guard(func() error {
		if err := c.AddResource(base, s.root.plain()); err != nil {
			return err
		}
		_, err := c.Compile(base)
		return err
	})
	s.compiled = true
	return s.compileProblem(err)
}

// regexp is the regular expression engine of the validator. It accepts the
// invalid patterns of a schema, so that the rest of the schema stays usable;
// matching them records them. Later it is called for values of format regex.
func (s *Schema) regexp(src string) (jsonschema.Regexp, error) {
	p := s.patterns[src]
	if p == nil {
		p = &pattern{src: src, skipped: &s.skipped}
		p.re, p.err = compilePattern(src)
		if s.compiled {
			return p, p.err
		}
		s.patterns[src] = p
	}
	return p, nil
}

// countSteps makes each compiled subschema count its use. The validator has no
// hook for that but formats, which it checks before any subschema.
func (s *Schema) countSteps(ctx *jsonschema.CompilerContext, _ map[string]any) (jsonschema.SchemaExt, error) {
	sch := ctx.Enqueue(nil)
	format := sch.Format
	if format == nil {
		format = &jsonschema.Format{Validate: func(any) error { return nil }}
	}
	sch.Format = &jsonschema.Format{Name: format.Name, Validate: func(v any) error {
		if s.steps--; s.steps < 0 {
			panic(errSteps)
		}
		return format.Validate(v)
	}}
	return nil, nil
}

// validate applies the subschema at n, a part of the schema, to a value. The
// error is the validator's, for a value that is not valid; a problem means that
// there is no result. The caller holds s.mu and has set s.steps.
func (s *Schema) validate(n, value *node) (problem *Problem, invalid error) {
	s.skipped = nil
	err := guard(func() error {
		sch, err := s.compiler.Compile(location(n))
		if err == nil {
			invalid = sch.Validate(value.plain())
		}
		return err
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
	switch {
	case err == nil:
		return nil
	case errors.As(err, &load):
		dialect, _, _ := strings.Cut(s.root.text("$schema"), "#")
		if load.URL == dialect {
			return &Problem{Kind: Dialect, Detail: load.URL}
		}
		return &Problem{Kind: RefOutside, Detail: load.URL}
	case errors.As(err, &draft):
		return &Problem{Kind: Dialect, Detail: s.root.text("$schema")}
	case errors.As(err, &pointer):
		return &Problem{Kind: RefMissing, Detail: strings.TrimPrefix(pointer.URL, base)}
	case errors.As(err, &anchor):
		return &Problem{Kind: RefMissing, Detail: strings.TrimPrefix(anchor.Reference, base)}
	case errors.As(err, &invalid):
		p := &Problem{Kind: NotASchema}
		var verr *jsonschema.ValidationError
		if errors.As(invalid.Err, &verr) {
			leaf := firstLeaf(verr)
			p.Path = "#" + pointerTo(leaf.InstanceLocation)
			p.Detail = leaf.ErrorKind.LocalizedString(english())
		}
		return p
	}
	return &Problem{Kind: NotASchema, Detail: err.Error()}
}

// firstLeaf returns the innermost cause that comes first in the document.
func firstLeaf(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	for len(e.Causes) > 0 {
		first := e.Causes[0]
		for _, c := range e.Causes[1:] {
			if pointerTo(c.InstanceLocation) < pointerTo(first.InstanceLocation) {
				first = c
			}
		}
		e = first
	}
	return e
}

func pointerTo(tokens []string) string {
	var b strings.Builder
	for _, t := range tokens {
		b.WriteString("/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(t))
	}
	return b.String()
}

// location returns the URL of a subschema.
func location(n *node) string {
	tokens := strings.Split(n.pointer(), "/")
	for i, t := range tokens {
		tokens[i] = url.PathEscape(t)
	}
	return base + "#" + strings.Join(tokens, "/")
}

// resolve follows a $ref. The target is nil if it is outside the document or
// missing; ok reports whether n has a $ref. The caller holds s.mu.
func (s *Schema) resolve(n *node) (target *node, ok bool) {
	ref := n.get("$ref")
	if ref == nil || ref.kind != '"' {
		return nil, false
	}
	address := ref.str
	if named := address != "#" && !strings.HasPrefix(address, "#/"); (named || s.ids) && s.ready() == nil {
		_ = guard(func() error { // a subschema that does not compile has no target
			sch, err := s.compiler.Compile(location(n))
			if err == nil && sch.Ref != nil {
				address = strings.TrimPrefix(sch.Ref.Location, base)
			}
			return err
		})
	}
	pointer, local := strings.CutPrefix(address, "#")
	pointer, err := url.PathUnescape(pointer)
	if !local || err != nil {
		return nil, true
	}
	return s.root.at(pointer), true
}
