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

// The axis of a chart begins at 0, so that a small change doesn't look like a fall to nothing, and no
// two of its labels read the same.
func TestAxisOfTheChart(t *testing.T) {
	for _, lang := range []words.Lang{words.English, words.Chinese} {
		v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
		for _, ends := range [][2]int64{
			{1_000_000, 940_000},
			{16_950, 16_960},
			{999_950, 1_000_000},
			{3, 4},
			{0, 1},
			{-5, 12},
		} {
			var r data.Report
			for i, n := range ends {
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
			seen := map[string]bool{}
			zero := false
			for _, label := range regexp.MustCompile(
				`<text[^>]*>([^<]*)</text>`,
			).FindAllStringSubmatch(page.String(), -1) {
				text := strings.TrimSpace(label[1])
				if seen[text] {
					t.Errorf("%v in %s: two labels read %q", ends, lang.Tag(), text)
				}
				seen[text] = true
				zero = zero || text == "0"
			}
			if !zero && ends[0] >= 0 {
				t.Errorf("%v in %s: the axis has no 0: %v", ends, lang.Tag(), seen)
			}
		}
	}
}
