package api

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"html"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// fail makes an error of a call. err may be nil.
func (c *Client) fail(call *call, kind Kind, err error) *TransportError {
	key := c.key
	return &TransportError{
		Op: call.op, Path: call.path, Kind: kind, Host: c.base.Host, err: key.hideInError(err), key: key,
	}
}

// failContext returns the error of a context that ended, or nil. It takes precedence
// over the errors that the end of the context caused.
func (c *Client) failContext(ctx, limited context.Context, call *call) *TransportError {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return c.fail(call, KindTimeout, ctx.Err())
	case ctx.Err() != nil:
		return c.fail(call, KindCancelled, ctx.Err())
	case limited.Err() != nil:
		e := c.fail(call, KindTimeout, limited.Err())
		e.Setting, e.Timeout = SettingTimeout, c.settings.Timeout
		return e
	}
	return nil
}

// failNetwork returns the error of a request that got no response.
func (c *Client) failNetwork(call *call, err error) *TransportError {
	if urlErr, ok := errors.AsType[*url.Error](err); ok {
		err = urlErr.Err // its text would repeat the URL
	}
	if redirect, ok := errors.AsType[*redirectError](err); ok {
		e := c.fail(call, KindRedirect, nil)
		e.RedirectTo = c.key.hide(redirect.to)
		return e
	}
	kind, cause, detail := diagnose(err)
	e := c.fail(call, kind, err)
	e.Cause, e.Detail, e.Proxy = cause, c.key.hide(detail), c.Proxy()
	if bad, ok := errors.AsType[*proxyStatusError](err); ok {
		e.Status = bad.status
	}
	if kind == KindConnectTimeout {
		e.Setting, e.Timeout = SettingConnectTimeout, c.settings.ConnectTimeout
	}
	return e
}

// failBody returns the error of a response whose body could not be read.
func (c *Client) failBody(call *call, resp *http.Response, body *body, err error) *TransportError {
	key := c.key
	var e *TransportError
	switch {
	case errors.Is(body.err, errTooLarge), errors.Is(err, errTooLarge):
		e = c.fail(call, KindTooLarge, errTooLarge)
		e.Setting, e.Limit = SettingMaxBody, c.maxBody(call.op)
	case errors.Is(body.err, errTooDeep):
		e = c.fail(call, KindTooDeep, errTooDeep)
		e.Setting, e.Limit = SettingMaxDepth, int64(c.settings.MaxDepth)
	case body.err != nil && body.err != io.EOF:
		e = c.failNetwork(call, body.err)
		if e.Kind == KindReset {
			e.Cause = CauseTruncated
		}
	default:
		e = c.fail(call, KindNotEnvelope, err)
		diagnoseBody(e, resp, body, err)
	}
	e.Status, e.Size, e.RetryAfter, e.Proxy = resp.StatusCode, body.read, retryAfter(resp), c.Proxy()
	e.Detail, e.At = key.hide(e.Detail), key.hide(e.At)
	return e
}

// diagnoseBody sets the cause of a failure in a body that was read.
func diagnoseBody(e *TransportError, resp *http.Response, body *body, err error) {
	bad, isBad := errors.AsType[*bodyError](err)
	if isBad {
		e.Cause, e.At, e.Got, e.Want = bad.cause, bad.at, KindName(bad.got), KindName(bad.want)
	}
	if isBad && bad.shape {
		e.Kind = KindShape
		return
	}
	e.Excerpt = strings.ToValidUTF8(e.key.hide(string(body.head)), "\uFFFD")
	e.Excerpt = strings.ToValidUTF8(e.Excerpt[:min(len(e.Excerpt), excerptSize)], "\uFFFD")
	status := resp.StatusCode
	switch {
	case status == http.StatusTooManyRequests:
		e.Kind = KindRateLimited
	case status == http.StatusProxyAuthRequired:
		e.Kind, e.Cause = KindProxy, CauseProxyStatus
	case status >= http.StatusBadRequest:
		e.Kind = KindStatus
	}
	if isBad {
		return
	}
	switch {
	case e.Kind == KindProxy:
	case body.read == 0:
		e.Cause = CauseEmpty
	case isHTML(resp, body.head):
		e.Cause = CausePage
		e.Detail = htmlTitle(string(body.head))
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Cause = CauseTruncated
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Cause = CauseDuplicate
	default:
		e.Cause = CauseSyntax
	}
	if syntax, ok := errors.AsType[*jsontext.SyntacticError](err); ok {
		e.At = string(syntax.JSONPointer)
	}
}

// htmlTitle returns the title of a page, "" without one.
func htmlTitle(page string) string {
	_, rest, _ := strings.Cut(page, "<title")
	_, rest, _ = strings.Cut(rest, ">")
	title, _, found := strings.Cut(rest, "</title")
	if !found {
		return ""
	}
	return strings.TrimSpace(html.UnescapeString(title))
}

func isHTML(resp *http.Response, head []byte) bool {
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	return media == "text/html" || bytes.HasPrefix(bytes.TrimSpace(head), []byte("<"))
}

// isDialError reports whether no connection was made.
func isDialError(err error) bool {
	if op, ok := errors.AsType[*net.OpError](err); ok && (op.Op == "dial" || op.Op == "proxyconnect") {
		return true
	}
	_, isProxy := errors.AsType[*proxyStatusError](err)
	_, isDNS := errors.AsType[*net.DNSError](err)
	return isProxy || isDNS
}

// diagnose classifies an error of the network. The detail is untrusted text.
func diagnose(err error) (kind Kind, cause Cause, detail string) {
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "proxyconnect" {
		kind, cause, detail = diagnose(op.Err)
		if cause == "" {
			cause = Cause(kind)
		}
		return KindProxy, cause, detail
	}
	if _, ok := errors.AsType[*proxyStatusError](err); ok {
		return KindProxy, CauseProxyStatus, ""
	}
	if cause, detail, ok := diagnoseTLS(err); ok {
		return KindTLS, cause, detail
	}
	if e, ok := errors.AsType[net.Error](err); ok && e.Timeout() {
		if isDialError(err) || strings.Contains(err.Error(), "TLS handshake timeout") { // net/http does not export the type of this error
			return KindConnectTimeout, "", ""
		}
		return KindTimeout, "", ""
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return KindDNS, "", ""
	}
	for _, known := range []struct {
		err  error
		kind Kind
	}{
		{syscall.ECONNREFUSED, KindRefused},
		{syscall.EHOSTUNREACH, KindUnreachable},
		{syscall.ENETUNREACH, KindUnreachable},
		{syscall.ECONNRESET, KindReset},
		{syscall.ECONNABORTED, KindReset},
		{syscall.EPIPE, KindReset},
		{io.EOF, KindReset},
		{io.ErrUnexpectedEOF, KindReset},
	} {
		if errors.Is(err, known.err) {
			return known.kind, "", ""
		}
	}
	// The types of net/http's errors about malformed responses are not exported.
	text := err.Error()
	for _, known := range []string{"response headers exceeded", "header list", "header line too long", "chunk", "malformed"} {
		if strings.Contains(text, known) {
			return KindBadHTTP, "", text
		}
	}
	return KindNetwork, "", text
}

// diagnoseTLS explains a failed handshake; ok is false for all other errors.
func diagnoseTLS(err error) (cause Cause, detail string, ok bool) {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok && invalid.Reason == x509.Expired && invalid.Cert != nil {
		if from := invalid.Cert.NotBefore; time.Now().Before(from) {
			return CauseNotYetValid, from.UTC().Format(time.DateOnly), true
		}
		return CauseExpired, invalid.Cert.NotAfter.UTC().Format(time.DateOnly), true
	}
	if _, ok := errors.AsType[x509.UnknownAuthorityError](err); ok {
		return CauseUnknownAuthority, "", true
	}
	_, isRecord := errors.AsType[tls.RecordHeaderError](err)
	if isRecord || errors.Is(err, http.ErrSchemeMismatch) {
		return CausePlainHTTP, "", true
	}
	if e, ok := errors.AsType[x509.HostnameError](err); ok && e.Certificate != nil {
		names := e.Certificate.DNSNames
		for _, ip := range e.Certificate.IPAddresses {
			names = append(names[:len(names):len(names)], ip.String())
		}
		if len(names) == 0 {
			return CauseNoName, "", true
		}
		return CauseOtherName, strings.Join(names[:min(len(names), 3)], ", "), true
	}
	if invalid, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "", invalid.Err.Error(), true
	}
	text := err.Error()
	for known, cause := range map[string]Cause{ // crypto/tls does not export the type of an alert
		"tls: certificate required": CauseClientCert, "tls: protocol version not supported": CauseProtocol, "tls: server selected unsupported protocol version": CauseProtocol,
	} {
		if strings.Contains(text, known) {
			return cause, "", true
		}
	}
	_, isAlert := errors.AsType[tls.AlertError](err)
	return "", text, isAlert || strings.HasPrefix(text, "tls: ") || strings.HasPrefix(text, "remote error: tls: ")
}
