package works

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/muesli/termenv"

	"channeldeck/api"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

func TestEveryFieldIsShown(t *testing.T) {
	long := strings.Repeat("长", 20_000)
	d := begin(t, panetest.Options{Handler: service(`{"code":0,"message":"ok","data":{"platform":"douyin",
		"fromAnswer":1,
		"work":{"id":"741","title":null,"description":"` + long + `","fromWork":"yes"},
		"snapshots":[{"id":"s","fetchedAt":"soon","snapshotAt":"2026-05-01T00:00:00Z","work":{"title":"as it was"},
		"metrics":{"viewCount":5,"likeCount":"many","pending":7},"extra":{"pending":true,"x":[1]},
		"fromSnapshot":{"a":1}}],
		"extra":{"more":true}}}`)}, 90, 1000)
	openByName(d)
	d.press("enter")
	d.shows("Title –", "Not provided: Link,", "fromWork yes undocumented field", "first part of 60,000 bytes",
		"fromAnswer 1 undocumented field", `Extra {"more":true}`, "soon not a valid time", "Pending ◌ pending",
		`Extra {"pending":true,"x":[1]}`,
		`fromSnapshot {"a":1} undocumented field`, "Work at snapshot time", "Title as it was")
	if strings.Contains(d.stack.View(), strings.Repeat("长", 50)) && strings.Count(d.stack.View(), "长") > 12_000 {
		t.Error("a long text is shown whole")
	}
	d.press("tab")
	d.shows("pending 7", `? "many"`)
	d.press("down")
	d.shows("Likes: not a number")
	d.press("y", "t", "c")
	d.shows("metrics.pending")
	d.press("esc", "esc", "enter", "do:copy_json")
	if !strings.Contains(d.world.Copied(), long) {
		t.Errorf("%d bytes of the description were copied", len(d.world.Copied()))
	}
}

// A metric that is not a number is shown and exported as it was received.
func TestMetricThatIsNotANumber(t *testing.T) {
	d := begin(t, panetest.Options{Handler: service(response(taken("a", 540, `"1.2w"`)))}, 100, 30)
	openByName(d)
	for _, keys := range [][]string{{"tab", "tab"}, {"t"}} {
		d.press(keys...)
		d.shows(`"1.2w"`)
	}
	d.press("e", "enter")
	if csv, _ := d.world.Saved("works-snapshots-20260520-093000.csv"); !strings.Contains(csv, `"""1.2w"""`) {
		t.Errorf("csv %q", csv)
	}
}

// An empty field is a dash, not a malformed time and not a link.
func TestEmptyTimesAndLinks(t *testing.T) {
	d := begin(t, panetest.Options{Palette: "dark", Profile: termenv.TrueColor}, 80, 24)
	want := d.view.Optional("Published", api.Some(""))
	if f := d.wording.timeFact("publishedAt", api.Some(""), ""); f != want {
		t.Errorf("a time: %+v", f)
	}
	want.Name = "Link"
	if f := d.wording.linkFact("url", api.Some("")); f != want {
		t.Errorf("a link: %+v", f)
	}
	if f := d.wording.linkFact("url", api.Some("https://a.example")); f.Link != "https://a.example" {
		t.Errorf("a link: %+v", f)
	}
}

// The chart and cards are drawn at 10^18, where all values are equal, and at any
// size.
func TestExtremeValues(t *testing.T) {
	for _, views := range [][]string{
		{"1000000000000000000", "1000000000000000001"},
		{"5", "5", "5"},
		{"0", "9223372036854775807", "9223372036854775806"},
	} {
		var list []string
		for i, v := range views {
			list = append(list, taken(fmt.Sprint("s", i), 60*i, v))
		}
		d := begin(t, panetest.Options{Handler: service(response(list...))}, 120, 38)
		openByName(d)
		for _, size := range [][2]int{{40, 10}, {60, 14}, {80, 22}, {99, 20}, {100, 20}, {200, 58}, {300, 98}} {
			d.stack.SetSize(size[0], size[1])
			panetest.Exact(t, d.stack.View(), size[0], size[1])
			if !strings.Contains(d.stack.View(), "┤") {
				t.Errorf("%v: no chart at %v:\n%s", views, size, d.stack.View())
			}
		}
	}
}

// Fields of newer deployments have labels.
func TestFieldsOfNewerDeployments(t *testing.T) {
	const response = `{"code":0,"message":"ok","data":{"platform":"x","work":{"id":"741","title":"Soup",` +
		`"author":"Ada"},"fetchedAt":"2026-05-20T09:00:00Z","snapshots":[` +
		`{"id":"s","fetchedAt":"2026-05-20T09:00:00Z","periodStartAt":"2026-05-13T00:00:00Z",` +
		`"periodEndAt":"2026-05-20T00:00:00Z","metrics":{"viewCount":1}}]}}`
	for lang, want := range map[words.Lang][]string{
		words.English: {"Author Ada", "Period start 2026-05-13 00:00", "Period end 2026-05-20 00:00"},
		words.Chinese: {"作者 Ada", "统计开始 2026-05-13 00:00", "统计结束 2026-05-20 00:00"},
	} {
		d := begin(t, panetest.Options{Lang: lang, Handler: service(response)}, 90, 60)
		openByName(d)
		d.press("enter")
		d.shows(want...)
		if view := d.stack.View(); strings.Contains(view, d.words.T("field.unlisted")) {
			t.Errorf("undocumented:\n%s", view)
		}
	}
}

// The ID of the work stands once among the facts; a snapshot names it only where it has another one.
func TestSnapshotNamesAnotherWorkID(t *testing.T) {
	for id, want := range map[string]int{"741": 1, "other": 2} {
		snapshot := `{"id":"s1","platformWorkId":"` + id + `",` +
			`"fetchedAt":"2026-05-20T09:00:00Z","metrics":{"viewCount":5}}`
		d := begin(t, panetest.Options{Handler: service(response(snapshot))}, 120, 60)
		openByName(d)
		d.shows("Latest response", "Work ID 741")
		if got := strings.Count(d.stack.View(), "Work ID"); got != want {
			t.Errorf("with the ID %s, it stands there %d times, want %d:\n%s", id, got, want, d.stack.View())
		}
	}
}

// A response that is complete says nothing of it, and the age of a work stands once: in the header.
func TestFactsSayNothingTwice(t *testing.T) {
	const sent = `{"code":0,"message":"ok","data":{"platform":"x","extra":{"pending":false},` +
		`"work":{"id":"741","title":"Soup","publishedAt":"2026-05-18T09:00:00Z"},"fetchedAt":"2026-05-20T09:00:00Z",` +
		`"snapshots":[{"id":"s","fetchedAt":"2026-05-20T09:00:00Z","snapshotAt":"2026-05-18T09:00:00Z",` +
		`"extra":{"pending":false},"metrics":{"viewCount":1}}]}}`
	for lang, want := range map[words.Lang][2]string{
		words.English: {"Pending", "Published 2026-05-18 09:00"},
		words.Chinese: {"待定", "发布时间 2026-05-18 09:00"},
	} {
		d := begin(t, panetest.Options{Lang: lang, Handler: service(sent)}, 120, 60)
		openByName(d)
		d.shows(want[1])
		d.hides(want[0])
		born := time.Date(2026, 5, 18, 9, 0, 0, 0, time.UTC)
		if ago := d.words.Ago(born, panetest.Now); strings.Count(d.stack.View(), ago) > 1 {
			t.Errorf("%q stands twice:\n%s", ago, d.stack.View())
		}
	}
}
