package api

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"errors"
	"fmt"
	"io"
	"log"
	"math/big"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"
)

// serveRaw answers each connection with the same bytes, whatever is asked.
func serveRaw(t *testing.T, response string) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				if _, err := http.ReadRequest(bufio.NewReader(conn)); err == nil {
					io.WriteString(conn, response)
				}
			}()
		}
	}()
	return listener.Addr().String()
}

func TestMalformedHTTP(t *testing.T) {
	const chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
	for name, tt := range map[string]struct {
		response string
		kind     Kind
		status   int // 0 without a header
	}{
		"large header":       {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 300<<10) + "\r\n\r\n", KindBadHTTP, 0},
		"not HTTP":           {"SSH-2.0-OpenSSH_9.9\r\n\r\n", KindBadHTTP, 0},
		"bad chunk length":   {chunked + "zz\r\n{}\r\n0\r\n\r\n", KindBadHTTP, 200},
		"bad chunk end":      {chunked + "2\r\n{}}}\r\n0\r\n\r\n", KindBadHTTP, 200},
		"chunk that is cut":  {chunked + "ff\r\n{", KindReset, 200},
		"chunks without end": {chunked + "2\r\n{}\r\n", KindReset, 200},
		"length above body":  {"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{", KindReset, 200},
		"no response":        {"", KindReset, 0},
		"malformed header":   {"HTTP/1.1 200 OK\r\nno colon\r\n\r\n", KindBadHTTP, 0},
	} {
		c := mustNew(t, "http://"+serveRaw(t, tt.response), Settings{Retries: -1})
		err := accounts(c)
		if e := wantKind(t, err, tt.kind, false); e.Status != tt.status {
			t.Errorf("%s: status %d in %v, want %d", name, e.Status, err, tt.status)
		}
	}
}

// certificate makes a self-signed certificate for names, nil for the loopback address. from and
// until are relative to now.
func certificate(t *testing.T, from, until time.Duration, names ...string) (tls.Certificate, *x509.CertPool) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: "test"},
		DNSNames:              names,
		IsCA:                  true,
		BasicConstraintsValid: true,
		NotBefore:             time.Now().Add(from),
		NotAfter:              time.Now().Add(until),
		KeyUsage:              x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature,
	}
	if names == nil {
		template.IPAddresses = []net.IP{net.IPv4(127, 0, 0, 1)}
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(leaf)
	return tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, pool
}

func TestTLSFailuresStateTheReason(t *testing.T) {
	const day = 24 * time.Hour
	days := func(n time.Duration) string { return time.Now().UTC().Add(n * day).Format(time.DateOnly) }
	for name, tt := range map[string]*struct {
		from, until time.Duration
		names       []string
		server      tls.Config
		client      tls.Config
		trust       bool
		file        string
		cause       Cause
		detail      string
	}{
		"expired":           {from: -3 * day, until: -2 * day, trust: true, cause: CauseExpired, detail: days(-2)},
		"not yet valid":     {from: 2 * day, until: 3 * day, trust: true, cause: CauseNotYetValid, detail: days(2)},
		"unknown authority": {from: -day, until: day, cause: CauseUnknownAuthority},
		"no file": {
			from:   -day,
			until:  day,
			file:   "/nowhere/ca.pem",
			cause:  CauseNoCertFile,
			detail: "/nowhere/ca.pem",
		},
		"a directory":  {from: -day, until: day, file: ".", cause: CauseNoCertFile, detail: "."},
		"another file": {from: -day, until: day, file: "diagnose_test.go", cause: CauseUnknownAuthority},
		"wrong name": {
			from:   -day,
			until:  day,
			names:  []string{"a.example", "b.example"},
			trust:  true,
			cause:  CauseOtherName,
			detail: "a.example, b.example",
		},
		"no name": {from: -day, until: day, names: []string{}, trust: true, cause: CauseNoName},
		"old protocol": {
			from:   -day,
			until:  day,
			trust:  true,
			server: tls.Config{MaxVersion: tls.VersionTLS12},
			client: tls.Config{MinVersion: tls.VersionTLS13},
			cause:  CauseProtocol,
		},
		"new protocol": {
			from:   -day,
			until:  day,
			trust:  true,
			server: tls.Config{MinVersion: tls.VersionTLS13},
			client: tls.Config{MaxVersion: tls.VersionTLS12},
			cause:  CauseProtocol,
		},
		"client certificate": {
			from:   -day,
			until:  day,
			trust:  true,
			server: tls.Config{ClientAuth: tls.RequireAnyClientCert},
			cause:  CauseClientCert,
		},
	} {
		cert, pool := certificate(t, tt.from, tt.until, tt.names...)
		srv := httptest.NewUnstartedServer(success(`[]`))
		srv.Config.ErrorLog = log.New(io.Discard, "", 0)
		srv.TLS = &tt.server
		srv.TLS.Certificates = []tls.Certificate{cert}
		srv.StartTLS()
		t.Cleanup(srv.Close)
		transport := NewTransport()
		transport.TLSClientConfig = &tt.client
		if tt.trust {
			tt.client.RootCAs = pool
		} else {
			tt.client.RootCAs = x509.NewCertPool()
		}
		err := createGroup(mustNew(t, srv.URL, Settings{Transport: transport, CertFile: tt.file}))
		if e, ok := errors.AsType[*RequestError](err); !ok || e.Kind != KindTLS || e.Cause != tt.cause ||
			e.Detail != tt.detail {
			t.Errorf("%s: %#v, want %s, %s", name, err, tt.cause, tt.detail)
		}
	}
	plain := httptest.NewServer(success(`[]`))
	t.Cleanup(plain.Close)
	c := mustNew(t, strings.Replace(plain.URL, "http://", "https://", 1), Settings{Retries: -1})
	if e := wantKind(t, createGroup(c), KindTLS, false); e.Err.(*RequestError).Cause != CausePlainHTTP {
		t.Errorf("plain http: %v", e)
	}
}

func TestProxyFailures(t *testing.T) {
	refuses := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusProxyAuthRequired)
	}))
	t.Cleanup(refuses.Close)
	dead := httptest.NewServer(nil)
	dead.Close()
	for name, tt := range map[string]struct {
		proxy, base string
		cause       Cause
		detail      string
	}{
		"dead, https": {dead.URL, "https://api.example.com", Cause(KindRefused), "connection refused"},
		"dead, http":  {dead.URL, "http://api.example.com", Cause(KindRefused), "connection refused"},
		"refuses, https": {
			refuses.URL,
			"https://api.example.com",
			CauseProxyStatus,
			"407 Proxy Authentication Required",
		},
		"refuses, http": {
			refuses.URL,
			"http://api.example.com",
			CauseProxyStatus,
			"407 Proxy Authentication Required",
		},
	} {
		transport := NewTransport()
		transport.Proxy = func(*http.Request) (*url.URL, error) {
			u, err := url.Parse(tt.proxy)
			u.User = url.UserPassword("user", "hunter2")
			return u, err
		}
		_, err := mustNew(t, tt.base, Settings{Transport: transport, Retries: -1}).VideoModels(context.Background())
		e := wantKind(t, err, KindProxy, false)
		if failed := e.Err.(*RequestError); failed.Cause != tt.cause || !strings.HasSuffix(failed.Detail, tt.detail) ||
			e.Proxy != strings.TrimPrefix(tt.proxy, "http://") {
			t.Errorf("%s: %#v", name, err)
		}
		if text := fmt.Sprintf("%v %#v", err, err); strings.Contains(text, "hunter2") {
			t.Errorf("%s: the error holds the password: %s", name, text)
		}
		post := createGroup(mustNew(t, tt.base, Settings{Transport: transport, InsecureKey: true}))
		if OutcomeUnknown(post) {
			t.Errorf("%s: the outcome is unknown although nothing was sent: %v", name, post)
		}
	}
}

func TestBodiesThatAreNotEnvelopes(t *testing.T) {
	const row = `{"id":"a","userId":"u","type":"x","uid":"1","nickname":"n","groupId":"g","status":`
	for name, tt := range map[string]struct {
		status int
		body   string
		header []string
		kind   Kind
		cause  Cause
		at     string
	}{
		"429, empty": {429, "", []string{"Retry-After", "17"}, "not-envelope", CauseEmpty, ""},
		"429, page":  {429, "<html>", nil, "not-envelope", CausePage, ""},
		"502, page":  {502, "<html>", nil, "not-envelope", CausePage, ""},
		"503, empty": {503, "", []string{"Retry-After", "17"}, "not-envelope", CauseEmpty, ""},
		"403, other": {403, `{"message":"no"}`, nil, "not-envelope", CauseNoCode, ""},
		"empty":      {200, "", nil, "not-envelope", CauseEmpty, ""},
		"page":       {200, "<!doctype html><title> Sign in &amp; go </title>", nil, "not-envelope", CausePage, ""},
		"gzip twice": {200, "\x1f\x8b\b", nil, "not-envelope", CauseEncoding, ""},
		"truncated": {
			200,
			`{"code":0,"message":"","data":{"total":2,"list":[` + row + `1},` + row,
			nil,
			"not-envelope",
			CauseTruncated,
			"/data/list/1/status",
		},
		"truncated text": {200, `{"code":0,"mess`, nil, "not-envelope", CauseTruncated, ""},
		"trailing":       {200, envelopeOf(`{"total":0,"list":[]}`) + "x", nil, "not-envelope", CauseTrailing, ""},
		"second value":   {200, envelopeOf(`{"total":0,"list":[]}`) + "{}", nil, "not-envelope", CauseTrailing, ""},
		"syntax": {
			200,
			`{"code":0,"message":"","data":{"total":2,"list":[` + row + `1},` + row + `yes}]}}`,
			nil,
			"not-envelope",
			CauseSyntax,
			"/data/list/1/status",
		},
		"text": {200, "upstream connect error", nil, "not-envelope", CauseSyntax, ""},
		"duplicate": {
			200,
			envelopeOf(`{"total":1,"list":[{"id":"a","id":"b"}]}`),
			nil,
			"not-envelope",
			CauseDuplicate,
			"/data/list/0/id",
		},
		"array":        {200, `[]`, nil, "not-envelope", CauseNoCode, ""},
		"no code":      {200, `{"message":"","data":{}}`, nil, "not-envelope", CauseNoCode, ""},
		"bad code":     {200, `{"code":"0","message":"","data":{}}`, nil, "not-envelope", CauseNoCode, ""},
		"no message":   {200, `{"code":0,"data":{"total":0,"list":[]}}`, nil, "not-envelope", CauseNoCode, ""},
		"no data":      {200, `{"code":0,"message":""}`, nil, "shape", "", "/data"},
		"no list":      {200, envelopeOf(`{"total":0}`), nil, "shape", "", "/data/list"},
		"list of text": {200, envelopeOf(`{"total":0,"list":"none"}`), nil, "shape", "", "/data/list"},
	} {
		for _, retries := range []int{0, 2} {
			synctest.Test(t, func(t *testing.T) {
				c := mustNew(t, "http://localhost", Settings{
					APIKey:  testKey,
					Retries: retries,
					Timeout: 10 * time.Millisecond,
					Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
						return response(r, tt.status, tt.body, tt.header...), nil
					}),
				})
				e := wantKind(t, accounts(c), tt.kind, false)
				var bad BodyError
				var shape ShapeError
				switch err := e.Err.(type) {
				case *BodyError:
					bad = *err
				case *ShapeError:
					shape = *err
				}
				if bad.Cause != tt.cause || bad.At+shape.At != tt.at || e.Status != tt.status ||
					(e.RetryAfter == 17*time.Second) != (tt.header != nil) ||
					e.Size != int64(len(tt.body)) {
					t.Errorf(
						"%s: %s at %q, wait %s, %d bytes: %v",
						name,
						bad.Cause,
						bad.At+shape.At,
						e.RetryAfter,
						e.Size,
						e,
					)
				}
				if strings.Contains(tt.body, "none") && (shape.Got != "string" || shape.Want != "array") {
					t.Errorf("%s: got %s, want %s", name, shape.Got, shape.Want)
				}
				if strings.Contains(tt.body, "title") && bad.Title != "Sign in & go" {
					t.Errorf("%s: title %q", name, bad.Title)
				}
			})
		}
	}
}

// A key that was cut up by characters which are removed before text is shown.
func TestRedactAfterCleaning(t *testing.T) {
	spread := testKey[:4] + "\u200b" + testKey[4:]
	for _, body := range []string{`{"code":9,"message":"` + spread + `"}`, "<html>" + spread} {
		c, _ := newTestClient(t, answer(502, body))
		err := accounts(c)
		shown := strings.ReplaceAll(err.Error()+" "+spread, "\u200b", "")
		if got := Redact(err, shown); strings.Contains(got, testKey) || !strings.Contains(got, hidden) {
			t.Errorf("%s", got)
		}
	}
	if got := Redact(io.EOF, "text"); got != "text" {
		t.Errorf("%s", got)
	}
}

// A body may begin with byte order marks, also if these come in pieces of the body.
func TestByteOrderMark(t *testing.T) {
	for _, marks := range []string{"\ufeff", "\ufeff\ufeff"} {
		c, _ := newTestClient(t, answer(http.StatusOK, marks+envelopeOf(`{"total":7,"list":[]}`)))
		list, err := c.Accounts(t.Context(), AccountQuery{})
		if err != nil || list.Total != Int(7) {
			t.Errorf("got %v, %v", list, err)
		}
	}
	for _, r := range []io.Reader{
		strings.NewReader("\ufeff{}\ufeff"),
		iotest.OneByteReader(strings.NewReader("\ufeff{}\ufeff")),
		iotest.OneByteReader(strings.NewReader("\ufeff\ufeff{}\ufeff")),
	} {
		whole, err := io.ReadAll(newBody(r, 1000))
		if err != nil || string(whole) != "{}\ufeff" {
			t.Errorf("got %q, %v", whole, err)
		}
	}
}

// The error of a damaged compressed body does not blame the network, and that of a response of 407 without a proxy
// names a gateway.
func TestDamagedBodies(t *testing.T) {
	packed := bytes.Buffer{}
	w := gzip.NewWriter(&packed)
	_, _ = w.Write([]byte(envelopeOf(`{"total":0,"list":[]}`)))
	_ = w.Close()
	damaged := packed.Bytes()
	damaged[len(damaged)-5]++ // of the checksum
	for _, body := range []string{"not gzip at all", string(damaged)} {
		head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: %d\r\n\r\n", len(body))
		err := accounts(mustNew(t, "http://"+serveRaw(t, head+body), Settings{Retries: -1}))
		bad, _ := errors.AsType[*BodyError](err)
		if bad == nil || bad.Cause != CauseDamaged || bad.Title != "gzip" {
			t.Errorf("%q: %v", body, err)
		}
	}
	const refused = "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 2\r\n\r\nno"
	err := accounts(mustNew(t, "http://"+serveRaw(t, refused), Settings{Retries: -1}))
	if IsKind(err, KindProxy) || ClassOf(err) != ClassProtocol {
		t.Errorf("407 without a proxy: %v", err)
	}
}

func TestEncodingsAndCharsets(t *testing.T) {
	gbk := string([]byte{'"', 0xc4, 0xe3, 0xba, 0xc3, '"'}) // 你好
	list := envelopeOf(`{"total":1,"list":[{"id":"a","nickname":` + gbk + `}]}`)
	cut := envelopeOf("{\"total\":1,\"list\":[{\"id\":\"a\",\"nickname\":\"\u732b\xe7\x8c\"}]}")
	for name, tt := range map[string]struct {
		header, value, body string
		cause               Cause
		title               string
	}{
		"brotli":           {"Content-Encoding", "br", "\x0b\x02\x80", CauseEncoding, "br"},
		"zstd":             {"Content-Encoding", "zstd", "(\xb5/\xfd", CauseEncoding, "zstd"},
		"gzip twice":       {"Content-Encoding", "gzip, gzip", "\x1f\x8b\b", CauseEncoding, "gzip, gzip"},
		"zstd, not stated": {"Content-Type", "application/json", "(\xb5/\xfd\x04", CauseEncoding, "zstd"},
		"identity":         {"Content-Encoding", "identity", envelopeOf(`{"total":0,"list":[]}`), "", ""},
		"GBK":              {"Content-Type", "application/json; charset=GBK", list, CauseCharset, "gbk"},
		"GBK, only ASCII": {
			"Content-Type",
			"application/json; charset=gbk",
			envelopeOf(`{"total":0,"list":[]}`),
			"",
			"",
		},
		"UTF-16": {"Content-Type", "application/json", "\xff\xfe{\x00}\x00", CauseCharset, "UTF-16"},
		"UTF-16, BE": {
			"Content-Type",
			"application/json; charset=utf-16",
			"\xfe\xff\x00{\x00}",
			CauseCharset,
			"UTF-16",
		},
		"UTF-16, no mark":     {"Content-Type", "application/json", "{\x00\"\x00a\x00", CauseCharset, "UTF-16"},
		"UTF-16, BE, no mark": {"Content-Type", "application/json", "\x00{\x00\"\x00a", CauseCharset, "UTF-16"},
		"UTF-32": {
			"Content-Type",
			"application/json",
			"\xff\xfe\x00\x00{\x00\x00\x00",
			CauseCharset,
			"UTF-32",
		},
		"UTF-32, no mark":      {"Content-Type", "application/json", "{\x00\x00\x00", CauseCharset, "UTF-32"},
		"GBK, not stated":      {"Content-Type", "application/json", list, CauseNotUTF8, "GBK"},
		"GBK, stated as UTF-8": {"Content-Type", "application/json; charset=UTF-8", list, CauseNotUTF8, "GBK"},
		"cut UTF-8":            {"Content-Type", "application/json; charset=UTF-8", cut, "", ""},
	} {
		c := mustNew(t, "http://localhost", Settings{
			APIKey:  testKey,
			Retries: -1,
			Transport: roundTrip(func(r *http.Request) (*http.Response, error) {
				return response(r, http.StatusOK, tt.body, tt.header, tt.value), nil
			}),
		})
		_, err := c.Accounts(t.Context(), AccountQuery{})
		bad, _ := errors.AsType[*BodyError](err)
		switch {
		case tt.cause == "" && err != nil:
			t.Errorf("%s: %v", name, err)
		case tt.cause != "" && (bad == nil || bad.Cause != tt.cause || bad.Title != tt.title):
			t.Errorf("%s: %v, want %s of %s", name, err, tt.cause, tt.title)
		}
	}
}
