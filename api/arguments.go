package api

import (
	"net/url"
	"strings"
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
	ReasonComma    Reason = "comma"     // a comma in an entry of a comma list
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
)

// ArgumentError is an argument or an option that was refused before anything
// was sent. It never holds the value itself.
type ArgumentError struct {
	Field  string // a member or parameter of the interface, or an option such as base_url
	Reason Reason
}

// Error is one line for logs; the dashboard and the commands word the reason.
func (e *ArgumentError) Error() string { return e.Field + ": " + string(e.Reason) }

// segment escapes one segment of a path. It refuses text that cannot be sent or would
// address another call.
func (c *Client) segment(field, s string) (string, error) {
	reason := c.badText(s)
	switch {
	case reason != "":
	case s == "." || s == "..":
		reason = ReasonDots
	case strings.Contains(s, "/"):
		reason = ReasonSlash
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
	switch {
	case strings.TrimSpace(s) == "":
		return ReasonBlank
	case !utf8.ValidString(s):
		return ReasonUTF8
	case c.settings.key.is(s):
		return ReasonKey
	}
	return ""
}
