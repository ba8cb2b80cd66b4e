package schema

import (
	"cmp"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// Bounds of the list of fields.
const (
	maxFields     = 2_000
	maxFieldDepth = 24
	maxRefs       = 32 // in a chain of $ref
)

// Cut is the reason why the fields inside a field are not listed.
type Cut string

// Cuts.
const (
	Whole   Cut = ""
	Never   Cut = "never"   // the schema is false: no value is valid
	Recurse Cut = "recurse" // its $ref refers to a field around it
	Deep    Cut = "deep"    // nested too deep
	Many    Cut = "many"    // too many fields
	Away    Cut = "away"    // its $ref is broken or leads outside the document
)

// Bound is a keyword that limits or marks a value, such as minimum, default or
// readOnly. Value is the text of a pattern or format, the elements of an array
// separated by commas, or JSON; of required, the names that have no field.
type Bound struct {
	Keyword   string
	Value     string
	Unchecked bool // a pattern that cannot be matched
}

// Field is one line of the list of fields.
type Field struct {
	Path  string // JSONPath (RFC 9535), such as $.boards[*].name
	Depth int    // 0 is the root
	// the keyword of its schema, "" for the root; prefixItems for any tuple, dependencies also for
	// dependentSchemas
	Role        string
	Name        string // of a member, or the pattern of names
	Index       int    // of Count, from 0, in an array of schemas
	Count       int
	Title       string
	Description string
	Types       []string // none: any type
	Required    bool
	Bounds      []Bound // in document order
	Ref         string  // its $ref; the field shows the target
	Cut         Cut
}

// Branch reports whether the field describes its parent's value once more,
// rather than a part of it.
func (f *Field) Branch() bool {
	return slices.Contains(
		[]string{
			"allOf", "anyOf", "oneOf", "not", "if", "then", "else", "contains", "propertyNames",
			"dependencies",
		},
		f.Role,
	)
}

// Keywords that become a Bound; those of flags only if they are true or false.
const (
	keywords = `const enum format default examples minimum maximum exclusiveMinimum exclusiveMaximum multipleOf
		minLength maxLength pattern contentEncoding contentMediaType minItems maxItems minContains maxContains
		minProperties maxProperties dependentRequired required`
	flags = `uniqueItems readOnly writeOnly deprecated additionalProperties additionalItems ` +
		`unevaluatedProperties unevaluatedItems`
)

// Fields lists the schema in document order: the root first, each field before
// the fields inside it. A field with missing inner fields has a Cut. Unknown
// keywords are skipped. The list is empty if the schema could not be parsed.
func (s *Schema) Fields() []Field {
	if s.root == nil {
		return nil
	}
	w := &walker{
		schema:   s,
		keywords: strings.Fields(keywords),
		flags:    strings.Fields(flags),
		texts:    map[*node]string{},
	}
	w.field(s.root, Field{Path: "$"})
	return w.fields
}

type walker struct {
	schema *Schema
	fields []Field

	keywords, flags []string

	around []*node          // the schemas of the enclosing fields
	texts  map[*node]string // of bounds: a definition may be referred to a thousand times
}

// field appends a field and those inside it. It returns false if the list is full.
func (w *walker) field(n *node, f Field) bool {
	if len(w.fields) == maxFields {
		w.fields[maxFields-1].Cut = Many
		return false
	}
	f.Ref = n.str("$ref")
	sites := []*node{n}
	for target, ok := w.schema.resolve(n); ok && f.Cut == Whole &&
		len(sites) < maxRefs; target, ok = w.schema.resolve(n) {
		switch {
		case target == nil:
			f.Cut = Away
		case slices.Contains(sites, target), slices.Contains(w.around, target):
			f.Cut = Recurse
			fallthrough
		default:
			n = target
			sites = append(sites, n)
		}
	}
	for i, site := range sites {
		w.describe(&f, site, i == len(sites)-1)
	}
	if n.kind() == 'f' {
		f.Cut = Never
	} else if f.Cut == Whole && f.Depth == maxFieldDepth {
		f.Cut = Deep
	}
	w.fields = append(w.fields, f)
	if f.Cut != Whole {
		return true
	}
	w.around = append(w.around, n)
	defer func() { w.around = w.around[:len(w.around)-1] }()
	return w.inner(n, f)
}

// resolve follows a $ref. The target is nil if it is outside the document or
// missing; ok reports whether n has a $ref.
func (s *Schema) resolve(n *node) (target *node, ok bool) {
	ref := n.str("$ref")
	if ref == "" {
		return nil, false
	}
	pointer, local := strings.CutPrefix(strings.TrimPrefix(ref, s.root.str("$id")), "#")
	pointer, err := url.PathUnescape(pointer)
	if !local || err != nil {
		return nil, true
	}
	return s.root.at(pointer), true
}

// describe copies what a schema says of a field. The annotations beside a $ref
// replace those of its target; only the target limits the value.
func (w *walker) describe(f *Field, n *node, target bool) {
	f.Title = cmp.Or(f.Title, n.str("title"))
	f.Description = cmp.Or(f.Description, n.str("description"))
	if target {
		f.Types = n.get("type").strings()
	}
	for i, keyword := range n.names {
		v := n.kids[i]
		flag := (v.kind() == 't' || v.kind() == 'f') && slices.Contains(w.flags, keyword)
		annotation := keyword == "default" || keyword == "examples"
		if !flag && !slices.Contains(w.keywords, keyword) || !target && !annotation ||
			annotation && slices.ContainsFunc(f.Bounds, func(b Bound) bool { return b.Keyword == keyword }) {
			continue
		}
		b := Bound{Keyword: keyword, Value: w.text(n, keyword, v)}
		if keyword == "pattern" {
			_, err := compilePattern(v.text)
			b.Unchecked = err != nil
		}
		if b.Value != "" {
			f.Bounds = append(f.Bounds, b)
		}
	}
}

// text returns the value of a keyword for a Bound.
func (w *walker) text(schema *node, keyword string, v *node) string {
	s, ok := w.texts[v]
	switch {
	case ok:
		return s
	case v.kind() == '"' && (keyword == "pattern" || keyword == "format"):
		s = v.text
	case v.kind() != '[' || keyword == "const" || keyword == "default":
		s = v.String()
	default:
		listed := schema.get("properties").members()
		var items []string
		for _, item := range v.kids {
			if keyword != "required" || !slices.Contains(listed, item.text) {
				items = append(items, item.String())
			}
		}
		s = strings.Join(items, ", ")
	}
	w.texts[v] = s
	return s
}

// inner appends the fields inside a schema in document order. It returns false
// if the list is full.
func (w *walker) inner(n *node, f Field) bool {
	required := n.get("required").strings()
	for i, keyword := range n.names {
		in := Field{Path: f.Path, Depth: f.Depth + 1, Role: keyword}
		v := n.kids[i]
		list := false // v is a list or an object of schemas
		switch keyword {
		case "properties", "patternProperties", "dependencies", "allOf", "anyOf", "oneOf", "prefixItems":
			list = true
		case "dependentSchemas":
			in.Role = "dependencies"
			list = true
		case "items", "additionalItems":
			if list = v.kind() == '['; list {
				in.Role = "prefixItems"
			} else if v.kind() != '{' {
				continue
			}
			in.Path += "[*]"
		case "additionalProperties":
			if len(v.kids) == 0 {
				continue
			}
			in.Path += ".*"
		case "not", "if", "then", "else", "contains", "propertyNames":
		default:
			continue
		}
		if !list && !w.field(v, in) {
			return false
		}
		for j := 0; list && j < len(v.kids); j++ {
			if !w.field(v.kids[j], w.entry(in, f.Path, v, j, required)) {
				return false
			}
		}
	}
	return true
}

// entry completes the field of an entry of a list or an object of schemas.
func (w *walker) entry(in Field, path string, v *node, i int, required []string) Field {
	if v.kind() == '[' {
		in.Index = i
		in.Count = len(v.kids)
		if in.Role == "prefixItems" {
			in.Path = path + "[" + strconv.Itoa(i) + "]"
		}
		return in
	}
	in.Name = v.names[i]
	if in.Role == "properties" {
		in.Path = path + step(in.Name)
		in.Required = slices.Contains(required, in.Name)
	} else if in.Role == "patternProperties" {
		in.Path = path + ".*"
	} else if v.kids[i].kind() == '[' { // names that are then required too
		in.Bounds = []Bound{{Keyword: "required", Value: w.text(v, "required", v.kids[i])}}
	}
	return in
}

// step returns the JSONPath (RFC 9535) segment of a member.
func step(name string) string {
	plain := name != ""
	for i, c := range name {
		letter := c == '_' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
		if !letter && (i == 0 || c < '0' || c > '9') {
			plain = false
		}
	}
	if plain {
		return "." + name
	}
	return "['" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(name) + "']"
}
