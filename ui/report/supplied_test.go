package report_test

import (
	"bytes"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"channeldeck/api"
	data "channeldeck/api/report"
	"channeldeck/ui/report"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// Numbers of which no account has one, now or before, have no tile and no column. Those that one
// account has do.
func TestNumbersThatNobodySuppliesAreLeftOut(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), now)
	for day := range 3 {
		var list []*api.Account
		for _, body := range []string{
			`{"id":"a","type":"youtube","nickname":"A","groupId":"g","status":1,"fansCount":%d,"workCount":0,` +
				`"readCount":0,"likeCount":0,"commentCount":0,"lastStatsTime":"2026-11-23T00:00:00Z"}`,
			`{"id":"b","type":"tiktok","nickname":"B","groupId":"g","status":1,"fansCount":%d,"workCount":7,` +
				`"readCount":0,"likeCount":12,"commentCount":0,"lastStatsTime":"2026-11-23T00:00:00Z"}`,
		} {
			rows, err := api.DecodeRows[api.Account]([]byte("[" + fmt.Sprintf(body, 100+day) + "]"))
			if err != nil {
				t.Fatal(err)
			}
			list = append(list, &rows[0])
		}
		h.RecordAccounts(now.AddDate(0, 0, day-2), list, api.Int(2), true)
	}
	h.Wait(t.Context())
	r, err := read(t, h, data.Scope{}, 30)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, total := range r.Totals {
		names = append(names, total.Name)
	}
	if want := []string{"accounts", "abnormal", "fansCount", "workCount", "likeCount"}; !slices.Equal(names, want) {
		t.Errorf("totals %v, want %v", names, want)
	}
	var counted []int
	for _, total := range r.Totals {
		counted = append(counted, total.Counted)
	}
	if want := []int{0, 0, 2, 2, 1}; !slices.Equal(counted, want) {
		t.Errorf("totals are of %v accounts, want %v", counted, want)
	}
	for i, want := range [][5]string{{"102", "0", "", "", ""}, {"102", "7", "", "12", ""}} {
		a := r.Accounts[slices.IndexFunc(r.Accounts, func(a *data.Account) bool { return a.Row.ID == string("ab"[i]) })]
		got := [5]string{
			a.Followers.String(),
			a.Works.String(),
			a.Reads.String(),
			a.Likes.String(),
			a.Comments.String(),
		}
		if got != want {
			t.Errorf("account %s has %v, want %v", a.Row.ID, got, want)
		}
	}
	notes := map[words.Lang]string{
		words.English: "Of 2 accounts, totals with ≥ count those whose number is known: Likes of 1.",
		words.Chinese: "带 ≥ 的合计只包含数据已知的账号（共 2 个）：点赞 1 个。",
	}
	for lang, note := range notes {
		v := panetest.New(t, panetest.Options{Lang: lang}).Context.View
		for _, f := range []report.Format{report.HTML, report.Markdown} {
			var page bytes.Buffer
			if err := report.Write(t.Context(), r, v, f, &page); err != nil {
				t.Fatal(err)
			}
			if !strings.Contains(page.String(), note) {
				t.Errorf("%s in %s lacks the note %q", f, lang, note)
			}
			bounds := 1 // the likes now
			if f == report.Markdown {
				bounds = 2 // and before
			}
			if n := strings.Count(page.String(), "≥ 12"); n != bounds || strings.Contains(page.String(), "≥ 7") {
				t.Errorf("%s in %s has %d lower bounds", f, lang, n)
			}
			for name, want := range map[string]bool{
				"fansCount":    true,
				"workCount":    true,
				"likeCount":    true,
				"readCount":    false,
				"commentCount": false,
			} {
				if has := strings.Contains(page.String(), v.Words.T("report.total."+name)); has != want {
					t.Errorf("%s in %s has %s: %v", f, lang, v.Words.T("report.total."+name), has)
				}
			}
		}
	}
	var content bytes.Buffer
	if err := report.Write(t.Context(), r, nil, report.JSON, &content); err != nil {
		t.Fatal(err)
	}
	var object struct {
		Accounts []map[string]any `json:"accounts"`
	}
	if err := json.Unmarshal(content.Bytes(), &object); err != nil || len(object.Accounts) != 2 {
		t.Fatal(err, content.String())
	}
	for _, a := range object.Accounts {
		if a["reads"] != nil || a["comments"] != nil {
			t.Errorf("JSON has %v", a)
		}
	}
}
