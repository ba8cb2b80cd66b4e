package options

import (
	"strings"
	"testing"

	"channeldeck/ui/text"
)

func TestInitials(t *testing.T) {
	for _, c := range []struct{ names, want string }{
		{
			"Douyin,Kuaishou,Xiaohongshu (RED),Bilibili,WeChat Channels,Weishi,YouTube,X,TikTok",
			"Do Ku Xi Bi We Wi Yo X Ti",
		},
		{"抖音,快手,小红书,哔哩哔哩,微信视频号,微视,YouTube,X", "抖 快 小 哔 微 视 Yo X"},
		{"a b,ab,ab,,\u202e长", "ab ab ab ? 长"},
	} {
		got := initials(strings.Split(c.names, ","))
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %v, want %s", c.names, got, c.want)
		}
		for _, s := range got {
			if text.Width(s) > 2 {
				t.Errorf("%q is wider than two cells", s)
			}
		}
	}
	for room, want := range map[int]string{
		2: "Do We Wi", 4: "Douy WeCh Weis", 5: "Douyi WeCha Weish", 10: "Douyin WeChat Ch. Weishi",
	} {
		if got := strings.Join(heads([]string{"Douyin", "WeChat Channels", "Weishi"}, room), " "); got != want {
			t.Errorf("%d cells: %s, want %s", room, got, want)
		}
	}
	if got := strings.Join(
		heads([]string{"哔哩哔哩", "微信视频号", "微视", "Xiaohongshu (RED)", "WeChat A", "WeChat B"}, 5),
		" ",
	); got != "哔哩 微信 微视 RED WeCha WC" {
		t.Error(got)
	}
}
