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
}

// Heads are whole names, common short names or two letters, never the beginning of a name that is cut.
func TestHeads(t *testing.T) {
	english := "YouTube,Pinterest,Twitter (X),Instagram,WeChat Official,WeChat Channels,Xiaohongshu (RED)"
	chinese := "哔哩哔哩,Pinterest,微信公众号,微信视频号,微视"
	for _, c := range []struct {
		names string
		room  int
		want  string
	}{
		{english, 99, "YouTube|Pinterest|Twitter (X)|Instagram|WeChat Official|WeChat Channels|Xiaohongshu (RED)"},
		{english, 60, "YouTube|Pinterest|X|Instagram|Official|Channels|RED"},
		{english, 48, "YouTube|Pi|X|Instagram|Official|Channels|RED"},
		{english, 24, "Yo|Pi|X|In|Of|Ch|RED"},
		{english, 1, "Yo|Pi|X|In|Of|Ch|RE"},
		{chinese, 38, "哔哩哔哩|Pinterest|公众号|视频号|微视"},
		{chinese, 30, "哔|Pi|公众号|视频号|微视"},
		{chinese, 1, "哔|Pi|公|视|微"},
	} {
		got := strings.Join(Heads(strings.Split(c.names, ","), c.room), "|")
		if got != c.want {
			t.Errorf("%d cells: %s, want %s", c.room, got, c.want)
		}
	}
}
