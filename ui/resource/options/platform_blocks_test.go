package options

import (
	"math"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/fleet"
	"channeldeck/ui/pane"
	"channeldeck/ui/resource"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// newer is an entry of the platform list of a newer deployment.
const newer = `{"platform":"facebook","displayName":{"en-US":"Facebook","zh-CN":"Facebook"},"status":"available",` +
	`"emptyAccountHint":{"title":{"en-US":"No page found","zh-CN":"未找到公共主页"},"description":{"en-US":"Create a page ` +
	`first, then authorise again.","zh-CN":"请先创建公共主页，再重新授权。"},` +
	`"action":{"label":{"en-US":"Create a page","zh-CN":"创建公共主页"},"url":"https://pages.example/create"}},` +
	`"defaultOption":{"privacy_level":"SELF_ONLY","disable_duet":true},` +
	`"capabilities":{` +
	`"engagement":{"comments":{` +
	`"list":{"supported":true,"description":"读取评论","pagination":{"mode":"cursor","defaultLimit":20,` +
	`"supportsPrevious":true},"parameters":{"querySchema":` + commentsQuery + `}},` +
	`"create":{"supported":false,"parameters":{"querySchema":` + accountQuery + `,"bodySchema":{"type":"object",` +
	`"properties":{"content":{"type":"string","description":"评论内容"}},"additionalProperties":false}}}},` +
	`"functions":[{"name":"like","label":{"en-US":"Like work","zh-CN":"点赞作品"},"target":"work",` +
	`"parameters":{"querySchema":` + accountQuery + `}}]},` +
	`"work":{"listWorks":{"supported":true,` +
	`"parameters":{"querySchema":` + commentsQuery + `}},"listWorksPagination":{"mode":"none"},` +
	`"getLinkInfo":{"supported":false,` +
	`"parameters":{"querySchema":` + accountQuery + `}},"getDetail":true,"verifyOwnership":true}}}`

const (
	accountQuery = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object",` +
		`"properties":{"accountId":{"type":"string","minLength":1,"description":"动作执行账号 ID"}},` +
		`"required":["accountId"],"additionalProperties":false}`
	commentsQuery = `{"type":"object","properties":{"accountId":{"type":"string","minLength":1},` +
		`"platform":{"type":"string","enum":["bilibili","douyin","KWAI","xhs","wxSph","tiktok","youtube","facebook",` +
		`"instagram","threads","twitter","pinterest","linkedin"],"description":"平台"},` +
		`"platformWorkId":{"type":"string","description":"平台作品 ID"},` +
		`"pagination":{"default":{},"anyOf":[{"type":"object","properties":{"page":{"type":"integer"},` +
		`"pageSize":{"type":"integer"}},"additionalProperties":false},{"type":"object",` +
		`"properties":{"cursor":{"type":"string"}}}],"description":"分页参数"}},` +
		`"required":["accountId","platform"],"additionalProperties":false}`
)

// drawn are the capabilities of a platform in a width.
func drawn(t *testing.T, lang words.Lang, width int, capabilities string) string {
	v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
	p := rowOf(t, `{"platform":"x","capabilities":`+capabilities+`}`).Platform
	return trimmed(capabilityLines(v, p, width))
}

// trimmed joins lines without the blanks at their ends.
func trimmed(lines []string) string {
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " ")
	}
	return strings.Join(lines, "\n")
}

// rowOf returns the row of a platform as the service sends it.
func rowOf(t *testing.T, platform string) *Row {
	platforms, err := api.DecodeRows[api.Platform]([]byte("[" + platform + "]"))
	if err != nil {
		t.Fatal(err)
	}
	return Rows(platforms)[0]
}

// blockText is the text of the other members of a platform.
func blockText(v *resource.View, p *api.Platform) string {
	return trimmed(pane.BlockLines(v, memberBlocks(v, p), 80, math.MaxInt))
}

func TestCapabilitiesAreGrouped(t *testing.T) {
	const value = `{"work":{"getDetail":{"supported":true,"live":false,"maxAgeDays":30},"new":true},"beta":true,` +
		`"statistics":{"pageSize":7,"mode":["page","cursor"]}}`
	want := ` Works  2/3
   ● Work details    – getDetail.live  ● new
   getDetail maxAgeDays 30
 beta  1/1
   ● beta
 statistics
   Page size 7 · Mode pages, cursor`
	if got := drawn(t, words.English, 60, value); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestPortionsAreWorded says in which portions a list is read, but not the terms of the call. What has members of a
// newer service is shown as it is.
func TestPortionsAreWorded(t *testing.T) {
	for _, c := range []struct{ value, en, zh string }{
		{
			`{"engagement":{"comments":{"list":{"supported":true,"pagination":` +
				`{"mode":"cursor","defaultLimit":20,"maxLimit":100,"supportsPrevious":false}}}}}`,
			"Comments are read 20 at a time, 100 at most",
			"评论 每次读取 20 条，最多 100 条",
		},
		{
			`{"work":{"listWorks":true,"listWorksPagination":{"mode":"page","maxPageSize":50}}}`,
			"Works are read 50 at a time",
			"作品列表 每次读取 50 条",
		},
		{
			`{"work":{"listWorks":true,"listWorksPagination":{"mode":"page"}}}`,
			"Works are read page by page",
			"作品列表 分页读取",
		},
		{
			`{"work":{"listWorks":false,"listWorksPagination":{"mode":"none"}}}`,
			"",
			"",
		},
		{
			`{"work":{"listWorks":true,"listWorksPagination":{"mode":"cursor","maxLimit":50,"overlap":2}}}`,
			"Works mode cursor · page size ≤ 50 · overlap 2",
			"作品列表 方式 游标 · 每页数量 ≤ 50 · overlap 2",
		},
	} {
		for lang, want := range map[words.Lang]string{words.English: c.en, words.Chinese: c.zh} {
			got := ""
			for _, line := range strings.Split(drawn(t, lang, 80, c.value), "\n")[2:] {
				got += strings.TrimSpace(line)
			}
			if got != want {
				t.Errorf("%s becomes %q, want %q", c.value, got, want)
			}
		}
	}
}

// TestParametersAreFolded has the parameters of the capabilities of a newer deployment:
// their schemas are no capabilities and no rows, but a number.
func TestParametersAreFolded(t *testing.T) {
	r := rowOf(t, newer)
	if supported, stated := r.Supported(); supported != 5 || stated != 7 {
		t.Errorf("%d of %d capabilities", supported, stated)
	}
	for lang, want := range map[words.Lang]string{
		words.English: ` Interaction  2/3
   ● Read comments   – Write comments  ● Like work
   Comments list description 读取评论 (in Chinese) · Comments
   are read 20 at a time
   ▸ 7 parameters, listed in the JSON
 Works  3/4
   ● List works                 – Read links to works
   ● Work details               ● Verify ownership of works
   ▸ 5 parameters, listed in the JSON`,
		words.Chinese: ` 互动  2/3
   ● 查看评论  – 发表评论  ● 点赞作品
   评论列表 简介 读取评论 · 评论 每次读取 20 条
   ▸ 7 个参数，详见 JSON
 作品  3/4
   ● 作品列表      – 解析作品链接  ● 作品详情
   ● 验证作品归属
   ▸ 5 个参数，详见 JSON`,
	} {
		if got := drawn(t, lang, 64, string(SentCapabilities(r.Platform))); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// TestNewerFieldsHaveLabels has the fields of newer deployments on the screen of a
// platform, in the columns that a command prints, and in the matrix.
func TestNewerFieldsHaveLabels(t *testing.T) {
	r := rowOf(t, newer)
	for lang, want := range map[words.Lang]struct{ page, hint, options, works, links, owner string }{
		words.English: {` Without an account
 Title        No page found
 Description  Create a page first, then authorise again.
 Action       label Create a page · link https://pages.example/create

 Default options
 Who can see it  only you
 Forbid duets    yes`, "Title No page found · Description Create a page first, then authorise again. · Action label " +
			"Create a page · link https://pages.example/create",
			"privacy_level SELF_ONLY · disable_duet ● yes", "List works", "Read links to works",
			"Verify ownership of works"},
		words.Chinese: {` 没有可用账号时
 标题  未找到公共主页
 简介  请先创建公共主页，再重新授权。
 操作  标签 创建公共主页 · 链接 https://pages.example/create

 默认发布选项
 谁可以看  仅自己
 禁止合拍  是`, "标题 未找到公共主页 · 简介 请先创建公共主页，再重新授权。 · 操作 标签 创建公共主页 · 链接 https://pages.example/create",
			"privacy_level SELF_ONLY · disable_duet ● 是", "作品列表", "解析作品链接", "验证作品归属"},
	} {
		v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
		if got := blockText(v, r.Platform); !strings.Contains(got, want.page) {
			t.Errorf("got\n%s\nwant\n%s", got, want.page)
		}
		printed := map[string]string{}
		for _, c := range PlatformResource(v).Columns {
			if c.OnRequest {
				printed[c.Title] = c.DisplayOf(r)
			}
		}
		yes := v.Words.T("field.yes")
		no := v.Words.T("field.no")
		for title, value := range map[string]string{
			v.Words.T("options.section.emptyAccountHint"): want.hint,
			v.Words.T("options.section.defaultOption"):    want.options,
			want.works: yes,
			want.links: no,
			want.owner: yes,
		} {
			if printed[title] != value {
				t.Errorf("%s is %q, want %q", title, printed[title], value)
			}
		}
		lines := map[string]string{}
		known := &fleet.Known{Platforms: []api.Platform{*r.Platform}}
		for _, f := range Features(v, "", known) {
			lines[f.Name] = f.Label
		}
		if lines["work.listWorks"] != want.works || lines["work.getLinkInfo"] != want.links ||
			lines["work.verifyOwnership"] != want.owner ||
			len(lines) != 7 {
			t.Errorf("the matrix has %v", lines)
		}
	}
}

// TestNewerFieldsOfOneText has a hint that is a text, and one with a text for each
// language.
func TestNewerFieldsOfOneText(t *testing.T) {
	v := panetest.New(t, panetest.Options{}).Context.View
	for _, hint := range []string{`["Create a page."]`, `{"en-US":"Create a page.","zh-CN":"请创建主页。"}`} {
		got := blockText(v, rowOf(t, `{"platform":"x","emptyAccountHint":`+hint+`}`).Platform)
		if !strings.Contains(got, "Without an account") || !strings.Contains(got, "Create a page.") ||
			strings.Contains(got, "请") {
			t.Errorf("got\n%s", got)
		}
	}
}
