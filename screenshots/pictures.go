package main

import (
	"time"

	"channeldeck/ui/pane"
	"channeldeck/ui/words"
)

// pictures returns the pictures that do not move: every pane in a dark terminal,
// some in a light one and in Chinese, accounts on a small and a wide screen, the
// palette and the help.
func pictures() []picture {
	all := panes()
	accounts, works, prices := all[0], all[3], all[5]
	light := works
	light.name, light.palette = "works-light", "light"
	chinese := accounts
	chinese.name, chinese.lang, chinese.keys, chinese.shows = "accounts-chinese", words.Chinese, []string{"/", "text:美食", "enter", "down"}, "美食"
	both := prices
	both.name, both.lang, both.palette, both.keys, both.shows = "prices-chinese-light", words.Chinese, "light", []string{"a", "text:8秒 1080p 图生视频 20条", "enter"}, "图生视频"
	small := accounts
	small.name, small.width, small.height, small.keys, small.shows = "accounts-60x16", 60, 16, []string{"x"}, "2,500 accounts"
	wide := accounts
	wide.name, wide.width, wide.height = "accounts-200x50", 200, 50
	palette := accounts
	palette.name, palette.keys, palette.shows = "palette", []string{":", "text:harbor"}, "Harbor"
	help := accounts
	help.name, help.keys, help.shows = "help", []string{"?"}, "quit"
	return append(all, light, chinese, both, small, wide, palette, help)
}

// panes returns a picture of each pane, dark and in English.
func panes() []picture {
	list := []picture{
		{name: "accounts", keys: []string{"/", "text:bakes", "enter", " ", " ", "down"}, shows: "2 selected"},
		{name: "groups", keys: []string{"n", "text:Autumn campaign", "enter", "esc"}, shows: "Autumn campaign"},
		{name: "options", keys: []string{"/", "text:pinterest", "enter", "enter", "enter"}, shows: "New value"},
		{name: "works", open: pane.Target{Pane: "works", Platform: "YouTube", WorkID: "dQw4w9WgX10"}, keys: []string{"enter", "later:2h", "r", "enter"}, shows: "8 snapshots"},
		{name: "sessions", open: pane.Target{Pane: "sessions", SessionID: "6710a1e5c0de000000000001"}, shows: "21 messages"},
		{name: "prices", keys: []string{"a", "text:8s 1080p image2video x20", "enter"}, shows: "image to video"},
	}
	for i := range list {
		p := &list[i]
		p.pane, p.palette, p.lang, p.width, p.height = p.name, "dark", words.English, 120, 36
	}
	return list
}

// tourOf is the program at the beginning of the tour.
func tourOf() picture {
	p := panes()[0]
	p.height = 32
	return p
}

// morning is the tour: a minute of an operator's morning.
func morning() []step {
	const look = 2500 * time.Millisecond
	return []step{
		{"2,500 accounts on 14 platforms", nil, look, "2,500 accounts"},
		{"x   which of them are abnormal?", []string{"x", "down", "down", "down"}, look, "abnormal"},
		{"p   only those on YouTube", []string{"p", "text:youtube", " ", "enter"}, look, "YouTube"},
		{"2   the groups, those with most abnormal accounts marked", []string{"2", "down", "down"}, look, "groups"},
		{"3   what does a Pinterest board need?", []string{"3", "/", "text:pinterest", "enter", "enter", "enter"}, look, "New value"},
		{"4   how did a work's numbers move?", []string{"4", "down", "down", "enter", "enter"}, look, "snapshot"},
		{"5   why did a session fail?", []string{"5", "down", "enter", "x"}, look, "Credential"},
		{"6   the cheapest 8 seconds in 1080p from an image", []string{"6", "a", "text:8s 1080p image to video", "enter"}, 2 * look, "image to video"},
	}
}
