package api

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"channeldeck/api/jsonobject"
)

// Op names a call of the interface (part 4) in errors and logs. Its value stands with the method of
// the call.
type Op string

// Code is the code of an envelope (part 1): 0 is success, anything else a
// business error. Codes that are not listed below are kept.
type Code int64

// The codes of part 7 of the interface, and those that deployments are known
// to send on these calls.
const (
	CodeOK                      Code = 0     // success
	CodeBadRequest              Code = 400   // invalid input; means the same as CodeValidationFailed
	CodeUnauthorized            Code = 401   // the key is missing, wrong, or of the other deployment
	CodeRouteNotFound           Code = 404   // the deployment has no such path: probably a wrong base URL
	CodeTooManyRequests         Code = 429   // too many requests
	CodeInternal                Code = 500   // the service failed
	CodeValidationFailed        Code = 10002 // invalid input; the response does not say which
	CodeAccountNotFound         Code = 12600 // no such account
	CodeAccountUnauthorized     Code = 15001 // the account is not authorised at its platform
	CodeCredentialFirst         Code = 15006 // 15006 to 15011: the account's credential is missing or expired
	CodeCredentialLast          Code = 15011 // the last of that range
	CodePlatformUnknown         Code = 15032 // no such platform; the details name it
	CodeWorkIDInvalid           Code = 15036 // the work id does not have the form of the platform
	CodeAccountOfOtherPlatform  Code = 15040 // the account belongs to another platform
	CodePlatformFailureFirst    Code = 15070 // 15070 to 15079: the platform behind the service failed
	CodePlatformRateLimited     Code = 15071 // the platform limits calls
	CodeWorkNotFound            Code = 15079 // the platform has no such work; the last of that range
	CodeUnsupportedCapability   Code = 15080 // the platform cannot do this; the details name platform and capability
	CodePlatformFailureDetached Code = 15094 // a failure of the platform, apart from the range
	CodeAccountRequired         Code = 16037 // the platform needs an account; the details name the platform
	CodeAgentFailed             Code = 12001 // the agent failed
	CodeAccountRevoked          Code = 15048 // the account's access was revoked at its platform
	CodeAccountOfOtherUser      Code = 15082 // another user has connected the account
	CodeNotRetryable            Code = 15095 // this publication may not be retried
	CodeWorkDetailNotFound      Code = 16026 // the service has no details of the work
	CodeSessionMissing          Code = 18100 // no such agent session, in some versions
	CodeSessionNotFound         Code = 18104 // no such agent session; in versions with 18100, the agent's task failed
	CodeAgentLimit              Code = 18105 // the daily limit of agent tasks is reached
	CodeKeyInvalid              Code = 19000 // the API key is invalid
	CodeRelayUnavailable        Code = 19001 // the relay to another deployment cannot be reached
)

// IsCredential reports whether the account's credential at its platform is
// missing or expired.
func (c Code) IsCredential() bool {
	return c >= CodeCredentialFirst && c <= CodeCredentialLast
}

// IsPlatformFailure reports whether the platform behind the service failed.
// [Error.Details] then has details.
func (c Code) IsPlatformFailure() bool {
	return c >= CodePlatformFailureFirst && c <= CodeWorkNotFound ||
		c == CodePlatformFailureDetached
}

// Error is a business error: an envelope whose code is not 0 (part 7).
type Error struct {
	Op         Op
	Path       string // of the request, escaped, without the query
	Status     int    // of HTTP; usually 200
	Code       Code
	Message    string         // as the service sent it; untrusted text
	RequestID  string         // of the envelope, else the one that was sent
	Data       jsontext.Value // of the envelope; nil if it had none
	Timestamp  Number         // Unix time in milliseconds
	RetryAfter time.Duration  // the requested wait; 0 without one
	RetryAt    time.Time      // its end; zero without one
	Relayed    bool           // set by [ThroughRelay]

	key *secret
}

// ThroughRelay returns the error of a call for an account with a relayAccountRef. Another
// deployment may have sent it, so it does not tell anything about the key of this client.
func ThroughRelay(err error) error {
	e, ok := errors.AsType[*Error](err)
	if !ok {
		return err
	}
	relayed := *e
	relayed.Relayed = true
	return &relayed
}

// IsRelayLogin reports whether another deployment refused the login of the relay.
func (e *Error) IsRelayLogin() bool {
	return e.Relayed && slices.Contains(
		[]Code{CodeUnauthorized, CodeAccountNotFound, CodeKeyInvalid},
		e.Code,
	)
}

// Redact removes the API key from a text derived from err. The removal of control
// characters can produce the key in a text that did not contain it.
func Redact(err error, text string) string {
	if e, ok := errors.AsType[*Error](err); ok {
		return e.key.hide(text)
	}
	if e, ok := errors.AsType[*TransportError](err); ok {
		return e.key.hide(text)
	}
	return text
}

// Error is a sentence for logs and the command line.
func (e *Error) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: the service answered with code %d", e.Op, e.Code)
	if e.Message != "" {
		b.WriteString(": " + printable(e.Message))
	}
	if e.RequestID != "" {
		fmt.Fprintf(&b, " (request %s)", printable(e.RequestID))
	}
	return b.String()
}

// IsCode reports whether err is a business error with one of the codes.
func IsCode(err error, codes ...Code) bool {
	e, ok := errors.AsType[*Error](err)
	return ok && slices.Contains(codes, e.Code)
}

// ErrorDetails is the data of a business error. Missing members are empty.
type ErrorDetails struct {
	Platform     string    // 15080, 15032, 16037 and failures of a platform
	Capability   string    // 15080: such as work.getDetail
	Category     string    // failures of a platform: their kind, an open list
	Retryable    Opt[bool] // whether the service thinks that trying again helps
	HTTPStatus   Number    // the status that the platform returned to the service
	PlatformCode string    // the platform's own code, a number or a word
	Endpoint     string    // what the service called at the platform
	TaskID       string    // of the service's task
	Issues       []Issue   // 15051 and refused arguments: what is wrong
}

// Issue is one thing that the service found wrong in a request.
type Issue struct {
	Path    string // of the member, such as title or media.0.url; "" for the whole
	Message string
}

// issuesOf reads a list of issues. Paths are texts or lists of names and indexes.
func issuesOf(list jsontext.Value) (all []Issue) {
	var sent []struct {
		Path, Field any
		Message     string
	}
	if json.Unmarshal(
		list,
		&sent,
		json.MatchCaseInsensitiveNames(true),
		jsontext.AllowInvalidUTF8(true),
	) != nil {
		return nil
	}
	for _, s := range sent {
		path := strings.Trim(
			strings.ReplaceAll(
				fmt.Sprint(cmp.Or(s.Path, s.Field, any(""))),
				" ",
				".",
			),
			"[]",
		)
		all = append(all, Issue{path, s.Message})
	}
	return all
}

// Details reads the data of the error. A member of an unexpected type counts
// as not sent. A platform that was not sent is that of the request.
func (e *Error) Details() (d ErrorDetails) {
	texts := map[string]*string{
		"platform":     &d.Platform,
		"capability":   &d.Capability,
		"category":     &d.Category,
		"platformCode": &d.PlatformCode,
		"endpoint":     &d.Endpoint, "taskId": &d.TaskID,
	}
	for name, v := range Members(e.Data) {
		kind := v.Kind()
		switch name {
		case "retryable":
			if isKind(kind, 't') {
				d.Retryable = Some(kind == 't')
			}
		case "httpStatus":
			if kind == '0' {
				d.HTTPStatus = number(string(v))
			}
		case "issues", "errors":
			d.Issues = append(d.Issues, issuesOf(v)...)
		default:
			to := texts[name]
			if to == nil {
				continue
			}
			if kind == '"' {
				*to = string(jsonobject.Text(v))
			} else if kind == '0' {
				*to = v.String()
			}
		}
	}
	d.Platform = cmp.Or(d.Platform, platformOf(e.Path))
	return d
}

// platformOf returns the platform that the path of a request names, "" for none.
func platformOf(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts[:len(parts)-1] {
		if part == "works" || part == "platforms" {
			name, _ := url.PathUnescape(parts[i+1]) // the client escaped it
			return name
		}
	}
	return ""
}

// Class is the meaning of a failure to the user, whoever reported it: the client, a gateway, the
// service, or the platform behind the service.
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
	type classified interface {
		error
		class() Class
	}
	if e, ok := errors.AsType[classified](err); ok {
		return e.class()
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
		body, ok := e.Err.(*BodyError)
		return retryable || ok && body.Cause == CausePage &&
			e.Status < http.StatusBadRequest, e.RetryAfter
	}
	return retryable, 0
}

func (e *Error) class() Class {
	classes := map[Code]Class{
		CodeUnauthorized:           ClassKey,
		CodeKeyInvalid:             ClassKey,
		CodeWorkDetailNotFound:     ClassNotFound,
		CodeNotRetryable:           ClassInvalid,
		CodeAccountRevoked:         ClassAuthorization,
		CodeAccountOfOtherUser:     ClassPermission,
		CodeRouteNotFound:          ClassNotFound,
		CodeAccountNotFound:        ClassNotFound,
		CodeSessionNotFound:        ClassNotFound,
		CodeSessionMissing:         ClassNotFound,
		CodeWorkNotFound:           ClassNotFound,
		CodePlatformUnknown:        ClassUnsupported,
		CodeUnsupportedCapability:  ClassUnsupported,
		CodeBadRequest:             ClassInvalid,
		CodeValidationFailed:       ClassInvalid,
		CodeWorkIDInvalid:          ClassInvalid,
		CodeAccountOfOtherPlatform: ClassInvalid,
		CodeAccountRequired:        ClassInvalid,
		CodeTooManyRequests:        ClassRateLimit,
		CodePlatformRateLimited:    ClassRateLimit,
		CodeInternal:               ClassUnavailable,
		CodeRelayUnavailable:       ClassUnavailable,
		CodeAccountUnauthorized:    ClassAuthorization,
	}
	class := classes[e.Code]
	if e.IsRelayLogin() {
		return ClassAuthorization
	}
	if class != "" {
		return class
	}
	if e.Code.IsCredential() {
		return ClassAuthorization
	}
	if e.Code.IsPlatformFailure() {
		return e.Details().class()
	}
	if e.Status == http.StatusTooManyRequests {
		return ClassRateLimit
	}
	if e.Status >= http.StatusInternalServerError {
		return ClassUnavailable
	}
	return ClassOther
}

// class returns the class of a failure of the platform, by its category or, without
// one, by the HTTP status that the platform returned to the service.
func (d ErrorDetails) class() Class {
	categories := map[string]Class{
		"auth":                  ClassAuthorization,
		"permission":            ClassPermission,
		"ratelimit":             ClassRateLimit,
		"notfound":              ClassNotFound,
		"validation":            ClassInvalid,
		"network":               ClassNetwork,
		"quota":                 ClassRateLimit,
		"timeout":               ClassNetwork,
		"conflict":              ClassInvalid,
		"mediaunavailable":      ClassInvalid,
		"mediaprocessingfailed": ClassInvalid,
		"webhookinvalid":        ClassInvalid,
		"platformunavailable":   ClassUnavailable, "sdkerror": ClassUnavailable,
	}
	statuses := map[int64]Class{
		http.StatusUnauthorized: ClassAuthorization, http.StatusForbidden: ClassPermission,
		http.StatusNotFound:        ClassNotFound,
		http.StatusGone:            ClassNotFound,
		http.StatusTooManyRequests: ClassRateLimit,
		http.StatusBadRequest:      ClassInvalid, http.StatusUnprocessableEntity: ClassInvalid,
	}
	category := strings.NewReplacer("_", "", "-", "").Replace(strings.ToLower(d.Category))
	status, _ := d.HTTPStatus.Int64()
	if categories[category] == ClassInvalid && category == "validation" &&
		statuses[status] == ClassNotFound {
		return ClassNotFound // as Facebook's platform says of a work that does not exist
	}
	return cmp.Or(categories[category], statuses[status], ClassUnavailable)
}
