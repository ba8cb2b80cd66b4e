package metrics

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// Link is what a text that was entered as a work id holds.
type Link struct {
	Kind LinkKind
	Host string
	Site string // its name in lower case: douyin, youtube, x; "" for an unknown one
	ID   string // the work id of a WorkLink, or the text itself where it is NoLink
}

// LinkKind is the kind of a link.
type LinkKind uint8

// The kinds.
const (
	NoLink      LinkKind = iota // not a link: an id
	WorkLink                    // to a work, with its id
	CodeLink                    // to a work, with a code that is not its id
	ShortLink                   // leads to a work, without its id
	OtherLink                   // to something else of a known site
	UnknownSite                 // to a site whose links are not known
)

// The longest text that is searched for a link, and the longest id of a link.
const (
	maxLink = 4096
	maxID   = 64
)

// ReadLink looks for a link to a work in a text, such as an app writes when it
// shares a work. It knows the links of each site and never guesses an id.
func ReadLink(text string) Link {
	text = strings.TrimSpace(text)
	u, ok := findURL(text)
	if !ok {
		return Link{ID: text}
	}
	l := Link{Kind: UnknownSite, Host: strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))}
	for _, s := range sites() {
		if !s.has(l.Host) {
			continue
		}
		l.Site = s.name
		for _, kind := range []struct {
			LinkKind
			patterns []string
		}{{WorkLink, s.works}, {CodeLink, s.codes}, {ShortLink, s.short}} {
			for _, pattern := range kind.patterns {
				if id, ok := match(pattern, u); ok {
					if l.Kind = kind.LinkKind; l.Kind == WorkLink {
						l.ID = id
					}
					return l
				}
			}
		}
		l.Kind = OtherLink
	}
	return l
}

// findURL finds the first web address in a text. One without a scheme counts only
// where it is the whole text and its site is known.
func findURL(text string) (*url.URL, bool) {
	if len(text) > maxLink {
		return nil, false
	}
	lower := strings.ToLower(text)
	start := len(text)
	for _, scheme := range []string{"https://", "http://"} {
		if i := strings.Index(lower, scheme); i >= 0 {
			start = min(start, i)
		}
	}
	if start == len(text) {
		host, _, ok := strings.Cut(lower, "/")
		if !ok || !slices.ContainsFunc(sites(), func(s site) bool { return s.has(host) }) {
			return nil, false
		}
		text, start = "https://"+text, 0
	}
	text = text[start:]
	// The address ends at a blank or at what no address contains: 「…」, full-width
	// punctuation, Chinese text without a blank before it.
	if end := strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^{|}`+"`", r) }); end >= 0 {
		text = text[:end]
	}
	u, err := url.Parse(strings.TrimRight(text, ".,;:!?)]'"))
	return u, err == nil && u.Hostname() != ""
}

// match matches a pattern of a site and returns its group, which is the id. A
// pattern is a regular expression for the path, or two: one for the path and,
// after a blank, one for a parameter with its name.
func match(pattern string, u *url.URL) (id string, ok bool) {
	if strings.Contains(strings.ToLower(u.EscapedPath()), "%2f") {
		return "", false // a slash within a part of the path
	}
	value := "/" + strings.Trim(u.Path, "/")
	path, param, hasParam := strings.Cut(pattern, " ")
	if hasParam {
		if !regexp.MustCompile("^(?:" + path + ")$").MatchString(value) {
			return "", false
		}
		name, _, _ := strings.Cut(param, "=")
		pattern, value = param, name+"="+u.Query().Get(name)
	}
	m := regexp.MustCompile("^(?:" + pattern + ")$").FindStringSubmatch(value)
	if m == nil {
		return "", false
	}
	id = m[len(m)-1]
	return id, len(id) <= maxID
}

// SamePlatform reports whether a platform identifier names the site of a link.
// The identifiers are not part of the interface: this goes by the names and
// abbreviations of the sites.
func SamePlatform(platform, site string) bool {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, strings.ToLower(platform))
	return name == site || slices.Contains(aliases(site), name)
}
