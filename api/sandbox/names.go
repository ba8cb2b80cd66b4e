package sandbox

import "strings"

// style makes names of channels from a first and a second word.
type style struct{ first, second []string }

// brandName returns the name of brand n. Names repeat only when all combinations
// of all styles are used.
func brandName(styles []style, n int) string {
	all := 0
	for _, s := range styles {
		all += len(s.first) * len(s.second)
	}
	const scatter = 7919 // a prime, so that names do not repeat
	n = n % all * scatter % all
	for _, s := range styles {
		if size := len(s.first) * len(s.second); n >= size {
			n -= size
			continue
		}
		return s.first[n/len(s.second)] + s.second[n%len(s.second)]
	}
	return ""
}

// chineseStyles make 740 names of people, towns and shops.
func chineseStyles() []style {
	return []style{
		{
			strings.Fields("小林 阿满 老周 小鹿 大橘 阿七 小夏 老陈 米粒 阿北 小唐 老何 阿宁 小雨 老徐 阿布 小舟 阿曼 老赵 小柚"),
			strings.Fields("的厨房 爱吃饭 在路上 说车 聊科技 修手机 学画画 带娃记 不加班 讲历史 的手账 养猫记 种花记 跑步日记 爱读书"),
		},
		{
			strings.Fields("成都 广州 上海 杭州 西安 厦门 长沙 青岛 大理 重庆 苏州 南京 武汉 昆明 泉州 顺德 北京 深圳 洛阳 扬州"),
			strings.Fields("美食日记 探店笔记 周末去哪儿 穿搭手册 装修日记 咖啡地图 宠物生活 亲子指南 骑行俱乐部 老街故事 美食研究所 花艺课堂 早餐图鉴 露营小队"),
		},
		{
			strings.Fields("拾光 木白 青禾 云朵 半亩 南山 初见 有间 知味 小满 山野 海盐 蓝鲸 白露 橘子 远山"),
			strings.Fields("手作 家居 茶铺 烘焙 花店 影像 书房 户外 食堂 咖啡"),
		},
	}
}

// englishStyles make 400 names.
func englishStyles() []style {
	return []style{{
		strings.SplitAfter("Harbor Juniper Orchard Saltwater Bluepeak Northline Lumen Nora Milo Ada Cedar Willow Copper Maple Fern Kite Golden Slow Sunday Tiny ", " ")[:20],
		strings.Fields("Bakes Coffee Kitchen Travels Outdoors Films Garden Cycling Home Reviews Studio Gear Ceramics Books Fitness Weekends Tea Prints Interiors Vintage"),
	}}
}
