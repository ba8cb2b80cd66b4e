package api

import (
	"bytes"
	"cmp"
	"compress/flate"
	"compress/gzip"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"html"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// diagnoseBody returns the reason why the body of a response could not be read.
func (c *Client) diagnoseBody(resp *http.Response, body *body, err error) error {
	if encoding := unrequestedEncoding(resp, body.head); encoding != "" {
		return &BodyError{Cause: CauseEncoding, Title: c.key.hide(encoding)}
	}
	if foreign, ok := errors.AsType[*BodyError](body.err); ok {
		return foreign
	}
	if isDamaged(body.err) {
		return &BodyError{Cause: CauseDamaged, Title: "gzip"}
	}
	broken := body.err != nil && body.err != io.EOF
	if broken { // whatever the decoder made of it
		err = body.err
	}
	if limit, ok := errors.AsType[*LimitError](err); ok {
		return limit
	}
	if broken {
		return c.diagnose(err)
	}
	if shape, ok := errors.AsType[*ShapeError](err); ok {
		return shape
	}
	if resp.StatusCode == http.StatusProxyAuthRequired && c.Proxy() != "" {
		return proxyStatus(resp)
	}
	bad, ok := errors.AsType[*BodyError](err)
	if !ok {
		bad = c.diagnoseJSON(resp, body, err)
	}
	excerpt := strings.ToValidUTF8(c.key.hide(string(body.head)), "\uFFFD")
	bad.Excerpt = strings.ToValidUTF8(excerpt[:min(len(excerpt), excerptSize)], "\uFFFD")
	return bad
}

// diagnoseJSON says what is wrong with the JSON of a body.
func (c *Client) diagnoseJSON(resp *http.Response, body *body, err error) *BodyError {
	e := &BodyError{Cause: CauseSyntax}
	switch {
	case body.read == 0:
		e.Cause = CauseEmpty
	case isHTML(resp, body.head):
		e.Cause = CausePage
		e.Title = c.key.hide(htmlTitle(string(body.head)))
	case errors.Is(err, io.ErrUnexpectedEOF):
		e.Cause = CauseTruncated
	case errors.Is(err, jsontext.ErrDuplicateName):
		e.Cause = CauseDuplicate
	}
	syntax, ok := errors.AsType[*jsontext.SyntacticError](err)
	if ok {
		e.At = c.key.hide(string(syntax.JSONPointer))
	}
	return e
}

// unrequestedEncoding returns the encoding of a body that was not requested, or that was
// applied twice; "" for none. A transport removes the header of an encoding that it decoded.
func unrequestedEncoding(resp *http.Response, head []byte) string {
	encoding := resp.Header.Get("Content-Encoding")
	for name, magic := range map[string]string{"gzip": "\x1f\x8b", "zstd": "\x28\xb5\x2f\xfd"} {
		if bytes.HasPrefix(head, []byte(magic)) {
			return cmp.Or(encoding, name)
		}
	}
	if strings.EqualFold(encoding, "identity") {
		return ""
	}
	return encoding
}

// isDamaged reports whether a body that is said to be compressed could not be unpacked.
func isDamaged(err error) bool {
	_, isCorrupt := errors.AsType[flate.CorruptInputError](err)
	return isCorrupt || errors.Is(err, gzip.ErrHeader) || errors.Is(err, gzip.ErrChecksum)
}

// foreignCharset returns the charset that a response states, "" for UTF-8 and none.
func foreignCharset(resp *http.Response) string {
	_, params, err := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	charset := strings.ToLower(params["charset"])
	switch charset {
	case "utf-8", "utf8", "us-ascii":
		return ""
	}
	if err != nil {
		return ""
	}
	return charset
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
	op, ok := errors.AsType[*net.OpError](err)
	if ok &&
		(op.Op == "dial" || op.Op == "proxyconnect") {
		return true
	}
	_, isDNS := errors.AsType[*net.DNSError](err)
	return isDNS || IsKind(err, KindProxy)
}

// diagnose returns what an error of net/http means.
func (c *Client) diagnose(err error) error {
	if urlErr, ok := errors.AsType[*url.Error](err); ok {
		err = urlErr.Err // its text would repeat the URL
	}
	if known, ok := errors.AsType[*RequestError](err); ok {
		return known
	}
	if op, ok := errors.AsType[*net.OpError](err); ok && op.Op == "proxyconnect" {
		e := &RequestError{
			Kind:   KindProxy,
			Cause:  Cause(KindConnectTimeout),
			Detail: "",
			err:    c.key.hideInError(err),
		}
		inner, ok := c.diagnose(op.Err).(*RequestError)
		if ok {
			e.Cause = cmp.Or(inner.Cause, Cause(inner.Kind))
			e.Detail = inner.Detail
		}
		return e
	}
	e, isTimeout := errors.AsType[net.Error](err)
	cause, detail, isTLS := diagnoseTLS(err)
	if isTLS && cause == CauseUnknownAuthority && !c.hasCertFile() {
		return &RequestError{
			Kind:   KindTLS,
			Cause:  CauseNoCertFile,
			Detail: c.settings.CertFile,
			err:    c.key.hideInError(err),
		}
	}
	if isTLS && cause == CauseUnknownAuthority && !hasAuthorities() {
		cause = CauseNoAuthorities
	}
	if isTLS {
		return &RequestError{
			Kind:   KindTLS,
			Cause:  cause,
			Detail: c.key.hide(detail),
			err:    c.key.hideInError(err),
		}
	}
	if !isTimeout || !e.Timeout() {
		return &RequestError{
			Kind:   networkKind(err),
			Cause:  "",
			Detail: c.key.hide(err.Error()),
			err:    c.key.hideInError(err),
		}
	}
	// net/http does not export the type of this error
	if isDialError(err) || strings.Contains(err.Error(), "TLS handshake timeout") {
		return &RequestError{
			Kind:   KindConnectTimeout,
			Detail: connectTimeout.String(),
			err:    err,
		}
	}
	return &RequestError{Kind: KindDeadline, err: err}
}

// hasCertFile reports whether the file with the authorities can be read, if there is one.
func (c *Client) hasCertFile() bool {
	if c.settings.CertFile == "" {
		return true
	}
	f, err := os.Open(c.settings.CertFile)
	if err != nil {
		return false
	}
	_, err = f.Read(make([]byte, 1)) // a directory can be opened
	_ = f.Close()                    // it was not written
	return err == nil || err == io.EOF
}

// hasAuthorities reports whether the system trusts any authority.
func hasAuthorities() bool {
	pool, err := x509.SystemCertPool()
	return err != nil || !pool.Equal(x509.NewCertPool())
}

func networkKind(err error) Kind {
	_, ok := errors.AsType[*net.DNSError](err)
	if ok {
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
	// The types of net/http's errors about malformed responses are not exported.
	for _, known := range []string{
		"response headers exceeded",
		"header list",
		"header line too long",
		"chunk",
		"malformed",
	} {
		if strings.Contains(err.Error(), known) {
			return KindBadHTTP
		}
	}
	return KindNetwork
}

// diagnoseTLS explains a failed handshake; ok is false for all other errors.
func diagnoseTLS(err error) (cause Cause, detail string, ok bool) {
	if invalid, ok := errors.AsType[x509.CertificateInvalidError](err); ok &&
		invalid.Reason == x509.Expired &&
		invalid.Cert != nil {
		from := invalid.Cert.NotBefore
		if time.Now().Before(from) {
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
		"tls: certificate required":                         CauseClientCert,
		"tls: protocol version not supported":               CauseProtocol,
		"tls: server selected unsupported protocol version": CauseProtocol,
	} {
		if strings.Contains(text, known) {
			return cause, "", true
		}
	}
	_, isAlert := errors.AsType[tls.AlertError](err)
	return "", text, isAlert || strings.HasPrefix(text, "tls: ") ||
		strings.HasPrefix(text, "remote error: tls: ")
}
