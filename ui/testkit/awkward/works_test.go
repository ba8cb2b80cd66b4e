package awkward_test

import (
	"fmt"
	"net/url"
	"slices"
	"testing"

	"channeldeck/api/sandbox"

	"github.com/go-json-experiment/json/jsontext"
)

type workDetail struct {
	Work *struct {
		ID string `json:"id"`
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

func workPath(x sandbox.Example) string {
	target := "/api/v2/channels/works/" + x.Platform + "/" + url.PathEscape(x.ID)
	if x.AccountID != "" {
		target += "?" + url.Values{"accountId": {x.AccountID}}.Encode()
	}
	return target
}

func TestWorkKinds(t *testing.T) {
	s := newService(t, 300)
	open := func(kind string) workDetail {
		t.Helper()
		return decode[workDetail](t, s, workPath(example(t, s, sandbox.CallWorks, kind)))
	}
	metric := func(kind, name string) string {
		t.Helper()
		d := open(kind)
		if len(d.Snapshots) != 1 || d.Snapshots[0].ID != d.SnapshotID {
			t.Fatalf("%s: snapshots %v, want the one that the call stored", kind, d.Snapshots)
		}
		return string(d.Snapshots[0].Metrics[name])
	}
	first := metric("falling", "viewCount")
	second := metric("falling", "viewCount")
	if second >= first {
		t.Errorf("the views are %s, then %s, want them to fall", first, second)
	}
	if huge := metric("hostile", "viewCount"); huge != "9007199254740994" {
		t.Errorf("the views are %s, want more than a float64 holds", huge)
	}
	if none := metric("no metrics", "viewCount"); none != "" {
		t.Errorf("the views are %s, want none", none)
	}
	zero := metric("fresh", "viewCount")
	time := metric("fresh", "watchTimeSeconds")
	if zero != "0" || time != "1" {
		t.Errorf("the views are %s and the time %s", zero, time)
	}
	if plays := metric("bare", "playCount"); plays != "907" {
		t.Errorf("the plays are %s", plays)
	}
	for call, want := range []bool{true, true, false, false} {
		if d := open("pending"); d.Extra.Pending != want {
			t.Errorf("call %d: pending %t, want %t", call+1, d.Extra.Pending, want)
		}
	}
	if d := open("message"); d.Work != nil || d.Message == "" || len(d.Snapshots) > 0 {
		t.Errorf("got %+v, want only a message", d)
	}
	if d := open("no snapshots"); d.Work == nil || d.Snapshots == nil || len(d.Snapshots) > 0 {
		t.Errorf("got %+v, want no snapshots", d)
	}
}

func TestWorks(t *testing.T) {
	s := newService(t, 300)
	platforms := map[string]bool{}
	ids := map[string]bool{}
	for _, x := range s.All() {
		if x.Call != sandbox.CallWorks {
			continue
		}
		platforms[x.Platform] = true
		if ids[x.Platform+x.ID] {
			t.Errorf("%s %s is the ID of two works", x.Platform, x.ID)
		}
		ids[x.Platform+x.ID] = true
		want := 0
		if _, err := fmt.Sscanf(x.Name, "error %d", &want); err != nil {
			want = 0
		}
		if code, _ := get(t, s, workPath(x)); code != want {
			t.Errorf("%s %s: code %d, want %s", x.Platform, x.ID, code, x.Name)
		}
	}
	if len(platforms) != 9 || len(ids) != 9*(4+8+19) {
		t.Errorf("%d works of %v, want 9 platforms", len(ids), platforms)
	}
	all := s.All()
	limited := all[slices.IndexFunc(all, func(x sandbox.Example) bool {
		return x.Platform == "youtube" && x.Name == "error 15071"
	})]
	_, data := get(t, s, workPath(limited))
	want := fmt.Sprintf(`{"accountId":%q,"category":"rate_limited","httpStatus":429,"platform":"youtube",`+
		`"platformCode":"2100004",`+
		`"platformWorkId":"dQw4w915071","retryable":true}`, limited.AccountID)
	if string(data) != want {
		t.Errorf("15071: %s, want %s", data, want)
	}
}
