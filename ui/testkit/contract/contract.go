// Package contract checks HTTP traffic against api/openapi.yaml, for tests.
//
// [Transport] checks the traffic of a client, [CheckRequest] and [CheckResponse]
// one request or response.
//
// A request is invalid if its path, parameters or body are not in the document,
// if it lacks a required key, or if it sends a key to the public catalog. A
// response is invalid if its body does not match the schema. Responses with a
// status other than 200 come from a gateway and may have any body.
package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	problem "github.com/pb33f/libopenapi-validator/errors"
	"github.com/pb33f/libopenapi-validator/paths"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// document is the parsed openapi.yaml. The validator writes to shared memory when
// it checks queries, so only one goroutine may use it at a time.
type document struct {
	mu        sync.Mutex
	validator validator.Validator
	model     *v3.Document
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
	doc, err := libopenapi.NewDocument(src)
	if err != nil {
		return nil, err
	}
	model, err := doc.BuildV3Model()
	if err != nil {
		return nil, err
	}
	for _, item := range model.Model.Paths.PathItems.FromOldest() {
		for _, op := range item.GetOperations().FromOldest() {
			for _, p := range op.Parameters {
				p.AllowReserved = true // the validator would refuse reserved characters that are escaped, too
			}
		}
	}
	v := validator.NewValidatorFromV3Model(&model.Model, config.WithFormatAssertions())
	v.SetDocument(doc)
	if ok, found := v.ValidateDocument(); !ok {
		return nil, explain("the document", found)
	}
	return &document{validator: v, model: &model.Model}, nil
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

// operation returns the operation for the path and method of a request.
func (d *document) operation(r *http.Request) *v3.Operation {
	item, _, _ := paths.FindPath(r, d.model, nil)
	if item == nil {
		return nil
	}
	return item.GetOperations().GetOrZero(strings.ToLower(r.Method))
}

// checkQuery checks what the validator accepts: unknown parameters, too many
// values, and empty values.
func checkQuery(op *v3.Operation, query url.Values) error {
	for name, values := range query {
		i := slices.IndexFunc(op.Parameters, func(p *v3.Parameter) bool { return p.In == "query" && p.Name == name })
		if i < 0 {
			return fmt.Errorf("unknown query parameter %q", name)
		}
		schema := op.Parameters[i].Schema.Schema()
		most := int64(1)
		if schema.MaxItems != nil {
			most = *schema.MaxItems
		}
		if int64(len(values)) > most {
			return fmt.Errorf("query parameter %q: %d values, at most %d are allowed", name, len(values), most)
		}
		if slices.Contains(values, "") {
			return fmt.Errorf("query parameter %q is empty", name)
		}
	}
	return nil
}

// CheckRequest returns an error for an invalid request. It reads the body and
// puts it back.
func CheckRequest(r *http.Request) error {
	d, err := load()
	if err != nil {
		return err
	}
	what := "request " + r.Method + " " + r.URL.Path
	d.mu.Lock()
	ok, found := d.validator.ValidateHttpRequestSync(r)
	d.mu.Unlock()
	if !ok {
		return explain(what, found)
	}
	op := d.operation(r)
	if op == nil {
		return fmt.Errorf("%s: not found in the document", what)
	}
	if err := checkQuery(op, r.URL.Query()); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if op.Security != nil && len(op.Security) == 0 && r.Header.Get("X-Api-Key") != "" {
		return fmt.Errorf("%s: a key is sent to a public call", what)
	}
	return nil
}

// CheckResponse returns an error for an invalid response to r. It reads the body
// and puts it back.
func CheckResponse(r *http.Request, resp *http.Response) error {
	d, err := load()
	if err != nil {
		return err
	}
	d.mu.Lock()
	ok, found := d.validator.ValidateHttpResponse(r, resp)
	d.mu.Unlock()
	if !ok {
		return explain("response to "+r.Method+" "+r.URL.Path, found)
	}
	return nil
}

// explain shortens the validator's report to places and reasons.
func explain(what string, found []*problem.ValidationError) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s breaks the contract:", what)
	for _, f := range found {
		fmt.Fprintf(&b, "\n  %s: %s", f.Message, f.Reason)
		for _, s := range f.SchemaValidationErrors {
			fmt.Fprintf(&b, "\n    %s %s", s.FieldPath, s.Reason)
		}
	}
	return errors.New(b.String())
}

// Transport sends through base and fails the test for each invalid request or
// response.
func Transport(t testing.TB, base http.RoundTripper) http.RoundTripper {
	return transport{t, base}
}

type transport struct {
	t    testing.TB
	base http.RoundTripper
}

func (tr transport) RoundTrip(r *http.Request) (*http.Response, error) {
	checked := r.Clone(r.Context())
	if r.Body != nil {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		_ = r.Body.Close()
		r.Body = io.NopCloser(bytes.NewReader(body))
		checked.Body = io.NopCloser(bytes.NewReader(body))
	}
	if err := CheckRequest(checked); err != nil {
		tr.t.Error(err)
	}
	resp, err := tr.base.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	if err := CheckResponse(checked, resp); err != nil {
		tr.t.Error(err)
	}
	return resp, nil
}
