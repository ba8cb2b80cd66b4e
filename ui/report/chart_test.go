package report_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"channeldeck/api"
	data "channeldeck/api/report"
	"channeldeck/ui/report"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The axis of a chart has at most five marks, no two of which read the same. It includes the values, of
// which a small change does not fill the height, and the document says where it begins unless that is 0.
func TestAxisOfTheChart(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
		for _, tt := range []struct {
			ends  [2]int64
			marks int
			from0 bool
		}{
			{[2]int64{1_000_000, 940_000}, 4, false},
			{[2]int64{16_950, 16_960}, 5, false},
			{[2]int64{999_950, 1_000_000}, 5, false},
			{[2]int64{40_300_000, 42_109_303}, 4, false},
			{[2]int64{200, 900}, 3, true},
			{[2]int64{3, 4}, 2, false},
			{[2]int64{0, 1}, 2, true},
			{[2]int64{0, 0}, 2, true},
			{[2]int64{7, 7}, 2, false},
			{[2]int64{-5, 12}, 5, true},
		} {
			var r data.Report
			for i, n := range tt.ends {
				r.Days = append(r.Days, data.Day{
					Date:      fmt.Sprintf("2026-11-%02d", i+1),
					Recorded:  true,
					Followers: api.Int(n),
				})
			}
			var page bytes.Buffer
			if err := report.WriteHTML(&r, v, &page); err != nil {
				t.Fatal(err)
			}
			figures := strings.Split(page.String(), "<figure ")[1:]
			if len(figures) != 2 {
				t.Fatalf("%v in %s: %d charts", tt.ends, lang.Tag(), len(figures))
			}
			for _, figure := range figures {
				seen := map[string]bool{}
				for _, label := range regexp.MustCompile(
					`<text[^>]*>([^<]*)</text>`,
				).FindAllStringSubmatch(figure, -1) {
					text := strings.TrimSpace(label[1])
					if seen[text] {
						t.Errorf("%v in %s: two labels read %q", tt.ends, lang.Tag(), text)
					}
					seen[text] = true
				}
				const dates = 2
				if len(seen)-dates != tt.marks {
					t.Errorf("%v in %s: marks %v, want %d", tt.ends, lang.Tag(), seen, tt.marks)
				}
				if tt.from0 != seen["0"] {
					t.Errorf("%v in %s: marks %v", tt.ends, lang.Tag(), seen)
				}
			}
			broken := strings.Contains(page.String(), map[words.Lang]string{
				words.English: "The axis begins at ",
				words.Chinese: "纵轴从 ",
			}[lang])
			if broken == tt.from0 {
				t.Errorf("%v in %s: it says that the axis does not begin at 0: %v", tt.ends, lang.Tag(), broken)
			}
		}
	}
}
