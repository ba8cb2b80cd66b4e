package cli

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"channeldeck/api/history"
	"channeldeck/api/sandbox"
)

const aWorkResponse = `{"code":0,"message":"ok","data":{"platform":"x","work":{"id":"1","description":"A walk",` +
	`"author":{"name":"Ann"},"coverUrl":"https://x.example/c.jpg","mediaType":"video","status":"published"},` +
	`"snapshots":[{"id":"s1","snapshotAt":"2026-03-01T09:00:00Z","fetchedAt":"2026-03-01T10:00:00Z",` +
	`"periodStartAt":"2026-02-22T00:00:00Z","periodEndAt":"2026-03-01T00:00:00Z","metrics":{"viewCount":200,` +
	`"playCount":50,"likeCount":10,"shareCount":"many"}}],` +
	`"extra":{"pending":true,"note":"x"},"snapshotId":"s1","fetchedAt":"2026-03-01T10:00:00Z"}}`

// serveWork serves a platform and one work.
func serveWork(t *testing.T) map[string]string {
	return answeringPaths(t, map[string]string{
		"/platforms": `{"code":0,"message":"ok","data":[{"platform":"x","capabilities":{"work":{"getDetail":true}}}]}`,
		"":           aWorkResponse,
	})
}

// A work without a title is recognised by what else is known of it.
func TestWorkShowsAllFields(t *testing.T) {
	t.Parallel()
	got := run(t, serveWork(t), "work", "x", "1", "--account", "x_1", "-o", "tsv")
	for _, line := range []string{
		"description\tA walk",
		"author\t{\"name\":\"Ann\"}",
		"coverUrl\thttps://x.example/c.jpg",
		"mediaType\tvideo",
		"status\tpublished",
		"snapshotAt\t2026-03-01T09:00:00Z",
		"snapshotId\ts1",
		"pending\ttrue",
		"note\tx",
		"periodStartAt\t2026-02-22T00:00:00Z",
		"periodEndAt\t2026-03-01T00:00:00Z",
		"shareCount\t\"many\"",
	} {
		if !strings.Contains(got.out, "\n"+line+"\t") {
			t.Errorf("no %q in\n%s%s", line, got.out, got.err)
		}
	}
	if english := run(
		t, serveWork(t), "work", "x", "1", "--account", "x_1", "-o", "markdown",
	).out; !strings.Contains(english, "| Period start | 2026-02-22 00:00") ||
		!strings.Contains(english, "| Period end | 2026-03-01 00:00") {
		t.Errorf("no period in\n%s", english)
	}
	chinese := run(t, serveWork(t), "work", "x", "1", "--account", "x_1", "-o", "markdown", "--lang", "zh").out
	for _, line := range []string{
		"| 描述 | A walk |",
		"| 媒体类型 | 视频 |",
		"| 状态 | 已发布 |",
		"| 待定 | 是 |",
		"| 统计开始 | 2026-02-22 00:00",
		"| 统计结束 | 2026-03-01 00:00",
	} {
		if !strings.Contains(chinese, line) {
			t.Errorf("no %q in\n%s", line, chinese)
		}
	}
}

// Errors about links name platforms as every screen does, in the user's language, and those that
// the service does not list by the name under which they are known.
func TestLinkErrorsNamePlatforms(t *testing.T) {
	t.Parallel()
	env := answeringPaths(t, map[string]string{
		"/platforms": `{"code":0,"message":"ok","data":[{"platform":"twitter","displayName":{"en-US":"X (Twitter)",` +
			`"zh-CN":"推特"}},{"platform":"ins","displayName":{"en-US":"Instagram by Meta","zh-CN":"照片墙"}},` +
			`{"platform":"dy","displayName":{"en-US":"Douyin CN","zh-CN":"抖音短视频"},` +
			`"capabilities":{"work":{"getDetail":false}}}]}`,
		"": `{"code":1,"message":"no other request"}`,
	})
	for _, tt := range []struct{ args, en, zh string }{
		{"https://t.co/abc", "X (Twitter) short links", "推特短链接"},
		{"https://x.com/someone", "a work on X (Twitter)", "这个推特链接"},
		{"https://www.instagram.com/reel/CxYz_12-abC/", "This Instagram by Meta link", "这个照片墙链接"},
		{
			"ins https://x.com/a/status/17",
			"from X (Twitter), but the platform is Instagram by Meta",
			"来自推特，而所填平台是照片墙",
		},
		{
			"推特 https://www.zhihu.com/p/17",
			"from Zhihu, but the platform is X (Twitter)",
			"来自知乎，而所填平台是推特",
		},
		{"https://www.zhihu.com/p/17", "Links to Zhihu can't be used", "没有知乎"},
		{"https://www.zhihu.com/people/a", "a work on Zhihu", "这个知乎链接"},
		{"dy 1", "Douyin CN doesn't support", "抖音短视频不支持"},
	} {
		for lang, want := range map[string]string{"en": tt.en, "zh": tt.zh} {
			got := run(t, env, append([]string{"work", "--lang", lang}, strings.Fields(tt.args)...)...)
			if !strings.Contains(got.err, want) || got.code != ExitUsage && tt.args != "dy 1" {
				t.Errorf("%s in %s: %+v, want %q", tt.args, lang, got, want)
			}
		}
	}
}

func TestEngagementRateBase(t *testing.T) {
	for args, want := range map[string]string{
		"":                  "0.050000",
		"--rate-base views": "0.050000",
		"--rate-base plays": "0.200000",
		"--rate-base reach": "",
		"--rate-base auto":  "0.050000",
	} {
		got := run(
			t,
			serveWork(t),
			append([]string{"work", "x", "1", "--account", "x_1", "-o", "tsv"}, strings.Fields(args)...)...,
		)
		if !strings.Contains(got.out, "\nengagementRate\t"+want+"\t") {
			t.Errorf("%q: no rate %q in\n%s%s", args, want, got.out, got.err)
		}
	}
	if got := run(t, serveWork(t), "work", "x", "1", "--account", "x_1", "--rate-base fans"); got.code != ExitUsage {
		t.Errorf("%+v", got)
	}
	if got := run(
		t, serveWork(t), "work", "x", "1", "--account", "x_1", "--rate-base", "fans",
	); got.code != ExitUsage || !strings.Contains(got.err, "auto, views, plays, impressions, reach") {
		t.Errorf("%+v", got)
	}
}

// Without work details or an account nothing is requested of the platform, and the error says what
// can be done.
func TestWorkIsRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		site     sandbox.Site
		args     string
		code     int
		en, zh   string
		accounts int
	}{
		{
			"",
			"bilibili BV1xx411c700",
			ExitUnsupported,
			"Bilibili doesn't support work details. Look at the work on Bilibili itself.",
			"哔哩哔哩不支持作品详情",
			0,
		},
		{
			"",
			"https://b23.tv/abc",
			ExitUnsupported,
			"Bilibili doesn't support work details.",
			"哔哩哔哩不支持作品详情",
			0,
		},
		{
			"",
			"https://mp.weixin.qq.com/s/abc",
			ExitUnsupported,
			"WeChat Official is coming soon",
			"微信公众号即将上线",
			0,
		},
		{
			sandbox.China,
			"https://x.com/a/status/17 --account twitter_1",
			ExitUnsupported,
			"This site doesn't serve Twitter (X).",
			"本站点不提供 Twitter（X）",
			0,
		},
		{
			sandbox.China,
			"KWAI 3x9k2m:a1b00",
			ExitUsage,
			"Work details of Kwai require an account: --account ID.",
			"查询快手的作品详情必须指定账号",
			1,
		},
		{"", "YouTube dQw4w9WgX00", ExitUsage, "accounts are normal, such as youtube_", "个账号正常，例如 youtube_", 1},
	} {
		d := deploy(t, sandbox.Options{Accounts: 60, Now: clock, Site: tt.site})
		for lang, want := range map[string]string{"en": tt.en, "zh": tt.zh} {
			d.forget()
			got := run(t, d.env(), append([]string{"work", "--lang", lang}, strings.Fields(tt.args)...)...)
			if got.code != tt.code || !strings.Contains(got.err, want) || got.out != "" {
				t.Errorf("%s: %+v, want %q", tt.args, got, want)
			}
			calls := d.requests()
			if len(calls) != 1+tt.accounts {
				t.Errorf("%s: %d requests", tt.args, len(calls))
			}
			for _, r := range calls {
				if strings.Contains(r.URL.Path, "/works/") {
					t.Errorf("%s requests %s", tt.args, r.URL)
				}
			}
		}
	}
	env := answeringPaths(t, map[string]string{
		"/platforms": `{"code":0,"message":"ok","data":[{"platform":"x","displayName":"X",` +
			`"capabilities":{"work":{"getDetail":true}}}]}`,
		"": `{"code":0,"message":"ok","data":{"total":0,"list":[]}}`,
	})
	if got := run(
		t,
		env,
		"work",
		"x",
		"1",
	); got.code != ExitUsage || !strings.Contains(got.err, "No normal account of X. Connect one") {
		t.Errorf("without a normal account: %+v", got)
	}
	env = answeringPaths(t, map[string]string{
		"/platforms": `{"code":0,"message":"ok","data":[
			{"platform":"x","displayName":"X","capabilities":{"work":{"getDetail":true}}}]}`,
		"": `{"code":0,"message":"ok","data":{"total":3,"list":[
			{"id":"x_1","type":"x","status":1},{"id":"x_2","type":"x","status":0},
			{"id":"y_1","type":"y","status":1}]}}`,
	})
	got := run(t, env, "work", "x", "1")
	if got.code != ExitUsage || !strings.HasSuffix(got.err, "1 account is normal: x_1\n") {
		t.Errorf("of a service that returns all accounts: %+v", got)
	}
}

// The rate of a work is based on what its platform has, and names it.
func TestRateBaseOfPlatform(t *testing.T) {
	t.Parallel()
	d := deploy(t, sandbox.Options{Accounts: 300, Now: clock})
	for _, e := range d.service.Examples(false) {
		want, ok := map[string]string{
			"youtube":   "viewCount",
			"twitter":   "impressionCount",
			"instagram": "reachCount",
			"facebook":  "impressionCount",
			"pinterest": "viewCount",
		}[e.Platform]
		if !ok || e.Name != "steady" {
			continue
		}
		got := run(t, d.env(), "work", e.Platform, e.ID, "--account", e.AccountID, "-o", "tsv")
		if !strings.Contains(got.out, "\nengagementRateBase\t"+want+"\t") ||
			strings.Contains(got.out, "\nengagementRate\t\t") {
			t.Errorf("%s: no rate by %s in\n%s%s", e.Platform, want, got.out, got.err)
		}
		if views := strings.Contains(got.out, "\nviewCount\t"); views != (want == "viewCount") {
			t.Errorf("%s: views are printed: %v", e.Platform, views)
		}
	}
}

// What an app shares without a link is told so, with and without a platform; it is never sent.
func TestShareTextWithoutALink(t *testing.T) {
	t.Parallel()
	const shared = "7.43 复制打开抖音，看看【小王的作品】今天去吃火锅"
	for lang, want := range map[string]string{
		"en": "This text has no link to a work. Enter a link, or the work ID.",
		"zh": "这段文字中没有作品链接。请填写链接或作品 ID。",
	} {
		for _, args := range [][]string{
			{"work", shared},
			{"work", "look at my cat"},
			{"work", "tiktok", shared},
			{"history", "work", shared},
		} {
			if args[0] == "work" && len(args) == 3 {
				args = append(args, "--demo")
			}
			got := run(t, map[string]string{"CHANNELDECK_LANG": lang}, args...)
			if got.code != ExitUsage || !strings.Contains(got.err, want) {
				t.Errorf("%s, %q: %+v", lang, args, got)
			}
		}
	}
}

// The accounts that are named are picked from a list that the history still reads: all of it is recorded.
func TestNamedAccountsAreRecordedWhole(t *testing.T) {
	t.Parallel()
	rows := []string{accountWith("one", 1), accountWith("two", 0), accountWith("three", 1)}
	d := deploy(t, sandbox.Options{Accounts: 3, Now: clock})
	d.answer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, `{"code":0,"message":"ok","data":{"total":3,"list":[%s]}}`, strings.Join(rows, ","))
	}))
	env, _, _ := newEnv(t, withState(t, d.env()))
	a := newApp(env, newWords(env))
	var err error
	if a.cfg, err = env.load(nil); err != nil {
		t.Fatal(err)
	}
	site, err := a.cfg.Site()
	if err != nil {
		t.Fatal(err)
	}
	if err := a.dialWith(t.Context(), site, requiredKey); err != nil {
		t.Fatal(err)
	}
	h, err := a.openHistory(false)
	if err != nil {
		t.Fatal(err)
	}
	resume := h.Postpone() // the history reads the list after its accounts were named
	c := &workCommand{app: a}
	if got := c.normalAccounts(t.Context(), "x", "X"); !strings.Contains(got, "one, three") {
		t.Errorf("the normal accounts: %q", got)
	}
	resume()
	h.Wait(t.Context())
	for _, id := range []string{"one", "two", "three"} {
		key := history.AccountKey{Platform: "x", ID: id}
		found, err := h.States().AccountsByKey(t.Context(), []history.AccountKey{key})
		if err != nil || len(found) != 1 {
			t.Errorf("%s: %d are recorded, %v", id, len(found), err)
		}
	}
	a.disconnect()
	if p := h.Problem(t.Context()); p != nil {
		t.Error(p)
	}
}
