// The contract is api/openapi.yaml: the functions of this file check HTTP traffic against
// it.
//
// A request is invalid if its path, parameters or body are not in the document,
// if it lacks a required key, or if it sends a key to the public catalog. A
// response is invalid if its status is not in the document or its body does not
// match the schema. Responses with a status of 400 and above come from a gateway
// and may have any body.

package sandbox_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"
)

// errUnknownCall is the error of a path or a method that the document does not have.
var errUnknownCall = errors.New("the call is not found in the document")

// operation returns the operation for the path and method of a request, and the
// values of the path's parameters. A placeholder matches one segment.
func (d *document) operation(r *http.Request) (*operation, url.Values) {
	segments := strings.Split(r.URL.EscapedPath(), "/")
	for i := range d.operations {
		op := &d.operations[i]
		if values, ok := op.match(segments); ok && op.method == r.Method {
			return op, values
		}
	}
	return nil, nil
}

func (op *operation) match(segments []string) (url.Values, bool) {
	if len(segments) != len(op.segments) {
		return nil, false
	}
	values := url.Values{}
	for i, segment := range segments {
		text, err := url.PathUnescape(segment)
		if err != nil {
			return nil, false
		}
		if name, ok := placeholder(op.segments[i]); ok {
			values[name] = []string{text}
		} else if text != op.segments[i] {
			return nil, false
		}
	}
	return values, true
}

// checkRequest returns an error for an invalid request. It reads the body and
// puts it back.
func checkRequest(r *http.Request) error {
	d, err := contract()
	if err != nil {
		return err
	}
	if err := d.checkRequest(r); err != nil {
		return fmt.Errorf("request %s %s breaks the contract:\n%w", r.Method, r.URL.Path, err)
	}
	return nil
}

func (d *document) checkRequest(r *http.Request) error {
	op, inPath := d.operation(r)
	if op == nil {
		return errUnknownCall
	}
	query, err := url.ParseQuery(r.URL.RawQuery)
	errs := []error{err, d.checkKeys(op, r.Header)}
	for name := range query {
		if op.parameter("query", name) == nil {
			errs = append(errs, fmt.Errorf("unknown query parameter %q", name))
		}
	}
	for _, p := range op.parameters {
		values := map[string][]string{
			"path":   inPath[p.name],
			"query":  query[p.name],
			"header": r.Header.Values(p.name),
		}[p.in]
		if err := p.check(values); err != nil {
			errs = append(errs, fmt.Errorf("%s parameter %q: %w", p.in, p.name, err))
		}
	}
	data, err := readAll(&r.Body)
	switch {
	case err != nil:
	case op.body != nil:
		err = op.body.check(r.Header, data)
	case len(data) > 0:
		err = errors.New("the document has no body for it")
	}
	if err != nil {
		errs = append(errs, fmt.Errorf("body: %w", err))
	}
	return errors.Join(errs...)
}

// checkKeys checks that the operation's key is sent, and no other.
func (d *document) checkKeys(op *operation, header http.Header) error {
	for _, name := range d.keys {
		switch sent := header.Get(name) != ""; {
		case name == op.key && !sent:
			return fmt.Errorf("%s is missing", name)
		case name != op.key && sent:
			return fmt.Errorf("%s: a key is sent to a public call", name)
		}
	}
	return nil
}

// check checks the values of a parameter as they are in the request, without escapes.
func (p *parameter) check(values []string) error {
	switch {
	case len(values) == 0 && p.required:
		return errors.New("missing")
	case len(values) == 0:
		return nil
	case slices.Contains(p.schema.Types.ToStrings(), "array"):
		list := make([]any, len(values))
		for i, text := range values {
			list[i] = typed(p.schema.Items2020, text)
		}
		return p.schema.Validate(list)
	case len(values) > 1:
		return fmt.Errorf("%d values for one", len(values))
	}
	return p.schema.Validate(typed(p.schema, values[0]))
}

// typed converts the text of a parameter to a value that its schema can accept. A
// text that cannot be converted stays one, which the schema then refuses.
func typed(s *jsonschema.Schema, text string) any {
	if !slices.Contains(s.Types.ToStrings(), "string") {
		if v, err := jsonschema.UnmarshalJSON(strings.NewReader(text)); err == nil {
			return v
		}
	}
	return text
}

// check checks a body and its media type.
func (b *body) check(header http.Header, data []byte) error {
	if b.schemas == nil || len(data) == 0 && !b.required {
		return nil
	}
	mediaType, _, err := mime.ParseMediaType(header.Get("Content-Type"))
	if err != nil {
		return fmt.Errorf("content type %q: %w", header.Get("Content-Type"), err)
	}
	schema := b.schemas[mediaType]
	if schema == nil {
		return fmt.Errorf("content type %q is not in the document", mediaType)
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// checkResponse returns an error for an invalid response to r. It reads the body
// and puts it back.
func checkResponse(r *http.Request, resp *http.Response) error {
	d, err := contract()
	if err != nil {
		return err
	}
	if err := d.checkResponse(r, resp); err != nil {
		return fmt.Errorf("response to %s %s breaks the contract:\n%w", r.Method, r.URL.Path, err)
	}
	return nil
}

func (d *document) checkResponse(r *http.Request, resp *http.Response) error {
	op, _ := d.operation(r)
	if op == nil {
		return errUnknownCall
	}
	status := strconv.Itoa(resp.StatusCode)
	want, ok := op.responses[status]
	if !ok {
		want, ok = op.responses[status[:1]+"XX"]
	}
	if !ok {
		return fmt.Errorf("status %s is not in the document", status)
	}
	data, err := readAll(&resp.Body)
	if err != nil {
		return err
	}
	return want.check(resp.Header, data)
}

// readAll reads a body, nil for none, and puts it back.
func readAll(body *io.ReadCloser) ([]byte, error) {
	if *body == nil {
		return nil, nil
	}
	data, err := io.ReadAll(*body)
	if err := errors.Join(err, (*body).Close()); err != nil {
		return nil, err
	}
	*body = io.NopCloser(bytes.NewReader(data))
	return data, nil
}

// transport sends through base and fails the test for each invalid request or response.
type transport struct {
	t    testing.TB
	base http.RoundTripper
}

func (tr transport) RoundTrip(r *http.Request) (*http.Response, error) {
	if err := checkRequest(r); err != nil {
		tr.t.Error(err)
	}
	resp, err := tr.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if err := checkResponse(r, resp); err != nil {
		tr.t.Error(err)
	}
	return resp, nil
}

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

var contract = sync.OnceValues(func() (*document, error) {
	src, err := os.ReadFile("../openapi.yaml")
	if err != nil {
		return nil, err
	}
	return parse(src)
})

// parse returns the document. It compiles every schema, used or not, which checks
// each against the metaschema of JSON Schema 2020-12, the dialect of OpenAPI 3.1.
func parse(src []byte) (*document, error) {
	var s source
	decoder := yaml.NewDecoder(bytes.NewReader(src))
	decoder.KnownFields(true)
	if err := decoder.Decode(&s); err != nil {
		return nil, err
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
	d := &document{raw: raw}
	for _, scheme := range s.Components.SecuritySchemes {
		d.keys = append(d.keys, scheme.Name)
	}
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

// component returns the component that ref names, with its place, or else what the
// reference was in place of.
func component[T any](l *loader, kind, ref string, all map[string]T, inline T, place []string) (T, []string) {
	name, ok := strings.CutPrefix(ref, "#/components/"+kind+"/")
	if !ok {
		return inline, place
	}
	c, found := all[name]
	if !found {
		l.errs = append(l.errs, fmt.Errorf("no %s %q", kind, name))
	}
	return c, []string{"components", kind, name}
}

func (l *loader) operation(path, method string, src operationSource) operation {
	op := operation{method: strings.ToUpper(method), segments: strings.Split(path, "/"), responses: map[string]body{}}
	at := []string{"paths", path, method}
	for _, security := range src.Security {
		for name := range security {
			op.key = l.source.Components.SecuritySchemes[name].Name
		}
	}
	if src.Security == nil || len(src.Security) > 0 && op.key == "" {
		l.errs = append(l.errs, fmt.Errorf("%s %s: the security is missing or unknown: %v", method, path, src.Security))
	}
	for i, p := range src.Parameters {
		p, place := component(
			l,
			"parameters",
			p.Ref,
			l.source.Components.Parameters,
			p,
			slices.Concat(at, []string{"parameters", strconv.Itoa(i)}),
		)
		op.parameters = append(op.parameters, parameter{p.Name, p.In, p.Required, l.schema(append(place, "schema")...)})
	}
	for _, segment := range op.segments {
		if name, ok := placeholder(segment); ok && op.parameter("path", name) == nil {
			l.errs = append(l.errs, fmt.Errorf("%s %s: no path parameter %q", method, path, name))
		}
	}
	if b := src.RequestBody; b != nil {
		op.body = &body{b.Required, l.content(b.Content, slices.Concat(at, []string{"requestBody", "content"}))}
	}
	for status, r := range src.Responses {
		r, place := component(
			l,
			"responses",
			r.Ref,
			l.source.Components.Responses,
			r,
			slices.Concat(at, []string{"responses", status}),
		)
		op.responses[status] = body{true, l.content(r.Content, append(place, "content"))}
	}
	return op
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
