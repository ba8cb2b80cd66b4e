package api

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Kind tells how a call failed before there was an envelope to read.
type Kind string

// The kinds of transport failures.
const (
	KindRefused        Kind = "refused"         // nothing listens at the address
	KindDNS            Kind = "dns"             // the host name was not found
	KindUnreachable    Kind = "unreachable"     // no route to the host
	KindConnectTimeout Kind = "connect-timeout" // no connection in time; see Setting
	KindTimeout        Kind = "timeout"         // no complete answer in time; see Setting
	KindTLS            Kind = "tls"             // certificate or handshake
	KindReset          Kind = "reset"           // the connection broke off
	KindNetwork        Kind = "network"         // any other failure of the network
	KindNotEnvelope    Kind = "not-envelope"    // the body is not JSON, or has no code or message; see Excerpt
	KindShape          Kind = "shape"           // code is 0, but data is not what the interface says
	KindTooLarge       Kind = "too-large"       // the body is above the limit; see Setting
	KindTooDeep        Kind = "too-deep"        // the JSON is nested above the limit; see Setting
	KindRedirect       Kind = "redirect"        // a redirect that is not followed; see RedirectTo
	KindCancelled      Kind = "cancelled"       // the caller's context ended
	KindInsecureKey    Kind = "insecure-key"    // the key would have gone over plain http; nothing was sent
)

// Setting names a limit of the client that a person can change.
type Setting string

// The limits, by their names in the configuration. The flag is --timeout, the
// variable CHANNELDECK_TIMEOUT, and so on.
const (
	SettingTimeout        Setting = "timeout"
	SettingConnectTimeout Setting = "connect_timeout"
	SettingMaxBody        Setting = "max_body"
	SettingMaxDepth       Setting = "max_depth"
)

// Flag is the name of the command-line flag that changes the limit.
func (s Setting) Flag() string { return "--" + strings.ReplaceAll(string(s), "_", "-") }

// Env is the name of the environment variable that changes the limit.
func (s Setting) Env() string { return "CHANNELDECK_" + strings.ToUpper(string(s)) }

// TransportError is a call that failed before there was an answer to act on.
type TransportError struct {
	Op         Op
	Method     string
	Path       string // escaped, without the query
	Kind       Kind
	Host       string        // of the base URL, with the port if it has one
	Status     int           // of HTTP; 0 where no answer came
	RequestID  string        // the one that was sent
	Excerpt    string        // the first bytes of a body that is no envelope; untrusted text
	At         string        // JSON pointer to what has the wrong shape
	Setting    Setting       // the limit that was met; "" where none was
	Timeout    time.Duration // that limit for timeouts
	Limit      int64         // that limit for sizes: bytes or levels
	RedirectTo string        // the origin that a refused redirect points to
	RetryAfter time.Duration // what the service asks to wait; 0 where it does not
	Attempts   int           // how often the request was sent

	// OutcomeUnknown is set where a request that changes something may have
	// been carried out although no answer tells so.
	OutcomeUnknown bool

	sent bool // the request may have reached the service
	html bool // the body is a page, probably of a proxy
	err  error
}

// OutcomeUnknown reports whether err leaves open if a request that changes
// something was carried out. Sending it again may do it twice.
func OutcomeUnknown(err error) bool {
	e, ok := errors.AsType[*TransportError](err)
	return ok && e.OutcomeUnknown
}

// IsKind reports whether err is a transport failure of one of the kinds.
func IsKind(err error, kinds ...Kind) bool {
	e, ok := errors.AsType[*TransportError](err)
	return ok && slices.Contains(kinds, e.Kind)
}

// Unwrap returns the cause: the error of a context that ended, of the network
// or of the decoder.
func (e *TransportError) Unwrap() error { return e.err }

// Error is a sentence for logs and the command line.
func (e *TransportError) Error() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s", e.Op, e.sentence())
	if e.Setting != "" {
		fmt.Fprintf(&b, " (change it with %s or %s)", e.Setting.Flag(), e.Setting.Env())
	}
	if e.OutcomeUnknown {
		b.WriteString("; the request was sent and its outcome is unknown: look before you send it again")
	}
	if e.RequestID != "" && e.Status != 0 {
		fmt.Fprintf(&b, " (request %s)", printable(e.RequestID))
	}
	return b.String()
}

func (e *TransportError) sentence() string {
	switch e.Kind {
	case KindRefused:
		return e.Host + " refused the connection"
	case KindDNS:
		return "the host name of " + e.Host + " was not found"
	case KindUnreachable:
		return e.Host + " cannot be reached"
	case KindConnectTimeout:
		return fmt.Sprintf("no connection to %s within %s", e.Host, e.Timeout)
	case KindTimeout:
		if e.Setting == "" {
			return "no complete answer in time"
		}
		return fmt.Sprintf("no complete answer within %s", e.Timeout)
	case KindTLS:
		return "no secure connection to " + e.Host + e.cause()
	case KindReset:
		return "the connection to " + e.Host + " broke off"
	case KindNotEnvelope:
		return fmt.Sprintf("the answer is not what the service sends (HTTP %d): %s", e.Status, strconv.Quote(e.Excerpt))
	case KindShape:
		return "the answer does not have the shape of the interface at " + printable(e.At) + e.cause()
	case KindTooLarge:
		return fmt.Sprintf("the answer is larger than %d bytes", e.Limit)
	case KindTooDeep:
		return fmt.Sprintf("the answer is nested deeper than %d levels", e.Limit)
	case KindRedirect:
		return fmt.Sprintf("the answer is a redirect to %s, which is not followed", printable(e.RedirectTo))
	case KindCancelled:
		return "cancelled"
	case KindInsecureKey:
		return "not sent: the API key does not go over plain http to " + e.Host
	}
	return "the network failed" + e.cause()
}

func (e *TransportError) cause() string {
	if e.err == nil {
		return ""
	}
	return ": " + printable(e.err.Error())
}

// printable makes one harmless line of text from the service: no control,
// format or bidi character survives.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, s)
}
