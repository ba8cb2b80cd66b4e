package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

// send sends a request and reads the response.
func (c *Client) send(ctx context.Context, call *call) error {
	conn := &connection{foreign: c.settings.Transport != nil}
	req, err := c.request(httptrace.WithClientTrace(ctx, conn.trace()), call)
	if err != nil {
		return err
	}
	client := c.plain
	id := req.Header.Get("X-Request-Id")
	if call.once {
		client = c.once
	}
	resp, err := client.Do(req)
	if err != nil {
		e := c.failure(call, c.diagnose(err))
		e.RequestID = id
		e.sent = conn.made() && !isDialError(err)
		if resp != nil { // a redirect
			e.Status = resp.StatusCode
		}
		return e.during(ctx, call)
	}
	defer resp.Body.Close()
	if sent := resp.Request; sent != nil {
		id = sent.Header.Get("X-Request-Id") // of another caller where a transport shares responses
	}
	body := newBody(resp.Body, c.maxBody(call.op))
	body.charset = foreignCharset(resp)
	business, err := readEnvelope(body, call.payload)
	if err != nil {
		e := c.failure(call, c.diagnoseBody(resp, body, err))
		e.RequestID = id
		e.sent = true
		e.Status = resp.StatusCode
		e.Size = body.read
		e.RetryAfter, e.RetryAt = retryAfter(resp)
		return e.during(ctx, call)
	}
	c.noteRepair(call.op, body.repaired)
	if business.Code == CodeOK {
		return nil
	}
	key := c.key
	business.Op = call.op
	business.Path = call.path
	business.Status = resp.StatusCode
	business.Message = key.hide(business.Message)
	business.Data = key.hideIn(business.Data)
	business.RequestID = key.hide(cmp.Or(business.RequestID, id))
	business.RetryAfter, business.RetryAt = retryAfter(resp)
	business.key = key
	return business
}

// failure makes an error of a call.
func (c *Client) failure(call *call, err error) *TransportError {
	return &TransportError{
		Op:    call.op,
		Path:  call.path,
		Host:  c.base.Host,
		Proxy: c.Proxy(),
		Err:   err,
		key:   c.key,
	}
}

// during completes the error of an attempt. The end of ctx takes precedence over the
// errors that it caused.
func (e *TransportError) during(ctx context.Context, call *call) error {
	if ctx.Err() != nil {
		e.Err = ended(ctx)
	}
	refused := IsKind(e, KindRedirect) || e.Status >= 400 && e.Status < 500
	e.OutcomeUnknown = call.method != http.MethodGet && e.sent && !refused
	return e
}

// ended returns the reason why ctx ended.
func ended(ctx context.Context) error {
	timeout, ok := errors.AsType[*LimitError](context.Cause(ctx))
	if ok {
		return timeout
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return &RequestError{Kind: KindDeadline, err: ctx.Err()}
	}
	return &RequestError{Kind: KindCancelled, err: ctx.Err()}
}

func (c *Client) request(ctx context.Context, call *call) (*http.Request, error) {
	url := c.base.String() + call.path
	if len(call.query) > 0 {
		url += "?" + call.query.Encode()
	}
	var body io.Reader
	if call.body != nil {
		body = bytes.NewReader(call.body)
	}
	req, err := http.NewRequestWithContext(ctx, call.method, url, body)
	if err != nil {
		return nil, err
	}
	s := &c.settings
	h := req.Header
	h.Set("Accept", "application/json")
	h.Set("User-Agent", s.UserAgent)
	h.Set("X-Request-Id", s.RequestID())
	if call.body != nil {
		h.Set("Content-Type", "application/json")
	}
	if s.Language != "" {
		h.Set("Accept-Language", s.Language)
	}
	if c.keyed(call) {
		h.Set("X-Api-Key", c.key.reveal())
	}
	return req, nil
}

// refuseRedirect follows no redirect: net/http would send our headers, with the key, to
// any origin. The query of the target is left out, since it may hold a secret.
func (c *Client) refuseRedirect(req *http.Request, _ []*http.Request) error {
	to := Origin(req.URL)
	if to == Origin(c.base) {
		to = req.URL.EscapedPath()
	}
	return &RequestError{Kind: KindRedirect, Detail: c.key.hide(to)}
}

// connection records whether a request got a connection. A custom transport
// that does not report it counts as having sent the request.
type connection struct {
	foreign     bool
	wanted, got atomic.Bool
}

func (c *connection) trace() *httptrace.ClientTrace {
	return &httptrace.ClientTrace{
		GetConn: func(string) { c.wanted.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { c.got.Store(true) },
	}
}

func (c *connection) made() bool {
	return c.got.Load() || c.foreign && !c.wanted.Load()
}
