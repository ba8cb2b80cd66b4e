package metrics

import (
	"net/url"
	"strings"
)

// Link is what can be told of a text that a person typed or pasted where a work
// id is wanted.
type Link struct {
	Kind   LinkKind
	Host   string // of a link
	Family string // the site, in lower case as its own name is written: douyin, youtube, x
	ID     string // the work id that a WorkLink holds, or the text itself where it is NoLink
}

// LinkKind tells what a text is.
type LinkKind uint8

// The kinds.
const (
	NoLink      LinkKind = iota // no link in it: take it as an id
	WorkLink                    // a link to a work whose id stands in it
	ShortLink                   // a short link of a known site: it leads to the work but does not name it
	OtherLink                   // a link to something of a known site that is not known to be a work
	UnknownSite                 // a link to a site whose links are not known
)

const maxLink = 4096

// ReadLink looks for a work's link in a text; the text around it, as apps put it
// there when sharing, is passed over. It knows the shape of links by site and
// never guesses an id out of any other.
func ReadLink(text string) Link {
	text = strings.TrimSpace(text)
	u, ok := findURL(text)
	if !ok {
		return Link{ID: text}
	}
	host := strings.ToLower(strings.TrimSuffix(u.Hostname(), "."))
	l := Link{Kind: UnknownSite, Host: host}
	for _, s := range sites() {
		if !s.has(host) {
			continue
		}
		l.Family, l.Kind = s.family, OtherLink
		for _, shape := range s.shapes {
			if id, ok := match(shape, u); ok {
				l.Kind, l.ID = WorkLink, id
				return l
			}
		}
		if s.short {
			l.Kind = ShortLink
			return l
		}
	}
	return l
}

// findURL finds the first web address in a text; one without a scheme counts
// only where it is the whole text and names a known site.
func findURL(text string) (*url.URL, bool) {
	if len(text) > maxLink {
		return nil, false
	}
	lower := strings.ToLower(text)
	start := len(text)
	for _, scheme := range [...]string{"https://", "http://"} {
		if i := strings.Index(lower, scheme); i >= 0 {
			start = min(start, i)
		}
	}
	if start == len(text) {
		host, _, ok := strings.Cut(lower, "/")
		if !ok || !known(host) {
			return nil, false
		}
		text, start = "https://"+text, 0
	}
	text = text[start:]
	// A link out of a sentence ends at a blank or at what is no part of a link:
	// 「…」, full-width punctuation, Chinese text that follows without a blank.
	if end := strings.IndexFunc(text, func(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune(`"<>\^{|}`+"`", r) }); end >= 0 {
		text = text[:end]
	}
	u, err := url.Parse(strings.TrimRight(text, ".,;:!?)]'"))
	return u, err == nil && u.Hostname() != ""
}

func known(host string) bool {
	for _, s := range sites() {
		if s.has(host) {
			return true
		}
	}
	return false
}

// SamePlatform reports whether a platform identifier names the family of a
// link, by the names that the sites themselves go by. The identifiers are not
// part of the interface: what does not match is only not offered.
func SamePlatform(platform, family string) bool {
	p := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return -1
	}, platform)
	if p == family {
		return true
	}
	for _, alias := range aliases(family) {
		if p == alias {
			return true
		}
	}
	return false
}

func aliases(family string) []string {
	switch family {
	case "x":
		return []string{"twitter"}
	case "xiaohongshu":
		return []string{"xhs", "rednote"}
	case "weibo":
		return []string{"sinaweibo", "xinlangweibo"}
	case "kuaishou":
		return []string{"ks", "kwai"}
	case "douyin":
		return []string{"dy"}
	case "bilibili":
		return []string{"bili", "bilibil"}
	case "youtube":
		return []string{"yt"}
	case "instagram":
		return []string{"ins", "ig"}
	case "facebook":
		return []string{"fb"}
	}
	return nil
}
