package accounts

import (
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/fleet"
	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// The key writes a report on the platform or the group that the list is filtered to, else on
// all accounts. Where the user has no files, it names the command instead.
func TestReport(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Sandbox: sandbox.Options{Accounts: 30}})
	m := panetest.Begin(t, New, w, 120, 30)
	h.Wait(t.Context())
	group := m.Store.Accounts.List().Rows[0].GroupID
	for _, test := range []struct {
		filter        fleet.Query
		file, heading string
		command       string
	}{
		{fleet.Query{}, "report", "Channel report: all accounts", "--since 30d --to"},
		{fleet.Query{Platforms: []string{"douyin"}, Status: fleet.Abnormal}, "report-douyin", "Channel report: Douyin", "--platform 'douyin'"},
		{fleet.Query{Groups: []string{group}}, "report-" + text.FileName(group), "Channel report: group ", "--group '" + group + "'"},
		{fleet.Query{Platforms: []string{"douyin", "weibo"}}, "report", "Channel report: all accounts", "--since 30d --to"},
		{fleet.Query{Platforms: []string{"douyin"}, Groups: []string{group}}, "report", "Channel report: all accounts", "--since 30d --to"},
	} {
		l := m.Top().(*listScreen)
		panetest.Pump(t, m, l.setFilter(test.filter))
		up := panetest.Press(t, m, "P")
		name := test.file + "-" + w.Context.Now().Format("20060102-150405") + ".html"
		if page, ok := w.Saved(name); !ok || !strings.Contains(page, test.heading) || !panetest.Notified(up, name) {
			t.Errorf("%+v: written: %v, %v\n%.400s", test.filter, ok, up, page)
		}
		save := w.Context.Save
		w.Context.Save = nil
		if up := panetest.Press(t, m, "P"); !panetest.Notified(up, "channeldeck report --since 30d", test.command) {
			t.Errorf("%+v without files: %v", test.filter, up)
		}
		w.Context.Save = save
	}
}
