package accounts

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/words"
)

// The form offers a report on the group or the platform that the list is filtered to, on the accounts
// that are shown, and on all. Where the user has no files, the key names the command instead.
func TestReport(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Sandbox: sandbox.Options{Accounts: 30}})
	m := panetest.Begin(t, New, w, 120, 30)
	h.Wait(t.Context())
	group := m.store.Accounts.List().Rows[0].GroupID
	date := "-" + w.Context.View.Now().Format("2006-01-02") + ".html"
	for _, test := range []struct {
		filter        fleet.Query
		offered       string
		file, heading string
		command       string
	}{
		{fleet.Query{}, "[All accounts]", "report", "All accounts", "--since 30d --to"},
		{
			fleet.Query{Platforms: []string{"douyin"}},
			"[Douyin] the 9 shown accounts All accounts",
			"report-Douyin",
			"Douyin",
			"--platform 'douyin'",
		},
		{
			fleet.Query{Groups: []string{group}},
			"[Default group]",
			"report-Default-group",
			"Default group",
			"--group '" + group + "'",
		},
		{
			fleet.Query{Platforms: []string{"douyin", "xhs"}},
			"[the 17 shown accounts] All accounts",
			"report-17-accounts",
			"17 accounts",
			"--since 30d --to",
		},
	} {
		w.Site().Reports = nil
		l := m.stack.Top().(*listScreen)
		panetest.Pump(t, m, l.setFilter(test.filter))
		panetest.Press(t, m, "P")
		panetest.Shows(t, m.stack.View(), test.offered, test.heading, test.file+date)
		panetest.Press(t, m, "enter")
		if page, ok := w.Saved(test.file + date); !ok || !strings.Contains(page, "<h1>"+test.heading) {
			t.Errorf("%+v: written: %v\n%.400s", test.filter, ok, page)
		}
		panetest.Shows(t, m.stack.View(), "Report written", test.file+date, "[y] copy the path")
		panetest.Press(t, m, "esc")
		save := w.Context.Save
		w.Context.Save = nil
		if up := panetest.Press(t, m, "P"); !panetest.Notified(up, "channeldeck report --since 30d", test.command) {
			t.Errorf("%+v without files: %v", test.filter, up)
		}
		w.Context.Save = save
	}
}

// The period of a report is in the units of the language, also if it was chosen in the other one.
func TestPeriodOfAReport(t *testing.T) {
	for lang, want := range map[words.Lang]string{words.English: "48h", words.Chinese: "48 小时"} {
		h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
		options := panetest.Options{History: h, Sandbox: sandbox.Options{Accounts: 30}, Lang: lang}
		w := panetest.New(t, options)
		m := panetest.Begin(t, New, w, 120, 30)
		h.Wait(t.Context())
		for _, typed := range []string{"2d", "48 小时"} {
			panetest.Press(t, m, "P", "tab", "ctrl+u", "text:"+typed, "enter", "esc", "P")
			panetest.Shows(t, m.stack.View(), want)
			panetest.Press(t, m, "esc")
		}
	}
}

// A report is of all sites that are shown, as that of the command, or of one that the user chooses. Of accounts
// that are shown it has those of each site.
func TestReportOfSeveralSites(t *testing.T) {
	at := func() panetest.Options {
		o := twenty()
		o.History = panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
		return o
	}
	m, w := withSites(t, at(), at())
	date := "-" + w.Context.View.Now().Format("2006-01-02")
	written := func(file string) string {
		t.Helper()
		panetest.Press(t, m, "enter")
		panetest.Shows(t, m.stack.View(), "Report written", file)
		page, _ := w.Saved(file)
		panetest.Press(t, m, "esc")
		return page
	}
	heads := func(page string) (list []string) {
		for _, head := range regexp.MustCompile("<h1>(.*?)</h1>").FindAllStringSubmatch(page, -1) {
			list = append(list, head[1])
		}
		return list
	}
	panetest.Press(t, m, "/", "site:b", "enter", "P")
	panetest.Shows(t, m.stack.View(), "[the 20 shown accounts]", "[all sites]")
	if got := heads(written("report-20-accounts" + date + ".html")); !slices.Equal(got, []string{"20 accounts"}) {
		t.Errorf("of the accounts of one site: %q", got)
	}
	panetest.Press(t, m, "/", "ctrl+u", "text:type:douyin", "enter", "P")
	panetest.Shows(t, m.stack.View(), "[all sites]")
	page := written("report-14-accounts" + date + ".html")
	if got := heads(page); !slices.Equal(got, []string{"14 accounts", "7 accounts · a", "7 accounts · b"}) {
		t.Errorf("of the accounts that are shown of both: %q", got)
	}
	panetest.Press(t, m, "=", "P")
	panetest.Shows(t, m.stack.View(), "[All accounts]", "[all sites] a b")
	page = written("report" + date + ".html")
	if got := heads(page); !slices.Equal(got, []string{"All accounts", "All accounts · a", "All accounts · b"}) {
		t.Errorf("of all: %q", got)
	}
	panetest.Press(t, m, "P", "tab", "right", "right")
	panetest.Shows(t, m.stack.View(), "all sites a [b]")
	if got := heads(written("report" + date + ".html")); !slices.Equal(got, []string{"All accounts"}) {
		t.Errorf("of one site: %q", got)
	}
	panetest.Press(t, m, "P", "tab", "tab", "tab", "tab", "right", "right")
	page = written("report" + date + ".json")
	var rows []struct {
		Site     string
		Accounts []any
	}
	if err := json.Unmarshal([]byte(page), &rows); err != nil || len(rows) != 2 || rows[1].Site != "b" ||
		len(rows[1].Accounts) != 20 {
		t.Errorf("JSON: %v\n%.300s", err, page)
	}
	w.Context.Save = nil
	if up := panetest.Press(t, m, "P"); !panetest.Notified(up, "--site 'a,b' --to") {
		t.Errorf("without files: %v", up)
	}
}
