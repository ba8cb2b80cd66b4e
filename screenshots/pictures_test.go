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
		tour := all[0]
		tour.name = "tour"
		tour.width = 120
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
		{name: "overview", step: step{shows: say("since yesterday 09:00 · ", "对比昨天 09:00 · ")}},
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

// morning is the tour: half a minute of an operator's morning, from what happened since yesterday to the price
// of the next videos.
func morning(lang words.Lang) []step {
	const (
		glance = 1500 * time.Millisecond
		look   = 1900 * time.Millisecond
		read   = 2400 * time.Millisecond
	)
	say := sayIn(lang)
	return []step{
		{
			caption: say("What needs attention since yesterday?", "从昨天到现在，有哪些事项需要处理？"),
			stay:    read,
			shows:   say("since yesterday 09:00 · ", "对比昨天 09:00 · "),
		},
		{
			caption: say("Eleven accounts turned abnormal together. Which ones?", "11 个账号同时异常，是哪些？"),
			keys:    []string{"enter"},
			stay:    look,
			shows:   say("Bilibili", "哔哩哔哩"),
		},
		{
			caption: say("Which accounts on YouTube are abnormal?", "YouTube 上有哪些异常账号？"),
			keys:    []string{"2", "x", "f", "text:you", "enter"},
			stay:    look,
			shows:   say("status: abnormal", "状态：异常"),
		},
		{
			caption: say("In which group are most accounts abnormal?", "哪个分组的异常账号最多？"),
			keys:    []string{"3", "down", "down", "down"},
			stay:    glance,
			shows:   say("South China shops", "华南门店"),
		},
		{
			caption: say("What does Pinterest need before you publish?", "发布到 Pinterest 前需要填写什么？"),
			keys:    []string{"4", "/", "text:pint", "enter", "enter"},
			stay:    look,
			shows:   say("Before you publish", "发布前须知"),
		},
		{
			caption: say("How do the numbers of a work move?", "作品数据怎么变化？"),
			keys:    []string{"5", "enter"},
			stay:    look,
			shows:   say("snapshots", "条快照"),
		},
		{
			caption: say("Why did a session of an agent fail?", "智能体的会话为什么失败？"),
			keys:    []string{"6", "x", "enter", "x"},
			stay:    look,
			shows:   "Credential",
		},
		{
			caption: say("What do 20 clips of 8 seconds cost, made from an image?", "20 条 8 秒的图生视频，哪个模型最便宜？"),
			keys:    []string{"7", "$", say("text:8s 1080p i2v x20", "text:8秒 1080p i2v 20条"), "enter"},
			stay:    read,
			shows:   say("image to video", "图生视频"),
		},
	}
}
