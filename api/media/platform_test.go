package media_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/quote"
)

func parse(t *testing.T, platform string) *api.Platform {
	t.Helper()
	var p api.Platform
	if err := json.Unmarshal([]byte(platform), &p); err != nil {
		t.Fatal(err)
	}
	return &p
}

func file(t *testing.T, description string) media.Item {
	t.Helper()
	files, problems := quote.ParseFiles(description, quote.NewValues(nil), nil)
	if len(files) != 1 || len(problems) > 0 {
		t.Fatalf("%q is %d files, %v", description, len(files), problems)
	}
	return media.Item{Kind: files[0].Kind, File: files[0]}
}

// itemText writes a verdict in one line.
func itemText(v media.ItemVerdict) string {
	out := string(v.Fit)
	for _, f := range v.Findings {
		out += fmt.Sprintf("; %s %s/%s", f.Constraint, f.Actual.Round(3).String()+f.Format, f.Limit.String()+strings.Join(f.Allowed, ","))
	}
	return out
}

const platform = `{"platform":"p","capabilities":{"work":{"publishVideo":true}},"mediaRules":{
 "video":{"formats":["MP4",".mov"],"codecs":["h264"],"minBytes":1024,"maxBytes":8589934592,"minDuration":3,"maxDuration":60.5,"minWidth":540,"maxHeight":4096,
  "maxPixels":8847360,"minFps":23,"maxFps":60,"minAspectRatio":0.5,"maxAspectRatio":2,"aspectRatios":["1:1"],"maxBitrate":0,"recommended":{"fps":30}},
 "image":{"formats":["jpg"],"maxBytes":0,"aspectRatios":["3:4","16:9"]}},
 "contentLimits":{"modes":{"video":{"title":{"min":1,"max":10,"unit":"characters"},"description":{"min":0,"max":5,"unit":"weighted"}},
  "image":{"title":{"min":0,"max":0}},"article":{"title":{"max":30},"body":{"max":100}}}}}`

func check(p *api.Platform, items []media.Item) []media.ItemVerdict {
	verdicts, _ := media.CheckItems(p, items)
	return verdicts
}

func TestCheckFiles(t *testing.T) {
	p := parse(t, platform)
	const full = "1280x720 30fps 12MB mp4 "
	for description, want := range map[string]string{
		full + "14s":                       "fits",
		full + "60.5s":                     "fits",
		full + "61s":                       "rejected; maxDuration 61/60.5",
		full + "2s":                        "rejected; minDuration 2/3",
		full:                               "unknown; minDuration /3; maxDuration /60.5",
		"14s 1280x720 30fps 9GB mov":       "rejected; maxBytes 9000000000/8589934592",
		"14s 1280x720 30fps 8GB quicktime": "fits",
		"14s 1280x720 30fps 12MB webm":     "rejected; formats webm/MP4,.mov",
		"14s 400x400 61fps 12MB mp4":       "rejected; minWidth 400/540; maxFps 61/60",
		"14s 4000x4000 30fps 12MB mp4":     "rejected; maxPixels 16000000/8847360",
		"14s 1920x540 30fps 12MB mp4":      "rejected; maxAspectRatio 3.556/2",
		"jpg 300x400 1MB":                  "fits",
		"jpg 3000x4001 1MB":                "fits",
		"jpg 400x400 1MB":                  "rejected; aspectRatios 1/3:4,16:9",
		"jpg":                              "unknown; aspectRatios /3:4,16:9",
		"mp3 3s":                           "unknown; accepts 1/",
	} {
		if got := itemText(check(p, []media.Item{file(t, description)})[0]); got != want {
			t.Errorf("%q: %s, want %s", description, got, want)
		}
	}
	video := check(p, []media.Item{file(t, full+"14s")})[0]
	if !slices.Equal(video.Unchecked, []string{"codecs", "maxBitrate"}) || video.Unstated != nil {
		t.Errorf("unchecked %q, unstated %q", video.Unchecked, video.Unstated)
	}
	picture := check(p, []media.Item{file(t, "jpg 300x400")})[0]
	if !slices.Equal(picture.Unchecked, []string{"maxBytes"}) || !slices.Equal(picture.Unstated, []string{"Bytes", "Pixels"}) {
		t.Errorf("unchecked %q, unstated %q", picture.Unchecked, picture.Unstated)
	}
}

// Without rules, a kind of works is refused only if the platform says so.
func TestCheckKinds(t *testing.T) {
	for rules, want := range map[string]string{
		`"capabilities":{}`:                                                                                  "unknown; accepts 1/",
		`"capabilities":{"work":{"publishVideo":true}}`:                                                      "unknown; accepts 1/",
		`"capabilities":{"work":{"publishVideo":false}},"mediaRules":{"video":{}}`:                           "rejected; accepts 1/",
		`"capabilities":{},"contentLimits":{"modes":{"image":{}}}`:                                           "rejected; accepts 1/",
		`"capabilities":{"work":{"publishVideo":true}},"contentLimits":{"modes":{"image":{}}}`:               "unknown; accepts 1/",
		`"capabilities":{},"mediaRules":{"video":{"maxDuration":14}}`:                                        "fits",
		`"capabilities":{},"mediaRules":{"video":[1,2]}`:                                                     "unknown; accepts 1/",
		`"capabilities":{},"mediaRules":{"video":{"maxDuration":"9","formats":"mp4","minWidth":null,"m":1}}`: "fits",
		`"capabilities":{},"mediaRules":{"video":{"maxDuration":1e999999}}`:                                  "unknown; maxDuration 14/1e999999",
	} {
		p := parse(t, `{"platform":"p",`+rules+`}`)
		if got := itemText(check(p, []media.Item{file(t, "14s mp4")})[0]); got != want {
			t.Errorf("%s: %s, want %s", rules, got, want)
		}
	}
}

// Texts are limited by the kinds of works that the files make. 0 is a limit, and a weighted
// length is known only if it cannot exceed the limit.
func TestCheckTexts(t *testing.T) {
	p := parse(t, platform)
	video, picture := file(t, "14s mp4"), file(t, "jpg")
	for _, c := range []struct {
		items []media.Item
		want  string
	}{
		{[]media.Item{video, {Kind: media.Title, Text: "十个字以内"}}, "fits"},
		{[]media.Item{video, {Kind: media.Title, Text: "longer than ten"}}, "rejected; maxLength 15/10"},
		{[]media.Item{video, {Kind: media.Title}}, "rejected; minLength 0/1"},
		{[]media.Item{picture, {Kind: media.Title, Text: "a"}}, "rejected; maxLength 1/0"},
		{[]media.Item{picture, {Kind: media.Title}}, "fits"},
		{[]media.Item{{Kind: media.Title, Text: "longer than ten"}}, "rejected; maxLength 15/10; maxLength 15/0"},
		{[]media.Item{video, {Kind: media.Description, Text: "ab"}}, "fits"},
		{[]media.Item{video, {Kind: media.Description, Text: "abc"}}, "unknown; maxWeightedLength /5"},
		{[]media.Item{picture, {Kind: media.Description, Text: "abc"}}, "unknown; accepts 1/"},
		{[]media.Item{{Kind: media.Description, Text: strings.Repeat("x", 101)}}, "rejected; maxLength 101/100; maxWeightedLength /5"},
	} {
		verdicts := check(p, c.items)
		if got := itemText(verdicts[len(verdicts)-1]); got != c.want {
			t.Errorf("%+v: %s, want %s", c.items, got, c.want)
		}
	}
	_, fit := media.CheckItems(p, []media.Item{picture, {Kind: media.Title, Text: "a"}})
	if _, none := media.CheckItems(p, nil); fit != media.No || none != media.Yes {
		t.Error("the worst verdict does not decide")
	}
}
