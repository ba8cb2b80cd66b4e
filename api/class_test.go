package api

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

func TestClassOfCodes(t *testing.T) {
	for code, want := range map[Code]Class{
		CodeTooManyRequests: ClassRateLimit, CodeInternal: ClassUnavailable, CodePlatformRateLimited: ClassRateLimit,
		CodeSessionMissing: ClassNotFound, CodeRelayUnavailable: ClassUnavailable, CodeKeyInvalid: ClassKey,
		CodeAccountRevoked:      ClassAuthorization,
		CodeAccountOfOtherUser:  ClassPermission,
		CodeNotRetryable:        ClassInvalid,
		CodeWorkDetailNotFound:  ClassNotFound,
		CodeAgentLimit:          ClassOther,
		CodeAgentFailed:         ClassOther,
		CodeUnauthorized:        ClassKey,
		CodeBadRequest:          ClassInvalid,
		CodeValidationFailed:    ClassInvalid,
		CodeRouteNotFound:       ClassNotFound,
		CodeAccountNotFound:     ClassNotFound,
		CodeSessionNotFound:     ClassNotFound,
		CodeWorkNotFound:        ClassNotFound,
		CodeWorkIDInvalid:       ClassInvalid,
		CodeAccountUnauthorized: ClassAuthorization,
		CodeCredentialFirst:     ClassAuthorization,
		CodeCredentialLast:      ClassAuthorization,
		CodePlatformUnknown:     ClassUnsupported, CodeUnsupportedCapability: ClassUnsupported,
		CodeAccountOfOtherPlatform: ClassInvalid,
		CodeAccountRequired:        ClassInvalid,
		15070:                      ClassUnavailable,
		15094:                      ClassUnavailable,
		99999:                      ClassOther,
	} {
		err := fmt.Errorf("wrapped: %w", &Error{Code: code, RetryAfter: time.Hour})
		if got := ClassOf(err); got != want {
			t.Errorf("code %d: %s, want %s", code, got, want)
		}
		if again, wait := Retryable(err); again != (want == ClassRateLimit || want == ClassUnavailable) ||
			wait != time.Hour {
			t.Errorf("code %d: retryable %t after %s", code, again, wait)
		}
	}
	for status, want := range map[int]Class{429: ClassRateLimit, 503: ClassUnavailable, 200: ClassOther} {
		if got := ClassOf(&Error{Code: 99999, Status: status}); got != want {
			t.Errorf("unknown code with HTTP %d: %s, want %s", status, got, want)
		}
	}
}

// The code 15070 covers all failures of a platform: only its details tell a
// missing work from a limit or a lost login.
func TestClassOfPlatformFailures(t *testing.T) {
	for data, want := range map[string]Class{
		`{"category":"auth"}`:                                  ClassAuthorization,
		`{"category":"permission"}`:                            ClassPermission,
		`{"category":"rate_limit"}`:                            ClassRateLimit,
		`{"category":"Rate-Limit"}`:                            ClassRateLimit,
		`{"category":"not_found"}`:                             ClassNotFound,
		`{"category":"validation"}`:                            ClassInvalid,
		`{"category":"validation","httpStatus":404}`:           ClassNotFound,
		`{"category":"network"}`:                               ClassNetwork,
		`{"category":"quota","httpStatus":403}`:                ClassRateLimit,
		`{"category":"media_unavailable","httpStatus":404}`:    ClassInvalid,
		`{"category":"conflict"}`:                              ClassInvalid,
		`{"category":"platform_unavailable","httpStatus":404}`: ClassUnavailable,
		`{"category":"timeout"}`:                               ClassNetwork,
		`{"category":"sdk_error","httpStatus":400}`:            ClassUnavailable,
		`{"category":"other"}`:                                 ClassUnavailable,
		`{}`:                                                   ClassUnavailable,
		`[]`:                                                   ClassUnavailable,
		`{"category":"other","httpStatus":404}`:                ClassNotFound,
		`{"httpStatus":410}`:                                   ClassNotFound,
		`{"httpStatus":401}`:                                   ClassAuthorization,
		`{"httpStatus":403}`:                                   ClassPermission,
		`{"httpStatus":429}`:                                   ClassRateLimit,
		`{"httpStatus":422}`:                                   ClassInvalid,
		`{"httpStatus":400}`:                                   ClassInvalid,
		`{"httpStatus":502}`:                                   ClassUnavailable,
		`{"httpStatus":"404"}`:                                 ClassUnavailable,
		`{"category":"not_found","httpStatus":200}`:            ClassNotFound,
	} {
		if got := ClassOf(&Error{Code: CodePlatformFailureFirst, Data: jsontext.Value(data)}); got != want {
			t.Errorf("%s: %s, want %s", data, got, want)
		}
	}
	for data, want := range map[string]bool{
		`{"retryable":false}`: false, `{"retryable":true}`: true, `{"retryable":"no"}`: true, `{}`: true,
		`{"category":"rate_limit","retryable":false}`: false,
		`{"category":"not_found","retryable":true}`:   false,
		`{"category":"auth"}`:                         false,
	} {
		if got, _ := Retryable(&Error{Code: 15072, Data: jsontext.Value(data)}); got != want {
			t.Errorf("%s: retryable %t", data, got)
		}
	}
}

func TestClassOfTransportErrors(t *testing.T) {
	failures := map[error]Class{
		&LimitError{Setting: SettingTimeout, Timeout: 1}: ClassNetwork,
		&LimitError{Setting: SettingMaxBody, Size: 1}:    ClassProtocol,
		&BodyError{}: ClassProtocol, &ShapeError{}: ClassProtocol,
	}
	for kind, class := range map[Kind]Class{
		KindRefused:     ClassNetwork,
		KindDNS:         ClassNetwork,
		KindUnreachable: ClassNetwork,
		KindReset:       ClassNetwork,
		KindNetwork:     ClassNetwork,
		KindDeadline:    ClassNetwork,
		KindProxy:       ClassNetwork,
		KindTLS:         ClassProtocol,
		KindBadHTTP:     ClassProtocol,
		KindRedirect:    ClassProtocol,
		KindCancelled:   ClassCancelled,
		KindInsecureKey: ClassUsage,
		"new":           ClassProtocol,
	} {
		failures[&RequestError{Kind: kind}] = class
	}
	for cause, want := range failures {
		err := &TransportError{Err: cause, Status: 200, RetryAfter: time.Minute}
		if got := ClassOf(err); got != want {
			t.Errorf("%v: %s, want %s", cause, got, want)
		}
		if again, wait := Retryable(err); again != (want == ClassNetwork) || wait != time.Minute {
			t.Errorf("%v: retryable %t after %s", cause, again, wait)
		}
	}
	page := &BodyError{Cause: CausePage}
	for status, want := range map[int]Class{
		200: ClassProtocol,
		400: ClassProtocol,
		403: ClassProtocol,
		413: ClassProtocol,
		429: ClassRateLimit,
		500: ClassUnavailable,
		504: ClassUnavailable,
	} {
		err := &TransportError{Err: page, Status: status}
		if got := ClassOf(err); got != want {
			t.Errorf("HTTP %d: %s, want %s", status, got, want)
		}
		if again, _ := Retryable(err); again != (want != ClassProtocol || status == 200) {
			t.Errorf("a page with HTTP %d: retryable %t", status, again)
		}
	}
	if got := ClassOf(&TransportError{
		Err:    &RequestError{Kind: KindProxy, Cause: CauseProxyStatus},
		Status: 407,
	}); got != ClassProtocol {
		t.Errorf("a proxy that refuses: %s", got)
	}
	for err, want := range map[error]Class{
		nil:                                 ClassOther,
		errors.New("x"):                     ClassOther,
		context.Canceled:                    ClassCancelled,
		&ArgumentError{Reason: ReasonSlash}: ClassUsage,
	} {
		if got := ClassOf(err); got != want {
			t.Errorf("%v: %s, want %s", err, got, want)
		}
	}
}
