package schema

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// base is the address of a schema that names none. It resolves nowhere.
const base = "https://schema.invalid/"

// offline is the library's loader: it has nothing.
type offline struct{}

var errOffline = errors.New("not fetched")

func (offline) Load(string) (any, error) { return nil, errOffline }

// compile makes what examples and checks are made with, or sets the problem.
func (s *Schema) compile() {
	if uncountable(s.root) {
		s.problem = &Problem{Kind: NumberSize}
		return
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	c.UseLoader(offline{})
	c.UseRegexpEngine(engine)
	c.AssertFormat()
	err := guard(func() (err error) {
		if err = c.AddResource(base, s.root.plain()); err == nil {
			s.top, err = c.Compile(base)
		}
		return err
	})
	if err != nil {
		s.problem = s.compileProblem(err)
		return
	}
	s.compiled = map[string]*jsonschema.Schema{}
	s.problem = s.index(s.top)
	if s.problem == nil {
		s.nodes = map[string]*node{}
		s.locate(s.root)
	}
}

// uncountable reports whether a count in a schema is beyond an int64: the
// library would take its last bits for it.
func uncountable(n *node) bool {
	for i, kid := range n.kids {
		if n.kind == '{' && kid.kind == '0' {
			switch n.names[i] {
			case "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties", "minContains", "maxContains":
				if r := rational(kid); r.IsInt() && !r.Num().IsInt64() {
					return true
				}
			}
		}
		if uncountable(kid) {
			return true
		}
	}
	return false
}

// guard turns a panic of the library, which was given what strangers sent,
// into an error.
func guard(f func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the validator failed: %v", r)
		}
	}()
	return f()
}

func (s *Schema) compileProblem(err error) *Problem {
	var (
		load    *jsonschema.LoadURLError
		invalid *jsonschema.SchemaValidationError
		pointer *jsonschema.JSONPointerNotFoundError
		anchor  *jsonschema.AnchorNotFoundError
		draft   *jsonschema.UnsupportedDraftError
	)
	switch {
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

// firstLeaf is the first of the innermost causes in the order of the document.
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
		b.WriteString("/" + escapeToken(t))
	}
	return b.String()
}

// index enters a schema and all it leads to.
func (s *Schema) index(sch *jsonschema.Schema) *Problem {
	todo := []*jsonschema.Schema{sch}
	for len(todo) > 0 {
		sch := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if s.compiled[sch.Location] != nil {
			continue
		}
		// Where these lead is known only while validating, so its cost is not.
		if sch.DynamicRef != nil || sch.RecursiveRef != nil {
			return &Problem{Kind: Dialect, Detail: "$dynamicRef"}
		}
		s.compiled[sch.Location] = sch
		todo = append(todo, inPlace(sch)...)
		todo = append(todo, deeper(sch)...)
	}
	return nil
}

// inPlace are the subschemas that are applied to the same value.
func inPlace(sch *jsonschema.Schema) []*jsonschema.Schema {
	out := present(sch.Ref, sch.Not, sch.If, sch.Then, sch.Else)
	out = append(out, sch.AllOf...)
	out = append(out, sch.AnyOf...)
	out = append(out, sch.OneOf...)
	for _, d := range sch.DependentSchemas {
		out = append(out, d)
	}
	for _, d := range sch.Dependencies {
		if d, ok := d.(*jsonschema.Schema); ok {
			out = append(out, d)
		}
	}
	return out
}

// deeper are the subschemas that are applied to parts of the value.
func deeper(sch *jsonschema.Schema) []*jsonschema.Schema {
	out := present(sch.PropertyNames, sch.Contains, sch.Items2020, sch.UnevaluatedProperties, sch.UnevaluatedItems)
	out = append(out, sch.PrefixItems...)
	for _, p := range sch.Properties {
		out = append(out, p)
	}
	for _, p := range sch.PatternProperties {
		out = append(out, p)
	}
	for _, v := range []any{sch.Items, sch.AdditionalItems, sch.AdditionalProperties} {
		switch v := v.(type) {
		case *jsonschema.Schema:
			out = append(out, v)
		case []*jsonschema.Schema:
			out = append(out, v...)
		}
	}
	return out
}

func present(all ...*jsonschema.Schema) []*jsonschema.Schema {
	var out []*jsonschema.Schema
	for _, s := range all {
		if s != nil {
			out = append(out, s)
		}
	}
	return out
}

// locate enters the nodes whose compiled schemas are in use.
func (s *Schema) locate(n *node) {
	if loc := location(n); s.compiled[loc] != nil {
		s.nodes[loc] = n
	}
	for _, kid := range n.kids {
		s.locate(kid)
	}
}

// location is the address of a node as the library writes it.
func location(n *node) string {
	tokens := strings.Split(n.ptr, "/")
	for i, t := range tokens {
		tokens[i] = url.PathEscape(t)
	}
	return base + "#" + strings.Join(tokens, "/")
}

// resolve returns where a node's $ref leads, nil where that is outside or
// missing, and whether it has one.
func (s *Schema) resolve(n *node) (target *node, ok bool) {
	ref := n.get("$ref")
	if ref == nil || ref.kind != '"' {
		return nil, false
	}
	if s.nodes == nil {
		return s.lookup(ref.str), true
	}
	if sch := s.compiled[location(n)]; sch != nil && sch.Ref != nil {
		target = s.nodes[sch.Ref.Location]
	}
	return target, true
}

// lookup follows a reference within a schema that could not be compiled.
func (s *Schema) lookup(ref string) *node {
	pointer, local := strings.CutPrefix(ref, "#")
	pointer, err := url.PathUnescape(pointer)
	if !local || err != nil || pointer != "" && pointer[0] != '/' {
		return nil
	}
	at := s.root
	for _, t := range strings.Split(pointer, "/")[1:] {
		at = at.child(strings.NewReplacer("~1", "/", "~0", "~").Replace(t))
	}
	return at
}
