package cli

import (
	"bytes"
	"encoding/json"
	"image"
	"image/png"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	pricespane "channeldeck/ui/prices"
	"channeldeck/ui/testkit/panetest"
)

const catalog = `{"code":0,"message":"ok","data":[
{"name":"one","label":"One","tags":["fast"],"creditsScope":"general","modes":["text2video","image2video"],
"resolutions":["720p","1080P"],"durations":[5,8],
 "inputConstraints":{"videos":{"maxDuration":10,"formats":["mp4"]}},
 "pricing":[{"resolution":"720p","mode":"text2video","duration":5,"price":10,"originPrice":20},{"resolution":"1080P",
"mode":"image2video","duration":8,"price":30}]},
{"name":"two","creditsScope":"own","modes":["image2video"],"pricing":[{"resolution":"1080p","duration":8,"price":1}]},
{"name":"three","modes":["video2video"],"resolutions":["540p"],"inputConstraints":{"videos":{"maxCount":1}},
"pricing":[{"mode":"video2video","duration":8,"price":12345678901234567890.5}]},
{"name":"free","modes":["text2video"],"resolutions":["480p"],"durations":[3],"aspectRatios":["16:9"]}]}`

func TestPriceQuestions(t *testing.T) {
	t.Parallel()
	env := answering(t, catalog)
	delete(env, "CHANNELDECK_API_KEY")
	for args, want := range map[string]string{
		"":                                      "one 10, one 30, two 1, three 12345678901234567890.5, free ",
		"--sort price":                          "one 10, one 30, two 1, three 12345678901234567890.5, free ",
		"--sort name":                           "free , one 10, one 30, three 12345678901234567890.5, two 1",
		"--sort discount":                       "one 10, one 30, two 1, three 12345678901234567890.5, free ",
		"--sort discount --desc":                "one 10, one 30, two 1, three 12345678901234567890.5, free ",
		"--sort price --desc":                   "one 30, one 10, two 1, three 12345678901234567890.5, free ",
		"--sort name --desc":                    "two 1, three 12345678901234567890.5, one 10, one 30, free ",
		"--desc --mode image2video":             "one 30, two 1",
		"--desc":                                "one 30, one 10, two 1, three 12345678901234567890.5, free ",
		"--mode IMAGE2VIDEO":                    "one 30, two 1",
		"--mode image2video --resolution 1080p": "one 30, two 1",
		"--resolution 720P":                     "one 10",
		"--duration 8s":                         "one 30, two 1, three 12345678901234567890.5",
		"--duration 8.0 --scope own":            "two 1",
		"--tag fast":                            "one 10, one 30",
		"--scope general":                       "one 10, one 30",
		"--scope= ":                             "three 12345678901234567890.5, free ",
		"--accepts video":                       "one 10, one 30, three 12345678901234567890.5",
		"--model ONE":                           "one 10, one 30",
		"--model one --duration 5":              "one 10",
		"--aspect 16：9":                         "one 10, one 30, two 1, three 12345678901234567890.5, free ",
		"--mode i2v":                            "one 30, two 1",
		"--mode 图生视频":                           "one 30, two 1",
		"--resolution 1080":                     "one 30, two 1",
		"--duration 0:08":                       "one 30, two 1, three 12345678901234567890.5",
		"--model one --mode t2v --duration 8":   "", // known values without a price together
	} {
		got := run(t, env, append([]string{"prices", "-o", "csv"}, strings.Fields(args)...)...)
		var rows []string
		for _, r := range records(t, got.out)[1:] {
			rows = append(rows, r[0]+" "+r[7])
		}
		if s := strings.Join(rows, ", "); s != want || got.code != ExitDone {
			t.Errorf("%s: %s; exit %d %s", args, s, got.code, got.err)
		}
	}
	if got := run(
		t, env, "prices", "--model", "one", "--mode", "t2v", "--duration", "8",
	); !strings.Contains(got.err, "No price matches.") || got.code != ExitDone {
		t.Errorf("%+v", got)
	}
}

// A value that the catalog does not use is an error that lists those it does,
// never an empty list.
func TestUnknownPriceValues(t *testing.T) {
	t.Parallel()
	env := answering(t, catalog)
	for args, want := range map[string]string{
		"--mode nothing":                 "text2video, image2video, video2video",
		"--mode flf":                     "text2video, image2video, video2video",
		"--resolution 333":               "480p, 540p, 720p, 1080P",
		"--aspect 1:7":                   "16:9",
		"--tag slow":                     "fast",
		"--scope other":                  `general, own, ""`,
		"--duration 7":                   "3, 5, 8",
		"--model free --resolution 720p": "480p",
		"--count 2 --mode nothing":       "text2video, image2video, video2video",
	} {
		if got := run(
			t,
			env,
			append([]string{"prices"}, strings.Fields(args)...)...,
		); got.code != ExitUsage || !strings.Contains(got.err, want) || got.out != "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
	for _, args := range []string{
		"--duration -8",
		"--duration 1080p",
		"--duration x",
		"--count 0",
		"--count -2",
		"--accepts smell",
		"--sort size",
	} {
		if got := run(
			t,
			env,
			append([]string{"prices"}, strings.Fields(args)...)...,
		); got.code != ExitUsage || got.out != "" {
			t.Errorf("%s: %+v", args, got)
		}
	}
	if got := run(
		t,
		env,
		"prices",
		"--duration",
		"60",
		"--count",
		"1",
	); got.code != ExitDone || !strings.Contains(got.out, "max") {
		t.Errorf("a quote for a duration that no price has: %+v", got)
	}
}

// The command states what its answers assume, as the pane does.
func TestQuotesStateTheirAssumptions(t *testing.T) {
	t.Parallel()
	env := answering(t, `{"code":0,"message":"ok","data":[
{"name":"default","defaults":{"duration":10},"pricing":[{"duration":5,"price":1},{"duration":10,"price":9}]},
{"name":"shortest","pricing":[{"duration":6,"price":7},{"duration":4,"price":5}]},
{"name":"ratio","modes":["video2video"],"pricing":[{"mode":"video2video","aspectRatio":"9:16","duration":4,"price":5},
{"mode":"video2video","aspectRatio":"16:9","duration":4,"price":6},{"duration":4,"price":1}]},
{"name":"unlisted","modes":["text2video"],"pricing":[{"mode":"video2video","duration":4,"price":5}]}]}`)
	for _, c := range []struct{ args, model, want string }{
		{"--count 1", "default", "10 s, the model's default"},
		{"--count 1", "shortest", "4 s, its shortest clip"},
		{"--mode v2v --count 1 --duration 4", "ratio", "aspect ratio 9:16"},
		{"--mode v2v --duration 4 --input mp4", "unlisted", "mode not listed by the model"},
	} {
		args := append([]string{"prices"}, strings.Fields(c.args)...)
		for _, format := range []string{"table", "markdown", "csv", "json"} {
			line := ""
			got := run(t, env, append(args, "-o", format)...)
			for _, l := range strings.Split(got.out, "\n") {
				if strings.Contains(l, c.model) {
					line = l
				}
			}
			if !strings.Contains(line, c.want) && !(format == "json" && strings.Contains(got.out, c.want)) ||
				got.code != ExitDone {
				t.Errorf("%s as %s: %q\n%s%s", c.args, format, line, got.out, got.err)
			}
		}
	}
	got := run(t, env, "prices", "--mode", "v2v", "--count", "1", "--duration", "4", "-o", "json", "--model", "ratio")
	if !strings.Contains(got.out, `"price": 5,`) && !strings.Contains(got.out, `"price":5,`) {
		t.Errorf("a row without a mode applies although another names it: %s", got.out)
	}
}

// A price of a second is multiplied by the seconds of the clip, a member of a price that is not known is
// named beside it, and a duration that the model chooses is “auto” but in files for programs.
func TestUnitsOfPrices(t *testing.T) {
	env := answering(t, `{"code":0,"message":"ok","data":[
{"name":"a","durations":[10],"pricing":[{"duration":10,"price":10,"unit":"second"}]},
{"name":"b","durations":[10,-1],"pricing":[
 {"duration":10,"price":70,"currency":"USD"},{"duration":-1,"price":90,"currency":"USD"}]}]}`)
	for _, tt := range []struct {
		args string
		want []string
	}{
		{"prices -o markdown", []string{"| 10 | 100 |", "| auto | 90 |", "currency: USD"}},
		{"prices -o csv", []string{",10,100,", ",-1,90,", "currency: USD"}},
		{"prices --lang zh -o markdown", []string{"| 自动 | 90 |", "currency：USD"}},
		{"prices 10s x2 -o markdown", []string{"| 70 | 140 |", "| 100 | 200 |", "currency: USD"}},
		{"prices 10s x2 -o csv", []string{",70,,7,,140,", ",100,,10,,200,", "currency: USD"}},
		{"prices 10s x2 --jq .[].variant.currency", []string{"USD"}},
		{"prices 10s x2 --jq .[].total", []string{"140", "200"}},
		{"prices auto --model b -o markdown", []string{"| auto | 90 |"}},
	} {
		got := run(t, env, strings.Fields(tt.args)...)
		for _, want := range tt.want {
			if !strings.Contains(got.out, want) {
				t.Errorf("%s: no %q in %s%s", tt.args, want, got.out, got.err)
			}
		}
	}
}

// A catalog without prices says so, and shows what it does contain.
func TestCatalogWithoutPrices(t *testing.T) {
	env := answering(t, `{"code":0,"message":"ok","data":[
{"name":"m-1","description":"Model One","modes":["text2video","image2video"],"resolutions":["720p"],"durations":[5,10],
"maxInputImages":2,"inputConstraints":{"videos":{"maxDuration":15}}}]}`)
	got := run(t, env, "prices", "-o", "markdown")
	for _, want := range []string{
		"m-1",
		"Model One",
		"text to video, image to video",
		"720p",
		"5, 10",
		"input images: up to 2",
		"max duration: 15 s",
	} {
		if !strings.Contains(got.out, want) {
			t.Errorf("no %q in %s", want, got.out)
		}
	}
	if !strings.Contains(got.err, "The catalog has no prices.") || got.code != ExitDone {
		t.Errorf("%+v", got)
	}
	if got := run(
		t,
		env,
		"prices",
		"-o",
		"csv",
	); !strings.Contains(
		got.out,
		`"text2video, image2video",720p,,"5, 10",maxInputImages=2; inputConstraints.videos.maxDuration=15`,
	) {
		t.Errorf("%s", got.out)
	}
	if got := run(t, env, "prices", "-o", "json"); !strings.Contains(got.out, `"maxInputImages"`) {
		t.Errorf("%s", got.out)
	}
	if got := run(
		t,
		env,
		"prices",
		"--count",
		"1",
	); !strings.Contains(got.out, "no prices") || !strings.Contains(got.err, "The catalog has no prices.") {
		t.Errorf("%+v", got)
	}
}

// --input reads files: their names may contain blanks and brackets, and what a
// file does not state is named.
func TestPriceInputFiles(t *testing.T) {
	env := answering(t, catalog)
	dir := t.TempDir()
	env["PATH"] = dir // no ffprobe
	t.Setenv("PATH", dir)
	picture := filepath.Join(dir, "my picture [1].png")
	notes := filepath.Join(dir, "notes.mp4")
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	for path, content := range map[string][]byte{
		picture:                       b.Bytes(),
		filepath.Join(dir, "old.avi"): []byte("RIFF....AVI LIST...."),
		notes:                         []byte("notes"),
	} {
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := run(t, env, "prices", "-o", "csv", "--input", picture)
	if got.code != ExitDone || got.err != "" || !strings.Contains(got.out, "fits") {
		t.Errorf("%+v", got)
	}
	got = run(t, env, "prices", "-o", "csv", "--input", filepath.Join(dir, "old.avi")+" 14s", "--input", picture)
	if got.code != ExitDone || !strings.Contains(
		got.err,
		"old.avi: install FFmpeg (ffprobe) to determine width and height, the frame rate",
	) ||
		!strings.Contains(got.err, "1920x1080 30fps") ||
		!strings.Contains(got.out, "rejected,formats") {
		t.Errorf("%+v", got)
	}
	for input, want := range map[string]string{
		filepath.Join(dir, "gone.mp4"): "no such file: ",
		picture + " 640x480":           "contradicts",
		notes:                          "no known image, video or audio format",
		"mp4 -3s":                      "out of range",
		dir + "/":                      "not a file",
	} {
		if got := run(t, env, "prices", "--input", input); got.code != ExitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", input, got)
		}
	}
}

// A file fits by its content, never by its name, and advice works when it is followed.
func TestPriceInputContent(t *testing.T) {
	env := answering(t, `{"code":0,"message":"ok","data":[{"name":"any","inputConstraints":{"images":{"maxCount":9},
		"videos":{"maxCount":9},"audios":{"maxCount":9}},"pricing":[{"price":1}]},
{"name":"named","inputConstraints":{"images":{"formats":["jpg","heic"]},"videos":{"formats":["mp4"]},
"audios":{"formats":["mp3"]}},"pricing":[{"price":2}]}]}`)
	dir := t.TempDir()
	t.Setenv("PATH", dir) // no ffprobe
	t.Chdir(dir)
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 4, 3))); err != nil {
		t.Fatal(err)
	}
	const mp4 = "\x00\x00\x00\x18ftypisom\x00\x00\x02\x00isomiso2"
	for name, content := range map[string]string{
		"noext":      b.String(),
		"random.mp4": "\x93\x1f\x02\xee\x00\x01\x02\x03\xa7\x5c\x11\xfe",
		"empty.mp4":  "",
		"text.jpg":   "some text",
		"webm.mp4": "\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08" +
			"\x42\x82\x84webm\x42\x87\x81\x04",
		"ogg.mp3":   "OggS\x00\x02" + strings.Repeat("\x00", 20) + "\x01\x1e\x01vorbis" + strings.Repeat("\x00", 20),
		"m.heic":    "\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic",
		"cut.mp4":   mp4,
		"whole.mp4": mp4 + "\x00\x00\x00\x08moov",
	} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for input, want := range map[string]string{
		"noext":     "any fits, named rejected",
		"./noext":   "any fits, named rejected",
		"m.heic":    "any fits, named fits",
		"whole.mp4": "any fits, named fits",
		"webm.mp4":  "any fits, named rejected", "ogg.mp3": "any fits, named rejected",
		"random.mp4": "random.mp4: the content is no known",
		"text.jpg":   "text.jpg: the content is no known",
		"empty.mp4":  "empty.mp4 is empty",
		"cut.mp4":    "cut.mp4 is incomplete",
		"gone":       "no such file: gone", "./gone": "no such file: ./gone",
		// as the messages advise
		"14s":                          "add the format, such as mp4",
		"14s mp4":                      "any fits, named fits",
		"14s 1920x1080 30fps 62MB mp4": "any fits, named fits",
	} {
		got := run(t, env, "prices", "-o", "csv", "--columns", "name,verdict", "--input", input)
		if example := regexp.MustCompile(`after the path: (.+)`).FindStringSubmatch(got.err); example != nil {
			if got = run(
				t, env, "prices", "-o", "csv", "--columns", "name,verdict", "--input",
				input+" "+example[1],
			); got.err != "" {
				t.Errorf("%s %s: %s", input, example[1], got.err)
			}
		}
		var rows []string
		if got.code == ExitDone {
			for _, r := range records(t, got.out)[1:] {
				rows = append(rows, strings.Join(r, " "))
			}
			slices.Sort(rows)
		}
		if s := strings.Join(rows, ", ") + got.err; !strings.Contains(s, want) ||
			got.code != map[bool]int{true: ExitDone, false: ExitUsage}[len(rows) > 0] {
			t.Errorf("%s: %d %s, want %s", input, got.code, s, want)
		}
	}
}

func TestQuotesBeginWithTheBest(t *testing.T) {
	for args, want := range map[string]string{
		"--count 2 --desc":   "--desc and --count can't be combined.",
		"--input mp4 --desc": "--desc and --input can't be combined.",
	} {
		if got := run(
			t,
			nil,
			append([]string{"prices", "--demo"}, strings.Fields(args)...)...,
		); got.code != ExitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// A question has one answer for each model: offers first, and models that reject
// the files last.
func TestPriceQuotes(t *testing.T) {
	env := answering(t, catalog)
	type row struct {
		Name  string
		Rank  *int
		Total *json.Number
		Rule  *string
		Input *struct {
			Verdict, Constraint string
			File                *int
		}
	}
	ask := func(args ...string) []row {
		t.Helper()
		var rows []row
		got := run(t, env, append([]string{"prices", "-o", "json"}, args...)...)
		if err := json.Unmarshal([]byte(got.out), &rows); err != nil || got.code != ExitDone {
			t.Fatal(err, got.err)
		}
		return rows
	}
	rows := ask("--count", "20", "--duration", "8", "--mode", "image2video")
	if len(rows) != 4 || rows[0].Name != "one" || *rows[0].Rank != 1 || *rows[0].Total != "600" ||
		rows[1].Name != "two" ||
		*rows[1].Rank != 1 ||
		rows[2].Rank != nil ||
		*rows[2].Rule != "mode" ||
		rows[0].Input != nil {
		t.Errorf("%+v", rows)
	}
	rows = ask("--input", "14s mp4; 5s mov", "--model", "one")
	if len(rows) != 1 || rows[0].Input.Verdict != "rejected" || rows[0].Input.Constraint != "maxDuration" ||
		*rows[0].Input.File != 1 ||
		*rows[0].Total != "10" {
		t.Errorf("%+v", rows[0].Input)
	}
	var names []string
	for _, r := range ask("--input", "14s mp4") {
		names = append(names, r.Name+" "+r.Input.Verdict)
	}
	if got := strings.Join(names, ", "); got != "three fits, two unknown, one rejected, free rejected" {
		t.Errorf("%s", got)
	}
	if rows := ask("--input", "14s mp4", "--mode", "video2video"); len(rows) != 1 || rows[0].Name != "three" {
		t.Errorf("%+v", rows)
	}
}

// The command prints what the pane exports.
func TestPricesAsInThePane(t *testing.T) {
	t.Parallel()
	env := answering(t, catalog)
	for keys, command := range map[string]string{
		"tab|tab": "prices",
		"tab|tab|right|right|right|right|right|s|enter|s|enter": "prices --sort price",
		"tab|tab|right|right|right|right|right|s|enter":         "prices --sort price --desc",
		"$|text:8s|enter":         "prices --duration 8 --count 1 --sort price",
		"$|text:8s i2v x20|enter": "prices --duration 8 --mode image2video --count 20 --sort price",
		"tab|tab|$|text:8s|enter|esc|right|right|right|right|right|s|enter": "prices --duration 8 --sort price --desc",
		"tab|enter": "prices --model one",
		"tab|tab|$|text:accepts video|enter|esc|right|right|right|right|right|s|" +
			"enter|s|enter": "prices --accepts video --sort price",
	} {
		world := panetest.New(t, panetest.Options{
			Handler: panetest.Answers(func(*http.Request) string { return catalog }),
		})
		m := panetest.Begin(t, pricespane.New, world, 400, 40) // wide enough for the column of names
		panetest.Press(t, m, append(strings.Split(keys, "|"), "e", "text:csv", "enter")...)
		exported, _ := world.Saved("prices-" + panetest.Now.Format("20060102-150405") + ".csv")
		got := run(t, env, append(strings.Fields(command), "-o", "csv", "--bom")...)
		if got.out != exported || strings.Count(exported, "\n") < 2 {
			t.Errorf("%s prints\n%s%s\nthe pane exports\n%s", command, got.out, got.err, exported)
		}
	}
}

// A filter for what no model states names no choices.
func TestPricesWithoutModes(t *testing.T) {
	env := answering(t, `{"code":0,"message":"ok","data":[{"name":"bare","resolutions":["720p"]}]}`)
	for flag, want := range map[string]string{
		"--mode text2video":  "--mode cannot be “text2video”: no model in the catalog states modes.",
		"--tag fast":         "--tag cannot be “fast”: no model in the catalog states tags.",
		"--resolution 1080p": "--resolution cannot be “1080p”; it must be one of 720p.",
	} {
		if got := run(
			t,
			env,
			append([]string{"prices"}, strings.Fields(flag)...)...,
		); got.code != ExitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: %d %s", flag, got.code, got.err)
		}
	}
}

// A question in the arguments prints the quote.
func TestQuestionInArguments(t *testing.T) {
	t.Parallel()
	env := answering(t, catalog)
	delete(env, "CHANNELDECK_API_KEY")
	for args, want := range map[string]string{
		"8s 1080p i2v x20":                  "1 one 30 600, 1 two 1 20, three   mode, free   mode",
		"8秒1080p图生视频20条":                    "1 one 30 600, 1 two 1 20, three   mode, free   mode",
		"8s i2v --sort name":                "1 one 30 30, 1 two 1 1, three   mode, free   mode",
		"one":                               "1 one 10 10", // by its name
		"One 8s":                            "1 one 30 30", // by its label
		"model:two x3":                      "1 two 1 3",
		"8s --model one":                    "1 one 30 30",
		"i2v --limit 1":                     "1 one 30 30",
		"scope:own x2":                      "1 two 1 2, one   scope, three   scope, free   scope",
		"8s v2v --input mp4 --columns name": "three", // only models that match
	} {
		got := run(t, env, append([]string{"prices", "-o", "csv"}, strings.Fields(args)...)...)
		var rows []string
		for _, r := range records(t, got.out)[1:] {
			if len(r) > 13 {
				r = []string{r[0], r[1], r[8], r[12], r[13]}
			}
			rows = append(rows, strings.TrimSpace(strings.Join(r, " ")))
		}
		if s := strings.Join(rows, ", "); s != want || got.code != ExitDone {
			t.Errorf("%s: %s; exit %d %s", args, s, got.code, got.err)
		}
	}
}

// A word that is not understood is an error that names the words which are.
func TestUnknownWordsOfQuestions(t *testing.T) {
	t.Parallel()
	env := answering(t, catalog)
	for args, want := range map[string]string{
		"8s 1080x i2v":  "“1080x” could be a resolution or a number of clips: type 1080p or x1080",
		"8s cheap":      "“cheap” not understood\n  Known words: 8s, ",
		"8s imag2video": "Did you mean image2video?",
		"nothing": "mode: text2video, image2video, video2video\n  resolution: 480p, 540p, 720p, 1080P\n" +
			"  aspect ratio: 16:9\n  tag: fast\n  credits: general, own\n  model: one, two, three, free\n",
		"1080":               "“1080” needs a unit",
		"8s 5s":              "contradicts",
		"one two":            "contradicts",
		"8s x":               "needs a value",
		"8s --count 2":       "--count and “8s” can't be combined.",
		"8s --mode i2v":      "--mode and “8s” can't be combined.",
		"8s --since 7d":      "--since and “8s” can't be combined.",
		"8s --desc":          "--desc and 8s can't be combined.",
		"8s \x1b[31mred":     "red",
		"free resolution:1p": "", // known, but no model has it
	} {
		got := run(t, env, append([]string{"prices"}, strings.Fields(args)...)...)
		if wrong := want != ""; (got.code == ExitUsage) != wrong || (got.out == "") != wrong ||
			!strings.Contains(got.err, want) ||
			strings.Contains(got.err, "\x1b") {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// A label that several models have names none of them: the error lists their names. The name of one
// model comes before the label of another.
func TestLabelsOfSeveralModels(t *testing.T) {
	t.Parallel()
	model := func(name, label string) string {
		return `{"name":"` + name + `","label":"` + label + `","modes":["text2video"],` +
			`"pricing":[{"mode":"text2video","resolution":"720p","duration":5,"price":10}]}`
	}
	env := answering(
		t,
		`{"code":0,"message":"ok","data":[`+strings.Join(
			[]string{model("a-1", "Twin"), model("a-2", "Twin"), model("b", "A-1"), model("c", "Single")},
			",",
		)+`]}`,
	)
	for _, tt := range []struct {
		args []string
		code int
		says string // or prints
	}{
		{[]string{"--model", "twin"}, ExitUsage, "Several models are called twin: a-1, a-2. Use one of these names."},
		{[]string{"--model", "Twin", "--lang", "zh"}, ExitUsage, "有多个模型名为 Twin：a-1, a-2。请改用其中一个名称。"},
		{[]string{"--model", "Twin", "--since", "7d"}, ExitUsage, "a-1, a-2"},
		{[]string{"--model", "A-1"}, ExitDone, "a-1\t"},
		{[]string{"--model", "single"}, ExitDone, "c\t"},
		{[]string{"--model", "Twinn"}, ExitNotFound, "Did you mean Twin?"},
	} {
		got := run(t, withState(t, env), append([]string{"prices", "-o", "tsv"}, tt.args...)...)
		if got.code != tt.code || !strings.Contains(got.err+got.out, tt.says) {
			t.Errorf("%q: %+v", tt.args, got)
		}
	}
}

// A catalog without models is no question of the filters.
func TestPricesWithoutModels(t *testing.T) {
	env := answering(t, `{"code":0,"message":"ok","data":[]}`)
	for args, want := range map[string]string{
		"prices":              "channeldeck: The site has no video models.\n",
		"prices 8s --lang zh": "channeldeck: 该站点没有视频模型。\n",
	} {
		if got := run(t, env, strings.Fields(args)...); got.err != want || got.code != ExitDone {
			t.Errorf("%s: %+v, want %q", args, got, want)
		}
	}
}
