package screenshots

import (
	"time"

	"channeldeck/ui/pane"
	"channeldeck/ui/words"
)

// pictures returns every pane in a dark terminal, a light terminal, a small and a wide
// one, the palette, the help and the tour, in both languages.
func pictures() []picture {
	var list []picture
	for _, lang := range words.Langs() {
		say := sayIn(lang)
		all := panes(lang)
		accounts := all[1]
		works := all[4]
		light := works
		light.name = "works-light"
		light.palette = "light"
		small := accounts
		small.name = "accounts-60x16"
		small.width = 60
		small.height = 16
		small.keys = []string{"x"}
		small.shows = say("2,500 accounts", "2,500 个账号")
		wide := accounts
		wide.name = "accounts-200x50"
		wide.width = 200
		wide.height = 50
		palette := accounts
		palette.name = "palette"
		palette.keys = []string{":", say("text:harbor", "text:美食")}
		palette.shows = say("Harbor", "美食")
		help := accounts
		help.name = "help"
		help.keys = []string{"?"}
		help.shows = say("quit", "退出")
		tour := accounts
		tour.name = "tour"
		tour.height = 32
		tour.tour = morning(lang)
		for _, p := range append(all, light, small, wide, palette, help, tour) {
			p.name += say("", "-chinese")
			p.title = "channeldeck: " + p.name
			if p.tour != nil {
				p.title = "channeldeck: half a minute of work"
			}
			list = append(list, p)
		}
	}
	return list
}

// sayIn returns a function that chooses the text in a language.
func sayIn(lang words.Lang) func(english, chinese string) string {
	return func(english, chinese string) string {
		if lang == words.Chinese {
			return chinese
		}
		return english
	}
}

// panes returns a picture of each pane, in a dark terminal.
func panes(lang words.Lang) []picture {
	say := sayIn(lang)
	list := []picture{
		{name: "overview", step: step{shows: say("your last visit", "上次查看")}},
		{
			name: "accounts",
			step: step{
				keys:  []string{"/", say("text:bakes", "text:美食"), "enter", " ", " ", "down"},
				shows: say("2 selected", "已选 2"),
			},
		},
		{
			name: "groups",
			step: step{
				keys:  []string{"A", say("text:Autumn campaign", "text:秋季活动"), "enter", "esc"},
				shows: say("Autumn campaign", "秋季活动"),
			},
		},
		{
			name: "options",
			step: step{
				keys:  []string{"/", "text:pinterest", "enter", "enter"},
				shows: say("Before you publish", "发布前须知"),
			},
		},
		{
			name: "works",
			open: pane.Target{Pane: "works", Platform: "youtube", WorkID: "dQw4w9WgX10"},
			step: step{keys: []string{"enter", "later:2h", "r", "enter"}, shows: say("8 snapshots", "8 条快照")},
		},
		{
			name: "sessions",
			open: pane.Target{Pane: "sessions", SessionID: "6710a1e5c0de000000000001"},
			step: step{shows: say("21 messages", "21 条消息")},
		},
		{
			name: "prices",
			step: step{
				keys:  []string{"$", say("text:8s 1080p image2video x20", "text:8秒 1080p 图生视频 20条"), "enter"},
				shows: say("image to video", "图生视频"),
			},
		},
	}
	for i := range list {
		p := &list[i]
		p.pane = p.name
		p.palette = "dark"
		p.lang = lang
		p.width = 120
		p.height = 36
	}
	list[0].width = 180
	list[0].height = 50
	list[0].history = true
	return list
}

// morning is the tour: half a minute of an operator's morning.
func morning(lang words.Lang) []step {
	const look = 1500 * time.Millisecond
	say := sayIn(lang)
	return []step{
		{
			say("2,500 accounts on 13 platforms", "13 个平台，2,500 个账号"),
			nil,
			look,
			say("2,500 accounts", "2,500 个账号"),
		},
		{
			say("x   which of them are abnormal?", "x   哪些账号异常？"),
			[]string{"x", "down", "down", "down"},
			look,
			say("abnormal", "异常"),
		},
		{
			say("p   only those on YouTube", "p   只看 YouTube"),
			[]string{"p", "text:youtube", " ", "enter"},
			look,
			"YouTube",
		},
		{
			say("3   the groups, those with most abnormal accounts marked", "3   各分组的情况，异常多的有标记"),
			[]string{"3", "down", "down"},
			look,
			say("groups", "个分组"),
		},
		{
			say("4   what does a Pinterest board need?", "4   新建 Pinterest 图板需要哪些参数？"),
			[]string{"4", "/", "text:pinterest", "enter", "enter", "down"},
			look,
			say("Before you publish", "发布前须知"),
		},
		{
			say("5   how did a work's numbers move?", "5   作品数据怎么变化？"),
			[]string{"5", "down", "down", "enter", "enter"},
			look,
			say("snapshot", "快照"),
		},
		{
			say("6   why did a session fail?", "6   这个会话为什么失败？"),
			[]string{"6", "down", "enter", ")"},
			look,
			"Credential",
		},
		{
			say("7   the cheapest 8 seconds in 1080p from an image", "7   图生视频，8 秒 1080p，哪个模型最便宜？"),
			[]string{"7", "$", say("text:8s 1080p i2v", "text:8秒 1080p i2v"), "enter"},
			2 * look,
			say("image to video", "图生视频"),
		},
	}
}
