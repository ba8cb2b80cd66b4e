package api

import (
	"net/netip"
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Reason is why an argument was refused.
type Reason string

// The reasons why an argument is refused before anything is sent.
const (
	ReasonBlank    Reason = "blank"     // empty, or only white space
	ReasonSlash    Reason = "slash"     // the service accepts no slash in a path segment, not even escaped
	ReasonDots     Reason = "dots"      // "." and ".." lead to another path
	ReasonControl  Reason = "control"   // control characters
	ReasonUTF8     Reason = "utf8"      // not valid UTF-8
	ReasonRange    Reason = "range"     // outside the allowed values
	ReasonURL      Reason = "url"       // not a URL
	ReasonScheme   Reason = "scheme"    // a URL that is neither http nor https
	ReasonHost     Reason = "host"      // a URL without a host
	ReasonUserInfo Reason = "user-info" // a URL with a user name or password
	ReasonQuery    Reason = "query"     // a base URL with a query
	ReasonFragment Reason = "fragment"  // a base URL with a fragment
	ReasonHeader   Reason = "header"    // characters that a header cannot contain
	ReasonKey      Reason = "key"       // the API key, which is never put into a URL
	ReasonReadOnly Reason = "read-only" // a call that changes something, on a read-only client
	ReasonRounded  Reason = "rounded"   // an ID that a spreadsheet wrote as 7.30123E+18: its last digits are lost
)

// ArgumentError is an argument or an option that was refused before anything
// was sent. It never holds the whole value.
type ArgumentError struct {
	Field  string // a member or parameter of the interface, or an option such as base_url
	Reason Reason
	Last   string // for ReasonSlash what follows the last one, as in a link; untrusted
}

// Error is one line for logs; the dashboard and the commands word the reason.
func (e *ArgumentError) Error() string {
	return e.Field + ": " + string(e.Reason)
}

func (e *ArgumentError) class() Class { return ClassUsage }

// segment escapes one segment of a path. It refuses text that cannot be sent or would
// address another call.
func (c *Client) segment(field, s string) (string, error) {
	reason := c.badText(s)
	switch {
	case reason != "":
	case s == "." || s == "..":
		reason = ReasonDots
	case strings.Contains(s, "/"):
		s, _, _ = strings.Cut(s, "?")
		return "", &ArgumentError{
			Field:  field,
			Reason: ReasonSlash,
			Last:   path.Base(s),
		}
	case strings.ContainsFunc(s, unicode.IsControl):
		reason = ReasonControl
	default:
		return url.PathEscape(s), nil
	}
	return "", &ArgumentError{Field: field, Reason: reason}
}

// texts refuses query values that the service would reject.
func (c *Client) texts(field string, values ...string) error {
	for _, s := range values {
		if reason := c.badText(s); reason != "" {
			return &ArgumentError{Field: field, Reason: reason}
		}
	}
	return nil
}

func (c *Client) badText(s string) Reason {
	if strings.TrimSpace(s) == "" {
		return ReasonBlank
	}
	if !utf8.ValidString(s) {
		return ReasonUTF8
	}
	if c.key.is(s) {
		return ReasonKey
	}
	if IsRounded(s) {
		return ReasonRounded
	}
	return ""
}

// IsRounded reports whether an ID is a rounded number, as spreadsheets write long ones.
func IsRounded(id string) bool {
	return rounded().MatchString(id)
}

// rounded is a number with an exponent.
var rounded = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\d[.,]\d+[eE]\+\d+$`)
})

// ParseBaseURL parses the origin of a deployment, with the path of the service
// if it has one. Trailing slashes and one trailing /api, which operators often
// include, are removed. The error is an [*ArgumentError], which does not repeat
// the URL: it may contain a password.
func ParseBaseURL(s string) (*url.URL, error) {
	refuse := func(r Reason) (*url.URL, error) {
		return nil, &ArgumentError{Field: "base_url", Reason: r}
	}
	s = strings.TrimSpace(s)
	if s == "" {
		return refuse(ReasonBlank)
	}
	u, err := url.Parse(s)
	if err != nil && strings.Contains(s, "://") {
		return refuse(ReasonURL)
	}
	if err != nil { // such as 127.0.0.1:8787
		return refuse(ReasonScheme)
	}
	if u.Scheme != "https" && u.Scheme != "http" {
		return refuse(ReasonScheme)
	}
	if u.User != nil {
		return refuse(ReasonUserInfo)
	}
	if u.Hostname() == "" {
		return refuse(ReasonHost)
	}
	if u.RawQuery != "" || u.ForceQuery {
		return refuse(ReasonQuery)
	}
	if strings.Contains(s, "#") {
		return refuse(ReasonFragment)
	}
	path := strings.TrimRight(u.EscapedPath(), "/")
	path = strings.TrimRight(strings.TrimSuffix(path, "/api"), "/")
	return url.Parse(Origin(u) + path)
}

// SuggestBaseURL returns the base URL that was probably meant by one under which nothing was
// found: without /api and what follows it, or else without a path. It returns "" if that is
// the same.
func SuggestBaseURL(base string) string {
	u, err := ParseBaseURL(base)
	if err != nil || u.Path == "" {
		return ""
	}
	path, _, isAPI := strings.Cut(u.EscapedPath()+"/", "/api/")
	if !isAPI {
		path = ""
	}
	return Origin(u) + path
}

// Origin returns the scheme, host and port of u, without a default port.
func Origin(u *url.URL) string {
	port := ":443"
	if u.Scheme == "http" {
		port = ":80"
	}
	return u.Scheme + "://" + strings.TrimSuffix(
		strings.TrimSuffix(strings.ToLower(u.Host), port),
		":",
	)
}

// IsLoopback reports whether the host of a URL is this machine: 127.0.0.0/8, ::1
// or localhost. Names such as box.localhost may resolve to another one.
func IsLoopback(host string) bool {
	ip, err := netip.ParseAddr(host)
	return host == "localhost" || err == nil &&
		(ip.Is4() && ip.IsLoopback() || ip == netip.IPv6Loopback())
}
