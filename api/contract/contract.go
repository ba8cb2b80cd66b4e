// Package contract holds HTTP traffic against api/openapi.yaml. It is for tests.
//
// Around a client, in a test of what it sends and gets:
//
//	hc := &http.Client{Transport: contract.Transport(t, http.DefaultTransport)}
//
// around a server, in a test of a whole program:
//
//	srv := httptest.NewServer(contract.Handler(t, sandbox))
//
// and for one request or answer: [CheckRequest], [CheckResponse].
//
// A request breaks the contract where its path, its parameters or its body are
// not in the document, where it needs a key and has none, or where it sends
// one to the public catalog. An answer breaks it where its body does not fit
// the schema; an answer whose status is not 200 comes from what stands in
// front of the service, and any body fits. What faults do on purpose (half
// answers, other shapes) breaks it too: leave the wrapper out in such tests.
package contract

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/pb33f/libopenapi"
	validator "github.com/pb33f/libopenapi-validator"
	"github.com/pb33f/libopenapi-validator/config"
	problem "github.com/pb33f/libopenapi-validator/errors"
	v3 "github.com/pb33f/libopenapi/datamodel/high/v3"
)

// document is the parsed openapi.yaml. The validator renders schemas of shared
// memory as it checks queries, so it is used by one goroutine at a time.
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
	v, errs := validator.NewValidator(doc, config.WithFormatAssertions())
	if len(errs) > 0 {
		return nil, errors.Join(errs...)
	}
	if ok, found := v.ValidateDocument(); !ok {
		return nil, explain("the document", found)
	}
	return &document{validator: v, model: &model.Model}, nil
})

// find walks up from the directory that the test runs in, its package's own,
// to the module's root.
func find() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(dir, "api", "openapi.yaml"), nil
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", errors.New("no go.mod above the working directory")
		}
		dir = up
	}
}

// operation is the operation that the request's path and method belong to.
func (d *document) operation(r *http.Request) *v3.Operation {
	segments := strings.Split(r.URL.Path, "/")
	for path, item := range d.model.Paths.PathItems.FromOldest() {
		op := item.GetOperations().GetOrZero(strings.ToLower(r.Method))
		if op != nil && matches(strings.Split(path, "/"), segments) {
			return op
		}
	}
	return nil
}

func matches(pattern, segments []string) bool {
	if len(pattern) != len(segments) {
		return false
	}
	for i, p := range pattern {
		if p != segments[i] && !strings.HasPrefix(p, "{") {
			return false
		}
	}
	return true
}

// checkQuery looks for what the validator lets pass: unknown parameters, and
// the bounds of arrays and of their entries.
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
			return fmt.Errorf("query parameter %q: %d values, at most %d can be", name, len(values), most)
		}
		if slices.Contains(values, "") {
			return fmt.Errorf("query parameter %q is empty", name)
		}
	}
	return nil
}

// CheckRequest reports how a request breaks the contract. The body is read
// and put back.
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
		return fmt.Errorf("%s: the document does not have it", what)
	}
	if err := checkQuery(op, r.URL.Query()); err != nil {
		return fmt.Errorf("%s: %w", what, err)
	}
	if op.Security != nil && len(op.Security) == 0 && r.Header.Get("X-Api-Key") != "" {
		return fmt.Errorf("%s: a key is sent to a public call", what)
	}
	return nil
}

// CheckResponse reports how the answer to r breaks the contract. The body is
// read and put back.
func CheckResponse(r *http.Request, resp *http.Response) error {
	d, err := load()
	if err != nil {
		return err
	}
	d.mu.Lock()
	ok, found := d.validator.ValidateHttpResponse(r, resp)
	d.mu.Unlock()
	if !ok {
		return explain("answer to "+r.Method+" "+r.URL.Path, found)
	}
	return nil
}

// explain keeps of the validator's report what tells the place and the reason.
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
