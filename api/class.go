package api

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"strings"
	"time"
)

// Class is what a failure means to the user, whoever reported it: the client,
// a gateway, the service, or the platform behind the service.
type Class string

// The classes of failures.
const (
	ClassOther         Class = "other"         // none of the following
	ClassCancelled     Class = "cancelled"     // the caller ended the call
	ClassUsage         Class = "usage"         // refused by the client before anything was sent
	ClassKey           Class = "key"           // the API key is missing or invalid
	ClassAuthorization Class = "authorization" // an account must be authorised again at its platform
	ClassPermission    Class = "permission"    // the account or key may not do this
	ClassNotFound      Class = "not-found"     // no such work, account, session or path
	ClassUnsupported   Class = "unsupported"   // the platform is unknown or cannot do this
	ClassInvalid       Class = "invalid"       // the input was refused
	ClassRateLimit     Class = "rate-limit"    // too many requests, to the service or to the platform
	ClassUnavailable   Class = "unavailable"   // the service, a gateway or the platform failed
	ClassNetwork       Class = "network"       // no response
	ClassProtocol      Class = "protocol"      // a TLS or HTTP failure, or a response without an envelope
)

// ClassOf returns the class of an error of this package, and ClassOther for any other.
func ClassOf(err error) Class {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.class()
	}
	if e, ok := errors.AsType[*TransportError](err); ok {
		return e.class()
	}
	if _, ok := errors.AsType[*ArgumentError](err); ok {
		return ClassUsage
	}
	if errors.Is(err, context.Canceled) {
		return ClassCancelled
	}
	return ClassOther
}

// Retryable reports whether the call may succeed later, and how long the service asked
// to wait; 0 if it did not.
func Retryable(err error) (retryable bool, wait time.Duration) {
	class := ClassOf(err)
	retryable = class == ClassRateLimit || class == ClassUnavailable || class == ClassNetwork
	if e, ok := errors.AsType[*Error](err); ok {
		return retryable && e.Details().Retryable.Or(true), e.RetryAfter
	}
	if e, ok := errors.AsType[*TransportError](err); ok {
		return retryable || e.Kind == KindNotEnvelope && e.Cause == CausePage, e.RetryAfter
	}
	return retryable, 0
}

func (e *Error) class() Class {
	classes := map[Code]Class{
		CodeUnauthorized:  ClassKey,
		CodeRouteNotFound: ClassNotFound, CodeAccountNotFound: ClassNotFound, CodeSessionNotFound: ClassNotFound, CodeWorkNotFound: ClassNotFound,
		CodePlatformUnknown: ClassUnsupported, CodeUnsupportedCapability: ClassUnsupported,
		CodeBadRequest: ClassInvalid, CodeValidationFailed: ClassInvalid, CodeWorkIDInvalid: ClassInvalid,
		CodeAccountOfOtherPlatform: ClassInvalid, CodeAccountRequired: ClassInvalid,
		CodeTooManyRequests: ClassRateLimit, CodePlatformRateLimited: ClassRateLimit,
		CodeInternal:            ClassUnavailable,
		CodeAccountUnauthorized: ClassAuthorization,
	}
	switch class := classes[e.Code]; {
	case class != "":
		return class
	case e.Code.IsCredential():
		return ClassAuthorization
	case e.Code.IsPlatformFailure():
		return e.Details().class()
	case e.Status == http.StatusTooManyRequests:
		return ClassRateLimit
	case e.Status >= http.StatusInternalServerError:
		return ClassUnavailable
	}
	return ClassOther
}

// class returns the class of a failure of the platform, by its category or, without
// one, by the HTTP status that the platform returned to the service.
func (d ErrorDetails) class() Class {
	categories := map[string]Class{
		"auth": ClassAuthorization, "permission": ClassPermission, "ratelimit": ClassRateLimit, "notfound": ClassNotFound,
		"validation": ClassInvalid, "network": ClassNetwork,
	}
	statuses := map[int64]Class{
		http.StatusUnauthorized: ClassAuthorization, http.StatusForbidden: ClassPermission,
		http.StatusNotFound: ClassNotFound, http.StatusGone: ClassNotFound, http.StatusTooManyRequests: ClassRateLimit,
		http.StatusBadRequest: ClassInvalid, http.StatusUnprocessableEntity: ClassInvalid,
	}
	category := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(d.Category))
	status, _ := d.HTTPStatus.Int64()
	return cmp.Or(categories[category], statuses[status], ClassUnavailable)
}

func (e *TransportError) class() Class {
	switch e.Kind {
	case KindCancelled:
		return ClassCancelled
	case KindInsecureKey:
		return ClassUsage
	case KindRateLimited:
		return ClassRateLimit
	case KindStatus:
		if e.Status >= http.StatusInternalServerError {
			return ClassUnavailable
		}
	case KindProxy:
		if e.Cause != CauseProxyURL && e.Status < http.StatusBadRequest {
			return ClassNetwork
		}
	case KindRefused, KindDNS, KindUnreachable, KindConnectTimeout, KindTimeout, KindReset, KindNetwork:
		return ClassNetwork
	}
	return ClassProtocol
}
