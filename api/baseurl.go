package api

import (
	"net/netip"
	"net/url"
	"strings"
)

// ParseBaseURL parses the origin of a deployment, with the path of the service
// if it has one. Trailing slashes and one trailing /api, which operators often
// include, are removed. The error is an [*ArgumentError], which does not repeat
// the URL: it may contain a password.
func ParseBaseURL(s string) (*url.URL, error) {
	refuse := func(r Reason) (*url.URL, error) { return nil, &ArgumentError{Field: "base_url", Reason: r} }
	s = strings.TrimSpace(s)
	if s == "" {
		return refuse(ReasonBlank)
	}
	u, err := url.Parse(s)
	switch {
	case err != nil:
		return refuse(ReasonURL)
	case u.Scheme != "https" && u.Scheme != "http":
		return refuse(ReasonScheme)
	case u.User != nil:
		return refuse(ReasonUserInfo)
	case u.Hostname() == "":
		return refuse(ReasonHost)
	case u.RawQuery != "" || u.ForceQuery:
		return refuse(ReasonQuery)
	case strings.Contains(s, "#"):
		return refuse(ReasonFragment)
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	path = strings.TrimRight(strings.TrimSuffix(path, "/api"), "/")
	return url.Parse(Origin(u) + path)
}

// Origin returns the scheme, host and port of u, without a default port.
func Origin(u *url.URL) string {
	port := ":443"
	if u.Scheme == "http" {
		port = ":80"
	}
	return u.Scheme + "://" + strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(u.Host), port), ":")
}

// IsLoopback reports whether the host of a URL is this machine: 127.0.0.0/8, ::1
// or localhost. Names such as box.localhost may resolve to another one.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil && (ip.Is4() && ip.IsLoopback() || ip == netip.IPv6Loopback())
}
