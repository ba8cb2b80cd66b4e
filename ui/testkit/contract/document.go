package contract

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// The parts of OpenAPI that the document uses. What has no field here is an error
// when the document is loaded, so no rule of it goes unchecked.
type (
	source struct {
		OpenAPI    string `yaml:"openapi"`
		Info       any
		Servers    any
		Tags       any
		Paths      map[string]map[string]operationSource
		Components struct {
			SecuritySchemes map[string]securityScheme `yaml:"securitySchemes"`
			Parameters      map[string]parameterSource
			Responses       map[string]responseSource
			Schemas         map[string]any
		}
	}
	operationSource struct {
		OperationID string `yaml:"operationId"`
		Summary     string
		Description string
		Tags        []string
		Security    []map[string][]string
		Parameters  []parameterSource
		RequestBody *struct {
			Required bool
			Content  content
		} `yaml:"requestBody"`
		Responses map[string]responseSource
	}
	securityScheme  struct{ Type, In, Name string }
	parameterSource struct {
		Ref         string `yaml:"$ref"`
		Name        string
		In          string
		Description string
		Required    bool
		Seen        bool `yaml:"x-seen"`
		Style       string
		Explode     bool
		Schema      any
	}
	responseSource struct {
		Ref         string `yaml:"$ref"`
		Description string
		Content     content
	}
	content map[string]struct{ Schema any } // by media type
)

// operation is a call of the document, with its schemas compiled.
type operation struct {
	method     string
	segments   []string // of the path: a name in braces stands for any text
	key        string   // the header with the key; "" for a public call
	parameters []parameter
	body       *body           // nil for a request without a body
	responses  map[string]body // by status: "200" or "4XX"
}

type parameter struct {
	name, in string
	required bool
	schema   *jsonschema.Schema
}

// body is the body of a request or a response.
type body struct {
	required bool
	schemas  map[string]*jsonschema.Schema // by media type; nil allows any body, and none
}

// document is the parsed openapi.yaml.
type document struct {
	raw        any // as decoded from JSON
	operations []operation
	keys       []string // the headers that can carry a key
}

var load = sync.OnceValues(func() (*document, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	src, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return parse(src)
})

// find returns the path of the document, from the directory of a test's package.
func find() (string, error) {
	dir, err := os.Getwd()
	for ; err == nil; dir = filepath.Dir(dir) {
		path := filepath.Join(dir, "api", "openapi.yaml")
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
		if dir == filepath.Dir(dir) {
			return "", errors.New("no api/openapi.yaml above the working directory")
		}
	}
	return "", err
}

// parse returns the document. It compiles every schema, used or not, which checks
// each against the metaschema of JSON Schema 2020-12, the dialect of OpenAPI 3.1.
func parse(src []byte) (*document, error) {
	var s source
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	decoder.KnownFields(true)
	if err := decoder.Decode(&s); err != nil {
		return nil, err
	}
	if !strings.HasPrefix(s.OpenAPI, "3.1.") {
		return nil, fmt.Errorf("version %q of OpenAPI, want 3.1", s.OpenAPI)
	}
	raw, err := toJSON(src)
	if err != nil {
		return nil, err
	}
	l := loader{source: &s, compiler: jsonschema.NewCompiler()}
	l.compiler.AssertFormat()
	if err := l.compiler.AddResource(address, raw); err != nil {
		return nil, err
	}
	d := &document{raw: raw, keys: l.keys()}
	for name := range s.Components.Schemas {
		l.schema("components", "schemas", name)
	}
	for path, methods := range s.Paths {
		for method, op := range methods {
			d.operations = append(d.operations, l.operation(path, method, op))
		}
	}
	return d, errors.Join(l.errs...)
}

// toJSON converts YAML to the values that jsonschema expects.
func toJSON(src []byte) (any, error) {
	var v any
	if err := yaml.Unmarshal(src, &v); err != nil {
		return nil, err
	}
	data, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return jsonschema.UnmarshalJSON(bytes.NewReader(data))
}

// address is the URL of the document, for its references. It is never fetched.
const address = "https://contract.example/openapi.yaml"

// loader collects the operations of a source and what is wrong with it.
type loader struct {
	source   *source
	compiler *jsonschema.Compiler
	errs     []error
}

func (l *loader) fail(format string, args ...any) {
	l.errs = append(l.errs, fmt.Errorf(format, args...))
}

// schema compiles the schema at a place of the document.
func (l *loader) schema(place ...string) *jsonschema.Schema {
	escaper := strings.NewReplacer("~", "~0", "/", "~1")
	var pointer strings.Builder
	for _, name := range place {
		pointer.WriteString("/" + url.PathEscape(escaper.Replace(name)))
	}
	compiled, err := l.compiler.Compile(address + "#" + pointer.String())
	if err != nil {
		l.errs = append(l.errs, err)
	}
	return compiled
}

func (l *loader) keys() (headers []string) {
	for name, s := range l.source.Components.SecuritySchemes {
		if s.Type != "apiKey" || s.In != "header" || s.Name == "" {
			l.fail("security scheme %s: only a key in a header is supported", name)
		}
		headers = append(headers, s.Name)
	}
	return headers
}

func (l *loader) operation(path, method string, src operationSource) operation {
	op := operation{method: strings.ToUpper(method), segments: strings.Split(path, "/"), responses: map[string]body{}}
	at := []string{"paths", path, method}
	switch {
	case !slices.Contains([]string{http.MethodGet, http.MethodPost}, op.method):
		l.fail("%s: method %q is not supported", path, method)
	case src.Security == nil:
		l.fail("%s %s: security is missing; a public call has an empty list", method, path)
	case len(src.Security) > 1 || len(src.Security) == 1 && len(src.Security[0]) != 1:
		l.fail("%s %s: at most one key is supported", method, path)
	case len(src.Security) == 1:
		name := slices.Collect(maps.Keys(src.Security[0]))[0]
		if op.key = l.source.Components.SecuritySchemes[name].Name; op.key == "" {
			l.fail("%s %s: no security scheme %q", method, path, name)
		}
	}
	for i, p := range src.Parameters {
		op.parameters = append(op.parameters, l.parameter(p, slices.Concat(at, []string{"parameters", strconv.Itoa(i)})))
	}
	for _, segment := range op.segments {
		if name, ok := placeholder(segment); ok && op.parameter("path", name) == nil {
			l.fail("%s %s: no path parameter %q", method, path, name)
		}
	}
	if b := src.RequestBody; b != nil {
		schemas := l.content(b.Content, slices.Concat(at, []string{"requestBody", "content"}))
		op.body = &body{required: b.Required, schemas: schemas}
	}
	for status, r := range src.Responses {
		place := slices.Concat(at, []string{"responses", status})
		if name, ok := strings.CutPrefix(r.Ref, "#/components/responses/"); ok {
			var found bool
			if r, found = l.source.Components.Responses[name]; !found {
				l.fail("no response %q", name)
			}
			place = []string{"components", "responses", name}
		}
		op.responses[status] = body{required: true, schemas: l.content(r.Content, append(place, "content"))}
	}
	return op
}

func (l *loader) parameter(src parameterSource, place []string) parameter {
	if name, ok := strings.CutPrefix(src.Ref, "#/components/parameters/"); ok {
		place = []string{"components", "parameters", name}
		src = l.source.Components.Parameters[name]
	}
	p := parameter{name: src.Name, in: src.In, required: src.Required, schema: l.schema(append(place, "schema")...)}
	switch {
	case p.schema == nil: // already reported
	case p.name == "" || !slices.Contains([]string{"path", "query", "header"}, p.in):
		l.fail("parameter %q in %q is not supported", p.name, p.in)
	case p.in == "path" && !p.required:
		l.fail("path parameter %q is not required", p.name)
	case p.schema.Types == nil:
		l.fail("parameter %q: the schema has no type", p.name)
	case p.isList() && (p.in != "query" || src.Style != "form" || !src.Explode || itemSchema(p.schema) == nil):
		l.fail("parameter %q: a list is a query parameter that is repeated for each element", p.name)
	case !p.isList() && (src.Style != "" || src.Explode):
		l.fail("parameter %q: style and explode are only supported for lists", p.name)
	}
	return p
}

// content compiles the schemas of a body, by media type.
func (l *loader) content(c content, place []string) map[string]*jsonschema.Schema {
	if c == nil {
		return nil
	}
	schemas := map[string]*jsonschema.Schema{}
	for mediaType := range c {
		schemas[mediaType] = l.schema(slices.Concat(place, []string{mediaType, "schema"})...)
	}
	return schemas
}

// placeholder returns the parameter that a segment of a path stands for.
func placeholder(segment string) (name string, ok bool) {
	name, ok = strings.CutPrefix(segment, "{")
	return strings.TrimSuffix(name, "}"), ok
}

func (op *operation) parameter(in, name string) *parameter {
	i := slices.IndexFunc(op.parameters, func(p parameter) bool { return p.in == in && p.name == name })
	if i < 0 {
		return nil
	}
	return &op.parameters[i]
}

func (p *parameter) isList() bool { return slices.Equal(p.schema.Types.ToStrings(), []string{"array"}) }

func itemSchema(s *jsonschema.Schema) *jsonschema.Schema {
	if s.Items2020 == nil || s.Items2020.Types == nil {
		return nil
	}
	return s.Items2020
}
