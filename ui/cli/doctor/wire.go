// Package doctor checks what a working channeldeck depends on: how a deployment
// is reached, whether its responses match the interface, and how wide the
// terminal draws certain characters.
//
// It returns values; the command words them.
package doctor

import (
	"bytes"
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
	most int64

	mu   sync.Mutex
	last Exchange
	body *bytes.Buffer
}

// NewRecorder makes a transport with a timeout for connecting that keeps up to
// most bytes of a body.
func NewRecorder(connect time.Duration, most int64) *Recorder {
	return &Recorder{most: most, base: api.NewTransport(connect)}
}

// RoundTrip sends a request.
func (r *Recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	x := &Exchange{}
	begun := time.Now()
	var sent time.Time
	var mu sync.Mutex // the trace is called from other goroutines
	trace := &httptrace.ClientTrace{
		GotConn: func(i httptrace.GotConnInfo) {
			mu.Lock()
			defer mu.Unlock()
			x.Address = i.Conn.RemoteAddr().String()
			if !i.Reused {
				x.Connected = time.Since(begun)
			}
		},
		WroteRequest: func(httptrace.WroteRequestInfo) {
			mu.Lock()
			defer mu.Unlock()
			sent = time.Now()
		},
		GotFirstResponseByte: func() {
			mu.Lock()
			defer mu.Unlock()
			if x.FirstByte = time.Since(begun); !sent.IsZero() {
				x.FirstByte = time.Since(sent)
			}
		},
	}
	resp, err := r.base.RoundTrip(req.WithContext(httptrace.WithClientTrace(req.Context(), trace)))
	mu.Lock()
	defer mu.Unlock()
	r.mu.Lock()
	defer r.mu.Unlock()
	r.body = new(bytes.Buffer)
	if err == nil {
		x.Status, x.Protocol, x.ContentType, x.TLS = resp.StatusCode, resp.Proto, resp.Header.Get("Content-Type"), resp.TLS
		resp.Body = &kept{ReadCloser: resp.Body, of: r, into: r.body}
	}
	r.last = *x
	return resp, err
}

// Last returns the last exchange.
func (r *Recorder) Last() Exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.last
	if r.body != nil {
		x.Body = bytes.Clone(r.body.Bytes())
	}
	return x
}

// Close closes idle connections.
func (r *Recorder) Close() { r.base.CloseIdleConnections() }

// kept is a body that is copied while it is read.
type kept struct {
	io.ReadCloser
	of   *Recorder
	into *bytes.Buffer
}

func (k *kept) Read(p []byte) (int, error) {
	n, err := k.ReadCloser.Read(p)
	k.of.mu.Lock()
	defer k.of.mu.Unlock()
	if room := k.of.most - int64(k.into.Len()); room > 0 {
		k.into.Write(p[:min(int64(n), room)])
	}
	return n, err
}
