package post_test

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/post"
	"channeldeck/api/quote"
)

// platform returns a platform as the service sends it, which is available unless its members say
// otherwise.
func platform(t *testing.T, members string) *api.Platform {
	t.Helper()
	if !strings.Contains(members, `"status"`) {
		members += `,"status":"available"`
	}
	rows, err := api.DecodeRows[api.Platform]([]byte(`[{"platform":"p",` + strings.TrimPrefix(members, ",") + `}]`))
	if err != nil {
		t.Fatal(err)
	}
	return &rows[0]
}

// files returns files as they are described.
func files(t *testing.T, description string) []media.File {
	t.Helper()
	list, problems := quote.ParseFiles(description, quote.NewValues(nil), nil)
	if len(problems) > 0 {
		t.Fatalf("%q: %v", description, problems)
	}
	return list
}

// verdictText writes a verdict in one line: what breaks a rule, or may break it.
func verdictText(v *post.Verdict) string {
	parts := []string{string(v.Fit)}
	for _, it := range append([]post.ItemVerdict{v.Whole}, v.Items...) {
		for _, f := range it.Findings {
			sign := map[media.Answer]string{media.No: "!", media.Unknown: "?"}[f.Fit]
			s := sign + string(it.Kind) + " " + string(f.Rule)
			if f.Limit.IsSet() || f.Actual.IsSet() {
				s += " " + f.Actual.Round(3).String() + "/" + f.Limit.String()
			}
			if f.Found != "" || f.Allowed != nil {
				s += " " + f.Found + "/" + strings.Join(f.Allowed, ",")
			}
			parts = append(parts, s)
		}
	}
	return strings.Join(parts, "; ")
}

func TestModes(t *testing.T) {
	image := "jpg 10x10 1MB"
	video := "mp4 5s 10x10 1MB"
	audio := "mp3 5s"
	for _, tt := range []struct{ listed, files, cover, body, want string }{
		{`["video"]`, video, "", "", "fits"},
		{`["video"]`, video, image, "", "fits"},
		{`["video"]`, image, "", "", "rejected; !post modes article/video"},
		{`["video"]`, "", "", "a", "rejected; !post modes article2/video"},
		{`["article"]`, video, "", "", "rejected; !post modes video/article"},
		{`["article"]`, image, "", "", "fits"},
		{`["article2"]`, "", image, "a", "rejected; !post modes article/article2"},
		{`["article","video"]`, image + ";" + video, "", "", "rejected; !post imagesBesideVideo"},
		{`["article2"]`, image + ";" + video, "", "", "rejected; !post imagesBesideVideo"},
		{`["video"]`, "", image, "", "rejected; !post empty; !post modes article/video"},
		{`["video"]`, "", "", "", "rejected; !post empty"},
		{`["reel","story"]`, image, "", "", "unknown; ?post modes article/reel,story"},
		{`["reel","article"]`, image, "", "", "fits"},
		{`["article"]`, audio, "", "", "rejected; !audios audio"},
		{`["video"]`, video, video, "", "rejected; !cover coverIsImage mp4/"},
	} {
		p := platform(t, `"contentLimits":{"modes":`+tt.listed+`}`)
		it := &post.Post{Body: tt.body, Files: files(t, tt.files)}
		if tt.cover != "" {
			it.Cover = &files(t, tt.cover)[0]
		}
		if got := verdictText(post.Judge(p, it)); got != tt.want {
			t.Errorf("%s, %q, cover %q, text %q: %s, want %s", tt.listed, tt.files, tt.cover, tt.body, got, tt.want)
		}
	}
	if got := verdictText(post.Judge(platform(t, ""), &post.Post{Body: "a"})); got != "fits" {
		t.Errorf("without a list of modes: %s", got)
	}
}

// Lengths are UTF-16 code units, 0 is a limit, and a missing member states none.
func TestLengths(t *testing.T) {
	for _, tt := range []struct{ limits, title, body, want string }{
		{`{"maxTitleLength":2}`, "茶a", "", "fits"},
		{`{"maxTitleLength":2}`, "🍵a", "", "rejected; !title maxTitleLength 3/2"},
		{`{"maxTitleLength":0}`, "a", "b", "rejected; !title maxTitleLength 1/0"},
		{`{"maxTitleLength":0}`, "", "b", "fits"},
		{`{}`, strings.Repeat("a", 1000), "b", "fits"},
		{`{"maxBodyLength":3}`, "title", "abcd", "rejected; !body maxBodyLength 4/3"},
		{`{"maxTotalTextLength":3}`, "ab", "c", "fits"},
		{`{"maxTotalTextLength":3}`, "ab", "cd", "rejected; !post maxTotalTextLength 4/3"},
		{`{"maxTitleLength":1e999999}`, "a", "b", "unknown; ?title maxTitleLength 1/1e999999"},
	} {
		p := platform(t, `"contentLimits":`+tt.limits)
		if got := verdictText(post.Judge(p, &post.Post{Title: tt.title, Body: tt.body})); got != tt.want {
			t.Errorf("%s, %q, %q: %s, want %s", tt.limits, tt.title, tt.body, got, tt.want)
		}
	}
}

// A finding says whether the service counts more characters than people do.
func TestLengthsThatCountMore(t *testing.T) {
	p := platform(t, `"contentLimits":{"maxTitleLength":1,"maxTotalTextLength":1},"topic":{"maxTotalLength":1}`)
	for title, more := range map[string]bool{
		"tea":     false,
		"茶茶":      false,
		"🍵":       true,
		"❤\uFE0F": true,
		"𠮷":       true,
	} {
		v := post.Judge(p, &post.Post{Title: title, Body: "#ab"})
		for _, it := range append([]post.ItemVerdict{v.Whole}, v.Items...) {
			for _, f := range it.Findings {
				if want := more && f.Rule != "topic.maxTotalLength"; f.CountsMore != want {
					t.Errorf("%q: %s counts more: %t", title, f.Rule, f.CountsMore)
				}
			}
		}
		if len(v.Whole.Findings) != 2 || len(v.Items[0].Findings) != 1 {
			t.Errorf("%q: %s", title, verdictText(v))
		}
	}
}

// Where topics have a field of their own, they and the blanks around them do not count as text,
// but they count as topics everywhere.
func TestTopics(t *testing.T) {
	for _, tt := range []struct{ topic, body, want string }{
		{`{"supported":true}`, "ab #tea", "rejected; !body maxBodyLength 7/2"},
		{`{"supported":true,"nativeField":true}`, "ab #tea #茶\n#x_1", "fits"},
		{`{"supported":true,"nativeField":true}`, "a #tea b", "rejected; !body maxBodyLength 3/2"},
		{`{"nativeField":true,"maxCount":2}`, "#a #b #a", "fits"},
		{`{"nativeField":true,"maxCount":2}`, "#a #b#c", "rejected; !post topic.maxCount 3/2"},
		{`{"supported":false,"nativeField":true,"maxCount":0}`, "#a", "fits"},
		{`{"nativeField":true,"maxTotalLength":4}`, "#tea #茶", "fits"},
		{`{"nativeField":true,"maxTotalLength":3}`, "#tea #茶", "rejected; !post topic.maxTotalLength 4/3"},
		{`{"nativeField":true,"maxCount":0}`, "a#", "fits"},
	} {
		p := platform(t, `"contentLimits":{"maxBodyLength":2},"topic":`+tt.topic)
		if got := verdictText(post.Judge(p, &post.Post{Body: tt.body})); got != tt.want {
			t.Errorf("%s, %q: %s, want %s", tt.topic, tt.body, got, tt.want)
		}
	}
	p := platform(t, `"contentLimits":{"maxTotalTextLength":2},"topic":{"nativeField":true}`)
	if got := verdictText(post.Judge(p, &post.Post{Title: "ab", Body: "#tea"})); got != "fits" {
		t.Errorf("topics in the total: %s", got)
	}
}

func TestNumbersOfFiles(t *testing.T) {
	const limits = `"contentLimits":{"maxImages":2,"maxVideos":0,"maxMediaCount":3}`
	for description, want := range map[string]string{
		"2 images":               "fits",
		"2 images; jpg 1x1":      "rejected; !post maxImages 3/2",
		"mp4 1s":                 "rejected; !post maxVideos 1/0",
		"4 images; jpg 1x1; jpg": "rejected; !post maxImages 6/2; !post maxMediaCount 6/3",
	} {
		if got := verdictText(post.Judge(platform(t, limits), &post.Post{Files: files(t, description)})); got != want {
			t.Errorf("%q: %s, want %s", description, got, want)
		}
	}
}

func TestFiles(t *testing.T) {
	p := platform(t, `"mediaRules":{"imageFormats":["jpeg","PNG"],"videoFormats":["mp4","mov"],"maxImageSize":1048576,
		"maxVideoSize":1000000000,
	 "minVideoDuration":3,"maxVideoDuration":60.5,"minImageWidth":100,"maxImageWidth":2000,"minImageHeight":200,
	"maxImageHeight":3000,
	 "minVideoWidth":540,"maxVideoWidth":1920,"minVideoHeight":360,"maxVideoHeight":1921,"aspectRatio":{"min":0.5,
	"max":1.91}}`)
	const full = "1280x720 30fps 12MB mp4 "
	for description, want := range map[string]string{
		full + "60.5s":               "fits",
		full + "61s":                 "rejected; !videos maxVideoDuration 61/60.5",
		full + "2s":                  "rejected; !videos minVideoDuration 2/3",
		full:                         "unknown; ?videos minVideoDuration /3; ?videos maxVideoDuration /60.5",
		"14s 540x1920 1GB quicktime": "fits",
		"14s 540x1922 1GB mov":       "rejected; !videos maxVideoHeight 1922/1921",
		"14s 539x359 1.1GB mp4": "rejected; !videos maxVideoSize 1100000000/1000000000; !videos " +
			"minVideoWidth 539/540; !videos minVideoHeight 359/360",
		"14s 1921x720 1MB m4v": "rejected; !videos videoFormats m4v/mp4,mov; !videos maxVideoWidth " +
			"1921/1920",
		"jpg 1000x1000 1MB":   "fits",
		"png 1000x1000 1.1MB": "rejected; !images maxImageSize 1100000/1048576",
		"webp 1000x1000 1MB":  "rejected; !images imageFormats webp/jpeg,PNG",
		"image 1000x1000 1MB": "unknown; ?images imageFormats /jpeg,PNG",
		"jpg 99x199 1MB": "rejected; !images minImageWidth 99/100; !images minImageHeight " +
			"199/200; !images aspectRatio.min 0.497/0.5",
		"jpg 2001x3001 1MB": "rejected; !images maxImageWidth 2001/2000; !images maxImageHeight " +
			"3001/3000",
		"jpg 1910x1000 1MB":                   "fits",
		"jpg 1911x1000 1MB":                   "rejected; !images aspectRatio.max 1.911/1.91",
		"jpg 499x1000 1MB; png 1000x1000 1MB": "rejected; !images aspectRatio.min 0.499/0.5",
		"14s 1000x500 1MB mp4; mp3 3s":        "rejected; !audios audio",
		"14s 1920x1000 1MB mp4 60fps":         "fits",
	} {
		list, _ := quote.ParseFiles(description, quote.NewValues(nil), nil)
		if got := verdictText(post.Judge(p, &post.Post{Files: list})); got != want {
			t.Errorf("%q: %s, want %s", description, got, want)
		}
	}
	cover := files(t, "webp 1000x1000 1MB")[0]
	got := verdictText(post.Judge(p, &post.Post{Files: files(t, full+"14s"), Cover: &cover}))
	if got != "rejected; !cover imageFormats webp/jpeg,PNG" {
		t.Errorf("the cover: %s", got)
	}
}

// The extension of a video decides, the content of an image.
func TestExtensions(t *testing.T) {
	p := platform(t, `"mediaRules":{"imageFormats":["jpg"],"videoFormats":["mov"]}`)
	for _, tt := range []struct {
		f    media.File
		want string
	}{
		{media.File{Kind: media.Videos, Path: "/a/clip.MOV", Format: "mp4"}, "fits"},
		{media.File{Kind: media.Videos, Path: "/a/clip.mp4", Format: "mov"}, "rejected; !videos videoFormats mp4/mov"},
		{media.File{Kind: media.Videos, Path: "/a/clip", Format: "mov"}, "fits"},
		{media.File{Kind: media.Images, Path: "/a/photo.png", Format: "jpg"}, "fits"},
	} {
		if got := verdictText(post.Judge(p, &post.Post{Files: []media.File{tt.f}})); got != tt.want {
			t.Errorf("%s of %s: %s, want %s", tt.f.Path, tt.f.Format, got, tt.want)
		}
	}
}

func TestAvailability(t *testing.T) {
	for members, want := range map[string]string{
		`"status":"available"`:                           "fits",
		`"status":"unavailable"`:                         "rejected; !post status unavailable/",
		`"status":"coming_soon"`:                         "rejected; !post status coming_soon/",
		`"status":"hidden"`:                              "unknown; ?post status hidden/",
		`"status":"odd"`:                                 "unknown; ?post status odd/",
		`"status":null`:                                  "unknown; ?post status",
		`"capabilities":{"publish":{"supported":false}}`: "rejected; !post publish.supported",
		`"capabilities":{"publish":{"completionStrategy":"user_handoff"}}`:  "fits",
		`"capabilities":{"publish":{"supported":true,"somethingNew":true}}`: "fits",
	} {
		v := post.Judge(platform(t, members), &post.Post{Body: "a"})
		if got := verdictText(v); got != want || v.Handoff != strings.Contains(members, "user_handoff") {
			t.Errorf("%s: %s, want %s; handoff %t", members, got, want, v.Handoff)
		}
	}
}

// Rules that are not understood are named with their values, and leave a doubt: members that are
// not known, and those of another type. A rule that is broken decides all the same.
func TestUncheckedRules(t *testing.T) {
	p := platform(
		t,
		`"contentLimits":{"maxLinks":2,"maxTitleLength":"20","maxBodyLength":3},"mediaRules":{"maxFps":60,`+
			`"aspectRatio":{"step":1,"max":"x"},"videoFormats":"mp4"},"topic":{"prefix":"#"},"authType":7`,
	)
	const doubts = `?post unchecked contentLimits.maxLinks 2/; ?post unchecked mediaRules.maxFps 60/; ?post ` +
		`unchecked mediaRules.aspectRatio.step 1/; ` +
		`?post unchecked topic.prefix "#"/; ?post unchecked contentLimits.maxTitleLength "20"/; ?post unchecked ` +
		`mediaRules.aspectRatio.max "x"/; ?post unchecked mediaRules.videoFormats "mp4"/`
	for body, want := range map[string]string{
		"a":    "unknown; " + doubts,
		"abcd": "rejected; " + doubts + "; !body maxBodyLength 4/3",
	} {
		if got := verdictText(post.Judge(p, &post.Post{Body: body})); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", body, got, want)
		}
	}
}

func TestItems(t *testing.T) {
	it := &post.Post{
		Title: "t",
		Body:  "b",
		Files: []media.File{{Kind: media.Images, Path: "/a/b.png"}, {Kind: media.Videos}},
		Cover: &media.File{Path: "c.jpg"},
	}
	var got []string
	for _, item := range it.Items() {
		got = append(got, fmt.Sprintf("%s %s%s", item.Kind, item.Name(), item.Text))
	}
	if fmt.Sprint(got) != "[images b.png videos  cover c.jpg title t body b]" {
		t.Errorf("%q", got)
	}
}
