// Package contract checks HTTP traffic against api/openapi.yaml, for tests.
//
// [Transport] checks the traffic of a client, [CheckRequest] and [CheckResponse]
// one request or response.
//
// A request is invalid if its path, parameters or body are not in the document,
// if it lacks a required key, or if it sends a key to the public catalog. A
// response is invalid if its status is not in the document or its body does not
// match the schema. Responses with a status of 400 and above come from a gateway
// and may have any body.
package contract

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
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

// CheckRequest returns an error for an invalid request. It reads the body and
// puts it back.
func CheckRequest(r *http.Request) error {
	d, err := load()
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
		values := map[string][]string{"path": inPath[p.name], "query": query[p.name], "header": r.Header.Values(p.name)}[p.in]
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
	case p.isList():
		list := make([]any, len(values))
		for i, text := range values {
			list[i] = typed(itemSchema(p.schema), text)
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

// CheckResponse returns an error for an invalid response to r. It reads the body
// and puts it back.
func CheckResponse(r *http.Request, resp *http.Response) error {
	d, err := load()
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
