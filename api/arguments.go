package api

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Reason tells what is wrong with an argument that was refused.
type Reason string

// The reasons why an argument is refused before anything is sent.
const (
	ReasonBlank    Reason = "blank"     // empty, or nothing but blanks
	ReasonSlash    Reason = "slash"     // a path segment with a slash cannot travel, not even escaped
	ReasonDots     Reason = "dots"      // "." and ".." reach another call
	ReasonControl  Reason = "control"   // control characters
	ReasonUTF8     Reason = "utf8"      // not valid UTF-8
	ReasonComma    Reason = "comma"     // a comma in an entry of a comma list
	ReasonRange    Reason = "range"     // outside of the values that are allowed
	ReasonURL      Reason = "url"       // no URL
	ReasonScheme   Reason = "scheme"    // a URL that is neither http nor https
	ReasonHost     Reason = "host"      // a URL without a host
	ReasonUserInfo Reason = "user-info" // a URL with a user name or password
	ReasonQuery    Reason = "query"     // a base URL with a query
	ReasonFragment Reason = "fragment"  // a base URL with a fragment
	ReasonHeader   Reason = "header"    // characters that cannot stand in a header
	ReasonKey      Reason = "key"       // the API key, which goes into no URL
	ReasonReadOnly Reason = "read-only" // a call that changes something, on a client that may not
)

// ArgumentError is an argument or an option that was refused before anything
// was sent. It never holds the value itself.
type ArgumentError struct {
	Field  string // a member or parameter of the interface, or an option such as base_url
	Reason Reason
}

// Error is a sentence for logs and the command line.
func (e *ArgumentError) Error() string { return e.Field + " " + e.Reason.sentence() }

func (r Reason) sentence() string {
	switch r {
	case ReasonBlank:
		return "must not be blank"
	case ReasonSlash:
		return "must not contain a slash: it cannot travel in the path"
	case ReasonDots:
		return `must not be "." or "..": these reach another call`
	case ReasonControl:
		return "must not contain control characters"
	case ReasonUTF8:
		return "must be valid UTF-8"
	case ReasonComma:
		return "must not contain a comma where lists travel as comma lists"
	case ReasonRange:
		return "is outside of the values that are allowed"
	case ReasonURL:
		return "is not a URL"
	case ReasonScheme:
		return "must begin with https:// or http://"
	case ReasonHost:
		return "must name a host"
	case ReasonUserInfo:
		return "must not contain a user name or password: the key is set apart"
	case ReasonQuery:
		return "must not contain a query"
	case ReasonFragment:
		return "must not contain a fragment"
	case ReasonHeader:
		return "must be printable ASCII without blanks"
	case ReasonKey:
		return "is the API key, which goes into no URL"
	case ReasonReadOnly:
		return "was not sent: the client is read-only"
	}
	return "is refused"
}

// segment escapes one segment of a path, or refuses what would reach another
// call or cannot travel.
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

// texts refuses query values that the service would not take.
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
