package cli

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// TestPlatformsPrintsNewerFields has the fields of newer deployments: with labels for
// people, and as they were sent for scripts.
func TestPlatformsPrintsNewerFields(t *testing.T) {
	const newer = `{"platform":"facebook","capabilities":{"work":{"listWorks":{"supported":true,` +
		`"parameters":{"querySchema":{"type":"object","properties":{"page":{"type":"integer"}},` +
		`"additionalProperties":false}}},"getLinkInfo":false}},` +
		`"emptyAccountHint":{"title":{"en-US":"No page found","zh-CN":"未找到公共主页"}},` +
		`"defaultOption":{"privacy_level":"SELF_ONLY"}}`
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, `{"code":0,"message":"ok","data":[`+newer+`]}`)
	}))
	t.Cleanup(server.Close)
	env := serviceAt(server.URL)
	const columns = "work.listWorks,work.getLinkInfo,work.verifyOwnership,emptyAccountHint,defaultOption"
	for _, tt := range []struct{ lang, format, want string }{
		{
			"en",
			"markdown",
			"| List works | Read links to works | Verify ownership of works | Without an account | " +
				"Default options |\n" +
				"| --- | --- | --- | --- | --- |\n| yes | no | – | Title No page found | privacy\\_level " +
				"SELF\\_ONLY |\n",
		},
		{"zh", "markdown", "| 作品列表 | 解析作品链接 | 验证作品归属 | 没有可用账号时 | 默认发布选项 |\n" +
			"| --- | --- | --- | --- | --- |\n| 是 | 否 | – | 标题 未找到公共主页 | privacy\\_level SELF\\_ONLY |\n"},
		{
			"en",
			"json",
			`{"work.listWorks":"yes","work.getLinkInfo":"no","work.verifyOwnership":null,` +
				`"emptyAccountHint":{"title":{"en-US":"No page found","zh-CN":"未找到公共主页"}},` +
				`"defaultOption":{"privacy_level":"SELF_ONLY"}}`,
		},
	} {
		got := run(t, env, "platforms", "--lang", tt.lang, "-o", tt.format, "--columns", columns)
		if got.code != ExitDone || !strings.Contains(got.out, tt.want) {
			t.Errorf("%s %s: exit %d\n%s%s\nwant\n%s", tt.lang, tt.format, got.code, got.out, got.err, tt.want)
		}
	}
	if got := run(t, env, "platforms"); !strings.HasPrefix(got.out, "platform\tdisplayName\tstatus\twork.getDetail\n") {
		t.Errorf("the usual columns are\n%s", got.out)
	}
}
