package cli

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"channeldeck/ui/prices"
	"channeldeck/ui/testkit/panetest"
)

const catalog = `{"code":0,"message":"ok","data":[
{"name":"one","label":"One","tags":["fast"],"creditsScope":"general","modes":["text2video","image2video"],"resolutions":["720p","1080P"],"durations":[5,8],
 "inputConstraints":{"videos":{"maxDuration":10,"formats":["mp4"]}},
 "pricing":[{"resolution":"720p","mode":"text2video","duration":5,"price":10,"originPrice":20},{"resolution":"1080P","mode":"image2video","duration":8,"price":30}]},
{"name":"two","creditsScope":"own","modes":["image2video"],"pricing":[{"resolution":"1080p","duration":8,"price":1}]},
{"name":"three","modes":["video2video"],"resolutions":["540p"],"inputConstraints":{"videos":{"maxCount":1}},"pricing":[{"mode":"video2video","duration":8,"price":12345678901234567890.5}]},
{"name":"free","modes":["text2video"],"resolutions":["480p"],"durations":[3],"aspectRatios":["16:9"]}]}`

func TestPriceQuestions(t *testing.T) {
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
		"--aspect 9:16":                         "one 10, one 30, two 1, three 12345678901234567890.5",
		"--mode nothing":                        "",
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
	if got := run(t, env, "prices", "--mode", "nothing"); !strings.Contains(got.err, "No price in the catalog matches.") || got.code != ExitDone {
		t.Errorf("%+v", got)
	}
}

func TestAnswersBeginWithTheBest(t *testing.T) {
	for args, want := range map[string]string{
		"--count 2 --desc":   "--desc and --count do not go together.",
		"--input mp4 --desc": "--desc and --input do not go together.",
	} {
		if got := run(t, nil, append([]string{"prices", "--demo"}, strings.Fields(args)...)...); got.code != ExitUsage || !strings.Contains(got.err, want) {
			t.Errorf("%s: %+v", args, got)
		}
	}
}

// A question has one answer a model; what cannot do it comes last, and what
// rejects the files behind what takes them.
func TestPriceAnswers(t *testing.T) {
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
	if len(rows) != 4 || rows[0].Name != "one" || *rows[0].Rank != 1 || *rows[0].Total != "600" || rows[1].Name != "two" || *rows[1].Rank != 1 || rows[2].Rank != nil || *rows[2].Rule != "mode" || rows[0].Input != nil {
		t.Errorf("%+v", rows)
	}
	rows = ask("--input", "14s mp4; 5s mov", "--model", "one")
	if len(rows) != 1 || rows[0].Input.Verdict != "rejected" || rows[0].Input.Constraint != "maxDuration" || *rows[0].Input.File != 1 || *rows[0].Total != "10" {
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

// The command that the pane of prices offers prints what the pane exports.
func TestPriceCommandOfThePane(t *testing.T) {
	env := answering(t, catalog)
	world := panetest.New(t, panetest.Options{Handler: panetest.Answers(func(*http.Request) string { return catalog })})
	world.Context.Site = ""
	for keys, want := range map[string]string{
		"v":                                      "channeldeck prices",
		"v|right|s":                              "channeldeck prices --sort name",
		"v|right|s|S":                            "channeldeck prices --sort name --desc",
		"a|text:8s|enter":                        "channeldeck prices --duration 8 --count 1 --sort price",
		"a|text:8s i2v x20|enter":                "channeldeck prices --mode image2video --duration 8 --count 20 --sort price",
		"a|text:8s|enter|v|v|right|s|S":          "channeldeck prices --duration 8 --sort name --desc",
		"enter":                                  "channeldeck prices --model one",
		"a|text:accepts video|enter|v|v|right|s": "channeldeck prices --accepts video --sort name",
	} {
		m := panetest.Begin(t, prices.New, world, 200, 40)
		panetest.Press(t, m, strings.Split(keys, "|")...)
		panetest.Press(t, m, "e", "text:tsv", "enter")
		exported := world.Copied()
		panetest.Press(t, m, "e", "text:command", "enter")
		command := world.Copied()
		if command != want {
			t.Errorf("%s: the command is %s", keys, command)
		}
		got := run(t, env, append(strings.Fields(command)[1:], "-o", "tsv")...)
		if got.out != exported || strings.Count(exported, "\n") < 2 {
			t.Errorf("%s prints\n%s%s\nthe pane exports\n%s", command, got.out, got.err, exported)
		}
	}
}
