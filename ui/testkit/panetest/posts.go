package panetest

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// Post is a generated post as a user describes it.
type Post struct {
	Title, Text string
	Files       []string
	Options     [][2]string // names and values
}

// Posts returns n posts of all kinds, the same ones each time: some fit everywhere, some break limits,
// and some lack what platforms require.
func Posts(n int) (posts []Post) {
	r := rand.New(rand.NewPCG(6, 1))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	for range n {
		p := Post{
			Title: strings.Repeat("t", r.IntN(3)*r.IntN(70)),
			Text:  strings.Repeat("word ", r.IntN(3)*r.IntN(90)) + pick("", "", "#tea"),
		}
		kind := r.IntN(4)
		if kind == 0 || kind == 3 {
			p.Files = append(p.Files, fmt.Sprintf(
				"%ds %s 30fps %dMB %s",
				1+r.IntN(200),
				pick("1920x1080", "1080x1920", "300x300"),
				1+r.IntN(1500),
				pick("mp4", "mov", "avi"),
			))
		}
		for range kind * r.IntN(3) {
			p.Files = append(
				p.Files,
				fmt.Sprintf("%s %s", pick("jpg", "png", "gif"), pick("1080x1080", "300x900")),
			)
		}
		for _, o := range [][2]string{
			{"boardId", pick("1", "abc")},
			{"tid", pick("17", "x")},
			{"copyright", pick("1", "2")},
			{"privacy_level", pick("SELF_ONLY", "NOBODY")},
			{"categoryId", "22"},
			{"poll", pick(`{"options":["a"]}`, `{"options":["a","b"],"duration_minutes":5}`)},
			{"noSuchOption", "1"},
		} {
			if r.IntN(4) == 0 {
				p.Options = append(p.Options, o)
			}
		}
		posts = append(posts, p)
	}
	return posts
}
