package sandbox_test

import (
	"fmt"
	"maps"
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
		d := decode[workDetail](t, askWork(t, s, example(t, s, "KWAI", kind)))
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
	normal := func(platform string) string {
		return pick(func(a account) bool { return a.Type == platform && a.Status == 1 })
	}
	kwai := normal("KWAI")
	youtube := normal("youtube")
	facebook := normal("facebook")
	abnormal := pick(func(a account) bool { return a.Type == "KWAI" && a.Status == 0 })
	const work = "/3x9k2m:a1b00"
	tests := []struct {
		target string
		code   int
		data   string
	}{
		{"myspace/1", 15032, `{"platform":"myspace"}`},
		{"kwai" + work, 15032, `{"platform":"kwai"}`},
		{"toutiao/1", 15032, `{"platform":"toutiao"}`},
		{"bilibili/1", 15080, `{"platform":"bilibili","capability":"work.getDetail"}`},
		{"KWAI" + work, 16037, `{"platform":"KWAI"}`},
		{"KWAI" + work + "?accountId=", 10002, `{}`},
		{"KWAI" + work + "?account=a", 10002, `{}`},
		{"KWAI" + work + "?accountId=a&accountId=b", 10002, `{}`},
		{"KWAI" + work + "?accountId=%zz", 10002, `{}`},
		{"KWAI/a%01b?accountId=" + kwai, 10002, `{}`},
		{"KWAI/" + strings.Repeat("7", 300) + "?accountId=" + kwai, 10002, `{}`},
		{"KWAI" + work + "?accountId=KWAI_nobody", 12600, `{}`},
		{"KWAI" + work + "?accountId=" + youtube, 15040, `{}`},
		{"KWAI" + work + "?accountId=" + abnormal, 15001, `{}`},
		{"youtube/dQw4w9WgX77?accountId=" + youtube, 15070, missing("youtube", "not_found", youtube, "dQw4w9WgX77")},
		{"youtube/%E4%BD%A0%20:_%25?accountId=" + youtube, 15070, missing("youtube", "not_found", youtube, "你 :_%")},
		{"facebook/1_2?accountId=" + facebook, 15070, missing("facebook", "validation", facebook, "1_2")},
	}
	for _, tt := range tests {
		e := get(t, s, "/api/v2/channels/works/"+tt.target)
		if e.Code != tt.code || string(e.Data) != tt.data {
			t.Errorf("%s: code %d, data %s; want %d, %s", tt.target, e.Code, e.Data, tt.code, tt.data)
		}
	}
	if e := get(t, s, "/api/v2/channels/works/KWAI"+work+"?accountId="+kwai); e.Code != 0 {
		t.Errorf("with an account in order: code %d", e.Code)
	}
}

// missing is the data of the error for a work that the platform does not have. The account ID is
// escaped for a query.
func missing(platform, category, account, id string) string {
	account, err := url.QueryUnescape(account)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf(`{"platform":%q,"category":%q,"retryable":false,"accountId":%q,"platformWorkId":%q,`+
		`"httpStatus":404}`,
		platform, category, account, id)
}

// X and TikTok answer with an empty work for one that they do not have.
func TestEmptyWorks(t *testing.T) {
	s := newSandbox(t)
	for _, platform := range []string{"twitter", "tiktok"} {
		x := example(t, s, platform, "steady")
		x.ID = "1"
		d := decode[workDetail](t, askWork(t, s, x))
		if len(d.Snapshots) != 1 || d.Work == nil || d.Work.Title != "" ||
			string(d.Snapshots[0].Metrics["likeCount"]) != "0" {
			t.Errorf("%s: %+v, want an empty work", platform, d)
		}
	}
}

// The metrics differ by platform: what it does not have is missing.
func TestMetricsByPlatform(t *testing.T) {
	s := newSandbox(t)
	for platform, want := range map[string]string{
		"KWAI":      "commentCount likeCount viewCount",
		"youtube":   "commentCount likeCount viewCount",
		"tiktok":    "commentCount likeCount shareCount viewCount",
		"wxSph":     "commentCount likeCount shareCount viewCount",
		"threads":   "commentCount engagementCount likeCount shareCount viewCount",
		"twitter":   "commentCount impressionCount likeCount saveCount shareCount",
		"instagram": "commentCount likeCount reachCount",
		"facebook":  "clickCount engagementCount impressionCount",
		"pinterest": "impressionCount saveCount viewCount",
	} {
		d := decode[workDetail](t, askWork(t, s, example(t, s, platform, "steady")))
		metrics := slices.Sorted(maps.Keys(d.Snapshots[0].Metrics))
		if got := strings.Join(metrics, " "); got != want {
			t.Errorf("%s: metrics %s, want %s", platform, got, want)
		}
	}
}
