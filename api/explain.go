package api

import (
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// fail makes an error of a call. err may be nil.
func (c *Client) fail(call *call, kind Kind, err error) *TransportError {
	return &TransportError{Op: call.op, Method: call.method, Path: call.path, Kind: kind, Host: c.base.Host, err: err}
}

// explain tells why there was no answer. The caller's context wins over all
// that its end led to.
func (c *Client) explain(ctx, limited context.Context, call *call, err error) *TransportError {
	if urlErr, ok := errors.AsType[*url.Error](err); ok {
		err = urlErr.Err // its text would repeat the URL
	}
	if e := c.explainContext(ctx, limited, call); e != nil {
		return e
	}
	if redirect, ok := errors.AsType[*redirectError](err); ok {
		e := c.fail(call, KindRedirect, nil)
		e.RedirectTo = redirect.to
		return e
	}
	kind := kindOf(err)
	e := c.fail(call, kind, c.settings.key.hideInError(err))
	if kind == KindConnectTimeout {
		e.Setting, e.Timeout = SettingConnectTimeout, c.settings.connectTimeout
	}
	return e
}

func (c *Client) explainContext(ctx, limited context.Context, call *call) *TransportError {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return c.fail(call, KindTimeout, ctx.Err())
	case ctx.Err() != nil:
		return c.fail(call, KindCancelled, ctx.Err())
	case limited.Err() != nil:
		e := c.fail(call, KindTimeout, limited.Err())
		e.Setting, e.Timeout = SettingTimeout, c.settings.timeout
		return e
	}
	return nil
}

// explainBody tells why an answer could not be read.
func (c *Client) explainBody(ctx, limited context.Context, call *call, resp *http.Response, body *body, err error) *TransportError {
	payload, inData := errors.AsType[*payloadError](err)
	e := c.explainContext(ctx, limited, call)
	switch {
	case e != nil:
	case errors.Is(body.err, errTooLarge), errors.Is(err, errTooLarge):
		e = c.fail(call, KindTooLarge, errTooLarge)
		e.Setting, e.Limit = SettingMaxBody, c.maxBody(call.op)
	case errors.Is(body.err, errTooDeep):
		e = c.fail(call, KindTooDeep, body.err)
		e.Setting, e.Limit = SettingMaxDepth, int64(c.settings.maxDepth)
	case body.err != nil && body.err != io.EOF && !isGzipError(body.err):
		e = c.fail(call, kindOf(body.err), c.settings.key.hideInError(body.err))
	case inData && !isSyntax(err):
		at, cause := shapeFault(payload)
		e = c.fail(call, KindShape, c.settings.key.hideInError(cause))
		e.At = c.settings.key.hide(at)
	default:
		e = c.fail(call, KindNotEnvelope, c.settings.key.hideInError(err))
		e.Excerpt = excerpt(c.settings.key.hide(string(body.head)))
	}
	e.Status, e.RetryAfter, e.html = resp.StatusCode, retryAfter(resp), isHTML(resp, body.head)
	return e
}

// shapeFault tells where data is not what the interface says, and why. The text
// of the library would name Go types.
func shapeFault(p *payloadError) (at string, cause error) {
	fault, ok := errors.AsType[*json.SemanticError](p.err)
	if !ok {
		return "/data", p.err
	}
	for ok {
		at, cause = string(p.base+fault.JSONPointer), fault.Err
		if cause == nil {
			cause = fmt.Errorf("unexpected JSON %s", fault.JSONKind)
		}
		fault, ok = errors.AsType[*json.SemanticError](fault.Err)
	}
	return at, cause
}

// excerpt cuts text and mends it where the cut went through a rune.
func excerpt(s string) string {
	return strings.ToValidUTF8(s[:min(len(s), excerptSize)], "\uFFFD")
}

// isSyntax reports whether the bytes are no JSON.
func isSyntax(err error) bool {
	_, ok := errors.AsType[*jsontext.SyntacticError](err)
	return ok || errors.Is(err, io.ErrUnexpectedEOF)
}

func isGzipError(err error) bool {
	return errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}

// isDialError reports whether there was no connection to send anything by.
func isDialError(err error) bool {
	if op, ok := errors.AsType[*net.OpError](err); ok && (op.Op == "dial" || op.Op == "proxyconnect") {
		return true
	}
	_, isDNS := errors.AsType[*net.DNSError](err)
	return isDNS
}

// kindOf sorts an error of the network.
func kindOf(err error) Kind {
	isTimeout := false
	if e, ok := errors.AsType[net.Error](err); ok {
		isTimeout = e.Timeout()
	}
	switch {
	case isTimeout && (isDialError(err) || isHandshakeTimeout(err)):
		return KindConnectTimeout
	case isTimeout:
		return KindTimeout
	case isTLS(err):
		return KindTLS
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return KindDNS
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
			return known.kind
		}
	}
	return KindNetwork
}

// isHandshakeTimeout knows the error of net/http by its text: its type is not
// exported.
func isHandshakeTimeout(err error) bool {
	return strings.Contains(err.Error(), "TLS handshake timeout")
}

func isTLS(err error) bool {
	_, isVerify := errors.AsType[*tls.CertificateVerificationError](err)
	_, isRecord := errors.AsType[tls.RecordHeaderError](err)
	_, isAlert := errors.AsType[tls.AlertError](err)
	return isVerify || isRecord || isAlert || errors.Is(err, http.ErrSchemeMismatch) ||
		strings.HasPrefix(err.Error(), "tls: ") || strings.HasPrefix(err.Error(), "remote error: tls: ")
}
