// Package doctor checks what a working channeldeck depends on: how a deployment
// is reached, and whether its responses match the interface.
//
// It returns values; the command words them.
package doctor

import (
	"bytes"
	"crypto/tls"
	"io"
	"net/http"
	"time"

	"channeldeck/api"
)

// Exchange is a request and its response.
type Exchange struct {
	Status   int
	Protocol string               // HTTP/1.1, HTTP/2.0; "" without a response
	Took     time.Duration        // from the request to the head of the response
	TLS      *tls.ConnectionState // nil for plain http
	Body     []byte               // its first bytes
}

// Recorder is a transport that keeps the last exchange. It keeps no headers,
// since one of them holds the key. It makes one request at a time.
type Recorder struct {
	*http.Transport
	Last Exchange
	most int64 // bytes of a body
}

// NewRecorder makes a transport with a timeout for connecting that keeps up to
// most bytes of a body.
func NewRecorder(connect time.Duration, most int64) *Recorder {
	return &Recorder{most: most, Transport: api.NewTransport(connect)}
}

// RoundTrip sends a request.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	begun := time.Now()
	resp, err := r.Transport.RoundTrip(req)
	r.Last = Exchange{Took: time.Since(begun)}
	if err != nil {
		return nil, err
	}
	r.Last.Status, r.Last.Protocol, r.Last.TLS = resp.StatusCode, resp.Proto, resp.TLS
	head, _ := io.ReadAll(io.LimitReader(resp.Body, r.most)) // the client meets the error again
	r.Last.Body = head
	resp.Body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(bytes.NewReader(head), resp.Body), resp.Body}
	return resp, nil
}
