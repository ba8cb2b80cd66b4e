package scenario

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"channeldeck/ui/testkit/postgres"
)

// Every format says that an account is gone and since when, and gives it no status: neither a filter by
// status nor a change of followers has it.
func TestOutputOfAccountsThatAreGone(t *testing.T) {
	t.Parallel()
	postgres.Both(t, func(t *testing.T, _, url string) {
		now := day0
		goes := &channel{id: "goes", platform: "x", group: "g", user: "u", name: "Goes", status: 1, followers: 70}
		stays := &channel{id: "stays", platform: "x", group: "g", user: "u", name: "Stays", status: 1, followers: 5}
		listed := []*channel{goes, stays}
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			data := "[]"
			if strings.HasSuffix(r.URL.Path, "/accounts") {
				data = answerAccounts(listed)
			}
			fmt.Fprintf(w, `{"code":0,"message":"ok","data":%s}`, data)
		}))
		defer server.Close()
		p := newProgram(t, server.URL, func() time.Time { return now })
		p.vars["CHANNELDECK_HISTORY"] = url
		p.run("record")
		now = day0.Add(5 * time.Hour)
		goes.followers = 80
		p.run("record")
		now = day0.Add(17 * time.Hour)
		listed = []*channel{stays}
		p.run("record")
		now = day0.Add(20 * time.Hour)

		after := day0.Add(5 * time.Hour).UTC().Format(time.RFC3339)
		before := day0.Add(17 * time.Hour).UTC().Format(time.RFC3339)
		list := []string{"accounts", "--match", "is:changed baseline:20h"}
		chosen := append(list, "--columns", "id,status,gone,sinceVisit")
		for _, tt := range []struct {
			args []string
			want []string
		}{
			{append(chosen, "-o", "csv"), []string{"goes,gone," + after + "/" + before + ",\r\n"}},
			{append(chosen, "-o", "tsv"), []string{"goes\tgone\t" + after + "/" + before + "\t\n"}},
			{append(chosen, "-o", "json"), []string{
				`{"id":"goes","status":"gone","gone":{"after":"` + after + `","before":"` + before +
					`"},"sinceVisit":null}`,
			}},
			{append(list, "-o", "csv"), []string{
				"\r\ngoes,x,1,Goes,gone,g,,80,", ",gone\r\n", "," + after + "/" + before + "\r\n",
			}},
			{append(list, "-o", "tsv"), []string{"\tgone", after + "/" + before}},
			{append(list, "-o", "ndjson"), []string{
				`"status":"gone"`, `"gone":{"after":"` + after + `","before":"` + before + `"}`, `"fansCount":80`,
			}},
			{append(list, "-o", "markdown"), []string{"no longer listed", "between"}},
			{append(list, "-o", "markdown", "--lang", "zh"), []string{"已不在列表中", "不再列出的时间"}},
			{[]string{"history", "account", "goes", "-o", "json"}, []string{
				`{"after":"` + after + `","at":"` + before + `","platform":"x","id":"goes","listed":false,` +
					`"status":null`,
			}},
			{[]string{"history", "account", "goes", "-o", "csv"}, []string{after + "," + before + ",false,,"}},
		} {
			out := p.run(tt.args...)
			for _, want := range tt.want {
				if !strings.Contains(out, want) {
					t.Errorf("%v: no %q in\n%s", tt.args, want, out)
				}
			}
		}
		for _, status := range []string{"normal", "abnormal", "unknown"} {
			out := p.run(append(list, "--status", status, "-o", "csv")...)
			if strings.Contains(out, "goes") {
				t.Errorf("%s: %s", status, out)
			}
		}
		out := p.run("accounts", "-o", "csv", "--columns", "id,gone")
		if out != "id,gone\r\nstays,\r\n" {
			t.Errorf("all that are listed: %q", out)
		}
	})
}
