package works

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/golden"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
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
			return `{"code":0,"message":"ok","data":[{"platform":"douyin","displayName":{"en-US":"Douyin","zh-CN":"抖音"},"capabilities":{"work":{"getDetail":true}}},
				{"platform":"weibo","capabilities":{"work":{"getDetail":false}}}]}`
		}
		return `{"code":0,"message":"ok","data":{"total":1,"list":[{"id":"douyin_1","userId":"u","type":"douyin","uid":"1","nickname":"云端工作室","groupId":"g","status":0}]}}`
	})
}

func failure(code int, message, data string) string {
	return fmt.Sprintf(`{"code":%d,"message":%q,"data":%s,"requestId":"req-1","timestamp":1779269400000}`, code, message, data)
}

func TestScreens(t *testing.T) {
	three := func(d *deck) {
		d.open(d.example("growing", true))
		d.again(time.Hour)
		d.again(2 * time.Hour)
	}
	two := func(d *deck) {
		three(d)
		d.open(d.example("steady", false))
		d.again(30 * time.Minute)
	}
	kind := func(shows string) func(*deck) { return func(d *deck) { d.open(d.example(shows, false)) } }
	one := func(d *deck) { d.open(d.example("growing", true)) }
	states := []struct {
		name    string
		details []string // bodies for service; nil for the sandbox
		begin   func(*deck)
		then    []string
		noFile  bool // the sizes are checked without a golden file
	}{
		{name: "none", begin: func(*deck) {}},
		{name: "form", begin: func(*deck) {}, then: []string{"o", "tab", "text:YouTube", "shift+tab", "text:https://youtu.be/dQw4w9WgXcQ"}},
		{name: "platforms", begin: func(*deck) {}, then: []string{"o", "tab", "enter"}},
		{name: "one_snapshot", begin: one},
		{name: "overview", begin: three, then: []string{"["}},
		{name: "facts", begin: three, then: []string{"enter"}},
		{name: "metrics", begin: three, then: []string{"v", "v", "down"}},
		{name: "snapshots", begin: three, then: []string{"H", "down"}},
		{name: "compare", begin: two, then: []string{"m"}},
		{name: "confirm", begin: three, then: []string{"r"}},
		{name: "no_metrics", begin: kind("no metrics")},
		{name: "hostile", begin: kind("hostile")},
		{name: "authorise", details: []string{failure(15007, "Credential expired", `{}`)}, begin: openByName},
		{name: "old", begin: openByName, then: []string{"r", "enter"}, details: []string{
			response(`{"id":"s1","fetchedAt":"2026-05-20T09:00:00Z","metrics":{"viewCount":5}}`),
			failure(15071, "Too many", `{"platform":"douyin","retryable":true}`),
		}},
		{name: "short_link", begin: func(*deck) {}, then: []string{"o", "text:https://v.douyin.com/abc/", "tab"}, noFile: true},
		{name: "accounts", begin: func(*deck) {}, then: []string{"o", "tab", "text:douyin", "tab", "ctrl+o"}, noFile: true},
		{name: "compare_age", begin: two, then: []string{"m", "T"}, noFile: true},
		{name: "watch", begin: three, then: []string{"w", "right"}, noFile: true},
		{name: "watching", begin: three, then: []string{"w", "enter"}, noFile: true},
		{name: "pending", begin: kind("pending"), noFile: true},
		{name: "message", begin: kind("message"), noFile: true},
		{name: "no_snapshots", begin: kind("no snapshots"), noFile: true},
		{name: "hostile_metrics", begin: kind("hostile"), then: []string{"v", "v"}, noFile: true},
		{name: "unsupported", details: []string{failure(15080, "Unsupported", `{"platform":"weibo","capability":"work.getDetail"}`)}, begin: openByName, noFile: true},
	}
	for _, state := range states {
		open := func(t testing.TB, o panetest.Options) *deck {
			if state.details != nil {
				o.Handler = service(state.details...)
			}
			d := begin(t, o, 80, 22)
			state.begin(d)
			d.press(state.then...)
			return d
		}
		if !state.noFile {
			panetest.Screen(t, state.name, open)
			continue
		}
		for _, lang := range words.Langs() {
			panetest.Fits(t, open(t, panetest.Options{Lang: lang}))
		}
	}
}

// openByName opens the work of service.
func openByName(d *deck) {
	d.open(sandbox.Example{Platform: "douyin", ID: "741", AccountID: "douyin_1"})
}

// response is a work-details response with snapshots.
func response(snapshots ...string) string {
	return `{"code":0,"message":"ok","data":{"platform":"douyin","work":{"id":"741","title":"A work","publishedAt":"2026-05-01T00:00:00Z"},"snapshots":[` +
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
	charts := map[string][]string{
		"1":         {many(1, saw)},
		"2":         {many(2, saw)},
		"60":        {many(60, saw)},
		"10000":     {many(10_000, func(i int) string { return fmt.Sprint(i + 800*(i%1000)/1000 + 9000*(i/5000*(1-i%2))) })},
		"equal":     {many(20, func(int) string { return "12345" })},
		"one_gap":   {many(20, func(i int) string { return map[bool]string{true: "", false: saw(i)}[i == 11] })},
		"zeros":     {many(20, func(int) string { return "0" })},
		"2pow53":    {many(5, func(i int) string { return fmt.Sprint(9007199254740992 + i%2) })},
		"negative":  {many(30, func(i int) string { return fmt.Sprint(500 - i*i) })},
		"no_values": {many(3, func(int) string { return "" })},
		"clock_jumps": {
			response(taken("a", 600, "100"), taken("b", 660, "150")), // the clock goes back two hours
			response(taken("c", 540, "160")), response(taken("d", 600, "170"), `{"id":"e","fetchedAt":"soon","metrics":{"viewCount":9}}`),
		},
	}
	var sheet golden.Sheet
	for _, name := range slices.Sorted(maps.Keys(charts)) {
		details := charts[name]
		d := begin(t, panetest.Options{Handler: service(details...)}, 80, 22)
		openByName(d)
		for range details[1:] {
			d.again(time.Minute)
		}
		sheet.Add(name, d.View())
		d.press("left", "left")
		panetest.Exact(t, d.View(), 80, 22)
	}
	sheet.Golden(t, "charts")
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *deck {
		d := begin(t, o, 120, 38)
		d.open(d.example("growing", true))
		d.again(time.Hour)
		return d
	})
}
