package metrics

import (
	"errors"
	"time"

	"channeldeck/api"
)

// Heals reports whether an error of work details may be gone when the call is
// made again later, and how long the service asks to wait at least (0 for no
// wish). What it does not know it takes for lasting: each call has effects at
// the platform, and none should be made in vain.
func Heals(err error) (again bool, pause time.Duration) {
	if e, ok := errors.AsType[*api.Error](err); ok {
		return healsCode(e), e.RetryAfter
	}
	if e, ok := errors.AsType[*api.TransportError](err); ok {
		return healsTransport(e), e.RetryAfter
	}
	return false, 0
}

func healsCode(e *api.Error) bool {
	switch {
	case e.Code == api.CodeTooManyRequests, e.Code == api.CodeInternal, e.Code == api.CodePlatformRateLimited:
		return true
	case e.Code == api.CodeWorkNotFound:
		return false
	case e.Code.IsPlatformFailure():
		return e.Details().Retryable.Or(true)
	}
	return false
}

func healsTransport(e *api.TransportError) bool {
	switch e.Kind {
	case api.KindRefused, api.KindDNS, api.KindUnreachable, api.KindConnectTimeout, api.KindTimeout, api.KindReset, api.KindNetwork:
		return true
	case api.KindNotEnvelope: // a page of a proxy in front
		return e.Status == 429 || e.Status >= 500
	}
	return false
}
