package sandbox_test

import (
	"fmt"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json/jsontext"
)

type workDetail struct {
	Platform string `json:"platform"`
	Work     *struct {
		ID    string `json:"id"`
		Title string `json:"title"`
	} `json:"work"`
	Snapshots []struct {
		ID      string                    `json:"id"`
		Metrics map[string]jsontext.Value `json:"metrics"`
	} `json:"snapshots"`
	Extra struct {
		Pending bool `json:"pending"`
	} `json:"extra"`
	SnapshotID string `json:"snapshotId"`
	Message    string `json:"message"`
}

func askWork(t testing.TB, s *sandbox.Server, x sandbox.Example) envelope {
	t.Helper()
	target := "/api/v2/channels/works/" + x.Platform + "/" + url.PathEscape(x.ID)
	if x.AccountID != "" {
		target += "?" + url.Values{"accountId": {x.AccountID}}.Encode()
	}
	return get(t, s, target)
}

// example is a work of a platform by its name.
func example(t testing.TB, s *sandbox.Server, platform, name string) sandbox.Example {
	t.Helper()
	list := s.Examples(false)
	i := slices.IndexFunc(list, func(x sandbox.Example) bool { return x.Platform == platform && x.Name == name })
	if i < 0 {
		t.Fatalf("no work of %s: %s", platform, name)
	}
	return list[i]
}

func TestWorkKinds(t *testing.T) {
	c := new(clock)
	s := newSandbox(t, func(o *sandbox.Options) { o.Now = c.Now })
	metric := func(kind, name string) string {
		t.Helper()
		d := decode[workDetail](t, askWork(t, s, example(t, s, "bilibili", kind)))
		if len(d.Snapshots) != 1 || d.Snapshots[0].ID != d.SnapshotID {
			t.Fatalf("%s: snapshots %v, want the one that the call stored", kind, d.Snapshots)
		}
		return string(d.Snapshots[0].Metrics[name])
	}
	first := metric("growing", "viewCount")
	c.forward(time.Minute)
	if second := metric("growing", "viewCount"); first == second || len(first) != len(second) || second < first {
		t.Errorf("the views are %s, a minute later %s", first, second)
	}
	if first, second := metric("falling", "viewCount"), metric("falling", "viewCount"); second >= first {
		t.Errorf("the views are %s, then %s, want them to fall", first, second)
	}
	if huge := metric("hostile", "viewCount"); huge != "9007199254740994" {
		t.Errorf("the views are %s, want more than a float64 holds", huge)
	}
	if none := metric("no metrics", "viewCount"); none != "" {
		t.Errorf("the views are %s, want none", none)
	}
	if zero, time := metric("fresh", "viewCount"), metric("fresh", "watchTimeSeconds"); zero != "0" || time != "1" {
		t.Errorf("the views are %s and the time %s", zero, time)
	}
	if plays := metric("bare", "playCount"); plays != "907" {
		t.Errorf("the plays are %s", plays)
	}

	pending := example(t, s, "bilibili", "pending")
	for call, want := range []bool{true, true, false, false} {
		if d := decode[workDetail](t, askWork(t, s, pending)); d.Extra.Pending != want {
			t.Errorf("call %d: pending %t, want %t", call+1, d.Extra.Pending, want)
		}
	}
	if d := decode[workDetail](t, askWork(t, s, example(t, s, "bilibili", "message"))); d.Work != nil || d.Message == "" || len(d.Snapshots) > 0 {
		t.Errorf("got %+v, want only a message", d)
	}
	if d := decode[workDetail](t, askWork(t, s, example(t, s, "bilibili", "no snapshots"))); d.Work == nil || d.Snapshots == nil || len(d.Snapshots) > 0 {
		t.Errorf("got %+v, want no snapshots", d)
	}
}

func TestWorkExamples(t *testing.T) {
	s := newSandbox(t)
	platforms := map[string]bool{}
	for _, x := range s.Examples(false) {
		if x.Call != sandbox.CallWorks {
			continue
		}
		platforms[x.Platform] = true
		e := askWork(t, s, x)
		want := 0
		if _, err := fmt.Sscanf(x.Name, "error %d", &want); err != nil {
			want = 0
		}
		if e.Code != want {
			t.Errorf("%s %s: code %d, want %s", x.Platform, x.ID, e.Code, x.Name)
		}
		if want >= 15006 && want <= 15011 && x.AccountID != "" {
			// Its credential failed, so the account is abnormal from now on.
			if list := accounts(t, s, url.Values{"ids[]": {x.AccountID}}.Encode()); list.List[0].Status != 0 {
				t.Errorf("%s: the account is still normal", x.Shows)
			}
			s = newSandbox(t)
		}
	}
	if len(platforms) != 9 {
		t.Errorf("examples for %v, want 9 platforms", platforms)
	}
}

func TestWorkErrors(t *testing.T) {
	s := newSandbox(t)
	all := accounts(t, s, "").List
	pick := func(keep func(account) bool) string {
		i := slices.IndexFunc(all, keep)
		return url.QueryEscape(all[i].ID)
	}
	douyin := pick(func(a account) bool { return a.Type == "douyin" && a.Status == 1 })
	other := pick(func(a account) bool { return a.Type == "YouTube" })
	abnormal := pick(func(a account) bool { return a.Type == "douyin" && a.Status == 0 })
	const work = "/7301234567890123400"
	tests := []struct {
		target string
		code   int
		data   string
	}{
		{"myspace/1", 15032, `{"platform":"myspace"}`},
		{"Douyin" + work, 15032, `{"platform":"Douyin"}`},
		{"toutiao/1", 15032, `{"platform":"toutiao"}`},
		{"weibo/1", 15080, `{"platform":"weibo","capability":"work.getDetail"}`},
		{"douyin" + work, 16037, `{"platform":"douyin"}`},
		{"douyin" + work + "?accountId=", 10002, `{}`},
		{"douyin" + work + "?account=a", 10002, `{}`},
		{"douyin" + work + "?accountId=a&accountId=b", 10002, `{}`},
		{"douyin" + work + "?accountId=%zz", 10002, `{}`},
		{"douyin/a%01b?accountId=" + douyin, 10002, `{}`},
		{"douyin/" + strings.Repeat("7", 300) + "?accountId=" + douyin, 10002, `{}`},
		{"douyin" + work + "?accountId=douyin_nobody", 12600, `{}`},
		{"douyin" + work + "?accountId=" + other, 15040, `{}`},
		{"douyin" + work + "?accountId=" + abnormal, 15001, `{}`},
		{"YouTube/dQw4w9WgX77", 15079, `{"platform":"YouTube","category":"not_found","retryable":false,"platformWorkId":"dQw4w9WgX77","httpStatus":404}`},
		{"YouTube/%E4%BD%A0%20:_%25", 15079, `{"platform":"YouTube","category":"not_found","retryable":false,"platformWorkId":"你 :_%","httpStatus":404}`},
		{"YouTube/dQw4w915071", 15071, `{"platform":"YouTube","category":"rate_limited","retryable":true,"platformWorkId":"dQw4w915071","httpStatus":429,"platformCode":"2100004"}`},
	}
	for _, tt := range tests {
		e := get(t, s, "/api/v2/channels/works/"+tt.target)
		if e.Code != tt.code || string(e.Data) != tt.data {
			t.Errorf("%s: code %d, data %s; want %d, %s", tt.target, e.Code, e.Data, tt.code, tt.data)
		}
	}
	if e := get(t, s, "/api/v2/channels/works/douyin"+work+"?accountId="+douyin); e.Code != 0 {
		t.Errorf("with an account in order: code %d", e.Code)
	}
}
