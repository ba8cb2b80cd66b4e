// Package doctor finds out what stands between a person and a working
// channeldeck: how a deployment is reached, whether what it sends is what the
// interface says, and how wide a terminal draws the letters that matter.
//
// It knows no words of a language: findings are values, which the command puts
// into the person's language.
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

// Exchange is one request and its answer as they went over the wire.
type Exchange struct {
	Status      int
	Protocol    string // HTTP/1.1, HTTP/2.0
	ContentType string
	Address     string               // of the other side; "" where no connection was made
	Connected   time.Duration        // until there was a connection; 0 where one was kept from before
	FirstByte   time.Duration        // from the last byte of the request to the first of the answer
	TLS         *tls.ConnectionState // nil for plain http
	Body        []byte               // as far as it was read
}

// Recorder is a transport that keeps the last exchange. It keeps no header: a
// key is in one of them.
type Recorder struct {
	base *http.Transport
	most int64

	mu   sync.Mutex
	last Exchange
	body *bytes.Buffer
}

// NewRecorder makes a transport that waits so long for a connection and keeps at
// most so many bytes of a body.
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

// Last is the exchange that came last.
func (r *Recorder) Last() Exchange {
	r.mu.Lock()
	defer r.mu.Unlock()
	x := r.last
	if r.body != nil {
		x.Body = bytes.Clone(r.body.Bytes())
	}
	return x
}

// Close lets go of connections.
func (r *Recorder) Close() { r.base.CloseIdleConnections() }

// kept is a body of which a copy is kept.
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
