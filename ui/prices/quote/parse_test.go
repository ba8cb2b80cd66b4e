package quote

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"channeldeck/api"

	"pgregory.net/rapid"
)

// say writes a question the way the tests name what they expect.
func say(q Question) string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	add("mode", q.Mode)
	add("res", q.Resolution)
	add("aspect", q.AspectRatio)
	seconds := q.Duration.Text(3)
	add("s", seconds)
	add("tag", q.Tag)
	if scope, ok := q.Scope.Get(); ok {
		parts = append(parts, "scope="+string(scope))
	}
	if q.AcceptsVideo {
		parts = append(parts, "video")
	}
	if q.AcceptsAudio {
		parts = append(parts, "audio")
	}
	if q.Count != 0 {
		add("n", fmt.Sprint(q.Count))
	}
	return strings.Join(parts, " ")
}

func sayProblems(list []Problem) string {
	var parts []string
	for _, p := range list {
		parts = append(parts, fmt.Sprintf("%d:%s", p.Kind, p.Text))
	}
	return strings.Join(parts, "|")
}

func testVocabulary() *Vocabulary {
	return NewVocabulary([]api.VideoModel{{
		Name:         "m",
		Tags:         []string{"fast", "long shot", "国风", "图生视频", "4090", "8s"},
		Modes:        []string{"text2video", "lf2video", "draw-to-life"},
		Resolutions:  []string{"720P", "HD Plus", "768p-pro"},
		AspectRatios: []string{"adaptive", "9:16"},
		CreditsScope: api.Some("seedling"),
	}})
}

func TestParse(t *testing.T) {
	const want = "mode=image2video res=1080p s=8 n=20"
	for text, want := range map[string]string{
		"8s 1080p image2video x20":                              want,
		"x20 image2video 1080p 8s":                              want,
		"20x 8s, 1080P, image-to-video":                         want,
		"8 s 1080p image to video × 20":                         want,
		"i2v 1080p 8sec*20":                                     want,
		"20 clips 8 seconds 1080p i2v":                          want,
		"cheapest 8 s 1080p image-to-video x20":                 want,
		"8秒 1080p 图生视频 20条":                                     want,
		"8秒1080p图生视频20条":                                        want,
		"图生视频，1080P，８秒，２０条":                                     want,
		"最便宜的8秒1080p图生视频多少钱 20个":                                want,
		"二十条八秒1080p图片生视频":                                       want,
		"20x8s 1080p i2v":                                       want,
		"8s×20 1080p i2v":                                       want,
		"时长8 数量20 分辨率1080p 模式：图生视频":                             want,
		"duration:8 count:20 resolution:1080p mode:image2video": want,

		"首尾帧 10秒":                   "mode=flf2video s=10",
		"文生视频 9:16 5秒":              "mode=text2video aspect=9:16 s=5",
		"多图 比例 9：16":                "mode=multi-image2video aspect=9:16",
		"16比9 一百二十秒":                "aspect=16:9 s=120",
		"二〇秒":                       "s=20",
		"多参考生视频":                    "mode=multi-ref",
		"视频生视频 4K":                  "mode=video2video res=4k",
		"v2v 1920x1080":             "mode=video2video res=1920x1080",
		"1024*576":                  "res=1024x576",
		"7.5s":                      "s=7.5",
		"1min":                      "s=60",
		"两条":                        "n=2",
		"3x10s":                     "s=10 n=3",
		"t2v tag:fast":              "mode=text2video tag=fast",
		"fast t2v":                  "mode=text2video tag=fast",
		"long shot 5s":              "s=5 tag=long shot",
		"tag:long shot 5s":          "s=5 tag=long shot",
		`tag:"very new" 5s`:         "s=5 tag=very new",
		"#国风 5秒":                    "s=5 tag=国风",
		"国风图生视频5秒":                  "mode=image2video s=5 tag=国风",
		"标签：图生视频 文生视频":              "mode=text2video tag=图生视频",
		"4090 8s":                   "s=8 tag=4090",
		"tag:8s 5s":                 "s=5 tag=8s",
		"lf2video draw-to-life":     "mode=lf2video",
		"soon2video":                "mode=soon2video",
		"draw to life":              "mode=draw-to-life",
		"hd plus 768p-pro":          "res=HD Plus",
		"720p":                      "res=720P",
		"adaptive":                  "aspect=adaptive",
		"general credits":           "scope=general",
		"通用积分 seedling":             "scope=general",
		"scope:seedling":            "scope=seedling",
		"accepts video audio input": "video audio",
		"accepts:audio 参考视频":        "video audio",
		"":                          "",
		" ,，。 ":                     "",
		"8s 8秒 8.0s":                "s=8",
		"image2video x 8s":          "mode=image2video s=8",
	} {
		got, _ := Parse(text, testVocabulary())
		if say(got) != want {
			t.Errorf("%q\n got %s\nwant %s", text, say(got), want)
		}
	}
}

func TestParseProblems(t *testing.T) {
	for text, want := range map[string]string{
		"8s 1080p image2video x20":     "",
		"最便宜的8秒1080p图生视频多少钱 20个":       "",
		"8s bogus 1080p":               "1:bogus",
		"8 1080p":                      "2:8",
		"8s 10s":                       "3:10s",
		"i2v t2v":                      "3:t2v",
		"0s":                           "4:0s",
		"99999999s":                    "4:99999999s",
		"x0":                           "4:x0",
		"2.5条":                         "4:2.5条",
		"8s x":                         "5:x",
		"tag:":                         "5:tag:",
		"小猫8秒":                         "1:小猫",
		"fast2 8s":                     "2:2",
		"4090q 8s":                     "2:4090|1:q",
		"sd 8s":                        "1:sd",
		"sss":                          "1:sss",
		"8apples":                      "2:8|1:apples",
		"\xff8s":                       "",
		"一镜到底 8s":                      "1:一镜到底",
		"scope:general scope:seedling": "3:scope:seedling",
		"accepts:smell":                "1:accepts:smell",
		"hd plus 768p-pro":             "3:768p-pro",
	} {
		_, problems := Parse(text, testVocabulary())
		if got := sayProblems(problems); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

// TestTextReadsBack: what a question is written as, means that question again.
func TestTextReadsBack(t *testing.T) {
	v := testVocabulary()
	for text, want := range map[string]string{
		"8秒 1080p 图生视频 20条":   "8s 1080p image2video x20",
		"hd plus adaptive 国风": `HD Plus adaptive tag:"国风"`,
		"mode:fast 7.5s":      `7.5s mode:"fast"`,
		"mode:8s":             `mode:"8s"`,
		"scope:\"\"":          `scope:""`,
		"seedling accepts video accepts audio 9比16": `9:16 scope:"seedling" accepts:video accepts:audio`,
		"": "",
	} {
		q, _ := Parse(text, v)
		got := q.Text(v)
		back, problems := Parse(got, v)
		if got != want || say(back) != say(q) || len(problems) > 0 {
			t.Errorf("%q is written %q, want %q; read back as %s, was %s", text, got, want, say(back), say(q))
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t)
		back, problems := Parse(q.Text(v), v)
		if !strings.EqualFold(say(back), say(q)) || len(problems) > 0 {
			t.Fatalf("%q: %s, was %s", q.Text(v), say(back), say(q))
		}
	})
}

func TestParseTooLong(t *testing.T) {
	text := "8s " + strings.Repeat("图", maxText)
	q, problems := Parse(text, testVocabulary())
	last := problems[0]
	if last.Kind != TooLong || last.End != len(text) || say(q) != "s=8" {
		t.Errorf("got %s, %s", say(q), sayProblems(problems))
	}
}

func sayFile(f File) string {
	parts := []string{fmt.Sprintf("%d %s", f.Count, f.Kind)}
	for _, a := range []struct {
		name  string
		value Amount
	}{{"s", f.Duration}, {"w", f.Width}, {"h", f.Height}, {"fps", f.FPS}, {"mb", f.SizeMB}} {
		if text := a.value.Text(6); text != "" {
			parts = append(parts, a.name+"="+text)
		}
	}
	if f.Format != "" {
		parts = append(parts, f.Format)
	}
	return strings.Join(parts, " ")
}

func TestParseFiles(t *testing.T) {
	const full = "1 videos s=14 w=1920 h=1080 fps=30 mb=62 mp4"
	v := NewVocabulary([]api.VideoModel{{InputConstraints: api.InputConstraints{
		Audios: api.MediaConstraints{Formats: []string{".AMR", "MP4"}},
	}}})
	for text, want := range map[string]string{
		"14s 1920x1080 30fps 62MB mp4":          full,
		"mp4, 62 mb, 30 fps, 1920 × 1080, 14 秒": full,
		"14秒1920x1080 30帧 62兆 mp4":              full,
		"1分钟 mp4 1GB":                           "1 videos s=60 mb=1000 mp4",
		"62MiB mov 29.97fps":                    "1 videos fps=29.97 mb=65.011712 mov",
		"14s mp4; 3张 jpg 1024x768 + 5s mp3":     "1 videos s=14 mp4, 3 images w=1024 h=768 jpg, 1 audios s=5 mp3",
		"x2 png\n3x 8s mp4":                     "2 images png, 3 videos s=8 mp4",
		"3张图片 png":                              "3 images png",
		"2 images":                              "2 images",
		"reference clip.final.MP4 14s":          "1 videos s=14 mp4",
		"video.mp4":                             "1 videos mp4",
		"amr 3s":                                "1 audios s=3 amr",
		"video gif":                             "1 videos gif",
		"gif":                                   "1 images gif",
		"JPEG":                                  "1 images jpg",
		"14s 16:9":                              "1 videos s=14",
		"audio 3s":                              "1 audios s=3",
		"音频 3秒; 视频 4秒":                          "1 audios s=3, 1 videos s=4",
		"":                                      "",
		" ; ;\n":                                "",
		"时长：14秒，大小：62MB，格式：mp4": "1 videos s=14 mb=62 mp4",
	} {
		files, problems := ParseFiles(text, v)
		var got []string
		for _, f := range files {
			got = append(got, sayFile(f))
			if f.Start >= f.End || f.End > len(text) {
				t.Errorf("%q: at %d to %d", text, f.Start, f.End)
			}
		}
		if strings.Join(got, ", ") != want || len(problems) != 0 {
			t.Errorf("%q\n got %s (%s)\nwant %s", text, strings.Join(got, ", "), sayProblems(problems), want)
		}
	}
	for text, want := range map[string]string{
		"1080p mp4":     "6:1080p",
		"14s":           "7:14s",
		"1920x1080":     "7:1920x1080",
		"62 mp4":        "2:62",
		"14s 15s mp4":   "3:15s",
		"mp4 mp3":       "3:mp3",
		"0MB mp4":       "4:0MB",
		"0x1080 mp4":    "4:0x1080",
		"mp4 hello 14s": "1:hello",
		"image video":   "3:video",
		"x0 mp4":        "4:x0",
		"1001个 mp4":     "4:1001个",
		"x2 x3 mp4":     "3:x3",
	} {
		if _, problems := ParseFiles(text, v); sayProblems(problems) != want {
			t.Errorf("%q\n got %s\nwant %s", text, sayProblems(problems), want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{"8s 1080p image2video x20", "8秒1080p图生视频20条", "tag:\"", "#", "9:16 x", "mode:", "一百零八条", "ｘ２０ ９：１６"} {
		f.Add(seed)
	}
	v := testVocabulary()
	f.Fuzz(func(t *testing.T, text string) {
		q, problems := Parse(text, v)
		checkProblems(t, text, problems)
		if q.Duration.Known() && q.Duration.Sign() <= 0 || q.Count < 0 || q.Count > maxClips {
			t.Fatalf("%q: %s", text, say(q))
		}
	})
}

func FuzzParseFiles(f *testing.F) {
	for _, seed := range []string{"14s 1920x1080 30fps 62MB mp4", "3张 jpg 1024x768; 音频 3秒", "clip.mp4 .", "x2\n\n;+"} {
		f.Add(seed)
	}
	v := testVocabulary()
	f.Fuzz(func(t *testing.T, text string) {
		files, problems := ParseFiles(text, v)
		checkProblems(t, text, problems)
		for _, file := range files {
			if file.Count < 1 || file.Kind == "" || file.Start < 0 || file.Start >= file.End || file.End > len(text) {
				t.Fatalf("%q: %+v", text, file)
			}
		}
	})
}

// checkProblems holds that each names its own part of the text, in runes.
func checkProblems(t *testing.T, text string, problems []Problem) {
	t.Helper()
	for _, p := range problems {
		if p.Kind == 0 || p.Start < 0 || p.Start >= p.End || p.End > len(text) || text[p.Start:p.End] != p.Text {
			t.Fatalf("%q: %+v", text, p)
		}
		if utf8.ValidString(text) && !utf8.ValidString(p.Text) {
			t.Fatalf("%q: %+v cuts a character", text, p)
		}
	}
}
