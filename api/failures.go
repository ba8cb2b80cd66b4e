package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// TransportError is a call that failed before there was an envelope to act on.
type TransportError struct {
	Op         Op
	Path       string        // escaped, without the query
	Host       string        // of the base URL, with the port if it has one
	Proxy      string        // host and port of the proxy for requests to Host; "" without one
	Status     int           // of HTTP; 0 where no response came
	Size       int64         // bytes of the body that were read, after decompression
	RequestID  string        // the one that was sent
	RetryAfter time.Duration // the requested wait; 0 without one
	RetryAt    time.Time     // its end; zero without one

	// OutcomeUnknown is set where a request that changes something may have
	// been carried out although no response confirms it.
	OutcomeUnknown bool

	Err error // a *RequestError, *LimitError, *BodyError or *ShapeError

	sent bool // the request may have reached the service
	key  *secret
}

// IsKind reports whether err is a [RequestError] of one of the kinds.
func IsKind(err error, kinds ...Kind) bool {
	e, ok := errors.AsType[*RequestError](err)
	return ok && slices.Contains(kinds, e.Kind)
}

// OutcomeUnknown reports whether err leaves open if a request that changes
// something was carried out. Sending it again may do it twice.
func OutcomeUnknown(err error) bool {
	e, ok := errors.AsType[*TransportError](err)
	return ok && e.OutcomeUnknown
}

// Unwrap returns Err.
func (e *TransportError) Unwrap() error { return e.Err }

// Error is one line for logs, such as
//
//	accounts: api.example.com: tls expired: 2025-01-31
//
// The dashboard and the commands word it for the user.
func (e *TransportError) Error() string {
	place := e.Host
	if e.Status != 0 {
		place = "HTTP " + strconv.Itoa(e.Status)
	}
	line := fmt.Sprintf("%s: %s: %v", e.Op, place, e.Err)
	if e.OutcomeUnknown {
		line += "; the request was sent and its outcome is unknown"
	}
	if e.RequestID != "" && e.Status != 0 {
		line += " (request " + e.RequestID + ")"
	}
	return printable(line)
}

func (e *TransportError) class() Class {
	switch cause := e.Err.(type) {
	case *RequestError:
		return cause.class()
	case *LimitError:
		if cause.isTimeout() {
			return ClassNetwork
		}
	case *BodyError:
		if e.Status == http.StatusTooManyRequests {
			return ClassRateLimit
		}
		if e.Status >= http.StatusInternalServerError {
			return ClassUnavailable
		}
	}
	return ClassProtocol
}

// printable replaces each control and format character with a blank.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, s)
}

// RequestError is a request that was not sent, or that got no response.
type RequestError struct {
	Kind   Kind
	Cause  Cause  // of KindTLS and KindProxy; empty if unknown
	Detail string // what Cause or Kind names, otherwise the text of the error; untrusted

	err error
}

// Kind is the way in which a request failed.
type Kind string

// The kinds of failures of requests.
const (
	KindRefused     Kind = "refused"     // nothing listens at the address
	KindDNS         Kind = "dns"         // the host name was not found
	KindUnreachable Kind = "unreachable" // no route to the host
	KindTLS         Kind = "tls"         // certificate or handshake; see Cause
	KindProxy       Kind = "proxy"       // the proxy failed; see Cause
	KindReset       Kind = "reset"       // the connection was lost, within the body if there is a status
	KindBadHTTP     Kind = "bad-http"    // not an HTTP response
	KindNetwork     Kind = "network"     // any other failure of the network
	// the service redirects to Detail, the path in the same origin or another origin: not followed
	KindRedirect       Kind = "redirect"
	KindCancelled      Kind = "cancelled"       // by the caller
	KindDeadline       Kind = "deadline"        // of the caller: no complete response in time
	KindConnectTimeout Kind = "connect-timeout" // no connection within the time in Detail
	KindInsecureKey    Kind = "insecure-key"    // the key would have gone over plain http; nothing was sent
)

// Cause details a failure.
type Cause string

// The causes of a [RequestError]. Those of KindProxy are also the kinds of failure that a
// connection can have, such as refused.
const (
	CauseExpired          Cause = "expired"           // KindTLS: the certificate was valid until the date in Detail
	CauseNotYetValid      Cause = "not-yet-valid"     // KindTLS: the certificate is valid from the date in Detail on
	CauseUnknownAuthority Cause = "unknown-authority" // KindTLS: the certificate
	// KindTLS: the file in Detail, from which the authorities are read, cannot be read
	CauseNoCertFile Cause = "no-cert-file"
	// KindTLS: the system has no certificates of authorities, as in an empty container
	CauseNoAuthorities Cause = "no-authorities"

	CausePlainHTTP   Cause = "plain-http"  // KindTLS: the server does not speak TLS
	CauseOtherName   Cause = "other-name"  // KindTLS: the certificate is for other hosts; Detail lists some
	CauseNoName      Cause = "no-name"     // KindTLS: the certificate names no host
	CauseClientCert  Cause = "client-cert" // KindTLS: the server requires a certificate of the client
	CauseProtocol    Cause = "protocol"    // KindTLS: no version of TLS that both sides support
	CauseProxyStatus Cause = "status"      // KindProxy: it answered with the HTTP status in Detail
)

func (e *RequestError) Error() string {
	return strings.TrimSpace(string(e.Kind)+" "+string(e.Cause)) + ": " + e.Detail
}

// Unwrap returns the error of the network or of a context.
func (e *RequestError) Unwrap() error { return e.err }

func (e *RequestError) class() Class {
	switch e.Kind {
	case KindCancelled:
		return ClassCancelled
	case KindInsecureKey:
		return ClassUsage
	case KindRefused, KindDNS, KindUnreachable, KindReset, KindNetwork, KindDeadline, KindConnectTimeout:
		return ClassNetwork
	case KindProxy:
		if e.Cause != CauseProxyStatus {
			return ClassNetwork
		}
	}
	return ClassProtocol
}

// LimitError is a limit of the client that was exceeded.
type LimitError struct {
	Setting Setting
	Timeout time.Duration // of SettingTimeout
	Size    int64         // of SettingMaxBody, in bytes
}

func (e *LimitError) Error() string {
	limit := e.Timeout.String()
	if !e.isTimeout() {
		limit = strconv.FormatInt(e.Size, 10)
	}
	return fmt.Sprintf(
		"%s: limit %s, see %s and %s",
		e.Setting,
		limit,
		e.Setting.Flag(),
		e.Setting.Env(),
	)
}

func (e *LimitError) isTimeout() bool { return e.Size == 0 }

// Setting names a limit of the client that the user can change.
type Setting string

// The limits, by their names in the configuration. The flag is --timeout, the
// variable CHANNELDECK_TIMEOUT, and so on.
const (
	SettingTimeout Setting = "timeout"
	SettingMaxBody Setting = "max_body"
)

// Flag is the name of the command-line flag that changes the limit.
func (s Setting) Flag() string {
	return "--" + strings.ReplaceAll(string(s), "_", "-")
}

// Env is the name of the environment variable that changes the limit.
func (s Setting) Env() string {
	return "CHANNELDECK_" + strings.ToUpper(string(s))
}

// BodyError is a body that is not an envelope: not JSON, or without a code or message. With
// the HTTP status of an error it was sent by a gateway.
type BodyError struct {
	Cause   Cause
	At      string // JSON pointer to the fault
	Title   string // of a page, or the name of the encoding or the charset; untrusted
	Excerpt string // the first bytes; untrusted
}

// The causes of a [BodyError].
const (
	CauseEmpty     Cause = "empty"
	CausePage      Cause = "page"      // HTML; see Title
	CauseTruncated Cause = "truncated" // the body ends too early; see At
	CauseTrailing  Cause = "trailing"  // more follows the JSON
	CauseSyntax    Cause = "syntax"    // invalid JSON; see At
	CauseDuplicate Cause = "duplicate" // a member twice; see At
	CauseNoCode    Cause = "no-code"   // without an integer as code, or a text as message
	CauseEncoding  Cause = "encoding"  // compressed in a way that was not requested; see Title
	CauseDamaged   Cause = "damaged"   // said to be compressed as Title, but it cannot be unpacked
	CauseCharset   Cause = "charset"   // not UTF-8, as the response states; see Title
	CauseNotUTF8   Cause = "not-utf8"  // not UTF-8, whatever the response states; Title is a guess
	CauseDepth     Cause = "depth"     // nested too deeply
)

func (e *BodyError) Error() string {
	return strings.TrimSpace(fmt.Sprintf("not-envelope %s %s", e.Cause, e.At)) + ": " +
		strconv.Quote(e.Excerpt)
}

// ShapeError is data of a success that is not what the interface says.
type ShapeError struct {
	At        string // JSON pointer
	Got, Want string // JSON types; "" where the data is missing
}

func (e *ShapeError) Error() string {
	return fmt.Sprintf("shape: %s: got %q, want %q", e.At, e.Got, e.Want)
}
