package api

import (
	"cmp"
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
		if last == nil || !again || n > c.settings.retries || after > maxRetryAfter || limited && time.Until(deadline) < pause {
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
