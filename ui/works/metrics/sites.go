package metrics

import (
	"net/url"
	"strings"
)

// site is a site's hosts and the shapes of its links to works.
type site struct {
	family string
	hosts  []string // each stands for its subdomains too
	shapes []string // see match
	short  bool     // what fits no shape is a short link
}

func (s site) has(host string) bool {
	for _, h := range s.hosts {
		if host == h || strings.HasSuffix(host, "."+h) {
			return true
		}
	}
	return false
}

// sites are the links that are known, the host that is more special first.
func sites() []site {
	return []site{
		{family: "douyin", hosts: []string{"v.douyin.com"}, short: true},
		{family: "douyin", hosts: []string{"douyin.com", "iesdouyin.com"}, shapes: []string{
			"/video/{digits}", "/note/{digits}", "/share/video/{digits}", "/share/note/{digits}", "/*?modal_id={digits}", "/*/*?modal_id={digits}"}},
		{family: "bilibili", hosts: []string{"b23.tv"}, shapes: []string{"/{bv}"}, short: true},
		{family: "bilibili", hosts: []string{"bilibili.com"}, shapes: []string{
			"/video/{bv}", "/video/{av}", "/opus/{digits}", "/read/{cv}"}},
		{family: "youtube", hosts: []string{"youtu.be"}, shapes: []string{"/{yt}"}},
		{family: "youtube", hosts: []string{"youtube.com"}, shapes: []string{
			"/watch?v={yt}", "/shorts/{yt}", "/live/{yt}", "/embed/{yt}"}},
		{family: "tiktok", hosts: []string{"vm.tiktok.com", "vt.tiktok.com"}, short: true},
		{family: "tiktok", hosts: []string{"tiktok.com"}, shapes: []string{"/@*/video/{digits}", "/@*/photo/{digits}"}},
		{family: "xiaohongshu", hosts: []string{"xhslink.com"}, short: true},
		{family: "xiaohongshu", hosts: []string{"xiaohongshu.com", "rednote.com"}, shapes: []string{
			"/explore/{hex24}", "/discovery/item/{hex24}", "/user/profile/*/{hex24}"}},
		{family: "instagram", hosts: []string{"instagram.com"}, shapes: []string{
			"/p/{code}", "/reel/{code}", "/reels/{code}", "/tv/{code}", "/*/p/{code}", "/*/reel/{code}"}},
		{family: "x", hosts: []string{"t.co"}, short: true},
		{family: "x", hosts: []string{"x.com", "twitter.com"}, shapes: []string{
			"/*/status/{digits}", "/*/status/{digits}/photo/*", "/*/status/{digits}/video/*", "/i/web/status/{digits}"}},
		{family: "threads", hosts: []string{"threads.net", "threads.com"}, shapes: []string{"/@*/post/{code}"}},
		{family: "facebook", hosts: []string{"fb.watch"}, short: true},
		{family: "facebook", hosts: []string{"facebook.com"}, shapes: []string{
			"/watch?v={digits}", "/reel/{digits}", "/*/videos/{digits}", "/*/posts/{digits}"}},
		{family: "weibo", hosts: []string{"weibo.com", "weibo.cn"}, shapes: []string{
			"/detail/{mblog}", "/status/{mblog}", "/{digits*}/{mblog}"}},
		{family: "kuaishou", hosts: []string{"v.kuaishou.com"}, short: true},
		{family: "kuaishou", hosts: []string{"kuaishou.com"}, shapes: []string{"/short-video/{code}", "/fw/photo/{code}"}},
		{family: "pinterest", hosts: []string{"pin.it"}, short: true},
		{family: "pinterest", hosts: []string{"pinterest.com"}, shapes: []string{"/pin/{digits}"}},
		{family: "linkedin", hosts: []string{"lnkd.in"}, short: true},
		{family: "linkedin", hosts: []string{"linkedin.com"}, shapes: []string{"/feed/update/{urn}"}},
		{family: "zhihu", hosts: []string{"zhihu.com"}, shapes: []string{
			"/p/{digits}", "/zvideo/{digits}", "/pin/{digits}", "/question/{digits*}/answer/{digits}"}},
		{family: "toutiao", hosts: []string{"toutiao.com"}, shapes: []string{"/article/{digits}", "/video/{digits}", "/w/{digits}"}},
	}
}

// match reads a link by a shape: its path part by part, then one parameter.
// "*" is any part, "@*" one that begins so, "{kind}" the id, and "{kind*}" a part
// of a kind that is not the id.
func match(shape string, u *url.URL) (string, bool) {
	path, query, hasQuery := strings.Cut(shape, "?")
	want := strings.Split(strings.Trim(path, "/"), "/")
	// The escaped path, as a part with %2F in it is one part.
	got := strings.Split(strings.Trim(u.EscapedPath(), "/"), "/")
	if len(want) != len(got) {
		return "", false
	}
	id := ""
	for i, w := range want {
		part, err := url.PathUnescape(got[i])
		if err != nil || part == "" {
			return "", false
		}
		found, ok := matchPart(w, part)
		if !ok {
			return "", false
		}
		id += found
	}
	if !hasQuery {
		return id, id != ""
	}
	key, kind, _ := strings.Cut(query, "=")
	return matchPart(kind, u.Query().Get(key))
}

// matchPart reports whether a part is as wanted, and the id where it is that.
func matchPart(want, part string) (id string, ok bool) {
	switch {
	case want == "*":
		return "", true
	case want == "@*":
		return "", len(part) > 1 && part[0] == '@'
	case strings.HasSuffix(want, "*}"):
		return "", isKind(want[1:len(want)-2], part)
	case want[0] == '{':
		return part, isKind(want[1:len(want)-1], part)
	}
	return "", want == part
}

func isKind(kind, s string) bool {
	switch kind {
	case "digits":
		return consists(s, 1, 32, digits)
	case "hex24":
		return consists(s, 24, 24, digits+"abcdefABCDEF")
	case "yt":
		return consists(s, 11, 11, digits+lower+upper+"-_")
	case "code":
		return consists(s, 5, 64, digits+lower+upper+"-_")
	case "mblog": // one in small letters only is a page of the user, as "followers"
		return consists(s, 8, 20, digits+lower+upper) && strings.ContainsAny(s, digits+upper)
	case "bv":
		return strings.HasPrefix(s, "BV") && consists(s, 12, 12, digits+lower+upper)
	case "av", "cv":
		return strings.HasPrefix(s, kind) && consists(s[len(kind):], 1, 20, digits)
	case "urn":
		urn, ok := strings.CutPrefix(s, "urn:li:")
		name, n, _ := strings.Cut(urn, ":")
		return ok && consists(name, 1, 32, lower+upper) && consists(n, 1, 32, digits)
	}
	return false
}

const (
	digits = "0123456789"
	lower  = "abcdefghijklmnopqrstuvwxyz"
	upper  = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
)

func consists(s string, shortest, longest int, of string) bool {
	return len(s) >= shortest && len(s) <= longest && !strings.ContainsFunc(s, func(r rune) bool {
		return !strings.ContainsRune(of, r)
	})
}
