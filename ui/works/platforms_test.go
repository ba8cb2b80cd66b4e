package works

import (
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The cards, the first chart and the basis of the engagement rate of a work are what its platform
// has: views, else impressions, else reach. What it does not have is not shown as 0.
func TestMetricsOfPlatforms(t *testing.T) {
	for platform, tt := range map[string]struct {
		cards []string
		rate  []string
		not   []string
	}{
		"youtube": {
			[]string{"viewCount", "likeCount", "commentCount", engagementRate},
			[]string{"by views"},
			[]string{"Shares", "Impressions"},
		},
		"twitter": {
			[]string{"impressionCount", "likeCount", "commentCount", "shareCount", "saveCount", engagementRate},
			[]string{"by impressions"},
			[]string{"Views"},
		},
		"instagram": {
			[]string{"reachCount", "likeCount", "commentCount", engagementRate},
			[]string{"by reach"},
			[]string{"Views", "Impressions"},
		},
		"facebook": {
			[]string{"impressionCount", "engagementCount", "clickCount", engagementRate},
			[]string{"by impressions"},
			[]string{"Views", "Likes"},
		},
		"pinterest": {
			[]string{"viewCount", "impressionCount", "saveCount", engagementRate},
			[]string{"by views", "by impressions"},
			[]string{"Likes", "Reach"},
		},
	} {
		d := begin(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}}, 160, 40)
		d.open(d.exampleOn(platform, "steady"))
		d.again(time.Hour)
		s := d.topWork()
		if got := s.overview.cards.names; !slices.Equal(got, tt.cards) {
			t.Errorf("%s: cards %q", platform, got)
		}
		d.shows(d.wording.metricName(tt.cards[0]) + " over time")
		for _, name := range tt.not {
			if strings.Contains(d.stack.View(), name) {
				t.Errorf("%s: %s is shown:\n%s", platform, name, d.stack.View())
			}
		}
		for _, by := range tt.rate {
			d.shows(by)
			d.press("do:works.base")
		}
		d.shows(tt.rate[0]) // after the last base comes the first
	}
}

// Works of different platforms are compared by a metric that both have. Times at which both have
// values come first.
func TestCompareAcrossPlatforms(t *testing.T) {
	d := begin(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}}, 120, 40)
	d.open(d.exampleOn("twitter", "steady"))
	d.clock.pass(time.Hour)
	d.press("esc")
	d.open(d.exampleOn("youtube", "steady"))
	d.again(time.Hour)
	d.press("m")
	d.shows("Likes", "aligned by time")
	v := d.topWork().compare
	var known []bool
	for range 3 {
		r, _ := v.Table.Current()
		known = append(known, r.Differences() > 0)
		d.press("down")
	}
	if !slices.Equal(known, []bool{true, true, false}) {
		t.Errorf("rows with all values: %v", known)
	}
	d.press("do:works.metric")
	if view := d.stack.View(); strings.Contains(view, "viewCount") || strings.Contains(view, "impressionCount") ||
		!strings.Contains(view, "commentCount") {
		t.Errorf("metrics:\n%s", view)
	}
}

// Works without a metric in common are not compared, and it is said why.
func TestNothingToCompare(t *testing.T) {
	for lang, want := range map[words.Lang]string{
		words.English: "no metric in common (A views, B impressions)",
		words.Chinese: "没有共同的指标（A 浏览、B 曝光）",
	} {
		d := begin(t, panetest.Options{Lang: lang, Sandbox: sandbox.Options{Accounts: 300}}, 120, 40)
		d.open(d.exampleOn("facebook", "steady"))
		d.press("esc")
		d.open(d.exampleOn("youtube", "steady"))
		d.press("m")
		if view := d.stack.View(); !strings.Contains(view, want) {
			t.Errorf("%s: no %q:\n%s", lang, want, view)
		}
		if said := d.press("do:works.metric"); !strings.Contains(said, want) {
			t.Errorf("%s: notice %q", lang, said)
		}
	}
}

// The list of works names the metric of each number, and sorts only numbers of the same metric.
func TestListNamesMetrics(t *testing.T) {
	d := begin(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}}, 140, 40)
	for _, platform := range []string{"twitter", "instagram", "youtube", "tiktok"} {
		d.open(d.exampleOn(platform, "growing"))
		d.again(time.Hour)
		d.press("esc")
	}
	order := func() (platforms []string) {
		for _, r := range d.start.all {
			platforms = append(platforms, r.Target.Platform)
		}
		return platforms
	}
	d.shows("Metric", "Views", "Impressions", "Reach")
	if got := order(); !slices.Equal(got[2:], []string{"twitter", "instagram"}) {
		t.Errorf("order %q", got)
	}
	for _, r := range d.start.all {
		want := map[string]string{"twitter": "impressionCount", "instagram": "reachCount"}[r.Target.Platform]
		if want == "" {
			want = "viewCount"
		}
		record, err := api.Marshal(d.rowsOf().JSON(r))
		if err != nil || !strings.Contains(string(record), `"metric":"`+want+`"`) {
			t.Errorf("%s: %s, %v", r.Target.Platform, record, err)
		}
	}
}

// X and TikTok answer an empty success for a work that is deleted or mistyped: it is an error, and
// neither a work nor a snapshot with 0 likes.
func TestEmptySuccess(t *testing.T) {
	for _, platform := range []string{"twitter", "tiktok"} {
		d := begin(t, panetest.Options{Sandbox: sandbox.Options{Accounts: 300}}, 100, 30)
		e := d.exampleOn(platform, "growing")
		e.ID = "1234567"
		d.open(e)
		d.shows("does not know the work 1234567", "Press A to open another work.")
		if view := d.stack.View(); strings.Contains(view, "Likes") || strings.Contains(view, "snapshot") {
			t.Errorf("%s: numbers are shown:\n%s", platform, view)
		}
	}
}
