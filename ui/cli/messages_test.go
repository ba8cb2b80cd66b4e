package cli

import (
	"strings"
	"testing"
)

// A refused word says what would do, in both languages: the limit of a range, the flag of a file, and that a
// command that ends for a contradiction ignored nothing.
func TestRefusalsSayWhatWouldDo(t *testing.T) {
	t.Parallel()
	for line, says := range map[string][2]string{
		"prices 8s 10s":            {"contradicts an earlier value. Give only one of them.", "请只保留其中一个"},
		"prices x0":                {"more than 0, at most 1,000,000,000", "不大于 1,000,000,000"},
		"prices 0s":                {"more than 0, at most 86,400 s", "不大于 86,400 秒"},
		"prices -5s":               {"A number has no minus sign here.", "数字前不能有负号"},
		"triage --since 99999d":    {"at most 36,500 days", "最长 36,500 天"},
		"prices --since 200y":      {"at most 36,500 days", "最长 36,500 天"},
		"report --since 99999999h": {"at most 36,500 days", "最长 36,500 天"},
		"forecast --within 99999d": {"at most 36,500 days", "最长 36,500 天"},
		"accounts --at 99999d":     {"at most 36,500 days", "最长 36,500 天"},
		"check clip.mp4":           {"Did you mean --file clip.mp4?", "--file clip.mp4"},
		"accounts harbor":          {"Did you mean --match harbor?", "--match harbor"},
	} {
		for i, lang := range []string{"en", "zh"} {
			args := append(strings.Fields(line), "--demo", "--lang", lang)
			got := run(t, nil, args...)
			isIgnored := strings.Contains(got.err, "was ignored") || strings.Contains(got.err, "已忽略")
			if got.code != ExitUsage || got.out != "" || !strings.Contains(got.err, says[i]) || isIgnored {
				t.Errorf("%q lacks %q: %+v", args, says[i], got)
			}
		}
	}
	near := run(t, nil, "triage", "--since", "36500d", "--demo", "--limit", "1")
	if near.code == ExitUsage {
		t.Errorf("the longest age is refused: %+v", near)
	}
}
