package quote

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/media"
)

func fileText(f media.File) string {
	parts := []string{fmt.Sprintf("%d %s", f.Count, f.Kind)}
	for _, a := range []struct {
		name  string
		value api.Number
	}{{"s", f.Duration}, {"w", f.Width}, {"h", f.Height}, {"fps", f.FPS}, {"mb", f.SizeMB}} {
		if text := a.value.Round(6).String(); text != "" {
			parts = append(parts, a.name+"="+text)
		}
	}
	if f.Format != "" {
		parts = append(parts, f.Format)
	}
	return strings.Join(parts, " ")
}

func filesText(files []media.File) string {
	var list []string
	for _, f := range files {
		list = append(list, fileText(f))
	}
	return strings.Join(list, ", ")
}

func TestParseFiles(t *testing.T) {
	const full = "1 videos s=14 w=1920 h=1080 fps=30 mb=62 mp4"
	v := NewValues(nil)
	for text, want := range map[string]string{
		"14s 1920x1080 30fps 62MB mp4":          full,
		"mp4, 62 mb, 30 fps, 1920 × 1080, 14 秒": full,
		"14秒1920x1080 30帧 62兆 mp4":              full,
		"1分钟 mp4 1GB":                           "1 videos s=60 mb=1000 mp4",
		"62KB mov 29.97fps":                     "1 videos fps=29.97 mb=0.062 mov",
		"14s mp4; 3张 jpg 1024x768；5s mp3":       "1 videos s=14 mp4, 3 images w=1024 h=768 jpg, 1 audios s=5 mp3",
		"x2 png\n3x 8s mp4":                     "2 images png, 3 videos s=8 mp4",
		"3张图片 png":                              "3 images png",
		"2 images":                              "2 images",
		"video/mp4 14s":                         "1 videos s=14 mp4",
		"amr 3s":                                "1 audios s=3 amr",
		"video gif":                             "1 videos gif",
		"gif":                                   "1 images gif",
		"JPEG":                                  "1 images jpg",
		"14s 16:9":                              "1 videos s=14",
		"audio 3s":                              "1 audios s=3",
		"音频 3秒; 视频 4秒":                          "1 audios s=3, 1 videos s=4",
		"":                                      "",
		" ; ;\n":                                "",
		"14秒，62MB，mp4":                          "1 videos s=14 mb=62 mp4",
		"mp4 1:04":                              "1 videos s=64 mp4",
		"mp4 1m4s":                              "1 videos s=64 mp4",
		"mp4 64s":                               "1 videos s=64 mp4",
		"1080p mp4":                             "1 videos h=1080 mp4",
		"1080p 14s":                             "1 videos s=14 h=1080",
		"1920x1080 16:9 png":                    "1 images w=1920 h=1080 png",
	} {
		files, problems := ParseFiles(text, v, nil)
		if got := filesText(files); got != want || len(problems) != 0 {
			t.Errorf("%q\n got %s (%s)\nwant %s", text, got, problemText(problems), want)
		}
	}
	for text, want := range map[string]string{
		"14s":                "kind:14s",
		"1920x1080":          "kind:1920x1080",
		"62 mp4":             "bare:62",
		"14s 15s mp4":        "contradict:15s",
		"1080p 1280x720 mp4": "contradict:1280x720",
		"mp4 mp3":            "contradict:mp3",
		"0MB mp4":            "range:0MB",
		"-3s mp4":            "range:-3s",
		"0x1080 mp4":         "range:0x1080",
		"mp4 hello 14s":      "unknown:hello",
		"image video":        "contradict:video",
		"x0 mp4":             "range:x0",
		"1001个 mp4":          "range:1001个",
		"x2 x3 mp4":          "contradict:x3",
	} {
		if _, problems := ParseFiles(text, v, nil); problemText(problems) != want {
			t.Errorf("%q\n got %s\nwant %s", text, problemText(problems), want)
		}
	}
}

func TestParsePaths(t *testing.T) {
	v := NewValues(nil)
	broken := errors.New("broken")
	read := func(path string) (media.File, error) {
		switch path {
		case "my clip [1].mp4", "/tmp/a;b.mp4", "~/Große Clips/x.mp4", "a 14s.mp4":
			return media.File{
				Kind:     media.Videos,
				Path:     path,
				Format:   "mp4",
				Duration: api.Int(14),
				Width:    api.Int(1920),
				Height:   api.Int(1080),
				SizeMB:   api.Int(3),
			}, nil
		case "old.avi":
			return media.File{Kind: media.Videos, Path: path, Format: "avi", SizeMB: api.Int(5)}, nil
		case "./noext", "noext", "clip1", "14s_clip", "a.ts":
			return media.File{
				Kind:   media.Images,
				Path:   path,
				Format: "png",
				Width:  api.Int(10),
				Height: api.Int(10),
			}, nil
		case "locked.mp4":
			return media.File{}, broken
		}
		return media.File{}, fmt.Errorf("open: %w", fs.ErrNotExist)
	}
	const clip = "1 videos s=14 w=1920 h=1080 mb=3 mp4"
	for text, want := range map[string]string{
		"my clip [1].mp4":                 clip,
		` "my clip [1].mp4" `:             clip,
		`"/tmp/a;b.mp4"; ./noext`:         clip + ", 1 images w=10 h=10 png",
		"~/Große Clips/x.mp4 30fps x2":    "2 videos s=14 w=1920 h=1080 fps=30 mb=3 mp4",
		"a 14s.mp4 14s":                   clip, // agrees
		"old.avi 14s 1920x1080 30fps":     "1 videos s=14 w=1920 h=1080 fps=30 mb=5 avi",
		"old.avi 1920x1080":               "1 videos w=1920 h=1080 mb=5 avi",
		"noext":                           "1 images w=10 h=10 png",
		"noext x3":                        "3 images w=10 h=10 png",
		`"noext"; clip1; 14s_clip; a.ts`:  strings.Repeat(", 1 images w=10 h=10 png", 4)[2:],
		"my clip [1].mp4\nold.avi; 3 jpg": clip + ", 1 videos mb=5 avi",
	} {
		files, problems := ParseFiles(text, v, read)
		if strings.HasSuffix(text, "jpg") {
			if problemText(problems) != "bare:3" {
				t.Errorf("%q: %s", text, problemText(problems))
			}
			files = files[:2]
			problems = nil
		}
		if got := filesText(files); got != want || len(problems) != 0 {
			t.Errorf("%q\n got %s (%s)\nwant %s", text, got, problemText(problems), want)
		}
	}
	for text, want := range map[string]string{
		"gone.mp4":               "no_file:gone.mp4",
		"my other clip.mp4 14s":  "no_file:my other clip.mp4",
		"/tmp/gone 14s":          "no_file:/tmp/gone",
		"gone 14s":               "no_file:gone",
		"./gone 14s":             "no_file:./gone",
		"62 mp4":                 "bare:62",
		"noext video":            "contradict:video", // it is an image
		"noext mp4":              "contradict:mp4",
		`"no such file"`:         "no_file:no such file",
		"locked.mp4":             "unreadable:locked.mp4",
		"my clip [1].mp4 15s":    "contradict:15s",
		"my clip [1].mp4 720p":   "contradict:720p",
		"my clip [1].mp4 mov":    "contradict:mov",
		"my clip [1].mp4 tomato": "unknown:tomato",
	} {
		_, problems := ParseFiles(text, v, read)
		if problemText(problems) != want {
			t.Errorf("%q\n got %s\nwant %s", text, problemText(problems), want)
		}
		if problems[0].Kind == Unreadable && !errors.Is(problems[0].Err, broken) {
			t.Errorf("%q: %v", text, problems[0].Err)
		}
	}
	if _, problems := ParseFiles(
		"my clip [1].mp4 14s; png",
		v,
		nil,
	); problemText(problems) != "not_read:my clip [1].mp4" {
		t.Errorf("without reading: %s", problemText(problems))
	}
	// Figures do not make a file of a path that cannot be read, or is not read yet.
	for _, item := range []string{"locked.mp4 14s 1920x1080 30fps", "gone.jpg 100x100 jpg", "gone.mp4 video"} {
		for _, read := range []func(string) (media.File, error){read, nil} {
			if files, problems := ParseFiles(item, v, read); len(files) != 0 || len(problems) != 1 {
				t.Errorf("%s: %s (%s)", item, filesText(files), problemText(problems))
			}
		}
	}
	reads := 0
	ParseFiles("/"+strings.Repeat("a ", 2000), v, func(string) (media.File, error) {
		reads++
		return media.File{}, fs.ErrNotExist
	})
	if reads > 1 {
		t.Errorf("%d reads for one item", reads)
	}
}

func TestMissingFigures(t *testing.T) {
	for _, c := range []struct {
		file media.File
		want string
	}{
		{media.File{Kind: media.Videos}, "duration pixels fps"},
		{media.File{Kind: media.Videos, Duration: api.Int(1), Height: api.Int(1), FPS: api.Int(1)}, "pixels"},
		{media.File{Kind: media.Images}, "pixels"},
		{media.File{Kind: media.Audios}, "duration"},
		{media.File{Kind: media.Audios, Duration: api.Int(1)}, ""},
	} {
		if got := strings.Join(c.file.Missing(), " "); got != c.want {
			t.Errorf("%+v: %s", c.file, got)
		}
	}
}

func FuzzParseFiles(f *testing.F) {
	for _, seed := range []string{
		"14s 1920x1080 30fps 62MB mp4",
		"3张 jpg 1024x768; 音频 3秒",
		"clip.mp4 .",
		"x2\n\n;+",
		`"a b.mp4`,
		"/x y z",
	} {
		f.Add(seed)
	}
	v := testValues()
	f.Fuzz(func(t *testing.T, text string) {
		files, problems := ParseFiles(text, v, nil)
		checkProblems(t, problems)
		for _, file := range files {
			if file.Count < 1 || file.Kind == "" {
				t.Fatalf("%q: %+v", text, file)
			}
		}
	})
}
