package schema

import (
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

// isBound reports whether a keyword becomes a Bound.
func isBound(keyword string) bool {
	switch keyword {
	case "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
		"minLength", "maxLength", "pattern", "contentEncoding", "contentMediaType",
		"minItems", "maxItems", "uniqueItems", "minContains", "maxContains",
		"minProperties", "maxProperties", "dependentRequired",
		"readOnly", "writeOnly", "deprecated":
		return true
	}
	return false
}

// Fields lists the schema in document order: the root first, each field before
// the fields inside it. A field with missing inner fields has a Cut. Unknown
// keywords are skipped. The list is empty if the schema could not be parsed.
func (s *Schema) Fields() []Field {
	if s.root == nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	w := &walker{schema: s, texts: map[*node]string{}}
	w.field(s.root, Field{Path: "$"})
	return w.fields
}

type walker struct {
	schema *Schema
	fields []Field
	around []*node // the schemas of the enclosing fields

	// texts caches JSON: a definition may be referred to a thousand times.
	texts map[*node]string
}

func (w *walker) json(n *node) string {
	text, ok := w.texts[n]
	if !ok {
		text = n.String()
		w.texts[n] = text
	}
	return text
}

func (w *walker) literals(nodes []*node) []string {
	var out []string
	for _, n := range nodes {
		out = append(out, w.json(n))
	}
	return out
}

// field appends a field and those inside it. It returns false if the list is full.
func (w *walker) field(n *node, f Field) bool {
	if len(w.fields) == maxFields {
		w.fields[maxFields-1].Cut = Many
		return false
	}
	sites := []*node{n}
	for len(sites) < maxRefs {
		target, ok := w.schema.resolve(sites[len(sites)-1])
		if !ok {
			break
		}
		if f.Ref == "" {
			f.Ref = n.text("$ref")
		}
		if target == nil {
			f.Cut = Away
			break
		}
		if slices.Contains(sites, target) {
			f.Cut = Recurse
			break
		}
		sites = append(sites, target)
	}
	n = sites[len(sites)-1]
	for _, site := range sites {
		w.describe(&f, site)
	}
	if f.Cut == Whole && slices.Contains(w.around, n) {
		f.Cut = Recurse
	}
	w.constrain(&f, n)
	w.fields = append(w.fields, f)
	if f.Cut != Whole || n.kind != '{' {
		return true
	}
	if f.Depth == maxFieldDepth {
		if slices.ContainsFunc(n.names, nests) {
			w.fields[len(w.fields)-1].Cut = Deep
		}
		return true
	}
	w.around = append(w.around, n)
	defer func() { w.around = w.around[:len(w.around)-1] }()
	return w.inner(n, f)
}

// describe copies annotations. The first site with an annotation wins, so those
// beside a $ref replace those of its target.
func (w *walker) describe(f *Field, n *node) {
	if f.Title == "" {
		f.Title = n.text("title")
	}
	if f.Description == "" {
		f.Description = n.text("description")
	}
	if d := n.get("default"); d != nil && f.Default == "" {
		f.Default = w.json(d)
	}
	if f.Examples == nil {
		f.Examples = w.literals(n.items("examples"))
	}
}

func (w *walker) constrain(f *Field, n *node) {
	f.Never = n.kind == 'f'
	f.Format = n.text("format")
	f.Enum = w.literals(n.items("enum"))
	if f.Types = n.strings("type"); n.text("type") != "" {
		f.Types = []string{n.text("type")}
	}
	for i, keyword := range n.names {
		v := n.kids[i]
		switch {
		case keyword == "const":
			f.Const = w.json(v)
		case keyword == "pattern" && v.kind == '"':
			f.Bounds = append(f.Bounds, Bound{Keyword: keyword, Value: v.str, Unchecked: w.schema.isUnchecked(v.str)})
		case keyword == "required":
			if rest := w.unlisted(n, v); rest != "" {
				f.Bounds = append(f.Bounds, Bound{Keyword: keyword, Value: rest})
			}
		case isBound(keyword):
			f.Bounds = append(f.Bounds, Bound{Keyword: keyword, Value: w.json(v)})
		case keyword == "additionalProperties":
			f.Members = openness(v)
		case v.kind == 'f' && (keyword == "additionalItems" || keyword == "unevaluatedProperties" || keyword == "unevaluatedItems"):
			f.Bounds = append(f.Bounds, Bound{Keyword: keyword, Value: "false"})
		}
	}
}

// unlisted returns the required names without a property in the same schema, as
// JSON, or "". An if may require what is described elsewhere.
func (w *walker) unlisted(n, required *node) string {
	text, ok := w.texts[required]
	if ok {
		return text
	}
	listed := map[string]bool{}
	for _, name := range n.get("properties").members() {
		listed[name] = true
	}
	rest := &node{kind: '['}
	for _, item := range required.kids {
		if !listed[item.str] {
			rest.add("", item)
		}
	}
	if len(rest.kids) > 0 {
		text = rest.String()
	}
	w.texts[required] = text
	return text
}

func openness(v *node) Openness {
	switch {
	case v.kind == 'f':
		return Closed
	case v.kind == 't' || len(v.kids) == 0:
		return Open
	}
	return Shaped
}

// roleOf returns the role of the subschemas in a keyword, and false for a keyword
// without subschemas.
func roleOf(keyword string) (Role, bool) {
	switch keyword {
	case "properties":
		return Property, true
	case "patternProperties":
		return Patterned, true
	case "additionalProperties":
		return Additional, true
	case "items":
		return Item, true
	case "prefixItems":
		return Tuple, true
	case "additionalItems":
		return Rest, true
	case "allOf":
		return AllOf, true
	case "anyOf":
		return AnyOf, true
	case "oneOf":
		return OneOf, true
	case "not":
		return Not, true
	case "if":
		return If, true
	case "then":
		return Then, true
	case "else":
		return Else, true
	case "contains":
		return Contains, true
	case "propertyNames":
		return Names, true
	case "dependencies", "dependentSchemas":
		return Dependent, true
	}
	return Root, false
}

func nests(keyword string) bool {
	_, ok := roleOf(keyword)
	return ok
}

// inner appends the fields inside a schema in document order.
func (w *walker) inner(n *node, f Field) bool {
	required := n.strings("required")
	for i, keyword := range n.names {
		role, ok := roleOf(keyword)
		if !ok {
			continue
		}
		in := Field{Path: f.Path, Depth: f.Depth + 1, Role: role}
		switch v := n.kids[i]; role {
		case Property, Patterned, Dependent:
			ok = w.members(v, in, required)
		case AllOf, AnyOf, OneOf, Tuple:
			ok = w.each(v, in)
		case Item, Rest:
			if v.kind == '[' {
				in.Role = Tuple
				ok = w.each(v, in)
			} else if v.kind == '{' {
				in.Path = f.Path + "[*]"
				ok = w.field(v, in)
			}
		case Additional:
			if openness(v) == Shaped {
				in.Path = f.Path + ".*"
				ok = w.field(v, in)
			}
		default:
			ok = w.field(v, in)
		}
		if !ok {
			return false
		}
	}
	return true
}

// members appends a field for each member of an object of schemas.
func (w *walker) members(v *node, in Field, required []string) bool {
	if v.kind != '{' {
		return true
	}
	path := in.Path
	for i, name := range v.names {
		in.Name = name
		switch in.Role {
		case Property:
			in.Path = path + step(name)
			in.Required = slices.Contains(required, name)
		case Patterned:
			in.Path = path + ".*"
		}
		f := in
		if v.kids[i].kind == '[' { // dependencies: names required too
			f.Bounds = []Bound{{Keyword: "required", Value: w.json(v.kids[i])}}
		}
		if !w.field(v.kids[i], f) {
			return false
		}
	}
	return true
}

// each appends a field for each element of an array of schemas.
func (w *walker) each(v *node, in Field) bool {
	path := in.Path
	for i, kid := range v.kids {
		in.Index, in.Count = i, len(v.kids)
		if in.Role == Tuple {
			in.Path = path + "[" + strconv.Itoa(i) + "]"
		}
		if !w.field(kid, in) {
			return false
		}
	}
	return true
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
