package api

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
)

// Kind is the way in which a call failed before there was an envelope to act on.
type Kind string

// The kinds of transport failures. Those that name a [Cause] set it where it
// is known.
const (
	KindRefused        Kind = "refused"         // nothing listens at the address
	KindDNS            Kind = "dns"             // the host name was not found
	KindUnreachable    Kind = "unreachable"     // no route to the host
	KindConnectTimeout Kind = "connect-timeout" // no connection in time; see Setting
	KindTimeout        Kind = "timeout"         // no complete response in time; see Setting
	KindTLS            Kind = "tls"             // certificate or handshake; see Cause
	KindProxy          Kind = "proxy"           // the proxy failed; see Proxy and Cause
	KindReset          Kind = "reset"           // the connection was lost
	KindBadHTTP        Kind = "bad-http"        // not an HTTP response: Detail says why
	KindNetwork        Kind = "network"         // any other failure of the network; see Detail
	KindRateLimited    Kind = "rate-limited"    // HTTP status 429 without an envelope; see RetryAfter
	KindStatus         Kind = "status"          // any other HTTP error status without an envelope, sent by a gateway
	KindNotEnvelope    Kind = "not-envelope"    // the body is not JSON, or has no code or message; see Cause and Excerpt
	KindShape          Kind = "shape"           // code is 0, but data is not what the interface says; see Cause and At
	KindTooLarge       Kind = "too-large"       // the body is above the limit; see Setting
	KindTooDeep        Kind = "too-deep"        // the JSON is nested above the limit; see Setting
	KindRedirect       Kind = "redirect"        // the service redirects to RedirectTo: not followed
	KindCancelled      Kind = "cancelled"       // the caller's context ended
	KindInsecureKey    Kind = "insecure-key"    // the key would have gone over plain http; nothing was sent
)

// Cause details a failure whose [Kind] is not specific enough.
type Cause string

// The causes. Those of KindProxy are also the kinds of failure that a connection
// can have, such as refused.
const (
	CauseExpired          Cause = "expired"           // KindTLS: the certificate was valid until the date in Detail
	CauseNotYetValid      Cause = "not-yet-valid"     // KindTLS: the certificate is valid from the date in Detail on
	CauseUnknownAuthority Cause = "unknown-authority" // KindTLS: the certificate
	CausePlainHTTP        Cause = "plain-http"        // KindTLS: the server does not speak TLS
	CauseOtherName        Cause = "other-name"        // KindTLS: the certificate is for other hosts; Detail lists some
	CauseNoName           Cause = "no-name"           // KindTLS: the certificate names no host
	CauseClientCert       Cause = "client-cert"       // KindTLS: the server requires a certificate of the client
	CauseProtocol         Cause = "protocol"          // KindTLS: no version of TLS that both sides support

	CauseProxyStatus Cause = "status" // KindProxy: it answered with an error; see Status

	CauseEmpty     Cause = "empty"     // KindNotEnvelope
	CausePage      Cause = "page"      // KindNotEnvelope: HTML; Detail is its title
	CauseTruncated Cause = "truncated" // KindNotEnvelope, KindReset: the body ends too early; see At and Size
	CauseTrailing  Cause = "trailing"  // KindNotEnvelope: more follows the JSON
	CauseSyntax    Cause = "syntax"    // KindNotEnvelope: invalid JSON; see At and Size
	CauseDuplicate Cause = "duplicate" // KindNotEnvelope: a member twice; see At
	CauseNoCode    Cause = "no-code"   // KindNotEnvelope: without an integer as code, or a text as message

	CauseType    Cause = "type"    // KindShape: see At, Got and Want
	CauseMissing Cause = "missing" // KindShape: see At
)

// Setting names a limit of the client that the user can change.
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

// TransportError is a call that failed before there was an envelope to act on.
type TransportError struct {
	Op         Op
	Path       string // escaped, without the query
	Kind       Kind
	Cause      Cause         // "" where it is not known or Kind says it all
	Detail     string        // of Cause, or the text of an error without one; untrusted
	Host       string        // of the base URL, with the port if it has one
	Proxy      string        // host and port of the proxy for requests to Host; "" without one
	Status     int           // of HTTP; 0 where no response came
	RequestID  string        // the one that was sent
	Excerpt    string        // the first bytes of a body that is not an envelope; untrusted
	Size       int64         // bytes of the body that were read, after decompression
	At         string        // JSON pointer to the fault in the body
	Got, Want  string        // JSON types, for CauseType
	Setting    Setting       // the limit that was exceeded, or ""
	Timeout    time.Duration // that limit for timeouts
	Limit      int64         // that limit for sizes: bytes or levels
	RedirectTo string        // where a redirect leads: the path in the same origin, else the origin
	RetryAfter time.Duration // the requested wait; 0 without one

	// OutcomeUnknown is set where a request that changes something may have
	// been carried out although no response confirms it.
	OutcomeUnknown bool

	sent bool // the request may have reached the service
	err  error
	key  *secret
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

// Unwrap returns the underlying error: of a context, the network or the decoder.
func (e *TransportError) Unwrap() error { return e.err }

// Error is one line for logs, such as
//
//	accounts: tls (expired): api.example.com: x509: certificate has expired
//
// The dashboard and the commands word it for the user.
func (e *TransportError) Error() string {
	parts := []string{string(e.Op), string(e.Kind), e.Host, e.At}
	if e.Cause != "" {
		parts[1] += " (" + string(e.Cause) + ")"
	}
	if e.Status != 0 {
		parts[2] = "HTTP " + strconv.Itoa(e.Status)
	}
	switch {
	case e.Kind == KindRedirect:
		parts = append(parts, e.RedirectTo)
	case e.Want != "":
		parts = append(parts, "got "+e.Got+", want "+e.Want)
	case e.Setting != "":
		limit := e.Timeout.String()
		if e.Limit > 0 {
			limit = strconv.FormatInt(e.Limit, 10)
		}
		parts = append(parts, "limit "+limit+", see "+e.Setting.Flag()+" and "+e.Setting.Env())
	case e.Excerpt != "":
		parts = append(parts, strconv.Quote(e.Excerpt))
	case e.err != nil:
		parts = append(parts, e.err.Error())
	}
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	line := strings.Join(parts, ": ")
	if e.OutcomeUnknown {
		line += "; the request was sent and its outcome is unknown"
	}
	if e.RequestID != "" && e.Status != 0 {
		line += " (request " + e.RequestID + ")"
	}
	return printable(line)
}

// printable replaces what is not graphic, such as control and format
// characters, by blanks.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsGraphic(r) {
			return r
		}
		return ' '
	}, s)
}
