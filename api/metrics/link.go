package metrics

import (
	"cmp"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"channeldeck/api/fold"
	"channeldeck/api/typed"
)

// Link is the meaning of a text that was entered as a work ID.
type Link struct {
	Kind    LinkKind
	Host    string
	Website string // the platform's identifier, or its own name if it has none: twitter, KWAI, zhihu; "" if unknown
	ID      string // the work ID of a WorkLink, or the text itself for NoLink
}

// LinkKind is the kind of a link.
type LinkKind string

// The kinds.
const (
	NoLink         LinkKind = ""        // not a link: an id
	WorkLink       LinkKind = "work"    // to a work, with its id
	CodeLink       LinkKind = "code"    // to a work, with a code that is not its id
	ShortLink      LinkKind = "short"   // leads to a work, without its id
	OtherLink      LinkKind = "other"   // to something else of a known website
	UnknownWebsite LinkKind = "unknown" // to a website whose links are not known
)

// ReadLink looks for a link to a work in a text, such as an app writes when it
// shares a work. It knows the links of each website and never guesses an id.
func ReadLink(s string) Link {
	s = strings.TrimSpace(s)
	u, ok := findURL(s)
	if !ok {
		return Link{ID: typed.ID(s)}
	}
	l := Link{Kind: UnknownWebsite, Host: fold.String(strings.TrimSuffix(u.Hostname(), "."))}
	website, known := websiteOf(l.Host)
	if !known {
		return l
	}
	l.Kind = OtherLink
	l.Website = website.name()
	address := l.Host + "/" + strings.Trim(u.Path, "/") + "?" + u.RawQuery
	for _, links := range []struct {
		LinkKind
		pattern string
	}{{WorkLink, website.works}, {CodeLink, website.codes}, {ShortLink, website.short}} {
		match := regexp.MustCompile(`^[^/]*(?:` + links.pattern +
			`)(?:[?&].*)?$`).FindStringSubmatch(address)
		if links.pattern != "" && match != nil {
			l.Kind = links.LinkKind
			l.ID = cmp.Or(match[1:]...)
			break
		}
	}
	return l
}

// IsText reports whether the text has neither a link nor can be a work ID, which is one word of ASCII: such as what
// an app shares when its link was left out, or a link that is broken or only an app opens.
func (l Link) IsText() bool {
	if l.Kind != NoLink {
		return false
	}
	isBroken := strings.HasPrefix(l.ID, "http") && strings.Contains(l.ID, "/")
	return isBroken || strings.Contains(l.ID, "://") || strings.ContainsFunc(l.ID, func(r rune) bool {
		return unicode.IsSpace(r) || r > unicode.MaxASCII
	})
}

// dots has the dots that Chinese keyboards write, and that browsers read as dots of a host.
var dots = strings.NewReplacer("．", ".", "。", ".", "｡", ".")

// findURL finds the first web address in a text. It ends at white space, at full-width
// punctuation such as 「…」, or at Chinese text. An address without a scheme counts only
// at the beginning of the text, and only for a known website.
func findURL(s string) (*url.URL, bool) {
	host, _, ok := strings.Cut(fold.String(dots.Replace(s)), "/")
	if _, known := websiteOf(host); ok && known {
		s = "https://" + s
	}
	s = regexp.MustCompile(`(?i)https?://[a-z0-9-]+(?:[.．。｡][a-z0-9-]+)+`).ReplaceAllStringFunc(s, dots.Replace)
	address := regexp.MustCompile(`(?i)https?://[!#-;=?-\[\]_a-z~]+`).FindString(s)
	u, err := url.Parse(strings.TrimRight(address, ".,;:!?)]'"))
	return u, err == nil && u.Hostname() != ""
}

// SamePlatform reports whether a platform identifier names the website of a link. Deployments may
// write the identifiers in another way, so it compares names and abbreviations.
func SamePlatform(platform, siteName string) bool {
	name := regexp.MustCompile(`[^a-z0-9]`).ReplaceAllString(fold.String(platform), "")
	if siteName == "" {
		return false
	}
	return slices.ContainsFunc(websites(), func(s website) bool {
		return s.name() == siteName && slices.Contains(strings.Fields(fold.String(s.names)), name)
	})
}

// website describes the links to works of a website.
type website struct {
	names string // the platform's identifier, then others that are in use
	hosts string // with their subdomains; NAME.* is NAME in any country

	// Regular expressions for a link, from its host or path to a parameter or its end.
	// A group of works is the work ID. Links of codes have a code that the service does
	// not accept as a work ID; short links have neither.
	works, codes, short string
}

// param begins the pattern of a parameter after a path.
const param = `\?(?:.*&)?`

func websites() []website {
	return []website{
		{
			names: "douyin dy",
			hosts: "douyin.com iesdouyin.com",
			works: `/(?:share/)?(?:video|note|slides)/(\d+)|/.*` + param + `modal_id=(\d+)`,
			short: `v\.douyin\.com/.*`,
		},
		{
			names: "bilibili bili bilibil",
			hosts: "bilibili.com b23.tv bili2233.cn",
			works: `(?:b23\.tv|bili2233\.cn)/(BV\w{10})|t\.bilibili\.com/(\d+)|` +
				`/video/(BV[0-9A-Za-z]{10}|av\d+)|/opus/(\d+)|/read/(cv\d+)|` +
				`/(?:list|festival)/.+` + param + `bvid=(BV[0-9A-Za-z]{10})`,
			short: `(?:b23\.tv|bili2233\.cn)/.*`,
		},
		{
			names: "youtube yt",
			hosts: "youtube.* youtube-nocookie.com youtu.be",
			works: `youtu\.be/([\w-]{11})|/watch` + param + `v=([\w-]{11})|/(?:shorts|live|embed|v)/([\w-]{11})`,
		},
		{
			names: "tiktok",
			hosts: "tiktok.com",
			works: `/@[^/]+/(?:video|photo)/(\d+)|/v/(\d+)\.html`,
			short: `v[mt]\.tiktok\.com/.*|/t/[^/]+`,
		},
		{
			names: "xhs xiaohongshu rednote",
			hosts: "xiaohongshu.com rednote.com xhslink.com",
			works: `/(?:explore|discovery/item|search_result|user/profile/[^/]+)/([0-9A-Fa-f]{24})`,
			short: `xhslink\.com/.*`,
		},
		{
			names: "instagram ins ig",
			hosts: "instagram.com instagr.am",
			codes: `/(?:[^/]+/)?(?:p|reel|reels|tv)/[\w-]+`,
			short: `/share/.+`,
		},
		{
			names: "twitter x",
			hosts: "x.com twitter.com t.co",
			works: `/(?:i/web|[^/]+)/status/(\d+)(?:/(?:photo|video)/\d+|/analytics)?`,
			short: `t\.co/.*`,
		},
		{
			names: "threads",
			hosts: "threads.net threads.com",
			codes: `/@[^/]+/post/[\w-]+`,
			short: `/t/[^/]+`,
		},
		{
			names: "facebook fb",
			hosts: "facebook.com fb.watch fb.me",
			works: `/reel/(\d+)|/[^/]+/(?:videos|posts)/(?:[^/]+/)?(\d+)|/watch` + param +
				`v=(\d+)|/photo(?:\.php)?` + param + `fbid=(\d+)|` +
				`/(?:permalink|story)\.php` + param + `story_fbid=(\d+)`,
			codes: `/[^/]+/posts/(?:[^/]+/)?pfbid\w+|/(?:permalink|story)\.php` + param +
				`story_fbid=pfbid\w+`,
			short: `fb\.(?:watch|me)/.*|/share/.+`,
		},
		{
			names: "KWAI kuaishou ks",
			hosts: "kuaishou.com gifshow.com chenzhongtech.com kwai.com kw.ai",
			works: `/(?:short-video|fw/photo|@[^/]+/video)/([\w-]+)`,
			short: `(?:v\.kuaishou\.com|kw\.ai|k\.kwai\.com)/.*|/f/[^/]+`,
		},
		{
			names: "pinterest",
			hosts: "pinterest.* pin.it",
			works: `/pin/(?:[^/]+--)?(\d+)(?:/sent)?`,
			short: `pin\.it/.*`,
		},
		{
			names: "linkedin",
			hosts: "linkedin.com lnkd.in",
			works: `/feed/update/(urn:li:[A-Za-z]+:\d+)`,
			codes: `/posts/[^/]+`,
			short: `lnkd\.in/.*`,
		},
		{
			names: "wxGzh wechatofficial gzh",
			hosts: "mp.weixin.qq.com",
			codes: `/s/.+|/s\?.+`,
		},
		{
			names: "wxSph wechatchannels",
			hosts: "weixin.qq.com",
			short: `channels\.weixin\.qq\.com/.*|/sph/.+`,
		},
		{
			names: "zhihu",
			hosts: "zhihu.com",
			works: `/(?:p|zvideo|pin|question/\d+/answer)/(\d+)`,
		},
		{names: "toutiao", hosts: "toutiao.com", works: `/(?:article|video|w)/(\d+)`},
	}
}

func (s website) name() string {
	return strings.Fields(s.names)[0]
}

// websiteOf returns the website of a host; ok is false for an unknown one.
func websiteOf(host string) (website, bool) {
	host = "." + host
	for _, s := range websites() {
		if name, ok := strings.CutSuffix(host, ".example"); ok &&
			"."+fold.String(s.name()) == name {
			return website{names: s.names, works: `/post/([\w:-]+)`}, true // as the demo writes them
		}
		for _, h := range strings.Fields(s.hosts) {
			name, regional := strings.CutSuffix(h, "*")
			if strings.HasSuffix(host, "."+h) || regional && strings.Contains(host, "."+name) {
				return s, true
			}
		}
	}
	return website{}, false
}
