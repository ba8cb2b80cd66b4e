package metrics

import (
	"regexp"
	"strings"
	"testing"

	"channeldeck/api/typed"
)

func TestReadLink(t *testing.T) {
	for in, want := range map[string]struct {
		kind LinkKind
		site string
		id   string
	}{
		// Ids.
		"7412345678901234567":         {NoLink, "", "7412345678901234567"},
		" BV1xx411c7mD\n":             {NoLink, "", "BV1xx411c7mD"},
		"urn:li:activity:71":          {NoLink, "", "urn:li:activity:71"},
		"a/b":                         {NoLink, "", "a/b"},
		"http:":                       {NoLink, "", "http:"},
		"":                            {NoLink, "", ""},
		strings.Repeat("https://", 9): {UnknownWebsite, "", ""},

		"https://www.douyin.com/video/7412345678901234567": {WorkLink, "douyin", "7412345678901234567"},
		"https://www.douyin.com/note/7412345678901234567?previous_page=app": {
			WorkLink,
			"douyin",
			"7412345678901234567",
		},
		"https://www.iesdouyin.com/share/video/741/?region=CN":         {WorkLink, "douyin", "741"},
		"https://www.douyin.com/user/MS4wLjAB?modal_id=741":            {WorkLink, "douyin", "741"},
		"https://www.douyin.com/user/MS4wLjAB":                         {OtherLink, "douyin", ""},
		"7.43 复制打开抖音,看看 https://v.douyin.com/iRNBho6u/ 05/12":          {ShortLink, "douyin", ""},
		"https://www.bilibili.com/video/BV1xx411c7mD/?spm_id_from=333": {WorkLink, "bilibili", "BV1xx411c7mD"},
		"https://www．douyin．com/video/741":                             {WorkLink, "douyin", "741"},
		"https://www。douyin。com/video/741":                             {WorkLink, "douyin", "741"},
		"WWW．douyin．com/video/741":                                     {WorkLink, "douyin", "741"},
		"www｡douyin.com/video/741":                                     {WorkLink, "douyin", "741"},
		"看 https://v．douyin．com/iRN/ 好看":                               {ShortLink, "douyin", ""},
		"https://b23.tv/BV1xx411c7mD．好看":                               {WorkLink, "bilibili", "BV1xx411c7mD"},
		"【标题】 https://m.bilibili.com/video/av170001。好看":                {WorkLink, "bilibili", "av170001"},
		"https://b23.tv/BV1xx411c7mD":                                  {WorkLink, "bilibili", "BV1xx411c7mD"},
		"https://b23.tv/aBcDeFg":                                       {ShortLink, "bilibili", ""},
		"https://www.bilibili.com/opus/900000000000000000":             {WorkLink, "bilibili", "900000000000000000"},
		"https://space.bilibili.com/123":                               {OtherLink, "bilibili", ""},
		"https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=42s":            {WorkLink, "youtube", "dQw4w9WgXcQ"},
		"https://www.youtube.com/watch?list=PL1&v=dQw4w9WgXcQ":         {WorkLink, "youtube", "dQw4w9WgXcQ"},
		"https://youtu.be/dQw4w9WgXcQ?si=x":                            {WorkLink, "youtube", "dQw4w9WgXcQ"},
		"https://m.youtube.com/shorts/dQw4w9WgXcQ":                     {WorkLink, "youtube", "dQw4w9WgXcQ"},
		"youtube.com/shorts/dQw4w9WgXcQ":                               {WorkLink, "youtube", "dQw4w9WgXcQ"},
		"https://www.youtube.com/@channel":                             {OtherLink, "youtube", ""},
		"https://www.youtube.com/watch?v=short":                        {OtherLink, "youtube", ""},
		"https://www.tiktok.com/@some.user/video/7212345678901234567?lang=en": {
			WorkLink,
			"tiktok",
			"7212345678901234567",
		},
		"https://www.tiktok.com/@some.user/photo/721": {WorkLink, "tiktok", "721"},
		"https://vm.tiktok.com/ZMabc/":                {ShortLink, "tiktok", ""},
		"https://www.xiaohongshu.com/explore/65f0a1b2000000001203abcd?xsec_token=AB": {
			WorkLink,
			"xhs",
			"65f0a1b2000000001203abcd",
		},
		"https://www.xiaohongshu.com/user/profile/5c0/65f0a1b2000000001203abcd": {
			WorkLink,
			"xhs",
			"65f0a1b2000000001203abcd",
		},
		"https://www.xiaohongshu.com/explore":                   {OtherLink, "xhs", ""},
		"http://xhslink.com/a/AbCd":                             {ShortLink, "xhs", ""},
		"https://www.instagram.com/reel/CxYz_12-abC/?igsh=1":    {CodeLink, "instagram", ""},
		"https://www.instagram.com/someone/p/CxYz_12-abC/":      {CodeLink, "instagram", ""},
		"https://x.com/someone/status/1700000000000000000?s=20": {WorkLink, "twitter", "1700000000000000000"},
		"https://twitter.com/someone/status/17/photo/1":         {WorkLink, "twitter", "17"},
		"https://x.com/i/web/status/17":                         {WorkLink, "twitter", "17"},
		"https://x.com/someone":                                 {OtherLink, "twitter", ""},
		"https://netflix.com/someone/status/17":                 {UnknownWebsite, "", ""},
		"https://www.threads.net/@someone/post/CxYz_12-abC":     {CodeLink, "threads", ""},
		"https://www.facebook.com/watch/?v=1234567890":          {WorkLink, "facebook", "1234567890"},
		"https://www.facebook.com/page/videos/1234567890/":      {WorkLink, "facebook", "1234567890"},
		"https://www.kuaishou.com/short-video/3xabc_-9?fid=1":   {WorkLink, "KWAI", "3xabc_-9"},
		"https://v.kuaishou.com/abc":                            {ShortLink, "KWAI", ""},
		"https://www.pinterest.com/pin/123456789/":              {WorkLink, "pinterest", "123456789"},
		"https://www.linkedin.com/feed/update/urn:li:activity:7100000000000000000/": {
			WorkLink,
			"linkedin",
			"urn:li:activity:7100000000000000000",
		},
		"https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A71":    {WorkLink, "linkedin", "urn:li:share:71"},
		"https://www.zhihu.com/question/1/answer/2":                     {WorkLink, "zhihu", "2"},
		"https://zhuanlan.zhihu.com/p/123456":                           {WorkLink, "zhihu", "123456"},
		"https://www.toutiao.com/article/7300000000000000000/":          {WorkLink, "toutiao", "7300000000000000000"},
		"https://www.pinterest.co.uk/pin/123456789/":                    {WorkLink, "pinterest", "123456789"},
		"https://br.pinterest.com/pin/123456789/":                       {WorkLink, "pinterest", "123456789"},
		"https://www.pinterest.com.mx/pin/a-cake--123/":                 {WorkLink, "pinterest", "123"},
		"https://www.pinterest.de/pin/123":                              {WorkLink, "pinterest", "123"},
		"https://mypinterest.com/pin/123":                               {UnknownWebsite, "", ""},
		"https://youtube.de/watch?v=dQw4w9WgXcQ":                        {WorkLink, "youtube", "dQw4w9WgXcQ"},
		"https://www.threads.net/t/CxYz_12-abC":                         {ShortLink, "threads", ""},
		"https://www.facebook.com/page/posts/pfbid02abcDEF":             {CodeLink, "facebook", ""},
		"https://m.facebook.com/story.php?story_fbid=pfbid02abc&id=1":   {CodeLink, "facebook", ""},
		"https://m.facebook.com/story.php?story_fbid=123&id=1":          {WorkLink, "facebook", "123"},
		"https://www.facebook.com/share/p/AbC/":                         {ShortLink, "facebook", ""},
		"https://www.tiktok.com/t/ZTabc/":                               {ShortLink, "tiktok", ""},
		"https://www.kuaishou.com/f/X-8abc":                             {ShortLink, "KWAI", ""},
		"https://mp.weixin.qq.com/s/AbC_-1":                             {CodeLink, "wxGzh", ""},
		"https://mp.weixin.qq.com/s?__biz=Mz&mid=2":                     {CodeLink, "wxGzh", ""},
		"https://wxsph.example/post/finder_7d100":                       {WorkLink, "wxSph", "finder_7d100"},
		"https://weixin.qq.com/sph/AbC":                                 {ShortLink, "wxSph", ""},
		"https://www.linkedin.com/posts/someone_topic-activity-71-abcd": {CodeLink, "linkedin", ""},
		"https://www.douyin.com/?modal_id=741":                          {WorkLink, "douyin", "741"},
		"https://www.douyin.com/?recommend=1&modal_id=741":              {WorkLink, "douyin", "741"},
		"https://www.xiaohongshu.com/search_result/65f0a1b2000000001203abcd?xsec_token=AB": {
			WorkLink,
			"xhs",
			"65f0a1b2000000001203abcd",
		},
		"https://www.xiaohongshu.com/search_result?keyword=soup":        {OtherLink, "xhs", ""},
		"https://x.com/someone/status/17/analytics":                     {WorkLink, "twitter", "17"},
		"https://www.pinterest.com/pin/123456789/sent/?invite_code=abc": {WorkLink, "pinterest", "123456789"},
		"https://douyin.example/post/7301234567890123400":               {WorkLink, "douyin", "7301234567890123400"},
		"https://kwai.example/post/3x9k2m:a1b00":                        {WorkLink, "KWAI", "3x9k2m:a1b00"},
		"https://douyin.example/cover/7301234567890123400.jpg":          {OtherLink, "douyin", ""},
		"https://www.example/post/1":                                    {UnknownWebsite, "", ""},
		"https://example.com/video/123":                                 {UnknownWebsite, "", ""},
		"https://www.douyin.com@example.com/video/123":                  {UnknownWebsite, "", ""},
		"https://www.douyin.com/video/12%2F3":                           {OtherLink, "douyin", ""},
		"https://www.douyin.com/video/..":                               {OtherLink, "douyin", ""},
		"https://www.douyin.com/video/123\x1b[31m":                      {WorkLink, "douyin", "123"},
		"https://www.douyin.com./video/123":                             {WorkLink, "douyin", "123"},
		"HTTPS://WWW.DOUYIN.COM/video/123":                              {WorkLink, "douyin", "123"},
		"看 https://www.kuaishou.com/short-video/3xabc_-9，还有 https://www.douyin.com/video/1": {
			WorkLink,
			"KWAI",
			"3xabc_-9",
		},
	} {
		if got := ReadLink(in); got.Kind != want.kind || got.Website != want.site || got.ID != want.id {
			t.Errorf("ReadLink(%q) = %+v, want %+v", in, got, want)
		}
	}
}

func TestSamePlatform(t *testing.T) {
	for _, c := range []struct {
		platform, site string
		want           bool
	}{
		{"douyin", "douyin", true},
		{"Douyin", "douyin", true},
		{"xhs", "xhs", true},
		{"twitter", "twitter", true},
		{"xiaohongshu", "xhs", true},
		{"wxsph", "wxSph", true},
		{"X", "twitter", true},
		{"KWAI", "KWAI", true},
		{"kwai", "KWAI", true},
		{"WXGZH", "wxGzh", true},
		{"tik-tok", "tiktok", true},
		{"tiktok", "douyin", false},
		{"", "twitter", false},
		{"twitter", "", false},
		{"抖音", "douyin", false},
	} {
		if got := SamePlatform(c.platform, c.site); got != c.want {
			t.Errorf("SamePlatform(%q, %q) = %v", c.platform, c.site, got)
		}
	}
	// No two sites share a name.
	for _, a := range websites() {
		for _, b := range websites() {
			if a.name() != b.name() && SamePlatform(a.name(), b.name()) {
				t.Errorf("%s is also the site %s", a.name(), b.name())
			}
		}
	}
}

// The id of a link consists of letters, digits, "-", "_" and ":", and only a text
// without a link is returned, as an ID that was typed.
func FuzzReadLink(f *testing.F) {
	f.Add("https://www.douyin.com/video/7412345678901234567")
	f.Add("看 https://b23.tv/BV1xx411c7mD 。")
	f.Add("https://www.linkedin.com/feed/update/urn%3Ali%3Ashare%3A71")
	f.Add("https://www.youtube.com/watch?v=dQw4w9WgXcQ")
	f.Add("www.facebook.com/reel/1234567890")
	f.Add("https://[::1]/%zz")
	f.Add("\"q")
	f.Fuzz(func(t *testing.T, s string) {
		l := ReadLink(s)
		switch l.Kind {
		case NoLink:
			if l.ID != typed.ID(strings.TrimSpace(s)) || l.Website != "" {
				t.Errorf("ReadLink(%q) = %+v", s, l)
			}
		case WorkLink:
			if l.ID == "" || l.Website == "" || !regexp.MustCompile(`^[\w:-]+$`).MatchString(l.ID) {
				t.Errorf("ReadLink(%q) = %+v", s, l)
			}
			if again := ReadLink(l.ID); again.Kind != NoLink {
				t.Errorf("the id of %q is read as a link: %+v", s, again)
			}
		default:
			if l.ID != "" {
				t.Errorf("ReadLink(%q) guesses %+v", s, l)
			}
		}
	})
}

// A text that an app shares is no work ID, also if its link was left out.
func TestTextsWithoutALink(t *testing.T) {
	for in, want := range map[string]bool{
		"7412345678901234567":             false,
		" urn:li:activity:71\n":           false,
		"＂７４１２＂":                          false, // typed with an input method
		"":                                false,
		"https://www.douyin.com/user/a b": false, // a link to something else
		"7.43 复制打开抖音，看看【小王的作品】": true,
		"复制打开抖音":                          true,
		"look at my cat":                  true,
		"a\u3000b":                        true,
		"https:/www.douyin.com/video/741": true, // a slash is missing
		"http//www.douyin.com/video/741":  true,
		"hxxps://x.com/a/status/17":       true,
		"snssdk1128://aweme/detail/741":   true, // only the app opens it
		"a/b":                             false,
		"http:":                           false,
	} {
		if got := ReadLink(in).IsText(); got != want {
			t.Errorf("%q: %v", in, got)
		}
	}
}
