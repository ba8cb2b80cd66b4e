package api

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
)

// Client calls one deployment of the service. It is safe for use by several
// goroutines at once and never changes.
type Client struct {
	base     *url.URL
	settings *settings
	plain    http.RoundTripper
	once     http.RoundTripper // for calls that have effects; see newTransport
}

// New makes a client of the deployment at baseURL: an origin, with a path
// where the service lives under one. Nothing is sent.
func New(baseURL string, opts ...Option) (*Client, error) {
	base, err := parseBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	s := &settings{
		timeout:        DefaultTimeout,
		connectTimeout: DefaultConnectTimeout,
		maxDepth:       DefaultMaxDepth,
		retries:        DefaultRetries,
		userAgent:      DefaultUserAgent,
		params:         defaultParams(),
		logger:         slog.New(slog.DiscardHandler),
		requestID:      rand.Text,
	}
	for _, opt := range opts {
		if err := opt(s); err != nil {
			return nil, err
		}
	}
	c := &Client{base: base, settings: s, plain: s.transport, once: s.transport}
	if s.transport == nil {
		c.plain, c.once = newTransport(s, false), newTransport(s, true)
	}
	return c, nil
}

// newTransport makes the default transport. For calls that have effects it
// keeps no connections: net/http by itself sends a GET again if a connection
// that it kept turns out to be closed.
func newTransport(s *settings, once bool) *http.Transport {
	const maxHeader = 256 << 10
	dialer := &net.Dialer{Timeout: s.connectTimeout}
	return &http.Transport{
		Proxy:                  quietProxy(http.ProxyFromEnvironment),
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    s.connectTimeout,
		ForceAttemptHTTP2:      true,
		DisableKeepAlives:      once,
		MaxIdleConnsPerHost:    concurrency,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// quietProxy drops the text of an error of find, which repeats the URL of the
// proxy and with it the password that it may hold.
func quietProxy(find func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(req *http.Request) (*url.URL, error) {
		u, err := find(req)
		if err != nil {
			return nil, errors.New("the proxy that the environment names is not a URL")
		}
		return u, nil
	}
}

// BaseURL is the normalised base URL.
func (c *Client) BaseURL() string { return c.base.String() }

// HasKey reports whether the client has an API key.
func (c *Client) HasKey() bool { return c.settings.key != nil }

// CloseIdleConnections closes the connections that are kept for later calls.
func (c *Client) CloseIdleConnections() {
	(&http.Client{Transport: c.plain}).CloseIdleConnections()
}

// Format prints the base URL and nothing else, whatever the verb: no key can
// come out of a log line.
func (c *Client) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "api.Client(%s)", c.base) }
