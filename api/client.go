// Package api is the typed client of the service that channeldeck uses: agent
// session messages, channel accounts and their groups, platforms and their
// publish options, work details, and the video generation catalog.
//
//	client, err := api.New("https://api.example.com", api.Settings{APIKey: key})
//	list, err := client.Accounts(ctx, api.AccountQuery{Status: api.Some(0)})
//
// Types follow part 2 of the interface field by field. An optional member is an
// [Opt] or a [Number], so that missing, null and 0 differ. Members that the
// interface does not list are kept in the field Unknown of each object and
// written after the known ones. A value of another type than the interface says
// does not affect the rest of its row, see [Malformed].
//
// Every method returns one of three errors: an [*ArgumentError] before anything
// is sent, a [*TransportError] without a usable response, or an [*Error] of the
// service. A TransportError has the facts of the call, and as Err what failed: the
// request, a limit, the body or the shape of its data. [ClassOf] and [Retryable] interpret
// all three. No error and no log line contains the API key. The error of a context is
// found by [errors.Is].
//
// The key is sent only to the origin of the base URL, in a header, and not with
// the catalog request. A GET that failed is repeated within the timeout. The
// request that creates a group is never repeated, see [OutcomeUnknown]; work
// details, which have effects at the platform, only if no connection was made.
package api

import (
	"cmp"
	"context"
	"crypto/x509"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"strings"

	"golang.org/x/net/http/httpproxy"
)

// Client calls one deployment of the service. It is safe for use by several
// goroutines at once and never changes.
//
// A call fails with an [*Error] if the service answered with another code than 0. Otherwise it fails
// with a [*TransportError] that wraps a [*RequestError], [*LimitError], [*BodyError], [*ShapeError] or
// the error of ctx.
type Client struct {
	base     *url.URL
	key      *secret
	settings Settings // without the key
	plain    *http.Client
	once     *http.Client // for calls that have effects; see [NewOnceTransport]
	do       handler
	supply   *Supply
	repaired chan *Repair // see [Client.Repairs]
}

// Supply returns what is known of the statistics that the platforms supply. It learns from the
// accounts and the platform lists that the client receives.
func (c *Client) Supply() *Supply { return c.supply }

// New makes a client of the deployment at baseURL: an origin, with a path
// where the service lives under one. Nothing is sent. New refuses a key that cannot be
// sent in a header with an [*ArgumentError].
func New(baseURL string, s Settings) (*Client, error) {
	base, err := ParseBaseURL(baseURL)
	if err != nil {
		return nil, err
	}
	if strings.ContainsFunc(s.APIKey, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, &ArgumentError{Field: "api_key", Reason: ReasonHeader}
	}
	s = s.withDefaults()
	c := &Client{
		base:     base,
		key:      newSecret(s.APIKey),
		settings: s,
		supply:   new(Supply),
		repaired: make(chan *Repair, 1),
	}
	c.settings.APIKey = ""
	plain := s.Transport
	once := cmp.Or(s.Once, s.Transport)
	if plain == nil {
		plain = NewTransport()
		once = NewOnceTransport()
		if base.Scheme == "https" {
			// reads the certificates of the system once, some 20 ms, while a connection is made
			go x509.SystemCertPool()
		}
	}
	c.plain = &http.Client{Transport: plain, CheckRedirect: c.refuseRedirect}
	c.once = &http.Client{Transport: once, CheckRedirect: c.refuseRedirect}
	c.do = c.handlers()
	return c, nil
}

// NewTransport makes the transport that clients use by default.
func NewTransport() *http.Transport {
	const maxHeader = 256 << 10
	dialer := &net.Dialer{Timeout: connectTimeout}
	return &http.Transport{
		Proxy:                  proxyFromEnvironment(),
		OnProxyConnectResponse: checkProxyStatus,
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    connectTimeout,
		ForceAttemptHTTP2:      true,
		MaxIdleConnsPerHost:    concurrency,
		MaxResponseHeaderBytes: maxHeader,
	}
}

// proxyFromEnvironment finds proxies as net/http does, but also by ALL_PROXY, for the schemes
// that have none, as curl does. Requests to this machine go through no proxy.
func proxyFromEnvironment() func(*http.Request) (*url.URL, error) {
	config := httpproxy.FromEnvironment()
	all := cmp.Or(os.Getenv("all_proxy"), os.Getenv("ALL_PROXY"))
	config.HTTPProxy = cmp.Or(config.HTTPProxy, all)
	config.HTTPSProxy = cmp.Or(config.HTTPSProxy, all)
	find := config.ProxyFunc()
	return func(r *http.Request) (*url.URL, error) { return find(r.URL) }
}

// NewOnceTransport makes the transport that clients use for calls that have
// effects. No connection is kept: net/http sends a GET again by itself if a kept
// connection turns out to be closed.
func NewOnceTransport() *http.Transport {
	t := NewTransport()
	t.DisableKeepAlives = true
	return t
}

func checkProxyStatus(_ context.Context, _ *url.URL, _ *http.Request, resp *http.Response) error {
	if resp.StatusCode != http.StatusOK {
		return proxyStatus(resp)
	}
	return nil
}

func proxyStatus(resp *http.Response) *RequestError {
	status := fmt.Sprint(resp.StatusCode, " ", http.StatusText(resp.StatusCode))
	return &RequestError{Kind: KindProxy, Cause: CauseProxyStatus, Detail: status}
}

// Proxy returns the host and port of the proxy for requests to the base URL, or "".
func (c *Client) Proxy() string {
	find := http.ProxyFromEnvironment
	t, ok := c.plain.Transport.(*http.Transport)
	if ok && t.Proxy != nil {
		find = t.Proxy
	}
	u, err := find(&http.Request{URL: c.base})
	if err != nil || u == nil {
		return ""
	}
	return u.Host
}

// BaseURL is the normalised base URL.
func (c *Client) BaseURL() string { return c.base.String() }

// HasKey reports whether the client has an API key.
func (c *Client) HasKey() bool { return c.key != nil }

// CloseIdleConnections closes the connections that are kept for later calls.
func (c *Client) CloseIdleConnections() { c.plain.CloseIdleConnections() }

// Format prints the base URL and nothing else, whatever the verb: no key can
// come out of a log line.
func (c *Client) Format(f fmt.State, _ rune) {
	fmt.Fprintf(f, "api.Client(%s)", c.base)
}
