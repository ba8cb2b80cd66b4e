package metrics

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"

	"channeldeck/ui/text"
)

// Link is the meaning of a text that was entered as a work ID.
type Link struct {
	Kind LinkKind
	Host string
	Site string // its name in lower case: douyin, youtube, x; "" for an unknown one
	ID   string // the work ID of a WorkLink, or the text itself for NoLink
}

// LinkKind is the kind of a link.
type LinkKind string

// The kinds.
const (
	NoLink      LinkKind = ""        // not a link: an id
	WorkLink    LinkKind = "work"    // to a work, with its id
	CodeLink    LinkKind = "code"    // to a work, with a code that is not its id
	ShortLink   LinkKind = "short"   // leads to a work, without its id
	OtherLink   LinkKind = "other"   // to something else of a known site
	UnknownSite LinkKind = "unknown" // to a site whose links are not known
)

// ReadLink looks for a link to a work in a text, such as an app writes when it
// shares a work. It knows the links of each site and never guesses an id.
func ReadLink(s string) Link {
	s = strings.TrimSpace(s)
	u, ok := findURL(s)
	if !ok {
		return Link{ID: s}
	}
	l := Link{Kind: UnknownSite, Host: text.Fold(strings.TrimSuffix(u.Hostname(), "."))}
	site, known := siteOf(l.Host)
	if !known {
		return l
	}
	l.Kind, l.Site = OtherLink, site.name()
	address := l.Host + "/" + strings.Trim(u.Path, "/") + "?" + u.RawQuery
	for _, links := range []struct {
		LinkKind
		pattern string
	}{{WorkLink, site.works}, {CodeLink, site.codes}, {ShortLink, site.short}} {
		match := regexp.MustCompile(`^[^/]*(?:` + links.pattern + `)(?:[?&].*)?$`).FindStringSubmatch(address)
		if links.pattern != "" && match != nil {
			l.Kind, l.ID = links.LinkKind, cmp.Or(match[1:]...)
			break
		}
	}
	return l
}

// findURL finds the first web address in a text. It ends at white space, at full-width
// punctuation such as 「…」, or at Chinese text. An address without a scheme counts only
// at the beginning of the text, and only for a known site.
func findURL(s string) (*url.URL, bool) {
	host, _, ok := strings.Cut(text.Fold(s), "/")
	if _, known := siteOf(host); ok && known {
		s = "https://" + s
	}
	address := regexp.MustCompile(`(?i)https?://[!#-;=?-\[\]_a-z~]+`).FindString(s)
	u, err := url.Parse(strings.TrimRight(address, ".,;:!?)]'"))
	return u, err == nil && u.Hostname() != ""
}

// SamePlatform reports whether a platform identifier names the site of a link. The
// interface does not list the identifiers, so it compares names and abbreviations.
func SamePlatform(platform, siteName string) bool {
	name := strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, text.Fold(platform))
	return slices.ContainsFunc(sites(), func(s site) bool {
		return s.name() == siteName && slices.Contains(strings.Fields(s.names), name)
	})
}
