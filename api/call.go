package api

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// call is one call of the interface, ready to be sent.
type call struct {
	op       Op
	method   string
	path     string // escaped, below the base URL
	query    url.Values
	body     []byte
	public   bool    // is sent without the key
	once     bool    // has effects: repeated only if it cannot have arrived
	payload  payload // called by each attempt
	consumed bool    // the caller has already received rows
}

// do makes a call, with retries.
func (c *Client) do(ctx context.Context, call *call) error {
	s := &c.settings
	if call.method != http.MethodGet && s.ReadOnly {
		return &ArgumentError{Field: string(call.op), Reason: ReasonReadOnly}
	}
	if c.keyed(call) && c.base.Scheme == "http" && !IsLoopback(c.base.Hostname()) && !s.InsecureKey {
		return c.fail(call, KindInsecureKey, nil)
	}
	limited := ctx
	if s.Timeout > 0 {
		var cancel context.CancelFunc
		limited, cancel = context.WithTimeout(ctx, s.Timeout)
		defer cancel()
	}
	return c.retry(limited, call, func(attempt int) error {
		start := time.Now()
		err := c.attempt(ctx, limited, call)
		c.log(ctx, call, attempt, time.Since(start), err)
		return err
	})
}

func (c *Client) keyed(call *call) bool { return c.key != nil && !call.public }

// attempt sends a request and reads the response. limited is ctx with the
// timeout of the client.
func (c *Client) attempt(ctx, limited context.Context, call *call) error {
	if e := c.failContext(ctx, limited, call); e != nil {
		return e
	}
	conn := &connection{foreign: c.settings.Transport != nil}
	req, err := c.request(httptrace.WithClientTrace(limited, conn.trace()), call)
	if err != nil {
		return err
	}
	client := c.plain
	if call.once {
		client = c.once
	}
	key, id := c.key, req.Header.Get("X-Request-Id")
	var body *body
	resp, err := client.Do(req)
	if err == nil {
		defer resp.Body.Close()
		if sent := resp.Request; sent != nil {
			id = sent.Header.Get("X-Request-Id") // of another caller where a transport shares responses
		}
		body = newBody(resp.Body, c.maxBody(call.op), c.settings.MaxDepth)
		var business *Error
		business, err = readEnvelope(body, call.payload)
		if err == nil && business.Code == CodeOK {
			return nil
		}
		if err == nil {
			business.Op, business.Path, business.Status = call.op, call.path, resp.StatusCode
			business.Message, business.Data = key.hide(business.Message), key.hideIn(business.Data)
			business.RequestID, business.RetryAfter, business.key = key.hide(cmp.Or(business.RequestID, id)), retryAfter(resp), key
			return business
		}
	}
	e := c.failContext(ctx, limited, call)
	switch {
	case e != nil:
	case body == nil:
		e = c.failNetwork(call, err)
		if resp != nil {
			e.Status = resp.StatusCode
		}
	default:
		e = c.failBody(call, resp, body, err)
	}
	e.RequestID = id
	e.sent = body != nil || conn.made() && !isDialError(err)
	refused := e.Kind == KindRedirect || e.Status >= 400 && e.Status < 500
	e.OutcomeUnknown = call.method != http.MethodGet && e.sent && !refused
	return e
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
	s, h := &c.settings, req.Header
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

// redirectError is a redirect to a path in the same origin, or to another origin.
type redirectError struct{ to string }

func (e *redirectError) Error() string { return "redirect to " + e.to }

// refuseRedirect follows no redirect: net/http would send our headers, with the key, to
// any origin. The query of the target is left out, since it may hold a secret.
func (c *Client) refuseRedirect(req *http.Request, _ []*http.Request) error {
	if Origin(req.URL) == Origin(c.base) {
		return &redirectError{req.URL.EscapedPath()}
	}
	return &redirectError{Origin(req.URL)}
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

func (c *connection) made() bool { return c.got.Load() || c.foreign && !c.wanted.Load() }

func (c *Client) log(ctx context.Context, call *call, attempt int, took time.Duration, err error) {
	attrs := []slog.Attr{
		slog.String("op", string(call.op)), slog.String("method", call.method), slog.String("path", call.path),
		slog.Int("attempt", attempt), slog.Duration("took", took),
	}
	if err != nil {
		attrs = append(attrs, slog.String("error", err.Error()))
	}
	c.settings.Logger.LogAttrs(ctx, slog.LevelDebug, "call", attrs...)
}

const (
	firstPause    = 300 * time.Millisecond // before the first retry; give or take half
	maxPause      = 5 * time.Second
	maxRetryAfter = time.Minute // a call is not retried after a longer wait
)

// retry repeats attempt until it succeeds, fails for good, or reaches the number of
// retries or a pause that would outlast ctx. It returns the error of the last
// attempt.
func (c *Client) retry(ctx context.Context, call *call, attempt func(n int) error) error {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval, pauses.Multiplier = firstPause, maxPause, 2
	for n := 1; ; n++ {
		last := attempt(n)
		again, after := call.mayRetry(last)
		pause := cmp.Or(after, pauses.NextBackOff())
		deadline, limited := ctx.Deadline()
		if last == nil || !again || n > c.settings.Retries || after > maxRetryAfter || limited && time.Until(deadline) < pause {
			return last
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return c.fail(call, KindCancelled, ctx.Err())
		}
	}
}

// mayRetry reports whether a call that failed may be sent again, and the wait
// that was requested. Only a GET is. Work details have effects at the platform
// (its quota, a stored snapshot), so they are sent again only if no connection
// was made.
func (call *call) mayRetry(err error) (again bool, wait time.Duration) {
	if call.method != http.MethodGet || call.consumed {
		return false, 0
	}
	again, wait = Retryable(err)
	if e, ok := errors.AsType[*Error](err); ok {
		return again && !call.once && !e.Code.IsPlatformFailure(), wait
	}
	if e, ok := errors.AsType[*TransportError](err); ok && call.once && e.sent {
		return false, 0
	}
	if dns, ok := errors.AsType[*net.DNSError](err); ok && dns.IsNotFound {
		return false, 0
	}
	return again, wait
}

// retryAfter reads the header Retry-After: seconds, or a date.
func retryAfter(resp *http.Response) time.Duration {
	v := resp.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(v, 10, 31); err == nil {
		return time.Duration(seconds) * time.Second
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(time.Until(at), 0)
	}
	return 0
}
