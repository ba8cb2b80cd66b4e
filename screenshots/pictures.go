package main

import (
	"channeldeck/ui/pane"
	"channeldeck/ui/words"
)

// pictures returns all pictures: every pane in a dark and in a light terminal,
// accounts in Chinese and on a small and a wide screen, the palette and the help.
func pictures() []picture {
	var all []picture
	for _, palette := range []string{"dark", "light"} {
		for _, p := range panes() {
			p.name, p.palette = p.name+"-"+palette, palette
			all = append(all, p)
		}
	}
	accounts := picture{pane: "accounts", palette: "dark", lang: words.English, width: 120, height: 36, shows: "2,500 accounts"}
	chinese, small, wide, palette, help := accounts, accounts, accounts, accounts, accounts
	chinese.name, chinese.lang, chinese.keys, chinese.shows = "accounts-chinese", words.Chinese, []string{"/", "text:美食", "enter"}, "账号"
	small.name, small.width, small.height, small.keys = "accounts-60x16", 60, 16, []string{"x"}
	wide.name, wide.width, wide.keys = "accounts-wide", 190, []string{"down", "down"}
	palette.name, palette.keys, palette.shows = "palette", []string{":", "text:tube"}, "Command palette"
	help.name, help.height, help.keys, help.shows = "help", 44, []string{"?"}, "Search:"
	return append(all, chinese, small, wide, palette, help)
}

// panes returns a picture of each pane, in English.
func panes() []picture {
	list := []picture{
		{name: "accounts", keys: []string{"/", "text:studio", "enter", " ", " ", "down"}, shows: "2 selected"},
		{name: "groups", keys: []string{"n", "text:Autumn campaign 秋季", "enter", "esc"}, shows: "Autumn campaign"},
		{name: "options", keys: []string{"/", "text:pinterest", "enter", "enter", "enter"}, shows: "New value"},
		{name: "works", open: pane.Target{Pane: "works", Platform: "YouTube", WorkID: "dQw4w9WgX00"}, keys: []string{
			"enter", "later:1h", "r", "enter", "later:2h", "r", "enter", "later:1h", "r", "enter", "later:3h", "r", "enter", "down",
		}, shows: "5 snapshots"},
		{name: "sessions", open: pane.Target{Pane: "sessions", SessionID: "6710a1e5c0de000000000001"}, shows: "21 messages"},
		{name: "prices", keys: []string{"a", "text:8s 1080p image to video x20", "enter"}, shows: "image to video"},
	}
	for i := range list {
		list[i].pane, list[i].lang, list[i].width, list[i].height = list[i].name, words.English, 120, 36
	}
	return list
}
