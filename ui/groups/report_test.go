package groups

import (
	"path/filepath"
	"strings"
	"testing"

	"channeldeck/api/sandbox"
	"channeldeck/ui/testkit/panetest"
	"channeldeck/ui/text"
)

// The key writes a report on the accounts of a group. Where
// the user has no files, it names the command instead.
func TestReport(t *testing.T) {
	h := panetest.History(t, filepath.Join(t.TempDir(), "h.db"), panetest.Now)
	w := panetest.New(t, panetest.Options{History: h, Sandbox: sandbox.Options{Accounts: 30}})
	m := panetest.Begin(t, New, w, 120, 30)
	h.Wait(t.Context())
	id := m.rows()[0].ID
	name := "report-" + text.FileName(id) + "-" + w.Context.Now().Format("20060102-150405") + ".html"
	panetest.Press(t, m, "g", "P")
	if page, ok := w.Saved(name); !ok || !strings.Contains(page, "<h1>Channel report: group ") {
		t.Errorf("written: %v\n%.400s", ok, page)
	}
	w.Context.Save = nil
	if up := panetest.Press(t, m, "P"); !panetest.Notified(up, "channeldeck report --since 30d --group '") {
		t.Errorf("without files: %v", up)
	}
}
