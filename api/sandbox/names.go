package sandbox

import (
	"math/rand/v2"
	"strings"
)

// script is what most accounts of a platform are named in.
type script uint8

const (
	han script = iota
	latin
)

// nickname is the account's display name. Some accounts share one.
func (a *accounts) nickname(i int, p platform, dice *rand.Rand) string {
	if c := a.castOf(i); c != nil {
		return c.nickname
	}
	pick := func(words ...string) string { return words[dice.IntN(len(words))] }
	n := dice.IntN(100)
	if p.script == latin && n < 60 {
		n += 100
	}
	switch {
	case n < 4:
		return pick("東京", "大阪", "京都", "福岡", "札幌") + pick("カフェ巡り", "グルメ日記", "散歩", "暮らし", "ねこ便り")
	case n < 7:
		return pick("서울", "부산", "제주", "대구") + " " + pick("맛집 일기", "여행 기록", "브이로그", "카페투어")
	case n < 9:
		return pick("مطبخ", "يوميات", "رحلات") + " " + pick("ليلى", "سارة", "عمر", "نور")
	case n < 10:
		return pick("המטבח של", "הטיולים של", "הסטודיו של") + " " + pick("נועה", "יעל", "איתי")
	case n < 13:
		return pick("🍜", "🎬✨", "🐈‍⬛", "👩🏽‍🍳", "🇸🇬", "☕️") + pick("小厨房", "Daily", "拾光", "Studio", "日常")
	case n < 60:
		return pick("成都", "广州", "上海", "杭州", "西安", "厦门", "长沙", "青岛", "大理", "重庆", "小城", "老街") +
			pick("美食", "探店", "旅行", "穿搭", "家居", "数码", "育儿", "健身", "读书", "宠物", "手作", "花艺") +
			pick("日记", "笔记", "研究所", "小分队", "指南", "频道", "君", "说", "Lab", "Vlog")
	case n < 100:
		return pick("阿", "小", "老", "大") + pick("满", "林", "周", "陈", "鹿", "北", "七", "夏", "米", "橘") +
			pick("爱吃饭", "在路上", "说车", "聊科技", "的厨房", "修手机", "画画", "带娃记", "不加班", "讲历史") + pick("", "", "", "呀", "官方")
	}
	return pick("Nora", "Milo", "Ada", "Bluepeak", "Saltwater", "Juniper", "Kite & Co", "Lumen", "Orchard", "Harbor", "Tiny", "Northline") + " " +
		pick("Bakes", "Studio", "Travels", "Coffee", "Outdoors", "Reviews", "Kitchen", "Cycling", "Films", "Home", "Garden", "Gear") +
		pick("", "", "", " Official", " TV", " HQ")
}

// role is a part that a certain account plays whatever the seed.
type role struct {
	platform   string
	nickname   string
	abnormal   bool
	statistics statistics
}

func (a *accounts) castOf(i int) *role {
	if i >= len(a.cast) {
		return nil
	}
	return &a.cast[i]
}

// hostileText holds what must not reach a terminal: it would clear the screen,
// set the title, write to the clipboard, and turn the direction of text.
const hostileText = "\x1b[2J\x1b[31mALERT\x1b[0m \x1b]0;title\a\x1b]52;c;c3RvbGVu\a \u009b31m \u202egnp.exe\u202c \u2066\u200f\r\n\b\x7f\x00"

// cast are the first, so the oldest, accounts: the ones to be careful with.
func cast() []role {
	return []role{
		{platform: "douyin", nickname: "成都美食日记"},
		{platform: "xiaohongshu", nickname: "成都美食日记"},
		{platform: "douyin", nickname: "成都美食日记", abnormal: true}, // the same name on the same platform
		{platform: "YouTube", nickname: "Nora Bakes"},
		{platform: "TikTok", nickname: "Nora Bakes"},
		{platform: "Instagram", nickname: "Nora Bakes", abnormal: true},
		{platform: "facebook", nickname: "Nora Bakes", statistics: stale},
		{platform: "X", nickname: "Nora Bakes"},
		{platform: "bilibili", nickname: "老周说车"},
		{platform: "kuaishou", nickname: "老周说车"},
		{platform: "wechatChannels", nickname: "拾光手作", abnormal: true, statistics: stale},
		{platform: "weibo", nickname: "蓝鲸科技官方微博", statistics: neverSaid},
		{platform: "pinterest", nickname: "Juniper Home", statistics: neverZero},
		{platform: "threads", nickname: "Kite & Co", statistics: zeroesTrue},
		{platform: "linkedIn", nickname: "Northline Logistics"},
		{platform: unlisted, nickname: "头条看世界"},
		{platform: "douyin", nickname: strings.Repeat("超长昵称的账号", 43)},
		{platform: "TikTok", nickname: strings.Repeat("Supercalifragilistic ", 15) + "End"},
		{platform: "YouTube", nickname: "日本語と한국어 and العربية 👨‍👩‍👧‍👦🏳️‍🌈🇯🇵", statistics: huge},
		{platform: "kuaishou", nickname: "👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀 ｆｕｌｌｗｉｄｔｈ ﷽"},
		{platform: "X", nickname: hostileText},
		{platform: "weibo", nickname: "\u202eevil\u202c\u2067ltr\u2069 \u200b\u200c\u200d\u2060\ufeff\u00ad"},
		{platform: "bilibili", nickname: "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘"},
		{platform: "Instagram", nickname: " \t leading and\ttabs\nand lines \u2028 \u0085 "},
		{platform: "xiaohongshu", nickname: ""},
		{platform: "douyin", nickname: "　　", statistics: nulls},
		{platform: "facebook", nickname: `=HYPERLINK("http://evil.example","click"),"quoted"`},
		{platform: "threads", nickname: "a\ufffdb\ue000c\U000e0041d\ufe0e☺︎❤️"},
		{platform: "linkedIn", nickname: "https://example.com/?q=1&amp;<b>bold</b> `code` *md* [x](y)"},
		{platform: "wechatChannels", nickname: "مطبخ 123 ليلى abc", statistics: neverZero},
	}
}
