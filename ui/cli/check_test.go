package cli

import (
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A check records what it loads, as the pane does.
func TestCheckRecords(t *testing.T) {
	t.Parallel()
	env := withState(t, answeringPaths(t, map[string]string{
		"/platforms":       `{"code":0,"message":"ok","data":[{"platform":"x","status":"available"}]}`,
		"/publish-options": `{"code":0,"message":"ok","data":[{"field":"boardId","label":"Board"}]}`,
		"/accounts": `{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"a1","type":"x",` +
			`"nickname":"Ada","groupId":"g","status":1}]}}`,
	}))
	if got := run(t, env, "check", "--account", "Ada", "--text", "tea"); got.code != ExitDone {
		t.Fatalf("%+v", got)
	}
	got := run(t, env, "history", "show", "-o", "ndjson")
	for _, kind := range []string{"account", "option", "platform"} {
		if !strings.Contains(got.out, `"kind":"`+kind) {
			t.Errorf("the history lacks %s: %+v", kind, got)
		}
	}
}

// The verdict is the exit code: 0 if all is in order, 10 for doubts, 6 if publishing will fail. An
// account that nobody has is no verdict.
func TestVerdictsOfCheck(t *testing.T) {
	t.Parallel()
	account := func(id, platform, name, rest string) string {
		return `{"id":"` + id + `","userId":"u","type":"` + platform + `","uid":"` + id + `","nickname":"` +
			name + `","groupId":"g"` + rest + `}`
	}
	rows := []string{
		account("a1", "x", "Harbor Tea", `,"status":1`),
		account("a2", "x", "Old Books", `,"status":1,"lastStatsTime":"2026-01-01T09:00:00Z"`),
		account("a3", "x", "Lost Login", `,"status":0`), account("a4", "elsewhere", "Elsewhere", `,"status":1`),
		account("a5", "x", "Twin", `,"status":1`), account("a6", "x", "Twin", `,"status":1`),
	}
	platforms := []string{
		`{"platform":"x","displayName":{"en-US":"X","zh-CN":"X"},"status":"available",` +
			`"capabilities":{"publish":{"supported":true}},"contentLimits":{"maxBodyLength":5},` +
			`"mediaRules":{"videoFormats":["mp4"],"maxVideoDuration":60},"optionSchema":{"type":"object",` +
			`"properties":{"aiGenerated":{"type":"boolean"},"boardId":{"type":"string"}}}}`,
		`{"platform":"elsewhere","status":"unavailable"}`,
		`{"platform":"later","status":"coming_soon"}`,
		`{"platform":"secret","status":"hidden"}`,
		`{"platform":"phone","status":"available","capabilities":{"publish":{"completionStrategy":"user_handoff"}}}`,
		`{"platform":"newer","status":"available","contentLimits":{"maxLinks":2}}`,
	}
	env := answeringPaths(t, map[string]string{
		"/platforms":       `{"code":0,"message":"ok","data":[` + strings.Join(platforms, ",") + `]}`,
		"/publish-options": `{"code":0,"message":"ok","data":[]}`,
		"/accounts":        `{"code":0,"message":"ok","data":{"total":6,"list":[` + strings.Join(rows, ",") + `]}}`,
	})
	for _, tt := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{"--account", "Harbor Tea", "--text", "tea"}, ExitDone, "X takes this."},
		{
			[]string{"--account", "harbor tea", "--platform", "x", "--text", "tea", "--option", "aiGenerated=true"},
			ExitDone,
			"| Account | normal |",
		},
		{[]string{"--account", "Old Books", "--text", "tea"}, ExitDone, "X takes this."},
		{[]string{"--account", "Harbor Tea"}, ExitChanged, "X needs more: a video, images or text."},
		{[]string{"--platform", "x"}, ExitChanged, "still missing, a video, images or text"},
		{[]string{"--text", "tea"}, ExitDone, "| x | X | ● fits |"},
		{nil, ExitChanged, "No platform can take this as it is; some need more."},
		{nil, ExitChanged, "| x | X | ? needs more | needs: a video, images or text |"},
		{[]string{"--lang", "zh"}, ExitChanged, "| x | X | ? 还需补充 | 还缺：视频、图片或文字 |"},
		{[]string{"--account", "Lost Login", "--text", "tea"}, ExitInvalid, "abnormal: it must be authorised again"},
		{
			[]string{"--account", "Elsewhere", "--platform", "x", "--text", "tea"},
			ExitInvalid,
			"it belongs to another platform",
		},
		{
			[]string{"--account", "Harbor Tea", "--file", "90s 1080x1920 mp4"},
			ExitInvalid,
			"| video 1 | 90 s, at most 60 s |",
		},
		{
			[]string{"--account", "Harbor Tea", "--file", "200s 1080x1920 mp4", "--lang", "zh"},
			ExitInvalid,
			"3 分钟 20 秒，须不大于 60 秒",
		},
		{[]string{"--platform", "x", "--text", "spring"}, ExitInvalid, "6 characters, at most 5"},
		{[]string{"--platform", "x", "--text", "a", "--cover", "mp3 3s"}, ExitInvalid, "a cover must be an image"},
		{
			[]string{"--account", "Harbor Tea", "--text", "tea", "--option", "aiGenerated=yes"},
			ExitInvalid,
			"| AI-generated | must be yes or no, not text |",
		},
		{
			[]string{"--account", "Harbor Tea", "--text", "tea", "--option", "boardId=549755885175"},
			ExitDone,
			"X takes this.",
		},
		{
			[]string{"--account", "Harbor Tea", "--text", "tea", "--option", "aiGenerate=true"},
			ExitInvalid,
			"Did you mean aiGenerated?",
		},
		{
			[]string{"--platform", "elsewhere", "--text", "tea"},
			ExitInvalid,
			"served by the other site (China or international)",
		},
		{[]string{"--platform", "later", "--text", "tea"}, ExitInvalid, "not served by any site yet"},
		{[]string{"--platform", "secret", "--text", "tea"}, ExitChanged, "hidden: this site doesn't list it"},
		{
			[]string{"--platform", "phone", "--text", "tea"},
			ExitDone,
			"| Publishing | a person finishes it on the phone |",
		},
		{[]string{"--platform", "phone", "--text", "tea", "--lang", "zh"}, ExitDone, "| 发布 | 需要在手机上手动完成 |"},
		{[]string{"--platform", "newer", "--text", "tea"}, ExitChanged, "not checked: contentLimits.maxLinks 2"},
		{
			[]string{"--account", "Harbr Tea"},
			ExitNotFound,
			"No account is called Harbr Tea.\n  Did you mean Harbor Tea?",
		},
		{
			[]string{"--account", "Harbr Tea", "--lang", "zh"},
			ExitNotFound,
			"没有名为 Harbr Tea 的账号。\n  您是否想输入 Harbor Tea？",
		},
		{[]string{"--account", "Twin"}, ExitUsage, "a5, a6"},
	} {
		got := run(t, env, slices.Concat([]string{"check", "-o", "markdown"}, tt.args)...)
		if got.code != tt.code || !strings.Contains(got.out+got.err, tt.says) {
			t.Errorf("%q: %+v", tt.args, got)
		}
	}
	if got := run(
		t,
		env,
		"platforms",
		"--text",
		"tea",
		"--columns",
		"platform",
	); strings.Contains(got.out, "secret") || !strings.Contains(got.out, "newer") {
		t.Errorf("a hidden platform in the verdicts: %+v", got)
	}
	if got := run(
		t,
		env,
		"platforms",
		"-o",
		"json",
	); strings.Contains(got.out, "secret") || !strings.Contains(got.out, "newer") {
		t.Errorf("a hidden platform in the list: %+v", got)
	}
}

// A title alone is not known to be a post: where texts are taken it needs one, as the list of needs says. The verdict
// has the word of the summary, in both languages.
func TestCheckOfATitleAlone(t *testing.T) {
	t.Parallel()
	for lang, words := range map[string][3]string{
		"en": {"needs more", "needs: a video, images or text", "some need more"},
		"zh": {"还需补充", "还缺：视频、图片或文字", "有的平台还需补充"},
	} {
		got := run(t, nil, "check", "--title", "Spring", "--demo", "-o", "markdown", "--lang", lang)
		fits := strings.Count(got.out, "● ")
		if got.code != ExitChanged || fits > 0 || !strings.Contains(got.err, words[2]) {
			t.Errorf("%s: exit %d, %d fit: %s%s", lang, got.code, fits, got.out, got.err)
		}
		for _, platform := range []string{"facebook", "threads", "linkedin"} {
			line := regexp.MustCompile("(?m)^.*" + platform + ".*$").FindString(got.out)
			if !strings.Contains(line, words[0]) || !strings.Contains(line, words[1]) {
				t.Errorf("%s: %q lacks %q", lang, line, words)
			}
		}
		newer := answeringPaths(t, map[string]string{
			"/platforms": `{"code":0,"message":"ok","data":[` +
				`{"platform":"n","status":"available","contentLimits":{"maxLinks":2}}]}`,
		})
		doubt := run(t, newer, "check", "--text", "Spring", "--lang", lang)
		isCalledMissing := strings.Contains(doubt.out+doubt.err, words[0]) || strings.Contains(doubt.err, words[2])
		if doubt.code != ExitChanged || isCalledMissing {
			t.Errorf("what is not known is called missing: %+v", doubt)
		}
		if text := run(t, nil, "check", "--platform", "facebook", "--text", "Spring", "--demo"); text.code != ExitDone {
			t.Errorf("a text alone: %+v", text)
		}
	}
}
