package sandbox_test

import (
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
	SnapshotID string `json:"snapshotId"`
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
		if e.Code != 0 {
			t.Errorf("%s %s: code %d", x.Platform, x.ID, e.Code)
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
