package metrics

import "strings"

// site describes the links to works of a site.
type site struct {
	names string // in lower case, with variants in platform identifiers
	hosts string // with their subdomains; of NAME.* any country, as in NAME.de and NAME.co.uk

	// Regular expressions for a link from the host or from the path on, up to a
	// parameter or the end. Works holds the work id in a group; codes hold a code that
	// the service does not take as the work id, short links hold neither.
	works, codes, short string
}

// param begins the pattern of a parameter after a path.
const param = `\?(?:.*&)?`

func sites() []site {
	return []site{
		{names: "douyin dy", hosts: "douyin.com iesdouyin.com",
			works: `/(?:share/)?(?:video|note|slides)/(\d+)|/.+` + param + `modal_id=(\d+)`,
			short: `v\.douyin\.com/.*`},
		{names: "bilibili bili bilibil", hosts: "bilibili.com b23.tv bili2233.cn",
			works: `(?:b23\.tv|bili2233\.cn)/(BV\w{10})|t\.bilibili\.com/(\d+)|/video/(BV[0-9A-Za-z]{10}|av\d+)|/opus/(\d+)|/read/(cv\d+)|` +
				`/(?:list|festival)/.+` + param + `bvid=(BV[0-9A-Za-z]{10})`,
			short: `(?:b23\.tv|bili2233\.cn)/.*`},
		{names: "youtube yt", hosts: "youtube.* youtube-nocookie.com youtu.be",
			works: `youtu\.be/([\w-]{11})|/watch` + param + `v=([\w-]{11})|/(?:shorts|live|embed|v)/([\w-]{11})`},
		{names: "tiktok", hosts: "tiktok.com",
			works: `/@[^/]+/(?:video|photo)/(\d+)|/v/(\d+)\.html`,
			short: `v[mt]\.tiktok\.com/.*|/t/[^/]+`},
		{names: "xiaohongshu xhs rednote", hosts: "xiaohongshu.com rednote.com xhslink.com",
			works: `/(?:explore|discovery/item|user/profile/[^/]+)/([0-9A-Fa-f]{24})`,
			short: `xhslink\.com/.*`},
		{names: "instagram ins ig", hosts: "instagram.com instagr.am",
			codes: `/(?:[^/]+/)?(?:p|reel|reels|tv)/[\w-]+`,
			short: `/share/.+`},
		{names: "x twitter", hosts: "x.com twitter.com t.co",
			works: `/(?:i/web|[^/]+)/status/(\d+)(?:/(?:photo|video)/\d+)?`,
			short: `t\.co/.*`},
		{names: "threads", hosts: "threads.net threads.com",
			codes: `/@[^/]+/post/[\w-]+`,
			short: `/t/[^/]+`},
		{names: "facebook fb", hosts: "facebook.com fb.watch fb.me",
			works: `/reel/(\d+)|/[^/]+/(?:videos|posts)/(?:[^/]+/)?(\d+)|/watch` + param + `v=(\d+)|/photo(?:\.php)?` + param + `fbid=(\d+)|` +
				`/(?:permalink|story)\.php` + param + `story_fbid=(\d+)`,
			codes: `/[^/]+/posts/(?:[^/]+/)?pfbid\w+|/(?:permalink|story)\.php` + param + `story_fbid=pfbid\w+`,
			short: `fb\.(?:watch|me)/.*|/share/.+`},
		{names: "weibo sinaweibo xinlangweibo", hosts: "weibo.com weibo.cn t.cn",
			works: `/(?:detail|status|\d+)/([0-9A-Za-z]*[0-9A-Z][0-9A-Za-z]*)`, // in small letters only it is a page, such as "followers"
			short: `t\.cn/.*`},
		{names: "kuaishou ks kwai", hosts: "kuaishou.com gifshow.com chenzhongtech.com kwai.com kw.ai",
			works: `/(?:short-video|fw/photo|@[^/]+/video)/([\w-]+)`,
			short: `(?:v\.kuaishou\.com|kw\.ai|k\.kwai\.com)/.*|/f/[^/]+`},
		{names: "pinterest", hosts: "pinterest.* pin.it",
			works: `/pin/(?:[^/]+--)?(\d+)`,
			short: `pin\.it/.*`},
		{names: "linkedin", hosts: "linkedin.com lnkd.in",
			works: `/feed/update/(urn:li:[A-Za-z]+:\d+)`,
			codes: `/posts/[^/]+`,
			short: `lnkd\.in/.*`},
		{names: "wechatchannels wxsph", hosts: "weixin.qq.com",
			short: `channels\.weixin\.qq\.com/.*|/sph/.+`},
		{names: "zhihu", hosts: "zhihu.com", works: `/(?:p|zvideo|pin|question/\d+/answer)/(\d+)`},
		{names: "toutiao", hosts: "toutiao.com", works: `/(?:article|video|w)/(\d+)`},
	}
}

func (s site) name() string { return strings.Fields(s.names)[0] }

// siteOf returns the site of a host; ok is false for an unknown one.
func siteOf(host string) (site, bool) {
	host = "." + host
	for _, s := range sites() {
		for _, h := range strings.Fields(s.hosts) {
			name, regional := strings.CutSuffix(h, "*")
			_, country, found := strings.Cut(host, "."+name)
			country = strings.TrimPrefix(strings.TrimPrefix(country, "com."), "co.")
			if !regional && strings.HasSuffix(host, "."+h) || regional && found && (len(country) == 2 || country == "com") {
				return s, true
			}
		}
	}
	return site{}, false
}
