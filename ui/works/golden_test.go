package works

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
)

// service returns details one after the other for work-details requests, the last
// one repeatedly. It has two platforms and one account.
func service(details ...string) http.Handler {
	next := 0
	return panetest.Answers(func(r *http.Request) string {
		switch {
		case strings.Contains(r.URL.Path, "/works/"):
			next++
			return details[min(next, len(details))-1]
		case strings.HasSuffix(r.URL.Path, "/platforms"):
			return `{"code":0,"message":"ok","data":[{"platform":"douyin","displayName":{"en-US":"Douyin",
				"zh-CN":"抖音"},"capabilities":{"work":{"getDetail":true}}},
				{"platform":"bilibili","capabilities":{"work":{"getDetail":false}}}]}`
		}
		return `{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"douyin_1","userId":"u","type":"douyin",` +
			`"uid":"1","nickname":"云端工作室","groupId":"g","status":0}]}}`
	})
}

func failure(code int, message, data string) string {
	return fmt.Sprintf(
		`{"code":%d,"message":%q,"data":%s,"requestId":"req-1","timestamp":1779269400000}`,
		code,
		message,
		data,
	)
}

func TestScreens(t *testing.T) {
	t.Parallel()
	three := func(d *deck) {
		d.open(d.example("growing"))
		d.again(time.Hour)
		d.again(2 * time.Hour)
	}
	two := func(d *deck) {
		three(d)
		d.open(d.example("steady"))
		d.again(30 * time.Minute)
	}
	kind := func(shows string) func(*deck) { return func(d *deck) { d.open(d.example(shows)) } }
	one := func(d *deck) { d.open(d.example("growing")) }
	states := []struct {
		name    string
		details []string // bodies for service; nil for the sandbox
		begin   func(*deck)
		then    []string
		shows   []string // nil for a golden file
	}{
		{
			name:  "form",
			begin: func(*deck) {},
			then:  []string{"A", "tab", "text:YouTube", "shift+tab", "text:https://youtu.be/dQw4w9WgXcQ"},
		},
		{name: "overview", begin: three, then: []string{"["}},
		{name: "metrics", begin: three, then: []string{"tab", "tab", "down"}},
		{name: "snapshots", begin: three, then: []string{"t", "down"}},
		{name: "compare", begin: two, then: []string{"m"}},
		{
			name:  "none",
			begin: func(*deck) {},
			shows: []string{"Recent works", "No work is open. Press A to open one by platform and ID, or by link."},
		},
		{name: "platforms", begin: func(*deck) {}, then: []string{"A", "tab", "enter"}, shows: []string{
			"Choose a platform",
			"❯ type to filter",
			"▌ YouTube youtube",
			"Bilibili bilibili work details not supported",
			"WeChat Official wxGzh coming soon",
			"Kwai KWAI",
		}},
		{name: "one_snapshot", begin: one, shows: []string{
			"Autumn menu: seven soups in one pot YouTube · Harbor Bakes · published 3h ago",
			"1 API call",
			"191,893",
			"first snapshot",
			"A chart needs two snapshots.",
			"no change yet: this is the first",
		}},
		{name: "facts", begin: three, then: []string{"enter"}, shows: []string{
			"3 API calls",
			"368,443 ▲ 116,058",
			"since 10:30 · +58k/h",
			"Value 368,443",
			"Change ▲ 116,058",
			"% +45.98%",
			"Per hour +58k",
			"▌12:30 368,443 ▲ 116,058",
			"Seven soups, one pot, forty minutes.",
		}},
		{
			name:  "confirm",
			begin: three,
			then:  []string{"r"},
			shows: []string{
				"Refresh from the platform?",
				"This queries the platform live: it uses one API call and",
				"[enter/y] query now [esc/n/q] cancel",
			},
		},
		{
			name:  "no_metrics",
			begin: kind("no metrics"),
			shows: []string{
				"! This snapshot has no metrics.",
				"Published 2026-04-30 09:30",
				"64 km, one flat tyre, two coffees.",
			},
		},
		{
			name:  "hostile",
			begin: kind("hostile"),
			shows: []string{
				"ALERT gnp.exe YouTube · Harbor Bakes · published 20d ago",
				"9,007,199,254,740,994",
				"9,223,372,036,854,775,807",
				"Status under_review",
				"Press enter to read all of it.",
			},
		},
		{
			name:    "authorise",
			details: []string{failure(15007, "Credential expired", `{}`)},
			begin:   openByName,
			shows: []string{
				"✗ Couldn't load this work from Douyin",
				"The server reported: Credential expired (error 15007).",
				"云端工作室 (douyin_1) must be authorised again on Douyin.",
				"Request req-1",
				"Press :/ctrl+k and type “switch account” to choose an account.",
			},
		},
		{name: "old", begin: openByName, then: []string{"r", "enter"}, details: []string{
			response(`{"id":"s1","fetchedAt":"2026-05-20T09:00:00Z","metrics":{"viewCount":5}}`),
			failure(15071, "Too many", `{"platform":"douyin","retryable":true}`),
		}, shows: []string{
			"✗ The server reported: Too many (error 15071). The platform limits requests: try again later. Press r " +
				"to retry.",
			"Showing data from today 09:30.",
			"Value 5",
			"▌09:00",
			"Fetched 2026-05-20 09:00 · 30m ago",
		}},
		{
			name:  "short_link",
			begin: func(*deck) {},
			then:  []string{"A", "text:https://v.douyin.com/abc/", "tab"},
			shows: []string{"https://v.douyin.com/abc/"},
		},
		{
			name:  "accounts",
			begin: func(*deck) {},
			then:  []string{"A", "tab", "text:douyin", "tab", "do:works.from_list"},
			shows: []string{"Choose an account"},
		},
		{name: "compare_age", begin: two, then: []string{"m", "do:works.by_age"}, shows: []string{"aligned by age"}},
		{name: "watch", begin: three, then: []string{"w", "right"}, shows: []string{"Watch"}},
		{
			name:  "watching",
			begin: three,
			then:  []string{"w", "enter"},
			shows: []string{"Watching every 5m; next call in 5:00. Press w to stop."},
		},
		{name: "pending", begin: kind("pending"), shows: []string{"pending"}},
		{
			name:  "message",
			begin: kind("message"),
			shows: []string{
				"! Message from the service: The platform",
				"is still reviewing this work",
				"! The response contains no work.",
				"No snapshots yet.",
			},
		},
		{name: "no_snapshots", begin: kind("no snapshots"), shows: []string{"No snapshots"}},
		{
			name:  "hostile_metrics",
			begin: kind("hostile"),
			then:  []string{"tab", "tab"},
			shows: []string{"Views 9,007,199,254,740,994"},
		},
		{
			name:    "unsupported",
			details: []string{failure(15080, "Unsupported", `{"platform":"bilibili","capability":"work.getDetail"}`)},
			begin:   openByName,
			shows:   []string{"Unsupported (error 15080)"},
		},
	}
	for _, state := range states {
		panetest.Screen(t, state.name, func(t testing.TB, o panetest.Options) *deck {
			if state.details != nil {
				o.Handler = service(state.details...)
			}
			d := begin(t, o, 80, 22)
			state.begin(d)
			d.press(state.then...)
			return d
		}, state.shows...)
	}
}

// openByName opens the work of service.
func openByName(d *deck) {
	d.open(sandbox.Example{Platform: "douyin", ID: "741", AccountID: "douyin_1"})
}

// response is a work-details response with snapshots.
func response(snapshots ...string) string {
	return `{"code":0,"message":"ok","data":{"platform":"douyin","work":{"id":"741","title":"A work",` +
		`"publishedAt":"2026-05-01T00:00:00Z"},"snapshots":[` +
		strings.Join(snapshots, ",") + `],"extra":{"pending":false},"fetchedAt":"2026-05-20T09:00:00Z"}}`
}

// taken is a snapshot taken after some minutes; views is a JSON value, "" for none.
func taken(id string, minutes int, views string) string {
	at := time.Date(2026, 5, 20, 0, 0, 0, 0, time.UTC).Add(time.Duration(minutes) * time.Minute).Format(time.RFC3339)
	if views == "" {
		return fmt.Sprintf(`{"id":%q,"fetchedAt":%q,"metrics":{}}`, id, at)
	}
	return fmt.Sprintf(`{"id":%q,"fetchedAt":%q,"metrics":{"viewCount":%s}}`, id, at, views)
}

func TestCharts(t *testing.T) {
	many := func(n int, views func(i int) string) string {
		list := make([]string, n)
		for i := range list {
			list[i] = taken(fmt.Sprint("s", i), i, views(i))
		}
		return response(list...)
	}
	saw := func(i int) string { return fmt.Sprint(1000 + 7*i + 40*(i%9)) }
	for _, c := range []struct {
		name           string
		details, shows []string
	}{
		{
			"1",
			[]string{many(1, saw)},
			[]string{"1,000 ▅", "1k┤ ·", "A chart needs two snapshots. Press r to refresh, or w to watch this work."},
		},
		{"2", []string{many(2, saw)}, []string{"1,047 ▲ 47 ▁█", "1,060┤ ·", "1,000┤●", "00:00:15", "00:01:00"}},
		{"60", []string{many(60, saw)}, []string{"1,613 ▲ 47", "1.8k┤ ·", "1k┤●", "1,691", "00:45"}},
		{
			"10000",
			[]string{many(10_000, func(i int) string {
				return fmt.Sprint(i + 800*(i%1000)/1000 + 9000*(i/5000*(1-i%2)))
			})},
			[]string{"10,798 ▼ 8,998", "19,796", "20k┤ ·", "0┤●", "05-23"},
		},
		{"equal", []string{many(20, func(int) string { return "12345" })}, []string{"12,345 = ▅▅▅", "12.3k┤⠠⠤⠤"}},
		{
			"one_gap",
			[]string{many(20, func(i int) string { return map[bool]string{true: "", false: saw(i)}[i == 11] })},
			[]string{"1,173 ▲ 47 ▁▂▂▃▄▅▅▆▇▂▃ ▄▅▆▇▇█▃▄", "1,439"},
		},
		{"zeros", []string{many(20, func(int) string { return "0" })}, []string{"0 = ▅▅▅", "0┤⠠⠤⠤"}},
		{
			"2pow53",
			[]string{many(5, func(i int) string { return fmt.Sprint(9007199254740992 + i%2) })},
			[]string{"9,007,199,254,740,992 ▼ 1", "9e15┤●"},
		},
		{
			"below 0 is unknown",
			[]string{many(30, func(i int) string { return fmt.Sprint(500 - i*i) })},
			[]string{"── Views ─", "│500", "0┤ ·", "16 ●"},
		},
		{"no_values", []string{many(3, func(int) string { return "" })}, []string{"This snapshot has no metrics."}},
		{"clock_jumps", []string{
			response(taken("a", 600, "100"), taken("b", 660, "150")), // the clock goes back two hours
			response(taken("c", 540, "160")),
			response(taken("d", 600, "170"), `{"id":"e","fetchedAt":"soon","metrics":{"viewCount":9}}`),
		}, []string{"3 API calls", "150 ▼ 20 █▁▅█▇", "│160 170", "0┤9", "09:30", "11:00"}},
	} {
		d := begin(t, panetest.Options{Handler: service(c.details...)}, 80, 22)
		openByName(d)
		for range c.details[1:] {
			d.again(time.Minute)
		}
		panetest.Shows(t, d.stack.View(), c.shows...)
		d.press("left", "left")
		panetest.Exact(t, d.stack.View(), 80, 22)
	}
}

func TestThemes(t *testing.T) {
	t.Parallel()
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *deck {
		d := begin(t, o, 120, 38)
		d.open(d.example("growing"))
		d.again(time.Hour)
		return d
	}, "dark")
}
