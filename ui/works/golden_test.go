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
	kind := func(name string) func(*deck) { return func(d *deck) { d.open(d.example(name, false)) } }
	states := []struct {
		name    string
		details []string // bodies for service; nil for the sandbox
		begin   func(*deck)
		then    []string
	}{
		{"none", nil, func(*deck) {}, nil},
		{"form", nil, func(*deck) {}, []string{"o"}},
		{"link", nil, func(*deck) {}, []string{"o", "text:YouTube", "tab", "text:https://youtu.be/dQw4w9WgXcQ"}},
		{"short_link", nil, func(*deck) {}, []string{"o", "text:douyin", "tab", "text:https://v.douyin.com/abc/", "tab"}},
		{"platforms", nil, func(*deck) {}, []string{"o", "enter"}},
		{"accounts", nil, func(*deck) {}, []string{"o", "text:douyin", "tab", "tab", "ctrl+o"}},
		{"facts", nil, three, nil},
		{"metrics", nil, three, []string{"m", "down", " "}},
		{"chart", nil, three, []string{"m", "down", " ", "d", "left"}},
		{"snapshots", nil, three, []string{"n", "down"}},
		{"compare", nil, two, []string{"x"}},
		{"compare_age", nil, two, []string{"x", "t"}},
		{"confirm", nil, three, []string{"r"}},
		{"watch", nil, three, []string{"w", "right"}},
		{"watching", nil, three, []string{"w", "enter"}},
		{"pending", nil, kind("pending"), nil},
		{"message", nil, kind("message"), nil},
		{"no_metrics", nil, kind("no metrics"), []string{"m"}},
		{"no_snapshots", nil, kind("no snapshots"), []string{"m"}},
		{"hostile", nil, kind("hostile"), nil},
		{"hostile_metrics", nil, kind("hostile"), []string{"m"}},
		{"unsupported", []string{failure(15080, "Unsupported", `{"platform":"weibo","capability":"work.getDetail"}`)}, openByName, nil},
		{"authorise", []string{failure(15007, "Credential expired", `{}`)}, openByName, nil},
		{"old", []string{response(`{"id":"s1","fetchedAt":"2026-05-20T09:00:00Z","metrics":{"viewCount":5}}`), failure(15071, "Too many", `{"platform":"douyin","retryable":true}`)},
			openByName, []string{"r", "enter"}},
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
		})
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
		d.press("d")
		sheet.Add(name, d.View())
		d.press("left", "left")
		panetest.Exact(t, d.View(), 80, 22)
	}
	sheet.Golden(t, "charts")
}

func TestChartInASCII(t *testing.T) {
	d := begin(t, panetest.Options{ASCII: true, Handler: service(response(taken("a", 1, "5"), taken("b", 2, "6")))}, 80, 22)
	openByName(d)
	d.press("d")
	panetest.Golden(t, "chart_ascii", d.View())
}

func TestThemes(t *testing.T) {
	panetest.Themes(t, func(t testing.TB, o panetest.Options) *deck {
		d := begin(t, o, 120, 38)
		d.open(d.example("growing", true))
		d.again(time.Hour)
		return d
	})
}
