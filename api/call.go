package api

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
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
	attempts int     // made so far
	consumed bool    // the caller has already received rows
}

// handler does a part of a call and lets another handler do the rest.
type handler func(context.Context, *call) error

// handlers returns the way of a call, from its checks to the response.
func (c *Client) handlers() handler {
	return c.check(c.limitTime(c.retry(c.log(c.send))))
}

// check refuses calls that the settings do not allow.
func (c *Client) check(next handler) handler {
	return func(ctx context.Context, call *call) error {
		if call.method != http.MethodGet && c.settings.ReadOnly {
			return &ArgumentError{Field: string(call.op), Reason: ReasonReadOnly}
		}
		if c.keyed(call) && c.base.Scheme == "http" && !IsLoopback(c.base.Hostname()) &&
			!c.settings.InsecureKey {
			return c.failure(call, &RequestError{Kind: KindInsecureKey})
		}
		return next(ctx, call)
	}
}

func (c *Client) keyed(call *call) bool { return c.key != nil && !call.public }

// limitTime ends a call with all its attempts after the timeout of the client.
func (c *Client) limitTime(next handler) handler {
	limit := c.settings.Timeout
	if limit <= 0 {
		return next
	}
	return func(ctx context.Context, call *call) error {
		ctx, cancel := context.WithTimeoutCause(ctx, limit, &LimitError{
			Setting: SettingTimeout,
			Timeout: limit,
		})
		defer cancel()
		return next(ctx, call)
	}
}

// log logs each attempt.
func (c *Client) log(next handler) handler {
	return func(ctx context.Context, call *call) error {
		start := time.Now()
		err := next(ctx, call)
		attrs := []slog.Attr{
			slog.String("op", string(call.op)),
			slog.String("method", call.method),
			slog.String("path", call.path),
			slog.Int("attempt", call.attempts), slog.Duration("took", time.Since(start)),
		}
		if err != nil {
			attrs = append(attrs, slog.String("error", err.Error()))
		}
		c.settings.Logger.LogAttrs(ctx, slog.LevelDebug, "call", attrs...)
		return err
	}
}

const (
	maxPause      = 5 * time.Second
	maxRetryAfter = time.Minute // a call is not retried after a longer wait
)

// retry repeats a call until it succeeds, fails for good, or reaches the number of
// retries or a pause that would outlast ctx. The error is that of the last attempt.
func (c *Client) retry(next handler) handler {
	return func(ctx context.Context, call *call) error {
		pauses := backoff.NewExponentialBackOff()
		pauses.InitialInterval = c.settings.FirstPause
		pauses.MaxInterval = maxPause
		pauses.Multiplier = 2
		for ctx.Err() == nil {
			call.attempts++
			last := next(ctx, call)
			again, after := call.mayRetry(last)
			pause := cmp.Or(after, pauses.NextBackOff())
			deadline, limited := ctx.Deadline()
			if last == nil || !again || call.attempts > c.settings.Retries ||
				after > maxRetryAfter ||
				limited && time.Until(deadline) < pause {
				return last
			}
			select {
			case <-time.After(pause):
			case <-ctx.Done():
			}
		}
		return c.failure(call, ended(ctx))
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
func retryAfter(resp *http.Response) (wait time.Duration, until time.Time) {
	v := resp.Header.Get("Retry-After")
	if seconds, err := strconv.ParseUint(v, 10, 31); err == nil && seconds > 0 {
		wait = time.Duration(seconds) * time.Second
		return wait, time.Now().Add(wait)
	}
	at, err := http.ParseTime(v)
	if err != nil || !at.After(time.Now()) {
		return 0, time.Time{}
	}
	return time.Until(at), at
}
