// Package doctor checks what a working channeldeck depends on: how a deployment
// is reached, whether its responses match the interface, and how wide the
// terminal draws certain characters.
//
// It returns values; the command words them.
package doctor

import (
	"crypto/tls"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync"
	"time"

	"channeldeck/api"
)

// Exchange is a request and its response.
type Exchange struct {
	Status      int
	Protocol    string // HTTP/1.1, HTTP/2.0
	ContentType string
	Address     string               // of the peer; "" without a connection
	Connected   time.Duration        // time to connect; 0 for a reused connection
	FirstByte   time.Duration        // from the last byte of the request to the first of the response
	TLS         *tls.ConnectionState // nil for plain http
	Body        []byte               // the part that was read
}

// Recorder is a transport that keeps the last exchange. It keeps no headers,
// since one of them holds the key.
type Recorder struct {
	base *http.Transport
	most int64 // bytes of a body

	mu   sync.Mutex // traces are called from other goroutines
	last *Exchange
}

// NewRecorder makes a transport with a timeout for connecting that keeps up to
// most bytes of a body.
func NewRecorder(connect time.Duration, most int64) *Recorder {
	return &Recorder{most: most, base: api.NewTransport(connect), last: &Exchange{}}
}

// RoundTrip sends a request.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	x := &Exchange{}
	begun := time.Now() // of the current phase
	trace := &httptrace.ClientTrace{
		GotConn: func(i httptrace.GotConnInfo) {
			r.mu.Lock()
			defer r.mu.Unlock()
			if x.Address = i.Conn.RemoteAddr().String(); !i.Reused {
				x.Connected = time.Since(begun)
			}
		},
		WroteRequest: func(httptrace.WroteRequestInfo) {
			r.mu.Lock()
			defer r.mu.Unlock()
			begun = time.Now()
		},
		GotFirstResponseByte: func() {
			r.mu.Lock()
			defer r.mu.Unlock()
			x.FirstByte = time.Since(begun)
		},
	}
	resp, err := r.base.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	r.mu.Lock()
	defer r.mu.Unlock()
	r.last = x
	if err == nil {
		x.Status, x.Protocol, x.ContentType, x.TLS = resp.StatusCode, resp.Proto, resp.Header.Get("Content-Type"), resp.TLS
		resp.Body = &recordedBody{resp.Body, r, x}
	}
	return resp, err
}

// Last returns the last exchange.
func (r *Recorder) Last() Exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	return *r.last
}

// Close closes idle connections.
func (r *Recorder) Close() { r.base.CloseIdleConnections() }

// recordedBody is a body that is copied while it is read.
type recordedBody struct {
	io.ReadCloser
	recorder *Recorder
	exchange *Exchange
}

func (b *recordedBody) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	b.recorder.mu.Lock()
	defer b.recorder.mu.Unlock()
	room := max(b.recorder.most-int64(len(b.exchange.Body)), 0)
	b.exchange.Body = append(b.exchange.Body, p[:min(int64(n), room)]...)
	return n, err
}
