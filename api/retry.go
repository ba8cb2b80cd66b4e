package api

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strconv"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	firstPause    = 300 * time.Millisecond // before the first retry; give or take half
	maxPause      = 5 * time.Second
	maxRetryAfter = time.Minute // after a longer requested wait there is no retry
)

// retry repeats attempt until it succeeds, fails for good, or reaches the
// timeout of ctx or the number of retries. It returns the error of the last
// attempt.
func (c *Client) retry(ctx context.Context, call *call, attempt func(n int) error) error {
	pauses := backoff.NewExponentialBackOff()
	pauses.InitialInterval, pauses.MaxInterval, pauses.Multiplier = firstPause, maxPause, 2
	opts := []backoff.RetryOption{
		backoff.WithBackOff(pauses),
		backoff.WithMaxTries(uint(c.settings.retries) + 1),
		backoff.WithMaxElapsedTime(0),
	}
	if deadline, ok := ctx.Deadline(); ok {
		opts = append(opts, backoff.WithMaxElapsedTime(max(time.Until(deadline), 1)))
	}
	n := 0
	var last error
	_, err := backoff.Retry(ctx, func() (struct{}, error) {
		n++
		last = attempt(n)
		if last == nil {
			return struct{}{}, nil
		}
		again, after := call.mayRetry(last)
		switch {
		case !again || after > maxRetryAfter:
			return struct{}{}, backoff.Permanent(last)
		case after > 0:
			return struct{}{}, &backoff.RetryAfterError{Duration: after}
		}
		return struct{}{}, last
	}, opts...)
	if err == nil {
		return nil
	}
	if errors.Is(ctx.Err(), context.Canceled) && !errors.Is(last, context.Canceled) {
		return c.fail(call, KindCancelled, ctx.Err()) // during a pause
	}
	return last
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

// retryAfter reads the header of that name: seconds, or a date.
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
