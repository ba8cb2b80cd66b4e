package metrics

import "strings"

// site is a site with the patterns of its links, see match.
type site struct {
	name     string
	hosts    []string // with their subdomains
	regional string   // hosts such as NAME.de and NAME.co.uk
	works    []string // links with the work id
	codes    []string // links with a code that the service does not take as the work id
	short    []string // links without either
}

func (s site) has(host string) bool {
	for _, h := range s.hosts {
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	if s.regional == "" {
		return false
	}
	_, suffix, ok := strings.Cut("."+host, "."+s.regional+".")
	suffix = strings.TrimPrefix(strings.TrimPrefix(suffix, "com."), "co.")
	return ok && (len(suffix) == 2 || suffix == "com")
}

func sites() []site {
	const any = `/.*`
	return []site{
		{name: "douyin", hosts: []string{"v.douyin.com"}, short: []string{any}},
		{name: "douyin", hosts: []string{"douyin.com", "iesdouyin.com"}, works: []string{`/(?:share/)?(?:video|note|slides)/(\d+)`, `/.+ modal_id=(\d+)`}},
		{name: "bilibili", hosts: []string{"b23.tv", "bili2233.cn"}, works: []string{`/(BV\w{10})`}, short: []string{any}},
		{name: "bilibili", hosts: []string{"t.bilibili.com"}, works: []string{`/(\d+)`}},
		{name: "bilibili", hosts: []string{"bilibili.com"}, works: []string{
			`/video/(BV[0-9A-Za-z]{10}|av\d+)`, `/opus/(\d+)`, `/read/(cv\d+)`, `/(?:list|festival)/.+ bvid=(BV[0-9A-Za-z]{10})`}},
		{name: "youtube", hosts: []string{"youtu.be"}, works: []string{`/([\w-]{11})`}},
		{name: "youtube", regional: "youtube", hosts: []string{"youtube-nocookie.com"}, works: []string{
			`/watch v=([\w-]{11})`, `/(?:shorts|live|embed|v)/([\w-]{11})`}},
		{name: "tiktok", hosts: []string{"vm.tiktok.com", "vt.tiktok.com"}, short: []string{any}},
		{name: "tiktok", hosts: []string{"tiktok.com"}, works: []string{`/@[^/]+/(?:video|photo)/(\d+)`, `/v/(\d+)\.html`}, short: []string{`/t/[^/]+`}},
		{name: "xiaohongshu", hosts: []string{"xhslink.com"}, short: []string{any}},
		{name: "xiaohongshu", hosts: []string{"xiaohongshu.com", "rednote.com"}, works: []string{
			`/(?:explore|discovery/item|user/profile/[^/]+)/([0-9A-Fa-f]{24})`}},
		{name: "instagram", hosts: []string{"instagram.com", "instagr.am"}, codes: []string{
			`/(?:[^/]+/)?(?:p|reel|reels|tv)/[\w-]+`}, short: []string{`/share/.+`}},
		{name: "x", hosts: []string{"t.co"}, short: []string{any}},
		{name: "x", hosts: []string{"x.com", "twitter.com"}, works: []string{`/(?:i/web|[^/]+)/status/(\d+)(?:/(?:photo|video)/\d+)?`}},
		{name: "threads", hosts: []string{"threads.net", "threads.com"}, codes: []string{`/@[^/]+/post/[\w-]+`}, short: []string{`/t/[^/]+`}},
		{name: "facebook", hosts: []string{"fb.watch", "fb.me"}, short: []string{any}},
		{name: "facebook", hosts: []string{"facebook.com"}, works: []string{
			`/reel/(\d+)`, `/[^/]+/(?:videos|posts)/(?:[^/]+/)?(\d+)`, `/watch v=(\d+)`, `/photo(?:\.php)? fbid=(\d+)`, `/(?:permalink|story)\.php story_fbid=(\d+)`},
			codes: []string{`/[^/]+/posts/(?:[^/]+/)?pfbid\w+`, `/(?:permalink|story)\.php story_fbid=pfbid\w+`}, short: []string{`/share/.+`}},
		{name: "weibo", hosts: []string{"t.cn"}, short: []string{any}},
		{name: "weibo", hosts: []string{"weibo.com", "weibo.cn"}, works: []string{
			`/(?:detail|status|\d+)/([0-9A-Za-z]*[0-9A-Z][0-9A-Za-z]*)`}}, // in small letters only it is a page, such as "followers"
		{name: "kuaishou", hosts: []string{"v.kuaishou.com", "kw.ai", "k.kwai.com"}, short: []string{any}},
		{name: "kuaishou", hosts: []string{"kuaishou.com", "gifshow.com", "chenzhongtech.com", "kwai.com"}, works: []string{
			`/(?:short-video|fw/photo|@[^/]+/video)/([\w-]+)`}, short: []string{`/f/[^/]+`}},
		{name: "pinterest", hosts: []string{"pin.it"}, short: []string{any}},
		{name: "pinterest", regional: "pinterest", works: []string{`/pin/(?:[^/]+--)?(\d+)`}},
		{name: "linkedin", hosts: []string{"lnkd.in"}, short: []string{any}},
		{name: "linkedin", hosts: []string{"linkedin.com"}, works: []string{`/feed/update/(urn:li:[A-Za-z]+:\d+)`}, codes: []string{`/posts/[^/]+`}},
		{name: "wechatchannels", hosts: []string{"channels.weixin.qq.com"}, short: []string{any}},
		{name: "wechatchannels", hosts: []string{"weixin.qq.com"}, short: []string{`/sph/.+`}},
		{name: "zhihu", hosts: []string{"zhihu.com"}, works: []string{`/(?:p|zvideo|pin|question/\d+/answer)/(\d+)`}},
		{name: "toutiao", hosts: []string{"toutiao.com"}, works: []string{`/(?:article|video|w)/(\d+)`}},
	}
}

// aliases are further names of a site, as identifiers of platforms have them.
func aliases(site string) []string {
	return map[string][]string{
		"x": {"twitter"}, "xiaohongshu": {"xhs", "rednote"}, "weibo": {"sinaweibo", "xinlangweibo"}, "kuaishou": {"ks", "kwai"}, "douyin": {"dy"},
		"bilibili": {"bili", "bilibil"}, "youtube": {"yt"}, "instagram": {"ins", "ig"}, "facebook": {"fb"}, "wechatchannels": {"wxsph"},
	}[site]
}
