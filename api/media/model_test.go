package media_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"channeldeck/api"
	"channeldeck/api/media"
	"channeldeck/api/quote"
)

func models(t *testing.T, list string) []api.VideoModel {
	t.Helper()
	rows, err := api.DecodeRows[api.VideoModel]([]byte(list))
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

// verdictText writes a verdict in one line.
func verdictText(v media.ModelVerdict) string {
	out := []string{map[media.Answer]string{
		media.Yes:     "fits",
		media.No:      "rejected",
		media.Unknown: "cannot tell",
	}[v.Fit]}
	for _, f := range v.Findings {
		actual := f.Actual.Round(3).String()
		sign := map[media.Answer]string{media.No: "!", media.Unknown: "?"}[f.Fit]
		out = append(
			out,
			fmt.Sprintf(
				"%s%s[%d].%s %s/%s%s",
				sign,
				f.Kind,
				f.File,
				f.Constraint,
				actual+f.Format,
				f.Limit,
				strings.Join(f.Allowed, ","),
			),
		)
	}
	return strings.Join(out, "; ")
}

func TestCheck(t *testing.T) {
	const video = `{"inputConstraints":{"videos":{"maxCount":3,"formats":["MP4",".mov"],"minDuration":2,
		"maxDuration":15,"maxTotalDuration":15.5,
	 "maxSizeMb":50,"minAspectRatio":0.4,"maxAspectRatio":2.5,"minWidth":300,"maxWidth":6000,"minPixels":409600,
	"maxPixels":2086876,"minFps":24,"maxFps":60}}}`
	const full = "1280x720 30fps 12MB mp4 "
	for _, c := range []struct{ model, files, want string }{
		{video, full + "14s", "fits"},
		{video, full + "15s; 0.5s " + full, "rejected; !videos[1].minDuration 0.5/2"},
		{video, "14s 1920x1080 30fps 62MB mp4", "rejected; !videos[0].maxSizeMb 62/50"},
		{video, "15s 1932x1080 60fps 50MB quicktime", "fits"},
		{
			video,
			"15s 1933x1080 61fps 50MB webm",
			"rejected; !videos[0].formats webm/MP4,.mov; !videos[0].maxPixels 2087640/2086876; !videos[0].maxFps 61/60",
		},
		{video, "2s 300x1400 24fps 1MB mp4", "rejected; !videos[0].minAspectRatio 0.214/0.4"},
		{video, "2s 1400x300 24fps 1MB mp4", "rejected; !videos[0].maxAspectRatio 4.667/2.5"},
		{video, full + "8s; " + full + "7.5s", "fits"},
		{video, full + "8s; " + full + "7.6s", "rejected; !videos[-1].maxTotalDuration 15.6/15.5"},
		{video, full + "6s x3", "rejected; !videos[-1].maxTotalDuration 18/15.5"},
		{video, full + "4s x4", "rejected; !videos[-1].maxCount 4/3; !videos[-1].maxTotalDuration 16/15.5"},
		{
			video,
			full + "15s; " + full + "15s; " + full,
			"rejected; !videos[-1].maxTotalDuration 30/15.5; ?videos[2].minDuration /2; ?videos[2].maxDuration /15",
		},
		{
			video,
			full + "8s; " + full,
			"cannot tell; ?videos[1].minDuration /2; ?videos[1].maxDuration /15; ?videos[-1].maxTotalDuration /15.5",
		},
		{
			video,
			"14s 16:9 30fps 12MB mp4",
			"cannot tell; ?videos[0].minWidth /300; ?videos[0].maxWidth /6000; ?videos[0].minPixels /409600; " +
				"?videos[0].maxPixels /2086876",
		},
		{video, full + "14s; jpg", "cannot tell; ?images[-1].accepts 1/"},
		{video, "", "fits"},

		{`{"maxInputImages":2}`, "2 images", "fits"},
		{`{"maxInputImages":2}`, "jpg; 2 images", "rejected; !images[-1].maxInputImages 3/2"},
		{
			`{"maxInputImages":4,"inputConstraints":{"images":{"maxCount":1}}}`,
			"2 images",
			"rejected; !images[-1].maxCount 2/1",
		},
		{`{"maxInputImages":0}`, "png", "rejected; !images[-1].maxInputImages 1/0"},
		{`{"modes":["image2video"]}`, "png", "fits"},
		{`{"modes":["image2video"]}`, "mp4", "cannot tell; ?videos[-1].accepts 1/"},
		{`{"modes":["text2video"]}`, "png", "rejected; !images[-1].accepts 1/"},
		{`{"modes":["text2video"]}`, "mp3", "cannot tell; ?audios[-1].accepts 1/"},
		{`{"modes":["video2video"]}`, "mp4", "fits"},
		{
			`{"inputConstraints":{"images":{"formats":["jpg"],"maxSizeMb":10,"minHeight":5}}}`,
			"JPEG 11MB",
			"rejected; !images[0].maxSizeMb 11/10",
		},
		{
			`{"inputConstraints":{"audios":{"maxCount":1,"formats":["mp3"],"maxDuration":1e999}}}`,
			"wav 3s",
			"rejected; !audios[0].formats wav/mp3; ?audios[0].maxDuration 3/1e999",
		},
		{`{"inputConstraints":{"audios":{"maxCount":1}}}`, "audio", "fits"},
	} {
		list := models(t, "["+c.model[:1]+`"name":"m",`+c.model[1:]+"]")
		catalog := quote.New(list)
		files, problems := quote.ParseFiles(c.files, catalog.Values, nil)
		if len(problems) > 0 {
			t.Fatalf("%q: %v", c.files, problems)
		}
		if got := verdictText(media.CheckModel(&list[0], files)); got != c.want {
			t.Errorf("%s\n%q\n got %s\nwant %s", c.model, c.files, got, c.want)
		}
	}
}

func TestVerdictsInOrder(t *testing.T) {
	for rank, c := range []struct {
		fit  media.Answer
		word string
	}{{media.Yes, "fits"}, {media.Unknown, "unknown"}, {media.No, "rejected"}} {
		if c.fit.Rank() != rank || string(c.fit) != c.word {
			t.Errorf("%s: at %d, want %s", c.fit, c.fit.Rank(), c.word)
		}
	}
}

// TestChecksEveryConstraint: each numeric constraint of 2.6, set by itself,
// rejects one value, admits another, and cannot tell without the fact.
func TestChecksEveryConstraint(t *testing.T) {
	for constraint, c := range map[media.Constraint]struct{ limit, fits, rejected string }{
		"maxCount":         {"1", "mp4", "mp4 x2"},
		"minDuration":      {"2", "mp4 2s", "mp4 1.9s"},
		"maxDuration":      {"2", "mp4 2s", "mp4 2.1s"},
		"maxTotalDuration": {"2", "mp4 2s", "mp4 1.1s x2"},
		"maxSizeMb":        {"2.5", "mp4 2.5MB", "mp4 2.51MB"},
		"minAspectRatio":   {"0.5625", "mp4 9:16", "mp4 562x1000"},
		"maxAspectRatio":   {"1.5", "mp4 3:2", "mp4 1501x1000"},
		"minWidth":         {"300", "mp4 300x1", "mp4 299x1"},
		"maxWidth":         {"300", "mp4 300x1", "mp4 301x1"},
		"minPixels":        {"100", "mp4 10x10", "mp4 9x11"},
		"maxPixels":        {"100", "mp4 10x10", "mp4 101x1"},
		"minFps":           {"23.976", "mp4 24fps", "mp4 23fps"},
		"maxFps":           {"60", "mp4 60fps", "mp4 60.1fps"},
	} {
		list := models(t, fmt.Sprintf(`[{"name":"m","inputConstraints":{"videos":{%q:%s}}}]`, constraint, c.limit))
		v := quote.NewValues(list)
		for text, want := range map[string]media.Answer{c.fits: media.Yes, c.rejected: media.No, "mp4": media.Unknown} {
			if text == "mp4" && constraint == "maxCount" {
				continue
			}
			files, _ := quote.ParseFiles(text, v, nil)
			verdict := media.CheckModel(&list[0], files)
			if verdict.Fit != want || want != media.Yes && verdict.Findings[0].Constraint != constraint {
				t.Errorf("%s %s, %q: %s", constraint, c.limit, text, verdictText(verdict))
			}
		}
		facts := quote.Facts(&list[0])
		if !slices.ContainsFunc(facts, func(f quote.Fact) bool {
			return f.Path == "inputConstraints.videos."+string(constraint) && slices.Equal(f.Values, []string{c.limit})
		}) {
			t.Errorf("no fact for %s", constraint)
		}
	}
}
