package cli

import (
	"slices"
	"strings"
	"testing"
)

// The verdict is the exit code: 0 if all is in order, 10 for doubts, 6 if publishing will fail. An
// account that nobody has is no verdict.
func TestVerdictsOfCheck(t *testing.T) {
	t.Parallel()
	account := func(id, platform, name, rest string) string {
		return `{"id":"` + id + `","userId":"u","type":"` + platform + `","uid":"` + id + `","nickname":"` + name + `","groupId":"g"` + rest + `}`
	}
	const fresh, old = `,"lastStatsTime":"2026-03-01T09:00:00Z"`, `,"lastStatsTime":"2026-01-01T09:00:00Z"`
	rows := []string{
		account("a1", "x", "Harbor Tea", fresh+`,"status":1`), account("a2", "x", "Old Books", old+`,"status":1`), account("a3", "x", "Lost Login", fresh+`,"status":0`),
		account("a4", "weibo", "Elsewhere", fresh+`,"status":1`), account("a5", "x", "Twin", fresh+`,"status":1`), account("a6", "x", "Twin", fresh+`,"status":1`),
	}
	env := answeringPaths(t, map[string]string{
		"/platforms": `{"code":0,"message":"ok","data":[{"platform":"x","displayName":{"en-US":"X","zh-CN":"X"},"status":"available","capabilities":{"work":{"publishVideo":true}},` +
			`"mediaRules":{"video":{"formats":["mp4"],"maxDuration":60}},"optionSchema":{"type":"object","properties":{"aiGenerated":{"type":"boolean"}}}},{"platform":"weibo","status":"unavailable"}]}`,
		"/publish-options": `{"code":0,"message":"ok","data":[]}`,
		"/accounts":        `{"code":0,"message":"ok","data":{"total":6,"list":[` + strings.Join(rows, ",") + `]}}`,
	})
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--account", "Harbor Tea"}, ExitDone, "X takes this."},
		{[]string{"--account", "harbor tea", "--platform", "x", "--option", "aiGenerated=true"}, ExitDone, "updated"},
		{[]string{"--account", "Old Books"}, ExitChanged, "Statistics"},
		{[]string{"--account", "Lost Login"}, ExitInvalid, "abnormal: it must be authorised again"},
		{[]string{"--account", "Elsewhere", "--platform", "x"}, ExitInvalid, "it belongs to another platform"},
		{[]string{"--account", "Harbor Tea", "--file", "90s 1080x1920 mp4"}, ExitInvalid, "90"},
		{[]string{"--account", "Harbor Tea", "--option", "aiGenerated=yes"}, ExitInvalid, "aiGenerated"},
		{[]string{"--account", "Harbor Tea", "--option", "aiGenerate=true"}, ExitInvalid, "Did you mean aiGenerated?"},
		{[]string{"--platform", "weibo"}, ExitInvalid, "not available on this site"},
		{[]string{"--account", "Harbr Tea"}, ExitNotFound, "No account is called Harbr Tea.\n  Did you mean Harbor Tea?"},
		{[]string{"--account", "Harbr Tea", "--lang", "zh"}, ExitNotFound, "没有名为 Harbr Tea 的账号。\n  您是否想输入 Harbor Tea？"},
		{[]string{"--account", "Twin"}, ExitUsage, "a5, a6"},
	} {
		got := run(t, env, slices.Concat([]string{"check", "-o", "markdown"}, tt.args)...)
		if got.code != tt.code || !strings.Contains(got.out+got.err, tt.says) {
			t.Errorf("%q: %+v", tt.args, got)
		}
	}
}
