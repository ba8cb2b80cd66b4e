package quote

import (
	"fmt"
	"strings"
	"testing"

	"channeldeck/api"

	"pgregory.net/rapid"
)

// questionText formats a question for comparison.
func questionText(q Question) string {
	var parts []string
	add := func(name, value string) {
		if value != "" {
			parts = append(parts, name+"="+value)
		}
	}
	add("mode", q.Mode)
	add("res", q.Resolution)
	add("aspect", q.AspectRatio)
	add("s", q.Duration.Round(3).String())
	add("tag", q.Tag)
	add("model", q.Model)
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

func problemText(list []Problem) string {
	var parts []string
	for _, p := range list {
		parts = append(parts, fmt.Sprintf("%s:%s", p.Kind, p.Text))
	}
	return strings.Join(parts, "|")
}

func testValues() *Values {
	return NewValues([]api.VideoModel{
		{Name: "aurora-2", Label: api.Some("极光二代")},
		{Name: "aurora-2-pro", Label: api.Some("Aurora 2.0 Pro")},
		{Name: "8s"},
		{
			Name:         "4090",
			Tags:         []string{"fast", "long shot", "国风", "图生视频", "4090", "8s"},
			Modes:        []string{"text2video", "lf2video", "draw-to-life"},
			Resolutions:  []string{"720P", "HD Plus", "768p-pro"},
			AspectRatios: []string{"adaptive", "9:16"},
			CreditsScope: api.Some("seedling"),
		},
	})
}

// A resolution that rows spell differently is named as most of them do.
func TestUsualSpelling(t *testing.T) {
	v := NewValues([]api.VideoModel{
		{Resolutions: []string{"4K", " 1080P", "720p"}},
		{Resolutions: []string{"2160p", "1080p", ""}},
		{Resolutions: []string{"2160p", "3840x2160", "1080p"}},
	})
	if got := strings.Join(v.List(ByResolution), " "); got != "720p 1080p 2160p" {
		t.Errorf("the resolutions are %s", got)
	}
	for _, typed := range []string{"4k", "2160p", "3840x2160"} {
		if got, ok := v.Find(ByResolution, typed); got != "2160p" || !ok {
			t.Errorf("%s is found as %q, %v", typed, got, ok)
		}
	}
}

func TestParseQuestion(t *testing.T) {
	const want = "mode=image2video res=1080p s=8 n=20"
	for text, want := range map[string]string{
		"8s 1080p image2video x20":                              want,
		"x20 image2video 1080p 8s":                              want,
		"20x 8s, 1080P, image-to-video":                         want,
		"8 s 1080p image to video × 20":                         want,
		"i2v 1080p 8sec*20":                                     want,
		"20 clips 8 seconds 1080p i2v":                          want,
		"8秒 1080p 图生视频 20条":                                     want,
		"8秒1080p图生视频20条":                                        want,
		"图生视频，1080P，８秒，２０条":                                     want,
		"20x8s 1080p i2v":                                       want,
		"8s×20 1080p i2v":                                       want,
		"时长8 分辨率1080p 模式：图生视频 数量20":                             want,
		"duration:8 count:20 resolution:1080p mode:image2video": want,
		"mode:i2v 1080p 8s x20":                                 want,

		"首尾帧 10秒":       "mode=flf2video s=10",
		"文生视频 9:16 5秒":  "mode=text2video aspect=9:16 s=5",
		"多图 比例 9：16":    "mode=multi-image2video aspect=9:16",
		"16比9 120秒":     "aspect=16:9 s=120",
		"多参考生视频":        "mode=multi-ref",
		"视频生视频 4K":      "mode=video2video res=4k",
		"v2v 1920x1080": "mode=video2video res=1920x1080",
		"1024*576":      "res=1024x576",
		"7.5s":          "s=7.5",

		"64s":                "s=64",
		"1m4s":               "s=64",
		"1:04":               "s=64",
		"1 min 4 s":          "s=64",
		"1分4秒":               "s=64",
		"1 minute 4 seconds": "s=64",
		"duration:64":        "s=64",
		"duration:1:04":      "s=64",
		"1min":               "s=60", "2m": "s=120", "1h": "s=3600", "duration:1:30": "s=90", "duration:9:16": "s=556",
		"21:9": "aspect=21:9", "16:9": "aspect=16:9", "1:1": "aspect=1:1", "9:16 1:04": "aspect=9:16 s=64",

		"3x10s":                     "s=10 n=3",
		"t2v tag:fast":              "mode=text2video tag=fast",
		"fast t2v":                  "mode=text2video tag=fast",
		"long shot 5s":              "s=5 tag=long shot",
		"tag:long shot 5s":          "s=5 tag=long shot",
		`tag:"very new" 5s`:         "s=5 tag=very new",
		"tag:very-new 5s":           "s=5 tag=very-new",
		"#国风 5秒":                    "s=5 tag=国风",
		"国风图生视频5秒":                  "mode=image2video s=5 tag=国风",
		"标签：图生视频 文生视频":              "mode=text2video tag=图生视频",
		"4090 8s":                   "s=8 tag=4090",
		"tag:8s 5s":                 "s=5 tag=8s",
		"lf2video draw-to-life":     "mode=lf2video",
		"draw to life":              "mode=draw-to-life",
		"hd plus 768p-pro":          "res=HD Plus",
		"720p":                      "res=720P",
		"resolution:720":            "res=720P",
		"adaptive":                  "aspect=adaptive",
		"general credits":           "scope=general",
		"通用积分 seedling":             "scope=general",
		"scope:seedling":            "scope=seedling",
		"accepts video audio input": "video audio",
		"accepts:audio 参考视频":        "video audio",
		"aurora-2 8s":               "s=8 model=aurora-2",
		"Aurora 2.0 pro x3":         "model=aurora-2-pro n=3",
		"8s 极光二代 图生视频":              "mode=image2video s=8 model=aurora-2",
		"model:aurora-2":            "model=aurora-2",
		`name:"4090"`:               "model=4090",
		"":                          "",
		" ,，。 ":                     "",
		"8s 8秒 8.0s":                "s=8",
		"image2video x 8s":          "mode=image2video s=8",
	} {
		got, _ := ParseQuestion(text, testValues())
		if questionText(got) != want {
			t.Errorf("%q\n got %s\nwant %s", text, questionText(got), want)
		}
	}
}

func TestQuestionProblems(t *testing.T) {
	for text, want := range map[string]string{
		"8s 1080p image2video x20": "",
		"8s + 5s":                  "unknown:+|contradict:5s",
		"8s+5s":                    "unknown:+5s",
		"8s budget:900":            "unknown:budget:900",
		"cheapest 8s please":       "unknown:please",
		"the cheapest of 20 clips": "", // answers are sorted by price
		"price for 8s at 1080p":    "",
		"最便宜的8秒图生视频多少钱 20个":            "",
		"20条视频哪个最便宜":                   "",
		"20条视频中最便宜的是哪个":                "",
		"what is the cheapest":         "",
		"3 images 8s":                  "bare:3|unknown:images",
		"8s 30fps 62MB":                "bare:30|unknown:fps|bare:62|unknown:MB",
		"10s 1080pixels":               "bare:1080|unknown:pixels",
		"8s - 1080p":                   "",
		"8s bogus 1080p":               "unknown:bogus",
		"8 1080p":                      "bare:8",
		"8s 10s":                       "contradict:10s",
		"i2v t2v":                      "contradict:t2v",
		"0s":                           "range:0s",
		"-5s":                          "range:-5s",
		"8s x-2":                       "range:x-2",
		"99999999s":                    "range:99999999s",
		"x0":                           "range:x0",
		"2.5条":                         "range:2.5条",
		"8s x":                         "missing:x",
		"tag:":                         "missing:tag:",
		"小猫8秒":                         "unknown:小猫",
		"fast2 8s":                     "bare:2",
		"4090q 8s":                     "unknown:q",
		"sd 8s":                        "unknown:sd",
		"sss":                          "unknown:sss",
		"8apples":                      "bare:8|unknown:apples",
		"一镜到底 8s":                      "unknown:一镜到底",
		"soon2video":                   "unknown:soon2video",
		"scope:general scope:seedling": "contradict:scope:seedling",
		"accepts:smell":                "unknown:accepts:smell",
		"hd plus 768p-pro":             "contradict:768p-pro",
	} {
		_, problems := ParseQuestion(text, testValues())
		if got := problemText(problems); got != want {
			t.Errorf("%q\n got %s\nwant %s", text, got, want)
		}
	}
}

func TestParseDuration(t *testing.T) {
	for text, want := range map[string]string{
		"8":       "8",
		"8s":      "8",
		"2.5":     "2.5",
		"64s":     "64",
		"1m4s":    "64",
		"1:04":    "64",
		"9:16":    "556",
		"1分4秒":    "64",
		" 8 s":    "8",
		"":        "",
		"-8":      "",
		"-8s":     "",
		"0":       "",
		"1080p":   "",
		"8s x2":   "",
		"8 8":     "",
		"x":       "",
		"8s 9:16": "",
		"soon":    "",
		"1e3":     "",
	} {
		d, ok := ParseDuration(text)
		if ok != (want != "") || ok && d.Round(3).String() != want {
			t.Errorf("%q: %s %v, want %q", text, d.Round(3).String(), ok, want)
		}
	}
}

func TestFindValue(t *testing.T) {
	v := testValues()
	for _, c := range []struct {
		column     Column
		text, want string
	}{
		{ByMode, "text2video", "text2video"},
		{ByMode, "T2V", "text2video"},
		{ByMode, "文生视频", "text2video"},
		{ByMode, "Text to Video", "text2video"},
		{ByMode, "DRAW-TO-LIFE", "draw-to-life"},
		{ByMode, "i2v", ""},
		{ByMode, "nothing", ""},
		{ByMode, "", ""},
		{ByMode, "720p", ""},
		{ByResolution, "720", "720P"}, {ByResolution, "720p", "720P"}, {ByResolution, "1080", ""},
		{ByAspectRatio, "9：16", "9:16"}, {ByAspectRatio, "16:9", ""},
		{ByTag, "FAST", "fast"}, {ByTag, "slow", ""}, {ByScope, "Seedling", "seedling"}, {ByScope, "general", ""},
	} {
		if got, ok := v.Find(c.column, c.text); got != c.want || ok != (c.want != "") {
			t.Errorf("%s %q: %q %v, want %q", c.column, c.text, got, ok, c.want)
		}
	}
}

// sent is a value as the service sends it.
func sent(_ Column, value string) string { return value }

// A question's text means the same question when it is read again.
func TestQuestionTextRoundTrip(t *testing.T) {
	v := testValues()
	for text, want := range map[string]string{
		"8秒 1080p 图生视频 20条":   "8s 1080p image2video x20",
		"hd plus adaptive 国风": `HD Plus adaptive tag:"国风"`,
		"mode:fast 7.5s":      `7.5s mode:"fast"`,
		"mode:8s":             `mode:"8s"`,
		"scope:\"\"":          `scope:""`,
		"seedling accepts video accepts audio 9比16": `9:16 scope:"seedling" accepts:video accepts:audio`,
		"": "",
	} {
		q, _ := ParseQuestion(text, v)
		got := q.Text(v, sent)
		back, problems := ParseQuestion(got, v)
		if got != want || questionText(back) != questionText(q) || len(problems) > 0 {
			t.Errorf(
				"%q is written %q, want %q; read back as %s, was %s",
				text,
				got,
				want,
				questionText(back),
				questionText(q),
			)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		q := drawQuestion(t)
		back, problems := ParseQuestion(q.Text(v, sent), v)
		if !strings.EqualFold(questionText(back), questionText(q)) || len(problems) > 0 {
			t.Fatalf("%q: %s, was %s", q.Text(v, sent), questionText(back), questionText(q))
		}
	})
}

func FuzzParseQuestion(f *testing.F) {
	for _, seed := range []string{
		"8s 1080p image2video x20", "8秒1080p图生视频20条", "tag:\"", "#", "9:16 x", "mode:",
		"1:04:05", "ｘ２０ ９：１６", "-", "\xff8s",
	} {
		f.Add(seed)
	}
	v := testValues()
	f.Fuzz(func(t *testing.T, text string) {
		q, problems := ParseQuestion(text, v)
		checkProblems(t, problems)
		if q.Duration.IsSet() && q.Duration.Sign() <= 0 || q.Count < 0 || q.Count > 1_000_000_000 {
			t.Fatalf("%q: %s", text, questionText(q))
		}
	})
}

func checkProblems(t *testing.T, problems []Problem) {
	t.Helper()
	for _, p := range problems {
		if p.Kind == "" || p.Text == "" {
			t.Fatalf("%+v", p)
		}
	}
}

// Scopes that differ in case only are different kinds of credits.
func TestFindExactFirst(t *testing.T) {
	v := NewValues([]api.VideoModel{
		{Name: "a", CreditsScope: api.Some("General")},
		{Name: "b", CreditsScope: api.Some("general")},
	})
	for typed, want := range map[string]string{"General": "General", "general": "general", "GENERAL": "general"} {
		if got, ok := v.Find(ByScope, typed); got != want || !ok {
			t.Errorf("%s: %q %v", typed, got, ok)
		}
	}
}
