package options

import (
	"strings"
	"testing"

	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Limits of a number of files or topics have their measure word in Chinese, and no number stands alone.
func TestLimitsOfCounts(t *testing.T) {
	for lang, want := range map[words.Lang][]string{
		words.English: {"Videos only 1 ·", "Images up to 12 ·", "Topics up to 5 ·"},
		words.Chinese: {"视频 仅 1 个 ·", "图片 不超过 12 张 ·", "话题 不超过 5 个 ·"},
	} {
		m := panetest.Begin(t, New, panetest.New(t, panetest.Options{Lang: lang}), 160, 40)
		panetest.Press(t, m, "/", "text:douyin", "enter", "enter")
		shown := strings.Join(strings.Fields(m.stack.View()), " ")
		for _, one := range want {
			if !strings.Contains(shown, one) {
				t.Errorf("the limits lack %q:\n%s", one, m.stack.View())
			}
		}
	}
}
